package rest

import (
	"context"
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/store"
)

// Inside is a handler that runs in a transaction. mailbox is the number of the
// mailbox that the path leads into; every key of the path lies in the one
// before it. What it answers goes out once the transaction has ended: what an
// error came from is undone.
type Inside func(r *Request, tx *store.Tx, mailbox int64) (Reply, error)

// InsideWith is Inside for what a request brings, its body as a rule.
type InsideWith[T any] func(r *Request, tx *store.Tx, mailbox int64, in T) (Reply, error)

// Reads is a row's handler that sees one moment of the store.
func Reads(h Inside) Handler { return within((*Request).Read, Nothing, bare(h)) }

// Writes is Reads for what changes something: all of it, or nothing.
func Writes(h Inside) Handler { return within((*Request).Change, Nothing, bare(h)) }

// ReadsWith is Reads for a handler that needs what before makes of the request,
// outside of the transaction: nobody waits for a slow body, or for what is
// decoded, cleaned, hashed or drawn. A refusal of before begins none.
func ReadsWith[T any](before func(*Request) (T, error), h InsideWith[T]) Handler {
	return within((*Request).Read, before, h)
}

// WritesWith is ReadsWith for what changes something.
func WritesWith[T any](before func(*Request) (T, error), h InsideWith[T]) Handler {
	return within((*Request).Change, before, h)
}

// None is what Nothing brings: the before of a handler that needs none.
type None struct{}

// Nothing brings nothing.
func Nothing(*Request) (None, error) { return None{}, nil }

func bare(h Inside) InsideWith[None] {
	return func(r *Request, tx *store.Tx, mailbox int64, _ None) (Reply, error) { return h(r, tx, mailbox) }
}

func within[T any](run func(*Request, func(*store.Tx, int64) error) error,
	before func(*Request) (T, error), h InsideWith[T]) Handler {
	return func(r *Request) (reply Reply, err error) {
		in, err := before(r)
		if err != nil {
			return Reply{}, err
		}
		err = run(r, func(tx *store.Tx, mailbox int64) error {
			reply, err = h(r, tx, mailbox, in)
			return err
		})
		return reply, err
	}
}

// Read runs fn in a reading transaction, on the mailbox that the path leads
// into: for a handler that is no Inside, as it streams or waits.
func (r *Request) Read(fn func(tx *store.Tx, mailbox int64) error) error {
	return r.run(r.api.conf.Store.Read, fn)
}

// Change is Read in a writing transaction.
func (r *Request) Change(fn func(tx *store.Tx, mailbox int64) error) error {
	return r.run(r.api.conf.Store.Write, fn)
}

// run begins each transaction with the path, so that no path reaches what is
// not shared with the caller, nor an item by a folder that it is not in.
func (r *Request) run(transaction func(context.Context, func(*store.Tx) error) error, fn func(*store.Tx, int64) error) error {
	return transaction(r.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(r.Mailbox.ID)
		if err == nil {
			err = tx.Admit(mailbox, r.visit())
		}
		if err == nil {
			err = tx.Within(mailbox, r.Keys)
		}
		if err != nil {
			return err
		}
		return fn(tx, mailbox)
	})
}

// visit is what is asked of somebody else's mailbox; nothing where it is the
// caller's own, or a group's.
func (r *Request) visit() model.Visit {
	if !r.visiting {
		return model.Visit{}
	}
	row := r.Route
	right := row.right()
	return model.Visit{Caller: r.Caller.UserID, Area: scopeArea(row.Scopes), Right: right, Extent: row.Extent, Keys: r.Keys,
		Send: slices.Contains(row.Scopes, "Mail.Send"), Parts: strings.Contains(row.Pattern, "{event}/"),
		Itself: right == model.Writes && (strings.HasSuffix(row.Pattern, "{folder}") || strings.HasSuffix(row.Pattern, "{folder}/move"))}
}

// JSON decodes the body into a T: the before of a handler that takes one.
func JSON[T any](r *Request) (T, error) {
	var in T
	err := r.Decode(&in)
	return in, err
}

// AnyJSON is JSON for an action all of whose parameters can be left out.
func AnyJSON[T any](r *Request) (T, error) {
	var in T
	err := r.DecodeAny(&in)
	return in, err
}
