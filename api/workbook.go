package api

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"daybook/model"
)

// WorkbookRef is the workbook in a file of a drive.
type WorkbookRef struct{ ref }

// Workbook is the workbook in the file.
func (i ItemRef) Workbook() WorkbookRef { return WorkbookRef{i.to("/workbook")} }

// Workbook is the workbook that the service has open, by the contract's short
// path. The microsoft dialect has none.
func (c *Client) Workbook() WorkbookRef {
	r := ref{c: c, path: "/workbook"}
	if c.cfg.Dialect == Microsoft {
		r = r.failed(errors.New("/workbook: name the file: Drive().Item(id).Workbook()"))
	}
	return WorkbookRef{r}
}

// Worksheets lists the sheets.
//
// GET {user}/drive/items/{id}/workbook/worksheets · 200 · Files.Read (supplement, files)
func (w WorkbookRef) Worksheets(ctx context.Context, opts ...Option) (*Page[model.WorkbookWorksheet], error) {
	return list[model.WorkbookWorksheet](ctx, w.ref, "/worksheets", opts)
}

// Tables lists the tables.
//
// GET {user}/drive/items/{id}/workbook/tables · 200 · Files.Read (supplement, files)
func (w WorkbookRef) Tables(ctx context.Context, opts ...Option) (*Page[model.WorkbookTable], error) {
	return list[model.WorkbookTable](ctx, w.ref, "/tables", opts)
}

// Names lists the names that are defined.
//
// GET {user}/drive/items/{id}/workbook/names · 200 · Files.Read (supplement, files)
func (w WorkbookRef) Names(ctx context.Context, opts ...Option) (*Page[model.WorkbookNamedItem], error) {
	return list[model.WorkbookNamedItem](ctx, w.ref, "/names", opts)
}

// WorksheetRef is a sheet.
type WorksheetRef struct{ ref }

// Worksheet is a sheet by its id or its name.
func (w WorkbookRef) Worksheet(key string) WorksheetRef {
	return WorksheetRef{w.keyed("/worksheets", key)}
}

// Range reads a block of cells, "A1:B2".
//
// GET /workbook/worksheets({id|name})/range(address='{address}'), and below
// {user}/drive/items/{id} · 200 · scopes not shown (4.11, supplement)
func (s WorksheetRef) Range(ctx context.Context, address string, opts ...Option) (model.WorkbookRange, error) {
	return getAs[model.WorkbookRange](ctx, s.ref, "/range(address="+quotedKey(address)+")", append(slices.Clip(opts), withoutID))
}

// UsedRange reads the smallest block that has everything in the sheet.
//
// GET {user}/drive/items/{id}/workbook/worksheets({id|name})/usedRange · 200 · Files.Read (supplement, files)
func (s WorksheetRef) UsedRange(ctx context.Context, opts ...Option) (model.WorkbookRange, error) {
	return getAs[model.WorkbookRange](ctx, s.ref, "/usedRange"+s.c.cfg.Dialect.call(), append(slices.Clip(opts), withoutID))
}

// TableColumns lists the columns of a table.
//
// GET {user}/drive/items/{id}/workbook/tables({id|name})/columns · 200 · Files.Read (beside the supplement)
func (w WorkbookRef) TableColumns(ctx context.Context, table string, opts ...Option) (*Page[model.WorkbookColumn], error) {
	return list[model.WorkbookColumn](ctx, w.keyed("/tables", table), "/columns", opts)
}

// ColumnRef is a column of a table.
type ColumnRef struct{ ref }

// TableColumn is a column of a table, each by id or name.
func (w WorkbookRef) TableColumn(table, column string) ColumnRef {
	return ColumnRef{w.keyed("/tables", table).keyed("/columns", column)}
}

// Range reads the column.
//
// GET /workbook/tables({id|name})/columns({id|name})/range, and below
// {user}/drive/items/{id} · 200 · scopes not shown (4.11, supplement)
func (c ColumnRef) Range(ctx context.Context, opts ...Option) (model.WorkbookRange, error) {
	return getAs[model.WorkbookRange](ctx, c.ref, "/range"+c.c.cfg.Dialect.call(), append(slices.Clip(opts), withoutID))
}

// NameRef is a defined name.
type NameRef struct{ ref }

// Name is a defined name.
func (w WorkbookRef) Name(name string) NameRef { return NameRef{w.keyed("/names", name)} }

// Range reads the cells that the name stands for.
//
// GET {user}/drive/items/{id}/workbook/names({name})/range · 200 · scopes not shown (4.11)
func (n NameRef) Range(ctx context.Context, opts ...Option) (model.WorkbookRange, error) {
	return getAs[model.WorkbookRange](ctx, n.ref, "/range"+n.c.cfg.Dialect.call(), append(slices.Clip(opts), withoutID))
}

// keyed addresses a member of a workbook's collection: in parentheses as the
// contract has it, as a segment in the microsoft dialect's templates.
func (r ref) keyed(collection, key string) ref {
	if r.c.cfg.Dialect == Microsoft || key == "" {
		return r.item(collection, key)
	}
	if strings.Trim(strings.ToLower(key), "abcdefghijklmnopqrstuvwxyz0123456789_-.") != "" {
		return r.to(collection + "(" + quotedKey(key) + ")")
	}
	return r.to(collection + "(" + key + ")")
}

// quotedKey is a key in quotes, with what the URL syntax needs escaped.
func quotedKey(key string) string {
	return "'" + url.PathEscape(strings.ReplaceAll(key, "'", "''")) + "'"
}
