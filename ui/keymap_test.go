package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/theme"
	"daybook/views"
	"daybook/views/compose"
	"daybook/views/inbox"
)

// realActions are those of the screens that presets change.
func realActions(t *testing.T) map[string][]views.Action {
	t.Helper()
	th, err := theme.New(theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	env := views.Env{Now: time.Now, Zone: func() *time.Location { return time.UTC }, NewID: func() string { return "id" }, Theme: th}
	desk := compose.NewComposer(&env, views.Inbox, nil, nil, compose.Options{})
	return map[string][]views.Action{
		"inbox":  inbox.New(env, nil, inbox.Options{Composer: desk}).Actions(),
		"global": sevenScreens(t).keys.globals,
	}
}

// sevenScreens is a root with as many screens as the program has.
func sevenScreens(t *testing.T) *Model {
	m := newTestRoot(t, 80, 24).Model
	for _, s := range []views.Screen{views.People, views.Groups, views.Finder, views.Files, views.Account} {
		m.screens.tabs = append(m.screens.tabs, Tab{Screen: s, Title: string(s), Letter: string(s[:1]), View: &fakeView{screen: s}})
	}
	m.keys.globals = m.globalActions()
	return m
}

func TestWherePresetsHaveCountsTheScreensAreWithAlt(t *testing.T) {
	m := sevenScreens(t)
	for _, name := range Presets() {
		m.keys.keymap = Keymap{Preset: name}
		m.keys.collect()
		want := map[bool]string{false: "7", true: "alt+7"}[name == "mutt" || name == "vim"]
		if got := m.keys.called("go.account").Keys[0]; got != want {
			t.Errorf("preset %s: the seventh screen has %q, want %q", name, got, want)
		}
	}
}

func TestThePaletteFindsWhatIsMeant(t *testing.T) {
	for typed, want := range map[string]string{
		"spam": "Junk", "star": "Flag", "label": "Categories", "trash": "Delete", "email": "Write a new message", "respond": "Reply",
		"unread": "Read or unread", "remind": "Snooze", "revert": "Undo", "shortcut": "Change a key", "dark": "theme", "exit": "Quit",
	} {
		r := newTestRoot(t, 100, 30)
		r.inbox.actions = slices.Clone(realActions(t)["inbox"])
		for i := range r.inbox.actions {
			r.inbox.actions[i].Enabled = nil
		}
		r.press("ctrl+p")
		for _, letter := range typed {
			r.press(string(letter))
		}
		_, list, _ := strings.Cut(r.screen(), "What to do")
		first := strings.Split(list, "\n")[3]
		if !strings.Contains(first, want) {
			t.Errorf("%q stands on %q, want %s", typed, first, want)
		}
	}
}

func TestPresetsNameActionsThatAreThere(t *testing.T) {
	screens := realActions(t)
	for name, preset := range presets {
		for action := range preset.keys {
			screen, id, _ := strings.Cut(action, ".")
			if !slices.ContainsFunc(screens[screen], func(a views.Action) bool { return a.ID == id }) {
				t.Errorf("preset %s names %s, which is not there", name, action)
			}
		}
	}
}

func TestPresetsLeaveEveryActionAKeyOfItsOwn(t *testing.T) {
	for _, name := range Presets() {
		for screen, actions := range realActions(t) {
			before := slices.Clone(actions)
			(&Keymap{Preset: name}).bind(screen, actions)
			owner := map[string]int{}
			for i, a := range actions {
				if len(a.Keys) == 0 && len(before[i].Keys) > 0 {
					t.Errorf("preset %s leaves %s.%s without a key", name, screen, a.ID)
				}
				for _, key := range a.Keys {
					at := stateOf(a.ID) + " " + key
					other, had := owner[at]
					if had && !shareAKey(before[i], before[other]) {
						t.Errorf("preset %s gives %q to both %s and %s", name, key, actions[other].ID, a.ID)
					}
					owner[at] = i
				}
			}
		}
	}
}

// shareAKey tells that two actions have a key in common by default: they
// belong to states that exclude each other.
func shareAKey(a, b views.Action) bool {
	return slices.ContainsFunc(a.Keys, func(key string) bool { return slices.Contains(b.Keys, key) })
}

func TestAChosenKeyIsTakenFromTheActionThatHadIt(t *testing.T) {
	actions := []views.Action{{ID: "archive", Keys: []string{"e", "a"}}, {ID: "reply-all", Keys: []string{"R"}}, {ID: "letter.edit", Keys: []string{"a"}}}
	k := Keymap{Own: map[string][]string{"inbox.reply-all": {"a"}}}
	k.bind("inbox", actions)
	for i, want := range []string{"e", "a", "a"} {
		if got := strings.Join(actions[i].Keys, " "); got != want {
			t.Errorf("%s has the keys %q, want %q", actions[i].ID, got, want)
		}
	}
}
