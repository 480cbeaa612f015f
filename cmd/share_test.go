package cmd

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAFolderIsSharedAndTakenBack(t *testing.T) {
	data := t.TempDir()
	for _, address := range []string{"ann@contoso.example", "bo@contoso.example"} {
		if _, err := run(t, data, "user", "add", address); err != nil {
			t.Fatal(err)
		}
	}
	body := filepath.Join(t.TempDir(), "folder.json")
	put(t, body, `{"displayName":"Projects"}`)
	made, err := run(t, data, "api", "POST", "/me/mailFolders", "--body", body)
	if err != nil {
		t.Fatal(made, err)
	}
	for _, c := range []struct {
		args string
		list string // afterwards
		says string
		fail string
	}{
		{"share Projects --with bo@contoso.example", "mail\tProjects\tbo@contoso.example\tread\n", "Projects is shared with bo@contoso.example, to read.", ""},
		{"share projects/ --with BO@contoso.example --write", "mail\tProjects\tbo@contoso.example\twrite\n", "shared", ""},
		{"share --all --with bo@contoso.example --send", "mail\tall\tbo@contoso.example\tread, send\nmail\tProjects\tbo@contoso.example\twrite\n", "All mail is shared", ""},
		{"share Projects --with bo@contoso.example --remove", "mail\tall\tbo@contoso.example\tread, send\n", "no longer shared", ""},
		{"share Projects --with bo@contoso.example --remove", "mail\tall\tbo@contoso.example\tread, send\n", "", "is not shared with bo"},
		{"share --all --with bo@contoso.example --remove", "", "no longer shared", ""},
		{"share EMPTY --with bo@contoso.example --write", "", "", "name is empty"},
		{"share Nowhere --with bo@contoso.example", "", "", `no folder "Nowhere"`},
		{"share inbox --with cy@contoso.example", "", "", "no mailbox of cy"},
		{"share inbox --with ann@contoso.example", "", "", "name somebody else"},
		{"share inbox", "", "", "--with ADDRESS"},
		{"share --with bo@contoso.example", "", "", "--all"},
		{"share --all --with bo@contoso.example --remove --write", "", "", "without --write"},
		{"share inbox --with bo@contoso.example --write", "mail\tInbox\tbo@contoso.example\twrite\n", "inbox is shared", ""},
	} {
		words := strings.Fields(c.args)
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, "EMPTY", "")
		}
		out, err := run(t, data, words...)
		if (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) || !strings.Contains(out, c.says) {
			t.Errorf("%s: said %q, %v; want %q, or an error with %q", c.args, out, err, c.says, c.fail)
		}
		if c.list == "" {
			c.list = "Nothing is shared with anybody. \"daybook share FOLDER --with ADDRESS\" shares a folder.\n"
		}
		if got, err := run(t, data, "share"); got != c.list || err != nil {
			t.Errorf("%s: got the list %q, %v; want %q", c.args, got, err, c.list)
		}
	}
}
