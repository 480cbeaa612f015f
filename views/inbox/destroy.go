package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/holding"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// namedInBox is how many subjects a question before a deletion names.
const namedInBox = 3

// doomed is what is to be deleted for good: messages, or an attachment of one.
type doomed struct {
	ID       string   `json:"id"`
	Messages []string `json:"messages"`
	File     string   `json:"file,omitempty"` // id of the attachment, of the one message
	Name     string   `json:"name,omitempty"` // of the attachment

	names []text.Text // the first subjects
}

func (d *doomed) add(e *rows.Message) {
	d.Messages = append(d.Messages, e.ID)
	if len(d.names) < namedInBox {
		subject := e.Subject
		if subject.Empty() {
			subject = text.Literal("(no subject)")
		}
		d.names = append(d.names, subject)
	}
}

// what is it in words: "3 messages", or the attachment's name.
func (d *doomed) what() string {
	if d.File != "" {
		return text.Clean(d.Name).String()
	}
	return plural(len(d.Messages), "message")
}

// deleting is what is held before it is deleted for good, and what is being
// deleted. Messages of either are in no list.
type deleting struct {
	shelf holding.Shelf[doomed]
	gone  map[string]bool // ids of messages
	going []*destruction
}

// destruction is a deletion being carried out.
type destruction struct {
	doomed
	sent    int
	refused []string
	why     error
}

// doomedStep is what the undo log has of a deletion for good; of other steps, it is
// empty.
type doomedStep struct {
	Doomed *doomed `json:"doomed"`
}

// deletion is what a person is asked about.
type deletion struct {
	doomed doomed
	known  []*rows.Message // go to Deleted Items with it
	found  change.Change   // moves all that matched there, known or not
}

// askDestroy asks before messages are deleted for good, and names some. Of none
// it asks nothing.
func (m *Model) askDestroy(d doomed) tea.Cmd {
	if len(d.Messages) == 0 {
		return nil
	}
	title := text.Literal("Delete this message for good?")
	if n := len(d.Messages); n > 1 {
		title = say("Delete ", n, " messages for good?")
	}
	return m.env.Ask(views.Confirm{
		Title: title, Detail: text.Concat(d.quoted(), text.Literal(". "), heldWords()), Verb: "Delete for good",
		Yes: func() tea.Cmd { return m.destroy(deletion{doomed: d}) },
	})
}

// askBoth asks before messages go to Deleted Items and others, if any, are
// deleted for good. Until it is agreed to, nothing is done.
func (m *Model) askBoth(what deletion, others int) tea.Cmd {
	d := &what.doomed
	goes, are := " go", " are"
	if others == 1 {
		goes = " goes"
	}
	if len(d.Messages) == 1 {
		are = " is"
	}
	n := len(d.Messages)
	box := views.Confirm{Title: say(n, are, " in Deleted Items already: delete for good?"), Verb: "Delete all " + plural(n+others, "message"),
		Yes: func() tea.Cmd { return m.destroy(what) }}
	box.Detail = text.Concat(say(others, goes, " to Deleted Items (u brings back). For good: "), d.quoted(), text.Literal(". "), heldWords())
	if n == 0 {
		box.Title = say("Delete ", plural(others, "message"), "?")
		box.Detail = text.Literal("All that the search found, in whatever folder, goes to Deleted Items. u brings back.")
	}
	return m.env.Ask(box)
}

// quoted names the first subjects.
func (d *doomed) quoted() text.Text {
	quoted := make([]text.Text, len(d.names))
	for i, name := range d.names {
		quoted[i] = text.Concat(text.Literal("\u201c"), name, text.Literal("\u201d"))
	}
	detail := text.Join(text.Literal(", "), quoted...)
	if more := len(d.Messages) - len(d.names); more > 0 {
		detail = text.Concat(detail, say(" and ", more, " more"))
	}
	return detail
}

// heldWords say what an agreement to a deletion means.
func heldWords() text.Text {
	return say("For ", int(holding.Moment/time.Second), " seconds u takes it back; then nothing does.")
}

// destroy holds a deletion that a person has agreed to.
func (m *Model) destroy(what deletion) tea.Cmd {
	d := what.doomed
	moved := tea.Cmd(nil)
	switch {
	case !what.found.Empty():
		moved = m.takeFound("Deleted", what.found, what.known)
	case len(what.known) > 0:
		moved = m.act(aim{known: what.known}, m.moving("Deleted", m.folders.wellKnown(model.FolderDeleted)))
	}
	if d.File == "" {
		m.list.rows.Unmark()
	}
	if len(d.Messages) == 0 {
		return moved
	}
	d.ID = m.env.NewID()
	payload, err := json.Marshal(doomedStep{&d})
	if err != nil {
		return tea.Batch(moved, notify(views.Failure, err))
	}
	step := views.Step{Owner: views.Inbox, Payload: payload, Label: "Deleted " + d.what() + " for good"}
	return tea.Batch(moved, m.env.Did(views.Did{Step: step, Words: holding.Words(d.what() + " for good")}), m.doom(d))
}

// doom takes what is to be deleted off the screen, and waits for the moment to
// be over.
func (m *Model) doom(d doomed) tea.Cmd {
	m.deleting.shelf.Hold(d.ID, d)
	if d.File != "" {
		m.dropFile(d.Messages[0], d.File)
		return m.work.After(holding.Moment, func() tea.Cmd { return m.carryOut(d.ID) })
	}
	for _, id := range d.Messages {
		m.deleting.gone[id] = true
		if e := m.list.rows.Message(id); e != nil {
			m.held.put(e)
			m.countIn(e, -1)
		}
	}
	m.list.rows.Remove(d.Messages, m.afterRemoval())
	m.list.sync()
	m.folders.rebuild()
	return tea.Batch(m.work.After(holding.Moment, func() tea.Cmd { return m.carryOut(d.ID) }), m.loadMore(), m.selected())
}

// countIn changes the numbers of a message's folder by one message.
func (m *Model) countIn(e *rows.Message, n int) {
	unread := 0
	if !e.Read {
		unread = n
	}
	m.folders.adjust(e.Folder, unread, n)
	if m.list.lists(e.Folder) && m.list.total >= 0 {
		m.list.total = max(m.list.total+n, 0)
	}
}

// spare shows again what is not deleted after all.
func (m *Model) spare(d doomed) tea.Cmd {
	if d.File != "" {
		m.reader.forget()
		return m.selected()
	}
	var back []*rows.Message
	unknown := false
	for _, id := range d.Messages {
		delete(m.deleting.gone, id)
		e := m.held.byID[id]
		if e == nil {
			unknown = true
			continue
		}
		m.countIn(e, 1)
		if m.list.admits(e) {
			back = append(back, e)
		}
	}
	m.folders.rebuild()
	if unknown || m.list.found {
		return m.reopenList()
	}
	m.list.rows.PutAll(back)
	if len(back) > 0 {
		m.list.rows.Select(back[0].ID)
	}
	m.list.sync()
	return m.selected()
}

// keepDoomed takes a deletion back that is still held.
func (m *Model) keepDoomed(d doomed) tea.Cmd {
	held, was := m.deleting.shelf.Back(d.ID)
	if was != holding.Held {
		return notify(views.Warning, "Too late: ", d.what(), " is deleted.")
	}
	return m.spare(held)
}

// carryOut deletes what was held.
func (m *Model) carryOut(id string) tea.Cmd {
	d, ok := m.deleting.shelf.Go(id)
	if !ok {
		return nil
	}
	m.deleting.going = append(m.deleting.going, &destruction{doomed: d})
	if len(m.deleting.going) > 1 {
		return nil
	}
	return m.destroyNext()
}

// destroyNext deletes the next part of the first deletion.
func (m *Model) destroyNext() tea.Cmd {
	d := m.deleting.going[0]
	service, done := m.service, views.Done(&m.work, func(errs []error, _ error) tea.Cmd { return m.onDestroyed(d, errs) })
	if d.File != "" {
		message, file := d.Messages[0], d.File
		return func() tea.Msg {
			return done([]error{service.DeleteAttachment(context.Background(), message, file)}, nil)
		}
	}
	part := d.Messages[d.sent:min(d.sent+chunk, len(d.Messages))]
	ops := make([]Op, len(part))
	for i, message := range part {
		ops[i] = Op{ID: message, Destroy: true}
	}
	return func() tea.Msg { return done(service.Apply(context.Background(), ops), nil) }
}

// onDestroyed ends a deletion, whose step has expired. What was refused
// is shown again.
func (m *Model) onDestroyed(d *destruction, errs []error) tea.Cmd {
	if len(m.deleting.going) == 0 || m.deleting.going[0] != d {
		return nil
	}
	for i, err := range errs {
		id := d.Messages[d.sent+i]
		if err != nil && !errors.Is(err, model.ErrNotFound) {
			d.refused, d.why = append(d.refused, id), err
			continue
		}
		delete(m.held.byID, id)
		m.told.add(nil, []string{id})
	}
	if d.sent += len(errs); d.sent < len(d.Messages) && len(errs) > 0 {
		return m.destroyNext()
	}
	m.deleting.going = m.deleting.going[1:]
	var cmds []tea.Cmd
	m.deleting.shelf.Done(d.ID)
	if len(m.deleting.going) > 0 {
		cmds = append(cmds, m.destroyNext())
	}
	cmds = append(cmds, m.destroyedAll(d), m.loadFolders(), m.loadMore(), m.selected())
	return tea.Batch(cmds...)
}

func (m *Model) destroyedAll(d *destruction) tea.Cmd {
	if d.why == nil {
		if d.File != "" {
			m.reader.forget()
		}
		for _, id := range d.Messages {
			delete(m.deleting.gone, id)
		}
		return notify(views.Success, "Deleted ", d.what(), " for good.")
	}
	refused := d.doomed
	refused.Messages = d.refused
	return tea.Batch(m.spare(refused), notify(views.Failure, "Could not delete ", refused.what(), ": ", d.why))
}

// destroying says how far a long deletion has come; false for none.
func (m *Model) destroying() (text.Text, float64, bool) {
	if len(m.deleting.going) == 0 || len(m.deleting.going[0].Messages) <= chunk {
		return text.Text{}, -1, false
	}
	d := m.deleting.going[0]
	return say("deleting ", d.sent, " of ", len(d.Messages)), float64(d.sent) / float64(len(d.Messages)), true
}

// dropFile takes an attachment out of what is read.
func (m *Model) dropFile(message, id string) {
	for _, t := range m.reader.kept {
		for _, l := range t.letters {
			if l.id == message {
				l.files = slices.DeleteFunc(slices.Clone(l.files), func(f file) bool { return f.id == id })
			}
		}
	}
	m.layoutReader()
}
