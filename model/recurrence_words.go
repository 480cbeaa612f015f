package model

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Words says a recurrence in English, as a person would: "every second
// Tuesday and Thursday until 3 Mar 2027". ParseRecurrence reads it back. A
// recurrence that NewSeries refuses gives words of no meaning.
func (r PatternedRecurrence) Words() string {
	return r.Pattern.words() + r.Range.words()
}

func (p RecurrencePattern) words() string {
	switch p.Type {
	case Daily:
		return every(p.Interval, "day")
	case Weekly:
		return p.weeklyWords()
	case AbsoluteMonthly:
		return rhythm("monthly", p.Interval, "month") + " on the " + dayWords(p.DayOfMonth)
	case RelativeMonthly:
		return rhythm("monthly", p.Interval, "month") + " on the " + p.Index + " " + daysWords(p.DaysOfWeek, " or ")
	case AbsoluteYearly:
		return fmt.Sprintf("%s on %d %s", rhythm("yearly", p.Interval, "year"), p.DayOfMonth, monthWord(p.Month))
	case RelativeYearly:
		return rhythm("yearly", p.Interval, "year") + " on the " + p.Index + " " + daysWords(p.DaysOfWeek, " or ") + " of " + monthWord(p.Month)
	}
	return p.Type
}

func (p RecurrencePattern) weeklyWords() string {
	days := daysWords(p.DaysOfWeek, " and ")
	switch {
	case p.Interval == 1:
		return "every " + days
	case p.Interval == 2 && len(p.DaysOfWeek) < 5:
		days = "every second " + days
	default:
		days = fmt.Sprintf("every %d weeks on %s", p.Interval, days)
	}
	if p.FirstDayOfWeek != "" && !strings.EqualFold(p.FirstDayOfWeek, "sunday") {
		days += ", weeks from " + capital(p.FirstDayOfWeek)
	}
	return days
}

func (r RecurrenceRange) words() string {
	switch r.Type {
	case RangeNumbered:
		if r.NumberOfOccurrences == 1 {
			return ", once"
		}
		return fmt.Sprintf(", %d times", r.NumberOfOccurrences)
	case RangeEndDate:
		if d, err := ParseDate(r.EndDate); err == nil {
			y, m, day := d.Civil()
			return fmt.Sprintf(" until %d %s %d", day, monthWord(int(m)), y)
		}
	}
	return ""
}

// every is "every day", "every second day", "every 3 days".
func every(n int, unit string) string {
	switch n {
	case 1:
		return "every " + unit
	case 2:
		return "every second " + unit
	}
	return fmt.Sprintf("every %d %ss", n, unit)
}

// rhythm is "monthly", "every second month", "every 3 months".
func rhythm(once string, n int, unit string) string {
	if n == 1 {
		return once
	}
	return every(n, unit)
}

// dayWords says a day of the month. The 31st clamps to the last in every
// month, which is what people call it.
func dayWords(day int) string {
	switch {
	case day == 31:
		return "last day"
	case day%10 == 1 && day != 11:
		return fmt.Sprintf("%dst", day)
	case day%10 == 2 && day != 12:
		return fmt.Sprintf("%dnd", day)
	case day%10 == 3 && day != 13:
		return fmt.Sprintf("%drd", day)
	}
	return fmt.Sprintf("%dth", day)
}

// The sets of days that have a name of their own.
var (
	workdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	weekend  = []time.Weekday{time.Sunday, time.Saturday}
	allDays  = []time.Weekday{0, 1, 2, 3, 4, 5, 6}
)

// daysWords says some days of the week, Monday first.
func daysWords(names []string, and string) string {
	days, err := parseWeekdays(names)
	switch {
	case err != nil:
		return strings.Join(names, and)
	case slices.Equal(days, workdays):
		return "weekday"
	case slices.Equal(days, weekend):
		return "weekend day"
	case slices.Equal(days, allDays):
		return "day of the week"
	}
	if days[0] == time.Sunday {
		days = append(days[1:], time.Sunday)
	}
	words := make([]string, len(days))
	for i, d := range days {
		words[i] = d.String()
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + and + words[last]
}

func monthWord(month int) string {
	if month < 1 || month > 12 {
		return fmt.Sprintf("month %d", month)
	}
	return time.Month(month).String()[:3]
}

func capital(s string) string { return strings.ToUpper(s[:1]) + strings.ToLower(s[1:]) }
