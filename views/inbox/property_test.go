package inbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/views/inbox/rows"
	"daybook/views/viewtest"
)

// TestUndoOfEverythingIsTheIdentity: whatever is done to whatever is
// selected, undone to the beginning the mailbox is as it was, redone to the
// end it is as it had become, and the screen agrees with it all along. Now
// and then the service refuses.
func TestUndoOfEverythingIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom([]func() *fake{office, func() *fake { return flat(30) }}).Draw(rt, "mailbox")()
		refuses := rapid.SampledFrom([]string{"none", "m04", "m003", "m012"}).Draw(rt, "refuses")
		f.refuse = func(op Op) error {
			if op.ID == refuses {
				return errors.New("refused")
			}
			return nil
		}
		d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{PageSize: 12, After: rapid.SampledFrom([]After{Next, Previous, Stay}).Draw(rt, "after")})
		before := d.mailbox()
		keys := []string{"j", "k", "G", "x", "X", "*", "A", "v", "F", "e", "d", "s", "i", "N", "o", "h t", "h m", "esc"}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			key := rapid.SampledFrom(keys).Draw(rt, "key")
			if d.Action(key) == nil {
				continue
			}
			d.Press(key)
			d.agrees(rt, key)
		}
		after := d.mailbox()
		for len(d.Steps) > 0 {
			d.Press("u")
			d.agrees(rt, "u")
		}
		if got := d.mailbox(); got != before {
			rt.Fatalf("undone:\n%s\nwant\n%s", got, before)
		}
		for len(d.Undone) > 0 {
			d.Press("U")
			d.agrees(rt, "U")
		}
		if got := d.mailbox(); got != after {
			rt.Fatalf("redone:\n%s\nwant\n%s", got, after)
		}
	})
}

// TestAnswersMayComeLate: keys, undo and redo go on while the service has yet
// to answer and refuses some; when it has, screen and service agree.
func TestAnswersMayComeLate(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := flat(12)
		refuses := rapid.SampledFrom([]string{"none", "m003"}).Draw(rt, "refuses")
		f.refuse = func(op Op) error {
			if op.ID == refuses {
				return errors.New("refused")
			}
			return nil
		}
		d := start(t, f, 120, 34)
		keys := []string{"j", "k", "x", "X", "*", "v", "e", "d", "s", "N", "h m", "u", "U", "hold", "release"}
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			switch key := rapid.SampledFrom(keys).Draw(rt, "key"); {
			case key == "hold":
				d.Hold()
			case key == "release":
				d.Release()
			case key == "u" && len(d.Steps) == 0, key == "U" && len(d.Undone) == 0, (key == "h m" || len(key) == 1 && strings.Contains("xXesdNv*jk", key)) && d.Action(key) == nil:
			default:
				d.Press(key)
			}
		}
		d.Release()
		d.agrees(rt, "all")
	})
}

// mailbox is the state of all messages at the service.
func (d *driver) mailbox() string {
	var lines []string
	for id := range d.f.messages {
		m := d.f.get(id)
		flag := m.Flag != nil && m.Flag.FlagStatus == model.Flagged
		folder := m.ParentFolderID // or its name, where it was made: undo and redo give it another id
		for _, made := range d.f.folders {
			if made.ID == folder && made.WellKnownName == "" {
				folder = made.DisplayName
			}
		}
		lines = append(lines, fmt.Sprintln(id, folder, m.IsRead, flag, m.Importance == model.ImportanceHigh,
			orFocused(m.InferenceClassification), m.Categories, snoozedUntil(m)))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// agrees holds what the screen knows against the service.
func (d *driver) agrees(rt *rapid.T, key string) {
	d.m.list.rows.Messages(func(e *rows.Message) {
		m := d.f.get(e.ID)
		if m.ParentFolderID != e.Folder || m.IsRead != e.Read || snoozedUntil(m) != e.Snoozed ||
			orFocused(m.InferenceClassification) != orFocused(e.Class) || (m.Importance == model.ImportanceHigh) != (e.Importance == model.ImportanceHigh) {
			rt.Fatalf("after %s the screen has %+v and the service %+v", key, *e, m)
		}
		if e.Folder != d.m.list.folder || d.m.list.class != "" && orFocused(e.Class) != d.m.list.class {
			rt.Fatalf("after %s %s is listed, but it is in %s, %s", key, e.ID, e.Folder, e.Class)
		}
	})
	unread := 0
	for id := range d.f.messages {
		if m := d.f.get(id); m.ParentFolderID == "id-inbox" && !m.IsRead {
			unread++
		}
	}
	if got := d.m.folders.all["id-inbox"].UnreadItemCount; got != unread {
		rt.Fatalf("after %s the inbox shows %d unread, want %d", key, got, unread)
	}
	if d.m.triage.edits.Busy() {
		rt.Fatalf("after %s a write is still queued", key)
	}
}
