// Package pager scrolls over lines that are already wrapped: a mail, a help page, an agenda.
//
// Invariants: a frame asks for the visible lines alone; View has exactly the size that SetSize gave; the window never
// shows less than it could.
package pager

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/text"
)

// Source is the lines, answered from memory.
type Source interface {
	// Len is the number of lines.
	Len() int
	// Text is line i as it is searched.
	Text(i int) text.Text
	// Draw is line i styled, with the matches in it marked; current is the index in found of the match that the
	// search is at, -1 when it is elsewhere. The line may be shorter or longer than the pager is wide.
	Draw(i int, found []text.Range, current int) string
}

// Pager is a window on lines. Make it with New.
type Pager struct {
	src           Source
	theme         *theme.Theme
	width, height int
	top           int
	keys          KeyMap
	search        search
}

// New is an empty pager.
func New(th *theme.Theme) *Pager {
	return &Pager{src: Lines(nil), theme: th, keys: defaultKeys()}
}

// SetTheme changes the looks of the scrollbar; the source draws in its own.
func (p *Pager) SetTheme(th *theme.Theme) { p.theme = th }

// SetSource shows other lines from their beginning. The search stays.
func (p *Pager) SetSource(src Source) {
	p.src, p.top = src, 0
	p.research()
}

// Rewrap shows the same text wrapped anew, at about the same place.
func (p *Pager) Rewrap(src Source) {
	share := 0.0
	if n := p.src.Len(); n > 0 {
		share = float64(p.top) / float64(n)
	}
	p.src = src
	p.research()
	p.ScrollTo(int(share * float64(src.Len())))
}

// SetSize gives the pager its place in cells. ContentWidth is what it leaves to the lines.
func (p *Pager) SetSize(width, height int) {
	p.width, p.height = max(width, 0), max(height, 0)
	p.ScrollTo(p.top)
}

// ContentWidth is the width to wrap to: one column is kept for the scrollbar.
func (p *Pager) ContentWidth() int { return max(p.width-1, 1) }

// Top is the first visible line.
func (p *Pager) Top() int { return p.top }

// AtEnd says that the last line is visible.
func (p *Pager) AtEnd() bool { return p.top >= p.lastTop() }

// ScrollTo makes a line the first visible one, as far as there is text below.
func (p *Pager) ScrollTo(line int) { p.top = max(min(line, p.lastTop()), 0) }

// Scroll moves by lines and says whether it moved.
func (p *Pager) Scroll(lines int) bool {
	before := p.top
	p.ScrollTo(p.top + lines)
	return p.top != before
}

// Page moves by pages, keeping one line in sight.
func (p *Pager) Page(pages int) bool { return p.Scroll(pages * max(p.height-1, 1)) }

// HalfPage moves by half pages.
func (p *Pager) HalfPage(halves int) bool { return p.Scroll(halves * max(p.height/2, 1)) }

func (p *Pager) lastTop() int { return max(p.src.Len()-p.height, 0) }

// View draws the window.
func (p *Pager) View() string {
	if p.width <= 0 || p.height <= 0 {
		return ""
	}
	bar := p.lastTop() > 0
	size := max(p.height*p.height/max(p.src.Len(), 1), 1)
	from := (p.height - size) * p.top / max(p.lastTop(), 1)
	lines := make([]string, p.height)
	for y := range lines {
		line := ""
		if i := p.top + y; i < p.src.Len() {
			line = p.draw(i)
		}
		if lines[y] = text.FitStyled(line, p.width); bar {
			mark := p.theme.Scrollbar.Render(string(p.theme.Glyphs.ScrollTrack))
			if y >= from && y < from+size {
				mark = p.theme.Styles.ScrollThumb.Render(string(p.theme.Glyphs.ScrollThumb))
			}
			lines[y] = text.FitStyled(line, p.width-1) + mark
		}
	}
	return strings.Join(lines, "\n")
}

func (p *Pager) draw(i int) string {
	found, current := p.search.on(i)
	return p.src.Draw(i, found, current)
}

// KeyMap is the keys of scrolling.
type KeyMap struct {
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, Top, Bottom key.Binding
}

// defaultKeys is that of less and vi.
func defaultKeys() KeyMap {
	bind := func(help, what string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, what))
	}
	return KeyMap{
		Up:       bind("k", "up", "k", "up"),
		Down:     bind("j", "down", "j", "down", "enter"),
		PageUp:   bind("pgup", "page up", "pgup", "ctrl+b", "shift+space"),
		PageDown: bind("space", "page down", "pgdown", "ctrl+f", "space"),
		HalfUp:   bind("ctrl+u", "half a page up", "ctrl+u"),
		HalfDown: bind("ctrl+d", "half a page down", "ctrl+d"),
		Top:      bind("home", "beginning", "home", "g"),
		Bottom:   bind("G", "end", "G", "end"),
	}
}

// SetKeys changes the keys of scrolling.
func (p *Pager) SetKeys(k KeyMap) { p.keys = k }

// Update handles a key of scrolling and says whether it was one.
func (p *Pager) Update(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, p.keys.Up):
		p.Scroll(-1)
	case key.Matches(msg, p.keys.Down):
		p.Scroll(1)
	case key.Matches(msg, p.keys.PageUp):
		p.Page(-1)
	case key.Matches(msg, p.keys.PageDown):
		p.Page(1)
	case key.Matches(msg, p.keys.HalfUp):
		p.HalfPage(-1)
	case key.Matches(msg, p.keys.HalfDown):
		p.HalfPage(1)
	case key.Matches(msg, p.keys.Top):
		p.ScrollTo(0)
	case key.Matches(msg, p.keys.Bottom):
		p.ScrollTo(p.lastTop())
	default:
		return false
	}
	return true
}
