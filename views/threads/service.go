package threads

import (
	"context"
	"time"

	"daybook/model"
	"daybook/views"
)

// Service is what the screen needs of the groups. A refusal is an error of
// model's table: model.ErrAccessDenied for a post to a locked thread.
type Service interface {
	// Groups lists those one can read.
	Groups(ctx context.Context) ([]model.Group, error)
	// Members lists who is in a group.
	Members(ctx context.Context, group string) ([]model.User, error)
	// Photo is a group's photo, nil where there is none.
	Photo(ctx context.Context, group string) ([]byte, error)
	// Events lists what stands in a group's calendar between two times, the
	// soonest first.
	Events(ctx context.Context, group string, from, to time.Time) ([]model.Event, error)
	// Threads lists those of a group, the newest first, each with its posts
	// as far as the service expands them, or without.
	Threads(ctx context.Context, group string) ([]model.ConversationThread, error)
	// Posts lists those of a thread, the oldest first, with bodies and with
	// attachments but for their contents.
	Posts(ctx context.Context, group, thread string) ([]model.Post, error)
	// Lock locks a thread, or unlocks it.
	Lock(ctx context.Context, group, thread string, locked bool) error
	// Reply answers a post.
	Reply(ctx context.Context, group, thread, post string, p model.Post) error
	// Forward sends a post on.
	Forward(ctx context.Context, group, thread, post string, r model.ForwardRequest) error
	// Begin begins a conversation and returns the id of its thread.
	Begin(ctx context.Context, group, topic string, first model.Post) (string, error)
	// Delete removes a thread for good.
	Delete(ctx context.Context, group, thread string) error
	// Attachment gets the bytes of a post's attachment.
	Attachment(ctx context.Context, group, thread, post, attachment string) ([]byte, error)
	// DeleteAttachment takes an attachment off a post for good.
	DeleteAttachment(ctx context.Context, group, thread, post, attachment string) error
	// Complete returns at most most people whose name or address begins so.
	Complete(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error)
}

// requestTime bounds one request, sending included.
const requestTime = 30 * time.Second

// limited is a request's context.
func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTime)
}

// own addresses what comes back to this screen.
type own struct{}

// To implements views.Addressed.
func (own) To() views.Screen { return views.Groups }

type groupsLoaded struct {
	own
	generation int
	groups     []model.Group
	err        error
}

type threadsLoaded struct {
	own
	generation int
	group      string
	threads    []model.ConversationThread
	err        error
}

// countsLoaded is the threads of a group that is not shown, for its mark.
type countsLoaded struct {
	own
	generation int
	group      string
	threads    []model.ConversationThread
	err        error
}

type postsLoaded struct {
	own
	generation int
	thread     string
	posts      []*post
	err        error
}

// aboutLoaded is what the group's card shows.
type aboutLoaded struct {
	own
	generation int
	group      string
	about      about
}

// lookedAt comes when a thread has been on the screen for a moment.
type lookedAt struct {
	own
	thread string
}

type locked struct {
	own
	change lockChange
	step   views.Step
	err    error
}

type posted struct {
	own
	draft  draft
	thread string // that was begun, for a new conversation
	err    error
}

type rested struct {
	own
	query string
}

type completed struct {
	own
	query  string
	people []model.EmailAddress
	err    error
}
