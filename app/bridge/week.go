package bridge

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/inbox"
	"daybook/views/invite"
	"daybook/views/week"
)

// Week is the calendars as the week needs them.
type Week struct{ *shared }

var _ week.Service = (*Week)(nil)

// eventPage is how many events one request asks for.
const eventPage = 200

// Calendars lists the person's calendars, the default one first, and those of
// the groups that let them be read.
func (w *Week) Calendars(ctx context.Context) ([]week.Calendar, error) {
	if err := w.Rights.needShared(); err != nil {
		return nil, err
	}
	own, err := api.Collect(ctx, w.client.Me().Calendars)
	if err != nil {
		return nil, w.Rights.reach(err, "calendars")
	}
	out := make([]week.Calendar, 0, len(own))
	for _, c := range own {
		out = append(out, week.Calendar{ID: c.ID, Name: c.Name, Color: c.Color, Default: c.IsDefaultCalendar, CanEdit: c.CanEdit, CanShare: c.CanShare})
	}
	slices.SortStableFunc(out, func(a, b week.Calendar) int {
		switch {
		case a.Default == b.Default:
			return 0
		case a.Default:
			return -1
		}
		return 1
	})
	groups, err := w.groups(ctx)
	return append(out, groups...), err
}

// groups lists the calendars of groups, asked for together. A service without
// groups, or one that keeps them to itself, leaves the person's own.
func (w *Week) groups(ctx context.Context) ([]week.Calendar, error) {
	if w.Rights.need(groupsTier, "") != nil {
		return nil, nil // the screen of the groups says so
	}
	groups, err := groupsOf(ctx, w.client)
	if err != nil {
		return nil, unlessRefused(err)
	}
	requests := make([]*api.Request, len(groups))
	for i, g := range groups {
		if requests[i], err = w.client.NewRequest(http.MethodGet, "/groups/"+url.PathEscape(g.ID)+"/calendar", nil); err != nil {
			return nil, err
		}
	}
	replies, err := w.client.Batch(ctx, requests...)
	var out []week.Calendar
	for i, g := range groups {
		var c model.Calendar
		switch failed := replies[i].Decode(&c); {
		case api.IsRefusal(failed):
		case failed != nil:
			return out, errors.Join(err, failed)
		default:
			out = append(out, week.Calendar{ID: c.ID, Group: g.ID, Name: cmp.Or(g.DisplayName, c.Name), Color: c.Color, CanEdit: c.CanEdit})
		}
	}
	return out, nil
}

// calendar addresses a calendar of the person or of a group.
func (w *Week) calendar(c week.Calendar) api.CalendarRef {
	switch {
	case c.Group != "":
		return w.client.Group(c.Group).Calendar()
	case c.Default:
		return w.client.Me().DefaultCalendar()
	}
	return w.client.Me().Calendar(c.ID)
}

// event addresses an event of the person or of a group.
func (w *Week) event(at week.Ref) api.EventRef {
	if at.Group != "" {
		return w.client.Group(at.Group).Event(at.ID)
	}
	return w.client.Me().Event(at.ID)
}

// eventFields are what a week keeps of an event: all that can be shown, moved
// or made anew from it. What else an event has stays with the service.
var eventFields = []string{
	"changeKey", "categories", "iCalUId", "type", "seriesMasterId", "subject", "bodyPreview", "body", "start", "end", "originalStart",
	"originalStartTimeZone", "originalEndTimeZone", "isAllDay", "isCancelled", "isOrganizer", "isDraft", "isReminderOn",
	"reminderMinutesBeforeStart", "responseRequested", "responseStatus", "allowNewTimeProposals", "hideAttendees", "hasAttachments",
	"importance", "sensitivity", "showAs", "location", "attendees", "organizer", "recurrence", "onlineMeetingUrl",
	"isOnlineMeeting", "onlineMeeting",
}

// View lists what takes place in a calendar.
func (w *Week) View(ctx context.Context, c week.Calendar, from, to time.Time) ([]model.Event, error) {
	if c.Person != "" {
		return w.colleague(ctx, c.Person, from, to)
	}
	page, err := w.calendar(c).View(ctx, from, to, api.Top(eventPage), api.Select(eventFields...))
	events, err := api.CollectFrom(ctx, page, err)
	for i := range events {
		joined(&events[i])
	}
	return events, w.Rights.reach(err, "calendars")
}

// scheduleSpan is how much of a schedule one request asks for: services bound it
// to about two months.
const scheduleSpan = 31 * 24 * time.Hour

// colleague lists somebody else's calendar: its events where it is shared with
// the person, else the times that are taken.
func (w *Week) colleague(ctx context.Context, address string, from, to time.Time) ([]model.Event, error) {
	page, err := w.client.User(address).DefaultCalendar().View(ctx, from, to, api.Top(eventPage), api.Select(eventFields...))
	events, err := api.CollectFrom(ctx, page, err)
	if !errors.Is(err, model.ErrAccessDenied) && !errors.Is(err, model.ErrNotFound) {
		return events, err
	}
	events = nil
	known := map[string]bool{} // what lasts from one span into the next is answered for both
	for from.Before(to) {
		end := from.Add(scheduleSpan)
		if end.After(to) {
			end = to
		}
		all, err := (&Finder{shared: w.shared}).Schedules(ctx, []string{address}, from, end)
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			if s.Error != nil {
				return nil, fmt.Errorf("%s: nobody here has that address, or they show nobody when they are free", address)
			}
			alike := map[string]int{}
			for _, item := range s.ScheduleItems {
				if item.Status == model.ShowFree && item.Subject == "" {
					continue // it takes no time, and says nothing
				}
				e := taken(item, zoneOf(s))
				e.ID = strings.Join([]string{"busy", address, item.Start.DateTime, item.End.DateTime, item.Status, item.Subject}, " ")
				alike[e.ID]++
				if e.ID += " " + strconv.Itoa(alike[e.ID]); !known[e.ID] {
					known[e.ID] = true
					events = append(events, e)
				}
			}
		}
		from = end
	}
	return events, nil
}

// zoneOf is the zone that somebody works in, nil where it is not known.
func zoneOf(s model.ScheduleInformation) *time.Location {
	if s.WorkingHours == nil {
		return nil
	}
	zone, err := model.LoadZone(s.WorkingHours.TimeZone.Name)
	if err != nil {
		return nil
	}
	return zone
}

// taken is a time of a schedule as an event, by its subject where that is shown.
// From a midnight to another of the zone that they work in it is whole days: a
// schedule does not say so.
func taken(item model.ScheduleItem, zone *time.Location) model.Event {
	e := model.Event{Type: model.SingleInstance, Subject: item.Subject, ShowAs: item.Status, Start: &item.Start, End: &item.End}
	if e.Subject == "" {
		e.Subject = cmp.Or(takenAs[item.Status], "Busy")
	}
	start, err := item.Start.Time()
	end, err2 := item.End.Time()
	if err == nil && err2 == nil && zone != nil && end.After(start) {
		if from, to := start.In(zone), end.In(zone); model.ClockIn(from) == 0 && model.ClockIn(to) == 0 {
			e.IsAllDay = true
			e.Start = &model.DateTimeTimeZone{DateTime: model.DateIn(from).String() + "T00:00:00", TimeZone: "UTC"}
			e.End = &model.DateTimeTimeZone{DateTime: model.DateIn(to).String() + "T00:00:00", TimeZone: "UTC"}
		}
	}
	if item.Location != "" {
		e.Location = &model.Location{DisplayName: item.Location}
	}
	return e
}

// takenAs is what a time is called that shows no more than its status.
var takenAs = map[string]string{model.ShowFree: "Free", model.ShowTentative: "Tentative", model.ShowOOF: "Away",
	model.ShowWorkingElsewhere: "Working elsewhere"}

// Event gets an event whole, its attachments without their bytes.
func (w *Week) Event(ctx context.Context, at week.Ref) (model.Event, error) {
	ref := w.event(at)
	e, err := ref.Get(ctx, withExtensions(w.client, wholeExtensions, api.TextBody())...)
	if err == nil {
		err = customData(ctx, w.client, ref.Extensions, &e.Extensions)
	}
	joined(&e)
	if err != nil || !e.HasAttachments {
		return e, err
	}
	e.Attachments, err = api.Collect(ctx, ref.Attachments, api.Select("name", "contentType", "size"))
	return e, err
}

// joined has the link of an online meeting where all services' links are.
func joined(e *model.Event) {
	if e.OnlineMeeting != nil && e.OnlineMeetingURL == "" {
		e.OnlineMeetingURL = e.OnlineMeeting.JoinURL
	}
}

// Public says that the service speaks the public protocol alone.
func (w *Week) Public() bool { return w.client.Dialect() == api.Microsoft }

// Categories lists the mailbox's categories.
func (w *Week) Categories(ctx context.Context) ([]string, error) {
	all, err := api.Collect(ctx, w.client.Me().Categories)
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.DisplayName
	}
	return names, err
}

// Instances lists the occurrences of a series.
func (w *Week) Instances(ctx context.Context, at week.Ref, from, to time.Time) ([]model.Event, error) {
	page, err := w.event(at).Instances(ctx, from, to, api.Top(eventPage))
	return api.CollectFrom(ctx, page, err)
}

// Find searches a calendar.
func (w *Week) Find(ctx context.Context, c week.Calendar, words string) ([]model.Event, error) {
	if w.client.Dialect() == api.Microsoft {
		return w.findBySubject(ctx, c, words)
	}
	return api.Collect(ctx, w.calendar(c).Events, api.Search(words), api.Top(eventPage))
}

// eventsFound bounds what a search of a calendar reads, for its filter and for
// what is looked through here.
const eventsFound = 1000

// foundFields are what is shown of an event that was found, and looked into.
var foundFields = []string{"subject", "bodyPreview", "start", "end", "isAllDay", "location", "organizer", "attendees", "type",
	"seriesMasterId", "recurrence", "isCancelled", "isOrganizer", "responseStatus", "showAs", "sensitivity", "importance",
	"categories", "hasAttachments", "originalStart", "originalStartTimeZone", "originalEndTimeZone", "iCalUId", "isReminderOn",
	"reminderMinutesBeforeStart", "responseRequested", "allowNewTimeProposals", "webLink"}

// findBySubject searches a calendar of the microsoft dialect's service, which
// has no search of events: by their subjects through the whole calendar, and
// by places, people and beginnings of texts through the latest of them.
func (w *Week) findBySubject(ctx context.Context, c week.Calendar, words string) ([]model.Event, error) {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return nil, nil
	}
	var subject []api.Expr
	for _, word := range wanted {
		subject = append(subject, api.Contains("subject", word))
	}
	var out []model.Event
	known := map[string]bool{}
	take := func(fits func(model.Event) bool, options ...api.Option) error {
		page, err := w.calendar(c).Events(ctx, append(options, api.Select(foundFields...), api.Top(eventPage))...)
		if err != nil {
			return err
		}
		read := 0
		for e, err := range page.All(ctx) {
			if err != nil {
				return err
			}
			if fits(e) && !known[e.ID] {
				known[e.ID] = true
				out = append(out, e)
			}
			if read++; read == eventsFound {
				break
			}
		}
		return nil
	}
	if err := take(func(model.Event) bool { return true }, api.Filter(subject...)); err != nil {
		return nil, err
	}
	return out, take(func(e model.Event) bool { return says(e, wanted) }, api.OrderBy("start/dateTime desc"))
}

// says tells whether all words, in lower case, are in what an event says of itself.
func says(e model.Event, words []string) bool {
	said := []string{e.Subject, e.BodyPreview}
	if e.Location != nil {
		said = append(said, e.Location.DisplayName)
	}
	if e.Organizer != nil {
		said = append(said, e.Organizer.EmailAddress.Name, e.Organizer.EmailAddress.Address)
	}
	for _, a := range e.Attendees {
		said = append(said, a.EmailAddress.Name, a.EmailAddress.Address)
	}
	text := strings.ToLower(strings.Join(said, "\n"))
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

// sharesOf names in words what is not there without the right to it.
const sharesOf = "who may see your calendars"

// Shares lists who may do what with a calendar.
func (w *Week) Shares(ctx context.Context, c week.Calendar) ([]model.CalendarPermission, error) {
	all, err := api.Collect(ctx, w.calendar(c).Permissions)
	return all, w.Rights.own(err, sharesOf)
}

// Share gives somebody a role in a calendar. What is there is read first: a
// permission is known by an id, which changes when it is taken back and given
// again; and so an answer that was lost does nothing twice.
func (w *Week) Share(ctx context.Context, c week.Calendar, who model.EmailAddress, role string) error {
	all, err := w.Shares(ctx, c)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(p model.CalendarPermission) bool { return isOf(p, who) })
	switch calendar := w.calendar(c); {
	case at < 0 && role == "":
	case at >= 0 && role == "":
		err = calendar.Permission(all[at].ID).Delete(ctx)
	case at >= 0 && all[at].Role != role:
		_, err = calendar.Permission(all[at].ID).Update(ctx, role)
	case at < 0:
		p := model.CalendarPermission{EmailAddress: &who, Role: role, IsRemovable: true, IsInsideOrganization: true}
		_, err = calendar.CreatePermission(ctx, p)
	}
	return w.Rights.own(err, sharesOf)
}

// isOf tells whether a permission is somebody's; without an address, of all
// that the name stands for.
func isOf(p model.CalendarPermission, who model.EmailAddress) bool {
	if p.EmailAddress == nil || who.Address == "" {
		return p.EmailAddress != nil && p.EmailAddress.Address == "" && p.EmailAddress.Name == who.Name
	}
	return strings.EqualFold(p.EmailAddress.Address, who.Address)
}

// People suggests people to invite.
func (w *Week) People(ctx context.Context, prefix string) ([]model.EmailAddress, error) {
	return w.people.Complete(ctx, prefix, suggestions)
}

// Rooms suggests rooms and equipment to invite.
func (w *Week) Rooms(ctx context.Context, prefix string) ([]model.EmailAddress, error) {
	return w.people.Rooms(ctx, prefix, suggestions)
}

// Create adds an event to a calendar.
func (w *Week) Create(ctx context.Context, c week.Calendar, e model.Event) (model.Event, error) {
	e.TransactionID = rand.Text() // so that a repetition makes nothing twice
	if w.Public() {
		e.OnlineMeetingURL, e.OnlineMeeting = "", nil // it makes them itself
	}
	return w.calendar(c).CreateEvent(ctx, e)
}

// Update changes an event.
func (w *Week) Update(ctx context.Context, at week.Ref, patch model.EventPatch) (model.Event, error) {
	return w.event(at).Update(ctx, patch)
}

// Delete removes an event.
func (w *Week) Delete(ctx context.Context, at week.Ref) error { return w.event(at).Delete(ctx) }

// Restore brings back a deleted event, where the service keeps such.
func (w *Week) Restore(ctx context.Context, at week.Ref) error {
	there := false
	_, err := w.event(at).Update(ctx, model.EventPatch{IsCancelled: &there})
	var refused *api.Error
	if errors.As(err, &refused) && (refused.Code == model.CodeBadRequest || refused.Code == model.CodeInvalidRequest) {
		return model.Errorf(model.CodeNotFound, "the service keeps no deleted events")
	}
	if err != nil || w.client.Dialect() != api.Microsoft {
		return err
	}
	e, err := w.event(at).Get(ctx, api.Select("isCancelled")) // it may have taken the change and left the event as it is
	if err == nil && e.IsCancelled {
		return model.Errorf(model.CodeNotFound, "the service brings no deleted event back")
	}
	return err
}

// Unanswer takes an answer back, where the service can.
func (w *Week) Unanswer(ctx context.Context, at week.Ref) (bool, error) {
	silent := model.ResponseStatus{Response: model.ResponseNotResponded}
	e, err := w.event(at).Update(ctx, model.EventPatch{ResponseStatus: &silent})
	var refused *api.Error
	if errors.As(err, &refused) && (refused.Code == model.CodeBadRequest || refused.Code == model.CodeInvalidRequest) {
		return false, nil
	}
	return err == nil && e.ResponseStatus != nil && e.ResponseStatus.Response == model.ResponseNotResponded, err
}

// Respond answers an invitation. Whether an answer with words or a time arrived
// is told by its moment too: the same answer may have been given before without.
func (w *Week) Respond(ctx context.Context, at week.Ref, response string, with model.EventResponse) error {
	given := func(ctx context.Context) (model.ResponseStatus, error) {
		e, err := w.event(at).Get(ctx, api.Select("responseStatus"))
		if e.ResponseStatus == nil || err != nil {
			return model.ResponseStatus{}, err
		}
		return *e.ResponseStatus, nil
	}
	var before model.ResponseStatus
	if with.Comment != "" || with.ProposedNewTime != nil {
		var err error
		if before, err = given(ctx); err != nil {
			return err
		}
	}
	err := w.respond(ctx, at, response, with)
	return api.Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
		now, err := given(ctx)
		same := now.Response == before.Response && (now.Time == nil || before.Time != nil && now.Time.Equal(*before.Time))
		return now.Response == response && !same, err
	})
}

func (w *Week) respond(ctx context.Context, at week.Ref, response string, r model.EventResponse) error {
	switch response {
	case model.ResponseAccepted:
		return w.event(at).Accept(ctx, r)
	case model.ResponseTentative:
		return w.event(at).TentativelyAccept(ctx, r)
	case model.ResponseDeclined:
		return w.event(at).Decline(ctx, r)
	}
	return errors.New("answer an invitation: " + response + " is no answer")
}

// CheckFile says why a file of this machine cannot be attached.
func (w *Week) CheckFile(path string) error {
	_, err := w.Files.check(path)
	return err
}

// Attach adds a file of this machine to an event.
func (w *Week) Attach(ctx context.Context, at week.Ref, path string) error {
	file, err := w.Files.Stat(path)
	if err != nil {
		return err
	}
	list := func(ctx context.Context) ([]model.Attachment, error) {
		return api.Collect(ctx, w.event(at).Attachments, api.Select("name", "size"))
	}
	attach := func(ctx context.Context) (model.Attachment, error) {
		return attachFile(ctx, w.event(at).UploadAttachment, file)
	}
	_, err = api.CreateAmong(ctx, list, attach, func(is model.Attachment) bool { return is.Name == file.Name })
	return err
}

// Detach takes an attachment off an event.
func (w *Week) Detach(ctx context.Context, at week.Ref, attachment string) error {
	return w.event(at).Attachment(attachment).Delete(ctx)
}

var _ inbox.Meetings = (*Week)(nil)

// Invitation is the event of a meeting request, and the day around it. An
// event that the calendar no longer has is none.
func (w *Week) Invitation(ctx context.Context, message string, zone *time.Location) (invite.Meeting, error) {
	m, err := w.client.Me().Message(message).Get(ctx, api.Select("subject"), api.Expand("event"))
	if err != nil || m.Event == nil || m.Event.ID == "" {
		return invite.Meeting{}, err
	}
	e, err := w.client.Me().Event(m.Event.ID).Get(ctx)
	switch {
	case errors.Is(err, model.ErrNotFound):
		return invite.Meeting{}, nil
	case err != nil:
		return invite.Meeting{}, err
	}
	meeting := invite.Meeting{Event: e}
	from, to, err := invite.DayOf(e, zone)
	if err != nil {
		return meeting, err
	}
	page, err := w.client.Me().CalendarView(ctx, from, to, api.Top(eventPage))
	day, err := api.CollectFrom(ctx, page, err)
	meeting.Day = invite.BusyOf(day, e)
	return meeting, err
}
