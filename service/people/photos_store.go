package people

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the formats that a photo can have
	_ "image/jpeg"
	_ "image/png"

	"daybook/model"
	"daybook/service/store"
)

// MailboxOwner is the user or the group of a mailbox, as the owner of a photo.
func MailboxOwner(mailbox int64) store.Owner { return store.Owner{Mailbox: mailbox, Kind: "mailbox"} }

// The largest photo, in bytes and in pixels of a side.
const (
	MaxPhoto     = 4 << 20
	maxPhotoSide = 4096
)

// Photo is an encoded picture. Width and Height are in pixels.
type Photo struct {
	ContentType   string
	Width, Height int
	ETag          string // by content; set by SetPhoto
	Content       []byte
}

// ReadPhoto reads an image's format and size, without decoding the whole of
// it; what is not a photo that is served is a 400.
func ReadPhoto(content []byte) (Photo, error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return Photo{}, model.Errorf(model.CodeBadRequest, "this is no image: a photo is a JPEG, a PNG or a GIF")
	}
	if c.Width < 1 || c.Height < 1 || c.Width > maxPhotoSide || c.Height > maxPhotoSide {
		return Photo{}, model.Errorf(model.CodeBadRequest, "the image has %d x %d pixels; a photo has from 1 to %d a side", c.Width, c.Height, maxPhotoSide)
	}
	return Photo{ContentType: "image/" + format, Width: c.Width, Height: c.Height, Content: content}, nil
}

// SetPhoto keeps a photo in place of the owner's.
func SetPhoto(tx *store.Tx, o store.Owner, p Photo) error {
	_, err := tx.Exec(`INSERT INTO photos (mailbox_id, owner_kind, owner_id, content_type, width, height, etag, content)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mailbox_id, owner_kind, owner_id) DO UPDATE SET
			content_type = excluded.content_type, width = excluded.width, height = excluded.height, etag = excluded.etag, content = excluded.content`,
		o.Mailbox, o.Kind, o.ID, p.ContentType, p.Width, p.Height, store.PhotoTag(p.Content), p.Content)
	if err != nil {
		return fmt.Errorf("keep the photo of a %s: %w", o.Kind, err)
	}
	return nil
}

// FindPhoto reads an owner's photo; none is a *model.Error of CodeNotFound.
func FindPhoto(tx *store.Tx, o store.Owner) (Photo, error) {
	return photo(tx, o, "content")
}

// photoDetails is Photo without the content.
func photoDetails(tx *store.Tx, o store.Owner) (Photo, error) {
	return photo(tx, o, "NULL")
}

func photo(tx *store.Tx, o store.Owner, content string) (Photo, error) {
	var p Photo
	err := tx.QueryRow(`SELECT content_type, width, height, etag, `+content+` FROM photos
		WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, o.Mailbox, o.Kind, o.ID).
		Scan(&p.ContentType, &p.Width, &p.Height, &p.ETag, &p.Content)
	if errors.Is(err, sql.ErrNoRows) {
		return p, model.Errorf(model.CodeNotFound, "there is no photo")
	}
	if err != nil {
		return p, fmt.Errorf("read the photo of a %s: %w", o.Kind, err)
	}
	return p, nil
}

// deletePhoto removes an owner's photo, when there is one.
func deletePhoto(tx *store.Tx, o store.Owner) error {
	_, err := tx.Exec(`DELETE FROM photos WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, o.Mailbox, o.Kind, o.ID)
	if err != nil {
		return fmt.Errorf("delete the photo of a %s: %w", o.Kind, err)
	}
	return nil
}
