package bridge

import (
	"context"
	"errors"
	"time"

	"daybook/api"
	"daybook/model"
)

// Where the answer to a change is lost, it is found out whether the change was
// made, so that it is neither made twice nor taken back on the screen alone.
// The client does that for what has a name of its own: letters, events, posts.
// What is below has none.

// lookTime bounds a look, also when what it is for has run out of time: that is
// one way for an answer to be lost.
const lookTime = 30 * time.Second

// looking is the context of a look after a request under ctx was lost.
func looking(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lookTime)
}

// deleted reports a deletion as done when its answer was lost and the thing is
// gone.
func deleted(ctx context.Context, err error, get func(context.Context) error) error {
	if !api.Ambiguous(err) {
		return err
	}
	ctx, cancel := looking(ctx)
	defer cancel()
	if errors.Is(get(ctx), model.ErrNotFound) {
		return nil
	}
	return err
}

// made returns what was to be made when its answer was lost and it is there.
// List asks for what there is, is tells whether it is the thing.
func made[T any](ctx context.Context, thing T, err error, list func(context.Context) ([]T, error), is func(T) bool) (T, error) {
	if !api.Ambiguous(err) {
		return thing, err
	}
	ctx, cancel := looking(ctx)
	defer cancel()
	all, lookErr := list(ctx)
	if lookErr != nil {
		return thing, err
	}
	for _, t := range all {
		if is(t) {
			return t, nil
		}
	}
	return thing, err
}
