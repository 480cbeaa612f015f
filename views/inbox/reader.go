package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/attachments"
	"daybook/views/avatar"
	"daybook/views/extensions"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/views/reader"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// keptThreads is how many threads stay prepared: what was read last and the
// neighbours of what is being read.
const keptThreads = 48

// unfoldedMessages is how many messages of a thread are open at first: the
// unread ones, from the first on, and the newest.
const unfoldedMessages = 8

// readerPane is the pane at the right: the thread of the selected row.
type readerPane struct {
	*reader.Pane
	*shared
	rows    func() *rows.List       // what is listed beside it
	sent    func(thread string) int // answers of our own
	trashed func(folder string) bool
	dialog  *dialog.Stack
	parts   *attachments.Screen
	look    func() tea.Cmd // another thread is shown than before
	saw     func() tea.Cmd // more of it is shown
	destroy func(part bool, how change.Doomed, messages ...string) tea.Cmd

	whole    int     // the width that the pane has when it has the keys
	thread   *thread // nil while nothing is selected
	older    bool    // all folded messages have a line
	subject  bool    // a long subject is shown to its end
	prepared map[string]*thread
	order    []string // keys of prepared, the oldest first
	request  views.Request
	faces    *avatar.Book
}

// thread is what the reader shows of a row.
type thread struct {
	key      string
	print    string // what the row consisted of when it was prepared
	messages []*reader.Message
	shape    reader.Shape
}

func newReaderPane(s *shared, box *dialog.Stack) readerPane {
	return readerPane{Pane: reader.NewPane(&s.theme, reader.Options{Margin: 1}), shared: s, dialog: box,
		prepared: map[string]*thread{}, faces: avatar.New(views.Inbox, s.options.Faces)}
}

// setSize gives the pane its cells, and the width that it has with the keys.
func (r *readerPane) setSize(width, height, whole int) {
	r.whole = whole
	r.SetSize(width, height)
	if width > 0 && r.thread != nil && r.Width() != r.shape().Width {
		r.layout()
	}
}

// setTheme draws in the theme, which has changed.
func (r *readerPane) setTheme() {
	r.SetTheme(&r.theme)
	r.layout()
}

// fingerprint tells one make-up of a row from another: its messages, and how
// many of our own its thread has.
func (r *readerPane) fingerprint(row *rows.Row) string {
	s := ""
	for _, e := range row.Messages {
		s += e.ID + " "
	}
	if r.rows().Threaded() {
		s += fmt.Sprint(r.sent(row.Key))
	}
	return s
}

// ready is a prepared thread that still is what its row is.
func (r *readerPane) ready(row *rows.Row) *thread {
	if t := r.prepared[row.Key]; t != nil && t.print == r.fingerprint(row) {
		return t
	}
	return nil
}

func (r *readerPane) keep(t *thread) {
	if i := slices.Index(r.order, t.key); i >= 0 {
		r.order = slices.Delete(r.order, i, i+1)
	}
	r.order = append(r.order, t.key)
	r.prepared[t.key] = t
	for len(r.order) > keptThreads {
		delete(r.prepared, r.order[0])
		r.order = r.order[1:]
	}
}

// forget drops what was prepared, so that it is read anew.
func (r *readerPane) forget() {
	r.request.Cancel()
	clear(r.prepared)
	r.order = nil
}

// dropFile takes an attachment out of what is read.
func (r *readerPane) dropFile(message, id string) {
	r.each(message, func(m *reader.Message) {
		m.Files = slices.DeleteFunc(slices.Clone(m.Files), func(f reader.File) bool { return f.ID == id })
	})
}

// each calls f with every message of this id that is prepared, and lays what is
// shown out anew.
func (r *readerPane) each(id string, f func(*reader.Message)) {
	for _, t := range r.prepared {
		if i := t.find(id); i >= 0 {
			f(t.messages[i])
		}
	}
	r.layout()
}

// shape is what bodies are wrapped for.
func (r *readerPane) shape() reader.Shape { return reader.ShapeOf(&r.theme, r.TextWidth(r.whole)) }

// showSelected shows the selected row: at once what is prepared, or its head; the rest
// when it comes.
func (r *readerPane) showSelected() tea.Cmd {
	row := r.rows().Selected()
	if row == nil {
		r.thread = nil
		r.Show(nil, false)
		return nil
	}
	same := r.thread != nil && r.thread.key == row.Key
	if t := r.ready(row); t != nil {
		if !same || r.thread != t {
			r.showThread(t, same)
		}
	} else if !same {
		r.showThread(provisional(row), false)
	}
	cmds := []tea.Cmd{r.prepareNext(), r.wantInvitations(), r.askFaces()}
	if !same {
		cmds = append(cmds, r.look())
	}
	return tea.Batch(cmds...)
}

// askFaces reads the faces of who wrote the open messages.
func (r *readerPane) askFaces() tea.Cmd {
	if r.thread == nil {
		return nil
	}
	var from []string
	for _, m := range r.thread.messages {
		if m.Open {
			from = append(from, m.Sender.Address)
		}
	}
	return r.faces.Ask(&r.theme, from...)
}

// provisional is what the list knows of a thread.
func provisional(row *rows.Row) *thread {
	t := &thread{key: row.Key}
	for i, e := range slices.Backward(row.Messages) {
		t.messages = append(t.messages, &reader.Message{
			ID: e.ID, Received: e.Received, Subject: e.Subject, Preview: e.Preview,
			Sender: e.From, From: text.Address(e.From.Name, e.From.Address), Open: i == 0,
			High: e.Importance == model.ImportanceHigh, Draft: e.Draft,
		})
	}
	return t
}

// showThread puts a thread on the screen; same keeps the place in it.
func (r *readerPane) showThread(t *thread, same bool) {
	at := max(slices.IndexFunc(t.messages, func(m *reader.Message) bool { return m.Open }), 0)
	same = same && r.thread != nil && r.thread.loaded()
	if same {
		reader.Inherit(t.messages, r.thread.messages)
		if m := r.thread.messages[r.At]; m.Open {
			if i := t.find(m.ID); i >= 0 {
				at = i
			}
		}
	}
	if r.thread != t {
		if r.thread == nil || r.thread.key != t.key {
			r.subject = false
		}
		r.thread, r.older = t, false
	}
	r.Show(r.page(), same)
	r.At = at
	r.KeepCurrent()
}

// find is the place of a message by its id, -1 when it is not there.
func (t *thread) find(id string) int {
	return slices.IndexFunc(t.messages, func(m *reader.Message) bool { return m.ID == id })
}

// loaded says that the text of a message was read.
func (t *thread) loaded() bool {
	return slices.ContainsFunc(t.messages, func(m *reader.Message) bool { return m.Loaded })
}

// layout lays the thread out anew.
func (r *readerPane) layout() {
	r.Show(r.page(), true)
	r.KeepCurrent()
}

// page is the lines of the thread, nil for none.
func (r *readerPane) page() *reader.Page {
	if r.thread == nil {
		return nil
	}
	r.Several = len(r.thread.messages) > 1
	if row := r.rows().Selected(); row != nil && row.Key == r.thread.key {
		for _, e := range row.Messages {
			if i := r.thread.find(e.ID); i >= 0 {
				r.thread.messages[i].Unseen = !e.Read
			}
		}
	}
	mail := reader.Mail{Page: &reader.Page{Theme: &r.theme, Shape: r.shape()}, Messages: r.thread.messages, Now: r.today(),
		Faces: r.faces, Answers: answerKeys, Older: r.older, Whole: r.subject}
	mail.Lay()
	return mail.Page
}

// prepareNext prepares the selected row or, when it is, its neighbours: one
// at a time, so that a held key leaves no queue behind.
func (r *readerPane) prepareNext() tea.Cmd {
	if r.request.Busy() {
		return nil
	}
	for _, step := range []int{0, 1, -1, 2, 3} {
		row := r.rows().At(r.rows().Cursor() + step)
		if row == nil {
			continue
		}
		if t := r.ready(row); t == nil || t.shape != r.shape() {
			return r.prepare(row)
		}
	}
	return nil
}

// prepare gets a row's thread ready: the conversation, and the bodies of the
// messages that will be open.
func (r *readerPane) prepare(row *rows.Row) tea.Cmd {
	service := r.service
	t := &thread{key: row.Key, print: r.fingerprint(row), shape: r.shape()}
	conversation := ""
	if r.rows().Threaded() {
		conversation = row.Newest().Conversation
	}
	newest := row.Newest().ID
	open := map[string]bool{newest: true}
	if t := r.thread; t != nil && t.key == row.Key && t.loaded() {
		for _, m := range t.messages {
			open[m.ID] = open[m.ID] || m.Open
		}
	} else {
		for _, e := range slices.Backward(row.Messages) {
			if !e.Read && len(open) < unfoldedMessages {
				open[e.ID] = true
			}
		}
	}
	return views.Load(&r.work, &r.request, func(ctx context.Context) (*thread, error) {
		return t, t.fill(ctx, service, conversation, newest, open)
	}, r.onThread)
}

// fill loads a thread. Without a conversation it is the one message.
func (t *thread) fill(ctx context.Context, service Service, conversation, newest string, open map[string]bool) error {
	if conversation != "" && conversation != newest {
		messages, err := service.Conversation(ctx, conversation)
		if err != nil {
			return err
		}
		for i := range messages {
			m := header(&messages[i])
			if open[m.ID] {
				m = read(ctx, service, m.ID, t.shape)
			}
			if m.Err != nil {
				return m.Err
			}
			t.messages = append(t.messages, m)
		}
	}
	if t.find(newest) < 0 {
		m := read(ctx, service, newest, t.shape)
		if m.Err != nil {
			return m.Err
		}
		t.messages = append(t.messages, m)
	}
	return ctx.Err()
}

// header makes a message without its body.
func header(m *model.Message) *reader.Message {
	out := &reader.Message{
		ID: m.ID, Folder: m.ParentFolderID, Received: receivedAt(m), Sender: from(m),
		Subject: text.Clean(m.Subject), Preview: text.Clean(shorten(m.BodyPreview)),
		To: addressed(m.ToRecipients), Cc: addressed(m.CcRecipients), Bcc: addressed(m.BccRecipients),
		High: m.Importance == model.ImportanceHigh, Draft: m.IsDraft, Unseen: !m.IsRead && !m.IsDraft,
		Custom: extensions.Names(m.Extensions), Files: reader.Files(m.Attachments),
	}
	out.From = text.Address(out.Sender.Name, out.Sender.Address)
	for _, r := range m.ReplyTo {
		if r.EmailAddress.Address != out.Sender.Address {
			out.ReplyTo = append(out.ReplyTo, text.Address(r.EmailAddress.Name, r.EmailAddress.Address))
		}
	}
	if m.MeetingMessageType != "" {
		out.Meeting = m
	}
	return out
}

func addressed(list []model.Recipient) []text.Addressed {
	out := make([]text.Addressed, len(list))
	for i, r := range list {
		out[i] = text.Address(r.EmailAddress.Name, r.EmailAddress.Address)
	}
	return out
}

// read gets a message with its body, ready for a width.
func read(ctx context.Context, service Service, id string, s reader.Shape) *reader.Message {
	message, err := service.Message(ctx, id, false)
	if err != nil {
		return &reader.Message{ID: id, Err: err}
	}
	m := header(&message)
	m.Loaded, m.Open = true, true
	m.Bodies[reader.AsText] = reader.Parse(message.Body, s)
	return m
}

func (r *readerPane) onThread(t *thread, err error) tea.Cmd {
	row := r.rows().Selected()
	shown := row != nil && row.Key == t.key && r.thread != nil && r.thread.key == t.key
	switch {
	case err != nil && shown:
		r.thread.messages[len(r.thread.messages)-1].Err = err
		r.layout()
		return nil
	case err != nil && row != nil && r.ready(row) == nil: // a neighbour could not be prepared
		return r.prepare(row)
	case err != nil:
		return nil
	}
	t.messages = slices.DeleteFunc(t.messages, func(m *reader.Message) bool { return r.trashed(m.Folder) && !strings.Contains(t.print, m.ID) })
	r.keep(t)
	if row == nil || row.Key != t.key {
		return r.prepareNext()
	}
	r.showThread(t, shown)
	return tea.Batch(r.prepareNext(), r.wantInvitations(), r.saw())
}

// seen are the messages of which something was read: on the screen, and not
// their heads alone.
func (r *readerPane) seen() (ids []string) {
	if r.thread == nil || !r.Visible() {
		return nil
	}
	for _, i := range r.Read() {
		if m := r.thread.messages[i]; m.Loaded {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// current is the message that keys of the reader act on: the marked one, or
// while the reader is not shown the one that the list shows. It is nil for
// none.
func (r *readerPane) current() *reader.Message {
	t := r.thread
	if t == nil || len(t.messages) == 0 {
		return nil
	}
	if row := r.rows().Selected(); row != nil && !r.Visible() {
		if i := t.find(row.Newest().ID); i >= 0 {
			return t.messages[i]
		}
	}
	return t.messages[min(r.At, len(t.messages)-1)]
}

// shownID is the id of the current message, empty for none.
func (r *readerPane) shownID() string {
	if m := r.current(); m != nil {
		return m.ID
	}
	return ""
}
