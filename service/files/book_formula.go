package files

import (
	"strconv"
	"strings"

	"daybook/model"
)

// reference is a name of a cell within a formula, with the dollars that hold
// its column or its row fast.
type reference struct {
	start, end          int // in bytes
	column, row         int
	fastColumn, fastRow bool
}

// references are the cells that a formula names, in order. What is quoted, and
// what only looks so (a function as LOG10, a name as rate1_a), is none. Whole
// columns and rows are none.
func references(formula string) []reference {
	var out []reference
	for i := 0; i < len(formula); {
		c := formula[i]
		switch {
		case c == '"' || c == '\'':
			end := strings.IndexByte(formula[i+1:], c)
			if end < 0 {
				return out
			}
			i += end + 2
		case c == '[': // a column of a table, or another file
			end := strings.IndexByte(formula[i:], ']')
			if end < 0 {
				return out
			}
			i += end + 1
		case isWord(c):
			end := i
			for end < len(formula) && isWord(formula[end]) {
				end++
			}
			follows := byte(0)
			if end < len(formula) {
				follows = formula[end]
			}
			if ref, ok := cellReference(formula[i:end]); ok && follows != '(' && follows != '!' && follows != '[' {
				ref.start, ref.end = i, end
				out = append(out, ref)
			}
			i = end
		default:
			i++
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '$' || c == '_' || c == '.' || c == '\\' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

func cellReference(word string) (r reference, ok bool) {
	rest, fast := strings.CutPrefix(word, "$")
	r.fastColumn = fast
	letters := strings.IndexFunc(rest, func(c rune) bool { return c < 'A' || c > 'Z' && c < 'a' || c > 'z' })
	if letters < 1 {
		return r, false
	}
	number, fast := strings.CutPrefix(rest[letters:], "$")
	r.fastRow = fast
	if strings.Trim(number, "0123456789") != "" || strings.HasPrefix(number, "0") {
		return r, false
	}
	r.column, r.row, ok = model.ParseCell(rest[:letters] + number)
	return r, ok && r.row > 0 && r.column > 0
}

// shiftFormula is a formula that stands in one cell as it is in another, so
// many columns and rows away. A cell beyond the sheet is #REF!.
func shiftFormula(formula string, columns, rows int) string {
	var b strings.Builder
	from := 0
	for _, r := range references(formula) {
		b.WriteString(formula[from:r.start])
		from = r.end
		column, row := r.column, r.row
		if !r.fastColumn {
			column += columns
		}
		if !r.fastRow {
			row += rows
		}
		if column < 1 || column > model.SheetColumns || row < 1 || row > model.SheetRows {
			b.WriteString("#REF!")
			continue
		}
		name := model.CellName(column, row)
		letters := strings.TrimRight(name, "0123456789")
		if r.fastColumn {
			b.WriteByte('$')
		}
		b.WriteString(letters)
		if r.fastRow {
			b.WriteByte('$')
		}
		b.WriteString(strconv.Itoa(row))
	}
	b.WriteString(formula[from:])
	return b.String()
}
