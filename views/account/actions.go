package account

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// can says that the section that is shown lets one do a thing.
func can[T any](m *Model) func() bool {
	return func() bool {
		_, ok := m.here().(T)
		return ok
	}
}

// half moves by half a screen, n times.
func (m *Model) half(n int) tea.Cmd {
	_, height := m.frame.Size()
	return m.step(n * max(height/2, 1))
}

// step moves the cursor among the sections, or among the rows of one.
func (m *Model) step(by int) tea.Cmd {
	if !m.frame.OnRight {
		m.choose(m.at + by)
		return m.you.drawPhoto()
	}
	s := m.here()
	s.place().step(s.rows(m.frame.RightWidth()), by)
	return nil
}

// choose goes to a section.
func (m *Model) choose(i int) {
	m.at, m.you.large = min(max(i, 0), len(m.sections)-1), false
}

func (m *Model) enter(int) tea.Cmd {
	m.frame.OnRight = true
	return m.you.drawPhoto()
}

func (m *Model) leave(int) tea.Cmd {
	if m.you.large {
		m.you.large = false
		return m.you.drawPhoto()
	}
	m.frame.OnRight = false
	return nil
}

func (m *Model) otherPane(int) tea.Cmd {
	m.frame.OnRight = !m.frame.OnRight
	return m.you.drawPhoto()
}

// open goes into the section, or changes what the cursor is on.
func (m *Model) open(int) tea.Cmd {
	if !m.frame.OnRight {
		return m.enter(0)
	}
	if s, ok := m.here().(opener); ok {
		return s.open()
	}
	return m.edit(0)
}

// readAgain asks for what the section shows, by its own address where it has
// one.
func (m *Model) readAgain(int) tea.Cmd {
	f := m.here().facts()
	if f.again != nil && wasRead(f.parts) {
		return load(f.again)
	}
	return load(f.parts)
}

func (m *Model) edit(int) tea.Cmd {
	f := m.here().facts()
	if !wasRead(f.parts) || trouble(f.all()) != nil && m.settings.all.value.AutomaticRepliesSetting == nil {
		return views.Notice(views.Warning, "This section is not read yet; r reads it")
	}
	return m.here().(editor).edit()
}

// copy puts what the cursor is on on the clipboard.
func (m *Model) copy(int) tea.Cmd {
	words := m.here().(copier).copied()
	if words == "" {
		return views.Notice(views.Warning, "There is nothing to copy here")
	}
	return tea.Batch(m.env.Desktop.Copy(words), views.Notice(views.Success, "Copied ", text.Clean(words)))
}

// turnReplies turns automatic replies on or off where they are shown; from
// another section it only goes there, as what answers for somebody is to be
// seen before it is switched.
func (m *Model) turnReplies(n int) tea.Cmd {
	at := slices.Index(m.sections, section(m.replies))
	if m.at != at {
		m.choose(at)
		m.frame.OnRight = true
		return views.Notice(views.Info, "Automatic replies: a once more turns them on or off")
	}
	return m.replies.turn(n)
}
