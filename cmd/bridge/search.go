package bridge

import (
	"fmt"
	"strings"

	"daybook/api"
	"daybook/model"
	"daybook/views/inbox"
	"daybook/views/inbox/query"
)

// search says what a query asks for. Words go to the full-text search, all
// else to the filter, which indexes serve. The microsoft dialect allows no
// filter and no order beside a search, so there everything is part of it.
func (b *Inbox) search(q inbox.Query, bounds []api.Expr, order string) []api.Option {
	words := wordsOf(q.Search)
	if words != "" && b.client.Dialect() == api.Microsoft {
		return []api.Option{api.Search(words + " " + propertiesOf(q))}
	}
	options := []api.Option{api.OrderBy(order)}
	if filters := append(bounds, filtersOf(q)...); len(filters) > 0 {
		options = append(options, api.Filter(filters...))
	}
	if words != "" {
		options = append(options, api.Search(words))
	}
	return options
}

// wordsOf is the part of a query that looks into texts.
func wordsOf(q query.Query) string {
	var parts []string
	for _, w := range q.Words {
		parts = append(parts, phrase(w))
	}
	for _, of := range []struct {
		property string
		values   []string
	}{{"from", q.From}, {"to", q.To}, {"subject", q.Subject}} {
		for _, v := range of.values {
			parts = append(parts, of.property+":"+phrase(v))
		}
	}
	return strings.Join(parts, " ")
}

// phrase quotes a value; a single word also finds what begins with it, as one
// sees results while the word is still being typed.
func phrase(s string) string {
	if !strings.ContainsAny(s, " \t\"()*:<>=") && s != "AND" && s != "OR" && s != "NOT" {
		return s + "*"
	}
	return `"` + strings.ReplaceAll(s, `"`, "") + `"`
}

// filtersOf is the part of a query that looks at properties.
func filtersOf(q inbox.Query) []api.Expr {
	var out []api.Expr
	s := q.Search
	if q.Class != "" {
		out = append(out, api.Eq("inferenceClassification", q.Class))
	}
	if s.Read != nil {
		out = append(out, api.Eq("isRead", *s.Read))
	}
	if s.Flagged != nil {
		flagged := api.Eq("flag/flagStatus", model.Flagged)
		if !*s.Flagged {
			flagged = api.Not(flagged)
		}
		out = append(out, flagged)
	}
	if s.Important {
		out = append(out, api.Eq("importance", model.ImportanceHigh))
	}
	if s.Attachment != nil {
		out = append(out, api.Eq("hasAttachments", *s.Attachment))
	}
	if !s.After.IsZero() {
		out = append(out, api.Ge("receivedDateTime", s.After))
	}
	if !s.Before.IsZero() {
		out = append(out, api.Lt("receivedDateTime", s.Before))
	}
	for _, c := range s.Categories {
		out = append(out, api.RawFilter("categories/any(c: c eq "+api.Quote(c)+")"))
	}
	return out
}

// propertiesOf is filtersOf in the words of the microsoft dialect's search.
func propertiesOf(q inbox.Query) string {
	var parts []string
	s := q.Search
	if s.Read != nil {
		parts = append(parts, fmt.Sprintf("isread:%t", *s.Read))
	}
	if s.Flagged != nil {
		parts = append(parts, fmt.Sprintf("isflagged:%t", *s.Flagged))
	}
	if s.Important {
		parts = append(parts, "importance:high")
	}
	if s.Attachment != nil {
		parts = append(parts, fmt.Sprintf("hasattachment:%t", *s.Attachment))
	}
	if !s.After.IsZero() {
		parts = append(parts, "received>="+s.After.UTC().Format("2006-01-02"))
	}
	if !s.Before.IsZero() {
		parts = append(parts, "received<"+s.Before.UTC().Format("2006-01-02"))
	}
	for _, c := range s.Categories {
		parts = append(parts, `category:"`+strings.ReplaceAll(c, `"`, "")+`"`)
	}
	return strings.Join(parts, " ")
}
