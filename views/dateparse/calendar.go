package dateparse

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
)

// dayOfWeek reads "mo", "mon" and "monday".
func dayOfWeek(word string) (time.Weekday, bool) {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if len(word) > 1 && strings.HasPrefix(strings.ToLower(day.String()), word) {
			return day, true
		}
	}
	return 0, false
}

// The first years that are read, behind a day or a month and alone: a lone
// 1930 may be meant as a time.
const firstYear, firstYearAlone = 1900, 1970

// calendarDay reads "2026-03-14", "14 march", "march 14 2027", "14.3.2027",
// "14.3.", "march" and "2024".
func (p *parser) calendarDay() int {
	w := p.peek(0)
	if strings.Contains(w, "/") {
		return p.slashed(w)
	}
	for _, layout := range []string{"2006-01-02", "2006-1-2", "2.1.2006"} {
		if t, err := time.ParseInLocation(layout, w, p.now.Location()); err == nil {
			p.day = t.Add(12 * time.Hour)
			return 1
		}
	}
	if n := p.dotted(w); n > 0 {
		return n
	}
	if m, ok := month(w); ok {
		if day := ordinal(p.peek(1)); day > 0 {
			return p.civil(day, m, 2)
		}
		return p.civil(1, m, 1)
	}
	if day := ordinal(w); day > 0 {
		if m, ok := month(p.peek(1)); ok {
			return p.civil(day, m, 2)
		}
	}
	if year, rest := splitNumber(w); rest == "" && len(w) == 4 && year >= firstYearAlone && p.day.IsZero() {
		p.day = time.Date(year, 1, 1, 12, 0, 0, 0, p.now.Location())
		return 1
	}
	return 0
}

// slashed reads "14/3/2027" and "3/14", which some write with the day first and
// others with the month: where both could be it says so.
func (p *parser) slashed(word string) int {
	parts := strings.Split(word, "/")
	year := p.now.Year()
	if len(parts) == 3 && len(parts[2]) == 4 {
		if n, rest := splitNumber(parts[2]); rest == "" {
			year = n
		}
	} else if len(parts) != 2 {
		return 0
	}
	a, restA := splitNumber(parts[0])
	b, restB := splitNumber(parts[1])
	if restA+restB != "" || min(a, b) < 1 || min(a, b) > 12 || max(a, b) > 31 {
		return 0
	}
	if a != b && max(a, b) <= 12 {
		name := func(day, month int) string {
			return fmt.Sprintf("%d %s", day, strings.ToLower(time.Month(month).String()[:3]))
		}
		p.unclear = Unclear(fmt.Sprintf("%s may be %s or %s: write the month as a word", word, name(a, b), name(b, a)))
		return 1
	}
	if len(parts) == 2 {
		return p.civil(max(a, b), time.Month(min(a, b)), 1)
	}
	p.day = time.Date(year, time.Month(min(a, b)), max(a, b), 12, 0, 0, 0, p.now.Location())
	if p.day.Day() != max(a, b) {
		return 0
	}
	return 1
}

// dotted reads "14.3." and "24.12", the day first. "9.30" is a time, as is what
// stands behind a day; where both could be meant it says so.
func (p *parser) dotted(word string) int {
	a, rest := splitNumber(word)
	if a < 1 || a > 31 || len(rest) < 2 || rest[0] != '.' {
		return 0
	}
	minutes := rest[1:]
	b, rest := splitNumber(minutes)
	time12 := p.peek(1) == "am" || p.peek(1) == "pm"
	switch {
	case b < 1 || b > 12 || rest != "" && rest != "." || rest == "" && (time12 || !p.day.IsZero() && !p.timed):
		return 0
	case rest == "" && a < 24 && !p.timed && len(minutes) == 2:
		m := strings.ToLower(time.Month(b).String()[:3])
		p.unclear = Unclear(fmt.Sprintf("%s may be %d:%02d or %d %s: write a colon, or the month as a word", word, a, b, a, m))
		return 1
	}
	return p.civil(a, time.Month(b), 1)
}

// civil sets a day whose first n words are read; a year may follow. Without
// one it is the nearest such day in the parser's sense, or to its own day.
func (p *parser) civil(day int, m time.Month, n int) int {
	loc := p.now.Location()
	if year, rest := splitNumber(p.peek(n)); rest == "" && len(p.peek(n)) == 4 && year >= firstYear {
		p.day = time.Date(year, m, day, 12, 0, 0, 0, loc)
		n++
	} else {
		p.day = time.Date(p.now.Year(), m, day, 12, 0, 0, 0, loc)
		today := p.now.YearDay()
		switch {
		case !p.own.IsZero():
			p.day = p.nearOwn(day, m)
		case p.sense == Ahead && p.day.YearDay() < today:
			p.day = time.Date(p.now.Year()+1, m, day, 12, 0, 0, 0, loc)
		case p.sense == Back && p.day.YearDay() > today:
			p.day = time.Date(p.now.Year()-1, m, day, 12, 0, 0, 0, loc)
		}
	}
	if p.day.Day() != day {
		return 0 // 31 april
	}
	return n
}

// nearOwn is the day of a month that is nearest to the parser's own day, none
// that has passed where that has not, unless it is an end that is read.
func (p *parser) nearOwn(day int, m time.Month) (near time.Time) {
	own, today := model.DateIn(p.own), model.DateIn(p.now)
	for year := p.own.Year() - 1; year <= p.own.Year()+1; year++ {
		at := time.Date(year, m, day, 12, 0, 0, 0, p.now.Location())
		if date := model.DateIn(at); at.Day() != day || !p.end && date < today && own >= today { // 29 february
			continue
		}
		if near.IsZero() || at.Sub(p.own).Abs() < near.Sub(p.own).Abs() {
			near = at
		}
	}
	return near
}

func month(word string) (time.Month, bool) {
	word = strings.TrimSuffix(word, ".")
	if len(word) < 3 {
		return 0, false
	}
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), word) {
			return m, true
		}
	}
	return 0, false
}

// ordinal reads the day of a month: "14", "1st", "3.".
func ordinal(word string) int {
	n, rest := splitNumber(word)
	switch rest {
	case "", ".", "st", "nd", "rd", "th":
		if n >= 1 && n <= 31 {
			return n
		}
	}
	return 0
}

// clockTime reads "9:30", "17.30", "9am", "5 pm" and, behind a day or "at",
// a bare hour.
func (p *parser) clockTime() int {
	w, n := p.peek(0), 1
	suffix := ""
	for _, s := range []string{"am", "pm"} {
		if rest, ok := strings.CutSuffix(w, s); ok {
			w, suffix = rest, s
		} else if p.peek(1) == s {
			suffix, n = s, 2
		}
	}
	hour, rest := splitNumber(w)
	minute := 0
	if rest != "" {
		if rest[0] != ':' && rest[0] != '.' {
			return 0
		}
		if len(rest) > len(":59") {
			return 0
		}
		minute, rest = splitNumber(rest[1:])
		if rest != "" {
			return 0
		}
	}
	if p.timed && !p.vague {
		return 0 // there is a clock already
	}
	switch {
	case suffix != "" && (hour < 1 || hour > 12), hour < 0, hour > 23, minute < 0, minute > 59:
		return 0
	case suffix == "pm" && hour < 12:
		hour += 12
	case suffix == "am" && hour == 12:
		hour = 0
	}
	p.clock = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	p.timed, p.vague = true, false
	return n
}
