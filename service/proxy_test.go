package service

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAPublicURLIsANameAlone(t *testing.T) {
	for _, bad := range []string{"", "mail.example", "http://mail.example", "https://", "https://mail.example/x", "https://a:b@mail.example",
		"https://mail.example?x", "https://mail.example#x", "https://*.example", "https://Mail.example", "https://mail.example:x"} {
		if u, err := ParsePublic(bad); !errors.Is(err, ErrPublic) {
			t.Errorf("%q: got %v, %v, want ErrPublic", bad, u, err)
		}
	}
	if u, err := ParsePublic("https://mail.example:8443/"); err != nil || u.String() != "https://mail.example:8443" {
		t.Errorf("got %v, %v, want https://mail.example:8443", u, err)
	}
}

func TestTheSiteBehindAProxyCallsItselfByItsPublicName(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	public, err := ParsePublic("https://mail.example")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- Serve(ctx, s.Site(), ServeOptions{Listen: "127.0.0.1:0", Public: public, Ready: func(u string) { ready <- u }})
	}()
	at := <-ready
	for host, want := range map[string]string{
		"mail.example": `"issuer":"https://mail.example"`, "": `"issuer":"` + at + `"`,
		"evil.example": "does not answer to that host", "mail.example:1": "does not answer", "mail.example.evil.example": "does not answer", "MAIL.example": "does not answer",
	} {
		for _, path := range []string{"/.well-known/oauth-authorization-server", "/oauth2/device"} {
			req, _ := http.NewRequest(http.MethodGet, at+path, nil)
			req.Host = host
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			res.Body.Close()
			refused := strings.HasPrefix(want, "does")
			if refused != (res.StatusCode == http.StatusMisdirectedRequest) || (refused || path != "/oauth2/device") && !strings.Contains(string(body), want) {
				t.Errorf("Host %q, %s: got %d %s, want %s", host, path, res.StatusCode, body, want)
			}
			if secure := strings.Contains(res.Header.Get("Set-Cookie"), "Secure"); path == "/oauth2/device" && secure != (host == "mail.example") {
				t.Errorf("Host %q: a cookie that is secure: %v", host, secure)
			}
		}
	}
	http.DefaultClient.CloseIdleConnections()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// pipes is a listener whose connections are in memory, so that a bubble's
// time holds for them.
type pipes struct{ conns chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8025} }

func TestABodyThatDripsIsCutOff(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ln := pipes{make(chan net.Conn)}
		srv := DefaultPace().server(s.Site())
		go func() { _ = srv.Serve(ln) }()
		client, server := net.Pipe()
		ln.conns <- server
		began := time.Now()
		dripped := make(chan struct{})
		go func() {
			defer close(dripped)
			_, _ = io.WriteString(client, "POST /oauth2/token HTTP/1.1\r\nHost: 127.0.0.1:8025\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n")
			for range 1000 {
				if _, err := io.WriteString(client, "a"); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
		reply, _ := io.ReadAll(client)
		if took := time.Since(began); took < 14*time.Second || took > 20*time.Second || !strings.Contains(string(reply), "400 Bad Request") {
			t.Errorf("after %v got %q, want a 400 after 15 s", took, reply)
		}
		_ = client.Close()
		<-dripped
		close(ln.conns)
		_ = srv.Close()
	})
}
