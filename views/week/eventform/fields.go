package eventform

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/views/when"
)

// Zone finds a zone by its name or by the name of a city, "new york"; empty
// is the one given.
func Zone(words string, otherwise *time.Location) (*time.Location, error) {
	words = strings.TrimSpace(words)
	if words == "" {
		return otherwise, nil
	}
	if loc, err := model.LoadZone(words); err == nil {
		return loc, nil
	}
	wanted := strings.ReplaceAll(strings.ToLower(words), " ", "_")
	for _, exact := range []bool{true, false} {
		for _, z := range model.Zones() {
			city := strings.ToLower(z.Alias[strings.LastIndex(z.Alias, "/")+1:])
			if city == wanted || !exact && strings.HasPrefix(city, wanted) {
				return model.LoadZone(z.Alias)
			}
		}
	}
	return nil, fmt.Errorf("%q is no zone: try a city, or a name such as Europe/London", words)
}

// lengths are the units of a length in words, "1 h 30 min", "2 days".
var lengths = regexp.MustCompile(`^(?:(\d+)\s*(?:d|days?))?\s*(?:(\d+)\s*(?:h|hours?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?))?$`)

// length reads a length of time; days are apart, as they are not always 24
// hours.
func length(words string) (days int, rest time.Duration, ok bool) {
	parts := lengths.FindStringSubmatch(strings.ToLower(strings.TrimSpace(words)))
	if parts == nil || parts[0] == "" {
		return 0, 0, false
	}
	n := func(s string) int { v, _ := strconv.Atoi(s); return min(v, 10000) }
	return n(parts[1]), time.Duration(n(parts[2]))*time.Hour + time.Duration(n(parts[3]))*time.Minute, true
}

// Start reads when an event begins.
func Start(words string, now time.Time, zone *time.Location) (time.Time, error) {
	return when.Parse(words, now.In(zone), when.Ahead, 9*time.Hour)
}

// End reads when an event ends: a clock time or a date, or how long it lasts.
func End(words string, start time.Time, zone *time.Location) (time.Time, error) {
	if days, rest, ok := length(words); ok {
		at := start.In(zone)
		if days > 0 {
			h, minute, _ := at.Clock()
			at = (model.DateIn(at) + model.Date(days)).At(time.Duration(h)*time.Hour+time.Duration(minute)*time.Minute, zone)
		}
		return at.Add(rest), nil
	}
	h, minute, _ := start.In(zone).Clock()
	end, err := when.Parse(words, start.In(zone), when.Ahead, time.Duration(h)*time.Hour+time.Duration(minute)*time.Minute)
	if err != nil {
		return end, fmt.Errorf("%q is no end: try 11:30, 45 min, or a date", words)
	}
	if end.Before(start) {
		return end, fmt.Errorf("it ends before it begins, at %s", end.Format("15:04 on Mon 2 Jan 2006"))
	}
	return end, nil
}

// LastDay reads the last day of an event of whole days: a date, or how many
// days it lasts.
func LastDay(words string, first model.Date) (model.Date, error) {
	if strings.TrimSpace(words) == "" {
		return first, nil
	}
	if days, rest, ok := length(words); ok && rest == 0 && days > 0 {
		return first + model.Date(days-1), nil
	}
	at, err := when.Parse(words, first.At(0, time.UTC), when.Ahead, 12*time.Hour)
	if err != nil {
		return 0, fmt.Errorf("%q is no last day: try a date, or 3 days", words)
	}
	if last := model.DateIn(at); last >= first {
		return last, nil
	}
	return 0, fmt.Errorf("its last day, %s, is before its first", model.DateIn(at))
}

// Dates are the first dates of a recurrence in words, and the words as they
// were understood; nothing of both for an event that does not recur.
func Dates(words string, start, end time.Time, count int) (said string, dates []time.Time, err error) {
	r, err := Recurrence(words, start)
	if err != nil || r == nil {
		return "", nil, err
	}
	zone := start.Location().String()
	from, err := model.NewDateTime(start, zone)
	if err != nil {
		return "", nil, err
	}
	to, err := model.NewDateTime(end, zone)
	if err != nil {
		return "", nil, err
	}
	series, err := model.NewSeries(*r, from, to)
	if err != nil {
		return "", nil, err
	}
	for _, o := range series.Next(count, start) {
		dates = append(dates, o.Start)
	}
	return series.Recurrence().Words(), dates, nil
}

// Recurrence reads a recurrence for an event that starts then.
func Recurrence(words string, start time.Time) (*model.PatternedRecurrence, error) {
	date := model.DateIn(start)
	r, err := model.ParseRecurrence(words, date)
	if err != nil || r == nil {
		return nil, err
	}
	if r.Range.StartDate == "" {
		r.Range.StartDate = date.String()
	}
	if r.Range.RecurrenceTimeZone == "" {
		r.Range.RecurrenceTimeZone = start.Location().String()
	}
	return r, nil
}
