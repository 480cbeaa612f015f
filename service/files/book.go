package files

import (
	"encoding/json"
	"sort"
	"strconv"
	"strings"

	"daybook/model"
)

// book is a workbook that was read: it does not change and may be shared.
type book struct {
	sheets []*sheet
	tables []table
	names  []definedName
	texts  []string // what is in the cells, each once; the first is empty
	look   *numberLook
	weight int // bytes that it takes, about
}

// sheet holds the cells that are not empty.
type sheet struct {
	id         string
	name       string
	visibility string
	cells      []cell      // by row, and by column in a row
	used       model.Cells // zero of an empty sheet
	hiddenRows map[int]bool
	hiddenCols []model.Cells // by left and right
}

type place struct{ row, column int32 }

// cell is one cell, small, as there may be millions: what it says is where it
// is among the texts of the book. The value is as the file has it; a formula
// begins with '=', or is empty.
type cell struct {
	place
	value, formula uint32
	style          uint32 // its number
	kind           kind
}

// text is what a cell shows. Numbers are written when they are asked for: few of
// a large sheet ever are, and a date takes long.
func (b *book) text(c cell) string {
	raw := b.texts[c.value]
	switch {
	case c.kind == kindBoolean:
		return strings.ToUpper(string(c.kind.json(raw)))
	case c.kind == kindDouble && !plain(c.style, raw):
		return b.look.text(int(c.style), raw)
	}
	return raw
}

// plain says of a number that it is written as the file has it: a whole one, of
// few digits, in no format.
func plain(style uint32, raw string) bool {
	return style == 0 && len(raw) < 16 && strings.Trim(raw, "0123456789") == "" && (raw[0] != '0' || raw == "0")
}

// row returns the cells of a row.
func (s *sheet) row(row int) []cell {
	from := sort.Search(len(s.cells), func(i int) bool { return int(s.cells[i].row) >= row })
	to := from
	for to < len(s.cells) && int(s.cells[to].row) == row {
		to++
	}
	return s.cells[from:to]
}

// kind is what a value is.
type kind uint8

const (
	kindEmpty kind = iota
	kindString
	kindDouble
	kindBoolean
	kindError
)

// kindNames are the kinds as valueTypes has them.
var kindNames = [...]string{kindEmpty: "Empty", kindString: "String", kindDouble: "Double", kindBoolean: "Boolean", kindError: "Error"}

// json is a value as JSON.
func (k kind) json(value string) json.RawMessage {
	var b []byte
	switch k { // neither can fail: a double is finite
	case kindBoolean:
		b, _ = json.Marshal(isTrue(value))
	case kindDouble:
		n, _ := strconv.ParseFloat(value, 64)
		b, _ = json.Marshal(n)
	default:
		b, _ = json.Marshal(value)
	}
	return b
}

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
