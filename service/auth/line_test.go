package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stand puts somebody into the line, and notes when it is their turn.
func stand(l *line, said chan<- string, who string, s standing) {
	go func() {
		if err := l.enter(context.Background(), s); err != nil {
			who += " away"
		}
		said <- who
	}()
	synctest.Wait()
}

func TestTheLineServesTheTrustedFirstAndThoseWhoFailedLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l line
		said := make(chan string, 16)
		stand(&l, said, "first", standing{})
		if got := <-said; got != "first" {
			t.Fatalf("got %s", got)
		}
		for who, s := range map[string]standing{"guesser": {client: 19}, "network": {network: 7}, "name": {name: 90}, "fresh": {}} {
			stand(&l, said, who, s)
		}
		if len(said) > 0 {
			t.Fatalf("%s has the place of the trusted", <-said)
		}
		stand(&l, said, "owner", standing{trusted: true, name: 90})
		if got := <-said; got != "owner" {
			t.Fatalf("got %s, want the owner at once", got)
		}
		l.leave()
		var got []string
		for range 4 {
			l.leave()
			synctest.Wait()
			got = append(got, <-said)
		}
		if want := "fresh name network guesser"; strings.Join(got, " ") != want {
			t.Errorf("served %v, want %s", got, want)
		}
		l.leave()
		if l.running != 0 {
			t.Errorf("%d run, want none", l.running)
		}
	})
}

func TestTheLineIsShortAndNobodyStandsForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l line
		said := make(chan string, 2*longestLine)
		stand(&l, said, "runs", standing{})
		<-said
		for i := range longestLine {
			stand(&l, said, fmt.Sprint(i), standing{client: i + 1})
		}
		stand(&l, said, "fresh", standing{})
		if got, want := <-said, fmt.Sprint(longestLine-1, " away"); got != want {
			t.Errorf("got %s, want %s: who has failed most", got, want)
		}
		time.Sleep(longestStand + time.Second)
		synctest.Wait()
		for range longestLine {
			if got := <-said; !strings.HasSuffix(got, "away") {
				t.Errorf("got %s, want all sent away after %s", got, longestStand)
			}
		}
		if len(l.waiting) > 0 {
			t.Errorf("%d wait still", len(l.waiting))
		}
		l.leave()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var wait *TooManyAttempts
		if err := l.enter(ctx, standing{}); err != nil && !errors.As(err, &wait) {
			t.Errorf("who has gone: got %v", err)
		} else if err == nil {
			l.leave()
		}
		if l.running != 0 {
			t.Errorf("%d run, want none", l.running)
		}
	})
}
