package model

import (
	"slices"
	"strings"
	"testing"
)

// Rules and dates as libical's icalrecur_test.txt has them, for every rule
// that one of the six patterns can express. Rules that skip a month without
// the 29th to the 31st are not among them: a pattern clamps to the month's
// end instead.
var libicalCases = []struct {
	rule    string
	start   string
	pattern RecurrencePattern
	until   string // the last date that is allowed, or
	count   int    // how many there are
	want    string // MMDD, a year ahead of those that are in it
}{
	{rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", start: "1997-09-05", count: 10,
		pattern: RecurrencePattern{Type: RelativeMonthly, Index: "first", DaysOfWeek: []string{"friday"}},
		want:    "1997 0905 1003 1107 1205 1998 0102 0206 0306 0403 0501 0605"},
	{rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", start: "1997-09-05", until: "1997-12-23",
		pattern: RecurrencePattern{Type: RelativeMonthly, Index: "first", DaysOfWeek: []string{"friday"}},
		want:    "1997 0905 1003 1107 1205"},
	{rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", start: "1997-09-04", count: 3,
		pattern: RecurrencePattern{Type: RelativeMonthly, Index: "third", DaysOfWeek: []string{"tuesday", "wednesday", "thursday"}},
		want:    "1997 0904 1007 1106"},
	{rule: "FREQ=MONTHLY;UNTIL=20171229T000000Z;BYDAY=1FR", start: "2017-09-01", until: "2017-12-28",
		pattern: RecurrencePattern{Type: RelativeMonthly, Index: "first", DaysOfWeek: []string{"friday"}},
		want:    "2017 0901 1006 1103 1201"},
	{rule: "FREQ=YEARLY;BYDAY=-1FR;BYMONTH=10;UNTIL=20150101T000000Z", start: "2010-10-29", until: "2014-12-31",
		pattern: RecurrencePattern{Type: RelativeYearly, Index: "last", Month: 10, DaysOfWeek: []string{"friday"}},
		want:    "2010 1029 2011 1028 2012 1026 2013 1025 2014 1031"},
	{rule: "FREQ=YEARLY;BYDAY=1FR;BYMONTH=4;UNTIL=20150101T000000Z", start: "2010-04-02", until: "2014-12-31",
		pattern: RecurrencePattern{Type: RelativeYearly, Index: "first", Month: 4, DaysOfWeek: []string{"friday"}},
		want:    "2010 0402 2011 0401 2012 0406 2013 0405 2014 0404"},
	{rule: "FREQ=WEEKLY;COUNT=10", start: "1997-09-02", count: 10,
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"tuesday"}},
		want:    "1997 0902 0909 0916 0923 0930 1007 1014 1021 1028 1104"},
	{rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z", start: "1997-09-02", until: "1997-12-23",
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"tuesday"}},
		want:    "1997 0902 0909 0916 0923 0930 1007 1014 1021 1028 1104 1111 1118 1125 1202 1209 1216 1223"},
	{rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=13", start: "1997-09-02", count: 13,
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"tuesday"}},
		want:    "1997 0902 0916 0930 1014 1028 1111 1125 1209 1223 1998 0106 0120 0203 0217"},
	{rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", start: "1997-09-02", until: "1997-10-06",
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"tuesday", "thursday"}},
		want:    "1997 0902 0904 0909 0911 0916 0918 0923 0925 0930 1002"},
	{rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", start: "1997-09-02", count: 10,
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"tuesday", "thursday"}},
		want:    "1997 0902 0904 0909 0911 0916 0918 0923 0925 0930 1002"},
	{rule: "FREQ=WEEKLY;INTERVAL=4;BYDAY=SU;COUNT=4", start: "2015-03-22", count: 4,
		pattern: RecurrencePattern{Type: Weekly, Interval: 4, DaysOfWeek: []string{"sunday"}, FirstDayOfWeek: "monday"},
		want:    "2015 0322 0419 0517 0614"},
	{rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", start: "1997-09-01", until: "1997-12-23",
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"monday", "wednesday", "friday"}, FirstDayOfWeek: "sunday"},
		want: "1997 0901 0903 0905 0915 0917 0919 0929 1001 1003 1013 1015 1017 1027 1029 1031 1110 1112 1114 1124 1126 1128 " +
			"1208 1210 1212 1222"},
	{rule: "FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=MO,WE,FR;COUNT=10", start: "1997-09-01", count: 10,
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"monday", "wednesday", "friday"}, FirstDayOfWeek: "wednesday"},
		want:    "1997 0901 0910 0912 0915 0924 0926 0929 1008 1010 1013"},
	{rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", start: "1997-09-02", count: 8,
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"tuesday", "thursday"}, FirstDayOfWeek: "sunday"},
		want:    "1997 0902 0904 0916 0918 0930 1002 1014 1016"},
	{rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", start: "1997-08-05", count: 4,
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"tuesday", "sunday"}, FirstDayOfWeek: "monday"},
		want:    "1997 0805 0810 0819 0824"},
	{rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", start: "1997-08-05", count: 4,
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"tuesday", "sunday"}, FirstDayOfWeek: "sunday"},
		want:    "1997 0805 0817 0819 0831"},
	{rule: "FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=MO;", start: "2014-10-06", count: 2,
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"monday"}},
		want:    "2014 1006 1013"},
	{rule: "FREQ=WEEKLY;COUNT=35;BYDAY=SU,TH", start: "2011-11-20", count: 35,
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"sunday", "thursday"}, FirstDayOfWeek: "monday"},
		want: "2011 1120 1124 1127 1201 1204 1208 1211 1215 1218 1222 1225 1229 2012 0101 0105 0108 0112 0115 0119 0122 0126 " +
			"0129 0202 0205 0209 0212 0216 0219 0223 0226 0301 0304 0308 0311 0315 0318"},
	{rule: "FREQ=WEEKLY;UNTIL=20170127T000000Z;WKST=MO;BYDAY=SU,TU,TH;INTERVAL=2", start: "2016-12-29", until: "2017-01-26",
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"sunday", "tuesday", "thursday"}, FirstDayOfWeek: "monday"},
		want:    "2016 1229 2017 0101 0110 0112 0115 0124 0126"},
	{rule: "FREQ=WEEKLY;BYDAY=WE,FR;INTERVAL=2;COUNT=4", start: "2019-01-01", count: 4,
		pattern: RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"wednesday", "friday"}, FirstDayOfWeek: "monday"},
		want:    "2019 0102 0104 0116 0118"},
	{rule: "FREQ=WEEKLY;COUNT=3;BYDAY=SU,TH,TH", start: "2011-11-20", count: 3,
		pattern: RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"sunday", "thursday", "thursday"}, FirstDayOfWeek: "monday"},
		want:    "2011 1120 1124 1127"},
	{rule: "FREQ=DAILY;COUNT=10", start: "1997-09-02", count: 10,
		pattern: RecurrencePattern{Type: Daily},
		want:    "1997 0902 0903 0904 0905 0906 0907 0908 0909 0910 0911"},
	{rule: "FREQ=DAILY;INTERVAL=2;COUNT=20", start: "1997-09-02", count: 20,
		pattern: RecurrencePattern{Type: Daily, Interval: 2},
		want:    "1997 0902 0904 0906 0908 0910 0912 0914 0916 0918 0920 0922 0924 0926 0928 0930 1002 1004 1006 1008 1010"},
	{rule: "FREQ=DAILY;INTERVAL=10;COUNT=5", start: "1997-09-02", count: 5,
		pattern: RecurrencePattern{Type: Daily, Interval: 10},
		want:    "1997 0902 0912 0922 1002 1012"},
	{rule: "FREQ=DAILY;BYMINUTE=1,2,3,4;INTERVAL=2;COUNT=3", start: "2024-10-18", count: 3,
		pattern: RecurrencePattern{Type: Daily, Interval: 2},
		want:    "2024 1018 1020 1022"},
}

func TestSeriesAgreesWithLibical(t *testing.T) {
	for _, c := range libicalCases {
		r := PatternedRecurrence{Pattern: c.pattern, Range: RecurrenceRange{Type: RangeNoEnd, StartDate: c.start}}
		r.Pattern.Interval = max(1, r.Pattern.Interval)
		if c.until != "" {
			r.Range.Type, r.Range.EndDate = RangeEndDate, c.until
		} else {
			r.Range.Type, r.Range.NumberOfOccurrences = RangeNumbered, c.count
		}
		var want []string
		year := ""
		for _, word := range strings.Fields(c.want) {
			if word[0] >= '1' && word[1] >= '9' || strings.HasPrefix(word, "20") {
				year = word
				continue
			}
			want = append(want, year+"-"+word[:2]+"-"+word[2:])
		}
		if got := seriesDates(t, r, "09:00"); !slices.Equal(got, want) {
			t.Errorf("%s from %s:\ngot  %v\nwant %v", c.rule, c.start, got, want)
		}
	}
}

// Rules whose dates are too many to list: their number and their last date.
func TestSeriesAgreesWithLibicalOnLongRules(t *testing.T) {
	r := PatternedRecurrence{
		Pattern: RecurrencePattern{Type: Daily, Interval: 1},
		Range:   RecurrenceRange{Type: RangeEndDate, StartDate: "1997-09-02", EndDate: "1997-12-23"},
	}
	got := seriesDates(t, r, "09:00")
	if n := len(got); n != 113 || got[n-1] != "1997-12-23" {
		t.Errorf("FREQ=DAILY;UNTIL=19971224T000000Z has %d dates to %s, want 113 to 1997-12-23", n, got[n-1])
	}
}

// seriesDates expands a whole series in a zone with changes of the clocks.
func seriesDates(t *testing.T, r PatternedRecurrence, clock string) []string {
	t.Helper()
	at := DateTimeTimeZone{DateTime: r.Range.StartDate + "T" + clock, TimeZone: "America/New_York"}
	s, err := NewSeries(r, at, at)
	if err != nil {
		t.Fatal(err)
	}
	var dates []string
	for i := range s.Occurrences(MinDate.At(0, s.Zone()), MaxDate.At(0, s.Zone())) {
		if local := i.Start.Format("2006-01-02T15:04"); local != i.Date.String()+"T"+clock {
			t.Errorf("the occurrence of %s starts at %s", i.Date, local)
		}
		dates = append(dates, i.Date.String())
	}
	return dates
}
