// Package strict stands between a client of the microsoft dialect and the
// embedded service, for tests: it refuses what the public interface (v1.0)
// would refuse, and changes the replies to what that would say. What it goes
// by is public: the description of the types (testdata/types.tsv) and the
// documentation, whose address stands at each rule.
//
// Invariants: what it refuses, the service never sees; each refusal is noted,
// so that a test can fail on those that nobody expected.
package strict

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Refusal is a request that the public interface would not have carried out.
type Refusal struct {
	Rule    string // property, expand, filter ...: the rule by a word
	Method  string
	Path    string // below the version, keys as {id}
	Query   string
	Message string
}

// String says it in one line.
func (r Refusal) String() string {
	return fmt.Sprintf("%s: %s %s?%s: %s", r.Rule, r.Method, r.Path, r.Query, r.Message)
}

// Interface is the public interface as an http.RoundTripper.
type Interface struct {
	service http.RoundTripper
	trouble Trouble

	now func() time.Time

	mu       sync.Mutex
	refusals []Refusal
	sent     map[string]time.Time // when messages were sent, by the service's ids
	moves    map[string]int       // how often messages were moved, by those
	inside   []*http.Request      // those that are being carried out
	number   int
}

// Trouble has every so many requests turned away, 0 for never, and those to
// paths that begin so refused for want of a right.
// https://learn.microsoft.com/graph/throttling
// https://learn.microsoft.com/graph/errors
// https://learn.microsoft.com/graph/permissions-reference
type Trouble struct {
	Throttled, Unavailable, TimedOut int
	Denied                           []string
}

// New stands before a service.
func New(service http.RoundTripper, trouble Trouble) *Interface {
	return &Interface{service: service, trouble: trouble, now: time.Now, sent: map[string]time.Time{}, moves: map[string]int{}}
}

// Refusals are those so far, each kind once.
func (i *Interface) Refusals() []Refusal {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.refusals)
}

// mostAtOnce is how many requests a mailbox carries out at once.
// https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits
const mostAtOnce = 4

// RoundTrip implements http.RoundTripper.
func (i *Interface) RoundTrip(req *http.Request) (*http.Response, error) {
	path, ok := strings.CutPrefix(req.URL.EscapedPath(), "/v1.0")
	var body []byte
	if req.Body != nil {
		defer req.Body.Close()
		read, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		body = read
	}
	if !ok { // of no mailbox
		out, err := i.upload(req, body)
		if err != nil {
			return nil, err
		}
		return out.response(req), nil
	}
	status, reply := i.enter(req)
	defer i.leave(req)
	if status != 0 {
		return reply.response(req), nil
	}
	a := ask(req.Method, path, req.URL.Query(), req.Header, body)
	out, err := i.one(req, a)
	if err != nil {
		return nil, err
	}
	return out.response(req), nil
}

// answer is a reply, read whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) response(req *http.Request) *http.Response {
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header.Del("Content-Length")
	return &http.Response{Status: http.StatusText(a.status), StatusCode: a.status, Header: a.header, Proto: "HTTP/1.1", ProtoMajor: 1,
		ProtoMinor: 1, Body: io.NopCloser(bytes.NewReader(a.body)), ContentLength: int64(len(a.body)), Request: req}
}

func failure(status int, code, message string) answer {
	body, _ := json.Marshal(map[string]any{"error": map[string]string{"code": code, "message": message}}) // strings alone
	return answer{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: body}
}

// enter counts a request in, and turns it away where too many are inside or
// the plan of troubles says so.
// One that its client has given up is not inside any more.
func (i *Interface) enter(req *http.Request) (int, answer) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.inside = slices.DeleteFunc(i.inside, func(r *http.Request) bool { return r.Context().Err() != nil })
	i.inside = append(i.inside, req)
	if len(i.inside) > mostAtOnce {
		var others []string
		for _, r := range i.inside {
			others = append(others, r.Method+" "+r.URL.String())
		}
		i.note(Refusal{Rule: "concurrency", Method: req.Method, Path: strings.Join(others, "; "), Message: "Application is over its MailboxConcurrency limit."})
		away := failure(http.StatusTooManyRequests, "ApplicationThrottled", "Application is over its MailboxConcurrency limit.")
		return away.status, away
	}
	away := i.turnedAway()
	return away.status, away
}

// turnedAway counts a request, and answers it where the plan of troubles says
// so. The caller holds the lock.
func (i *Interface) turnedAway() (away answer) {
	i.number++
	turn := func(every int) bool { return every > 0 && i.number%every == 0 }
	switch {
	case turn(i.trouble.Throttled):
		away = failure(http.StatusTooManyRequests, "TooManyRequests", "Too many requests.")
		away.header.Set("Retry-After", "1")
	case turn(i.trouble.Unavailable):
		away = failure(http.StatusServiceUnavailable, "serviceNotAvailable", "The service is unavailable.")
		away.header.Set("Retry-After", "1")
	case turn(i.trouble.TimedOut):
		away = failure(http.StatusGatewayTimeout, "UnknownError", "")
	}
	return away
}

func (i *Interface) leave(req *http.Request) {
	i.mu.Lock()
	if at := slices.Index(i.inside, req); at >= 0 {
		i.inside = slices.Delete(i.inside, at, at+1)
	}
	i.mu.Unlock()
}

func (i *Interface) note(r Refusal) {
	if !slices.Contains(i.refusals, r) {
		i.refusals = append(i.refusals, r)
	}
}

// one judges a request and carries it out.
func (i *Interface) one(req *http.Request, a *asked) (answer, error) {
	if a.path == "/$batch" {
		return i.batch(req, a)
	}
	for _, denied := range i.trouble.Denied {
		if strings.HasPrefix(a.path, denied) {
			return failure(http.StatusForbidden, "Authorization_RequestDenied", "Insufficient privileges to complete the operation."), nil
		}
	}
	noted := func(rule, message string) {
		i.mu.Lock()
		i.note(Refusal{Rule: rule, Method: a.method, Path: template(a.path), Query: shape(a.query), Message: message})
		i.mu.Unlock()
	}
	for _, rule := range append(slices.Clone(rules), func(a *asked) *fault { return i.settled(req, a) }) {
		if f := rule(a); f != nil {
			noted(f.rule, f.message)
			return failure(f.status, f.code, f.message), nil
		}
	}
	path, err := url.PathUnescape(a.path)
	if err != nil {
		return answer{}, err
	}
	if i.stale(path) || i.stale(string(a.body)) {
		noted("moved", "an id from before the message was moved")
		return failure(http.StatusNotFound, "ErrorItemNotFound", "The specified object was not found in the store."), nil
	}
	out, err := i.carriedOut(req, a)
	if err != nil {
		return out, err
	}
	switch out.status {
	case http.StatusBadRequest, http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType, http.StatusNotImplemented:
		noted("service", string(out.body)) // what stands behind took it for wrong
	}
	if out.status == http.StatusOK && a.at.of == "profilePhoto" && a.at.operation == "" && bytes.Contains(out.body, []byte(`"1X1"`)) {
		// https://learn.microsoft.com/graph/api/profilephoto-get
		return failure(http.StatusNotFound, "ImageNotFound", "The photo wasn't found."), nil
	}
	if strings.HasPrefix(out.header.Get("Content-Type"), "application/json") && a.at.operation != "$value" && a.at.operation != "content" {
		out.body = i.reshaped(a, bytes.ReplaceAll(out.body, []byte(`"http://`+req.URL.Host), []byte(`"`+req.URL.Scheme+"://"+req.URL.Host)))
	}
	return out, nil
}

// ofDrafts are the properties of a message that change while it is a draft, and
// never again: from the end of 2026 that needs a right of an administrator's.
// https://learn.microsoft.com/graph/api/message-update
var ofDrafts = []string{"subject", "body", "toRecipients", "ccRecipients", "bccRecipients", "replyTo", "from", "sender", "internetMessageId", "isDraft"}

// settled refuses to change what a message says once it is no draft.
func (i *Interface) settled(req *http.Request, a *asked) *fault {
	var changes map[string]json.RawMessage
	if a.method != http.MethodPatch || a.at.of != "message" || json.Unmarshal(a.body, &changes) != nil {
		return nil
	}
	at := slices.IndexFunc(ofDrafts, func(name string) bool { _, named := changes[name]; return named })
	if at < 0 {
		return nil
	}
	is, err := i.forward(req, &asked{method: http.MethodGet, path: a.path, query: url.Values{"$select": {"isDraft"}}, header: a.header})
	if err != nil || bytes.Contains(is.body, []byte(`"isDraft":true`)) {
		return nil
	}
	f := refuse("draft", "ErrorAccessDenied", "The property '"+ofDrafts[at]+"' can be changed of a draft alone.")
	f.status = http.StatusForbidden
	return f
}

// carriedOut has the service do what is asked, and remembers what of it shows
// only later.
func (i *Interface) carriedOut(req *http.Request, a *asked) (answer, error) {
	if a.at.of == "room" {
		return i.rooms(req, a)
	}
	out, err := i.forward(req, a)
	if err != nil || out.status >= http.StatusBadRequest {
		return out, err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case a.at.operation == "move" && a.at.of == "message":
		i.moves[a.key(2)]++
	case a.at.operation == "send":
		i.sent[a.key(2)] = i.now()
	case a.at.of == "oAuth2PermissionGrant" && a.method == http.MethodPatch:
		out = answer{status: http.StatusNoContent} // https://learn.microsoft.com/graph/api/oauth2permissiongrant-update
	case emptyReply(a):
		out.body = nil
		out.header.Del("Content-Type")
	}
	return out, nil
}

// emptyReply tells whether 200 comes with nothing behind it.
// https://learn.microsoft.com/graph/api/profilephoto-update
// https://learn.microsoft.com/graph/api/event-dismissreminder
// https://learn.microsoft.com/graph/api/event-snoozereminder
func emptyReply(a *asked) bool {
	return a.method == http.MethodPut && a.at.below == "profilePhoto" ||
		a.at.operation == "dismissReminder" || a.at.operation == "snoozeReminder"
}

// rooms are the directory's rooms as places.
// https://learn.microsoft.com/graph/api/place-list
func (i *Interface) rooms(req *http.Request, a *asked) (answer, error) {
	users := *a
	users.path, users.query = "/users", url.Values{"$filter": {"userType eq 'resource'"}, "$top": {"999"}}
	out, err := i.forward(req, &users)
	var page struct {
		Value []struct{ ID, DisplayName, Mail string } `json:"value"`
	}
	if err != nil || out.status != http.StatusOK || json.Unmarshal(out.body, &page) != nil {
		return out, err
	}
	list := []map[string]any{}
	for _, u := range page.Value {
		list = append(list, map[string]any{"id": u.ID, "displayName": u.DisplayName, "emailAddress": u.Mail, "capacity": nil, "building": nil})
	}
	out.body, err = json.Marshal(map[string]any{"@odata.context": "https://graph.microsoft.com/v1.0/$metadata#places/microsoft.graph.room", "value": list})
	return out, err
}

func (i *Interface) forward(req *http.Request, a *asked) (answer, error) {
	u := *req.URL
	path, err := url.PathUnescape(a.path)
	if err != nil {
		return answer{}, err
	}
	var segments []string
	for _, s := range strings.Split(a.path, "/") {
		plain, _ := url.PathUnescape(s) // the rules have looked
		segments = append(segments, url.PathEscape(short(plain)))
	}
	u.Path, u.RawPath = "/v1.0"+short(path), "/v1.0"+strings.Join(segments, "/")
	query := url.Values{}
	for name, values := range a.query {
		for _, v := range values {
			query.Add(name, short(v))
		}
	}
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	body := []byte(short(string(ignored(a))))
	sub, err := http.NewRequestWithContext(req.Context(), a.method, u.String(), bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	sub.Header = a.header.Clone()
	sub.Header.Del("Accept-Encoding") // what is packed cannot be changed
	if len(body) == 0 {
		sub.Body, sub.ContentLength = http.NoBody, 0
	}
	resp, err := i.service.RoundTrip(sub)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	out := answer{status: resp.StatusCode, header: resp.Header}
	out.body, err = io.ReadAll(resp.Body)
	return out, err
}

// ignored is a body without what the public interface takes and leaves as it
// is: a deletion and an answer are not taken back by PATCH.
// https://learn.microsoft.com/graph/api/event-update
func ignored(a *asked) []byte {
	var body map[string]json.RawMessage
	if a.method != http.MethodPatch || a.at.of != "event" || json.Unmarshal(a.body, &body) != nil {
		return a.body
	}
	before := len(body)
	delete(body, "isCancelled")
	delete(body, "responseStatus")
	if len(body) == before {
		return a.body
	}
	out, _ := json.Marshal(body) // it was read from JSON
	return out
}

// mostInBatch is how many requests a batch may have.
// https://learn.microsoft.com/graph/json-batching
const mostInBatch = 20

type batchPart struct {
	ID      string            `json:"id"`
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

type batchAnswer struct {
	ID      string            `json:"id"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body,omitempty"`
}

// batch judges and carries out each part by itself: a preference of the batch
// is none of its parts.
func (i *Interface) batch(req *http.Request, a *asked) (answer, error) {
	var in struct {
		Requests []batchPart `json:"requests"`
	}
	if err := json.Unmarshal(a.body, &in); err != nil || len(in.Requests) == 0 || len(in.Requests) > mostInBatch {
		return failure(http.StatusBadRequest, "BadRequest", "Invalid batch payload format."), nil
	}
	var out struct {
		Responses []batchAnswer `json:"responses"`
	}
	for _, p := range in.Requests {
		u, err := url.Parse(p.URL)
		if err != nil {
			return failure(http.StatusBadRequest, "BadRequest", "Invalid batch request url."), nil
		}
		header := http.Header{}
		for _, name := range []string{"Authorization"} {
			header.Set(name, req.Header.Get(name))
		}
		for name, value := range p.Headers {
			header.Set(name, value)
		}
		i.mu.Lock()
		got := i.turnedAway()
		i.mu.Unlock()
		if got.status == 0 {
			got, err = i.one(req, ask(p.Method, u.EscapedPath(), u.Query(), header, p.Body))
		}
		if err != nil {
			return answer{}, err
		}
		one := batchAnswer{ID: p.ID, Status: got.status, Headers: map[string]string{}}
		for name := range maps.Keys(got.header) {
			one.Headers[name] = got.header.Get(name)
		}
		switch {
		case len(got.body) == 0:
		case json.Valid(got.body):
			one.Body = got.body
		default:
			one.Body, _ = json.Marshal(base64.StdEncoding.EncodeToString(got.body)) // a string
		}
		out.Responses = append(out.Responses, one)
	}
	body, err := json.Marshal(out)
	return answer{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}}, body: body}, err
}

// template is a path with its keys as {id}, so that a refusal is the same for
// every item.
func template(path string) string {
	segments := strings.Split(path, "/")
	at := place{}
	for n, s := range segments {
		plain, _ := url.PathUnescape(s) // what cannot be read stays as it is
		switch {
		case n < 1:
		case n == 1:
			at = place{of: roots[plain].of, many: roots[plain].many}
		default:
			if _, reply, ok := operation(at, plain); ok {
				at = place{of: strings.Trim(reply, "[]"), many: strings.HasPrefix(reply, "[")}
			} else if at.many {
				segments[n], at.many = "{id}", false
			} else {
				m := types()[at.of][plain]
				at = place{of: m.of, many: m.many}
			}
		}
	}
	return strings.Join(segments, "/")
}

// shape is a query with its texts left out.
func shape(query url.Values) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(query)) {
		value := quotedText.ReplaceAllString(query.Get(name), "'…'")
		if name == "$search" || strings.HasSuffix(name, "DateTime") || strings.HasPrefix(name, "$skip") {
			value = "…"
		}
		parts = append(parts, name+"="+instants.ReplaceAllString(value, "…"))
	}
	return strings.Join(parts, "&")
}
