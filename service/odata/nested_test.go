package odata

import (
	"strings"
	"testing"

	"daybook/model"
)

func nestedFolders() *Schema {
	var s *Schema
	s = SchemaOf[model.MailFolder]("mailFolder", "id", Field{Path: "id", Kind: ID},
		Field{Path: "childFolders", Expandable: true, Of: func() *Schema { return s }})
	return s
}

func expandIn(t *testing.T, query string) Expand {
	t.Helper()
	o, err := Parse(query)
	if err != nil {
		t.Fatal(err)
	}
	return o.Expand[0]
}

func TestOptionsInsideExpand(t *testing.T) {
	for inside, want := range map[string]string{
		"":                           "b a c",
		"$orderby=displayName":       "a b c",
		"$orderby=displayName desc":  "c b a",
		"$top=2":                     "b a",
		"$top=0":                     "",
		"$skip=1;$top=1":             "a",
		"$skip=9":                    "",
		"$filter=displayName ne 'b'": "a c",
		"$filter=displayName ne 'b';$orderby=displayName desc;$top=1": "c",
	} {
		list := []model.MailFolder{{DisplayName: "b"}, {DisplayName: "a"}, {DisplayName: "c"}}
		for i := range list {
			list[i].ID = list[i].DisplayName
		}
		list, err := Nested(new(Nest), nestedFolders(), expandIn(t, "$expand=childFolders("+inside+")"), list)
		var got []string
		for _, f := range list {
			got = append(got, f.DisplayName)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("(%s): got %q, %v; want %q", inside, got, err, want)
		}
	}
}

// TestExpandIsBounded counts what all items of a request bring together.
func TestExpandIsBounded(t *testing.T) {
	var b Nest
	x := expandIn(t, "$expand=childFolders")
	for i := range maxNested / 1000 {
		if _, err := Nested(&b, nestedFolders(), x, make([]model.MailFolder, 1000)); err != nil {
			t.Fatalf("after %d: %v", i*1000, err)
		}
	}
	if _, err := Nested(&b, nestedFolders(), x, make([]model.MailFolder, 1)); err == nil || !strings.Contains(err.Error(), "childFolders") {
		t.Errorf("got %v, want a refusal that names the property", err)
	}
}

// TestCastsAreOfTheResource takes the types that a resource can have, and no
// others, before a property.
func TestCastsAreOfTheResource(t *testing.T) {
	s := nestedFolders().Cast("microsoft.graph.mailFolder")
	for query, ok := range map[string]bool{
		"$select=microsoft.graph.mailFolder/displayName":                  true,
		"$select=Microsoft.Graph.MailFolder/displayName":                  true,
		"$expand=microsoft.graph.mailFolder/childFolders($select=id)":     true,
		"$filter=microsoft.graph.mailFolder/displayName eq 'a'":           true,
		"$select=microsoft.graph.contact/displayName":                     false,
		"$expand=microsoft.graph.contact/childFolders":                    false,
		"$filter=microsoft.graph.contact/displayName eq 'a'":              false,
		"$expand=childFolders($expand=microsoft.graph.contact/something)": false,
	} {
		o, err := Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Shape(o.Select, o.Expand)
		if err == nil {
			_, err = s.Filter(o.Filter)
		}
		if (err == nil) != ok {
			t.Errorf("%s: %v", query, err)
		}
	}
}
