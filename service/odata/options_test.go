package odata

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestOptionsAreReadInAnyCaseWithAndWithoutADollar(t *testing.T) {
	for _, query := range []string{
		"$select=subject,from/emailAddress&$orderby=receivedDateTime%20desc,subject&$top=10&$skip=20&$count=true&$filter=isRead%20eq%20false&$search=%22plan%22&$skiptoken=abc",
		"select=subject,from/emailAddress&OrderBy=receivedDateTime+DESC,subject+asc&TOP=10&skip=20&count=True&filter=isRead+eq+false&search=plan&skipToken=abc",
		"%24SELECT=subject%2C%20from%2FemailAddress&$OrderBy= receivedDateTime  desc , subject&$Top=10&$skip= 20&$Count=TRUE&$Filter= isRead eq false &$Search=plan&$SkipToken=abc",
	} {
		o, err := Parse(query)
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		var sel, order []string
		for _, n := range o.Select {
			sel = append(sel, n.Path)
		}
		for _, k := range o.OrderBy {
			order = append(order, k.Path+map[bool]string{true: " desc"}[k.Desc])
		}
		got := []any{strings.Join(sel, "|"), strings.Join(order, "|"), *o.Top, *o.Skip, o.Count, o.SkipToken, o.Filter != nil, o.Search != nil, len(o.Other)}
		want := []any{"subject|from/emailAddress", "receivedDateTime desc|subject", 10, 20, true, "abc", true, true, 0}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %v\nwant %v", query, got, want)
		}
	}
}

func TestOtherParametersAreKept(t *testing.T) {
	o, err := Parse("startDateTime=2026-01-01T00:00:00&endDateTime=2026-02-01&&$deltatoken=latest&$format=application/json;odata.metadata=none")
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{"startDateTime": {"2026-01-01T00:00:00"}, "endDateTime": {"2026-02-01"}}
	if !reflect.DeepEqual(o.Other, want) || o.DeltaToken != "latest" {
		t.Errorf("got %v and %q, want %v and latest", o.Other, o.DeltaToken, want)
	}
}

func TestExpandTakesOptionsInParentheses(t *testing.T) {
	o, err := Parse("$expand=extensions($filter=id eq 'a;b,c(d)' and extensionName ne 'x';$select=id,color),attachments,event($expand=instances($top=3;$orderby=subject desc))")
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Expand) != 3 {
		t.Fatalf("got %d items, want 3: %+v", len(o.Expand), o.Expand)
	}
	ext, att, ev := o.Expand[0], o.Expand[1], o.Expand[2]
	if ext.Path != "extensions" || ext.Options.Filter == nil || len(ext.Options.Select) != 2 || ext.Options.Select[1].Path != "color" {
		t.Errorf("extensions: got %+v", ext)
	}
	if att.Path != "attachments" || att.Pos != 80 {
		t.Errorf("attachments: got %+v, want it at position 80", att.Name)
	}
	in := ev.Options.Expand[0].Options
	if *in.Top != 3 || !in.OrderBy[0].Desc || in.OrderBy[0].Path != "subject" {
		t.Errorf("event: got %+v", in)
	}
}

func TestOptionRefusals(t *testing.T) {
	for query, want := range map[string]struct{ target, message string }{
		"$apply=x":                   {"$apply", "$apply: is not an option of this service: $select, $filter, $orderby, $top, $skip, $count, $search, $expand, $skiptoken and $deltatoken are"},
		"$top=1&top=2":               {"$top", "$top: is given twice"},
		"$filter=isRead&$FILTER=x":   {"$filter", "$filter: is given twice"},
		"$top=-1":                    {"$top", `$top: at position 1: is a whole number from 0 to 2147483647, not "-1"`},
		"$skip=ten":                  {"$skip", `$skip: at position 1: is a whole number from 0 to 2147483647, not "ten"`},
		"$top=2147483648":            {"$top", `$top: at position 1: is a whole number from 0 to 2147483647, not "2147483648"`},
		"$count=yes":                 {"$count", `$count: at position 1: is true or false, not "yes"`},
		"$select=a,,b":               {"$select", "$select: at position 3: a property name is missing"},
		"$select=a,b c":              {"$select", `$select: at position 3: "b c" is not a property path`},
		"$select=":                   {"$select", "$select: at position 1: a property name is missing"},
		"$orderby=subject down":      {"$orderby", `$orderby: at position 1: a property is followed by asc or desc, not "down"`},
		"$orderby=a,b desc x":        {"$orderby", `$orderby: at position 3: "x" has no meaning here`},
		"$orderby=a,B,A desc":        {"$orderby", `$orderby: at position 5: "A" is given twice`},
		"$expand=a($filter=id eq":    {"$expand", "$expand: at position 16: a parenthesis or a quote is not closed"},
		"$expand=a)":                 {"$expand", "$expand: at position 2: this ')' closes nothing"},
		"$expand=a($top=1)b":         {"$expand", `$expand: at position 1: "a($top=1)b" does not end with its ')'`},
		"$expand=a,A":                {"$expand", `$expand: at position 3: "A" is given twice`},
		"$expand=a($levels=2)":       {"$expand", "$expand: in a: $levels: is not an option of this service: $select, $filter, $orderby, $top, $skip, $count, $search, $expand, $skiptoken and $deltatoken are"},
		"$expand=a(name)":            {"$expand", `$expand: in a: "name" is not an option with a value`},
		"$expand=a($filter=id eq x)": {"$expand", ""},
		"$expand=a($expand=b($expand=c($expand=d($expand=e))))": {"$expand", "$expand: in a: $expand: in b: $expand: in c: $expand: in d: $expand: nested deeper than 4 levels"},
		"$filter=":                             {"$filter", "$filter: at position 1: expected a property, a constant, a function or '(', found the end"},
		"$filter=%ff eq 1":                     {"$filter", "$filter: is not valid UTF-8"},
		"$filter=%zz":                          {"$filter", "$filter: the value is not well percent-encoded"},
		"$skiptoken=":                          {"$skiptoken", "$skiptoken: is empty"},
		"$format=atom":                         {"$format", `$format: at position 1: only json is served, not "atom"`},
		"$search=a AND":                        {"$search", "$search: at position 6: a word is missing at the end"},
		"$f%zz=1":                              {"$f%zz", "$f%zz: the option's name is not well percent-encoded"},
		"$select=" + strings.Repeat("a,", 120): {"$select", "$select: at position 201: more than 100 items"},
	} {
		_, err := Parse(query)
		if want.message == "" {
			if err != nil {
				t.Errorf("%s: %v, and a property is no syntax error", query, err)
			}
			continue
		}
		checkRefusal(t, query, err, want.target, want.message)
	}
}

func FuzzParse(f *testing.F) {
	for _, q := range []string{
		"$select=a,b/c&$orderby=a desc&$top=1", "$expand=e($filter=id eq 'x;)';$select=id),f",
		"$filter=a/any(x:x/b eq 'c''d') and not (e lt 1.5e3)", "$search=\"a\\\"b\" OR -c", "$expand=a($expand=b($expand=c))", "$count=TRUE&x=y;z",
	} {
		f.Add(q)
	}
	schema, stored, searcher := messageSchema(), messageSchema().Stored("m.document"), mailSearcher("mail_text")
	f.Fuzz(func(t *testing.T, query string) {
		o, err := Parse(query)
		if err != nil {
			return
		}
		if filter, err := schema.Filter(o.Filter); err == nil {
			filter.Match(sampleMessage(1))
		}
		if filter, err := stored.Filter(o.Filter); err == nil {
			filter.SQL()
		}
		if order, err := schema.Order(o.OrderBy); err == nil {
			order.Compare(sampleMessage(1), sampleMessage(2))
		}
		if o.Search != nil {
			if s, err := searcher.Search(o.Search, true, time.Time{}); err == nil {
				s.SQL()
			}
		}
		if sh, err := schema.Shape(o.Select, o.Expand); err == nil {
			if _, err := sh.Append(nil, sampleMessage(1)); err != nil {
				t.Errorf("%q: %v", query, err)
			}
		}
		o.Fingerprint("x")
	})
}
