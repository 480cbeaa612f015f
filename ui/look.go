package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// Fixed says what of the look the command line or the configuration decides:
// it comes before what was chosen in an earlier run.
type Fixed struct{ Theme, Glyphs bool }

// look is the theme and the glyphs: what is chosen, and what the terminal says
// of itself.
type look struct {
	*common
	theme.Options
	fixed    Fixed
	document persist.Document[savedLook]
}

// savedLook is the look that was chosen in the program.
type savedLook struct {
	Name  string `json:"name"`
	ASCII bool   `json:"ascii"`
}

func lookDocument() persist.Document[savedLook] { return persist.Document[savedLook]{Name: "look"} }

// Choices are what was chosen in the program, as the configuration would have
// it; empty for what was not.
type Choices struct{ Theme, ASCII, Preset string }

// Chosen reads the choices of earlier runs.
func Chosen(s views.State) (Choices, error) {
	look, keys := lookDocument(), keysDocument()
	seen, err := look.Read(s, savedLook{})
	if err != nil {
		return Choices{}, fmt.Errorf("%s: %w", look.Name, err)
	}
	mapped, err := keys.Read(s, Keymap{})
	if err != nil {
		return Choices{}, fmt.Errorf("%s: %w", keys.Name, err)
	}
	c := Choices{Theme: seen.Name, Preset: mapped.Preset}
	if seen.ASCII {
		c.ASCII = "true"
	}
	return c, nil
}

func (l *look) load() tea.Cmd {
	return l.document.Load(l.env.State, savedLook{}, views.Done(&l.work, l.onLoaded))
}

func (l *look) onLoaded(saved savedLook, err error) tea.Cmd {
	if err != nil {
		return nil
	}
	if !l.fixed.Theme {
		l.Name = saved.Name
	}
	if !l.fixed.Glyphs {
		l.ASCII = saved.ASCII
	}
	return l.apply()
}

func (l *look) save() tea.Cmd {
	return save(l.common, &l.document, "theme", l.save, func() savedLook { return savedLook{l.Name, l.ASCII} })
}

// rethemed says that the theme is another.
type rethemed struct{}

// apply makes the theme anew. Views see it at their next render; what they draw in a command they hear of.
func (l *look) apply() tea.Cmd {
	t, err := theme.New(l.Options)
	if err != nil {
		l.warn(err.Error())
		return nil
	}
	*l.env.Theme = *t
	return views.Send(rethemed{})
}

// openThemes offers the themes.
func (l *look) openThemes(int) tea.Cmd {
	items := []picker.Item{{ID: "", Title: text.Literal("auto"), Detail: text.Literal("dark or light, as the terminal is")}}
	for _, n := range theme.Names() {
		items = append(items, picker.Item{ID: n, Title: text.Clean(n)})
	}
	return l.choose("Theme", "use it", items, func(id string) tea.Cmd {
		l.Name = id
		return tea.Batch(l.apply(), l.save())
	})
}

func (l *look) switchGlyphs(int) tea.Cmd {
	l.ASCII = !l.ASCII
	return tea.Batch(l.apply(), l.save())
}
