package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"daybook/model"
)

// MailboxOwner is the user or the group of a mailbox, as the owner of a photo.
func MailboxOwner(mailbox int64) Owner { return Owner{Mailbox: mailbox, Kind: "mailbox"} }

// Photo is an encoded picture. Width and Height are in pixels.
type Photo struct {
	ContentType   string
	Width, Height int
	ETag          string // by content; set by SetPhoto
	Content       []byte
}

// SetPhoto keeps a photo in place of the owner's.
func (tx *Tx) SetPhoto(o Owner, p Photo) error {
	sum := sha256.Sum256(p.Content)
	_, err := tx.Exec(`INSERT OR REPLACE INTO photos (mailbox_id, owner_kind, owner_id, content_type, width, height, etag, content)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		o.Mailbox, o.Kind, o.ID, p.ContentType, p.Width, p.Height, `"`+hex.EncodeToString(sum[:8])+`"`, p.Content)
	if err != nil {
		return fmt.Errorf("keep the photo of a %s: %w", o.Kind, err)
	}
	return nil
}

// Photo reads an owner's photo; none is a *model.Error of CodeNotFound.
func (tx *Tx) Photo(o Owner) (Photo, error) {
	return tx.photo(o, "content")
}

// PhotoDetails is Photo without the content.
func (tx *Tx) PhotoDetails(o Owner) (Photo, error) {
	return tx.photo(o, "NULL")
}

func (tx *Tx) photo(o Owner, content string) (Photo, error) {
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

// DeletePhoto removes an owner's photo, when there is one.
func (tx *Tx) DeletePhoto(o Owner) error {
	_, err := tx.Exec(`DELETE FROM photos WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, o.Mailbox, o.Kind, o.ID)
	if err != nil {
		return fmt.Errorf("delete the photo of a %s: %w", o.Kind, err)
	}
	return nil
}
