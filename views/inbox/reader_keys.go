package inbox

import (
	tea "charm.land/bubbletea/v2"
	"context"

	"daybook/views"
	"daybook/widget/list"
	"daybook/widget/pager"
	"daybook/widget/text"
)

// scroll moves the window, and the mark of the letter that keys act on with it.
func (r *reader) scroll(move func(*pager.Pager)) {
	top := r.pager.Top()
	move(r.pager)
	if r.pager.Top() != top {
		r.follow()
	}
}

// shown counts the lines of each open letter in the window.
func (r *reader) shown() map[int]int {
	lines := map[int]int{}
	if r.thread == nil {
		return lines
	}
	for _, line := range r.lines.lines[min(r.pager.Top(), r.lines.Len()):min(r.pager.Top()+r.lines.visible, r.lines.Len())] {
		if line.kind != foldLine && line.kind != olderLine && line.kind != subjectLine && r.thread.letters[line.letter].open {
			lines[line.letter]++
		}
	}
	return lines
}

// keepCurrent follows when the letter that keys act on is not in the window.
func (r *reader) keepCurrent() {
	if r.shown()[r.at] == 0 {
		r.follow()
	}
}

// follow has keys act on the letter that takes up most of the window.
func (r *reader) follow() {
	most := 0
	shown := r.shown()
	for i := range r.letters() {
		if shown[i] > most {
			r.at, most = i, shown[i]
		}
	}
}

// flag marks the first words of the letter that keys act on where its head is
// above the window.
func (r *reader) flag() {
	r.lines.flag = -1
	if r.letters() < 2 {
		return
	}
	from := r.pager.Top()
	for i := from; i < min(from+r.lines.visible, r.lines.Len()); i++ {
		switch line := r.lines.lines[i]; {
		case line.letter != r.at:
		case line.kind == headLine:
			return
		case line.kind == bodyLine && !line.text.Empty():
			r.lines.flag = i
			return
		}
	}
}

func (r *reader) letters() int {
	if r.thread == nil {
		return 0
	}
	return len(r.thread.letters)
}

// forget drops what was prepared, so that it is read anew.
func (r *reader) forget() {
	r.request.Cancel()
	clear(r.kept)
	r.order = nil
}

// readOn is a page on, and behind the last one the next message.
func (m *Model) readOn() tea.Cmd {
	if !m.reader.pager.AtEnd() {
		m.reader.scroll(func(p *pager.Pager) { p.Page(1) })
		return nil
	}
	return m.list.move(func(l *list.List) { l.Move(1) })
}

// toggleLine folds or unfolds what a line of the reader stands for; a line of
// a body goes on to the next letter, or a page on.
func (m *Model) toggleLine(at int) tea.Cmd {
	r := &m.reader
	if r.thread == nil || at < 0 || at >= r.lines.Len() {
		return nil
	}
	// Enter acts on the first thing in the window that can be unfolded.
	for i := at; i < min(at+r.lines.visible, r.lines.Len()); i++ {
		switch r.lines.lines[i].kind {
		case foldLine, olderLine, quoteLine:
			return m.actOnLine(i)
		}
	}
	r.scroll(func(p *pager.Pager) { p.Page(1) })
	return nil
}

// actOnLine does what a click on a line does.
func (m *Model) actOnLine(i int) tea.Cmd {
	line := m.reader.lines.lines[i]
	t := m.reader.thread
	switch line.kind {
	case olderLine:
		m.reader.lines.older = true
	case quoteLine:
		t.letters[line.letter].quotes = true
	case foldLine:
		return m.unfold(line.letter)
	case headLine:
		if len(t.letters) < 2 {
			return nil
		}
		t.letters[line.letter].open = false
	case fileLine:
		m.reader.at = line.letter
		return m.chooseFile()
	default:
		return nil
	}
	m.layoutReader()
	return nil
}

// clickLine is a press of the mouse on a line: a link opens, a fold unfolds.
func (m *Model) clickLine(x, y int) tea.Cmd {
	i := m.reader.pager.Top() + y
	if m.reader.thread == nil || i >= m.reader.lines.Len() {
		return nil
	}
	line := m.reader.lines.lines[i]
	if line.body == nil {
		return m.actOnLine(i)
	}
	m.reader.at = line.letter
	cell := x - 1
	for _, span := range line.body.Spans {
		if span.Link == 0 {
			continue
		}
		from := line.text.Slice(text.Range{From: 0, To: span.From}).Width()
		if to := from + line.text.Slice(span.Range).Width(); cell >= from && cell < to {
			return m.openLink(m.reader.thread.letters[line.letter], span.Link)
		}
	}
	return nil
}

// unfold opens a letter of the thread, and loads it when it has to be.
func (m *Model) unfold(i int) tea.Cmd {
	l := m.reader.thread.letters[i]
	l.open = true
	m.layoutReader()
	m.reader.at = i
	m.reader.showLetter(i)
	if l.loaded {
		return nil
	}
	service, id, shape := m.service, l.id, m.readerShape()
	return views.Call(&m.work, 0, func(ctx context.Context) (*letter, error) { return read(ctx, service, id, shape), nil }, m.onLetter)
}

func (m *Model) onLetter(read *letter, _ error) tea.Cmd {
	for _, t := range m.reader.kept {
		for i, l := range t.letters {
			if l.id == read.id && !l.loaded {
				if read.err != nil {
					l.err = read.err
				} else {
					read.open = l.open
					t.letters[i] = read
				}
			}
		}
	}
	m.layoutReader()
	return m.wantInvitations()
}

// showLetter scrolls to the head of a letter.
func (r *reader) showLetter(letter int) {
	for i, line := range r.lines.lines {
		if line.letter == letter && line.kind == headLine {
			r.pager.ScrollTo(i)
			return
		}
	}
}

// turnLetter goes to the next or the previous letter of the thread.
func (m *Model) turnLetter(step int) tea.Cmd {
	t := m.reader.thread
	if t == nil || len(t.letters) == 0 {
		return nil
	}
	i := min(max(m.reader.at+step, 0), len(t.letters)-1)
	return m.unfold(i)
}

// unfoldAll unfolds every letter of the thread, or folds all but the newest.
func (m *Model) unfoldAll() tea.Cmd {
	t := m.reader.thread
	if t == nil {
		return nil
	}
	folded := false
	for _, l := range t.letters {
		folded = folded || !l.open
	}
	var cmds []tea.Cmd
	for i, l := range t.letters {
		if folded {
			if !l.open {
				cmds = append(cmds, m.unfold(i))
			}
		} else {
			l.open = i == len(t.letters)-1
		}
	}
	m.reader.at = len(t.letters) - 1
	m.layoutReader()
	return tea.Batch(cmds...)
}

// toggleQuotes folds or unfolds the long quotations of the current letter.
func (m *Model) toggleQuotes() tea.Cmd {
	l := m.current()
	if l == nil {
		return nil
	}
	l.quotes = !l.quotes
	m.layoutReader()
	return nil
}

// nextForm shows the current letter in its next form.
func (m *Model) nextForm() tea.Cmd {
	l := m.current()
	if l == nil || !l.loaded {
		return nil
	}
	l.form = (l.form + 1) % forms
	m.layoutReader()
	if l.bodies[l.form] != nil {
		return nil
	}
	service, id, f, shape := m.service, l.id, l.form, m.readerShape()
	return views.Call(&m.work, 0, func(ctx context.Context) (*body, error) { return readForm(ctx, service, id, f, shape) },
		func(b *body, err error) tea.Cmd { return m.onForm(id, f, b, err) })
}

func (m *Model) onForm(id string, f form, b *body, err error) tea.Cmd {
	for _, t := range m.reader.kept {
		for _, l := range t.letters {
			if l.id != id {
				continue
			}
			if err != nil {
				l.form = asText
			} else {
				l.bodies[f] = b
			}
		}
	}
	m.layoutReader()
	if err != nil {
		return notify(views.Failure, "Could not show the message as ", f, ": ", err)
	}
	return nil
}
