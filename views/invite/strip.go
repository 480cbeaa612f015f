package invite

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// The strip shows a working day, and more of it when the meeting is outside:
// a cell for each half hour.
const (
	stripFrom = 8
	stripTo   = 20
	cell      = 30 * time.Minute
)

// strip draws the reader's day: the hours, what is taken, and below it where
// the meeting would be.
func (b *builder) strip(m *Meeting, start, end time.Time) {
	date, zone := model.DateIn(start), start.Location()
	first, last := stripFrom, stripTo
	if h := start.Hour(); h < first {
		first = h
	}
	if model.DateIn(end) == date {
		last = max(last, min(end.Hour()+1, 24))
	} else {
		last = 24
	}
	last = min(last, first+(b.width-label)/2)
	var hours, marks strings.Builder
	var cells []string
	for h := first; h < last; h++ {
		if (h-first)%2 == 0 && h+1 < last {
			fmt.Fprintf(&hours, "%-4d", h)
		}
		for half := range 2 {
			at := date.At(time.Duration(h)*time.Hour+time.Duration(half)*cell, zone)
			cells = append(cells, m.taken(at, at.Add(cell)))
			mark := " "
			if at.Before(end) && at.Add(cell).After(start) {
				mark = "^"
			}
			marks.WriteString(mark)
		}
	}
	b.add("your day", muted, text.Clean(hours.String()))
	b.lines = append(b.lines, Line{Draw: func(th *theme.Theme) string {
		return text.Blanks(label) + drawCells(th, cells, marks.String())
	}})
	line := text.Clean(marks.String())
	b.lines = append(b.lines, Line{Draw: func(th *theme.Theme) string {
		return text.Blanks(label) + th.Accent.Render(line.String())
	}})
	b.conflicts(m.Conflicts())
}

// taken is how a span of time is taken: the value of showAs that weighs most.
func (m *Meeting) taken(from, to time.Time) string {
	weight := map[string]int{model.ShowTentative: 1, model.ShowWorkingElsewhere: 2, model.ShowBusy: 3, model.ShowOOF: 4}
	most := model.ShowFree
	for _, b := range m.Day {
		if b.Start.Before(to) && b.End.After(from) && weight[b.ShowAs] >= weight[most] {
			most = b.ShowAs
		}
	}
	return most
}

func drawCells(th *theme.Theme, cells []string, marks string) string {
	var b strings.Builder
	for i, taken := range cells {
		glyph, style := th.Glyphs.Free, th.Faint
		switch taken {
		case model.ShowTentative:
			glyph, style = th.Glyphs.Tentative, th.Tentative
		case model.ShowBusy:
			glyph, style = th.Glyphs.Busy, th.Busy
		case model.ShowOOF:
			glyph, style = th.Glyphs.Away, th.Away
		case model.ShowWorkingElsewhere:
			glyph, style = th.Glyphs.Elsewhere, th.Elsewhere
		}
		if marks[i] != ' ' && taken != model.ShowFree {
			style = th.Error
		}
		style.Write(&b, string(glyph))
	}
	return b.String()
}

// conflicts names what takes place at the same time.
func (b *builder) conflicts(list []Busy) {
	if len(list) == 0 {
		b.add("", success, text.Literal("nothing else then"))
		return
	}
	names := make([]text.Text, len(list))
	for i, c := range list {
		names[i] = c.Title
	}
	b.add("", warning, text.Concat(text.Literal("at the same time: "), text.Join(text.Literal(", "), names...)))
}
