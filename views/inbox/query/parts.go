package query

import "strings"

// Part is one of the things that a query asks for, all of which must hold, in
// the words of the language.
type Part struct {
	Words string
	Query Query
}

// Parts are what a query asks for one by one, what must not be left out: that
// finds something by itself nearly always. The folder is none of them.
func (q Query) Parts() []Part {
	var out []Part
	add := func(words string, part Query) { out = append(out, Part{words, part}) }
	for _, t := range q.Texts {
		add(t.words(), Query{Texts: []Text{t}})
	}
	for _, c := range q.Categories {
		add("category:"+quote(c), Query{Categories: []string{c}})
	}
	for _, id := range q.MessageIDs {
		add("message-id:"+id, Query{MessageIDs: []string{id}})
	}
	for _, s := range q.Sizes {
		add("size:"+s, Query{Sizes: []string{s}})
	}
	for _, list := range q.Any {
		var words []string
		for _, one := range list {
			for _, p := range one.Parts() {
				words = append(words, p.Words)
			}
		}
		add(strings.Join(words, " OR "), Query{Any: [][]Query{list}})
	}
	for _, s := range []struct {
		is      *bool
		yes, no string
		part    Query
	}{
		{q.Read, "is:read", "is:unread", Query{Read: q.Read}},
		{q.Flagged, "is:flagged", "-is:flagged", Query{Flagged: q.Flagged}},
		{q.Important, "is:important", "-is:important", Query{Important: q.Important}},
		{q.Attachment, "has:attachment", "-has:attachment", Query{Attachment: q.Attachment}},
	} {
		switch {
		case s.is == nil:
		case *s.is:
			add(s.yes, s.part)
		default:
			add(s.no, s.part)
		}
	}
	if !q.After.IsZero() || !q.Before.IsZero() {
		add("mail of those days", Query{After: q.After, Before: q.Before})
	}
	return out
}

// words are the text as it is typed.
func (t Text) words() string {
	value := quote(t.Value)
	if t.Exact && !strings.HasPrefix(value, `"`) {
		value = `"` + value + `"`
	}
	if t.Property == "" {
		return value
	}
	return t.Property + ":" + value
}

// Everywhere is a search as typed without its folders.
func Everywhere(typed string) string {
	var out []string
	for _, t := range Tokens(typed) {
		if t.Operator != "in:" {
			out = append(out, typed[t.From:t.To])
		}
	}
	return strings.Join(out, " ")
}
