package model

import (
	"fmt"
	"runtime"
)

// Mistake is what was panicked with as an error that may be logged and shown:
// a runtime error in its own words, anything else by its type alone, as its
// text may hold mail or a secret.
func Mistake(panicked any) error {
	if e, ok := panicked.(runtime.Error); ok {
		return fmt.Errorf("panic: %w", e)
	}
	return fmt.Errorf("panic with a %T", panicked)
}
