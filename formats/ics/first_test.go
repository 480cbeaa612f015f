package ics

import (
	"strings"
	"testing"
)

// RFC 5545, 3.3.10: DTSTART is the first of the recurrence set, and counts.
func TestAStartThatItsRuleDoesNotFallOnIsKept(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"a pattern": {[]string{"DTSTART;TZID=Europe/London:20261021T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261103T000000Z"},
			[]string{"10-21T09:00+01:00 1h0m0s", "10-26T09:00Z 1h0m0s", "11-02T09:00Z 1h0m0s"}},
		"a count": {[]string{"DTSTART;TZID=Europe/London:20261021T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"},
			[]string{"10-21T09:00+01:00 1h0m0s", "10-26T09:00Z 1h0m0s", "11-02T09:00Z 1h0m0s"}},
		"a count of one": {[]string{"DTSTART:20261021T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=1"},
			[]string{"10-21T09:00Z 1h0m0s"}},
		"every second week, counted from the start's": {[]string{"DTSTART:20261021T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=3"},
			[]string{"10-21T09:00Z 1h0m0s", "11-02T09:00Z 1h0m0s", "11-16T09:00Z 1h0m0s"}},
		"a rule without a pattern": {[]string{"DTSTART:20260102T090000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3"},
			[]string{"01-02T09:00Z 1h0m0s", "02-13T09:00Z 1h0m0s", "03-13T09:00Z 1h0m0s"}},
		"a rule that falls on one date, counted": {[]string{"DTSTART:20260102T090000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=1"},
			[]string{"01-02T09:00Z 1h0m0s"}},
		"whole days": {[]string{"DTSTART;VALUE=DATE:20261021", "DTEND;VALUE=DATE:20261023", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2"},
			[]string{"10-21T00:00+01:00 48h0m0s", "10-26T00:00Z 48h0m0s"}},
		"taken out": {[]string{"DTSTART:20261021T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2", "EXDATE:20261021T090000Z"},
			[]string{"10-26T09:00Z 1h0m0s"}},
	} {
		i, problems := one(t, file(event(append([]string{"UID:s", "SUMMARY:Odd start"}, c.lines...)...)))
		for _, p := range problems {
			if !strings.Contains(p.Reason, "kept as it is") {
				t.Errorf("%s: problem %q", name, p.Reason)
			}
		}
		t.Run(name, func(t *testing.T) { expect(t, times(t, i), c.want...) })
		again, _ := one(t, writeAll(t, i))
		t.Run(name+", written and read", func(t *testing.T) { expect(t, times(t, again), c.want...) })
	}
}

func TestAChangeOfAStartThatItsRuleDoesNotFallOn(t *testing.T) {
	i, problems := one(t, file(
		event("UID:s", "SUMMARY:Weekly", "DTSTART:20261021T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2"),
		event("UID:s", "RECURRENCE-ID:20261021T090000Z", "SUMMARY:Kick-off", "DTSTART:20261021T140000Z", "DURATION:PT2H")))
	expectProblem(t, problems)
	expect(t, times(t, i), "10-21T14:00Z 2h0m0s", "10-26T09:00Z 1h0m0s")
	if len(i.Added) != 1 || i.Added[0].Subject != "Kick-off" {
		t.Errorf("added = %+v, want the kick-off", i.Added)
	}
}
