package auth

import (
	"crypto/rand"
	"errors"
	"strings"
	"testing"
)

var cheap = cost{time: 1, memory: 8, threads: 1}

func TestAPasswordIsItselfAlone(t *testing.T) {
	hash, err := hashPassword("Zoë's pass word", cheap, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash, "pass") || !strings.HasPrefix(hash, "$argon2id$v=19$m=8,t=1,p=1$") {
		t.Errorf("got the hash %q", hash)
	}
	for password, want := range map[string]bool{
		"Zoë's pass word":       true,
		"Zoe\u0308's pass word": true, // the same letters, composed otherwise
		"zoë's pass word":       false,
		"Zoë's pass word ":      false,
		"":                      false,
	} {
		if got, err := verifyPassword(password, hash); got != want || err != nil {
			t.Errorf("%q: got %t, %v; want %t", password, got, err, want)
		}
	}
	second, err := hashPassword("Zoë's pass word", cheap, rand.Reader)
	if err != nil || second == hash {
		t.Errorf("the same password twice has one hash: %v", err)
	}
}

func TestAStrangersHashIsWellFormedAndNobodys(t *testing.T) {
	c, _, _, err := parseHash(stranger)
	if err != nil || c != passwordCost {
		t.Fatalf("got %+v, %v; want it to cost what a password does: %+v", c, err, passwordCost)
	}
	if ok, err := verifyPassword("", stranger); ok || err != nil {
		t.Errorf("got %t, %v; want no password to be it", ok, err)
	}
}

func TestABrokenHashLetsNobodyIn(t *testing.T) {
	for _, hash := range []string{"", "x", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$AAAA$", "$argon2id$v=19$m=8,t=1,p=1$$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=8,t=0,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=9999999,t=1,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=18$m=8,t=1,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=8,t=1,p=1$????$????"} {
		if ok, err := verifyPassword("", hash); ok || !errors.Is(err, errHash) {
			t.Errorf("%q: got %t, %v; want errHash", hash, ok, err)
		}
	}
}

func TestAPasswordMustBeOne(t *testing.T) {
	for password, want := range map[string]bool{
		"seven77": false, "eight888": true, "ünïcödé!": true, strings.Repeat("x", 1024): true, strings.Repeat("x", 1025): false,
		"tab\tin between": false, "not \xff UTF-8 text": false, "with spaces too": true, "": false,
	} {
		if err := checkPassword(password); (err == nil) != want || (err != nil && !errors.Is(err, ErrBadPassword)) {
			t.Errorf("%q: got %v, want accepted: %t", password, err, want)
		}
	}
}
