package views

import (
	"testing"
	"time"

	"daybook/model"
)

func TestTimesInWords(t *testing.T) {
	zone := time.FixedZone("", 3600)
	at := func(s string) time.Time {
		got, err := model.ParseTime(s, zone)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	now, none := at("2026-11-23T07:30"), time.Time{}
	for _, c := range []struct{ got, want string }{
		{Date(none, now), ""},
		{Date(at("2026-11-23T23:59"), now), "23:59"},
		{Date(at("2026-11-22T23:59"), now), "Sun"},
		{Date(at("2026-11-17T00:00"), now), "Tue"},
		{Date(at("2026-11-16T23:59"), now), "16 Nov"},
		{Date(at("2026-11-24T00:00"), now), "24 Nov"},
		{Date(at("2025-11-28T10:00"), now), "28 Nov 25"},
		{DateTime(none, now), ""},
		{DateTime(time.Date(2026, 12, 31, 22, 30, 0, 0, time.UTC), now), "Thu 31 Dec 23:30"},
		{DateTime(time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC), now), "Fri 1 Jan 2027 00:30"},
		{NearDateTime(none, now), ""},
		{NearDateTime(at("2026-11-23T18:00"), now), "18:00"},
		{NearDateTime(at("2026-11-24T08:00"), now), "Tue 08:00"},
		{NearDateTime(at("2026-11-17T08:00"), now), "Tue 08:00"},
		{NearDateTime(at("2026-11-25T08:00"), now), "Wed 25 Nov 08:00"},
		{Days(at("2026-11-02"), at("2026-11-02"), now), "Mon 2 Nov"},
		{Days(at("2026-12-31"), at("2027-01-01"), now), "Thu 31 Dec to Fri 1 Jan 2027"},
		{Days(at("2026-12-31"), at("2027-01-01"), at("2027-01-01")), "Thu 31 Dec 2026 to Fri 1 Jan"},
		{Clocks(at("2026-11-02T23:00"), at("2026-11-03T00:00")), "23:00-24:00"},
		{Clocks(at("2026-11-02T15:00"), at("2026-11-09T14:00")), "Mon 2 Nov 15:00 to Mon 9 Nov 14:00"},
		{Span(at("2026-11-02T09:00"), at("2026-11-02T10:00"), now), "Mon 2 Nov 09:00-10:00"},
		{Span(at("2025-11-03T09:00"), at("2025-11-03T10:00"), now), "Mon 3 Nov 2025 09:00-10:00"},
		{Span(at("2026-11-02T00:00"), at("2026-11-03T00:00"), now), "Mon 2 Nov 00:00-24:00"},
		{Span(at("2026-12-31T23:00"), at("2027-01-01T01:00"), now), "Thu 31 Dec 23:00 to Fri 1 Jan 2027 01:00"},
		{Span(at("2026-11-02T09:00"), at("2026-11-07T00:00"), now), "Mon 2 Nov 09:00 to Fri 6 Nov 24:00"},
		{Span(at("2026-11-02T00:00"), at("2026-11-02T00:00"), now), "Mon 2 Nov 00:00"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestTheTimeOfAnEventInWords(t *testing.T) {
	now := time.Date(2026, 11, 23, 7, 30, 0, 0, time.FixedZone("", -8*3600))
	at := func(s string) *model.DateTimeTimeZone { return &model.DateTimeTimeZone{DateTime: s, TimeZone: "UTC"} }
	for _, c := range []struct {
		start, end *model.DateTimeTimeZone
		allDay     bool
		want       string
	}{
		{at("2026-11-02T09:00:00"), at("2026-11-02T10:00:00"), false, "Mon 2 Nov 01:00-02:00"},
		{at("2026-11-02T09:00:00"), nil, false, "Mon 2 Nov 01:00"},
		{at("2026-11-02T00:00:00"), at("2026-11-03T00:00:00"), true, "Mon 2 Nov"},
		{at("2026-11-02T00:00:00"), at("2026-11-05T00:00:00"), true, "Mon 2 Nov to Wed 4 Nov"},
		{at("2026-11-02T00:00:00"), nil, true, "Mon 2 Nov"},
		{at("no time"), at("2026-11-03T00:00:00"), true, ""},
		{nil, nil, false, ""},
	} {
		if got := EventTime(c.start, c.end, c.allDay, now); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
