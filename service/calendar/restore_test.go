package calendar_test

import (
	"testing"
)

const (
	backAgain = `{"isCancelled":false}`
	silent    = `{"responseStatus":{"response":"notResponded"}}`
	endless   = `"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"noEnd"}}`
)

func TestADeletedMeetingComesBackAsItWas(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo", "cy")+`,"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"aGk="}]`)).Want(201).Str("id")
	path := "/v1.0/me/events/" + id
	bos := "/v1.0/me/events/" + copyOf(w, "bo", "Tea").Str("id")
	w.Do("bo", "POST", bos+"/accept", `{}`).Want(202)
	w.Do("bo", "PATCH", bos, `{"showAs":"workingElsewhere","isReminderOn":false,"categories":["Cake"]}`).Want(200)

	w.Ann("DELETE", path, "").Want(204)
	w.Ann("GET", path, "").Want(404)
	w.Ann("PATCH", path, backAgain).Want(200).Has("id", id, "subject", "Tea", "isCancelled", false, "attendees/0/status/response", "accepted")
	w.Ann("GET", path+"/attachments", "").Want(200).Has("value/0/name", "a.txt")
	w.Do("bo", "GET", bos, "").Want(200).Has("isCancelled", false, "subject", "Tea", "responseStatus/response", "accepted",
		"showAs", "workingElsewhere", "isReminderOn", false, "categories/0", "Cake")
	// What nobody has read is as if it had not been.
	wantInbox(t, w, "bo", "meetingRequest: Tea")
	w.Ann("PATCH", path, backAgain).Want(200).Has("id", id)
	wantInbox(t, w, "cy", "meetingRequest: Tea")
	w.Ann("PATCH", "/v1.0/me/events/nobody", backAgain).Want(404)
}

func TestWhoHasReadOfTheDeletionIsToldOfItsEnd(t *testing.T) {
	w := newWorld(t)
	path := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo", "cy"))).Want(201).Str("id")
	w.Ann("DELETE", path, "").Want(204)
	last := w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages?$top=1&$orderby=receivedDateTime desc", "").Want(200).Has("value/0/subject", "Canceled: Tea")
	w.Do("bo", "PATCH", "/v1.0/me/messages/"+last.Str("value/0/id"), `{"isRead":true}`).Want(200)
	w.Do("cy", "DELETE", "/v1.0/me/events/"+copyOf(w, "cy", "Canceled: Tea").Str("id"), "").Want(204)

	w.Ann("PATCH", path, backAgain).Want(200)
	wantInbox(t, w, "bo", "meetingRequest: Tea", "meetingCancelled: Canceled: Tea", "meetingRequest: Back on: Tea")
	wantInbox(t, w, "cy", "meetingRequest: Tea")
	copyOf(w, "cy", "Tea").Has("isCancelled", false, "responseStatus/response", "notResponded")
}

func TestADeletedOccurrenceComesBackIntoItsSeries(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Standup", "19", "09:00", "09:15", daily+`,`+with("bo"))).Want(201).Str("id")
	bos := copyOf(w, "bo", "Standup").Str("id")
	path, his := "/v1.0/me/events/"+id+".20261120", "/v1.0/me/events/"+bos+".20261120"
	w.Ann("PATCH", path, `{"subject":"Short one"}`).Want(200).Has("type", "exception")

	w.Ann("DELETE", path, "").Want(204)
	w.Do("bo", "GET", his, "").Want(200).Has("isCancelled", true)
	w.Ann("PATCH", path, backAgain).Want(200).Has("subject", "Short one", "type", "exception", "seriesMasterId", id)
	w.Do("bo", "GET", his, "").Want(200).Has("isCancelled", false, "subject", "Short one")

	plain := "/v1.0/me/events/" + id + ".20261121"
	w.Ann("DELETE", plain, "").Want(204)
	w.Ann("DELETE", "/v1.0/me/events/"+id, "").Want(204)
	w.Ann("PATCH", plain, backAgain).Want(404)
	w.Ann("PATCH", "/v1.0/me/events/"+id, backAgain).Want(200).Has("type", "seriesMaster")
	w.Ann("GET", path, "").Want(200).Has("subject", "Short one")
	w.Ann("GET", plain, "").Want(404)
	w.Ann("PATCH", plain, backAgain).Want(200).Has("type", "occurrence", "subject", "Standup")
}

func TestASeriesThatGoesOnAgainHasItsEditsAgain(t *testing.T) {
	w := newWorld(t)
	made := w.Ann("POST", "/v1.0/me/events", entry("Standup", "19", "09:00", "09:15", endless)).Want(201)
	path := "/v1.0/me/events/" + made.Str("id")
	w.Ann("PATCH", path+".20261125", `{"subject":"Long one"}`).Want(200)
	w.Ann("DELETE", path+".20261126", "").Want(204)
	w.Ann("PATCH", path, `{"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"endDate","startDate":"2026-11-19","endDate":"2026-11-22"}}}`).Want(200)
	w.Ann("GET", path+".20261125", "").Want(404)

	w.Ann("PATCH", path, `{"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"noEnd","startDate":"2026-11-19"}}}`).Want(200)
	w.Ann("GET", path+".20261125", "").Want(200).Has("subject", "Long one")
	w.Ann("GET", path+".20261126", "").Want(404)
	w.Ann("GET", path+".20261127", "").Want(200).Has("subject", "Standup")
}

func TestAnAttendeesDeletionIsTakenBackWithTheAnswer(t *testing.T) {
	w := newWorld(t)
	path := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo", "cy"))).Want(201).Str("id")
	bos := "/v1.0/me/events/" + copyOf(w, "bo", "Tea").Str("id")
	w.Do("bo", "POST", bos+"/accept", `{}`).Want(202)
	w.Do("bo", "DELETE", bos, "").Want(204)
	w.Ann("GET", path, "").Want(200).Has("attendees/0/status/response", "declined")

	w.Do("bo", "PATCH", bos, backAgain).Want(200).Has("responseStatus/response", "accepted")
	w.Ann("GET", path, "").Want(200).Has("attendees/0/status/response", "accepted")
	wantInbox(t, w, "ann", "meetingAccepted: Accepted: Tea")

	// A meeting that was called off meanwhile comes back as a cancelled one.
	cys := "/v1.0/me/events/" + copyOf(w, "cy", "Tea").Str("id")
	w.Do("cy", "DELETE", cys, "").Want(204)
	w.Ann("DELETE", path, "").Want(204)
	w.Do("cy", "PATCH", cys, backAgain).Want(200).Has("isCancelled", true, "showAs", "free")
}

func TestAnAnswerIsTakenBackToSilence(t *testing.T) {
	w := newWorld(t)
	path := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", with("bo"))).Want(201).Str("id")
	bos := "/v1.0/me/events/" + copyOf(w, "bo", "Tea").Str("id")
	w.Do("bo", "POST", bos+"/accept", `{}`).Want(202)
	w.Do("bo", "PATCH", bos, silent).Want(200).Has("responseStatus/response", "notResponded", "showAs", "tentative")
	w.Ann("GET", path, "").Want(200).Has("attendees/0/status/response", "none")
	wantInbox(t, w, "ann")
	// Of one's own meeting it says nothing; beside other properties it is read-only.
	w.Ann("PATCH", path, silent).Want(200).Has("responseStatus/response", "organizer")
	w.Do("bo", "POST", bos+"/accept", `{}`).Want(202)
	w.Do("bo", "PATCH", bos, `{"categories":["Cake"],"responseStatus":{"response":"notResponded"}}`).Want(400).Has("error/target", "responseStatus")
}

func TestCallingASeriesOffTellsGuestsOfOneOccurrence(t *testing.T) {
	w := newWorld(t)
	path := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events", entry("Standup", "19", "09:00", "09:15", endless)).Want(201).Str("id")
	w.Ann("PATCH", path+".20261123", `{`+with("cy")+`}`).Want(200)
	w.Ann("PATCH", path+".20261130", `{`+with("bo")+`}`).Want(200)
	wantInbox(t, w, "cy", "meetingRequest: Standup")

	// The series ends before one of them, then altogether.
	w.Ann("PATCH", path, `{"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"endDate","startDate":"2026-11-19","endDate":"2026-11-25"}}}`).Want(200)
	wantInbox(t, w, "bo", "meetingRequest: Standup", "meetingCancelled: Canceled: Standup")
	wantInbox(t, w, "cy", "meetingRequest: Standup")
	w.Ann("DELETE", path, "").Want(204)
	wantInbox(t, w, "cy", "meetingRequest: Standup", "meetingCancelled: Canceled: Standup")
	w.Ann("PATCH", path, backAgain).Want(200)
	wantInbox(t, w, "cy", "meetingRequest: Standup")
	copyOf(w, "cy", "Standup").Has("isCancelled", false, "start/dateTime", "2026-11-23T09:00:00.0000000")
}
