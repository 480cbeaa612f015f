package mbox

import (
	"bytes"
	"strings"
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
		return afterBlank || startsWithField(m.src.peek(100))
	case isBareEnvelope(line):
		return afterBlank && startsWithField(m.src.peek(100))
	}
	return false
}

// IsFrom says whether a line looks like the separator of an mbox by itself.
func IsFrom(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) && (isDated(line) || isBareEnvelope(line))
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
	return strings.Contains(f[1], "@") || f[1] == "-" || f[1] == "nobody" || f[1] == "MAILER-DAEMON"
}

// startsWithField says whether b begins with "Name:".
func startsWithField(b []byte) bool {
	i := bytes.IndexByte(b, ':')
	if i <= 0 {
		return false
	}
	for _, c := range b[:i] {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}
