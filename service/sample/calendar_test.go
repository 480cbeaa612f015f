package sample

import (
	"slices"
	"testing"
	"time"

	"daybook/model"
)

// occurrences are the spans of an event that meet a window.
func occurrences(t *testing.T, e Event, from, to time.Time) []model.Instance {
	t.Helper()
	start, err := e.Start.Time()
	if err != nil {
		t.Fatalf("%s: %v", e.Subject, err)
	}
	end, err := e.End.Time()
	if err != nil {
		t.Fatalf("%s: %v", e.Subject, err)
	}
	if e.Recurrence == nil {
		if start.Before(to) && end.After(from) {
			return []model.Instance{{Start: start, End: end}}
		}
		return nil
	}
	s, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
	if err != nil {
		t.Fatalf("%s: %v", e.Subject, err)
	}
	var changes []model.Override
	for _, c := range e.Cancelled {
		d, err := model.ParseDate(c)
		if err != nil {
			t.Fatalf("%s: %v", e.Subject, err)
		}
		changes = append(changes, model.Override{Date: d, Cancelled: true})
	}
	return slices.Collect(s.With(changes...).Occurrences(from, to))
}

func TestEveryoneHasABelievableFortnight(t *testing.T) {
	for name, now := range moments() {
		w := build(t, now)
		for _, p := range cast() {
			box, _ := w.mailbox(userID(p.key))
			n := 0
			for _, e := range box.Calendars[0].Events {
				n += len(occurrences(t, e, now.AddDate(0, 0, -14), now.AddDate(0, 0, 14)))
			}
			if n < 20 || n > 140 {
				t.Errorf("%s: %s has %d events in four weeks, want 20 to 140", name, p.key, n)
			}
		}
	}
}

func TestMeetingsAreInTheCalendarsOfTheirPeople(t *testing.T) {
	w := build(t, moments()["tuesday afternoon"])
	boxes := map[string]*Mailbox{}
	for _, u := range w.Users {
		if box, ok := w.mailbox(u.ID); ok {
			boxes[u.Mail] = box
		}
	}
	for _, e := range owner(t, w).Calendars[0].Events {
		if !e.IsOrganizer {
			continue
		}
		for _, a := range e.Attendees {
			box, ok := boxes[a.EmailAddress.Address]
			if !ok {
				continue
			}
			i := slices.IndexFunc(box.Calendars[0].Events, func(o Event) bool { return o.ICalUID == e.ICalUID })
			if i < 0 {
				t.Errorf("%q is not in the calendar of %s", e.Subject, a.EmailAddress.Address)
				continue
			}
			got := box.Calendars[0].Events[i]
			if got.ResponseStatus.Response != a.Status.Response {
				t.Errorf("%q: %s answered %s in their own calendar and %s in the organizer's", e.Subject, a.EmailAddress.Address, got.ResponseStatus.Response, a.Status.Response)
			}
			if got.IsOrganizer || got.ID == e.ID {
				t.Errorf("%q: the copy of %s passes for the organizer's", e.Subject, a.EmailAddress.Address)
			}
		}
	}
}

func TestEventIDsAreUniqueInTheirMailbox(t *testing.T) {
	for _, box := range build(t, moments()["saturday"]).Mailboxes {
		seen := map[string]string{}
		for _, c := range box.Calendars {
			for _, e := range c.Events {
				for _, one := range append([]model.Event{e.Event}, e.Exceptions...) {
					if other, ok := seen[one.ID]; ok {
						t.Errorf("%q and %q have one id", other, one.Subject)
					}
					seen[one.ID] = one.Subject
				}
			}
		}
	}
}

func TestExceptionsReplaceAnOccurrence(t *testing.T) {
	for name, now := range moments() {
		exceptions, cancelled := 0, 0
		for _, box := range build(t, now).Mailboxes {
			for _, c := range box.Calendars {
				for _, e := range c.Events {
					cancelled += len(e.Cancelled)
					for _, x := range e.Exceptions {
						exceptions++
						found := slices.ContainsFunc(occurrences(t, e, x.OriginalStart.Add(-time.Hour), x.OriginalStart.Add(time.Hour)),
							func(i model.Instance) bool { return i.Start.Equal(*x.OriginalStart) })
						if !found {
							t.Errorf("%s: %q has an exception for %s, where the series has nothing", name, e.Subject, x.OriginalStart)
						}
						if x.SeriesMasterID != e.ID {
							t.Errorf("%s: an exception of %q belongs to %s, want %s", name, e.Subject, x.SeriesMasterID, e.ID)
						}
					}
				}
			}
		}
		if exceptions == 0 || cancelled == 0 {
			t.Errorf("%s: %d exceptions and %d cancelled occurrences, want some of each", name, exceptions, cancelled)
		}
	}
}

func TestTheCalendarHasTheHardCases(t *testing.T) {
	for name, now := range moments() {
		box := owner(t, build(t, now))
		found := map[string]bool{}
		for _, e := range box.Calendars[0].Events {
			start, err := e.Start.Time()
			if err != nil {
				t.Fatal(err)
			}
			end, err := e.End.Time()
			if err != nil {
				t.Fatal(err)
			}
			loc, err := model.LoadZone(e.Start.TimeZone)
			if err != nil {
				t.Fatal(err)
			}
			_, before := start.In(loc).Zone()
			_, after := end.In(loc).Zone()
			found["across a change of the clocks"] = found["across a change of the clocks"] || e.Recurrence == nil && before != after
			found["two zones"] = found["two zones"] || e.Start.TimeZone != e.End.TimeZone
			found["several days"] = found["several days"] || e.IsAllDay && end.Sub(start) > 48*time.Hour
			found["another zone"] = found["another zone"] || e.Start.TimeZone == "America/New_York"
			found[e.ShowAs] = true
			found[e.ResponseStatus.Response] = true
		}
		for _, want := range []string{"across a change of the clocks", "two zones", "several days", "another zone",
			model.ShowTentative, model.ShowOOF, model.ShowBusy, model.ShowFree,
			model.ResponseOrganizer, model.ResponseAccepted, model.ResponseDeclined, model.ResponseTentative, model.ResponseNotResponded} {
			if !found[want] {
				t.Errorf("%s: no event of the kind %q", name, want)
			}
		}
		if len(box.Calendars) != 3 || len(box.CalendarGroups) != 1 {
			t.Errorf("%s: %d calendars in %d groups, want 3 and 1", name, len(box.Calendars), len(box.CalendarGroups))
		}
	}
}

func TestHolidaysFallOnTheirDays(t *testing.T) {
	now := moments()["tuesday afternoon"]
	box := owner(t, build(t, now))
	got := map[string]string{}
	for _, e := range box.Calendars[2].Events {
		for _, i := range occurrences(t, e, now, now.AddDate(0, 2, 0)) {
			got[e.Subject] = i.Date.String()
		}
	}
	for subject, want := range map[string]string{
		"Thanksgiving (New York)": "2026-11-26", "Christmas Day (all offices)": "2026-12-25", "New Year's Day (all offices)": "2027-01-01",
	} {
		if got[subject] != want {
			t.Errorf("%s falls on %q, want %s", subject, got[subject], want)
		}
	}
}

func TestPendingInvitationsAreInTheInbox(t *testing.T) {
	box := owner(t, build(t, moments()["tuesday afternoon"]))
	asked := map[string]bool{}
	for _, m := range box.Mail {
		if m.Message.MeetingMessageType == model.MeetingRequest && m.Folder == inInbox {
			asked[m.Message.Event.ICalUID] = true
		}
	}
	pending := 0
	for _, e := range box.Calendars[0].Events {
		if e.ResponseStatus.Response == model.ResponseNotResponded {
			pending++
			if !asked[e.ICalUID] {
				t.Errorf("%q waits for an answer and no invitation is in the inbox", e.Subject)
			}
		}
	}
	if pending == 0 {
		t.Error("no invitation waits for an answer")
	}
}
