package files

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"daybook/model"
)

const workbookPart = "xl/workbook.xml"

// openBook reads a workbook whole. Formulas keep the values that they had when
// the file was written; those without any are calculated where that is cheap.
func openBook(data []byte) (b *book, err error) {
	p, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if p.files[workbookPart] == nil {
		return nil, errors.New("it is no .xlsx file")
	}
	defer func() { // the library trusts what it reads further than files deserve
		if recover() != nil {
			b, err = nil, errors.New("it is damaged")
		}
	}()
	r := bookReader{parts: p, book: &book{texts: []string{""}}, ids: map[string]uint32{"": 0}, left: budget{cells: maxBookCells, text: maxBookText}}
	if err := r.read(); err != nil {
		return nil, err
	}
	r.book.weight += len(r.book.texts)*textWeight + maxBookText - r.left.text
	return r.book, nil
}

// bookReader reads a workbook. Sheets are read by ourselves, as they come: the
// library holds a sheet whole, at some hundred bytes a cell, and says of each
// cell of a merged block what the first one has. It says how a number is
// written in a format.
type bookReader struct {
	parts  *parts
	book   *book
	ids    map[string]uint32 // of texts
	shared []uint32          // texts that cells share, by their number
	left   budget
}

// budget is what a workbook has left of the limits.
type budget struct{ cells, text int }

// id is where a text stands among those of the book.
func (r *bookReader) id(text string) (uint32, error) {
	if id, ok := r.ids[text]; ok {
		return id, nil
	}
	if r.left.text -= len(text); r.left.text < 0 {
		return 0, errTooLarge
	}
	id := uint32(len(r.book.texts))
	text = strings.Clone(text)
	r.book.texts = append(r.book.texts, text)
	r.ids[text] = id
	return id, nil
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
	if r.book.look, err = newNumberLook(r.parts, related["/styles"], isTrue(head.Properties.Date1904)); err != nil {
		return err
	}
	if err := r.readShared(related["/sharedStrings"]); err != nil {
		return err
	}
	for _, h := range head.Sheets {
		part := related[h.Part]
		if r.parts.files[strings.ToLower(part)] == nil || path.Base(path.Dir(part)) != "worksheets" {
			continue // a sheet that is a chart
		}
		s := &sheet{id: fmt.Sprintf("{%08X-0001-0000-0000-000000000000}", h.ID), name: h.Name, visibility: visibilityOf(h.State),
			hiddenRows: map[int]bool{}}
		if err := r.readSheet(s, part); err != nil {
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

func (r *bookReader) readSheet(s *sheet, part string) error {
	content, _, err := r.parts.open(part)
	if err != nil {
		return err
	}
	defer content.Close()
	tables, err := r.scan(content, s)
	if err != nil {
		return err
	}
	if err := r.calculate(s); err != nil {
		return err
	}
	r.book.weight += len(s.cells) * cellWeight
	return r.readTables(s, tables, part)
}

// readShared reads the texts that cells share (18.4.9).
func (r *bookReader) readShared(part string) error {
	content, ok, err := r.parts.open(part)
	if !ok || err != nil {
		return err
	}
	defer content.Close()
	var text strings.Builder
	typing, hidden := false, 0
	return eachToken(content, errors.New("its texts are damaged"), func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "si":
				text.Reset()
			case "t":
				typing = hidden == 0
			case "rPh": // how it is pronounced
				hidden++
			}
		case xml.CharData:
			if typing {
				text.Write(t)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "t":
				typing = false
			case "rPh":
				hidden = max(0, hidden-1)
			case "si":
				id, err := r.id(text.String())
				r.shared = append(r.shared, id)
				return err
			}
		}
		return nil
	})
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

// cell makes a cell of what was read.
func (r *bookReader) cell(at place, read *scannedCell, formula string) (c cell, err error) {
	if r.left.cells--; r.left.cells < 0 {
		return c, errTooLarge
	}
	c.place, c.style = at, uint32(max(0, read.style))
	if read.kind == "s" {
		if n, err := strconv.Atoi(strings.TrimSpace(read.value.String())); err == nil && n >= 0 && n < len(r.shared) {
			c.value = r.shared[n]
		}
	} else if c.value, err = r.id(read.value.String()); err != nil {
		return c, err
	}
	if c.formula, err = r.id(formula); err != nil {
		return c, err
	}
	c.kind = kindOf(read.kind, r.book.texts[c.value])
	return c, nil
}

// kindOf says what a value is by the attribute t of its cell (18.18.11).
func kindOf(t, raw string) kind {
	switch {
	case raw == "":
		return kindEmpty
	case t == "b":
		return kindBoolean
	case t == "e":
		return kindError
	case t == "s" || t == "str" || t == "inlineStr":
		return kindString
	}
	if n, err := strconv.ParseFloat(raw, 64); err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return kindString // a date in words, t="d"
	}
	return kindDouble
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
