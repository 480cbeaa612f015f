package service

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
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
