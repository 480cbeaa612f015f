package ui

import (
	"iter"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// globalActions are those that every screen has.
func (m *Model) globalActions() []views.Action {
	var out []views.Action
	for i, t := range m.screens.tabs {
		out = append(out, views.Action{
			ID: "go." + string(t.Screen), Name: "Go to " + t.Title, Words: t.Words, Group: "Screens",
			Keys: []string{strconv.Itoa(i + 1), "g " + t.Letter},
			Do:   func(int) tea.Cmd { return m.goTo(i) },
		})
	}
	return append(out,
		views.Action{ID: "undo", Name: "Undo", Words: "back revert unsend recall", Group: "Everywhere", Keys: []string{"u"}, Do: m.history.takeBack, Enabled: m.reading},
		views.Action{ID: "redo", Name: "Redo", Words: "again repeat", Group: "Everywhere", Keys: []string{"U"}, Do: m.history.doAgain, Enabled: m.reading},
		views.Action{ID: "palette", Opens: true, Name: "Command palette", Hint: "commands", Group: "Everywhere", Keys: []string{"ctrl+p", ":"}, Typing: true, Do: m.palette.open},
		views.Action{ID: "help", Name: "Every key of this screen", Words: "legend marks manual shortcuts", Hint: "keys", Group: "Everywhere", Keys: []string{"?"}, Do: m.openHelp},
		views.Action{ID: refreshID, Name: "Refresh", Words: "reload sync update", Group: "Everywhere", Keys: []string{"ctrl+r"}, Do: m.refresh},
		views.Action{ID: "sign-in", Name: "Sign in again", Words: "login password account", Group: "Everywhere", Enabled: m.signIn.can, Do: m.signIn.open},
		views.Action{ID: "profile", Opens: true, Name: "Open another profile", Words: "mailbox account switch shared delegate", Hint: "profiles", Group: "Everywhere", Keys: []string{"ctrl+o"}, Do: m.switcher.open,
			Enabled: func() bool { return len(m.switcher.All) > 1 }, Needs: views.Needs("a second one in the settings")},
		views.Action{ID: "suspend", Name: "Suspend the program", Words: "background shell", Group: "Everywhere", Keys: []string{"ctrl+z"}, Typing: true, Do: m.suspend},
		views.Action{ID: "theme", Opens: true, Name: "Choose a theme", Words: "colours colors dark mode light night contrast appearance", Group: "Settings", Do: m.look.openThemes},
		views.Action{ID: "glyphs", Name: "Switch between Unicode and ASCII drawing", Words: "symbols font unicode ascii", Group: "Settings", Do: m.look.switchGlyphs},
		views.Action{ID: "preset", Opens: true, Name: "Choose a key preset (daybook, mutt, vim, gmail, outlook)", Words: "shortcuts keyboard bindings", Group: "Settings", Do: m.editor.openPresets},
		views.Action{ID: "remap", Opens: true, Name: "Change a key", Words: "shortcut keyboard binding", Group: "Settings", Do: m.editor.open},
		views.Action{ID: "quit", Name: "Quit", Words: "exit close leave", Group: "Everywhere", Keys: []string{"q"}, Do: m.departure.quit},
	)
}

// reading says that nothing is being written on the screen: behind a form or a
// letter, undo from the palette would take back what is not seen.
func (m *Model) reading() bool { return !m.screens.capturing() }

// Actions are those of each screen by its name, and of every screen under
// "global", with their keys by default.
func (m *Model) Actions() iter.Seq2[string, []views.Action] {
	return func(yield func(string, []views.Action) bool) {
		for _, t := range m.screens.tabs {
			if !yield(string(t.Screen), t.View.Actions()) {
				return
			}
		}
		yield("global", m.keys.globals)
	}
}

// ActionNames are all actions of all screens, as keys are given to them.
func (m *Model) ActionNames() []string {
	var names []string
	for screen, actions := range m.Actions() {
		for _, a := range actions {
			names = append(names, screen+"."+a.ID)
		}
	}
	return names
}

// refreshID is the id under which the root, and any screen, refreshes.
const refreshID = "refresh"

// refresh redraws the terminal and has every screen look at its data anew.
func (m *Model) refresh(int) tea.Cmd {
	return tea.Batch(tea.ClearScreen, m.screens.broadcast(views.Refreshed{}))
}
