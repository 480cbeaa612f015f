package account

import (
	"errors"
	"fmt"
	"html"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/widget/form"
	"daybook/widget/htmltext"
	"daybook/widget/text"
)

// answering says that the mailbox answers by itself now. The end is not part
// of the schedule.
func (m *Model) answering(r model.AutomaticRepliesSetting) bool {
	switch {
	case strings.EqualFold(r.Status, model.RepliesAlwaysEnabled):
		return true
	case strings.EqualFold(r.Status, model.RepliesScheduled):
		start, from := instantOf(r.ScheduledStartDateTime)
		end, to := instantOf(r.ScheduledEndDateTime)
		return from && to && !m.now().Before(start) && m.now().Before(end)
	}
	return false
}

func instantOf(d *model.DateTimeTimeZone) (time.Time, bool) {
	if d == nil {
		return time.Time{}, false
	}
	t, err := d.Time()
	return t, err == nil
}

// replies are the settings as they are, complete.
func (m *Model) replies() model.AutomaticRepliesSetting {
	if r := m.book.settings.AutomaticRepliesSetting; r != nil {
		return *r
	}
	return model.AutomaticRepliesSetting{Status: model.RepliesDisabled, ExternalAudience: model.AudienceNone}
}

func (m *Model) repliesBrief() text.Text {
	r := m.replies()
	if !m.beside() {
		return text.Clean(m.statusWords(r))
	}
	start, _ := instantOf(r.ScheduledStartDateTime)
	end, scheduled := instantOf(r.ScheduledEndDateTime)
	short := func(t time.Time) string { return t.In(m.env.Zone()).Format("2 Jan") }
	switch on := m.answering(r); {
	case on && scheduled && strings.EqualFold(r.Status, model.RepliesScheduled):
		return text.Clean("till " + short(end))
	case on:
		return text.Literal("on")
	case strings.EqualFold(r.Status, model.RepliesScheduled) && start.After(m.now()):
		return text.Clean("from " + short(start))
	}
	return text.Literal("off")
}

// statusWords say what the status comes to at this moment.
func (m *Model) statusWords(r model.AutomaticRepliesSetting) string {
	end, _ := instantOf(r.ScheduledEndDateTime)
	switch {
	case strings.EqualFold(r.Status, model.RepliesAlwaysEnabled):
		return "On, until you turn them off"
	case !strings.EqualFold(r.Status, model.RepliesScheduled):
		return "Off"
	case m.answering(r):
		return "On, by schedule"
	case !end.After(m.now()):
		return "Off: the schedule is over"
	}
	if start, ok := instantOf(r.ScheduledStartDateTime); ok {
		return "Scheduled from " + m.moment(start)
	}
	return "Scheduled"
}

// audiences are who else is answered, in words.
func audiences() []form.Option {
	return []form.Option{
		{ID: model.AudienceNone, Label: text.Literal("Nobody outside the organization")},
		{ID: model.AudienceContactsOnly, Label: text.Literal("My contacts")},
		{ID: model.AudienceAll, Label: text.Literal("Everybody")},
	}
}

// labelOf is an option's label; of an unknown one the value itself.
func labelOf(options []form.Option, id string) text.Text {
	for _, o := range options {
		if strings.EqualFold(o.ID, id) {
			return o.Label
		}
	}
	return text.Clean(id)
}

func (m *Model) repliesRows(width int) []row {
	r := m.replies()
	rows := []row{m.field("status", "Now", text.Clean(m.statusWords(r)), width)}
	if strings.EqualFold(r.Status, model.RepliesScheduled) {
		for _, at := range []struct {
			key, label string
			at         *model.DateTimeTimeZone
		}{{"start", "From", r.ScheduledStartDateTime}, {"end", "Until", r.ScheduledEndDateTime}} {
			words := "not set"
			if t, ok := instantOf(at.at); ok {
				words = m.moment(t) + " " + m.env.Zone().String()
			}
			rows = append(rows, m.field(at.key, at.label, text.Clean(words), width))
		}
	}
	rows = append(rows, m.field("audience", "Others answered", labelOf(audiences(), r.ExternalAudience), width))
	rows = append(rows, m.letter("internal", "To colleagues", r.InternalReplyMessage, width)...)
	if !strings.EqualFold(r.ExternalAudience, model.AudienceNone) {
		rows = append(rows, m.letter("external", "To others", r.ExternalReplyMessage, width)...)
	}
	return rows
}

// letter is a reply's text under a heading.
func (m *Model) letter(key, name, html string, width int) []row {
	body := m.plainOf(html)
	if body.Empty() {
		body = text.Literal("Nothing: they get no reply. e writes one.")
	}
	var lines []text.Text
	for _, l := range body.Lines() {
		lines = append(lines, l.Wrap(max(width-4, 4))...)
	}
	return append(m.heading(name, width), row{key: key, height: len(lines), draw: func(state theme.RowState) []string {
		th := m.env.Theme
		st := th.Row(state)
		out := make([]string, len(lines))
		for i, l := range lines {
			out[i] = fill(bar(th, st, state)+st.Text.Render(l.String()), width, st)
		}
		return out
	}})
}

// replyWidth is where the lines of a reply are broken: wide enough that its
// paragraphs stay whole.
const replyWidth = 400

// plainOf is a reply as plain lines.
func (m *Model) plainOf(html string) text.Text {
	page := htmltext.HTML(html).Wrap(replyWidth, m.env.Theme.Glyphs)
	lines := make([]text.Text, page.Len())
	for i := range lines {
		lines[i] = page.Text(i)
	}
	return text.CleanBlock(strings.TrimSpace(text.Join(text.Literal("\n"), lines...).String()))
}

// htmlOf is plain lines as the interface keeps them; a blank line is between
// paragraphs.
func htmlOf(plain string) string {
	plain = strings.TrimSpace(strings.ReplaceAll(plain, "\r\n", "\n"))
	if plain == "" {
		return ""
	}
	var b strings.Builder
	for paragraph := range strings.SplitSeq(plain, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); paragraph != "" {
			b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(paragraph), "\n", "<br>") + "</p>")
		}
	}
	return b.String()
}

// switchReplies turns the replies on or off. A schedule that is not over is
// what they are turned on with.
func (m *Model) switchReplies(int) tea.Cmd {
	if m.book.settings.AutomaticRepliesSetting == nil {
		return say("The settings are not read yet; r reads them", views.Warning)
	}
	was := m.replies()
	is := was
	label := "Turned automatic replies off"
	switch end, scheduled := instantOf(was.ScheduledEndDateTime); {
	case m.answering(was), strings.EqualFold(was.Status, model.RepliesScheduled) && end.After(m.now()):
		is.Status = model.RepliesDisabled
	case was.InternalReplyMessage == "" && was.ExternalReplyMessage == "":
		return tea.Batch(m.editReplies("internal"), say("Write what is to be answered first", views.Info))
	case scheduled && was.ScheduledStartDateTime != nil && end.After(m.now()):
		is.Status, label = model.RepliesScheduled, "Scheduled automatic replies until "+m.moment(end)
	default:
		is.Status, label = model.RepliesAlwaysEnabled, "Turned automatic replies on"
	}
	return m.changeReplies(was, is, label)
}

func (m *Model) changeReplies(was, is model.AutomaticRepliesSetting, label string) tea.Cmd {
	was.Context, is.Context = "", ""
	return m.do(label, change{SettingsWas: &model.MailboxSettings{AutomaticRepliesSetting: &was}, SettingsIs: &model.MailboxSettings{AutomaticRepliesSetting: &is}})
}

// timeLayout is how the form writes moments; words are read too.
const timeLayout = "2006-01-02 15:04"

// fallbackZone is the zone of the mailbox, for a form that asks for one.
func (m *Model) fallbackZone() string {
	if z := m.book.settings.TimeZone; z != "" {
		return z
	}
	return m.env.Zone().String()
}

// repliesForm is the form while it is open, and how its fields are read.
type repliesForm struct {
	m    *Model
	was  model.AutomaticRepliesSetting
	form *form.Form
}

func (m *Model) editReplies(at string) tea.Cmd {
	th, was := m.env.Theme, m.replies()
	e := &repliesForm{m: m, was: was}
	zone := m.fallbackZone()
	inside := form.NewArea(th, m.plainOf(was.InternalReplyMessage).String(), areaRows)
	outside := form.NewArea(th, m.plainOf(was.ExternalReplyMessage).String(), areaRows)
	status := []form.Option{{ID: model.RepliesDisabled, Label: text.Literal("Off")}, {ID: model.RepliesAlwaysEnabled, Label: text.Literal("On")},
		{ID: model.RepliesScheduled, Label: text.Literal("By schedule")}}
	start, end := e.shown(was.ScheduledStartDateTime, zone), e.shown(was.ScheduledEndDateTime, zone)
	insideWas, outsideWas := inside.Value(), outside.Value()
	d := m.newForm("Automatic replies", []form.Field{
		{Key: "status", Label: text.Literal("Replies"), Control: form.NewChoice(th, status, lowered(status, was.Status)), Check: marks(labelOf(status, was.Status).String(), lowered(status, was.Status))},
		{Key: "start", Label: text.Literal("From"), Control: form.NewText(th, start, text.Literal("tomorrow 9:00")), Check: e.checkMoment(start, false)},
		{Key: "end", Label: text.Literal("Until"), Control: form.NewText(th, end, text.Literal("fri 18:00")), Check: e.checkMoment(end, true)},
		{Key: "zone", Label: text.Literal("Zone"), Control: form.NewText(th, zone, text.Literal("Europe/London")), Check: m.checkZone(zone)},
		{Key: "audience", Label: text.Literal("Others"), Control: form.NewChoice(th, audiences(), lowered(audiences(), was.ExternalAudience)), Check: marks(labelOf(audiences(), was.ExternalAudience).String(), lowered(audiences(), was.ExternalAudience))},
		{Key: "internal", Label: text.Literal("To colleagues"), Control: inside, Check: marks("", insideWas)},
		{Key: "external", Label: text.Literal("To others"), Control: outside, Check: marks("", outsideWas)},
	})
	e.form = d.form
	d.arrange = func() {
		off := e.form.Value("status") != model.RepliesScheduled
		for _, key := range []string{"start", "end", "zone"} {
			e.form.SetHidden(key, off)
		}
		e.form.SetHidden("external", e.form.Value("audience") == model.AudienceNone)
	}
	d.save = func() tea.Cmd {
		is, err := e.result()
		switch {
		case err != nil:
			return say("Not kept: "+err.Error(), views.Failure)
		case e.form.Value("internal") == insideWas:
			is.InternalReplyMessage = was.InternalReplyMessage
		}
		if e.form.Value("external") == outsideWas {
			is.ExternalReplyMessage = was.ExternalReplyMessage
		}
		if sameReplies(was, is) {
			return nil
		}
		return m.changeReplies(was, is, "Changed the automatic replies")
	}
	d.begin(at)
	return nil
}

func sameReplies(a, b model.AutomaticRepliesSetting) bool {
	same := func(x, y *model.DateTimeTimeZone) bool {
		s, ok := instantOf(x)
		t, too := instantOf(y)
		return ok == too && s.Equal(t)
	}
	return strings.EqualFold(a.Status, b.Status) && strings.EqualFold(a.ExternalAudience, b.ExternalAudience) &&
		a.InternalReplyMessage == b.InternalReplyMessage && a.ExternalReplyMessage == b.ExternalReplyMessage &&
		same(a.ScheduledStartDateTime, b.ScheduledStartDateTime) && same(a.ScheduledEndDateTime, b.ScheduledEndDateTime)
}

// lowered is the option that a value is, whatever its letter case.
func lowered(options []form.Option, value string) string {
	for _, o := range options {
		if strings.EqualFold(o.ID, value) {
			return o.ID
		}
	}
	return value
}

// marks notes that a value is another than it was.
func marks(wasWords, was string) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		switch {
		case v == was:
			return text.Text{}, nil
		case wasWords == "":
			return text.Literal("changed"), nil
		}
		return text.Clean("changed; was " + wasWords), nil
	}
}

// shown is a moment as the form writes it.
func (e *repliesForm) shown(d *model.DateTimeTimeZone, zone string) string {
	t, ok := instantOf(d)
	loc, err := model.LoadZone(zone)
	if !ok || err != nil {
		return ""
	}
	return t.In(loc).Format(timeLayout)
}

// beginHour is the clock of a day without one.
const beginHour = 9 * time.Hour

// read reads a moment of the form in its zone. A time alone is on the day that
// the schedule has there; where it has none to come, the end's is on the day
// of the start, or in the night after it.
func (e *repliesForm) read(key string) (time.Time, error) {
	zone, err := zoneNamed(e.form.Value("zone"))
	if err != nil {
		return time.Time{}, err
	}
	loc, err := model.LoadZone(zone)
	if err != nil {
		return time.Time{}, err
	}
	words, now := e.form.Value(key), e.m.env.Now().In(loc)
	start, from := instantOf(e.was.ScheduledStartDateTime)
	end, to := instantOf(e.was.ScheduledEndDateTime)
	switch ahead := from && to && end.After(now); {
	case ahead && key == "start":
		return dateparse.ParseOn(words, now, start.In(loc), dateparse.Ahead, beginHour)
	case ahead:
		return dateparse.ParseOn(words, now, end.In(loc), dateparse.Ahead, beginHour)
	case key == "end" && dateparse.ClockAlone(words):
		if start, err = e.read("start"); err != nil {
			return dateparse.Parse(words, now, dateparse.Ahead, beginHour)
		}
		return dateparse.Parse(words, start.In(loc), dateparse.Ahead, beginHour)
	}
	return dateparse.Parse(words, now, dateparse.Ahead, beginHour)
}

// checkMoment notes which moment the words mean.
func (e *repliesForm) checkMoment(was string, isEnd bool) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		if e.form == nil || e.form.Value("status") != model.RepliesScheduled {
			return text.Text{}, nil
		}
		key := "start"
		if isEnd {
			key = "end"
		}
		t, err := e.read(key)
		if err != nil {
			return text.Text{}, err
		}
		if isEnd {
			if start, err := e.read("start"); err == nil && !start.Before(t) {
				return text.Text{}, errors.New("the end must be after the start")
			}
		}
		words := t.Format("Mon 2 Jan 2006 15:04 MST")
		if v != was && was != "" {
			words += "; was " + was
		}
		return text.Clean(words), nil
	}
}

// checkZone notes what a zone's name means.
func (m *Model) checkZone(was string) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		name, err := zoneNamed(v)
		if err != nil {
			return text.Text{}, err
		}
		loc, err := model.LoadZone(name)
		if err != nil {
			return text.Text{}, err
		}
		words := "now " + m.env.Now().In(loc).Format("15:04, UTC-07:00")
		if name != strings.TrimSpace(v) {
			words = name + ", " + words
		}
		if v != was {
			words += "; was " + was
		}
		return text.Clean(words), nil
	}
}

// result is what was filled in.
func (e *repliesForm) result() (model.AutomaticRepliesSetting, error) {
	is := e.was
	is.Status, is.ExternalAudience = e.form.Value("status"), e.form.Value("audience")
	is.InternalReplyMessage, is.ExternalReplyMessage = htmlOf(e.form.Value("internal")), htmlOf(e.form.Value("external"))
	if is.Status != model.RepliesScheduled {
		return is, nil
	}
	zone, err := zoneNamed(e.form.Value("zone"))
	if err != nil {
		return is, err
	}
	for _, at := range []struct {
		key string
		to  **model.DateTimeTimeZone
	}{{"start", &is.ScheduledStartDateTime}, {"end", &is.ScheduledEndDateTime}} {
		t, err := e.read(at.key)
		if err != nil {
			return is, fmt.Errorf("read the %s: %w", at.key, err)
		}
		d, err := model.NewDateTime(t, zone)
		if err != nil {
			return is, err
		}
		*at.to = &d
	}
	return is, nil
}
