// Package bridge satisfies the views' consumer interfaces with the client:
// one file a view. It translates and decides nothing; what a view may do is
// the view's, how it travels is the client's.
package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"

	"daybook/api"
	"daybook/model"
)

// mostCollected bounds a list that is read to its end.
const mostCollected = 50_000

// errMany is a list that is longer.
var errMany = fmt.Errorf("the list is too large to show: it has more than %d items", mostCollected)

// collect reads a list to its end, each item once: screens find things by their id, and a service may name one twice. Of
// a list that leads nowhere it is what came until then; the client tells so.
func collect[T any](ctx context.Context, page *api.Page[T], err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	var out []T
	known := map[string]bool{}
	for v, err := range page.All(ctx) {
		e, _ := any(v).(interface{ Identity() string })
		switch {
		case errors.Is(err, api.ErrEndless):
			return out, nil
		case err != nil:
			return nil, err
		case len(out) == mostCollected:
			return nil, errMany
		case e != nil && e.Identity() != "" && known[e.Identity()]:
			continue
		case e != nil:
			known[e.Identity()] = true
		}
		out = append(out, v)
	}
	return out, nil
}

// mostRead bounds an attachment: the services take 150 MB at most.
const mostRead = 150 << 20

var errFile = fmt.Errorf("it is larger than %d MB, which is more than an attachment can have", mostRead>>20)

// readFile reads an attachment.
func readFile(r io.Reader) ([]byte, error) { return readUpTo(r, mostRead) }

func readUpTo(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(b)) > most {
		return nil, errFile
	}
	return b, err
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
