package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"mime"
	"net/http"
	"strings"

	"daybook/model"
	"daybook/service/rest"
)

// batchPart is one request of a batch. URL is relative to the version root. A
// JSON body stands as it is; any other is a string in base64. DependsOn names
// parts that must have succeeded first.
type batchPart struct {
	ID        string            `json:"id"`
	Method    string            `json:"method"`
	URL       string            `json:"url" max:"32KB"`
	Headers   map[string]string `json:"headers"`
	Body      json.RawMessage   `json:"body" max:"32MB"`
	DependsOn []string          `json:"dependsOn"`
}

// batchReply is the reply to the part of the same id.
type batchReply struct {
	ID      string            `json:"id"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    json.RawMessage   `json:"body,omitempty"`
}

// inBatch marks the context of a part, so that no batch can hold another.
type inBatch struct{}

// batch carries out up to Limits.BatchMax requests one after the other, as
// they stand or as dependsOn wants it. All that they write is one commit. The
// reply to the batch is 200 when it was understood; each part has a status of
// its own (supplement, batch).
func (a *Area) batch(r *rest.Request) (rest.Reply, error) {
	if r.Context().Value(inBatch{}) != nil {
		return rest.Reply{}, model.Errorf(model.CodeBadRequest, "a batch cannot hold another batch")
	}
	parts, err := readBatch(r)
	if err != nil {
		return rest.Reply{}, err
	}
	ctx := context.WithValue(r.Context(), inBatch{}, true)
	var replies []batchReply
	if onlyReads(parts) {
		replies = runBatch(ctx, r, parts)
	} else {
		err = a.store.Batch(ctx, func(ctx context.Context) error {
			replies = runBatch(ctx, r, parts)
			return nil
		})
	}
	return rest.Action(map[string]any{"responses": replies}), err
}

// readBatch reads and checks the parts, and puts them in an order in which
// each comes after those it depends on.
func readBatch(r *rest.Request) ([]batchPart, error) {
	var in struct {
		Requests []batchPart `json:"requests"`
	}
	if err := r.Decode(&in); err != nil {
		return nil, err
	}
	most := r.Limits().BatchMax
	if n := len(in.Requests); n == 0 || n > most {
		return nil, rest.BadProperty("requests", "a batch has 1 to %d requests, not %d", most, n)
	}
	known := map[string]bool{}
	for _, p := range in.Requests {
		switch {
		case p.ID == "":
			return nil, rest.BadProperty("requests/id", "is required")
		case known[p.ID]:
			return nil, rest.BadProperty("requests/id", "two requests are called %q", p.ID)
		case p.Method == "" || p.URL == "":
			return nil, rest.BadProperty("requests", "the request %q needs a method and a url", p.ID)
		}
		known[p.ID] = true
	}
	for _, p := range in.Requests {
		for _, d := range p.DependsOn {
			if !known[d] {
				return nil, rest.BadProperty("requests/dependsOn", "%q depends on %q, which is not in the batch", p.ID, d)
			}
		}
	}
	return inOrder(in.Requests)
}

// inOrder sorts parts so that each follows what it depends on, and keeps the
// order they were given in otherwise.
func inOrder(parts []batchPart) ([]batchPart, error) {
	sorted, placed := make([]batchPart, 0, len(parts)), map[string]bool{}
	for len(sorted) < len(parts) {
		before := len(sorted)
		for _, p := range parts {
			if !placed[p.ID] && all(p.DependsOn, placed) {
				sorted, placed[p.ID] = append(sorted, p), true
			}
		}
		if len(sorted) == before {
			return nil, rest.BadProperty("requests/dependsOn", "the requests depend on each other in a circle")
		}
	}
	return sorted, nil
}

func all(ids []string, in map[string]bool) bool {
	for _, id := range ids {
		if !in[id] {
			return false
		}
	}
	return true
}

// onlyReads reports a batch that needs no writing transaction.
func onlyReads(parts []batchPart) bool {
	for _, p := range parts {
		if m := strings.ToUpper(p.Method); m != http.MethodGet && m != http.MethodHead && m != http.MethodOptions {
			return false
		}
	}
	return true
}

func runBatch(ctx context.Context, r *rest.Request, parts []batchPart) []batchReply {
	replies, succeeded := make([]batchReply, 0, len(parts)), map[string]bool{}
	var size int64
	for _, p := range parts {
		var got *rest.Recorded
		switch {
		case !all(p.DependsOn, succeeded):
			got = r.Refused(model.Errorf(model.CodeFailedDependency, "a request that %q depends on has failed", p.ID))
		case size > r.Limits().Upload:
			got = r.Refused(model.Errorf(model.CodeTooLarge, "the replies before this one have more than %d bytes; send %q in another batch", r.Limits().Upload, p.ID))
		default:
			got = runPart(ctx, r, p)
		}
		size += int64(len(got.Body))
		succeeded[p.ID] = got.Status < http.StatusBadRequest
		replies = append(replies, replyOf(p.ID, got))
	}
	return replies
}

func runPart(ctx context.Context, r *rest.Request, p batchPart) *rest.Recorded {
	header := http.Header{}
	for name, value := range p.Headers {
		header.Set(name, value)
	}
	body, err := p.body(header.Get("Content-Type"))
	if err != nil {
		return r.Refused(err)
	}
	// A link that came in an answer is absolute: it works here as it is.
	root := strings.TrimSuffix(r.Base(), r.Version)
	if path, _, _ := strings.Cut(strings.TrimPrefix(p.URL, root), "?"); strings.Contains(path, "://") {
		return r.Refused(model.Errorf(model.CodeBadRequest, "the url of %q is not of this service, such as /me/messages", p.ID))
	}
	got, err := r.Sub(ctx, strings.ToUpper(p.Method), p.URL, header, body)
	if err != nil {
		return r.Refused(err)
	}
	return got
}

// body is the part's body as it would have been sent alone.
func (p batchPart) body(contentType string) (string, error) {
	if len(p.Body) == 0 || string(p.Body) == "null" {
		return "", nil
	}
	if contentType == "" || isJSON(contentType) {
		return string(p.Body), nil
	}
	var text string
	if err := json.Unmarshal(p.Body, &text); err != nil {
		return "", rest.BadProperty("requests/body", "the body of %q is %s and must be a string in base64", p.ID, contentType)
	}
	// Both alphabets of RFC 4648 are in use, with padding and without.
	text = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	plain, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return "", rest.BadProperty("requests/body", "the body of %q is %s and must be in base64", p.ID, contentType)
	}
	return string(plain), nil
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

func replyOf(id string, got *rest.Recorded) batchReply {
	reply := batchReply{ID: id, Status: got.Status, Headers: map[string]string{}}
	for name, values := range got.Header() {
		if name != "Content-Length" { // of a body that no longer has that form
			reply.Headers[name] = strings.Join(values, ", ")
		}
	}
	switch {
	case len(got.Body) == 0:
	case isJSON(got.Header().Get("Content-Type")):
		reply.Body = got.Body
	default:
		reply.Body, _ = json.Marshal(got.Body) // bytes are base64, and cannot fail
	}
	return reply
}
