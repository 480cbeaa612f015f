package inbox

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/reader"
)

// actions are those on what is read; reading reports that the reader has the
// keys.
func (r *readerPane) actions(reading func() bool) []views.Action {
	shown := func() bool { return r.current() != nil }
	return []views.Action{
		{ID: "next-in-thread", Name: "Next message of the thread", Keys: []string{"]"}, Motion: true, Enabled: shown,
			Do: views.Once(func() tea.Cmd { return r.turn(1) })},
		{ID: "previous-in-thread", Name: "Previous message of the thread", Keys: []string{"["}, Motion: true, Enabled: shown,
			Do: views.Once(func() tea.Cmd { return r.turn(-1) })},
		{ID: "unfold-thread", Name: "Fold or unfold the thread", Words: "collapse expand", Keys: []string{"Z"}, Do: views.Once(r.unfoldAll), Enabled: reading, Needs: views.Needs("the reader")},
		{ID: "unfold-quotes", Name: "Fold or unfold quotations", Words: "collapse expand", Keys: []string{"Q"}, Do: views.Once(r.toggleQuotes), Enabled: shown},
		{ID: "select-lines", Name: "Select lines: y copies, r R f quote them alone", Words: "visual mark text", Keys: []string{"v", "alt+q"},
			Do: views.Once(r.selectLines), Enabled: reading},
		{ID: "form", Name: "HTML as text, plain, source", Words: "headers raw original view", Keys: []string{"H"}, Do: views.Once(r.nextForm), Enabled: shown, Hint: "form"},
		{ID: "links", Opens: true, Name: "Open a link", Words: "url browser web", Keys: []string{"L"}, Do: views.Once(r.chooseLink), Enabled: shown, Hint: "links"},
		{ID: "attachments", Opens: true, Name: "Attachments: show, save, open, pipe, delete", Words: "download files", Keys: []string{"b"}, Do: views.Once(r.chooseFile), Enabled: shown, Hint: "files"},
	}
}

// selectLines begins a selection of the text, or leaves it.
func (r *readerPane) selectLines() tea.Cmd {
	switch {
	case r.Selecting():
		r.Unselect()
	case !r.Select():
		return views.Notice(views.Info, "There is no text of this message here: ] goes to the next.")
	}
	return nil
}

// takeSelected is the text that is selected, "" for none, and leaves it.
func (r *readerPane) takeSelected() string {
	var lines []string
	for _, line := range r.Selected() {
		lines = append(lines, line.String())
	}
	r.Unselect()
	return strings.Join(lines, "\n")
}

// selectedWords say how much is selected, "" for nothing.
func (r *readerPane) selectedWords() string {
	if !r.Selecting() {
		return ""
	}
	return views.Count(len(r.Selected()), "line", "lines") + " selected, esc ends"
}

// find opens the line for words of the messages that are unfolded, quotations too.
func (r *readerPane) find() tea.Cmd {
	for _, m := range r.thread.messages {
		m.Quotes = m.Quotes || m.Open
	}
	r.layout()
	r.StartFind()
	return nil
}

// enter unfolds the first thing in the window that can be, else it reads on.
func (r *readerPane) enter() tea.Cmd {
	if r.thread == nil {
		return nil
	}
	if i := r.First(reader.Folded, reader.Older, reader.Quote); i >= 0 {
		return r.actOn(i)
	}
	r.Page(1)
	return r.saw()
}

// actOn does what a click on a line does.
func (r *readerPane) actOn(i int) tea.Cmd {
	line := r.Line(i)
	m := r.thread.messages[line.Message]
	switch line.Kind {
	case reader.Older:
		r.older = true
	case reader.Longer:
		r.subject = true
	case reader.Quote:
		m.Quotes = true
	case reader.Folded:
		return r.unfold(line.Message)
	case reader.Head:
		if len(r.thread.messages) < 2 {
			return nil
		}
		m.Open = false
	case reader.Attached:
		r.At = line.Message
		return r.chooseFile()
	default:
		return nil
	}
	r.layout()
	return r.saw()
}

// click is a press of the mouse in a cell: a link opens, a fold unfolds.
func (r *readerPane) click(x, y int) tea.Cmd {
	i, link := r.Hit(x, y)
	if r.thread == nil || i < 0 {
		return nil
	}
	line := r.Line(i)
	if line.Kind != reader.Text {
		return r.actOn(i)
	}
	r.At = line.Message
	if link == 0 {
		return nil
	}
	return r.openLink(r.thread.messages[line.Message], link)
}

// unfold opens a message of the thread, and loads it when it has to be.
func (r *readerPane) unfold(i int) tea.Cmd {
	m := r.thread.messages[i]
	m.Open = true
	r.layout()
	r.ToMessage(i)
	return tea.Batch(r.readBody(m), r.saw())
}

// readBody reads the body of a message, unless it is here.
func (r *readerPane) readBody(m *reader.Message) tea.Cmd {
	if m.Loaded {
		return nil
	}
	service, id, shape := r.service, m.ID, r.shape()
	return views.Call(&r.work, 0, func(ctx context.Context) (*reader.Message, error) { return read(ctx, service, id, shape), nil }, r.onMessage)
}

func (r *readerPane) onMessage(read *reader.Message, _ error) tea.Cmd {
	for _, t := range r.prepared {
		for i, m := range t.messages {
			if m.ID == read.ID && !m.Loaded {
				if read.Err != nil {
					m.Err = read.Err
				} else {
					read.Open = m.Open
					t.messages[i] = read
				}
			}
		}
	}
	r.layout()
	return tea.Batch(r.wantInvitations(), r.saw())
}

// unreadBelow is the first unread message that is folded in the window, -1 for
// none.
func (r *readerPane) unreadBelow() int {
	for _, line := range r.Seen() {
		if line.Kind != reader.Folded && line.Kind != reader.Older {
			continue
		}
		for i, m := range r.thread.messages[line.Message:] {
			switch {
			case m.Open:
			case m.Unseen:
				return line.Message + i
			case line.Kind == reader.Older:
				continue
			}
			break
		}
	}
	return -1
}

// turn goes to the next or the previous message of the thread.
func (r *readerPane) turn(step int) tea.Cmd {
	if r.thread == nil || len(r.thread.messages) == 0 {
		return nil
	}
	return r.unfold(min(max(r.At+step, 0), len(r.thread.messages)-1))
}

// unfoldAll unfolds every message of the thread, with the one that was read at the
// top, or folds all but the newest.
func (r *readerPane) unfoldAll() tea.Cmd {
	if r.thread == nil {
		return nil
	}
	all := r.thread.messages
	folded := slices.ContainsFunc(all, func(m *reader.Message) bool { return !m.Open })
	r.subject = folded || len(all) == 1 && !r.subject
	var cmds []tea.Cmd
	for i, m := range all {
		if m.Open = folded || i == len(all)-1; m.Open {
			cmds = append(cmds, r.readBody(m))
		}
	}
	before := r.Len()
	if r.layout(); len(all) == 1 && r.Len() == before {
		r.subject = false
		return views.Notice(views.Info, "The message is alone in its thread, and unfolded.")
	}
	if !folded {
		r.At = len(all) - 1
	}
	if r.ToMessage(r.At); !folded || r.At == 0 {
		r.Top()
	}
	return tea.Batch(append(cmds, r.saw())...)
}

// toggleQuotes folds or unfolds the long quotations of the current message.
func (r *readerPane) toggleQuotes() tea.Cmd {
	m := r.current()
	if m == nil {
		return nil
	}
	return r.TurnQuotes(m, r.layout)
}

// nextForm shows the current message in its next form.
func (r *readerPane) nextForm() tea.Cmd {
	m := r.current()
	if m == nil || !m.Loaded {
		return nil
	}
	m.Form = (m.Form + 1) % reader.Forms
	r.layout()
	if m.Body() != nil {
		return nil
	}
	service, id, form, shape := r.service, m.ID, m.Form, r.shape()
	return views.Call(&r.work, 0, func(ctx context.Context) (*reader.Body, error) { return readForm(ctx, service, id, form, shape) },
		func(b *reader.Body, err error) tea.Cmd { return r.onForm(id, form, b, err) })
}

// readForm gets another form of a message.
func readForm(ctx context.Context, service Service, id string, f reader.Form, s reader.Shape) (*reader.Body, error) {
	if f == reader.AsSource {
		raw, _, err := source(ctx, service, id, sourceShown)
		if err != nil {
			return nil, err
		}
		return reader.Source(raw, s), nil
	}
	message, err := service.Message(ctx, id, f == reader.AsPlain)
	if err != nil {
		return nil, err
	}
	return reader.Parse(message.Body, s), nil
}

func (r *readerPane) onForm(id string, f reader.Form, b *reader.Body, err error) tea.Cmd {
	r.each(id, func(m *reader.Message) {
		if err != nil {
			m.Form = reader.AsText
		} else {
			m.Bodies[f] = b
		}
	})
	if err != nil {
		return views.Notice(views.Failure, "Could not show the message as ", f, ": ", views.Reason(err, noLongerThere))
	}
	return nil
}
