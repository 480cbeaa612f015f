package eventform

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/htmltext"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// allFields is the height that has room for all fields.
const allFields = 26

// gist is the one line of a summary that is about the field with the keys:
// what else is then, where something is, and else when, or on which dates.
func (f *Form) gist(lines []string) []string {
	switch dates := strings.TrimSpace(lines[2]); {
	case f.busy:
		return lines[3:]
	case dates != "" && (f.form.Focused() == repeats || f.form.Focused() == short):
		return lines[2:3]
	}
	return lines[:1]
}

// shownDates is how many dates of a series the summary shows.
const shownDates = 5

// View draws the form in a frame, with what the words have come to below.
func (f *Form) View(title text.Text, footer string, width, height int) string {
	f.fit(height < allFields)
	summary := f.summary(max(width-4, 0))
	if height < allFields/2 {
		summary = f.gist(summary)
	}
	room := height - 2 - len(summary) - 1
	if room < 3 || height < allFields/2 && f.form.Wrong() {
		summary, room = nil, height-2
	}
	f.form.SetSize(max(width-2, 0), max(room, 0))
	body := f.form.View()
	if len(summary) > 0 {
		body += "\n" + f.options.Theme.Border.Render(strings.Repeat(string(f.options.Theme.Glyphs.Border.Horizontal), max(width-2, 0)))
		for _, line := range summary {
			body += "\n " + line
		}
	}
	return overlay.Frame(f.options.Theme, title, body, footer, width, height)
}

// Cursor is the cell of the text cursor in the frame.
func (f *Form) Cursor() *tea.Cursor {
	x, y, ok := f.form.Cursor()
	if !ok {
		return nil
	}
	return tea.NewCursor(x+1, y+1)
}

// summary is four lines: when, how it recurs, on which dates, and what else is
// then.
func (f *Form) summary(width int) []string {
	th := f.options.Theme
	ellipsis := text.Glyph(th.Glyphs.Ellipsis)
	lines := []string{"", "", "", ""}
	t, err := f.read()
	if err != nil {
		return lines
	}
	t = f.onItsDays(f.asked(t))
	lines[0] = th.Strong.Render(f.whenWords(t).Truncate(width, ellipsis).String())
	if said, dates, err := f.dates(t, shownDates); err == nil && said != "" && !f.options.Alone {
		words, before := make([]string, len(dates)), f.options.Now
		for i, d := range dates {
			words[i], before = views.Day(d, before), d
		}
		lines[1] = th.Accent.Render(string(th.Glyphs.Recurring)) + " " + th.Text.Render(text.Clean(said).Truncate(max(width-2, 0), ellipsis).String())
		lines[2] = "  " + th.Muted.Render(text.Clean(strings.Join(words, ", ")).Truncate(max(width-2, 0), ellipsis).String())
	}
	f.busy = false
	if f.options.Busy == nil || t.allDay {
		return lines
	}
	switch busy, known := f.options.Busy(t.start, t.end); {
	case len(busy) > 0:
		f.busy = true
		words := text.Concat(text.Glyph(th.Glyphs.Warning), text.Literal(" at the same time: "), text.Join(text.Literal(", "), busy...))
		lines[3] = th.Warning.Render(words.Truncate(width, ellipsis).String())
	case known:
		lines[3] = th.Success.Render(text.Concat(text.Glyph(th.Glyphs.Check), text.Literal(" nothing else then")).String())
	}
	return lines
}

// whenWords says when on the person's clock, and on others where they differ.
func (f *Form) whenWords(t times) text.Text {
	if t.allDay {
		return text.Clean(views.Days(t.start, t.end.AddDate(0, 0, -1), f.options.Now) + ", all day")
	}
	words := views.Span(t.start, t.end, f.options.Now.In(f.options.Zone)) + " (" + LengthWords(t.end.Sub(t.start)) + ")"
	for _, other := range []time.Time{t.start, t.end} {
		if name := other.Location().String(); name != f.options.Zone.String() {
			words += ", " + views.Clock(other) + " " + city(name)
		}
	}
	return text.Clean(words)
}

// city is a zone as people call it: "New York".
func city(zone string) string {
	return strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}

// LengthWords is "1 h 30 min".
func LengthWords(d time.Duration) string {
	h, minutes := int(d.Hours()), int(d.Minutes())%60
	switch {
	case h == 0:
		return fmt.Sprintf("%d min", minutes)
	case minutes == 0:
		return fmt.Sprintf("%d h", h)
	}
	return fmt.Sprintf("%d h %d min", h, minutes)
}

// noteWidth is where the lines of an HTML text are broken: wide enough that
// its paragraphs stay whole in most notes.
const noteWidth = 400

// Notes is the text of an event as plain lines, also where it came as HTML.
func Notes(e model.Event, th *theme.Theme) text.Text {
	switch {
	case e.Body == nil:
		return text.CleanBlock(e.BodyPreview)
	case !strings.EqualFold(e.Body.ContentType, "html"):
		return text.CleanBlock(strings.TrimSpace(e.Body.Content))
	}
	page := htmltext.HTML(e.Body.Content).Wrap(noteWidth, th.Glyphs)
	lines := make([]text.Text, page.Len())
	for i := range lines {
		lines[i] = page.Text(i)
	}
	return text.CleanBlock(strings.TrimSpace(text.Join(text.Literal("\n"), lines...).String()))
}
