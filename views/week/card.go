package week

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/extensions"
	"daybook/views/invite"
	"daybook/views/week/eventform"
	"daybook/widget/dialog"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// card is an event open over the days.
type card struct {
	clock
	it    *item
	event model.Event // whole, once it is loaded
	whole bool
	rule  string // of the series, in words
	top   int
	at    dialog.Place // where it was last drawn
}

// renew takes the event as it is now.
func (c *card) renew(it *item) {
	c.it = it
	if !c.whole {
		c.event = it.Event
		return
	}
	c.event.ResponseStatus, c.event.Attendees, c.event.Subject = it.ResponseStatus, it.Attendees, it.Subject
	c.event.Start, c.event.End, c.event.ShowAs = it.Start, it.End, it.ShowAs
}

func (c *card) scroll(rows int) { c.top = max(c.top+rows, 0) }

// view draws the card over what is behind it, with the keys that do something
// to its event.
func (c *card) view(background string, screenWidth, screenHeight int, keys []dialog.Key) string {
	width, height := min(76, screenWidth-2), screenHeight-2
	if screenWidth < agendaWidth {
		width, height = screenWidth, screenHeight
	}
	lines := c.lines(width - 4)
	height = min(height, len(lines)+2)
	c.top = max(min(c.top, len(lines)-height+2), 0)
	shown := make([]string, max(height-2, 0))
	for i := range shown { // as wide as it may be, whatever is in sight
		if c.top+i < len(lines) {
			shown[i] = lines[c.top+i]
		}
		shown[i] = text.FitStyled(shown[i], width-4)
	}
	footer := dialog.Foot(c.env.Theme, width-4, keys...)
	box := dialog.Framed(c.env.Theme, c.it.title, shown, footer, width)
	drawn, x, y := overlay.Centre(background, box, screenWidth, screenHeight)
	c.at = dialog.Place{X: x, Y: y, W: width, H: height}
	return drawn
}

// label is the width of the column of names.
const label = 11

// lines is the card's content, a label and a text on each line.
func (c *card) lines(width int) []string {
	th, e := c.env.Theme, &c.event
	b := cardLines{theme: th, width: max(width, 10)}
	b.add("when", th.Strong, c.when())
	if other := c.whenElsewhere(); !other.Empty() {
		b.add("", th.Muted, other)
	}
	if c.rule != "" {
		b.add("recurs", th.Text, text.Of(c.rule))
	}
	if c.it.IsCancelled {
		b.add("", th.Error, text.Literal("cancelled by the organizer"))
	}
	b.add("where", th.Text, c.it.place)
	b.add("join", th.Link, text.Clean(e.OnlineMeetingURL))
	b.add("answers", th.Text, invite.Tally(e))
	b.people(e, c.now())
	if b.add("you", th.Text, yours(c.it)); c.it.invited() && !c.it.IsCancelled && c.over(c.it) {
		b.add("", th.Muted, invite.IsOver)
	}
	in := c.it.calendar
	b.add("calendar", th.Calendar[in.colour], text.Concat(text.Glyph(in.sign(th)+" "), in.name))
	b.add("show as", th.Text, text.Of(states[e.ShowAs]))
	if e.IsReminderOn {
		b.add("reminder", th.Text, text.Of(reminderWords(e.ReminderMinutesBeforeStart)))
	}
	if e.Sensitivity != "" && e.Sensitivity != "normal" {
		b.add("privacy", th.Text, text.Of(e.Sensitivity))
	}
	b.add("categories", th.Text, text.Of(strings.Join(e.Categories, ", ")))
	b.add("custom", th.Text, text.Of(strings.Join(extensions.Names(e.Extensions), ", ")))
	for i, a := range e.Attachments {
		name := "files"
		if i > 0 {
			name = ""
		}
		b.add(name, th.Text, text.Clean(a.Name))
	}
	if body := eventform.Notes(*e, th); !body.Empty() {
		b.lines = append(b.lines, th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), b.width)))
		for _, line := range body.Wrap(b.width) {
			b.lines = append(b.lines, th.Text.Render(line.String()))
		}
	}
	return b.lines
}

type cardLines struct {
	theme *theme.Theme
	width int
	lines []string
}

// add writes a name and a text, wrapped; nothing when there is no text.
func (b *cardLines) add(name string, style theme.Style, words text.Text) {
	if words.Empty() {
		return
	}
	for i, line := range words.Wrap(max(b.width-label, 8)) {
		if i > 0 {
			name = ""
		}
		label := text.Clean(name).Fit(label, text.Text{})
		b.lines = append(b.lines, b.theme.Muted.Render(label.String())+style.Render(line.String()))
	}
}

// people lists organizer and attendees with what they have answered.
func (b *cardLines) people(e *model.Event, now time.Time) {
	if e.Organizer != nil && len(e.Attendees) > 0 {
		b.add("organizer", b.theme.Text, addressed(e.Organizer.EmailAddress))
	}
	g := &b.theme.Glyphs
	for i, a := range e.Attendees {
		name := ""
		if i == 0 {
			name = "who"
		}
		response := model.ResponseNone
		if a.Status != nil {
			response = a.Status.Response
		}
		mark, style := g.Unknown, b.theme.Muted
		switch response {
		case model.ResponseAccepted, model.ResponseOrganizer:
			mark, style = g.Check, b.theme.Success
		case model.ResponseTentative:
			mark, style = g.Tentative, b.theme.Tentative
		case model.ResponseDeclined:
			mark, style = g.Cross, b.theme.Error
		}
		words := text.Concat(text.Glyph(mark+" "), addressed(a.EmailAddress))
		switch a.Type {
		case model.AttendeeOptional:
			words = text.Concat(words, text.Literal(", optional"))
		case model.AttendeeResource:
			words = text.Concat(words, text.Literal(", room"))
		}
		b.add(name, style, words)
		for _, p := range invite.Proposals(&model.Event{Attendees: []model.Attendee{a}}, now.Location()) {
			b.add("", b.theme.Warning, text.Concat(text.Literal("  proposes "), p.Words(now)))
		}
	}
}

func addressed(a model.EmailAddress) text.Text { return text.Address(a.Name, a.Address).Text() }

// states are the words for showAs.
var states = map[string]string{
	model.ShowFree: "free", model.ShowTentative: "tentative", model.ShowBusy: "busy", model.ShowOOF: "away",
	model.ShowWorkingElsewhere: "working elsewhere",
}

// yours says what the person has answered.
func yours(it *item) text.Text {
	if !it.invited() {
		return text.Text{}
	}
	switch it.answer() {
	case model.ResponseAccepted:
		return text.Literal("accepted")
	case model.ResponseTentative:
		return text.Literal("tentatively accepted")
	case model.ResponseDeclined:
		return text.Literal("declined")
	}
	return text.Literal("not answered yet")
}

// when is when the event takes place, on the person's clock.
func (c *card) when() text.Text {
	it := c.it
	if it.allDay {
		return text.Clean(views.Days(it.first.At(0, c.zone()), it.last.At(0, c.zone()), c.now()) + ", all day")
	}
	return text.Clean(c.length(it.start, it.end) + " (" + eventform.LengthWords(it.end.Sub(it.start)) + ")")
}

// whenElsewhere is when it takes place on the clocks it was made for, if they
// show another time than the person's.
func (c *card) whenElsewhere() text.Text {
	it := c.it
	if it.allDay {
		return text.Text{}
	}
	start, ok := elsewhere(it.OriginalStartTimeZone, it.Start.TimeZone, it.start)
	end, ok2 := elsewhere(it.OriginalEndTimeZone, it.End.TimeZone, it.end)
	if !ok || !ok2 || sameClock(start, it.start.In(c.zone())) && sameClock(end, it.end.In(c.zone())) {
		return text.Text{}
	}
	from, to := views.Clock(start)+" "+start.Location().String(), views.Clock(end)+" "+end.Location().String()
	return text.Clean(from + " to " + to)
}

func elsewhere(original, zone string, t time.Time) (time.Time, bool) {
	if original == "" {
		original = zone
	}
	loc, err := model.LoadZone(original)
	if err != nil || original == "" || loc == time.UTC {
		return t, false
	}
	return t.In(loc), true
}

func sameClock(a, b time.Time) bool {
	_, x := a.Zone()
	_, y := b.Zone()
	return x == y
}

// reminderWords is "15 min before".
func reminderWords(minutes int) string {
	if minutes == 0 {
		return "when it begins"
	}
	if minutes%(24*60) == 0 {
		return views.Count(minutes/(24*60), "day", "days") + " before"
	}
	return eventform.LengthWords(time.Duration(minutes)*time.Minute) + " before"
}
