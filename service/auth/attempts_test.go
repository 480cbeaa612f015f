package auth

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)

func TestFailuresDoubleTheWaitAndQuietForgives(t *testing.T) {
	for kind, free := range map[string]int{byClient: freeOfAClient, byBrowser: freeOfABrowser, "user code": freeOfAClient} {
		a, now, k := newAttempts(), noon, key{kind, "x"}
		for range free {
			if _, err := a.begin(now, k); err != nil {
				t.Fatalf("%s: a free failure: got %v", kind, err)
			}
		}
		for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60, 60} {
			var wait *TooManyAttempts
			if _, err := a.begin(now, k); !errors.As(err, &wait) || wait.Wait != want*time.Second {
				t.Errorf("%s: failure %d: got %v, want to wait %d s", kind, i, err, want)
			}
			now = now.Add(want * time.Second)
			if _, err := a.begin(now, k); err != nil {
				t.Errorf("%s: failure %d, after the wait: got %v", kind, i, err)
			}
		}
		if _, err := a.begin(now, key{kind, "y"}); err != nil {
			t.Errorf("%s: another has to wait: %v", kind, err)
		}
		now = now.Add(quietToForgive + time.Second)
		for range free {
			if _, err := a.begin(now, k); err != nil {
				t.Errorf("%s: after a quiet time: got %v", kind, err)
			}
		}
	}
}

func TestANameIsNeverLocked(t *testing.T) {
	a := newAttempts()
	for i := range 1000 {
		at, err := a.begin(noon, key{byClient, fmt.Sprint(i)}, key{byNetwork, "192.0.2.0/24"}, key{byName, "ann"})
		if err != nil || at.before[byName] != i || at.before[byNetwork] != i || at.before[byClient] != 0 {
			t.Fatalf("guess %d, each from another client: got %v, %v; want it looked at, and what failed before counted", i, at.before, err)
		}
	}
}

func TestASuccessForgivesABrowserButNotAClient(t *testing.T) {
	a, client, browser := newAttempts(), key{byClient, "192.0.2.1"}, key{byBrowser, "b"}
	for i := range freeOfAClient {
		good, err := a.begin(noon, client)
		if err != nil {
			t.Fatal(err)
		}
		good.succeeded()
		if _, err := a.begin(noon, client); err != nil {
			t.Fatalf("failure %d: %v", i, err)
		}
	}
	var wait *TooManyAttempts
	if _, err := a.begin(noon, client); !errors.As(err, &wait) {
		t.Errorf("a client with %d failures: got %v, want to wait", freeOfAClient, err)
	}
	for range freeOfABrowser - 1 {
		if _, err := a.begin(noon, browser); err != nil {
			t.Fatal(err)
		}
	}
	good, err := a.begin(noon, browser)
	if err != nil {
		t.Fatal(err)
	}
	good.succeeded()
	for range freeOfABrowser {
		if _, err := a.begin(noon, browser); err != nil {
			t.Errorf("after a success: got %v, want all forgiven", err)
		}
	}
}

func TestAClockThatIsSetBackLocksNobodyOut(t *testing.T) {
	a, now, client := newAttempts(), noon, key{byClient, "192.0.2.1"}
	for range freeOfAClient {
		if _, err := a.begin(now, client); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(-24 * time.Hour)
	if _, err := a.begin(now, client); err == nil {
		t.Error("setting the clock back is a way around the wait")
	}
	if _, err := a.begin(now.Add(time.Second), client); err != nil {
		t.Errorf("a second later: got %v, want no wait", err)
	}
}

// Names and addresses cost those who have many nothing: they fill no memory,
// make nobody else wait, and do not let a client that guesses be forgotten.
func TestCountingIsBoundedAndFloodsSlowNobodyElse(t *testing.T) {
	a, guesser := newAttempts(), key{byClient, "192.0.2.1"}
	for i := range 2*attemptsKept + 100 {
		_, _ = a.begin(noon, guesser) // has to wait from the twenty-first on
		if _, err := a.begin(noon, key{byName, fmt.Sprint(i)}); err != nil {
			t.Fatalf("name %d: %v", i, err)
		}
		if i%4 > 0 {
			continue
		}
		if _, err := a.begin(noon, key{byClient, fmt.Sprint(i)}); err != nil {
			t.Fatalf("client %d: %v", i, err)
		}
	}
	if _, err := a.begin(noon, guesser); err == nil {
		t.Error("the client that guesses was forgotten")
	}
	for kind, c := range a.kinds {
		if len(c.byName) > attemptsKept || c.order.Len() != len(c.byName) {
			t.Errorf("%s: %d are kept in a list of %d, want at most %d", kind, len(c.byName), c.order.Len(), attemptsKept)
		}
	}
}

func TestTheNetworkOfAClient(t *testing.T) {
	for client, want := range map[string]string{
		"192.0.2.77": "192.0.2.0/24", "2001:db8:1:2::/64": "2001:db8:1::/48", "::ffff:192.0.2.7": "192.0.2.0/24", "@": "@",
	} {
		if got := networkOf(client); got != want {
			t.Errorf("%s: got %s, want %s", client, got, want)
		}
	}
}
