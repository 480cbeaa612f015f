// Package oauth is the authorization server of the service: how a program
// gets tokens with a person's consent.
//
// It serves the metadata (RFC 8414), the authorization code with PKCE (RFC
// 6749, 7636, 8252, 9207), the device grant (RFC 8628), refreshing and
// revocation (RFC 7009), and the pages on which a person signs in and answers.
//
// Invariants: codes and tokens are kept as hashes alone and appear in no
// error and no report; every client is public and proves itself by PKCE or by
// holding the token; nothing is redirected to a URI that was not found among
// the client's; every parameter is given at most once; a page holds no script,
// loads nothing, is framed by nobody, and its forms work once, for the browser
// and the request that they were made for.
//
// What was decided where the RFCs leave it open:
//
//   - A refresh token comes with the scope offline_access alone. It is good for
//     30 days and is replaced at every use. Used again within 30 s of that, while
//     its successor waits unused, it gets the same answer again: so processes
//     that refresh at once all hold the one live token, and an answer lost on
//     the way is no lost sign-in. Any other second use ends the sign-in, with
//     all its tokens (RFC 9700, section 4.14).
//   - A code that comes with the wrong verifier or redirect URI is spoiled.
//   - Scopes that are not known are refused, not passed over; so is asking for
//     none. What is granted is what was asked, as it was spelled.
//   - A loopback redirect URI registered without a path stands for every path.
//   - The issuer is the scheme and host that the request came to, which is one
//     of the service's own: see service.Serve.
package oauth

import (
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/auth"
	"daybook/service/rest"
	"daybook/service/store"
)

// How long things are good for. The README states the first two.
const (
	accessLife  = time.Hour
	refreshLife = 30 * 24 * time.Hour // since its last use
	codeLife    = time.Minute
	deviceLife  = 10 * time.Minute
	formLife    = 10 * time.Minute
	againWithin = 30 * time.Second // see the package comment
	keepExpired = 24 * time.Hour   // so that a late replay is still recognised
	requestTime = 15 * time.Second // for the whole body to arrive
)

// Server is the authorization server over a store. It is safe for concurrent
// use.
type Server struct {
	conf  Config
	forms *forms
	pages *template.Template
	style string // its hash, as the content security policy wants it
	csrf  *http.CrossOriginProtection
}

// Config is what a Server needs; all of it is required.
type Config struct {
	Store *store.Store
	Auth  *auth.Authority
	Now   func() time.Time
	Rand  io.Reader
	// Report receives what a person must repair.
	Report func(rest.Report)
}

// New makes the server.
func New(conf Config) (*Server, error) {
	pages, style, err := parsePages()
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	return &Server{conf: conf, forms: newForms(), pages: pages, style: style, csrf: http.NewCrossOriginProtection()}, nil
}

// The paths, which the metadata names.
const (
	metadataPath  = "/.well-known/oauth-authorization-server"
	authorizePath = "/oauth2/authorize"
	tokenPath     = "/oauth2/token"
	deviceAskPath = "/oauth2/device_authorization"
	devicePath    = "/oauth2/device"
	revokePath    = "/oauth2/revoke"
)

// operations are the names of the endpoints in logs and figures.
var operations = map[string]string{metadataPath: "OAuthMetadata", authorizePath: "OAuthAuthorize", tokenPath: "OAuthToken",
	deviceAskPath: "OAuthDeviceAuthorization", devicePath: "OAuthDevice", revokePath: "OAuthRevoke"}

// Operations are the names of all endpoints.
func Operations() []string { return slices.Sorted(maps.Values(operations)) }

// Handler serves the endpoints, and next whatever else is asked for.
func (s *Server) Handler(next http.Handler) http.Handler {
	endpoints := map[string]map[string]http.HandlerFunc{
		metadataPath:  {http.MethodGet: s.reply(s.metadata)},
		authorizePath: {http.MethodGet: s.show(s.authorize), http.MethodPost: s.show(s.authorize)},
		tokenPath:     {http.MethodPost: s.reply(s.token)},
		deviceAskPath: {http.MethodPost: s.reply(s.askForDevice)},
		devicePath:    {http.MethodGet: s.show(s.device), http.MethodPost: s.show(s.device)},
		revokePath:    {http.MethodPost: s.reply(s.revoke)},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		methods := endpoints[r.URL.Path]
		if methods == nil {
			next.ServeHTTP(w, r)
			return
		}
		trace := rest.TraceOf(r.Context())
		trace.Operation = operations[r.URL.Path]
		if methods[r.Method] != nil {
			trace.Method = r.Method
		}
		defer s.recoverPanic(w, r)
		// By the clock of the network; where there is none, nothing is slow.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(requestTime))
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Pragma", "no-cache")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		serve := methods[r.Method]
		if r.Method == http.MethodHead {
			serve = methods[http.MethodGet]
		}
		if serve == nil {
			w.Header().Set("Allow", allowed(methods))
			writeJSON(w, http.StatusMethodNotAllowed, refuse(invalidRequest, "this method is not served here"))
			return
		}
		serve(w, r)
	})
}

func allowed(methods map[string]http.HandlerFunc) string {
	switch {
	case methods[http.MethodPost] == nil:
		return "GET, HEAD"
	case methods[http.MethodGet] == nil:
		return "POST"
	}
	return "GET, HEAD, POST"
}

// issuer is this server's name for itself: where the request came to.
func issuer(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// recoverPanic answers 500 and reports; the process goes on.
func (s *Server) recoverPanic(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	s.report(r, model.Mistake(v), string(debug.Stack()))
	writeJSON(w, http.StatusInternalServerError, refuse(serverError, "the service failed"))
}

// report tells of a failure by its endpoint alone: queries and forms hold secrets.
func (s *Server) report(r *http.Request, err error, stack string) {
	s.conf.Report(rest.Report{RequestID: rest.TraceOf(r.Context()).RequestID, Method: r.Method, Operation: operations[r.URL.Path], Err: err, Stack: stack})
}
