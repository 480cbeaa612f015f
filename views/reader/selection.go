package reader

import "daybook/widget/text"

// selection is lines of one message's text: where it began, and the end that
// keys move.
type selection struct{ from, to int }

// Select begins a selection of lines at the first text in the window, of the
// message that keys act on if it is seen; false where there is none. Scroll, Half,
// Page and To extend it then, in that message.
func (p *Pane) Select() bool {
	from, to := p.window()
	for i := from; i < to; i++ {
		if line := &p.lines[i]; p.quotable(i) && !line.Text.Empty() {
			p.selection = &selection{i, i}
			return true
		}
	}
	return false
}

// Selecting reports whether lines are selected.
func (p *Pane) Selecting() bool { return p.selection != nil }

// Unselect lets them go.
func (p *Pane) Unselect() { p.selection = nil }

// Selected are the lines that are selected.
func (p *Pane) Selected() []text.Text {
	var lines []text.Text
	for i := range p.lines {
		if p.inSelection(i) {
			lines = append(lines, p.lines[i].Text)
		}
	}
	return lines
}

// quotable reports whether a line is text of the message that keys act on.
func (p *Pane) quotable(i int) bool {
	return p.lines[i].Kind == Text && p.lines[i].Message == p.At
}

func (p *Pane) inSelection(i int) bool {
	s := p.selection
	return s != nil && i >= min(s.from, s.to) && i <= max(s.from, s.to) && p.quotable(i)
}

// extend moves the end of the selection as the window would have been moved, and
// the window only as far as that has to be seen; false without a selection.
func (p *Pane) extend(lines int) bool {
	s := p.selection
	if s == nil {
		return false
	}
	step := 1
	if lines < 0 {
		step = -1
	}
	for i := s.to + step; lines != 0 && i >= 0 && i < len(p.lines) && p.lines[i].Message == p.At; i += step {
		if lines -= step; p.quotable(i) {
			s.to = i
		}
	}
	top := p.pager.Top()
	p.pager.ScrollTo(min(max(top, s.to-p.height+1), s.to))
	return true
}
