// Package apitest is the contract as calls of the typed client: one for every
// method and path of the interface. Tests hold the client against the rows
// with it, and the service against the client.
//
// Invariants: a key is a row's method and path with {user} for the mailbox
// and {} for each identifier; a call uses the World's identifiers in the
// order of its row's braces and makes the one request of its row.
package apitest

import (
	"context"
	"maps"
	"time"

	"daybook/api"
)

// Kind says what a call returns.
type Kind int

// The kinds of reply.
const (
	Nothing Kind = iota // no body
	Entity              // one resource
	List                // a page: Do returns its first item, if any
	Bytes               // a body that is not JSON
)

// World is what a call is made in: a client, the mailbox for {user}, the
// identifiers for each {}, a name for what is made, and the span for views.
type World struct {
	Client   *api.Client
	User     api.UserRef
	IDs      []string
	Name     string
	From, To time.Time
}

func (w World) id(n int) string { return w.IDs[n-1] }

func (w World) group() api.GroupRef { return w.Client.Group(w.id(1)) }

// Call is one row as a call.
type Call struct {
	Kind Kind
	Do   func(ctx context.Context, w World) (any, error)
}

// Calls are the calls of all rows.
func Calls() map[string]Call {
	all := map[string]Call{}
	for _, area := range []map[string]Call{
		mailCalls(), messageCalls(), calendarCalls(), permissionCalls(), eventCalls(), peopleCalls(),
		groupCalls(), extensionCalls(), fileCalls(), accountCalls(),
	} {
		maps.Copy(all, area)
	}
	return all
}

func entity[T any](do func(context.Context, World) (T, error)) Call {
	return Call{Entity, func(ctx context.Context, w World) (any, error) { return do(ctx, w) }}
}

func list[T any](do func(context.Context, World) (*api.Page[T], error)) Call {
	return Call{List, func(ctx context.Context, w World) (any, error) {
		page, err := do(ctx, w)
		if err != nil || len(page.Value) == 0 {
			return nil, err
		}
		return page.Value[0], nil
	}}
}

func nothing(do func(context.Context, World) error) Call {
	return Call{Nothing, func(ctx context.Context, w World) (any, error) { return nil, do(ctx, w) }}
}
