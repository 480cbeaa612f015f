package api

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"

	"daybook/model"
)

// HandlerTransport is the network for a service in the same process: it calls
// the handler directly. There is no socket; cancellation reaches the handler
// through its request's context, bodies stream both ways, and a panic in the
// handler is an error of the request (a *HandlerPanic).
func HandlerTransport(h http.Handler) http.RoundTripper { return &handlerTransport{h} }

// HandlerPanic is a panic of the handler, with the stack it happened on.
type HandlerPanic struct {
	Value any
	Stack []byte
}

func (p *HandlerPanic) Error() string {
	return fmt.Sprintf("the service panicked: %v", model.Mistake(p.Value))
}

type handlerTransport struct{ handler http.Handler }

func (t *handlerTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		closeRequest(req)
		return nil, err
	}
	ctx, cancel := context.WithCancel(req.Context())
	w := newReply(req.Method == http.MethodHead)
	go func() {
		sr := serverRequest(ctx, req)
		defer sr.Body.Close()
		w.finish(run(t.handler, w, sr))
	}()
	select {
	case <-w.started:
	case <-ctx.Done():
		w.reader.CloseWithError(ctx.Err()) // the handler's next write fails
		cancel()
		return nil, req.Context().Err()
	}
	if w.failed != nil {
		cancel()
		return nil, w.failed
	}
	return w.response(req, ctx, cancel), nil
}

// run calls the handler and turns a panic into an error that is not retried.
func run(h http.Handler, w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = permanent{&HandlerPanic{Value: v, Stack: debug.Stack()}}
		}
	}()
	h.ServeHTTP(w, r)
	return nil
}

// serverRequest is the request as a server would have read it.
func serverRequest(ctx context.Context, req *http.Request) *http.Request {
	sr := req.Clone(ctx)
	sr.RequestURI = req.URL.RequestURI()
	sr.Proto, sr.ProtoMajor, sr.ProtoMinor = "HTTP/1.1", 1, 1
	sr.RemoteAddr = "in-process"
	if sr.Host == "" {
		sr.Host = req.URL.Host
	}
	u := *req.URL
	u.Scheme, u.Host = "", ""
	sr.URL = &u
	if sr.Body == nil {
		sr.Body = http.NoBody
	}
	return sr
}

// replyBuffer is how much of a reply is kept back: a reply that fits comes
// whole, with its length, and costs no hand-over between goroutines.
const replyBuffer = 64 << 10

// reply is the handler's ResponseWriter. Up to the moment started is closed
// it belongs to the handler; after that, status, sent and failed stay as they
// are and only the pipe is shared.
type reply struct {
	header  http.Header
	status  int
	sent    http.Header // a copy of header when it was sent
	head    bool
	buffer  bytes.Buffer
	reader  *io.PipeReader
	writer  *io.PipeWriter
	stream  *bufio.Writer // set once the buffer overflowed or was flushed
	started chan struct{}
	failed  error
}

func newReply(head bool) *reply {
	r, w := io.Pipe()
	return &reply{header: http.Header{}, head: head, reader: r, writer: w, started: make(chan struct{})}
}

func (w *reply) Header() http.Header { return w.header }

func (w *reply) WriteHeader(status int) {
	if w.status != 0 || status < 200 {
		return
	}
	w.status = status
	w.sent = w.header.Clone()
}

func (w *reply) Write(p []byte) (int, error) {
	if w.status == 0 {
		if w.header.Get("Content-Type") == "" {
			w.header.Set("Content-Type", http.DetectContentType(p))
		}
		w.WriteHeader(http.StatusOK)
	}
	if w.head {
		return len(p), nil
	}
	if w.stream == nil && w.buffer.Len()+len(p) <= replyBuffer {
		return w.buffer.Write(p)
	}
	if w.stream == nil {
		w.begin()
	}
	return w.stream.Write(p)
}

// Flush sends what there is.
func (w *reply) Flush() { w.FlushError() }

// FlushError is Flush for http.ResponseController.
func (w *reply) FlushError() error {
	w.WriteHeader(http.StatusOK)
	if w.stream == nil {
		w.begin()
	}
	return w.stream.Flush()
}

// begin turns to streaming: the reply is handed over and what was kept back
// follows through the pipe.
func (w *reply) begin() {
	w.stream = bufio.NewWriterSize(w.writer, replyBuffer)
	close(w.started)
	w.stream.Write(w.buffer.Bytes())
}

func (w *reply) finish(err error) {
	if w.stream != nil {
		if err == nil {
			err = w.stream.Flush()
		}
		w.writer.CloseWithError(err) // nil reads as the end
		return
	}
	w.WriteHeader(http.StatusOK)
	w.failed = err
	close(w.started)
}

func (w *reply) response(req *http.Request, ctx context.Context, cancel func()) *http.Response {
	resp := &http.Response{
		Status: strconv.Itoa(w.status) + " " + http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, ContentLength: -1, Request: req,
	}
	if w.stream == nil {
		cancel() // the handler has returned
		resp.ContentLength = int64(w.buffer.Len())
		resp.Body = io.NopCloser(&w.buffer)
		return resp
	}
	if n, err := strconv.ParseInt(w.sent.Get("Content-Length"), 10, 64); err == nil {
		resp.ContentLength = n
	}
	resp.Body = newStreamBody(w.reader, ctx, cancel)
	return resp
}

// streamBody is a body that ends with the request's context.
type streamBody struct {
	reader *io.PipeReader
	stop   func() bool
	cancel func()
}

func newStreamBody(r *io.PipeReader, ctx context.Context, cancel func()) *streamBody {
	return &streamBody{reader: r, cancel: cancel, stop: context.AfterFunc(ctx, func() { r.CloseWithError(ctx.Err()) })}
}

func (b *streamBody) Read(p []byte) (int, error) { return b.reader.Read(p) }

func (b *streamBody) Close() error {
	b.stop()
	b.cancel()
	return b.reader.Close()
}
