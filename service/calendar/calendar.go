// Package calendar serves calendars and events: of users, by every path that
// leads to a calendar, and of groups; views of a span of time, series with
// their occurrences and exceptions, meetings between mailboxes, free/busy and
// the search for a time to meet.
//
// Invariants: an id never changes, and that of an occurrence is made of its
// series and its date, so that it outlives any edit; start and end go out in
// the zone that Prefer asks for, else in UTC, and keep the zone they were
// written in; an all-day event is on its dates in every zone; what the people
// of a meeting have of it (copies, messages, answers) is written in the one
// transaction that changes it, so that it is neither lost nor doubled; an
// occurrence shares the attachments and extensions of its series.
//
// A deleted event can be restored for a month: see restore.go. A group's events
// are in the group's calendar, where its members read them: who is no attendee
// of one gets no copy and no message. Addresses that no mailbox here has are
// kept as attendees and not invited, and the organizer is told.
//
// A change "from here on" is two requests of the client: PATCH the master's
// recurrence to end before the occurrence (model.Series.Split), POST a new
// series that begins with it.
package calendar

import (
	"cmp"
	"slices"

	"daybook/model"
	"daybook/service/attachments"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the calendar part of the service.
type Area struct {
	// events is shared with the store; groups is of a list in memory.
	events, groups *odata.Schema
	search         *odata.Searcher
}

// New makes the area on a store.
func New(s *store.Store) *Area {
	id := odata.Field{Path: "id", Kind: odata.ID}
	return &Area{
		events: EventSchema(), search: EventSchema().Searcher(eventSearch()),
		groups: odata.SchemaOf[model.CalendarGroup]("calendarGroup", "id", id),
	}
}

// The scopes of part 5 of the interface. Of groups, those of the group do too.
var (
	canRead       = []string{"Calendars.Read", "Calendars.ReadWrite"}
	canWrite      = []string{"Calendars.ReadWrite"}
	canReadGroup  = []string{"Calendars.Read", "Group.Read.All"}
	canWriteGroup = []string{"Calendars.ReadWrite", "Group.ReadWrite.All"}
	canFind       = []string{"Calendars.Read.Shared", "Calendars.ReadWrite.Shared"}
)

// Routes is the calendar part of the routing table.
func (a *Area) Routes() []rest.Route {
	whole := site{Area: a} // a mailbox's calendars as a whole
	table := []rest.Route{
		{Method: "GET", Pattern: "{user}/calendars", Operation: "ListCalendars", Counts: "CountCalendars", Scopes: canRead, Extent: model.WhatIsShared, Handler: whole.reads(a.listCalendars)},
		{Method: "POST", Pattern: "{user}/calendars", Operation: "CreateCalendar", Scopes: canWrite, Handler: writesWith(whole, readCalendar, a.createCalendar)},
		{Method: "GET", Pattern: "{user}/calendarGroups", Operation: "ListCalendarGroups", Counts: "CountCalendarGroups", Scopes: canRead, Handler: whole.reads(a.listGroups)},
		{Method: "POST", Pattern: "{user}/calendarGroups", Operation: "CreateCalendarGroup", Scopes: canWrite, Handler: writesWith(whole, readGroup, a.createGroup)},
		{Method: "GET", Pattern: "{user}/calendarGroups/{calendarGroup}", Operation: "GetCalendarGroup", Scopes: canRead, Handler: whole.reads(a.getGroup)},
		{Method: "GET", Pattern: "{user}/calendarGroups/{calendarGroup}/calendars", Operation: "ListCalendarsOfGroup", Counts: "CountCalendarsOfGroup", Scopes: canRead, Handler: whole.reads(a.listCalendars)},
		{Method: "POST", Pattern: "{user}/calendarGroups/{calendarGroup}/calendars", Operation: "CreateCalendarInGroup", Scopes: canWrite, Handler: writesWith(whole, readCalendar, a.createCalendar)},
		{Method: "GET", Pattern: "{user}/calendarGroup", Operation: "GetCalendarGroup", Scopes: canRead, Handler: whole.reads(a.getGroup)},
		{Method: "GET", Pattern: "{user}/calendarGroup/calendars", Operation: "ListCalendarsOfGroup", Counts: "CountCalendarsOfGroup", Scopes: canRead, Handler: whole.reads(a.listDefaultGroup)},

		{Method: "POST", Pattern: "{user}/calendar/getSchedule", Operation: "GetSchedule", Scopes: canRead, Right: model.Reads, Extent: model.OfDefault, Handler: readsWith(whole, readSchedule, a.getSchedule)},
		{Method: "POST", Pattern: "{user}/findMeetingTimes", Operation: "FindMeetingTimes", Scopes: canFind, Right: model.Reads, Extent: model.OfDefault, Handler: readsWith(whole, readMeetingTimes, a.findMeetingTimes)},
	}
	for _, s := range sites() {
		s.Area = a
		if s.calendar {
			table = append(table,
				s.read().At("GET", s.base, "GetCalendar", s.reads(s.getCalendar)),
				s.owners().At("PATCH", s.base, "UpdateCalendar", writesWith(s, readCalendarPatch, s.updateCalendar)))
		}
		if s.calendar && !s.group {
			table = append(table, s.permissionRoutes()...)
		}
		table = append(table, s.eventRoutes()...)
		table = append(table, s.partRoutes()...)
	}
	return table
}

// site is a path that leads to events, and the handlers below it.
type site struct {
	*Area
	base     string
	group    bool // of a group, not of {user}
	calendar bool // the path names one calendar, else it leads to all of the mailbox
	// inGroup is the group of calendars that the calendar must be in: "" for
	// any, store.DefaultGroup, or a key of the path.
	inGroup string
}

func sites() []site {
	return []site{
		{base: "{user}"},
		{base: "{user}/calendar", calendar: true},
		{base: "{user}/calendars/{calendar}", calendar: true},
		{base: "{user}/calendarGroup/calendars/{calendar}", calendar: true, inGroup: defaultGroup},
		{base: "{user}/calendarGroups/{calendarGroup}/calendars/{calendar}", calendar: true, inGroup: "calendarGroup"},
		{base: "groups/{group}", group: true},
		{base: "groups/{group}/calendar", group: true, calendar: true},
	}
}

// read and write are the rows of the site's paths, so far as they are alike:
// their scopes, and who may use them.
func (s site) read() rest.Route {
	if s.group {
		return rest.Route{Scopes: canReadGroup, Who: rest.Reader}
	}
	return rest.Route{Scopes: canRead, Extent: model.OfDefault}
}

func (s site) write() rest.Route {
	if s.group {
		return rest.Route{Scopes: canWriteGroup, Who: rest.Member}
	}
	return rest.Route{Scopes: canWrite, Extent: model.OfDefault}
}

// owners is write for what nobody does with a calendar that is shared with
// them.
func (s site) owners() rest.Route {
	like := s.write()
	if !s.group {
		like.Who = rest.Owner
	}
	return like
}

// larger lets a row take a body with an attachment in it.
func larger(r rest.Route) rest.Route {
	r.MaxBody = attachments.MaxBody
	return r
}

func (s site) eventRoutes() []rest.Route {
	all, one := s.base+"/events", s.base+"/events/{event}"
	read, write, list := s.read(), s.write(), s.read()
	if !s.calendar { // of all calendars
		list.Extent = model.WhatIsShared
	}
	table := []rest.Route{
		list.At("GET", all, "ListEvents", s.reads(s.listEvents)).Counted("CountEvents"),
		larger(write.At("POST", all, "CreateEvent", writesWith(s, readEvent, s.createEvent))),
		read.At("GET", one, "GetEvent", s.reads(s.getEvent)),
		write.At("PATCH", one, "UpdateEvent", writesWith(s, readEventChange, s.updateEvent)),
		write.At("DELETE", one, "DeleteEvent", s.writes(s.deleteEvent)),
		read.At("GET", one+"/instances", "ListInstances", s.reads(s.instances)),
		read.At("GET", s.base+"/calendarView", "CalendarView", s.reads(s.calendarView)),
		read.At("GET", s.base+"/calendarView/delta", "CalendarViewDelta", s.reads(s.delta)),
		write.At("POST", one+"/cancel", "CancelEvent", writesWith(s, rest.AnyJSON[model.EventResponse], s.cancelEvent)),
	}
	if s.calendar || s.group { // the public interface has it of one calendar
		table = append(table, read.At("GET", all+"/delta", "EventsDelta", s.reads(s.eventsDelta)))
	}
	for _, way := range answers() {
		table = append(table, write.At("POST", one+"/"+way.action, way.operation, writesWith(s, way.read, s.answer)))
	}
	return table
}

// target is what a path leads to.
type target struct {
	tx      *store.Tx
	owner   store.Mailbox
	mailbox int64
	// calendar is the id of the calendar that the path names, "" for none.
	calendar string
	// reach is how far a caller who is not the owner may go, nil for the owner:
	// what they may not see of an event is veiled.
	reach  *store.Reach
	failed error // what kept from telling what they may see
}

// find resolves the calendar of a request's path.
func (s site) find(r *rest.Request, tx *store.Tx, mailbox int64) (target, error) {
	t := target{tx: tx, mailbox: mailbox, reach: tx.Visitor()}
	var err error
	if t.owner, err = tx.FindMailbox(r.Mailbox.ID); err != nil || !s.calendar {
		return t, err
	}
	c, err := Calendar(tx, t.mailbox, s.calendarKey(r))
	t.calendar = c.ID
	return t, err
}

func (s site) calendarKey(r *rest.Request) CalendarKey {
	k := CalendarKey{ID: r.Key("calendar"), Group: s.inGroup}
	if s.inGroup == "calendarGroup" {
		k.Group = r.Key("calendarGroup")
	}
	return k
}

// defaultCalendar is the id of the calendar that the path names, or else the
// mailbox's default one.
func (t *target) defaultCalendar() (string, error) {
	if t.calendar != "" {
		return t.calendar, nil
	}
	c, err := Calendar(t.tx, t.mailbox, CalendarKey{})
	return c.ID, err
}

// place finds the event that the path names: in the calendar, when it names
// one.
func (t *target) place(r *rest.Request) (eventPlace, error) {
	id := r.Key("event")
	place, err := findEventPlace(t.tx, t.mailbox, id)
	if err == nil && t.calendar != "" && place.Calendar != t.calendar {
		err = rest.NotFound("event of this calendar", id)
	}
	return place, err
}

// event is the path's event as it is kept, and where.
func (t *target) event(r *rest.Request) (model.Event, eventPlace, error) {
	place, err := t.place(r)
	if err != nil {
		return model.Event{}, place, err
	}
	e, err := Event(t.tx, t.mailbox, r.Key("event"))
	return e, place, err
}

// inside is a handler on the target of the site's paths.
func inside[T any](s site, h func(*rest.Request, *target, T) (rest.Reply, error)) rest.InsideWith[T] {
	return func(r *rest.Request, tx *store.Tx, mailbox int64, in T) (rest.Reply, error) {
		t, err := s.find(r, tx, mailbox)
		if err != nil {
			return rest.Reply{}, err
		}
		reply, err := h(r, &t, in)
		return reply, cmp.Or(err, t.failed)
	}
}

func bare(h func(*rest.Request, *target) (rest.Reply, error)) func(*rest.Request, *target, rest.None) (rest.Reply, error) {
	return func(r *rest.Request, t *target, _ rest.None) (rest.Reply, error) { return h(r, t) }
}

// reads, writes, readsWith and writesWith are those of rest for such handlers.
func (s site) reads(h func(*rest.Request, *target) (rest.Reply, error)) rest.Handler {
	return rest.ReadsWith(rest.Nothing, inside(s, bare(h)))
}

func (s site) writes(h func(*rest.Request, *target) (rest.Reply, error)) rest.Handler {
	return rest.WritesWith(rest.Nothing, inside(s, bare(h)))
}

func readsWith[T any](s site, before func(*rest.Request) (T, error), h func(*rest.Request, *target, T) (rest.Reply, error)) rest.Handler {
	return rest.ReadsWith(before, inside(s, h))
}

func writesWith[T any](s site, before func(*rest.Request) (T, error), h func(*rest.Request, *target, T) (rest.Reply, error)) rest.Handler {
	return rest.WritesWith(before, inside(s, h))
}

// eventSearch says how events are searched: text by text, a calendar's worth.
func eventSearch() odata.SearchIndex {
	where := []string{"location/displayName"}
	who := []string{"attendees/emailAddress/name", "attendees/emailAddress/address"}
	organizer := []string{"organizer/emailAddress/name", "organizer/emailAddress/address"}
	return odata.SearchIndex{
		Paths: slices.Concat([]string{"subject", "body/content"}, where, who, organizer),
		Properties: []odata.SearchProperty{
			{Name: "subject", Paths: []string{"subject"}},
			{Name: "body", Paths: []string{"body/content"}},
			{Name: "location", Paths: where},
			{Name: "with", Paths: slices.Concat(who, organizer)},
			{Name: "organizer", Paths: organizer},
			{Name: "category", Filter: "categories/any(c:c eq '?')"},
		},
	}
}
