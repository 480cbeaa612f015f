package statedir

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func open(t *testing.T) (*Dir, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "state")
	d, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return d, path
}

func TestSaveThenLoadGivesTheDocumentBack(t *testing.T) {
	d, path := open(t)
	for _, name := range []string{"undo", "draft/../../etc", "søk/*?", "."} {
		if err := d.Save(name, []byte("first")); err != nil {
			t.Fatal(err)
		}
		if err := d.Save(name, []byte("of "+name)); err != nil {
			t.Fatal(err)
		}
		got, err := d.Load(name)
		if err != nil || string(got) != "of "+name {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
	entries, _ := os.ReadDir(path)
	if len(entries) != 4 {
		t.Errorf("files in the folder: got %d, want 4 (nothing outside, nothing left behind)", len(entries))
	}
	for _, e := range entries {
		if info, _ := e.Info(); info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, want 0600", e.Name(), info.Mode().Perm())
		}
	}
}

func TestLoadOfNothingIsNoError(t *testing.T) {
	d, _ := open(t)
	if b, err := d.Load("never"); b != nil || err != nil {
		t.Errorf("got %q, %v", b, err)
	}
	if err := d.Delete("never"); err != nil {
		t.Error(err)
	}
}

func TestNamesListsByPrefix(t *testing.T) {
	d, _ := open(t)
	for _, n := range []string{"draft:b", "draft:a", "undo"} {
		if err := d.Save(n, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Delete("undo"); err != nil {
		t.Fatal(err)
	}
	got, err := d.Left("draft:")
	if err != nil || !slices.Equal(got, []string{"draft:a", "draft:b"}) {
		t.Errorf("got %v, %v", got, err)
	}
	if all, _ := d.Left(""); len(all) != 2 {
		t.Errorf("after delete: got %v", all)
	}
}

func TestSaveIntoALostFolderSaysWhatFailed(t *testing.T) {
	d, path := open(t)
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := d.Save("undo", nil); err == nil || !strings.Contains(err.Error(), "save undo") {
		t.Errorf("got %v, want an error naming the document", err)
	}
}

// TestWhatCannotBeSavedIsHeld makes a folder that cannot be written, as far
// as Dir knows.
func TestWhatCannotBeSavedIsHeld(t *testing.T) {
	d, path := open(t)
	for _, name := range []string{"a1", "a2"} {
		if err := d.Save(name, []byte("saved")); err != nil {
			t.Fatal(err)
		}
	}
	d.memory = map[string][]byte{}
	if err := errors.Join(d.Save("a2", []byte("held")), d.Save("a3", []byte("held")), d.Delete("a1")); err != nil || !d.InMemory() {
		t.Fatal(err)
	}
	names, err := d.Left("a")
	if err != nil || !slices.Equal(names, []string{"a2", "a3"}) {
		t.Errorf("names: %v, %v", names, err)
	}
	for name, want := range map[string]string{"a1": "", "a2": "held", "a3": "held"} {
		if got, err := d.Load(name); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	again, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Load("a2"); string(got) != "saved" || err != nil || again.InMemory() {
		t.Errorf("on the disk there is %q, %v", got, err)
	}
}

// TestWhatIsWrittenInAnotherWindowIsNotLeft: until that has ended.
func TestWhatIsWrittenInAnotherWindowIsNotLeft(t *testing.T) {
	path := t.TempDir()
	open := func() *Dir {
		d, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	left := func(d *Dir) string {
		names, err := d.Left("letter:")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(names, " ")
	}
	first, second := open(), open()
	if got := left(first); got != "" {
		t.Fatalf("left in an empty folder: %s", got)
	}
	if err := first.Save("letter:a", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if got := left(second); got != "" {
		t.Errorf("a second window takes %s, which the first writes", got)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if got := left(second); got != "letter:a" {
		t.Errorf("once the first has ended there is %q", got)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}
