package cmd

import (
	"path/filepath"
	"strings"
	"testing"

	"daybook/service/ingest"
)

func TestWhatIsAskedWronglyIsAnsweredInWords(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.eml")
	put(t, file, "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	if out, err := run(t, data, "import", file, "--as", "Ann <ann@contoso.example>"); err != nil || !strings.HasPrefix(out, "1 message came") {
		t.Fatalf("got %q, %v; want one message", out, err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"photo", "nobody@x"}, "nobody in the directory or among the contacts is called nobody@x"},
		{[]string{"find", "--minimum", "200"}, "--minimum wants a chance from 0 to 100 percent, not 200"},
		{[]string{"export", "--contacts", "Nope"}, `there is no contact folder named "Nope", nor any other`},
		{[]string{"export", "--contacts", "--calendar", "X"}, "ask for one at a time"},
		{[]string{"import"}, `daybook import wants PATH... behind it, as in "daybook import ~/Maildir".`},
		{[]string{"token", "--scopes", "Mail.Read Foo"}, `there is no scope "Foo"`},
		{[]string{"check", "--now", "bogus"}, "--now wants a time"},
		{[]string{"check", "--theme", "bogus"}, `no theme "bogus"`},
		{[]string{"check", "--user", "nobody@x"}, "leave --user out"},
		{[]string{"check", "foo"}, "takes no words behind it"},
		{[]string{"serve", "--listen", "127.0.0.1:99999"}, "a number from 0 to 65535"},
		{[]string{"find", "--length", "3parsecs"}, "--length wants a span"},
		{[]string{"find", "--length", "0m"}, `--length wants a span such as 45m, 1h or 1h30m, not "0m"`},
		{[]string{"find", "--length", "-5m"}, `not "-5m"`},
		{[]string{"find", "--between", "tomorrow..today"}, `--between "tomorrow..today" goes backwards: from `},
		{[]string{"photo"}, `daybook photo wants FILE|ADDRESS behind it, as in "daybook photo bo@contoso.example".`},
		{[]string{"user", "add"}, `daybook user add wants ADDRESS behind it, as in "daybook user add bo@contoso.example".`},
		{[]string{"api", "GET"}, `daybook api wants METHOD PATH behind it, as in "daybook api GET '/me/messages?$top=3&$select=subject,from'".`},
		{[]string{"backup", "my", "file"}, `daybook backup takes FILE behind it and no more, such as "file"; quote what has spaces`},
		{[]string{"check", "--data", filepath.Join(data, "none")}, "there is no mailbox in"},
	} {
		out, err := run(t, data, c.args...)
		if err == nil || !strings.Contains(sentence(err), c.want) || strings.Contains(sentence(err), ": :") || strings.HasPrefix(sentence(err), ":") {
			t.Errorf("%q: got %q, %v; want an error with %q", c.args, out, err, c.want)
		}
	}
	if got := whyNoTime("attendeesUnavailableOrUnknown"); !strings.Contains(got, "not free") {
		t.Errorf("got %q", got)
	}
}

func TestAFolderWithoutANameHasNoLine(t *testing.T) {
	var out strings.Builder
	printFolders(&out, []ingest.FolderCount{{Imported: 1}, {Path: []string{"Work"}, Imported: 2}})
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "Work") {
		t.Errorf("got %q, want the line of Work alone", got)
	}
}
