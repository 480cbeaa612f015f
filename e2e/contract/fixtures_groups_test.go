package contract

import (
	"strings"

	"daybook/api"
	"daybook/model"
)

func (f *fixture) aCalendar(collection string) string {
	ctx, me := f.t.Context(), f.mine.Me()
	if collection == "calendargroups" {
		page := must[*api.Page[model.CalendarGroup]](f.t, "calendar groups")(me.CalendarGroups(ctx))
		if len(page.Value) == 0 {
			f.t.Fatal("fixture: the mailbox has no calendar group")
		}
		f.calendarGroup = page.Value[0].ID
		return f.calendarGroup
	}
	id := must[model.Calendar](f.t, "calendar")(me.CreateCalendar(ctx, f.name(), "auto")).ID
	c := me.Calendar(id)
	f.calendar = &c
	return id
}

// anEvent is a meeting: for an answer one that the colleague invites to, for
// instances a series, in a group one that carries an attachment.
func (f *fixture) anEvent() string {
	ctx, me := f.t.Context(), f.mine.Me()
	e := model.Event{Subject: f.name(),
		Start: &model.DateTimeTimeZone{DateTime: "2026-03-03T10:00:00", TimeZone: "UTC"},
		End:   &model.DateTimeTimeZone{DateTime: "2026-03-03T10:30:00", TimeZone: "UTC"}}
	switch f.action() {
	case "accept", "decline", "tentativelyAccept":
		return f.invitation(e)
	case "cancel":
		e.Attendees = []model.Attendee{{Type: model.AttendeeRequired, EmailAddress: model.EmailAddress{Address: f.ada.Address}}}
	case "instances":
		e.Recurrence = &model.PatternedRecurrence{
			Pattern: model.RecurrencePattern{Type: model.Daily, Interval: 1},
			Range:   model.RecurrenceRange{Type: model.RangeNumbered, StartDate: "2026-03-03", NumberOfOccurrences: 3}}
	}
	var made model.Event
	var r api.EventRef
	switch {
	case f.group != nil:
		e.Attachments = []model.Attachment{{Name: "plan.txt", ContentType: "text/plain", ContentBytes: []byte("plan")}}
		made = must[model.Event](f.t, "event of the group")(f.group.CreateEvent(ctx, e))
		r = f.group.Event(made.ID)
	case f.calendar != nil:
		made = must[model.Event](f.t, "event")(f.calendar.CreateEvent(ctx, e))
		r = me.Event(made.ID)
	default:
		made = must[model.Event](f.t, "event")(me.CreateEvent(ctx, e))
		r = me.Event(made.ID)
	}
	f.event = &r
	return made.ID
}

// invitation is the owner's copy of a meeting that the colleague has called.
func (f *fixture) invitation(e model.Event) string {
	ctx := f.t.Context()
	e.Attendees = []model.Attendee{{Type: model.AttendeeRequired, EmailAddress: model.EmailAddress{Address: f.owner.Address}}}
	must[model.Event](f.t, "invitation")(f.adas.Me().CreateEvent(ctx, e))
	page := must[*api.Page[model.Event]](f.t, "the owner's events")(f.mine.Me().Events(ctx, api.Filter(api.Eq("subject", e.Subject))))
	if len(page.Value) != 1 {
		f.t.Fatalf("fixture: %d invitations to %q have arrived, want 1", len(page.Value), e.Subject)
	}
	r := f.mine.Me().Event(page.Value[0].ID)
	f.event = &r
	return page.Value[0].ID
}

// conversation begins a conversation where the path enters one, with a post
// that carries an attachment.
func (f *fixture) conversation(collection string) string {
	ctx := f.t.Context()
	switch collection {
	case "groups":
		g := f.mine.Group(f.world.group.ID)
		f.group = &g
		if strings.HasSuffix(f.key, "/photo/$value") {
			if err := g.Photo().Put(ctx, api.Image{ContentType: "image/png", Data: photo}); err != nil {
				f.t.Fatalf("fixture: photo of the group: %v", err)
			}
		}
		return f.world.group.ID
	case "posts":
		page := must[*api.Page[model.Post]](f.t, "posts")(f.thread.Posts(ctx))
		if len(page.Value) != 1 {
			f.t.Fatalf("fixture: the thread has %d posts, want 1", len(page.Value))
		}
		p := f.thread.Post(page.Value[0].ID)
		f.post = &p
		return page.Value[0].ID
	}
	topic := f.name()
	if collection == "conversations" || f.thread == nil {
		first := model.Post{Body: &model.ItemBody{ContentType: "text", Content: "Tea?"},
			Attachments: []model.Attachment{{Name: "plan.txt", ContentType: "text/plain", ContentBytes: []byte("plan")}}}
		c := must[model.Conversation](f.t, "conversation")(f.group.CreateConversation(ctx, topic, first))
		page := must[*api.Page[model.ConversationThread]](f.t, "threads")(f.group.Conversation(c.ID).Threads(ctx))
		if len(page.Value) != 1 {
			f.t.Fatalf("fixture: the conversation has %d threads, want 1", len(page.Value))
		}
		t := f.group.Thread(page.Value[0].ID)
		f.thread = &t
		if collection == "conversations" {
			return c.ID
		}
	}
	path := f.thread.Path()
	return path[strings.LastIndex(path, "/")+1:]
}
