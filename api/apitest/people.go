package apitest

import (
	"daybook/api"
	"daybook/model"
)

func peopleCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/contacts`: list(func(ctx ctx, w World) (*api.Page[model.Contact], error) { return w.User.Contacts(ctx) }),
		`GET {user}/contactfolders/{}/contacts`: list(func(ctx ctx, w World) (*api.Page[model.Contact], error) {
			return w.User.ContactFolder(w.id(1)).Contacts(ctx)
		}),
		`GET {user}/contactFolders/{}/childFolders/{}/contacts`: list(func(ctx ctx, w World) (*api.Page[model.Contact], error) {
			return w.User.ContactFolder(w.id(1)).ChildFolder(w.id(2)).Contacts(ctx)
		}),
		`POST {user}/contacts`: entity(func(ctx ctx, w World) (model.Contact, error) { return w.User.CreateContact(ctx, person()) }),
		`POST {user}/contactFolders/{}/contacts`: entity(func(ctx ctx, w World) (model.Contact, error) {
			return w.User.ContactFolder(w.id(1)).CreateContact(ctx, person())
		}),
		`GET {user}/contacts/{}`: entity(func(ctx ctx, w World) (model.Contact, error) { return w.User.Contact(w.id(1)).Get(ctx) }),
		`PATCH {user}/contacts/{}`: entity(func(ctx ctx, w World) (model.Contact, error) {
			return w.User.Contact(w.id(1)).Update(ctx, map[string]string{"jobTitle": "Mathematician"})
		}),
		`DELETE {user}/contacts/{}`:    nothing(func(ctx ctx, w World) error { return w.User.Contact(w.id(1)).Delete(ctx) }),
		`GET {user}/contactFolders`:    list(func(ctx ctx, w World) (*api.Page[model.ContactFolder], error) { return w.User.ContactFolders(ctx) }),
		`POST {user}/contactFolders`:   entity(func(ctx ctx, w World) (model.ContactFolder, error) { return w.User.CreateContactFolder(ctx, w.Name) }),
		`GET {user}/contactFolders/{}`: entity(func(ctx ctx, w World) (model.ContactFolder, error) { return w.User.ContactFolder(w.id(1)).Get(ctx) }),
		`PATCH {user}/contactFolders/{}`: entity(func(ctx ctx, w World) (model.ContactFolder, error) {
			return w.User.ContactFolder(w.id(1)).Update(ctx, w.renameFolder())
		}),
		`DELETE {user}/contactFolders/{}`: nothing(func(ctx ctx, w World) error { return w.User.ContactFolder(w.id(1)).Delete(ctx) }),
		`GET {user}/contactFolders/{}/childFolders`: list(func(ctx ctx, w World) (*api.Page[model.ContactFolder], error) {
			return w.User.ContactFolder(w.id(1)).ChildFolders(ctx)
		}),
		`POST {user}/contactFolders/{}/childFolders`: entity(func(ctx ctx, w World) (model.ContactFolder, error) {
			return w.User.ContactFolder(w.id(1)).CreateChildFolder(ctx, w.Name)
		}),
		`GET {user}/photo/$value`:             content(func(ctx ctx, w World) (api.Image, error) { return w.User.Photo().Get(ctx) }),
		`GET /groups/{}/photo/$value`:         content(func(ctx ctx, w World) (api.Image, error) { return w.group().Photo().Get(ctx) }),
		`GET {user}/contacts/{}/photo/$value`: content(func(ctx ctx, w World) (api.Image, error) { return w.User.Contact(w.id(1)).Photo().Get(ctx) }),
		`GET {user}/contactfolders/{}/contacts/{}/photo/$value`: content(func(ctx ctx, w World) (api.Image, error) {
			return w.User.ContactFolder(w.id(1)).Contact(w.id(2)).Photo().Get(ctx)
		}),
		`GET {user}/photo`:     entity(func(ctx ctx, w World) (model.ProfilePhoto, error) { return w.User.Photo().Metadata(ctx) }),
		`GET /groups/{}/photo`: entity(func(ctx ctx, w World) (model.ProfilePhoto, error) { return w.group().Photo().Metadata(ctx) }),
		`GET {user}/contacts/{}/photo`: entity(func(ctx ctx, w World) (model.ProfilePhoto, error) {
			return w.User.Contact(w.id(1)).Photo().Metadata(ctx)
		}),
		`GET {user}/contactfolders/{}/contacts/{}/photo`: entity(func(ctx ctx, w World) (model.ProfilePhoto, error) {
			return w.User.ContactFolder(w.id(1)).Contact(w.id(2)).Photo().Metadata(ctx)
		}),
		`PUT {user}/photo/$value`:             nothing(func(ctx ctx, w World) error { return w.User.Photo().Put(ctx, picture()) }),
		`PUT {user}/contacts/{}/photo/$value`: nothing(func(ctx ctx, w World) error { return w.User.Contact(w.id(1)).Photo().Put(ctx, picture()) }),
		`GET {user}`:                          entity(func(ctx ctx, w World) (model.User, error) { return w.User.Get(ctx) }),
		`GET /users`:                          list(func(ctx ctx, w World) (*api.Page[model.User], error) { return w.Client.Users(ctx) }),
		`GET {user}/manager`:                  entity(func(ctx ctx, w World) (model.User, error) { return w.User.Manager(ctx) }),
		`GET {user}/directReports`:            list(func(ctx ctx, w World) (*api.Page[model.User], error) { return w.User.DirectReports(ctx) }),
	}
}
