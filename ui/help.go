package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/panes"
	"daybook/widget/text"
)

// helpBox lists every key of the screen, made from the same actions that the
// keys run, and every mark, from what the screen draws with, in columns by
// group.
type helpBox struct {
	root    *Model
	actions []views.Action
	marks   []theme.Mark
	top     int
	lines   int
	height  int
}

func (m *Model) openHelp(int) tea.Cmd {
	m.keys.collect()
	h := &helpBox{root: m, actions: m.keys.actions}
	if e, ok := m.screens.view().(views.Explainer); ok {
		h.marks = e.Legend()
	}
	m.showBox(h)
	return nil
}

// Cursor implements dialog.Box.
func (h *helpBox) Cursor() *tea.Cursor { return nil }

// Update implements dialog.Box.
func (h *helpBox) Update(msg tea.Msg) dialog.Outcome {
	step := 0
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		steps := map[string]int{"j": 1, "down": 1, "k": -1, "up": -1, "ctrl+d": h.height / 2, "ctrl+u": -h.height / 2,
			"pgdown": h.height, "ctrl+f": h.height, "space": h.height, "pgup": -h.height, "ctrl+b": -h.height,
			"G": h.lines, "end": h.lines, "g": -h.lines, "home": -h.lines}
		if step = steps[msg.String()]; step == 0 || h.lines <= h.height {
			return dialog.Outcome{Done: true}
		}
	case tea.MouseWheelMsg:
		step = panes.Wheel(msg)
	case tea.MouseClickMsg:
		return dialog.Outcome{Done: true}
	}
	h.top = max(0, min(h.top+step, h.lines-h.height))
	return dialog.Outcome{}
}

// View implements dialog.Box.
func (h *helpBox) View(width, height int) string {
	width, height = dialog.Inside(width, height)
	width, height = width-4, height-2
	columns := max(1, min(4, width/34))
	cell := width / columns
	laid := inColumns(h.entries(cell-2), columns)
	rows := make([]string, len(laid[0]))
	for i := range rows {
		var b strings.Builder
		for c, column := range laid {
			line := ""
			if i < len(column) {
				line = column[i]
			}
			b.WriteString(line)
			if c < columns-1 {
				b.WriteString(text.Blanks(cell - text.Width(line)))
			}
		}
		rows[i] = b.String()
	}
	h.lines, h.height = len(rows), height
	h.top = max(0, min(h.top, h.lines-height))
	title := text.Clean("Keys: " + h.root.screens.title(h.root.screens.shown()))
	st := h.root.env.Theme
	keys := dialog.Keys("any key", "closes")
	if h.lines > height {
		keys = dialog.Keys("other keys", "close", "j k", fmt.Sprintf("%d-%d of %d", h.top+1, h.top+height, h.lines)) // the last is never left out
	}
	footer := dialog.Foot(st, width-2, keys...)
	return dialog.Framed(st, title, rows[h.top:min(len(rows), h.top+height)], footer, width)
}

// inColumns lays entries into columns, as low as they can be with no entry
// broken; the first is the highest.
func inColumns(entries [][]string, columns int) [][]string {
	total := 0
	for _, e := range entries {
		total += len(e)
	}
	for height := (total + columns - 1) / columns; ; height++ {
		laid, at := make([][]string, columns), 0
		for _, e := range entries {
			if len(laid[at]) > 0 && len(laid[at])+len(e) > height {
				at++
			}
			if at == columns {
				break
			}
			laid[at] = append(laid[at], e...)
		}
		if at < columns {
			highest := 0
			for _, column := range laid {
				highest = max(highest, len(column))
			}
			laid[0] = append(laid[0], make([]string, highest-len(laid[0]))...)
			return laid
		}
	}
}

// taken says that a key of an action does another now.
func (h *helpBox) taken(a views.Action) bool {
	return slices.ContainsFunc(a.Keys, func(key string) bool { return find(strings.Fields(key), h.actions, keyed) != nil })
}

// entries draws the keys that do something now, group by group: the heading with
// the first of them, and a blank line behind the last. Those that would do
// something to what is not there, and nothing else, come last, are faint, and say
// what that is.
func (h *helpBox) entries(width int) [][]string {
	st := h.root.env.Theme
	const lacking = "With something else"
	order := []string{}
	groups := map[string][][]string{}
	for _, a := range h.actions {
		lacks := a.Lacks()
		if len(a.Keys) == 0 || !a.Keyed() && (lacks == "" || a.Hidden || h.taken(a)) {
			continue
		}
		group := a.Group
		switch {
		case lacks != "":
			group = lacking
		case group == "":
			group = "Here"
		}
		if groups[group] == nil {
			if group != lacking {
				order = append(order, group)
			}
			groups[group] = [][]string{{st.Heading.Render(group)}}
		}
		left := min(14, width/2)
		keys, name := text.Clean(strings.Join(a.Keys, ", ")).Wrap(left), text.Clean(a.Name).Wrap(width-left-1)
		keyStyle, nameStyle := st.Key, st.KeyText
		if lacks != "" {
			keyStyle, nameStyle = st.Faint, st.Faint
			name = text.Of(a.Name, ", needs ", lacks).Wrap(width - left - 1)
		}
		var entry []string
		for i := range max(len(keys), len(name)) {
			line := [2]text.Text{}
			if i < len(keys) {
				line[0] = keys[i]
			}
			if i < len(name) {
				line[1] = name[i]
			}
			entry = append(entry, keyStyle.Render(line[0].Fit(left, text.Text{}).String())+" "+nameStyle.Render(line[1].String()))
		}
		if all := groups[group]; len(all) == 1 && len(all[0]) == 1 { // the heading alone
			all[0] = append(all[0], entry...)
		} else {
			groups[group] = append(all, entry)
		}
	}
	var out [][]string
	for _, g := range append(order, lacking) {
		if groups[g] != nil {
			out = append(append(out, groups[g]...), []string{""})
		}
	}
	return append(out, h.legend(width)...)
}

// markWidth is the cells of a mark in the legend.
const markWidth = 3

// legend draws the marks with what each means, under a heading.
func (h *helpBox) legend(width int) [][]string {
	st := h.root.env.Theme
	var out [][]string
	for i, m := range h.marks {
		var entry []string
		if i == 0 {
			entry = append(entry, st.Heading.Render("Marks"))
		}
		sign := text.Glyph(m.Sign(&st.Glyphs))
		lead := m.Look(&st.Styles).Render(sign.String()) + text.Blanks(markWidth-sign.Width())
		for _, line := range text.Clean(m.Means).Wrap(max(width-markWidth, 1)) {
			entry = append(entry, lead+st.KeyText.Render(line.String()))
			lead = text.Blanks(markWidth)
		}
		out = append(out, entry)
	}
	return out
}
