package eventform

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
)

// Start reads when an event begins that is to begin at own: a time alone is on
// that day, a day alone has that time. Seconds of now do not count. The answer is in own's zone.
func Start(words string, now, own time.Time) (time.Time, error) {
	return dateparse.ParseOn(words, now.Truncate(time.Minute), own, dateparse.Ahead, clockOf(own))
}

// overnight is how long an event at most lasts that ends, by a time alone
// which is before its start, on the next day.
const overnight = 12 * time.Hour

// End reads when an event ends: a time or a date, or how long it lasts. A time
// alone is days after the day of the start; on that day itself, where it would
// end before it begins, it is in the night that follows. A date alone has the
// clock given. The answer is in zone.
func End(words string, start time.Time, zone *time.Location, days int, clock time.Duration) (time.Time, error) {
	at := start.In(zone)
	if days, rest, ok := dateparse.Length(words); ok {
		if days > 0 {
			at = (model.DateIn(at) + model.Date(days)).At(clockOf(at), zone)
		}
		return at.Add(rest), nil
	}
	alone, day := dateparse.ClockAlone(words), model.DateIn(at)+model.Date(days)
	end, err := dateparse.ParseEnd(words, at, day.At(12*time.Hour, zone), clock)
	if _, unclear := errors.AsType[dateparse.Unclear](err); unclear {
		return end, err
	}
	if n, bare := bareNumber(words); err != nil && bare && n > 0 {
		return end, fmt.Errorf("%d is no hour: write %d min, or a time", n, n)
	}
	if err != nil {
		return end, fmt.Errorf("%q is no end: try 11:30, 45 min, or a date", words)
	}
	if !end.Before(start) {
		return end, nil
	}
	if next := (day + 1).At(clockOf(end), zone); alone && days == 0 && next.Sub(start) <= overnight {
		return next, nil
	}
	if alone {
		return end, fmt.Errorf("%s is before it begins, at %s: for another day write its date", views.Clock(end), views.Clock(at))
	}
	return end, fmt.Errorf("it ends before it begins, at %s on %s", views.Clock(end), views.Day(end, start))
}

// bareNumber is a number with nothing that says of what.
func bareNumber(words string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(words))
	return n, err == nil && n >= 0 && n < 1000
}

// clockOf is what a clock that shows minutes alone shows.
func clockOf(t time.Time) time.Duration { return model.ClockIn(t).Truncate(time.Minute) }

// lastDay reads the last day of an event of whole days: a date, or how many
// days it lasts.
func lastDay(words string, first model.Date) (model.Date, error) {
	if strings.TrimSpace(words) == "" {
		return first, nil
	}
	if days, rest, ok := dateparse.Length(words); ok && rest == 0 {
		if days == 0 {
			return 0, errors.New("an event lasts a day or more: try a date, or 3 days")
		}
		return first + model.Date(days-1), nil
	}
	day := first.At(0, time.UTC)
	at, err := dateparse.ParseEnd(words, day, day, 12*time.Hour)
	if _, unclear := errors.AsType[dateparse.Unclear](err); unclear {
		return 0, err
	}
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
	dates, err = datesOf(r, start, end, count)
	return r.Words(), dates, err
}

// datesOf are the first dates of a recurrence.
func datesOf(r *model.PatternedRecurrence, start, end time.Time, count int) (dates []time.Time, err error) {
	zone := start.Location().String()
	from, err := model.NewDateTime(start, zone)
	if err != nil {
		return nil, err
	}
	to, err := model.NewDateTime(end, zone)
	if err != nil {
		return nil, err
	}
	series, err := model.NewSeries(*r, from, to)
	if err != nil {
		return nil, err
	}
	for _, o := range series.Next(count, start) {
		dates = append(dates, o.Start)
	}
	return dates, nil
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
