package calendar_test

import (
	"fmt"
	"strings"
	"testing"

	"daybook/service/servicetest"
)

func TestAScheduleShowsWhenAndToFewWhat(t *testing.T) {
	w := newWorld(t)
	w.Do("bo", "POST", "/v1.0/me/events", entry("Budget", "20", "10:00", "11:00", `"location":{"displayName":"Hood"}`)).Want(201)
	w.Do("bo", "POST", "/v1.0/me/events", entry("Doctor", "20", "12:00", "12:30", `"sensitivity":"private","showAs":"oof"`)).Want(201)
	w.Do("bo", "POST", "/v1.0/me/events", entry("Maybe", "20", "13:00", "13:30", `"showAs":"tentative"`)).Want(201)
	ask := `{"schedules":["bo@contoso.example","kay@elsewhere.example"],"startTime":{"dateTime":"2026-11-20T10:00:00","timeZone":"Europe/London"},
		"endTime":{"dateTime":"2026-11-20T14:00:00","timeZone":"Europe/London"},"availabilityViewInterval":"30"}`
	w.Ann("POST", "/v1.0/me/calendar/getSchedule", ask, `Prefer: outlook.timezone="Europe/Vienna"`).Want(200).Has(
		"value/0/scheduleId", "bo@contoso.example", "value/0/availabilityView", "22003010", "value/0/scheduleItems/0/status", "busy",
		"value/0/scheduleItems/0/start/dateTime", "2026-11-20T11:00:00.0000000", "value/0/scheduleItems/0/subject", nil,
		"value/0/workingHours/daysOfWeek/0", "monday", "value/1/error/responseCode", "ErrorMailRecipientNotFound", "value/1/availabilityView", nil)
	if err := w.Service.Store().Share(t.Context(), w.IDs["bo"], w.IDs["ann"], "Calendars", false); err != nil {
		t.Fatal(err)
	}
	w.Ann("POST", "/v1.0/me/calendar/getSchedule", ask).Want(200).Has("value/0/scheduleItems/0/subject", "Budget", "value/0/scheduleItems/0/location", "Hood",
		"value/0/scheduleItems/1/isPrivate", true, "value/0/scheduleItems/1/subject", nil)
	w.Do("bo", "POST", "/v1.0/me/calendar/getSchedule", ask).Want(200).Has("value/0/scheduleItems/1/subject", "Doctor")
	for target, body := range map[string]string{
		"schedules":                strings.Replace(ask, `"bo@contoso.example","kay@elsewhere.example"`, "", 1),
		"endTime":                  strings.Replace(ask, "T14:00", "T09:00", 1),
		"availabilityViewInterval": strings.Replace(ask, `"30"`, "3", 1),
		"startTime":                strings.Replace(ask, "Europe/London", "Mars", 1),
	} {
		w.Ann("POST", "/v1.0/me/calendar/getSchedule", body).Want(400).Has("error/target", target)
	}
}

// find asks for times on 20 November 2026, 09:00 to 17:00 UTC.
func find(w *servicetest.World, more string) *servicetest.Reply {
	w.T.Helper()
	return w.Ann("POST", "/v1.0/me/findMeetingTimes", `{"timeConstraint":{"timeSlots":[{"start":{"dateTime":"2026-11-20T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-20T17:00:00","timeZone":"UTC"}}]}`+more+`}`,
		`Prefer: vendor.timezone="Europe/Vienna"`)
}

func TestMeetingTimesAvoidWhatCalendarsHold(t *testing.T) {
	w := newWorld(t)
	w.Do("bo", "POST", "/v1.0/me/events", entry("Morning", "20", "09:00", "12:00", "")).Want(201)
	w.Ann("POST", "/v1.0/me/events", entry("Afternoon", "20", "12:00", "15:00", "")).Want(201)
	find(w, `,"attendees":[{"type":"required","emailAddress":{"address":"bo@contoso.example"}}],"meetingDuration":"PT1H","returnSuggestionReasons":"true"`).Want(200).Has(
		"emptySuggestionsReason", "", "meetingTimeSuggestions/0/confidence", 100, "meetingTimeSuggestions/0/organizerAvailability", "free",
		"meetingTimeSuggestions/0/meetingTimeSlot/start/dateTime", "2026-11-20T16:00:00.0000000", "meetingTimeSuggestions/0/meetingTimeSlot/start/timeZone", "Europe/Vienna",
		"meetingTimeSuggestions/0/attendeeAvailability/0/availability", "free", "meetingTimeSuggestions/0/attendeeAvailability/0/attendee/emailAddress/name", "Bo")
	// Who cannot be read is unknown, never free.
	find(w, `,"attendees":[{"emailAddress":{"address":"kay@elsewhere.example"}}]`).Want(200).Has("emptySuggestionsReason", "attendeesUnavailableOrUnknown")
	find(w, `,"attendees":[{"emailAddress":{"address":"kay@elsewhere.example"}}],"minimumAttendeePercentage":"40"`).Want(200).
		Has("meetingTimeSuggestions/0/confidence", 49, "meetingTimeSuggestions/0/attendeeAvailability/0/availability", "unknown")
	find(w, `,"isOrganizerOptional":"true","maxCandidates":"1"`).Want(200).Has("meetingTimeSuggestions/1", nil)
}

func TestMeetingTimesOfferAFreeRoom(t *testing.T) {
	w := newWorld(t)
	room := `"attendees":[{"type":"resource","emailAddress":{"address":"quay@contoso.example"}}]`
	w.Do("bo", "POST", "/v1.0/me/events", entry("Taken", "20", "09:00", "16:00", room)).Want(201).Has("attendees/0/status/response", "accepted")
	find(w, `,"locationConstraint":{"isRequired":"true","locations":[{"resolveAvailability":"true","displayName":"quay"}]}`).Want(200).
		Has("meetingTimeSuggestions/0/meetingTimeSlot/start/dateTime", "2026-11-20T17:00:00.0000000", "meetingTimeSuggestions/0/locations/0/displayName", "quay")
	find(w, `,"meetingDuration":"PT2H","locationConstraint":{"isRequired":true,"suggestLocation":true}`).Want(200).Has("emptySuggestionsReason", "locationsUnavailable")
}

func TestBadSearchesAreRefusedByName(t *testing.T) {
	w := newWorld(t)
	for more, target := range map[string]string{
		`,"meetingDuration":"P1M"`: "meetingDuration", `,"meetingDuration":"-PT1H"`: "meetingDuration", `,"meetingDuration":"PT0S"`: "meetingDuration",
		`,"minimumAttendeePercentage":101`: "minimumAttendeePercentage", `,"maxCandidates":0`: "maxCandidates",
		`,"attendees":[{"type":"king","emailAddress":{"address":"bo@contoso.example"}}]`: "attendees",
	} {
		find(w, more).Want(400).Has("error/target", target)
	}
	slot := `{"timeConstraint":{"timeslots":[{"start":{"dateTime":"2026-11-20T%s","timeZone":"%s"},"end":{"dateTime":"2026-11-20T12:00:00","timeZone":"UTC"}}]}}`
	w.Ann("POST", "/v1.0/me/findMeetingTimes", fmt.Sprintf(slot, "13:00:00", "UTC")).Want(400).Has("error/target", "timeConstraint.timeslots")
	w.Ann("POST", "/v1.0/me/findMeetingTimes", fmt.Sprintf(slot, "11:00:00", "Mars")).Want(400).Has("error/target", "timeConstraint.timeslots")
	w.Ann("POST", "/v1.0/users/bo@contoso.example/findMeetingTimes", `{}`).Want(403)
	w.Ann("POST", "/v1.0/me/findMeetingTimes", `{}`).Want(200).Has("emptySuggestionsReason", "")
}
