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
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/htmltext"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// replies is the section of what the mailbox answers by itself.
type replies struct {
	base
	set *settings
}

func newReplies(h *host, set *settings) *replies {
	return &replies{set: set, base: base{host: h, is: facts{id: "replies", name: "Automatic replies", parts: []reader{set.all}, again: []reader{set.replies},
		about: "What the mailbox answers by itself, once to each sender.", hints: []string{"edit", "replies"}}}}
}

// answering says that the mailbox answers by itself now. The end is not part
// of the schedule.
func (s *replies) answering(r model.AutomaticRepliesSetting) bool {
	switch {
	case strings.EqualFold(r.Status, model.RepliesAlwaysEnabled):
		return true
	case strings.EqualFold(r.Status, model.RepliesScheduled):
		start, from := instantOf(r.ScheduledStartDateTime)
		end, to := instantOf(r.ScheduledEndDateTime)
		return from && to && !s.now().Before(start) && s.now().Before(end)
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

// setting is how the replies are, complete.
func (s *replies) setting() model.AutomaticRepliesSetting {
	if r := s.set.all.value.AutomaticRepliesSetting; r != nil {
		return *r
	}
	return model.AutomaticRepliesSetting{Status: model.RepliesDisabled, ExternalAudience: model.AudienceNone}
}

// brief implements section.
func (s *replies) brief() text.Text {
	r := s.setting()
	if !s.frame.Beside() {
		return text.Clean(s.statusWords(r))
	}
	start, _ := instantOf(r.ScheduledStartDateTime)
	end, scheduled := instantOf(r.ScheduledEndDateTime)
	switch on := s.answering(r); {
	case on && scheduled && strings.EqualFold(r.Status, model.RepliesScheduled):
		return text.Clean("till " + views.Date(end, s.now()))
	case on:
		return text.Literal("on")
	case strings.EqualFold(r.Status, model.RepliesScheduled) && start.After(s.now()):
		return text.Clean("from " + views.Date(start, s.now()))
	}
	return text.Literal("off")
}

// statusWords say what the status comes to at this moment.
func (s *replies) statusWords(r model.AutomaticRepliesSetting) string {
	end, _ := instantOf(r.ScheduledEndDateTime)
	switch {
	case strings.EqualFold(r.Status, model.RepliesAlwaysEnabled):
		return "On, until you turn them off"
	case !strings.EqualFold(r.Status, model.RepliesScheduled):
		return "Off"
	case s.answering(r):
		return "On, by schedule"
	case !end.After(s.now()):
		return "Off: the schedule is over"
	}
	if start, ok := instantOf(r.ScheduledStartDateTime); ok {
		return "Scheduled from " + s.moment(start)
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

// rows implements section.
func (s *replies) rows(width int) []row {
	r := s.setting()
	rows := []row{s.field("status", "Now", text.Clean(s.statusWords(r)), width)}
	if strings.EqualFold(r.Status, model.RepliesScheduled) {
		for _, at := range []struct {
			key, label string
			at         *model.DateTimeTimeZone
		}{{"start", "From", r.ScheduledStartDateTime}, {"end", "Until", r.ScheduledEndDateTime}} {
			words := "not set"
			if t, ok := instantOf(at.at); ok {
				words = s.moment(t) + " " + s.env.Zone().String()
			}
			rows = append(rows, s.field(at.key, at.label, text.Clean(words), width))
		}
	}
	rows = append(rows, s.field("audience", "Others answered", labelOf(audiences(), r.ExternalAudience), width))
	rows = append(rows, s.message("internal", "To colleagues", r.InternalReplyMessage, width)...)
	if !strings.EqualFold(r.ExternalAudience, model.AudienceNone) {
		rows = append(rows, s.message("external", "To others", r.ExternalReplyMessage, width)...)
	}
	return rows
}

// message is a reply's text under a heading.
func (s *replies) message(key, name, html string, width int) []row {
	body := s.plainOf(html)
	if body.Empty() {
		body = text.Literal("Nothing: they get no reply. e writes one.")
	}
	var lines []text.Text
	for _, l := range body.Lines() {
		lines = append(lines, l.Wrap(max(width-4, 4))...)
	}
	return append(s.heading(name, width), row{key: key, height: len(lines), draw: s.columns(width, func(st *theme.Styles) (out [][]paint.Column) {
		for _, l := range lines {
			out = append(out, []paint.Column{{Text: l, Style: st.Text, Fill: true}})
		}
		return out
	})})
}

// replyWidth is where the lines of a reply are broken: wide enough that its
// paragraphs stay whole.
const replyWidth = 400

// plainOf is a reply as plain lines.
func (s *replies) plainOf(html string) text.Text {
	page := htmltext.HTML(html).Wrap(replyWidth, s.env.Theme.Glyphs)
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

// turn turns the replies on or off. A schedule that is not over is
// what they are turned on with.
func (s *replies) turn(int) tea.Cmd {
	if s.set.all.value.AutomaticRepliesSetting == nil {
		return views.Notice(views.Warning, "The settings are not read yet; r reads them")
	}
	was := s.setting()
	is := was
	label := "Turned automatic replies off"
	switch end, scheduled := instantOf(was.ScheduledEndDateTime); {
	case s.answering(was), strings.EqualFold(was.Status, model.RepliesScheduled) && end.After(s.now()):
		is.Status = model.RepliesDisabled
	case was.InternalReplyMessage == "" && was.ExternalReplyMessage == "":
		return tea.Batch(s.fill("internal"), views.Notice(views.Info, "Write what is to be answered first"))
	case scheduled && was.ScheduledStartDateTime != nil && end.After(s.now()):
		is.Status, label = model.RepliesScheduled, "Scheduled automatic replies until "+s.moment(end)
	default:
		is.Status, label = model.RepliesAlwaysEnabled, "Turned automatic replies on"
	}
	return s.changed(nil, was, is, label)
}

func (s *replies) changed(box dialog.Box, was, is model.AutomaticRepliesSetting, label string) tea.Cmd {
	was.Context, is.Context = "", ""
	return s.set.change(box, model.MailboxSettings{AutomaticRepliesSetting: &was}, model.MailboxSettings{AutomaticRepliesSetting: &is}, label)
}

// repliesForm is the form while it is open, and how its fields are read.
type repliesForm struct {
	replies *replies
	was     model.AutomaticRepliesSetting
	form    *form.Form
}

// edit implements editor.
func (s *replies) edit() tea.Cmd { return s.fill(s.keyIn(s)) }

// fill opens the form on a field.
func (s *replies) fill(at string) tea.Cmd {
	th, was := s.env.Theme, s.setting()
	e := &repliesForm{replies: s, was: was}
	zone := s.set.zone()
	inside := form.NewArea(th, s.plainOf(was.InternalReplyMessage).String(), areaRows)
	outside := form.NewArea(th, s.plainOf(was.ExternalReplyMessage).String(), areaRows)
	status := []form.Option{{ID: model.RepliesDisabled, Label: text.Literal("Off")}, {ID: model.RepliesAlwaysEnabled, Label: text.Literal("On")},
		{ID: model.RepliesScheduled, Label: text.Literal("By schedule")}}
	start, end := e.shown(was.ScheduledStartDateTime, zone), e.shown(was.ScheduledEndDateTime, zone)
	insideWas, outsideWas := inside.Value(), outside.Value()
	d := s.newForm("Automatic replies", []form.Field{
		{Key: "status", Label: text.Literal("Replies"), Control: form.NewChoice(th, status, lowered(status, was.Status)), Check: marks(labelOf(status, was.Status).String(), lowered(status, was.Status))},
		{Key: "start", Label: text.Literal("From"), Control: form.NewText(th, start, text.Literal("tomorrow 9:00")), Check: e.checkMoment(start, false)},
		{Key: "end", Label: text.Literal("Until"), Control: form.NewText(th, end, text.Literal("fri 18:00")), Check: e.checkMoment(end, true)},
		{Key: "zone", Label: text.Literal("Zone"), Control: form.NewText(th, zone, text.Literal("Europe/London")), Check: s.set.checkZone(zone)},
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
			return views.Notice(views.Failure, "Not kept: "+err.Error())
		case e.form.Value("internal") == insideWas:
			is.InternalReplyMessage = was.InternalReplyMessage
		}
		if e.form.Value("external") == outsideWas {
			is.ExternalReplyMessage = was.ExternalReplyMessage
		}
		if sameReplies(was, is) {
			return nil
		}
		return s.changed(d.box, was, is, "Changed the automatic replies")
	}
	d.kept = &formOf{Section: s.is.id}
	d.begin(at)
	return nil
}

// reopen implements keeper.
func (s *replies) reopen(formOf) tea.Cmd { return s.fill("internal") }

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

// shown is a moment as the form writes it.
func (e *repliesForm) shown(d *model.DateTimeTimeZone, zone string) string {
	t, ok := instantOf(d)
	loc, err := model.LoadZone(zone)
	if !ok || err != nil {
		return ""
	}
	return t.In(loc).Format(views.TimeLayout)
}

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
	words, now := e.form.Value(key), e.replies.env.Now().In(loc)
	start, from := instantOf(e.was.ScheduledStartDateTime)
	end, to := instantOf(e.was.ScheduledEndDateTime)
	switch ahead := from && to && end.After(now); {
	case ahead && key == "start":
		return dateparse.ParseOn(words, now, start.In(loc), dateparse.Ahead, dateparse.Morning)
	case ahead:
		return dateparse.ParseOn(words, now, end.In(loc), dateparse.Ahead, dateparse.Morning)
	case key == "end" && dateparse.ClockAlone(words):
		if start, err = e.read("start"); err != nil {
			return dateparse.Parse(words, now, dateparse.Ahead, dateparse.Morning)
		}
		return dateparse.Parse(words, start.In(loc), dateparse.Ahead, dateparse.Morning)
	}
	return dateparse.Parse(words, now, dateparse.Ahead, dateparse.Morning)
}

// checkMoment notes which moment the words mean.
func (e *repliesForm) checkMoment(was string, isEnd bool) func(string) (text.Text, error) {
	return func(v string) (text.Text, error) {
		if e.form == nil || e.form.Value("status") != model.RepliesScheduled {
			return text.Text{}, nil
		}
		if _, err := zoneNamed(e.form.Value("zone")); err != nil {
			return text.Text{}, nil // said beside the zone; which moment is meant is not known without
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
		words := views.DateTime(t, e.replies.now().In(t.Location())) + t.Format(" MST")
		if v != was && was != "" {
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

// banner says until when the mailbox answers by itself now.
func (s *replies) banner() (text.Text, bool) {
	r := s.set.all.value.AutomaticRepliesSetting
	if r == nil || !s.answering(*r) {
		return text.Text{}, false
	}
	words := "Automatic replies are on"
	if end, ok := instantOf(r.ScheduledEndDateTime); ok && r.Status == model.RepliesScheduled {
		words += " until " + s.moment(end)
	}
	return text.Clean(words), true
}
