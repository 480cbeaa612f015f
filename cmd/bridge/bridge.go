// Package bridge satisfies the views' consumer interfaces with the client:
// one file a view. It translates and decides nothing; what a view may do is
// the view's, how it travels is the client's.
package bridge

import (
	"context"
	"errors"

	"daybook/api"
	"daybook/model"
)

// collect reads a list to its end.
func collect[T any](ctx context.Context, page *api.Page[T], err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	var out []T
	for v, err := range page.All(ctx) {
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// isRefusal tells the service's own words from a broken connection.
func isRefusal(err error) bool {
	var refused *api.Error
	return errors.As(err, &refused)
}

// unlessRefused takes what the service refuses for not there.
func unlessRefused(err error) error {
	if isRefusal(err) {
		return nil
	}
	return err
}

// unlessGone takes what the service does not have for deleted, or for never there.
func unlessGone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}
