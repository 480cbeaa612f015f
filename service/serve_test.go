package service

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestServeAnswersItsOwnHostAlone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") })
	go func() {
		done <- Serve(ctx, h, ServeOptions{Listen: "127.0.0.1:0", Ready: func(u string) { ready <- u }})
	}()
	url := <-ready
	for host, want := range map[string]int{"": 200, "evil.example": 421, "127.0.0.1": 421, "localhost:1": 421} {
		req, _ := http.NewRequest("GET", url, nil)
		req.Host = host
		req.Header.Set("Origin", "https://evil.example")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != want || (want != 200 && strings.Contains(string(body), "hello")) {
			t.Errorf("Host %q: %d %s, want %d", host, res.StatusCode, body, want)
		}
		for name := range res.Header {
			if strings.HasPrefix(name, "Access-Control") {
				t.Errorf("Host %q: a CORS header %s", host, name)
			}
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

func TestServeRefusesToBeReachedWithoutTLS(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:80", "example.com:80"} {
		if err := Serve(t.Context(), http.NotFoundHandler(), ServeOptions{Listen: addr}); !errors.Is(err, ErrNotLoopback) {
			t.Errorf("Serve on %s: %v, want ErrNotLoopback", addr, err)
		}
	}
}

// served is a Serve that runs: its root address, what ends its context, and
// what it returns.
func served(t *testing.T, h http.Handler, opts ServeOptions) (url string, end func(), done chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ready := make(chan string, 1)
	done = make(chan error, 1)
	opts.Listen, opts.Ready = "127.0.0.1:0", func(u string) { ready <- u }
	go func() { done <- Serve(ctx, h, opts) }()
	return <-ready, cancel, done
}

// refused waits until nobody listens at a root address any more.
func refused(url string) {
	for {
		c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			return
		}
		c.Close()
	}
}

func TestServeReturnsWhenWhatIsUnderWayIsAnswered(t *testing.T) {
	begun, release := make(chan bool), make(chan bool)
	url, end, done := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-release
		if r.Context().Err() != nil {
			t.Error("the request was given up")
		}
		io.WriteString(w, "answered")
	}), ServeOptions{})
	body := make(chan string, 1)
	go func() {
		res, err := http.Get(url)
		if err != nil {
			body <- err.Error()
			return
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		body <- string(b)
	}()
	<-begun
	end()
	refused(url)
	select {
	case err := <-done:
		t.Fatalf("Serve returned %v while a request was under way", err)
	default:
	}
	close(release)
	if got := <-body; got != "answered" {
		t.Errorf("the request under way got %q", got)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestServeEndsWhatTakesLongerThanItsGrace(t *testing.T) {
	begun, ended := make(chan bool), make(chan bool)
	url, end, done := served(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		close(ended)
	}), ServeOptions{Grace: time.Millisecond})
	go func() {
		if res, err := http.Get(url); err == nil {
			res.Body.Close()
			t.Error("a request that was cut off has an answer")
		}
	}()
	<-begun
	end()
	if err := <-done; err != nil {
		t.Error(err)
	}
	<-ended
}

func TestServeTakesRequestsWhileItDrains(t *testing.T) {
	drained, draining := make(chan time.Time), make(chan time.Duration, 1)
	url, end, done := served(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }),
		ServeOptions{Drain: time.Hour, after: func(d time.Duration) <-chan time.Time { draining <- d; return drained }})
	ask := func() (kept bool) {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if b, _ := io.ReadAll(res.Body); string(b) != "hello" {
			t.Errorf("got %s %s", res.Status, b)
		}
		return !res.Close
	}
	if !ask() {
		t.Error("a connection is not kept while all is well")
	}
	end()
	if d := <-draining; d != time.Hour {
		t.Errorf("it drains for %v", d)
	}
	for range 2 { // on the connection that was kept, and on a new one
		if ask() {
			t.Error("a connection is kept while it drains")
		}
	}
	close(drained)
	if err := <-done; err != nil {
		t.Error(err)
	}
	refused(url)
}
