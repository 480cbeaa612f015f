package grid

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := model.LoadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func kinds(a *Axis, day int) (ordinary, skipped, single int) {
	for row := range a.Slots {
		switch _, kind := a.At(day, row); kind {
		case Ordinary:
			ordinary++
		case Skipped:
			skipped++
		case Single:
			single++
		}
	}
	return
}

func TestDaysAreDrawnAsLongAsTheyAre(t *testing.T) {
	for _, c := range []struct {
		zone, date                      string
		rows, ordinary, skipped, single int
	}{
		{"Europe/London", "2026-10-22", 48, 48, 0, 0},
		{"Europe/London", "2026-10-25", 50, 50, 0, 0},
		{"Europe/London", "2026-03-29", 48, 46, 2, 0},
		{"Australia/Lord_Howe", "2026-04-05", 49, 49, 0, 0}, // half an hour back
		{"America/New_York", "2026-11-01", 50, 50, 0, 0},
	} {
		date, err := model.ParseDate(c.date)
		if err != nil {
			t.Fatal(err)
		}
		a := NewAxis(date, 1, zone(t, c.zone), 30*time.Minute)
		ordinary, skipped, single := kinds(a, 0)
		got := []int{len(a.Slots), ordinary, skipped, single}
		want := []int{c.rows, c.ordinary, c.skipped, c.single}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s in %s: rows, ordinary, skipped, single are %v, want %v", c.date, c.zone, got, want)
		}
		start, end := a.Bounds(0)
		if rows := int(end.Sub(start) / a.Step); rows != ordinary {
			t.Errorf("%s in %s: %d rows for a day of %v", c.date, c.zone, ordinary, end.Sub(start))
		}
	}
}

func TestOnlyTheDayWithASecondPassHasOne(t *testing.T) {
	monday, _ := model.ParseDate("2026-10-19")
	a := NewAxis(monday, 7, zone(t, "Europe/London"), 30*time.Minute)
	if len(a.Slots) != 50 {
		t.Fatalf("%d rows, want 50", len(a.Slots))
	}
	if _, _, single := kinds(a, 0); single != 2 {
		t.Errorf("Monday lacks %d rows, want 2", single)
	}
	row := a.Row(6, time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC)) // 01:30 GMT, the second one
	if s := a.Slots[row]; !s.Second || s.Clock != 90*time.Minute {
		t.Errorf("01:30 UTC is in %+v, want the second 01:30", s)
	}
}

// Rows go on in time from one to the next, in every zone and around every
// change, and each instant is in the row that holds it.
func TestRowsFollowTime(t *testing.T) {
	zones := []string{"Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "America/Havana", "UTC"}
	rapid.Check(t, func(t *rapid.T) {
		loc, err := model.LoadZone(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		first := model.Date(rapid.IntRange(14000, 25000).Draw(t, "date"))
		step := rapid.SampledFrom([]time.Duration{15 * time.Minute, 30 * time.Minute, time.Hour}).Draw(t, "step")
		a := NewAxis(first, 3, loc, step)
		for d := range a.Days() {
			var last time.Time
			for row := range a.Slots {
				at, kind := a.At(d, row)
				if kind != Ordinary {
					continue
				}
				if !at.After(last) {
					t.Fatalf("row %d of %v begins at %v, after %v", row, first, at, last)
				}
				if got := a.Row(d, at); got != row {
					t.Fatalf("%v is in row %d, want %d", at, got, row)
				}
				last = at
			}
		}
	})
}

func spans(t *rapid.T) []Span {
	var out []Span
	for i := range rapid.IntRange(0, 24).Draw(t, "events") {
		from := rapid.IntRange(0, 40).Draw(t, "from")
		out = append(out, Span{fmt.Sprint(i), from, from + rapid.IntRange(1, 12).Draw(t, "rows")})
	}
	return out
}

func TestNoTwoBlocksShareACellAndAllAreSeenOrCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, least, width := spans(t), rapid.IntRange(1, 8).Draw(t, "least"), rapid.IntRange(6, 40).Draw(t, "width")
		blocks, more := Arrange(in, width, least)
		seen := map[string]int{}
		cells := map[[2]int]string{}
		paint := func(id string, fromRow, toRow, from, to int) {
			for row := fromRow; row < toRow; row++ {
				for x := from; x < to; x++ {
					if other := cells[[2]int{row, x}]; other != "" {
						t.Fatalf("%s and %s share row %d, cell %d", id, other, row, x)
					}
					cells[[2]int{row, x}] = id
				}
			}
		}
		for _, b := range blocks {
			seen[b.ID]++
			from, to := b.Cells(width)
			if from >= to || to > width || to-from < min(least, width-moreCells) {
				t.Fatalf("%s is drawn from %d to %d of %d, which is less than %d", b.ID, from, to, width, least)
			}
			paint(b.ID, b.From, b.To, from, to)
		}
		for _, m := range more {
			from, to := m.Cells(width)
			paint("+", m.From, m.To, from, to)
			for _, id := range m.IDs {
				seen[id]++
			}
		}
		for _, s := range in {
			if seen[s.ID] != 1 {
				t.Fatalf("%s is seen or counted %d times", s.ID, seen[s.ID])
			}
		}
	})
}

func TestOnlyTheClusterShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := spans(t)
		blocks, _ := Arrange(in, 300, 10)
		for _, b := range blocks {
			alone := true
			for _, s := range in {
				alone = alone && (s.ID == b.ID || s.To <= b.From || b.To <= s.From)
			}
			if alone && (b.Columns != 1 || b.Width != 1) {
				t.Fatalf("%+v overlaps nobody and has %d of %d columns", b.Span, b.Width, b.Columns)
			}
		}
	})
}

func TestABlockTakesTheColumnsThatNobodyNeeds(t *testing.T) {
	blocks, more := Arrange([]Span{{"long", 0, 8}, {"a", 0, 2}, {"b", 0, 2}, {"late", 4, 6}}, 40, 10)
	if len(more) != 0 {
		t.Fatalf("%v found no room", more)
	}
	for _, b := range blocks {
		want := 1
		if b.ID == "late" {
			want = 2 // beside long, where a and b have ended
		}
		if b.Width != want || b.Columns != 3 {
			t.Errorf("%s has %d of %d columns, want %d of 3", b.ID, b.Width, b.Columns, want)
		}
	}
}

func TestLaneShowsOrCountsEveryDayOfEveryBar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const days = 7
		var bars []Bar
		for i := range rapid.IntRange(0, 12).Draw(t, "bars") {
			from := rapid.IntRange(0, days-1).Draw(t, "from")
			bars = append(bars, Bar{ID: fmt.Sprint(i), From: from, To: rapid.IntRange(from, days-1).Draw(t, "to")})
		}
		most := rapid.IntRange(1, 5).Draw(t, "most")
		placed, rows, hidden := Lane(bars, days, most)
		if rows > most {
			t.Fatalf("%d rows, at most %d", rows, most)
		}
		taken := map[[2]int]string{}
		var shown [days]int
		for _, b := range placed {
			for d := b.From; d <= b.To; d++ {
				if other, ok := taken[[2]int{b.Row, d}]; ok {
					t.Fatalf("%s and %s share row %d of day %d", b.ID, other, b.Row, d)
				}
				taken[[2]int{b.Row, d}] = b.ID
				shown[d]++
			}
		}
		for d := range days {
			want := 0
			for _, b := range bars {
				if b.From <= d && d <= b.To {
					want++
				}
			}
			if got := shown[d] + hidden[d]; got != want {
				t.Fatalf("day %d shows %d and counts %d, want %d together", d, shown[d], hidden[d], want)
			}
			if _, ok := taken[[2]int{most - 1, d}]; ok && hidden[d] > 0 {
				t.Fatalf("day %d counts where a bar is", d)
			}
		}
	})
}

func BenchmarkArrange(b *testing.B) {
	var in []Span
	for i := range 60 {
		in = append(in, Span{fmt.Sprint(i), i % 40, i%40 + 2})
	}
	for b.Loop() {
		Arrange(in, 16, 4)
	}
}

func BenchmarkAxisOfAWeek(b *testing.B) {
	monday, _ := model.ParseDate("2026-10-19")
	loc := zone(b, "Europe/London")
	for b.Loop() {
		NewAxis(monday, 7, loc, 30*time.Minute)
	}
}
