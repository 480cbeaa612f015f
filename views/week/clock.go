package week

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/views/invite"
)

// clock is the person's: the present, and times as it shows them.
type clock struct{ env views.Env }

func (c clock) zone() *time.Location { return c.env.Zone() }

// now is the present on the clock.
func (c clock) now() time.Time { return c.env.Now().In(c.zone()) }

func (c clock) today() model.Date { return model.DateIn(c.now()) }

// over says that nothing of an event is to come; of a series that is not told by
// one of its dates.
func (c clock) over(it *item) bool {
	return it.SeriesMasterID == "" && invite.Over(&it.Event, c.now())
}

// startOf is when an event begins: an all-day event with its day.
func (c clock) startOf(it *item) time.Time {
	if it.allDay {
		return it.first.At(0, c.zone())
	}
	return it.start
}

// moment is a time in words, for the status line: "Thu 22 Oct 10:00".
func (c clock) moment(t time.Time, allDay bool) string {
	if allDay {
		return views.Day(t.In(c.zone()), c.now())
	}
	return views.DateTime(t, c.now())
}

// length is when something begins and when it is over.
func (c clock) length(from, to time.Time) string {
	return views.Span(from, to, c.now())
}

// words say which event the cursor is on, for those that are drawn small.
func (c clock) words(it *item) string {
	if it.allDay {
		return it.title.String()
	}
	return views.Clocks(it.start.In(c.zone()), it.end.In(c.zone())) + " " + it.title.String()
}

// clockText is a time of day: "09:30".
func clockText(clock time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(clock.Hours()), int(clock.Minutes())%60)
}

// hours is a clock time without its minutes when there are none.
func hours(clock time.Duration) string { return strings.TrimSuffix(clockText(clock), ":00") }

// abbreviation is a zone as clocks call it: "BST", or its offset.
func abbreviation(t time.Time) string {
	name, offset := t.Zone()
	if name != "" && name[0] != '+' && name[0] != '-' {
		return name
	}
	s := fmt.Sprintf("%+03d", offset/3600)
	if minutes := abs(offset) % 3600 / 60; minutes != 0 {
		s += fmt.Sprintf(":%02d", minutes)
	}
	return s
}
