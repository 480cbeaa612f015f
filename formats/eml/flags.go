package eml

import (
	"strconv"
	"strings"
)

// Flags is what a mailbox knows of a message besides its bytes. The zero
// value is an unread message.
type Flags struct {
	Seen, Answered, Flagged, Draft, Deleted, Forwarded bool
	// Keywords are the person's own marks.
	Keywords []string
	// Known says that the source keeps flags at all. Without it Seen says
	// nothing.
	Known bool
}

// Merge adds what other knows to f.
func (f Flags) Merge(other Flags) Flags {
	f.Seen = f.Seen || other.Seen
	f.Answered = f.Answered || other.Answered
	f.Flagged = f.Flagged || other.Flagged
	f.Draft = f.Draft || other.Draft
	f.Deleted = f.Deleted || other.Deleted
	f.Forwarded = f.Forwarded || other.Forwarded
	f.Known = f.Known || other.Known
	f.Keywords = append(f.Keywords[:len(f.Keywords):len(f.Keywords)], other.Keywords...)
	return f
}

// Bits of X-Mozilla-Status, a hexadecimal number.
const (
	mozillaRead      = 0x0001
	mozillaReplied   = 0x0002
	mozillaMarked    = 0x0004
	mozillaExpunged  = 0x0008
	mozillaForwarded = 0x1000
)

// headerFlags reads the flags that mbox programs keep among the fields:
// Status (R read, O old), X-Status (A answered, F flagged, T draft, D
// deleted), X-Mozilla-Status, and keywords.
func headerFlags(h header) Flags {
	var f Flags
	for _, fl := range h {
		switch name := strings.ToLower(fl.name); name {
		case "status", "x-status":
			value := unfold(fl.value)
			if strings.Trim(value, "ROADFTNU ") != "" {
				continue // some other program's Status
			}
			f.Known = true
			f.Seen = f.Seen || strings.Contains(value, "R")
			f.Answered = f.Answered || strings.Contains(value, "A")
			f.Flagged = f.Flagged || strings.Contains(value, "F")
			f.Draft = f.Draft || strings.Contains(value, "T")
			f.Deleted = f.Deleted || strings.Contains(value, "D")
		case "x-mozilla-status":
			n, err := strconv.ParseUint(unfold(fl.value), 16, 32)
			if err != nil {
				continue
			}
			f = f.Merge(Flags{Known: true, Seen: n&mozillaRead != 0, Answered: n&mozillaReplied != 0,
				Flagged: n&mozillaMarked != 0, Deleted: n&mozillaExpunged != 0, Forwarded: n&mozillaForwarded != 0})
		case "x-keywords", "x-mozilla-keys":
			f.Keywords = append(f.Keywords, strings.Fields(decodeWords(unfold(fl.value), ""))...)
		}
	}
	return f
}
