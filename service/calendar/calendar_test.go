package calendar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/people"
	"daybook/service/servicetest"
	"daybook/service/store"
)

const everything = "Calendars.ReadWrite Calendars.ReadWrite.Shared Mail.ReadWrite Group.ReadWrite.All MailboxSettings.ReadWrite"

// newWorld has the users ann, bo and cy, and the room "quay".
func newWorld(t testing.TB) *servicetest.World {
	t.Helper()
	w := servicetest.New(t, everything)
	id := w.AddMailbox(store.Mailbox{Kind: store.KindUser, PrincipalName: "quay@contoso.example", DisplayName: "Quay"})
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		return people.SetProfile(tx, model.User{Entity: model.Entity{ID: id}, UserType: model.UserResource})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Tokens["quay"] = w.Token("quay@contoso.example", everything)
	return w
}

// entry is the JSON of an event on a day of November 2026 in London, with
// more properties.
func entry(subject, day, from, to, more string) string {
	if more != "" {
		more = "," + more
	}
	return fmt.Sprintf(`{"subject":%q,"start":{"dateTime":"2026-11-%sT%s:00","timeZone":"Europe/London"},"end":{"dateTime":"2026-11-%sT%s:00","timeZone":"Europe/London"}%s}`,
		subject, day, from, day, to, more)
}

func with(people ...string) string {
	var list []string
	for _, p := range people {
		list = append(list, fmt.Sprintf(`{"type":"required","emailAddress":{"address":"%s@contoso.example"}}`, p))
	}
	return `"attendees":[` + strings.Join(list, ",") + `]`
}

const daily = `"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered","numberOfOccurrences":5}}`

// view lists "day time subject" of what a user's November holds.
func view(w *servicetest.World, user, more string) []string {
	w.T.Helper()
	r := w.Do(user, "GET", "/v1.0/me/calendarView?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-01T00:00:00Z&$top=100"+more, "").Want(200)
	var out []string
	for i := range r.Len("value") {
		at := fmt.Sprintf("value/%d/", i)
		start := r.Str(at + "start/dateTime")
		out = append(out, start[8:10]+" "+start[11:16]+" "+r.Str(at+"subject"))
	}
	return out
}

// subjects are those of a page, joined.
func subjects(r *servicetest.Reply) string {
	var out []string
	for i := range r.Len("value") {
		out = append(out, r.Str(fmt.Sprintf("value/%d/subject", i)))
	}
	return strings.Join(out, ", ")
}

func wantView(t *testing.T, w *servicetest.World, user string, want ...string) {
	t.Helper()
	if got := view(w, user, ""); !slices.Equal(got, want) {
		t.Errorf("%s's November:\n got %q\nwant %q", user, got, want)
	}
}

func TestEveryMailboxHasADefaultCalendarByEveryPath(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("GET", "/v1.0/me/calendar", "").Want(200).Str("id")
	group := w.Ann("GET", "/v1.0/me/calendarGroups", "").Want(200).Str("value/0/id")
	for _, path := range []string{"/me/calendar", "/users/ann@contoso.example/calendar", "/me/calendars/" + id, "/me/calendarGroup/calendars/" + id,
		"/me/CALENDARGROUPS/" + group + "/calendars/" + id} {
		w.Ann("GET", "/v1.0"+path, "").Want(200).Has("id", id, "name", "Calendar", "color", "auto", "isDefaultCalendar", true, "owner/address", "ann@contoso.example")
	}
	made := w.Ann("POST", "/v1.0/me/calendars", `{"name":"Boats","color":"LIGHTBLUE"}`).Want(201).Has("color", "lightBlue", "isDefaultCalendar", false).Str("id")
	w.Ann("POST", "/v1.0/me/calendars", `{"name":"boats"}`).Want(409)
	w.Ann("POST", "/v1.0/me/calendars", `{"name":"Sails","color":"mauve"}`).Want(400)
	w.Ann("GET", "/v1.0/me/calendars", "").Want(200).Has("value/0/name", "Calendar", "value/1/name", "Boats")
	w.Ann("PATCH", "/v1.0/me/calendars/"+made, `{"name":"Ships"}`).Want(200).Has("name", "Ships", "color", "lightBlue")
	other := w.Ann("POST", "/v1.0/me/calendarGroups", `{"name":"Far away"}`).Want(201).Str("id")
	w.Ann("GET", "/v1.0/me/calendarGroups/"+other+"/calendars/"+made, "").Want(404)
	w.Ann("GET", "/v1.0/me/calendars/nothing", "").Want(404)
}

func TestAnEventKeepsItsZonesAndAnswersInTheZoneAskedFor(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", `{"Subject":"Flight","start":{"dateTime":"2026-11-20T09:00:00","timeZone":"Europe/Vienna"},"end":{"dateTime":"2026-11-20T12:00:00","timeZone":"Eastern Standard Time"},"importance":"HIGH"}`).
		Want(201).Has("originalStartTimeZone", "Europe/Vienna", "originalEndTimeZone", "Eastern Standard Time", "type", "singleInstance", "importance", "high",
		"start/dateTime", "2026-11-20T08:00:00.0000000", "start/timeZone", "UTC", "end/dateTime", "2026-11-20T17:00:00.0000000",
		"showAs", "busy", "sensitivity", "normal", "isReminderOn", true, "reminderMinutesBeforeStart", 15, "isOrganizer", true,
		"responseStatus/response", "organizer", "organizer/emailAddress/address", "ann@contoso.example").Str("id")
	r := w.Ann("GET", "/v1.0/me/events/"+id, "", `Prefer: outlook.timezone="Tokyo Standard Time"`).Want(200).
		Has("start/dateTime", "2026-11-20T17:00:00.0000000", "start/timeZone", "Tokyo Standard Time")
	if got := r.Header.Get("Preference-Applied"); got != `outlook.timezone="Tokyo Standard Time"` {
		t.Errorf("Preference-Applied: got %q", got)
	}
	w.Ann("GET", "/v1.0/me/events/"+id, "", `Prefer: vendor.timezone="Mars"`).Want(400)
}

func TestAnAllDayEventIsOnItsDatesInEveryZone(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/events", `{"subject":"Offsite","isAllDay":"true","start":{"dateTime":"2026-11-20T00:00:00","timeZone":"Europe/Vienna"},"end":{"dateTime":"2026-11-22T00:00:00","timeZone":"Europe/Vienna"}}`).Want(201)
	for _, zone := range []string{"UTC", "Pacific/Auckland", "America/Los_Angeles"} {
		w.Ann("GET", "/v1.0/me/calendarView?startDateTime=2026-11-21T00:00:00&endDateTime=2026-11-22T00:00:00", "", `Prefer: outlook.timezone="`+zone+`"`).Want(200).
			Has("value/0/start/dateTime", "2026-11-20T00:00:00.0000000", "value/0/end/dateTime", "2026-11-22T00:00:00.0000000", "value/0/start/timeZone", zone)
		w.Ann("GET", "/v1.0/me/calendarView?startDateTime=2026-11-22T00:00:00&endDateTime=2026-11-23T00:00:00", "", `Prefer: outlook.timezone="`+zone+`"`).Want(200).
			Has("value", []any{})
	}
	w.Ann("POST", "/v1.0/me/events", `{"subject":"Half","isAllDay":true,"start":{"dateTime":"2026-11-20T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-22T00:00:00","timeZone":"UTC"}}`).Want(400)
}

func TestBadEventsAreRefusedByName(t *testing.T) {
	w := newWorld(t)
	for target, body := range map[string]string{
		"start":                                `{"subject":"x"}`,
		"end":                                  entry("x", "20", "11:00", "10:00", ""),
		"showAs":                               entry("x", "20", "10:00", "11:00", `"showAs":"away"`),
		"attendees/emailAddress/address":       entry("x", "20", "10:00", "11:00", `"attendees":[{"emailAddress":{"address":"nobody"}}]`),
		"recurrence.pattern.type":              entry("x", "20", "10:00", "11:00", `"recurrence":{"pattern":{"type":"hourly","interval":1},"range":{"type":"noEnd"}}`),
		"recurrence.range.numberOfOccurrences": entry("x", "20", "10:00", "11:00", `"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered"}}`),
	} {
		w.Ann("POST", "/v1.0/me/events", body).Want(400).Has("error/target", target)
	}
	w.Ann("POST", "/v1.0/me/events", `{"subject":"x","start":{"dateTime":"2026-11-20T10:00:00","timeZone":"Mars"},"end":{"dateTime":"2026-11-20T10:00:00","timeZone":"UTC"}}`).Want(400)
	for target, query := range map[string]string{"startDateTime": "?endDateTime=2026-11-20", "endDateTime": "?startDateTime=2026-11-20"} {
		w.Ann("GET", "/v1.0/me/calendarView"+query, "").Want(400).Has("error/target", target)
	}
	w.Ann("GET", "/v1.0/me/calendarView?startDateTime=2026-11-20&endDateTime=2026-11-19", "").Want(400)
	w.Ann("GET", "/v1.0/me/calendarView?startDateTime=2026-11-20&endDateTime=2036-11-19", "").Want(400)
}

func TestASeriesHasOccurrencesExceptionsAndGaps(t *testing.T) {
	w := newWorld(t)
	master := w.Ann("POST", "/v1.0/me/events", entry("Stand-up", "16", "09:00", "09:15", daily)).Want(201).Has("type", "seriesMaster").Str("id")
	w.Ann("GET", "/v1.0/me/calendarView", "").Want(400)
	r := w.Ann("GET", "/v1.0/me/events/"+master+"/instances?startDateTime=2026-11-17T00:00:00Z&endDateTime=2026-11-30T00:00:00Z", "").Want(200).
		Has("value/0/type", "occurrence", "value/0/seriesMasterId", master, "value/0/id", master+".20261117", "value/0/originalStart", "2026-11-17T09:00:00Z")
	if r.Len("value") != 4 {
		t.Errorf("%d instances from the second on, want 4", r.Len("value"))
	}
	moved := master + ".20261118"
	w.Ann("PATCH", "/v1.0/me/events/"+moved, `{"start":{"dateTime":"2026-11-18T15:00:00","timeZone":"Europe/London"},"end":{"dateTime":"2026-11-18T15:30:00","timeZone":"Europe/London"}}`).
		Want(200).Has("id", moved, "type", "exception", "subject", "Stand-up", "originalStart", "2026-11-18T09:00:00Z")
	w.Ann("DELETE", "/v1.0/me/events/"+master+".20261119", "").Want(204)
	w.Ann("GET", "/v1.0/me/events/"+master+".20261119", "").Want(404)
	wantView(t, w, "ann", "16 09:00 Stand-up", "17 09:00 Stand-up", "18 15:00 Stand-up", "20 09:00 Stand-up")
	w.Ann("GET", "/v1.0/me/events/"+master, "").Want(200).Has("cancelledOccurrences", []any{master + ".20261119"})

	// What an exception did not change follows its series.
	w.Ann("PATCH", "/v1.0/me/events/"+master, `{"subject":"Daily"}`).Want(200)
	wantView(t, w, "ann", "16 09:00 Daily", "17 09:00 Daily", "18 15:00 Daily", "20 09:00 Daily")

	// "From here on": the series ends before, a new one begins.
	w.Ann("PATCH", "/v1.0/me/events/"+master, `{"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"endDate","startDate":"2026-11-16","endDate":"2026-11-17"}}}`).Want(200)
	wantView(t, w, "ann", "16 09:00 Daily", "17 09:00 Daily")
	w.Ann("GET", "/v1.0/me/events/"+moved, "").Want(404)
	w.Ann("DELETE", "/v1.0/me/events/"+master, "").Want(204)
	wantView(t, w, "ann")
}

func TestListsFilterOrderAndPage(t *testing.T) {
	w := newWorld(t)
	for i, subject := range []string{"Delta", "Alpha", "Charlie", "Bravo"} {
		w.Ann("POST", "/v1.0/me/events", entry(subject, fmt.Sprint(20+i), "10:00", "11:00", fmt.Sprintf(`"categories":["c%d"],"location":{"displayName":"Room %d"}`, i%2, i))).Want(201)
	}
	w.Ann("POST", "/v1.0/me/events", entry("Series", "01", "08:00", "08:30", daily)).Want(201)
	for query, want := range map[string]string{
		"": "Series, Delta, Alpha, Charlie, Bravo",
		"$filter=start/dateTime ge '2026-11-21T00:00' and start/dateTime lt '2026-11-23'": "Alpha, Charlie",
		"$filter=type eq 'seriesMaster'":      "Series",
		"$filter=contains(subject,'LPH')":     "Alpha",
		"$filter=categories/any(c:c eq 'c1')": "Alpha, Bravo",
		"$orderby=start/dateTime desc&$top=2": "Bravo, Charlie",
		"$orderby=subject":                    "Alpha, Bravo, Charlie, Delta, Series",
		"$orderby=location/displayName desc&$filter=location/displayName ge 'Room 1'": "Bravo, Charlie, Alpha",
		`$search="charl"`:       "Charlie",
		`$search="location:2"`:  "Charlie",
		`$search="category:c1"`: "Alpha, Bravo",
	} {
		if got := subjects(w.Ann("GET", "/v1.0/me/events?"+query, "").Want(200)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	var all []string
	path := "/v1.0/me/calendar/events?$top=2&$select=subject&$count=true"
	for path != "" {
		r := w.Ann("GET", path, "").Want(200).Has("@odata.count", 5)
		all = append(all, subjects(r))
		path = strings.TrimPrefix(r.Str("@odata.nextLink"), "http://daybook.test")
	}
	if got := strings.Join(all, " | "); got != "Series, Delta | Alpha, Charlie | Bravo" {
		t.Errorf("pages: got %s", got)
	}
	if got := view(w, "ann", "&$filter=contains(subject,'a') and not startswith(subject,'S')&$orderby=subject desc"); len(got) != 4 || !strings.HasSuffix(got[0], "Delta") {
		t.Errorf("filtered view: got %q", got)
	}
	w.Ann("GET", "/v1.0/me/events?$filter=colour eq 'red'", "").Want(400)
}

func TestATransactionIDMakesOneEvent(t *testing.T) {
	w := newWorld(t)
	body := entry("Once", "20", "10:00", "11:00", `"transactionId":"t-1",`+with("bo"))
	first := w.Ann("POST", "/v1.0/me/events", body).Want(201).Str("id")
	if again := w.Ann("POST", "/v1.0/me/events", body).Want(201).Str("id"); again != first {
		t.Errorf("the second request made %s, want the first's %s", again, first)
	}
	wantView(t, w, "ann", "20 10:00 Once")
	if n := w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").Want(200).Len("value"); n != 1 {
		t.Errorf("bo has %d invitations, want 1", n)
	}
}

func TestPartsOfAnOccurrenceAreItsSeries(t *testing.T) {
	w := newWorld(t)
	made := w.Ann("POST", "/v1.0/me/events", entry("Stand-up", "16", "09:00", "09:15", daily+
		`,"extensions":[{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"com.example.deal","amount":12.50}]`)).
		Want(201).Has("extensions/0/extensionName", "com.example.deal")
	id := made.Str("id")
	file := w.Ann("POST", "/v1.0/me/events/"+id+".20261117/attachments", `{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"cGxhbg=="}`).Want(201).Str("id")
	w.Ann("GET", "/v1.0/me/events/"+id+"?$expand=attachments,extensions($filter=id eq 'com.example.deal')", "").Want(200).
		Has("hasAttachments", true, "attachments/0/contentBytes", "cGxhbg==", "extensions/0/amount", 12.50)
	if etag := w.Ann("GET", "/v1.0/me/events/"+id, "").Str("@odata.etag"); etag == made.Str("@odata.etag") {
		t.Error("a new attachment left the change key as it was")
	}
	w.Ann("DELETE", "/v1.0/me/calendar/events/"+id+"/attachments/"+file, "").Want(204)
	w.Ann("GET", "/v1.0/me/events/"+id, "").Want(200).Has("hasAttachments", false)
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"subject":"x"}`, "If-Match: "+made.Str("@odata.etag")).Want(412)
}

func TestOthersSeePrivateEventsAsTimesAlone(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/events", entry("Doctor", "20", "10:00", "11:00", `"sensitivity":"private"`)).Want(201)
	path := "/v1.0/users/ann@contoso.example/calendar/events"
	w.Do("bo", "GET", path, "").Want(403)
	if err := w.Service.Store().Share(t.Context(), w.IDs["ann"], w.IDs["bo"], "Calendars", true); err != nil {
		t.Fatal(err)
	}
	r := w.Do("bo", "GET", path, "").Want(200).Has("value/0/subject", "Private appointment", "value/0/start/dateTime", "2026-11-20T10:00:00.0000000")
	w.Do("bo", "GET", path+"?$filter=contains(subject,'Doctor')", "").Want(200).Has("value", []any{})
	w.Do("bo", "PATCH", path+"/"+r.Str("value/0/id"), `{"subject":"Dentist"}`).Want(403)
}

func TestDeltaTellsWhatChangedInTheView(t *testing.T) {
	w := newWorld(t)
	one := w.Ann("POST", "/v1.0/me/events", entry("One", "20", "10:00", "11:00", "")).Want(201).Str("id")
	series := w.Ann("POST", "/v1.0/me/events", entry("Series", "16", "09:00", "09:15", daily)).Want(201).Str("id")
	known := map[string]string{}
	link := "/v1.0/me/calendarView/delta?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-01T00:00:00Z&$top=3"
	sync := func() {
		t.Helper()
		for {
			r := w.Ann("GET", link, "").Want(200)
			for i := range r.Len("value") {
				at := fmt.Sprintf("value/%d/", i)
				switch id := r.Str(at + "id"); {
				case r.Get(at+"@removed") != nil:
					if _, held := known[id]; !held {
						t.Errorf("%s is removed, and was never sent", id)
					}
					delete(known, id)
				case r.Str(at+"type") == "seriesMaster":
					known[id] = ""
				default:
					known[r.Str(at+"id")] = r.Str(at + "start/dateTime")[8:16] + r.Str(at+"subject")
				}
			}
			if next := r.Str("@odata.nextLink"); next != "" {
				link = strings.TrimPrefix(next, "http://daybook.test")
				continue
			}
			link = strings.TrimPrefix(r.Str("@odata.deltaLink"), "http://daybook.test")
			return
		}
	}
	check := func(step string) {
		t.Helper()
		sync()
		var got []string
		for _, v := range known {
			if v == "" { // a master
				continue
			}
			got = append(got, v[:2]+" "+v[3:8]+" "+v[8:])
		}
		slices.Sort(got)
		want := view(w, "ann", "")
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("after %s the delta has led to %q, want %q", step, got, want)
		}
	}
	check("the first round")
	w.Ann("PATCH", "/v1.0/me/events/"+one, `{"subject":"Uno"}`).Want(200)
	w.Ann("DELETE", "/v1.0/me/events/"+series+".20261117", "").Want(204)
	check("a change and a cancelled occurrence")
	w.Ann("PATCH", "/v1.0/me/events/"+series+".20261118", `{"subject":"Odd"}`).Want(200)
	check("an exception")
	w.Ann("PATCH", "/v1.0/me/events/"+series, `{"recurrence":{"pattern":{"type":"daily","interval":2},"range":{"type":"numbered","startDate":"2026-11-16","numberOfOccurrences":3}}}`).Want(200)
	check("another pattern")
	far := w.Ann("POST", "/v1.0/me/events", strings.ReplaceAll(entry("Far", "20", "10:00", "11:00", ""), "2026-11", "2027-11")).Want(201).Str("id")
	away := w.Ann("POST", "/v1.0/me/events", strings.ReplaceAll(entry("Away", "20", "10:00", "11:00", daily), "2026-11", "2027-11")).Want(201).Str("id")
	check("what is elsewhere")
	w.Ann("PATCH", "/v1.0/me/events/"+far, `{"subject":"Farther"}`).Want(200)
	w.Ann("DELETE", "/v1.0/me/events/"+away+".20271121", "").Want(204)
	check("changes elsewhere")
	w.Ann("DELETE", "/v1.0/me/events/"+far, "").Want(204)
	w.Ann("DELETE", "/v1.0/me/events/"+away, "").Want(204)
	short := w.Ann("POST", "/v1.0/me/events", entry("Short", "20", "10:00", "11:00", daily)).Want(201).Str("id")
	w.Ann("DELETE", "/v1.0/me/events/"+short, "").Want(204)
	if _, held := known[series]; !held {
		t.Error("the master of the series is not in the delta")
	}
	check("what came and went, and what is elsewhere")
	w.Ann("DELETE", "/v1.0/me/events/"+series, "").Want(204)
	w.Ann("DELETE", "/v1.0/me/events/"+one, "").Want(204)
	check("deleting all")
	if len(known) != 0 {
		t.Errorf("%d events left, want none", len(known))
	}
}

func TestASeriesMovesAsAWhole(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", entry("Stand-up", "16", "09:00", "09:15", daily)).Want(201).Str("id")
	w.Ann("DELETE", "/v1.0/me/events/"+id+".20261118", "").Want(204)
	// Later in the day, said in another zone, whose clocks it follows from then on.
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"start":{"dateTime":"2026-11-16T11:00:00","timeZone":"Europe/Vienna"},"end":{"dateTime":"2026-11-16T11:15:00","timeZone":"Europe/Vienna"}}`).
		Want(200).Has("recurrence/range/recurrenceTimeZone", "Europe/London", "recurrence/range/startDate", "2026-11-16")
	wantView(t, w, "ann", "16 10:00 Stand-up", "17 10:00 Stand-up", "19 10:00 Stand-up", "20 10:00 Stand-up")
	// And from the next day on.
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"start":{"dateTime":"2026-11-17T10:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-17T10:15:00","timeZone":"UTC"}}`).Want(200)
	wantView(t, w, "ann", "17 10:00 Stand-up", "19 10:00 Stand-up", "20 10:00 Stand-up", "21 10:00 Stand-up")
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"recurrence":null}`).Want(200).Has("type", "singleInstance")
	wantView(t, w, "ann", "17 10:00 Stand-up")
}
