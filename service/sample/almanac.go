package sample

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// homeZone is where the owner lives: content is dated in its wall time.
const homeZone = "Europe/London"

// almanac turns the relative dates of the content into instants. A civil date
// is a time.Time at midnight UTC.
//
// The working day of the content runs from 07:00 to 18:00. When now falls
// inside it, the times of today are squeezed into what has passed of it, so
// that today is busy at any hour and never ahead of the clock. Before nine the
// day before still counts as today.
type almanac struct {
	now     time.Time
	home    *time.Location
	today   time.Time // civil
	work    time.Time // civil: today, or the Friday before a weekend
	anchors map[string]time.Time
}

func newAlmanac(now time.Time) (almanac, error) {
	home, err := model.LoadZone(homeZone)
	if err != nil {
		return almanac{}, fmt.Errorf("loading the time zone %s: %w", homeZone, err)
	}
	a := almanac{now: now.Truncate(time.Second).UTC(), home: home}
	local := now.In(home)
	a.today = civil(local)
	if local.Hour() < 9 {
		a.today = a.today.AddDate(0, 0, -1)
	}
	a.work = a.today
	for !workday(a.work) {
		a.work = a.work.AddDate(0, 0, -1)
	}
	monday := a.today.AddDate(0, 0, -int(a.today.Weekday()+6)%7)
	a.anchors = map[string]time.Time{
		"today":   a.today,
		"work":    a.work,
		"monday":  monday,
		"offsite": monday.AddDate(0, 0, 15), // Tuesday of the week after next
		"release": a.release(),
		"clocks":  a.nextClockChange(),
	}
	return a, nil
}

// release is the first Thursday that leaves two days to prepare.
func (a almanac) release() time.Time {
	d := a.today.AddDate(0, 0, 3)
	for d.Weekday() != time.Thursday {
		d = d.AddDate(0, 0, 1)
	}
	return d
}

// nextClockChange is the civil date on which the home zone's offset changes
// next; two months ahead where it never does.
func (a almanac) nextClockChange() time.Time {
	for d := a.today.AddDate(0, 0, 1); d.Before(a.today.AddDate(1, 0, 0)); d = d.AddDate(0, 0, 1) {
		_, before := a.at(d, 0, 0, a.home).In(a.home).Zone()
		_, after := a.at(d.AddDate(0, 0, 1), 0, 0, a.home).In(a.home).Zone()
		if before != after {
			return d
		}
	}
	return a.today.AddDate(0, 2, 0)
}

func civil(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func workday(d time.Time) bool {
	return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday
}

// workdays moves n working days from d.
func workdays(d time.Time, n int) time.Time {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for n > 0 {
		d = d.AddDate(0, 0, step)
		if workday(d) {
			n--
		}
	}
	return d
}

// at is the instant of a wall time on a civil date in a zone, in UTC.
func (a almanac) at(d time.Time, hour, minute int, zone *time.Location) time.Time {
	return model.Wall(zone, d.Year(), d.Month(), d.Day(), hour, minute, 0, 0).UTC()
}

// moment is the instant of a wall time at home, squeezed when the date is
// today.
func (a almanac) moment(d time.Time, hour, minute int) time.Time {
	t := a.at(d, hour, minute, a.home)
	if !d.Equal(a.today) {
		return t
	}
	opens, closes := a.at(d, 7, 0, a.home), a.at(d, 18, 0, a.home)
	last := a.now.Add(-2 * time.Minute)
	if closes.After(last) {
		passed := float64(t.Sub(opens)) / float64(closes.Sub(opens))
		t = opens.Add(time.Duration(passed * float64(last.Sub(opens)))).Truncate(time.Second)
	}
	if t.After(last) {
		t = last
	}
	return t
}

var whenPattern = regexp.MustCompile(`^(?:([a-z]+)?([+-]\d+)? )?(\d\d):(\d\d)$`)

// when reads a date of the content: "-3 16:20" is three working days back,
// "0 16:20" the current working day, "today 16:20" and "offsite-9 16:20" count
// calendar days from an anchor, and "+25m" or "+3h" follow the message before.
func (a almanac) when(s string, before time.Time) (time.Time, error) {
	if rest, ok := strings.CutPrefix(s, "+"); ok && !strings.Contains(s, ":") {
		wait, err := time.ParseDuration(rest)
		if err != nil {
			return time.Time{}, fmt.Errorf("waiting time %q: %w", s, err)
		}
		return before.Add(wait), nil
	}
	if strings.HasPrefix(s, "0 ") {
		s = "work" + s[1:]
	}
	m := whenPattern.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, fmt.Errorf("date %q is not like \"-3 16:20\", \"today 16:20\" or \"+25m\"", s)
	}
	hour, _ := strconv.Atoi(m[3])
	minute, _ := strconv.Atoi(m[4])
	d, err := a.date(m[1], m[2])
	if err != nil {
		return time.Time{}, err
	}
	return a.moment(d, hour, minute), nil
}

// date is an anchor moved by days; with no anchor (or "work") by working days.
func (a almanac) date(anchor, offset string) (time.Time, error) {
	n := 0
	if offset != "" {
		n, _ = strconv.Atoi(offset)
	}
	if anchor == "" || anchor == "work" {
		return workdays(a.work, n), nil
	}
	d, ok := a.anchors[anchor]
	if !ok {
		return time.Time{}, fmt.Errorf("no date is called %q", anchor)
	}
	return d.AddDate(0, 0, n), nil
}

var placePattern = regexp.MustCompile(`\{([a-z]+)([+-]\d+)?(?::([a-z]+))?\}`)

// dateForms are the ways prose can write a date: {release} is "Thursday 3
// December", {release:w} "Thursday", and so on.
var dateForms = map[string]string{
	"": "Monday 2 January", "w": "Monday", "d": "2 January", "s": "Mon 2 Jan",
	"m": "January", "y": "2006", "iso": "2006-01-02", "my": "January 2006",
}

// fill writes the dates that a text names. Braces around anything else stay.
func (a almanac) fill(text string) string {
	return placePattern.ReplaceAllStringFunc(text, func(s string) string {
		m := placePattern.FindStringSubmatch(s)
		form, ok := dateForms[m[3]]
		if !ok && m[3] != "serial" {
			return s
		}
		d, err := a.date(m[1], m[2])
		if err != nil {
			return s
		}
		if m[3] == "serial" { // the number of a day in a workbook
			return strconv.Itoa(int(d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24))
		}
		return d.Format(form)
	})
}
