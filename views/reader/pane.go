package reader

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/pager"
	"daybook/widget/row"
	"daybook/widget/text"
)

// Pane is a window on a page, and which of its messages the keys act on: one
// that can be seen. Make it with NewPane.
type Pane struct {
	// At is the message that keys act on.
	At int
	// Lit says that the pane has the keys.
	Lit bool
	// Several says that there is more than one message, so that a mark tells
	// which the keys act on.
	Several bool

	theme         *theme.Theme
	options       Options
	pager         *pager.Pager
	cells         int // the lines of the pane
	width, height int // of the window; over it is the line of the finder
	lines         []Line
	laid          int // the width that the lines were laid out for
	flag          int // the line marked because its message's head is above the window, -1 for none
	terms         text.Query
	sought        bool // terms are another query than the pager's
	selection     *selection
	finder        *finder // nil while nothing is looked for in the page
}

// Options are what panes show differently.
type Options struct {
	// Margin is the cells before a line, for the mark of the message that keys
	// act on.
	Margin int
	// Whole marks that message in all its lines, while the pane has the keys;
	// else its head is marked, or its first words below.
	Whole bool
}

// NewPane is an empty pane.
func NewPane(th *theme.Theme, o Options) *Pane {
	p := &Pane{theme: th, options: o, pager: pager.New(th), flag: -1}
	return p
}

// SetTheme draws in another theme; the page is to be laid out anew.
func (p *Pane) SetTheme(th *theme.Theme) {
	p.theme = th
	p.pager.SetTheme(th)
	if p.finder != nil {
		p.finder.line.SetTheme(th)
	}
}

// TurnQuotes folds or unfolds the long quotations of a message, and says so where
// it has none. Layout shows the page anew.
func (p *Pane) TurnQuotes(m *Message, layout func()) tea.Cmd {
	before := p.Len()
	m.Quotes = !m.Quotes
	if layout(); p.Len() != before {
		return nil
	}
	m.Quotes = false
	return views.Notice(views.Info, "There is no long quotation in it to fold.")
}

// SetSize gives the pane its place in cells.
func (p *Pane) SetSize(width, height int) {
	p.width, p.cells = width, height
	p.fit()
}

// fit gives the window what the line of the finder leaves.
func (p *Pane) fit() {
	p.height = max(p.cells-p.over(), 0)
	p.pager.SetSize(p.width, p.height)
}

// over is how many lines are over the window.
func (p *Pane) over() int {
	if p.finder != nil && p.cells > 1 {
		return 1
	}
	return 0
}

// Visible reports whether the pane has a place on the screen.
func (p *Pane) Visible() bool { return p.width > 0 }

// TextWidth is the cells for a page in a pane so wide: beside the text are the
// margin, a blank and the scrollbar.
func (p *Pane) TextWidth(width int) int { return max(width-p.options.Margin-2, 10) }

// Cells is the width of the pane.
func (p *Pane) Cells() int { return p.width }

// Width is the cells that the page was laid out for.
func (p *Pane) Width() int { return p.laid }

// Len is the number of lines.
func (p *Pane) Len() int { return len(p.lines) }

// Show shows a page: the one before laid out anew, at the same line of the same
// message as far as that can be, or another from its beginning. Nil is nothing.
func (p *Pane) Show(page *Page, same bool) {
	top, rewrapped, before := p.pager.Top(), false, len(p.lines)
	message, below := p.place()
	p.lines = nil
	if page != nil {
		p.lines = page.Lines
		rewrapped, p.laid = p.laid != page.Width(), page.Width()
	}
	if !same || rewrapped || len(p.lines) != before {
		p.selection = nil // its lines are others now
	}
	bodies := slices.ContainsFunc(p.lines, func(l Line) bool { return l.body != nil })
	if src := (source{p, p.lines, bodies}); same && rewrapped {
		p.pager.Rewrap(src)
		top = p.pager.Top()
	} else {
		p.pager.SetSource(src)
	}
	switch first, n := p.span(message); {
	case !same:
		top = 0
	case !rewrapped && n > 0:
		top = first + min(below, n-1)
	}
	if !same || p.sought {
		p.pager.Search(p.query())
		p.sought = false
	}
	p.pager.ScrollTo(top)
}

// place is the message that the window begins in, and the lines of it above; -1
// for none.
func (p *Pane) place() (message, below int) {
	from, to := p.window()
	for i := from; i < to && from > 0; i++ {
		if m := p.lines[i].Message; m >= 0 {
			first, _ := p.span(m)
			return m, from - first
		}
	}
	return -1, 0
}

// span is where the lines of a message begin, and how many they are.
func (p *Pane) span(message int) (first, n int) {
	for i, line := range p.lines {
		if line.Message == message && message >= 0 && line.Kind != Subject && line.Kind != Longer {
			if n == 0 {
				first = i
			}
			n++
		}
	}
	return first, n
}

// Search marks what is searched for, from the next page on that is shown.
func (p *Pane) Search(q text.Query) { p.terms, p.sought = q, true }

// Find marks what is searched for at once, and goes to the first place of it.
func (p *Pane) Find(q text.Query) {
	p.terms, p.sought = q, false
	if p.finder == nil {
		p.pager.Search(q)
	}
}

// NextMatch goes to a later or an earlier place that is searched for, around
// the ends, has keys act on its message, and says which it is of how many.
func (p *Pane) NextMatch(steps int) (nth, of int) {
	p.selection = nil
	nth, of = p.pager.NextMatch(steps)
	p.toMatch()
	return nth, of
}

// Scroll moves the window by lines, Half by half pages and Page by pages, and
// To to a line; each lets the keys act on a message that can be seen then. While
// lines are selected they move the end of the selection.
func (p *Pane) Scroll(lines int) { p.moved(lines, func() { p.pager.Scroll(lines) }) }

// Half is like Scroll.
func (p *Pane) Half(halves int) {
	p.moved(halves*max(p.height/2, 1), func() { p.pager.HalfPage(halves) })
}

// Page is like Scroll.
func (p *Pane) Page(pages int) { p.moved(pages*max(p.height-1, 1), func() { p.pager.Page(pages) }) }

// To is like Scroll.
func (p *Pane) To(line int) {
	by := line
	if p.selection != nil {
		by -= p.selection.to
	}
	p.moved(by, func() { p.pager.ScrollTo(line) })
}

// Top shows the page from its beginning, and leaves what the keys act on.
func (p *Pane) Top() { p.pager.ScrollTo(0) }

// AtEnd reports whether the last line is seen.
func (p *Pane) AtEnd() bool { return p.pager.AtEnd() }

func (p *Pane) moved(lines int, move func()) {
	if p.extend(lines) {
		return
	}
	top := p.pager.Top()
	move()
	if p.pager.Top() != top {
		p.follow()
	}
}

// ToMessage has keys act on a message, and shows it from its head on.
func (p *Pane) ToMessage(message int) {
	p.At, p.selection = message, nil
	for i, line := range p.lines {
		if line.Message == message && line.Kind == Head {
			p.pager.ScrollTo(i)
			return
		}
	}
}

// ToLink shows the line of a link.
func (p *Pane) ToLink(link int) {
	for i, line := range p.lines {
		if top := p.pager.Top(); line.Link == link {
			p.pager.ScrollTo(min(max(top, i-p.height+1), i))
			return
		}
	}
}

// window is the lines that are seen.
func (p *Pane) window() (from, to int) {
	from = min(p.pager.Top(), len(p.lines))
	return from, min(from+p.height, len(p.lines))
}

// seen counts the lines of each unfolded message in the window.
func (p *Pane) seen() map[int]int {
	lines := map[int]int{}
	from, to := p.window()
	for _, line := range p.lines[from:to] {
		switch line.Kind {
		case Folded, Older, Subject, Longer:
		default:
			lines[line.Message]++
		}
	}
	delete(lines, -1)
	return lines
}

// Read are the messages in the window of which words can be seen, or the end.
func (p *Pane) Read() (messages []int) {
	from, to := p.window()
	for i := from; i < to; i++ {
		line := &p.lines[i]
		shown := line.Kind == Text || line.Kind == Quote || line.Kind == Attached ||
			line.Kind != Folded && line.Kind != Older && line.Kind != Subject && line.Kind != Longer &&
				(i == len(p.lines)-1 || p.lines[i+1].Message != line.Message)
		if shown && line.Message >= 0 && !slices.Contains(messages, line.Message) {
			messages = append(messages, line.Message)
		}
	}
	return messages
}

// KeepCurrent follows the window when the message that keys act on is not in
// it.
func (p *Pane) KeepCurrent() {
	if p.seen()[p.At] == 0 {
		p.follow()
	}
}

// follow has keys act on the message that takes up most of the window.
func (p *Pane) follow() {
	most := 0
	for message, n := range p.seen() {
		if n > most || n == most && message < p.At {
			p.At, most = message, n
		}
	}
}

// Seen are the lines in the window.
func (p *Pane) Seen() []Line {
	from, to := p.window()
	return p.lines[from:to]
}

// First is the first line in the window of these kinds, -1 for none.
func (p *Pane) First(kinds ...Kind) int {
	from, to := p.window()
	for i := from; i < to; i++ {
		if slices.Contains(kinds, p.lines[i].Kind) {
			return i
		}
	}
	return -1
}

// Line is a line of the page.
func (p *Pane) Line(i int) Line { return p.lines[i] }

// Hit is the line that is in a cell of the pane, -1 for none, and the number of
// the link there in its text, 0 for none.
func (p *Pane) Hit(x, y int) (line, link int) {
	i := p.pager.Top() + y - p.over()
	if y < p.over() || i >= len(p.lines) {
		return -1, 0
	}
	l := &p.lines[i]
	if l.body == nil {
		return i, 0
	}
	cell := x - p.options.Margin
	for _, span := range l.body.Spans {
		if span.Link == 0 {
			continue
		}
		from := l.Text.Slice(text.Range{From: 0, To: span.From}).Width()
		if to := from + l.Text.Slice(span.Range).Width(); cell >= from && cell < to {
			return i, span.Link
		}
	}
	return i, 0
}

// View draws the window, of exactly the pane's size.
func (p *Pane) View() string {
	p.flag = -1
	if !p.options.Whole {
		p.flag = p.firstWords()
	}
	if p.over() > 0 {
		return p.drawFinder() + "\n" + p.pager.View()
	}
	return p.pager.View()
}

// firstWords is the first line with words of the message that keys act on,
// where its head is above the window: -1 where it is not, and where there is no
// other message.
func (p *Pane) firstWords() int {
	from, to := p.window()
	for i := from; i < to; i++ {
		switch line := &p.lines[i]; {
		case line.Message != p.At:
		case line.Kind == Head:
			return -1
		case line.Kind == Text && !line.Text.Empty():
			return i
		}
	}
	return -1
}

// marked reports whether a line has the mark of what the keys act on.
func (p *Pane) marked(i int) bool {
	l := &p.lines[i]
	switch {
	case l.Link > 0:
		return p.Lit && l.Link == p.At
	case p.options.Whole:
		return p.Lit && l.Message == p.At && l.Message >= 0
	}
	return p.Several && l.Message == p.At && (l.Kind == Head || i == p.flag)
}

// source is a page as the source of the pane's pager. Where there are bodies they
// alone are searched: in nothing else a match is marked.
type source struct {
	pane   *Pane
	lines  []Line
	bodies bool
}

// Len implements pager.Source.
func (s source) Len() int { return len(s.lines) }

// Text implements pager.Source.
func (s source) Text(i int) text.Text {
	if s.bodies && s.lines[i].body == nil {
		return text.Text{}
	}
	return s.lines[i].Text
}

// Draw implements pager.Source.
func (s source) Draw(i int, found []text.Range, current int) string {
	p, l := s.pane, &s.lines[i]
	margin := text.Blanks(p.options.Margin)
	chosen := p.inSelection(i)
	if chosen {
		found, current = []text.Range{{To: len(l.Text.String())}}, -1
	}
	if p.marked(i) && p.selection == nil || chosen {
		margin = p.theme.Bar.Render(string(p.theme.Glyphs.Bar)) + text.Blanks(p.options.Margin-1)
	}
	switch {
	case l.body != nil:
		return margin + l.body.Draw(&p.theme.Styles, found, current)
	case l.draw == nil:
		return margin
	}
	d := row.New(p.theme)
	d.Drawn(margin)
	l.draw(d)
	return d.String()
}
