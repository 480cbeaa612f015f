package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// twoPeople is a configuration with a profile for each of two people of the
// sample, in folders of their own.
func twoPeople(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"ann", "bo"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(sampleFolder(t))); err != nil {
			t.Fatal(err)
		}
	}
	path = filepath.Join(dir, "config.toml")
	content := "profile = \"ann\"\n[profiles.ann]\ndata = \"ann\"\n[profiles.bo]\ndata = \"bo\"\nuser = \"bo@contoso.example\"\nundo_send = \"30s\"\n"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAKeySwitchesBetweenTwoMailboxesOfThisMachine(t *testing.T) {
	journey(t, setup{Config: twoPeople(t), Width: 140, Height: 36}, func(d *driver) {
		d.See("ann · ann@contoso.example", "bo 4 ")
		d.Press("ctrl+o")
		d.See("Open a profile", "bo  bo@contoso.example", "4 unread", "open now")
		d.Type("bo")
		d.Press("enter")
		d.See("bo · bo@contoso.example", "ann 20 ")
		d.DontSee("Open a profile")
		d.Press("ctrl+o")
		d.Type("ann")
		d.Press("enter")
		d.See("ann · ann@contoso.example")
	})
}

func TestALetterInItsMomentGoesBeforeTheMailboxIsLeft(t *testing.T) {
	journey(t, setup{Config: twoPeople(t), Width: 140, Height: 36}, func(d *driver) {
		d.Press("ctrl+o")
		d.Type("bo")
		d.Press("enter")
		d.See("bo · bo@contoso.example")
		d.Press("c")
		d.Type("eve@contoso.example")
		d.Press("tab", "tab")
		d.Type("Switching")
		d.Press("tab")
		d.Type("On my way out.")
		d.Press("ctrl+s")
		d.See("Sending to")
		d.Press("ctrl+o")
		d.Type("ann")
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.See("Send now?")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("ann · ann@contoso.example")
		d.Press("ctrl+o")
		d.Type("bo")
		d.Press("enter")
		d.Press("/")
		d.Type("subject:switching")
		d.Press("enter")
		d.Pass(time.Second)
		if n := strings.Count(d.Screen(), "Switching"); n == 0 {
			t.Errorf("the letter was not sent:\n%s", d.Screen())
		}
	})
}

func TestALetterBeingWrittenIsThereAfterASwitch(t *testing.T) {
	journey(t, setup{Config: twoPeople(t), Width: 140, Height: 36}, func(d *driver) {
		d.Press("c")
		d.Type("eve@contoso.example")
		d.Press("tab", "tab")
		d.Type("Half a thought")
		d.Press("ctrl+p")
		d.Type("open another profile")
		d.Press("enter")
		d.Type("bo")
		d.Press("enter")
		d.See("bo · bo@contoso.example")
		d.DontSee("Half a thought")
		d.Press("ctrl+o")
		d.Type("ann")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Half a thought")
	})
}
