package files

import (
	"encoding/json"

	"daybook/model"
)

// maxRange is how many cells one reply can have.
const maxRange = 100_000

// head describes a block without its cells, which may be more than one reply
// can have. Of whole columns and rows it takes what is in use.
func (s *sheet) head(b model.Cells) *model.WorkbookRange {
	b = s.clip(b)
	r := &model.WorkbookRange{
		Address: b.Address(s.name), AddressLocal: b.Address(s.name), CellCount: b.Rows() * b.Columns(),
		ColumnCount: b.Columns(), ColumnIndex: b.Left - 1, RowCount: b.Rows(), RowIndex: b.Top - 1,
		ColumnHidden: s.columnsHidden(b), RowHidden: s.rowsHidden(b),
	}
	r.Hidden = r.ColumnHidden || r.RowHidden
	return r
}

// read returns the cells of a block. Of whole columns and rows it takes what
// is in use; an empty sheet is its first cell.
func (s *sheet) read(book *book, b model.Cells) (*model.WorkbookRange, error) {
	b = s.clip(b)
	if n := b.Rows() * b.Columns(); n > maxRange {
		return nil, model.Errorf(model.CodeInvalidRequest, "%s has %d cells; ask for %d at most", b.Address(s.name), n, maxRange)
	}
	r := s.head(b)
	nothing := kindEmpty.json("")
	for row := b.Top; row <= b.Bottom; row++ {
		values, formulas := make([]json.RawMessage, b.Columns()), make([]json.RawMessage, b.Columns())
		text, formats, kinds := make([]string, b.Columns()), make([]string, b.Columns()), make([]string, b.Columns())
		for i := range values {
			values[i], formulas[i], formats[i], kinds[i] = nothing, nothing, general, kindNames[kindEmpty]
		}
		for _, c := range s.row(row) {
			i := int(c.column) - b.Left
			if i < 0 || i >= len(values) {
				continue
			}
			values[i], text[i], formats[i], kinds[i] = c.kind.json(book.texts[c.value]), book.text(c), book.look.format(int(c.style)), kindNames[c.kind]
			formulas[i] = values[i]
			if c.formula != 0 {
				formulas[i] = kindString.json(book.texts[c.formula])
			}
		}
		r.Values, r.Text, r.ValueTypes = append(r.Values, values), append(r.Text, text), append(r.ValueTypes, kinds)
		r.Formulas, r.NumberFormat = append(r.Formulas, formulas), append(r.NumberFormat, formats)
	}
	r.FormulasLocal = r.Formulas
	return r, nil
}

// clip takes from whole columns and rows what is in use.
func (s *sheet) clip(b model.Cells) model.Cells {
	if b.Top == 1 && b.Bottom == model.SheetRows {
		b.Bottom = max(1, s.used.Bottom)
	}
	if b.Left == 1 && b.Right == model.SheetColumns {
		b.Right = max(1, s.used.Right)
	}
	return b
}

// usedRange is the smallest block with everything in it.
func (s *sheet) usedRange() model.Cells {
	if s.used == (model.Cells{}) {
		return model.Cells{Top: 1, Left: 1, Bottom: 1, Right: 1}
	}
	return s.used
}

func (s *sheet) rowsHidden(b model.Cells) bool {
	for row := b.Top; row <= b.Bottom; row++ {
		if !s.hiddenRows[row] {
			return false
		}
	}
	return true
}

func (s *sheet) columnsHidden(b model.Cells) bool {
	for column := b.Left; column <= b.Right; column++ {
		hidden := false
		for _, h := range s.hiddenCols {
			hidden = hidden || h.Left <= column && column <= h.Right
		}
		if !hidden {
			return false
		}
	}
	return true
}
