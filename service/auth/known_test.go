package auth

import (
	"fmt"
	"hash/maphash"
	"testing"
)

// A glance lets the right password, and of others one in 65,536, go first.
func TestAGlanceSeesWhatWasRightOnce(t *testing.T) {
	g := glances{key: maphash.MakeSeed(), seen: map[string]glance{}}
	if g.looksRight("ann", "right", "hash") {
		t.Error("a password that was never given looks right")
	}
	g.remember("ann", "right", "hash")
	for _, c := range []struct {
		user, password, hash string
		want                 bool
	}{
		{"ann", "right", "hash", true}, {"bo", "right", "hash", false}, {"", "right", "hash", false},
		{"ann", "right", "the hash of a new password", false},
	} {
		if got := g.looksRight(c.user, c.password, c.hash); got != c.want {
			t.Errorf("%s, %s, %s: looks right: %t, want %t", c.user, c.password, c.hash, got, c.want)
		}
	}
	seen := 0
	for i := range 1000 {
		if g.looksRight("ann", fmt.Sprint("guess ", i), "hash") {
			seen++
		}
	}
	if seen > 3 {
		t.Errorf("%d of 1000 guesses look right", seen)
	}
}

func TestMarksOfABrowserAreFew(t *testing.T) {
	for marks, want := range map[string]int{"": 0, "a": 1, "a.b": 2, "a.b.c.d.e.f": maxMarks} {
		if got := splitMarks(marks); len(got) != want {
			t.Errorf("%q: got %d, want %d", marks, len(got), want)
		}
	}
}
