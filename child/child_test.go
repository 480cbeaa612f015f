package child

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestEnvironHoldsNoSecretOfOurs(t *testing.T) {
	got := Environ([]string{"HOME=/home/ann", "DAYBOOK_TOKEN=t", "daybook_token=t", "DAYBOOK_PASSPHRASE=p", "PGPASSWORD=p", "PGUSER=ann", "DAYBOOK_NEW_SECRET=s",
		"DAYBOOK_PROFILE=work", "DAYBOOK_CONFIG=/c", "EDITOR=vi", "DAYBOOKISH=1", ""})
	want := []string{"HOME=/home/ann", "PGUSER=ann", "DAYBOOK_PROFILE=work", "DAYBOOK_CONFIG=/c", "EDITOR=vi", "DAYBOOKISH=1", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHelperPrintsItsEnvironment is no test by itself: the next one runs it.
func TestHelperPrintsItsEnvironment(t *testing.T) {
	if os.Getenv("CHILD_PRINTS") == "" {
		t.Skip("run by the next test")
	}
	os.Stdout.WriteString(strings.Join(os.Environ(), "\n"))
}

func TestACommandIsNotToldTheToken(t *testing.T) {
	t.Setenv("DAYBOOK_TOKEN", "canary-token")
	t.Setenv("DAYBOOK_PASSPHRASE", "canary-phrase")
	t.Setenv("CHILD_PRINTS", "1")
	out, err := Command(context.Background(), os.Args[0], "-test.run=^TestHelperPrintsItsEnvironment$").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "CHILD_PRINTS=1") {
		t.Fatalf("got %q, %v", out, err)
	}
	if strings.Contains(string(out), "canary") {
		t.Errorf("the command sees a secret: %q", out)
	}
}

// makers are the functions and types by which a process is started, by the
// package that has them. Of os/exec the rest is harmless.
var makers = map[string][]string{
	"os/exec":               {"Command", "CommandContext", "Cmd"},
	"os":                    {"StartProcess"},
	"syscall":               {"StartProcess", "ForkExec", "Exec"},
	"golang.org/x/sys/unix": {"Exec", "ForkExec"},
}

// TestNothingElseStartsProcesses reads every file of the program.
func TestNothingElseStartsProcesses(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "child" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		names := map[string]string{} // what the file calls a package, and which it is
		for _, imported := range file.Imports {
			of, _ := strconv.Unquote(imported.Path.Value)
			name := of[strings.LastIndexByte(of, '/')+1:]
			if imported.Name != nil {
				name = imported.Name.Name
			}
			names[name] = of
			if _, starts := makers[of]; starts && name == "." {
				t.Errorf("%s: imports %s without its name", path, of)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, pointer := n.(*ast.StarExpr); pointer {
				return false // to a command that was made here
			}
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(makers[names[x.Name]], sel.Sel.Name) {
				t.Errorf("%s: %s.%s: make it with child.Command, which keeps our secrets from it", set.Position(sel.Pos()), x.Name, sel.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("read %d files, %v", files, err)
	}
}
