package service

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"daybook/model"
)

// ErrNotLoopback means that an address others can reach was asked for
// without TLS.
var ErrNotLoopback = errors.New("without TLS the service listens on this machine alone; use 127.0.0.1, or give a certificate")

// ServeOptions say where Serve listens.
type ServeOptions struct {
	// Listen is host:port; port 0 takes a free one.
	Listen string
	// TLS is needed for an address beyond loopback.
	TLS *tls.Config
	// Hosts are further names the service is reached by; the address itself
	// is always one.
	Hosts []string
	// Public is where a proxy that ends TLS makes the service reachable: see
	// ParsePublic. Nil for none.
	Public *url.URL
	// Proxies are trusted to say whose requests they pass on: see ParseProxies.
	Proxies []netip.Prefix
	// Pace says how slow a client may be; the zero value is DefaultPace.
	Pace Pace
	// Ready is called with the service's root address once it listens.
	Ready func(url string)
	// Drain is how long requests are still taken once the context has ended, so
	// that a balancer hears of it and sends them elsewhere.
	Drain time.Duration
	// Grace is how long the requests that are under way then may take; 0 means
	// 20 s.
	Grace time.Duration

	// Log is told of requests that the service failed at, with LogAll of every
	// one; nil for none.
	Log    *slog.Logger
	LogAll bool

	// Status is host:port of an address beside Listen that tells programs how
	// Of is: /healthz, /readyz, which says 503 from the moment at which the
	// context ends, and /metrics for Prometheus. They ask for no token, so that
	// it is one that only those who run the service reach. "" for none.
	Status string
	Of     *Service
	// StatusReady is called with its root address before Ready is.
	StatusReady func(url string)

	after func(time.Duration) <-chan time.Time // nil for time.After
	now   func() time.Time                     // how long requests take; nil for time.Now
}

// ErrPublic means that an address cannot be the service's public one.
var ErrPublic = errors.New("the public URL is https, a host name and nothing behind it, as in https://mail.example")

// ParsePublic reads the address that a proxy makes the service reachable at.
func ParsePublic(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" ||
		strings.ContainsAny(address, "?#*") || strings.ToLower(u.Host) != u.Host {
		return nil, fmt.Errorf("%q: %w", address, ErrPublic)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}

// behind lets requests for the public name be what they were before the
// proxy: made over TLS. Links, the issuer and cookies follow from that.
func behind(h http.Handler, public *url.URL) http.Handler {
	if public == nil {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == public.Host && r.TLS == nil {
			r = r.Clone(r.Context())
			r.TLS = &tls.ConnectionState{}
		}
		h.ServeHTTP(w, r)
	})
}

// Serve serves a handler until the context ends and then in order: for as long
// as Drain says it takes requests as before, but keeps no connection; then it
// takes none, and returns when those under way are answered, or after Grace,
// which ends them. It sends no CORS headers, and refuses a request whose
// Host is not one of its own: so that a page in a browser that has been led
// here by a name of its own (DNS rebinding) gets nothing.
func Serve(ctx context.Context, h http.Handler, opts ServeOptions) error {
	ln, err := listen(ctx, opts)
	if err != nil {
		return err
	}
	defer ln.Close()
	if opts.Pace == (Pace{}) {
		opts.Pace = DefaultPace()
	}
	if opts.Grace == 0 {
		opts.Grace = defaultGrace
	}
	if opts.after == nil {
		opts.after = time.After
	}
	hosts := hostsOf(ln.Addr(), opts)
	front := &gate{Listener: ln, pace: opts.Pace, each: opts.each}
	ln = front
	scheme := "http"
	if opts.TLS != nil {
		ln, scheme = tls.NewListener(ln, opts.TLS), "https"
	}
	look := opts.watch()
	drain := func() {}
	if opts.Status != "" {
		said := &statusSite{ready: opts.Of.Ready, metrics: newMetrics(opts.Of, front), after: opts.after}
		look.figures, drain = said.metrics, func() { said.draining.Store(true) }
		end, err := said.start(ctx, opts)
		if err != nil {
			return err
		}
		defer end()
	}
	h = behind(fromClient(share(h, opts.each), opts.Proxies), opts.Public)
	srv := opts.Pace.server(look.over(leaving(ctx, checkHost(h, hosts))))
	srv.ErrorLog = look.server()
	base, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	srv.BaseContext = func(net.Listener) context.Context { return base }
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	if opts.Ready != nil {
		opts.Ready(scheme + "://" + ln.Addr().String())
	}
	select {
	case err := <-served:
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	drain()
	if opts.Drain > 0 {
		<-opts.after(opts.Drain)
	}
	grace, cancel := context.WithTimeout(base, opts.Grace)
	defer cancel()
	if srv.Shutdown(grace) != nil { // not everything has ended
		cut()
		_ = srv.Close()
	}
	<-served
	return nil
}

const defaultGrace = 20 * time.Second

// leaving keeps no connection once the context has ended: who has one is told
// with the next reply, and goes elsewhere.
func leaving(ctx context.Context, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		h.ServeHTTP(w, r)
	})
}

func listen(ctx context.Context, opts ServeOptions) (net.Listener, error) {
	_, _, err := net.SplitHostPort(opts.Listen)
	if err == nil && opts.TLS == nil && !Loopback(opts.Listen) {
		return nil, fmt.Errorf("listen on %q: %w", opts.Listen, ErrNotLoopback)
	}
	return listenOn(ctx, opts.Listen)
}

// listenOn says in words what is no host:port.
func listenOn(ctx context.Context, address string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: an address has a port, as in 127.0.0.1:8025", address)
	}
	if _, err := net.DefaultResolver.LookupPort(ctx, "tcp", port); err != nil {
		return nil, fmt.Errorf("listen on %q: the port is a number from 0 to 65535, and 0 takes a free one", address)
	}
	return new(net.ListenConfig).Listen(ctx, "tcp", address)
}

// Loopback says that host:port is reached from this machine alone.
func Loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// hostsOf are the Host headers that the service answers to. Browsers leave
// out a port that is the scheme's own.
func hostsOf(addr net.Addr, opts ServeOptions) map[string]bool {
	hosts := map[string]bool{}
	own, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return hosts
	}
	usual := "80"
	names := append([]string{own}, opts.Hosts...)
	if opts.TLS == nil {
		names = append(names, "localhost")
	} else {
		usual = "443"
	}
	for _, h := range names {
		hosts[net.JoinHostPort(h, port)] = true
		if port == usual {
			hosts[h] = true
		}
	}
	if opts.Public != nil {
		hosts[opts.Public.Host] = true
	}
	return hosts
}

// checkHost refuses requests for other hosts, with 421 (RFC 9110, section
// 15.5.20).
func checkHost(h http.Handler, hosts map[string]bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hosts[r.Host] {
			refuse(w, http.StatusMisdirectedRequest, model.CodeBadRequest, "this service does not answer to that host name")
			return
		}
		h.ServeHTTP(w, r)
	})
}
