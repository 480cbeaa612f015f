package eventform

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/widget/form"
	"daybook/widget/text"
)

// What becomes of a series on the 31st in months that have none. The interface
// puts it on their last day, so that its own words for the two are one.
const unsaid, last31, skipped31 = "", "last", "only"

var shortMonths = []form.Option{
	{ID: unsaid, Label: text.Literal("in months without a 31st: choose")},
	{ID: last31, Label: text.Literal("on the last day of each month")},
	{ID: skipped31, Label: text.Literal("on the 31st only")},
}

// monthDay is the day of the month that the words repeat on, where they name
// it and not the last day; 0 for none. A series that is not touched has said.
func (f *Form) monthDay() int {
	words := f.form.Value(repeats)
	if words == f.rule && f.rule != "" || strings.Contains(strings.ToLower(words), "last") {
		return 0
	}
	r, err := Recurrence(words, f.own.start)
	if err != nil || r == nil || r.Pattern.Type != model.AbsoluteMonthly {
		return 0
	}
	return r.Pattern.DayOfMonth
}

// unanswered says that it is still to be chosen what "the 31st of every month"
// means, or that what was chosen cannot be kept.
func (f *Form) unanswered() error {
	if f.options.Alone || f.base.RecurrenceRule != "" || f.monthDay() < 31 {
		return nil
	}
	switch says := f.form.Value(short); {
	case says == unsaid:
		return errors.New("the 31st only, or the last day of each month?")
	case says == skipped31 && f.public():
		return errors.New("this service puts it on the last day of shorter months, and cannot leave them out")
	case says == skipped31 && f.base.ID != "":
		return errors.New("the 31st only is for a new event: make it anew, or take the last day")
	}
	return nil
}

// dates are the first dates of the recurrence in the fields for a span, and the
// words as they were understood.
func (f *Form) dates(t times, count int) (said string, dates []time.Time, err error) {
	words := f.form.Value(repeats)
	if f.unanswered() != nil && f.form.Value(short) == unsaid { // on which days is not said yet
		return "on the 31st: choose below what it does in shorter months", nil, nil
	}
	if f.form.Value(short) != skipped31 || f.monthDay() != 31 {
		return Dates(words, t.start, t.end, count)
	}
	r, err := Recurrence(words, t.start)
	if err != nil || r == nil {
		return "", nil, err
	}
	said = strings.Replace(r.Words(), "last day", "31st only", 1)
	if r.Range.Type == model.RangeNumbered { // those that take place are counted
		count = min(count, r.Range.NumberOfOccurrences)
		r.Range.Type, r.Range.NumberOfOccurrences = model.RangeNoEnd, 0
	}
	all, err := datesOf(r, t.start, t.end, 12*count) // a year has one at least, or none has
	for _, d := range all {
		if d.Day() == 31 && len(dates) < count {
			dates = append(dates, d)
		}
	}
	if len(dates) == 0 && err == nil {
		err = errors.New("no month of it has a 31st")
	}
	return said, dates, err
}

// ruleOf31 is the rule (RFC 5545) of a series on the 31st only, which none of the
// interface's patterns is.
func ruleOf31(r *model.PatternedRecurrence, t times) string {
	rule := "FREQ=MONTHLY;BYMONTHDAY=31"
	if r.Pattern.Interval > 1 {
		rule += fmt.Sprintf(";INTERVAL=%d", r.Pattern.Interval)
	}
	switch r.Range.Type {
	case model.RangeNumbered:
		rule += fmt.Sprintf(";COUNT=%d", r.Range.NumberOfOccurrences)
	case model.RangeEndDate:
		end, err := model.ParseDate(r.Range.EndDate)
		switch {
		case err != nil:
		case t.allDay:
			rule += ";UNTIL=" + strings.ReplaceAll(end.String(), "-", "")
		default:
			rule += ";UNTIL=" + end.At(24*time.Hour-time.Second, t.start.Location()).UTC().Format("20060102T150405Z")
		}
	}
	return rule
}
