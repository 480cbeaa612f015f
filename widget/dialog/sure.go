package dialog

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/text"
)

// Confirm asks before something that cannot be taken back. Yes runs when the person agrees.
type Confirm struct {
	Title  text.Text
	Detail text.Text
	Verb   string // what enter does: "Delete for good"
	No     string // what esc does, Cancel when empty
	// Yes runs in Update, in the frame of the key that agrees.
	Yes func() tea.Cmd
}

type sure struct {
	Confirm
	theme *theme.Theme
}

// Sure is a box that asks before what cannot be taken back. Enter or y agrees; every other way out declines.
func Sure(th *theme.Theme, c Confirm) Box { return &sure{c, th} }

// Confirms: the keys that agree.
func (s *sure) Confirms(press tea.KeyPressMsg) bool {
	switch press.String() {
	case "enter", "y", "Y":
		return true
	}
	return false
}

// Careful: always.
func (s *sure) Careful() bool { return true }

// Update answers.
func (s *sure) Update(msg tea.Msg) Outcome {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return Outcome{}
	}
	if s.Confirms(press) {
		return Outcome{Done: true, Then: s.Yes}
	}
	switch press.String() {
	case "n", "N", "q":
		return Outcome{Done: true}
	}
	return Outcome{}
}

// sureWidth is the cells of the words where there is room.
const sureWidth = 60

// View draws the question. The keys stand in two lines of the box where its border has no room for them.
func (s *sure) View(width, height int) string {
	th := s.theme
	width, _ = Inside(width, height)
	var lines []string
	for _, l := range s.Detail.Wrap(min(width-4, sureWidth)) {
		lines = append(lines, th.Text.Render(l.String()))
	}
	keys := Keys("enter, y", s.Verb, "esc, n", cmp.Or(s.No, Cancel))
	if foot := Foot(th, width-4, keys...); text.Width(foot) == keys[0].width()+keys[1].width() {
		return Framed(th, s.Title, lines, foot, width)
	}
	lines = append(lines, "")
	for _, k := range keys {
		lines = append(lines, th.Key.Render(k.Key)+th.KeyText.Render(" "+k.Does))
	}
	return Framed(th, s.Title, lines, "", width)
}

// Cursor: there is none.
func (s *sure) Cursor() *tea.Cursor { return nil }
