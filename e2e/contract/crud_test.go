package contract

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"daybook/api"
	"daybook/model"

	"pgregory.net/rapid"
)

// mailbox is what the mail of a mailbox should be, kept beside the service:
// folders by id and messages by id, each with what was last written.
type mailbox struct {
	t        *rapid.T
	w        *world
	folders  map[string]string // id -> name
	messages map[string]kept
	trashed  map[string]kept // in Deleted Items
}

type kept struct {
	subject string
	folder  string // id, or the well-known name it was made in
	isRead  bool
}

// TestRandomMailSequences compares random sequences of creating, reading,
// changing, moving and deleting with a model in memory.
func TestRandomMailSequences(t *testing.T) {
	w := newWorld(t)
	rapid.Check(t, func(rt *rapid.T) {
		m := &mailbox{t: rt, w: w, folders: map[string]string{}, messages: map[string]kept{}, trashed: map[string]kept{}}
		rt.Repeat(map[string]func(*rapid.T){
			"createFolder": m.createFolder,
			"renameFolder": m.renameFolder,
			"create":       m.create,
			"read":         m.read,
			"mark":         m.mark,
			"move":         m.move,
			"delete":       m.delete,
			"destroy":      m.destroy,
			"check":        m.check,
		})
		m.check(rt)
	})
}

func one(t *rapid.T, ids map[string]kept) string {
	if len(ids) == 0 {
		t.Skip("no message yet")
	}
	return rapid.SampledFrom(slices.Sorted(maps.Keys(ids))).Draw(t, "message")
}

func (m *mailbox) folder(t *rapid.T) string {
	if len(m.folders) == 0 {
		t.Skip("no folder yet")
	}
	return rapid.SampledFrom(slices.Sorted(maps.Keys(m.folders))).Draw(t, "folder")
}

func (m *mailbox) fatal(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func (m *mailbox) createFolder(t *rapid.T) {
	if len(m.folders) > 4 {
		t.Skip("folders enough")
	}
	f, err := m.w.mine.Me().CreateMailFolder(context.Background(), m.w.name())
	m.fatal(t, err)
	m.folders[f.ID] = f.DisplayName
}

func (m *mailbox) renameFolder(t *rapid.T) {
	id, name := m.folder(t), m.w.name()
	_, err := m.w.mine.Me().MailFolder(id).Rename(context.Background(), name)
	m.fatal(t, err)
	m.folders[id] = name
}

func (m *mailbox) create(t *rapid.T) {
	folder, subject := m.folder(t), rapid.String().Filter(model.IsLine).Draw(t, "subject")
	got, err := m.w.mine.Me().MailFolder(folder).CreateMessage(context.Background(), model.Message{Subject: subject})
	m.fatal(t, err)
	m.messages[got.ID] = kept{subject: got.Subject, folder: folder, isRead: got.IsRead}
	if got.ParentFolderID != folder || !got.IsDraft {
		t.Fatalf("got folder %s draft %v, want %s and a draft", got.ParentFolderID, got.IsDraft, folder)
	}
}

func (m *mailbox) read(t *rapid.T) {
	id := one(t, m.messages)
	got, err := m.w.mine.Me().Message(id).Get(context.Background())
	m.fatal(t, err)
	if want := m.messages[id]; got.Subject != want.subject || got.ParentFolderID != want.folder || got.IsRead != want.isRead {
		t.Fatalf("got %q in %s read %v, want %+v", got.Subject, got.ParentFolderID, got.IsRead, want)
	}
}

func (m *mailbox) mark(t *rapid.T) {
	id, read := one(t, m.messages), rapid.Bool().Draw(t, "read")
	before, err := m.w.mine.Me().Message(id).Get(context.Background())
	m.fatal(t, err)
	got, err := m.w.mine.Me().Message(id).Update(context.Background(), model.MessagePatch{IsRead: &read}, api.IfMatch(before.ETag))
	m.fatal(t, err)
	k := m.messages[id]
	k.isRead = read
	m.messages[id] = k
	if got.IsRead != read {
		t.Fatalf("got read %v, want %v", got.IsRead, read)
	}
}

func (m *mailbox) move(t *rapid.T) {
	id, folder := one(t, m.messages), m.folder(t)
	got, err := m.w.mine.Me().Message(id).Move(context.Background(), folder)
	m.fatal(t, err)
	if got.ID != id {
		t.Fatalf("the move changed the id from %s to %s", id, got.ID)
	}
	k := m.messages[id]
	k.folder = folder
	m.messages[id] = k
}

// delete moves to Deleted Items.
func (m *mailbox) delete(t *rapid.T) {
	id := one(t, m.messages)
	m.fatal(t, m.w.mine.Me().Message(id).Delete(context.Background()))
	m.trashed[id] = m.messages[id]
	delete(m.messages, id)
}

// destroy deletes from there, for good.
func (m *mailbox) destroy(t *rapid.T) {
	id := one(t, m.trashed)
	m.fatal(t, m.w.mine.Me().Message(id).Delete(context.Background()))
	delete(m.trashed, id)
	if _, err := m.w.mine.Me().Message(id).Get(context.Background()); !errors.Is(err, model.ErrNotFound) {
		t.Fatalf("reading a destroyed message: got %v, want not found", err)
	}
}

// check compares every folder's name, counts and messages.
func (m *mailbox) check(t *rapid.T) {
	for id, name := range m.folders {
		f, err := m.w.mine.Me().MailFolder(id).Get(context.Background())
		m.fatal(t, err)
		want := map[string]kept{}
		unread := 0
		for mid, k := range m.messages {
			if k.folder == id {
				want[mid] = k
				if !k.isRead {
					unread++
				}
			}
		}
		if f.DisplayName != name || f.TotalItemCount != len(want) || f.UnreadItemCount != unread {
			t.Fatalf("folder: got %q with %d of %d unread, want %q with %d of %d", f.DisplayName, f.UnreadItemCount, f.TotalItemCount, name, unread, len(want))
		}
		m.compare(t, id, want)
	}
}

// compare reads the folder in pages of two, so that pages are proved as well.
func (m *mailbox) compare(t *rapid.T, folder string, want map[string]kept) {
	page, err := m.w.mine.Me().MailFolder(folder).Messages(context.Background(), api.PageSize(2))
	m.fatal(t, err)
	got := map[string]bool{}
	for msg, err := range page.All(context.Background()) {
		m.fatal(t, err)
		if _, ok := want[msg.ID]; !ok || got[msg.ID] {
			t.Fatalf("the list has %s, which is not in the folder or was there before", msg.ID)
		}
		got[msg.ID] = true
	}
	if len(got) != len(want) {
		t.Fatalf("the list has %d messages, want %d", len(got), len(want))
	}
}
