//go:build !unix

package pgtest

import (
	"errors"
	"os"
)

// start finds the server that is named.
func start() (string, error) {
	if at := os.Getenv("DAYBOOK_TEST_POSTGRES"); at != "" {
		return at, nil
	}
	return "", errors.New("DAYBOOK_TEST_POSTGRES names no server")
}
