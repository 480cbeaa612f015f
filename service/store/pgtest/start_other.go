//go:build !unix

package pgtest

import (
	"errors"
	"os"
)

// start finds the server that is named.
func start() (cluster, error) {
	if at := os.Getenv("DAYBOOK_TEST_POSTGRES"); at != "" {
		return cluster{at: at}, nil
	}
	return cluster{}, errors.New("DAYBOOK_TEST_POSTGRES names no server")
}
