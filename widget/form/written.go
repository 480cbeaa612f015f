package form

import (
	"daybook/widget/input"
	"daybook/widget/text"
)

// Written is what is written in a form, as it stands in the fields: laid into a form of the same fields it makes that as it was.
type Written struct {
	Values map[string]string   `json:"values"`           // by key; of a field of tokens what has not become one yet
	Tokens map[string][]string `json:"tokens,omitempty"` // the values of those that were taken, by key
	Place  input.Place         `json:"place"`
}

// Written is what is written now.
func (f *Form) Written() Written {
	w := Written{Values: map[string]string{}, Tokens: map[string][]string{}, Place: f.Place()}
	for _, one := range f.fields {
		t, ok := one.Control.(*Tokens)
		if !ok {
			w.Values[one.Key] = one.Control.Value()
			continue
		}
		w.Values[one.Key] = t.input.Value()
		for _, token := range t.Tokens() {
			w.Tokens[one.Key] = append(w.Tokens[one.Key], token.Value)
		}
	}
	return w
}

// Write lays into the fields what was written once. A field that it does not know stays as it is.
func (f *Form) Write(w Written) {
	for _, one := range f.fields {
		value, known := w.Values[one.Key]
		if !known {
			continue
		}
		switch c := one.Control.(type) {
		case *Tokens:
			c.restore(w.Tokens[one.Key], value)
		case interface{ SetValue(string) }:
			c.SetValue(value)
		}
	}
	f.Recheck()
	f.SetPlace(w.Place)
}

// restore has the tokens of some values, and what was typed after them.
func (t *Tokens) restore(values []string, typed string) {
	had := t.tokens
	t.tokens = nil
	for _, value := range values {
		t.tokens = append(t.tokens, t.tokenOf(value, had))
	}
	t.input.SetValue(typed)
}

// tokenOf is the token of a value: one that is there, else what is read in it.
func (t *Tokens) tokenOf(value string, there []Token) Token {
	for _, one := range there {
		if one.Value == value {
			return one
		}
	}
	if t.options.Parse != nil {
		if one, err := t.options.Parse(value); err == nil && one.Value == value {
			return one
		}
	}
	return Token{Value: value, Label: text.Clean(value)}
}
