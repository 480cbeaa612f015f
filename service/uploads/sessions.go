package uploads

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// The bounds of a mailbox's upload sessions that are not at their end.
const (
	MaxUploadSessions = 20
	maxUploadBytes    = 500 << 20
	// sessionIdle is how long a session waits for its next range.
	sessionIdle = 6 * time.Hour
)

// Tables is what uploads add to a store.
var Tables = store.Area{Opened: func(s *store.Store) error { return errors.Join(dropLost(s), dropExpired(s)) }}

// Goal is what is made of an upload once it is whole: an attachment of
// Owner, or else a file in the folder Parent of the mailbox's drive.
type Goal struct {
	Owner      *store.Owner     `json:"owner,omitempty"`
	Attachment model.Attachment `json:"attachment"`

	Parent     string `json:"parent,omitempty"`
	Name       string `json:"name,omitempty"`
	MimeType   string `json:"mimeType,omitempty"`
	OnConflict string `json:"onConflict,omitempty"`

	// Path is below what it will be, as the request said it.
	Path string `json:"path"`
}

// Session is an upload that comes in ranges, one after the other. It
// outlives the process, and ends when it is whole, cancelled or expired; a
// whole one is remembered until it expires, for those who did not hear so.
type Session struct {
	Mailbox  int64
	By       string // public id of who began it
	Goal     Goal
	Size     int64 // bytes in all; -1 until the first range says
	Received int64
	Expires  time.Time
	Made     string // id of what was made, "" while it goes on

	hash, content string
}

// sessionRow is a row of upload_sessions.
type sessionRow struct {
	Session
	goal    string // JSON
	expires int64  // Unix milliseconds
}

// partMade is the part of a session that its end writes.
const partMade = store.PartChanged + 1

// sessionTable is where a session is kept, by the hash of its key: who has the
// key says no mailbox.
var sessionTable = store.TableBy("upload_sessions", "s", []string{"key_hash"},
	store.Column[sessionRow]{Name: "key_hash", At: func(r *sessionRow) any { return &r.hash }},
	store.Column[sessionRow]{Name: "mailbox_id", At: func(r *sessionRow) any { return &r.Mailbox }},
	store.Column[sessionRow]{Name: "content_id", At: func(r *sessionRow) any { return &r.content }},
	store.Column[sessionRow]{Name: "begun_by", At: func(r *sessionRow) any { return &r.By }},
	store.Column[sessionRow]{Name: "goal", At: func(r *sessionRow) any { return &r.goal }},
	store.Column[sessionRow]{Name: "size", At: func(r *sessionRow) any { return &r.Size }, Part: store.PartChanged},
	store.Column[sessionRow]{Name: "received", At: func(r *sessionRow) any { return &r.Received }, Part: store.PartChanged},
	store.Column[sessionRow]{Name: "expires", At: func(r *sessionRow) any { return &r.expires }, Part: store.PartChanged},
	store.Column[sessionRow]{Name: "made", At: func(r *sessionRow) any { return &r.Made }, Part: partMade},
)

// change writes a part of a session that goes on; its goal stays.
func (s *Session) change(tx *store.Tx, part int) error {
	return sessionTable.Update(tx, 0, s.hash, &sessionRow{Session: *s, expires: s.Expires.UnixMilli()}, part)
}

// beginSession begins a session and returns the key by which it is gone on
// with, of 256 random bits. Size is -1 when it is not known.
func beginSession(tx *store.Tx, mailbox int64, by string, goal Goal, size int64) (string, Session, error) {
	s := Session{Mailbox: mailbox, By: by, Goal: goal, Size: size, Expires: expiry(tx), content: tx.NewID()}
	if err := dropExpiredUploads(tx); err != nil {
		return "", s, err
	}
	if open, err := roomForUpload(tx, &s); err != nil {
		return "", s, err
	} else if open >= MaxUploadSessions {
		return "", s, model.Errorf(model.CodeQuota, "%d upload sessions are open already; finish or cancel one", MaxUploadSessions)
	}
	key, err := tx.NewKey()
	if err != nil {
		return "", s, err
	}
	s.hash = hashOfKey(key)
	r := sessionRow{Session: s, expires: s.Expires.UnixMilli()}
	if err := store.PackJSON(&r.goal, goal); err != nil {
		return "", s, fmt.Errorf("encode an upload session: %w", err)
	}
	if err := sessionTable.Add(tx, 0, &r); err != nil {
		return "", s, fmt.Errorf("begin an upload session: %w", err)
	}
	return key, s, nil
}

// expiry is when a session ends with which nobody goes on, in the store's own
// milliseconds.
func expiry(tx *store.Tx) time.Time {
	return tx.Now().Add(sessionIdle).UTC().Truncate(time.Millisecond)
}

// roomForUpload refuses a session whose bytes would be too many beside those
// of the mailbox's other open ones, and counts these.
func roomForUpload(tx *store.Tx, s *Session) (open int, err error) {
	var bytes int64
	err = tx.QueryRow(`SELECT count(*), coalesce(sum(CASE WHEN size > received THEN size ELSE received END), 0) FROM upload_sessions
		WHERE mailbox_id = ? AND made = '' AND key_hash <> ?`, s.Mailbox, s.hash).Scan(&open, &bytes)
	switch {
	case err != nil:
		return open, fmt.Errorf("count the upload sessions: %w", err)
	case s.Size > maxUploadBytes:
		return open, model.Errorf(model.CodeTooLarge, "an upload has at most %d bytes", maxUploadBytes)
	case bytes+max(s.Size, s.Received) > maxUploadBytes:
		return open, model.Errorf(model.CodeQuota, "the open upload sessions would have more than %d bytes together; finish or cancel one", maxUploadBytes)
	}
	return open, nil
}

func hashOfKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// findSession finds a session by its key. One that is not there or has
// expired is a CodeNotFound, whose words do not repeat the key.
func findSession(tx *store.Tx, key string) (Session, error) {
	var r sessionRow
	err := tx.QueryRow(`SELECT `+sessionTable.Bare+` FROM upload_sessions WHERE key_hash = ?`, hashOfKey(key)).Scan(sessionTable.Into(&r)...)
	r.Expires = store.FromMillis(r.expires)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !tx.Now().Before(r.Expires) {
		return r.Session, model.Errorf(model.CodeNotFound, "no upload session is here: it was never begun, or was cancelled, or has expired")
	}
	if err == nil {
		err = store.UnpackJSON(r.goal, &r.Goal)
	}
	if err != nil {
		return r.Session, fmt.Errorf("read an upload session: %w", err)
	}
	return r.Session, nil
}

// extend keeps the bytes that come next, and gives the session time
// for more.
func extend(tx *store.Tx, s *Session, data []byte) error {
	if _, err := roomForUpload(tx, s); err != nil {
		return err
	}
	received := s.Received
	s.Received += int64(len(data))
	for len(data) > 0 {
		n, filled := received/pieceSize, received%pieceSize
		take := min(int64(len(data)), pieceSize-filled)
		piece := data[:take]
		if filled > 0 {
			begun, err := storedPiece(tx, s.Mailbox, s.content, n)
			if err != nil {
				return err
			}
			piece = append(begun[:len(begun):len(begun)], piece...)
		}
		_, err := tx.Exec(`INSERT INTO file_pieces (mailbox_id, content_id, n, data, checksum) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (mailbox_id, content_id, n) DO UPDATE SET data = excluded.data, checksum = excluded.checksum`,
			s.Mailbox, s.content, n, piece, store.Checksum(piece))
		if err != nil {
			return fmt.Errorf("write a piece of an upload: %w", err)
		}
		received, data = received+take, data[take:]
	}
	s.Expires = expiry(tx)
	if err := s.change(tx, store.PartChanged); err != nil {
		return fmt.Errorf("go on with an upload session: %w", err)
	}
	return nil
}

func storedPiece(tx *store.Tx, mailbox int64, content string, n int64) ([]byte, error) {
	var data []byte
	err := tx.QueryRow(`SELECT data, checksum FROM file_pieces WHERE mailbox_id = ? AND content_id = ? AND n = ?`, mailbox, content, n).
		Scan(&data, store.Intact("a piece of an upload", func() []byte { return store.Checksum(data) }))
	if err != nil {
		return nil, fmt.Errorf("read a piece of an upload: %w", err)
	}
	return data, nil
}

// Attached tells an owner that it has another attachment, by its kind. One that
// is gone is a CodeNotFound.
type Attached map[string]func(tx *store.Tx, owner store.Owner) error

// Drive is what uploads ask of the area of the files.
type Drive struct {
	// Add makes the file that a session is for, of what has come; made is false
	// where there was one of its name.
	Add func(tx *store.Tx, s Session, content *Content) (item model.DriveItem, made bool, err error)
	// Read reads what was made.
	Read func(tx *store.Tx, mailbox int64, id string) (model.DriveItem, error)
}

// finish makes what the session is for of what has come. Item is the
// file of a drive, made whether there was none of its name.
func finish(tx *store.Tx, s *Session, drive Drive, attached Attached) (item model.DriveItem, made bool, err error) {
	if err := mayFinish(tx, s); err != nil {
		return item, false, err
	}
	if s.Goal.Owner != nil {
		made, err = true, finishAttachment(tx, s, attached)
	} else {
		item, made, err = drive.Add(tx, *s, &Content{Size: s.Size, ID: s.content, written: int((s.Size + pieceSize - 1) / pieceSize)})
		s.Made = item.ID
	}
	if err != nil {
		return item, made, err
	}
	if err := s.change(tx, partMade); err != nil {
		return item, made, fmt.Errorf("end an upload session: %w", err)
	}
	return item, made, nil
}

// mayFinish asks once more who may, as what was shared when the session began
// can have been taken back, or have left what is shared.
func mayFinish(tx *store.Tx, s *Session) error {
	var owner, kind string
	if err := tx.QueryRow(`SELECT id, kind FROM mailboxes WHERE mailbox_id = ?`, s.Mailbox).Scan(&owner, &kind); err != nil {
		return fmt.Errorf("read whose upload session it is: %w", err)
	}
	if owner == s.By || kind != store.KindUser {
		return nil
	}
	v := model.Visit{Caller: s.By, Area: store.AreaFiles, Right: model.Writes, Parts: true, Keys: func(func(string, string) bool) {}}
	if o := s.Goal.Owner; o != nil {
		area, key := store.AreaCalendars, "event"
		if o.Kind == store.ItemMessage {
			area, key = store.AreaMail, "message"
		}
		v.Area, v.Keys = area, func(yield func(string, string) bool) { yield(key, o.ID) }
	}
	return tx.Admit(s.Mailbox, v)
}

func finishAttachment(tx *store.Tx, s *Session, attached Attached) error {
	owner, a := *s.Goal.Owner, s.Goal.Attachment
	a.ContentBytes = make([]byte, 0, s.Size)
	for n := int64(0); int64(len(a.ContentBytes)) < s.Size; n++ {
		piece, err := storedPiece(tx, s.Mailbox, s.content, n)
		if err != nil {
			return err
		}
		a.ContentBytes = append(a.ContentBytes, piece...)
	}
	a, err := tx.AddAttachment(owner, a)
	if err != nil {
		return err
	}
	s.Made = a.ID
	if err := DropContent(tx, s.Mailbox, s.content); err != nil {
		return fmt.Errorf("drop the pieces of an attachment: %w", err)
	}
	return attached[owner.Kind](tx, owner)
}

// cancelSession ends a session and drops what has come. What was made of a
// whole one stays.
func cancelSession(tx *store.Tx, s Session) error {
	if s.Made == "" {
		if err := DropContent(tx, s.Mailbox, s.content); err != nil {
			return fmt.Errorf("drop the pieces of an upload: %w", err)
		}
	}
	if _, err := tx.Exec(`DELETE FROM upload_sessions WHERE key_hash = ?`, s.hash); err != nil {
		return fmt.Errorf("cancel an upload session: %w", err)
	}
	return nil
}

// dropExpiredUploads collects what nobody went on with.
func dropExpiredUploads(tx *store.Tx) error {
	now := tx.Now().UnixMilli()
	_, err := tx.Exec(`DELETE FROM file_pieces WHERE (mailbox_id, content_id) IN
		(SELECT mailbox_id, content_id FROM upload_sessions WHERE expires <= ? AND made = '')`, now)
	if err == nil {
		_, err = tx.Exec(`DELETE FROM upload_sessions WHERE expires <= ?`, now)
	}
	if err != nil {
		return fmt.Errorf("drop expired uploads: %w", err)
	}
	return nil
}

// dropExpired does so when the store is opened, and writes only where there is
// something.
func dropExpired(s *store.Store) error {
	ctx, expired := context.Background(), false
	err := s.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM upload_sessions WHERE expires <= ?)`, tx.Now().UnixMilli()).Scan(&expired)
	})
	if err != nil || !expired {
		return err
	}
	return s.Write(ctx, func(tx *store.Tx) error { return dropExpiredUploads(tx) })
}
