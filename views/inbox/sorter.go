package inbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// sorter is what a person does to folders: to the one under the cursor of their
// pane while that has the keys, else to the one that is listed.
type sorter struct {
	*triage
	pane *folderPane

	goFolder  func(id string) tea.Cmd    // opens a folder that was chosen
	searchFor func(words string) tea.Cmd // answers a saved search
}

// actions are those on folders: by name wherever one is, by key in their pane.
func (s *sorter) actions() []views.Action {
	here := func() bool { return s.focus == folderFocus }
	unsaved := func() bool { return here() && !s.pane.onSaved() } // a saved search has these keys
	one := func(id, name, hint, key string, do func() tea.Cmd) views.Action {
		return views.Action{ID: id, Name: name, Hint: hint, Keys: []string{key}, Here: here, Do: views.Once(func() tea.Cmd {
			if !s.folders.loaded {
				return views.Notice(views.Warning, "The folders are not loaded yet. Try again in a moment.")
			}
			return do()
		})}
	}
	on := func(do func(*model.MailFolder) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			if f := s.folder(); f != nil {
				return do(f)
			}
			return views.Notice(views.Info, "The cursor is on no folder.")
		}
	}
	jump := one("go-folder", "Go to a folder", "go to", "g l", s.chooseToGo).Also("change mailbox sent drafts archive outbox").Opening()
	jump.Here = nil
	rename := one("folder.rename", "Rename the folder", "rename", "r", on(s.rename)).Opening()
	remove := one("folder.delete", "Delete the folder", "delete", "d", on(s.deleteFolder))
	rename.Here, remove.Here = unsaved, unsaved
	return []views.Action{
		jump,
		one("folder.new-folder", "New folder", "new", "n", s.newFolder).Opening(),
		rename,
		one("folder.move", "Move the folder", "move", "m", on(s.chooseParent)).Opening(),
		remove,
		one("folder.read", "Mark all of the folder read", "all read", "N", on(s.markRead)),
		one("folder.empty", "Empty Deleted or Junk", "empty", "E", s.empty),
		one("folder.favourite", "Favourite folder, or no more", "favourite", "f", on(s.favourite)),
	}
}

// folder is the one that is meant, nil for none.
func (s *sorter) folder() *model.MailFolder {
	if s.focus != folderFocus {
		return s.folders.all[s.list.folder]
	}
	if item := s.pane.item(); item != nil {
		return s.folders.all[item.folder]
	}
	return nil
}

// name is a folder's for words.
func name(f *model.MailFolder) string { return text.Clean(f.DisplayName).String() }

// chooseToGo opens the picker of folders and saved searches, those opened last
// first.
func (s *sorter) chooseToGo() tea.Cmd {
	first := slices.DeleteFunc(slices.Clone(s.folders.visited), func(id string) bool { return id == s.list.folder })
	var items []picker.Item
	for _, id := range s.folders.byUse(append(first, s.pane.pinned...)...) {
		f := s.folders.all[id]
		item := picker.Item{ID: id, Title: text.Clean(s.folders.path(id)), Words: f.WellKnownName}
		if f.UnreadItemCount > 0 {
			item.Detail = text.Of(f.UnreadItemCount)
		}
		items = append(items, item)
	}
	for _, saved := range s.pane.saved {
		items = append(items, picker.Item{ID: searchItem + saved.Text, Title: text.Clean(saved.Name), Detail: text.Literal("search")})
	}
	o := picker.Options{Title: text.Literal("Go to"), Placeholder: text.Literal("type to find a folder"), Enter: "open"}
	return s.dialog.Pick(&s.theme, items, o, func(c picker.Choice) tea.Cmd {
		if words, search := strings.CutPrefix(c.IDs[0], searchItem); search {
			return s.searchFor(words)
		}
		return s.goFolder(c.IDs[0])
	})
}

// newFolder asks for the path of a folder. It begins with the folder that is
// meant, if that is a person's own.
func (s *sorter) newFolder() tea.Cmd {
	q := dialog.Question{Title: text.Literal("New folder"), Placeholder: text.Literal("a name, or a folder/a name"), Hint: s.folders.newFolderWords}
	if f := s.folder(); f != nil && f.WellKnownName == "" && !s.folders.trashed(f.ID) {
		q.Value = s.folders.path(f.ID) + "/"
	}
	return s.dialog.AskFor(&s.theme, q, func(box dialog.Box, typed string) (tea.Cmd, error) {
		parent, name, missing, ok := s.folders.newFolder(typed)
		switch {
		case missing != "":
			return nil, fmt.Errorf("there is no folder %q: make that one first", missing)
		case !ok || strings.HasSuffix(typed, "/"):
			return nil, errors.New("there is a folder of that name already; type a name behind it")
		}
		made := &change.Folder{ID: s.env.NewID(), Name: name, Parent: parent, Own: true}
		return s.do("Made the folder ", made, box, name), nil
	})
}

// do does one thing to one folder.
func (s *sorter) do(label string, f *change.Folder, box dialog.Box, rest string) tea.Cmd {
	return s.edits.Do(label+text.Clean(rest).String(), change.Change{Folder: f, Box: box})
}

// fixed says that a folder is there in every mailbox, nil for one that is not.
func fixed(f *model.MailFolder, what string) tea.Cmd {
	if f.WellKnownName == "" {
		return nil
	}
	return views.Notice(views.Warning, name(f), " is there in every mailbox, and cannot be ", what, ".")
}

// placed is the change of a folder's name, or of what it is in.
func (s *sorter) placed(f *model.MailFolder, is change.Place) *change.Folder {
	was := change.Place{Name: f.DisplayName, Parent: s.folders.above(f.ID)}
	return &change.Folder{ID: f.ID, Name: is.Name, Parent: is.Parent, Was: &was, Own: true}
}

func (s *sorter) rename(f *model.MailFolder) tea.Cmd {
	if no := fixed(f, "renamed"); no != nil {
		return no
	}
	id, was := f.ID, f.DisplayName
	q := dialog.Question{Title: text.Of("Rename ", was), Placeholder: text.Literal("a name"), Value: was}
	return s.dialog.AskFor(&s.theme, q, func(box dialog.Box, typed string) (tea.Cmd, error) {
		f := s.folders.all[s.edits.Now(id)]
		switch {
		case f == nil:
			return nil, errors.New("the folder is not there any more")
		case typed == f.DisplayName:
			return nil, nil
		}
		parent := s.folders.above(f.ID)
		if there := s.folders.taken(parent, typed, f.ID); there != "" {
			return nil, fmt.Errorf("there is a folder %s beside it already; choose another name", there)
		}
		return s.do("Renamed ", s.placed(f, change.Place{Name: typed, Parent: parent}), box, was+" to "+typed), nil
	})
}

// topLevel is what stands for the top of the tree among the ids of folders.
const topLevel = "top:"

// chooseParent asks what a folder is moved into.
func (s *sorter) chooseParent(f *model.MailFolder) tea.Cmd {
	if no := fixed(f, "moved"); no != nil {
		return no
	}
	id, was := f.ID, s.folders.above(f.ID)
	var items []picker.Item
	if was != "" {
		items = append(items, picker.Item{ID: topLevel, Title: text.Literal("At the top, in no folder")})
	}
	for _, to := range s.folders.byUse(s.folders.recent...) {
		if to != was && !s.folders.within(to, id) {
			items = append(items, picker.Item{ID: to, Title: text.Clean(s.folders.path(to))})
		}
	}
	var box dialog.Box
	o := picker.Options{Title: text.Of("Move ", f.DisplayName, " into"), Placeholder: text.Literal("type to find a folder")}
	box = dialog.Pick(&s.theme, items, o, func(c picker.Choice) tea.Cmd {
		f, to := s.folders.all[s.edits.Now(id)], strings.TrimPrefix(c.IDs[0], topLevel)
		if f == nil {
			return views.Notice(views.Warning, "The folder is not there any more.")
		}
		if there := s.folders.taken(to, f.DisplayName, f.ID); there != "" {
			s.askAgain(box, fmt.Errorf("there is a folder %s already", there))
			return nil
		}
		into := "to the top"
		if to != "" {
			into = "into " + s.folders.all[to].DisplayName
		}
		return s.do("Moved ", s.placed(f, change.Place{Name: f.DisplayName, Parent: to}), box, f.DisplayName+" "+into)
	})
	s.dialog.Open(box)
	return nil
}

// deleteFolder moves a folder to Deleted Items; one that is there is deleted for
// good, which is asked, and held.
func (s *sorter) deleteFolder(f *model.MailFolder) tea.Cmd {
	if no := fixed(f, "deleted"); no != nil {
		return no
	}
	trash := s.folders.wellKnown(model.FolderDeleted)
	if trash == "" {
		return s.foldersMissing("Deleted Items")
	}
	if s.folders.trashed(f.ID) {
		return s.destroyFolder(f)
	}
	is := change.Place{Name: s.folders.freeName(trash, f.DisplayName, f.ID), Parent: trash}
	return s.do("Deleted the folder ", s.placed(f, is), nil, f.DisplayName)
}

func (s *sorter) destroyFolder(f *model.MailFolder) tea.Cmd {
	all := change.Changes{{Folder: s.doomed(f)}}
	inside, folders := s.inside(f.ID)
	words := "Nothing is in it. "
	if inside+folders > 0 {
		words = doomedCount(inside, folders) + " in it: deleted too. "
	}
	return s.edits.Ask(views.Confirm{Title: text.Of("Delete the folder ", f.DisplayName, " for good?"),
		Detail: text.Clean(words + edit.Warning), Verb: "Delete for good"}, func() tea.Cmd { return s.hold(false, all) })
}

// doomed is the change that deletes a folder for good.
func (s *sorter) doomed(f *model.MailFolder) *change.Folder {
	return &change.Folder{ID: f.ID, Name: f.DisplayName, Parent: s.folders.above(f.ID), Gone: true, Own: true, Doomed: true}
}

// inside counts the messages in a folder and those below it, and those folders.
func (s *sorter) inside(id string) (messages, folders int) {
	below := s.folders.below(id)
	for _, id := range below {
		messages += s.folders.all[id].TotalItemCount
	}
	return messages, len(below) - 1
}

// always is later than all mail.
var always = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// allOf is all mail of a folder that a query finds: what is listed of it, and
// what is to be found.
func (s *sorter) allOf(q Query, count int, match func(*rows.Message) bool) selection {
	q.From = rows.Bound{Time: always}
	a := selection{rest: &rest{query: q, narrow: true, decided: map[string]bool{}}}
	a.rest.match = func(e *rows.Message) bool { return e.Folder == q.Folder && match(e) }
	s.list.rows.Messages(func(e *rows.Message) {
		if a.rest.match(e) {
			a.known, a.rest.decided[e.ID] = append(a.known, e), true
		}
	})
	slices.SortFunc(a.known, func(a, b *rows.Message) int { return b.Received.Compare(a.Received) })
	a.rest.count = max(count-len(a.known), 0)
	return a
}

// markRead marks all of a folder read.
func (s *sorter) markRead(f *model.MailFolder) tea.Cmd {
	no, read := false, true
	a := s.allOf(Query{Folder: f.ID, Search: query.Query{Read: &no}}, f.UnreadItemCount, func(e *rows.Message) bool { return !e.Read })
	if len(a.known) == 0 && f.UnreadItemCount == 0 {
		return views.Notice(views.Info, "All of ", name(f), " is read already.")
	}
	to := try{"Marked read in " + name(f) + ":", func(*rows.Message) change.State { return change.State{Read: &read} }}
	cmd := s.edits.DoFound(to.label+" "+a.words(), &sweep{selection: a, t: s.triage, tries: []try{to}, list: s.list.rows})
	return tea.Batch(cmd, s.list.follow())
}

// empty deletes all of Deleted Items or of Junk for good, with the folders in
// it. Elsewhere it asks which.
func (s *sorter) empty() tea.Cmd {
	if f := s.folder(); f != nil && (f.WellKnownName == model.FolderDeleted || f.WellKnownName == model.FolderJunk) {
		return s.emptyFolder(f)
	}
	m := dialog.Menu{Title: text.Literal("Empty a folder"), Left: "leave"}
	for _, known := range []string{model.FolderDeleted, model.FolderJunk} {
		if f := s.folders.all[s.folders.wellKnown(known)]; f != nil {
			messages, folders := s.inside(f.ID)
			m.Answers = append(m.Answers, dialog.Answer{Title: text.Of(f.DisplayName, ", ", doomedCount(messages, folders)),
				Do: func() tea.Cmd { return s.emptyFolder(f) }})
		}
	}
	if len(m.Answers) == 0 {
		return s.foldersMissing("Deleted Items")
	}
	s.dialog.Open(dialog.Choose(&s.theme, m))
	return nil
}

func (s *sorter) emptyFolder(f *model.MailFolder) tea.Cmd {
	a := s.allOf(Query{Folder: f.ID}, f.TotalItemCount, func(*rows.Message) bool { return true })
	what := doomed{of: name(f)}
	for _, id := range s.folders.below(f.ID)[1:] {
		if s.folders.above(id) == f.ID {
			inside, nested := s.inside(id)
			what.folders = append(what.folders, *s.doomed(s.folders.all[id]))
			what.inside, what.nested = what.inside+inside, what.nested+nested
		}
	}
	return s.edits.DoFound("", &sweep{selection: a, t: s.triage, doom: f.ID, emptied: what, list: s.list.rows})
}

// favourite puts a folder on top of the pane, or takes it from there.
func (s *sorter) favourite(f *model.MailFolder) tea.Cmd {
	words := " is no favourite any more."
	if s.pane.favourite(f.ID) {
		words = " is a favourite, on top of the folders."
	}
	return tea.Batch(s.save(), views.Notice(views.Success, name(f), words))
}
