package calendar

import (
	"errors"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// defaultSearchSpan is how far ahead times are looked for when nothing is
// asked.
const defaultSearchSpan = 7 * 24 * time.Hour

// findMeetingTimes suggests times by model's rules (see model.MeetingSearch)
// from the primary calendars and working hours of everybody it names. The
// organizer is the owner of the mailbox.
func (a *Area) findMeetingTimes(r *rest.Request) (rest.Reply, error) {
	var asked model.MeetingTimesRequest
	if err := r.Decode(&asked); err != nil {
		return rest.Reply{}, err
	}
	for _, p := range asked.Attendees {
		if strings.TrimSpace(p.EmailAddress.Address) == "" {
			return rest.Reply{}, rest.BadProperty("attendees/emailAddress/address", "is required")
		}
	}
	search, err := model.NewMeetingSearch(asked)
	if err != nil {
		return rest.Reply{}, err
	}
	zone, name := r.Prefer.Zone()
	if len(search.Windows) == 0 {
		start := r.Now.In(zone)
		search.Windows = []model.Window{{Start: start, End: start.Add(defaultSearchSpan)}}
	}
	err = a.mailbox().reading(r, func(t *target) error {
		d := diary{tx: t.tx, caller: r.Caller.UserID}
		d.from, d.to = bounds(search.Windows)
		return d.fill(search, t.owner, asked.LocationConstraint)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	result, err := search.Suggest()
	if err != nil {
		return rest.Reply{}, err
	}
	answer, err := result.Answer(name)
	return rest.OK(answer).As("microsoft.graph.meetingTimeSuggestionsResult"), err
}

// bounds is the time from the first window to the last.
func bounds(windows []model.Window) (from, to time.Time) {
	from, to = windows[0].Start, windows[0].End
	for _, w := range windows[1:] {
		if w.Start.Before(from) {
			from = w.Start
		}
		if w.End.After(to) {
			to = w.End
		}
	}
	return from, to
}

// fill reads the calendars and hours of all that a search names.
func (d *diary) fill(search *model.MeetingSearch, owner store.Mailbox, where *model.LocationConstraint) error {
	search.Organizer = &model.Participant{AttendeeBase: model.AttendeeBase{Type: model.AttendeeRequired,
		EmailAddress: model.EmailAddress{Name: owner.DisplayName, Address: owner.Address}}}
	if err := d.participant(search.Organizer); err != nil {
		return err
	}
	for i := range search.Attendees {
		if err := d.participant(&search.Attendees[i]); err != nil {
			return err
		}
	}
	return d.places(search, where)
}

// participant reads one calendar; one that cannot be read stays unknown.
func (d *diary) participant(p *model.Participant) error {
	read, owner, found, err := d.read(p.EmailAddress.Address)
	if err != nil || !found {
		return err
	}
	p.EmailAddress.Name = or(p.EmailAddress.Name, owner.DisplayName)
	p.Calendar = read.availability()
	if p.Type == model.AttendeeResource {
		return nil
	}
	hours, err := d.tx.WorkingHours(read.mailbox)
	if err != nil {
		return err
	}
	p.Hours, err = model.NewHours(hours)
	return err
}

// places reads the calendars of the places that were asked for, by address or
// by name, and offers the rooms of the service when a place may be suggested.
func (d *diary) places(search *model.MeetingSearch, where *model.LocationConstraint) error {
	if where == nil {
		return nil
	}
	rooms, err := d.tx.Resources()
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for i := range search.Places {
		p := &search.Places[i]
		for _, room := range rooms {
			if p.Location.LocationEmailAddress == "" && strings.EqualFold(room.DisplayName, p.Location.DisplayName) {
				p.Location.LocationEmailAddress = room.Address
			}
		}
		named[strings.ToLower(p.Location.LocationEmailAddress)] = true
		read, owner, found, err := d.read(p.Location.LocationEmailAddress)
		if err != nil {
			return err
		}
		if found {
			p.Location.DisplayName = or(p.Location.DisplayName, owner.DisplayName)
			p.Calendar = read.availability()
		}
	}
	if !where.SuggestLocation {
		return nil
	}
	for _, room := range rooms {
		if named[strings.ToLower(room.Address)] {
			continue
		}
		read, err := d.open(room)
		if errors.Is(err, model.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		search.Places = append(search.Places, model.Place{Resolve: true, Known: true, Calendar: read.availability(),
			Location: model.Location{DisplayName: room.DisplayName, LocationEmailAddress: room.Address, LocationType: "conferenceRoom"}})
	}
	return nil
}
