// Package ics reads and writes iCalendar files (RFC 5545) as events of the
// interface.
//
// Reading is forgiving, as files in the wild are broken in many ways: a
// component that cannot be understood is left out with a reason, the others
// come in. It is bounded: the length of a line, the number of components and
// their nesting have limits, so that no file can use up memory or time. Times
// become wall times of IANA zones, wherever the file took its zones from: by
// IANA or Windows name, by rules of its own (VTIMEZONE), or by none.
//
// A recurrence rule becomes one of the six patterns of the interface when one
// falls on the same dates, and is kept word for word when none does; Rule
// expands it then. Writing uses the patterns' exact counterparts, so that a
// series survives being written and read.
package ics

import (
	"errors"
	"time"

	"daybook/model"
)

// ErrFormat means that a file has nothing of a calendar in it.
var ErrFormat = errors.New("is not an iCalendar file: no BEGIN:VCALENDAR or BEGIN:VEVENT")

// Options say what a file leaves open. The zero value is usable.
type Options struct {
	// Zone is where times without a zone are, and dates: an IANA or Windows
	// name, UTC when empty.
	Zone string
	// MaxEvents bounds the number of events, 100,000 when zero.
	MaxEvents int
}

// Calendar is what a file holds: its events, and what of it was left out.
// Method is that of an invitation (REQUEST, REPLY, CANCEL...), upper case.
type Calendar struct {
	Name     string
	Method   string
	Items    []Item
	Problems []Problem
}

// Problem is something that was left out or changed, and why. Line is where
// it begins in the file, counted from 1. LeftOut tells what did not come in
// from what came in otherwise than it was written.
type Problem struct {
	Line    int
	UID     string
	Reason  string
	LeftOut bool
}

// Item is one event, or one series with all that belongs to it.
type Item struct {
	// Event is a single instance or a series master. Its Recurrence is set
	// when a pattern expresses the file's rule, its RecurrenceRule when none
	// does. A single instance with an OriginalStart is the occurrence of a
	// series that is not in the file; one that was cancelled says so.
	Event model.Event
	// Sequence is the highest SEQUENCE of what belongs to it: a higher one is a
	// newer version (RFC 5546, 2.1.4). Modified is the latest LAST-MODIFIED.
	Sequence int
	Modified time.Time
	// Cancelled are the original starts of occurrences that were deleted.
	Cancelled []time.Time
	// Exceptions are occurrences that were changed; OriginalStart says which.
	Exceptions []model.Event
	// Added are occurrences on dates that the rule does not have, each a
	// single instance.
	Added []model.Event
}
