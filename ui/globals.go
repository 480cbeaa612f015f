package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// globalActions are those that every screen has.
func (m *Model) globalActions() []views.Action {
	var out []views.Action
	for i, t := range m.tabs {
		out = append(out, views.Action{
			ID: "go." + string(t.Screen), Name: "Go to " + t.Title, Group: "Screens",
			Keys: []string{strconv.Itoa(i + 1), "g " + t.Letter},
			Do:   func(int) tea.Cmd { return m.show(i) },
		})
	}
	return append(out,
		views.Action{ID: "undo", Name: "Undo", Group: "Everywhere", Keys: []string{"u"}, Do: m.takeBack, Enabled: m.reading},
		views.Action{ID: "redo", Name: "Redo", Group: "Everywhere", Keys: []string{"U"}, Do: m.doAgain, Enabled: m.reading},
		views.Action{ID: "palette", Name: "Command palette", Hint: "commands", Group: "Everywhere", Keys: []string{"ctrl+p", ":"}, Typing: true, Do: m.openPalette},
		views.Action{ID: "help", Name: "Every key of this screen", Hint: "keys", Group: "Everywhere", Keys: []string{"?"}, Do: m.openHelp},
		views.Action{ID: refreshID, Name: "Refresh", Group: "Everywhere", Keys: []string{"ctrl+r"}, Do: m.refresh},
		views.Action{ID: "sign-in", Name: "Sign in again", Group: "Everywhere", Enabled: func() bool { return m.signIn != nil }, Do: m.openSignIn},
		views.Action{ID: "profile", Name: "Open another profile", Hint: "profiles", Group: "Everywhere", Keys: []string{"ctrl+o"}, Do: m.openProfiles,
			Enabled: func() bool { return len(m.profiles.All) > 1 }},
		views.Action{ID: "suspend", Name: "Suspend the program", Group: "Everywhere", Keys: []string{"ctrl+z"}, Typing: true, Do: m.suspend},
		views.Action{ID: "theme", Name: "Choose a theme", Group: "Settings", Do: m.openThemes},
		views.Action{ID: "glyphs", Name: "Switch between Unicode and ASCII drawing", Group: "Settings", Do: m.switchGlyphs},
		views.Action{ID: "preset", Name: "Choose a key preset (daybook, mutt, vim, gmail, outlook)", Group: "Settings", Do: m.openPresets},
		views.Action{ID: "remap", Name: "Change a key", Group: "Settings", Do: m.openRemap},
		views.Action{ID: "quit", Name: "Quit", Group: "Everywhere", Keys: []string{"q"}, Do: m.quit},
	)
}

// reading says that nothing is being written on the screen: behind a form or a
// letter, undo from the palette would take back what is not seen.
func (m *Model) reading() bool { return !m.capturing() }

// refreshID is the id under which the root, and any screen, refreshes.
const refreshID = "refresh"

// refresh redraws the terminal and has every screen look at its data anew.
func (m *Model) refresh(int) tea.Cmd {
	return tea.Batch(tea.ClearScreen, m.broadcast(views.Refreshed{}))
}
