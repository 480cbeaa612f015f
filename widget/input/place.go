package input

import "charm.land/bubbles/v2/textarea"

// Place is where the text cursor is among several fields: it is kept with what was typed, so that both come back.
type Place struct {
	// Field is the key of the field that has the keys.
	Field string `json:"field"`
	// Line and Column count from 0, the column in characters.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
}

// Place is where the cursor of the line is: always on line 0.
func (l *Line) Place() (line, column int) { return 0, l.model.Position() }

// SetPlace moves the cursor, to the nearest place that there is.
func (l *Line) SetPlace(_, column int) { l.model.SetCursor(column) }

// MoveTo moves the cursor of an area, to the nearest place that there is.
func MoveTo(area *textarea.Model, line, column int) {
	area.MoveToBegin()
	line = min(max(line, 0), area.LineCount()-1)
	for steps := 0; area.Line() < line && steps <= 2*line; steps++ { // a step goes down a row of a wrapped line
		area.CursorEnd()
		area.CursorDown()
	}
	area.SetCursorColumn(column)
}
