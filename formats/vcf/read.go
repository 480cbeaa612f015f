package vcf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxCard is the size in bytes beyond which a card is left out.
const maxCard = 48 << 20

// Read yields the cards of a file. An error is a *CardError, after which the
// reading goes on, or the reader's, which ends it.
func Read(r io.Reader) iter.Seq2[Card, error] {
	return func(yield func(Card, error) bool) {
		s := newSource(r)
		found := false
		for {
			lines, at, err := s.card()
			if err == io.EOF {
				break
			}
			found = true
			var reason *CardError
			switch {
			case errors.As(err, &reason):
				if !yield(Card{}, err) {
					return
				}
			case err != nil:
				yield(Card{}, fmt.Errorf("read cards: %w", err))
				return
			default:
				card, err := fromLines(lines)
				card.Line = at
				if err != nil {
					err = &CardError{at, err.Error()}
				}
				if !yield(card, err) {
					return
				}
			}
		}
		if !found && s.number > 0 {
			yield(Card{}, &CardError{1, "there is no BEGIN:VCARD in the file"})
		}
	}
}

// source gives the logical lines of a file.
type source struct {
	r      *bufio.Reader
	number int    // of the physical line last read
	begin  int    // the number of the logical line's first
	next   string // read ahead
	ahead  bool
	err    error
	size   int // bytes of the current card
	// keepFold is set in a 2.1 card, whose lines are folded at blanks that are
	// part of the text.
	keepFold bool
}

func newSource(r io.Reader) *source {
	// UTF-16 and UTF-8 with a byte order mark; other bytes pass as they are.
	decoded := transform.NewReader(r, unicode.BOMOverride(encoding.Nop.NewDecoder()))
	return &source{r: bufio.NewReaderSize(decoded, 64<<10)}
}

// physical returns a line as it stands, without its end.
func (s *source) physical() (string, error) {
	if s.ahead {
		s.ahead = false
		return s.next, s.err
	}
	var b strings.Builder
	for {
		chunk, err := s.r.ReadSlice('\n')
		if s.size += len(chunk); s.size <= maxCard {
			b.Write(chunk)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err == io.EOF && b.Len() > 0 {
			err = nil
		}
		if err == nil {
			s.number++
		}
		// A carriage return inside a line ends nothing, and would in a name.
		return strings.ReplaceAll(strings.TrimRight(b.String(), "\r\n"), "\r", " "), err
	}
}

// peek returns the line that physical will return.
func (s *source) peek() (string, error) {
	if !s.ahead {
		s.next, s.err = s.physical()
		s.ahead = true
	}
	return s.next, s.err
}

// logical returns a line with what was folded off it.
func (s *source) logical() (string, error) {
	first, err := s.physical()
	if err != nil {
		return "", err
	}
	s.begin = s.number
	var b strings.Builder
	b.WriteString(first)
	head, _, _ := cutValue(first)
	head = strings.ToUpper(head)
	soft := strings.Contains(head, "QUOTED-PRINTABLE")
	packed := strings.Contains(head, "BASE64") || strings.Contains(head, "ENCODING=B")
	last := first
	for {
		next, err := s.peek()
		switch {
		case err != nil:
			return b.String(), nil
		case soft && strings.HasSuffix(last, "="):
			b.WriteString("\r\n" + next)
		case strings.HasPrefix(next, " ") || strings.HasPrefix(next, "\t"):
			if !s.keepFold {
				next = next[1:]
			}
			b.WriteString(next)
		case packed && next != "" && !strings.ContainsAny(next, ":;"):
			b.WriteString(next) // base64 that was wrapped without folding
		default:
			return b.String(), nil
		}
		last = next
		s.ahead = false
	}
}

// card returns the properties of the next card and where it begins. Cards
// inside a card (2.1's AGENT) are left out. io.EOF means there are no more.
func (s *source) card() (lines []line, at int, err error) {
	depth := 0
	for {
		if depth == 0 {
			s.size, s.keepFold = 0, false
		}
		text, err := s.logical()
		if err == io.EOF && depth > 0 {
			return nil, at, &CardError{at, "the card begins but does not end: it may be cut"}
		}
		if err != nil {
			return nil, at, err
		}
		l, ok := parseLine(text)
		if !ok {
			continue
		}
		isCard := strings.EqualFold(strings.TrimSpace(l.field.Value), "VCARD")
		switch {
		case l.name == "BEGIN" && isCard:
			if depth++; depth == 1 {
				at = s.begin
			}
		case l.name == "END" && isCard && depth > 0:
			if depth--; depth > 0 {
				continue
			}
			if s.size > maxCard {
				return nil, at, &CardError{at, fmt.Sprintf("the card is larger than %d bytes", maxCard)}
			}
			return lines, at, nil
		case depth == 1:
			if l.name == "VERSION" {
				s.keepFold = strings.TrimSpace(l.field.Value) == "2.1"
			}
			lines = append(lines, l)
		}
	}
}
