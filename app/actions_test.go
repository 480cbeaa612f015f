package app

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"daybook/views"
)

var update = flag.Bool("update", false, "write docs/keys.md anew")

// listed is every action of every screen in the order of the help, beside the
// heading under which it stands.
func listed() (screens []string, actions map[string][]views.Action) {
	actions = map[string][]views.Action{}
	for screen, list := range Catalogue().Actions() {
		screens, actions[screen] = append(screens, screen), list
	}
	return screens, actions
}

// TestActionsHaveOneNameEach holds the catalogue to one way of spelling: ids in
// lower case with dashes, one id for what has one name.
func TestActionsHaveOneNameEach(t *testing.T) {
	shape := regexp.MustCompile(`^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)*$`)
	spelled, named := map[string]string{}, map[string]string{}
	screens, actions := listed()
	for _, screen := range screens {
		for _, a := range actions[screen] {
			full := screen + "." + a.ID
			if !shape.MatchString(a.ID) {
				t.Errorf("%s is not spelled like half-page-down", full)
			}
			id := a.ID[strings.LastIndex(a.ID, ".")+1:]
			letters := strings.ReplaceAll(id, "-", "")
			if was, ok := spelled[letters]; ok && was != id {
				t.Errorf("%s: %q is spelled %q elsewhere", full, id, was)
			}
			spelled[letters] = id
			if was, ok := named[a.Name]; ok && was != id {
				t.Errorf("%s: %q is called %q elsewhere", full, a.Name, was)
			}
			named[a.Name] = id
		}
	}
	if len(named) < 150 {
		t.Errorf("%d actions were looked at", len(named))
	}
}

// TestThePageOfKeysIsUpToDate compares docs/keys.md with the actions; run it
// with -update after a change.
func TestThePageOfKeysIsUpToDate(t *testing.T) {
	var page strings.Builder
	page.WriteString("# Keys\n\nEvery action by the name that the settings give it keys with (`[keys]`, `\"inbox.archive\" = [\"e\"]`), and its keys by default.\n")
	screens, actions := listed()
	for _, screen := range screens {
		fmt.Fprintf(&page, "\n## %s\n\n| action | keys | what it does |\n|---|---|---|\n", screen)
		for _, a := range actions[screen] {
			var keys []string
			for _, k := range a.Keys {
				keys = append(keys, "`"+strings.ReplaceAll(k, "|", `\|`)+"`")
			}
			fmt.Fprintf(&page, "| `%s.%s` | %s | %s |\n", screen, a.ID, strings.Join(keys, ", "), a.Name)
		}
	}
	const path = "../docs/keys.md"
	if *update {
		if err := os.WriteFile(path, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != page.String() {
		t.Errorf("docs/keys.md is not what the program has (%v): go test ./app -run Keys -update", err)
	}
}

func TestActionsMeetWhereBothCanBeAskedFor(t *testing.T) {
	together := Catalogue().Together()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"inbox.archive", "inbox.delete", true},
		{"inbox.letter.send", "inbox.letter.attach", true},
		{"inbox.archive", "global.undo", true},
		{"global.go.inbox", "global.undo", true},
		{"inbox.archive", "inbox.archive", false},
		{"inbox.letter.send", "inbox.archive", false},
		{"inbox.letter.send", "global.undo", false},
		{"inbox.full-screen", "inbox.fold-folder", false}, // a preset has one key for both
		{"inbox.refresh", "global.refresh", false},
	} {
		if together(c.a, c.b) != c.want || together(c.b, c.a) != c.want {
			t.Errorf("%s and %s: got %v, want %v", c.a, c.b, !c.want, c.want)
		}
	}
}

// TestWordsOfOtherProgramsFindTheAction: what people of mutt, aerc, Gmail and
// Outlook would type into the palette stands in the name of the action or in
// its other words.
func TestWordsOfOtherProgramsFindTheAction(t *testing.T) {
	_, actions := listed()
	for screen, words := range map[string]map[string]string{
		"inbox": {
			"spam": "junk", "phishing": "junk", "trash": "delete", "star": "flag", "pin": "flag", "label": "categorize", "mark read": "read",
			"block": "sender-rule", "rule": "sender-rule", "sort": "list-order", "order": "list-order", "filter": "filter", "ignore": "mute-thread",
			"bcc": "letter.bcc", "attach": "letter.attach", "download": "attachments", "export": "save-message", "mbox": "save-message",
			"print": "print", "bounce": "forward-attached", "resend": "forward-attached", "headers": "form", "raw": "form",
			"collapse": "unfold-thread", "newsletter": "unsubscribe", "url": "links", "invite": "find-time", "busy": "find-time",
			"remind": "snooze-date", "draft": "compose", "sent": "go-folder", "change mailbox": "go-folder",
		},
		"week": {
			"invite": "new", "appointment": "new", "reschedule": "carry", "cancel": "delete", "repeat": "instances", "share": "share-calendar",
			"delegate": "share-calendar", "timezone": "zones", "busy": "find-time", "video": "join", "agenda": "layout",
		},
		"files": {"mkdir": "new-folder", "trash": "delete", "share": "browse", "export": "download"},
		"global": {
			"vacation": "go.account", "holiday": "go.account", "out of office": "go.account", "automatic replies": "go.account",
			"signature": "go.account", "settings": "go.account", "timezone": "go.account", "delegate": "go.account", "rules": "go.account",
			"calendar": "go.week", "contacts": "go.people", "address book": "go.people", "schedule": "go.finder",
			"dark mode": "theme", "shortcut": "remap", "recall": "undo", "switch": "profile", "exit": "quit", "manual": "help",
		},
	} {
		for typed, id := range words {
			found := slices.ContainsFunc(actions[screen], func(a views.Action) bool {
				return a.ID == id && strings.Contains(" "+strings.ToLower(a.Name+" "+a.Words), " "+typed)
			})
			if !found {
				t.Errorf("%s: %q does not find %s", screen, typed, id)
			}
		}
	}
}
