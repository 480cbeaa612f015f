package e2e

import (
	"testing"
	"time"
)

func TestAThreadIsAnsweredLockedAndUnlockedByUndo(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "u")
		d.Pass(2 * time.Second)
		d.See("Groups", "posts")
		d.Press("r")
		d.See("Reply to", "ctrl+s")
		d.Type("A fine thought")
		d.Press("ctrl+s")
		d.Pass(time.Second)
		d.See("Posted", "A fine thought")
		d.Press("K")
		d.Pass(time.Second)
		d.See("Locked: no posts are taken")
		d.Press("r")
		d.See("is locked: it takes no posts")
		d.DontSee("Reply to")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Undone: Locked")
		d.DontSee("Locked: no posts are taken")
		d.Press("r")
		d.See("Reply to")
		d.Press("esc")
	})
}
