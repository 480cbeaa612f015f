package service

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"daybook/model"
	"daybook/service/oauth"
)

// Pace says how slow a client may be, and how much of the service one has.
type Pace struct {
	// Header is the time in which a request's header is there.
	Header time.Duration
	// Body is how long is waited for a body in all; each Floor bytes of it
	// that come give a second back. So a steady line may take as long as it
	// needs, and whoever sends less than Floor bytes a second is cut off
	// after Body, also when more came before. The time in which nobody wants
	// to read does not count.
	Body  time.Duration
	Floor int64
	// Reply is the time in which a client takes the next piece of a reply,
	// replyPiece bytes.
	Reply time.Duration
	// Idle is how long a connection is kept between two requests.
	Idle time.Duration
	// Connections are open at once, of one client Each; more are closed.
	Connections, Each int
}

// DefaultPace is what the README states.
func DefaultPace() Pace {
	return Pace{Header: 10 * time.Second, Body: 60 * time.Second, Floor: 64 << 10, Reply: 30 * time.Second,
		Idle: 2 * time.Minute, Connections: 1000, Each: 200}
}

const (
	// replyPiece is how much of a reply is written under one deadline.
	replyPiece = 64 << 10
	// A body that nobody will read is thrown away after the answer, so that a
	// client that sends all before it reads sees the answer and not a broken
	// line: as long as unreadPiece of it comes in each unreadTime, unreadMost
	// bytes and unreadLong in all. Who drips is gone after unreadTime.
	unreadTime, unreadLong  = time.Second, 10 * time.Second
	unreadPiece, unreadMost = 256 << 10, 64 << 20
)

// server makes the HTTP server that keeps the pace. Its own times are for what
// it reads and writes beside the handler. Once a request is there it lifts the
// one for reading.
func (p Pace) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(h, w, r) }),
		ReadHeaderTimeout: p.Header, ReadTimeout: p.Body, WriteTimeout: p.Reply, IdleTimeout: p.Idle, MaxHeaderBytes: 64 << 10,
	}
}

func (p Pace) serve(h http.Handler, w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	paced := &pacedWriter{ResponseWriter: w, control: control, time: p.Reply}
	if r.Body != nil && r.Body != http.NoBody {
		paced.body = &pacedBody{ReadCloser: r.Body, control: control, pace: p, left: p.Body}
		r = r.WithContext(r.Context()) // the server looks at the body of its own request
		r.Body = paced.body
	}
	h.ServeHTTP(paced, r)
	paced.extend() // for what is still held back
	if paced.unread() {
		_ = control.SetReadDeadline(time.Now().Add(unreadTime)) // the server may read some before it answers
		_ = control.Flush()
		paced.body.throwAway()
	}
}

// pacedBody waits for a body as long as its bytes have earned.
type pacedBody struct {
	io.ReadCloser
	control *http.ResponseController
	pace    Pace
	left    time.Duration // that is waited
	until   time.Time     // the handler's own deadline; zero for none
	ended   bool
}

func (b *pacedBody) Read(buf []byte) (int, error) {
	began := time.Now()
	at := began.Add(b.left)
	if !b.until.IsZero() && b.until.Before(at) {
		at = b.until
	}
	_ = b.control.SetReadDeadline(at) // a connection without one is no client's
	n, err := b.ReadCloser.Read(buf)
	earned := time.Duration(n) * time.Second / time.Duration(b.pace.Floor)
	b.left = min(b.left-time.Since(began)+earned, b.pace.Body)
	b.ended = b.ended || err == io.EOF
	return n, err
}

// throwAway lets in what comes after the answer.
func (b *pacedBody) throwAway() {
	end := time.Now().Add(unreadLong)
	for range unreadMost / unreadPiece {
		at := time.Now().Add(unreadTime)
		if at.After(end) {
			at = end
		}
		_ = b.control.SetReadDeadline(at)
		if _, err := io.CopyN(io.Discard, b.ReadCloser, unreadPiece); err != nil {
			return
		}
	}
}

// pacedWriter gives each piece of a reply its time. It has no ReadFrom, so
// that a file goes in pieces too.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	time    time.Duration
	body    *pacedBody // nil without one
}

func (w *pacedWriter) extend() { _ = w.control.SetWriteDeadline(time.Now().Add(w.time)) }

// unread says that there is a body of which not all was read.
func (w *pacedWriter) unread() bool { return w.body != nil && !w.body.ended }

// WriteHeader lets the answer to a stranger go out before the body, which the
// server would read first to keep the connection.
func (w *pacedWriter) WriteHeader(status int) {
	if w.unread() && (status == http.StatusUnauthorized || status == http.StatusTooManyRequests) {
		w.Header().Set("Connection", "close")
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *pacedWriter) Write(b []byte) (n int, err error) {
	for {
		piece := b[n:min(len(b), n+replyPiece)]
		w.extend()
		m, err := w.ResponseWriter.Write(piece)
		if n += m; err != nil || n == len(b) {
			return n, err
		}
	}
}

// SetReadDeadline is for http.ResponseController: a handler that waits for
// less than the pace.
func (w *pacedWriter) SetReadDeadline(at time.Time) error {
	if w.body == nil {
		return nil // there is nothing to wait for
	}
	w.body.until = at
	return w.control.SetReadDeadline(at)
}

// Unwrap is for http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// crowd counts by client.
type crowd struct {
	mu  sync.Mutex
	all int
	of  map[string]int
}

// enter takes a client in, unless there are most or, of this client, each
// already. 0 is any number.
func (c *crowd) enter(client string, most, each int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if most > 0 && c.all >= most || each > 0 && c.of[client] >= each {
		return false
	}
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.all++
	c.of[client]++
	return true
}

func (c *crowd) leave(client string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if c.of[client]--; c.of[client] == 0 {
		delete(c.of, client)
	}
}

// number is how many are in.
func (c *crowd) number() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}

// gate bounds the connections of a listener. Those beyond are closed at once,
// so that one client cannot take the places of all.
type gate struct {
	net.Listener
	pace Pace
	// each is the bound for who is at an address, as ServeOptions.each.
	each    func(address string) int
	crowd   crowd
	refused atomic.Int64
}

func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := c.RemoteAddr().String()
		client := oauth.Origin(address)
		if g.crowd.enter(client, g.pace.Connections, g.each(address)) {
			return &gatedConn{Conn: c, leave: sync.OnceFunc(func() { g.crowd.leave(client) })}, nil
		}
		g.refused.Add(1)
		_ = c.Close()
	}
}

type gatedConn struct {
	net.Conn
	leave func()
}

func (c *gatedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// each is how many connections who is at an address has: the pace's, and any
// number for a proxy, behind which are many.
func (o ServeOptions) each(address string) int {
	at, ok := addressOf(address)
	if ok && (isTrusted(at, o.Proxies) || o.Public != nil && at.IsLoopback()) {
		return 0
	}
	return o.Pace.Each
}

// share bounds the requests of a client that are under way: by connections
// they are not bounded behind a proxy.
func share(h http.Handler, each func(address string) int) http.Handler {
	var under crowd
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := oauth.Origin(r.RemoteAddr)
		if !under.enter(client, 0, each(r.RemoteAddr)) {
			w.Header().Set("Retry-After", "5")
			refuse(w, http.StatusTooManyRequests, model.CodeTooManyRequests, "too many requests are under way at once")
			return
		}
		defer under.leave(client)
		h.ServeHTTP(w, r)
	})
}

// refuse answers before there is a request of the interface.
func refuse(w http.ResponseWriter, status int, code model.Code, words string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"code":%q,"message":%q}}`, code, words)
}
