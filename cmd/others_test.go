package cmd

import (
	"strings"
	"testing"
)

const teamProfile = `profile = "work"
[profiles.work]
base_url = "https://mail.example.com"
account = "ann@contoso.example"
token_command = ["pass", "daybook"]
[profiles.team]
base_url = "https://mail.example.com"
account = "ann@contoso.example"
mailbox = "team@contoso.example"
token_command = ["pass", "daybook"]
`

func TestProfilesSayWhoseMailboxTheyOpen(t *testing.T) {
	got, err := configured(t, teamProfile, "profiles")
	if err != nil || !strings.Contains(got, "team@contoso.example as ann@contoso.example") || strings.Count(got, " as ") != 1 {
		t.Errorf("got %v\n%s", err, got)
	}
	if got, err := configured(t, teamProfile, "profiles", "--json"); err != nil || strings.Count(got, `"mailbox": "team@contoso.example"`) != 1 {
		t.Errorf("got %v\n%s", err, got)
	}
}

func TestAMailboxIsNamedByItsAddress(t *testing.T) {
	for _, args := range [][]string{{"find", "--mailbox", "team"}, {"login", "--profile", "work", "--mailbox", "Team <team@contoso.example>"}} {
		_, err := configured(t, teamProfile, args...)
		if err == nil || !strings.Contains(err.Error(), "--mailbox: ") || !strings.Contains(err.Error(), "it looks like team@contoso.example") {
			t.Errorf("%v: got %v", args, err)
		}
	}
	if _, err := configured(t, teamProfile, "backup", "--mailbox", "team@contoso.example", "x"); err == nil || !strings.Contains(err.Error(), "--mailbox") {
		t.Errorf("a command without mail and calendars takes one: %v", err)
	}
	got, err := configured(t, teamProfile, "__complete", "find", "--mailbox", "")
	if err != nil || !strings.Contains(got, "team@contoso.example\n") {
		t.Errorf("the shell is told %q, %v", got, err)
	}
}

func TestCallingIntoTheMailOfOthersSaysWhatItNeeds(t *testing.T) {
	data := t.TempDir()
	for _, args := range [][]string{{"user", "add", "ann@contoso.example"}, {"user", "add", "bo@contoso.example"}} {
		if out, err := run(t, data, args...); err != nil {
			t.Fatal(out, err)
		}
	}
	const hint = "Mail.ReadWrite.Shared and Mail.Send.Shared, which --mailbox bo@contoso.example asks for"
	for _, c := range []struct {
		args []string
		says string // of the refusal
		hint bool
	}{
		{[]string{"/users/bo@contoso.example/messages?$top=1"}, "the token needs", true},
		{[]string{"/beta/Users/bo%40contoso.example/mailfolders"}, "the token needs", true},
		{[]string{"/users/bo@contoso.example/messages", "--mailbox", "bo@contoso.example"}, "has not shared", false},
		{[]string{"/users/bo@contoso.example/contacts"}, "Contacts.Read.Shared", false},
	} {
		_, err := run(t, data, append([]string{"api", "GET"}, c.args...)...)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), hint) != c.hint {
			t.Errorf("%v: got %v, want a refusal with %q, and what it takes: %v", c.args, err, c.says, c.hint)
		}
	}
}
