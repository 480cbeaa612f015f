package query

import "strings"

// Token is one part of a search as typed: a word, a phrase in quotes, or an
// operator and its value. Operator is in lower case with its colon.
type Token struct {
	Operator string
	Value    string
	Negated  bool
	From, To int // bytes of the text, To excluded
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

// At returns the token that a cursor at a byte offset is in or just behind.
func At(text string, offset int) (Token, bool) {
	for _, t := range Tokens(text) {
		if t.From < offset && offset <= t.To {
			return t, true
		}
	}
	return Token{}, false
}

func (t *Token) read(text string, at int) int {
	rest := text[at:]
	body, negated := strings.CutPrefix(rest, "-")
	for _, op := range Operators() {
		if len(body) >= len(op.Name) && strings.EqualFold(body[:len(op.Name)], op.Name) {
			t.Operator, t.Negated = op.Name, negated
			at += len(rest) - len(body) + len(op.Name)
			break
		}
	}
	if at < len(text) && text[at] == '"' {
		at++
		if end := strings.IndexByte(text[at:], '"'); end >= 0 {
			t.Value = text[at : at+end]
			return at + end + 1
		}
		t.Value = text[at:]
		return len(text)
	}
	end := at
	for end < len(text) && !isBlank(text[end]) {
		end++
	}
	t.Value = text[at:end]
	return end
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }
