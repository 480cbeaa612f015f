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

// book is what the contacts of a mailbox should be: folders by id with their
// parents, contacts by id with their folder.
type book struct {
	me      api.UserRef
	name    func() string
	parents map[string]string // folder -> parent, empty at the top
	cards   map[string]card
}

type card struct{ folder, name string }

// TestRandomContactSequences compares random sequences over nested contact
// folders with a model in memory.
func TestRandomContactSequences(t *testing.T) {
	w := newWorld(t)
	rapid.Check(t, func(rt *rapid.T) {
		b := &book{me: w.mine.Me(), name: w.name, parents: map[string]string{}, cards: map[string]card{}}
		rt.Repeat(map[string]func(*rapid.T){
			"createFolder": b.createFolder,
			"moveFolder":   b.moveFolder,
			"deleteFolder": b.deleteFolder,
			"create":       b.create,
			"change":       b.change,
			"delete":       b.delete,
			"check":        b.check,
		})
		b.check(rt)
	})
}

func pick[V any](t *rapid.T, from map[string]V) string {
	if len(from) == 0 {
		t.Skip("nothing to choose from")
	}
	return rapid.SampledFrom(slices.Sorted(maps.Keys(from))).Draw(t, "id")
}

func (b *book) createFolder(t *rapid.T) {
	var made model.ContactFolder
	var err error
	parent := ""
	if len(b.parents) == 0 || rapid.Bool().Draw(t, "at the top") {
		made, err = b.me.CreateContactFolder(context.Background(), b.name())
	} else {
		parent = pick(t, b.parents)
		made, err = b.me.ContactFolder(parent).CreateChildFolder(context.Background(), b.name())
	}
	if err != nil {
		t.Fatal(err)
	}
	b.parents[made.ID] = parent
}

// within reports whether a folder is another or lies below it.
func (b *book) within(folder, ancestor string) bool {
	for ; folder != ""; folder = b.parents[folder] {
		if folder == ancestor {
			return true
		}
	}
	return false
}

// moveFolder also tries to move a folder below itself, which is refused.
func (b *book) moveFolder(t *rapid.T) {
	id, parent := pick(t, b.parents), pick(t, b.parents)
	_, err := b.me.ContactFolder(id).Update(context.Background(), model.ContactFolderPatch{ParentFolderID: &parent})
	var refusal *api.Error
	switch circle := b.within(parent, id); {
	case circle && !errors.As(err, &refusal):
		t.Fatalf("moving a folder below itself: got %v, want a refusal", err)
	case !circle && err != nil:
		t.Fatal(err)
	case !circle:
		b.parents[id] = parent
	}
}

func (b *book) deleteFolder(t *rapid.T) {
	id := pick(t, b.parents)
	if err := b.me.ContactFolder(id).Delete(context.Background()); err != nil {
		t.Fatal(err)
	}
	lost := map[string]bool{}
	for folder := range b.parents {
		lost[folder] = b.within(folder, id)
	}
	maps.DeleteFunc(b.cards, func(_ string, c card) bool { return lost[c.folder] })
	maps.DeleteFunc(b.parents, func(folder, _ string) bool { return lost[folder] })
}

func (b *book) create(t *rapid.T) {
	folder, name := pick(t, b.parents), rapid.StringMatching(`\pL[\pL' ]{0,10}\pL`).Draw(t, "name")
	made, err := b.me.ContactFolder(folder).CreateContact(context.Background(), model.Contact{DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	b.cards[made.ID] = card{folder, name}
}

func (b *book) change(t *rapid.T) {
	id, name := pick(t, b.cards), b.name()
	got, err := b.me.Contact(id).Update(context.Background(), map[string]string{"displayName": name})
	if err != nil || got.DisplayName != name {
		t.Fatalf("got %q, %v, want %q", got.DisplayName, err, name)
	}
	b.cards[id] = card{b.cards[id].folder, name}
}

func (b *book) delete(t *rapid.T) {
	id := pick(t, b.cards)
	if err := b.me.Contact(id).Delete(context.Background()); err != nil {
		t.Fatal(err)
	}
	delete(b.cards, id)
	if _, err := b.me.Contact(id).Get(context.Background()); !errors.Is(err, model.ErrNotFound) {
		t.Fatalf("reading a deleted contact: got %v, want not found", err)
	}
}

// check reads every folder's contacts through the path of all its parents.
func (b *book) check(t *rapid.T) {
	for id := range b.parents {
		page, err := b.nested(id).Contacts(context.Background(), api.PageSize(2))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]card{}
		for c, err := range page.All(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			got[c.ID] = card{id, c.DisplayName}
		}
		want := maps.Clone(b.cards)
		maps.DeleteFunc(want, func(_ string, c card) bool { return c.folder != id })
		if !maps.Equal(got, want) {
			t.Fatalf("folder %s: got %v, want %v", id, got, want)
		}
	}
}

func (b *book) nested(id string) api.ContactFolderRef {
	if parent := b.parents[id]; parent != "" {
		return b.nested(parent).ChildFolder(id)
	}
	return b.me.ContactFolder(id)
}
