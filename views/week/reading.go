package week

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// reading is what is read of the calendars: which there are, the window of
// their events that is in sight, and single events whole. It fills events, and
// tells the model when it has.
type reading struct {
	*shared

	window  func() (from, to time.Time)           // what is in sight
	writing func() bool                           // something is told to the service; the last of it has all read anew
	idNow   func(id string) string                // of an event, which the service may call otherwise since
	changed func(names map[string]string) tea.Cmd // the events are others; names are those of events.replace
	opened  func() tea.Cmd                        // there are calendars

	listing, loading, opening views.Request
	asked                     window    // that is being loaded
	last                      time.Time // when the calendars were last asked for
	failed                    error     // why they could not be read
	seen                      bool      // the screen is looked at
	colleagues                []model.EmailAddress
	hiddenAtFirst             []string // calendars that the last session had hidden, until they are loaded
}

// margin is how much is loaded around the days shown, so that the next week
// is there before it is asked for.
const margin = 14 * 24 * time.Hour

// calendars reads which calendars there are, and then their events.
func (r *reading) calendars() tea.Cmd {
	r.last = r.env.Now()
	return views.Load(&r.work, &r.listing, r.service.Calendars, r.onCalendars)
}

// unread says that the calendars could not be read; where there is no right to
// them the screen says so.
func (r *reading) unread(err error) tea.Cmd {
	if _, missing := views.Missing(r.env, err); missing {
		return nil
	}
	return views.Notice(views.Failure, "Could not read the calendars: ", views.Reason(err, oneIsGone))
}

// oneIsGone is what is said of a calendar that was deleted elsewhere.
const oneIsGone = "one of them is no longer there"

func (r *reading) onCalendars(all []Calendar, err error) tea.Cmd {
	if r.failed = err; err != nil {
		return r.unread(err)
	}
	hidden := map[string]bool{}
	for _, c := range r.events.calendars {
		hidden[c.Key()] = c.hidden
	}
	r.events.calendars = newCalendars(beside(all, r.colleagues))
	for _, c := range r.events.calendars {
		c.hidden = hidden[c.Key()] || slices.Contains(r.hiddenAtFirst, c.Key())
	}
	r.hiddenAtFirst = nil
	if len(r.events.calendars) == 0 { // with nothing to read, refresh would ask for the calendars again
		return tea.Batch(r.changed(r.events.replace(r.around(), nil)), r.opened())
	}
	return tea.Batch(r.refresh(), r.opened())
}

// around is what is in sight with its margin.
func (r *reading) around() window {
	from, to := r.window()
	return window{from.Add(-margin), to.Add(margin)}
}

// follow loads what is in sight unless it has been.
func (r *reading) follow() tea.Cmd {
	from, to := r.window()
	if r.events.covers(from, to) || r.loading.Busy() && r.asked.covers(from, to) {
		return nil
	}
	return r.refresh()
}

// perCalendar is how rarely a calendar is read while nothing is done: each is
// a request, so the more there are the longer it takes until they are read
// anew.
const perCalendar = 75 * time.Second

// look reads the calendars anew when it is time, while they are looked at.
func (r *reading) look() tea.Cmd {
	rest := max(r.options.Poll, time.Duration(len(r.events.calendars))*perCalendar)
	rest = r.work.Rest(&r.loading, r.work.Rest(&r.listing, rest))
	if !r.seen || r.last.IsZero() || r.env.Now().Sub(r.last) < rest {
		return nil
	}
	return r.refresh()
}

// refresh reads all calendars anew, side by side.
func (r *reading) refresh() tea.Cmd {
	if r.writing() {
		return nil // the last write does it
	}
	if len(r.events.calendars) == 0 {
		if r.listing.Busy() {
			return nil
		}
		return r.calendars()
	}
	r.last, r.asked = r.env.Now(), r.around()
	service, calendars, asked := r.service, r.events.calendars, r.asked
	return views.Load(&r.work, &r.loading, func(ctx context.Context) ([]*item, error) {
		return readAll(ctx, service, calendars, asked)
	}, func(items []*item, err error) tea.Cmd { return r.onEvents(asked, items, err) })
}

// readAll reads a window of each calendar; those that cannot be read leave
// the others as they are.
func readAll(ctx context.Context, service Reading, calendars []*calendar, w window) ([]*item, error) {
	type page struct {
		events []model.Event
		err    error
	}
	pages := make([]chan page, len(calendars))
	for i, c := range calendars {
		pages[i] = make(chan page, 1)
		go func() {
			events, err := service.View(ctx, c.Calendar, w.from, w.to)
			pages[i] <- page{events, err}
		}()
	}
	var items []*item
	var failed error
	for i, c := range calendars {
		p := <-pages[i]
		if p.err != nil {
			failed = p.err
		}
		items = append(items, newItems(p.events, c)...)
	}
	return items, failed
}

// onEvents takes a window of all calendars. Where some could not be read, err
// says why, and the others are there.
func (r *reading) onEvents(w window, items []*item, err error) tea.Cmd {
	if r.failed = err; err != nil && len(items) == 0 {
		return r.unread(err)
	}
	return r.changed(r.events.replace(w, items))
}

// whole gets an event with all that belongs to it, and goes on with it.
func (r *reading) whole(at Ref, next func(model.Event) tea.Cmd) tea.Cmd {
	service := r.service
	at.ID = r.idNow(at.ID)
	return views.Load(&r.work, &r.opening, func(ctx context.Context) (model.Event, error) {
		return service.Event(ctx, at)
	}, func(e model.Event, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not read the event: ", views.Reason(err, noLongerThere))
		}
		return next(e)
	})
}

// instanceSpan is how far around an event the instances of its series are
// listed.
const instanceSpan = 366 * 24 * time.Hour

// instances lists the occurrences of a series around one of them.
func (r *reading) instances(of *item, next func([]*item) tea.Cmd) tea.Cmd {
	service, at := r.service, Ref{of.calendar.Group, r.idNow(of.master())}
	from, to := of.start.Add(-instanceSpan), of.start.Add(instanceSpan)
	return views.Load(&r.work, &r.opening, func(ctx context.Context) ([]model.Event, error) {
		return service.Instances(ctx, at, from, to)
	}, func(events []model.Event, err error) tea.Cmd {
		if err != nil {
			return views.Notice(views.Failure, "Could not list the series: ", views.Reason(err, noLongerThere))
		}
		for i, e := range events {
			if e.Type == "" {
				events[i].Type = model.Occurrence
			}
		}
		return next(newItems(events, of.calendar))
	})
}
