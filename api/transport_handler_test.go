package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func callHandler(t *testing.T, h http.HandlerFunc, ctx context.Context, method string, body io.Reader) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, InProcess+"/v1.0/me?$top=1", body)
	if err != nil {
		t.Fatal(err)
	}
	return HandlerTransport(h).RoundTrip(req)
}

func TestHandlerTransportLooksLikeTheNetwork(t *testing.T) {
	resp, err := callHandler(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.RequestURI != "/v1.0/me?$top=1" || r.Host != "localhost" || r.URL.Host != "" || string(body) != "ask" {
			t.Errorf("the handler saw URI %q host %q URL host %q body %q", r.RequestURI, r.Host, r.URL.Host, body)
		}
		w.Header().Set("X-One", "1")
		w.WriteHeader(http.StatusTeapot)
		w.Header().Set("X-Late", "1")
		io.WriteString(w, "answer")
	}, t.Context(), "POST", strings.NewReader("ask"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if resp.StatusCode != 418 || string(body) != "answer" || err != nil || resp.ContentLength != 6 {
		t.Errorf("got %d %q %v length %d, want 418 answer of 6", resp.StatusCode, body, err, resp.ContentLength)
	}
	if resp.Header.Get("X-One") != "1" || resp.Header.Get("X-Late") != "" {
		t.Errorf("got headers %v, want those of the moment of WriteHeader", resp.Header)
	}
}

func TestHandlerTransportStreamsBothWays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask, answer := io.Pipe()
		resp, err := callHandler(t, func(w http.ResponseWriter, r *http.Request) {
			http.NewResponseController(w).Flush()
			io.Copy(w, r.Body)
		}, t.Context(), "POST", ask)
		if err != nil {
			t.Fatal(err)
		}
		const size = 3 << 20
		go func() {
			io.CopyN(answer, zeros{}, size)
			answer.Close()
		}()
		n, err := io.Copy(io.Discard, resp.Body)
		if n != size || err != nil {
			t.Errorf("got %d bytes, %v, want %d", n, err, size)
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestHandlerTransportHonoursCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ended := false
		_, err := callHandler(t, func(w http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			ended = true
		}, ctx, "GET", nil)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want DeadlineExceeded", err)
		}
		synctest.Wait()
		if !ended {
			t.Error("the handler was not told")
		}
	})
}

func TestClosingAStreamedBodyStopsTheHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stopped error
		resp, err := callHandler(t, func(w http.ResponseWriter, r *http.Request) {
			_, stopped = io.Copy(w, zeros{})
		}, t.Context(), "GET", nil)
		if err != nil {
			t.Fatal(err)
		}
		io.CopyN(io.Discard, resp.Body, 10)
		resp.Body.Close()
		synctest.Wait()
		if !errors.Is(stopped, io.ErrClosedPipe) {
			t.Errorf("the handler's write: got %v, want ErrClosedPipe", stopped)
		}
	})
}

func TestPanicsOfTheHandlerAreErrors(t *testing.T) {
	_, err := callHandler(t, func(http.ResponseWriter, *http.Request) { panic("early") }, t.Context(), "GET", nil)
	var p *HandlerPanic
	if !errors.As(err, &p) || p.Value != "early" || !strings.Contains(string(p.Stack), "TestPanics") {
		t.Errorf("got %v, want a HandlerPanic with its stack", err)
	}
	resp, err := callHandler(t, func(w http.ResponseWriter, r *http.Request) {
		io.CopyN(w, zeros{}, 1<<20)
		panic("late")
	}, t.Context(), "GET", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, resp.Body); !errors.As(err, &p) || p.Value != "late" {
		t.Errorf("reading the body: got %v, want the late panic", err)
	}
}

func TestClientInProcess(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"A","subject":"`+r.Header.Get("Authorization")+`"}`)
	})
	c, _ := testClient(t, HandlerTransport(h), func(cfg *Config) { cfg.BaseURL = InProcess })
	m, err := c.Me().Message("A").Get(t.Context())
	if err != nil || m.Subject != "Bearer secret-token" {
		t.Errorf("got %q, %v, want the token as on the network", m.Subject, err)
	}
}
