package service_test

import (
	"fmt"
	"strings"
	"testing"

	"daybook/service/servicetest"
	"daybook/service/store"
)

// pages reads a list to its end, following the links, and returns the ids; no
// page may be larger than a page's bytes and one item.
func pages(t *testing.T, w *servicetest.World, path string) (ids []string, count int) {
	t.Helper()
	for count = 1; ; count++ {
		r := w.Ann("GET", path, "").Want(200)
		if len(r.Body) > store.PageBytes+64<<10 {
			t.Errorf("%s: page %d has %d bytes", path, count, len(r.Body))
		}
		for i := range r.Get("value").([]any) {
			ids = append(ids, r.Str(fmt.Sprintf("value/%d/id", i)))
		}
		next, _ := r.Get("@odata.nextLink").(string)
		if next == "" {
			return ids, count
		}
		path = strings.TrimPrefix(next, "http://daybook.test")
	}
}

// TestWhatOthersSendDoesNotMakeAPageLarge sends Ann letters and a meeting of
// three megabytes each.
func TestWhatOthersSendDoesNotMakeAPageLarge(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite Mail.Send Calendars.ReadWrite")
	large := strings.Repeat("lorem ipsum ", 3<<20/12)
	const to = `"emailAddress":{"address":"ann@contoso.example"}`
	for range 5 {
		w.Do("bo", "POST", "/v1.0/me/sendMail", `{"saveToSentItems":false,"message":{"subject":"large","body":{"contentType":"text","content":"`+large+`"},"toRecipients":[{`+to+`}]}}`).Want(202)
	}
	w.Do("bo", "POST", "/v1.0/me/events", `{"subject":"large","body":{"contentType":"text","content":"`+large+`"},"attendees":[{`+to+`}],
		"start":{"dateTime":"2026-11-23T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-23T10:00:00","timeZone":"UTC"},
		"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered","startDate":"2026-11-23","numberOfOccurrences":5}}}`).Want(201)
	for path, want := range map[string]int{
		"/v1.0/me/messages?$top=50":                         6,
		"/v1.0/me/messages?$top=50&$orderby=subject":        6,
		"/v1.0/me/mailFolders/inbox/messages/delta?$top=50": 6,
		"/v1.0/me/calendarView?startDateTime=2026-11-22T00:00:00Z&endDateTime=2026-12-22T00:00:00Z&$top=50":                     5,
		"/v1.0/me/calendarView?startDateTime=2026-11-22T00:00:00Z&endDateTime=2026-12-22T00:00:00Z&$top=50&$orderby=subject":    5,
		"/v1.0/me/calendarView/delta?startDateTime=2026-11-22T00:00:00Z&endDateTime=2026-12-22T00:00:00Z":                       6, // and the master
		"/v1.0/me/calendarView?startDateTime=2026-11-22T00:00:00Z&endDateTime=2026-12-22T00:00:00Z&$top=50&$select=subject,end": 5,
	} {
		ids, count := pages(t, w, path)
		seen := map[string]bool{}
		for _, id := range ids {
			seen[id] = true
		}
		if len(ids) != want || len(seen) != want {
			t.Errorf("%s: %d items, %d of them different, want %d", path, len(ids), len(seen), want)
		}
		if small := strings.Contains(path, "$select"); small != (count == 1) {
			t.Errorf("%s: %d pages", path, count)
		}
	}
}

// TestLimitsHoldPieceByPiece adds to a message what one request could not
// have brought.
func TestLimitsHoldPieceByPiece(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite MailboxSettings.ReadWrite Contacts.ReadWrite")
	draft := "/v1.0/me/messages/" + w.Ann("POST", "/v1.0/me/messages", `{"subject":"a"}`).Want(201).Str("id")
	for i := range 101 {
		status := 201
		if i == 100 {
			status = 400
		}
		w.Ann("POST", draft+"/extensions", fmt.Sprintf(`{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"x%d"}`, i)).Want(status)
	}
	half := strings.Repeat("a", 40<<10)
	w.Ann("PATCH", draft+"/extensions/x1", `{"a":"`+half+`"}`).Want(200)
	w.Ann("PATCH", draft+"/extensions/x1", `{"b":"`+half+`"}`).Want(413).Has("error/code", "ErrorMessageSizeExceeded")
	w.Ann("PATCH", draft, `{"subject":"`+strings.Repeat("é", 1000)+`"}`).Want(200)
	w.Ann("PATCH", draft, `{"subject":"`+strings.Repeat("é", 1001)+`"}`).Want(400).Has("error/target", "subject")
	w.Ann("PATCH", draft, `{"body":{"contentType":"text","content":"`+strings.Repeat("a", 4<<20+1)+`"}}`).Want(413).Has("error/target", "body/content")
	w.Ann("POST", "/v1.0/me/mailFolders", `{"displayName":"`+strings.Repeat("é", 256)+`"}`).Want(400).Has("error/target", "displayName")
	w.Ann("POST", "/v1.0/me/mailFolders", `{"displayName":"`+strings.Repeat("é", 255)+`"}`).Want(201)
	contact := "/v1.0/me/contacts/" + w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"Bo","companyName":"Contoso","homePhones":["1"]}`).Want(201).Str("id")
	w.Ann("PATCH", contact, `{"personalNotes":"`+strings.Repeat("a", 256<<10+1)+`"}`).Want(413)
	w.Ann("PATCH", contact, `{"companyName":"","homePhones":null,"nickName":"b"}`).Want(200).Has("companyName", nil, "displayName", "Bo", "nickName", "b")
}

// TestAnAnswerToALongLetterFits quotes a letter that has the longest subject
// and body there can be.
func TestAnAnswerToALongLetterFits(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite Mail.Send")
	w.Do("bo", "POST", "/v1.0/me/sendMail", `{"message":{"subject":"`+strings.Repeat("s", 1000)+`","body":{"contentType":"text","content":"`+
		strings.Repeat("a", 4<<20)+`"},"toRecipients":[{"emailAddress":{"address":"ann@contoso.example"}}]}}`).Want(202)
	id := w.Ann("GET", "/v1.0/me/messages?$select=id", "").Want(200).Str("value/0/id")
	answer := w.Ann("POST", "/v1.0/me/messages/"+id+"/createReply", `{"comment":"yes"}`).Want(201)
	body := answer.Str("body/content")
	if subject := answer.Str("subject"); len(subject) > 1002 || !strings.HasSuffix(subject, "…") {
		t.Errorf("the subject has %d bytes and ends in %q", len(subject), subject[len(subject)-5:])
	}
	if len(body) > 4<<20 || !strings.HasPrefix(body, "yes") || !strings.HasSuffix(body, "are kept]") {
		t.Errorf("the body has %d bytes and ends in %q", len(body), body[len(body)-60:])
	}
}
