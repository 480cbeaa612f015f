package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"
	"strings"

	"daybook/api"
	"daybook/model"
	"daybook/views/download"
	"daybook/views/files"
	"daybook/views/files/sheet"
)

// Drives are the drives of the user and of the groups, as the files screen
// needs them.
type Drives struct{ *shared }

var (
	_ files.Service = (*Drives)(nil)
	_ files.Local   = LocalFiles{}
)

// childrenAsked is how many items of a folder come at once.
const childrenAsked = 200

func (d *Drives) drive(group string) api.DriveRef {
	if group == "" {
		return d.client.Me().Drive()
	}
	return d.client.Group(group).Drive()
}

func (d *Drives) item(r files.Ref) api.ItemRef {
	if r.Item == "" {
		return d.drive(r.Group).Root()
	}
	return d.drive(r.Group).Item(r.Item)
}

// Drives implements files.Reader.
func (d *Drives) Drives(ctx context.Context) ([]files.Drive, error) {
	const what = "files"
	if err := d.Rights.need(filesTier, what); err != nil {
		return nil, err
	}
	if _, err := d.client.Me().Drive().Get(ctx); err != nil {
		return nil, d.Rights.refused(err, filesTier, what)
	}
	out := []files.Drive{{Name: "My files"}}
	if d.Rights.need(groupsTier, "") != nil {
		return out, nil // the groups' screen says so
	}
	groups, err := groupsOf(ctx, d.client)
	if errors.Is(err, model.ErrAccessDenied) {
		return out, nil // so it does where they are refused
	}
	for _, g := range groups {
		out = append(out, files.Drive{Group: g.ID, Name: g.DisplayName})
	}
	return out, err
}

// Quota implements files.Reader.
func (d *Drives) Quota(ctx context.Context, group string) (model.DriveQuota, error) {
	drive, err := d.drive(group).Get(ctx)
	if err != nil || drive.Quota == nil {
		return model.DriveQuota{}, err
	}
	return *drive.Quota, nil
}

// Children implements files.Reader.
func (d *Drives) Children(ctx context.Context, folder files.Ref) ([]model.DriveItem, error) {
	return api.Collect(ctx, d.item(folder).Children, api.Top(childrenAsked))
}

// Item implements files.Reader.
func (d *Drives) Item(ctx context.Context, at files.Ref) (model.DriveItem, error) {
	return d.item(at).Get(ctx)
}

// Download implements files.Reader.
func (d *Drives) Download(ctx context.Context, at files.Ref, tell func(done, total int64)) (io.ReadCloser, error) {
	var options []api.Option
	if tell != nil {
		options = append(options, api.Progress(tell))
	}
	content, err := d.item(at).Download(ctx, options...)
	if err != nil {
		return nil, err
	}
	return content, nil
}

// CreateFolder implements files.Writer.
func (d *Drives) CreateFolder(ctx context.Context, folder files.Ref, name string) (model.DriveItem, error) {
	// One that is there already is refused, and must not be taken for the new one.
	return api.CreateAmong(ctx,
		func(ctx context.Context) ([]model.DriveItem, error) { return d.Children(ctx, folder) },
		func(ctx context.Context) (model.DriveItem, error) { return d.item(folder).CreateFolder(ctx, name) },
		func(i model.DriveItem) bool { return i.Folder != nil && strings.EqualFold(i.Name, name) })
}

// Change implements files.Writer. A service may know the root by its id alone
// where something is moved into it.
func (d *Drives) Change(ctx context.Context, at files.Ref, patch model.DriveItemPatch) (model.DriveItem, error) {
	if to := patch.ParentReference; to != nil && to.ID == "" {
		root, err := d.item(files.Ref{Group: at.Group}).Get(ctx)
		if err != nil {
			return root, err
		}
		patch.ParentReference = &model.ItemReference{ID: root.ID}
	}
	return d.item(at).Update(ctx, patch)
}

// Delete implements files.Writer.
func (d *Drives) Delete(ctx context.Context, at files.Ref, etag string) error {
	if etag == "" {
		return d.item(at).Delete(ctx)
	}
	return d.item(at).Delete(ctx, api.IfMatch(etag))
}

// Upload implements files.Writer.
func (d *Drives) Upload(ctx context.Context, u files.Upload) (model.DriveItem, error) {
	taken := map[files.Taken]api.Conflict{files.Refuse: api.ConflictFail, files.KeepBoth: api.ConflictRename, files.Replace: api.ConflictReplace}[u.Taken]
	options := []api.Option{api.OnConflict(taken)}
	if u.Tell != nil {
		options = append(options, api.Progress(u.Tell))
	}
	return d.item(u.Folder).Upload(ctx, u.Name, u.ContentType, u.Content, u.Size, options...)
}

func (d *Drives) workbook(f sheet.File) api.WorkbookRef { return d.item(f).Workbook() }

// Sheets implements sheet.Service.
func (d *Drives) Sheets(ctx context.Context, f sheet.File) ([]model.WorkbookWorksheet, error) {
	return api.Collect(ctx, d.workbook(f).Worksheets)
}

// Tables implements sheet.Service.
func (d *Drives) Tables(ctx context.Context, f sheet.File) ([]sheet.Table, error) {
	tables, err := api.Collect(ctx, d.workbook(f).Tables)
	if err != nil {
		return nil, err
	}
	out := make([]sheet.Table, 0, len(tables))
	for _, t := range tables {
		page, err := d.workbook(f).TableColumns(ctx, t.Name)
		columns, err := api.CollectFrom(ctx, page, err)
		if err != nil {
			return nil, err
		}
		made := sheet.Table{Name: t.Name}
		for _, c := range columns {
			made.Columns = append(made.Columns, c.Name)
		}
		out = append(out, made)
	}
	return out, nil
}

// Names implements sheet.Service.
func (d *Drives) Names(ctx context.Context, f sheet.File) ([]model.WorkbookNamedItem, error) {
	return api.Collect(ctx, d.workbook(f).Names)
}

// addressAlone asks where cells are and not for what is in them.
var addressAlone = api.Select("address")

// Used implements sheet.Service.
func (d *Drives) Used(ctx context.Context, f sheet.File, name string) (model.Cells, error) {
	r, err := d.workbook(f).Worksheet(name).UsedRange(ctx, addressAlone)
	if err != nil {
		return model.Cells{}, err
	}
	_, at, err := model.ParseCells(r.Address)
	return at, err
}

// Cells implements sheet.Service.
func (d *Drives) Cells(ctx context.Context, f sheet.File, name string, at model.Cells) (model.WorkbookRange, error) {
	return d.workbook(f).Worksheet(name).Range(ctx, at.Address(""),
		api.Select("address", "values", "text", "formulas", "numberFormat", "valueTypes"))
}

// ColumnAddress implements sheet.Service.
func (d *Drives) ColumnAddress(ctx context.Context, f sheet.File, table, column string) (string, error) {
	r, err := d.workbook(f).TableColumn(table, column).Range(ctx, addressAlone)
	return r.Address, err
}

// NameAddress implements sheet.Service.
func (d *Drives) NameAddress(ctx context.Context, f sheet.File, name string) (string, error) {
	r, err := d.workbook(f).Name(name).Range(ctx, addressAlone)
	return r.Address, err
}

// Open implements files.Local.
func (l LocalFiles) Open(path string) (files.LocalFile, error) {
	full := l.Expand(path)
	f, err := os.Open(full)
	if errors.Is(err, os.ErrNotExist) {
		return files.LocalFile{}, fmt.Errorf("there is no file %s", path)
	}
	if err != nil {
		return files.LocalFile{}, fmt.Errorf("open %s: %w", path, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	if err != nil {
		_ = f.Close()
		return files.LocalFile{}, err
	}
	kind := mime.TypeByExtension(filepath.Ext(full))
	if kind == "" {
		kind = "application/octet-stream"
	}
	return files.LocalFile{Name: filepath.Base(full), ContentType: kind, Size: info.Size(), Content: f, Close: f.Close}, nil
}

// Save implements files.Local.
func (l LocalFiles) Save(folder, name string, content io.Reader) (string, error) {
	return download.SaveFrom(folder, name, content)
}
