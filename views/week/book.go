package week

import (
	"slices"
	"time"

	"daybook/model"
)

// book is what is known of the calendars: their events in a window of time.
type book struct {
	calendars []*calendar
	from, to  time.Time // what has been loaded
	items     []*item   // in order
	version   int       // counts the changes, for what is computed from it
}

// covers says that a span of time is loaded.
func (b *book) covers(from, to time.Time) bool {
	return !b.from.After(from) && !b.to.Before(to) && b.to.After(b.from)
}

// replace takes what the service says of a window.
func (b *book) replace(from, to time.Time, items []*item) {
	b.from, b.to, b.items = from, to, items
	b.sort()
}

func (b *book) sort() {
	slices.SortStableFunc(b.items, inOrder)
	b.version++
}

// find is an event by its id.
func (b *book) find(id string) *item {
	for _, it := range b.items {
		if it.ID == id {
			return it
		}
	}
	return nil
}

// calendar is a calendar by its key, or the default one.
func (b *book) calendar(key string) *calendar {
	for _, c := range b.calendars {
		if c.Key() == key {
			return c
		}
	}
	return b.standard()
}

// standard is the calendar that new events go to.
func (b *book) standard() *calendar {
	for _, c := range b.calendars {
		if c.Default {
			return c
		}
	}
	if len(b.calendars) > 0 {
		return b.calendars[0]
	}
	return nil
}

// shown says how many calendars are laid over each other.
func (b *book) shown() int {
	n := 0
	for _, c := range b.calendars {
		if !c.hidden {
			n++
		}
	}
	return n
}

// visible lists the events of the calendars that are shown which touch the
// days from first to last.
func (b *book) visible(first, last model.Date, zone *time.Location) []*item {
	var out []*item
	for _, it := range b.items {
		if it.calendar.hidden {
			continue
		}
		if from, to := it.days(zone); from <= last && to >= first {
			out = append(out, it)
		}
	}
	return out
}

// remove takes events off the book.
func (b *book) remove(goes func(*item) bool) {
	b.items = slices.DeleteFunc(b.items, goes)
	b.version++
}

// add puts an event on the book; a series by the occurrences that the window
// has. What cannot be read is not added.
func (b *book) add(e model.Event, c *calendar) {
	defer b.sort()
	if e.Recurrence == nil || e.Start == nil || e.End == nil {
		if it, ok := newItem(e, c); ok {
			b.items = append(b.items, it)
		}
		return
	}
	series, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
	if err != nil {
		return
	}
	for o := range series.Occurrences(b.from, b.to) {
		if it, ok := newItem(occurrenceOf(e, o, series), c); ok {
			b.items = append(b.items, it)
		}
	}
}

// occurrenceOf is the occurrence of a series as the service would list it,
// under an id that holds until the service has told its own.
func occurrenceOf(master model.Event, o model.Instance, s *model.Series) model.Event {
	e := master
	e.ID, e.SeriesMasterID, e.Type, e.Recurrence = master.ID+":"+o.Date.String(), master.ID, model.Occurrence, nil
	e.Start, e.End = moved(master.Start, o.Start, s.Zone()), moved(master.End, o.End, s.Zone())
	at := o.Start
	e.OriginalStart = &at
	return e
}

// moved writes an instant in the zone of another, or in a zone given when it
// has none that is known.
func moved(like *model.DateTimeTimeZone, t time.Time, otherwise *time.Location) *model.DateTimeTimeZone {
	d, err := model.NewDateTime(t, like.TimeZone)
	if err != nil {
		d = model.DateTimeTimeZone{DateTime: t.In(otherwise).Format("2006-01-02T15:04:05"), TimeZone: otherwise.String()}
	}
	return &d
}
