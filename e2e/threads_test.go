package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

func TestAThreadIsAnsweredLockedAndUnlockedByUndo(t *testing.T) {
	data := sampleCopy(t)
	locked := func(want bool) {
		t.Helper()
		truth(t, data, "", func(t *testing.T, c *api.Client) {
			var found []string
			for _, x := range everyThread(t, c) {
				for _, p := range x.Posts {
					if strings.Contains(p.Body.Content, "A fine thought, again") {
						found = append(found, x.Topic)
						if x.IsLocked != want {
							t.Errorf("%s: locked %t, want %t", x.Topic, x.IsLocked, want)
						}
					}
				}
			}
			if len(found) != 1 {
				t.Errorf("the post is in %q", found)
			}
		})
	}
	journey(t, setup{Data: data}, func(d *driver) {
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
	})
	locked(true)
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "u")
		d.Pass(2 * time.Second)
		d.See("Locked: no posts are taken")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Locked")
		d.DontSee("Locked: no posts are taken")
		d.Press("r")
		d.See("Reply to")
		d.Press("esc")
	})
	locked(false)
}

func TestAFileOfAPostIsLookedAtAndPiped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "roof.patch")
	if err := os.WriteFile(path, []byte("-old tiles\n+new tiles\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "u")
		d.Pass(2 * time.Second)
		d.Press("r")
		d.Type("The roof at last")
		d.Press("tab")
		d.Type(path)
		d.Press("ctrl+s")
		d.Pass(10 * time.Second)
		d.See("The roof at last", "roof.patch")
		d.Press("l", "b")
		d.Type("show roof")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("roof.patch", "+new tiles", "s save")
		d.Press("esc", "b")
		d.Type("pipe roof")
		d.Press("enter")
		d.Type("sort -r")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("sort -r", "+new tiles")
	})
}

// everyThread are the conversations of all groups, with their posts.
func everyThread(t *testing.T, c *api.Client) (all []model.ConversationThread) {
	t.Helper()
	groups, err := c.Groups(t.Context())
	for _, g := range valueOf(t, groups, err) {
		threads, err := c.Group(g.ID).Threads(t.Context(), api.Top(100))
		for _, x := range valueOf(t, threads, err) {
			posts, err := c.Group(g.ID).Thread(x.ID).Posts(t.Context(), api.Top(100))
			x.Posts = valueOf(t, posts, err)
			all = append(all, x)
		}
	}
	return all
}

func TestAConversationIsBegunForwardedAndDeleted(t *testing.T) {
	data := sampleCopy(t)
	var topics []string
	conversations := func(t *testing.T, c *api.Client) {
		topics = nil
		for _, x := range everyThread(t, c) {
			topics = append(topics, x.Topic)
		}
	}
	journey(t, setup{Data: data}, func(d *driver) {
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
		d.Pass(10 * time.Second) // u takes it back until then
	})
	if truth(t, data, "", conversations); !slices.Contains(topics, "Lunch") {
		t.Errorf("there are the conversations %q", topics)
	}
	truth(t, data, bos, func(t *testing.T, c *api.Client) {
		for _, m := range inFolder(t, c, model.FolderInbox) {
			// What is posted comes to him too, under its own name.
			if strings.HasPrefix(m.Subject, "Fw: Lunch") && strings.Contains(m.Body.Content, "Noon at the mill?") {
				return
			}
		}
		t.Error("the forwarded post did not come to Bo")
	})
	journey(t, setup{Data: data, Later: time.Minute}, func(d *driver) {
		d.Press("g", "u")
		d.Pass(2 * time.Second)
		d.See("Noon at the mill?")
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
	if truth(t, data, "", conversations); slices.Contains(topics, "Lunch") || len(topics) == 0 {
		t.Errorf("after the deletion there are the conversations %q", topics)
	}
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
