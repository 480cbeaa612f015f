package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// sheet is a worksheet as data: rows from A1 on, the first of them headings.
// A string that starts with "=" is a formula. Table, when named, spans all
// rows and columns.
type sheet struct {
	name   string
	table  string
	widths []float64
	// formats are number formats by column, from 0, below the headings.
	formats map[int]string
	rows    [][]any
}

// definedName is a name for a range of a workbook.
type definedName struct{ name, refersTo string }

// workbook is a spreadsheet by its file name.
type workbook struct {
	name   string
	sheets []sheet
	names  []definedName
}

func workbooks() []workbook {
	return []workbook{
		{"plan.xlsx", planSheets(), []definedName{{"ShipDate", "Cutover!$B$6"}, {"Exposure", "Risks!$D$2:$D$5"}, {"PeakHour", "Load!$A$9:$E$9"}}},
		{"budget.xlsx", budgetSheets(), []definedName{{"People", "Budget!$B$2:$E$2"}, {"Total", "Budget!$F$10"}}},
		{"quarter.xlsx", quarterSheets(), []definedName{{"ColumnF", "Quarter!$F$2:$F$14"}}},
		{"rota.xlsx", rotaSheets(), nil},
	}
}

// day is a date that the sample fills in, as its prose names one: "release-4".
type day string

func planSheets() []sheet {
	load := [][]any{{"Hour", "Requests", "Late", "Share late", "Split"}}
	for h := range 18 {
		requests := 40 + 9*h*(17-h) + (h*31)%23
		load = append(load, []any{5 + h, requests, (h*h*7)%19 + h, fmt.Sprintf("=C%d/B%d", h+2, h+2), h%6 == 2})
	}
	return []sheet{
		{name: "Cutover", table: "Cutover", widths: []float64{34, 13, 10, 14, 10}, formats: map[int]string{1: isoDay}, rows: [][]any{
			{"Step", "Date", "Owner", "State", "Done"},
			{"Winter timetable, long run", day("release-4"), "Mo", "done", true},
			{"Migration note", day("release-3"), "Cy", "done", true},
			{"Freeze", day("release-2"), "Dee", "open", false},
			{"Rollback drill", day("release-2"), "Gus", "open", false},
			{"Ship", day("release"), "Bo", "open", false},
			{"Nobody touches anything", day("release+1"), "all", "open", false},
		}},
		{name: "Risks", table: "RiskList", widths: []float64{40, 12, 10, 12, 40}, formats: map[int]string{1: "0%", 3: "0.0"}, rows: [][]any{
			{"Risk", "Likely", "Cost", "Exposure", "Answer"},
			{"Two harbours with one name", 0.3, 5, "=B2*C2", "asked once at the first start"},
			{"Sunday silence of the harbour feed", 1, 1, "=B3*C3", "treat it as a tide"},
			{"A ferry meets itself", 1, 0, "=B4*C4", "the customer is fond of it"},
			{"Somebody renames something", 0.6, 2, "=B5*C5", "Dee"},
		}},
		{name: "Load", widths: []float64{8, 12, 8, 12, 8}, formats: map[int]string{1: "#,##0", 3: "0.0%"}, rows: load},
	}
}

func budgetSheets() []sheet {
	rows := [][]any{{"Item", "Q1", "Q2", "Q3", "Q4", "Year"}}
	items := []struct {
		name string
		q    [4]int
	}{
		{"People", [4]int{182000, 182000, 204500, 204500}}, {"Machines", [4]int{5400, 5400, 5200, 5200}},
		{"Harbour sensors", [4]int{310, 620, 620, 310}}, {"Travel", [4]int{4200, 1900, 2600, 4800}},
		{"Offsite", [4]int{0, 0, 0, 9800}}, {"Training", [4]int{1500, 800, 800, 1500}},
		{"Coffee", [4]int{640, 640, 590, 710}}, {"Miscellaneous (boats)", [4]int{1140, 1140, 1140, 1140}},
	}
	for i, it := range items {
		rows = append(rows, []any{it.name, it.q[0], it.q[1], it.q[2], it.q[3], fmt.Sprintf("=SUM(B%d:E%d)", i+2, i+2)})
	}
	total := []any{"Total"}
	for _, col := range "BCDEF" {
		total = append(total, fmt.Sprintf("=SUM(%c2:%c9)", col, col))
	}
	money := map[int]string{}
	for c := 1; c <= 5; c++ {
		money[c] = "#,##0"
	}
	return []sheet{{name: "Budget", widths: []float64{26, 12, 12, 12, 12, 14}, formats: money, rows: append(rows, total)}}
}

func quarterSheets() []sheet {
	rows := [][]any{{"Week", "Sailings", "Late", "On time", "Empty boards", "Calls per 1,000", "Overrules", "Flag stops", "Fog days", "Tides split", "Herons"}}
	for w := range 13 {
		sailings, late := 1510+(w*37)%90, 60-w*3-(w*7)%5
		rows = append(rows, []any{40 + w - w/13*52, sailings, late, fmt.Sprintf("=1-C%d/B%d", w+2, w+2), max(0, 3-w), 3.1 - float64(w)*0.19, (w * 5) % 3, 20 + w%6, w % 4, 24, w / 12})
	}
	return []sheet{{name: "Quarter", table: "Quarter", widths: []float64{8, 10, 8, 10, 14, 16, 11, 11, 10, 11, 8}, formats: map[int]string{3: "0.0%", 5: "0.00"}, rows: rows}}
}

func rotaSheets() []sheet {
	rows := [][]any{{"Week of", "On call", "Second", "Remark"}}
	order := []string{"Kiran", "Gus", "Bo", "Ann"}
	remarks := []string{"", "wedding on Saturday", "awake anyway", "can say who is asleep"}
	for w := range 8 {
		rows = append(rows, []any{day(fmt.Sprintf("monday+%d", 7*w)), order[w%4], order[(w+1)%4], remarks[(w+1)%4]})
	}
	return []sheet{{name: "Rota", table: "Rota", widths: []float64{12, 10, 10, 28}, formats: map[int]string{0: isoDay}, rows: rows}}
}

// parts makes the files inside an .xlsx file by their names, with the values
// of the formulas worked out and the dates as places for the sample to fill.
func (book workbook) parts() (parts map[string][]byte, err error) {
	f := excelize.NewFile()
	defer func() { err = errors.Join(err, f.Close()) }()
	for i, s := range book.sheets {
		if i == 0 {
			err = f.SetSheetName("Sheet1", s.name)
		} else {
			_, err = f.NewSheet(s.name)
		}
		if err == nil {
			err = writeSheet(f, s)
		}
		if err != nil {
			return nil, fmt.Errorf("sheet %s: %w", s.name, err)
		}
	}
	for _, n := range book.names {
		if err := f.SetDefinedName(&excelize.DefinedName{Name: n.name, RefersTo: n.refersTo}); err != nil {
			return nil, fmt.Errorf("name %s: %w", n.name, err)
		}
	}
	if err := f.SetDocProps(&excelize.DocProperties{Creator: "Ann Avery"}); err != nil {
		return nil, err
	}
	values, err := cellValues(f, book.sheets)
	if err != nil {
		return nil, err
	}
	packed, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	r, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		return nil, err
	}
	parts = map[string][]byte{}
	for _, file := range r.File {
		content, err := fs.ReadFile(r, file.Name)
		if err != nil {
			return nil, err
		}
		parts[file.Name] = withValues(content, values[file.Name])
	}
	return parts, nil
}

const isoDay = "yyyy-mm-dd"

// cellValues are what excelize leaves out, by the part of their sheet, then by
// cell: the values of formulas, and places for the days.
func cellValues(f *excelize.File, sheets []sheet) (map[string]map[string]string, error) {
	values := map[string]map[string]string{}
	for i, s := range sheets {
		cells := map[string]string{}
		values[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)] = cells
		for r, row := range s.rows {
			for c, v := range row {
				cell, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					return nil, err
				}
				if d, ok := v.(day); ok {
					cells[cell] = fmt.Sprintf("{%s:serial}", d)
				}
				if formula, ok := v.(string); !ok || !strings.HasPrefix(formula, "=") {
					continue
				}
				if cells[cell], err = f.CalcCellValue(s.name, cell, excelize.Options{RawCellValue: true}); err != nil {
					return nil, fmt.Errorf("the formula %s: %w", v, err)
				}
			}
		}
	}
	return values, nil
}

// formulaCell is a cell with a formula as the library writes it: called a
// text, and without its value. dayCell is one with a day as writeSheet does.
var (
	formulaCell = regexp.MustCompile(`<c r="([A-Z]+[0-9]+)"( s="[0-9]+")? t="str"><f>([^<]*)</f>(?:<v></v>)?</c>`)
	dayCell     = regexp.MustCompile(`<c r="([A-Z]+[0-9]+)"( s="[0-9]+")><v>0</v></c>`)
)

// withValues gives the formulas and days of a sheet their values.
func withValues(part []byte, values map[string]string) []byte {
	part = formulaCell.ReplaceAllFunc(part, func(cell []byte) []byte {
		m := formulaCell.FindSubmatch(cell)
		return fmt.Appendf(nil, `<c r="%s"%s><f>%s</f><v>%s</v></c>`, m[1], m[2], m[3], values[string(m[1])])
	})
	return dayCell.ReplaceAllFunc(part, func(cell []byte) []byte {
		m := dayCell.FindSubmatch(cell)
		place, ok := values[string(m[1])]
		if !ok {
			return cell
		}
		return fmt.Appendf(nil, `<c r="%s"%s><v>%s</v></c>`, m[1], m[2], place)
	})
}

func writeSheet(f *excelize.File, s sheet) error {
	for r, row := range s.rows {
		for c, v := range row {
			cell, err := excelize.CoordinatesToCellName(c+1, r+1)
			if err != nil {
				return err
			}
			if formula, ok := v.(string); ok && len(formula) > 0 && formula[0] == '=' {
				err = f.SetCellFormula(s.name, cell, formula[1:])
			} else if _, ok := v.(day); ok {
				err = f.SetCellValue(s.name, cell, 0) // see withValues
			} else {
				err = f.SetCellValue(s.name, cell, v)
			}
			if err != nil {
				return err
			}
		}
	}
	for _, column := range slices.Sorted(maps.Keys(s.formats)) { // the same file each time
		if err := setFormat(f, s, column, s.formats[column]); err != nil {
			return err
		}
	}
	for i, w := range s.widths {
		col, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		if err := f.SetColWidth(s.name, col, col, w); err != nil {
			return err
		}
	}
	if s.table == "" {
		return nil
	}
	last, err := excelize.CoordinatesToCellName(len(s.rows[0]), len(s.rows))
	if err != nil {
		return err
	}
	return f.AddTable(s.name, &excelize.Table{Range: "A1:" + last, Name: s.table, StyleName: "TableStyleMedium2"})
}

// setFormat gives a column its number format, the heading excepted.
func setFormat(f *excelize.File, s sheet, column int, format string) error {
	style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err != nil {
		return err
	}
	first, err := excelize.CoordinatesToCellName(column+1, 2)
	if err != nil {
		return err
	}
	last, err := excelize.CoordinatesToCellName(column+1, len(s.rows))
	if err != nil {
		return err
	}
	return f.SetCellStyle(s.name, first, last, style)
}
