package week

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/views/viewtest"
)

// sizes are the views under terminals of 120x36, 80x24 and 40x12: the root
// takes two lines.
var sizes = []struct {
	name string
	w, h int
}{{"120x36", 120, 34}, {"80x24", 80, 22}, {"40x12", 40, 10}}

func TestGoldens(t *testing.T) {
	for _, size := range sizes {
		for _, l := range looks {
			for name, keys := range map[string][]string{"week": nil, "card": {"enter"}, "form": {"n"}, "agenda": {"v", "v", "v", "v"}, "carried": {"J", "m", "j"}} {
				if l.name != "dark" && name != "week" {
					continue
				}
				d := start(t, busyWeek(), size.w, size.h)
				*d.Env.Theme = *viewtest.Theme(t, l.Options)
				if d.m.days.inAgenda() && name == "carried" {
					continue
				}
				d.Press(keys...)
				d.StyledGolden(fmt.Sprintf("%s-%s-%s", name, size.name, l.name))
				viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			}
		}
	}
}

func TestGoldensOfOtherDays(t *testing.T) {
	for name, keys := range map[string][]string{"three": {"v", "v"}, "one": {"v", "v", "v"}, "night": {"g g", "l", "l", "l"}, "spring": nil} {
		d := start(t, busyWeek(), 120, 34)
		d.Press(keys...)
		if name == "spring" {
			d.m.days.goDate(time.Date(2027, 3, 28, 0, 0, 0, 0, london), true)
			d.Run(d.m.reading.follow())
		}
		d.StyledGolden(name)
		viewtest.CheckFrame(t, d.Frame(), 120, 34)
	}
}

// hostile are strings that attack a terminal.
var hostile = []string{
	"\x1b]0;owned\x07", "\x1b[2J\x1b[H", "\u009b31m", "\u202egnp.exe", "\u2066\u2069\u200b\u200d",
	"a" + strings.Repeat("\u0301", 2000), "line\r\nbreak\ttab\x00nul\x7f", "\xff\xfe broken", "\U000e0041tag", "漢字カナ🎉👩‍👩‍👧", "é🇩🇪\ufe0f",
}

func TestHostileEventsDrawAsHarmlessText(t *testing.T) {
	f := newFake()
	for i, s := range hostile {
		f.calendars = append(f.calendars, Calendar{ID: fmt.Sprint("c", i), Name: s, Color: s, CanEdit: true})
		e := invited(event(fmt.Sprint("h", i), "Event "+s, fmt.Sprintf("2026-10-22T%02d:00", 8+i), fmt.Sprintf("2026-10-22T%02d:30", 8+i)),
			model.ResponseNotResponded, "x"+s, "Ann Ek", "y"+s)
		e.Location = &model.Location{DisplayName: s}
		e.Body = &model.ItemBody{ContentType: "text", Content: s}
		e.Categories, e.ShowAs, e.OnlineMeetingURL = []string{s}, s, s
		e.Attachments = []model.Attachment{{Name: s}}
		f.add(fmt.Sprint("/c", i), e, allDay(fmt.Sprint("d", i), s+" all day", "2026-10-22", "2026-10-24"))
	}
	for _, size := range sizes {
		d := start(t, f, size.w, size.h)
		for i := range hostile {
			d.on(fmt.Sprint("h", i))
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			d.Press("enter")
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			d.Press("esc")
		}
		d.Press("C")
		viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
	}
}

// Whatever the terminal's size and the state, nothing panics, wraps or is left
// over.
func TestEverySizeHoldsItsFrame(t *testing.T) {
	keys := []string{"j", "k", "h", "l", "H", "L", "tab", "K", "v", "v", "enter", "esc", "m", "shift+down", "shift+left", "+", "-", "x", "n", "C",
		"Z", "/", "g t", "t", "G", "g g", "ctrl+d", "D", "e", "a", "I", "u", "M", "B", "P"}
	rapid.Check(t, func(rt *rapid.T) {
		d := start(t, busyWeek(), 120, 34)
		for range rapid.IntRange(1, 10).Draw(rt, "steps") {
			w, h := rapid.IntRange(0, 140).Draw(rt, "width"), rapid.IntRange(0, 50).Draw(rt, "height")
			d.m.SetSize(w, h)
			key := rapid.SampledFrom(keys).Draw(rt, "key")
			if viewtest.Capturing(d.m) {
				key = rapid.SampledFrom([]string{"esc", "enter", "tab", "x"}).Draw(rt, "typed")
			}
			if viewtest.Capturing(d.m) || key == "u" && len(d.Steps) > 0 || key != "u" && d.Action(key) != nil {
				d.Press(key)
			}
			if w > 0 && h > 0 {
				viewtest.CheckFrame(t, d.Frame(), w, h)
			} else if d.Frame() != "" {
				t.Fatalf("%dx%d is not empty", w, h)
			}
		}
	})
}

// crowded is a week of 60 events, 8 of which overlap.
func crowded() *fake {
	f := newFake()
	for i := range 52 {
		day, hour := 19+i%7, 8+i/7
		f.add("/own", event(fmt.Sprint("e", i), fmt.Sprintf("Event %d with a name", i), fmt.Sprintf("2026-10-%dT%02d:00", day, hour), fmt.Sprintf("2026-10-%dT%02d:45", day, hour)))
	}
	for i := range 8 {
		f.add("/home", event(fmt.Sprint("o", i), fmt.Sprintf("Overlap %d", i), fmt.Sprintf("2026-10-22T%02d:%02d", 14+i/4, i%4*15), "2026-10-22T17:00"))
	}
	return f
}

func TestACrowdedWeekCountsWhatItHides(t *testing.T) {
	for _, size := range sizes[:2] {
		d := start(t, crowded(), size.w, size.h)
		d.StyledGolden("crowded-" + size.name)
		shown := d.m.days.sheetNow()
		n := 0
		for day := range shown.days {
			n += len(shown.days[day])
			for _, m := range shown.more[day] {
				n += len(m.IDs)
			}
		}
		if n != len(shown.items) {
			t.Errorf("%s: %d of %d events are shown or counted", size.name, n, len(shown.items))
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	d := start(b, crowded(), 120, 34)
	for b.Loop() {
		d.Frame()
	}
}

func BenchmarkFrameAfterAChange(b *testing.B) {
	d := start(b, crowded(), 120, 34)
	for b.Loop() {
		d.m.events.version++
		d.Frame()
	}
}
