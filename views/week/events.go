package week

import (
	"slices"
	"time"

	"daybook/model"
	"daybook/views/week/change"
)

// events is what is known of the calendars: which there are, and their events
// in a window of time.
type events struct {
	window    // that has been loaded
	calendars []*calendar
	items     []*item // in order
	version   int     // counts the changes, for what is computed from it
	rules     rules   // of the series that have one instead of a pattern
}

// window is a span of time, from <= t < to.
type window struct{ from, to time.Time }

// covers says that a span of time is within the window.
func (w window) covers(from, to time.Time) bool {
	return !w.from.After(from) && !w.to.Before(to) && w.to.After(w.from)
}

// replace takes what the service says of a window. Names say what it calls the
// occurrences that a change of their series made here, by what they were called.
func (e *events) replace(w window, items []*item) (names map[string]string) {
	type place struct {
		series string
		start  int64
	}
	names = map[string]string{}
	ids, occurrences := map[string]bool{}, map[place]string{}
	for _, it := range items {
		if ids[it.ID] = true; it.SeriesMasterID != "" {
			occurrences[place{it.SeriesMasterID, it.start.Unix()}] = it.ID
		}
	}
	for _, it := range e.items {
		if id, ok := occurrences[place{it.SeriesMasterID, it.start.Unix()}]; ok && !ids[it.ID] {
			names[it.ID] = id
		}
	}
	e.window, e.items = w, items
	e.sort()
	return names
}

func (e *events) sort() {
	slices.SortStableFunc(e.items, inOrder)
	e.version++
}

// find is an event by its id.
func (e *events) find(id string) *item {
	return find(e.items, id)
}

// anyOf is an event by its id, or by that of its series.
func (e *events) anyOf(id string) *item {
	if i := slices.IndexFunc(e.items, func(it *item) bool { return it.isOf(id) }); i >= 0 {
		return e.items[i]
	}
	return nil
}

func find(items []*item, id string) *item {
	for _, it := range items {
		if it.ID == id {
			return it
		}
	}
	return nil
}

// calendar is a calendar by its key, or the default one.
func (e *events) calendar(key string) *calendar {
	for _, c := range e.calendars {
		if c.Key() == key {
			return c
		}
	}
	return e.standard()
}

// standard is the calendar that new events go to.
func (e *events) standard() *calendar {
	for _, c := range e.calendars {
		if c.Default {
			return c
		}
	}
	if len(e.calendars) > 0 {
		return e.calendars[0]
	}
	return nil
}

// shown says how many calendars are laid over each other.
func (e *events) shown() int {
	n := 0
	for _, c := range e.calendars {
		if !c.hidden {
			n++
		}
	}
	return n
}

// visible lists the events of the calendars that are shown which touch the
// days from first to last.
func (e *events) visible(first, last model.Date, zone *time.Location) []*item {
	var out []*item
	for _, it := range e.items {
		if it.calendar.hidden {
			continue
		}
		if from, to := it.days(zone); from <= last && to >= first {
			out = append(out, it)
		}
	}
	return out
}

// remove takes events out.
func (e *events) remove(goes func(*item) bool) {
	e.items = slices.DeleteFunc(e.items, goes)
	e.version++
}

// add puts an event among them; a series by the occurrences that the window
// has. What cannot be read is not added.
func (e *events) add(added model.Event, c *calendar) {
	defer e.sort()
	if rule := e.rules.of(added); rule != nil {
		for _, o := range rule.Occurrences(e.from, e.to) {
			if it, ok := newItem(ruledOccurrence(added, o), c); ok {
				e.items = append(e.items, it)
			}
		}
		return
	}
	if added.Recurrence == nil || added.Start == nil || added.End == nil {
		if it, ok := newItem(added, c); ok {
			e.items = append(e.items, it)
		}
		return
	}
	series, err := model.NewSeries(*added.Recurrence, *added.Start, *added.End)
	if err != nil {
		return
	}
	for o := range series.Occurrences(e.from, e.to) {
		if it, ok := newItem(occurrenceOf(added, o, series.Zone()), c); ok {
			e.items = append(e.items, it)
		}
	}
}

// apply does one edit.
func (e *events) apply(edit change.Edit) {
	if edit.Share != nil {
		return // the calendar looks the same to its owner
	}
	if edit.Answer != nil {
		e.answer(edit.Answer.ID, edit.Answer.Says)
		return
	}
	c := e.calendar(edit.Calendar)
	if c == nil {
		return
	}
	if edit.Before != nil {
		id := edit.Before.ID
		e.remove(func(it *item) bool { return it.isOf(id) })
	}
	if edit.After != nil {
		e.add(*edit.After, c)
	}
}

// answer sets what the person says to an event or to a series.
func (e *events) answer(id, says string) {
	for i, it := range e.items {
		if !it.isOf(id) {
			continue
		}
		answered := *it
		answered.ResponseStatus = &model.ResponseStatus{Response: says}
		switch {
		case says == model.ResponseAccepted && it.ShowAs == model.ShowTentative:
			answered.ShowAs = model.ShowBusy
		case says == model.ResponseTentative:
			answered.ShowAs = model.ShowTentative
		}
		e.items[i] = &answered
	}
	e.version++
}

// rename gives events the ids that the service has for them.
func (e *events) rename(names map[string]string) {
	if len(names) == 0 {
		return
	}
	for i, it := range e.items {
		id, ok := names[it.ID]
		master, series := names[it.SeriesMasterID]
		if !ok && !series {
			continue
		}
		named := *it
		if ok {
			named.ID = id
		}
		if series {
			named.SeriesMasterID = master
		}
		e.items[i] = &named
	}
	e.version++
}

// occurrenceOf is the occurrence of a series as the service would list it,
// under an id that holds until the service has told its own.
func occurrenceOf(master model.Event, o model.Instance, zone *time.Location) model.Event {
	e := master
	e.ID, e.SeriesMasterID, e.Type, e.Recurrence, e.RecurrenceRule = master.ID+":"+o.Date.String(), master.ID, model.Occurrence, nil, ""
	e.Start, e.End = moved(master.Start, o.Start, zone), moved(master.End, o.End, zone)
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
