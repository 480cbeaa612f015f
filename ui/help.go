package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// helpBox lists every key of the screen, made from the same actions that the
// keys run, in columns by group.
type helpBox struct {
	root    *Model
	actions []views.Action
	top     int
	lines   int
	height  int
}

func (m *Model) openHelp(int) tea.Cmd {
	m.collectActions()
	m.push(&helpBox{root: m, actions: m.actions})
	return nil
}

func (h *helpBox) Cursor() *tea.Cursor { return nil }

func (h *helpBox) Update(msg tea.Msg) (tea.Cmd, bool) {
	step := 0
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "j", "down":
			step = 1
		case "k", "up":
			step = -1
		case "ctrl+d", "pgdown", "space":
			step = h.height
		case "ctrl+u", "pgup":
			step = -h.height
		case "G", "end":
			step = h.lines
		case "home":
			step = -h.lines
		default:
			return nil, true
		}
	case tea.MouseWheelMsg:
		step = 3
		if msg.Button == tea.MouseWheelUp {
			step = -3
		}
	case tea.MouseClickMsg:
		return nil, true
	}
	h.top = max(0, min(h.top+step, h.lines-h.height))
	return nil, false
}

// Box implements modal.
func (h *helpBox) Box(width, height int) string {
	width, height = width-4, height-2
	columns := max(1, min(4, width/34))
	cell := width / columns
	var lines []string
	for _, block := range h.blocks(cell - 2) {
		lines = append(lines, block...)
	}
	perColumn := (len(lines) + columns - 1) / columns
	rows := make([]string, perColumn)
	for i := range rows {
		var b strings.Builder
		for c := range columns {
			line := ""
			if at := c*perColumn + i; at < len(lines) {
				line = lines[at]
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
	title := text.Clean("Keys: " + h.root.tabs[h.root.active].Title)
	st := h.root.env.Theme
	keys := dialog.Keys("any other key", "closes")
	if h.lines > height {
		keys = append(dialog.Keys("j k", fmt.Sprintf("scroll, %d of %d", h.top+height, h.lines)), dialog.Keys("esc", "close")...)
	}
	footer := dialog.Foot(st, width-2, keys...)
	return framed(h.root, title, padded(rows[h.top:min(len(rows), h.top+height)]), footer)
}

// blocks draws each group: its heading, the keys that do something now, a
// blank line.
func (h *helpBox) blocks(width int) [][]string {
	st := h.root.env.Theme
	order := []string{}
	groups := map[string][]string{}
	for _, a := range h.actions {
		if len(a.Keys) == 0 || !a.Can() {
			continue
		}
		group := a.Group
		if group == "" {
			group = "Here"
		}
		if groups[group] == nil {
			order = append(order, group)
			groups[group] = []string{st.Heading.Render(group)}
		}
		left := min(14, width/2)
		keys, name := text.Clean(strings.Join(a.Keys, ", ")).Wrap(left), text.Clean(a.Name).Wrap(width-left-1)
		for i := range max(len(keys), len(name)) {
			line := [2]text.Text{}
			if i < len(keys) {
				line[0] = keys[i]
			}
			if i < len(name) {
				line[1] = name[i]
			}
			groups[group] = append(groups[group], st.Key.Render(line[0].Fit(left, text.Text{}).String())+" "+st.KeyText.Render(line[1].String()))
		}
	}
	var out [][]string
	for _, g := range order {
		out = append(out, append(groups[g], ""))
	}
	return out
}
