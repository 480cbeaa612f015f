package sample

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
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
		if e.IsAllDay { // a day is a day wherever one is
			e = inZone(e, b.zoneOf(key))
		}
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

// inZone is an all-day event on the same dates in another zone.
func inZone(e model.Event, zone string) model.Event {
	e.Start = &model.DateTimeTimeZone{DateTime: e.Start.DateTime, TimeZone: zone}
	e.End = &model.DateTimeTimeZone{DateTime: e.End.DateTime, TimeZone: zone}
	e.OriginalStartTimeZone, e.OriginalEndTimeZone = zone, zone
	if e.Recurrence != nil {
		r := *e.Recurrence
		r.Range.RecurrenceTimeZone = zone
		e.Recurrence = &r
	}
	return e
}
