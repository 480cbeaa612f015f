package odata

import (
	"cmp"
	"math"
	"time"
)

// Kind is the type of a property or a value.
type Kind uint8

// The kinds. The zero Kind is null in a value, and "as the Go type says" in a
// Field.
const (
	// String compares without regard to case, as Fold defines it.
	String Kind = iota + 1
	// ID is a string that compares byte by byte.
	ID
	// Enum is one of a Field's Values, always in the contract's spelling.
	Enum
	// GUID is a lower-case GUID as text.
	GUID
	Bool
	Int
	// Number is a float64.
	Number
	// DateTime is an instant.
	DateTime
	// Date is a civil date as text, YYYY-MM-DD.
	Date
	// Duration is a length of time.
	Duration
	// Struct has properties of its own and compares with null alone.
	Struct
	// Open takes its kind from each value: custom data.
	Open
	// Opaque cannot be filtered or ordered: binary content, custom JSON.
	Opaque
)

var kindNames = [...]string{0: "null", String: "a string", ID: "a string",
	Enum: "one of a set of names", GUID: "a GUID", Bool: "a boolean", Int: "an integer",
	Number: "a number", DateTime: "a date-time", Date: "a date", Duration: "a duration",
	Struct: "a structure", Open: "an open value", Opaque: "opaque"}

func (k Kind) String() string { return kindNames[k] }

// textual reports whether values of the kind are held as text.
func (k Kind) textual() bool {
	switch k {
	case String, ID, Enum, GUID, Date:
		return true
	}
	return false
}

// stringLike reports whether the string functions take the kind.
func (k Kind) stringLike() bool { return k == String || k == ID || k == Enum || k == GUID }

// numeric reports whether the kind is a count or a quantity.
func (k Kind) numeric() bool { return k == Int || k == Number }

// datum is one value; the field that holds it depends on kind. The zero
// datum is null.
type datum struct {
	kind Kind
	str  string    // textual kinds
	num  int64     // Int; Bool as 0 or 1; Duration in nanoseconds
	real float64   // Number
	at   time.Time // DateTime
}

func (d datum) null() bool   { return d.kind == 0 }
func (d datum) isTrue() bool { return d.kind == Bool && d.num == 1 }

func boolean(b bool) datum {
	if b {
		return datum{kind: Bool, num: 1}
	}
	return datum{kind: Bool}
}

func integer(n int64) datum     { return datum{kind: Int, num: n} }
func text(s string) datum       { return datum{kind: String, str: s} }
func instant(t time.Time) datum { return datum{kind: DateTime, at: t} }

// compareData orders two values that are not null. It returns false when
// they are of kinds that do not compare, as open values can be.
func compareData(a, b datum, exact bool) (int, bool) {
	switch {
	case a.kind.textual() && b.kind.textual():
		if exact {
			return cmp.Compare(a.str, b.str), true
		}
		return compareFold(a.str, b.str), true
	case a.kind == DateTime && b.kind == DateTime:
		return a.at.Compare(b.at), true
	case a.kind == Bool && b.kind == Bool, a.kind == Duration && b.kind == Duration,
		a.kind == Int && b.kind == Int:
		return cmp.Compare(a.num, b.num), true
	case a.kind == Number && b.kind == Number:
		return cmp.Compare(a.real, b.real), true
	case a.kind == Int && b.kind == Number:
		return compareIntFloat(a.num, b.real), true
	case a.kind == Number && b.kind == Int:
		return -compareIntFloat(b.num, a.real), true
	}
	return 0, false
}

// compareIntFloat compares exactly, as SQLite does: not every int64 has a
// float64 of its own.
func compareIntFloat(i int64, f float64) int {
	switch {
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := math.Trunc(f)
	if c := cmp.Compare(i, int64(whole)); c != 0 {
		return c
	}
	return cmp.Compare(0, f-whole)
}
