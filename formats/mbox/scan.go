package mbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"daybook/formats/eml"
)

// lineSource gives the lines of a file and takes back what was read too far.
type lineSource struct {
	r       *bufio.Reader
	pending []byte // read already, to be given again first
	offset  int64  // of the next line
}

// next returns a line with its end. The last line may lack one; io.EOF comes
// alone, after it. A line is the caller's until the next call.
func (s *lineSource) next() ([]byte, error) {
	if len(s.pending) > 0 {
		n := bytes.IndexByte(s.pending, '\n') + 1
		if n > 0 {
			line := s.pending[:n]
			s.pending = s.pending[n:]
			s.offset += int64(n)
			return line, nil
		}
	}
	line, err := s.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		err = nil // a long line comes in pieces; only its beginning matters
	}
	s.offset += int64(len(line))
	if len(s.pending) > 0 {
		line = append(s.pending, line...)
		s.offset += int64(len(s.pending))
		s.pending = nil
	}
	if len(line) > 0 {
		return line, nil
	}
	return nil, err
}

// peek returns the beginning of the next line without reading it.
func (s *lineSource) peek(n int) []byte {
	if len(s.pending) >= n {
		return s.pending[:n]
	}
	b, _ := s.r.Peek(n - len(s.pending))
	return append(s.pending[:len(s.pending):len(s.pending)], b...)
}

// scan is a message being gathered.
type scan struct {
	raw       []byte
	inBody    bool
	bodyStart int
	length    int  // Content-Length, -1 when there is none to believe
	lineStart bool // the next piece begins a line
	blank     bool // the line before is empty
	bounds    eml.Bounds
	unread    error // why the bytes are not kept, nil when they are
	// split is where the first From line inside the Content-Length begins in
	// raw, -1 when there is none.
	split int
}

// body reads one message up to the next From line, which it returns with its
// offset; next is nil at the end of the file.
func (m *Reader) body() (raw, next []byte, start int64, err error) {
	s := scan{length: -1, split: -1, lineStart: true}
	for {
		start = m.src.offset
		line, readErr := m.src.next()
		if s.lineStart && bytes.HasPrefix(line, []byte("From ")) {
			line = bytes.Clone(line) // a look at what follows moves the buffer
		}
		if readErr != nil || (s.lineStart && m.isFrom(line, s.blank)) {
			ends := readErr != nil || s.length < 0 || len(s.raw)-s.bodyStart >= s.length
			if ends {
				return m.finish(&s, line, start, readErr)
			}
			if s.split < 0 {
				s.split = len(s.raw)
			}
		}
		s.take(line, m.lies >= maxLies)
		if s.unread != nil {
			continue
		}
		over := s.bounds.Take(line)
		if len(s.raw) > m.limit {
			over = fmt.Errorf("it has more than %d bytes", m.limit)
		}
		if s.split >= 0 && len(s.raw)-s.split > maxHeld {
			return m.resplit(&s, nil, m.src.offset)
		}
		if over != nil {
			if s.split >= 0 {
				return m.resplit(&s, nil, m.src.offset)
			}
			s.unread, s.raw, s.length = fmt.Errorf("%w: %w", ErrTooLarge, over), nil, -1
		}
	}
}

// take adds a line, or a piece of one, to the message.
func (s *scan) take(line []byte, noLengths bool) {
	text := bytes.TrimRight(line, "\r\n")
	if s.lineStart {
		s.blank = len(text) == 0
		if s.blank && !s.inBody {
			s.inBody = true
			s.bodyStart = len(s.raw) + len(line)
			if noLengths {
				s.length = -1
			}
		} else if n, ok := contentLength(text); ok && !s.inBody {
			s.length = n
		}
	}
	s.lineStart = line[len(line)-1] == '\n'
	if !s.lineStart {
		s.blank = false
	}
	if s.unread == nil {
		s.raw = append(s.raw, line...)
	}
}

func contentLength(line []byte) (int, bool) {
	const name = "content-length"
	if len(line) <= len(name) || !bytes.EqualFold(line[:len(name)], []byte(name)) {
		return 0, false
	}
	_, value, ok := eml.Field(line)
	n, err := strconv.Atoi(string(bytes.TrimSpace(value)))
	return n, ok && err == nil && n >= 0
}

// finish decides where the message ends, now that a From line outside its
// Content-Length or the end of the file has come.
func (m *Reader) finish(s *scan, line []byte, start int64, readErr error) (raw, next []byte, at int64, err error) {
	if readErr == nil && line != nil {
		next = bytes.Clone(bytes.TrimRight(line, "\r\n"))
	}
	if s.unread != nil {
		if readErr == io.EOF {
			readErr = nil
		}
		if readErr != nil {
			return nil, nil, start, readErr
		}
		return nil, next, start, s.unread
	}
	if s.split >= 0 {
		slack := len(s.raw) - s.bodyStart - s.length
		if slack >= 0 && slack <= 4 { // the length was right: nothing in it is a separator or quoted
			return s.raw[:s.bodyStart+s.length], next, start, readErr
		}
		return m.resplit(s, line, start)
	}
	return unquote(trimBlank(s.raw)), next, start, readErr
}

// resplit ends a message whose Content-Length was wrong at the first From line
// in it, and has what follows read again, line included, which began at start.
func (m *Reader) resplit(s *scan, line []byte, start int64) (raw, next []byte, at int64, err error) {
	m.lies++
	raw, rest := s.raw[:s.split:s.split], s.raw[s.split:]
	if len(raw) < len(rest) { // so that the one does not keep the bytes of the other
		raw = bytes.Clone(raw)
	} else {
		rest = bytes.Clone(rest)
	}
	m.src.offset = start - int64(len(rest))
	m.src.pending = append(append(rest, line...), m.src.pending...)
	at = m.src.offset
	from, err := m.src.next()
	return unquote(trimBlank(raw)), bytes.TrimRight(from, "\r\n"), at, err
}

// trimBlank takes off the empty line that every mbox has after a message.
func trimBlank(raw []byte) []byte {
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if bytes.HasSuffix(raw, []byte(end)) {
			return raw[:len(raw)-len(end)/2]
		}
	}
	return raw
}

// unquote takes one ">" off every line of the form ">...>From ", in place.
func unquote(raw []byte) []byte {
	if !bytes.Contains(raw, []byte(">From ")) {
		return raw
	}
	out := raw[:0]
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, '\n') + 1
		if n == 0 {
			n = len(raw)
		}
		line := raw[:n]
		if line[0] == '>' && isQuotedFrom(line) {
			line = line[1:]
		}
		out = append(out, line...)
		raw = raw[n:]
	}
	return out
}

// isQuotedFrom matches any number of ">" and "From ".
func isQuotedFrom(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From "))
}
