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
		d.See("Posted: ", "u undo", "A fine thought", "sending")
		d.Press("u")
		d.See("Taken back: Posted", "Reply to", "A fine thought")
		d.Pass(10 * time.Second) // it does not go
		d.Type(", again")
		d.Press("ctrl+s")
		d.Pass(10 * time.Second)
		d.See("A fine thought, again")
		d.DontSee("sending", "u undo")
		d.Press("u")
		d.See("Too late to take back: Posted")
		d.Press("K")
		d.Pass(time.Second)
		d.See("Locked: no posts are taken")
		d.Press("r")
		d.See("is locked: it takes no posts")
		d.DontSee("Reply to")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Locked")
		d.DontSee("Locked: no posts are taken")
		d.Press("r")
		d.See("Reply to")
		d.Press("esc")
	})
}

func TestAConversationIsBegunForwardedAndDeleted(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "u")
		d.Pass(2 * time.Second)
		d.Press("n")
		d.See("New conversation in")
		d.Type("Lunch")
		d.Press("tab")
		d.Type("Noon at the mill?")
		d.Press("ctrl+s")
		d.Pass(time.Second)
		d.See("Began the conversation: Lunch", "u undo")
		d.Pass(6 * time.Second)
		d.See("1 on the way")
		d.Pass(4 * time.Second)
		d.See("Lunch", "Noon at the mill?", "1 post")
		d.Press("f")
		d.Type("bo")
		d.Pass(time.Second)
		d.See("bo@contoso.example")
		d.Press("enter", "ctrl+s")
		d.Pass(time.Second)
		d.See("Forwarded: Lunch")
		d.Press("D")
		d.See("Delete for good") // which takes no key at first
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Deleting", "u undo")
		d.DontSee("Noon at the mill?")
		d.Press("u")
		d.See("Noon at the mill?")
		d.Press("D")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(10 * time.Second)
		d.See("Deleted")
		d.DontSee("Noon at the mill?")
	})
}

func TestAGroupsCardLeadsToItsCalendarAndItsPeople(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "u", "i")
		d.See("Calendar, the next four weeks", "Office hours: ask the solver", "Members 9")
		d.Press("enter")
		d.See("Week 44", "Wed 28")
		d.Press("g", "u", "G", "enter")
		d.See("Mo Mensah", "Test Engineer")
	})
}
