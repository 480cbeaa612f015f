package reader

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/input"
	"daybook/widget/row"
	"daybook/widget/text"
)

// finder is the line above a page in which words are looked for in what it shows.
type finder struct {
	line   *input.Line
	typing bool // the line has the keys
	from   int  // the line that the window began with
	cursor int  // cell of the text cursor in the line
}

// StartFind opens the line for words to look for in the page, and gives it the
// keys: UpdateFind takes them while FindTyping.
func (p *Pane) StartFind() {
	p.finder = &finder{line: input.New(p.theme, text.Literal("find in this message")), typing: true, from: p.pager.Top()}
	p.finder.line.Focus()
	p.fit()
	p.pager.Search(text.Query{})
}

// Finding reports whether words are looked for in the page, typed or not.
func (p *Pane) Finding() bool { return p.finder != nil }

// FindTyping reports whether the line has the keys.
func (p *Pane) FindTyping() bool { return p.finder != nil && p.finder.typing }

// EndFind closes the line, where the window is.
func (p *Pane) EndFind() {
	if p.finder == nil {
		return
	}
	p.finder = nil
	p.fit()
	p.searchHere(p.terms)
}

// UpdateFind takes a key or a paste while the line has the keys. What is typed is
// found from where the window was, at once; esc goes back there.
func (p *Pane) UpdateFind(msg tea.Msg) tea.Cmd {
	f := p.finder
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc", "ctrl+c":
			p.EndFind()
			p.pager.ScrollTo(f.from)
			p.follow()
			return nil
		case "enter", "up", "down", "tab":
			f.typing = false
			f.line.Blur()
			if f.line.Value() == "" {
				p.EndFind()
				return nil
			}
			return p.NextFound(0)
		}
	}
	before := f.line.Value()
	cmd := f.line.Update(msg)
	if f.line.Value() != before {
		p.pager.ScrollTo(f.from)
		p.pager.Search(p.query())
		p.toMatch()
	}
	return cmd
}

// NextFound goes to a later or an earlier place of what was looked for, around the
// ends, and says so where there is none.
func (p *Pane) NextFound(steps int) tea.Cmd {
	if _, of := p.NextMatch(steps); of > 0 {
		return nil
	}
	for _, l := range p.lines {
		if l.Kind == Folded || l.Kind == Older {
			return views.Notice(views.Info, "It is not in what is unfolded of the thread: Z unfolds the rest.")
		}
	}
	return views.Notice(views.Info, "It is not in this message.")
}

// toMatch has keys act on the message of the place that the search is at.
func (p *Pane) toMatch() {
	if _, of, line := p.pager.Matches(); of > 0 && p.lines[line].Message >= 0 {
		p.At = p.lines[line].Message
	}
}

// query is what is marked: what is looked for in the page, else what was searched
// for among all.
func (p *Pane) query() text.Query {
	if p.finder != nil {
		return text.NewQuery(p.finder.line.Value())
	}
	return p.terms
}

// searchHere marks other words, and leaves the window where it is.
func (p *Pane) searchHere(q text.Query) {
	top := p.pager.Top()
	p.pager.Search(q)
	p.pager.ScrollTo(top)
}

// drawFinder is the line, with which place it is at, of how many.
func (p *Pane) drawFinder() string {
	f, d := p.finder, row.New(p.theme)
	right, look := "", p.theme.Muted
	switch nth, of, _ := p.pager.Matches(); {
	case of > 0:
		right = fmt.Sprintf("%d of %d", nth, of)
	case f.line.Value() != "":
		right, look = "not in this message", p.theme.Warning
		if p.width < 2*len(right) {
			right = "not here"
		}
	}
	d.Words(`\ `, p.theme.Accent)
	line, at := f.line.View(max(p.width-len(right)-4, 1))
	f.cursor = max(at, 0) + 2
	d.Drawn(line)
	d.Columns(len(right)+2, row.Column{Text: text.Clean(right), Style: look, Gap: 1, Fill: true})
	return text.FitStyled(d.String(), p.width)
}

// Cursor is the text cursor of the line, from the pane's corner; nil for none.
func (p *Pane) Cursor() *tea.Cursor {
	if !p.FindTyping() {
		return nil
	}
	return tea.NewCursor(p.finder.cursor, 0)
}
