package contacts

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/holding"
	"daybook/widget/text"
)

// do makes changes in the book and tells the service.
func (m *Model) do(changes []change, why how, label string) tea.Cmd {
	if why == byHand {
		m.pending++
	}
	for i, c := range changes {
		changes[i] = c.renamed(m.book.now)
		m.book.apply(changes[i])
	}
	m.book.writes++
	m.shown(changes)
	return tea.Batch(m.write(changes, why, label), m.settled(), m.showPhotos(changes))
}

// shown has the tree and the cards follow changes.
func (m *Model) shown(changes []change) {
	for _, c := range changes {
		if !c.ofPhoto() {
			delete(m.known, c.node())
		}
	}
	m.tree.Reload()
	if len(changes) == 0 {
		return
	}
	last := changes[len(changes)-1]
	switch {
	case last.Is != nil:
		m.reveal(last.node())
	case last.FolderIs != nil, last.ofPhoto():
		m.reveal(last.node())
	}
}

// reveal unfolds what is above a row and puts the cursor on it.
func (m *Model) reveal(n node) bool {
	var above []string
	if id, ok := n.contact(); ok {
		above = marked(folderMark, m.book.path(m.book.cards[id].ParentFolderID))
	} else if id, ok := n.folder(); ok {
		if up := m.book.path(id); len(up) > 0 {
			above = marked(folderMark, up[:len(up)-1])
		}
	} else if _, ok := n.user(); ok {
		above = []string{string(directoryNode)}
	}
	return m.tree.Reveal(string(n), above...)
}

// tookChanges takes back what was refused, and logs what was done.
func (m *Model) tookChanges(msg changed) tea.Cmd {
	if msg.how == byHand {
		m.pending = max(m.pending-1, 0)
	}
	var done []change
	var errs []error
	var cmds []tea.Cmd
	aliased := false
	m.book.writes++
	for i, asked := range msg.asked {
		if msg.errs[i] != nil {
			if msg.how != forGood {
				m.book.apply(asked.inverse())
				cmds = append(cmds, m.showPhotos([]change{asked.inverse()}))
			}
			errs = append(errs, msg.errs[i])
			continue
		}
		made := msg.made[i]
		done = append(done, made)
		if made.ofPhoto() { // what the service says of it is read
			m.forgetPhoto(made.node())
		}
		if made.ID != asked.ID {
			aliased = m.replaced(asked, made, msg.how) || aliased
		} else if made.Is != nil && asked.Was == nil {
			m.book.put(*made.Is)
		}
	}
	m.tree.Reload()
	cmds = append(cmds, m.settled())
	if aliased {
		cmds = append(cmds, m.saveAliases())
	}
	if err := errors.Join(errs...); err != nil {
		cmds = append(cmds, say(refusal(msg, len(errs), err), views.Failure))
		m.refuse(msg.form, err)
	}
	if len(done) > 0 && msg.how == byHand {
		cmds = append(cmds, m.did(done, msg.label))
	}
	if len(done) > 0 && msg.how == forGood {
		m.book.apply(done[0])
		m.tree.Reload()
		cmds = append(cmds, say(msg.label+" for good", views.Success))
	}
	return tea.Batch(cmds...)
}

// replaced puts what was made in the place of what stood for it until the
// service gave it an id. Steps of the log know the one it had before.
func (m *Model) replaced(asked, made change, why how) (aliased bool) {
	onIt := m.tree.Cursor() == string(asked.node())
	open := m.tree.IsExpanded(string(asked.node()))
	m.book.apply(asked.inverse())
	m.book.apply(made)
	m.book.aliases[asked.ID] = made.ID
	if open {
		m.tree.Expand(string(made.node()))
	}
	if onIt {
		m.reveal(made.node())
	}
	return why != byHand
}

func refusal(msg changed, failed int, err error) string {
	what := "Not done"
	switch msg.how {
	case byUndo:
		what = "Not undone"
	case byRedo:
		what = "Not done again"
	}
	if failed < len(msg.asked) {
		what = fmt.Sprintf("%s for %d of %d", what, failed, len(msg.asked))
	}
	return what + ": " + err.Error()
}

// did puts changes on the undo log.
func (m *Model) did(changes []change, label string) tea.Cmd {
	payload, err := json.Marshal(changes)
	if err != nil {
		return say(label+", but it cannot be undone: "+err.Error(), views.Warning)
	}
	return m.env.Did(views.Did{Step: views.Step{Owner: views.People, Label: label, Payload: payload}})
}

// Pending implements views.Pender.
func (m *Model) Pending() int { return m.pending }

// Revert implements views.Reverter.
func (m *Model) Revert(s views.Step) tea.Cmd {
	if m.custom.Owns(s) {
		return m.custom.Revert(s)
	}
	if d := ofDoomed(s); d != nil {
		return m.spare(d.ID)
	}
	changes, err := read(s)
	if err != nil {
		return say("Undo: "+err.Error(), views.Failure)
	}
	back := make([]change, 0, len(changes))
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i].inverse()
		id := m.book.now(c.ID)
		if c.ofFolder() && c.FolderIs == nil && (len(m.book.contacts[id]) > 0 || len(m.book.below[id]) > 0) {
			return say("Not undone: the folder holds contacts or folders now; move them first", views.Warning)
		}
		back = append(back, c)
	}
	return m.do(back, byUndo, s.Label)
}

// Reapply implements views.Reverter.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	if m.custom.Owns(s) {
		return m.custom.Reapply(s)
	}
	if d := ofDoomed(s); d != nil {
		return m.hold(*d)
	}
	changes, err := read(s)
	if err != nil {
		return say("Redo: "+err.Error(), views.Failure)
	}
	return m.do(changes, byRedo, s.Label)
}

func read(s views.Step) ([]change, error) {
	var changes []change
	if err := json.Unmarshal(s.Payload, &changes); err != nil {
		return nil, fmt.Errorf("read the step %q: %w", s.Label, err)
	}
	return changes, nil
}

// targets are the contacts that an action is for: the marked ones, else the
// one of the cursor.
func (m *Model) targets() []model.Contact {
	var out []model.Contact
	for _, n := range m.selection() {
		if c, ok := n.contact(); ok {
			out = append(out, m.book.cards[c])
		}
	}
	return out
}

// deleteTargets deletes contacts, or the folder that the cursor is on.
func (m *Model) deleteTargets(int) tea.Cmd {
	list := m.targets()
	if folder, ok := m.here().folder(); ok && len(list) == 0 {
		return m.deleteFolder(folder)
	}
	if len(list) == 0 {
		return say("The directory is read only: only contacts and folders can be deleted", views.Warning)
	}
	changes := make([]change, 0, len(list))
	for _, c := range list {
		changes = append(changes, change{ID: c.ID, Was: &c})
	}
	m.tree.ClearMarks()
	return m.do(changes, byHand, "Deleted "+whom(list))
}

// deleteFolder deletes an empty folder at once; a full one cannot be brought
// back, so that is asked, and held.
func (m *Model) deleteFolder(id string) tea.Cmd {
	f := m.book.folders[id]
	if id == m.book.root {
		return say("This folder is there in every mailbox", views.Warning)
	}
	c := change{ID: id, FolderWas: &f}
	contacts, read := m.book.contacts[id]
	if read && len(contacts) == 0 && len(m.book.below[id]) == 0 {
		return m.do([]change{c}, byHand, "Deleted the folder "+f.DisplayName)
	}
	return views.Send(views.Confirm{
		Title: text.Clean("Delete the folder " + f.DisplayName + "?"),
		Detail: text.Clean(fmt.Sprintf("The contacts and folders in it are deleted too. For %d seconds u takes it back; then nothing does.",
			int(holding.Moment/time.Second))),
		Verb: "Delete for good",
		Yes:  views.Send(agreed{doomed: doomed{Folder: c}}),
	})
}

// whom names a few contacts.
func whom(list []model.Contact) string {
	if len(list) == 1 {
		return nameOf(list[0])
	}
	return count(len(list), "contact", "contacts")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func notice(words string, level views.Level) views.Notify {
	return views.Notify{Text: text.Clean(words), Level: level}
}

func say(words string, level views.Level) tea.Cmd { return views.Send(notice(words, level)) }
