package apitest

import (
	"strings"

	"daybook/api"
	"daybook/model"
)

func fileCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/drive`:               entity(func(ctx ctx, w World) (model.Drive, error) { return w.User.Drive().Get(ctx) }),
		`GET {user}/drive/root/children`: list(func(ctx ctx, w World) (*api.Page[model.DriveItem], error) { return w.User.Drive().Root().Children(ctx) }),
		`POST {user}/drive/root/children`: entity(func(ctx ctx, w World) (model.DriveItem, error) {
			return w.User.Drive().Root().CreateFolder(ctx, w.Name)
		}),
		`GET /groups/{}/drive/root/children`: list(func(ctx ctx, w World) (*api.Page[model.DriveItem], error) {
			return w.group().Drive().Root().Children(ctx)
		}),
		`GET {user}/drive/items/{}`: entity(func(ctx ctx, w World) (model.DriveItem, error) { return w.User.Drive().Item(w.id(1)).Get(ctx) }),
		`GET {user}/drive/items/{}/children`: list(func(ctx ctx, w World) (*api.Page[model.DriveItem], error) {
			return w.User.Drive().Item(w.id(1)).Children(ctx)
		}),
		`POST {user}/drive/items/{}/children`: entity(func(ctx ctx, w World) (model.DriveItem, error) {
			return w.User.Drive().Item(w.id(1)).CreateFolder(ctx, w.Name)
		}),
		`POST /drives/{}/items/{}/children`: entity(func(ctx ctx, w World) (model.DriveItem, error) {
			return w.Client.Drive(w.id(1)).Item(w.id(2)).CreateFolder(ctx, w.Name)
		}),
		`POST /groups/{}/drive/items/{}/children`: entity(func(ctx ctx, w World) (model.DriveItem, error) {
			return w.group().Drive().Item(w.id(2)).CreateFolder(ctx, w.Name)
		}),
		`GET {user}/drive/items/{}/content`: content(func(ctx ctx, w World) (*api.Content, error) { return w.User.Drive().Item(w.id(1)).Download(ctx) }),
		`PUT {user}/drive/items/{}:/{}:/content`: entity(func(ctx ctx, w World) (model.DriveItem, error) {
			return w.User.Drive().Item(w.id(1)).Upload(ctx, w.id(2), "text/plain", strings.NewReader("plan"), 4)
		}),
		`PATCH {user}/drive/items/{}`: entity(func(ctx ctx, w World) (model.DriveItem, error) {
			return w.User.Drive().Item(w.id(1)).Update(ctx, w.renameItem())
		}),
		`DELETE {user}/drive/items/{}`: nothing(func(ctx ctx, w World) error { return w.User.Drive().Item(w.id(1)).Delete(ctx) }),
		`GET {user}/drive/items/{}/workbook/worksheets`: list(func(ctx ctx, w World) (*api.Page[model.WorkbookWorksheet], error) {
			return w.User.Drive().Item(w.id(1)).Workbook().Worksheets(ctx)
		}),
		`GET {user}/drive/items/{}/workbook/tables`: list(func(ctx ctx, w World) (*api.Page[model.WorkbookTable], error) {
			return w.User.Drive().Item(w.id(1)).Workbook().Tables(ctx)
		}),
		`GET {user}/drive/items/{}/workbook/names`: list(func(ctx ctx, w World) (*api.Page[model.WorkbookNamedItem], error) {
			return w.User.Drive().Item(w.id(1)).Workbook().Names(ctx)
		}),
		`GET {user}/drive/items/{}/workbook/worksheets({})/range(address='{}')`: entity(func(ctx ctx, w World) (model.WorkbookRange, error) {
			return w.User.Drive().Item(w.id(1)).Workbook().Worksheet(w.id(2)).Range(ctx, w.id(3))
		}),
		`GET {user}/drive/items/{}/workbook/worksheets({})/usedRange`: entity(func(ctx ctx, w World) (model.WorkbookRange, error) {
			return w.User.Drive().Item(w.id(1)).Workbook().Worksheet(w.id(2)).UsedRange(ctx)
		}),
		`GET {user}/drive/items/{}/workbook/tables({})/columns({})/range`: entity(func(ctx ctx, w World) (model.WorkbookRange, error) {
			return w.User.Drive().Item(w.id(1)).Workbook().TableColumn(w.id(2), w.id(3)).Range(ctx)
		}),
		`GET {user}/drive/items/{}/workbook/names({})/range`: entity(func(ctx ctx, w World) (model.WorkbookRange, error) {
			return w.User.Drive().Item(w.id(1)).Workbook().Name(w.id(2)).Range(ctx)
		}),
		`GET /workbook/worksheets({})/range(address='{}')`: entity(func(ctx ctx, w World) (model.WorkbookRange, error) {
			return w.Client.Workbook().Worksheet(w.id(1)).Range(ctx, w.id(2))
		}),
		`GET /workbook/tables({})/columns({})/range`: entity(func(ctx ctx, w World) (model.WorkbookRange, error) {
			return w.Client.Workbook().TableColumn(w.id(1), w.id(2)).Range(ctx)
		}),
	}
}
