package odata

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"daybook/model"
)

type tokenKind uint8

const (
	tokEnd     tokenKind = iota
	tokName              // a name, an operator word or a keyword
	tokLiteral           // a constant
	tokMark              // ( ) , : / *
)

// token is one word of a $filter. pos is 1-based, in characters.
type token struct {
	kind  tokenKind
	text  string
	pos   int
	value datum
}

func (t token) is(mark string) bool { return t.kind == tokMark && t.text == mark }

// word reports whether the token is the operator or keyword, in any case.
func (t token) word(w string) bool { return t.kind == tokName && strings.EqualFold(t.text, w) }

// describe names the token for a message.
func (t token) describe() string {
	if t.kind == tokEnd {
		return "the end"
	}
	return quoted(t.text)
}

// lexer cuts a $filter into tokens, one at a time.
type lexer struct {
	option string
	src    string
	at     int // bytes
	pos    int // characters before at
}

// advance moves over n bytes and returns them.
func (l *lexer) advance(n int) string {
	s := l.src[l.at : l.at+n]
	l.at += n
	l.pos += utf8.RuneCountInString(s)
	return s
}

func (l *lexer) refuse(pos int, format string, args ...any) *model.Error {
	return refuse(l.option, pos, format, args...)
}

func (l *lexer) next() (token, *model.Error) {
	rest := strings.TrimLeft(l.src[l.at:], " \t\r\n")
	l.advance(len(l.src) - l.at - len(rest))
	if rest == "" {
		return token{kind: tokEnd, pos: l.pos + 1}, nil
	}
	pos := l.pos + 1
	c := rest[0]
	switch {
	case c == '\'':
		return l.quotedString("", pos)
	case strings.IndexByte("(),:/*", c) >= 0:
		return token{kind: tokMark, text: l.advance(1), pos: pos}, nil
	case guidLength(rest) > 0:
		s := l.advance(guidLength(rest))
		return token{kind: tokLiteral, text: s, pos: pos, value: datum{kind: GUID, str: strings.ToLower(s)}}, nil
	case c >= '0' && c <= '9', (c == '-' || c == '+') && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		return l.number(rest, pos)
	}
	n := nameLength(rest)
	if n == 0 {
		r, _ := utf8.DecodeRuneInString(rest)
		return token{}, l.refuse(pos, "the character %q has no meaning here", r)
	}
	if n < len(rest) && rest[n] == '\'' {
		return l.quotedString(l.advance(n), pos)
	}
	name := l.advance(n)
	switch strings.ToLower(name) {
	case "null":
		return token{kind: tokLiteral, text: name, pos: pos}, nil
	case "true", "false":
		return token{kind: tokLiteral, text: name, pos: pos, value: boolean(strings.EqualFold(name, "true"))}, nil
	}
	return token{kind: tokName, text: name, pos: pos}, nil
}

// quotedString reads a string in single quotes, a doubled quote being one
// quote inside. A prefix makes it a typed constant: duration'PT1H',
// guid'...', or an enum value with its type's name, microsoft.graph.importance'low'.
func (l *lexer) quotedString(prefix string, pos int) (token, *model.Error) {
	var b strings.Builder
	start := l.at
	l.advance(1)
	for {
		i := strings.IndexByte(l.src[l.at:], '\'')
		if i < 0 {
			return token{}, l.refuse(pos, "the string has no closing quote")
		}
		b.WriteString(l.advance(i))
		l.advance(1)
		if l.at >= len(l.src) || l.src[l.at] != '\'' {
			break
		}
		b.WriteString(l.advance(1))
	}
	t := token{kind: tokLiteral, text: prefix + l.src[start:l.at], pos: pos, value: text(b.String())}
	if strings.IndexByte(t.value.str, 0) >= 0 {
		return token{}, l.refuse(pos, "a string cannot hold the NUL character")
	}
	var ok bool
	switch p := strings.ToLower(prefix); {
	case p == "":
		return t, nil
	case p == "duration":
		t.value, ok = parseDuration(t.value.str)
	case p == "guid":
		ok = guidLength(t.value.str) == len(t.value.str) && t.value.str != ""
		t.value = datum{kind: GUID, str: strings.ToLower(t.value.str)}
	case p == "datetime" || p == "datetimeoffset":
		t.value, ok = parseDateTime(t.value.str)
	case strings.Contains(p, "."):
		t.value.kind, ok = Enum, true
	default:
		return token{}, l.refuse(pos, "%s is not a kind of constant: duration, guid, datetime or a qualified enum type", quoted(prefix))
	}
	if !ok {
		return token{}, l.refuse(pos, "%s is not well formed", quoted(t.text))
	}
	return t, nil
}

// number reads what begins with a digit: a number, a date or a date-time.
func (l *lexer) number(rest string, pos int) (token, *model.Error) {
	n := 1
	for n < len(rest) && (rest[n] < utf8.RuneSelf && isWordByte(rest[n]) || strings.IndexByte(":+-", rest[n]) >= 0) {
		n++
	}
	s := l.advance(n)
	// A '+' that was not percent-encoded arrives as a space: put it back
	// when what follows can only be an offset.
	if _, timed := parseDateTime(s); timed && strings.ContainsAny(s, "Tt") && spacedOffset(rest[n:]) {
		s += "+" + l.advance(6)[1:]
	}
	if v, ok := parseNumeral(s); ok {
		return token{kind: tokLiteral, text: s, pos: pos, value: v}, nil
	}
	return token{}, l.refuse(pos, "%s is neither a number, a date (2026-01-31), a date-time (2026-01-31T08:00:00Z) nor a GUID; a string needs single quotes", quoted(s))
}

func spacedOffset(s string) bool {
	return len(s) >= 6 && s[0] == ' ' && digits(s[1:3]) && s[3] == ':' && digits(s[4:6]) &&
		(len(s) == 6 || !isWordByte(s[6]))
}

func isWordByte(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// nameLength returns the length in bytes of the name s begins with. Names
// may be qualified with dots and begin with '@' or '$'.
func nameLength(s string) int {
	for i, r := range s {
		letter := r == '_' || r == '@' || r == '$' || unicode.IsLetter(r)
		if letter || i > 0 && (r == '.' || unicode.IsDigit(r)) {
			continue
		}
		return i
	}
	return len(s)
}
