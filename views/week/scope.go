package week

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// scope is how much of a series something is done to.
type scope int

const (
	one scope = iota
	following
	all
)

// scoped asks once how much of a series is meant, and gets the series when it
// is more than the one; an event that does not recur is not asked about.
func (m *Model) scoped(verb string, it *item, do func(scope, model.Event, *item) tea.Cmd) tea.Cmd {
	if it.SeriesMasterID == "" {
		return do(one, it.Event, it)
	}
	items := []picker.Item{
		{ID: "one", Title: text.Literal("This event alone"), Detail: text.Clean(m.moment(m.startOf(it), it.allDay))},
		{ID: "following", Title: text.Literal("This and the following")},
		{ID: "all", Title: text.Literal("The whole series")},
	}
	title := text.Concat(text.Clean(verb+" "), it.title)
	return m.dialog.Pick(&m.theme, items, picker.Options{Title: title, Placeholder: text.Literal("how much of the series?")}, func(c picker.Choice) tea.Cmd {
		s := map[string]scope{"one": one, "following": following, "all": all}[c.IDs[0]]
		if s == one {
			return do(one, it.Event, it)
		}
		return m.whole(Ref{it.calendar.Group, it.SeriesMasterID}, func(master model.Event) tea.Cmd {
			if master.Recurrence == nil {
				return notify(views.Warning, "The series has a rule that daybook can show but not change")
			}
			return do(s, master, it)
		})
	})
}

// editOf is the write that makes after of target: for "this and the following"
// the series ends and another one goes on.
func (m *Model) editOf(s scope, it *item, target, after model.Event) write {
	key := it.calendar.Key()
	whole := write{Change: change.Change{Edits: []change.Edit{{Calendar: key, Before: &target, After: &after}}}}
	if s != following {
		return whole
	}
	date, passed, ok := m.placeIn(target, it)
	before, ok2 := change.Until(target, date)
	if !ok || !ok2 {
		return whole // from its first occurrence on it is the whole series
	}
	newDate := date
	if start, err := after.Start.Time(); err == nil {
		if was, err := target.Start.Time(); err == nil {
			newDate += model.DateIn(start.In(m.zone())) - model.DateIn(was.In(m.zone()))
		}
	}
	rest, err := change.From(after, newDate, passed)
	if err != nil {
		return whole
	}
	rest.ID = m.env.NewID()
	return write{Change: change.Change{Edits: []change.Edit{
		{Calendar: key, Before: &target, After: &before},
		{Calendar: key, After: &rest},
	}}}
}

// endOf is the write that removes an event, a series, or the rest of one.
func (m *Model) endOf(s scope, it *item, target model.Event) write {
	edit := change.Edit{Calendar: it.calendar.Key(), Before: &target}
	if s == following {
		if date, _, ok := m.placeIn(target, it); ok {
			if before, ok := change.Until(target, date); ok {
				edit.After = &before
			}
		}
	}
	return write{Change: change.Change{Edits: []change.Edit{edit}}}
}

// placeIn is the date that the series has given an occurrence, and how many
// came before it.
func (m *Model) placeIn(master model.Event, it *item) (date model.Date, passed int, ok bool) {
	series, err := model.NewSeries(*master.Recurrence, *master.Start, *master.End)
	if err != nil {
		return 0, 0, false
	}
	start := it.start
	if it.OriginalStart != nil {
		start = *it.OriginalStart
	}
	for _, o := range series.Next(1, start) {
		return o.Date, o.N, true
	}
	return 0, 0, false
}
