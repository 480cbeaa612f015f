package apitest

import (
	"io"

	"daybook/api"
	"daybook/model"
)

func mailCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/mailFolders`:    list(func(ctx ctx, w World) (*api.Page[model.MailFolder], error) { return w.User.MailFolders(ctx) }),
		`GET {user}/mailFolders/{}`: entity(func(ctx ctx, w World) (model.MailFolder, error) { return w.User.MailFolder(w.id(1)).Get(ctx) }),
		`GET {user}/mailFolders/{}/childFolders`: list(func(ctx ctx, w World) (*api.Page[model.MailFolder], error) {
			return w.User.MailFolder(w.id(1)).ChildFolders(ctx)
		}),
		`POST {user}/mailFolders`: entity(func(ctx ctx, w World) (model.MailFolder, error) { return w.User.CreateMailFolder(ctx, w.Name) }),
		`POST {user}/mailFolders/{}/childFolders`: entity(func(ctx ctx, w World) (model.MailFolder, error) {
			return w.User.MailFolder(w.id(1)).CreateChildFolder(ctx, w.Name)
		}),
		`PATCH {user}/mailFolders/{}`: entity(func(ctx ctx, w World) (model.MailFolder, error) {
			return w.User.MailFolder(w.id(1)).Rename(ctx, "Old "+w.Name)
		}),
		`DELETE {user}/mailFolders/{}`: nothing(func(ctx ctx, w World) error { return w.User.MailFolder(w.id(1)).Delete(ctx) }),
		`GET {user}/messages`:          list(func(ctx ctx, w World) (*api.Page[model.Message], error) { return w.User.Messages(ctx) }),
		`GET {user}/mailFolders/{}/messages`: list(func(ctx ctx, w World) (*api.Page[model.Message], error) {
			return w.User.MailFolder(w.id(1)).Messages(ctx)
		}),
		`GET {user}/mailFolders/{}/messages/delta`: list(func(ctx ctx, w World) (*api.Page[model.Message], error) {
			return w.User.MailFolder(w.id(1)).Delta(ctx, "")
		}),
		`POST {user}/messages`: entity(func(ctx ctx, w World) (model.Message, error) { return w.User.CreateMessage(ctx, draft()) }),
		`POST {user}/mailFolders/{}/messages`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.MailFolder(w.id(1)).CreateMessage(ctx, draft())
		}),
		`PATCH {user}/mailFolders/{}/messages/{}`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.MailFolder(w.id(1)).Message(w.id(2)).Update(ctx, markRead())
		}),
		`POST {user}/mailFolders/{}/messages/{}/replyAll`: nothing(func(ctx ctx, w World) error {
			return w.User.MailFolder(w.id(1)).Message(w.id(2)).ReplyAll(ctx, comment())
		}),
		`DELETE {user}/mailFolders/{}/messages/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.MailFolder(w.id(1)).Message(w.id(2)).Attachment(w.id(3)).Delete(ctx)
		}),
		`DELETE {user}/mailFolders/{}/childFolders/{}/messages/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.MailFolder(w.id(1)).ChildFolder(w.id(2)).Message(w.id(3)).Attachment(w.id(4)).Delete(ctx)
		}),
		`POST {user}/sendMail`: nothing(func(ctx ctx, w World) error { return w.User.SendMail(ctx, model.SendMailRequest{Message: draft()}) }),
		`GET {user}/inferenceClassification/overrides`: list(func(ctx ctx, w World) (*api.Page[model.InferenceClassificationOverride], error) {
			return w.User.Overrides(ctx)
		}),
		`POST {user}/inferenceClassification/overrides`: entity(func(ctx ctx, w World) (model.InferenceClassificationOverride, error) {
			return w.User.CreateOverride(ctx, w.override())
		}),
		`PATCH {user}/inferenceClassification/overrides/{}`: entity(func(ctx ctx, w World) (model.InferenceClassificationOverride, error) {
			return w.User.Override(w.id(1)).Update(ctx, model.Other)
		}),
		`DELETE {user}/inferenceClassification/overrides/{}`: nothing(func(ctx ctx, w World) error { return w.User.Override(w.id(1)).Delete(ctx) }),
		`GET {user}/outlook/masterCategories`:                list(func(ctx ctx, w World) (*api.Page[model.OutlookCategory], error) { return w.User.Categories(ctx) }),
		`POST {user}/outlook/masterCategories`:               entity(func(ctx ctx, w World) (model.OutlookCategory, error) { return w.User.CreateCategory(ctx, w.category()) }),
		`PATCH {user}/outlook/masterCategories/{}`: entity(func(ctx ctx, w World) (model.OutlookCategory, error) {
			return w.User.Category(w.id(1)).Update(ctx, "preset7")
		}),
		`DELETE {user}/outlook/masterCategories/{}`: nothing(func(ctx ctx, w World) error { return w.User.Category(w.id(1)).Delete(ctx) }),
	}
}

func messageCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/messages/{}`:              entity(func(ctx ctx, w World) (model.Message, error) { return w.User.Message(w.id(1)).Get(ctx) }),
		`GET {user}/messages/{}/$value`:       content(func(ctx ctx, w World) (io.ReadCloser, error) { return w.User.Message(w.id(1)).MIME(ctx) }),
		`PATCH {user}/messages/{}`:            entity(func(ctx ctx, w World) (model.Message, error) { return w.User.Message(w.id(1)).Update(ctx, markRead()) }),
		`DELETE {user}/messages/{}`:           nothing(func(ctx ctx, w World) error { return w.User.Message(w.id(1)).Delete(ctx) }),
		`POST {user}/messages/{}/send`:        nothing(func(ctx ctx, w World) error { return w.User.Message(w.id(1)).Send(ctx) }),
		`POST {user}/messages/{}/reply`:       nothing(func(ctx ctx, w World) error { return w.User.Message(w.id(1)).Reply(ctx, comment()) }),
		`POST {user}/messages/{}/replyAll`:    nothing(func(ctx ctx, w World) error { return w.User.Message(w.id(1)).ReplyAll(ctx, comment()) }),
		`POST /users/me/messages/{}/replyAll`: nothing(func(ctx ctx, w World) error { return w.Client.Me().Message(w.id(1)).ReplyAll(ctx, comment()) }),
		`POST {user}/messages/{}/forward`:     nothing(func(ctx ctx, w World) error { return w.User.Message(w.id(1)).Forward(ctx, forward()) }),
		`POST {user}/messages/{}/createReply`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.Message(w.id(1)).CreateReply(ctx, comment())
		}),
		`POST {user}/messages/{}/createReplyAll`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.Message(w.id(1)).CreateReplyAll(ctx, comment())
		}),
		`POST {user}/messages/{}/createForward`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.Message(w.id(1)).CreateForward(ctx, forward())
		}),
		`POST {user}/messages/{}/move`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.Message(w.id(1)).Move(ctx, model.FolderArchive)
		}),
		`POST {user}/messages/{}/copy`: entity(func(ctx ctx, w World) (model.Message, error) {
			return w.User.Message(w.id(1)).Copy(ctx, model.FolderArchive)
		}),
		`GET {user}/messages/{}/attachments`: list(func(ctx ctx, w World) (*api.Page[model.Attachment], error) {
			return w.User.Message(w.id(1)).Attachments(ctx)
		}),
		`POST {user}/messages/{}/attachments`: entity(func(ctx ctx, w World) (model.Attachment, error) {
			return w.User.Message(w.id(1)).AddAttachment(ctx, file())
		}),
		`GET {user}/messages/{}/attachments/{}`: entity(func(ctx ctx, w World) (model.Attachment, error) {
			return w.User.Message(w.id(1)).Attachment(w.id(2)).Get(ctx)
		}),
		`GET {user}/messages/{}/attachments/{}/$value`: content(func(ctx ctx, w World) (io.ReadCloser, error) {
			return w.User.Message(w.id(1)).Attachment(w.id(2)).Content(ctx)
		}),
		`DELETE {user}/messages/{}/attachments/{}`: nothing(func(ctx ctx, w World) error { return w.User.Message(w.id(1)).Attachment(w.id(2)).Delete(ctx) }),
	}
}
