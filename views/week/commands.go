package week

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// margin is how much is loaded around the days shown, so that the next week
// is there before it is asked for.
const margin = 14 * 24 * time.Hour

func (m *Model) loadCalendars() tea.Cmd {
	m.read = m.env.Now()
	return views.Load(&m.work, &m.listing, m.service.Calendars, m.onCalendars)
}

// unread says that the calendars could not be read; where there is no right to
// them the screen says so.
func (m *Model) unread(err error) tea.Cmd {
	if _, missing := views.Missing(m.env, err); missing {
		return nil
	}
	return notify(views.Failure, "Could not read the calendars: ", err)
}

func (m *Model) onCalendars(all []Calendar, err error) tea.Cmd {
	if m.failed = err; err != nil {
		return m.unread(err)
	}
	hidden := map[string]bool{}
	for _, c := range m.book.calendars {
		hidden[c.Key()] = c.hidden
	}
	m.book.calendars = newCalendars(all)
	for _, c := range m.book.calendars {
		c.hidden = hidden[c.Key()] || slices.Contains(m.hiddenAtFirst, c.Key())
	}
	m.hiddenAtFirst = nil
	if len(m.book.calendars) == 0 { // with nothing to read, refresh would ask for the calendars again
		from, to := m.around()
		m.book.replace(from, to, nil)
		return tea.Batch(m.touch(), m.openKept())
	}
	return tea.Batch(m.refresh(), m.openKept())
}

// window is what has to be loaded to show the days in sight.
func (m *Model) window() (from, to time.Time) {
	first := m.first()
	return first.At(0, m.zone()), (first + model.Date(max(m.shownDays(), week))).At(0, m.zone())
}

// around is the window with its margin.
func (m *Model) around() (from, to time.Time) {
	from, to = m.window()
	return from.Add(-margin), to.Add(margin)
}

// loadWindow loads what is in sight unless it has been.
func (m *Model) loadWindow() tea.Cmd {
	if from, to := m.window(); m.book.covers(from, to) || m.loading.Busy() && m.asked.covers(from, to) {
		return nil
	}
	return m.refresh()
}

// perCalendar is how rarely a calendar is read while nothing is done: each is
// a request, so the more there are the longer it takes until they are read
// anew.
const perCalendar = 75 * time.Second

// poll reads the calendars anew when it is time, while they are looked at.
func (m *Model) poll() tea.Cmd {
	rest := max(m.options.Poll, time.Duration(len(m.book.calendars))*perCalendar)
	rest = m.work.Rest(&m.loading, m.work.Rest(&m.listing, rest))
	if !m.shown || m.env.Now().Sub(m.read) < rest {
		return nil
	}
	return m.refresh()
}

// Focus reads what has not been read for a while.
func (m *Model) Focus() tea.Cmd {
	m.shown = true
	if m.read.IsZero() {
		return nil // Init does it
	}
	return m.poll()
}

// Blur stops reading by itself.
func (m *Model) Blur() { m.shown = false }

// refresh reads all calendars anew, side by side.
func (m *Model) refresh() tea.Cmd {
	if m.edits.Busy() {
		return nil // the last write does it
	}
	if len(m.book.calendars) == 0 {
		if m.listing.Busy() {
			return nil
		}
		return m.loadCalendars()
	}
	m.read = m.env.Now()
	from, to := m.around()
	m.asked = book{from: from, to: to}
	service, calendars := m.service, m.book.calendars
	return views.Load(&m.work, &m.loading, func(ctx context.Context) ([]*item, error) {
		return readAll(ctx, service, calendars, from, to)
	}, func(items []*item, err error) tea.Cmd { return m.onEvents(from, to, items, err) })
}

// readAll reads a window of each calendar; those that cannot be read leave
// the others as they are.
func readAll(ctx context.Context, service Service, calendars []*calendar, from, to time.Time) ([]*item, error) {
	type page struct {
		events []model.Event
		err    error
	}
	pages := make([]chan page, len(calendars))
	for i, c := range calendars {
		pages[i] = make(chan page, 1)
		go func() {
			events, err := service.View(ctx, c.Calendar, from, to)
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
		for _, e := range p.events {
			if it, ok := newItem(e, c); ok {
				items = append(items, it)
			}
		}
	}
	return items, failed
}

// onEvents takes a window of all calendars. Where some could not be read, err
// says why, and the others are there.
func (m *Model) onEvents(from, to time.Time, items []*item, err error) tea.Cmd {
	if m.failed = err; err != nil && len(items) == 0 {
		return m.unread(err)
	}
	m.book.replace(from, to, items)
	if m.card != nil {
		m.card.renew(m)
	}
	return m.touch()
}

// whole gets an event with all that belongs to it, and goes on with it.
func (m *Model) whole(at Ref, next func(model.Event) tea.Cmd) tea.Cmd {
	service := m.service
	at.ID = m.edits.Now(at.ID)
	return views.Load(&m.work, &m.opening, func(ctx context.Context) (model.Event, error) { return service.Event(ctx, at) },
		func(e model.Event, err error) tea.Cmd {
			if err != nil {
				return notify(views.Failure, "Could not read the event: ", err)
			}
			return next(e)
		})
}

func (m *Model) pollLater() tea.Cmd {
	return m.work.After(m.options.Poll, func() tea.Cmd { return tea.Batch(m.poll(), m.openKept(), m.pollLater()) })
}

// minuteLater draws the now line anew when the minute is over.
func (m *Model) minuteLater() tea.Cmd {
	now := m.env.Now()
	return m.work.After(now.Truncate(time.Minute).Add(time.Minute).Sub(now), m.minuteLater)
}
