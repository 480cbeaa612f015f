// Package seed makes property tests draw the same cases in every run, so
// that a change is judged by what it changes and not by the dice.
//
// A test package that uses rapid imports it for its effect. DAYBOOK_SEED, a
// whole number other than 0, draws other cases:
//
//	DAYBOOK_SEED=$RANDOM go test ./...
//
// The flag -rapid.seed, where given, is stronger.
package seed

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // registers the flag
)

func init() {
	value := os.Getenv("DAYBOOK_SEED")
	if value == "" {
		value = "1"
	}
	if err := flag.Set("rapid.seed", value); err != nil {
		panic("DAYBOOK_SEED: " + err.Error())
	}
}
