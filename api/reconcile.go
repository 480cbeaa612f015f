package api

import (
	"context"
	"errors"
	"time"

	"daybook/model"
)

// Where the answer to a change is lost, it is found out whether the change was
// made, so that it is neither made twice nor taken back on the screen alone.
// Letters, events and posts have a name of their own by which that is done
// (Deliver, Event.TransactionID, client-request-id); what is below is for what
// has none.

// lookTime bounds a look, also when what it is for has run out of time: that is
// one way for an answer to be lost.
const lookTime = 30 * time.Second

// outlive is a context for a look after a request under ctx was lost.
func outlive(ctx context.Context, bound time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), bound)
}

// Reconcile looks whether a change was made of which the answer was lost; err
// is what the change ended with. It is nil where made finds that it was.
func Reconcile(ctx context.Context, err error, made func(context.Context) (bool, error)) error {
	if !Ambiguous(err) {
		return err
	}
	ctx, cancel := outlive(ctx, lookTime)
	defer cancel()
	if is, lookErr := made(ctx); is && lookErr == nil {
		return nil
	}
	return err
}

// ReconcileDelete reports a deletion as done when its answer was lost and get
// finds the thing gone.
func ReconcileDelete(ctx context.Context, err error, get func(context.Context) error) error {
	return Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
		return errors.Is(get(ctx), model.ErrNotFound), nil
	})
}

// ReconcileCreate returns what was to be made when its answer was lost and it
// is there. List asks for what there is, is tells whether it is the thing.
func ReconcileCreate[T any](ctx context.Context, thing T, err error, list func(context.Context) ([]T, error),
	is func(T) bool) (T, error) {
	err = Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
		all, err := list(ctx)
		for _, t := range all {
			if err == nil && is(t) {
				thing = t
				return true, nil
			}
		}
		return false, err
	})
	return thing, err
}

// CreateAmong makes one of a list in which there may be the like already: what
// there is is asked for first, and where the answer to create is lost, one that
// was not there before and is the thing is it.
func CreateAmong[T interface{ Identity() string }](ctx context.Context, list func(context.Context) ([]T, error),
	create func(context.Context) (T, error), is func(T) bool) (T, error) {
	before, err := list(ctx)
	if err != nil {
		var none T
		return none, err
	}
	known := make(map[string]bool, len(before))
	for _, old := range before {
		known[old.Identity()] = true
	}
	thing, err := create(ctx)
	return ReconcileCreate(ctx, thing, err, list, func(t T) bool { return !known[t.Identity()] && is(t) })
}

// IsRefusal tells the service's own words from a broken connection.
func IsRefusal(err error) bool {
	var refused *Error
	return errors.As(err, &refused)
}

// unlessGone takes what the service does not have for deleted, or for never
// there.
func unlessGone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}
