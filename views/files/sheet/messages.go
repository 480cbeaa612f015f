package sheet

import (
	"daybook/model"
	"daybook/views"
)

// mine addresses what comes back to the files screen.
type mine struct{}

// To implements views.Addressed.
func (mine) To() views.Screen { return views.Files }

type sheetsLoaded struct {
	mine
	generation int
	sheets     []model.WorkbookWorksheet
	err        error
}

// listed is the tables and names.
type listed struct {
	mine
	generation          int
	tables              []Table
	names               []model.WorkbookNamedItem
	tablesErr, namesErr error
}

type usedLoaded struct {
	mine
	generation int
	page       *page
	used       model.Cells
	err        error
}

type cellsLoaded struct {
	mine
	generation int
	page       *page
	spot       spot
	cells      [][]cell
	err        error
}

// found is where a table, a column or a name stands.
type found struct {
	mine
	generation int
	what       string
	address    string
	err        error
}

// copied is a range as tab-separated lines.
type copied struct {
	mine
	generation int
	address    string
	cells      int
	tsv        string
	err        error
}
