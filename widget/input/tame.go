package input

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// Tame is a message as the library's line bears it: at the last character its
// deletion of a word forward reads behind the end (bubbles 2.1.1), so that it
// is the deletion of a character there.
func Tame(in *textinput.Model, msg tea.Msg) tea.Msg {
	press, ok := msg.(tea.KeyPressMsg)
	if ok && key.Matches(press, in.KeyMap.DeleteWordForward) && in.Position() >= len([]rune(in.Value()))-1 {
		return tea.KeyPressMsg{Code: tea.KeyDelete}
	}
	return msg
}

// TameArea is the same for several lines: where nothing but blanks stands
// before the cursor, the library looks for a word there for ever (bubbles
// 2.1.1), so that the word to the left is the beginning of the text.
func TameArea(area *textarea.Model, msg tea.Msg) tea.Msg {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || !key.Matches(press, area.KeyMap.WordBackward) {
		return msg
	}
	before := strings.SplitAfter(area.Value(), "\n")[:area.Line()+1]
	line := []rune(before[area.Line()])
	before[area.Line()] = string(line[:min(area.Column(), len(line))])
	if strings.TrimSpace(strings.Join(before, "")) == "" {
		return tea.KeyPressMsg{Code: tea.KeyHome, Mod: tea.ModCtrl}
	}
	return msg
}
