package lenient

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// nestedMost is how deep what is passed over may be nested.
const nestedMost = 10_000

// scanner reads the tokens of JSON from a bounded body.
type scanner struct {
	src     io.Reader
	left    int64 // of the body's limit
	buf     [32 << 10]byte
	at, end int // what of buf is unread
	done    bool
	scratch []byte // of the string read last

	recorded  []byte // while recording
	most      int    // bytes of it
	recording bool
	over      bool // there were more
}

// fill reads on; io.EOF at the end.
func (s *scanner) fill() error {
	if s.done {
		return io.EOF
	}
	for range 100 {
		if s.left <= 0 {
			return ErrTooLarge
		}
		n, err := s.src.Read(s.buf[:min(int64(len(s.buf)), s.left)])
		s.left -= int64(n)
		s.at, s.end = 0, n
		if err == io.EOF {
			s.done, err = true, nil
		}
		switch {
		case err != nil:
			return err
		case n > 0:
			return nil
		case s.done:
			return io.EOF
		}
	}
	return io.ErrNoProgress
}

// next takes a byte. The end of the body is a mistake wherever it is called.
func (s *scanner) next() (byte, error) {
	if s.at == s.end {
		if err := s.fill(); err == io.EOF {
			return 0, ErrSyntax
		} else if err != nil {
			return 0, err
		}
	}
	c := s.buf[s.at]
	s.at++
	if s.recording {
		s.note(c)
	}
	return c, nil
}

// note keeps bytes that were taken, if they are wanted.
func (s *scanner) note(c ...byte) {
	switch {
	case !s.recording:
	case len(s.recorded)+len(c) > s.most:
		s.recorded, s.recording, s.over = nil, false, true
	default:
		s.recorded = append(s.recorded, c...)
	}
}

// peek is the next byte that is no space, left to be read.
func (s *scanner) peek() (byte, error) {
	for {
		if s.at == s.end {
			if err := s.fill(); err == io.EOF {
				return 0, ErrSyntax
			} else if err != nil {
				return 0, err
			}
		}
		switch c := s.buf[s.at]; c {
		case ' ', '\t', '\r', '\n':
			s.at++
			s.note(c)
		default:
			return c, nil
		}
	}
}

// token takes the next byte that is no space.
func (s *scanner) token() (byte, error) {
	if _, err := s.peek(); err != nil {
		return 0, err
	}
	return s.next()
}

func (s *scanner) expect(want byte) error {
	c, err := s.token()
	if err == nil && c != want {
		err = ErrSyntax
	}
	return err
}

// finish makes sure that nothing but space follows.
func (s *scanner) finish() error {
	for {
		if s.at == s.end {
			if err := s.fill(); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
		switch s.buf[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return ErrSyntax
		}
	}
}

// object reads the members of an object; each is called at its value. The
// name is good until then.
func (s *scanner) object(each func(name []byte) error) error {
	return s.members('}', func() error {
		name, _, err := s.text(nameMost)
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		return each(name)
	})
}

// nameMost is how much of a member's name is read, in bytes.
const nameMost = 1 << 10

func (s *scanner) elements(each func() error) error { return s.members(']', each) }

func (s *scanner) members(last byte, each func() error) error {
	if _, err := s.next(); err != nil {
		return err
	}
	if c, err := s.peek(); err != nil {
		return err
	} else if c == last {
		_, err = s.next()
		return err
	}
	for {
		if err := each(); err != nil {
			return err
		}
		c, err := s.token()
		switch {
		case err != nil:
			return err
		case c == last:
			return nil
		case c != ',':
			return ErrSyntax
		}
	}
}

// text takes a string, its first most bytes; cut says that there was more. It
// is good until the next is read.
func (s *scanner) text(most int) (out []byte, cut bool, err error) {
	if err := s.expect('"'); err != nil {
		return nil, false, err
	}
	s.scratch = s.scratch[:0]
	add := func(b ...byte) {
		if room := most - len(s.scratch); len(b) > room {
			cut, b = true, b[:max(room, 0)]
		}
		if len(b) > 0 {
			s.scratch = append(s.scratch, b...)
		}
	}
	for {
		if s.at == s.end {
			if err := s.fill(); err == io.EOF {
				return nil, false, ErrSyntax
			} else if err != nil {
				return nil, false, err
			}
		}
		run := s.buf[s.at:s.end]
		n := 0
		for n < len(run) && run[n] != '"' && run[n] != '\\' && run[n] >= 0x20 {
			n++
		}
		add(run[:n]...)
		s.note(run[:n]...)
		if s.at += n; s.at == s.end {
			continue
		}
		c, err := s.next()
		switch {
		case err != nil:
			return nil, false, err
		case c == '"':
			return wellFormed(s.scratch, cut), cut, nil
		case c != '\\':
			return nil, false, ErrSyntax
		}
		r, err := s.escaped()
		if err != nil {
			return nil, false, err
		}
		add(utf8.AppendRune(nil, r)...)
	}
}

// wellFormed has a mark for each byte that is not of a character; a character
// that the end cuts goes.
func wellFormed(b []byte, cut bool) []byte {
	for i := 1; cut && i < utf8.UTFMax && i <= len(b); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			if !utf8.FullRune(b[len(b)-i:]) {
				b = b[:len(b)-i]
			}
			break
		}
	}
	if utf8.Valid(b) {
		return b
	}
	out := make([]byte, 0, len(b)+len(b)/8)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		out, b = utf8.AppendRune(out, r), b[size:]
	}
	return out
}

// escaped reads what follows a backslash. Half of a pair is no character.
func (s *scanner) escaped() (rune, error) {
	c, err := s.next()
	if err != nil {
		return 0, err
	}
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		return s.unicode()
	}
	return 0, ErrSyntax
}

func (s *scanner) unicode() (rune, error) {
	r, err := s.hex()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if r >= 0xdc00 || !s.ahead(`\u`) {
		return utf8.RuneError, nil
	}
	for range 2 {
		if _, err := s.next(); err != nil {
			return 0, err
		}
	}
	low, err := s.hex()
	return utf16.DecodeRune(r, low), err
}

// ahead says that these bytes come next.
func (s *scanner) ahead(want string) bool {
	if s.end-s.at < len(want) && !s.done { // bring what is left to the front and read on
		rest := copy(s.buf[:], s.buf[s.at:s.end])
		s.at, s.end = 0, rest
		for s.end < len(want) && s.left > 0 {
			n, err := s.src.Read(s.buf[s.end:min(int64(len(s.buf)), int64(s.end)+s.left)])
			s.left -= int64(n)
			s.end += n
			if err == io.EOF {
				s.done = true
			}
			if err != nil {
				break
			}
		}
	}
	return bytes.HasPrefix(s.buf[s.at:s.end], []byte(want))
}

func (s *scanner) hex() (r rune, err error) {
	for range 4 {
		c, err := s.next()
		switch {
		case err != nil:
			return 0, err
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, ErrSyntax
		}
		r = r<<4 | rune(c)
	}
	return r, nil
}

// wordMost is the longest number that is read, in bytes.
const wordMost = 1 << 10

// word takes a number, true, false or null.
func (s *scanner) word() (string, error) {
	var word []byte
	if _, err := s.peek(); err != nil {
		return "", err
	}
	for {
		if s.at == s.end {
			if err := s.fill(); err == io.EOF {
				break
			} else if err != nil {
				return "", err
			}
		}
		c := s.buf[s.at]
		if c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\r' || c == '\n' {
			break
		}
		if len(word) == wordMost {
			return "", ErrSyntax
		}
		word = append(word, c)
		s.at++
	}
	s.note(word...)
	if len(word) == 0 || word[0] == '"' || word[0] == '{' || word[0] == '[' || !json.Valid(word) {
		return "", ErrSyntax
	}
	return string(word), nil
}

// keep takes a value as it stands, without the space around it. One of more
// than most bytes is cut: nothing of it is kept.
func (s *scanner) keep(most int) (out []byte, cut bool, err error) {
	if _, err := s.peek(); err != nil {
		return nil, false, err
	}
	s.recorded, s.most, s.recording, s.over = nil, most, true, false
	err = s.skip()
	out, cut = s.recorded, s.over
	s.recorded, s.recording = nil, false
	return out, cut, err
}

// skip passes over a value, without recursion.
func (s *scanner) skip() error {
	var open []byte // the ends that are awaited
	for {
		c, err := s.peek()
		switch {
		case err != nil:
			return err
		case c == '{' || c == '[':
			if len(open) == nestedMost {
				return ErrTooLarge
			}
			open = append(open, c+2) // the two ends are two behind their beginnings
			if _, err := s.next(); err != nil {
				return err
			}
			if c, err = s.peek(); err != nil {
				return err
			}
			if c != open[len(open)-1] {
				if err := s.name(open); err != nil {
					return err
				}
				continue
			}
		case c == '"':
			if _, _, err := s.text(0); err != nil {
				return err
			}
		default:
			if _, err := s.word(); err != nil {
				return err
			}
		}
		for { // behind a value
			if len(open) == 0 {
				return nil
			}
			c, err := s.token()
			if err != nil {
				return err
			}
			if c == ',' {
				if err := s.name(open); err != nil {
					return err
				}
				break
			}
			if c != open[len(open)-1] {
				return ErrSyntax
			}
			open = open[:len(open)-1]
		}
	}
}

// name passes over the name of a member where there is one.
func (s *scanner) name(open []byte) error {
	if open[len(open)-1] != '}' {
		return nil
	}
	if _, _, err := s.text(0); err != nil {
		return err
	}
	return s.expect(':')
}
