package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daybook/service/rest"
)

// ticking is a clock that each look moves on by a quarter of a second.
func ticking() func() time.Time {
	var looks atomic.Int64
	return func() time.Time {
		return time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC).Add(time.Duration(looks.Add(1)) * 250 * time.Millisecond)
	}
}

func TestTheLogHasOneLineForARequest(t *testing.T) {
	for status, want := range map[int][2]string{ // with failures alone, and with all
		http.StatusOK: {"", "level=INFO msg=request request=id-1 method=GET operation=GetThing status=200 user=u mailbox=m ms=250"},
		503:           {"level=ERROR msg=request request=id-1 method=GET operation=GetThing status=503 user=u mailbox=m ms=250", "503 user=u mailbox=m ms=250"},
		0:             {"", "status=0 user=u mailbox=m ms=250"}, // broken off
	} {
		for all, want := range map[bool]string{false: want[0], true: want[1]} {
			var out bytes.Buffer
			w := watch{log: NewLog(&out, false), all: all, newID: func() string { return "id-1" }, now: ticking()}
			h := w.over(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				trace := rest.TraceOf(r.Context())
				trace.Method, trace.Operation, trace.User, trace.Mailbox = "GET", "GetThing", "u", "m"
				if status == 0 {
					panic(http.ErrAbortHandler)
				}
				w.WriteHeader(http.StatusEarlyHints)
				w.WriteHeader(status)
			}))
			rec := httptest.NewRecorder()
			func() {
				defer func() { _ = recover() }()
				h.ServeHTTP(rec, httptest.NewRequest("GET", "/?secret", nil))
			}()
			if got := out.String(); !strings.Contains(got, want) || (want == "") != (got == "") || strings.Count(got, "\n") > 1 || strings.Contains(got, "secret") {
				t.Errorf("status %d, all %v: %q, want %q", status, all, got, want)
			}
			if id := rec.Header().Get("request-id"); id != "id-1" {
				t.Errorf("the reply's id is %q", id)
			}
		}
	}
}

func TestNothingInTheLogSteersATerminal(t *testing.T) {
	const evil = "a\nb\x1b[31m\u009b2J\u202ec\xffd"
	for _, asJSON := range []bool{false, true} {
		var out bytes.Buffer
		log := NewLog(&out, asJSON)
		log.Info(evil, "text", evil, "error", errors.New(evil))
		ReportTo(log)(rest.Report{Operation: evil, RequestID: evil, Err: errors.New(evil), Stack: evil})
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != 2 || strings.ContainsAny(out.String(), "\x1b\u009b\u202e") || strings.Contains(out.String(), "\xff") {
			t.Errorf("JSON %v: %q", asJSON, lines)
		}
	}
}

func TestTheServersComplaintsAreLinesOfTheLog(t *testing.T) {
	var out bytes.Buffer
	to := watch{log: NewLog(&out, true)}.server()
	to.Printf("http: TLS handshake error from 192.0.2.1:4711: EOF")
	to.Printf("http: Accept error: too many open files\x1b[31m; retrying\nin 5ms")
	var line struct{ Level, Msg, Error string }
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Level != "WARN" || line.Error != "http: Accept error: too many open files\ufffd[31m; retrying\nin 5ms" {
		t.Errorf("%v: %s", err, out.String())
	}
	watch{}.server().Printf("nobody reads it")
}

func TestTimesInTheLogAreUTC(t *testing.T) {
	var out bytes.Buffer
	at := time.Date(2026, 11, 19, 9, 42, 0, 0, time.FixedZone("far", 3*3600))
	_ = NewLog(&out, true).Handler().Handle(t.Context(), slog.NewRecord(at, slog.LevelInfo, "x", 0))
	if got := out.String(); got != `{"time":"2026-11-19T06:42:00Z","level":"INFO","msg":"x"}`+"\n" {
		t.Errorf("%q", got)
	}
}
