package odata

import (
	"slices"
	"testing"
)

func TestAnyEqualsFindsWhatMustHold(t *testing.T) {
	for _, c := range []struct {
		filter, collection, property string
		want                         string
		found                        bool
	}{
		{"emailAddresses/any(a:a/address eq 'x@y.example')", "emailAddresses", "address", "x@y.example", true},
		{"EMAILADDRESSES/any(a:'it''s' eq a/Address)", "emailAddresses", "address", "it's", true},
		{"name eq 'n' and emailAddresses/any(a:a/name eq 'z' and a/address eq 'x')", "emailAddresses", "address", "x", true},
		{"categories/any(c:c eq 'Plans') and isRead eq true", "categories", "", "Plans", true},
		{"name eq 'n' or emailAddresses/any(a:a/address eq 'x')", "emailAddresses", "address", "", false},
		{"not emailAddresses/any(a:a/address eq 'x')", "emailAddresses", "address", "", false},
		{"emailAddresses/all(a:a/address eq 'x')", "emailAddresses", "address", "", false},
		{"emailAddresses/any(a:a/address ne 'x')", "emailAddresses", "address", "", false},
		{"emailAddresses/any(a:a/address eq 'x' or a/name eq 'y')", "emailAddresses", "address", "", false},
		{"emailAddresses/any()", "emailAddresses", "address", "", false},
	} {
		e, err := ParseFilter(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if got, found := AnyEquals(e, c.collection, c.property); got != c.want || found != c.found {
			t.Errorf("%s: got %q, %v; want %q, %v", c.filter, got, found, c.want, c.found)
		}
	}
	if _, found := AnyEquals(nil, "categories", ""); found {
		t.Error("found something in no filter")
	}
}

func TestIDsOfAnExpandedCollection(t *testing.T) {
	for query, want := range map[string][]string{
		"$expand=extensions":                                   nil,
		"$expand=extensions($filter=id eq 'a')":                {"a"},
		"$expand=extensions($filter=id eq 'a' or 'b''' eq ID)": {"a", "b'"},
		"$expand=extensions($select=id;$filter=id eq 'a.b.c')": {"a.b.c"},
	} {
		got, err := expandOf(t, query).IDs()
		if err != nil || !slices.Equal(got, want) || (got == nil) != (want == nil) {
			t.Errorf("%s: got %q (%v), want %q", query, got, err, want)
		}
	}
	for _, query := range []string{"$expand=extensions($filter=id ne 'a')", "$expand=extensions($filter=name eq 'a')",
		"$expand=extensions($filter=id eq 'a' and id eq 'b')", "$expand=extensions($filter=startswith(id,'a'))"} {
		if got, err := expandOf(t, query).IDs(); err == nil {
			t.Errorf("%s: got %q, want a refusal", query, got)
		}
	}
}

func expandOf(t *testing.T, query string) Expand {
	t.Helper()
	o, err := Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	return o.Expand[0]
}
