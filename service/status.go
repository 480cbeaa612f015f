package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Paths of the status address.
const (
	healthPath  = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
)

// checkTime is how long the store may take to show that it is ready.
const checkTime = 3 * time.Second

// ErrDraining means that the service ends, and takes requests for the moment
// alone.
var ErrDraining = errors.New("it is ending")

// statusSite tells programs that look after a service how it is, at an address of
// its own: whether the process lives, whether it should be sent requests, and
// its figures.
type statusSite struct {
	// ready says why no requests should be sent.
	ready func(context.Context) error
	*metrics
	draining atomic.Bool
	// after ends the wait for the store.
	after func(time.Duration) <-chan time.Time

	mu    sync.Mutex
	check *check // under way, nil for none
}

// check is one look at the store, which all who ask meanwhile share: however
// many ask, one connection is used.
type check struct {
	done chan struct{}
	err  error
}

func (s *statusSite) handler() http.Handler {
	paths := map[string]http.Handler{
		healthPath: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "it runs") }),
		readyPath: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := s.isReady(r.Context()); err != nil {
				say(w, http.StatusServiceUnavailable, "not ready: "+visible(err.Error()))
				return
			}
			say(w, http.StatusOK, "ready")
		}),
		metricsPath: s.metrics.handler(),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		h := paths[r.URL.Path]
		switch {
		case h == nil:
			say(w, http.StatusNotFound, "there are "+healthPath+", "+readyPath+" and "+metricsPath)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			say(w, http.StatusMethodNotAllowed, "this is read with GET")
		default:
			h.ServeHTTP(w, r)
		}
	})
}

func say(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintln(w, words)
}

// isReady says why the service should be sent no requests, nil where it should.
func (s *statusSite) isReady(ctx context.Context) error {
	if s.draining.Load() {
		return ErrDraining
	}
	s.mu.Lock()
	c := s.check
	if c == nil {
		c = &check{done: make(chan struct{})}
		s.check = c
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), checkTime)
			defer cancel()
			c.err = s.ready(ctx)
			s.mu.Lock()
			s.check = nil
			s.mu.Unlock()
			close(c.done)
		}()
	}
	s.mu.Unlock()
	select {
	case <-c.done:
		return c.err
	case <-s.after(checkTime): // what is stuck in the system does not hear of its end
		return errors.New("the mailbox does not answer")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// start listens and serves, until end is called. It is reached by addresses,
// which no name can be pointed at, by localhost, and by the names of opts.Hosts.
func (s *statusSite) start(ctx context.Context, opts ServeOptions) (end func(), err error) {
	ln, err := listenOn(ctx, opts.Status)
	if err != nil {
		return nil, fmt.Errorf("the status: %w", err)
	}
	pace := Pace{Header: 5 * time.Second, Body: 5 * time.Second, Reply: 30 * time.Second, Idle: 2 * time.Minute, Connections: 64}
	h := s.handler()
	srv := pace.server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !byAddress(r.Host, opts.Hosts) {
			say(w, http.StatusMisdirectedRequest, "this address does not answer to that host name; name it with --host")
			return
		}
		h.ServeHTTP(w, r)
	}))
	srv.MaxHeaderBytes = 8 << 10
	srv.ErrorLog = opts.watch().server()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = srv.Serve(&gate{Listener: ln, pace: pace, each: func(string) int { return 0 }})
	}()
	if opts.StatusReady != nil {
		opts.StatusReady("http://" + ln.Addr().String())
	}
	return func() {
		_ = srv.Close()
		<-ended
	}, nil
}

// byAddress says that a Host header is an address, localhost or one of the names.
func byAddress(host string, names []string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host == "localhost" || slices.Contains(names, host)
}
