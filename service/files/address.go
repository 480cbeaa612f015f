package files

import (
	"strconv"
	"strings"

	"daybook/model"
)

// The size of a sheet (ECMA-376 leaves it to programs; these are Excel's).
const (
	sheetRows    = 1 << 20
	sheetColumns = 1 << 14
)

// block is a rectangle of cells. Rows and columns count from 1, and the last
// ones belong to it.
type block struct{ top, left, bottom, right int }

func (b block) rows() int    { return b.bottom - b.top + 1 }
func (b block) columns() int { return b.right - b.left + 1 }

// parseAddress reads A1, A1:B2, A:C or 2:5, each with $ signs or none and
// with a sheet before it or none: Sheet1!A1, 'My sheet'!A1. Columns and rows
// that are named whole reach to the end of the sheet.
func parseAddress(text string) (sheet string, b block, err error) {
	rest := text
	if sheet, rest, err = cutSheet(text); err != nil {
		return "", b, err
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
		return "", b, model.Errorf(model.CodeInvalidRequest, "%q is not an address of cells: write it as A1, A1:B2, A:C or 2:5", text)
	case first.row == 0:
		first.row, last.row = 1, sheetRows
	case first.column == 0:
		first.column, last.column = 1, sheetColumns
	}
	return sheet, block{
		top: min(first.row, last.row), left: min(first.column, last.column),
		bottom: max(first.row, last.row), right: max(first.column, last.column),
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
	return "", "", model.Errorf(model.CodeInvalidRequest, "%q is not an address of cells: the name of the sheet does not end", text)
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
	return c, c.column <= sheetColumns && c.row <= sheetRows
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

// address writes a block with its sheet: Sheet1!A1:B2, one cell as Sheet1!A1.
func (b block) address(sheet string) string {
	out := quoteSheet(sheet) + "!" + cellName(b.left, b.top)
	if b.top != b.bottom || b.left != b.right {
		out += ":" + cellName(b.right, b.bottom)
	}
	return out
}

func cellName(column, row int) string {
	var letters []byte
	for ; column > 0; column = (column - 1) / 26 {
		letters = append([]byte{byte('A' + (column-1)%26)}, letters...)
	}
	return string(letters) + strconv.Itoa(row)
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
