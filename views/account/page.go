package account

import (
	"slices"

	"daybook/theme"
	"daybook/widget/text"
)

// cursorKey is the key of the row that the cursor is on, "" where none can
// have it.
func (m *Model) cursorKey() string {
	rows := m.here().rows(m.bodyWidth())
	m.settle(rows, m.bodyHeight())
	if len(keysOf(rows)) == 0 {
		return ""
	}
	return m.pages[m.at].key
}

// page draws the rows of the section in exactly height lines.
func (m *Model) page(rows []row, width, height int) []string {
	m.settle(rows, height)
	p := m.pages[m.at]
	out := make([]string, 0, height)
	line := 0
	for _, r := range rows {
		if from := p.top - line; from < r.height && len(out) < height {
			drawn := r.draw(theme.RowState{Cursor: r.key != "" && r.key == p.key, Focused: m.inside && !m.dialog.IsOpen()})
			for _, l := range drawn[max(from, 0):] {
				if len(out) < height {
					out = append(out, text.FitStyled(l, width))
				}
			}
		}
		line += r.height
	}
	for len(out) < height {
		out = append(out, text.Blanks(width))
	}
	return out
}

// settle puts the cursor on a row that is there, and shows that row, whole
// where there is room, and what stands above the first.
func (m *Model) settle(rows []row, height int) {
	p := &m.pages[m.at]
	keys := keysOf(rows)
	if len(keys) > 0 && !slices.Contains(keys, p.key) {
		p.key = keys[0]
		if n := len(keys); p.index >= n {
			p.key = keys[n-1]
		} else if p.index > 0 {
			p.key = keys[p.index]
		}
	}
	p.index = max(slices.Index(keys, p.key), 0)
	total, from, to := 0, 0, 0
	for _, r := range rows {
		if r.key != "" && r.key == p.key {
			from, to = total, total+r.height
		}
		total += r.height
	}
	if !p.free && len(keys) > 0 {
		if p.index == 0 && to <= height {
			from = 0
		}
		p.top = max(min(p.top, from), min(to-height, from))
	}
	p.top = max(0, min(p.top, total-height))
}

// rowAt is the key of the row drawn at a line of the page, "" for none.
func (m *Model) rowAt(y int) string {
	line := -m.pages[m.at].top
	for _, r := range m.here().rows(m.bodyWidth()) {
		if y >= line && y < line+r.height {
			return r.key
		}
		line += r.height
	}
	return ""
}
