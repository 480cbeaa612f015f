package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/service/servicetest"
	"daybook/theme"
)

// TestAMailboxThatCannotBeWrittenSaysSo takes the right to write from all of a
// data folder.
func TestAMailboxThatCannotBeWrittenSaysSo(t *testing.T) {
	data := t.TempDir()
	open := func() *App {
		t.Helper()
		app, err := New(t.Context(), Options{Data: data, Now: time.Now, Getenv: func(string) string { return "" }, Theme: theme.Options{Dark: true}})
		if err != nil {
			t.Fatalf("the program: %v", err)
		}
		return app
	}
	if err := open().Close(); err != nil {
		t.Fatal(err)
	}
	mode := func(folder, file fs.FileMode) {
		if err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				return os.Chmod(path, folder)
			}
			return errors.Join(err, os.Chmod(path, file))
		}); err != nil {
			t.Fatal(err)
		}
	}
	mode(0o555, 0o444)
	defer mode(0o755, 0o644)
	if err := os.Chmod(filepath.Dir(data), 0o755); err != nil {
		t.Fatal(err)
	}
	servicetest.AsNobody(t, func() {
		app := open()
		defer app.Close()
		if said := app.notice().String(); !app.state.InMemory() || !strings.Contains(said, "read-only") || !app.screenOptions().readOnly {
			t.Errorf("state held: %v, said at the start: %q", app.state.InMemory(), said)
		}
	})
}
