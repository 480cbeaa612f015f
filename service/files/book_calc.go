package files

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"daybook/model"
)

// What calculating may cost, in cells that are looked at and their text in
// sixteens of bytes: for one formula, for all of a workbook, and how deep
// formulas may stand on each other. The library counts a cell anew for each
// formula that names it, and so do these.
const (
	maxFormulaCost = 20_000
	maxBookCost    = 500_000
	maxFormulas    = 2_000
	maxFormulaDeep = 60
)

// calculable are the functions whose result is no larger than what they are
// given, and that say the same whenever they are asked.
var calculable = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`ABS AND AVERAGE AVERAGEIF AVERAGEIFS CEILING CONCAT CONCATENATE COUNT COUNTA COUNTBLANK COUNTIF
		COUNTIFS DATE DAY DAYS EDATE EOMONTH EXACT EXP FIND FLOOR HLOOKUP HOUR IF IFERROR IFNA IFS INDEX INT ISBLANK ISERROR ISEVEN ISNUMBER
		ISODD ISTEXT LARGE LEFT LEN LN LOG LOG10 LOOKUP LOWER MATCH MAX MEDIAN MID MIN MINUTE MOD MONTH NOT OR PERCENTILE PI POWER PRODUCT
		PROPER QUOTIENT RANK RIGHT ROUND ROUNDDOWN ROUNDUP SEARCH SECOND SIGN SMALL SQRT STDEV SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SWITCH
		TEXT TIME TRIM TRUNC UPPER VALUE VAR VLOOKUP WEEKDAY WEEKNUM XOR YEAR`) {
		calculable[name] = true
	}
}

var errNotCalculated = errors.New("not calculated")

// calculator gives values to the formulas of a sheet that have none: in a
// workbook of its own, with the cells that they stand on and no others, so that
// nothing of the file comes to the library but numbers, texts, and formulas of
// known functions.
type calculator struct {
	book  *book
	sheet *sheet
	costs map[place]int
	left  int
	file  *excelize.File
	given map[place]bool
}

// calculate fills in the values of a sheet; what cannot be calculated, or is
// dear, stays empty.
func (r *bookReader) calculate(s *sheet) error {
	var open []int
	for i := range s.cells {
		if s.cells[i].formula != 0 && s.cells[i].kind == kindEmpty && len(open) < maxFormulas {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return nil
	}
	c := calculator{book: r.book, sheet: s, costs: map[place]int{}, left: maxBookCost, file: excelize.NewFile(), given: map[place]bool{}}
	defer c.file.Close() // it is in memory
	results := map[int]string{}
	for _, i := range open {
		if value, err := c.value(s.cells[i].place); err == nil && value != "" {
			results[i] = value
		}
	}
	for i, value := range results {
		cell := &s.cells[i]
		var err error
		switch {
		case value == "TRUE" || value == "FALSE":
			cell.kind = kindBoolean
		case strings.HasPrefix(value, "#"):
			cell.kind = kindError
		default:
			cell.kind = kindOf("", value)
		}
		if cell.value, err = r.id(value); err != nil {
			return err
		}
	}
	return nil
}

// value calculates a cell. What the library cannot is an error.
func (c *calculator) value(at place) (value string, err error) {
	defer func() {
		if recover() != nil {
			err = errNotCalculated
		}
	}()
	cost, err := c.cost(at, 0)
	if err != nil {
		return "", err
	}
	if c.left -= cost; c.left < 0 {
		return "", errNotCalculated
	}
	if err := c.give(at); err != nil {
		return "", err
	}
	value, err = c.file.CalcCellValue("Sheet1", model.CellName(int(at.column), int(at.row)), excelize.Options{RawCellValue: true})
	if err != nil && strings.HasPrefix(err.Error(), "#") {
		return err.Error(), nil // one that a cell has, as #DIV/0!
	}
	return value, err
}

// cost is what a cell costs with all that it stands on.
func (c *calculator) cost(at place, deep int) (int, error) {
	if cost, known := c.costs[at]; known {
		if cost < 0 {
			return 0, errNotCalculated // it cannot be, or it stands on itself
		}
		return cost, nil
	}
	cell := c.cell(at)
	if cell == nil {
		return 1, nil
	}
	cost := 1 + len(c.book.texts[cell.value])/16
	if cell.formula == 0 {
		return cost, nil
	}
	c.costs[at] = -1
	formula := c.book.texts[cell.formula]
	areas, ok := areasOf(formula)
	if !ok || deep > maxFormulaDeep {
		return 0, errNotCalculated
	}
	cost += len(formula) / 16
	for _, area := range areas {
		if area.Rows()*area.Columns() > maxFormulaCost {
			return 0, errNotCalculated
		}
	}
	for at := range cellsIn(areas) {
		one, err := c.cost(at, deep+1)
		if err != nil {
			return 0, err
		}
		if cost += one; cost > maxFormulaCost {
			return 0, errNotCalculated
		}
	}
	c.costs[at] = cost
	return cost, nil
}

func (c *calculator) cell(at place) *cell {
	row := c.sheet.row(int(at.row))
	i, ok := slices.BinarySearchFunc(row, at.column, func(c cell, column int32) int { return int(c.column - column) })
	if !ok {
		return nil
	}
	return &row[i]
}

// give puts a cell, and all that it stands on, into the workbook in which it is
// calculated.
func (c *calculator) give(at place) error {
	if c.given[at] {
		return nil
	}
	c.given[at] = true
	cell := c.cell(at)
	if cell == nil {
		return nil
	}
	name, raw := model.CellName(int(at.column), int(at.row)), c.book.texts[cell.value]
	if cell.formula != 0 {
		formula := c.book.texts[cell.formula]
		areas, _ := areasOf(formula)
		for at := range cellsIn(areas) {
			if err := c.give(at); err != nil {
				return err
			}
		}
		return c.file.SetCellFormula("Sheet1", name, strings.TrimPrefix(formula, "="))
	}
	switch cell.kind {
	case kindDouble:
		n, _ := strconv.ParseFloat(raw, 64) // it is one
		return c.file.SetCellFloat("Sheet1", name, n, -1, 64)
	case kindBoolean:
		return c.file.SetCellBool("Sheet1", name, isTrue(raw))
	case kindError:
		return errNotCalculated
	}
	return c.file.SetCellStr("Sheet1", name, raw)
}

// cellsIn are the cells of blocks, one after another.
func cellsIn(areas []model.Cells) iter.Seq[place] {
	return func(yield func(place) bool) {
		for _, area := range areas {
			for row := area.Top; row <= area.Bottom; row++ {
				for column := area.Left; column <= area.Right; column++ {
					if !yield(place{int32(row), int32(column)}) {
						return
					}
				}
			}
		}
	}
}

// areasOf are the blocks of cells that a formula names; ok is false when there
// is anything in it but these, numbers, texts, operators and known functions.
func areasOf(formula string) (areas []model.Cells, ok bool) {
	refs := references(formula)
	isRef := map[int]bool{}
	for i, r := range refs {
		isRef[r.start] = true
		at := model.Cells{Top: r.row, Left: r.column, Bottom: r.row, Right: r.column}
		if i > 0 && formula[refs[i-1].end:r.start] == ":" {
			first := refs[i-1]
			areas[len(areas)-1] = model.Cells{Top: min(first.row, r.row), Left: min(first.column, r.column), Bottom: max(first.row, r.row), Right: max(first.column, r.column)}
			continue
		}
		areas = append(areas, at)
	}
	for i := 0; i < len(formula); {
		switch c := formula[i]; {
		case c == '"':
			end := strings.IndexByte(formula[i+1:], c)
			if end < 0 {
				return nil, false
			}
			i += end + 2
		case strings.IndexByte("=+-*/^&<>(),:% \n", c) >= 0:
			i++
		case isWord(c):
			end := i
			for end < len(formula) && isWord(formula[end]) {
				end++
			}
			word := strings.ToUpper(formula[i:end])
			_, notNumber := strconv.ParseFloat(word, 64)
			function := end < len(formula) && formula[end] == '(' && calculable[strings.TrimPrefix(word, "_XLFN.")]
			if !isRef[i] && notNumber != nil && !function && word != "TRUE" && word != "FALSE" {
				return nil, false
			}
			i = end
		default:
			return nil, false
		}
	}
	return areas, true
}
