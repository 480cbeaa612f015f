package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// core are the parts that every area of the service stands on.
var core = []string{"service/store", "service/rest", "service/odata", "service/bodies", "service/delta", "service/extensions", "model", "formats"}

// walls says which of the project's rooms a room may import; a room is a
// path without the module's name, and stands for everything below it.
// The longest room that holds a package decides.
var walls = []struct {
	room string
	may  []string
}{
	{"", []string{"cmd"}},
	{"cmd", []string{"cmd", "app", "mailbox", "ui", "views", "widget", "theme", "model", "api", "signin", "service", "formats", "config"}},
	{"app", []string{"app", "mailbox", "ui", "views", "widget", "theme", "model", "api", "signin", "service", "formats", "config"}},
	{"app/bridge", []string{"mailbox", "views", "model", "api", "signin"}},
	{"mailbox", []string{"ui/statedir", "model", "api", "signin", "service", "config"}},
	{"ui", []string{"child", "internal/filelock", "ui", "views", "widget", "theme", "model"}},
	{"views", []string{"views", "widget", "theme", "model"}},
	{"widget", []string{"widget", "theme"}},
	{"theme", []string{"theme"}},
	{"model", []string{"model"}},
	{"api", []string{"api", "model"}},
	{"child", nil},
	{"signin", []string{"child", "internal/filelock", "signin", "api", "model"}},
	{"service", []string{"service", "model", "formats"}},
	{"service/odata", []string{"service/odata", "model"}},
	{"service/store", []string{"service/store", "service/odata", "service/bodies", "model", "formats"}},
	{"service/auth", append([]string{"service/auth"}, core...)},
	{"service/oauth", append([]string{"service/oauth", "service/auth"}, core...)},
	{"service/uploads", append([]string{"service/uploads"}, core...)},
	{"service/attachments", append([]string{"service/attachments", "service/uploads"}, core...)},
	{"service/files", append([]string{"service/files", "service/uploads"}, core...)},
	{"service/people", append([]string{"service/people"}, core...)},
	{"service/account", append([]string{"service/account", "service/people"}, core...)},
	{"service/mail", append([]string{"service/mail", "service/attachments"}, core...)},
	{"service/groups", append([]string{"service/groups", "service/mail", "service/people", "service/attachments"}, core...)},
	{"service/calendar", append([]string{"service/calendar", "service/mail", "service/account", "service/attachments"}, core...)},
	{"formats", []string{"formats", "model"}},
	{"config", []string{"config"}},
	{"internal", nil},
	{"e2e", []string{"cmd", "app", "mailbox", "ui", "views", "widget", "theme", "model", "api", "signin", "service", "formats", "config", "e2e"}},
}

// strangers are modules that only the named rooms may import.
var strangers = map[string][]string{
	"charm.land/":                    {"", "cmd", "app", "ui", "views", "widget", "theme", "e2e"},
	"modernc.org/sqlite":             {"service/store", "service/odata"},
	"net/http":                       {"api", "signin", "service", "mailbox", "app", "cmd", "e2e", "model"},
	"github.com/xuri/excelize":       {"service", "internal/tools"},
	"github.com/emersion/go-message": {"formats"},
}

func TestImportsRunOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := dec.Decode(&p); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		from := inside(p.ImportPath)
		room, may := wallsOf(t, from)
		tests := slices.Concat(p.TestImports, p.XTestImports)
		if slices.Contains(tests, "pgregory.net/rapid") && !slices.Contains(tests, "daybook/internal/seed") {
			t.Errorf("the property tests of %s draw other cases in every run: import daybook/internal/seed", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if to := inside(imported); to != "" && !within(to, may) {
				t.Errorf("%s imports %s: %q may import %v only", p.ImportPath, imported, room, may)
			}
			for stranger, rooms := range strangers {
				if strings.HasPrefix(imported, stranger) && !within(from, rooms) {
					t.Errorf("%s imports %s: only %v may", p.ImportPath, imported, rooms)
				}
			}
		}
	}
}

// inside returns the path of a package of the project, "" for main and for
// what is not the project's.
func inside(path string) string {
	rest, ok := strings.CutPrefix(path, "daybook/")
	if !ok {
		return ""
	}
	return rest
}

func wallsOf(t *testing.T, pkg string) (room string, may []string) {
	t.Helper()
	found := -1
	for i, w := range walls {
		if (pkg == w.room || strings.HasPrefix(pkg, w.room+"/")) && (found < 0 || len(w.room) > len(walls[found].room)) {
			found = i
		}
	}
	if found < 0 {
		t.Fatalf("%s stands in no room: add it to walls", pkg)
	}
	return walls[found].room, walls[found].may
}

func within(pkg string, rooms []string) bool {
	for _, r := range rooms {
		if pkg == r || (r != "" && strings.HasPrefix(pkg, r+"/")) {
			return true
		}
	}
	return false
}
