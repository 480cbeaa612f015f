package eventform

import (
	"context"

	"daybook/model"
)

// Service is what has to be known to fill in a form, and to take it.
type Service interface {
	// People suggests people whose name or address begins so.
	People(ctx context.Context, prefix string) ([]model.EmailAddress, error)
	// Rooms suggests rooms and equipment in the same way.
	Rooms(ctx context.Context, prefix string) ([]model.EmailAddress, error)
	// Categories lists the names of the person's categories.
	Categories(ctx context.Context) ([]string, error)
	// Public says that the service speaks the public protocol alone: it makes
	// the links of online meetings itself, and has no rule of a series beyond
	// the six patterns.
	Public() bool
	// CheckFile says why the file at a path cannot be attached: not there, not to
	// be read, too large.
	CheckFile(path string) error
}
