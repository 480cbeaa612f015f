package service_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"daybook/service"
	"daybook/service/auth"
	"daybook/service/servicetest"
)

const annsPassword = "correct horse battery"

// TestTheOwnerSignsInWhileOthersGuess has 100 guesses a second made at ann's
// name, for as long as DAYBOOK_GUESSES says ("10s"), while ann signs in. It
// reports how long ann waits, which is to be less than two seconds on a machine
// that does nothing else; it asserts no time. Without it few guesses are made,
// at a password that costs little.
func TestTheOwnerSignsInWhileOthersGuess(t *testing.T) {
	span, err := time.ParseDuration(os.Getenv("DAYBOOK_GUESSES"))
	measured := err == nil
	if !measured {
		span = 200 * time.Millisecond
	}
	w := servicetest.New(t, "User.Read")
	if measured {
		err = w.Service.SetPassword(t.Context(), "ann@contoso.example", annsPassword)
	} else {
		salt, b64 := []byte("a salt for tests"), base64.RawStdEncoding.EncodeToString
		err = auth.SetPassword(t.Context(), w.Service.Store(), w.IDs["ann"],
			"$argon2id$v=19$m=8,t=1,p=1$"+b64(salt)+"$"+b64(argon2.IDKey([]byte(annsPassword), salt, 1, 8, 1, 32)))
	}
	if err != nil {
		t.Fatal(err)
	}
	p := person{t: t, base: serveBehindProxy(t, w.Service)}
	known := p.browser("198.51.100.1")
	status, alone := known.signIn(annsPassword)
	if status != http.StatusOK {
		t.Fatalf("without guesses: got %d, want 200", status)
	}
	for _, c := range []struct {
		name string
		from func(i int) string
	}{
		{"one address", func(int) string { return "203.0.113.9" }},
		{"200 addresses", func(i int) string { return fmt.Sprintf("203.0.%d.9", i%200) }},
		{"always another address", func(i int) string { return fmt.Sprintf("10.%d.%d.%d", i*7%256, i*31%256, i/256%256) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			stop, answered := p.guess(c.from)
			var slowest time.Duration
			for began, n := time.Now(), 0; n < 2 || time.Since(began) < span; n++ {
				time.Sleep(50 * time.Millisecond)
				// By turns: the known browser at the guessers' own address, and one that
				// has no cookie.
				who, at := known, c.from(0)
				if n%2 == 1 {
					who, at = p.browser(""), fmt.Sprintf("192.0.2.%d", n%250)
				}
				who.at = at
				status, took := who.signIn(annsPassword)
				if status != http.StatusOK {
					t.Errorf("sign-in %d from %s, known browser %t: got %d", n, at, who == known, status)
				}
				slowest = max(slowest, took)
			}
			stop()
			t.Logf("ann waited for %s at most, without guesses %s; those were answered with %v",
				slowest.Round(time.Millisecond), alone.Round(time.Millisecond), answered())
		})
	}
}

func serveBehindProxy(t *testing.T, s *service.Service) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- service.Serve(ctx, s.Site(), service.ServeOptions{Listen: "127.0.0.1:0",
			Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Ready: func(u string) { ready <- u }})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return <-ready
}

// person is whoever signs in, or tries to, at a service behind a proxy.
type person struct {
	t    *testing.T
	base string
}

type signingBrowser struct {
	person
	at     string // the address
	client *http.Client
}

func (p person) browser(at string) *signingBrowser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return &signingBrowser{p, at, &http.Client{Jar: jar, Timeout: 30 * time.Second}}
}

var formToken = regexp.MustCompile(`name="form_token" value="([^"]*)"`)

// signIn opens the page and sends ann's address with a password: the status,
// 0 for none, and how long the answer took.
func (b *signingBrowser) signIn(password string) (status int, took time.Duration) {
	page := b.base + "/oauth2/authorize?" + url.Values{"client_id": {"daybook"}, "response_type": {"code"}, "scope": {"User.Read"},
		"redirect_uri": {"http://127.0.0.1:1/x"}, "code_challenge_method": {"S256"}, "code_challenge": {strings.Repeat("A", 43)}}.Encode()
	_, body := b.send(http.MethodGet, page, "")
	token := formToken.FindStringSubmatch(body)
	if token == nil {
		return 0, 0
	}
	began := time.Now()
	status, _ = b.send(http.MethodPost, page, url.Values{"form_token": {token[1]}, "address": {"ann@contoso.example"}, "password": {password}}.Encode())
	return status, time.Since(began)
}

func (b *signingBrowser) send(method, address, form string) (int, string) {
	req, err := http.NewRequest(method, address, strings.NewReader(form))
	if err != nil {
		b.t.Error(err)
		return 0, ""
	}
	req.Header.Set("X-Forwarded-For", b.at)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := b.client.Do(req)
	if err != nil {
		return 0, ""
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(body)
}

// guess makes a guess every 10 ms, whether those before were answered or not,
// until stop.
func (p person) guess(from func(i int) string) (stop func(), answered func() map[int]int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	status, end := map[int]int{}, make(chan struct{})
	all.Go(func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-end:
				return
			case <-tick.C:
			}
			all.Go(func() {
				b := p.browser(from(i))
				got, _ := b.signIn(fmt.Sprint("guess ", i))
				b.client.CloseIdleConnections()
				mu.Lock()
				defer mu.Unlock()
				status[got]++
			})
		}
	})
	return func() { close(end); all.Wait() }, func() map[int]int { return status }
}
