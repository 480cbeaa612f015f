package calendar

import (
	"slices"
	"strings"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/rest"
)

// defaultReminder is in minutes before the start.
const defaultReminder = 15

// property is a property of events that a request can set: how it is taken
// over, and who may. Shared ones belong to the meeting and are its
// organizer's; the others are everybody's own.
type property struct {
	name   string
	shared bool
	take   func(to, from *model.Event)
}

func writable() []property {
	return []property{
		{"subject", true, func(to, from *model.Event) { to.Subject = from.Subject }},
		{"body", true, func(to, from *model.Event) { to.Body = from.Body }},
		{"start", true, func(to, from *model.Event) { to.Start = from.Start }},
		{"end", true, func(to, from *model.Event) { to.End = from.End }},
		{"isAllDay", true, func(to, from *model.Event) { to.IsAllDay = from.IsAllDay }},
		{"location", true, func(to, from *model.Event) { to.Location, to.Locations = from.Location, nil }},
		{"locations", true, func(to, from *model.Event) { to.Locations = from.Locations }},
		{"attendees", true, func(to, from *model.Event) { to.Attendees = from.Attendees }},
		{"recurrence", true, func(to, from *model.Event) { to.Recurrence, to.RecurrenceRule = from.Recurrence, "" }},
		{"importance", true, func(to, from *model.Event) { to.Importance = from.Importance }},
		{"responseRequested", true, func(to, from *model.Event) { to.ResponseRequested = from.ResponseRequested }},
		{"allowNewTimeProposals", true, func(to, from *model.Event) { to.AllowNewTimeProposals = from.AllowNewTimeProposals }},
		{"hideAttendees", true, func(to, from *model.Event) { to.HideAttendees = from.HideAttendees }},
		{"onlineMeetingUrl", true, func(to, from *model.Event) { to.OnlineMeetingURL = from.OnlineMeetingURL }},
		{"sensitivity", false, func(to, from *model.Event) { to.Sensitivity = from.Sensitivity }},
		{"showAs", false, func(to, from *model.Event) { to.ShowAs = from.ShowAs }},
		{"categories", false, func(to, from *model.Event) { to.Categories = from.Categories }},
		{"isReminderOn", false, func(to, from *model.Event) { to.IsReminderOn = from.IsReminderOn }},
		{"reminderMinutesBeforeStart", false, func(to, from *model.Event) {
			to.ReminderMinutesBeforeStart = from.ReminderMinutesBeforeStart
		}},
	}
}

// readNew reads the event of a POST, with the defaults for what it leaves out.
func readNew(o rest.Object) (model.Event, error) {
	var given model.Event
	if err := o.Into(&given); err != nil {
		return given, err
	}
	e := model.Event{IsReminderOn: true, ReminderMinutesBeforeStart: defaultReminder, ResponseRequested: true, AllowNewTimeProposals: true}
	for _, p := range writable() {
		if o.Has(p.name) && !o.Null(p.name) {
			p.take(&e, &given)
		}
	}
	e.TransactionID, e.Attachments, e.Extensions = given.TransactionID, given.Attachments, given.Extensions
	e.RecurrenceRule = given.RecurrenceRule
	for i, a := range e.Attachments {
		if a.Name == "" {
			return e, rest.BadProperty("attachments/name", "attachment %d has no name", i+1)
		}
	}
	return e, normalize(&e)
}

// normalize checks an event's values and brings them to the interface's
// spelling.
func normalize(e *model.Event) error {
	e.Importance, e.Sensitivity = or(e.Importance, model.ImportanceNormal), or(e.Sensitivity, "normal")
	e.ShowAs = or(e.ShowAs, model.ShowBusy)
	if e.Body == nil {
		e.Body = &model.ItemBody{ContentType: "html"}
	}
	body := *e.Body
	body.ContentType = or(body.ContentType, "text")
	e.Body = &body
	for _, v := range []struct {
		name    string
		value   *string
		allowed []string
	}{
		{"importance", &e.Importance, Importances}, {"sensitivity", &e.Sensitivity, Sensitivities},
		{"showAs", &e.ShowAs, ShowAsValues}, {"body/contentType", &body.ContentType, []string{"text", "html"}},
	} {
		var err error
		if *v.value, err = rest.Enum(v.name, *v.value, v.allowed...); err != nil {
			return err
		}
	}
	if e.ReminderMinutesBeforeStart < 0 {
		return rest.BadProperty("reminderMinutesBeforeStart", "%d is less than 0", e.ReminderMinutesBeforeStart)
	}
	e.BodyPreview = eml.BodyPreview(e.Body)
	place(e)
	e.IsOnlineMeeting = e.OnlineMeetingURL != "" // no link is made here
	if err := normalizeAttendees(e); err != nil {
		return err
	}
	return normalizeTimes(e)
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// place keeps location and locations in step: the first is the one.
func place(e *model.Event) {
	switch {
	case e.Location != nil && len(e.Locations) == 0:
		e.Locations = []model.Location{*e.Location}
	case len(e.Locations) > 0:
		e.Location = &e.Locations[0]
	}
}

func normalizeAttendees(e *model.Event) error {
	var out []model.Attendee
	seen := map[string]bool{}
	for _, a := range e.Attendees {
		address := strings.TrimSpace(a.EmailAddress.Address)
		if at := strings.LastIndexByte(address, '@'); at < 1 || at == len(address)-1 || strings.ContainsAny(address, "\r\n\x00 <>") {
			return rest.BadProperty("attendees/emailAddress/address", "%q is not an address", a.EmailAddress.Address)
		}
		kind, err := rest.Enum("attendees/type", or(a.Type, model.AttendeeRequired), model.AttendeeRequired, model.AttendeeOptional, model.AttendeeResource)
		if err != nil {
			return err
		}
		if seen[strings.ToLower(address)] {
			continue
		}
		seen[strings.ToLower(address)] = true
		out = append(out, model.Attendee{Type: kind, EmailAddress: model.EmailAddress{Name: or(a.EmailAddress.Name, address), Address: address},
			Status: a.Status, ProposedNewTime: a.ProposedNewTime})
	}
	e.Attendees = out
	return nil
}

// normalizeTimes writes start and end as wall times of their zones, to the
// millisecond, and checks what holds between them. What is written in a gap stays
// so: of a series it is true on the other days.
func normalizeTimes(e *model.Event) error {
	for _, p := range []struct {
		name string
		of   **model.DateTimeTimeZone
	}{{"start", &e.Start}, {"end", &e.End}} {
		if *p.of == nil {
			return rest.BadProperty(p.name, "is required")
		}
		wall, err := (*p.of).AsWritten()
		if err != nil {
			return rest.BadProperty(p.name, "%v", err)
		}
		*p.of = &wall
	}
	if _, _, err := model.Span(*e.Start, *e.End); err != nil {
		return rest.BadProperty("end", "%v", err)
	}
	if !e.IsAllDay {
		return nil
	}
	first, after, ok := model.WholeDays(*e.Start, *e.End)
	if !ok || e.Start.TimeZone != e.End.TimeZone {
		return rest.BadProperty("isAllDay", "an all-day event lasts from midnight to the midnight of a later day, in one time zone")
	}
	e.Start = &model.DateTimeTimeZone{DateTime: first.String() + "T00:00:00.0000000", TimeZone: e.Start.TimeZone}
	e.End = &model.DateTimeTimeZone{DateTime: after.String() + "T00:00:00.0000000", TimeZone: e.End.TimeZone}
	return nil
}

// readPatch reads a PATCH and checks what may be changed in an event of a
// kind; it returns the change, to be applied to the event as it is then.
func readPatch(o rest.Object) (func(*model.Event) error, error) {
	var given model.Event
	table := writable()
	names := make([]string, len(table))
	for i, p := range table {
		names[i] = p.name
	}
	if err := o.Only(names...); err != nil {
		return nil, err
	}
	if err := o.Into(&given); err != nil {
		return nil, err
	}
	return func(e *model.Event) error {
		before := *e
		for _, p := range table {
			if !o.Has(p.name) {
				continue
			}
			if p.shared && !e.IsOrganizer {
				return model.Errorf(model.CodeAccessDenied, "property %s: only the organizer of a meeting can change it", p.name)
			}
			if p.name == "recurrence" && (e.Type == model.Occurrence || e.Type == model.Exception) {
				return rest.BadProperty("recurrence", "one occurrence cannot recur: change the series master %s", e.SeriesMasterID)
			}
			p.take(e, &given)
		}
		if err := normalize(e); err != nil {
			return err
		}
		stay(&before, e)
		if o.Has("start") && !o.Has("recurrence") {
			moveRange(&before, e)
		}
		return nil
	}, nil
}

// moveRange lets a series whose start was moved to another date begin there.
func moveRange(before, e *model.Event) {
	if e.Recurrence == nil {
		return
	}
	r := *e.Recurrence
	from, errFrom := model.NewPlacing(*before.Start, *before.End, r.Range.RecurrenceTimeZone)
	to, errTo := model.NewPlacing(*e.Start, *e.End, r.Range.RecurrenceTimeZone)
	was, _ := from.Begins()
	is, _ := to.Begins()
	if errFrom != nil || errTo != nil || was == is {
		return
	}
	r.Range.StartDate = is.String()
	e.Recurrence = &r
}

// stay leaves a series where it was written when a request gives its times back
// as they were shown: in UTC, or later by the gap that its first start is in.
func stay(before, e *model.Event) {
	if before.Type != model.SeriesMaster || e.IsAllDay != before.IsAllDay {
		return
	}
	same := func(d, was *model.DateTimeTimeZone) bool { return d.TimeZone == was.TimeZone || d.TimeZone == "UTC" }
	from, to, err := model.Span(*before.Start, *before.End)
	newFrom, newTo, err2 := model.Span(*e.Start, *e.End)
	if err == nil && err2 == nil && newFrom.Equal(from) && newTo.Equal(to) && same(e.Start, before.Start) && same(e.End, before.End) {
		e.Start, e.End = before.Start, before.End
	}
}

// sameAddress compares addresses as mail does.
func sameAddress(a, b string) bool { return strings.EqualFold(a, b) }

// attendee finds an attendee by address, nil when there is none.
func attendee(e *model.Event, address string) *model.Attendee {
	i := slices.IndexFunc(e.Attendees, func(a model.Attendee) bool { return sameAddress(a.EmailAddress.Address, address) })
	if i < 0 {
		return nil
	}
	return &e.Attendees[i]
}
