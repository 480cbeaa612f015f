package rest

import "context"

// Trace is what whoever runs the service is told of a request: ids, and names
// of the routing table. It holds no address, subject, token, path or query,
// so that it can be logged and counted.
type Trace struct {
	// RequestID is in the reply and in a Report too. Where it is given before
	// the request is served, that is its id.
	RequestID string
	// ClientID is the client's own, of at most 128 printable ASCII characters;
	// "" where it gave none.
	ClientID string
	// Method is one of HTTP's, "" for one that is not.
	Method string
	// Operation is the row's, "" where none was found.
	Operation string
	// User asked, and Mailbox is whose data the path leads to: ids, "" while
	// they are not known.
	User, Mailbox string
	Status        int
	// Parts are those of a batch.
	Parts []Trace
}

type traceKey struct{}

// Traced is a context whose request is written into t as it is served. t is
// read once the handler has returned.
func Traced(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// TraceOf is what the request of a context is written into: something that
// nobody reads, when it is not Traced.
func TraceOf(ctx context.Context) *Trace {
	if t, ok := ctx.Value(traceKey{}).(*Trace); ok {
		return t
	}
	return &Trace{}
}

// methods are those that can be served, and so named.
var methods = map[string]bool{"GET": true, "HEAD": true, "OPTIONS": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// trace is what is known of a request in the end; of its status only that of a
// part.
func (r *Request) trace(t *Trace) {
	t.RequestID, t.ClientID, t.User, t.Mailbox = r.ID, r.clientRequestID(), r.Caller.UserID, r.Mailbox.ID
	if methods[r.Method] {
		t.Method = r.Method
	}
	if r.Route != nil {
		t.Operation = r.Route.Operation
	}
}

// tracePart writes down what became of a part of the batch r.
func (r *Request) tracePart(part *Request, w *Recorded) {
	whole := TraceOf(r.Context())
	t := Trace{Status: w.Status}
	part.trace(&t)
	whole.Parts = append(whole.Parts, t)
}
