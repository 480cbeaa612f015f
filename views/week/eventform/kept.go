package eventform

import (
	"strings"
	"time"

	"daybook/widget/form"
	"daybook/widget/input"
)

// Kept is what is written in a form, as it stands in the fields: with it the
// form can be opened again as it was.
type Kept struct {
	Values map[string]string     `json:"values"` // by key
	People map[string]keptTokens `json:"people"`
	Files  keptTokens            `json:"files"`
	Place  input.Place           `json:"place"`
	// Asked is the start that the person wrote, where the form has put the start
	// on the first day of a series.
	Asked string `json:"asked,omitempty"`
}

type keptTokens struct {
	Tokens []string `json:"tokens,omitempty"`
	Typed  string   `json:"typed,omitempty"`
}

func keepTokens(t *form.Tokens) keptTokens {
	var k keptTokens
	for _, one := range t.Tokens() {
		k.Tokens = append(k.Tokens, one.Value)
	}
	k.Typed, _ = t.Typed()
	return k
}

// Kept is what is written now.
func (f *Form) Kept() Kept {
	k := Kept{Values: map[string]string{}, People: map[string]keptTokens{}, Files: keepTokens(f.files), Place: f.form.Place()}
	for _, key := range written {
		k.Values[key] = f.form.Value(key)
	}
	if t, err := f.read(); err == nil { // a time alone is of a day that the form knows now
		k.Values[starts], k.Values[ends] = t.startWords(), t.endWords()
	}
	if !f.moved.to.IsZero() {
		k.Asked = f.moved.from.Format(timeLayout)
	}
	for _, kind := range kinds {
		k.People[kind] = keepTokens(f.people[kind])
	}
	return k
}

// fill writes what was kept into the fields.
func (f *Form) fill(fields []form.Field, k Kept) {
	for _, one := range fields {
		value, kept := k.Values[one.Key]
		if c, ok := one.Control.(interface{ SetValue(string) }); ok && kept {
			c.SetValue(value)
		}
	}
	for _, kind := range kinds {
		var tokens []form.Token
		for _, value := range k.People[kind].Tokens {
			if t, err := ParsePerson(value); err == nil {
				tokens = append(tokens, t)
			}
		}
		f.people[kind].SetTokens(tokens)
		f.people[kind].SetTyped(k.People[kind].Typed)
	}
	var files []form.Token
	for _, value := range k.Files.Tokens {
		if added, ok := strings.CutPrefix(value, addedFile); ok {
			files = append(files, path(added))
			continue
		}
		for _, had := range f.files.Tokens() {
			if had.Value == value {
				files = append(files, had)
			}
		}
	}
	f.files.SetTokens(files)
	f.files.SetTyped(k.Files.Typed)
	if t, err := f.read(); err == nil && k.Asked != "" {
		if from, err := time.ParseInLocation(timeLayout, k.Asked, t.start.Location()); err == nil {
			f.moved = moved{from: from, to: t.start}
		}
	}
	f.form.Recheck()
	f.form.SetPlace(k.Place)
}

// Subject is the event's title in what was kept.
func (k Kept) Subject() string { return strings.TrimSpace(k.Values[subject]) }
