package files

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// bookHeader names the workbook of the paths that name none, by the id of its
// item in the caller's drive.
const bookHeader = "workbook-item-id"

// workbookRoutes are the operations on the workbook at a path (part 4.11).
func (a *Area) workbookRoutes(base string, read rest.Route) []rest.Route {
	sheet, table, name := base+"/worksheets({worksheet})", base+"/tables({table})", base+"/names({name})"
	var routes []rest.Route
	for _, of := range []struct {
		pattern, operation string
		answer             func(*book, *rest.Request) (rest.Reply, error)
	}{
		{base + "/worksheets", "ListWorksheets", a.listSheets},
		{sheet, "GetWorksheet", a.getSheet},
		{sheet + "/range", "GetUsedRange", a.cells(usedRange)},
		{sheet + "/range(address={address})", "GetRange", a.cells(addressed)},
		{sheet + "/usedRange", "GetUsedRange", a.cells(usedRange)},
		{sheet + "/usedRange(valuesOnly={valuesOnly})", "GetUsedRange", a.cells(usedRange)},
		{base + "/tables", "ListTables", a.listTables},
		{table, "GetTable", a.getTable},
		{table + "/range", "GetRange", a.cells(wholeTable)},
		{table + "/columns", "ListColumns", a.listColumns},
		{table + "/columns({column})/range", "GetRange", a.cells(tableColumn)},
		{base + "/names", "ListNames", a.listNames},
		{name + "/range", "GetRange", a.cells(named)},
	} {
		row := read.At("GET", of.pattern, of.operation, func(r *rest.Request) (rest.Reply, error) {
			b, err := a.book(r)
			if err != nil {
				return rest.Reply{}, err
			}
			return of.answer(b, r)
		})
		switch of.operation { // what the public interface counts
		case "ListWorksheets":
			row.Counts = "CountWorksheets"
		case "ListNames":
			row.Counts = "CountNames"
		}
		routes = append(routes, row)
	}
	return routes
}

// book opens the workbook that the path names. /workbook/... names none: it
// means the one of the header workbook-item-id, else the one in the caller's
// drive that was written last.
func (a *Area) book(r *rest.Request) (*book, error) {
	id := r.Key("item")
	if id == "" {
		var err error
		if id, err = a.openWorkbook(r); err != nil {
			return nil, err
		}
	}
	f, err := openFile(r.Context(), a.store, r.Mailbox.ID, id)
	if err != nil {
		return nil, err
	}
	return a.books.get(f.ContentID, func() (*book, error) {
		if f.Item.Size > maxBookFile {
			return nil, model.Errorf(model.CodeInvalidRequest, "%q is larger than %d MB and is not read as a workbook", f.Item.Name, maxBookFile>>20)
		}
		data, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		b, err := openBook(data)
		if err != nil {
			return nil, model.Errorf(model.CodeInvalidRequest, "%q cannot be read as a workbook: %v", f.Item.Name, err)
		}
		return b, nil
	})
}

func (a *Area) openWorkbook(r *rest.Request) (string, error) {
	if id := r.Header.Get(bookHeader); id != "" {
		return id, nil
	}
	var id string
	var found bool
	err := r.Read(func(tx *store.Tx, mailbox int64) error {
		var err error
		id, found, err = latestFileOf(tx, mailbox, xlsxType)
		return err
	})
	if err == nil && !found {
		err = model.Errorf(model.CodeNotFound, "your drive has no workbook; upload an .xlsx file, or name one with the header %s", bookHeader)
	}
	return id, err
}

func (a *Area) listSheets(b *book, r *rest.Request) (rest.Reply, error) {
	list := make([]model.WorkbookWorksheet, len(b.sheets))
	for i, s := range b.sheets {
		list[i] = sheetEntity(s, i)
	}
	return rest.List(r, a.sheets, list, r.Limits().PageMax)
}

func sheetEntity(s *sheet, position int) model.WorkbookWorksheet {
	return model.WorkbookWorksheet{Entity: model.Entity{ID: s.id}, Name: s.name, Position: position, Visibility: s.visibility}
}

func (a *Area) getSheet(b *book, r *rest.Request) (rest.Reply, error) {
	s, err := b.sheet(r.Key("worksheet"))
	if err != nil {
		return rest.Reply{}, err
	}
	entity := sheetEntity(s, slices.Index(b.sheets, s))
	return rest.One(r, a.sheets, &entity)
}

func (a *Area) listTables(b *book, r *rest.Request) (rest.Reply, error) {
	list := make([]model.WorkbookTable, len(b.tables))
	for i, t := range b.tables {
		list[i] = tableEntity(t)
	}
	return rest.List(r, a.tables, list, r.Limits().PageMax)
}

func tableEntity(t table) model.WorkbookTable {
	return model.WorkbookTable{Entity: model.Entity{ID: t.id}, Name: t.name, ShowHeader: t.headers, Style: t.style}
}

func (a *Area) getTable(b *book, r *rest.Request) (rest.Reply, error) {
	t, err := b.table(r.Key("table"))
	if err != nil {
		return rest.Reply{}, err
	}
	entity := tableEntity(t)
	return rest.One(r, a.tables, &entity)
}

func (a *Area) listColumns(b *book, r *rest.Request) (rest.Reply, error) {
	t, err := b.table(r.Key("table"))
	if err != nil {
		return rest.Reply{}, err
	}
	list := make([]model.WorkbookColumn, len(t.columns))
	for i, name := range t.columns {
		list[i] = model.WorkbookColumn{Entity: model.Entity{ID: strconv.Itoa(i + 1)}, Name: name, Index: i}
	}
	return rest.List(r, a.columns, list, r.Limits().PageMax)
}

func (a *Area) listNames(b *book, r *rest.Request) (rest.Reply, error) {
	list := make([]model.WorkbookNamedItem, len(b.names))
	for i, n := range b.names {
		kind := "String" // of a formula's text
		if _, _, err := b.refersTo(n); err == nil {
			kind = "Range"
		}
		list[i] = model.WorkbookNamedItem{Name: n.name, Type: kind, Scope: n.scope, Value: n.formula, Visible: !n.hidden}
	}
	return rest.List(r, a.names, list, r.Limits().PageMax)
}

// cells answers with the block of cells that find finds.
func (a *Area) cells(find func(*book, *rest.Request) (*sheet, model.Cells, error)) func(*book, *rest.Request) (rest.Reply, error) {
	return func(b *book, r *rest.Request) (rest.Reply, error) {
		s, at, err := find(b, r)
		if err != nil {
			return rest.Reply{}, err
		}
		o, err := r.OData()
		if err != nil {
			return rest.Reply{}, err
		}
		if headAlone(o.Select) {
			return rest.One(r, a.ranges, s.head(at))
		}
		cells, err := s.read(b, at)
		if err != nil {
			return rest.Reply{}, err
		}
		return rest.One(r, a.ranges, cells)
	}
}

// headAlone reports that what is selected does not need the cells: so a
// program asks how large a sheet is before it reads any of it.
func headAlone(properties []odata.Name) bool {
	for _, p := range properties {
		switch strings.ToLower(p.Path) {
		case "values", "text", "formulas", "formulaslocal", "numberformat", "valuetypes", "*":
			return false
		}
	}
	return len(properties) > 0
}

// addressed finds a block of a sheet by its address.
func addressed(b *book, r *rest.Request) (*sheet, model.Cells, error) {
	s, err := b.sheet(r.Key("worksheet"))
	if err != nil {
		return nil, model.Cells{}, err
	}
	name, at, err := model.ParseCells(r.Key("address"))
	if err == nil && name != "" && !strings.EqualFold(name, s.name) {
		err = model.Errorf(model.CodeInvalidRequest, "the address is on the sheet %s, the path on %s", name, s.name)
	}
	return s, at, err
}

func usedRange(b *book, r *rest.Request) (*sheet, model.Cells, error) {
	s, err := b.sheet(r.Key("worksheet"))
	if err != nil {
		return nil, model.Cells{}, err
	}
	return s, s.usedRange(), nil
}

func wholeTable(b *book, r *rest.Request) (*sheet, model.Cells, error) {
	t, err := b.table(r.Key("table"))
	return t.sheet, t.at, err
}

func tableColumn(b *book, r *rest.Request) (*sheet, model.Cells, error) {
	t, err := b.table(r.Key("table"))
	if err != nil {
		return nil, model.Cells{}, err
	}
	at, err := t.column(r.Key("column"))
	return t.sheet, at, err
}

func named(b *book, r *rest.Request) (*sheet, model.Cells, error) { return b.named(r.Key("name")) }
