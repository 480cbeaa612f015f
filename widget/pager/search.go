package pager

import (
	"daybook/widget/text"
)

// search is the matches of a query, in the order of the lines.
type search struct {
	query   text.Query
	matches []match
	at      int // the match the reader is at
}

// match is the places on one line; before counts the matches on the lines above it.
type match struct {
	line, before int
	found        []text.Range
}

// Search marks the matches of a query in all lines, goes to the first from the window's top on, and returns how many
// there are. An empty query ends the search.
func (p *Pager) Search(q text.Query) int {
	p.search = search{query: q}
	p.research()
	s := &p.search
	for _, m := range s.matches {
		if m.line >= p.top {
			s.at = m.before
			break
		}
	}
	if len(s.matches) > 0 {
		p.show()
	}
	return s.total()
}

// NextMatch goes to a later (steps > 0) or earlier match, around the ends, and says which it is of how many; 0 of 0
// when there is none.
func (p *Pager) NextMatch(steps int) (nth, of int) {
	s := &p.search
	n := s.total()
	if n == 0 {
		return 0, 0
	}
	s.at = ((s.at+steps)%n + n) % n
	p.show()
	return s.at + 1, n
}

// Matches says which match the search is at, of how many, and its line; 0 of 0 on line -1 when there is none.
func (p *Pager) Matches() (nth, of, line int) {
	for _, m := range p.search.matches {
		if p.search.at < m.before+len(m.found) {
			return p.search.at + 1, p.search.total(), m.line
		}
	}
	return 0, 0, -1
}

// research finds the matches again in other lines.
func (p *Pager) research() {
	s := &p.search
	s.matches = s.matches[:0]
	if s.query.Empty() {
		return
	}
	total := 0
	for i := range p.src.Len() {
		if found := s.query.Find(p.src.Text(i)); len(found) > 0 {
			s.matches = append(s.matches, match{line: i, before: total, found: found})
			total += len(found)
		}
	}
	s.at = max(min(s.at, total-1), 0)
}

// show scrolls the current match into the window, to its middle when it was outside.
func (p *Pager) show() {
	if _, _, line := p.Matches(); line >= 0 && (line < p.top || line >= p.top+p.height) {
		p.ScrollTo(line - p.height/2)
	}
}

func (s *search) total() int {
	if len(s.matches) == 0 {
		return 0
	}
	last := s.matches[len(s.matches)-1]
	return last.before + len(last.found)
}

// on is the matches on a line and which of them is the current one.
func (s *search) on(line int) (found []text.Range, current int) {
	low, high := 0, len(s.matches)
	for low < high {
		if mid := (low + high) / 2; s.matches[mid].line < line {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == len(s.matches) || s.matches[low].line != line {
		return nil, -1
	}
	m := s.matches[low]
	if current = s.at - m.before; current < 0 || current >= len(m.found) {
		current = -1
	}
	return m.found, current
}

// Lines is a source of plain lines in the terminal's own colours, matches reversed.
type Lines []text.Text

// Len is the number of lines.
func (l Lines) Len() int { return len(l) }

// Text is line i.
func (l Lines) Text(i int) text.Text { return l[i] }

// Draw is line i.
func (l Lines) Draw(i int, _ []text.Range, _ int) string { return l[i].String() }
