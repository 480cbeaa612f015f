package files

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"daybook/model"
)

// scanner walks through a worksheet (ECMA-376, part 1, 18.3) as it is read, and
// puts what is in its cells into the sheet.
type scanner struct {
	r           *bookReader
	sheet       *sheet
	row, column int
	shared      map[string]sharedFormula
	tables      []string // ids of relationships
	inOrder     bool

	open   bool // in a cell
	cell   scannedCell
	typing *strings.Builder // what is read into, nil where text is of no use
	hidden int              // depth in what is not the text of a cell: how it is pronounced
}

// scannedCell is a cell that is being read.
type scannedCell struct {
	place
	kind           string // the attribute t
	style          int
	filled         bool // it has a value or a formula
	value, formula strings.Builder
	shares         string // the number of the formula that it shares
	master         bool   // and it is the one that has its text
}

// sharedFormula is a formula that cells share, as it stands in one of them.
type sharedFormula struct {
	at   place
	text string
}

var errBadSheet = errors.New("a worksheet in it is damaged")

// eachToken calls fn with each token of a part, as it stands there. What is not
// XML is damaged.
func eachToken(part io.Reader, damaged error, fn func(xml.Token) error) error {
	d := xml.NewDecoder(part)
	for {
		t, err := d.RawToken()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errTooLarge):
			return errTooLarge
		case err != nil:
			return damaged
		}
		if err := fn(t); err != nil {
			return err
		}
	}
}

// scan reads a worksheet. It returns the ids of its tables.
func (r *bookReader) scan(part io.Reader, s *sheet) ([]string, error) {
	w := scanner{r: r, sheet: s, shared: map[string]sharedFormula{}, inOrder: true}
	err := eachToken(part, errBadSheet, func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			return w.start(t)
		case xml.EndElement:
			return w.end(t.Name.Local)
		case xml.CharData:
			if w.typing != nil && w.hidden == 0 {
				w.typing.Write(t)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !w.inOrder { // a cell that is there twice is as it was last
		slices.SortStableFunc(s.cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column)) })
		slices.Reverse(s.cells)
		s.cells = slices.CompactFunc(s.cells, func(a, b cell) bool { return a.place == b.place })
		slices.Reverse(s.cells)
	}
	return w.tables, nil
}

func (w *scanner) start(t xml.StartElement) error {
	switch t.Name.Local {
	case "row":
		return w.startRow(t.Attr)
	case "c":
		return w.startCell(t.Attr)
	case "v", "t":
		if w.open {
			w.cell.filled, w.typing = true, &w.cell.value
		}
	case "is":
		w.cell.filled = w.open
	case "rPh":
		w.hidden++
	case "f":
		w.startFormula(t.Attr)
	case "tablePart":
		w.tables = append(w.tables, attr(t.Attr, "id"))
	case "col":
		if isTrue(attr(t.Attr, "hidden")) {
			from, _ := strconv.Atoi(attr(t.Attr, "min")) // 0 hides nothing
			to, _ := strconv.Atoi(attr(t.Attr, "max"))
			w.sheet.hiddenCols = append(w.sheet.hiddenCols, model.Cells{Left: from, Right: to})
		}
	}
	return nil
}

func (w *scanner) startFormula(attrs []xml.Attr) {
	if !w.open {
		return
	}
	w.cell.filled, w.typing = true, &w.cell.formula
	if number := attr(attrs, "si"); attr(attrs, "t") == "shared" && number != "" {
		w.cell.shares, w.cell.master = number, attr(attrs, "ref") != ""
	}
}

func (w *scanner) startRow(attrs []xml.Attr) error {
	w.row++
	if r := attr(attrs, "r"); r != "" {
		n, err := strconv.Atoi(r)
		if err != nil || n < 1 || n > model.SheetRows {
			return errBadSheet
		}
		w.row = n
	}
	w.column = 0
	if isTrue(attr(attrs, "hidden")) {
		w.sheet.hiddenRows[w.row] = true
	}
	return nil
}

func (w *scanner) startCell(attrs []xml.Attr) error {
	w.column++
	row := w.row
	if r := attr(attrs, "r"); r != "" {
		var ok bool
		if w.column, row, ok = model.ParseCell(r); !ok || row == 0 || w.column == 0 {
			return errBadSheet
		}
	}
	if row < 1 || w.column > model.SheetColumns {
		return errBadSheet
	}
	style, _ := strconv.Atoi(attr(attrs, "s")) // none is 0
	w.cell = scannedCell{place: place{int32(row), int32(w.column)}, kind: attr(attrs, "t"), style: style}
	w.open = true
	return nil
}

func (w *scanner) end(name string) error {
	switch {
	case name == "v", name == "t", name == "f":
		w.typing = nil
	case name == "rPh":
		w.hidden = max(0, w.hidden-1)
	case name == "c" && w.open:
		w.open = false
		if w.cell.filled {
			return w.add()
		}
	}
	return nil
}

// add puts the cell that was read into the sheet.
func (w *scanner) add() error {
	at, formula := w.cell.place, w.cell.formula.String()
	if w.cell.shares != "" {
		if w.cell.master {
			w.shared[w.cell.shares] = sharedFormula{at, formula}
		} else if from, ok := w.shared[w.cell.shares]; ok { // one that is nowhere is none
			formula = shiftFormula(from.text, int(at.column-from.at.column), int(at.row-from.at.row))
		}
	}
	if formula != "" {
		formula = "=" + strings.TrimPrefix(formula, "=")
	}
	c, err := w.r.cell(at, &w.cell, formula)
	if err != nil || c.kind == kindEmpty && formula == "" {
		return err
	}
	if n := len(w.sheet.cells); n > 0 {
		last := w.sheet.cells[n-1].place
		w.inOrder = w.inOrder && (last.row < at.row || last.row == at.row && last.column < at.column)
	}
	w.sheet.cells = append(w.sheet.cells, c)
	w.sheet.grow(int(at.row), int(at.column))
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

func isTrue(s string) bool { return s == "1" || strings.EqualFold(s, "true") }
