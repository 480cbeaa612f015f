package eventform

import (
	"errors"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/widget/text"
)

// times is what the fields of time have come to. For an event of whole days
// they are midnights of UTC, the end that after the last day.
type times struct {
	start, end time.Time
	allDay     bool
}

// read reads the fields of time.
func (f *Form) read() (times, error) {
	if f.form.Value(allDay) == "true" {
		return f.readDays()
	}
	from, err := Zone(f.form.Value(startZone), f.options.Zone)
	if err != nil {
		return times{}, err
	}
	otherwise := from
	if f.form.Value(endZone) == "" && f.form.Value(startZone) == "" {
		otherwise = f.options.Zone
	}
	to, err := Zone(f.form.Value(endZone), otherwise)
	if err != nil {
		return times{}, err
	}
	start, err := Start(f.form.Value(starts), f.options.Now, from)
	if err != nil {
		return times{}, err
	}
	end, err := End(f.form.Value(ends), start, to)
	return times{start: start, end: end}, err
}

func (f *Form) readDays() (times, error) {
	at, err := Start(f.form.Value(starts), f.options.Now, f.options.Zone)
	if err != nil {
		return times{}, err
	}
	first := model.DateIn(at)
	words := f.form.Value(ends)
	if strings.Contains(words, ":") { // a clock time, from before it was all day
		words = ""
	}
	last, err := LastDay(words, first)
	return times{start: first.At(0, time.UTC), end: (last + 1).At(0, time.UTC), allDay: true}, err
}

func (f *Form) checkStart(words string) (text.Text, error) {
	_, err := Start(words, f.options.Now, f.options.Zone)
	return text.Text{}, err
}

func (f *Form) checkZone(words string) (text.Text, error) {
	_, err := Zone(words, f.options.Zone)
	return text.Text{}, err
}

// checkEnd needs the other fields, which are not there yet when the form is
// being made.
func (f *Form) checkEnd(string) (text.Text, error) {
	if f.form == nil {
		return text.Text{}, nil
	}
	if _, err := Start(f.form.Value(starts), f.options.Now, f.options.Zone); err != nil {
		return text.Text{}, nil // said where it is wrong
	}
	_, err := f.read()
	return text.Text{}, err
}

func (f *Form) checkRule(words string) (text.Text, error) {
	_, err := Recurrence(words, f.options.Now.In(f.options.Zone))
	return text.Text{}, err
}

// Result is what the form has come to: the event, the calendar it goes to,
// paths of files to add, and ids of attachments to take off.
type Result struct {
	Event          model.Event
	Calendar       string
	Attach, Detach []string
}

// errWrong says that a field is wrong, and has the keys now.
var errWrong = errors.New("something in the form is not right yet")

// Result reads the form. When a field is wrong it says so where it stands.
func (f *Form) Result() (Result, error) {
	f.form.Focus(f.form.Focused()) // what was typed and not taken yet becomes a token
	if !f.form.Validate() {
		return Result{}, errWrong
	}
	t, err := f.read()
	if err != nil {
		return Result{}, err
	}
	e := f.base
	e.Subject = strings.TrimSpace(f.form.Value(subject))
	if err := f.setTimes(&e, t); err != nil {
		return Result{}, err
	}
	if err := f.setRule(&e, t); err != nil {
		return Result{}, err
	}
	f.setPlace(&e)
	if e.Attendees, err = f.invited(); err != nil {
		return Result{}, err
	}
	e.IsReminderOn = f.form.Value(reminder) != never
	if minutes, err := strconv.Atoi(f.form.Value(reminder)); err == nil {
		e.ReminderMinutesBeforeStart = minutes
	}
	e.ShowAs = f.form.Value(showAs)
	if body := f.form.Value(notes); body != f.body && text.CleanBlock(f.body).String() != body {
		e.Body = &model.ItemBody{ContentType: "text", Content: body}
	}
	r := Result{Event: e, Calendar: f.form.Value(calendar)}
	r.Attach, r.Detach = f.changedFiles()
	return r, nil
}

// setTimes writes start and end as they were when they have not changed, so
// that saving an untouched form changes nothing.
func (f *Form) setTimes(e *model.Event, t times) error {
	e.IsAllDay = t.allDay
	if t.allDay {
		zone := "UTC"
		if f.base.IsAllDay {
			zone = f.base.Start.TimeZone
		}
		e.Start = &model.DateTimeTimeZone{DateTime: t.start.Format("2006-01-02T15:04:05"), TimeZone: zone}
		e.End = &model.DateTimeTimeZone{DateTime: t.end.Format("2006-01-02T15:04:05"), TimeZone: zone}
		e.Start, e.End = unless(f.base.Start, e.Start, ""), unless(f.base.End, e.End, "")
		return nil
	}
	for _, side := range []struct {
		at   time.Time
		was  *model.DateTimeTimeZone
		own  string // the zone that it was written in
		put  **model.DateTimeTimeZone
		zone *string
	}{{t.start, f.base.Start, f.base.OriginalStartTimeZone, &e.Start, &e.OriginalStartTimeZone},
		{t.end, f.base.End, f.base.OriginalEndTimeZone, &e.End, &e.OriginalEndTimeZone}} {
		d, err := model.NewDateTime(side.at, side.at.Location().String())
		if err != nil {
			return err
		}
		*side.put, *side.zone = &d, d.TimeZone
		if !f.base.IsAllDay {
			if *side.put = unless(side.was, &d, side.own); *side.put == side.was {
				*side.zone = side.own
			}
		}
	}
	return nil
}

// unless is was when it names the same time on the same clock: that of the
// zone which it was written in, where that is known.
func unless(was, now *model.DateTimeTimeZone, own string) *model.DateTimeTimeZone {
	a, err := was.Time()
	b, err2 := now.Time()
	if err == nil && err2 == nil && a.Equal(b) && sameZone(own, now.TimeZone) {
		return was
	}
	return now
}

// sameZone also says of a zone that is not known, or of UTC, which services
// give to what has none, that it is the other.
func sameZone(own, other string) bool {
	loc, err := model.LoadZone(own)
	return err != nil || own == "" || loc == time.UTC || loc.String() == other
}

func (f *Form) setRule(e *model.Event, t times) error {
	words := f.form.Value(repeats)
	if f.options.Alone || words == f.rule && e.Start == f.base.Start {
		return nil
	}
	r, err := Recurrence(words, t.start)
	if err != nil {
		return err
	}
	if e.Recurrence = r; r == nil && f.base.Recurrence != nil && f.base.ID != "" {
		f.form.Focus(repeats)
		return errors.New("a series cannot become a single event: delete the series, and make the event anew")
	}
	return nil
}

func (f *Form) setPlace(e *model.Event) {
	name := strings.TrimSpace(f.form.Value(place))
	if e.Location == nil && name == "" || e.Location != nil && e.Location.DisplayName == name {
		return
	}
	e.Location = &model.Location{DisplayName: name}
}

// invited lists the attendees: those who were there keep their answers.
func (f *Form) invited() ([]model.Attendee, error) {
	var out []model.Attendee
	for _, kind := range kinds {
		if typed, err := f.people[kind].Typed(); err != nil && typed != "" {
			f.form.Focus(kind)
			return nil, err
		}
		for _, t := range f.people[kind].Tokens() {
			a, err := mail.ParseAddress(t.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, f.attendee(model.EmailAddress{Name: a.Name, Address: a.Address}, kind))
		}
	}
	return out, nil
}

func (f *Form) attendee(a model.EmailAddress, kind string) model.Attendee {
	i := slices.IndexFunc(f.base.Attendees, func(had model.Attendee) bool { return strings.EqualFold(had.EmailAddress.Address, a.Address) })
	if i < 0 {
		return model.Attendee{Type: kind, EmailAddress: a}
	}
	had := f.base.Attendees[i]
	if had.Type != "" || kind != model.AttendeeRequired {
		had.Type = kind
	}
	return had
}

func (f *Form) changedFiles() (attach, detach []string) {
	kept := map[string]bool{}
	for _, t := range f.files.Tokens() {
		if path, ok := strings.CutPrefix(t.Value, addedFile); ok {
			attach = append(attach, path)
		}
		kept[t.Value] = true
	}
	for _, a := range f.base.Attachments {
		if !kept[ownFile+a.ID] {
			detach = append(detach, a.ID)
		}
	}
	return attach, detach
}
