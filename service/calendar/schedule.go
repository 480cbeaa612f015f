package calendar

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/service/account"
	"daybook/service/rest"
	"daybook/service/store"
)

// Bounds of getSchedule.
const (
	maxSchedules     = 100
	maxScheduleSpan  = 62 * 24 * time.Hour
	defaultInterval  = 30
	smallestInterval = 5
	largestInterval  = 1440
)

// Whose calendar can be read: everybody of the service shows whether they are
// free, unless they say otherwise; what it is, they show to those they share
// their calendar with. What nobody here has, and what is no person's or room's,
// cannot be read: then it is unknown, never free.

// scheduleQuestion is what is asked, and its span.
type scheduleQuestion struct {
	model.ScheduleRequest
	from, to time.Time
}

// getSchedule serves the free/busy of people and rooms.
func (a *Area) getSchedule(r *rest.Request, t *target, asked scheduleQuestion) (rest.Reply, error) {
	_, name := r.Prefer.Zone()
	d := diary{tx: t.tx, caller: r.Caller.UserID, from: asked.from, to: asked.to}
	list := make([]model.ScheduleInformation, len(asked.Schedules))
	for i, address := range asked.Schedules {
		var err error
		if list[i], err = d.schedule(address, name, time.Duration(asked.AvailabilityViewInterval)*time.Minute); err != nil {
			return rest.Reply{}, err
		}
	}
	items, err := rest.Items(list)
	return rest.Page{Items: items}.Reply().As("Collection(microsoft.graph.scheduleInformation)"), err
}

func readSchedule(r *rest.Request) (asked scheduleQuestion, err error) {
	if err = r.Decode(&asked.ScheduleRequest); err != nil {
		return asked, err
	}
	if n := len(asked.Schedules); n == 0 || n > maxSchedules {
		return asked, rest.BadProperty("schedules", "%d addresses are given: give 1 to %d", n, maxSchedules)
	}
	if asked.AvailabilityViewInterval == 0 {
		asked.AvailabilityViewInterval = defaultInterval
	}
	if n := asked.AvailabilityViewInterval; n < smallestInterval || n > largestInterval {
		return asked, rest.BadProperty("availabilityViewInterval", "%d minutes: give %d to %d", n, smallestInterval, largestInterval)
	}
	if asked.from, err = asked.StartTime.Time(); err != nil {
		return asked, rest.BadProperty("startTime", "%v", err)
	}
	if asked.to, err = asked.EndTime.Time(); err != nil {
		return asked, rest.BadProperty("endTime", "%v", err)
	}
	switch {
	case !asked.from.Before(asked.to):
		err = rest.BadProperty("endTime", "%s is not after the startTime %s", asked.EndTime.DateTime, asked.StartTime.DateTime)
	case asked.to.Sub(asked.from) > maxScheduleSpan:
		err = rest.BadProperty("endTime", "the time asked for is longer than 62 days")
	}
	return asked, err
}

// diary reads the primary calendars of people for a span.
type diary struct {
	tx       *store.Tx
	caller   string // id of the user who asks
	from, to time.Time
}

// openCalendar is somebody's mailbox whose calendar can be read.
type openCalendar struct {
	mailbox int64
	access  model.Access // what who asks may see of it
	slots   []slot
}

// read finds who has an address and what their calendar holds in the span;
// found is false when it cannot be read.
func (d *diary) read(address string) (p openCalendar, owner store.Mailbox, found bool, err error) {
	owner, found, err = d.tx.MailboxByAddress(strings.TrimSpace(address))
	if err != nil || !found || owner.Kind != store.KindUser {
		return p, owner, false, err
	}
	p, err = d.open(owner)
	return p, owner, err == nil && p.access.Right > model.NoRight, err
}

func (d *diary) open(owner store.Mailbox) (openCalendar, error) {
	var p openCalendar
	var err error
	if p.mailbox, err = d.tx.Mailbox(owner.ID); err != nil {
		return p, err
	}
	c, err := Calendar(d.tx, p.mailbox, CalendarKey{})
	if err != nil {
		return p, err
	}
	p.access = model.Access{Right: model.Writes, Private: true}
	if owner.ID != d.caller {
		if p.access, err = d.tx.FreeBusy(p.mailbox, c.ID, d.caller); err != nil {
			return p, err
		}
	}
	zone, err := d.home(p.mailbox)
	if err != nil {
		return p, err
	}
	p.slots, err = Slots(d.tx, Window{Mailbox: p.mailbox, Calendar: c.ID, From: d.from, To: d.to, Zone: zone})
	return p, err
}

// home is the zone of a mailbox, in which its all-day events take its time.
func (d *diary) home(mailbox int64) (*time.Location, error) {
	name, err := account.TimeZone(d.tx, mailbox)
	if err != nil {
		return nil, err
	}
	return model.LoadZone(name)
}

func (p *openCalendar) availability() model.Availability {
	spans := make([]model.BusySpan, len(p.slots))
	for i := range p.slots {
		s := &p.slots[i]
		spans[i] = model.BusySpan{Start: s.Start(), End: s.End(), Status: model.ParseStatus(s.ShowAs())}
	}
	return model.NewAvailability(spans)
}

// schedule is the answer for one address, times in the zone called name.
func (d *diary) schedule(address, name string, interval time.Duration) (model.ScheduleInformation, error) {
	out := model.ScheduleInformation{ScheduleID: address, ScheduleItems: []model.ScheduleItem{}}
	p, owner, found, err := d.read(address)
	if err != nil {
		return out, err
	}
	if !found {
		out.Error = &model.FreeBusyError{ResponseCode: "ErrorMailRecipientNotFound",
			Message: "the schedule of " + address + " cannot be read: nobody here has this address"}
		if owner.Kind == store.KindUser {
			out.Error = &model.FreeBusyError{ResponseCode: "ErrorNoFreeBusyAccess",
				Message: "the schedule of " + address + " cannot be read: they do not show it to you"}
		}
		return out, nil
	}
	out.AvailabilityView = p.availability().View(d.from, d.to, interval)
	hours, err := account.WorkingHours(d.tx, p.mailbox)
	if err != nil {
		return out, err
	}
	out.WorkingHours = &hours
	for i := range p.slots {
		item, err := d.item(&p, &p.slots[i], name)
		if err != nil {
			return out, err
		}
		out.ScheduleItems = append(out.ScheduleItems, item)
	}
	return out, nil
}

// item is one entry, of its subject and place what who asks may see.
func (d *diary) item(p *openCalendar, s *slot, zone string) (model.ScheduleItem, error) {
	item := model.ScheduleItem{Status: s.ShowAs()}
	var err error
	if item.Start, err = model.NewDateTime(s.Start(), zone); err != nil {
		return item, err
	}
	if item.End, err = model.NewDateTime(s.End(), zone); err != nil || p.access.Right < model.SeesTitles {
		return item, err
	}
	e, err := SlotEvent(d.tx, p.mailbox, s)
	if err != nil {
		return item, err
	}
	if item.IsPrivate = e.IsPrivate(); item.IsPrivate && !p.access.Private {
		return item, nil
	}
	item.Subject = e.Subject
	if e.Location != nil {
		item.Location = e.Location.DisplayName
	}
	return item, nil
}
