package mbox

import (
	"bytes"
	"strings"

	"daybook/formats/eml"
)

// isFrom says whether a line begins a message. Programs that do not quote
// leave "From " lines in texts, so the line must look like an envelope, and
// stand after an empty line or before a header field.
func (m *Reader) isFrom(line []byte, afterBlank bool) bool {
	if !bytes.HasPrefix(line, []byte("From ")) {
		return false
	}
	switch {
	case isDated(line):
		return afterBlank || startsHeader(m.src.peek(100), 1)
	case isBareEnvelope(line):
		return afterBlank && startsHeader(m.src.peek(100), 1)
	case isNobody(line):
		return startsHeader(m.src.peek(peeked), fieldsBelow(line, afterBlank))
	}
	return false
}

// peeked is how far below a separator is looked for the fields of a header.
const peeked = 2000

// fieldsBelow is how many fields of mail must follow an envelope that names
// nobody: there is little in it that a text would not have.
func fieldsBelow(line []byte, afterBlank bool) int {
	least := 1
	if !bytes.ContainsRune(line, '-') {
		least++
	}
	if !afterBlank {
		least++
	}
	return least
}

// Begins says whether the beginning of a file looks like an mbox.
func Begins(head []byte) bool {
	line, below, _ := bytes.Cut(bytes.TrimLeft(eml.TrimMark(head), "\r\n"), []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	if !bytes.HasPrefix(line, []byte("From ")) {
		return false
	}
	return isDated(line) || isBareEnvelope(line) || isNobody(line) && startsHeader(below, fieldsBelow(line, true))
}

// isNobody accepts an envelope that names nobody, "From " or "From - ", as
// Thunderbird writes it.
func isNobody(line []byte) bool {
	who := bytes.TrimSpace(line[len("From "):])
	return len(who) == 0 || string(who) == "-"
}

// isDated looks for a month's name and a clock, as asctime writes them.
func isDated(line []byte) bool {
	if len(line) > 300 {
		return false
	}
	month, clock := false, false
	for _, f := range strings.Fields(string(line[len("From "):])) {
		if len(f) == 3 && strings.Contains("JanFebMarAprMayJunJulAugSepOctNovDec", f) {
			month = true
		}
		if len(f) >= 4 && strings.Contains(f, ":") && strings.Trim(f, "0123456789:") == "" {
			clock = true
		}
	}
	return month && clock
}

// isBareEnvelope accepts an envelope without a date.
func isBareEnvelope(line []byte) bool {
	f := strings.Fields(string(line))
	if len(f) < 2 || len(f) > 8 {
		return false
	}
	return strings.Contains(f[1], "@") || f[1] == "-" && len(f) > 2 || f[1] == "nobody" || f[1] == "MAILER-DAEMON"
}

// startsHeader says whether b begins with "Name:", and goes on with fields of
// which at least this many, if more than one, are such as mail has.
func startsHeader(b []byte, least int) bool {
	if _, _, ok := eml.Field(eml.TrimMark(b)); !ok || least <= 1 {
		return ok
	}
	for line := range bytes.Lines(eml.TrimMark(b)) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return false
		}
		if name, _, ok := eml.Field(line); ok && eml.IsMailField(name) {
			if least--; least == 0 {
				return true
			}
		}
	}
	return false
}
