package main

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/cmd"
	"daybook/e2e/strict"
)

// What is printed opens the emulation, whose ids look like the real ones and
// which refuses a right, and not the sample in the data folder. The client
// behind it is that of net/http, which takes packed replies.
func TestTheCommandThatIsPrintedReachesTheEmulation(t *testing.T) {
	data := t.TempDir()
	server := httptest.NewUnstartedServer(nil)
	public, behind, err := open(data, server.Listener.Addr().String(), "ann@contoso.example", strict.Trouble{Denied: []string{"/me/calendars"}})
	if err != nil {
		t.Fatal(err)
	}
	defer behind.Close()
	server.Config.Handler = public
	server.Start()
	defer server.Close()

	var printed []string
	run := func(path string) int {
		out, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		stdout, stderr, args := os.Stdout, os.Stderr, os.Args
		os.Stdout, os.Stderr, os.Args = out, out, append(append([]string{"daybook"}, flags(data)...), "api", "GET", path)
		defer func() { os.Stdout, os.Stderr, os.Args = stdout, stderr, args }()
		code := cmd.Execute(context.Background())
		said, err := os.ReadFile(out.Name())
		if err != nil {
			t.Fatal(err)
		}
		printed = append(printed, string(said))
		return code
	}
	if code := run("/me/messages?$top=1"); code != 0 || !strings.Contains(printed[0], `"id":"AAMkAGI1/+`) {
		t.Errorf("exit %d, printed %s", code, printed[0])
	}
	if code := run("/me/calendars"); code == 0 {
		t.Errorf("the right is there: %s", printed[1])
	}
}
