package ics

import (
	"fmt"
	"strings"
	"time"
)

// Words is the rule as people say it, "monthly on the 31st, where there is
// one"; nothing for one that is beyond them.
func (r *Rule) Words() string {
	p := r.parts
	rhythm, on := p.rhythm(), p.onWords()
	if rhythm == "" || on == "" && len(p.byDay)+len(p.byMonthDay)+len(p.byMonth) > 0 ||
		len(p.bySetPos)+len(p.byYearDay)+len(p.byWeekNo)+len(p.byHour)+len(p.byMinute)+len(p.bySecond) > 0 {
		return ""
	}
	words := rhythm + on
	switch {
	case p.count == 1:
		words += ", once"
	case p.count > 1:
		words += fmt.Sprintf(", %d times", p.count)
	case p.until != "":
		words += " until " + dateOf(r.until).At(0, time.UTC).Format("2 Jan 2006")
	}
	return words
}

// rhythm is "monthly", "every 3 months".
func (p *ruleParts) rhythm() string {
	unit, ok := map[string][2]string{"HOURLY": {"hourly", "hours"}, "DAILY": {"daily", "days"}, "WEEKLY": {"weekly", "weeks"},
		"MONTHLY": {"monthly", "months"}, "YEARLY": {"yearly", "years"}}[p.freq]
	switch {
	case !ok:
		return ""
	case p.interval == 1:
		return unit[0]
	}
	return fmt.Sprintf("every %d %s", p.interval, unit[1])
}

// onWords says on which days; nothing where there are no words for it.
func (p *ruleParts) onWords() string {
	var days []string
	some := false // there is none in some of the months
	for _, n := range p.byMonthDay {
		if n < 0 {
			days = append(days, "the "+fromEnd(n)+"day")
		} else {
			days = append(days, "the "+ordinal(n))
		}
		some = some || n > 28 || n < -28
	}
	for _, d := range p.byDay {
		switch {
		case d.n == 0:
			days = append(days, d.day.String())
		case d.n < 0:
			days = append(days, "the "+fromEnd(d.n)+d.day.String())
		default:
			days = append(days, "the "+ordinal(d.n)+" "+d.day.String())
		}
		some = some || d.n > 4 || d.n < -4
	}
	if len(p.byDay) > 0 && len(p.byMonthDay) > 0 { // a Friday the 13th
		return ""
	}
	words := ""
	if len(days) > 0 {
		words = " on " + all(days)
	}
	if len(p.byMonth) > 0 {
		months := make([]string, len(p.byMonth))
		for i, m := range p.byMonth {
			months[i] = time.Month(m).String()[:3]
		}
		words += " in " + all(months)
	}
	if some {
		words += ", where there is one"
	}
	return words
}

// all is "Monday, Tuesday and Friday".
func all(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// fromEnd is "last ", "2nd last ".
func fromEnd(n int) string {
	if n == -1 {
		return "last "
	}
	return ordinal(-n) + " last "
}

func ordinal(n int) string {
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprint(n, ending)
}
