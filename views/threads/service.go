package threads

import (
	"context"
	"time"

	"daybook/model"
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
	// CheckFiles says why the files of this machine at some paths cannot go with
	// a post: one is not there or not to be read, or they are too large.
	CheckFiles(paths []string) error
	// Reply answers a post. The files of this machine at some paths, here and
	// in Begin, go with it; "~/" is the home folder. Nothing is posted when one
	// of them cannot be read, or is too large.
	Reply(ctx context.Context, group, thread, post string, p model.Post, files []string) error
	// Forward sends a post on.
	Forward(ctx context.Context, group, thread, post string, r model.ForwardRequest) error
	// Begin begins a conversation and returns the id of its thread.
	Begin(ctx context.Context, group, topic string, first model.Post, files []string) (string, error)
	// Delete removes a thread for good.
	Delete(ctx context.Context, group, thread string) error
	// Attachment gets the bytes of a post's attachment.
	Attachment(ctx context.Context, group, thread, post, attachment string) ([]byte, error)
	// DeleteAttachment takes an attachment off a post for good.
	DeleteAttachment(ctx context.Context, group, thread, post, attachment string) error
	// Complete returns at most most people whose name or address begins so.
	Complete(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error)
}
