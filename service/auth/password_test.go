package auth

import (
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"
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

func TestFailuresDoubleTheWaitAndQuietForgives(t *testing.T) {
	a, now := newAttempts(), time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC)
	ann := key{"name", "ann"}
	for range freeFailures {
		if _, err := a.begin(now, ann); err != nil {
			t.Fatalf("a free failure: got %v", err)
		}
	}
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60, 60} {
		var wait *TooManyAttempts
		if _, err := a.begin(now, ann); !errors.As(err, &wait) || wait.Wait != want*time.Second {
			t.Errorf("failure %d: got %v, want to wait %d s", i, err, want)
		}
		now = now.Add(want * time.Second)
		if _, err := a.begin(now, ann); err != nil {
			t.Errorf("failure %d, after the wait: got %v", i, err)
		}
	}
	if _, err := a.begin(now, key{"name", "bo"}); err != nil {
		t.Errorf("somebody else has to wait: %v", err)
	}
	now = now.Add(quietToForgive + time.Second)
	for range freeFailures {
		if _, err := a.begin(now, ann); err != nil {
			t.Errorf("after a quiet time: got %v", err)
		}
	}
}

func TestASuccessForgivesTheNameButNotTheClient(t *testing.T) {
	a, now := newAttempts(), time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC)
	own, victim, client := key{"name", "mallory"}, key{"name", "ann"}, key{"client", "192.0.2.1"}
	for i := range freeOfAClient {
		good, err := a.begin(now, own, client)
		if err != nil {
			t.Fatal(err)
		}
		good.succeeded()
		if _, err := a.begin(now, key{"name", string(rune('A' + i))}, client); err != nil {
			t.Fatal(err)
		}
	}
	var wait *TooManyAttempts
	if _, err := a.begin(now, victim, client); !errors.As(err, &wait) {
		t.Errorf("a client with %d failures: got %v, want to wait", freeOfAClient, err)
	}
	if _, err := a.begin(now, victim, key{"client", "192.0.2.2"}); err != nil {
		t.Errorf("another client: got %v, want no wait", err)
	}
}

func TestAClockThatIsSetBackLocksNobodyOut(t *testing.T) {
	a, now := newAttempts(), time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC)
	ann := key{"name", "ann"}
	for range freeFailures {
		if _, err := a.begin(now, ann); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(-24 * time.Hour)
	if _, err := a.begin(now, ann); err == nil {
		t.Error("setting the clock back is a way around the wait")
	}
	if _, err := a.begin(now.Add(time.Second), ann); err != nil {
		t.Errorf("a second later: got %v, want no wait", err)
	}
}
