package files

import (
	"encoding/json"
	"strconv"
	"strings"

	"daybook/model"
)

// book is a workbook that was read: it does not change and may be shared.
type book struct {
	sheets []*sheet
	tables []table
	names  []definedName
	weight int // bytes that it takes, about
}

// sheet holds the cells that are not empty.
type sheet struct {
	id         string
	name       string
	visibility string
	cells      map[place]cell
	used       model.Cells // zero of an empty sheet
	hiddenRows map[int]bool
	hiddenCols []model.Cells // by left and right
}

type place struct{ row, column int32 }

// cell is one cell. value is a JSON string, number or boolean; formula begins
// with '=', or is empty.
type cell struct {
	value   json.RawMessage
	kind    string
	text    string
	formula string
	format  string
}

// Kinds of values, as valueTypes has them.
const (
	kindEmpty   = "Empty"
	kindString  = "String"
	kindDouble  = "Double"
	kindBoolean = "Boolean"
	kindError   = "Error"
)

const general = "General" // the number format of a cell that has none

type table struct {
	id, name, style string
	headers         bool
	sheet           *sheet
	at              model.Cells
	columns         []string
}

// definedName stands for what formula says, which may be cells.
type definedName struct {
	name, formula string
	scope         string // Workbook or Worksheet
	hidden        bool
}

// sheet finds a sheet by name in any letter case, or by id.
func (b *book) sheet(key string) (*sheet, error) {
	for _, s := range b.sheets {
		if strings.EqualFold(s.name, key) {
			return s, nil
		}
	}
	for _, s := range b.sheets {
		if strings.EqualFold(s.id, key) {
			return s, nil
		}
	}
	return nil, model.Errorf(model.CodeNotFound, "the workbook has no worksheet called %q", key)
}

func (b *book) table(key string) (table, error) {
	for _, t := range b.tables {
		if strings.EqualFold(t.name, key) || t.id == key { // a name does not begin with a digit
			return t, nil
		}
	}
	return table{}, model.Errorf(model.CodeNotFound, "the workbook has no table called %q", key)
}

// column returns the cells of a column, its heading and total included.
func (t table) column(key string) (model.Cells, error) {
	found := -1
	for i, name := range t.columns {
		if strings.EqualFold(name, key) {
			found = i
			break
		}
		if strconv.Itoa(i+1) == key {
			found = i // unless a column has the number for its name
		}
	}
	if found < 0 {
		return model.Cells{}, model.Errorf(model.CodeNotFound, "the table %s has no column called %q", t.name, key)
	}
	at := t.at
	at.Left += found
	at.Right = at.Left
	return at, nil
}

// named returns the sheet and the cells that a defined name stands for.
func (b *book) named(key string) (*sheet, model.Cells, error) {
	for _, n := range b.names {
		if !strings.EqualFold(n.name, key) {
			continue
		}
		s, at, err := b.refersTo(n)
		if err != nil {
			return nil, model.Cells{}, model.Errorf(model.CodeInvalidRequest, "the name %s stands for %s, which is not one range of cells", n.name, n.formula)
		}
		return s, at, nil
	}
	return nil, model.Cells{}, model.Errorf(model.CodeNotFound, "the workbook has no name %q", key)
}

func (b *book) refersTo(n definedName) (*sheet, model.Cells, error) {
	name, at, err := model.ParseCells(strings.TrimPrefix(n.formula, "="))
	if err != nil {
		return nil, at, err
	}
	s, err := b.sheet(name)
	return s, at, err
}
