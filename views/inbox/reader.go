package inbox

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/inbox/rows"
	"daybook/widget/pager"
	"daybook/widget/text"
)

// keptThreads is how many threads stay prepared: what was read last and the
// neighbours of what is being read.
const keptThreads = 48

// unfoldedLetters is how many unread letters of a thread are open at first,
// the newest ones.
const unfoldedLetters = 8

// reader is the pane at the right: the thread of the selected row.
type reader struct {
	pager  *pager.Pager
	lines  *readerLines
	thread *thread // nil while nothing is selected
	at     int     // the letter that keys act on

	kept    map[string]*thread
	order   []string // keys of kept, the oldest first
	request views.Request
	terms   text.Query

	look       views.Request   // the pause after which what is shown was read
	unreadOnly map[string]bool // marked unread by hand while shown
}

// thread is what the reader shows of a row.
type thread struct {
	key     string
	print   string // what the row consisted of when it was prepared
	letters []*letter
	shape   shape
}

func newReader(th *theme.Theme) reader {
	r := reader{pager: pager.New(th), kept: map[string]*thread{}, unreadOnly: map[string]bool{}}
	r.lines = &readerLines{theme: th}
	return r
}

// fingerprint tells one make-up of a row from another: its messages, and how
// many of our own its thread has.
func (m *Model) fingerprint(r *rows.Row) string {
	s := ""
	for _, e := range r.Messages {
		s += e.ID + " "
	}
	if m.list.rows.Threaded() {
		s += fmt.Sprint(m.list.sent[r.Key])
	}
	return s
}

// prepared is a prepared thread that still is what its row is.
func (m *Model) prepared(row *rows.Row) *thread {
	if t := m.reader.kept[row.Key]; t != nil && t.print == m.fingerprint(row) {
		return t
	}
	return nil
}

func (r *reader) keep(t *thread) {
	if i := slices.Index(r.order, t.key); i >= 0 {
		r.order = slices.Delete(r.order, i, i+1)
	}
	r.order = append(r.order, t.key)
	r.kept[t.key] = t
	for len(r.order) > keptThreads {
		delete(r.kept, r.order[0])
		r.order = r.order[1:]
	}
}

// readerShape is what bodies are wrapped for.
func (m *Model) readerShape() shape {
	l := arrange(m.width, m.height, readerFocus)
	return shape{width: max(l.reader.w-readerMargin, 10), ascii: m.theme.Glyphs.Bar == theme.ASCII().Bar}
}

// selected shows the selected row in the reader: at once what is prepared, or
// its head; the rest when it comes. It is called after everything that can
// change the selection.
func (m *Model) selected() tea.Cmd {
	row := m.list.rows.Selected()
	if row == nil {
		m.reader.thread = nil
		m.reader.lines.show(nil, m.readerShape())
		m.reader.pager.SetSource(m.reader.lines)
		return nil
	}
	same := m.reader.thread != nil && m.reader.thread.key == row.Key
	if t := m.prepared(row); t != nil {
		if !same || m.reader.thread != t {
			m.showThread(t, same)
		}
	} else if !same {
		m.showThread(m.provisional(row), false)
	}
	return tea.Batch(m.prepareNext(), m.look(same), m.wantInvitations(), m.askFaces())
}

// askFaces reads the faces of who wrote the open letters.
func (m *Model) askFaces() tea.Cmd {
	if m.reader.thread == nil {
		return nil
	}
	var from []string
	for _, l := range m.reader.thread.letters {
		if l.open {
			from = append(from, l.sender.Address)
		}
	}
	return m.reader.lines.faces.Ask(&m.theme, from...)
}

// provisional is what the list knows of a thread.
func (m *Model) provisional(row *rows.Row) *thread {
	t := &thread{key: row.Key}
	for i, e := range slices.Backward(row.Messages) {
		t.letters = append(t.letters, &letter{
			id: e.ID, folder: e.Folder, received: e.Received, subject: e.Subject, preview: e.Preview,
			sender: e.From, from: text.Address(e.From.Name, e.From.Address), open: i == 0,
			high: e.Importance == model.ImportanceHigh, draft: e.Draft,
		})
	}
	return t
}

// showThread puts a thread on the screen; same keeps the place in it.
func (m *Model) showThread(t *thread, same bool) {
	at := max(t.firstOpen(), 0)
	if same && m.reader.thread != nil {
		t.inherit(m.reader.thread)
		if l := m.reader.thread.letters[m.reader.at]; l.open {
			if i := t.find(l.id); i >= 0 {
				at = i
			}
		}
	}
	m.reader.thread = t
	top := m.reader.pager.Top()
	m.layoutReader()
	if same {
		m.reader.pager.ScrollTo(top)
	} else {
		m.reader.pager.ScrollTo(0)
	}
	m.reader.at = at
	m.reader.keepCurrent()
}

// find is the place of a letter by its id, -1 when it is not there.
func (t *thread) find(id string) int {
	return slices.IndexFunc(t.letters, func(l *letter) bool { return l.id == id })
}

// inherit keeps what was unfolded by hand.
func (t *thread) inherit(before *thread) {
	for _, l := range t.letters {
		for _, old := range before.letters {
			if old.id == l.id && old.loaded && l.loaded {
				l.open, l.quotes, l.form, l.bodies = old.open, old.quotes, old.form, old.bodies
				l.invite, l.asked = old.invite, old.asked
			}
		}
	}
}

func (t *thread) firstOpen() int {
	return slices.IndexFunc(t.letters, func(l *letter) bool { return l.open })
}

// layoutReader lays the lines of the thread out anew.
func (m *Model) layoutReader() {
	m.reader.lines.today = m.today()
	m.reader.lines.show(m.reader.thread, m.readerShape())
	m.reader.pager.Rewrap(m.reader.lines)
	m.reader.pager.Search(m.reader.terms)
	m.reader.keepCurrent()
}

// prepareNext prepares the selected row or, when it is, its neighbours: one
// at a time, so that a held key leaves no queue behind.
func (m *Model) prepareNext() tea.Cmd {
	if m.reader.request.Busy() {
		return nil
	}
	at := m.list.rows.Cursor()
	for _, step := range []int{0, 1, -1, 2, 3} {
		row := m.list.rows.At(at + step)
		if row == nil {
			continue
		}
		if t := m.prepared(row); t == nil || t.shape != m.readerShape() {
			return m.prepare(row)
		}
	}
	return nil
}

// prepare gets a row's thread ready: the conversation, and the bodies of the
// letters that will be open.
func (m *Model) prepare(row *rows.Row) tea.Cmd {
	service, shape := m.service, m.readerShape()
	t := &thread{key: row.Key, print: m.fingerprint(row), shape: shape}
	conversation := ""
	if m.list.rows.Threaded() {
		conversation = row.Newest().Conversation
	}
	open := map[string]bool{row.Newest().ID: true}
	newest := row.Newest().ID
	for _, e := range row.Messages {
		if !e.Read && len(open) < unfoldedLetters {
			open[e.ID] = true
		}
	}
	return views.Load(&m.work, &m.reader.request, func(ctx context.Context) (*thread, error) {
		return t, t.fill(ctx, service, conversation, newest, open)
	}, m.onThread)
}

// fill loads a thread. Without a conversation it is the one message.
func (t *thread) fill(ctx context.Context, service Service, conversation, newest string, open map[string]bool) error {
	if conversation != "" && conversation != newest {
		messages, err := service.Conversation(ctx, conversation)
		if err != nil {
			return err
		}
		for i := range messages {
			l := header(&messages[i])
			if open[l.id] {
				l = read(ctx, service, l.id, t.shape)
			}
			if l.err != nil {
				return l.err
			}
			t.letters = append(t.letters, l)
		}
	}
	if !slices.ContainsFunc(t.letters, func(l *letter) bool { return l.id == newest }) {
		l := read(ctx, service, newest, t.shape)
		if l.err != nil {
			return l.err
		}
		t.letters = append(t.letters, l)
	}
	return ctx.Err()
}

func (m *Model) onThread(t *thread, err error) tea.Cmd {
	row := m.list.rows.Selected()
	if err != nil {
		if row != nil && row.Key == t.key && m.reader.thread != nil && m.reader.thread.key == row.Key {
			m.reader.thread.letters[len(m.reader.thread.letters)-1].err = err
			m.layoutReader()
			return nil
		}
		return m.prepareSelected()
	}
	m.reader.keep(t)
	if row != nil && row.Key == t.key {
		m.showThread(t, m.reader.thread != nil && m.reader.thread.key == row.Key)
	}
	return tea.Batch(m.prepareNext(), m.wantInvitations())
}

// prepareSelected goes on after a neighbour that could not be prepared.
func (m *Model) prepareSelected() tea.Cmd {
	if row := m.list.rows.Selected(); row != nil && m.prepared(row) == nil {
		return m.prepare(row)
	}
	return nil
}

// look starts the time after which the shown message counts as read: not while
// a search is typed, as that shows what nobody has chosen.
func (m *Model) look(same bool) tea.Cmd {
	if same {
		return nil
	}
	clear(m.reader.unreadOnly)
	m.reader.look.Cancel()
	if arrange(m.width, m.height, m.focus).reader.w == 0 || m.search.typing {
		return nil
	}
	return m.work.Wait(&m.reader.look, m.options.MarkRead, func() tea.Cmd {
		if m.search.typing {
			return nil
		}
		return m.sawSelected()
	})
}

// Focus implements views.Focuser: the message shown is looked at again.
func (m *Model) Focus() tea.Cmd { return m.look(false) }

// Blur implements views.Focuser: what nobody sees is not read.
func (m *Model) Blur() { m.reader.look.Cancel() }

// leaveUnread keeps messages unread that a person has just marked so.
func (r *reader) leaveUnread(messages []*rows.Message) {
	for _, m := range messages {
		r.unreadOnly[m.ID] = true
	}
}

func (r *reader) keepsUnread(id string) bool { return r.unreadOnly[id] }

// current is the letter that keys of the reader act on: the marked one, or
// while the reader is not shown the one that the list shows. It is nil for
// none.
func (m *Model) current() *letter {
	t := m.reader.thread
	if t == nil || len(t.letters) == 0 {
		return nil
	}
	if row := m.list.rows.Selected(); row != nil && arrange(m.width, m.height, m.focus).reader.w == 0 {
		if i := t.find(row.Newest().ID); i >= 0 {
			return t.letters[i]
		}
	}
	return t.letters[min(m.reader.at, len(t.letters)-1)]
}
