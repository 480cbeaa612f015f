package sheet

import (
	"context"

	"daybook/model"
)

// File is a workbook's file, by its id in a group's drive, or in one's own
// where Group is "".
type File struct{ Group, Item string }

// Table is a table of a workbook with the headings of its columns.
type Table struct {
	Name    string
	Columns []string
}

// Service reads workbooks.
type Service interface {
	// Sheets are the sheets in their order.
	Sheets(ctx context.Context, f File) ([]model.WorkbookWorksheet, error)
	// Tables are the tables, each with its columns.
	Tables(ctx context.Context, f File) ([]Table, error)
	// Names are what names are defined for.
	Names(ctx context.Context, f File) ([]model.WorkbookNamedItem, error)
	// Used is the smallest rectangle with everything in a sheet. It costs the
	// same however much that is.
	Used(ctx context.Context, f File, sheet string) (model.Cells, error)
	// Cells reads a rectangle of a sheet.
	Cells(ctx context.Context, f File, sheet string, at model.Cells) (model.WorkbookRange, error)
	// ColumnAddress is where a column of a table stands: Sheet1!B1:B7.
	ColumnAddress(ctx context.Context, f File, table, column string) (string, error)
	// NameAddress is the range that a name stands for.
	NameAddress(ctx context.Context, f File, name string) (string, error)
}
