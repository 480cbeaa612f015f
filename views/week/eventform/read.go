package eventform

import (
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/widget/text"
)

// times is what the fields of time have come to. For an event of whole days
// they are midnights of UTC, the end that after the last day.
type times struct {
	start, end time.Time
	allDay     bool
}

// ofDays is the span from one day to the last.
func ofDays(first, last model.Date) times {
	return times{start: first.At(0, time.UTC), end: (last + 1).At(0, time.UTC), allDay: true}
}

// days are the first day and the last.
func (t times) days() (first, last model.Date) {
	first, last = model.DateIn(t.start), model.DateIn(t.end)
	if clockOf(t.end) == 0 && last > first {
		last--
	}
	return first, last
}

// following is the end of a span as long as t that begins at another start: as
// many days and hours on the wall, where both ends have one zone.
func (t times) following(start time.Time, zone *time.Location) time.Time {
	if t.end.Sub(t.start) < 24*time.Hour || start.Location().String() != zone.String() {
		return start.Add(t.end.Sub(t.start)).In(zone)
	}
	from, to := t.start, t.end.In(t.start.Location())
	days := model.DateIn(to) - model.DateIn(from)
	return (model.DateIn(start) + days).At(clockOf(start)+clockOf(to)-clockOf(from), zone)
}

// read reads the fields of time.
func (f *Form) read() (times, error) {
	if f.whole() {
		return f.readDays()
	}
	start, zone, err := f.readStart(f.form.Value(starts))
	if err != nil {
		return times{}, err
	}
	days, ownEnd := model.Date(0), f.own.end.In(zone)
	if f.own.end.Sub(f.own.start) >= 24*time.Hour { // it has a day of its own to end on
		days = model.DateIn(ownEnd) - model.DateIn(f.own.start.In(zone))
	}
	end, err := End(f.form.Value(ends), start, zone, int(days), clockOf(ownEnd))
	if err == nil && end.Equal(start) && !f.first.start.Equal(f.first.end) { // one that came as a moment stays one
		err = errors.New("an event lasts a minute or more: try 11:30, or 45 min")
	}
	return times{start: start, end: end}, err
}

// moved is a start that the form has put on another day than the person wrote;
// nothing of both where it has not.
type moved struct{ from, to time.Time }

// remark is what was changed of the words of a field of time when it was left,
// said as long as they stand for the same time.
type remark struct {
	words string
	at    time.Time
	note  text.Text
}

func (r remark) stands(words string, at time.Time) bool { return r.words == words && r.at.Equal(at) }

// skipped says that the clock which was asked for is left out on the day that
// it is asked for; nothing where it is not.
func skipped(asked time.Duration, got time.Time) text.Text {
	if clockOf(got) == asked {
		return text.Text{}
	}
	was := model.DateIn(got).At(0, time.UTC).Add(asked)
	return text.Clean(views.Clock(was) + " is skipped that day: " + views.Clock(got))
}

// onItsDays is a span at the first occurrence of the series that the words make
// of it, where it begins on none. A series that is not touched stays.
func (f *Form) onItsDays(t times) times {
	words := f.form.Value(repeats)
	untouched := words == f.rule && t.allDay == f.first.allDay && t.start.Equal(f.first.start)
	if f.options.Alone || f.base.RecurrenceRule != "" || untouched {
		return t
	}
	_, dates, err := f.dates(t, 1)
	if err != nil || len(dates) == 0 {
		return t
	}
	return t.on(model.DateIn(dates[0].In(t.start.Location())))
}

// asked is a span as the person wrote it, where the form has put it on the first
// day of a series: that has its reason in words that may be others by now, or
// gone. Words that cannot be read change nothing.
func (f *Form) asked(t times) times {
	_, err := f.checkRule(f.form.Value(repeats))
	switch m := f.moved; {
	case err != nil || m.to.IsZero() || model.DateIn(t.start) != model.DateIn(m.to):
		return t
	case t.start.Equal(m.to):
		return t.at(m.from)
	default: // at another time now
		return t.on(model.DateIn(m.from))
	}
}

// on is the span that begins on another day.
func (t times) on(day model.Date) times {
	if day == model.DateIn(t.start) {
		return t
	}
	return t.at(day.At(clockOf(t.start), t.start.Location()))
}

// at is the span that begins at another time.
func (t times) at(start time.Time) times {
	if t.allDay {
		first, last := t.days()
		day := model.DateIn(start)
		return ofDays(day, day+last-first)
	}
	return times{start: start, end: t.following(start, t.end.Location())}
}

func (f *Form) whole() bool { return f.form.Value(allDay) == "true" }

// readStart reads when the event begins, and the zone of its end.
func (f *Form) readStart(words string) (start time.Time, zone *time.Location, err error) {
	from, err := dateparse.Zone(f.form.Value(startZone), f.options.Zone)
	if err != nil {
		return start, nil, err
	}
	if zone, err = dateparse.Zone(f.form.Value(endZone), from); err != nil {
		return start, nil, err
	}
	own := model.DateIn(f.own.start).At(clockOf(f.own.start), from)
	start, err = Start(words, f.options.Now, own)
	return start, zone, err
}

func (f *Form) readDays() (times, error) {
	own := model.DateIn(f.own.start)
	at, err := Start(f.form.Value(starts), f.options.Now, own.At(0, f.options.Zone))
	if err != nil {
		return times{}, err
	}
	first := model.DateIn(at)
	words := f.form.Value(ends)
	if dateparse.ClockAlone(words) { // no day at all
		words = ""
	}
	last, err := lastDay(words, first)
	return ofDays(first, last), err
}

// follow has the end follow a start that has changed, so that the event lasts
// as long as it did when its fields were last left. Where the start cannot be
// read it is what it was then.
func (f *Form) follow() {
	words := f.form.Value(ends)
	if _, _, inWords := dateparse.Length(words); inWords || words != f.ending && !f.readsEnd(words) {
		return // it does by itself, or was typed and is not right: that stays until it is
	}
	t := f.own
	if f.whole() {
		if at, err := Start(f.form.Value(starts), f.options.Now, model.DateIn(t.start).At(0, f.options.Zone)); err == nil {
			first, last := t.days()
			t = ofDays(model.DateIn(at), model.DateIn(at)+last-first)
		}
	} else if start, zone, err := f.readStart(f.form.Value(starts)); err == nil {
		t = times{start: start, end: t.following(start, zone)}
	}
	f.ending = t.endWords()
	f.setLine(ends, f.ending)
}

// readsEnd says that words are an end of the event as it was last right.
func (f *Form) readsEnd(words string) bool {
	var err error
	if f.whole() {
		first, _ := f.own.days()
		_, err = lastDay(words, first)
	} else {
		_, err = End(words, f.own.start, f.own.end.Location(), 0, clockOf(f.own.end))
	}
	return err == nil
}

// settle takes what the fields of time say, once they are left, for the
// event's own, and writes it out.
func (f *Form) settle() {
	timed := f.whole() && dateparse.Timed(f.form.Value(starts)) // a time of the day is meant, so that it lasts no whole ones
	if timed {
		f.days.SetValue("false")
		f.showTurned()
	}
	f.own = f.turned(f.own)
	if timed {
		f.setLine(ends, f.own.endWords())
		f.follow()
	}
	t, err := f.read()
	if err != nil {
		return
	}
	said := map[string]text.Text{starts: f.startNote(f.form.Value(starts), t), ends: f.endNote(f.form.Value(ends), t)}
	if asked := f.asked(t); !asked.start.Equal(t.start) {
		t, said[starts] = asked, text.Text{}
	}
	from := t.start
	if on := f.onItsDays(t); !on.start.Equal(t.start) {
		said[starts] = text.Clean(views.Day(t.start, f.options.Now) + " is none of its days: it begins on " + views.Day(on.start, t.start))
		if late := skipped(clockOf(t.start), on.start); !late.Empty() {
			said[starts] = text.Concat(said[starts], text.Literal("; "), late)
		}
		t = on
	}
	if _, err := f.checkRule(f.form.Value(repeats)); err == nil {
		f.moved = moved{}
	}
	if !t.start.Equal(from) {
		f.moved = moved{from: from, to: t.start}
	}
	if f.own = t; !t.allDay {
		f.timed = t
	}
	f.said[starts] = remark{words: t.startWords(), at: t.start, note: said[starts]}
	f.said[ends] = remark{words: t.endWords(), at: t.end, note: said[ends]}
	f.setLine(starts, t.startWords())
	f.setLine(ends, t.endWords())
}

// startNote says what has become of the words of a start that are t's.
func (f *Form) startNote(words string, t times) text.Text {
	asked, ok := dateparse.Clock(words)
	switch {
	case f.said[starts].stands(words, t.start):
		return f.said[starts].note
	case t.allDay:
		return text.Text{}
	case !ok && dateparse.Timed(words): // in 2 hours
		return text.Text{}
	case !ok:
		asked = clockOf(f.own.start)
	}
	return skipped(asked, t.start)
}

// endNote is startNote for an end.
func (f *Form) endNote(words string, t times) text.Text {
	asked, ok := dateparse.Clock(words)
	_, _, long := dateparse.Length(words)
	switch {
	case f.said[ends].stands(words, t.end):
		return f.said[ends].note
	case t.allDay, long, !ok:
		return text.Text{}
	}
	if n, bare := bareNumber(words); bare {
		return text.Clean("at " + views.Clock(t.end) + fmt.Sprintf("; for a length write %d min", n))
	}
	return skipped(asked, t.end)
}

// turned is a span as whole days, or with the times that it had, as the form
// has it now.
func (f *Form) turned(t times) times {
	first, last := t.days()
	switch {
	case t.allDay == f.whole():
		return t
	case !t.allDay:
		return ofDays(first, last)
	}
	start, long := first.At(9*time.Hour, f.options.Zone), time.Hour
	if was := f.timed; !was.start.IsZero() {
		start, long = first.At(clockOf(was.start), was.start.Location()), was.end.Sub(was.start)
		if from, to := was.days(); last-first != to-from {
			long = min(long, time.Hour)
		} else {
			return times{start: start, end: was.following(start, was.end.Location())}
		}
	}
	return times{start: start, end: (last).At(clockOf(start)+long, start.Location())}
}

// turn writes the fields of time anew when the event has come to last all day,
// or no longer does. Words that are no time stay, with what is wrong with them.
func (f *Form) turn() {
	f.showTurned()
	_, refused := Start(f.form.Value(starts), f.options.Now, f.own.start)
	f.own = f.turned(f.own)
	if refused == nil {
		f.setLine(starts, f.own.startWords())
	}
	f.setLine(ends, f.own.endWords())
}

// showTurned has a new event that has come to last all day leave one free, and
// one that no longer does make one busy, unless it was to show as something else.
func (f *Form) showTurned() {
	was, is := model.ShowBusy, model.ShowFree
	if !f.whole() {
		was, is = is, was
	}
	if f.base.ID == "" && f.state.Value() == was {
		f.state.SetValue(is)
	}
}

func (f *Form) setLine(key, words string) {
	if line := f.lines[key]; line.Value() != words {
		line.SetValue(words)
	}
	if f.form != nil {
		f.form.Recheck()
	}
}

// startWords is the start as the form shows it; endWords the end: the time
// alone where that says it all.
func (t times) startWords() string {
	if t.allDay {
		return t.start.Format(views.DateLayout)
	}
	return t.start.Format(views.TimeLayout)
}

func (t times) endWords() string {
	switch {
	case t.allDay:
		return t.end.AddDate(0, 0, -1).Format(views.DateLayout)
	case model.DateIn(t.start) == model.DateIn(t.end) && t.start.Location().String() == t.end.Location().String():
		return views.Clock(t.end)
	}
	return t.end.Format(views.TimeLayout)
}

func (f *Form) checkStart(words string) (text.Text, error) {
	if f.form == nil { // it is being made
		return text.Text{}, nil
	}
	at, err := Start(words, f.options.Now, f.own.start)
	if err != nil {
		return text.Text{}, err
	}
	if f.whole() {
		first := model.DateIn(at)
		return f.orPast(f.startNote(words, ofDays(first, first)), first < model.DateIn(f.options.Now.In(f.options.Zone))), nil
	}
	start, _, err := f.readStart(words)
	if err != nil {
		return text.Text{}, nil // a zone's, said there
	}
	return f.orPast(f.startNote(words, times{start: start}), start.Before(f.options.Now.Truncate(time.Minute))), nil
}

// orPast is what is to be said of a start, else of a new event that it is past.
func (f *Form) orPast(note text.Text, past bool) text.Text {
	if note.Empty() && past && f.base.ID == "" {
		return text.Literal("that is past")
	}
	return note
}

func (f *Form) checkZone(words string) (text.Text, error) {
	at, err := dateparse.Zone(words, f.options.Zone)
	if err != nil || words == "" || words == at.String() {
		return text.Text{}, err
	}
	return text.Clean(at.String()), nil
}

// nameZones writes zones out in full: the beginning of a name may be that of
// others too.
func (f *Form) nameZones() {
	for _, key := range []string{startZone, endZone} {
		words := f.form.Value(key)
		if at, err := dateparse.Zone(words, f.options.Zone); err == nil && strings.TrimSpace(words) != "" {
			f.setLine(key, at.String())
		}
	}
}

// checkEnd needs the other fields, which are not there yet when the form is
// being made.
func (f *Form) checkEnd(words string) (text.Text, error) {
	if f.form == nil {
		return text.Text{}, nil
	}
	_, err := Start(f.form.Value(starts), f.options.Now, f.own.start)
	for _, key := range []string{startZone, endZone} {
		if !f.whole() && err == nil {
			_, err = dateparse.Zone(f.form.Value(key), f.options.Zone)
		}
	}
	if err != nil {
		return text.Text{}, nil // said where it is wrong
	}
	t, err := f.read()
	if err != nil {
		return text.Text{}, err
	}
	return f.endNote(words, t), nil
}

func (f *Form) checkRule(words string) (text.Text, error) {
	_, err := Recurrence(words, f.options.Now.In(f.options.Zone))
	return text.Text{}, err
}

// Result is what the form has come to: the event, the calendar it goes to,
// paths of files to add, and ids of attachments to take off.
type Result struct {
	Event          model.Event
	Dates          []time.Time // of a series the first, five at most, as they are shown
	Calendar       string
	Attach, Detach []string
}

// wrong names the field that is wrong, and has the keys now.
func (f *Form) wrong() error {
	for _, one := range f.all {
		if one.Key == f.form.Focused() {
			return fmt.Errorf("\u201c%s\u201d is not right yet", strings.TrimSpace(one.Label.String()))
		}
	}
	return errors.New("something in the form is not right yet")
}

// Result reads the form. When a field is wrong it says so where it stands.
func (f *Form) Result() (Result, error) {
	f.fit(false) // what is folded is judged too
	if !f.form.Validate() {
		return Result{}, f.wrong()
	}
	if err := f.unanswered(); err != nil {
		f.form.Refuse(short, err)
		return Result{}, f.wrong()
	}
	f.settle()
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
	if is := f.form.Value(privacy); is != cmp.Or(e.Sensitivity, "normal") {
		e.Sensitivity = is
	}
	if is := f.form.Value(online); f.public() {
		e.IsOnlineMeeting = is == "true"
	} else {
		e.OnlineMeetingURL = strings.TrimSpace(is)
	}
	e.Categories = nil
	for _, t := range f.topics.Tokens() {
		e.Categories = append(e.Categories, t.Value)
	}
	if body := f.form.Value(notes); body != f.body && text.CleanBlock(f.body).String() != body {
		e.Body = &model.ItemBody{ContentType: "text", Content: body}
	}
	r := Result{Event: e, Calendar: f.form.Value(calendar)}
	if _, r.Dates, err = f.dates(t, shownDates); err != nil {
		return Result{}, err
	}
	r.Attach, r.Detach = f.changedFiles()
	return r, f.tooLong(&e)
}

// tooLong says beside its field what of an event is more than is taken, of what
// can be filled in.
func (f *Form) tooLong(e *model.Event) error {
	for _, one := range []struct {
		field string
		alone model.Event
	}{
		{subject, model.Event{Subject: e.Subject}},
		{place, model.Event{Location: e.Location}},
		{online, model.Event{OnlineMeetingURL: e.OnlineMeetingURL}},
		{topics, model.Event{Item: model.Item{Categories: e.Categories}}},
		{model.AttendeeRequired, model.Event{Attendees: e.Attendees}},
		{notes, model.Event{Body: e.Body}},
	} {
		if over := model.Beyond(&one.alone); len(over) > 0 {
			f.form.Refuse(one.field, errors.New(over[0].Words()))
			return f.wrong()
		}
	}
	return nil
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
	if f.options.Alone || words == f.rule && e.Start == f.base.Start && f.form.Value(short) != skipped31 {
		return nil
	}
	if f.form.Value(short) == skipped31 && f.monthDay() == 31 {
		r, err := Recurrence(words, t.start)
		if err != nil {
			return err
		}
		e.Recurrence, e.RecurrenceRule = nil, ruleOf31(r, t)
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
