package picker

import (
	"cmp"
	"fmt"
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// rows is the matching items as a list's source.
type rows struct{ *Picker }

func (p *Picker) source() rows { return rows{p} }

// Len is the number of matching items, and of the row under them.
func (r rows) Len() int {
	if !r.made.Empty() {
		return len(r.shown) + 1
	}
	return len(r.shown)
}

// ID is an item's ID.
func (r rows) ID(i int) string {
	if i == len(r.shown) {
		return newID
	}
	return r.items[r.shown[i].item].ID
}

// Height is one line.
func (r rows) Height(int) int { return 1 }

// Version changes with every filtering.
func (r rows) Version(int) uint64 { return r.generation }

// Row draws mark, title with what matched, and detail at the right.
func (r rows) Row(i, width int, state theme.RowState) string {
	s, g := r.theme.Row(state), r.theme.Glyphs
	item, found := Item{Title: r.made}, []text.Range(nil)
	if i < len(r.shown) {
		item, found = r.items[r.shown[i].item], r.shown[i].found
	}
	ellipsis := text.Glyph(g.Ellipsis)
	var b strings.Builder
	bar := " "
	if state.Cursor {
		bar = string(g.Bar)
	}
	s.Bar.Write(&b, bar)
	used := 1
	if r.options.Multi && i < len(r.shown) {
		box := g.CheckOff
		if state.Marked {
			box = g.CheckOn
		}
		s.Mark.Write(&b, string(box)+" ")
		used += text.Width(string(box)) + 1
	}
	if item.Sign != "" && item.Look != nil {
		item.Look(s).Write(&b, string(item.Sign))
		s.Text.Write(&b, " ")
		used += text.Width(string(item.Sign)) + 1
	}
	room := max(width-used-1, 0)
	detail := item.Detail
	if most := max(room/2, room-item.Title.Width()-1); detail.Width() > most { // what the title leaves, or half
		detail = detail.Truncate(most, ellipsis)
	}
	titleRoom := room - detail.Width()
	if !detail.Empty() {
		titleRoom--
	}
	title := item.Title
	if title.Width() > titleRoom {
		title = title.Truncate(titleRoom, ellipsis)
		b.WriteString(s.Text.Render(title.String()))
	} else {
		b.WriteString(title.Highlight(found, s.Text, s.Match))
	}
	s.Text.Write(&b, text.Blanks(width-used-title.Width()-detail.Width()-1))
	s.Muted.Write(&b, detail.String())
	s.Text.Write(&b, text.Blanks(min(1, width-used)))
	return b.String()
}

// footer counts what matches, or is marked, before the keys; where there is little room, the key that leaves is what stays.
func (p *Picker) footer() string {
	th := p.theme
	count := fmt.Sprintf("%d of %d", len(p.shown), len(p.items))
	enter := cmp.Or(p.options.Enter, "choose")
	if p.onNew() {
		enter = "make it"
	}
	keys := [][2]string{{"esc", "cancel"}, {"enter", enter}}
	if p.onNew() && !p.refusal().Empty() {
		keys = keys[:1]
	}
	if p.options.Multi {
		if n := p.list.MarkCount(); n > 0 {
			count = fmt.Sprintf("%d marked", n)
		}
		keys = append(keys, [2]string{"tab", "mark"})
	}
	drawn, room := "", p.width-4
	for _, k := range append(keys, [2]string{"", count}) {
		if room -= text.Width(k[0]) + text.Width(k[1]) + 3; room < 0 && drawn != "" {
			break
		}
		if k[0] == "" {
			return th.Muted.Render(" "+count+" ") + drawn
		}
		drawn = th.Key.Render(" "+k[0]) + th.KeyText.Render(" "+k[1]+" ") + drawn
	}
	return drawn
}

func ruling(th *theme.Theme, n int) string {
	return strings.Repeat(string(th.Glyphs.Border.Horizontal), max(n, 0))
}
