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
