package eml

import (
	"bytes"
	"strings"
)

// field is one header field: its name as written, its value still folded.
type field struct {
	name  string
	value []byte
}

// header is the fields of a message or part in their order.
type header []field

// mark is what some editors write before the first byte of UTF-8.
var mark = []byte("\xef\xbb\xbf")

// TrimMark takes a byte order mark off the beginning of a file.
func TrimMark(b []byte) []byte { return bytes.TrimPrefix(b, mark) }

// splitHeader cuts raw into its header fields and its body. The body starts
// after the first empty line, or at the first line that cannot belong to a
// header, so that a message without a header is all body. A broken line with
// more of the header below it (see reach) ends nothing.
func splitHeader(raw []byte) (header, []byte) {
	raw = TrimMark(raw)
	var h header
	start := 0 // of the last field's value, in raw
	last := -1 // where the header's last field begins, once a broken line has asked
	for pos := 0; pos < len(raw); {
		line, next := cutLine(raw[pos:])
		end := pos + len(line)
		switch {
		case len(line) == 0:
			if len(h) > 0 {
				return h, next
			}
		case line[0] == ' ' || line[0] == '\t':
			if len(h) > 0 {
				h[len(h)-1].value = raw[start:end]
			} else if len(bytes.TrimSpace(line)) > 0 {
				return h, raw[pos:]
			}
		case isFromLine(line):
			// A mailbox's envelope line that was left on top.
		default:
			name, value, ok := Field(line)
			switch {
			case ok:
				start = end - len(value)
				h = append(h, field{name, value})
			case len(h) == 0:
				return h, raw[pos:]
			default:
				if last < 0 {
					last = pos + h.reach(raw[pos:])
				}
				if pos >= last {
					return h, raw[pos:]
				}
				if h[len(h)-1].takesBroken() {
					h[len(h)-1].value = raw[start:end]
				}
			}
		}
		pos = len(raw) - len(next)
	}
	return h, nil
}

// takesBroken says that a broken line below the field is taken for a part of
// it that was folded without a blank: of a text it may be, of a list that goes
// on after its comma it must be, and anything else it would spoil.
func (f field) takesBroken() bool {
	switch strings.ToLower(f.name) {
	case "subject", "references":
		return true
	case "to", "cc", "bcc", "reply-to":
		return bytes.HasSuffix(bytes.TrimSpace(f.value), []byte(","))
	}
	return false
}

// maxBroken is how many lines in a row may be broken in a header.
const maxBroken = 2

// reach is where, in text that begins with a broken line, the last field of
// the header begins; 0 when the header has ended. That must be a field that
// mail has, and not a second one where there is only one: a letter that quotes
// another's header is no header.
func (h header) reach(text []byte) (last int) {
	seen := map[string]bool{}
	for _, f := range h {
		seen[strings.ToLower(f.name)] = true
	}
	broken := 0
	for pos := 0; pos < len(text); {
		line, next := cutLine(text[pos:])
		if len(line) == 0 {
			break
		}
		name, _, ok := Field(line)
		switch {
		case line[0] == ' ' || line[0] == '\t':
		case !ok:
			if broken++; broken > maxBroken {
				return last
			}
		case IsMailField(name):
			key := strings.ToLower(name)
			if seen[key] && !repeats(key) {
				return last
			}
			seen[key], last, broken = true, pos, 0
		}
		pos = len(text) - len(next)
	}
	return last
}

// IsMailField says that mail has fields of that name: the usual ones, and what
// programs add.
func IsMailField(name string) bool {
	switch name = strings.ToLower(name); name {
	case "from", "sender", "reply-to", "to", "cc", "bcc", "subject", "date", "message-id", "in-reply-to", "references",
		"received", "return-path", "delivered-to", "mime-version", "importance", "priority", "precedence", "status",
		"organization", "user-agent", "errors-to", "authentication-results", "dkim-signature", "received-spf", "thread-topic", "thread-index":
		return true
	}
	return repeats(name) || strings.HasPrefix(name, "content-") || strings.HasPrefix(name, "resent-")
}

// repeats says that a field, in lower case, stands in a header more than once.
func repeats(name string) bool {
	return name == "received" || strings.HasPrefix(name, "x-") || strings.HasPrefix(name, "arc-") || strings.HasPrefix(name, "list-")
}

// cutLine returns the first line of b without its LF or CRLF, and what
// follows.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return b, nil
	}
	line, rest = b[:i], b[i+1:]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, rest
}

func isFromLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))
}

// Field splits "Name: value". Blanks before the colon are tolerated.
func Field(line []byte) (name string, value []byte, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 {
		return "", nil, false
	}
	n := bytes.TrimRight(line[:i], " \t")
	for _, c := range n {
		if c <= ' ' || c >= 0x7f {
			return "", nil, false
		}
	}
	return string(n), line[i+1:], len(n) > 0
}

// get returns the first field of that name, unfolded, or "".
func (h header) get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			return unfold(f.value)
		}
	}
	return ""
}

// all returns every field of that name, unfolded.
func (h header) all(name string) []string {
	var out []string
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			out = append(out, unfold(f.value))
		}
	}
	return out
}

// unfold joins the lines of a value: a line end and the blanks after it are
// one space. The bytes are not decoded.
func unfold(value []byte) string {
	value = bytes.TrimSpace(value)
	if bytes.IndexByte(value, '\n') < 0 {
		return string(value)
	}
	var b strings.Builder
	b.Grow(len(value))
	for len(value) > 0 {
		line, rest := cutLine(value)
		b.Write(bytes.TrimRight(line, " \t\r"))
		value = bytes.TrimLeft(rest, " \t\r\n")
		if len(value) > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
