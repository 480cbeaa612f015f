package odata

import (
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
