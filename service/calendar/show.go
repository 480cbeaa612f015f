package calendar

import (
	"encoding/json"
	"time"

	"daybook/model"
	"daybook/service/bodies"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// shower brings events into the form in which a request wants them.
type shower struct {
	area     *Area
	zone     *time.Location
	zoneName string
	bodies   bodies.Form
	shape    *odata.Shape
	expand   []odata.Expand
	nest     odata.Nest
	// from and to are the span of the instances that are asked for.
	from, to time.Time
	// calendars are those that have been read, by id.
	calendars map[string]*model.Calendar
}

// shower reads the parts of a request that say how events are shown.
func (a *Area) shower(r *rest.Request) (*shower, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	w := &shower{area: a, bodies: r.Prefer.Bodies(), expand: o.Expand}
	w.zone, w.zoneName = r.Prefer.Zone()
	w.shape, err = a.events.Shape(o.Select, o.Expand)
	if err != nil {
		return nil, err
	}
	if a.events.Find(o.Expand, "instances") != nil {
		w.from, w.to, err = span(r)
	}
	return w, err
}

// JSON prints an event with what is expanded in it. row is the id under which
// its attachments and extensions are kept.
func (w *shower) JSON(t *target, row string, e model.Event) (json.RawMessage, error) {
	if err := w.dress(t, row, w.expand, &e); err != nil {
		return nil, err
	}
	return w.shape.Append(nil, &e)
}

// dress brings an event into the form in which it is shown, with what is
// expanded in it.
func (w *shower) dress(t *target, row string, expand []odata.Expand, e *model.Event) error {
	if err := w.localize(e); err != nil {
		return err
	}
	if e.Body == nil {
		e.Body = &model.ItemBody{ContentType: "html"}
	}
	kind, content := w.bodies.Of(e.Body.ContentType, e.Body.Content)
	e.Body = &model.ItemBody{ContentType: kind, Content: content}
	if v := t.veilOf(e); v != open {
		*e = veiled(*e, v)
		return nil
	}
	return w.load(t, row, expand, e)
}

// localize writes start and end in the zone that was asked for. The days of
// an all-day event are the same in every zone.
func (w *shower) localize(e *model.Event) error {
	from, to, err := model.Span(*e.Start, *e.End)
	if err != nil {
		return err
	}
	for _, side := range []struct {
		d  **model.DateTimeTimeZone
		at time.Time
	}{{&e.Start, from}, {&e.End, to}} {
		local := model.DateTimeTimeZone{DateTime: (*side.d).DateTime, TimeZone: w.zoneName}
		switch {
		case e.IsAllDay:
			local.DateTime = local.DateTime[:len("2006-01-02")] + "T00:00:00.0000000"
		case e.Type == model.SeriesMaster && side.at.Location().String() == w.zone.String():
			// A series stays where it was written, also when its first start falls in a gap.
		default:
			if local, err = model.NewDateTime(side.at, w.zoneName); err != nil {
				return err
			}
		}
		*side.d = &local
	}
	return nil
}

// veil is how much of an event is kept from who sees it.
type veil int

const (
	open    veil = iota
	private      // all but when it is, and that it is private
	titled       // all but when it is, what and where
	timed        // all but when it is
)

// veilOf is how much of an event the caller does not see. One of which that
// cannot be told is not shown, and the request fails.
func (t *target) veilOf(e *model.Event) veil {
	if t.reach == nil {
		return open
	}
	access, err := t.access(e.ID)
	if err != nil {
		t.failed = err
	}
	switch {
	case access.Right < model.SeesTitles:
		return timed
	case e.IsPrivate() && !access.Private:
		return private
	case access.Right < model.Reads:
		return titled
	}
	return open
}

// access is what the caller may do in the calendar of an event.
func (t *target) access(event string) (model.Access, error) {
	if t.reach == nil {
		return t.reach.Of(""), nil
	}
	place, err := findEventPlace(t.tx, t.mailbox, event)
	return t.reach.Of(place.Calendar), err
}

// veiled is an event as others see it: when it is, and no more than they may.
// The words are those of calendars on paper.
func veiled(e model.Event, v veil) model.Event {
	out := model.Event{Type: e.Type, SeriesMasterID: e.SeriesMasterID, Start: e.Start, End: e.End,
		IsAllDay: e.IsAllDay, ShowAs: e.ShowAs, Importance: model.ImportanceNormal,
		OriginalStart: e.OriginalStart, OriginalStartTimeZone: e.OriginalStartTimeZone, OriginalEndTimeZone: e.OriginalEndTimeZone}
	out.Entity, out.ChangeKey = e.Entity, e.ChangeKey
	switch v {
	case private:
		out.Subject, out.Sensitivity, out.ICalUID = "Private appointment", e.Sensitivity, e.ICalUID
	case titled:
		out.Subject, out.Location, out.Locations, out.Sensitivity = e.Subject, e.Location, e.Locations, "normal"
	default:
		out.Subject, out.Sensitivity = busyWords[e.ShowAs], "normal"
		if out.Subject == "" {
			out.Subject = busyWords[model.ShowBusy]
		}
	}
	return out
}

// busyWords are the subjects of events whose times alone are seen.
var busyWords = map[string]string{
	model.ShowFree: "Free", model.ShowTentative: "Tentative", model.ShowBusy: "Busy",
	model.ShowOOF: "Away", model.ShowWorkingElsewhere: "Working elsewhere",
}

// partsHidden reports whether the parts of an event, which are its series',
// are kept from the caller though the event itself is not.
func (t *target) partsHidden(e *model.Event) (bool, error) {
	if t.reach == nil || e.SeriesMasterID == "" {
		return false, nil
	}
	master, err := Event(t.tx, t.mailbox, e.SeriesMasterID)
	return err != nil || t.veilOf(&master) != open, err
}

// load fills in what is expanded.
func (w *shower) load(t *target, row string, expand []odata.Expand, e *model.Event) (err error) {
	owner, s := EventOwner(t.mailbox, row), w.area.events
	hidden, err := t.partsHidden(e)
	if err != nil {
		return err
	}
	if x := s.Find(expand, "attachments"); x != nil && !hidden {
		if e.Attachments, err = t.tx.ExpandAttachments(&w.nest, owner, *x, w.bodies); err != nil {
			return err
		}
	}
	if x := s.Find(expand, "extensions"); x != nil && !hidden {
		if e.Extensions, err = t.tx.ExpandExtensions(&w.nest, owner, *x); err != nil {
			return err
		}
	}
	if x := s.Find(expand, "calendar"); x != nil {
		if e.Calendar, err = w.calendarOf(t, e.ID); err != nil {
			return err
		}
	}
	if x := s.Find(expand, "instances"); x != nil && e.Type == model.SeriesMaster {
		if e.Instances, err = w.instances(t, *x, e); err != nil {
			return err
		}
	}
	if x := s.Find(expand, "exceptionOccurrences"); x != nil && e.Type == model.SeriesMaster {
		e.ExceptionOccurrences, err = w.exceptions(t, *x, e)
	}
	return err
}

// calendarOf reads the calendar that an event is in, each once.
func (w *shower) calendarOf(t *target, event string) (*model.Calendar, error) {
	place, err := findEventPlace(t.tx, t.mailbox, event)
	if err != nil || w.calendars[place.Calendar] != nil {
		return w.calendars[place.Calendar], err
	}
	c, err := Calendar(t.tx, t.mailbox, CalendarKey{ID: place.Calendar})
	if err != nil {
		return nil, err
	}
	t.complete(&c)
	if w.calendars == nil {
		w.calendars = map[string]*model.Calendar{}
	}
	w.calendars[c.ID] = &c
	return &c, nil
}

// maxInstances is how many instances of a series $expand looks at.
const maxInstances = 1000

// instances are those of a series in the span that the request names.
func (w *shower) instances(t *target, x odata.Expand, master *model.Event) ([]model.Event, error) {
	place, err := findEventPlace(t.tx, t.mailbox, master.ID)
	if err != nil {
		return nil, err
	}
	slots, err := Slots(t.tx, Window{Mailbox: t.mailbox, Calendar: place.Calendar, Series: master.ID, From: w.from, To: w.to, Zone: w.zone})
	if err != nil {
		return nil, err
	}
	if len(slots) > maxInstances {
		return nil, model.Errorf(model.CodeBadRequest,
			"$expand: the series has more than %d instances from startDateTime to endDateTime: ask for a shorter time, or for /instances", maxInstances)
	}
	list, err := events(t, slots)
	if err != nil {
		return nil, err
	}
	return w.dressed(t, x, list)
}

// exceptions are those of a series, whenever they are
// (https://learn.microsoft.com/graph/api/resources/event).
func (w *shower) exceptions(t *target, x odata.Expand, master *model.Event) ([]model.Event, error) {
	list, err := Exceptions(t.tx, t.mailbox, master.ID)
	if err != nil {
		return nil, err
	}
	return w.dressed(t, x, list)
}

// dressed are events that $expand brings, in the form in which they are shown.
func (w *shower) dressed(t *target, x odata.Expand, list []model.Event) (_ []model.Event, err error) {
	if list, err = odata.Nested(&w.nest, w.area.events, x, list); err != nil {
		return nil, err
	}
	for i := range list {
		if err := w.dress(t, rowOf(&list[i]), x.Options.Expand, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// rowOf is the id under which an event's attachments and extensions are kept.
func rowOf(e *model.Event) string { return or(e.SeriesMasterID, e.ID) }

// page prints events as the items of a page.
func (w *shower) page(t *target, n int, event func(i int) (model.Event, error)) ([]json.RawMessage, error) {
	items, size := make([]json.RawMessage, 0, n), 0
	for i := range n {
		e, err := event(i)
		if err != nil {
			return nil, err
		}
		item, err := w.JSON(t, rowOf(&e), e)
		if err != nil {
			return nil, err
		}
		if size += len(item); size > store.PageBytes && i > 0 {
			break
		}
		items = append(items, item)
	}
	return items, nil
}
