package service

import (
	"context"
	"crypto/rand"
	"io"
	"log"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode"

	"daybook/service/rest"
)

// watch is who runs the service, looking at its requests: in the log and in
// figures.
type watch struct {
	log     *slog.Logger // nil for none
	all     bool         // not only what the service failed at
	figures *metrics     // nil for none
	newID   func() string
	now     func() time.Time
}

func (o ServeOptions) watch() watch {
	w := watch{log: o.Log, all: o.LogAll, newID: requestIDs(rand.Reader), now: o.now}
	if w.now == nil {
		w.now = time.Now
	}
	return w
}

// over gives each request its id, which is in every reply, and tells of it once
// it was answered.
func (w watch) over(h http.Handler) http.Handler {
	return http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		began := w.now()
		if w.figures != nil {
			w.figures.inFlight.Inc()
			defer w.figures.inFlight.Dec()
		}
		trace := &rest.Trace{RequestID: w.newID()}
		out := &statusWriter{ResponseWriter: to}
		out.Header().Set("request-id", trace.RequestID)
		defer func() {
			trace.Status = out.status
			w.served(r.Context(), trace, w.now().Sub(began))
		}()
		h.ServeHTTP(out, r.WithContext(rest.Traced(r.Context(), trace)))
		if out.status == 0 { // what the server answers where nothing was said
			out.status = http.StatusOK
		}
	})
}

// server is where the HTTP server complains, of connections that never became
// a request. What any stranger causes by a handshake is not said.
func (w watch) server() *log.Logger { return log.New(complaints{w.log}, "", 0) }

type complaints struct{ log *slog.Logger }

func (c complaints) Write(b []byte) (int, error) {
	if text := strings.TrimSpace(string(b)); c.log != nil && !strings.HasPrefix(text, "http: TLS handshake error") {
		c.log.Warn("server", slog.String("error", text))
	}
	return len(b), nil
}

// served tells of a request; its status is 0 where the answer was broken off.
func (w watch) served(ctx context.Context, t *rest.Trace, took time.Duration) {
	if w.figures != nil {
		w.figures.served(t, took)
	}
	if w.log == nil {
		return
	}
	if w.all || failed(t) {
		w.log.LogAttrs(ctx, levelOf(t), "request", append(about(t), slog.Float64("ms", float64(took.Microseconds())/1000))...)
	}
	for i := range t.Parts {
		if p := &t.Parts[i]; w.all || failed(p) {
			w.log.LogAttrs(ctx, levelOf(p), "part of a batch", append(about(p), slog.String("batch", t.RequestID))...)
		}
	}
}

// failed says that the service is at fault.
func failed(t *rest.Trace) bool { return t.Status >= http.StatusInternalServerError }

func levelOf(t *rest.Trace) slog.Level {
	if failed(t) {
		return slog.LevelError
	}
	return slog.LevelInfo
}

func about(t *rest.Trace) []slog.Attr {
	attrs := []slog.Attr{slog.String("request", t.RequestID)}
	for _, a := range []slog.Attr{slog.String("client_request", t.ClientID), slog.String("method", t.Method),
		slog.String("operation", t.Operation), slog.Int("status", t.Status), slog.String("user", t.User), slog.String("mailbox", t.Mailbox)} {
		if a.Value.String() != "" {
			attrs = append(attrs, a)
		}
	}
	return attrs
}

// statusWriter sees the status go by. Like the writer below it, it has no
// ReadFrom.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK { // those below come before the answer
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// NewLog makes a log of lines: of JSON, or of key=value. Nothing in a line can
// steer a terminal, and times are UTC.
func NewLog(to io.Writer, asJSON bool) *slog.Logger {
	opts := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		switch v := a.Value.Any().(type) {
		case time.Time:
			a.Value = slog.TimeValue(v.UTC())
		case string:
			a.Value = slog.StringValue(visible(v))
		case error:
			a.Value = slog.StringValue(visible(v.Error()))
		}
		return a
	}}
	if asJSON {
		return slog.New(slog.NewJSONHandler(to, opts))
	}
	return slog.New(slog.NewTextHandler(to, opts))
}

// visible is a text without what steers terminals; lines and tabs are escaped
// by the handlers.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// ReportTo writes what a person must repair to a log.
func ReportTo(log *slog.Logger) func(rest.Report) {
	return func(r rest.Report) {
		attrs := []any{slog.String("operation", r.Operation), slog.Any("error", r.Err)}
		for _, a := range []slog.Attr{slog.String("request", r.RequestID), slog.String("stack", r.Stack)} {
			if a.Value.String() != "" {
				attrs = append(attrs, a)
			}
		}
		log.Error("failure", attrs...)
	}
}
