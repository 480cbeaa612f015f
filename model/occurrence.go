package model

import (
	"iter"
	"slices"
	"time"
)

// Instance is one occurrence of a series. N numbers the dates of the series
// from 0, counting the cancelled and the replaced ones; Date is the date in
// the series' zone that the pattern gave it, which identifies it in its
// series for good; Clock is the time since midnight at which it is written to
// start on that date; Replaced says that Start and End are those of an Override.
type Instance struct {
	N          int
	Date       Date
	Clock      time.Duration
	Start, End time.Time
	Replaced   bool
}

// Override is an occurrence that is no longer as the pattern says: moved to
// another time, or, when Cancelled, gone.
type Override struct {
	Date       Date
	Start, End time.Time
	Cancelled  bool
}

// With returns the series with some occurrences cancelled or replaced. They
// still count in a numbered range. Overrides for dates that the pattern does
// not have are dropped; of two for one date the later in the list holds.
func (s *Series) With(overrides ...Override) *Series {
	byDate := map[Date]Override{}
	for _, o := range overrides {
		byDate[o.Date] = o
	}
	c := *s
	c.edited, c.moved = slices.Clone(s.edited), slices.Clone(s.moved)
	for d, o := range byDate {
		n, ok := s.number(d)
		if !ok {
			continue
		}
		c.edited = append(c.edited, d)
		c.moved = slices.DeleteFunc(c.moved, func(i Instance) bool { return i.Date == d })
		if !o.Cancelled {
			c.moved = append(c.moved, Instance{N: n, Date: d, Start: o.Start, End: o.End, Replaced: true})
		}
	}
	slices.Sort(c.edited)
	c.edited = slices.Compact(c.edited)
	slices.SortFunc(c.moved, func(a, b Instance) int {
		if by := a.Start.Compare(b.Start); by != 0 {
			return by
		}
		return a.N - b.N
	})
	return &c
}

// Occurrences returns what of the series meets the window from <= t < to, in
// order of start. An occurrence that began before the window and is still
// going on meets it, one that ends when the window begins does not; an
// occurrence without length meets it when it starts in it. Reaching the
// window takes the same time however long ago the series began.
func (s *Series) Occurrences(from, to time.Time) iter.Seq[Instance] {
	return func(yield func(Instance) bool) {
		moved := s.moved
		for i := range s.unmoved(s.numberNear(from), to) {
			for len(moved) > 0 && moved[0].Start.Before(i.Start) {
				if moved[0].Meets(from, to) && !yield(moved[0]) {
					return
				}
				moved = moved[1:]
			}
			if i.Meets(from, to) && !yield(i) {
				return
			}
		}
		for _, i := range moved {
			if i.Meets(from, to) && !yield(i) {
				return
			}
		}
	}
}

// Meets reports whether the instance meets the window from <= t < to.
func (i Instance) Meets(from, to time.Time) bool {
	return i.Start.Before(to) && (i.End.After(from) || i.End.Equal(i.Start) && !i.Start.Before(from))
}

// numberNear returns the number of an occurrence before which none can meet a
// window that begins at from.
func (s *Series) numberNear(from time.Time) int {
	// Two days more: a gap may move a start by up to a day.
	longest := s.placing.length.most()/(24*time.Hour) + 2
	return s.seq.from(DateIn(from.In(s.Zone())) - Date(longest))
}

// unmoved returns the occurrences that are as the pattern says, from the nth
// on, as long as they start before to.
func (s *Series) unmoved(n int, to time.Time) iter.Seq[Instance] {
	return func(yield func(Instance) bool) {
		p := s.placer()
		for ; n <= s.last; n++ {
			i := p.instance(n)
			if !i.Start.Before(to) {
				return
			}
			if _, edited := slices.BinarySearch(s.edited, i.Date); edited {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

// placer places dates of a series; it keeps what the zone's last answer was.
type placer struct {
	s    *Series
	zone wallZone
}

func (s *Series) placer() placer { return placer{s: s, zone: wallZone{loc: s.Zone()}} }

func (p *placer) instance(n int) Instance {
	i := Instance{N: n, Date: p.s.seq.at(n), Clock: p.s.placing.clock}
	i.Start, i.End = p.s.placing.on(i.Date, i.Clock, &p.zone)
	return i
}

// Next returns the first count occurrences that start at or after a time.
func (s *Series) Next(count int, after time.Time) []Instance {
	var list []Instance
	for i := range s.Occurrences(after, MaxDate.At(0, time.UTC)) {
		if len(list) >= count {
			break
		}
		if !i.Start.Before(after) {
			list = append(list, i)
		}
	}
	return list
}

// Nth returns the nth occurrence, counted from 0, as the pattern says:
// overrides are not applied. There is none when the series is shorter.
func (s *Series) Nth(n int) (Instance, bool) {
	if n < 0 || n > s.last {
		return Instance{}, false
	}
	p := s.placer()
	return p.instance(n), true
}

// Len returns how many occurrences the pattern gives, cancelled ones counted;
// ok is false for a series without end.
func (s *Series) Len() (count int, ok bool) {
	return s.last + 1, s.rule.Range.Type != RangeNoEnd
}

// Contains reports whether the pattern falls on a date, and the occurrence of
// that date was neither cancelled nor replaced.
func (s *Series) Contains(d Date) bool {
	_, ok := s.number(d)
	_, edited := slices.BinarySearch(s.edited, d)
	return ok && !edited
}

// On returns the occurrence of a date as the pattern says, without overrides.
func (s *Series) On(d Date) (Instance, bool) {
	n, ok := s.number(d)
	if !ok {
		return Instance{}, false
	}
	return s.Nth(n)
}

// At returns the occurrence that the pattern starts at an instant: how an
// exception finds its place by its originalStart.
func (s *Series) At(start time.Time) (Instance, bool) {
	near := DateIn(start.In(s.Zone()))
	for d := near - 1; d <= near+1; d++ { // a gap may have moved it to the next day
		if i, ok := s.On(d); ok && i.Start.Equal(start) {
			return i, true
		}
	}
	return Instance{}, false
}

// number returns the number of the occurrence of a date.
func (s *Series) number(d Date) (int, bool) {
	n := s.seq.from(d)
	if n > s.last || s.seq.at(n) != d {
		return 0, false
	}
	return n, true
}

// Split divides the recurrence for a change "from here on": head ends with
// the last occurrence before d, tail begins with the first on or after d and
// ends where the series did. It is refused when one of the two would be empty.
func (s *Series) Split(d Date) (head, tail PatternedRecurrence, err error) {
	n := s.seq.from(d)
	if n == 0 || n > s.last {
		return head, tail, refuse("recurrence", "the series has no occurrence on both sides of %s", d)
	}
	head, tail = s.rule, s.rule
	head.Range = RecurrenceRange{
		Type: RangeEndDate, StartDate: s.rule.Range.StartDate, EndDate: s.seq.at(n - 1).String(),
		RecurrenceTimeZone: s.rule.Range.RecurrenceTimeZone,
	}
	tail.Range.StartDate = s.seq.at(n).String()
	if tail.Range.Type == RangeNumbered {
		tail.Range.NumberOfOccurrences = s.last + 1 - n
	}
	return head, tail, nil
}
