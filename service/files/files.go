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
	"errors"

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
		items:   odata.SchemaOf[model.DriveItem]("driveItem", "id", id),
		sheets:  odata.SchemaOf[model.WorkbookWorksheet]("workbookWorksheet", "id", id),
		tables:  odata.SchemaOf[model.WorkbookTable]("workbookTable", "id", id),
		columns: odata.SchemaOf[model.WorkbookColumn]("workbookTableColumn", "id", id),
		names:   odata.SchemaOf[model.WorkbookNamedItem]("workbookNamedItem", "name"),
		ranges:  odata.SchemaOf[model.WorkbookRange]("range", "address"),
	}
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
	table := a.workbookRoutes("workbook", canRead)
	for _, base := range []struct {
		path        string
		read, write []string
	}{
		{"{user}/drive", canRead, canWrite},
		{"groups/{group}/drive", groupCanRead, groupCanWrite},
		{"drives/{drive}", canRead, canWrite},
	} {
		table = append(table, a.driveRoutes(base.path, base.read, base.write)...)
		table = append(table, a.workbookRoutes(base.path+"/items/{item}/workbook", base.read)...)
	}
	return table
}

func (a *Area) driveRoutes(base string, read, write []string) []rest.Route {
	table := []rest.Route{
		{Method: "GET", Pattern: base, Operation: "GetDrive", Scopes: read, Handler: a.getDrive},
		{Method: "PATCH", Pattern: base + "/items/{item}", Operation: "UpdateDriveItem", Scopes: write, Handler: a.updateItem},
		{Method: "DELETE", Pattern: base + "/items/{item}", Operation: "DeleteDriveItem", Scopes: write, Handler: a.deleteItem},
		{Method: "GET", Pattern: base + "/items/{item}/content", Operation: "GetContent", Scopes: read, Handler: a.getContent},
	}
	for _, item := range []string{base + "/root", base + "/items/{item}"} {
		table = append(table,
			rest.Route{Method: "GET", Pattern: item, Operation: "GetDriveItem", Scopes: read, Handler: a.getItem},
			rest.Route{Method: "GET", Pattern: item + "/children", Operation: "ListChildren", Scopes: read, Handler: a.listChildren},
			rest.Route{Method: "POST", Pattern: item + "/children", Operation: "CreateFolder", Scopes: write, Handler: a.createItem})
	}
	for _, path := range []string{
		"/items/{item}:/{name}:/content", "/root:/{name}:/content",
		"/items/{item}/children/{name}/content", "/root/children/{name}/content",
		"/items/{item}/content", // the new content of a file
	} {
		table = append(table, rest.Route{Method: "PUT", Pattern: base + path, Operation: "Upload", Scopes: write,
			Accepts: []string{"*/*"}, MaxBody: rest.UploadSize, Handler: a.upload})
	}
	return table
}

// owner is the id of the user or group whose drive the path names, once the
// caller is known to have access.
func (a *Area) owner(r *rest.Request) (string, error) {
	key, what := r.Key("group"), "group"
	if drive := r.Key("drive"); drive != "" {
		key, what = store.DriveOwner(drive), "drive"
		if key == r.Caller.UserID {
			return key, nil
		}
	}
	if key == "" && what == "group" {
		return r.Mailbox.ID, nil
	}
	var m store.Mailbox
	err := a.store.Read(r.Context(), func(tx *store.Tx) error {
		var err error
		if m, err = tx.FindMailbox(key); err != nil || m.Kind != store.KindGroup {
			return err
		}
		return requireMember(tx, r, m.ID)
	})
	switch {
	case errors.Is(err, model.ErrNotFound) && what == "drive":
		return "", rest.NotFound("drive", r.Key("drive"))
	case err != nil || m.Kind == store.KindGroup:
		return m.ID, err
	case what == "group":
		return "", rest.NotFound("group", key)
	}
	return m.ID, a.requireShare(r, m)
}

// requireMember holds a group's drive to the rule of the group: members write,
// and of a private group they alone read.
func requireMember(tx *store.Tx, r *rest.Request, group string) error {
	g, number, err := tx.Group(group)
	if err != nil {
		return err
	}
	if isRead(r) && g.Visibility != store.VisibilityPrivate {
		return nil
	}
	m, err := tx.Membership(number, r.Caller.UserID)
	if err == nil && m == store.Outsider {
		err = model.Errorf(model.CodeAccessDenied, "you are not a member of %s and cannot do this with its files", g.DisplayName)
	}
	return err
}

func isRead(r *rest.Request) bool { return r.Method == "GET" || r.Method == "HEAD" }

// requireShare holds a drive that is named by its id to the rule of the other
// users' paths: a scope in its .Shared form, and the owner's consent.
func (a *Area) requireShare(r *rest.Request, owner store.Mailbox) error {
	write, scope := !isRead(r), "Files.Read"
	if write {
		scope = "Files.ReadWrite"
	}
	if !r.Caller.Scopes.HasShared(scope) {
		return model.Errorf(model.CodeAccessDenied, "the token needs one of these scopes: %s.Shared", scope)
	}
	ok, err := a.store.Shared(r.Context(), owner.ID, r.Caller.UserID, "Files", write)
	if err == nil && !ok {
		err = model.Errorf(model.CodeAccessDenied, "%s has not shared Files with you for this", owner.PrincipalName)
	}
	return err
}

// read runs fn on the drive that the path names; write also changes it.
func (a *Area) read(r *rest.Request, fn func(tx *store.Tx, mailbox int64) error) error {
	return a.on(r, a.store.Read, fn)
}

func (a *Area) write(r *rest.Request, fn func(tx *store.Tx, mailbox int64) error) error {
	return a.on(r, a.store.Write, fn)
}

func (a *Area) on(r *rest.Request, run transaction, fn func(tx *store.Tx, mailbox int64) error) error {
	owner, err := a.owner(r)
	if err != nil {
		return err
	}
	return run(r.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		return fn(tx, mailbox)
	})
}
