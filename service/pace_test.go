package service

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// paced runs fn in a bubble with a server in memory; dial connects to it from
// an address.
func paced(t *testing.T, h http.Handler, fn func(dial func(host string) net.Conn)) {
	synctest.Test(t, func(t *testing.T) {
		ln := pipes{make(chan net.Conn)}
		p := DefaultPace()
		srv := p.server(h)
		served := make(chan struct{})
		each := ServeOptions{Pace: p, Proxies: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}}.each
		go func() { defer close(served); _ = srv.Serve(&gate{Listener: ln, pace: p, each: each}) }()
		var clients []net.Conn
		fn(func(host string) net.Conn {
			client, server := net.Pipe()
			ln.conns <- addressed{server, host}
			clients = append(clients, client)
			return client
		})
		for _, c := range clients {
			_ = c.Close()
		}
		close(ln.conns)
		_ = srv.Close()
		<-served
	})
}

// addressed is a connection that says where it comes from.
type addressed struct {
	net.Conn
	host string
}

func (a addressed) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(a.host), Port: 1} }

// drip sends a head, then a byte a second, until the connection is closed;
// what comes back is thrown away.
func drip(c net.Conn, head string, began time.Time) (lasted time.Duration) {
	go func() { _, _ = io.Copy(io.Discard, c) }()
	if _, err := io.WriteString(c, head); err != nil {
		return time.Since(began)
	}
	for {
		if _, err := io.WriteString(c, "a"); err != nil {
			return time.Since(began)
		}
		time.Sleep(time.Second)
	}
}

// TestClientsThatDripAreGoneAfterAMinute has five hundred of them, without a
// token: some in the header, some in a body that is read or is not.
func TestClientsThatDripAreGoneAfterAMinute(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/read" {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		w.WriteHeader(http.StatusUnauthorized)
	})
	paced(t, h, func(dial func(string) net.Conn) {
		began := time.Now()
		var wg sync.WaitGroup
		for i := range 500 {
			head := []string{"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
				"POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", "GET / HTTP/1.1\r\nX-"}[i%3]
			c := dial(fmt.Sprintf("192.0.2.%d", i%5))
			wg.Go(func() {
				if lasted := drip(c, head, began); lasted > 62*time.Second {
					t.Errorf("%.12q dripped for %v", head, lasted)
				}
			})
		}
		wg.Wait()
	})
}

// TestASlowLineIsNotADrip sends a body over three minutes, and faster than the
// floor.
func TestASlowLineIsNotADrip(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, n, " ", err)
	})
	paced(t, h, func(dial func(string) net.Conn) {
		c := dial("192.0.2.1")
		const piece, pieces = 96 << 10, 180
		var wg sync.WaitGroup
		wg.Go(func() {
			fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nConnection: close\r\n\r\n", piece*pieces)
			for range pieces {
				_, _ = c.Write(bytes.Repeat([]byte("a"), piece))
				time.Sleep(time.Second)
			}
		})
		reply, _ := io.ReadAll(c)
		_ = c.Close()
		wg.Wait()
		if !strings.HasSuffix(string(reply), fmt.Sprint(piece*pieces, " ", error(nil))) {
			t.Errorf("got %q, want the whole body taken", reply)
		}
	})
}

// TestAReplyThatNobodyReadsIsCutOff beside one that is read slowly.
func TestAReplyThatNobodyReadsIsCutOff(t *testing.T) {
	const size = 4 << 20
	var ended chan error // made in the bubble, else its time stands still
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := io.Copy(w, io.LimitReader(zeros{}, size))
		ended <- err
	})
	paced(t, h, func(dial func(string) net.Conn) {
		ended = make(chan error, 2)
		began := time.Now()
		deaf := dial("192.0.2.1")
		_, _ = io.WriteString(deaf, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		if err := <-ended; err == nil || time.Since(began) > 31*time.Second {
			t.Errorf("a reply that nobody reads ended with %v after %v", err, time.Since(began))
		}
		slow := dial("192.0.2.1")
		go func() { _, _ = io.WriteString(slow, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") }()
		got, buf := 0, make([]byte, 32<<10)
		for {
			n, err := slow.Read(buf)
			if got += n; err != nil {
				break
			}
			time.Sleep(5 * time.Second)
		}
		if err := <-ended; err != nil || got < size {
			t.Errorf("a slow reader got %d of %d bytes: %v", got, size, err)
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestOneAddressDoesNotTakeAllConnections opens more than one's share.
func TestOneAddressDoesNotTakeAllConnections(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "served") })
	paced(t, h, func(dial func(string) net.Conn) {
		each := DefaultPace().Each
		var held []net.Conn
		for range each {
			held = append(held, dial("192.0.2.1"))
		}
		ask := func(c net.Conn) string {
			if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
				return "closed"
			}
			reply, _ := io.ReadAll(c)
			return string(reply)
		}
		if got := ask(dial("192.0.2.1")); got != "closed" {
			t.Errorf("connection %d of one address got %q", each+1, got)
		}
		if got := ask(dial("192.0.2.2")); !strings.Contains(got, "served") {
			t.Errorf("another address got %q", got)
		}
		for range each + 1 {
			dial("198.51.100.7") // a proxy, for many
		}
		if got := ask(dial("198.51.100.7")); !strings.Contains(got, "served") {
			t.Errorf("a trusted proxy got %q", got)
		}
		_ = held[0].Close()
		synctest.Wait()
		if got := ask(dial("192.0.2.1")); !strings.Contains(got, "served") {
			t.Errorf("after one was closed, another of the address got %q", got)
		}
	})
}

// TestAStrangersBodyIsNotRead answers before the body has come.
func TestAStrangersBodyIsNotRead(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	paced(t, h, func(dial func(string) net.Conn) {
		c := dial("192.0.2.1")
		began := time.Now()
		_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na")
		line := make([]byte, 12)
		if _, err := io.ReadFull(c, line); err != nil || string(line) != "HTTP/1.1 401" || time.Since(began) > 0 {
			t.Errorf("after %v: %q, %v", time.Since(began), line, err)
		}
		if rest, err := io.ReadAll(c); err != nil || !strings.Contains(string(rest), "Connection: close") || time.Since(began) > 2*time.Second {
			t.Errorf("after %v: %q, %v", time.Since(began), rest, err)
		}
	})
}

// TestWhoSendsOnSeesTheAnswer sends all of a body that is refused before it
// looks at what comes back, and one that does not end.
func TestWhoSendsOnSeesTheAnswer(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		w.WriteHeader(http.StatusRequestEntityTooLarge)
	})
	paced(t, h, func(dial func(string) net.Conn) {
		const size = 40 << 20
		send := func(head string, size int) (reply string, err error) {
			c := dial("192.0.2.1")
			answer := make(chan string)
			go func() {
				b, _ := io.ReadAll(c)
				answer <- string(b)
			}()
			_, err = io.WriteString(c, head)
			for piece := make([]byte, 1<<20); err == nil && size > 0; size -= len(piece) {
				_, err = c.Write(piece)
			}
			return <-answer, err
		}
		reply, err := send(fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", size), size)
		if err != nil || !strings.HasPrefix(reply, "HTTP/1.1 413") {
			t.Errorf("got %q, %v; want the answer after all is sent", reply, err)
		}
		endless := fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", 1<<40)
		if reply, err := send(endless, 2*unreadMost); err == nil || !strings.HasPrefix(reply, "HTTP/1.1 413") {
			t.Errorf("got %q, %v; want the answer, and to be cut off", reply, err)
		}
	})
}

// TestABodyEarnsNoMoreThanItsTime sends most of a body at once and drips then.
func TestABodyEarnsNoMoreThanItsTime(t *testing.T) {
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	paced(t, h, func(dial func(string) net.Conn) {
		head := "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 34000000\r\n\r\n" + strings.Repeat("a", 32<<20)
		if lasted := drip(dial("192.0.2.1"), head, time.Now()); lasted > 63*time.Second {
			t.Errorf("it drips for %v", lasted)
		}
	})
}

// TestARequestThatIsThereIsNotEndedByItsPace works on two for longer than a
// body may take: one came at the last moment, one has no body.
func TestARequestThatIsThereIsNotEndedByItsPace(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-r.Context().Done():
			fmt.Fprint(w, "given up")
		case <-time.After(5 * time.Minute):
			w.WriteHeader(http.StatusNoContent)
		}
	})
	paced(t, h, func(dial func(string) net.Conn) {
		for _, method := range []string{"GET", "POST"} {
			c := dial("192.0.2.1")
			fmt.Fprintf(c, "%s / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n", method)
			if method == "POST" {
				_, _ = io.WriteString(c, "Content-Length: 1\r\n\r\n")
				time.Sleep(59 * time.Second)
				_, _ = io.WriteString(c, "a")
			} else {
				_, _ = io.WriteString(c, "\r\n")
			}
			if reply, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(reply), "HTTP/1.1 204") {
				t.Errorf("%s: %q, %v", method, reply, err)
			}
		}
	})
}

// TestAConnectionIsKeptForItsNextRequest sends one long after another.
func TestAConnectionIsKeptForItsNextRequest(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
	paced(t, h, func(dial func(string) net.Conn) {
		c := dial("192.0.2.1")
		from := bufio.NewReader(c)
		for range 3 {
			_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
			if res, err := http.ReadResponse(from, nil); err != nil || res.StatusCode != http.StatusContinue {
				t.Fatalf("not asked for the body: %v", err)
			}
			_, _ = io.WriteString(c, "abc")
			res, err := http.ReadResponse(from, nil)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := io.ReadAll(res.Body); string(body) != "abc" {
				t.Fatalf("%q, %v", body, err)
			}
			time.Sleep(DefaultPace().Idle - time.Second)
		}
	})
}

// TestAClientBehindAProxyHasItsShare counts who is behind the proxy, and not
// the proxy.
func TestAClientBehindAProxyHasItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := ServeOptions{Pace: DefaultPace(), Proxies: []netip.Prefix{netip.MustParsePrefix("198.51.100.7/32")}}
		done := make(chan struct{})
		h := fromClient(share(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-done }), o.each), o.Proxies)
		ask := func(client string) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = "198.51.100.7:1"
			if client != "" {
				r.Header.Set("X-Forwarded-For", client)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		for range o.Pace.Each {
			go ask("2001:db8::1")
			go ask("") // the proxy's own
		}
		synctest.Wait()
		if w := ask("2001:db8::2"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Errorf("request %d of one network is answered with %d", o.Pace.Each+1, w.Code)
		}
		var served atomic.Int64
		for _, other := range []string{"192.0.2.1", ""} {
			go func() {
				if ask(other).Code == http.StatusOK {
					served.Add(1)
				}
			}()
			synctest.Wait()
		}
		close(done)
		synctest.Wait()
		if n := served.Load(); n != 2 {
			t.Errorf("%d of 2 others are served", n)
		}
	})
}
