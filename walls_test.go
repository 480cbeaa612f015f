package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
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
	{"cmd", []string{"internal/filelock", "cmd", "app", "mailbox", "ui", "views", "widget", "theme", "model", "api", "signin", "service", "formats", "config"}},
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
	{"service/store/pgtest", []string{"child"}},
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
	"github.com/jackc/pgx":           {"service/store"},
	"github.com/prometheus/":         {"service"},
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

// ownTimes are the files that format a time with a layout of their own, and why.
var ownTimes = map[string]string{
	"views/times.go":              "the words for times",
	"views/account/hours.go":      "the interface's times of day",
	"views/account/language.go":   "samples of the formats among which somebody chooses",
	"views/account/replies.go":    "the name of a zone",
	"views/account/settings.go":   "the offset of a zone",
	"views/compose/answer.go":     "it is quoted in a message, whose reader has another year",
	"views/finder/render.go":      "columns as wide as their days",
	"views/finder/render_side.go": "a column that lines up",
	"views/inbox/output.go":       "a message on paper or in a file, where no year is this one",
	"views/week/render_grid.go":   "an hour in two cells",
}

// TestTimesAreWrittenInOneWay holds the screens and commands to the words of
// views/times.go. What machines read is formatted with a layout of package
// time, or with one that begins with the year.
func TestTimesAreWrittenInOneWay(t *testing.T) {
	used := map[string]bool{}
	for _, room := range []string{"cmd", "ui", "views"} {
		err := filepath.WalkDir(room, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				if of, ok := call.Fun.(*ast.SelectorExpr); !ok || of.Sel.Name != "Format" || forMachines(call.Args[0]) {
					return true
				}
				if used[filepath.ToSlash(path)] = true; ownTimes[filepath.ToSlash(path)] == "" {
					t.Errorf("%s formats a time by itself: views/times.go has the words", files.Position(call.Pos()))
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path := range ownTimes {
		if !used[path] {
			t.Errorf("%s formats no time any more: take it off the list", path)
		}
	}
}

// forMachines says that a layout is no word for a person, or is the one of
// fields.
func forMachines(layout ast.Expr) bool {
	switch l := layout.(type) {
	case *ast.BasicLit:
		return strings.HasPrefix(l.Value, `"2006`)
	case *ast.SelectorExpr:
		from, ok := l.X.(*ast.Ident)
		return ok && (from.Name == "time" || from.Name == "views")
	}
	return false
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
