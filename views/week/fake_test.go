package week

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// london is the person's zone in these tests; now is a Thursday in the week in
// which its clocks go back.
var (
	london = mustZone("Europe/London")
	now    = time.Date(2026, 10, 22, 11, 12, 0, 0, london)
)

func mustZone(name string) *time.Location {
	loc, err := model.LoadZone(name)
	if err != nil {
		panic(err)
	}
	return loc
}

// fake is a service in memory. Series are expanded by the rules of the model.
type fake struct {
	calendars  []Calendar
	events     map[string][]model.Event // by the key of their calendar: single events and masters
	cancelled  map[string]bool          // occurrences
	people     []model.EmailAddress
	rooms      []model.EmailAddress
	fail       error // of reading
	listed     int   // how often the calendars were asked for
	refuse     error // of writing
	unattached error // of attaching alone
	log        []string
	made       int
	deleted    map[string][]model.Event // by calendar; nil for a provider that keeps none
	loud       bool                     // answers cannot be taken back
	shares     []model.CalendarPermission
	categories []string
	public     bool
	kept       error // why nobody may know who shares a calendar
}

func newFake() *fake {
	return &fake{
		calendars: []Calendar{
			{ID: "own", Name: "Calendar", Color: "lightBlue", Default: true, CanEdit: true, CanShare: true},
			{ID: "home", Name: "Home", Color: "lightGreen", CanEdit: true},
			{ID: "cal", Group: "g1", Name: "Atlas", Color: "lightOrange"},
		},
		events: map[string][]model.Event{}, cancelled: map[string]bool{}, deleted: map[string][]model.Event{},
	}
}

func at(s string, zone string) *model.DateTimeTimeZone {
	return &model.DateTimeTimeZone{DateTime: s + ":00", TimeZone: zone}
}

// event is from..to on the clocks of London, written 2026-10-22T09:00.
func event(id, subject, from, to string) model.Event {
	return model.Event{Item: model.Item{Entity: model.Entity{ID: id}}, Type: model.SingleInstance, Subject: subject, ShowAs: model.ShowBusy,
		IsOrganizer: true, Start: at(from, "Europe/London"), End: at(to, "Europe/London")}
}

func allDay(id, subject, from, until string) model.Event {
	e := event(id, subject, from+"T00:00", until+"T00:00")
	e.IsAllDay, e.ShowAs = true, model.ShowFree
	return e
}

func (f *fake) add(calendar string, events ...model.Event) {
	f.events[calendar] = append(f.events[calendar], events...)
}

func (f *fake) get(id string) *model.Event {
	for _, list := range f.events {
		for i := range list {
			if list[i].ID == id {
				return &list[i]
			}
		}
	}
	return nil
}

func (f *fake) Calendars(context.Context) ([]Calendar, error) {
	if f.listed++; f.listed > 100 && f.calendars == nil { // asked without end
		return nil, errors.New("once more")
	}
	return f.calendars, f.fail
}

func (f *fake) View(_ context.Context, c Calendar, from, to time.Time) ([]model.Event, error) {
	if f.fail != nil {
		return nil, f.fail
	}
	var out []model.Event
	for _, e := range f.events[c.Key()] {
		if e.Recurrence == nil {
			out = append(out, e)
			continue
		}
		for _, o := range f.expand(e, from, to) {
			if !f.cancelled[o.ID] {
				out = append(out, o)
			}
		}
	}
	return out, nil
}

func (f *fake) expand(e model.Event, from, to time.Time) []model.Event {
	series, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
	if err != nil {
		panic(err)
	}
	var out []model.Event
	for o := range series.Occurrences(from, to) {
		one := occurrenceOf(e, o, series.Zone())
		one.ID = e.ID + "/" + o.Date.String()
		out = append(out, one)
	}
	return out
}

func (f *fake) Event(_ context.Context, at Ref) (model.Event, error) {
	if e := f.get(at.ID); e != nil {
		return *e, nil
	}
	master, _, _ := strings.Cut(at.ID, "/")
	if e := f.get(master); e != nil && master != at.ID {
		for _, o := range f.expand(*e, now.AddDate(-1, 0, 0), now.AddDate(1, 0, 0)) {
			if o.ID == at.ID {
				return o, nil
			}
		}
	}
	return model.Event{}, model.Errorf(model.CodeNotFound, "there is no event %s", at.ID)
}

func (f *fake) Instances(_ context.Context, at Ref, from, to time.Time) ([]model.Event, error) {
	return f.expand(*f.get(at.ID), from, to), nil
}

func (f *fake) Find(_ context.Context, c Calendar, words string) ([]model.Event, error) {
	var out []model.Event
	for _, e := range f.events[c.Key()] {
		if strings.Contains(strings.ToLower(e.Subject), strings.ToLower(words)) {
			out = append(out, e)
		}
	}
	return out, nil
}

func (f *fake) People(_ context.Context, prefix string) ([]model.EmailAddress, error) {
	var out []model.EmailAddress
	for _, p := range f.people {
		if strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(prefix)) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (f *fake) Public() bool { return f.public }

func (f *fake) Categories(context.Context) ([]string, error) { return f.categories, nil }

func (f *fake) Rooms(context.Context, string) ([]model.EmailAddress, error) { return f.rooms, nil }

func (f *fake) did(format string, args ...any) error {
	f.log = append(f.log, fmt.Sprintf(format, args...))
	return f.refuse
}

func (f *fake) Create(_ context.Context, c Calendar, e model.Event) (model.Event, error) {
	if err := f.did("create %s in %s", e.Subject, c.Key()); err != nil {
		return e, err
	}
	f.made++
	e.ID = fmt.Sprintf("made%d", f.made)
	e.IsOrganizer = true
	f.add(c.Key(), e)
	return e, nil
}

func (f *fake) Update(_ context.Context, at Ref, p model.EventPatch) (model.Event, error) {
	if err := f.did("update %s", at.ID); err != nil {
		return model.Event{}, err
	}
	e := f.get(at.ID)
	if e == nil {
		return model.Event{}, f.except(at.ID, p)
	}
	patch(e, p)
	return *e, nil
}

// except makes an exception of an occurrence.
func (f *fake) except(id string, p model.EventPatch) error {
	e, err := f.Event(context.Background(), Ref{ID: id})
	if err != nil {
		return err
	}
	f.cancelled[id] = true
	e.Type = model.Exception
	patch(&e, p)
	f.add("/own", e)
	return nil
}

func patch(e *model.Event, p model.EventPatch) {
	set(&e.Subject, p.Subject)
	set(&e.IsAllDay, p.IsAllDay)
	set(&e.ShowAs, p.ShowAs)
	set(&e.Sensitivity, p.Sensitivity)
	set(&e.Categories, p.Categories)
	set(&e.IsOnlineMeeting, p.IsOnlineMeeting)
	set(&e.OnlineMeetingURL, p.OnlineMeetingURL)
	set(&e.Attendees, p.Attendees)
	for _, t := range []struct{ field, to **model.DateTimeTimeZone }{{&e.Start, &p.Start}, {&e.End, &p.End}} {
		if *t.to != nil {
			*t.field = *t.to
		}
	}
	if p.Location != nil {
		e.Location = p.Location
	}
	if p.Recurrence != nil {
		e.Recurrence = p.Recurrence
	}
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

func (f *fake) Delete(_ context.Context, at Ref) error {
	if err := f.did("delete %s", at.ID); err != nil {
		return err
	}
	if strings.Contains(at.ID, "/") {
		f.cancelled[at.ID] = true
		return nil
	}
	if f.get(at.ID) == nil {
		return model.Errorf(model.CodeNotFound, "there is no event %s", at.ID)
	}
	for key, list := range f.events {
		f.events[key] = slices.DeleteFunc(list, func(e model.Event) bool {
			if e.ID == at.ID && f.deleted != nil {
				f.deleted[key] = append(f.deleted[key], e)
			}
			return e.ID == at.ID
		})
	}
	return nil
}

func (f *fake) Restore(_ context.Context, at Ref) error {
	if err := f.did("restore %s", at.ID); err != nil {
		return err
	}
	if f.deleted != nil && f.cancelled[at.ID] {
		delete(f.cancelled, at.ID)
		return nil
	}
	for key, list := range f.deleted {
		for _, e := range list {
			if e.ID == at.ID {
				f.add(key, e)
				return nil
			}
		}
	}
	return model.Errorf(model.CodeNotFound, "there is no event %s", at.ID)
}

func (f *fake) Unanswer(_ context.Context, at Ref) (bool, error) {
	if err := f.did("unanswer %s", at.ID); err != nil || f.loud {
		return false, err
	}
	f.get(at.ID).ResponseStatus = &model.ResponseStatus{Response: model.ResponseNotResponded}
	return true, nil
}

func (f *fake) Respond(_ context.Context, at Ref, response string, with model.EventResponse) error {
	said := fmt.Sprintf("respond %s %s tell=%v", at.ID, response, with.SendResponse == nil || *with.SendResponse)
	if p := with.ProposedNewTime; p != nil {
		said += " at " + p.Start.DateTime[:16]
	}
	if with.Comment != "" {
		said += " saying " + with.Comment
	}
	if err := f.did("%s", said); err != nil {
		return err
	}
	if e := f.get(at.ID); e != nil {
		e.ResponseStatus = &model.ResponseStatus{Response: response}
	}
	return nil
}

func (f *fake) Shares(context.Context, Calendar) ([]model.CalendarPermission, error) {
	return slices.Clone(f.shares), f.kept
}

func (f *fake) Share(_ context.Context, c Calendar, who model.EmailAddress, role string) error {
	if err := f.did("share %s with %s as %q", c.Key(), cmp.Or(who.Address, who.Name), role); err != nil {
		return err
	}
	f.shares = slices.DeleteFunc(f.shares, func(p model.CalendarPermission) bool { return *p.EmailAddress == who && p.IsRemovable })
	if role == "" {
		return nil
	}
	if who.Address == "" {
		f.shares[0].Role = role
		return nil
	}
	f.shares = append(f.shares, permission(who, role))
	return nil
}

func permission(who model.EmailAddress, role string) model.CalendarPermission {
	p := model.CalendarPermission{EmailAddress: &who, IsRemovable: true, Role: role, AllowedRoles: model.CalendarRoles(false, true)}
	p.ID = "p-" + who.Address
	return p
}

func (f *fake) CheckFile(path string) error {
	if strings.HasPrefix(path, "/nope") {
		return errors.New("there is no file " + path)
	}
	return nil
}

func (f *fake) Attach(_ context.Context, at Ref, path string) error {
	if f.unattached != nil {
		return f.unattached
	}
	return f.did("attach %s to %s", path, at.ID)
}

func (f *fake) Detach(_ context.Context, at Ref, id string) error {
	return f.did("detach %s from %s", id, at.ID)
}

func person(name string) model.EmailAddress {
	return model.EmailAddress{Name: name, Address: strings.ToLower(strings.Fields(name)[0]) + "@contoso.example"}
}

func invited(e model.Event, answer string, who ...string) model.Event {
	e.IsOrganizer = false
	e.Organizer = &model.Recipient{EmailAddress: person(who[0])}
	e.ResponseStatus = &model.ResponseStatus{Response: answer}
	for _, name := range who[1:] {
		e.Attendees = append(e.Attendees, model.Attendee{Type: model.AttendeeRequired, EmailAddress: person(name),
			Status: &model.ResponseStatus{Response: model.ResponseAccepted}})
	}
	return e
}

func weekly(e model.Event, days ...string) model.Event {
	e.Type = model.SeriesMaster
	e.Recurrence = &model.PatternedRecurrence{
		Pattern: model.RecurrencePattern{Type: model.Weekly, Interval: 1, DaysOfWeek: days, FirstDayOfWeek: "monday"},
		Range:   model.RecurrenceRange{Type: model.RangeNoEnd, StartDate: e.Start.DateTime[:10], RecurrenceTimeZone: "Europe/London"},
	}
	return e
}

// busyWeek is a week with a bit of everything.
func busyWeek() *fake {
	f := newFake()
	f.people = []model.EmailAddress{person("Bo Berg"), person("Cy Chan")}
	stand := weekly(event("standup", "Stand-up", "2026-09-01T09:00", "2026-09-01T09:30"), "monday", "tuesday", "wednesday", "thursday", "friday")
	review := event("review", "Design review", "2026-10-19T10:00", "2026-10-19T11:30")
	review.Location = &model.Location{DisplayName: "Room Hood"}
	dentist := event("dentist", "Dentist", "2026-10-21T10:00", "2026-10-21T11:00")
	dentist.ShowAs = model.ShowTentative
	away := event("away", "Train to Leeds", "2026-10-23T13:00", "2026-10-23T16:00")
	away.ShowAs = model.ShowOOF
	elsewhere := event("desk", "Writing at home", "2026-10-23T10:00", "2026-10-23T12:00")
	elsewhere.ShowAs = model.ShowWorkingElsewhere
	free := event("lunch", "Lunch walk", "2026-10-20T12:15", "2026-10-20T13:00")
	free.ShowAs = model.ShowFree
	f.add("/own", stand, review, dentist, away, elsewhere, free,
		event("oneone", "1:1 Bo", "2026-10-20T09:30", "2026-10-20T10:30"),
		invited(event("hiring", "Hiring loop", "2026-10-20T09:30", "2026-10-20T11:00"), model.ResponseNotResponded, "Dee Diaz", "Ann Ek", "Bo Berg"),
		invited(event("budget", "Budget", "2026-10-22T10:00", "2026-10-22T11:00"), model.ResponseAccepted, "Dee Diaz", "Ann Ek"),
		invited(event("legal", "Legal", "2026-10-22T10:30", "2026-10-22T11:30"), model.ResponseDeclined, "Eve Ek", "Ann Ek"),
		event("press", "Press call", "2026-10-22T10:30", "2026-10-22T11:30"),
		event("demo", "Demo", "2026-10-22T14:00", "2026-10-22T15:00"),
		allDay("offsite", "Offsite Berlin", "2026-10-17", "2026-10-22"),
		event("night", "Batch run", "2026-10-25T00:30", "2026-10-25T03:00"))
	f.add("/home", allDay("birthday", "Birthday", "2026-10-24", "2026-10-25"), event("choir", "Choir", "2026-10-22T18:30", "2026-10-22T20:30"))
	f.add("g1/cal", allDay("leave", "Bo on leave", "2026-10-22", "2026-10-23"), event("planning", "Planning", "2026-10-21T13:00", "2026-10-21T15:00"))
	return f
}
