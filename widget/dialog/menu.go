package dialog

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// Answer is one of the few that a Menu offers.
type Answer struct {
	Title text.Text
	Do    func() tea.Cmd // nil closes the box
}

// Menu is a box with a few answers to one question and no filter: the arrows, j and k go to one, and so does the letter that
// it begins with; enter takes it. n and q leave the box as esc does, where no answer begins so. Left says what that does.
type Menu struct {
	Title   text.Text
	Answers []Answer
	Left    string
}

type menu struct {
	Menu
	theme *theme.Theme
	at    int
}

// Choose is a box with a menu, on its first answer.
func Choose(th *theme.Theme, m Menu) Box { return &menu{Menu: m, theme: th} }

// Confirms: enter takes the answer.
func (m *menu) Confirms(press tea.KeyPressMsg) bool { return press.String() == "enter" }

// Careful: what was typed for the screen below does nothing here, and so is no sign that somebody has seen the box.
func (m *menu) Careful() bool { return true }

// Update goes to an answer, or takes one.
func (m *menu) Update(msg tea.Msg) Outcome {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := click.Y - 1; i >= 0 && i < len(m.Answers) {
			m.at = i
			return Outcome{Done: true, Then: m.Answers[i].Do}
		}
		return Outcome{}
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || len(m.Answers) == 0 {
		return Outcome{}
	}
	switch press.String() {
	case "down", "j", "tab", "ctrl+n":
		m.at = (m.at + 1) % len(m.Answers)
	case "up", "k", "shift+tab", "ctrl+p":
		m.at = (m.at + len(m.Answers) - 1) % len(m.Answers)
	case "enter":
		return Outcome{Done: true, Then: m.Answers[m.at].Do}
	default:
		if !m.jump(press.Text) && (press.Text == "n" || press.Text == "q") {
			return Outcome{Done: true}
		}
	}
	return Outcome{}
}

// jump goes to the next answer that begins with a letter, and says whether there is one.
func (m *menu) jump(letter string) bool {
	for i := range m.Answers {
		next := (m.at + 1 + i) % len(m.Answers)
		first, size := utf8.DecodeRuneInString(m.Answers[next].Title.String())
		if size > 0 && strings.EqualFold(string(first), letter) {
			m.at = next
			return true
		}
	}
	return false
}

// menuWidth is the cells of a menu where there is room.
const menuWidth = 48

// View draws the answers.
func (m *menu) View(width, height int) string {
	w, h := min(menuWidth, width-2), min(len(m.Answers)+2, height)
	th := m.theme
	lines := make([]string, 0, len(m.Answers))
	for i, a := range m.Answers {
		s, bar := th.Row(theme.RowState{Cursor: i == m.at, Focused: true}), " "
		if i == m.at {
			bar = string(th.Glyphs.Bar)
		}
		title := a.Title.Fit(max(w-4, 0), text.Glyph(th.Glyphs.Ellipsis)).String()
		lines = append(lines, s.Bar.Render(bar)+s.Text.Render(" "+title))
	}
	foot := Foot(th, w-4, Key{"enter", "choose"}, Key{"esc", m.Left})
	return overlay.Frame(th, m.Title, strings.Join(lines, "\n"), foot, w, h)
}

// Cursor: there is none.
func (m *menu) Cursor() *tea.Cursor { return nil }
