package query

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Operator is one operator of the language, with the values it takes.
type Operator struct {
	Name   string   // with its colon
	Help   string   // what it asks for
	Values []string // the fixed values, or examples
	read   func(o *Operator, t Token, days Days) (Query, string)
}

// Days reads words as days, relative to now: from their first midnight, or
// the moment they name, to the midnight that they end at.
type Days func(words string) (from, until time.Time, err error)

// Operators lists the language, in the order of the completion.
func Operators() []Operator {
	days := []string{"today", "yesterday", "monday"}
	return []Operator{
		{Name: "from:", Help: "sender", read: readText},
		{Name: "to:", Help: "recipient", read: readText},
		{Name: "subject:", Help: "words of the subject", read: readText},
		{Name: "in:", Help: "folder", read: readFolder},
		{Name: "is:", Help: "state", Values: []string{"unread", "read", "flagged", "important"}, read: readState},
		{Name: "has:", Help: "content", Values: []string{"attachment"}, read: readState},
		{Name: "category:", Help: "category", read: readCategory},
		{Name: "after:", Help: "received since a date", Values: days, read: readDays},
		{Name: "before:", Help: "received before a date", Values: days, read: readDays},
		{Name: "received:", Help: "received on days", Values: []string{"today", "yesterday", "this week", "last week", "last month"}, read: readDays},
		{Name: "body:", Help: "words of the text", read: readText},
		{Name: "attachment:", Help: "name of an attachment", read: readText},
		{Name: "cc:", Help: "who had a copy", read: readText},
		{Name: "bcc:", Help: "who had a blind copy", read: readText},
		{Name: "recipients:", Help: "to, cc or bcc", read: readText},
		{Name: "participants:", Help: "sender or recipient", read: readText},
		{Name: "message-id:", Help: "the message of an id", read: readMessageID},
		{Name: "size:", Help: "size", Values: []string{">1MB", "<20KB"}, read: readSize},
	}
}

// operator is the one of a name, with its colon; nil for none.
func operator(name string) *Operator {
	all := Operators()
	if i := slices.IndexFunc(all, func(o Operator) bool { return o.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// takes says what an operator understands.
func (o *Operator) takes() string {
	n := len(o.Values)
	if n == 1 {
		return o.Name + " takes " + o.Values[0]
	}
	return o.Name + " takes " + strings.Join(o.Values[:n-1], ", ") + " or " + o.Values[n-1]
}

func readText(o *Operator, t Token, _ Days) (Query, string) {
	if !sayable(t.Value) {
		return Query{}, fmt.Sprintf("%s takes words, a name or an address, not %q.", o.Name, t.Value)
	}
	return Query{Texts: []Text{{Property: strings.TrimSuffix(o.Name, ":"), Value: t.Value, Exact: t.Quoted}}}, ""
}

func readFolder(_ *Operator, t Token, _ Days) (Query, string) { return Query{In: t.Value}, "" }

func readCategory(_ *Operator, t Token, _ Days) (Query, string) {
	return Query{Categories: []string{t.Value}}, ""
}

func readState(o *Operator, t Token, _ Days) (Query, string) {
	yes, no := true, false
	switch o.Name + strings.ToLower(t.Value) {
	case "is:unread":
		return Query{Read: &no}, ""
	case "is:read":
		return Query{Read: &yes}, ""
	case "is:flagged", "is:starred":
		return Query{Flagged: &yes}, ""
	case "is:important":
		return Query{Important: &yes}, ""
	case "has:attachment", "has:attachments":
		return Query{Attachment: &yes}, ""
	}
	return Query{}, fmt.Sprintf("%s, not %q.", o.takes(), t.Value)
}

func readDays(o *Operator, t Token, days Days) (Query, string) {
	value := strings.TrimLeft(t.Value, "<>=")
	sign := strings.TrimSuffix(t.Value, value)
	first, last, isRange := strings.Cut(value, "..")
	if !isRange || o.Name != "received:" || sign != "" {
		first, last = value, value
	}
	from, until, err := days(first)
	if err == nil && last != first {
		_, until, err = days(last)
	}
	switch {
	case err != nil:
		return Query{}, fmt.Sprintf("%s %v.", o.Name, err)
	case !until.After(from):
		return Query{}, fmt.Sprintf("%s %q ends before it begins.", o.Name, t.Value)
	}
	switch o.Name + sign {
	case "after:", "received:>=":
		return Query{After: from}, ""
	case "before:", "received:<":
		return Query{Before: from}, ""
	case "received:>":
		return Query{After: until}, ""
	case "received:<=":
		return Query{Before: until}, ""
	case "received:", "received:=":
		return Query{After: from, Before: until}, ""
	}
	return Query{}, fmt.Sprintf("%s takes a day, not %q.", o.Name, t.Value)
}

// readMessageID reads the id of a message, with its angle brackets or without.
func readMessageID(o *Operator, t Token, _ Days) (Query, string) {
	id := strings.TrimSuffix(strings.TrimPrefix(t.Value, "<"), ">")
	if id == "" || strings.ContainsAny(id, " <>") {
		return Query{}, fmt.Sprintf("%s takes what stands in the Message-ID of a message, such as <a1b2@example.org>, not %q.", o.Name, t.Value)
	}
	return Query{MessageIDs: []string{"<" + id + ">"}}, ""
}

// sizes are what the interface's search understands of sizes.
var sizes = regexp.MustCompile(`(?i)^([<>]=?)?[0-9]{1,12}(\.[0-9]{1,9})?([kmg]?b?)?$`)

func readSize(o *Operator, t Token, _ Days) (Query, string) {
	value := strings.ReplaceAll(t.Value, " ", "")
	if !sizes.MatchString(value) {
		return Query{}, fmt.Sprintf("%s takes a size such as >1MB, <20KB or 300, not %q.", o.Name, t.Value)
	}
	return Query{Sizes: []string{value}}, ""
}
