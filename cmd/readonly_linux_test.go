package cmd

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/service/servicetest"
)

// TestAMailboxThatCannotBeWrittenIsRead takes the right to write from all of
// a data folder.
func TestAMailboxThatCannotBeWrittenIsRead(t *testing.T) {
	data, other := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", other)
	letter := filepath.Join(other, "letter.eml")
	put(t, letter, "From: Bo <bo@x.example>\r\nSubject: Tide tables\r\n\r\nHigh water at nine.\r\n")
	if _, err := run(t, data, "import", letter, "--as", "Ann <ann@contoso.example>"); err != nil {
		t.Fatal(err)
	}
	mode := func(folder, file fs.FileMode) {
		if err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				return os.Chmod(path, folder)
			}
			return os.Chmod(path, file)
		}); err != nil {
			t.Fatal(err)
		}
	}
	mode(0o555, 0o444)
	defer mode(0o755, 0o644)
	for _, path := range []string{filepath.Dir(data), filepath.Dir(other)} {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	another := filepath.Join(other, "another.eml")
	put(t, another, "From: Bo <bo@x.example>\r\nSubject: Another\r\n\r\nText.\r\n")
	folder := filepath.Join(other, "folder.json")
	put(t, folder, `{"displayName":"New"}`)
	for path, open := range map[string]fs.FileMode{other: 0o777, letter: 0o644, another: 0o644, folder: 0o644} {
		if err := os.Chmod(path, open); err != nil {
			t.Fatal(err)
		}
	}
	servicetest.AsNobody(t, func() {
		for _, step := range []struct{ args, want, fails string }{
			{args: "api GET /me/messages?$select=subject", want: "Tide tables"},
			{args: "api POST /me/mailFolders --body " + folder, fails: "read-only"},
			{args: "export --contacts", want: ""},
			{args: "check", want: "is whole: 1 messages"},
			{args: "backup " + filepath.Join(other, "mail.db"), want: "it is whole"},
			{args: "recover " + filepath.Join(other, "saved"), want: "1  messages\n"},
			{args: "token --scopes Mail.Read", fails: "read-only"},
			{args: "user add bo@contoso.example --name Bo", fails: "read-only"},
			{args: "import " + another, fails: "read-only"},
		} {
			out, err := run(t, data, strings.Fields(step.args)...)
			if (err != nil) != (step.fails != "") || err != nil && !strings.Contains(err.Error(), step.fails) || !strings.Contains(out, step.want) {
				t.Errorf("daybook %s: %v, wrote %q; want %q%s", step.args, err, out[:min(len(out), 300)], step.want, step.fails)
			}
		}
	})
}
