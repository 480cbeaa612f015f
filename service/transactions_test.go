package service_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// opened are the files that open transactions of their own, and why: all
// others are given theirs by the route.
var opened = map[string]string{
	"uploads/uploads.go": "no token and no mailbox in the path; a range is written as it comes",
	"uploads/content.go": "a content is received and sent a piece at a time, as long as its line takes",
}

// The route opens the transaction. An area that opens one by itself would wait
// for its own, and begin it without looking whether the path holds.
func TestTheRouteOpensTheTransaction(t *testing.T) {
	for _, area := range []string{"account", "calendar", "extensions", "files", "groups", "mail", "people", "uploads"} {
		err := filepath.WalkDir(area, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || opened[filepath.ToSlash(path)] != "" {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				method, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || method.Sel.Name != "Read" && method.Sel.Name != "Write" {
					return true
				}
				if of, ok := method.X.(*ast.SelectorExpr); ok && of.Sel.Name == "store" {
					t.Errorf("%s: %s.%s: let the row ask for it (rest.Reads, rest.Writes)", set.Position(call.Pos()), "store", method.Sel.Name)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
