// Package bridge satisfies the views' consumer interfaces with the client: one
// file a view. It translates, and holds what the screens decide about the
// interface: which properties and pages they ask for, in which dialect, with
// which right; how a request travels is the client's.
package bridge

import (
	"errors"

	"daybook/api"
	"daybook/model"
)

// unlessRefused takes what the service refuses for not there.
func unlessRefused(err error) error {
	if api.IsRefusal(err) {
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
