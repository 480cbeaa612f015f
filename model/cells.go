package model

import (
	"strconv"
	"strings"
)

// The size of a sheet (ECMA-376 leaves it to programs; these are Excel's).
const (
	SheetRows    = 1 << 20
	SheetColumns = 1 << 14
)

// Cells is a rectangle of cells of a sheet. Rows and columns count from 1, and
// the last ones belong to it.
type Cells struct{ Top, Left, Bottom, Right int }

// Rows is how many rows it has.
func (c Cells) Rows() int { return c.Bottom - c.Top + 1 }

// Columns is how many columns it has.
func (c Cells) Columns() int { return c.Right - c.Left + 1 }

// ParseCells reads A1, A1:B2, A:C or 2:5, each with $ signs or none and
// with a sheet before it or none: Sheet1!A1, 'My sheet'!A1. Columns and rows
// that are named whole reach to the end of the sheet.
func ParseCells(text string) (sheet string, c Cells, err error) {
	rest := text
	if sheet, rest, err = cutSheet(text); err != nil {
		return "", c, err
	}
	from, to, ranged := strings.Cut(rest, ":")
	first, ok := parseCorner(from)
	last := first
	if ok && ranged {
		last, ok = parseCorner(to)
	}
	switch {
	case !ok, (first.row == 0) != (last.row == 0), (first.column == 0) != (last.column == 0),
		!ranged && (first.row == 0 || first.column == 0):
		return "", c, Errorf(CodeInvalidRequest, "%q is not an address of cells: write it as A1, A1:B2, A:C or 2:5", text)
	case first.row == 0:
		first.row, last.row = 1, SheetRows
	case first.column == 0:
		first.column, last.column = 1, SheetColumns
	}
	return sheet, Cells{
		Top: min(first.row, last.row), Left: min(first.column, last.column),
		Bottom: max(first.row, last.row), Right: max(first.column, last.column),
	}, nil
}

// cutSheet splits off the sheet, "" when there is none.
func cutSheet(text string) (sheet, rest string, err error) {
	if !strings.HasPrefix(text, "'") {
		sheet, rest, found := strings.Cut(text, "!")
		if !found {
			return "", text, nil
		}
		return sheet, rest, nil
	}
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if strings.HasPrefix(text[i+1:], "'") { // two stand for one
			i++
			continue
		}
		if strings.HasPrefix(text[i+1:], "!") {
			return strings.ReplaceAll(text[1:i], "''", "'"), text[i+2:], nil
		}
		break
	}
	return "", "", Errorf(CodeInvalidRequest, "%q is not an address of cells: the name of the sheet does not end", text)
}

// corner is a cell, a whole column (row is 0) or a whole row (column is 0).
type corner struct{ column, row int }

func parseCorner(s string) (c corner, ok bool) {
	s = strings.TrimSpace(s)
	column, rest := cutWhile(strings.TrimPrefix(s, "$"), isLetter)
	if column == "" {
		rest = strings.TrimPrefix(s, "$")
	} else {
		rest = strings.TrimPrefix(rest, "$")
	}
	row, rest := cutWhile(rest, isDigit)
	if rest != "" || column == "" && row == "" || len(column) > 3 || len(row) > 7 {
		return c, false
	}
	for _, letter := range strings.ToUpper(column) {
		c.column = c.column*26 + int(letter-'A') + 1
	}
	if row != "" {
		c.row, _ = strconv.Atoi(row) // at most seven digits
		if c.row < 1 {
			return c, false
		}
	} else if strings.Count(s, "$") > 1 || strings.HasSuffix(s, "$") {
		return c, false
	}
	return c, c.column <= SheetColumns && c.row <= SheetRows
}

func cutWhile(s string, is func(byte) bool) (head, tail string) {
	i := 0
	for i < len(s) && is(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }

// Address writes the cells with their sheet: Sheet1!A1:B2, one cell as
// Sheet1!A1. Without a sheet it is A1:B2 alone.
func (c Cells) Address(sheet string) string {
	out := CellName(c.Left, c.Top)
	if c.Top != c.Bottom || c.Left != c.Right {
		out += ":" + CellName(c.Right, c.Bottom)
	}
	if sheet == "" {
		return out
	}
	return quoteSheet(sheet) + "!" + out
}

// CellName is the address of one cell: B12.
func CellName(column, row int) string { return ColumnName(column) + strconv.Itoa(row) }

// ColumnName is the letters of a column: A for 1, AA for 27.
func ColumnName(column int) string {
	var letters [4]byte
	at := len(letters)
	for ; column > 0 && at > 0; column = (column - 1) / 26 {
		at--
		letters[at] = byte('A' + (column-1)%26)
	}
	return string(letters[at:])
}

// ParseCell reads the address of one cell, or of a whole column (row is 0) or
// row (column is 0); $ signs are passed over.
func ParseCell(text string) (column, row int, ok bool) {
	c, ok := parseCorner(text)
	return c.column, c.row, ok
}

// quoteSheet puts quotes around a name that would not be read as one without.
func quoteSheet(name string) string {
	plain := name != "" && !isDigit(name[0])
	for i := 0; i < len(name); i++ {
		plain = plain && (isLetter(name[i]) || isDigit(name[i]) || name[i] == '_')
	}
	if c, ok := parseCorner(name); plain && !(ok && c.row > 0 && c.column > 0) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}
