package api

import (
	"context"
	"fmt"
	"io"
	"slices"

	"daybook/model"
)

// AttachmentRef is an attachment of a message, an event or a post. The
// contract has more paths to its removal than to itself.
type AttachmentRef struct {
	ref
	removal ref
}

// Attachment is an attachment of the message.
func (m MessageRef) Attachment(id string) AttachmentRef {
	return AttachmentRef{m.item("/attachments", id), m.nested.item("/attachments", id)}
}

// Attachments lists what the message carries, without the contents.
//
// GET {user}/messages/{id}/attachments · 200 · Mail.Read (supplement, mail)
func (m MessageRef) Attachments(ctx context.Context, opts ...Option) (*Page[model.Attachment], error) {
	return list[model.Attachment](ctx, m.ref, "/attachments", opts)
}

// AddAttachment adds a file to a draft.
//
// POST {user}/messages/{id}/attachments · 201 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) AddAttachment(ctx context.Context, a model.Attachment, opts ...Option) (model.Attachment, error) {
	return addAttachment(ctx, m.ref, a, opts)
}

// UploadAttachment adds a file of any size to a draft: beyond 3 MB in ranges,
// by an upload session. The content is read as it is sent, and again where it
// must be; Progress tells how far it is, and cancelling ends the session.
//
// POST {user}/messages/{id}/attachments/createUploadSession · 201 · Mail.ReadWrite
func (m MessageRef) UploadAttachment(ctx context.Context, a model.Attachment, content io.ReaderAt, size int64, opts ...Option) (model.Attachment, error) {
	return uploadAttachment(ctx, m.ref, a, content, size, opts)
}

func addAttachment(ctx context.Context, r ref, a model.Attachment, opts []Option) (model.Attachment, error) {
	body, err := writable(fileAttachment(a), "size", "lastModifiedDateTime")
	if err != nil {
		return model.Attachment{}, err
	}
	return postAs[model.Attachment](ctx, r, "/attachments", body, opts)
}

// fileAttachment names the type that an attachment is unless it says another.
func fileAttachment(a model.Attachment) model.Attachment {
	if a.Type == "" {
		a.Type = "#" + model.FileAttachment
	}
	return a
}

func fileAttachments(list []model.Attachment) []model.Attachment {
	list = slices.Clone(list)
	for i, a := range list {
		list[i] = fileAttachment(a)
	}
	return list
}

// Get reads the attachment with its contents.
//
// GET {user}/messages/{id}/attachments/{id} · 200 · Mail.Read (supplement, mail);
// GET {user}/events/{id}/attachments/{id} · 200 · Calendars.Read (supplement, calendar)
func (a AttachmentRef) Get(ctx context.Context, opts ...Option) (model.Attachment, error) {
	return getAs[model.Attachment](ctx, a.ref, "", opts)
}

// Content streams the contents alone: a file's bytes, an attached message as it
// came. The caller closes it.
//
// GET {user}/messages/{id}/attachments/{id}/$value · 200 · Mail.Read (supplement, mail)
func (a AttachmentRef) Content(ctx context.Context, opts ...Option) (io.ReadCloser, error) {
	return a.stream(ctx, "/$value", opts)
}

// mostAttached bounds an attachment: the services take 150 MB at most.
const mostAttached = 150 << 20

var errAttached = fmt.Errorf("it is larger than %d MB, which is more than an attachment can have", mostAttached>>20)

// Bytes reads the contents whole.
func (a AttachmentRef) Bytes(ctx context.Context, opts ...Option) ([]byte, error) {
	content, err := a.Content(ctx, opts...)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return readUpTo(content, mostAttached)
}

func readUpTo(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(b)) > most {
		return nil, errAttached
	}
	return b, err
}

// Delete removes the attachment, by the path it was reached by.
//
// DELETE {message, event or post}/attachments/{id} · 204 · Mail.ReadWrite for messages,
// Calendars.ReadWrite for events, Group.ReadWrite.All below groups (4.8)
func (a AttachmentRef) Delete(ctx context.Context, opts ...Option) error {
	return a.removal.spelled().delete(ctx, "", opts)
}
