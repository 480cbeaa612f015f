package odata

import (
	"strings"
	"time"
	"unicode/utf8"
)

// function is one of $filter's functions. eval is called with no argument
// null; a function of null is null.
type function struct {
	name   string
	params []Kind // String stands for everything like a string
	least  int    // how many of params are required
	result Kind
	eval   func(args []datum, exact bool) datum
}

// functions are those served, by lower-case name. Lower and upper case both
// fold: strings compare without regard to case, so which one was asked for
// cannot be told, and length and positions stay the same.
var functions = map[string]*function{
	"contains":   stringTest("contains", strings.Contains),
	"startswith": stringTest("startswith", strings.HasPrefix),
	"endswith":   stringTest("endswith", strings.HasSuffix),
	"tolower":    stringMap("tolower", Fold),
	"toupper":    stringMap("toupper", Fold),
	"trim":       stringMap("trim", func(s string) string { return strings.Trim(s, trimmed) }),
	"length": {name: "length", params: []Kind{String}, least: 1, result: Int,
		eval: func(a []datum, _ bool) datum { return integer(int64(utf8.RuneCountInString(a[0].str))) }},
	"indexof": {name: "indexof", params: []Kind{String, String}, least: 2, result: Int, eval: indexOf},
	"concat": {name: "concat", params: []Kind{String, String}, least: 2, result: String,
		eval: func(a []datum, _ bool) datum { return text(a[0].str + a[1].str) }},
	"substring": {name: "substring", params: []Kind{String, Int, Int}, least: 2, result: String, eval: substring},
	"date": {name: "date", params: []Kind{DateTime}, least: 1, result: Date,
		eval: func(a []datum, _ bool) datum { return datum{kind: Date, str: a[0].at.UTC().Format(time.DateOnly)} }},
	"year":   timePart("year", func(t time.Time) int { return t.Year() }),
	"month":  timePart("month", func(t time.Time) int { return int(t.Month()) }),
	"day":    timePart("day", time.Time.Day),
	"hour":   timePart("hour", time.Time.Hour),
	"minute": timePart("minute", time.Time.Minute),
	"second": timePart("second", time.Time.Second),
}

// trimmed are the characters trim removes.
const trimmed = "\t\n\v\f\r "

// functionNames lists the functions for a message.
const functionNames = "contains, startswith, endswith, tolower, toupper, trim, length, indexof, substring, concat, date, year, month, day, hour, minute and second"

func stringTest(name string, test func(s, part string) bool) *function {
	return &function{name: name, params: []Kind{String, String}, least: 2, result: Bool,
		eval: func(a []datum, exact bool) datum {
			if exact {
				return boolean(test(a[0].str, a[1].str))
			}
			return boolean(test(Fold(a[0].str), Fold(a[1].str)))
		}}
}

func stringMap(name string, f func(string) string) *function {
	return &function{name: name, params: []Kind{String}, least: 1, result: String,
		eval: func(a []datum, _ bool) datum { return text(f(a[0].str)) }}
}

// timePart is a part of an instant in UTC.
func timePart(name string, part func(time.Time) int) *function {
	return &function{name: name, params: []Kind{DateTime}, least: 1, result: Int,
		eval: func(a []datum, _ bool) datum { return integer(int64(part(a[0].at.UTC()))) }}
}

// indexOf counts code points from 0, -1 when the part is not there.
func indexOf(a []datum, exact bool) datum {
	s, part := a[0].str, a[1].str
	if !exact {
		s, part = Fold(s), Fold(part)
	}
	i := strings.Index(s, part)
	if i > 0 {
		i = utf8.RuneCountInString(s[:i])
	}
	return integer(int64(i))
}

// substring counts code points from 0; what lies outside the string is left
// out.
func substring(a []datum, _ bool) datum {
	r := []rune(a[0].str)
	start := min(max(a[1].num, 0), int64(len(r)))
	end := int64(len(r))
	if len(a) > 2 {
		end = start + min(max(a[2].num, 0), end-start)
	}
	return text(string(r[start:end]))
}
