package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"daybook/model"
)

const workbookPart = "xl/workbook.xml"

// openBook reads a workbook whole. Formulas keep the values that they had when
// the file was written: nothing is calculated.
func openBook(data []byte) (b *book, err error) {
	p, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if p[workbookPart] == nil {
		return nil, errors.New("it is no .xlsx file")
	}
	defer func() { // the library trusts what it reads further than files deserve
		if recover() != nil {
			b, err = nil, errors.New("it is damaged")
		}
	}()
	f, err := excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: maxBookBytes, UnzipXMLSizeLimit: maxBookBytes}) // so that nothing goes to the disk
	if err != nil {
		return nil, errors.New("it is no .xlsx file, or is locked with a password")
	}
	defer f.Close() // a file in memory: there is nothing to lose
	r := bookReader{parts: p, file: f, book: &book{}, formats: map[int]string{},
		left: budget{rows: maxBookRows, grid: maxBookGrid, cells: maxBookCells, steps: maxBookSteps, text: maxBookText}}
	if err := r.read(); err != nil {
		return nil, err
	}
	r.book.weight += maxBookText - r.left.text
	return r.book, nil
}

type bookReader struct {
	parts   parts
	file    *excelize.File
	book    *book
	formats map[int]string // by style
	left    budget
}

func (r *bookReader) read() error {
	var head workbookXML
	if err := r.parts.decode(workbookPart, &head); err != nil {
		return err
	}
	related, err := r.parts.related(workbookPart)
	if err != nil {
		return err
	}
	for _, h := range head.Sheets {
		part := related[h.Part]
		content := r.parts[strings.ToLower(part)]
		if content == nil || path.Base(path.Dir(part)) != "worksheets" {
			continue // a sheet that is a chart
		}
		s := &sheet{id: fmt.Sprintf("{%08X-0001-0000-0000-000000000000}", h.ID), name: h.Name, visibility: visibilityOf(h.State)}
		if err := r.readSheet(s, content, part); err != nil {
			return err
		}
		r.book.sheets = append(r.book.sheets, s)
	}
	if len(r.book.sheets) == 0 {
		return errors.New("it has no worksheet")
	}
	for _, n := range head.Names {
		d := definedName{name: n.Name, formula: "=" + strings.TrimPrefix(strings.TrimSpace(n.Value), "="), scope: "Workbook", hidden: isTrue(n.Hidden)}
		if n.Sheet != nil {
			d.scope = "Worksheet"
		}
		r.book.names = append(r.book.names, d)
	}
	return nil
}

func visibilityOf(state string) string {
	switch state {
	case "hidden":
		return "Hidden"
	case "veryHidden":
		return "VeryHidden"
	}
	return "Visible"
}

func (r *bookReader) readSheet(s *sheet, content []byte, part string) error {
	scan, err := scanSheet(content, &r.left)
	if err != nil {
		return err
	}
	s.hiddenRows, s.hiddenCols = scan.hiddenRows, scan.hiddenCols
	s.cells = make(map[place]cell, len(scan.cells))
	for _, at := range scan.cells {
		c, err := r.readCell(s.name, at)
		if err != nil {
			return fmt.Errorf("its cell %s cannot be read", model.CellName(int(at.column), int(at.row)))
		}
		if c.kind == kindEmpty && c.formula == "" {
			continue
		}
		if r.left.text -= len(c.value) + len(c.text) + len(c.formula); r.left.text < 0 {
			return errTooLarge
		}
		s.cells[at.place] = c
		s.grow(int(at.row), int(at.column))
	}
	r.book.weight += len(s.cells) * cellWeight
	return r.readTables(s, scan.tables, part)
}

func (s *sheet) grow(row, column int) {
	if s.used == (model.Cells{}) {
		s.used = model.Cells{Top: row, Left: column, Bottom: row, Right: column}
		return
	}
	s.used = model.Cells{
		Top: min(s.used.Top, row), Left: min(s.used.Left, column),
		Bottom: max(s.used.Bottom, row), Right: max(s.used.Right, column),
	}
}

func (r *bookReader) readCell(sheet string, at scannedCell) (c cell, err error) {
	name := model.CellName(int(at.column), int(at.row))
	// The value before the text: the library rounds the one to make the other.
	raw, err := r.file.GetCellValue(sheet, name, excelize.Options{RawCellValue: true})
	if err != nil {
		return c, err
	}
	if c.text, err = r.file.GetCellValue(sheet, name); err != nil {
		return c, err
	}
	if at.formula {
		formula, err := r.file.GetCellFormula(sheet, name)
		if err != nil {
			return c, err
		}
		if formula != "" {
			c.formula = "=" + strings.TrimPrefix(formula, "=")
		}
	}
	c.kind, c.value = valueOf(at.kind, raw)
	c.format = r.format(at.style)
	return c, nil
}

// valueOf reads a value by the attribute t of its cell (18.18.11).
func valueOf(t, raw string) (kind string, value json.RawMessage) {
	text := func(kind string) (string, json.RawMessage) {
		b, _ := json.Marshal(raw) // a string cannot fail
		return kind, b
	}
	switch {
	case raw == "":
		return text(kindEmpty)
	case t == "b":
		return kindBoolean, json.RawMessage(strconv.FormatBool(raw == "1" || strings.EqualFold(raw, "true")))
	case t == "e":
		return text(kindError)
	case t == "s" || t == "str" || t == "inlineStr":
		return text(kindString)
	}
	n, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return text(kindString) // a date in words, t="d"
	}
	b, _ := json.Marshal(n) // finite, and so cannot fail
	return kindDouble, b
}

func (r *bookReader) readTables(s *sheet, ids []string, part string) error {
	if len(ids) == 0 {
		return nil
	}
	related, err := r.parts.related(part)
	if err != nil {
		return err
	}
	for _, id := range ids {
		var x tableXML
		if err := r.parts.decode(related[id], &x); err != nil {
			return err
		}
		_, at, err := model.ParseCells(x.Ref)
		if err != nil || x.Name == "" || len(x.Columns) != at.Columns() {
			continue // nothing that could be asked for
		}
		t := table{id: strconv.Itoa(len(r.book.tables) + 1), name: x.Name, style: x.Style.Name, sheet: s, at: at, headers: x.Headers == nil || *x.Headers > 0}
		for _, c := range x.Columns {
			t.columns = append(t.columns, c.Name)
		}
		r.book.tables = append(r.book.tables, t)
	}
	return nil
}
