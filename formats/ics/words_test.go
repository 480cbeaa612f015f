package ics

import (
	"testing"

	"daybook/model"
)

func TestARuleIsSaidAsPeopleSayIt(t *testing.T) {
	at := func(s string) model.DateTimeTimeZone {
		return model.DateTimeTimeZone{DateTime: s, TimeZone: "Europe/London"}
	}
	for rule, want := range map[string]string{
		"FREQ=MONTHLY;BYMONTHDAY=31":                               "monthly on the 31st, where there is one",
		"FREQ=MONTHLY;BYMONTHDAY=31;INTERVAL=2;COUNT=4":            "every 2 months on the 31st, where there is one, 4 times",
		"FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20270331T225959Z":        "monthly on the 31st, where there is one until 31 Mar 2027",
		"FREQ=MONTHLY;BYMONTHDAY=1,15,-1":                          "monthly on the 1st, the 15th and the last day",
		"FREQ=MONTHLY;BYDAY=2TU,4TU":                               "monthly on the 2nd Tuesday and the 4th Tuesday",
		"FREQ=MONTHLY;BYDAY=5FR":                                   "monthly on the 5th Friday, where there is one",
		"FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=1":               "every 3 weeks on Monday and Wednesday, once",
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29":                      "yearly on the 29th in Feb, where there is one",
		"FREQ=HOURLY;INTERVAL=6":                                   "every 6 hours",
		"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13":                      "",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1":            "",
		"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;UNTIL=20270331":       "",
		"FREQ=DAILY;BYHOUR=9,17;UNTIL=20270331":                    "",
		"FREQ=MONTHLY;BYMONTHDAY=11,12,13,21,22,23;UNTIL=20270331": "monthly on the 11th, the 12th, the 13th, the 21st, the 22nd and the 23rd until 31 Mar 2027",
	} {
		r, err := ParseRule(rule, at("2026-12-31T09:00:00"), at("2026-12-31T10:00:00"))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Words(); got != want {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
}
