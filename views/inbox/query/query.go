// Package query is the search language of the inbox: words, and operators
// such as from:ann, is:unread or before:"1 march".
//
// Invariants: Parse accepts every text, because it runs at each key; what it
// cannot read it leaves out and says so in Problems. It does no I/O and takes
// the present as an argument.
package query

import (
	"fmt"
	"strings"
	"time"
)

// Query is a search. All of its parts must hold for a message to match; the
// zero value matches everything.
type Query struct {
	Words      []string // anywhere in the message, phrases included
	From       []string // names or addresses
	To         []string // of To, Cc or Bcc
	Subject    []string
	Categories []string
	In         string // a folder's name as typed; empty for everywhere
	Read       *bool
	Flagged    *bool
	Important  bool
	Attachment *bool
	After      time.Time // received at or after; zero for no bound
	Before     time.Time // received before; zero for no bound

	// Problems are the parts that were left out, in words.
	Problems []string
}

// Zero reports whether the query asks for nothing.
func (q Query) Zero() bool {
	return len(q.Words)+len(q.From)+len(q.To)+len(q.Subject)+len(q.Categories) == 0 && q.In == "" &&
		q.Read == nil && q.Flagged == nil && !q.Important && q.Attachment == nil &&
		q.After.IsZero() && q.Before.IsZero()
}

// Terms are the strings to highlight in what was found.
func (q Query) Terms() []string {
	var terms []string
	for _, list := range [][]string{q.Words, q.From, q.To, q.Subject} {
		terms = append(terms, list...)
	}
	return terms
}

// Operator is one operator of the language, with the values it takes.
type Operator struct {
	Name   string   // with its colon
	Help   string   // what it asks for
	Values []string // the fixed values, if it has them
}

// Operators lists the language, in the order of the completion.
func Operators() []Operator {
	return []Operator{
		{Name: "from:", Help: "sender"},
		{Name: "to:", Help: "recipient"},
		{Name: "subject:", Help: "words of the subject"},
		{Name: "in:", Help: "folder"},
		{Name: "is:", Help: "state", Values: []string{"unread", "read", "flagged", "important"}},
		{Name: "has:", Help: "content", Values: []string{"attachment"}},
		{Name: "category:", Help: "category"},
		{Name: "after:", Help: "received since a date", Values: []string{"today", "yesterday", "monday"}},
		{Name: "before:", Help: "received before a date", Values: []string{"today", "yesterday", "monday"}},
	}
}

// Day reads a day in words, relative to now; see package when.
type Day func(words string) (time.Time, error)

// Parse reads a search. A leading '-' before is: or has: turns it around.
func Parse(text string, day Day) Query {
	var q Query
	for _, t := range Tokens(text) {
		if t.Value == "" {
			continue
		}
		if err := q.add(t, day); err != nil {
			q.Problems = append(q.Problems, err.Error())
		}
	}
	return q
}

func (q *Query) add(t Token, day Day) error {
	switch t.Operator {
	case "":
		q.Words = append(q.Words, t.Value)
	case "from:":
		q.From = append(q.From, t.Value)
	case "to:":
		q.To = append(q.To, t.Value)
	case "subject:":
		q.Subject = append(q.Subject, t.Value)
	case "category:":
		q.Categories = append(q.Categories, t.Value)
	case "in:":
		q.In = t.Value
	case "is:", "has:":
		return q.state(t)
	case "after:", "before:":
		at, err := day(t.Value)
		if err != nil {
			return fmt.Errorf("%s %w", t.Operator, err)
		}
		if t.Operator == "after:" {
			q.After = at
		} else {
			q.Before = at
		}
	}
	return nil
}

func (q *Query) state(t Token) error {
	yes := !t.Negated
	no := !yes
	switch t.Operator + strings.ToLower(t.Value) {
	case "is:unread":
		q.Read = &no
	case "is:read":
		q.Read = &yes
	case "is:flagged", "is:starred":
		q.Flagged = &yes
	case "is:important":
		q.Important = yes
	case "has:attachment", "has:attachments":
		q.Attachment = &yes
	default:
		return fmt.Errorf("%s%s is not known: try is:unread, is:flagged, is:important or has:attachment", t.Operator, t.Value)
	}
	return nil
}
