package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"daybook/model"
)

// maxPhoto bounds a photo: 16 MiB, four times what the largest size takes.
const maxPhoto = 16 << 20

// PhotoRef is the photo of a user, a group or a contact.
type PhotoRef struct {
	ref
	write ref
}

// Photo is the user's photo.
func (u UserRef) Photo() PhotoRef { return photo(u.own, u.own) }

// Photo is the group's photo.
func (g GroupRef) Photo() PhotoRef { return photo(g.ref, g.ref) }

// Photo is the contact's photo.
func (c ContactRef) Photo() PhotoRef { return photo(c.inFolder, c.ref) }

func photo(read, write ref) PhotoRef { return PhotoRef{read.to("/photo"), write.to("/photo")} }

// Image is the bytes of a photo and their type, such as image/jpeg.
type Image struct {
	ContentType string
	Data        []byte
}

// Get reads the photo in its largest size. Without one, errors.Is reports
// model.ErrNotFound.
//
// GET {owner}/photo/$value · 200, 404 · User.Read and kin, Group.Read.All or
// Contacts.Read, by owner (4.10)
func (p PhotoRef) Get(ctx context.Context, opts ...Option) (Image, error) {
	req := p.request(http.MethodGet, "/$value", nil, opts)
	resp, err := p.c.open(ctx, req)
	if err != nil {
		return Image{}, err
	}
	defer drain(resp.Body)
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxPhoto+1))
	if err == nil && len(data) > maxPhoto {
		err = fmt.Errorf("it is larger than %d bytes", maxPhoto)
	}
	if err != nil {
		return Image{}, fmt.Errorf("the photo cannot be read: %w", plainError(err))
	}
	return Image{resp.Header.Get("Content-Type"), data}, nil
}

// Metadata describes the photo. Where there is none it is the placeholder
// 1X1 (model.ProfilePhoto.NoPhoto), also in the microsoft dialect, whose
// service answers 404.
//
// GET {owner}/photo · 200 · as Get (4.10)
func (p PhotoRef) Metadata(ctx context.Context, opts ...Option) (model.ProfilePhoto, error) {
	meta, err := getAs[model.ProfilePhoto](ctx, p.ref, "", opts)
	if p.c.cfg.Dialect == Microsoft && errors.Is(err, model.ErrNotFound) {
		return model.ProfilePhoto{ID: "1X1", Width: 1, Height: 1, MediaContentType: "image/gif"}, nil
	}
	return meta, err
}

// Data reads the photo, nil where there is none.
func (p PhotoRef) Data(ctx context.Context) ([]byte, error) {
	image, err := p.Get(ctx)
	return image.Data, unlessGone(err)
}

// Described reads the photo and what is said of it; neither where there is
// none.
func (p PhotoRef) Described(ctx context.Context) ([]byte, model.ProfilePhoto, error) {
	info, err := p.Metadata(ctx)
	if err != nil || info.NoPhoto() {
		return nil, model.ProfilePhoto{}, unlessGone(err)
	}
	data, err := p.Data(ctx)
	if err != nil || data == nil {
		return nil, model.ProfilePhoto{}, err
	}
	return data, info, nil
}

// Set replaces the photo, or takes it away where there is no data. The type of
// the data is found by itself where contentType is empty.
func (p PhotoRef) Set(ctx context.Context, data []byte, contentType string) error {
	if len(data) == 0 {
		return unlessGone(p.Delete(ctx))
	}
	return p.Put(ctx, Image{ContentType: cmp.Or(contentType, http.DetectContentType(data)), Data: data})
}

// Put replaces the photo.
//
// PUT /me/photo/$value, {user}/contacts/{id}/photo/$value · 200 ·
// User.ReadWrite, Contacts.ReadWrite (supplement, photos)
func (p PhotoRef) Put(ctx context.Context, img Image, opts ...Option) error {
	req := p.write.request(http.MethodPut, "/$value", nil, opts)
	req.upload = &upload{img.ContentType, bytes.NewReader(img.Data), int64(len(img.Data))}
	return p.c.Do(ctx, req, nil)
}

// Delete takes the photo away.
//
// DELETE /me/photo/$value, {user}/contacts/{id}/photo/$value · 204 ·
// User.ReadWrite, Contacts.ReadWrite (public convention)
func (p PhotoRef) Delete(ctx context.Context, opts ...Option) error {
	return p.write.delete(ctx, "/$value", opts)
}
