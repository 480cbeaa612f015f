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

	"daybook/formats/charset"
)

// The sizes in bytes beyond which a card, and a line of one with what is folded
// off it, are left out. The largest that cards have is a photo in base64.
const (
	maxCard = 32 << 20
	maxLine = 16 << 20
)

// Read yields the cards of a file. An error is a *CardError, after which the
// reading goes on, or the reader's, which ends it.
func Read(r io.Reader) iter.Seq2[Card, error] {
	return func(yield func(Card, error) bool) {
		s := newSource(r)
		found := false
		for {
			lines, at, err := s.card()
			for _, long := range s.long {
				if !yield(Card{}, long) {
					return
				}
			}
			s.long = nil
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
	end    byte         // of a line
	long   []*CardError // lines that were passed over
	// keepFold is set in a 2.1 card, whose lines are folded at blanks that are
	// part of the text.
	keepFold bool
}

func newSource(r io.Reader) *source {
	// UTF-16 and UTF-8 with a byte order mark; other bytes pass as they are.
	decoded := transform.NewReader(r, unicode.BOMOverride(encoding.Nop.NewDecoder()))
	s := &source{r: bufio.NewReaderSize(decoded, 64<<10)}
	head, _ := s.r.Peek(s.r.Size())
	s.end = charset.LineEnd(head)
	return s
}

// physical returns a line as it stands, without its end. Of one that is longer
// than maxLine there is a byte more than that.
func (s *source) physical() (string, error) {
	if s.ahead {
		s.ahead = false
		return s.next, s.err
	}
	var b strings.Builder
	for {
		chunk, err := s.r.ReadSlice(s.end)
		b.Write(chunk[:min(len(chunk), maxLine+1-b.Len())])
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

// logical returns a line with what was folded off it; of one that is longer
// than maxLine, nothing but a note.
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
	add := func(text string) {
		b.WriteString(text[:min(len(text), maxLine+1-b.Len())])
	}
	whole := func() (string, error) {
		if b.Len() <= maxLine {
			return b.String(), nil
		}
		what := "it"
		if name, _, _ := strings.Cut(head, ";"); isName(name) && len(name) < 60 {
			what = "its " + name
		}
		s.long = append(s.long, &CardError{s.begin, fmt.Sprintf("a line is left out: %s has more than %d MB", what, maxLine>>20)})
		return "", nil
	}
	for {
		next, err := s.peek()
		switch {
		case err != nil:
			return whole()
		case soft && strings.HasSuffix(last, "="):
			add("\r\n" + next)
		case strings.HasPrefix(next, " ") || strings.HasPrefix(next, "\t"):
			if !s.keepFold {
				next = next[1:]
			}
			add(next)
		case packed && next != "" && !strings.ContainsAny(next, ":;"):
			add(next) // base64 that was wrapped without folding
		default:
			return whole()
		}
		last = next
		s.ahead = false
	}
}

// card returns the properties of the next card and where it begins. Cards
// inside a card (2.1's AGENT) are left out. io.EOF means there are no more.
func (s *source) card() (lines []line, at int, err error) {
	depth, size := 0, 0
	for {
		if depth == 0 {
			size, s.keepFold = 0, false
		}
		text, err := s.logical()
		if err == io.EOF && depth > 0 {
			return nil, at, &CardError{at, "the card begins but does not end: it may be cut"}
		}
		if err != nil {
			return nil, at, err
		}
		if size += len(text); size > maxCard {
			lines = nil
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
			if size > maxCard {
				return nil, at, &CardError{at, fmt.Sprintf("the card is larger than %d MB", maxCard>>20)}
			}
			return lines, at, nil
		case depth == 1:
			if l.name == "VERSION" {
				s.keepFold = strings.TrimSpace(l.field.Value) == "2.1"
			}
			if size <= maxCard {
				lines = append(lines, l)
			}
		}
	}
}
