package views

import (
	"fmt"
	"time"

	"daybook/widget/text"
)

// DateWidth is the cells of what Date says of a day of this year; that of
// another takes more.
const DateWidth = 6

// Date is a moment as a row says it at the time of now, in now's zone: the
// time today, the weekday within a week, day and month within the year, else
// the year too: "28 Nov 25".
func Date(t, now time.Time) string {
	t = t.In(now.Location())
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch {
	case t.IsZero():
		return ""
	case !t.Before(today) && t.Before(today.AddDate(0, 0, 1)):
		return t.Format("15:04")
	case t.Before(today) && t.After(today.AddDate(0, 0, -6)):
		return t.Format("Mon")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 06")
}

// DateTime is a moment where there is room: the day and the time, with the
// year when it is another.
func DateTime(t, now time.Time) string {
	t = t.In(now.Location())
	switch {
	case t.IsZero():
		return ""
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}

// NearDateTime is DateTime that says the weekday alone within a week.
func NearDateTime(t, now time.Time) string {
	if days := now.Sub(t).Hours() / 24; !t.IsZero() && days > -1 && days < 6 {
		return t.In(now.Location()).Format("Mon 15:04")
	}
	return DateTime(t, now)
}

// Size is a number of bytes for people.
func Size[N int | int64](bytes N) string {
	switch n := int64(bytes); {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_500:
		return fmt.Sprintf("%d kB", (n+500)/1000)
	case n < 999_950_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
}

// Count is so many of something: "1 file", "3 files".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Joined puts what there is one behind the other, with commas between.
func Joined(words ...string) text.Text {
	var parts []text.Text
	for _, w := range words {
		if t := text.Clean(w); !t.Empty() {
			parts = append(parts, t)
		}
	}
	return text.Join(text.Literal(", "), parts...)
}
