package files

import (
	"io"
	"strconv"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// bookHeader names the workbook of the paths that name none, by the id of its
// item in the caller's drive.
const bookHeader = "workbook-item-id"

// workbookRoutes are the operations on the workbook at a path (part 4.11).
func (a *Area) workbookRoutes(base string, scopes []string) []rest.Route {
	sheet, table, name := base+"/worksheets({worksheet})", base+"/tables({table})", base+"/names({name})"
	var routes []rest.Route
	for _, row := range []struct {
		pattern, operation string
		handler            rest.Handler
	}{
		{base + "/worksheets", "ListWorksheets", a.listSheets},
		{sheet, "GetWorksheet", a.getSheet},
		{sheet + "/range", "GetUsedRange", a.getUsedRange},
		{sheet + "/range(address={address})", "GetRange", a.getRange},
		{sheet + "/usedRange", "GetUsedRange", a.getUsedRange},
		{sheet + "/usedRange(valuesOnly={valuesOnly})", "GetUsedRange", a.getUsedRange},
		{base + "/tables", "ListTables", a.listTables},
		{table, "GetTable", a.getTable},
		{table + "/range", "GetRange", a.getTableRange},
		{table + "/columns", "ListColumns", a.listColumns},
		{table + "/columns({column})/range", "GetRange", a.getColumnRange},
		{base + "/names", "ListNames", a.listNames},
		{name + "/range", "GetRange", a.getNameRange},
	} {
		routes = append(routes, rest.Route{Method: "GET", Pattern: row.pattern, Operation: row.operation, Scopes: scopes, Handler: row.handler})
	}
	return routes
}

// book opens the workbook that the path names. /workbook/... names none: it
// means the one of the header workbook-item-id, else the one in the caller's
// drive that was written last.
func (a *Area) book(r *rest.Request) (*book, error) {
	owner, err := a.owner(r)
	if err != nil {
		return nil, err
	}
	id := r.Key("item")
	if id == "" {
		if id, err = a.openWorkbook(r); err != nil {
			return nil, err
		}
	}
	f, err := a.store.OpenFile(r.Context(), owner, id)
	if err != nil {
		return nil, err
	}
	return a.books.get(f.ContentID, func() (*book, error) {
		if f.Item.Size > maxBookFile {
			return nil, model.Errorf(model.CodeInvalidRequest, "%q is larger than %d bytes and is not read as a workbook", f.Item.Name, maxBookFile)
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
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		id, found, err = tx.LatestFileOf(mailbox, xlsxType)
		return err
	})
	if err == nil && !found {
		err = model.Errorf(model.CodeNotFound, "your drive has no workbook; upload an .xlsx file, or name one with the header %s", bookHeader)
	}
	return id, err
}

func (a *Area) listSheets(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	var list []model.WorkbookWorksheet
	for i, s := range b.sheets {
		list = append(list, sheetEntity(s, i))
	}
	return rest.List(r, a.sheets, list, len(list))
}

func sheetEntity(s *sheet, position int) model.WorkbookWorksheet {
	return model.WorkbookWorksheet{Entity: model.Entity{ID: s.id}, Name: s.name, Position: position, Visibility: s.visibility}
}

func (a *Area) getSheet(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	s, err := b.sheet(r.Key("worksheet"))
	if err != nil {
		return rest.Reply{}, err
	}
	position := 0
	for b.sheets[position] != s {
		position++
	}
	entity := sheetEntity(s, position)
	return rest.One(r, a.sheets, &entity)
}

func (a *Area) listTables(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	list := []model.WorkbookTable{}
	for _, t := range b.tables {
		list = append(list, tableEntity(t))
	}
	return rest.List(r, a.tables, list, r.Limits().PageMax)
}

func tableEntity(t table) model.WorkbookTable {
	return model.WorkbookTable{Entity: model.Entity{ID: t.id}, Name: t.name, ShowHeader: t.headers, Style: t.style}
}

func (a *Area) tableOf(r *rest.Request) (table, error) {
	b, err := a.book(r)
	if err != nil {
		return table{}, err
	}
	return b.table(r.Key("table"))
}

func (a *Area) getTable(r *rest.Request) (rest.Reply, error) {
	t, err := a.tableOf(r)
	if err != nil {
		return rest.Reply{}, err
	}
	entity := tableEntity(t)
	return rest.One(r, a.tables, &entity)
}

func (a *Area) listColumns(r *rest.Request) (rest.Reply, error) {
	t, err := a.tableOf(r)
	if err != nil {
		return rest.Reply{}, err
	}
	var list []model.WorkbookColumn
	for i, name := range t.columns {
		list = append(list, model.WorkbookColumn{Entity: model.Entity{ID: strconv.Itoa(i + 1)}, Name: name, Index: i})
	}
	return rest.List(r, a.columns, list, r.Limits().PageMax)
}

func (a *Area) listNames(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	list := []model.WorkbookNamedItem{}
	for _, n := range b.names {
		kind := "String" // of a formula's text
		if _, _, err := b.refersTo(n); err == nil {
			kind = "Range"
		}
		list = append(list, model.WorkbookNamedItem{Name: n.name, Type: kind, Scope: n.scope, Value: n.formula, Visible: !n.hidden})
	}
	return rest.List(r, a.names, list, r.Limits().PageMax)
}

// getRange reads a block of a sheet by its address.
func (a *Area) getRange(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	s, err := b.sheet(r.Key("worksheet"))
	if err != nil {
		return rest.Reply{}, err
	}
	name, at, err := parseAddress(r.Key("address"))
	if err != nil {
		return rest.Reply{}, err
	}
	if name != "" && !strings.EqualFold(name, s.name) {
		return rest.Reply{}, model.Errorf(model.CodeInvalidRequest, "the address is on the sheet %s, the path on %s", name, s.name)
	}
	return a.rangeReply(r, s, at)
}

func (a *Area) getUsedRange(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	s, err := b.sheet(r.Key("worksheet"))
	if err != nil {
		return rest.Reply{}, err
	}
	return a.rangeReply(r, s, s.usedRange())
}

func (a *Area) getTableRange(r *rest.Request) (rest.Reply, error) {
	t, err := a.tableOf(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.rangeReply(r, t.sheet, t.at)
}

func (a *Area) getColumnRange(r *rest.Request) (rest.Reply, error) {
	t, err := a.tableOf(r)
	if err != nil {
		return rest.Reply{}, err
	}
	at, err := t.column(r.Key("column"))
	if err != nil {
		return rest.Reply{}, err
	}
	return a.rangeReply(r, t.sheet, at)
}

func (a *Area) getNameRange(r *rest.Request) (rest.Reply, error) {
	b, err := a.book(r)
	if err != nil {
		return rest.Reply{}, err
	}
	s, at, err := b.named(r.Key("name"))
	if err != nil {
		return rest.Reply{}, err
	}
	return a.rangeReply(r, s, at)
}

func (a *Area) rangeReply(r *rest.Request, s *sheet, at block) (rest.Reply, error) {
	cells, err := s.read(at)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.ranges, cells)
}
