package sample

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// calendars makes everybody's calendars and puts each meeting into those of
// all who have a part in it.
func (b *builder) calendars() error {
	for _, p := range cast() {
		box := b.boxes[p.key]
		box.Calendars = []Calendar{b.calendar(p.key, "Calendar", "auto", "", true)}
		if p.key == ownerKey {
			box.CalendarGroups = []model.CalendarGroup{{Entity: model.Entity{ID: stableID("calendargroup", calendarGroup)}, Name: calendarGroup}}
			box.Calendars = append(box.Calendars,
				b.calendar(p.key, personal, "lightGreen", calendarGroup, false),
				b.calendar(p.key, holidays, "lightOrange", calendarGroup, false))
			b.addHolidays(&box.Calendars[2])
		}
	}
	for _, r := range rooms() {
		b.world.Mailboxes = append(b.world.Mailboxes, Mailbox{
			UserID:    userID(r.key),
			Settings:  model.MailboxSettings{TimeZone: sites()[r.site].zone},
			Calendars: []Calendar{b.calendar(r.key, "Calendar", "auto", "", true)},
		})
	}
	b.index() // the slice has grown: its boxes may have moved
	for _, m := range slices.Concat(standing(), around(), private(), b.roomBookings()) {
		if err := b.schedule(m); err != nil {
			return fmt.Errorf("%s: %w", m.key, err)
		}
	}
	return nil
}

// index finds the mailboxes by key again.
func (b *builder) index() {
	byID := map[string]*Mailbox{}
	for i := range b.world.Mailboxes {
		byID[b.world.Mailboxes[i].UserID] = &b.world.Mailboxes[i]
	}
	for _, p := range cast() {
		b.boxes[p.key] = byID[userID(p.key)]
	}
	for _, r := range rooms() {
		b.boxes[r.key] = byID[userID(r.key)]
	}
}

func (b *builder) calendar(owner, name, colour, group string, isDefault bool) Calendar {
	c := Calendar{Group: group, Calendar: model.Calendar{
		Entity: model.Entity{ID: stableID("calendar", owner, name)}, Name: name, Color: colour,
		IsDefaultCalendar: isDefault, CanEdit: true, CanShare: true, CanViewPrivateItems: true,
	}}
	if a, err := b.address(owner); err == nil {
		c.Owner = &a
	}
	return c
}

// address is that of a person, an outsider or a room.
func (b *builder) address(key string) (model.EmailAddress, error) {
	for _, r := range rooms() {
		if r.key == key {
			return model.EmailAddress{Name: r.label(), Address: r.address()}, nil
		}
	}
	return b.who.address(key)
}

// label is the room's name with its size.
func (r room) label() string {
	if r.seats == 0 {
		return r.name
	}
	return fmt.Sprintf("%s, %d seats", r.name, r.seats)
}

var datePattern = regexp.MustCompile(`^([a-z]*)([+-]\d+)?$`)

// dateOf reads "monday+2", "release" or "-3".
func (b *builder) dateOf(s string) (time.Time, error) {
	m := datePattern.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, fmt.Errorf("%q is not a date like \"monday+2\"", s)
	}
	return b.date(m[1], m[2])
}

// span is the time that a meeting takes on a civil date.
func (b *builder) span(m meeting, d time.Time, at string, mins int) (start, end *model.DateTimeTimeZone, err error) {
	zone := b.zoneOf(m.by)
	if at == "" {
		return wall(d, 0, 0, zone), wall(d.AddDate(0, 0, mins), 0, 0, zone), nil
	}
	var hour, minute int
	if _, err := fmt.Sscanf(at, "%d:%d", &hour, &minute); err != nil {
		return nil, nil, fmt.Errorf("%q is not a time of day: %w", at, err)
	}
	start = wall(d, hour, minute, zone)
	if m.endSite == "" {
		return start, wall(d, hour, minute+mins, zone), nil
	}
	loc, err := model.LoadZone(zone)
	if err != nil {
		return nil, nil, err
	}
	there, err := model.NewDateTime(b.at(d, hour, minute, loc).Add(time.Duration(mins)*time.Minute), sites()[m.endSite].zone)
	return start, &there, err
}

// zoneOf is the zone in which somebody plans.
func (b *builder) zoneOf(key string) string {
	if p, ok := b.who.team[key]; ok {
		return sites()[p.site].zone
	}
	for _, r := range rooms() {
		if r.key == key {
			return sites()[r.site].zone
		}
	}
	return homeZone
}

// schedule puts a meeting into the calendars of its organizer, of the team's
// attendees, and of its room.
func (b *builder) schedule(m meeting) error {
	d, err := b.dateOf(m.on)
	if err != nil {
		return err
	}
	master, err := b.plan(m, d)
	if err != nil {
		return err
	}
	whole := Event{Event: master}
	if err := b.change(m, &whole); err != nil {
		return err
	}
	b.planned = append(b.planned, plannedMeeting{meeting: m, event: whole.Event})
	holders := append([]string{m.by}, b.who.colleagues(slices.Concat(list(m.who), list(m.maybe)))...)
	if m.room != "" {
		holders = append(holders, m.room)
	}
	for _, key := range holders {
		box, ok := b.boxes[key]
		if !ok {
			continue // an organizer from elsewhere
		}
		at := 0
		if key == m.by {
			at = max(0, slices.IndexFunc(box.Calendars, func(c Calendar) bool { return c.Name == cmp.Or(m.calendar, "Calendar") }))
		}
		box.Calendars[at].Events = append(box.Calendars[at].Events, b.copyFor(key, m, whole))
	}
	return nil
}

// plannedMeeting is a meeting with what was made of it, for the mail about it.
type plannedMeeting struct {
	meeting
	event model.Event
}

// plan makes the organizer's event.
func (b *builder) plan(m meeting, d time.Time) (model.Event, error) {
	organizer, err := b.address(m.by)
	if err != nil {
		return model.Event{}, err
	}
	made := b.now.AddDate(0, 0, -20).Truncate(time.Hour)
	e := model.Event{
		Item: model.Item{Entity: model.Entity{ID: stableID("event", m.by, m.key)}, Categories: list(m.tags),
			CreatedDateTime: &made, LastModifiedDateTime: &made},
		ICalUID: stableID("meeting", m.key) + "@" + company, Type: model.SingleInstance,
		Subject: m.subject, BodyPreview: preview(m.text), Body: &model.ItemBody{ContentType: "text", Content: b.fill(m.text)},
		IsAllDay: m.at == "", IsOrganizer: true, IsReminderOn: m.at != "", ReminderMinutesBeforeStart: 10,
		ResponseRequested: true, AllowNewTimeProposals: true, Importance: model.ImportanceNormal,
		Sensitivity: "normal", ShowAs: cmp.Or(m.showAs, model.ShowBusy),
		ResponseStatus: &model.ResponseStatus{Response: model.ResponseOrganizer},
		Organizer:      &model.Recipient{EmailAddress: organizer},
	}
	if m.private {
		e.Sensitivity = "private"
	}
	if m.repeat != nil && m.repeat.Type == model.Weekly {
		for !slices.Contains(m.repeat.DaysOfWeek, strings.ToLower(d.Weekday().String())) {
			d = d.AddDate(0, 0, 1)
		}
	}
	if e.Start, e.End, err = b.span(m, d, m.at, m.mins); err != nil {
		return e, err
	}
	e.OriginalStartTimeZone, e.OriginalEndTimeZone = e.Start.TimeZone, e.End.TimeZone
	if m.repeat != nil {
		e.Type = model.SeriesMaster
		e.Recurrence = b.recurrence(*m.repeat, m.until, d, e.Start.TimeZone)
	}
	if err := b.invite(m, &e); err != nil {
		return e, err
	}
	return e, nil
}

// recurrence makes a series of a pattern that begins on a date.
func (b *builder) recurrence(p model.RecurrencePattern, until string, d time.Time, zone string) *model.PatternedRecurrence {
	if p.Type == model.AbsoluteYearly && p.Month == 0 {
		p.Month, p.DayOfMonth = int(d.Month()), d.Day()
	}
	r := &model.PatternedRecurrence{Pattern: p, Range: model.RecurrenceRange{
		Type: model.RangeNoEnd, StartDate: d.Format("2006-01-02"), RecurrenceTimeZone: zone}}
	if end, err := b.dateOf(until); until != "" && err == nil {
		r.Range.Type, r.Range.EndDate = model.RangeEndDate, end.Format("2006-01-02")
	}
	return r
}

// invite adds the attendees, their answers and the place.
func (b *builder) invite(m meeting, e *model.Event) error {
	answered := b.now.AddDate(0, 0, -1)
	add := func(key, kind string) error {
		a, err := b.address(key)
		if err != nil {
			return err
		}
		status := &model.ResponseStatus{Response: cmp.Or(m.answers[key], model.ResponseAccepted), Time: &answered}
		if status.Response == model.ResponseNotResponded {
			status.Time = nil
		}
		e.Attendees = append(e.Attendees, model.Attendee{Type: kind, EmailAddress: a, Status: status})
		return nil
	}
	for _, part := range []struct{ keys, kind string }{
		{m.who, model.AttendeeRequired}, {m.maybe, model.AttendeeOptional}, {m.room, model.AttendeeResource}} {
		for _, key := range list(part.keys) {
			if err := add(key, part.kind); err != nil {
				return err
			}
		}
	}
	if m.room != "" {
		a, err := b.address(m.room)
		if err != nil {
			return err
		}
		e.Location = &model.Location{DisplayName: a.Name, LocationEmailAddress: a.Address, LocationType: "conferenceRoom"}
	} else if m.place != "" {
		e.Location = &model.Location{DisplayName: m.place}
	}
	if e.Location != nil {
		e.Locations = []model.Location{*e.Location}
	}
	return nil
}

// change applies what is off or moved to a series.
func (b *builder) change(m meeting, e *Event) error {
	for _, c := range m.cancelled {
		d, err := b.dateOf(c)
		if err != nil {
			return err
		}
		if b.falls(e.Event, d) {
			e.Cancelled = append(e.Cancelled, d.Format("2006-01-02"))
		}
	}
	for i, mv := range m.moved {
		from, err := b.dateOf(mv.from)
		if err != nil {
			return err
		}
		if !b.falls(e.Event, from) || slices.Contains(e.Cancelled, from.Format("2006-01-02")) {
			continue
		}
		to, err := b.dateOf(mv.on)
		if err != nil {
			return err
		}
		x := e.Event
		x.ID = stableID("exception", m.by, m.key, strconv.Itoa(i))
		x.Type, x.SeriesMasterID, x.Recurrence = model.Exception, e.ID, nil
		x.Subject = cmp.Or(mv.subject, x.Subject)
		if x.Start, x.End, err = b.span(m, to, mv.at, mv.mins); err != nil {
			return err
		}
		original, _, err := b.span(m, from, m.at, m.mins)
		if err != nil {
			return err
		}
		at, err := original.Time()
		if err != nil {
			return err
		}
		x.OriginalStart = &at
		e.Exceptions = append(e.Exceptions, x)
	}
	return nil
}

// falls reports whether a series has an occurrence on a civil date.
func (b *builder) falls(e model.Event, d time.Time) bool {
	if e.Recurrence == nil {
		return false
	}
	s, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
	if err != nil {
		return false
	}
	for i := range s.Occurrences(d.AddDate(0, 0, -1), d.AddDate(0, 0, 2)) {
		if i.Date.String() == d.Format("2006-01-02") {
			return true
		}
	}
	return false
}

// copyFor is a meeting as one of its people sees it.
func (b *builder) copyFor(key string, m meeting, whole Event) Event {
	if key == m.by {
		return whole
	}
	mine := func(e model.Event) model.Event {
		e.ID = stableID("copy", key, e.ID)
		if e.SeriesMasterID != "" {
			e.SeriesMasterID = stableID("copy", key, e.SeriesMasterID)
		}
		e.IsOrganizer = false
		answer := cmp.Or(m.answers[key], model.ResponseAccepted)
		e.ResponseStatus = &model.ResponseStatus{Response: answer}
		switch answer {
		case model.ResponseNotResponded, model.ResponseTentative:
			e.ShowAs = model.ShowTentative
		case model.ResponseDeclined:
			e.ShowAs = model.ShowFree
		}
		if key != ownerKey {
			e.Categories = nil
		}
		return e
	}
	out := Event{Event: mine(whole.Event), Cancelled: whole.Cancelled}
	for _, x := range whole.Exceptions {
		out.Exceptions = append(out.Exceptions, mine(x))
	}
	return out
}

// roomBookings are the rooms' meetings with people outside the sample.
func (b *builder) roomBookings() []meeting {
	reasons := []string{"Tram people", "Auditors, with sandwiches", "Interview", "Harbour office", "Ivo, door shut", "Yoga (facilities)", "Customer visit", "Taken"}
	var all []meeting
	for i, r := range rooms() {
		for n := range 6 {
			all = append(all, meeting{
				key: fmt.Sprintf("room-%s-%d", r.key, n), subject: reasons[(i*3+n)%len(reasons)], by: r.key,
				on: fmt.Sprintf("work%+d", n*2-4+i%2), at: clock(9+(i*2+n*3)%8, 30*((i+n)%2)), mins: 60 + 30*((i+n)%3),
				showAs: []string{model.ShowBusy, model.ShowBusy, model.ShowTentative}[(i+n)%3],
			})
		}
	}
	return all
}

// addHolidays fills the calendar of days off: one yearly series each.
func (b *builder) addHolidays(c *Calendar) {
	year := b.today.Year() - 1
	for _, h := range holidayDates() {
		first := time.Date(year, time.Month(h.pattern.Month), max(1, h.pattern.DayOfMonth), 0, 0, 0, 0, time.UTC)
		e := model.Event{
			Item:    model.Item{Entity: model.Entity{ID: stableID("holiday", h.name)}},
			ICalUID: stableID("holiday", h.name) + "@" + company, Type: model.SeriesMaster, Subject: h.name,
			IsAllDay: true, ShowAs: model.ShowFree, Sensitivity: "normal", Importance: model.ImportanceNormal, IsOrganizer: true,
			ResponseStatus: &model.ResponseStatus{Response: model.ResponseOrganizer}, Organizer: &model.Recipient{EmailAddress: *c.Owner},
			Recurrence: b.recurrence(h.pattern, "", first, homeZone),
		}
		if h.pattern.Type == model.RelativeYearly {
			if s, err := model.NewSeries(*e.Recurrence, *wall(first, 0, 0, homeZone), *wall(first.AddDate(0, 0, 1), 0, 0, homeZone)); err == nil {
				for i := range s.Occurrences(first, first.AddDate(1, 0, 0)) {
					y, mo, day := i.Date.Civil()
					first = time.Date(y, mo, day, 0, 0, 0, 0, time.UTC)
					break
				}
			}
			e.Recurrence.Range.StartDate = first.Format("2006-01-02")
		}
		e.Start, e.End = wall(first, 0, 0, homeZone), wall(first.AddDate(0, 0, 1), 0, 0, homeZone)
		e.OriginalStartTimeZone, e.OriginalEndTimeZone = homeZone, homeZone
		c.Events = append(c.Events, Event{Event: e})
	}
}
