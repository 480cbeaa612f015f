package sheet

import (
	"encoding/json"
	"strings"

	"daybook/model"
	"daybook/widget/grid"
	"daybook/widget/text"
)

// cell is a cell as it was read. Its texts are cleaned once, when it arrives.
type cell struct {
	shown   grid.Cell
	value   json.RawMessage // as the service has it
	formula string          // begins with "=", "" where there is none
}

// cellsOf are the cells of a range, row by row. A service may leave parts out
// or cut them short; what is not there is empty.
func cellsOf(r model.WorkbookRange, rows, columns int) [][]cell {
	out := make([][]cell, rows)
	for i := range out {
		out[i] = make([]cell, columns)
		for j := range out[i] {
			out[i][j] = cellOf(at(r.Values, i, j), at(r.Formulas, i, j), at(r.Text, i, j), at(r.ValueTypes, i, j), at(r.NumberFormat, i, j))
		}
	}
	return out
}

func at[T any](table [][]T, i, j int) (v T) {
	if i < len(table) && j < len(table[i]) {
		v = table[i][j]
	}
	return v
}

func cellOf(value, formula json.RawMessage, shown, valueType, format string) cell {
	c := cell{value: value}
	if f := plain(formula); strings.HasPrefix(f, "=") && string(formula) != string(value) {
		c.formula = f
	}
	if shown == "" {
		shown = plain(value)
	}
	c.shown = grid.Cell{Text: text.Clean(shown), Kind: kindOf(valueType, format, shown)}
	return c
}

// plain is a JSON value in words: a string without its quotes.
func plain(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	if string(v) == "null" {
		return ""
	}
	return string(v)
}

func kindOf(valueType, format, shown string) grid.Kind {
	switch valueType {
	case "Boolean":
		return grid.Truth
	case "Error":
		return grid.Failure
	case "Double", "Integer":
		if isDate(format) {
			return grid.Date
		}
		return grid.Number
	}
	if shown == "" {
		return grid.Blank
	}
	return grid.Words
}

// isDate reports that a number format shows a moment (ECMA-376, part 1,
// 18.8.31): it has a letter of dates or times outside of what is quoted.
func isDate(format string) bool {
	section, _, _ := strings.Cut(format, ";")
	for i := 0; i < len(section); i++ {
		switch section[i] {
		case '"':
			end := strings.IndexByte(section[i+1:], '"')
			if end < 0 {
				return false
			}
			i += end + 1
		case '[':
			end := strings.IndexByte(section[i:], ']')
			if end < 0 {
				return false
			}
			switch strings.ToLower(section[i+1 : i+end]) {
			case "h", "hh", "m", "mm", "s", "ss": // elapsed time
				return true
			}
			i += end
		case '\\', '_', '*': // what follows stands for itself
			i++
		case 'y', 'Y', 'm', 'M', 'd', 'D', 'h', 'H', 's', 'S':
			return true
		case 'G', 'g': // General
			return false
		}
	}
	return false
}
