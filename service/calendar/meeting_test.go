package calendar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"daybook/service/servicetest"
)

// inbox lists "type: subject" of a user's inbox, oldest first.
func inbox(w *servicetest.World, user string) []string {
	w.T.Helper()
	r := w.Do(user, "GET", "/v1.0/me/mailFolders/inbox/messages?$top=100&$orderby=receivedDateTime", "").Want(200)
	var out []string
	for i := range r.Len("value") {
		at := fmt.Sprintf("value/%d/", i)
		out = append(out, r.Str(at+"meetingMessageType")+": "+r.Str(at+"subject"))
	}
	return out
}

func wantInbox(t *testing.T, w *servicetest.World, user string, want ...string) {
	t.Helper()
	if got := inbox(w, user); !slices.Equal(got, want) {
		t.Errorf("%s's inbox:\n got %q\nwant %q", user, got, want)
	}
}

// copyOf is a user's event called subject.
func copyOf(w *servicetest.World, user, subject string) *servicetest.Reply {
	w.T.Helper()
	r := w.Do(user, "GET", "/v1.0/me/events?$filter=subject eq '"+subject+"'", "").Want(200)
	if r.Len("value") != 1 {
		w.T.Fatalf("%s has %d events called %q, want 1", user, r.Len("value"), subject)
	}
	return w.Do(user, "GET", "/v1.0/me/events/"+r.Str("value/0/id"), "").Want(200)
}

func TestAnInvitationReachesInboxAndCalendar(t *testing.T) {
	w := newWorld(t)
	made := w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", `"location":{"displayName":"Kitchen"},"body":{"contentType":"text","content":"Cake too."},`+with("bo", "cy"))).
		Want(201).Has("attendees/0/status/response", "none")
	mine := copyOf(w, "bo", "Tea").Has("iCalUId", made.Str("iCalUId"), "isOrganizer", false, "responseStatus/response", "notResponded",
		"showAs", "tentative", "organizer/emailAddress/address", "ann@contoso.example", "location/displayName", "Kitchen", "originalStartTimeZone", "Europe/London")
	wantInbox(t, w, "bo", "meetingRequest: Tea")
	wantInbox(t, w, "cy", "meetingRequest: Tea")
	wantInbox(t, w, "ann")
	w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages?$expand=event", "").Want(200).Has(
		"value/0/@odata.type", "#microsoft.graph.eventMessage", "value/0/event/id", mine.Str("id"), "value/0/event/responseStatus/response", "notResponded",
		"value/0/startDateTime/dateTime", "2026-11-20T16:00:00.0000000", "value/0/startDateTime/timeZone", "UTC",
		"value/0/location/displayName", "Kitchen", "value/0/body/content", "Cake too.", "value/0/from/emailAddress/address", "ann@contoso.example")
}

// TestTimesOfEventMessagesAndFlagsAreInTheZoneThatIsPreferred is part 8: UTC
// unless Prefer says otherwise.
func TestTimesOfEventMessagesAndFlagsAreInTheZoneThatIsPreferred(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo"))).Want(201)
	w.Ann("POST", "/v1.0/me/events", `{"subject":"Fair","isAllDay":true,"start":{"dateTime":"2026-11-21T00:00:00","timeZone":"Europe/London"},
		"end":{"dateTime":"2026-11-22T00:00:00","timeZone":"Europe/London"},`+with("bo")+`}`).Want(201)
	const list = "/v1.0/me/messages?$orderby=subject&$expand=event&$select=subject,startDateTime,endDateTime,flag"
	id := w.Do("bo", "GET", list, "").Want(200).Has("value/0/subject", "Fair").Str("value/1/id")
	w.Do("bo", "PATCH", "/v1.0/me/messages/"+id, `{"flag":{"flagStatus":"flagged","startDateTime":{"dateTime":"2026-11-20T08:00:00","timeZone":"Europe/London"},
		"dueDateTime":{"dateTime":"2026-11-20T18:30:00","timeZone":"UTC"}}}`).Want(200)
	for prefer, at := range map[string][4]string{
		"":                              {"UTC", "2026-11-20T16:00:00.0000000", "2026-11-20T08:00:00.0000000", "2026-11-20T18:30:00.0000000"},
		`outlook.timezone="Asia/Tokyo"`: {"Asia/Tokyo", "2026-11-21T01:00:00.0000000", "2026-11-20T17:00:00.0000000", "2026-11-21T03:30:00.0000000"},
		`vendor.timezone="Eastern Standard Time"`: {"Eastern Standard Time", "2026-11-20T11:00:00.0000000", "2026-11-20T03:00:00.0000000", "2026-11-20T13:30:00.0000000"},
	} {
		r := w.Do("bo", "GET", list, "", "Prefer: "+prefer).Want(200)
		for _, path := range []string{"value/1/startDateTime", "value/1/event/start"} {
			r.Has(path+"/dateTime", at[1], path+"/timeZone", at[0])
		}
		r.Has("value/1/flag/startDateTime/dateTime", at[2], "value/1/flag/startDateTime/timeZone", at[0],
			"value/1/flag/dueDateTime/dateTime", at[3], "value/1/flag/dueDateTime/timeZone", at[0],
			"value/0/startDateTime/dateTime", "2026-11-21T00:00:00.0000000", "value/0/event/end/dateTime", "2026-11-22T00:00:00.0000000")
		if got := r.Header.Get("Preference-Applied"); got != prefer {
			t.Errorf("got Preference-Applied %q, want %q", got, prefer)
		}
	}
}

func TestAnswersComeBackToTheOrganizer(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo", "cy"))).Want(201).Str("id")
	bos, cys := "/v1.0/me/events/"+copyOf(w, "bo", "Tea").Str("id"), "/v1.0/me/events/"+copyOf(w, "cy", "Tea").Str("id")
	w.Do("bo", "POST", bos+"/accept", `{"comment":"With milk","sendResponse":"true"}`).Want(202)
	w.Do("bo", "GET", bos, "").Want(200).Has("responseStatus/response", "accepted", "showAs", "busy")
	w.Do("cy", "POST", cys+"/decline", `{"proposedNewTime":{"start":{"dateTime":"2026-11-20T17:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-20T17:30:00","timeZone":"UTC"}}}`).Want(202)
	w.Do("cy", "GET", cys, "").Want(200).Has("responseStatus/response", "declined", "showAs", "free")
	w.Ann("GET", "/v1.0/me/events/"+id, "").Want(200).Has("attendees/0/status/response", "accepted", "attendees/0/status/time", "2026-11-19T09:42:00Z",
		"attendees/1/status/response", "declined", "attendees/1/proposedNewTime/start/dateTime", "2026-11-20T17:00:00")
	wantInbox(t, w, "ann", "meetingAccepted: Accepted: Tea", "meetingDeclined: Declined: Tea")
	w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages?$orderby=receivedDateTime&$expand=event", "").Want(200).
		Has("value/0/body/content", "With milk", "value/0/event/id", id)

	w.Do("bo", "POST", bos+"/tentativelyAccept", `{"sendResponse":false}`).Want(202)
	w.Do("bo", "GET", bos, "").Want(200).Has("responseStatus/response", "tentativelyAccepted", "showAs", "tentative")
	w.Ann("GET", "/v1.0/me/events/"+id, "").Want(200).Has("attendees/0/status/response", "accepted")
	w.Ann("POST", "/v1.0/me/events/"+id+"/accept", `{}`).Want(400)
	w.Do("bo", "POST", bos+"/cancel", `{}`).Want(400)
	w.Do("bo", "PATCH", bos, `{"start":{"dateTime":"2026-11-20T17:00:00","timeZone":"UTC"}}`).Want(403)
	w.Do("bo", "PATCH", bos, `{"categories":["Cake"],"showAs":"oof"}`).Want(200).Has("showAs", "oof")
}

func TestAMovedMeetingAsksAgain(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo"))).Want(201).Str("id")
	bos := "/v1.0/me/events/" + copyOf(w, "bo", "Tea").Str("id")
	w.Do("bo", "POST", bos+"/accept", `{"sendResponse":true}`).Want(202)

	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"subject":"Cake"}`).Want(200).Has("attendees/0/status/response", "accepted")
	w.Do("bo", "GET", bos, "").Want(200).Has("subject", "Cake", "responseStatus/response", "accepted", "showAs", "busy")
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"categories":["Mine"]}`).Want(200)
	wantInbox(t, w, "bo", "meetingRequest: Tea", "meetingRequest: Updated: Cake")

	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"end":{"dateTime":"2026-11-20T17:00:00","timeZone":"Europe/London"}}`).Want(200).Has("attendees/0/status/response", "none")
	w.Do("bo", "GET", bos, "").Want(200).Has("end/dateTime", "2026-11-20T17:00:00.0000000", "responseStatus/response", "notResponded", "showAs", "tentative")

	// Cy comes, Bo is no longer asked.
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{`+with("cy")+`}`).Want(200)
	w.Do("bo", "GET", bos, "").Want(200).Has("isCancelled", true, "showAs", "free", "subject", "Canceled: Cake")
	copyOf(w, "cy", "Cake")
	wantInbox(t, w, "cy", "meetingRequest: Cake")
}

func TestCancellingTellsEverybodyOnce(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo", "cy"))).Want(201).Str("id")
	bos := "/v1.0/me/events/" + copyOf(w, "bo", "Tea").Str("id")
	w.Ann("POST", "/v1.0/me/events/"+id+"/cancel", `{"Comment":"No cake."}`).Want(202)
	w.Ann("GET", "/v1.0/me/events/"+id, "").Want(404)
	w.Do("bo", "GET", bos, "").Want(200).Has("isCancelled", true, "subject", "Canceled: Tea")
	wantInbox(t, w, "bo", "meetingRequest: Tea", "meetingCancelled: Canceled: Tea")
	w.Do("bo", "POST", bos+"/accept", `{}`).Want(400)
	w.Do("bo", "DELETE", bos, "").Want(204)
	wantInbox(t, w, "ann")
}

func TestDeletingACopyDeclines(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo"))).Want(201).Str("id")
	w.Do("bo", "DELETE", "/v1.0/me/events/"+copyOf(w, "bo", "Tea").Str("id"), "").Want(204)
	w.Ann("GET", "/v1.0/me/events/"+id, "").Want(200).Has("attendees/0/status/response", "declined")
	wantInbox(t, w, "ann", "meetingDeclined: Declined: Tea")
	w.Ann("DELETE", "/v1.0/me/events/"+id, "").Want(204)
	wantInbox(t, w, "bo", "meetingRequest: Tea")
}

func TestOneOccurrenceOfAMeetingCanBeMovedAnsweredAndCalledOff(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Stand-up", "16", "09:00", "09:15", daily+","+with("bo"))).Want(201).Str("id")
	bos := copyOf(w, "bo", "Stand-up").Has("type", "seriesMaster").Str("id")
	w.Do("bo", "POST", "/v1.0/me/events/"+bos+"/accept", `{}`).Want(202)

	w.Ann("PATCH", "/v1.0/me/events/"+id+".20261117", `{"start":{"dateTime":"2026-11-17T11:00:00","timeZone":"Europe/London"},"end":{"dateTime":"2026-11-17T11:15:00","timeZone":"Europe/London"}}`).Want(200)
	w.Do("bo", "GET", "/v1.0/me/events/"+bos+".20261117", "").Want(200).Has("start/dateTime", "2026-11-17T11:00:00.0000000", "responseStatus/response", "notResponded", "type", "exception")
	w.Do("bo", "GET", "/v1.0/me/events/"+bos+".20261118", "").Want(200).Has("responseStatus/response", "accepted", "showAs", "busy")

	w.Do("bo", "POST", "/v1.0/me/events/"+bos+".20261118/decline", `{}`).Want(202)
	w.Ann("GET", "/v1.0/me/events/"+id+".20261118", "").Want(200).Has("attendees/0/status/response", "declined")
	w.Ann("GET", "/v1.0/me/events/"+id+".20261119", "").Want(200).Has("attendees/0/status/response", "accepted")

	w.Ann("DELETE", "/v1.0/me/events/"+id+".20261120", "").Want(204)
	w.Do("bo", "GET", "/v1.0/me/events/"+bos+".20261120", "").Want(200).Has("isCancelled", true)
	if got := inbox(w, "bo"); !strings.Contains(strings.Join(got, "\n"), "meetingCancelled: Canceled: Stand-up") {
		t.Errorf("bo's inbox has no cancellation: %q", got)
	}
	// A newcomer gets the series as it is by now.
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{`+with("bo", "cy")+`}`).Want(200)
	wantView(t, w, "cy", "16 09:00 Stand-up", "17 11:00 Stand-up", "18 09:00 Stand-up", "19 09:00 Stand-up")
}

func TestARoomAcceptsWhenItIsFree(t *testing.T) {
	w := newWorld(t)
	room := `"attendees":[{"type":"resource","emailAddress":{"address":"quay@contoso.example"}}]`
	first := w.Ann("POST", "/v1.0/me/events", entry("First", "20", "10:00", "11:00", room)).Want(201).Has("attendees/0/status/response", "accepted").Str("id")
	w.Do("bo", "POST", "/v1.0/me/events", entry("Second", "20", "10:30", "11:30", room)).Want(201).Has("attendees/0/status/response", "declined")
	w.Do("bo", "POST", "/v1.0/me/events", entry("Third", "20", "11:00", "12:00", room)).Want(201).Has("attendees/0/status/response", "accepted")
	w.Do("bo", "POST", "/v1.0/me/events", entry("Series", "18", "10:30", "10:45", daily+","+room)).Want(201).Has("attendees/0/status/response", "declined")
	wantView(t, w, "quay", "20 10:00 First", "20 11:00 Third")
	wantInbox(t, w, "bo", "meetingDeclined: Declined: Second", "meetingAccepted: Accepted: Third", "meetingDeclined: Declined: Series")
	w.Ann("PATCH", "/v1.0/me/events/"+first, `{"end":{"dateTime":"2026-11-20T11:30:00","timeZone":"Europe/London"}}`).Want(200).Has("attendees/0/status/response", "declined")
	wantView(t, w, "quay", "20 11:00 Third")
	w.Ann("DELETE", "/v1.0/me/events/"+first, "").Want(204)
	if got := inbox(w, "quay"); len(got) != 0 {
		t.Errorf("the room has mail: %q", got)
	}
}

func TestWhoIsNotHereIsReportedToTheOrganizer(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", `"attendees":[{"emailAddress":{"address":"kay@elsewhere.example"}}]`)).Want(201)
	wantInbox(t, w, "ann", ": Undeliverable: Tea")
}

func TestWhoIsElsewhereIsNotInvitedAndThatIsSaid(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30",
		`"attendees":[{"emailAddress":{"address":"fay@fabrikam.example"}},{"emailAddress":{"address":"bo@contoso.example"}}]`)).
		Want(201).Has("attendees/0/status/response", "none")
	wantInbox(t, w, "bo", "meetingRequest: Tea")
	r := w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages", "").Want(200).Has("value/0/subject", "Undeliverable: Tea")
	for _, words := range []string{"Your invitation could not be delivered to", "fay@fabrikam.example", "write to them yourself"} {
		if text := r.Str("value/0/body/content"); !strings.Contains(text, words) {
			t.Errorf("the notice does not say %q:\n%s", words, text)
		}
	}
}
