package cmd

import (
	"bytes"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhatIsAskedWronglyIsAnsweredInWords(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.eml")
	put(t, file, "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	if out, err := run(t, data, "import", file, "--as", "Ann <ann@contoso.example>"); err != nil || !strings.HasPrefix(out, "1 message came") {
		t.Fatalf("got %q, %v; want one message", out, err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
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
		{[]string{"serve", "--listen", "8025"}, "an address has a port, as in 127.0.0.1:8025"},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--status", "127.0.0.1"}, "the status: listen on \"127.0.0.1\": an address has a port"},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--status", taken.Addr().String()}, "another program listens there: choose another address"},
		{[]string{"serve", "--log", "xml"}, `--log wants text or json, not "xml"`},
		{[]string{"serve", "--drain", "1h"}, "--drain wants a span of at most 10m0s, not 1h0m0s"},
		{[]string{"serve", "--drain", "-1s"}, "--drain wants a span"},
		{[]string{"serve", "--drain", "soon"}, `--drain wants a span such as 45m`},
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

// Each command says in words what it wants behind it, and with what it is
// called when that is an example of its own.
func TestEachCommandSaysWhatItWantsBehindIt(t *testing.T) {
	for _, c := range leaves(newRoot()) {
		if !c.HasParent() || c.Name() == "help" || c.Parent().Name() == "completion" {
			continue
		}
		_, usage, _ := strings.Cut(c.Use, " ")
		needs := usage != "" && !strings.HasPrefix(usage, "-") && !strings.HasPrefix(usage, "[")
		err := c.ValidateArgs(nil)
		if needs != (err != nil) {
			t.Errorf("%s alone: %v", c.CommandPath(), err)
		}
		if err != nil && (!strings.Contains(err.Error(), "wants "+usage+" behind it, as in \"daybook ") || strings.Contains(err.Error(), "arg(s)")) {
			t.Errorf("%s alone: %v", c.CommandPath(), err)
		}
		if err != nil {
			example := strings.Fields(firstExample(c))
			if _, behind, ok := strings.Cut(strings.Join(example, " "), strings.TrimSpace(c.CommandPath())+" "); !ok || c.ValidateArgs(strings.Fields(behind)) != nil {
				t.Errorf("%s: its example is %q", c.CommandPath(), example)
			}
		}
		if err := c.ValidateArgs([]string{"a", "b", "c", "d"}); err != nil && !c.HasSubCommands() && !strings.Contains(err.Error(), " behind it") {
			t.Errorf("%s with four words: %v", c.CommandPath(), err)
		}
	}
}

func TestAShellIsToldWhatAFlagCanBe(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	settings := filepath.Join(t.TempDir(), "config.toml")
	put(t, settings, "[profiles.work]\nbase_url = \"https://mail.example\"\n")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--theme", ""}, []string{"auto", "dark", "mono"}},
		{[]string{"api", "--config", settings, "--profile", ""}, []string{"local", "work"}},
		{[]string{"--profile", ""}, []string{"local"}},
		{[]string{"photo", "--style", ""}, []string{"blocks", "mosaics", "mono"}},
		{[]string{"login", "--provider", ""}, []string{"daybook", "microsoft"}},
	} {
		root := newRoot()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&bytes.Buffer{})
		root.SetArgs(append([]string{"__complete"}, c.args...))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(out.String(), "\n")
		for _, want := range c.want {
			found := false
			for _, l := range lines {
				found = found || l == want
			}
			if !found {
				t.Errorf("%q: got %q, want %q among them", c.args, lines, want)
			}
		}
		if !strings.Contains(out.String(), ":4") { // no files
			t.Errorf("%q: got %q, want no names of files", c.args, out.String())
		}
	}
}
