package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"daybook/model"
)

// API serves a routing table. It is safe for concurrent use.
type API struct {
	conf   Config
	router *router
	meter  *meter
	large  *places
	// packers are gzip writers that are at rest.
	packers sync.Pool
}

// New builds the API from the areas' routes. Two rows for the same method and
// path, or one key under two names, are an error.
func New(routes []Route, conf Config) (*API, error) {
	if conf.Limits == (Limits{}) {
		conf.Limits = DefaultLimits()
	}
	if conf.Zone == nil {
		conf.Zone = time.LoadLocation
	}
	if conf.Report == nil {
		conf.Report = func(Report) {}
	}
	rt, err := newRouter(routes)
	if err != nil {
		return nil, err
	}
	return &API{conf: conf, router: rt, meter: newMeter(conf.RequestsPerSecond),
		large: newPlaces(conf.Limits.LargeBodies, conf.Limits.LargeBodiesEach)}, nil
}

// ServeHTTP authenticates, routes, authorizes, and runs the handler.
func (a *API) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	ctx, cancel := context.WithCancel(hr.Context())
	defer cancel()
	if a.conf.Store != nil {
		defer a.conf.Store.Attend()()
	}
	// The time counts from the last of the body: how slowly that may come is
	// the server's to say.
	timer := time.AfterFunc(a.conf.Limits.RequestTime, cancel)
	defer timer.Stop()
	trace := TraceOf(ctx)
	r := &Request{Request: hr.WithContext(ctx), api: a, ID: trace.RequestID, Now: a.conf.Now(),
		restart: func() { timer.Reset(a.conf.Limits.RequestTime) }}
	if r.ID == "" {
		r.ID = a.conf.NewID()
	}
	defer r.trace(trace)
	defer r.leavePlace()
	a.respond(w, r, a.serve)
}

// respond writes what serve answers, be it a reply, an error or a panic.
func (a *API) respond(w http.ResponseWriter, r *Request, serve func(*Request) (Reply, error)) {
	defer a.recoverPanic(w, r)
	reply, err := serve(r)
	if err != nil {
		a.writeError(w, r, err)
		return
	}
	a.writeReply(w, r, reply)
}

func (a *API) serve(r *Request) (Reply, error) {
	unrouted := a.route(r)
	if unrouted == nil && r.Route != nil && r.Route.Keyed {
		return r.Route.Handler(r)
	}
	caller, err := a.authenticate(r)
	if err != nil {
		return Reply{}, err
	}
	r.Caller = caller
	if err := r.Spend(caller.UserID); err != nil {
		return Reply{}, err
	}
	return a.carry(r, unrouted)
}

// Spend takes one request from what a user has for the moment.
func (r *Request) Spend(user string) error { return r.api.meter.take(user, r.Now) }

// dispatch serves a request whose caller is known.
func (a *API) dispatch(r *Request) (Reply, error) { return a.carry(r, a.route(r)) }

// carry serves a request that was routed, or was not: who is nobody does not
// hear what there is.
func (a *API) carry(r *Request, unrouted error) (Reply, error) {
	if unrouted != nil {
		return Reply{}, unrouted
	}
	if r.Route == nil { // OPTIONS
		return Reply{Status: http.StatusNoContent, Header: http.Header{"Allow": {r.place.allow()}}}, nil
	}
	if err := a.authorize(r); err != nil {
		return Reply{}, err
	}
	if err := r.readPreferences(); err != nil {
		return Reply{}, err
	}
	if err := writeOptions(r); err != nil {
		return Reply{}, err
	}
	reply, err := r.Route.Handler(r)
	if err == nil && isRead(r.Method) && r.options == nil {
		err = ignored(r, reply)
	}
	return reply, err
}

// writeOptions refuses, before anything is changed, options that say which of
// many are meant: a write is of one.
func writeOptions(r *Request) error {
	if isRead(r.Method) || r.URL.RawQuery == "" {
		return nil
	}
	o, err := r.OData()
	if err != nil {
		return err
	}
	for _, name := range o.Asks() {
		if name != "$select" && name != "$expand" {
			return model.Errorf(model.CodeBadRequest, "%s has no meaning for a %s", name, r.Method)
		}
	}
	return nil
}

// ignored refuses query options that a handler did not look at: a read that
// leaves out what it was asked for would be taken for an answer to it.
func ignored(r *Request, reply Reply) error {
	err := NoOptions(r)
	if c, ok := reply.content.(io.Closer); ok && err != nil {
		err = errors.Join(err, c.Close())
	}
	return err
}

// authenticate reads the bearer token (RFC 6750, header alone).
func (a *API) authenticate(r *Request) (Principal, error) {
	head := r.Header.Get("Authorization")
	if head == "" {
		return Principal{}, model.Errorf(model.CodeUnauthenticated, "the request has no Authorization header; send a bearer token")
	}
	scheme, token, ok := strings.Cut(head, " ")
	token = strings.TrimSpace(token)
	if !ok || !strings.EqualFold(scheme, "Bearer") || token == "" || strings.ContainsAny(token, " \t,") {
		return Principal{}, model.Errorf(model.CodeUnauthenticated, "the Authorization header is not of the form: Bearer <token>")
	}
	p, err := a.conf.Auth.Authenticate(r.Context(), token)
	if err != nil {
		return Principal{}, err
	}
	if !p.Expires.IsZero() && !r.Now.Before(p.Expires) {
		return Principal{}, model.Errorf(model.CodeUnauthenticated, "the access token has expired; obtain a new one")
	}
	return p, nil
}

// route finds the row for the path and method.
func (a *API) route(r *Request) error {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	if strings.Count(path, "/") > a.conf.Limits.Segments {
		return model.Errorf(model.CodeBadRequest, "the path has more than %d segments", a.conf.Limits.Segments)
	}
	version, path, _ := strings.Cut(path, "/")
	switch strings.ToLower(version) {
	case "v1.0":
		r.Version = "v1.0"
	case "beta":
		r.Version = "beta"
	default:
		return model.Errorf(model.CodeNotFound, "no version %q: the path begins with /v1.0 or /beta", version)
	}
	place, err := a.router.match(path, &r.keys)
	var m *miss
	if errors.As(err, &m) {
		return model.Errorf(model.CodeNotFound, "resource not found for the segment %q", m.segment)
	}
	if err == nil && place.methods == nil {
		last := path[strings.LastIndexByte(path, '/')+1:]
		return model.Errorf(model.CodeNotFound, "resource not found for the segment %q: the path is not complete", last)
	}
	r.place = place
	return r.pick()
}

// pick chooses the row for the method; OPTIONS leaves r.Route nil.
func (r *Request) pick() error {
	method := r.Method
	if method == http.MethodOptions {
		return nil
	}
	if method == http.MethodHead {
		method = http.MethodGet
	}
	route := r.place.methods[method]
	if route == nil {
		return &refusal{
			err:    model.Errorf(model.CodeMethodNotAllowed, "%s is not served here; allowed: %s", r.Method, r.place.allow()),
			header: http.Header{"Allow": {r.place.allow()}},
		}
	}
	if route.Versions == BetaOnly && r.Version != "beta" {
		return model.Errorf(model.CodeNotFound, "%s is served under /beta, not under /%s", route.Operation, r.Version)
	}
	r.Route = route
	return nil
}

// recoverPanic answers 500 and reports; the process goes on.
func (a *API) recoverPanic(w http.ResponseWriter, r *Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	a.report(r, model.Mistake(v), string(debug.Stack()))
	a.writeError(w, r, &reported{model.Errorf(model.CodeInternal, "the service failed; it was reported as %s", r.ID)})
}

func (a *API) report(r *Request, err error, stack string) {
	rep := Report{RequestID: r.ID, Method: r.Method, Err: err, Stack: stack}
	if r.Route != nil {
		rep.Operation = r.Route.Operation
	}
	a.conf.Report(rep)
}

func isRead(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
