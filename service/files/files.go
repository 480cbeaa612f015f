// Package files serves the drives of users and groups: folders, files with
// their contents, and the cells of the workbooks among them.
//
// Invariants: a name is in its folder once, whatever its letter case; no
// folder is in itself; an item keeps its id when it is renamed, moved or gets
// another content; a content is neither received nor sent as a whole in
// memory; what a workbook may cost is bounded before the library sees it
// (book_parts.go).
package files

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the files part of the service.
type Area struct {
	store *store.Store
	books *bookCache
	// Schemas of what is answered from memory.
	drives, items, sheets, tables, columns, names, ranges *odata.Schema
}

// New makes the area on a store.
func New(s *store.Store) *Area {
	id := odata.Field{Path: "id", Kind: odata.ID}
	return &Area{
		store: s, books: newBookCache(),
		drives:  odata.SchemaOf[model.Drive]("drive", "id", id),
		items:   itemSchema(),
		sheets:  odata.SchemaOf[model.WorkbookWorksheet]("workbookWorksheet", "id", id),
		tables:  odata.SchemaOf[model.WorkbookTable]("workbookTable", "id", id),
		columns: odata.SchemaOf[model.WorkbookColumn]("workbookTableColumn", "id", id),
		names:   odata.SchemaOf[model.WorkbookNamedItem]("workbookNamedItem", "name"),
		ranges:  odata.SchemaOf[model.WorkbookRange]("range", "address"),
	}
}

// itemSchema leads from a folder to what is in it.
func itemSchema() *odata.Schema {
	var s *odata.Schema
	s = odata.SchemaOf[model.DriveItem]("driveItem", "id", odata.Field{Path: "id", Kind: odata.ID},
		odata.Field{Path: "children", Refuse: "list the folder's children", Expandable: true, Of: func() *odata.Schema { return s }})
	return s
}

// The scopes (part 5 of the interface for creating a folder). Those of the
// workbook are left open there: reading cells is reading a file.
var (
	canRead       = []string{"Files.Read", "Files.Read.All"}
	canWrite      = []string{"Files.ReadWrite", "Files.ReadWrite.All"}
	groupCanRead  = append([]string{"Group.Read.All"}, canRead...)
	groupCanWrite = append([]string{"Group.ReadWrite.All"}, canWrite...)
)

// Routes is the files part of the routing table.
func (a *Area) Routes() []rest.Route {
	table := a.workbookRoutes("workbook", rest.Route{Scopes: canRead})
	// Of a group's drive, also one that is named by its id: everybody reads that
	// of a public group, members write.
	for _, base := range []struct {
		path        string
		read, write rest.Route
	}{
		{"{user}/drive", rest.Route{Scopes: canRead}, rest.Route{Scopes: canWrite}},
		{"groups/{group}/drive", rest.Route{Scopes: groupCanRead, Who: rest.Reader}, rest.Route{Scopes: groupCanWrite, Who: rest.Member}},
		{"drives/{drive}", rest.Route{Scopes: canRead, Who: rest.Reader}, rest.Route{Scopes: canWrite, Who: rest.Member}},
	} {
		table = append(table, a.driveRoutes(base.path, base.read, base.write)...)
		table = append(table, a.workbookRoutes(base.path+"/items/{item}/workbook", base.read)...)
	}
	return table
}

func (a *Area) driveRoutes(base string, read, write rest.Route) []rest.Route {
	table := []rest.Route{
		read.At("GET", base, "GetDrive", rest.Reads(a.getDrive)),
		write.At("PATCH", base+"/items/{item}", "UpdateDriveItem", rest.WritesWith(readChange, a.updateItem)),
		write.At("DELETE", base+"/items/{item}", "DeleteDriveItem", rest.Writes(a.deleteItem)),
		read.At("GET", base+"/items/{item}/content", "GetContent", a.getContent),
	}
	for _, item := range []string{base + "/root", base + "/items/{item}"} {
		for _, at := range []string{item, item + ":/{name}:"} { // what is below an item, by its path
			table = append(table,
				read.At("GET", at, "GetDriveItem", rest.Reads(a.getItem)),
				read.At("GET", at+"/children", "ListChildren", rest.Reads(a.listChildren)).Counted("CountChildren"),
				write.At("POST", at+"/children", "CreateFolder", rest.WritesWith(rest.JSON[model.DriveItem], a.createItem)))
		}
		table = append(table, read.At("GET", item+":/{name}:/content", "GetContent", a.getContent))
	}
	for _, path := range []string{"/items/{item}:/{name}:", "/root:/{name}:", "/items/{item}"} {
		table = append(table, write.At("POST", base+path+"/createUploadSession", "CreateUploadSession", rest.WritesWith(rest.AnyJSON[uploadRequest], a.createUploadSession)))
	}
	write.Accepts, write.MaxBody = []string{"*/*"}, rest.UploadSize
	for _, path := range []string{
		"/items/{item}:/{name}:/content", "/root:/{name}:/content",
		"/items/{item}/children/{name}/content", "/root/children/{name}/content",
		"/items/{item}/content", // the new content of a file
	} {
		table = append(table, write.At("PUT", base+path, "Upload", a.upload))
	}
	return table
}
