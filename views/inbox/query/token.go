package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind int

// The kinds of tokens: a word, phrase or operator with its value, and what
// joins them.
const (
	Value Kind = iota
	Open
	Close
	And
	Or
	Not
)

// Token is one part of a search as typed. A Value has an Operator, in lower
// case with its colon, a Value, or both; so has an Open bracket right behind
// its operator. An operator need not be one of Operators.
type Token struct {
	Kind     Kind
	Operator string
	Value    string
	Quoted   bool
	Negated  bool // by a '-' in front
	From, To int  // bytes of the text, To excluded
}

// Tokens splits a search. A quote that is not closed reaches to the end, so
// that a phrase works while it is being typed.
func Tokens(text string) []Token {
	var tokens []Token
	for at := 0; at < len(text); {
		if isBlank(text[at]) {
			at++
			continue
		}
		t := Token{From: at}
		at = t.read(text, at)
		t.To = at
		tokens = append(tokens, t)
	}
	return tokens
}

// At returns the value that a cursor at a byte offset is in or just behind.
func At(text string, offset int) (Token, bool) {
	for _, t := range Tokens(text) {
		if t.Kind == Value && t.From < offset && offset <= t.To {
			return t, true
		}
	}
	return Token{}, false
}

func (t *Token) read(text string, at int) int {
	rest := text[at:]
	for word, kind := range map[string]Kind{"AND": And, "OR": Or, "NOT": Not} {
		if after, ok := strings.CutPrefix(rest, word); ok && (after == "" || isBlank(after[0]) || after[0] == '(') {
			t.Kind = kind
			return at + len(word)
		}
	}
	if rest[0] == ')' {
		t.Kind = Close
		return at + 1
	}
	if len(rest) > 1 && rest[0] == '-' && !isBlank(rest[1]) {
		t.Negated = true
		at++
	}
	if name, n := operatorOf(text[at:]); n > 0 {
		t.Operator = strings.ToLower(name) + ":"
		at += n
	}
	switch {
	case at == len(text):
		return at
	case text[at] == '(':
		t.Kind = Open
		return at + 1
	case text[at] == '"':
		return t.quoted(text, at+1)
	}
	end := at
	for end < len(text) && !isBlank(text[end]) && !isBracket(text, end) {
		end++
	}
	t.Value = text[at:end]
	return end
}

// isBracket reports whether a bracket stands at the end of a word. One within
// a word is a part of it.
func isBracket(text string, at int) bool {
	if text[at] != ')' {
		return false
	}
	for at < len(text) && text[at] == ')' {
		at++
	}
	return at == len(text) || isBlank(text[at])
}

func (t *Token) quoted(text string, at int) int {
	t.Quoted = true
	if end := strings.IndexByte(text[at:], '"'); end >= 0 {
		t.Value = text[at : at+end]
		return at + end + 1
	}
	t.Value = text[at:]
	return len(text)
}

// operatorOf is the operator that text begins with, as typed, and its length
// with the colon. An operator need not be known: "colour:red" is meant as one.
// Text such as "12:30", "re: plan" and "https://x" is none. The signs of a
// comparison stand in place of the colon, or behind it, and are left.
func operatorOf(text string) (name string, n int) {
	end := 0
	for end < len(text) && text[end] < utf8.RuneSelf && (unicode.IsLetter(rune(text[end])) || text[end] == '-' && end > 0) {
		end++
	}
	if end == 0 || end == len(text) {
		return "", 0
	}
	name = text[:end]
	known := operator(strings.ToLower(name)+":") != nil
	switch {
	case text[end] != ':':
		if known && strings.ContainsRune("<>=", rune(text[end])) {
			return name, end
		}
		return "", 0
	case known:
		return name, end + 1
	}
	first, _ := utf8.DecodeRuneInString(text[end+1:])
	if len(name) < 3 || strings.Contains(name, "-") || !unicode.IsLetter(first) && !unicode.IsNumber(first) && first != '"' && first != '(' {
		return "", 0
	}
	switch strings.ToLower(name) {
	case "mailto", "tel", "sip", "urn", "cid", "mid", "data":
		return "", 0
	}
	return name, end + 1
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }
