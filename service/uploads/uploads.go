// Package uploads takes large files in ranges: attachments of messages and
// events, and files of drives. The areas that have them begin the sessions.
//
// Where the contract is silent the public interface decides:
// https://learn.microsoft.com/en-us/graph/outlook-large-attachments and
// https://learn.microsoft.com/en-us/graph/api/driveitem-createuploadsession
//
// Invariants: the address of a session is the only key to it, and can neither
// be guessed nor read from the store; what has come is on the disk when it is
// answered for, and outlives the process; ranges come in order, each byte
// once; what the session is for is made with its last byte, in one
// transaction; a range that is sent again after the end is answered as before.
package uploads

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the part of the service that takes the bytes.
type Area struct {
	store    *store.Store
	drive    Drive
	attached Attached
}

// New makes the area on a store; whose files drive makes.
func New(s *store.Store, drive Drive, attached Attached) *Area {
	return &Area{store: s, drive: drive, attached: attached}
}

const (
	// MaxRange is the largest range in bytes: that of the public interface for
	// drives, which takes less for attachments.
	MaxRange = 60 << 20
	// block is how many bytes are held before they are written.
	block = 1 << 20
)

const path = "uploadSessions/"

// Routes is the part of the routing table to which no token leads.
func (a *Area) Routes() []rest.Route {
	like := rest.Route{Keyed: true, Accepts: []string{"*/*"}, MaxBody: MaxRange}
	return []rest.Route{
		like.At("PUT", path+"{session}", "UploadRange", a.put),
		like.At("GET", path+"{session}", "GetUploadSession", a.get),
		like.At("DELETE", path+"{session}", "CancelUploadSession", a.cancel),
	}
}

// Begin begins a session for a goal, of a size in bytes, -1 when it is not
// known, and answers with its address.
func Begin(r *rest.Request, tx *store.Tx, mailbox int64, status int, goal Goal, size int64) (rest.Reply, error) {
	key, session, err := beginSession(tx, mailbox, r.Caller.UserID, goal, size)
	if err != nil {
		return rest.Reply{}, err
	}
	state := stateOf(session)
	state.Context = r.Base() + "/$metadata#microsoft.graph.uploadSession"
	state.UploadURL = r.Base() + "/" + path + key
	reply := rest.Action(state)
	reply.Status = status
	return reply, nil
}

// Attachment is a file that is to be attached to a message or an event.
type Attachment struct{ item model.AttachmentItem }

// ReadAttachment reads what is to be attached.
func ReadAttachment(r *rest.Request) (a Attachment, err error) {
	var given struct {
		Item model.AttachmentItem `json:"AttachmentItem"`
	}
	if err := r.Decode(&given); err != nil {
		return a, err
	}
	it := given.Item
	switch {
	case !strings.EqualFold(it.AttachmentType, "file"):
		err = rest.BadProperty("AttachmentItem/attachmentType", "%q is not file", it.AttachmentType)
	case it.Name == "":
		err = rest.BadProperty("AttachmentItem/name", "is required")
	case it.Size <= 0:
		err = rest.BadProperty("AttachmentItem/size", "is required: the bytes of the file")
	case it.Size > store.MaxAttachment:
		err = model.Errorf(model.CodeTooLarge, "attachment %q is larger than %d bytes", it.Name, store.MaxAttachment)
	}
	return Attachment{it}, err
}

// Begin begins the session of an attachment of the owner that the path names.
func (a Attachment) Begin(r *rest.Request, tx *store.Tx, of store.Owner) (rest.Reply, error) {
	_, below, _ := strings.Cut(strings.Trim(r.URL.EscapedPath(), "/"), "/")
	goal := Goal{Owner: &of, Path: below[:strings.LastIndexByte(below, '/')],
		Attachment: model.Attachment{Entity: model.Entity{Type: model.FileAttachment}, Name: a.item.Name, ContentType: a.item.ContentType,
			IsInline: a.item.IsInline, ContentID: a.item.ContentID}}
	return Begin(r, tx, of.Mailbox, http.StatusCreated, goal, a.item.Size)
}

// stateOf is what a session expects next.
func stateOf(s Session) model.UploadSession {
	out := model.UploadSession{ExpirationDateTime: &s.Expires, NextExpectedRanges: []string{}}
	if s.Made == "" {
		out.NextExpectedRanges = append(out.NextExpectedRanges, strconv.FormatInt(s.Received, 10)+"-")
	}
	return out
}

func (a *Area) get(r *rest.Request) (rest.Reply, error) {
	var s Session
	err := a.store.Read(r.Context(), func(tx *store.Tx) (err error) {
		s, err = session(tx, r)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	reply := rest.Action(stateOf(s))
	if s.Made != "" {
		reply = reply.With("Location", location(r, s))
	}
	return reply, nil
}

// session finds the session of the path; who asks for what is not there
// spends what all such have together.
func session(tx *store.Tx, r *rest.Request) (Session, error) {
	s, err := findSession(tx, r.Key("session"))
	who := s.By
	if err != nil {
		who = ""
	}
	return s, errors.Join(err, r.Spend(who))
}

func location(r *rest.Request, s Session) string {
	return r.Base() + "/" + s.Goal.Path + "/" + s.Made
}

func (a *Area) cancel(r *rest.Request) (rest.Reply, error) {
	err := a.store.Write(r.Context(), func(tx *store.Tx) error {
		s, err := session(tx, r)
		if err != nil {
			return err
		}
		return cancelSession(tx, s)
	})
	return rest.NoContent(), err
}

// span is a Content-Range: bytes from to until, of a whole.
type span struct{ from, until, whole int64 }

// contentRange reads "bytes 0-327679/1000000".
func contentRange(r *rest.Request) (s span, err error) {
	text := r.Header.Get("Content-Range")
	unit, numbers, _ := strings.Cut(text, " ")
	ends, whole, _ := strings.Cut(numbers, "/")
	from, last, _ := strings.Cut(ends, "-")
	for _, part := range []struct {
		text string
		into *int64
	}{{from, &s.from}, {last, &s.until}, {whole, &s.whole}} {
		n, parseErr := strconv.ParseUint(strings.TrimSpace(part.text), 10, 62)
		err = errors.Join(err, parseErr)
		*part.into = int64(n)
	}
	s.until++
	if err != nil || !strings.EqualFold(unit, "bytes") || s.until <= s.from || s.until > s.whole {
		return s, model.Errorf(model.CodeInvalidRequest, "Content-Range %q is not of the form: bytes 0-327679/1000000", text)
	}
	if n := r.ContentLength; n >= 0 && n != s.until-s.from {
		return s, model.Errorf(model.CodeInvalidRequest, "Content-Range says %d bytes, Content-Length %d", s.until-s.from, n)
	}
	if s.until-s.from > MaxRange {
		return s, model.Errorf(model.CodeTooLarge, "a range has at most %d bytes", MaxRange)
	}
	return s, nil
}

// check holds a range against what the session expects.
func (at span) check(s Session) error {
	switch {
	case s.Size >= 0 && s.Size != at.whole:
		return model.Errorf(model.CodeInvalidRange, "the range is of %d bytes, the upload of %d", at.whole, s.Size)
	case s.Made == "" && s.Received != at.from:
		return model.Errorf(model.CodeInvalidRange, "the range begins at %d, and %d is expected next", at.from, s.Received)
	}
	return nil
}

// put takes a range: 202 with what is expected next, and at the end 201, or
// 200 for a file that was there.
func (a *Area) put(r *rest.Request) (rest.Reply, error) {
	at, err := contentRange(r)
	if err != nil {
		return rest.Reply{}, err
	}
	var s Session
	err = a.store.Read(r.Context(), func(tx *store.Tx) (err error) {
		if s, err = session(tx, r); err != nil {
			return err
		}
		return at.check(s)
	})
	switch {
	case err != nil:
		return rest.Reply{}, err
	case s.Made != "" && at.until == s.Size:
		return a.done(r, s)
	case s.Made != "":
		return rest.Reply{}, model.Errorf(model.CodeInvalidRange, "all %d bytes have come", s.Size)
	}
	return a.take(r, at)
}

// take reads the range and writes it block by block, so that what a broken
// line has brought need not come again.
func (a *Area) take(r *rest.Request, at span) (rest.Reply, error) {
	body, err := r.BodyReader()
	if err != nil {
		return rest.Reply{}, err
	}
	held := make([]byte, min(block, at.until-at.from))
	for at.from < at.until {
		held = held[:min(int64(len(held)), at.until-at.from)]
		if _, err := io.ReadFull(body, held); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return rest.Reply{}, model.Errorf(model.CodeInvalidRequest, "the body is shorter than its Content-Range")
		} else if err != nil {
			return rest.Reply{}, err
		}
		var s Session
		var item model.DriveItem
		var made bool
		err := a.store.Write(r.Context(), func(tx *store.Tx) error {
			var err error
			if s, err = findSession(tx, r.Key("session")); err == nil {
				err = at.check(s)
			}
			if err == nil && s.Made != "" {
				err = model.Errorf(model.CodeInvalidRange, "all %d bytes have come", s.Size)
			}
			if err != nil {
				return err
			}
			s.Size = at.whole
			if err := extend(tx, &s, held); err != nil || s.Received < s.Size {
				return err
			}
			item, made, err = finish(tx, &s, a.drive, a.attached)
			return err
		})
		if err != nil {
			return rest.Reply{}, err
		}
		at.from += int64(len(held))
		switch {
		case s.Made != "":
			return finished(r, s, item, made), nil
		case at.from == at.until:
			reply := rest.Action(stateOf(s))
			reply.Status = http.StatusAccepted
			return reply, nil
		}
	}
	return rest.Reply{}, errors.New("an empty range was let through")
}

// done answers for an upload that had come to its end before.
func (a *Area) done(r *rest.Request, s Session) (rest.Reply, error) {
	var item model.DriveItem
	if s.Goal.Owner != nil {
		return finished(r, s, item, true), nil
	}
	err := a.store.Read(r.Context(), func(tx *store.Tx) (err error) {
		item, err = a.drive.Read(tx, s.Mailbox, s.Made)
		return err
	})
	return finished(r, s, item, true), err
}

// finished answers with where it is, and with a file of a drive itself.
func finished(r *rest.Request, s Session, item model.DriveItem, made bool) rest.Reply {
	if s.Goal.Owner != nil {
		return rest.Reply{Status: http.StatusCreated}.With("Location", location(r, s))
	}
	reply := rest.Action(item)
	if made {
		reply.Status = http.StatusCreated
	}
	return reply.With("Location", location(r, s))
}
