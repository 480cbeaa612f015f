package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// rootScreen is what the root's own results, and undo steps, are addressed to.
const rootScreen views.Screen = "root"

// common is what all parts of the root work with: what there is to be seen,
// the line to the person, and the root's own work.
type common struct {
	env     *views.Env
	work    views.Work // of the root itself
	cells   cells
	screens screens
	boxes   dialog.Stack // of the root, above those of the screen
	notices notices
	typed   resolver // keys of a command that is not finished
	log     func(format string, args ...any)
}

// cells is the size of the terminal and what the root needs of it.
type cells struct {
	width, height int
	said          int // lines above the status line, as the screens know
}

// Below these the tabs are left out and the status line says that one pane is
// shown at a time; below the smallest there is room for a sentence only.
const (
	smallWidth, smallHeight = 60, 15
	leastWidth, leastHeight = 20, 6
)

func (c cells) small() bool { return c.width < smallWidth || c.height < smallHeight }

func (c cells) tooSmall() bool { return c.width < leastWidth || c.height < leastHeight }

func (c cells) tabBar() int {
	if c.small() {
		return 0
	}
	return 1
}

func (c cells) body() int { return max(0, c.height-c.tabBar()-1-c.said) }

// screens are the tabs, one of which is seen.
type screens struct {
	tabs   []Tab
	active int
	wentTo map[int]int // from each tab, when it was last left
}

func (s *screens) view() views.View { return s.tabs[s.active].View }

// shown is the name of the one that is seen.
func (s *screens) shown() views.Screen { return s.tabs[s.active].Screen }

// index is the place of a screen among the tabs, -1 for none.
func (s *screens) index(name views.Screen) int {
	for i, t := range s.tabs {
		if t.Screen == name {
			return i
		}
	}
	return -1
}

// called is the view of that name, nil when there is none.
func (s *screens) called(name views.Screen) views.View {
	if i := s.index(name); i >= 0 {
		return s.tabs[i].View
	}
	return nil
}

// title is the name of a screen for people.
func (s *screens) title(name views.Screen) string {
	if i := s.index(name); i >= 0 {
		return s.tabs[i].Title
	}
	return string(name)
}

// hasPanes says that there is another pane to go to.
func (s *screens) hasPanes() bool {
	return slices.ContainsFunc(s.view().Actions(), func(a views.Action) bool { return a.ID == "next-pane" })
}

// capturing says that keys are text on the screen, in a box of it or below.
func (s *screens) capturing() bool {
	if own := s.view().Boxes(); own.IsOpen() {
		return own.Capturing()
	}
	return s.view().Capturing()
}

// focus tells the screen that is seen that it is.
func (s *screens) focus() tea.Cmd {
	if f, ok := s.view().(views.Focuser); ok {
		return f.Focus()
	}
	return nil
}

func (s *screens) broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range s.tabs {
		cmds = append(cmds, t.View.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (s *screens) resize(c cells) {
	for _, t := range s.tabs {
		t.View.SetSize(c.width, c.body())
	}
}

// goTo is a person's way to a tab: from itself to where it begins.
func (c *common) goTo(i int) tea.Cmd {
	if h, ok := c.screens.view().(views.Homer); ok && i == c.screens.active {
		return h.Home()
	}
	return c.show(i)
}

// show makes a tab active.
func (c *common) show(i int) tea.Cmd {
	s := &c.screens
	if i == s.active {
		return nil
	}
	if f, ok := s.view().(views.Focuser); ok {
		f.Blur()
	}
	from := s.active
	s.active, s.wentTo[from] = i, i
	c.typed.reset()
	if p, ok := s.view().(views.Presetter); ok && s.wentTo[i] != from {
		return tea.Batch(p.Anew(), s.focus())
	}
	return s.focus()
}

// showBox opens a box of the root.
func (c *common) showBox(box dialog.Box) {
	c.boxes.Open(box)
	c.typed.reset()
}

// ask shows a question.
func (c *common) ask(question views.Confirm) tea.Cmd {
	c.showBox(dialog.Sure(c.env.Theme, question))
	return nil
}

// choose opens a list and gives what was chosen; enter says what that does.
func (c *common) choose(title, enter string, items []picker.Item, take func(id string) tea.Cmd) tea.Cmd {
	c.showBox(dialog.PickTall(c.env.Theme, items, picker.Options{Title: text.Clean(title), Enter: enter}, func(ch picker.Choice) tea.Cmd {
		if len(ch.IDs) == 0 {
			return nil
		}
		return take(ch.IDs[0])
	}))
	return nil
}

// say shows a notice of the root's own.
func (c *common) say(level views.Level, words string) {
	c.notices.show(notice{text: text.Clean(words), level: level})
}

func (c *common) warn(words string) { c.say(views.Failure, words) }

// save saves a document, and again when it has changed meanwhile. A failure is
// said.
func save[T any](c *common, d *persist.Document[T], name string, again func() tea.Cmd, now func() T) tea.Cmd {
	return d.Save(c.env.State, now, c.work.Told(func(err error) tea.Cmd {
		cmd, err := d.Saved(err, again)
		if err != nil {
			c.warn("The " + name + " could not be saved: " + err.Error())
		}
		return cmd
	}))
}
