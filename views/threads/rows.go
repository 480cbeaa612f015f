package threads

import (
	"fmt"
	"hash/maphash"
	"time"

	"daybook/theme"
	"daybook/widget/text"
)

// seed makes the versions of rows; they live as long as the process.
var seed = maphash.MakeSeed()

// groupRows are the lines of the groups.
type groupRows struct{ *Model }

func (r groupRows) Len() int        { return len(r.groups) }
func (r groupRows) ID(i int) string { return r.groups[i].id }
func (r groupRows) Height(int) int  { return 1 }

func (r groupRows) Version(i int) uint64 {
	g := r.groups[i]
	return maphash.Comparable(seed, struct {
		name text.Text
		n    int
		err  bool
	}{g.name, r.unseenIn(g), g.err != nil})
}

func (m *Model) unseenIn(g *group) int {
	n := 0
	for _, t := range g.threads {
		if m.unseen(t) {
			n++
		}
	}
	return n
}

func (r groupRows) Row(i, width int, state theme.RowState) string {
	g, th := r.groups[i], r.env.Theme
	s, n := th.Row(state), r.unseenIn(g)
	end, look := "", s.Text
	switch {
	case g.err != nil:
		end = string(th.Glyphs.Warning)
	case n > 0:
		end, look = fmt.Sprint(n), s.Unread
	}
	row := bar(th, s, state) + look.Render(g.name.Fit(max(width-4-len(end), 0), r.ellipsis()).String()) +
		s.Text.Render(" ") + s.Accent.Render(end) + s.Text.Render(" ")
	return fill(row, width, s)
}

// bar is the two cells that begin a row.
func bar(th *theme.Theme, s *theme.Styles, state theme.RowState) string {
	if state.Cursor {
		return s.Bar.Render(string(th.Glyphs.Bar)) + s.Text.Render(" ")
	}
	return s.Text.Render("  ")
}

// fill makes a row exactly as wide as asked for.
func fill(row string, width int, s *theme.Styles) string {
	if missing := width - text.Width(row); missing > 0 {
		return row + s.Text.Render(text.Blanks(missing))
	}
	return text.FitStyled(row, width)
}

// threadRows are the threads of the group under the cursor.
type threadRows struct{ *Model }

func (r threadRows) Len() int        { return len(r.listed) }
func (r threadRows) ID(i int) string { return r.listed[i].id }
func (r threadRows) Height(int) int  { return 2 }

func (r threadRows) Version(i int) uint64 {
	t := r.listed[i]
	return maphash.Comparable(seed, struct {
		topic, preview, who text.Text
		date                string
		n                   int
		unseen, locked      bool
	}{t.topic, t.preview, r.who(t), relative(t.at, r.now()), t.count, r.unseen(t), t.locked})
}

// who names the senders.
func (r threadRows) who(t *thread) text.Text {
	if len(t.senders) == 0 {
		return text.Text{}
	}
	return text.Join(text.Literal(", "), t.senders...)
}

// Row is the topic and date, then the senders, how many posts there are, and
// how the newest begins.
func (r threadRows) Row(i, width int, state theme.RowState) string {
	t, th := r.listed[i], r.env.Theme
	s, g := th.Row(state), th.Glyphs
	date := relative(t.at, r.now())
	sign, look := " ", s.Text
	if r.unseen(t) {
		sign, look = string(g.Unread), s.Unread
	}
	lock := ""
	if t.locked {
		lock = string(g.Locked) + " "
	}
	room := max(width-6-len(date)-text.Width(lock), 0)
	first := bar(th, s, state) + s.Accent.Render(sign) + s.Text.Render(" ") + s.Warning.Render(lock) +
		look.Render(t.topic.Fit(room, r.ellipsis()).String()) + s.Muted.Render(" "+date+" ")
	count := ""
	if t.count > 0 {
		count = fmt.Sprintf(" %d", t.count)
	}
	clip := ""
	if t.files {
		clip = " " + string(g.Attachment)
	}
	who := r.who(t).Truncate(max(width/2-4, 0), r.ellipsis())
	room = max(width-7-who.Width()-len(count)-text.Width(clip), 0)
	second := bar(th, s, state) + s.Text.Render("  ") + s.Muted.Render(who.String()) + s.Accent.Render(count) + s.Text.Render("  ") +
		s.Faint.Render(t.preview.Fit(room, r.ellipsis()).String()) + s.Muted.Render(clip) + s.Text.Render(" ")
	return fill(first, width, s) + "\n" + fill(second, width, s)
}

// relative is a date as short as it can be understood.
func relative(t, now time.Time) string {
	t = t.In(now.Location())
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch {
	case t.IsZero():
		return ""
	case !t.Before(today) && t.Before(today.AddDate(0, 0, 1)):
		return t.Format("15:04")
	case t.Before(today) && t.After(today.AddDate(0, 0, -6)):
		return t.Format("Mon")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2006")
}

// full is a date where there is room.
func full(t, now time.Time) string {
	t = t.In(now.Location())
	switch {
	case t.IsZero():
		return ""
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}
