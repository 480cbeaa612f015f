package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	_ "daybook/internal/seed"
	"daybook/model"

	"pgregory.net/rapid"
)

// hostile is a subject that attacks a terminal in each of the ways.
const hostile = "a\x1b]0;b\x07c\u009b31md\u202eefg\U000e0041h\rk\u2028l\u200bm\u2066n\x7fo"

func TestATerminalGetsNothingThatSteersIt(t *testing.T) {
	for in, want := range map[string]string{
		"plain, naïve, 日本, 👩\u200d👧\tx\r\n": "plain, naïve, 日本, 👩\u200d👧\tx\r\n",
		hostile:        `a\u001b]0;b\u0007c\u009b31md\u202eefg\udb40\udc41h\u000dk\u2028l\u200bm\u2066n\u007fo`,
		"cut \xe2\x82": "cut \ufffd\ufffd",
		"end\r":        `end\u000d`,
		"\xff\x9b31m":  "\ufffd\ufffd31m",
	} {
		for _, piece := range []int{1, 2, 3, 1000} { // however it is cut on the way
			var out bytes.Buffer
			o := &output{to: &out, screen: true}
			for b := []byte(in); len(b) > 0; {
				n := min(piece, len(b))
				if wrote, err := o.Write(b[:n]); wrote != n || err != nil {
					t.Fatal(wrote, err)
				}
				b = b[n:]
			}
			if err := o.end(); err != nil || out.String() != want {
				t.Errorf("%q in pieces of %d: got %q, %v; want %q", in, piece, out.String(), err, want)
			}
		}
	}
}

func TestWhatATerminalGetsIsTheSameJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := map[string]string{"subject": rapid.String().Draw(t, "subject"), hostile: hostile}
		whole, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		o := &output{to: &out, screen: true}
		_, _ = o.Write(whole)
		if err := o.end(); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if !isText(r) {
				t.Fatalf("%U reaches the terminal in %q", r, out.String())
			}
		}
		var back map[string]string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back["subject"] != in["subject"] || back[hostile] != hostile {
			t.Fatalf("got %q back, %v; want %q", back, err, in)
		}
	})
}

func TestEveryCommandEscapesOnATerminalAndNotIntoAPipe(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	in := func(name string, what any) string {
		path := filepath.Join(t.TempDir(), name)
		b, err := json.Marshal(what)
		if err == nil {
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	body, card := in("draft.json", model.Message{Body: &model.ItemBody{ContentType: "text", Content: hostile}}),
		in("card.json", model.Contact{DisplayName: "x", PersonalNotes: hostile})
	prints := func(screen bool, args ...string) string {
		root := rootOn(func(io.Writer) bool { return screen })
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(append(args, "--data", data))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out.String()
	}
	prints(false, "api", "POST", "/me/messages", "--body", body)
	prints(false, "api", "POST", "/me/contacts", "--body", card)
	for _, args := range [][]string{{"api", "GET", "/me/mailFolders/drafts/messages?$select=body"}, {"export", "--contacts"}} {
		piped, shown := prints(false, args...), strings.ReplaceAll(prints(true, args...), "\r\n", "\n")
		if !strings.ContainsRune(piped, '\u202e') {
			t.Errorf("%v: a pipe does not get what there is: %q", args, piped)
		}
		if strings.ContainsFunc(shown, func(r rune) bool { return !isText(r) }) || !strings.Contains(shown, `\u202e`) {
			t.Errorf("%v: a terminal gets %.300q", args, shown)
		}
	}
}

// TestEveryCommandPrintsToTheOneOutput reads the sources for ways around it.
func TestEveryCommandPrintsToTheOneOutput(t *testing.T) {
	allowed := map[string]string{
		"run.go os.Stdout":    "the program's own screen",
		"login.go os.Stdout":  "asks whether it is a terminal",
		"prompt.go os.Stderr": "prompts of our own words",
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			switch used := x.Name + "." + sel.Sel.Name; used {
			case "os.Stdout", "os.Stderr", "fmt.Print", "fmt.Printf", "fmt.Println":
				if allowed[name+" "+used] == "" {
					t.Errorf("%s uses %s: print to the command's output, which escapes what others wrote", name, used)
				}
			}
			return true
		})
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestWhatCouldNotBePrintedIsAFailure(t *testing.T) {
	o := &output{to: full{}}
	_, _ = io.WriteString(o, "a summary that nobody checks")
	if err := o.end(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(sentence(err), "make room") {
		t.Errorf("got %v", err)
	}
}
