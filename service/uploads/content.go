package uploads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"daybook/model"
	"daybook/service/store"
)

const (
	// pieceSize is how many bytes of a file stand in one row.
	pieceSize = 1 << 20
	// heldPieces is how many pieces an upload holds in memory. A file that
	// has no more is written in the transaction that makes its item.
	heldPieces = 4
	// lostAfter is when an upload that made no item is taken for lost.
	lostAfter = 24 * time.Hour
)

// Content is a content that was received and belongs to no item yet.
type Content struct {
	Size    int64
	ID      string
	held    [][]byte
	written int // pieces that are in the store
}

// Receive reads a content to its end, holding a few pieces at a time. What it
// was given must go into an item (see Keep) or be dropped with Drop.
func Receive(ctx context.Context, s *store.Store, owner string, from io.Reader) (*Content, error) {
	u := &Content{ID: s.NewID()}
	for {
		piece, err := readPiece(from)
		if err != nil {
			Drop(ctx, s, owner, u)
			return nil, err
		}
		if len(piece) == 0 {
			return u, nil
		}
		if len(u.held) == heldPieces {
			if err := spool(ctx, s, owner, u); err != nil {
				Drop(ctx, s, owner, u)
				return nil, err
			}
		}
		u.held = append(u.held, piece)
		u.Size += int64(len(piece))
	}
}

// Held is an upload of bytes that are in memory.
func Held(tx *store.Tx, content []byte) *Content {
	u := &Content{ID: tx.NewID(), Size: int64(len(content))}
	for len(content) > 0 {
		n := min(len(content), pieceSize)
		u.held = append(u.held, content[:n])
		content = content[n:]
	}
	return u
}

// readPiece reads up to a piece; at the end there is none.
func readPiece(from io.Reader) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.Copy(&b, io.LimitReader(from, pieceSize))
	return b.Bytes(), err
}

// spool writes the pieces that are held, beside a note that no item has them.
func spool(ctx context.Context, s *store.Store, owner string, u *Content) error {
	return s.Write(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO uploads (mailbox_id, content_id, begun) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, mailbox, u.ID, tx.Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("begin an upload: %w", err)
		}
		return writePieces(tx, mailbox, u)
	})
}

func writePieces(tx *store.Tx, mailbox int64, u *Content) error {
	for i, piece := range u.held {
		_, err := tx.Exec(`INSERT INTO file_pieces (mailbox_id, content_id, n, data, checksum) VALUES (?, ?, ?, ?, ?)`,
			mailbox, u.ID, u.written+i, piece, store.Checksum(piece))
		if err != nil {
			return fmt.Errorf("write a piece of a file: %w", err)
		}
	}
	u.written, u.held = u.written+len(u.held), nil
	return nil
}

// Keep writes the rest, for the item that has the content from now on.
func Keep(tx *store.Tx, mailbox int64, u *Content) error {
	if err := writePieces(tx, mailbox, u); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM uploads WHERE mailbox_id = ? AND content_id = ?`, mailbox, u.ID)
	if err != nil {
		return fmt.Errorf("end an upload: %w", err)
	}
	return nil
}

// Drop removes what an upload has written. It is for what has failed and so
// has no error of its own: what it leaves, DropLost finds.
func Drop(ctx context.Context, s *store.Store, owner string, u *Content) {
	if u.written == 0 {
		return
	}
	_ = s.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		n, err := tx.ExecCount(`DELETE FROM uploads WHERE mailbox_id = ? AND content_id = ?`, mailbox, u.ID)
		if err != nil || n == 0 {
			return err // an item has it
		}
		return DropContent(tx, mailbox, u.ID)
	})
}

func DropContent(tx *store.Tx, mailbox int64, content string) error {
	_, err := tx.Exec(`DELETE FROM file_pieces WHERE mailbox_id = ? AND content_id = ?`, mailbox, content)
	return err
}

// dropLost removes what uploads left that a crash has ended. It writes only
// where there is something, so that opening waits for nobody.
func dropLost(s *store.Store) error {
	ctx, before, lost := context.Background(), s.Now().Add(-lostAfter).UnixMilli(), false
	err := s.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM uploads WHERE begun < ?)`, before).Scan(&lost)
	})
	if err != nil {
		return fmt.Errorf("look for lost uploads: %w", err)
	}
	if !lost {
		return nil
	}
	return s.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`DELETE FROM file_pieces WHERE (mailbox_id, content_id) IN (SELECT mailbox_id, content_id FROM uploads WHERE begun < ?)`, before)
		if err == nil {
			_, err = tx.Exec(`DELETE FROM uploads WHERE begun < ?`, before)
		}
		if err != nil {
			return fmt.Errorf("drop lost uploads: %w", err)
		}
		return nil
	})
}

// File is the content of a file, read as it is needed: a piece at a time. It
// stays the same when the item gets another content, and its reads fail when
// that one has been removed.
type File struct {
	Item model.DriveItem
	// ContentID tells contents apart: it is another one when the bytes are.
	ContentID string

	ctx     context.Context
	store   *store.Store
	mailbox int64
	at      int64
	piece   []byte
	pieceNo int64
}

// Open opens the content of a file of a drive.
func Open(ctx context.Context, s *store.Store, mailbox int64, item model.DriveItem, content string) *File {
	return &File{Item: item, ContentID: content, ctx: ctx, store: s, mailbox: mailbox}
}

// Read is io.Reader's.
func (f *File) Read(p []byte) (int, error) {
	if f.at >= f.Item.Size {
		return 0, io.EOF
	}
	if no := f.at / pieceSize; f.piece == nil || f.pieceNo != no {
		if err := f.load(no); err != nil {
			return 0, err
		}
	}
	from := f.at - f.pieceNo*pieceSize
	if from >= int64(len(f.piece)) {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, f.piece[from:])
	f.at += int64(n)
	return n, nil
}

func (f *File) load(no int64) error {
	return f.store.Read(f.ctx, func(tx *store.Tx) error {
		err := tx.QueryRow(`SELECT data, checksum FROM file_pieces WHERE mailbox_id = ? AND content_id = ? AND n = ?`, f.mailbox, f.ContentID, no).
			Scan(&f.piece, store.Intact("its content", func() []byte { return store.Checksum(f.piece) }))
		if err != nil {
			return fmt.Errorf("read piece %d of file %s: %w", no, f.Item.ID, err)
		}
		f.pieceNo = no
		return nil
	})
}

// Seek is io.Seeker's.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.Item.Size
	}
	if offset < 0 {
		return f.at, errors.New("seek before the beginning of a file")
	}
	f.at = offset
	return offset, nil
}
