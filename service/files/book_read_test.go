package files

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"daybook/model"
)

// anyBook is a workbook with all kinds of cells, written by the library.
func anyBook(t testing.TB, seed uint64, rows, columns int) ([]byte, *excelize.File) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	f := excelize.NewFile()
	t.Cleanup(func() { f.Close() })
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var styles []int
	custom := `0.00" kg"`
	for _, s := range []excelize.Style{{NumFmt: 0}, {NumFmt: 2}, {NumFmt: 10}, {NumFmt: 14}, {NumFmt: 22}, {NumFmt: 49}, {CustomNumFmt: &custom}} {
		id, err := f.NewStyle(&s)
		must(err)
		styles = append(styles, id)
	}
	for row := 1; row <= rows; row++ {
		for column := 1; column <= columns; column++ {
			name := model.CellName(column, row)
			switch r.IntN(9) {
			case 0, 1:
				must(f.SetCellInt("Sheet1", name, r.Int64N(1e9)-5e8))
			case 2:
				must(f.SetCellFloat("Sheet1", name, (r.Float64()-0.5)*1e5, -1, 64))
			case 3:
				must(f.SetCellStr("Sheet1", name, []string{"spring tide", "  blank at both ends ", "007", "<&>\"'", "line\nbreak", "Ωμέγα"}[r.IntN(6)]))
			case 4:
				must(f.SetCellBool("Sheet1", name, r.IntN(2) == 0))
			case 5:
				must(f.SetCellValue("Sheet1", name, time.Date(2026, 1, 1+r.IntN(300), r.IntN(24), 0, 0, 0, time.UTC)))
			case 6:
				must(f.SetCellRichText("Sheet1", name, []excelize.RichTextRun{{Text: "rich "}, {Text: "text", Font: &excelize.Font{Bold: true}}}))
			case 7: // nothing
				continue
			default:
				must(f.SetCellFloat("Sheet1", name, r.Float64()*1e3, -1, 64))
				must(f.SetCellStyle("Sheet1", name, name, styles[r.IntN(len(styles))]))
			}
		}
	}
	var out bytes.Buffer
	must(f.Write(&out))
	again, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	must(err)
	t.Cleanup(func() { again.Close() })
	return out.Bytes(), again
}

// TestCellsAreAsTheLibrarySaysThem reads workbooks in two ways: as they come,
// and whole by the library.
func TestCellsAreAsTheLibrarySaysThem(t *testing.T) {
	for seed := range uint64(6) {
		data, want := anyBook(t, seed, 60, 12)
		b, err := openBook(data)
		if err != nil {
			t.Fatal(err)
		}
		for row := 1; row <= 61; row++ {
			got := map[int]cell{}
			for _, c := range b.sheets[0].row(row) {
				got[int(c.column)] = c
			}
			for column := 1; column <= 13; column++ {
				name := model.CellName(column, row)
				raw, err1 := want.GetCellValue("Sheet1", name, excelize.Options{RawCellValue: true})
				text, err2 := want.GetCellValue("Sheet1", name)
				if err := errors.Join(err1, err2); err != nil {
					t.Fatal(err)
				}
				c := got[column]
				if c.kind == kindBoolean { // the library has 1 or TRUE, as it was asked
					raw, text = b.texts[c.value], strings.ToUpper(text)
				}
				if b.texts[c.value] != raw || b.text(c) != text {
					t.Errorf("seed %d, %s: %q written %q, want %q written %q", seed, name, b.texts[c.value], b.text(c), raw, text)
				}
			}
		}
	}
}

func TestASharedFormulaIsTheCellsOwn(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	shared, ref := excelize.STCellFormulaTypeShared, "D1:D9"
	formula := `SUM(A1:$B$2,$A1,B$1)*LOG10(C1)&"A1"&A1`
	if err := f.SetCellFormula("Sheet1", "D1", formula, excelize.FormulaOpts{Type: &shared, Ref: &ref}); err != nil {
		t.Fatal(err)
	}
	for row := 1; row <= 9; row++ {
		want, err := f.GetCellFormula("Sheet1", fmt.Sprint("D", row))
		if err != nil {
			t.Fatal(err)
		}
		if got := shiftFormula(formula, 0, row-1); got != want {
			t.Errorf("%d rows below: %s, the library says %s", row-1, got, want)
		}
	}
	for shift, want := range map[[2]int]string{
		{1, 1}:  `SUM(B2:$B$2,$A2,C$1)*LOG10(D2)&"A1"&B2`,
		{-1, 0}: `SUM(#REF!:$B$2,$A1,A$1)*LOG10(B1)&"A1"&#REF!`,
	} {
		if got := shiftFormula(formula, shift[0], shift[1]); got != want {
			t.Errorf("%v: %s, want %s", shift, got, want)
		}
	}
	for same := range map[string]bool{`'A1 plan'!`: true, `rate1_a+tax.A1`: true, `Table1[A1]`: true, `A1!`: true, `"a ""A1"" b"`: true, `"`: true, `ABC1234567890`: true, ``: true} {
		if got := shiftFormula(same, 3, 3); got != same {
			t.Errorf("%s became %s", same, got)
		}
	}
}

func TestFormulasWithoutAValueAreCalculatedWhereThatIsCheap(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	set := func(cell string, v any) {
		t.Helper()
		var err error
		if s, ok := v.(string); ok && strings.HasPrefix(s, "=") {
			err = f.SetCellFormula("Sheet1", cell, s)
		} else {
			err = f.SetCellValue("Sheet1", cell, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := 1; i <= 10; i++ {
		set(fmt.Sprint("A", i), i)
	}
	set("B1", "sea")
	for cell, formula := range map[string]string{
		"C1": "=SUM(A1:A10)/2", "C2": "=C1*2", "C3": `=IF(A1>0,B1&"side","x")`, "C4": "=1/0", "C5": "=A1=1",
		// What stands on itself, what is dear, and what could be.
		"D1": "=D2", "D2": "=D1", "D3": `=REPT("x",1000000000)`, "D4": "=SUM(A1:XFD1048576)", "D5": "=SEQUENCE(100000,1000)",
		"D6": "=Sheet1!A1", "D7": "=NOW()", "D8": `=WEBSERVICE("http://x")`, "D9": "=SUM(A:A)",
	} {
		set(cell, formula)
	}
	set("E1", "high water")
	for i := 2; i <= 80; i++ { // a text that doubles from cell to cell
		set(fmt.Sprint("E", i), fmt.Sprintf("=E%d&E%d", i-1, i-1))
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b, err := openBook(out.Bytes())
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 256<<20 {
		t.Errorf("%d MB were taken", took>>20)
	}
	got := map[string]string{}
	for _, c := range b.sheets[0].cells {
		got[model.CellName(int(c.column), int(c.row))] = kindNames[c.kind] + " " + b.text(c)
	}
	for cell, want := range map[string]string{"C1": "Double 27.5", "C2": "Double 55", "C3": "String seaside", "C4": "Error #DIV/0!", "C5": "Boolean TRUE",
		"D1": "Empty ", "D2": "Empty ", "D3": "Empty ", "D4": "Empty ", "D5": "Empty ", "D6": "Empty ", "D7": "Empty ", "D8": "Empty ", "D9": "Empty ",
		"E2": "String high waterhigh water", "E60": "Empty ", "E80": "Empty "} {
		if got[cell] != want {
			t.Errorf("%s is %q, want %q", cell, got[cell], want)
		}
	}
}

func TestAMergedBlockHasItsValueOnce(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	if err := errors.Join(f.SetCellStr("Sheet1", "A1", "head"), f.SetCellInt("Sheet1", "D4", 1), f.MergeCell("Sheet1", "A1", "C3")); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	b, err := openBook(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.sheets[0].read(b, model.Cells{Top: 1, Left: 1, Bottom: 3, Right: 3})
	if err != nil || strings.Join(slicesOf(r.Text), "|") != "head||||||||" {
		t.Errorf("%q, %v", r.Text, err)
	}
}

func slicesOf(rows [][]string) (all []string) {
	for _, r := range rows {
		all = append(all, r...)
	}
	return all
}

func TestWhatAWorkbookMayHaveIsBounded(t *testing.T) {
	sheet := func(cells string) error {
		r := bookReader{book: &book{texts: []string{""}}, ids: map[string]uint32{"": 0}, left: budget{cells: 3, text: 20}}
		_, err := r.scan(strings.NewReader("<sheetData><row>"+cells+"</row></sheetData>"), &sheet{hiddenRows: map[int]bool{}})
		return err
	}
	one := `<c t="str"><v>text</v></c>`
	if err := sheet(one + one + one); err != nil {
		t.Errorf("what may just be: %v", err)
	}
	for name, cells := range map[string]string{"cells": one + one + one + one, "texts": `<c t="str"><v>a longer text than may be</v></c>`,
		"formulas": `<c><f>1+2+3+4+5+6+7+8+9+10</f></c>`} {
		if err := sheet(cells); !errors.Is(err, errTooLarge) {
			t.Errorf("too many %s: %v", name, err)
		}
	}
	if _, err := unpack(make([]byte, maxBookFile+1)); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("too large a file: %v", err)
	}
}

// BenchmarkOpenLargeWorkbook reads 200,000 rows of four columns: a number, one
// with a format, a date and a text.
func BenchmarkOpenLargeWorkbook(b *testing.B) {
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		b.Fatal(err)
	}
	money, err := f.NewStyle(&excelize.Style{NumFmt: 4})
	if err != nil {
		b.Fatal(err)
	}
	for row := range 200_000 {
		if err := w.SetRow(fmt.Sprint("A", row+1), []any{row, excelize.Cell{StyleID: money, Value: float64(row) * 1.37}, time.Unix(int64(row)*3600, 0).UTC(), fmt.Sprint("harbour ", row%5000)}); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := openBook(out.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}
