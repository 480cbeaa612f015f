package files

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"

	"daybook/model"
)

// scanned is what a sheet's part says of its cells without their values.
type scanned struct {
	cells      []scannedCell // those with something in them
	hiddenRows map[int]bool
	hiddenCols []model.Cells
	tables     []string // ids of relationships
}

type scannedCell struct {
	place
	kind    string // the attribute t
	style   int
	formula bool
	shares  string // the number of the formula that it shares
}

// budget is what the sheets of a workbook have left of the limits.
type budget struct{ rows, grid, cells, steps, text int }

// scanner walks through a worksheet (ECMA-376, part 1, 18.3).
type scanner struct {
	scanned
	left        *budget
	row, column int
	maxRow      int
	width       int // of the row
	inRow       int // cells with something in them
	merges      int
	shared      map[string]bool // formulas that are there to be shared
	open        bool            // in a cell
	cell        scannedCell
	filled      bool // the cell has a value or a formula
}

var errBadSheet = errors.New("a worksheet in it is damaged")

func scanSheet(part []byte, left *budget) (scanned, error) {
	s := scanner{left: left, shared: map[string]bool{}, scanned: scanned{hiddenRows: map[int]bool{}}}
	d := xml.NewDecoder(bytes.NewReader(part))
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return s.scanned, errBadSheet
		}
		switch t := t.(type) {
		case xml.StartElement:
			err = s.start(t)
		case xml.EndElement:
			err = s.end(t.Name.Local)
		}
		if err != nil {
			return s.scanned, err
		}
	}
	if err := s.endRow(); err != nil {
		return s.scanned, err
	}
	left.rows -= s.maxRow
	left.steps -= len(s.cells)*s.merges + len(s.cells)*len(s.shared)
	if left.rows < 0 || left.steps < 0 {
		return s.scanned, errTooLarge
	}
	for i := range s.cells { // a formula that is nowhere would be looked for everywhere
		if c := &s.cells[i]; c.shares != "" && !s.shared[c.shares] {
			c.formula = false
		}
	}
	return s.scanned, nil
}

func (s *scanner) start(t xml.StartElement) error {
	switch t.Name.Local {
	case "row":
		return s.startRow(t.Attr)
	case "c":
		return s.startCell(t.Attr)
	case "v", "is":
		s.filled = s.open
	case "f":
		s.startFormula(t.Attr)
	case "mergeCell":
		s.merges++
	case "tablePart":
		s.tables = append(s.tables, attr(t.Attr, "id"))
	case "col":
		if isTrue(attr(t.Attr, "hidden")) {
			from, _ := strconv.Atoi(attr(t.Attr, "min")) // 0 hides nothing
			to, _ := strconv.Atoi(attr(t.Attr, "max"))
			s.hiddenCols = append(s.hiddenCols, model.Cells{Left: from, Right: to})
		}
	}
	return nil
}

func (s *scanner) startFormula(attrs []xml.Attr) {
	if !s.open {
		return
	}
	s.filled, s.cell.formula = true, true
	if number := attr(attrs, "si"); attr(attrs, "t") == "shared" && number != "" {
		s.cell.shares = number
		if attr(attrs, "ref") != "" {
			s.shared[number] = true
		}
	}
}

func (s *scanner) startRow(attrs []xml.Attr) error {
	if err := s.endRow(); err != nil {
		return err
	}
	s.row++
	if r := attr(attrs, "r"); r != "" {
		n, err := strconv.Atoi(r)
		if err != nil || n < 1 || n > model.SheetRows {
			return errBadSheet
		}
		s.row = n
	}
	s.column = 0
	s.maxRow = max(s.maxRow, s.row)
	if isTrue(attr(attrs, "hidden")) {
		s.hiddenRows[s.row] = true
	}
	return nil
}

// endRow takes the row from the budget.
func (s *scanner) endRow() error {
	s.left.grid -= s.width
	s.left.steps -= s.width * s.inRow
	s.width, s.inRow = 0, 0
	if s.left.grid < 0 || s.left.steps < 0 {
		return errTooLarge
	}
	return nil
}

func (s *scanner) startCell(attrs []xml.Attr) error {
	s.column++
	row := s.row
	if r := attr(attrs, "r"); r != "" {
		var ok bool
		if s.column, row, ok = model.ParseCell(r); !ok || row == 0 || s.column == 0 {
			return errBadSheet
		}
	}
	if row < 1 || s.column > model.SheetColumns {
		return errBadSheet
	}
	s.width, s.maxRow = max(s.width, s.column), max(s.maxRow, row)
	style, _ := strconv.Atoi(attr(attrs, "s")) // none is 0
	s.cell = scannedCell{place: place{int32(row), int32(s.column)}, kind: attr(attrs, "t"), style: style}
	s.open, s.filled = true, false
	return nil
}

func (s *scanner) end(name string) error {
	switch {
	case name == "row":
		return s.endRow()
	case name == "c" && s.open:
		s.open = false
		if !s.filled {
			return nil
		}
		if s.left.cells--; s.left.cells < 0 {
			return errTooLarge
		}
		s.inRow++
		s.cells = append(s.cells, s.cell)
	}
	return nil
}

func attr(attrs []xml.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func isTrue(s string) bool { return s == "1" || s == "true" }
