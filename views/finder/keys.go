package finder

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// allActions are what can be done on this screen.
func (m *Model) allActions() []views.Action {
	onAttendee := func() bool { return m.row > 0 && m.row < len(m.meeting.people) }
	attendee := func() string { return "somebody who is asked: you organize it" }
	inGrid := func() bool { return m.painter().gridAt.W > 0 }
	return []views.Action{
		views.Steps("right", 1, m.moves(m.line.byColumns)).Named("Later"),
		views.Steps("left", -1, m.moves(m.line.byColumns)).Named("Earlier"),
		{ID: "next-day", Name: "Next day", Group: "Move", Keys: []string{"L", "shift+right"},
			Motion: true, Do: views.Times(1, m.moves(m.line.byDays))},
		{ID: "previous-day", Name: "Previous day", Group: "Move", Keys: []string{"H", "shift+left"},
			Motion: true, Do: views.Times(-1, m.moves(m.line.byDays))},
		views.Steps("down", 1, m.byRows).Named("Next person"),
		views.Steps("up", -1, m.byRows).Named("Previous person"),
		{ID: "next-suggestion", Name: "Next suggestion", Hint: "next best", Group: "Move", Keys: []string{"n", "tab"},
			Motion: true, Do: views.Times(1, m.search.move)},
		{ID: "previous-suggestion", Name: "Previous suggestion", Group: "Move", Keys: []string{"p", "shift+tab"},
			Motion: true, Do: views.Times(-1, m.search.move)},
		{ID: "best-suggestion", Name: "Best suggestion", Group: "Move", Keys: []string{"g g"},
			Motion: true, Do: func(int) tea.Cmd { return m.search.choose(0) }},
		{ID: "book", Name: "Book this time", Words: "create meeting invite", Hint: "book", Group: "Meeting", Keys: []string{"enter"},
			Do: views.Once(m.booking.open)},
		{ID: "add-people", Opens: true, Name: "Add people and rooms", Words: "attendees guests invite", Hint: "add", Group: "Meeting", Keys: []string{"+", "a"},
			Do: views.Once(m.directory.open)},
		{ID: "remove", Name: "Drop this person", Words: "attendee guest", Hint: "drop", Group: "Meeting", Keys: []string{"x", "-"},
			Enabled: onAttendee, Needs: attendee, Do: views.Once(m.drop)},
		{ID: "optional", Name: "Required or optional", Hint: "optional", Group: "Meeting", Keys: []string{"o"},
			Enabled: onAttendee, Needs: attendee, Do: views.Once(m.toggleOptional)},
		{ID: "longer", Name: "Longer", Hint: "longer", Group: "Meeting", Keys: []string{"]"},
			Do: func(int) tea.Cmd { return m.lengthen(1) }},
		{ID: "shorter", Name: "Shorter", Group: "Meeting", Keys: []string{"["},
			Do: func(int) tea.Cmd { return m.lengthen(-1) }},
		{ID: "minimum", Opens: true, Name: "Change the least chance", Words: "chance confidence percent", Hint: "minimum", Group: "Meeting", Keys: []string{"m"},
			Do: views.Once(m.search.setMinimum)},
		{ID: "window", Opens: true, Name: "Change the days that are searched", Hint: "when", Group: "Meeting", Keys: []string{"W"},
			Do: views.Once(m.search.setWindow)},
		{ID: "hours", Name: "Working hours or any hour", Words: "evening night", Hint: "hours", Group: "Show", Keys: []string{"w"},
			Do: views.Once(m.toggleHours)},
		{ID: "zoom", Name: "Zoom: 15 minutes, 30, an hour, a day", Words: "scale step", Hint: "zoom", Group: "Show", Keys: []string{"z"},
			Enabled: inGrid, Needs: func() string { return "a wider window, with the grid beside the list" }, Do: views.Once(m.changeZoom)},
		views.AskRights(m.env, func() error { return m.directory.failed }),
	}
}

// moves makes an action of what moves the cursor along the timeline.
func (m *Model) moves(f func(int)) func(int) tea.Cmd {
	return func(by int) tea.Cmd {
		f(by)
		m.search.settle()
		return nil
	}
}
