package calendar

import (
	"errors"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/account"
	"daybook/service/rest"
	"daybook/service/store"
)

// defaultSearchSpan is how far ahead times are looked for when nothing is
// asked.
const defaultSearchSpan = 7 * 24 * time.Hour

// meetingTimes is what is asked, and the search for it.
type meetingTimes struct {
	asked  model.MeetingTimesRequest
	search *model.MeetingSearch
}

func readMeetingTimes(r *rest.Request) (m meetingTimes, err error) {
	if m.asked, err = rest.JSON[model.MeetingTimesRequest](r); err != nil {
		return m, err
	}
	for _, p := range m.asked.Attendees {
		if strings.TrimSpace(p.EmailAddress.Address) == "" {
			return m, rest.BadProperty("attendees/emailAddress/address", "is required")
		}
	}
	if m.search, err = model.NewMeetingSearch(m.asked); err != nil {
		return m, err
	}
	if len(m.search.Windows) == 0 {
		zone, _ := r.Prefer.Zone()
		start := r.Now.In(zone)
		m.search.Windows = []model.Window{{Start: start, End: start.Add(defaultSearchSpan)}}
	}
	return m, nil
}

// findMeetingTimes suggests times by model's rules (see model.MeetingSearch)
// from the primary calendars and working hours of everybody it names. The
// organizer is the owner of the mailbox.
func (a *Area) findMeetingTimes(r *rest.Request, t *target, m meetingTimes) (rest.Reply, error) {
	d := diary{tx: t.tx, caller: r.Caller.UserID}
	d.from, d.to = bounds(m.search.Windows)
	if err := d.fill(m.search, t.owner, m.asked.LocationConstraint); err != nil {
		return rest.Reply{}, err
	}
	result, err := m.search.Suggest()
	if err != nil {
		return rest.Reply{}, err
	}
	_, zone := r.Prefer.Zone()
	answer, err := result.Answer(zone)
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
	hours, err := account.WorkingHours(d.tx, read.mailbox)
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
		if errors.Is(err, model.ErrNotFound) || err == nil && read.access.Right == model.NoRight {
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
