package odata

import (
	"math"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// extent is what a value of a comparison stands for: from its first value to
// its last, or to end, which is no longer of it. A number, and a time to the
// second, have one value, and no end; a day ends at the next midnight.
type extent struct {
	first, last datum
	end         datum // null where last is the last
}

// compare makes the comparison of a property with a value, or with a range
// of values: a..b is from the beginning of a to the end of b.
func (b *searchBinder) compare(t *SearchTerm, p *searchProperty) (node, *model.Error) {
	op := t.Op
	if p.Op != 0 {
		if op != Eq {
			return nil, refuse("$search", t.Pos, "%s is followed by ':', not by %s", p.Name, op)
		}
		op = p.Op
	}
	l, err := b.compared(t, p)
	if err != nil {
		return nil, err
	}
	if k := l.kind(); k != DateTime && !k.numeric() {
		return b.compareName(t, p, op)
	}
	low, high, isRange := strings.Cut(t.Text, "..")
	if !isRange {
		high = low
	} else if p.Op != 0 || op != Eq && op != Ne {
		return nil, refuse("$search", t.Pos, "%s: a range follows ':', and not %s", p.Name, op)
	}
	from, known := b.extent(low, l.kind(), p.Bytes)
	to, alsoKnown := b.extent(high, l.kind(), p.Bytes)
	if !known || !alsoKnown {
		return nil, refuse("$search", t.Pos, "%s expects %s, not %s", p.Name, expected(l.kind(), p.Bytes), quoted(t.Text))
	}
	if order, _ := compareData(from.first, to.last, true); order > 0 {
		return nil, refuse("$search", t.Pos, "%s: the range %s ends before it begins", p.Name, quoted(t.Text))
	}
	than := func(op Op, v datum) node { return &compare{op: op, l: l, r: &constant{v}} }
	until := func(x extent) node { // up to the end of x
		if x.end.null() {
			return than(Le, x.last)
		}
		return than(Lt, x.end)
	}
	switch op {
	case Lt, Ge:
		return than(op, from.first), nil
	case Le:
		return until(from), nil
	case Gt:
		if from.end.null() {
			return than(Gt, from.last), nil
		}
		return than(Ge, from.end), nil
	}
	within := node(&logic{all: true, terms: []node{than(Ge, from.first), until(to)}})
	if op == Ne {
		within = &negation{within}
	}
	return within, nil
}

// compared is the property, or the column, that is compared.
func (b *searchBinder) compared(t *SearchTerm, p *searchProperty) (node, *model.Error) {
	if p.Column != "" {
		return &property{of: Int, field: &Field{Column: p.Column, NotNull: true}}, nil
	}
	return b.binder().path(&Path{Pos: t.Pos, Segments: strings.Split(p.Compare, "/")})
}

// compareName compares what has no order: a truth, or one of a few names.
func (b *searchBinder) compareName(t *SearchTerm, p *searchProperty, op Op) (node, *model.Error) {
	value := t.Text
	if named, ok := truths[strings.ToLower(value)]; ok {
		value = named
	}
	path := &Path{Pos: t.Pos, Segments: strings.Split(p.Compare, "/")}
	n, err := b.binder().condition(&Compare{Pos: t.Pos, Op: op, L: path, R: &Literal{Pos: t.Pos, Text: t.Text, value: text(value)}}, p.Name)
	if err != nil {
		return nil, searchError(t, err)
	}
	return n, nil
}

// truths are the further names of true and false.
var truths = map[string]string{"yes": "true", "no": "false"}

// expected says what is understood, for a refusal.
func expected(k Kind, bytes bool) string {
	switch {
	case k == DateTime:
		return `a day (2026-01-31, 01/31/2026, today, yesterday), "this" or "last" with week, month or year in quotes, ` +
			"a time (2026-01-31T08:00:00Z), or a range with '..' between"
	case bytes:
		return "a size such as 300, 20KB or 1.5MB, or a range with '..' between"
	}
	return "a number, or a range with '..' between"
}

func (b *searchBinder) extent(s string, k Kind, bytes bool) (extent, bool) {
	s = strings.TrimSpace(s)
	if k == DateTime {
		return b.days(s)
	}
	d, ok := parseNumber(s)
	if bytes {
		d, ok = parseBytes(s)
	}
	return extent{first: d, last: d}, ok && (k != Int || d.kind == Int)
}

// days reads a time, or the days that a word or a date names.
func (b *searchBinder) days(s string) (extent, bool) {
	if from, until, ok := b.calendarDays(strings.ToLower(s)); ok {
		return extent{first: instant(from), last: instant(from), end: instant(until)}, true
	}
	at, ok := parseDateTime(s)
	return extent{first: at, last: at}, ok
}

// calendarDays is from the first midnight of what is named to the one that it
// ends at, in the zone of now. Weeks begin on Monday.
func (b *searchBinder) calendarDays(s string) (from, until time.Time, ok bool) {
	for _, layout := range []string{"2006-01-02", "1/2/2006"} {
		if d, err := time.Parse(layout, s); err == nil && d.Year() >= 1 {
			y, m, day := d.Date()
			return b.midnight(y, m, day), b.midnight(y, m, day+1), true
		}
	}
	if b.now.IsZero() {
		return from, until, false
	}
	y, m, d := b.now.Date()
	back := 0
	which, unit, _ := strings.Cut(s, " ")
	switch which {
	case "today":
		return b.midnight(y, m, d), b.midnight(y, m, d+1), unit == ""
	case "yesterday":
		return b.midnight(y, m, d-1), b.midnight(y, m, d), unit == ""
	case "this":
	case "last":
		back = 1
	default:
		return from, until, false
	}
	switch strings.TrimSpace(unit) {
	case "week":
		d -= (int(b.now.Weekday())+6)%7 + 7*back
		return b.midnight(y, m, d), b.midnight(y, m, d+7), true
	case "month":
		m -= time.Month(back)
		return b.midnight(y, m, 1), b.midnight(y, m+1, 1), true
	case "year":
		return b.midnight(y-back, 1, 1), b.midnight(y-back+1, 1, 1), true
	}
	return from, until, false
}

// midnight is when a day begins, also where clocks skip its midnight.
func (b *searchBinder) midnight(y int, m time.Month, d int) time.Time {
	zone := b.now.Location()
	if b.now.IsZero() {
		zone = time.UTC
	}
	return model.DateIn(time.Date(y, m, d, 12, 0, 0, 0, zone)).At(0, zone)
}

// byteUnits are the units of a size, longer names first.
var byteUnits = []struct {
	name string
	of   float64
}{{"kb", 1 << 10}, {"mb", 1 << 20}, {"gb", 1 << 30}, {"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"b", 1}, {"", 1}}

// parseBytes reads 300, 20KB, 1.5 MB as bytes. Part of a byte is left out.
func parseBytes(s string) (datum, bool) {
	s = strings.ToLower(s)
	for _, u := range byteUnits {
		number, ok := strings.CutSuffix(s, u.name)
		if !ok {
			continue
		}
		number = strings.TrimSpace(number)
		if number == "" || strings.Trim(number, "0123456789.") != "" {
			return datum{}, false
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || n*u.of >= math.MaxInt64 {
			return datum{}, false
		}
		return integer(int64(n * u.of)), true
	}
	return datum{}, false
}
