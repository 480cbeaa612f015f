package week

import (
	"fmt"
	"testing"
	"time"

	"daybook/model"
	"daybook/views/viewtest"
)

// busyMonth is a busy week with more of a month around it.
func busyMonth() *fake {
	f := busyWeek()
	for i := range 6 {
		f.add("/home", event(fmt.Sprint("late", i), fmt.Sprintf("Late %d", i), fmt.Sprintf("2026-10-08T%02d:00", 15+i), fmt.Sprintf("2026-10-08T%02d:30", 15+i)))
	}
	f.add("g1/cal", allDay("trip", "Trip to the fells", "2026-10-09", "2026-10-14"), allDay("fair", "Fair", "2026-10-10", "2026-10-12"))
	return f
}

func TestGoldensOfTheMonth(t *testing.T) {
	for _, size := range append(sizes, struct {
		name string
		w, h int
	}{"160x50", 160, 48}) {
		for _, l := range looks {
			if l.name != "dark" && size.name == "160x50" {
				continue
			}
			d := start(t, busyMonth(), size.w, size.h)
			*d.Env.Theme = *viewtest.Theme(t, l.Options)
			d.Press("M")
			d.StyledGolden(fmt.Sprintf("month-%s-%s", size.name, l.name))
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
		}
	}
}

func (d *driver) wantDay(want string) {
	d.T.Helper()
	if got := d.m.days.cursor.date.String(); got != want {
		d.T.Errorf("the cursor is on %s, want %s\n%s", got, want, d.Screen())
	}
}

func TestTheMonthIsWalkedByDaysWeeksAndMonths(t *testing.T) {
	d := start(t, busyMonth(), 120, 34)
	d.Press("M")
	d.See("October 2026")
	for _, step := range []struct{ key, day string }{{"l", "2026-10-23"}, {"h", "2026-10-22"}, {"j", "2026-10-29"}, {"j", "2026-11-05"}, {"k", "2026-10-29"},
		{"G", "2026-10-31"}, {"L", "2026-11-30"}, {"H", "2026-10-30"}, {"g g", "2026-10-01"}, {"ctrl+d", "2026-10-22"}, {"t", "2026-10-22"}} {
		d.Press(step.key)
		d.wantDay(step.day)
	}
	d.Press("tab") // from nothing to the next event of the day
	if d.selected() == "" {
		t.Error("no event is selected")
	}
	d.Press("h")
	d.wantSelected("")
}

func TestADayOfTheMonthOpensAndIsLeftAgain(t *testing.T) {
	d := start(t, busyMonth(), 120, 34)
	d.Press("M", "h", "enter")
	d.See("Wed 21 Oct")
	if d.m.days.inMonth() {
		t.Error("the month is still shown")
	}
	d.Press("esc")
	d.See("October 2026", "Trip to the fells")
	d.wantDay("2026-10-21")
	d.Press("l")
	for range 4 {
		d.Press("tab")
	}
	d.Press("enter")
	if d.m.card == nil {
		t.Error("enter on an event opens no card")
	}
}

func TestEventsAreMadeMovedAndDeletedInTheMonth(t *testing.T) {
	d := start(t, busyMonth(), 120, 34)
	d.Press("M", "j")
	d.Press("n")
	d.Type("Retro")
	d.Keys("ctrl+s")
	d.See("Retro")
	d.wantDay("2026-10-29")
	e := d.f.get("made1")
	if e == nil || e.Start.DateTime[:10] != "2026-10-29" {
		t.Fatalf("made %+v", e)
	}
	d.Press("m", "l", "j", "enter")
	d.wantDay("2026-11-06")
	if at := d.f.get("made1").Start.DateTime[:10]; at != "2026-11-06" {
		t.Errorf("moved to %s", at)
	}
	d.Press("u")
	d.wantDay("2026-10-29")
	d.Press("D")
	if d.f.get("made1") != nil {
		t.Errorf("it is still there\n%s", d.Screen())
	}
}

func TestMonthsBeginWithTheFirstDayOfTheWeek(t *testing.T) {
	for _, first := range []time.Weekday{7, 1, 2, 3, 4, 5, 6} {
		for month := time.January; month <= time.December; month++ {
			date := model.DateIn(time.Date(2026, month, 15, 12, 0, 0, 0, time.UTC))
			begins := monthFirst(date, first)
			if got := begins.Weekday(); got != first%7 {
				t.Errorf("the month begins on %s, want %s", got, first%7)
			}
			one := model.DateIn(time.Date(2026, month, 1, 12, 0, 0, 0, time.UTC))
			if one < begins || one >= begins+week {
				t.Errorf("the 1st of %s is not in the first week from %s", month, begins)
			}
		}
	}
}

// Whatever there is of them, each event of a day is drawn or counted.
func TestEveryEventOfTheMonthIsDrawnOrCounted(t *testing.T) {
	for _, size := range sizes {
		d := start(t, busyMonth(), size.w, size.h)
		d.Press("M")
		s := d.m.days.month.sheetNow()
		for at := range monthDays {
			here, day := &s.weeks[at/week], at%week
			n := here.hidden[day]
			for _, it := range here.timed[day] {
				if it != nil {
					n++
				}
			}
			for _, b := range here.bars {
				if b.From <= day && day <= b.To {
					n++
				}
			}
			if n != len(s.on[at]) {
				t.Errorf("%s, %s: %d of %d events are drawn or counted", size.name, s.key.first+model.Date(at), n, len(s.on[at]))
			}
		}
	}
}

func TestTheMonthIsClickedAndScrolled(t *testing.T) {
	d := start(t, busyMonth(), 120, 34)
	d.Press("M")
	d.Wheel(60, 20, 1)
	d.wantDay("2026-10-29")
	x, y := d.cell("10:00 Design")
	d.Click(x, y)
	d.wantDay("2026-10-19")
	d.wantSelected("review")
	d.Click(x, y)
	if d.m.card == nil {
		t.Error("a second click opens no card")
	}
}

// fullMonth is 2,000 series that take place every week.
func fullMonth() *fake {
	f := newFake()
	days := []string{"monday", "tuesday", "wednesday", "thursday", "friday"}
	for i := range 2000 {
		f.add("/own", weekly(event(fmt.Sprint("s", i), fmt.Sprintf("Series %d", i), fmt.Sprintf("2026-09-01T%02d:00", 8+i%10), fmt.Sprintf("2026-09-01T%02d:45", 8+i%10)), days[i%5]))
	}
	return f
}

func BenchmarkMonth(b *testing.B) {
	d := start(b, fullMonth(), 120, 34)
	d.Press("M")
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			d.Frame()
		}
	})
	b.Run("after a change", func(b *testing.B) {
		for b.Loop() {
			d.m.events.version++
			d.Frame()
		}
	})
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			d.Press("l")
			d.Frame()
		}
	})
}

func TestACountDoesNotRunIntoTheNextDate(t *testing.T) {
	f := newFake()
	for i := range 12 {
		for _, day := range []string{"21", "22", "23"} {
			f.add("/own", event(fmt.Sprint(day, i), "Talk", fmt.Sprintf("2026-10-%sT%02d:00", day, 8+i), fmt.Sprintf("2026-10-%sT%02d:30", day, 8+i)))
		}
	}
	d := start(t, f, 40, 10)
	d.Press("M")
	d.DontSee("1222", "1223", "1224")
	d.See("22·+ 23")
}
