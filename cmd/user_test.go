package cmd

import (
	"path/filepath"
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
		{"user add Bo@contoso.example", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", ""},
		{"user add bo@contoso.example", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", "already"},
		{"user add nonsense", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", "no address"},
		{"user admin CY@contoso.example", "cy@contoso.example\tCy Cole\tadministrator\nbo@contoso.example\tBo\t\n", ""},
		{"user admin nobody@contoso.example", "cy@contoso.example\tCy Cole\tadministrator\nbo@contoso.example\tBo\t\n", "no mailbox of nobody"},
		{"user admin cy@contoso.example --off", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", ""},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		out, err := run(t, data, args...)
		if first := strings.HasPrefix(c.args, "user add cy@"); strings.Contains(out, "when nobody is named") != first {
			t.Errorf("%s: said %q, where the mailbox is the one that opens: %v", c.args, out, first)
		}
		if (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("%s: got %v, want an error with %q", c.args, err, c.fail)
		}
		if got, err := run(t, data, "user", "list"); got != c.list || err != nil {
			t.Errorf("%s: got the list %q, %v; want %q", c.args, got, err, c.list)
		}
	}
}

func TestOnesOwnMailboxStaysTheOneThatOpens(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.eml")
	put(t, file, "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	for _, args := range [][]string{
		{"import", "--as", "Me <me@home.example>", file},
		{"user", "add", "anna@x.example"},
		{"import", file},
		{"api", "GET", "/me?$select=mail"},
	} {
		if out, err := run(t, data, args...); err != nil || args[0] != "user" && !strings.Contains(out, "me@home.example") {
			t.Errorf("%q: got %q, %v; want my mailbox", args, out, err)
		}
	}
}
