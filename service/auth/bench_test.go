package auth

import (
	"crypto/rand"
	"testing"
)

// BenchmarkPassword is what it costs to look at one attempt.
func BenchmarkPassword(b *testing.B) {
	hash, err := hashPassword("correct horse battery", passwordCost, rand.Reader)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if ok, err := verifyPassword("a guess", hash); ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}
