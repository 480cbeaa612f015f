package calendar_test

import (
	"fmt"
	"testing"

	"daybook/service/servicetest"
)

// timed is the JSON of an event from one wall time to another of a zone.
func timed(subject, zone, from, to, more string) string {
	if more != "" {
		more = "," + more
	}
	return fmt.Sprintf(`{"subject":%q,"start":{"dateTime":%q,"timeZone":%q},"end":{"dateTime":%q,"timeZone":%q}%s}`, subject, from, zone, to, zone, more)
}

// wantInstances compares "start end" of a series' first days, in UTC.
func wantInstances(t *testing.T, w *servicetest.World, id, from, to string, want ...string) {
	t.Helper()
	r := w.Ann("GET", "/v1.0/me/events/"+id+"/instances?startDateTime="+from+"&endDateTime="+to, "").Want(200)
	var got []string
	for i := range r.Len("value") {
		at := fmt.Sprintf("value/%d/", i)
		got = append(got, r.Str(at + "start/dateTime")[5:16]+" "+r.Str(at + "end/dateTime")[5:16])
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

const everyDay = `"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered","numberOfOccurrences":3}}`

func TestASeriesThatBeginsInASkippedHourStaysWhereItWasWritten(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", timed("Watch", "Europe/London", "2026-03-29T01:30:00", "2026-03-29T02:00:00", everyDay)).Want(201).Str("id")
	want := []string{"03-29T01:30 03-29T02:00", "03-30T00:30 03-30T01:00", "03-31T00:30 03-31T01:00"}
	wantInstances(t, w, id, "2026-03-28T00:00:00Z", "2026-04-05T00:00:00Z", want...)
	w.Do("ann", "GET", "/v1.0/me/events/"+id, "", `Prefer: outlook.timezone="Europe/London"`).Want(200).
		Has("start/dateTime", "2026-03-29T01:30:00.0000000", "end/dateTime", "2026-03-29T02:00:00.0000000")

	// A change of something else, or its times given back as they were shown, leave it there.
	shown := w.Ann("GET", "/v1.0/me/events/"+id, "").Want(200)
	w.Ann("PATCH", "/v1.0/me/events/"+id, `{"subject":"Night watch"}`).Want(200)
	w.Ann("PATCH", "/v1.0/me/events/"+id, timed("Watch", "UTC", shown.Str("start/dateTime"), shown.Str("end/dateTime"), "")).Want(200)
	wantInstances(t, w, id, "2026-03-28T00:00:00Z", "2026-04-05T00:00:00Z", want...)

	// One that is alone is where the clock has jumped to, as long as it was written.
	w.Do("ann", "POST", "/v1.0/me/events", timed("Alone", "Europe/London", "2026-03-29T01:30:00", "2026-03-29T02:00:00", ""),
		`Prefer: outlook.timezone="Europe/London"`).Want(201).
		Has("start/dateTime", "2026-03-29T02:30:00.0000000", "end/dateTime", "2026-03-29T03:00:00.0000000")
}

func TestAnOccurrenceIsAsLongInARepeatedHour(t *testing.T) {
	w := newWorld(t)
	id := w.Ann("POST", "/v1.0/me/events", timed("Watch", "Europe/London", "2026-10-24T01:30:00", "2026-10-24T02:00:00", everyDay)).Want(201).Str("id")
	want := []string{"10-24T00:30 10-24T01:00", "10-25T00:30 10-25T01:00", "10-26T01:30 10-26T02:00"}
	wantInstances(t, w, id, "2026-10-20T00:00:00Z", "2026-11-01T00:00:00Z", want...)
	w.Ann("PATCH", "/v1.0/me/events/"+id+".20261025", `{"subject":"Odd"}`).Want(200)
	wantInstances(t, w, id, "2026-10-20T00:00:00Z", "2026-11-01T00:00:00Z", want...)
}

func TestASeriesGoesByTheClockOfItsOwnZone(t *testing.T) {
	w := newWorld(t)
	for _, zone := range []string{"UTC", "Europe/London", "Asia/Tokyo"} {
		more := `"recurrence":{"pattern":{"type":"weekly","interval":1,"daysOfWeek":["saturday"]},"range":{"type":"numbered","numberOfOccurrences":2,"startDate":"2026-03-07","recurrenceTimeZone":"` + zone + `"}}`
		id := w.Ann("POST", "/v1.0/me/events", timed("Call", "America/New_York", "2026-03-07T20:00:00", "2026-03-07T21:00:00", more)).Want(201).Str("id")
		wantInstances(t, w, id, "2026-03-01T00:00:00Z", "2026-04-05T00:00:00Z", "03-08T01:00 03-08T02:00", "03-15T00:00 03-15T01:00")
	}
}

// Days whose midnight the zone left out.
func TestAllDayEventsWhereThereIsNoMidnight(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ zone, before, day, after string }{
		{"Africa/Cairo", "2026-04-23", "2026-04-24", "2026-04-25"},
		{"America/Santiago", "2026-09-05", "2026-09-06", "2026-09-07"},
		{"Asia/Tehran", "2021-03-21", "2021-03-22", "2021-03-23"},
		{"America/Asuncion", "2023-09-30", "2023-10-01", "2023-10-02"},
		{"Asia/Beirut", "2026-03-28", "2026-03-29", "2026-03-30"},
		{"America/Sao_Paulo", "2018-11-03", "2018-11-04", "2018-11-05"},
	} {
		const midnight = "T00:00:00"
		zone := []string{`Prefer: outlook.timezone="` + c.zone + `"`}
		from := w.Do("ann", "POST", "/v1.0/me/events", timed("From", c.zone, c.day+midnight, c.after+midnight, `"isAllDay":true`), zone...).Want(201).
			Has("start/dateTime", c.day+midnight+".0000000", "end/dateTime", c.after+midnight+".0000000", "isAllDay", true).Str("id")
		to := w.Do("ann", "POST", "/v1.0/me/events", timed("To", c.zone, c.before+midnight, c.day+midnight, `"isAllDay":true`), zone...).Want(201).Str("id")
		// As a program has it that asks its clock when the day begins.
		w.Do("ann", "POST", "/v1.0/me/events", timed("First moment", c.zone, c.day+"T01:00:00", c.after+midnight, `"isAllDay":true`), zone...).Want(201).
			Has("start/dateTime", c.day+midnight+".0000000")
		w.Do("ann", "PATCH", "/v1.0/me/events/"+to, timed("To", c.zone, c.day+midnight, c.after+midnight, ""), zone...).Want(200).
			Has("start/dateTime", c.day+midnight+".0000000")
		w.Do("ann", "PATCH", "/v1.0/me/events/"+from, `{"subject":"Still from"}`, zone...).Want(200).Has("start/dateTime", c.day+midnight+".0000000")
		series := w.Do("ann", "POST", "/v1.0/me/events", timed("Days", c.zone, c.day+midnight, c.after+midnight, `"isAllDay":true,`+everyDay), zone...).Want(201).
			Has("start/dateTime", c.day+midnight+".0000000").Str("id")
		r := w.Do("ann", "GET", "/v1.0/me/calendarView?startDateTime="+c.day+"T06:00:00Z&endDateTime="+c.day+"T18:00:00Z", "", zone...).Want(200)
		if r.Len("value") != 4 {
			t.Errorf("%s shows %d events on %s, want 4", c.zone, r.Len("value"), c.day)
		}
		one := w.Do("ann", "GET", "/v1.0/me/events/"+series+"."+c.day[:4]+c.day[5:7]+c.day[8:], "", zone...).Want(200).
			Has("start/dateTime", c.day+midnight+".0000000", "end/dateTime", c.after+midnight+".0000000").Str("id")
		w.Do("ann", "PATCH", "/v1.0/me/events/"+one, `{"subject":"One day"}`, zone...).Want(200).Has("end/dateTime", c.after+midnight+".0000000")
		w.Do("ann", "PATCH", "/v1.0/me/events/"+from, timed("From", c.zone, c.day+"T08:00:00", c.day+"T09:00:00", `"isAllDay":false`), zone...).Want(200)
		w.Do("ann", "PATCH", "/v1.0/me/events/"+from, timed("From", c.zone, c.day+midnight, c.after+midnight, `"isAllDay":true`), zone...).Want(200)
	}
}
