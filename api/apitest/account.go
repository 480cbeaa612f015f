package apitest

import (
	"daybook/api"
	"daybook/model"
)

func accountCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/mailboxSettings`: entity(func(ctx ctx, w World) (model.MailboxSettings, error) { return w.User.MailboxSettings(ctx) }),
		`PATCH {user}/mailboxSettings`: entity(func(ctx ctx, w World) (model.MailboxSettings, error) {
			return w.User.UpdateMailboxSettings(ctx, settings())
		}),
		`GET {user}/mailboxSettings/automaticRepliesSetting`: entity(func(ctx ctx, w World) (model.AutomaticRepliesSetting, error) { return w.User.AutomaticReplies(ctx) }),
		`GET {user}/mailboxSettings/language`:                entity(func(ctx ctx, w World) (model.LocaleInfo, error) { return w.User.Language(ctx) }),
		`GET {user}/mailboxSettings/timeZone`:                entity(func(ctx ctx, w World) (string, error) { return w.User.TimeZone(ctx) }),
		`GET {user}/outlook/supportedTimeZones`: list(func(ctx ctx, w World) (*api.Page[model.TimeZoneInformation], error) {
			return w.User.SupportedTimeZones(ctx)
		}),
		`GET /oAuth2Permissiongrants`:       list(func(ctx ctx, w World) (*api.Page[model.PermissionGrant], error) { return w.Client.Grants(ctx) }),
		`POST /oAuth2Permissiongrants`:      entity(func(ctx ctx, w World) (model.PermissionGrant, error) { return w.Client.CreateGrant(ctx, grant()) }),
		`DELETE /oAuth2Permissiongrants/{}`: nothing(func(ctx ctx, w World) error { return w.Client.Grant(w.id(1)).Delete(ctx) }),
		`GET /oAuth2Permissiongrants/{}`:    entity(func(ctx ctx, w World) (model.PermissionGrant, error) { return w.Client.Grant(w.id(1)).Get(ctx) }),
		`PATCH /oAuth2Permissiongrants/{}`: entity(func(ctx ctx, w World) (model.PermissionGrant, error) {
			return w.Client.Grant(w.id(1)).Update(ctx, widen())
		}),
		`GET {user}/oAuth2Permissiongrants/{}`: entity(func(ctx ctx, w World) (model.PermissionGrant, error) { return w.User.Grant(w.id(1)).Get(ctx) }),
		`PATCH {user}/oAuth2Permissiongrants/{}`: entity(func(ctx ctx, w World) (model.PermissionGrant, error) {
			return w.User.Grant(w.id(1)).Update(ctx, widen())
		}),
		`GET /drive/root/createdByUser/oAuth2Permissiongrants/{}`: entity(func(ctx ctx, w World) (model.PermissionGrant, error) {
			return w.Client.DriveOwnerGrant(w.id(1)).Get(ctx)
		}),
		`PATCH /drive/root/createdByUser/oAuth2Permissiongrants/{}`: entity(func(ctx ctx, w World) (model.PermissionGrant, error) {
			return w.Client.DriveOwnerGrant(w.id(1)).Update(ctx, widen())
		}),
		`POST /$batch`: nothing(func(ctx ctx, w World) error { return w.batch(ctx) }),
	}
}
