package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// header is the line of the tabs: the screens by number and name, and whose
// mailbox it is.
type header struct {
	*common
	account   text.Text
	brief     text.Text // of the account, where that has no room
	elsewhere func() text.Text
}

const brand = " daybook "

// What the names of tabs leave to the account where not all of them have room:
// more where it is somebody else's, which is to be known.
const (
	ownRoom    = 12
	othersRoom = 28
)

// view draws the line.
func (h *header) view() string {
	st, width := h.env.Theme, h.cells.width
	labels := h.labels()
	var b strings.Builder
	st.Title.Write(&b, brand)
	used := len(brand)
	for i, label := range labels {
		style := st.Tab
		if i == h.screens.active {
			style = st.TabActive
		}
		style.Write(&b, label)
		used += len(label)
	}
	account := h.account
	if account.Width() > width-used-2 && !h.brief.Empty() {
		account = h.brief
	}
	if elsewhere := h.elsewhere(); !elsewhere.Empty() {
		account = text.Concat(elsewhere, text.Glyph(" "+st.Glyphs.Border.Vertical+" "), account)
	}
	account = account.Truncate(max(0, width-used-2), text.Glyph(st.Glyphs.Ellipsis))
	b.WriteString(text.Blanks(width - used - account.Width() - 1))
	st.Muted.Write(&b, account.String())
	b.WriteString(text.Blanks(min(1, width-used)))
	return b.String()
}

// labels are the tabs' numbers and names. Where the line is short the one that
// is seen has its name, and of the others as many as there is room for.
func (h *header) labels() []string {
	tabs := h.screens.tabs
	short, named := make([]string, len(tabs)), make([]string, len(tabs))
	room, all := h.cells.width-len(brand), 0
	for i, t := range tabs {
		short[i] = " " + string(rune('1'+i)) + " "
		named[i] = short[i] + t.Title + " "
		room -= len(short[i])
		all += len(named[i]) - len(short[i])
	}
	if all <= room {
		return named
	}
	active := h.screens.active
	whose := h.account.Width() + 2
	switch {
	case h.brief.Empty():
		whose = min(ownRoom, whose)
	case whose > othersRoom || whose > room-(len(named[active])-len(short[active])):
		whose = min(othersRoom, h.brief.Width()+2)
	}
	room -= whose
	name := func(i int) bool {
		more := len(named[i]) - len(short[i])
		if i != active && more > room {
			return false
		}
		short[i] = named[i]
		room -= more
		return true
	}
	name(active)
	for i := range tabs {
		if i != active && !name(i) {
			break
		}
	}
	return short
}

// click goes to the tab at a cell.
func (h *header) click(x int) tea.Cmd {
	at := len(brand)
	if x < at {
		return nil
	}
	for i, label := range h.labels() {
		if at += len(label); x < at {
			return h.goTo(i)
		}
	}
	return nil
}
