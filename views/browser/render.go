package browser

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// look tells one theme from another.
type look struct {
	name string
	bar  theme.Glyph
	text theme.Style
}

// retheme draws the rows anew when the root has chosen another theme.
func (b *Browser) retheme() {
	th := b.env.Theme
	if now := (look{th.Name, th.Glyphs.Ellipsis, th.Text}); now != b.drawn {
		b.drawn = now
		b.SetTheme(th)
		b.filter.SetTheme(th)
	}
}

// View draws both panes, or the one that there is room for.
func (b *Browser) View() string {
	b.retheme()
	return b.Fit(b.Panes(b.env.Theme, b.title(), b.under(), b.left, b.right))
}

// title counts what is known, as far as there is room for a count whole.
func (b *Browser) title() string {
	const gap = "   "
	th, parts := b.env.Theme, b.rows.Counts()
	if selected := b.Selected(); selected != "" {
		parts = append([]string{selected}, parts...)
	}
	for len(parts) > 1 && 3+b.o.Title.Width()+text.Width(strings.Join(parts, gap)) > b.width {
		parts = parts[:len(parts)-1]
	}
	return th.Title.Render(" "+b.o.Title.String()) + "  " + th.Muted.Render(strings.Join(parts, gap))
}

// under is the line under the title: a rule, or over the tree the filter.
func (b *Browser) under() string {
	th, rule := b.env.Theme, b.Rule(b.env.Theme)
	if !b.filtering && b.Query().Empty() {
		return rule
	}
	line, _ := b.filter.View(b.filterWidth())
	line = th.Accent.Render(" "+string(th.Glyphs.Search)+" ") + line
	return text.FitStyled(line, b.LeftWidth()) + text.CutStyled(rule, b.LeftWidth(), b.width)
}

func (b *Browser) filterWidth() int { return max(b.LeftWidth()-4, 1) }

// TextCursor is the cursor of the filter, nil while it has not the keys.
func (b *Browser) TextCursor() *tea.Cursor {
	if !b.filtering {
		return nil
	}
	_, x := b.filter.View(b.filterWidth())
	return tea.NewCursor(3+x, 1)
}

// left is the tree, or why there is none.
func (b *Browser) left(width, rows int) []string {
	th := b.env.Theme
	if why, absent := b.rows.Absent(); absent {
		return why.lines(b.env, width)
	}
	if !b.Query().Empty() && b.Len() == 0 {
		words := b.o.NoneFound
		if b.rows.Looking() {
			words = text.Concat(text.Literal("Looking through all folders"), text.Glyph(th.Glyphs.Ellipsis))
		}
		return Words(words, th.Muted, width)
	}
	b.Tree.SetSize(width, rows)
	b.SetFocused(!b.OnRight)
	return strings.Split(b.Tree.View(), "\n")
}

// lines say why there is nothing.
func (a Absence) lines(env *views.Env, width int) []string {
	th := env.Theme
	says, missing := views.Missing(*env, a.Err)
	switch {
	case missing:
		return Words(says, th.Muted, width)
	case a.Err != nil:
		why := a.Err.Error()
		if a.Why != nil {
			why = a.Why(a.Err)
		}
		return Words(text.Clean(a.What+" could not be read: "+why+". ctrl+r tries again."), th.Error, width)
	case a.Busy:
		return Words(text.Concat(text.Clean(a.Reading), text.Glyph(th.Glyphs.Ellipsis)), th.Muted, width)
	case a.None.Empty():
		return nil
	}
	return Words(a.None, th.Muted, width)
}

// right is the detail from the line on that it was scrolled to.
func (b *Browser) right(width, rows int) []string {
	lines := b.detail.Lines(width)
	b.top = max(0, min(b.top, len(lines)-rows))
	return lines[min(b.top, len(lines)):]
}
