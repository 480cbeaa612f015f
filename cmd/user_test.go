package cmd

import (
	"strings"
	"testing"
)

func TestPeopleAreAddedAndMadeAdministrators(t *testing.T) {
	data := t.TempDir()
	for _, c := range []struct {
		args string
		list string // afterwards
		fail string
	}{
		{"user add cy@contoso.example --name Cy_Cole", "cy@contoso.example\tCy Cole\t\n", ""},
		{"user add Bo@contoso.example", "bo@contoso.example\tBo\t\ncy@contoso.example\tCy Cole\t\n", ""},
		{"user add bo@contoso.example", "bo@contoso.example\tBo\t\ncy@contoso.example\tCy Cole\t\n", "already"},
		{"user add nonsense", "bo@contoso.example\tBo\t\ncy@contoso.example\tCy Cole\t\n", "no address"},
		{"user admin CY@contoso.example", "bo@contoso.example\tBo\t\ncy@contoso.example\tCy Cole\tadministrator\n", ""},
		{"user admin nobody@contoso.example", "bo@contoso.example\tBo\t\ncy@contoso.example\tCy Cole\tadministrator\n", "no mailbox of nobody"},
		{"user admin cy@contoso.example --off", "bo@contoso.example\tBo\t\ncy@contoso.example\tCy Cole\t\n", ""},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		_, err := run(t, data, args...)
		if (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("%s: got %v, want an error with %q", c.args, err, c.fail)
		}
		if got, err := run(t, data, "user", "list"); got != c.list || err != nil {
			t.Errorf("%s: got the list %q, %v; want %q", c.args, got, err, c.list)
		}
	}
}
