package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAMailboxIsBackedUpCheckedRecoveredAndPutBack(t *testing.T) {
	data, other := t.TempDir(), t.TempDir()
	letter := filepath.Join(other, "letter.eml")
	if err := os.WriteFile(letter, []byte("From: Bo <bo@x.example>\r\nSubject: Tide tables\r\n\r\nHigh water at nine.\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, saved := filepath.Join(other, "mail.db"), filepath.Join(other, "saved")
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"import", letter, "--as", "Ann <ann@contoso.example>"}, "1 message"},
		{[]string{"backup", file}, "it is whole"},
		{[]string{"check"}, "is whole: 1 messages"},
		{[]string{"recover", saved}, "1  messages\n"},
		{[]string{"restore", file}, "what was there before is in "},
		{[]string{"api", "GET", "/me/messages?$select=subject"}, "Tide tables"},
		{[]string{"--data", saved, "api", "GET", "/me/messages?$select=subject"}, "Tide tables"},
	} {
		out, err := run(t, data, step.args...)
		if err != nil || !strings.Contains(out, step.want) {
			t.Fatalf("daybook %s: %v, wrote %q; want %q", strings.Join(step.args, " "), err, out, step.want)
		}
	}
	spoilt, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(data, "mailbox", "daybook.db")
	if err := os.WriteFile(database, []byte(strings.ReplaceAll(string(spoilt), "High water", "Low! water")), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := run(t, data, "check")
	if err == nil || !strings.Contains(out, "the body of message ") || !strings.Contains(err.Error(), "daybook recover") {
		t.Errorf("check of a damaged mailbox: %v, wrote %q; want what is wrong, and what to do", err, out)
	}
}

func TestWhatIsCountedWronglyIsMendedAndTheIndexMadeAnew(t *testing.T) {
	data, letter := t.TempDir(), filepath.Join(t.TempDir(), "letter.eml")
	put(t, letter, "From: Bo <bo@x.example>\r\nSubject: Tide tables\r\n\r\nHigh water at nine.\r\n")
	steps(t, data, []step{
		{args: "import " + letter + " --as Ann_<ann@contoso.example>", says: "1 message"},
		{args: "check --repair", says: "nothing was there to be mended"},
		{args: "reindex", says: "is made anew"}, // the import may have ended before
	})
	execSQL(t, data, `UPDATE folders SET unread = 40 WHERE well_known = 'inbox'`)
	execSQL(t, data, `DELETE FROM messages_fts_data WHERE id > 10`)
	backup := filepath.Join(data, "mailbox-before-repair-20261119-090000.db")
	steps(t, data, []step{
		{args: "check", says: "40 unread; it has 1", fails: "daybook check --repair"},
		{args: "check --repair", fails: "is damaged (1 findings)", says: "mended: the folder \"Inbox\" says that it has 1 messages, 40 unread; it has 1, 0 unread\nwhat was there before is in " + backup},
		{args: "check", says: "the text index: ", fails: "is damaged (1 findings)"},
		{args: "reindex", says: "the text index is made anew: 1 message\n"},
		{args: "api GET /me/messages?$search=\"water\"&$select=subject", says: "Tide tables"},
		{args: "check", says: "is whole: 1 messages"},
	})
}
