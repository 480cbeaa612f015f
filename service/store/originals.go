package store

import (
	"bytes"
	"compress/flate"
	"database/sql"
	"errors"
	"fmt"
	"io"
)

// worthDeflating is the size in bytes from which an original is deflated.
const worthDeflating = 512

func (tx *Tx) addOriginal(mailbox int64, id string, raw []byte) error {
	kept, deflated := raw, false
	if len(raw) >= worthDeflating {
		packed, err := tx.deflate(raw)
		if err != nil {
			return fmt.Errorf("deflate message %s: %w", id, err)
		}
		if len(packed) < len(raw)*9/10 {
			kept, deflated = packed, true
		}
	}
	_, err := tx.Exec(`INSERT INTO originals (mailbox_id, id, size, deflated, content, checksum) VALUES (?, ?, ?, ?, ?, ?)`,
		mailbox, id, len(raw), deflated, kept, Checksum(kept))
	if err != nil {
		return fmt.Errorf("keep the bytes of message %s: %w", id, err)
	}
	return nil
}

// deflate packs raw. The packer is made once a transaction: an import keeps
// hundreds of messages in one, and making it costs more than packing a mail.
func (tx *Tx) deflate(raw []byte) ([]byte, error) {
	var packed bytes.Buffer
	if tx.packer == nil {
		w, err := flate.NewWriter(&packed, flate.BestSpeed)
		if err != nil {
			return nil, err
		}
		tx.packer = w
	} else {
		tx.packer.Reset(&packed)
	}
	if _, err := tx.packer.Write(raw); err != nil {
		return nil, err
	}
	if err := tx.packer.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// Original returns the bytes a message came as, nil when it was written here.
func (tx *Tx) Original(mailbox int64, id string) ([]byte, error) {
	var size int
	var deflated bool
	var kept []byte
	err := tx.QueryRow(`SELECT size, deflated, content, checksum FROM originals WHERE mailbox_id = ? AND id = ?`, mailbox, id).
		Scan(&size, &deflated, &kept, Intact("the bytes it came as", func() []byte { return Checksum(kept) }))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil && deflated {
		raw := bytes.NewBuffer(make([]byte, 0, size))
		_, err = io.Copy(raw, flate.NewReader(bytes.NewReader(kept)))
		kept = raw.Bytes()
	}
	if err != nil {
		return nil, fmt.Errorf("read the bytes of message %s: %w", id, err)
	}
	return kept, nil
}
