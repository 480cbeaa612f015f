package model

import (
	"testing"

	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

func TestAddressesAreReadInEveryForm(t *testing.T) {
	for text, want := range map[string]struct {
		sheet string
		cells Cells
	}{
		"A1":                {"", Cells{1, 1, 1, 1}},
		"b2:A1":             {"", Cells{1, 1, 2, 2}},
		"$XFD$1048576":      {"", Cells{1048576, 16384, 1048576, 16384}},
		"A1:$C3":            {"", Cells{1, 1, 3, 3}},
		"A:C":               {"", Cells{1, 1, 1048576, 3}},
		"$2:3":              {"", Cells{2, 1, 3, 16384}},
		"Sheet1!AA10":       {"Sheet1", Cells{10, 27, 10, 27}},
		"'It''s a!b'!A1:B2": {"It's a!b", Cells{1, 1, 2, 2}},
	} {
		sheet, b, err := ParseCells(text)
		if err != nil || sheet != want.sheet || b != want.cells {
			t.Errorf("%s: got %q %v %v, want %q %v", text, sheet, b, err, want.sheet, want.cells)
		}
	}
	for _, text := range []string{"", ":", "A", "7", "A1:", ":A1", "A1:B", "A:1", "A0", "A-1", "$", "$$A1", "A$$1", "A1$", "A$:B", "XFE1", "ZZZZ1", "A1048577",
		"A12345678", "A1:B2:C3", "'x!A1", "x'!A1!", "ä1", "A1 B2", "R1C1", "#REF!", "A1,B2"} {
		if sheet, b, err := ParseCells(text); err == nil {
			t.Errorf("%q: got %q %v, want an error", text, sheet, b)
		}
	}
}

func TestAnAddressIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row, column := rapid.IntRange(1, SheetRows), rapid.IntRange(1, SheetColumns)
		top, left := row.Draw(t, "top"), column.Draw(t, "left")
		b := Cells{top, left, rapid.IntRange(top, SheetRows).Draw(t, "bottom"), rapid.IntRange(left, SheetColumns).Draw(t, "right")}
		name := rapid.StringN(1, 31, -1).Draw(t, "sheet")
		sheet, got, err := ParseCells(b.Address(name))
		if err != nil || got != b || sheet != name {
			t.Fatalf("%q: got %q %v %v, want %q %v", b.Address(name), sheet, got, err, name, b)
		}
	})
}

// FuzzAddress: whatever is read lies in the sheet, and is the same when it is
// written and read again.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{"A1:B2", "$A:C", "2:5", "'It''s'!A1", "Sheet1!XFD1048576", "A1:B2:C3", "''!A1", "!!A1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sheet, b, err := ParseCells(text)
		if err != nil {
			return
		}
		if b.Top < 1 || b.Left < 1 || b.Bottom < b.Top || b.Right < b.Left || b.Bottom > SheetRows || b.Right > SheetColumns {
			t.Fatalf("%q is %v, which is no part of a sheet", text, b)
		}
		again, c, err := ParseCells(b.Address(sheet))
		if err != nil || c != b || again != sheet {
			t.Fatalf("%q: %q is read as %q %v (%v), want %q %v", text, b.Address(sheet), again, c, err, sheet, b)
		}
	})
}
