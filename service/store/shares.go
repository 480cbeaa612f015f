package store

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"daybook/model"
)

// The areas of a mailbox that can be shared, as in the scopes. Of mail and
// calendars single folders and calendars can be; a folder with those below it.
const (
	AreaMail      = "Mail"
	AreaCalendars = "Calendars"
	AreaFiles     = "Files"
)

// Share is what the owner of a mailbox lets somebody reach.
type Share struct {
	Area    string
	Item    string // id of a folder or calendar; "" for all of the area
	Grantee string // id of a user; "" for everybody who is here
	Role    string // of a model.CalendarPermission
	Send    bool   // of mail: to send in the owner's name
}

// PutShare keeps a share in place of what there was for the same item and
// person.
func (tx *Tx) PutShare(mailbox int64, s Share) error {
	seq, err := tx.NextSeq(mailbox)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO shared_items (mailbox_id, area, item_id, grantee_id, role, send, seq) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (mailbox_id, area, item_id, grantee_id) DO UPDATE SET role = excluded.role, send = excluded.send, seq = excluded.seq`,
		mailbox, fold(s.Area), s.Item, s.Grantee, s.Role, s.Send, seq)
	if err != nil {
		return fmt.Errorf("share %s: %w", s.Area, err)
	}
	return nil
}

// DropShare takes a share back; one that is not there is a CodeNotFound.
func (tx *Tx) DropShare(mailbox int64, s Share) error {
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "this is not shared with them"),
		`DELETE FROM shared_items WHERE mailbox_id = ? AND area = ? AND item_id = ? AND grantee_id = ?`,
		mailbox, fold(s.Area), s.Item, s.Grantee)
}

// Shares lists what is shared of an area, by item and person.
func (tx *Tx) Shares(mailbox int64, area string) ([]Share, error) {
	return tx.shares(area, `mailbox_id = ? AND area = ? ORDER BY item_id, grantee_id`, mailbox, fold(area))
}

func (tx *Tx) shares(area, where string, args ...any) ([]Share, error) {
	return All(tx, func(row Row) (s Share, err error) {
		s = Share{Area: area}
		err = row.Scan(&s.Item, &s.Grantee, &s.Role, &s.Send)
		return s, err
	}, `SELECT item_id, grantee_id, role, send FROM shared_items WHERE `+where, args...)
}

// Share lets grantee, a user's id, reach the whole of an area of owner's
// mailbox.
func (s *Store) Share(ctx context.Context, owner, grantee, area string, write bool) error {
	return s.Write(ctx, func(tx *Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		given := Share{Area: area, Grantee: grantee, Role: model.RoleRead}
		if write {
			given.Role = model.RoleWrite
		}
		return tx.PutShare(mailbox, given)
	})
}

// Reach is what somebody may do in an area of another's mailbox. The nil one
// is the owner's, who may do everything.
type Reach struct {
	mailbox int64
	whole   model.Access
	items   map[string]model.Access // folders and calendars that can be reached
	send    bool
}

// Of is what may be done with a folder or calendar.
func (r *Reach) Of(item string) model.Access {
	if r == nil {
		return model.Access{Right: model.Writes, Private: true}
	}
	return r.items[item]
}

// most is the furthest that anything may be gone with.
func (r *Reach) most() model.Right {
	most := r.whole.Right
	for _, a := range r.items {
		most = max(most, a.Right)
	}
	return most
}

// Items are the folders or calendars that can be reached, by id.
func (r *Reach) Items() iter.Seq2[string, model.Access] {
	return func(yield func(string, model.Access) bool) {
		for _, id := range slices.Sorted(maps.Keys(r.items)) {
			if !yield(id, r.items[id]) {
				return
			}
		}
	}
}

// Visitor is how far who makes the request may reach, nil for the owner. It is
// known once the request was admitted.
func (tx *Tx) Visitor() *Reach { return tx.visitor }

// SharedItems lists the folders or calendars that a list of the mailbox is kept
// to; all is true where it is not.
func (tx *Tx) SharedItems(mailbox int64) (items []string, all bool) {
	if tx.visitor == nil || tx.visitor.mailbox != mailbox {
		return nil, true
	}
	return slices.Sorted(maps.Keys(tx.visitor.items)), false
}

// ReachOf finds how far caller, a user's id, may reach in an area of a mailbox
// that is not theirs.
func (tx *Tx) ReachOf(mailbox int64, caller, area string) (*Reach, error) {
	given, err := tx.shares(area, `mailbox_id = ? AND area = ? AND grantee_id IN ('', ?) ORDER BY grantee_id`, mailbox, fold(area), caller)
	if err != nil {
		return nil, err
	}
	r := &Reach{mailbox: mailbox, items: map[string]model.Access{}}
	own := map[string]model.Access{}
	for _, s := range given { // those for everybody come first: one's own take their place
		access := model.AccessOf(s.Role)
		// When somebody is free everybody is told by getSchedule. That alone
		// does not open a calendar.
		if s.Grantee == "" && access.Right <= model.SeesTimes {
			continue
		}
		r.send = r.send || s.Send
		if s.Item == "" {
			r.whole = access
		} else {
			own[s.Item] = access
		}
	}
	switch {
	case len(given) == 0:
	case strings.EqualFold(area, AreaMail):
		err = tx.spread(r, own, `SELECT id, parent_id FROM folders WHERE mailbox_id = ?`)
	case strings.EqualFold(area, AreaCalendars):
		err = tx.spread(r, own, `SELECT id, '' FROM calendars WHERE mailbox_id = ?`)
	}
	return r, err
}

// spread gives each folder or calendar what is shared of it, or else of the
// nearest folder above it, or of the mailbox. query reads them and what they
// are in.
func (tx *Tx) spread(r *Reach, own map[string]model.Access, query string) error {
	items, err := All(tx, scanPlaced, query, r.mailbox)
	if err != nil {
		return err
	}
	above := map[string]string{}
	for _, p := range items {
		above[p.id] = p.folder
	}
	for id := range above {
		access := r.whole
		for at, steps := id, 0; at != "" && steps <= len(above); at, steps = above[at], steps+1 {
			if a, shared := own[at]; shared {
				access = a
				break
			}
		}
		if access.Right > model.NoRight {
			r.items[id] = access
		}
	}
	return nil
}

// FreeBusy is how much caller, a user's id, is told of when the owner of a
// calendar is busy. Everybody here is told the times, unless the owner said
// otherwise.
func (tx *Tx) FreeBusy(mailbox int64, calendar, caller string) (model.Access, error) {
	// The nearest comes last: what is for this person, and of this calendar.
	given, err := tx.shares(AreaCalendars, `mailbox_id = ? AND area = ? AND item_id IN ('', ?) AND grantee_id IN ('', ?)
		ORDER BY grantee_id, item_id`, mailbox, fold(AreaCalendars), calendar, caller)
	if err != nil || len(given) == 0 {
		return model.Access{Right: model.SeesTimes}, err
	}
	return model.AccessOf(given[len(given)-1].Role), nil
}

// MayReach reports whether owner shares anything of an area with caller as far
// as right.
func (s *Store) MayReach(ctx context.Context, owner, caller, area string, right model.Right) (bool, error) {
	var most model.Right
	err := s.Read(ctx, func(tx *Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		r, err := tx.ReachOf(mailbox, caller, area)
		if err == nil {
			most = r.most()
		}
		return err
	})
	if strings.EqualFold(area, AreaCalendars) && right == model.Reads {
		right = model.SeesTimes // of which an event shows what it may
	}
	return most >= right, err
}

// Admit holds a request to what the owner of a mailbox shares with who makes
// it, and is nothing but a new beginning for the owner's own. What is not
// shared is not there, in the words of what is nowhere; what is shared, and
// not for this, is a CodeAccessDenied. It keeps the lists of the transaction
// to what is shared.
func (tx *Tx) Admit(mailbox int64, v model.Visit) error {
	tx.visitor = nil
	if v.Caller == "" {
		return nil
	}
	r, err := tx.ReachOf(mailbox, v.Caller, v.Area)
	if err != nil {
		return err
	}
	tx.visitor, tx.caller = r, v.Caller
	if v.Send && !r.send {
		return model.Errorf(model.CodeSendAsDenied, "the owner of this mailbox lets you not send in their name: ask them to share it for sending")
	}
	access, err := tx.visited(mailbox, r, v)
	if err != nil {
		return err
	}
	if access.Right < v.Right {
		return model.Errorf(model.CodeAccessDenied, "the owner has not shared this with you for this")
	}
	return nil
}

// visited is what may be done with what a visit leads to.
func (tx *Tx) visited(mailbox int64, r *Reach, v model.Visit) (model.Access, error) {
	calendars := strings.EqualFold(v.Area, AreaCalendars)
	access, named := model.Access{}, false
	if calendars || strings.EqualFold(v.Area, AreaMail) {
		for kind, id := range v.Keys {
			var err error
			visit := tx.store.visits[kind]
			if visit == nil {
				continue
			}
			access, err = visit(tx, mailbox, r, id, v)
			if named = true; err != nil {
				return access, err
			}
		}
	}
	switch {
	case named:
	case v.Extent == model.OfDefault:
		var err error
		if access, err = tx.store.visits["calendar"](tx, mailbox, r, "", v); err != nil {
			return access, err
		}
	case v.Extent == model.WhatIsShared:
		access.Right = r.most()
	default:
		access = r.whole
	}
	if calendars && v.Right == model.Reads && !v.Parts && access.Right > model.NoRight {
		access.Right = max(access.Right, model.Reads) // an event shows of itself what it may
	}
	return access, nil
}

func visitFolder(tx *Tx, mailbox int64, r *Reach, key string, v model.Visit) (model.Access, error) {
	f, err := tx.Folder(mailbox, key)
	if err != nil {
		return model.Access{}, err
	}
	access := r.items[f.ID]
	if access.Right == model.NoRight {
		return access, noFolder(key)
	}
	if v.Itself { // who may change what is in a folder may change those that are in it
		access = r.items[f.ParentFolderID]
	}
	return access, nil
}

func visitMessage(tx *Tx, mailbox int64, r *Reach, id string, _ model.Visit) (model.Access, error) {
	folder, err := tx.MessageFolder(mailbox, id)
	if err == nil && r.items[folder].Right == model.NoRight {
		err = noMessage(id)
	}
	return r.items[folder], err
}

// Destination is the folder that something is to be put into: one that a
// visitor may change.
func (tx *Tx) Destination(mailbox int64, key string) (model.MailFolder, error) {
	f, err := tx.Folder(mailbox, key)
	if err != nil {
		return f, err
	}
	switch right := tx.Visitor().Of(f.ID).Right; {
	case right == model.NoRight && f.WellKnownName == "":
		return model.MailFolder{}, noFolder(key)
	case right < model.Writes:
		return model.MailFolder{}, model.Errorf(model.CodeAccessDenied, "the owner has not shared the folder %q with you for writing", key)
	}
	return f, nil
}

// ReachIn is how far who makes the request may reach in another area of a
// mailbox, having come to it by this one; nil for the owner.
func (tx *Tx) ReachIn(mailbox int64, area string) (*Reach, error) {
	if tx.visitor == nil || tx.visitor.mailbox != mailbox {
		return nil, nil
	}
	return tx.ReachOf(mailbox, tx.caller, area)
}
