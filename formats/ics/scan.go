package ics

import (
	"bufio"
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
	line int // number of the last line read

	peeked   string // the beginning of the next logical line, when havePeek
	havePeek bool
	eof      error
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, 64<<10)}
	if mark, _ := s.r.Peek(3); string(mark) == "\xef\xbb\xbf" {
		_, _ = s.r.Discard(3)
	}
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

// logical returns the next line that is not empty, unfolded. What of a line
// is beyond maxLine is dropped.
func (s *scanner) logical() (string, error) {
	var b strings.Builder
	for {
		text, err := s.physical()
		if err != nil {
			if b.Len() > 0 {
				return charset.Guess(b.String(), ""), nil
			}
			return "", err
		}
		folded := b.Len() > 0 && (strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t"))
		switch {
		case folded && b.Len()+len(text) <= maxLine:
			b.WriteString(text[1:])
		case folded:
		case b.Len() > 0:
			s.peeked, s.havePeek = text, true
			return charset.Guess(b.String(), ""), nil
		default:
			b.WriteString(text)
		}
	}
}

// physical returns the next line of the file without its end.
func (s *scanner) physical() (string, error) {
	if s.havePeek {
		s.havePeek = false
		return s.peeked, nil
	}
	if s.eof != nil {
		return "", s.eof
	}
	var b strings.Builder
	for {
		part, more, err := s.r.ReadLine()
		if err != nil {
			s.eof = err
			if b.Len() > 0 {
				break
			}
			return "", err
		}
		if b.Len()+len(part) <= maxLine {
			b.Write(part)
		}
		if !more {
			break
		}
	}
	s.line++
	return b.String(), nil
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
	end := strings.IndexAny(s, ";,:")
	if end < 0 {
		return s, ""
	}
	return strings.TrimSpace(s[:end]), s[end:]
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
