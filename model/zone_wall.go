package model

import "time"

// Wall returns the instant at which the clocks of a zone show a time. It is
// the one place where a wall time becomes an instant, and follows RFC 5545,
// 3.3.5: a time in the gap when clocks go forward is read with the offset
// before the gap, so 02:30 becomes what the clock shows as 03:30 (time.Date
// would give the hour before); a time that occurs twice when clocks go back
// is the first of the two. Parts out of range are carried.
func Wall(loc *time.Location, year int, month time.Month, day, hour, minute, second, nanosecond int) time.Time {
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute +
		time.Duration(second)*time.Second + time.Duration(nanosecond)
	return DateOf(year, month, day).At(clock, loc)
}

// wallZone resolves wall times of one zone, and remembers the stretch between
// two changes of offset in which the last one fell: the times of a series
// mostly share it, and looking it up costs far more than the arithmetic.
type wallZone struct {
	loc *time.Location

	// Wall seconds from <= w < to have the offset, without doubt: no change
	// of offset is near enough to make w a time in a gap or a fold.
	from, to int64
	offset   int64
}

// changeReach is more than twice the largest offset from UTC that any zone
// has had, in seconds: a change of offset further away cannot touch a wall
// time, not even where a zone skipped a whole day.
const changeReach = 2 * secondsPerDay

// at returns the instant of a clock time on a date.
func (z *wallZone) at(d Date, clock time.Duration) time.Time {
	sec := int64(clock / time.Second)
	nsec := int64(clock % time.Second)
	wall := int64(d)*secondsPerDay + sec
	return time.Unix(z.unix(wall), nsec).In(z.loc)
}

// unix returns the Unix time at which the clock shows wall, counted in
// seconds since 1970-01-01 00:00 on that clock.
func (z *wallZone) unix(wall int64) int64 {
	if z.from <= wall && wall < z.to {
		return wall - z.offset
	}
	// Begin in a stretch that ends before wall or contains it, and walk on:
	// the first stretch that shows wall has its first occurrence.
	start, end, offset := stretch(z.loc, wall-changeReach/2)
	for wall-offset >= end {
		// The next stretch begins where this one ends, whatever ZoneBounds
		// says: at the border from table to rule it may say earlier.
		_, nextEnd, nextOffset := stretch(z.loc, end)
		if wall-nextOffset < end {
			return wall - offset // in the gap between the two
		}
		start, end, offset = end, nextEnd, nextOffset
	}
	z.remember(start, end, offset)
	return wall - offset
}

func (z *wallZone) remember(start, end, offset int64) {
	z.from, z.to, z.offset = start+changeReach, end-changeReach, offset
}

// The bounds of a stretch that has no beginning or no end: far outside the
// years of Date, and safe to add days to.
const (
	beginningOfTime = -1 << 56
	endOfTime       = 1 << 56
)

// stretch returns the Unix times between which a zone keeps the offset that
// it has at unix: start <= unix < end.
func stretch(loc *time.Location, unix int64) (start, end, offset int64) {
	t := time.Unix(unix, 0).In(loc)
	_, o := t.Zone()
	s, e := t.ZoneBounds()
	start, end = beginningOfTime, endOfTime
	if !s.IsZero() {
		start = s.Unix()
	}
	if !e.IsZero() {
		end = e.Unix()
	}
	if end <= unix {
		// On the last day of a leap year, in the years that a zone describes
		// by rule, ZoneBounds takes the year to be over already.
		end = unix + 3600
	}
	return start, end, int64(o)
}
