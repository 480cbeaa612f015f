package change

import (
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// Shift moves a series so that an occurrence which is from..to is newFrom..
// newTo afterwards: the days of its pattern move with it. The clocks are
// those of the series' zone.
func Shift(master model.Event, from, newFrom, newTo time.Time) (model.Event, error) {
	placing, err := placingOf(master)
	if err != nil {
		return master, err
	}
	if master.IsAllDay {
		return shiftDays(master, model.DateIn(newFrom)-model.DateIn(from), model.DateIn(newTo)-model.DateIn(newFrom)), nil
	}
	zone := placing.Zone()
	days := model.DateIn(newFrom.In(zone)) - model.DateIn(from.In(zone))
	date, written := placing.Begins()
	date += days
	clock := model.ClockIn(newFrom.In(zone))
	if was, _ := placing.On(model.DateIn(from.In(zone)), written); was.Equal(from) {
		clock = written + clock - model.ClockIn(from.In(zone)) // of one in a gap the series' own
	}
	at := date.At(clock, zone)
	out := master
	if out.Start, err = like(master.Start, at); err != nil {
		return master, err
	}
	if out.End, err = like(master.End, at.Add(newTo.Sub(newFrom))); err != nil {
		return master, err
	}
	if master.Recurrence != nil && days != 0 {
		r := shifted(*master.Recurrence, date, int(days))
		out.Recurrence = &r
	}
	return out, nil
}

// shiftDays moves an event of whole days, which has dates and no clock.
func shiftDays(master model.Event, days, length model.Date) model.Event {
	out := master
	first, _, _ := model.WholeDays(*master.Start, *master.End)
	out.Start, out.End = wholeDays(master, first+days, length)
	if master.Recurrence != nil && days != 0 {
		r := shifted(*master.Recurrence, first+days, int(days))
		out.Recurrence = &r
	}
	return out
}

func wholeDays(e model.Event, first, length model.Date) (start, end *model.DateTimeTimeZone) {
	return Midnight(first, e.Start.TimeZone), Midnight(first+max(length, 1), e.End.TimeZone)
}

// Midnight is the beginning of a day as events of whole days have it, in the
// zone of that name.
func Midnight(d model.Date, zone string) *model.DateTimeTimeZone {
	return &model.DateTimeTimeZone{DateTime: d.String() + "T00:00:00", TimeZone: zone}
}

// placingOf says on which clock an event stands.
func placingOf(master model.Event) (model.Placing, error) {
	zone := ""
	if r := master.Recurrence; r != nil {
		zone = r.Range.RecurrenceTimeZone
	}
	return model.NewPlacing(*master.Start, *master.End, zone)
}

func like(d *model.DateTimeTimeZone, t time.Time) (*model.DateTimeTimeZone, error) {
	out, err := model.NewDateTime(t, d.TimeZone)
	return &out, err
}

// shifted is a recurrence whose dates fall some days later; date is its new
// first one.
func shifted(r model.PatternedRecurrence, date model.Date, days int) model.PatternedRecurrence {
	_, month, day := date.Civil()
	p := &r.Pattern
	switch p.Type {
	case model.Weekly:
		p.DaysOfWeek = shiftWeekdays(p.DaysOfWeek, days)
	case model.AbsoluteMonthly:
		p.DayOfMonth = day
	case model.AbsoluteYearly:
		p.DayOfMonth, p.Month = day, int(month)
	case model.RelativeMonthly, model.RelativeYearly:
		p.DaysOfWeek = []string{strings.ToLower(date.Weekday().String())}
		p.Index = []string{"first", "second", "third", "fourth", "last"}[(day-1)/7]
		if p.Month != 0 {
			p.Month = int(month)
		}
	}
	r.Range.StartDate = shiftDate(r.Range.StartDate, days)
	r.Range.EndDate = shiftDate(r.Range.EndDate, days)
	return r
}

func shiftDate(s string, days int) string {
	d, err := model.ParseDate(s)
	if err != nil {
		return s
	}
	return (d + model.Date(days)).String()
}

func shiftWeekdays(names []string, days int) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		for d := time.Sunday; d <= time.Saturday; d++ {
			if strings.EqualFold(name, d.String()) {
				out = append(out, strings.ToLower(time.Weekday(((int(d)+days)%7+7)%7).String()))
			}
		}
	}
	slices.Sort(out)
	return out
}

// Until ends a series before a date, and From is the series that goes on
// there: what "this and the following" comes to. ok is false when the date is
// the first of the series, so that nothing would be left before it.
func Until(master model.Event, date model.Date) (before model.Event, ok bool) {
	r := *master.Recurrence
	first, err := model.ParseDate(r.Range.StartDate)
	if err != nil || date <= first {
		return master, false
	}
	r.Range.Type, r.Range.EndDate, r.Range.NumberOfOccurrences = model.RangeEndDate, (date - 1).String(), 0
	before = master
	before.Recurrence = &r
	return before, true
}

// From is the series as it goes on from a date, a new event; passed is how
// many occurrences were before it, which a numbered range counts.
func From(master model.Event, date model.Date, passed int) (model.Event, error) {
	placing, err := placingOf(master)
	if err != nil {
		return master, err
	}
	out := Fresh(master)
	r := *master.Recurrence
	r.Range.StartDate = date.String()
	if r.Range.Type == model.RangeNumbered {
		r.Range.NumberOfOccurrences = max(r.Range.NumberOfOccurrences-passed, 1)
	}
	out.Recurrence = &r
	if master.IsAllDay {
		first, after, _ := model.WholeDays(*master.Start, *master.End)
		out.Start, out.End = wholeDays(master, date, after-first)
		return out, nil
	}
	_, clock := placing.Begins()
	start, end := placing.Written(date, clock)
	out.Start, out.End = &start, &end
	return out, nil
}

// Fresh is an event without what ties it to the one it is a copy of.
func Fresh(e model.Event) model.Event {
	e = inOwnZones(e)
	e.Item, e.ICalUID, e.Type, e.SeriesMasterID = model.Item{Categories: e.Categories}, "", "", ""
	e.OriginalStart, e.CancelledOccurrences, e.Instances, e.Attachments = nil, nil, nil, nil
	e.TransactionID, e.WebLink, e.HasAttachments = "", "", false
	return e
}
