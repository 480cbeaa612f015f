package model

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

const pacific = "Pacific Standard Time"

func officeHours(t testing.TB, zone string) *Hours {
	t.Helper()
	h, err := NewHours(WorkingHours{
		DaysOfWeek: []string{"monday", "tuesday", "wednesday", "thursday", "friday"},
		StartTime:  "08:00:00.0000000", EndTime: "17:00:00.0000000", TimeZone: TimeZoneBase{Name: zone},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// entry is a calendar entry in Pacific time.
func entry(t testing.TB, from, to string, status Status) BusySpan {
	t.Helper()
	start, err := inZone(pacific, from).Time()
	if err != nil {
		t.Fatal(err)
	}
	end, err := inZone(pacific, to).Time()
	if err != nil {
		t.Fatal(err)
	}
	return BusySpan{start, end, status}
}

func percent(p float64) *float64 { return &p }

// The example of Microsoft's page "Find possible meeting times on the Outlook
// calendar": two hours with an attendee who is away on the 18th and 19th, all
// attendees wanted; on the 21st only 14:00 to 16:00 is left.
func TestTheDocumentedExample(t *testing.T) {
	ask := func(from, to string) MeetingTimeSuggestionsResult {
		m, err := NewMeetingSearch(MeetingTimesRequest{
			Attendees: []AttendeeBase{{Type: "required", EmailAddress: EmailAddress{Name: "Samantha Booth", Address: "samanthab@contoso.example"}}},
			LocationConstraint: &LocationConstraint{
				Locations: []LocationConstraintItem{{DisplayName: "Conf room Hood"}},
			},
			TimeConstraint: &TimeConstraint{
				ActivityDomain: "work",
				TimeSlots:      []TimeSlot{{inZone(pacific, from), inZone(pacific, to)}},
			},
			MeetingDuration: "PT2H", ReturnSuggestionReasons: true, MinimumAttendeePercentage: percent(100),
		})
		if err != nil {
			t.Fatal(err)
		}
		m.Organizer = &Participant{Hours: officeHours(t, pacific), Calendar: NewAvailability([]BusySpan{
			entry(t, "2017-04-20T09:00:00", "2017-04-20T12:00:00", StatusBusy),
			entry(t, "2017-04-20T15:00:00", "2017-04-20T16:00:00", StatusBusy),
			entry(t, "2017-04-21T09:00:00", "2017-04-21T12:00:00", StatusBusy),
		})}
		m.Attendees[0].Hours = officeHours(t, pacific)
		m.Attendees[0].Calendar = NewAvailability([]BusySpan{
			entry(t, "2017-04-18T00:00:00", "2017-04-20T00:00:00", StatusOOF),
			entry(t, "2017-04-20T13:00:00", "2017-04-20T14:00:00", StatusBusy),
			entry(t, "2017-04-21T12:00:00", "2017-04-21T14:00:00", StatusBusy),
			entry(t, "2017-04-21T16:00:00", "2017-04-21T17:00:00", StatusBusy),
		})
		result, err := m.Suggest()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := result.Answer(pacific)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}

	first := ask("2017-04-18T09:00:00", "2017-04-20T17:00:00")
	if first.EmptySuggestionsReason != "attendeesUnavailable" || len(first.MeetingTimeSuggestions) != 0 {
		t.Errorf("18 to 20 April: %+v, want none because attendeesUnavailable", first)
	}
	second := ask("2017-04-21T09:00:00", "2017-04-21T17:00:00")
	if second.EmptySuggestionsReason != "" || len(second.MeetingTimeSuggestions) != 1 {
		t.Fatalf("21 April: %+v, want one suggestion", second)
	}
	got := second.MeetingTimeSuggestions[0]
	wantSlot := TimeSlot{inZone(pacific, "2017-04-21T14:00:00.0000000"), inZone(pacific, "2017-04-21T16:00:00.0000000")}
	if got.MeetingTimeSlot != wantSlot || got.Confidence != 100 || got.OrganizerAvailability != "free" || got.SuggestionReason == "" ||
		len(got.AttendeeAvailability) != 1 || got.AttendeeAvailability[0].Availability != "free" ||
		len(got.Locations) != 1 || got.Locations[0].DisplayName != "Conf room Hood" {
		t.Errorf("21 April: %+v", got)
	}
}

// The example of the same documentation for the confidence: three attendees,
// free, unknown and busy, are (100 + 49 + 0) / 3 = 49.66 percent.
func TestConfidenceOfTheDocumentedThreeAttendees(t *testing.T) {
	search := func(minimum float64) *MeetingResult {
		slot := TimeSlot{inZone(pacific, "2017-04-21T14:00:00"), inZone(pacific, "2017-04-21T16:00:00")}
		m, err := NewMeetingSearch(MeetingTimesRequest{
			Attendees:                 make([]AttendeeBase, 3), // Dana, John, Samantha
			MeetingDuration:           "PT2H",
			MinimumAttendeePercentage: percent(minimum),
			TimeConstraint:            &TimeConstraint{TimeSlots: []TimeSlot{slot}},
		})
		if err != nil {
			t.Fatal(err)
		}
		m.Attendees[0].Calendar = NewAvailability(nil)
		m.Attendees[2].Calendar = NewAvailability([]BusySpan{entry(t, "2017-04-21T15:30:00", "2017-04-21T16:30:00", StatusBusy)})
		result, err := m.Suggest()
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	low := search(49.66)
	if len(low.Suggestions) != 1 || math.Abs(low.Suggestions[0].Confidence-149.0/3) > 1e-9 {
		t.Errorf("at least 49.66%%: %s, want one of 49.67%%", describe(low))
	} else if got := fmt.Sprint(low.Suggestions[0].Attendees); got != "[free unknown busy]" {
		t.Errorf("availabilities = %s, want free, unknown and busy", got)
	}
	for _, minimum := range []float64{50, 80} {
		if r := search(minimum); len(r.Suggestions) != 0 || r.EmptyReason != ReasonAttendeesUnavailableOrUnknown {
			t.Errorf("at least %v%%: %s, want attendeesUnavailableOrUnknown", minimum, describe(r))
		}
	}
}

func TestMinimumIsComparedWithoutRounding(t *testing.T) {
	m := &MeetingSearch{}
	for _, c := range []struct {
		minimum float64
		sum, n  int
		want    bool
	}{
		{50, 100, 2, true}, {50, 99, 2, false}, {49, 49, 1, true}, {100, 300, 3, true}, {0, 0, 5, true},
		{66.6, 200, 3, true}, {66.7, 200, 3, false}, {100.0 / 3, 100, 3, true}, {200.0 / 3, 200, 3, true},
	} {
		m.Minimum = c.minimum
		if got := m.reaches(c.sum, c.n); got != c.want {
			t.Errorf("%d of %d attendees reaches %v%% = %v, want %v", c.sum, c.n, c.minimum, got, c.want)
		}
	}
}

func TestStartsFollowTheClocksOfTheSlot(t *testing.T) {
	starts := func(zone, from, to string) []string {
		start, err := inZone(zone, from).Time()
		if err != nil {
			t.Fatal(err)
		}
		end, err := inZone(zone, to).Time()
		if err != nil {
			t.Fatal(err)
		}
		m := &MeetingSearch{Windows: []Window{{start, end}}, Duration: 30 * time.Minute}
		all, err := m.starts()
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, s := range all {
			list = append(list, time.Unix(s, 0).In(start.Location()).Format("15:04 -07:00"))
		}
		return list
	}
	expect(t, starts("Europe/London", "2026-10-25T00:40:00", "2026-10-25T02:30:00"),
		"00:40 +01:00", "01:00 +01:00", "01:30 +01:00", "01:00 +00:00", "01:30 +00:00", "02:00 +00:00")
	expect(t, starts("Europe/London", "2026-03-29T00:30:00", "2026-03-29T03:00:00"),
		"00:30 +00:00", "02:00 +01:00", "02:30 +01:00")
	expect(t, starts("Asia/Kathmandu", "2026-06-01T09:10:00", "2026-06-01T10:30:00"),
		"09:10 +05:45", "09:30 +05:45", "10:00 +05:45")
	expect(t, starts("UTC", "2026-06-01T09:00:00", "2026-06-01T09:20:00"))
}

// The laws hold for every search: each is checked on random ones.
func TestLawsOfSuggestions(t *testing.T) {
	for seed := range uint64(1000) {
		r := newSearchDealer(seed, 7)
		m := r.deal()
		m.Max = math.MaxInt
		base, err := m.Suggest()
		if err != nil {
			t.Fatal(err)
		}
		law := func(name string, holds bool, change *MeetingSearch) {
			if !holds {
				t.Fatalf("seed %d: %s\nsearch  %+v\nchanged %+v", seed, name, m, change)
			}
		}
		again := func(change func(c *MeetingSearch)) (*MeetingSearch, *MeetingResult) {
			c := *m
			c.Attendees, c.Windows = slices.Clone(m.Attendees), slices.Clone(m.Windows)
			change(&c)
			result, err := c.Suggest()
			if err != nil {
				t.Fatal(err)
			}
			return &c, result
		}
		law("the reason is empty exactly when there are suggestions", (len(base.Suggestions) > 0) == (base.EmptyReason == ""), m)

		c, shuffled := again(func(c *MeetingSearch) {
			r.Shuffle(len(c.Attendees), func(i, j int) { c.Attendees[i], c.Attendees[j] = c.Attendees[j], c.Attendees[i] })
		})
		law("the order of attendees does not matter", describe(shuffled) == describe(base), c)

		c, strict := again(func(c *MeetingSearch) { c.Minimum = min(100, c.Minimum+20) })
		law("a higher minimum only cuts the list", strings.HasPrefix(describe(base), strings.TrimSuffix(describe(strict), strict.EmptyReason)), c)

		c, few := again(func(c *MeetingSearch) { c.Max = 3 })
		law("fewer candidates only cut the list", strings.HasPrefix(describe(base), describe(few)), c)

		c, wide := again(func(c *MeetingSearch) { c.Windows[0].End = c.Windows[0].End.Add(3 * time.Hour) })
		law("a wider window loses nothing", containsAll(wide, base), c)
		c, wide = again(func(c *MeetingSearch) {
			c.Windows = append(c.Windows, Window{m.Windows[0].Start.Add(-5 * time.Hour), m.Windows[0].End})
		})
		law("one more window loses nothing", containsAll(wide, base), c)

		if len(m.Attendees) > 0 {
			c, busier := again(func(c *MeetingSearch) {
				a := &c.Attendees[r.IntN(len(c.Attendees))]
				from := c.Windows[0].Start.Add(time.Duration(r.IntN(600)) * time.Minute)
				a.Calendar = NewAvailability(append(a.Calendar.Spans(time.UTC), BusySpan{from, from.Add(time.Hour), Status(1 + r.IntN(5))}))
			})
			if m.Attendees[0].Calendar.Readable() {
				before := map[int64]float64{}
				for _, s := range base.Suggestions {
					before[s.Start.Unix()] = s.Confidence
				}
				for _, s := range busier.Suggestions {
					was, ok := before[s.Start.Unix()]
					law("busy time never raises a confidence", !everyReadable(m) || ok && s.Confidence <= was, c)
				}
			}
		}
		checkZones(t, base)
	}
}

func everyReadable(m *MeetingSearch) bool {
	return !slices.ContainsFunc(m.Attendees, func(p Participant) bool { return !p.Calendar.Readable() })
}

func containsAll(all, some *MeetingResult) bool {
	has := map[int64]bool{}
	for _, s := range all.Suggestions {
		has[s.Start.Unix()] = true
	}
	return !slices.ContainsFunc(some.Suggestions, func(s Suggestion) bool { return !has[s.Start.Unix()] })
}

// checkZones checks that the zone of the answer changes no instant, except
// that a wall time in a repeated hour can only name the first pass.
func checkZones(t *testing.T, r *MeetingResult) {
	for _, zone := range []string{"", "Asia/Kolkata", "Tokyo Standard Time"} {
		answer, err := r.Answer(zone)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range answer.MeetingTimeSuggestions {
			start, err := s.MeetingTimeSlot.Start.Time()
			if err != nil || !start.Equal(r.Suggestions[i].Start) {
				t.Fatalf("suggestion %d in zone %q starts at %v, %v; want %v", i, zone, start, err, r.Suggestions[i].Start)
			}
		}
	}
}

func TestBadMeetingRequestsAreRefusedByName(t *testing.T) {
	slot := func(from, to DateTimeTimeZone) *TimeConstraint {
		return &TimeConstraint{TimeSlots: []TimeSlot{{from, to}}}
	}
	nine, ten := inZone("UTC", "2026-11-23T09:00:00"), inZone("UTC", "2026-11-23T10:00:00")
	none := 0
	for _, c := range []struct {
		target string
		r      MeetingTimesRequest
	}{
		{"meetingDuration", MeetingTimesRequest{MeetingDuration: "P1M"}},
		{"meetingDuration", MeetingTimesRequest{MeetingDuration: "-PT30M"}},
		{"meetingDuration", MeetingTimesRequest{MeetingDuration: "PT0S"}},
		{"minimumAttendeePercentage", MeetingTimesRequest{MinimumAttendeePercentage: percent(-1)}},
		{"minimumAttendeePercentage", MeetingTimesRequest{MinimumAttendeePercentage: percent(100.1)}},
		{"minimumAttendeePercentage", MeetingTimesRequest{MinimumAttendeePercentage: percent(math.NaN())}},
		{"maxCandidates", MeetingTimesRequest{MaxCandidates: &none}},
		{"attendees", MeetingTimesRequest{Attendees: []AttendeeBase{{Type: "guest"}}}},
		{"timeConstraint.activityDomain", MeetingTimesRequest{TimeConstraint: &TimeConstraint{ActivityDomain: "fun"}}},
		{"timeConstraint.timeslots", MeetingTimesRequest{TimeConstraint: slot(ten, nine)}},
		{"timeConstraint.timeslots", MeetingTimesRequest{TimeConstraint: slot(nine, nine)}},
		{"timeConstraint.timeslots", MeetingTimesRequest{TimeConstraint: slot(inZone("Moon", nine.DateTime), ten)}},
		{"timeConstraint.timeslots", MeetingTimesRequest{TimeConstraint: slot(nine, inZone("UTC", "soon"))}},
	} {
		_, err := NewMeetingSearch(c.r)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeInvalidRequest || e.Target != c.target {
			t.Errorf("%+v: %v, want an ErrorInvalidRequest about %s", c.r, err, c.target)
		}
	}
	endless := &MeetingSearch{Duration: time.Hour, Windows: []Window{{mustTime("2000-01-01T00:00:00Z"), mustTime("2026-01-01T00:00:00Z")}}}
	if _, err := endless.Suggest(); err == nil {
		t.Error("a window of 26 years gave no error")
	}
}

func TestWaysOut(t *testing.T) {
	day := func(clock string) time.Time { return mustTime("2026-11-23T" + clock + ":00Z") }
	m := &MeetingSearch{
		Windows: []Window{{day("08:00"), day("18:00")}}, Duration: time.Hour, Minimum: 100, Max: 20,
		Organizer: &Participant{Calendar: NewAvailability(nil), Hours: officeHours(t, "UTC")},
		Attendees: []Participant{
			{AttendeeBase: AttendeeBase{Type: AttendeeRequired}, Hours: officeHours(t, "UTC"),
				Calendar: NewAvailability([]BusySpan{{day("13:00"), day("18:00"), StatusBusy}})},
			{AttendeeBase: AttendeeBase{Type: AttendeeRequired}, Hours: officeHours(t, "America/New_York"), // from 13:00
				Calendar: NewAvailability(nil)},
		},
	}
	g, err := m.Grid()
	if err != nil {
		t.Fatal(err)
	}
	if r := g.Suggest(); r.EmptyReason != ReasonAttendeesUnavailable {
		t.Fatalf("got %s, want no suggestion because attendeesUnavailable", describe(r))
	}
	w := g.WaysOut()
	if w.Best != 50 || w.BestStart < 0 || !g.Start(w.BestStart, time.UTC).Equal(day("13:00")) {
		t.Errorf("best = %v%% at %d, want 50%% at 13:00", w.Best, w.BestStart)
	}
	// Between 08:00 and 13:00 all are free, but it is night in New York.
	if want := []OptionalGain{{1, 9}}; !slices.Equal(w.Optional, want) || w.OffHours != 9 || w.OptionalOrganizer != 0 {
		t.Errorf("ways out = %+v, want 9 more by making the second optional, or off hours", w)
	}
	for i := range g.Len() {
		free := !g.Start(i, time.UTC).Add(m.Duration).After(day("13:00"))
		if g.RequiredFree[i] != free {
			t.Errorf("all required free at %v = %v, want %v", g.Start(i, time.UTC), g.RequiredFree[i], free)
		}
	}
}

func TestAWayOutKeepsItsPromise(t *testing.T) {
	for seed := range uint64(500) {
		r := newSearchDealer(seed, 11)
		m := r.deal()
		g, err := m.Grid()
		if err != nil {
			t.Fatal(err)
		}
		w, before := g.WaysOut(), g.Suggest().Total
		total := func(change func(c *MeetingSearch)) int {
			c := *m
			c.Attendees = slices.Clone(m.Attendees)
			change(&c)
			result, err := c.Suggest()
			if err != nil {
				t.Fatal(err)
			}
			return result.Total
		}
		for _, gain := range w.Optional {
			if got := total(func(c *MeetingSearch) { c.Attendees[gain.Attendee].Type = AttendeeOptional }); got != before+gain.More {
				t.Fatalf("seed %d: attendee %d optional brings %d, promised %d and %d more", seed, gain.Attendee, got, before, gain.More)
			}
		}
		if got := total(func(c *MeetingSearch) { c.OrganizerOptional = true }); got != before+w.OptionalOrganizer {
			t.Fatalf("seed %d: the organizer optional brings %d, promised %d and %d more", seed, got, before, w.OptionalOrganizer)
		}
		if got := total(func(c *MeetingSearch) { c.Domain = ActivityUnrestricted }); got != before+w.OffHours {
			t.Fatalf("seed %d: all hours bring %d, promised %d and %d more", seed, got, before, w.OffHours)
		}
		if got := total(func(c *MeetingSearch) { c.Minimum = w.Best }); w.BestStart >= 0 && got == 0 {
			t.Fatalf("seed %d: the minimum at %v%% brings nothing", seed, w.Best)
		}
	}
}

// Fifty people, four weeks, every quarter of an hour, 6,000 entries:
//
//	go test -bench=Meeting -benchmem ./model
func BenchmarkMeetingTimes50People4Weeks(b *testing.B)   { benchmarkMeeting(b, 50, 4) }
func BenchmarkMeetingTimes500People13Weeks(b *testing.B) { benchmarkMeeting(b, 500, 13) }

func benchmarkMeeting(b *testing.B, people, weeks int) {
	r := rand.New(rand.NewPCG(1, 1))
	start := mustTime("2026-11-23T00:00:00Z")
	hours := []*Hours{officeHours(b, "Europe/London"), officeHours(b, "Europe/Berlin"), officeHours(b, "America/New_York")}
	m := &MeetingSearch{
		Windows:  []Window{{start, start.AddDate(0, 0, 7*weeks)}},
		Duration: time.Hour, Step: 15 * time.Minute, Minimum: 50, Max: 20,
	}
	for i := range people {
		var spans []BusySpan
		for range weeks * 30 {
			from := start.Add(time.Duration(r.IntN(weeks*7*96)) * 15 * time.Minute)
			spans = append(spans, BusySpan{from, from.Add(time.Hour), Status(2 + r.IntN(4))})
		}
		m.Attendees = append(m.Attendees, Participant{
			AttendeeBase: AttendeeBase{Type: AttendeeRequired}, Calendar: NewAvailability(spans), Hours: hours[i%len(hours)],
		})
	}
	m.Organizer = &m.Attendees[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Suggest(); err != nil {
			b.Fatal(err)
		}
	}
}
