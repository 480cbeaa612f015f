package week

import (
	"fmt"
	"time"

	"daybook/model"
)

// Rule is the rule of a series that is none of the interface's patterns.
type Rule interface {
	// Occurrences lists what meets a window, in order of start, of a rule with
	// very many the first.
	Occurrences(from, to time.Time) []model.Instance
	// Words is the rule as people say it; nothing where there are no words.
	Words() string
}

// rules reads the rules of series; nil reads none.
type rules func(rule string, start, end model.DateTimeTimeZone) (Rule, error)

// of is the rule of a series, nil for one without or with one that cannot be
// read.
func (r rules) of(e model.Event) Rule {
	if r == nil || e.RecurrenceRule == "" || e.Recurrence != nil || e.Start == nil || e.End == nil {
		return nil
	}
	rule, err := r(e.RecurrenceRule, *e.Start, *e.End)
	if err != nil {
		return nil
	}
	return rule
}

// words says when a series recurs.
func (r rules) words(e model.Event) string {
	if e.Recurrence != nil {
		return e.Recurrence.Words()
	}
	if rule := r.of(e); rule != nil && rule.Words() != "" {
		return rule.Words()
	}
	if e.RecurrenceRule != "" {
		return "by the rule " + e.RecurrenceRule
	}
	return ""
}

// furthest is how many years ahead the next occurrence of a rule is looked for.
const furthest = 10

// ruledOccurrence is occurrenceOf for a series with a rule, which may have
// several a day.
func ruledOccurrence(master model.Event, o model.Instance) model.Event {
	e := occurrenceOf(master, o, time.UTC)
	if o.Clock != 0 {
		e.ID += fmt.Sprintf("T%d", int(o.Clock/time.Minute))
	}
	return e
}
