package eventform

import (
	"strings"
	"time"

	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/input"
	"daybook/widget/text"
)

// Saved is what is written in a form, as it stands in the fields: with it the
// form can be opened again as it was.
type Saved struct {
	Values map[string]string      `json:"values"` // by key
	People map[string]savedTokens `json:"people"`
	Files  savedTokens            `json:"files"`
	Topics *savedTokens           `json:"categories,omitempty"`
	Place  input.Place            `json:"place"`
	// Asked is the start that the person wrote, where the form has put the start
	// on the first day of a series.
	Asked string `json:"asked,omitempty"`
}

type savedTokens struct {
	Tokens []string `json:"tokens,omitempty"`
	Typed  string   `json:"typed,omitempty"`
}

func saveTokens(t *form.Tokens) savedTokens {
	var s savedTokens
	for _, one := range t.Tokens() {
		s.Tokens = append(s.Tokens, one.Value)
	}
	s.Typed = t.Typed()
	return s
}

// Saved is what is written now.
func (f *Form) Saved() Saved {
	s := Saved{Values: map[string]string{}, People: map[string]savedTokens{}, Files: saveTokens(f.files), Place: f.form.Place()}
	for _, key := range written {
		s.Values[key] = f.form.Value(key)
	}
	if t, err := f.read(); err == nil { // a time alone is of a day that the form knows now
		s.Values[starts], s.Values[ends] = t.startWords(), t.endWords()
	}
	categories := saveTokens(f.topics)
	s.Topics = &categories
	if !f.moved.to.IsZero() {
		s.Asked = f.moved.from.Format(views.TimeLayout)
	}
	for _, kind := range kinds {
		s.People[kind] = saveTokens(f.people[kind])
	}
	return s
}

// fill writes what was saved into the fields.
func (f *Form) fill(fields []form.Field, s Saved) {
	for _, one := range fields {
		value, saved := s.Values[one.Key]
		if c, ok := one.Control.(interface{ SetValue(string) }); ok && saved {
			c.SetValue(value)
		}
	}
	for _, kind := range kinds {
		var tokens []form.Token
		for _, value := range s.People[kind].Tokens {
			if t, err := views.ParsePerson(value); err == nil {
				tokens = append(tokens, t)
			}
		}
		f.people[kind].SetTokens(tokens)
		f.people[kind].SetTyped(s.People[kind].Typed)
	}
	var files []form.Token
	for _, value := range s.Files.Tokens {
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
	f.files.SetTyped(s.Files.Typed)
	if s.Topics != nil {
		var names []form.Token
		for _, name := range s.Topics.Tokens {
			names = append(names, form.Token{Value: name, Label: text.Clean(name)})
		}
		f.topics.SetTokens(names)
		f.topics.SetTyped(s.Topics.Typed)
	}
	if t, err := f.read(); err == nil && s.Asked != "" {
		if from, err := time.ParseInLocation(views.TimeLayout, s.Asked, t.start.Location()); err == nil {
			f.moved = moved{from: from, to: t.start}
		}
	}
	f.form.Recheck()
	f.form.SetPlace(s.Place)
}

// Subject is the event's title in what was saved.
func (s Saved) Subject() string { return strings.TrimSpace(s.Values[subject]) }
