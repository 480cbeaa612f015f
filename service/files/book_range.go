package files

import (
	"encoding/json"

	"daybook/model"
)

// maxRange is how many cells one reply can have.
const maxRange = 100_000

// read returns the cells of a block. Of whole columns and rows it takes what
// is in use; an empty sheet is its first cell.
func (s *sheet) read(b block) (*model.WorkbookRange, error) {
	b = s.clip(b)
	if n := b.rows() * b.columns(); n > maxRange {
		return nil, model.Errorf(model.CodeInvalidRequest, "%s has %d cells; ask for %d at most", b.address(s.name), n, maxRange)
	}
	r := &model.WorkbookRange{
		Address: b.address(s.name), AddressLocal: b.address(s.name), CellCount: b.rows() * b.columns(),
		ColumnCount: b.columns(), ColumnIndex: b.left - 1, RowCount: b.rows(), RowIndex: b.top - 1,
		ColumnHidden: s.columnsHidden(b), RowHidden: s.rowsHidden(b),
	}
	r.Hidden = r.ColumnHidden || r.RowHidden
	empty := cell{value: json.RawMessage(`""`), kind: kindEmpty, format: general}
	for row := b.top; row <= b.bottom; row++ {
		values, formulas := make([]json.RawMessage, b.columns()), make([]json.RawMessage, b.columns())
		text, formats, kinds := make([]string, b.columns()), make([]string, b.columns()), make([]string, b.columns())
		for i := range values {
			c, ok := s.cells[place{int32(row), int32(b.left + i)}]
			if !ok {
				c = empty
			}
			values[i], text[i], formats[i], kinds[i] = c.value, c.text, c.format, c.kind
			formulas[i] = c.value
			if c.formula != "" {
				formulas[i], _ = json.Marshal(c.formula) // a string cannot fail
			}
		}
		r.Values, r.Text, r.ValueTypes = append(r.Values, values), append(r.Text, text), append(r.ValueTypes, kinds)
		r.Formulas, r.NumberFormat = append(r.Formulas, formulas), append(r.NumberFormat, formats)
	}
	r.FormulasLocal = r.Formulas
	return r, nil
}

// clip takes from whole columns and rows what is in use.
func (s *sheet) clip(b block) block {
	if b.top == 1 && b.bottom == sheetRows {
		b.bottom = max(1, s.used.bottom)
	}
	if b.left == 1 && b.right == sheetColumns {
		b.right = max(1, s.used.right)
	}
	return b
}

// usedRange is the smallest block with everything in it.
func (s *sheet) usedRange() block {
	if s.used == (block{}) {
		return block{1, 1, 1, 1}
	}
	return s.used
}

func (s *sheet) rowsHidden(b block) bool {
	for row := b.top; row <= b.bottom; row++ {
		if !s.hiddenRows[row] {
			return false
		}
	}
	return true
}

func (s *sheet) columnsHidden(b block) bool {
	for column := b.left; column <= b.right; column++ {
		hidden := false
		for _, h := range s.hiddenCols {
			hidden = hidden || h.left <= column && column <= h.right
		}
		if !hidden {
			return false
		}
	}
	return true
}
