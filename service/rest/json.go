package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"daybook/model"
)

// What follows is the grammar of a body (RFC 8259), as the decoder goes through
// it; what values become of it is in decode.go.

// malformed says where and what is wrong.
func (d *decoder) malformed(format string, args ...any) error {
	before := d.body[:min(d.at, len(d.body))]
	line, column := 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')
	return model.Errorf(model.CodeBadRequest, "malformed JSON at line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
}

// unexpected is malformed for the byte that stands here.
func (d *decoder) unexpected(wanted string) error {
	if d.at >= len(d.body) {
		return d.malformed("it ends where %s belongs", wanted)
	}
	r, _ := utf8.DecodeRune(d.body[d.at:])
	return d.malformed("%q stands where %s belongs", r, wanted)
}

// peek is the first byte of the next token, 0 at the end.
func (d *decoder) peek() byte {
	for d.at < len(d.body) {
		switch c := d.body[d.at]; c {
		case ' ', '\t', '\r', '\n':
			d.at++
		default:
			return c
		}
	}
	return 0
}

func (d *decoder) end() error {
	if d.peek(); d.at < len(d.body) {
		return d.unexpected("the end")
	}
	return nil
}

// object calls fn at the value of each member, with its name if named.
func (d *decoder) object(named bool, fn func(name string) error) error {
	if d.deep++; d.deep > maxDepth {
		return d.malformed("more than %d arrays and objects inside each other", maxDepth)
	}
	d.at++ // the brace
	for n := 1; ; n++ {
		switch c := d.peek(); {
		case c == '}' && n == 1:
			d.at++
			d.deep--
			return nil
		case c != '"':
			return d.unexpected("a property's name")
		case n > maxMembers:
			return d.exceeds(maxMembers, "properties")
		}
		name, err := "", error(nil)
		if named {
			name, err = d.text(model.Max{Chars: maxName})
		} else {
			_, _, err = d.quoted()
		}
		if err != nil {
			return err
		}
		if d.peek() != ':' {
			return d.unexpected("a colon")
		}
		d.at++
		if err := fn(name); err != nil {
			return err
		}
		switch d.peek() {
		case ',':
			d.at++
		case '}':
			d.at++
			d.deep--
			return nil
		default:
			return d.unexpected("a comma or a closing brace")
		}
	}
}

// array calls fn at each item.
func (d *decoder) array(fn func(i int) error) error {
	if d.deep++; d.deep > maxDepth {
		return d.malformed("more than %d arrays and objects inside each other", maxDepth)
	}
	d.at++ // the bracket
	for i := 0; ; i++ {
		if d.peek() == ']' && i == 0 {
			d.at++
			d.deep--
			return nil
		}
		if err := fn(i); err != nil {
			return err
		}
		switch d.peek() {
		case ',':
			d.at++
		case ']':
			d.at++
			d.deep--
			return nil
		default:
			return d.unexpected("a comma or a closing bracket")
		}
	}
}

// skip passes over a value.
func (d *decoder) skip() error {
	switch c := d.peek(); c {
	case '{':
		return d.object(false, func(string) error { return d.skip() })
	case '[':
		return d.array(func(int) error { return d.skip() })
	case '"':
		_, _, err := d.quoted()
		return err
	case 't', 'f', 'n':
		_, err := d.word()
		return err
	default:
		_, err := d.number()
		return err
	}
}

// raw passes over a value and returns it as it stands in the body.
func (d *decoder) raw() (json.RawMessage, error) {
	d.peek()
	from := d.at
	err := d.skip()
	return json.RawMessage(d.body[from:d.at:d.at]), err
}

// word reads true, false or null.
func (d *decoder) word() (string, error) {
	for _, w := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(d.body[d.at:], []byte(w)) {
			d.at += len(w)
			return w, nil
		}
	}
	return "", d.unexpected("a value")
}

// number reads a number as it is written (RFC 8259, section 6).
func (d *decoder) number() (string, error) {
	from := d.at
	digits := func() bool {
		first := d.at
		for d.at < len(d.body) && d.body[d.at] >= '0' && d.body[d.at] <= '9' {
			d.at++
		}
		return d.at > first
	}
	one := func(chars string) bool {
		if d.at < len(d.body) && strings.IndexByte(chars, d.body[d.at]) >= 0 {
			d.at++
			return true
		}
		return false
	}
	one("-")
	if !one("0") && !digits() {
		return "", d.unexpected("a value")
	}
	if one(".") && !digits() {
		return "", d.unexpected("a digit")
	}
	if one("eE") {
		one("+-")
		if !digits() {
			return "", d.unexpected("a digit")
		}
	}
	return string(d.body[from:d.at]), nil
}

// quoted passes over a string and returns what stands between the quotes, and
// whether that is the text as it is.
func (d *decoder) quoted() (inner []byte, plain bool, err error) {
	d.at++
	from := d.at
	plain = true
	for d.at < len(d.body) {
		switch c := d.body[d.at]; {
		case c == '"':
			d.at++
			return d.body[from : d.at-1], plain, nil
		case c < ' ':
			return nil, false, d.unexpected("an escape of this character")
		case c == '\\':
			plain = false
			if err := d.escape(); err != nil {
				return nil, false, err
			}
		default:
			d.at++
		}
	}
	return nil, false, d.unexpected("a closing quote")
}

func (d *decoder) escape() error {
	d.at++
	if d.at >= len(d.body) || strings.IndexByte(`"\/bfnrtu`, d.body[d.at]) < 0 {
		return d.unexpected("an escape")
	}
	digits := 0
	if d.body[d.at] == 'u' {
		digits = 4
	}
	d.at++
	for range digits {
		if d.at >= len(d.body) || !strings.ContainsRune("0123456789abcdefABCDEF", rune(d.body[d.at])) {
			return d.unexpected("a hexadecimal digit")
		}
		d.at++
	}
	return nil
}
