// Package query is the search language of the inbox: words, and operators
// such as from:ann, is:unread or before:"1 march".
//
//	plan budget            both words, anywhere
//	"project plan"         these words side by side
//	from:ann subject:plan  a word of one part
//	from:bo OR from:cy     one of them, from:(bo OR cy) for short
//	-is:read, NOT plan     what is not so
//	(plan OR budget) -x    brackets
//
// It is the grammar of the interface's $search, with days in the words that
// the program understands everywhere. OR, AND and NOT are in capitals. A
// word in quotes is looked for as it stands, operators too.
//
// Invariants: Parse accepts every text, because it runs at each key. What it
// cannot read is said in Problems, and a query with problems finds nothing:
// what is not understood must never widen a search. It does no I/O and takes
// the present as an argument.
package query

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Query is a search. All of its parts must hold for a message to match; the
// zero value matches everything.
type Query struct {
	Texts      []Text
	Categories []string
	MessageIDs []string // with their angle brackets
	Sizes      []string // as the interface's search compares a size: ">1MB"
	In         string   // a folder's name as typed; empty for everywhere
	Read       *bool
	Flagged    *bool
	Important  *bool
	Attachment *bool
	After      time.Time // received at or after; zero for no bound
	Before     time.Time // received before; zero for no bound

	Any [][]Query // of each list, one at least must match
	Not []Query   // none of them may match

	// Problems are the parts that mean nothing, in words. With one of them
	// the query matches nothing.
	Problems []string
	// Notes are how it was read where it could be meant otherwise.
	Notes []string
	// Unfinished: something is to follow at the end, as while typing "from:".
	Unfinished bool
}

// Text is a word, or several side by side. Property is the operator without
// its colon, empty for anywhere. A word finds also what begins so, unless it
// is Exact.
type Text struct {
	Property string
	Value    string
	Exact    bool
}

// From finds the mail of a sender.
func From(address string) Query { return Query{Texts: []Text{{Property: "from", Value: address}}} }

// Zero reports whether the query asks for nothing.
func (q Query) Zero() bool {
	return len(q.Texts)+len(q.Categories)+len(q.MessageIDs)+len(q.Sizes)+len(q.Any)+len(q.Not) == 0 && q.In == "" &&
		q.Read == nil && q.Flagged == nil && q.Important == nil && q.Attachment == nil &&
		q.After.IsZero() && q.Before.IsZero() && !q.Void()
}

// Void reports whether the query cannot match.
func (q Query) Void() bool { return len(q.Problems) > 0 }

// Texted reports whether the query looks into texts, or at what only a
// search knows, at any depth.
func (q Query) Texted() bool {
	return q.has(func(p Query) bool { return len(p.Texts)+len(p.Sizes) > 0 })
}

// Identified reports whether it names the id of a message, at any depth, which
// no search knows.
func (q Query) Identified() bool { return q.has(func(p Query) bool { return len(p.MessageIDs) > 0 }) }

// has reports whether something is so of the query, or of one within it.
func (q Query) has(is func(Query) bool) bool {
	within := func(p Query) bool { return p.has(is) }
	return is(q) || slices.ContainsFunc(q.Not, within) ||
		slices.ContainsFunc(q.Any, func(list []Query) bool { return slices.ContainsFunc(list, within) })
}

// LeftOut are the words that stand behind a minus, or NOT, and could be meant
// as they stand: "EINVAL" of -EINVAL.
func (q Query) LeftOut() (words []string) {
	for _, n := range q.Not {
		if len(n.Texts) == 1 && n.Texts[0].Property == "" && !n.Texts[0].Exact && len(n.Parts()) == 1 {
			words = append(words, n.Texts[0].Value)
		}
	}
	return words
}

// Terms are the strings to highlight in what was found; in a body those alone
// that may stand in one.
func (q Query) Terms(body bool) []string {
	var terms []string
	for _, t := range q.Texts {
		switch t.Property {
		case "", "subject", "body":
			terms = append(terms, t.Value)
		case "from", "to", "cc", "bcc", "recipients", "participants":
			if !body {
				terms = append(terms, t.Value)
			}
		}
	}
	for _, list := range q.Any {
		for _, a := range list {
			terms = append(terms, a.Terms(body)...)
		}
	}
	return terms
}

// and adds what another query asks for.
func (q *Query) and(o Query) {
	q.Texts = append(q.Texts, o.Texts...)
	q.Categories = append(q.Categories, o.Categories...)
	q.MessageIDs = append(q.MessageIDs, o.MessageIDs...)
	q.Sizes = append(q.Sizes, o.Sizes...)
	q.Any = append(q.Any, o.Any...)
	q.Not = append(q.Not, o.Not...)
	q.Problems = append(q.Problems, o.Problems...)
	q.Unfinished = q.Unfinished || o.Unfinished
	if o.In != "" && q.In != "" && !strings.EqualFold(o.In, q.In) {
		q.Problems = append(q.Problems, "in: takes one folder.")
	} else if o.In != "" {
		q.In = o.In
	}
	q.state(&q.Read, o.Read, func(b *bool) Query { return Query{Read: b} })
	q.state(&q.Flagged, o.Flagged, func(b *bool) Query { return Query{Flagged: b} })
	q.state(&q.Important, o.Important, func(b *bool) Query { return Query{Important: b} })
	q.state(&q.Attachment, o.Attachment, func(b *bool) Query { return Query{Attachment: b} })
	if o.After.After(q.After) {
		q.After = o.After
	}
	if q.Before.IsZero() || !o.Before.IsZero() && o.Before.Before(q.Before) {
		q.Before = o.Before
	}
}

// state asks for a state too. With the opposite of what is asked for already
// the query matches nothing, which Not says.
func (q *Query) state(is **bool, want *bool, of func(*bool) Query) {
	switch {
	case want == nil:
	case *is == nil:
		*is = want
	case **is != *want:
		q.Not = append(q.Not, of(*is))
	}
}

// not is what does not match q.
func (q Query) not() Query {
	switch flipped := q; {
	case q.Void():
		return q
	case q.In != "":
		return Query{Problems: []string{inAlone}}
	case q.flip(&flipped):
		return flipped
	}
	return Query{Not: []Query{q}, Unfinished: q.Unfinished}
}

const inAlone = "in: stands by itself, without OR and NOT."

// flip turns a query around that asks for one state and nothing else.
func (q Query) flip(to *Query) bool {
	states, rest := 0, q
	rest.Read, rest.Flagged, rest.Important, rest.Attachment = nil, nil, nil, nil
	for _, s := range []**bool{&to.Read, &to.Flagged, &to.Important, &to.Attachment} {
		if *s != nil {
			turned := !**s
			*s = &turned
			states++
		}
	}
	return states == 1 && rest.Zero()
}

// either is what matches one of several queries.
func either(list []Query) Query {
	if len(list) == 1 {
		return list[0]
	}
	var out Query
	for _, q := range list {
		out.Problems = append(out.Problems, q.Problems...)
		out.Unfinished = out.Unfinished || q.Unfinished
		if q.In != "" {
			out.Problems = append(out.Problems, inAlone)
		}
	}
	out.Any = [][]Query{list}
	return out
}

// sayable reports whether there is something to look for: words are letters
// and digits.
func sayable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
