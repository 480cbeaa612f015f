package ics

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-ical"

	"daybook/formats/charset"
)

// The bounds of what is read.
const (
	maxLine       = maxAttachment/3*4 + 64<<10 // bytes of an unfolded line: a file in base64
	maxComponent  = 2 * maxLine                // bytes of a component with all that is in it
	maxProperties = 20_000                     // of a component: a zone or a series may list many dates
	maxNesting    = 8
)

// scanner reads the components of a calendar one by one, and the properties
// of the calendar itself. It does not care whether there is a VCALENDAR
// around them: files with bare events exist.
type scanner struct {
	r    *bufio.Reader
	end  byte // of a line
	line int  // number of the last line read
	text lineText
	err  error     // what ended the file
	long []Problem // lines that were passed over
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, 64<<10)}
	if mark, _ := s.r.Peek(3); string(mark) == "\xef\xbb\xbf" {
		_, _ = s.r.Discard(3)
	}
	head, _ := s.r.Peek(s.r.Size())
	s.end = charset.LineEnd(head)
	return s
}

// found is a component and where it begins, or a reason why there is none.
type found struct {
	component *ical.Component
	line      int
	reason    string
}

// next returns the next component below the calendar, and sets the calendar's
// own properties on the way. It returns io.EOF at the end.
func (s *scanner) next(calendar ical.Props) (found, error) {
	for {
		text, err := s.logical()
		if err != nil {
			return found{}, err
		}
		prop, ok := parseLine(text)
		if !ok {
			continue
		}
		name := strings.ToUpper(strings.TrimSpace(prop.Value))
		switch {
		case prop.Name == "BEGIN" && name == ical.CompCalendar:
			calendar["BEGIN"] = []ical.Prop{*prop}
		case prop.Name == "BEGIN":
			return s.component(name)
		case prop.Name != "END":
			calendar.Add(prop)
		}
	}
}

// errTooLarge ends a component that goes beyond a bound.
var errTooLarge = errors.New("it is larger than any real one")

// component reads up to the END of a component that has begun.
func (s *scanner) component(name string) (found, error) {
	f := found{line: s.line}
	budget := budget{bytes: maxComponent, properties: maxProperties}
	c, err := s.body(name, 1, &budget)
	switch {
	case errors.Is(err, errTooLarge):
		f.reason = fmt.Sprintf("a %s is left out: %v", name, err)
		return f, s.skip(name)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		f.reason = fmt.Sprintf("a %s is left out: the file ends in it", name)
		return f, nil
	case err != nil:
		return f, err
	}
	f.component = c
	return f, nil
}

type budget struct{ bytes, properties int }

func (b *budget) spend(text string) error {
	b.bytes -= len(text)
	if b.properties--; b.properties < 0 || b.bytes < 0 {
		return errTooLarge
	}
	return nil
}

func (s *scanner) body(name string, depth int, budget *budget) (*ical.Component, error) {
	if depth > maxNesting {
		return nil, errTooLarge
	}
	c := ical.NewComponent(name)
	for {
		text, err := s.logical()
		if err != nil {
			return nil, err
		}
		if err := budget.spend(text); err != nil {
			return nil, err
		}
		prop, ok := parseLine(text)
		if !ok {
			continue // a broken line loses itself alone
		}
		value := strings.ToUpper(strings.TrimSpace(prop.Value))
		switch prop.Name {
		case "BEGIN":
			child, err := s.body(value, depth+1, budget)
			if err != nil {
				return nil, err
			}
			c.Children = append(c.Children, child)
		case "END":
			return c, nil
		default:
			c.Props.Add(prop)
		}
	}
}

// skip reads to the END of a component that is given up.
func (s *scanner) skip(name string) error {
	for {
		text, err := s.logical()
		if err != nil {
			return err
		}
		if strings.EqualFold(strings.TrimSpace(text), "END:"+name) {
			return nil
		}
	}
}

// logical returns the next line that is not empty, unfolded. Of one that is
// longer than maxLine there is the beginning, and a note of it.
func (s *scanner) logical() (string, error) {
	s.text.reset()
	for s.text.size == 0 {
		if err := s.physical(); err != nil {
			return "", err
		}
	}
	begin := s.line
	for {
		next, err := s.r.Peek(1)
		if err != nil {
			s.err = err
			break
		}
		if next[0] != ' ' && next[0] != '\t' {
			break
		}
		_, _ = s.r.Discard(1) // peeked
		if err := s.physical(); err != nil {
			break // it comes again
		}
	}
	text := charset.Guess(s.text.String(), "")
	if s.text.size > maxLine {
		what := "it"
		if end := strings.IndexAny(text, ";:"); end > 0 && end < 60 {
			what = "its " + text[:end]
		}
		s.long = append(s.long, Problem{Line: begin, LeftOut: true, Reason: fmt.Sprintf("a line is left out: %s has more than %d MB", what, maxLine>>20)})
		text = ""
	}
	return text, nil
}

// physical adds the next line of the file, without its end, to the text.
func (s *scanner) physical() error {
	if s.err != nil {
		return s.err
	}
	for begun := false; ; begun = true {
		part, err := s.r.ReadSlice(s.end)
		switch {
		case err == bufio.ErrBufferFull:
			if part[len(part)-1] == '\r' { // its "\n" may come next
				part = part[:len(part)-1]
				_ = s.r.UnreadByte() // read above
			}
			s.text.add(part)
			continue
		case err != nil:
			s.err = err
			if !begun && len(part) == 0 {
				return err
			}
		default:
			part = bytes.TrimSuffix(part[:len(part)-1], []byte("\r"))
		}
		s.text.add(part)
		s.line++
		return nil
	}
}

// lineText is a line being gathered in pieces, so that a long one is copied
// once and not with every growth. What is beyond maxLine is counted alone.
type lineText struct {
	first []byte   // used for every line
	more  [][]byte // of one that does not fit
	size  int
}

func (t *lineText) reset() { t.first, t.more, t.size = t.first[:0], nil, 0 }

func (t *lineText) add(p []byte) {
	const piece = 256 << 10
	t.size += len(p)
	if t.size > maxLine {
		t.more = nil
		return
	}
	last := &t.first
	if n := len(t.more); n > 0 {
		last = &t.more[n-1]
	}
	if len(*last) > 0 && len(*last)+len(p) > piece {
		t.more = append(t.more, make([]byte, 0, piece))
		last = &t.more[len(t.more)-1]
	}
	*last = append(*last, p...)
}

func (t *lineText) String() string {
	var b strings.Builder
	if t.size <= maxLine {
		b.Grow(t.size)
	}
	b.Write(t.first)
	for _, p := range t.more {
		b.Write(p)
	}
	return b.String()
}

// parseLine reads NAME;PARAM=VALUE,"VALUE":VALUE. Quotes may be missing where
// they should be, and stray where they should not.
func parseLine(text string) (*ical.Prop, bool) {
	end := strings.IndexAny(text, ";:")
	if end <= 0 {
		return nil, false
	}
	prop := &ical.Prop{Name: strings.ToUpper(strings.TrimSpace(text[:end])), Params: ical.Params{}}
	for text = text[end:]; strings.HasPrefix(text, ";"); {
		name, rest, ok := strings.Cut(text[1:], "=")
		if !ok || strings.ContainsRune(name, ':') {
			break // a parameter without a value: what is left begins with its name
		}
		name = strings.ToUpper(strings.TrimSpace(name))
		for {
			var value string
			value, rest = cutParam(rest)
			prop.Params[name] = append(prop.Params[name], value)
			if !strings.HasPrefix(rest, ",") {
				break
			}
			rest = rest[1:]
		}
		text = rest
	}
	_, value, ok := strings.Cut(text, ":")
	prop.Value = value
	return prop, ok
}

// cutParam reads one value of a parameter.
func cutParam(s string) (value, rest string) {
	if trimmed := strings.TrimLeft(s, " "); strings.HasPrefix(trimmed, `"`) {
		if value, rest, ok := strings.Cut(trimmed[1:], `"`); ok {
			return value, strings.TrimLeft(rest, " ")
		}
	}
	for end := 0; end < len(s); end++ {
		switch s[end] {
		case '\\': // escaped as in a text, which a parameter is not
			if end+1 < len(s) && s[end+1] == ',' {
				end++
			}
		case ';', ',', ':':
			return strings.TrimSpace(s[:end]), s[end:]
		}
	}
	return s, ""
}

// unescape reads a TEXT value; a backslash before anything else stands for
// itself.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";").Replace(s)
}

// splitList splits a list of TEXT values at the commas that are not escaped.
func splitList(s string) []string {
	var list []string
	for begin, i := 0, 0; ; i++ {
		if i < len(s) && s[i] != ',' {
			if s[i] == '\\' && i+1 < len(s) {
				i++
			}
			continue
		}
		if item := strings.TrimSpace(unescape(s[begin:i])); item != "" {
			list = append(list, item)
		}
		if i == len(s) {
			return list
		}
		begin = i + 1
	}
}
