package grid

// Selection is what is selected: the cursor's cell alone where nothing is.
func (g *Grid) Selection() Area {
	if !g.selecting {
		return Area{g.row, g.column, g.row, g.column}
	}
	return Area{
		min(g.row, g.anchorRow), min(g.column, g.anchorColumn),
		max(g.row, g.anchorRow), max(g.column, g.anchorColumn),
	}
}

// Selecting says that moving the cursor widens the selection.
func (g *Grid) Selecting() bool { return g.selecting }

// StartSelecting puts the anchor on the cursor's cell, if there is none yet.
func (g *Grid) StartSelecting() {
	if !g.selecting {
		g.selecting, g.anchorRow, g.anchorColumn = true, g.row, g.column
	}
}

// ClearSelection gives the selection up and says whether there was one.
func (g *Grid) ClearSelection() bool {
	had := g.selecting
	g.selecting = false
	return had
}

// Select selects an area, the cursor in its upper left cell.
func (g *Grid) Select(a Area) {
	rows, columns := g.src.Size()
	g.anchorRow, g.anchorColumn = max(0, min(a.Bottom, rows-1)), max(0, min(a.Right, columns-1))
	g.selecting = a.Top != a.Bottom || a.Left != a.Right
	g.Goto(a.Top, a.Left)
}

// At is the cell under a place of the grid; row or column is -1 on the headings and on the row numbers.
func (g *Grid) At(x, y int) (row, column int, ok bool) {
	rows, columns := g.src.Size()
	row, column = -1, -1
	if y >= headHeight {
		row = g.top + y - headHeight
	}
	if x -= g.gutter() + 2; x >= 0 {
		for column = g.left; column < columns && x >= g.taken(column); column++ {
			x -= g.taken(column)
		}
	}
	return row, column, x < g.columnRoom() && y >= 0 && y < g.height && row < rows && column < columns
}

// Click puts the cursor on a cell; a heading selects its column, a row number its row.
func (g *Grid) Click(x, y int) bool {
	row, column, ok := g.At(x, y)
	if !ok || row < 0 && column < 0 {
		return false
	}
	rows, columns := g.src.Size()
	switch {
	case row < 0:
		g.Select(Area{0, column, rows - 1, column})
	case column < 0:
		g.Select(Area{row, 0, row, columns - 1})
	default:
		g.ClearSelection()
		g.Goto(row, column)
	}
	return true
}

// Drag widens the selection to a cell.
func (g *Grid) Drag(x, y int) bool {
	row, column, ok := g.At(x, y)
	if !ok || row < 0 || column < 0 || row == g.row && column == g.column {
		return false
	}
	g.StartSelecting()
	return g.Goto(row, column)
}
