package model

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParseRecurrence reads a recurrence in English words, for an event that
// starts on a date: "every weekday", "every 2 weeks on tue, thu until 1 mar",
// "monthly on the last friday", "yearly on 29 feb", "every third day, 10
// times". What is not said comes from the start: "weekly" recurs on its day
// of the week, "monthly" on its day of the month; a date without a year is
// the first one on or after it. The series begins on the first day on or after
// the start that the words name, and the interval counts from there. The result
// has no zone and no default of its
// own beyond that; "never" or an empty text give nil. The error quotes the
// word that was not understood.
func ParseRecurrence(text string, start Date) (*PatternedRecurrence, error) {
	p := recurrenceParser{start: start, text: text}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r == ' ' || r == ',' || r == '\t' || r == '.'
	}) {
		if n := len(p.words); word == "of" && n > 0 {
			p.dayOf = p.words[n-1]
		}
		if !slices.Contains(fillers, word) {
			p.words = append(p.words, word)
		}
	}
	switch strings.Join(p.words, " ") {
	case "", "never", "no", "none", "once", "not", "does not": // "does not repeat"
		return nil, nil
	}
	if err := p.parse(); err != nil {
		return nil, err
	}
	p.rule.Range.StartDate = p.begins().String()
	if p.rule.Range.Type == "" {
		p.rule.Range.Type = RangeNoEnd
	}
	return &p.rule, nil
}

// begins is the first day on or after the start on which the pattern can be,
// whatever its interval: from there people count "every second Tuesday".
func (p *recurrenceParser) begins() Date {
	pattern := p.rule.Pattern
	pattern.Interval = 1
	seq, _, err := compilePattern(pattern, p.start)
	if err != nil { // NewSeries says what
		return p.start
	}
	return seq.at(seq.from(p.start))
}

// fillers carry no meaning between words that do.
var fillers = []string{"and", "or", "the", "of", "on", "in", "a", "an", "&", "repeat", "repeats", "at", "for"}

// recurrenceParser reads words from left to right.
type recurrenceParser struct {
	text  string
	words []string
	dayOf string // the word before "of": the 2nd of a month is no second month
	start Date
	rule  PatternedRecurrence
}

func (p *recurrenceParser) fail() error {
	at := "its end"
	if len(p.words) > 0 {
		at = strconv.Quote(p.words[0])
	}
	return refuse("recurrence", "cannot read the recurrence %q at %s: try \"every weekday\", \"every 2 weeks on tue, thu until 1 mar\" or \"monthly on the last friday\"", p.text, at)
}

// peek returns the next word, "" at the end.
func (p *recurrenceParser) peek() string {
	if len(p.words) == 0 {
		return ""
	}
	return p.words[0]
}

// accept takes the next word when it is one of those.
func (p *recurrenceParser) accept(words ...string) bool {
	if len(p.words) > 0 && slices.Contains(words, p.words[0]) {
		p.words = p.words[1:]
		return true
	}
	return false
}

// follows reports whether the word after the next is one of those.
func (p *recurrenceParser) follows(words ...string) bool {
	return len(p.words) > 1 && slices.Contains(words, p.words[1])
}

func (p *recurrenceParser) parse() error {
	if err := p.parseRhythm(); err != nil {
		return err
	}
	for len(p.words) > 0 {
		if ok, err := p.parseEnd(); err != nil {
			return err
		} else if !ok {
			return p.fail()
		}
	}
	return nil
}

// parseRhythm reads the pattern: how often, then on which days.
func (p *recurrenceParser) parseRhythm() error {
	pattern := &p.rule.Pattern
	pattern.Interval = 1
	if !p.accept("every", "each") {
		if p.startsWithDay() { // "last friday of every month"
			return p.parseDayFirst()
		}
	} else if len(p.words) > 1 && p.peek() == "last" || p.atDayOfMonth() { // "every last friday", "every 31st"
		return p.parseMonthly()
	} else if month, day, ok := p.parseDayAndMonth(); ok { // "every 29 feb"
		pattern.Type, pattern.Month, pattern.DayOfMonth = AbsoluteYearly, int(month), day
		return nil
	} else {
		p.parseInterval()
	}
	switch {
	case p.atDays():
		return p.parseWeekly()
	case p.accept("day", "days", "daily"):
		pattern.Type = Daily
		return nil
	case p.accept("fortnight", "fortnights", "fortnightly", "biweekly"):
		pattern.Interval *= 2
		return p.parseWeekly()
	case p.accept("week", "weeks", "weekly"):
		return p.parseWeekly()
	case p.accept("month", "months", "monthly"):
		return p.parseMonthly()
	case p.accept("quarter", "quarters", "quarterly"):
		pattern.Interval *= 3
		return p.parseMonthly()
	case p.accept("year", "years", "yearly", "annually"):
		return p.parseYearly()
	}
	return p.fail()
}

// atDayOfMonth reports whether a day of the month comes next, and no interval:
// "31st" with nothing that it could count behind it, or "2nd of the month".
func (p *recurrenceParser) atDayOfMonth() bool {
	word := p.peek()
	n, ok := ordinal(word)
	if _, bare := digits(word); !ok || bare || n < 1 || n > 31 {
		return false
	}
	if word == p.dayOf && p.follows("month") {
		return true
	}
	return !slices.Contains(ordinalWords, word) && (len(p.words) == 1 || p.follows(untilWords...) || p.follows("forever"))
}

// parseInterval reads "2", "other", "second", "3rd" before a unit.
func (p *recurrenceParser) parseInterval() {
	if p.accept("other") {
		p.rule.Pattern.Interval = 2
	} else if n, ok := ordinal(p.peek()); ok && n > 0 {
		p.words = p.words[1:]
		p.rule.Pattern.Interval = n
	}
}

// startsWithDay reports whether the words begin with "last friday", "first
// weekday", "last day".
func (p *recurrenceParser) startsWithDay() bool {
	_, ok := ordinal(p.peek())
	return (ok || p.peek() == "last") && len(p.words) > 1
}

// parseDayFirst reads "last friday every 2 months", "15th of the month".
func (p *recurrenceParser) parseDayFirst() error {
	if err := p.parseDayInMonth(); err != nil {
		return err
	}
	if p.accept("every", "each") {
		p.parseInterval()
	}
	if !p.accept("month", "months", "monthly") {
		return p.fail()
	}
	return nil
}

func (p *recurrenceParser) parseWeekly() error {
	pattern := &p.rule.Pattern
	pattern.Type = Weekly
	days := p.parseDays()
	if len(days) == 0 {
		days = []time.Weekday{p.start.Weekday()}
	}
	pattern.DaysOfWeek, pattern.FirstDayOfWeek = weekdayNames(days), weekdayName(time.Sunday)
	if p.accept("weeks") && p.accept("from", "starting") {
		first, ok := weekdayWord(p.peek())
		if !ok {
			return p.fail()
		}
		p.words = p.words[1:]
		pattern.FirstDayOfWeek = weekdayName(first)
	}
	return nil
}

func (p *recurrenceParser) parseMonthly() error {
	err := p.parseDayInMonth()
	p.accept("month") // "the last day of the month"
	return err
}

// parseDayInMonth reads the day of a monthly pattern; when none comes next it
// is that of the start.
func (p *recurrenceParser) parseDayInMonth() error {
	pattern := &p.rule.Pattern
	if p.atWeekdayOfMonth() {
		pattern.Type = RelativeMonthly
		return p.parseWeekdayOfMonth()
	}
	pattern.Type = AbsoluteMonthly
	_, _, pattern.DayOfMonth = p.start.Civil()
	p.accept("day")
	if p.accept("last") {
		if !p.accept("day") {
			return p.fail()
		}
		pattern.DayOfMonth = 31
	} else if n, ok := ordinal(p.peek()); ok && n > 0 && !p.follows("times", "occurrences") && (p.peek() == p.dayOf || !p.follows(units...)) {
		if n > 31 {
			return p.fail()
		}
		p.words = p.words[1:]
		p.accept("day")
		pattern.DayOfMonth = n
	}
	return nil
}

func (p *recurrenceParser) parseYearly() error {
	pattern := &p.rule.Pattern
	_, month, day := p.start.Civil()
	pattern.Month = int(month)
	if p.atWeekdayOfMonth() {
		pattern.Type = RelativeYearly
		if err := p.parseWeekdayOfMonth(); err != nil {
			return err
		}
		if month, ok := monthOfWord(p.peek()); ok {
			p.words = p.words[1:]
			pattern.Month = int(month)
		}
		return nil
	}
	pattern.Type, pattern.DayOfMonth = AbsoluteYearly, day
	if p.follows("times", "occurrences") {
		return nil
	}
	if month, day, ok := p.parseDayAndMonth(); ok {
		pattern.Month, pattern.DayOfMonth = int(month), day
	}
	return nil
}

// atWeekdayOfMonth reports whether "first tuesday", "last weekday" come next.
func (p *recurrenceParser) atWeekdayOfMonth() bool {
	if len(p.words) < 2 {
		return false
	}
	_, ok := ordinal(p.words[0])
	if !ok && p.words[0] != "last" {
		return false
	}
	rest := recurrenceParser{words: p.words[1:]}
	return rest.atDays()
}

func (p *recurrenceParser) parseWeekdayOfMonth() error {
	pattern := &p.rule.Pattern
	n, _ := ordinal(p.peek())
	switch {
	case p.peek() == "last":
		pattern.Index = "last"
	case n >= 1 && n <= 4:
		pattern.Index = indexNames[n-1]
	default:
		return p.fail()
	}
	p.words = p.words[1:]
	days := p.parseDays()
	if len(days) == 0 {
		return p.fail()
	}
	pattern.DaysOfWeek = weekdayNames(days)
	return nil
}

// atDays reports whether the next word is a day of the week or a set of them.
func (p *recurrenceParser) atDays() bool {
	_, ok := weekdayWord(p.peek())
	return ok || slices.Contains([]string{"weekday", "weekdays", "workday", "workdays", "weekend", "weekends"}, p.peek()) ||
		p.peek() == "day" && p.follows("week")
}

// parseDays reads days of the week, and sets of them, as long as they come.
func (p *recurrenceParser) parseDays() []time.Weekday {
	var days []time.Weekday
	for {
		if d, ok := weekdayWord(p.peek()); ok {
			p.words = p.words[1:]
			days = append(days, d)
			continue
		}
		switch {
		case p.accept("weekday", "weekdays", "workday", "workdays"):
			days = append(days, workdays...)
		case p.accept("weekend", "weekends"):
			p.accept("day", "days")
			days = append(days, weekend...)
		case p.peek() == "day" && p.follows("week"): // "day of the week"
			p.words = p.words[2:]
			days = append(days, allDays...)
		default:
			slices.Sort(days)
			return slices.Compact(days)
		}
	}
}

// parseEnd reads "until 1 mar 2027", "10 times", "once", "forever".
func (p *recurrenceParser) parseEnd() (bool, error) {
	r := &p.rule.Range
	if r.Type != "" {
		return false, nil
	}
	switch n, isNumber := ordinal(p.peek()); {
	case p.accept("forever"):
		r.Type = RangeNoEnd
	case p.accept("once"):
		r.Type, r.NumberOfOccurrences = RangeNumbered, 1
	case isNumber && n > 0 && p.follows("times", "time", "occurrences", "occurrence"):
		p.words = p.words[2:]
		r.Type, r.NumberOfOccurrences = RangeNumbered, n
	case isNumber && n > 0 && len(p.words) > 1: // "for 3 weeks"
		end, ok := p.after(n, p.words[1])
		if !ok {
			return false, nil
		}
		p.words = p.words[2:]
		r.Type, r.EndDate = RangeEndDate, end.String()
	case p.accept(untilWords...):
		if p.peek() == "yesterday" {
			return false, refuse("recurrence", "the recurrence %q ends before it starts on %s", p.text, p.start)
		}
		end, ok := p.parseDate()
		if !ok {
			return false, p.fail()
		}
		if end < p.start {
			return false, refuse("recurrence", "the recurrence %q ends on %s, before it starts on %s", p.text, end, p.start)
		}
		r.Type, r.EndDate = RangeEndDate, end.String()
	default:
		return false, nil
	}
	return true, nil
}

var units = []string{"day", "days", "week", "weeks", "month", "months", "year", "years"}

var untilWords = []string{"until", "till", "til", "to", "through"}

// after is the last day of so many days, weeks, months or years from the first
// of the series on.
func (p *recurrenceParser) after(n int, unit string) (Date, bool) {
	first := p.begins()
	year, month, day := first.Civil()
	switch strings.TrimSuffix(unit, "s") {
	case "day":
		return first + Date(n) - 1, true
	case "week":
		return first + Date(7*n) - 1, true
	case "month":
		month += time.Month(n)
	case "year":
		year += n
	default:
		return 0, false
	}
	year, month = year+(int(month)-1)/12, (month-1)%12+1
	return DateOf(year, month, min(day, daysIn(year, month))) - 1, year <= 9999
}

// parseDate reads "2027-03-01", "1 mar 2027", "mar 1"; without a year it is
// the first such date on or after the start.
func (p *recurrenceParser) parseDate() (Date, bool) {
	if d, err := ParseDate(p.peek()); err == nil {
		p.words = p.words[1:]
		return d, true
	}
	month, day, ok := p.parseDayAndMonth()
	if !ok {
		return 0, false
	}
	if year, ok := digits(p.peek()); ok && len(p.peek()) == 4 {
		p.words = p.words[1:]
		return DateOf(year, month, day), year > 0 && day <= daysIn(year, month)
	}
	year, _, _ := p.start.Civil()
	for last := year + 8; year <= last; year++ { // the 29th of February may be 8 years away
		if d := DateOf(year, month, day); day <= daysIn(year, month) && d >= p.start {
			return d, true
		}
	}
	return 0, false
}

// parseDayAndMonth reads "29 feb", "feb 29th". Whether the month has that day
// is for the caller to say.
func (p *recurrenceParser) parseDayAndMonth() (month time.Month, day int, ok bool) {
	if len(p.words) < 2 {
		return 0, 0, false
	}
	monthFirst := 0
	if month, ok = monthOfWord(p.words[1]); !ok {
		month, ok = monthOfWord(p.words[0])
		monthFirst = 1
	}
	day, isDay := ordinal(p.words[monthFirst])
	if !ok || !isDay || day < 1 || day > 31 {
		return 0, 0, false
	}
	p.words = p.words[2:]
	return month, day, true
}

var ordinalWords = []string{"", "first", "second", "third", "fourth", "fifth", "sixth"}

// ordinal reads "2", "2nd", "second". Numbers are below 10000.
func ordinal(word string) (int, bool) {
	if n := slices.Index(ordinalWords, word); n > 0 {
		return n, true
	}
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		word = strings.TrimSuffix(word, suffix)
	}
	n, ok := digits(word)
	return n, ok && len(word) <= 4
}

// weekdayWord reads "tue", "tues", "tuesday", "tuesdays".
func weekdayWord(word string) (time.Weekday, bool) {
	if len(word) < 3 {
		return 0, false
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.HasPrefix(weekdayName(d)+"s", word) {
			return d, true
		}
	}
	return 0, false
}

func monthOfWord(word string) (time.Month, bool) {
	if len(word) < 3 {
		return 0, false
	}
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), word) || word == "sept" && m == time.September {
			return m, true
		}
	}
	return 0, false
}
