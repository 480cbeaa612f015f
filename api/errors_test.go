package api

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

func TestRefusalsCompareWithTheModelsErrors(t *testing.T) {
	sentinels := []*model.Error{model.ErrNotFound, model.ErrAccessDenied, model.ErrUnauthorized,
		model.ErrConflict, model.ErrSyncGone, model.ErrThrottled, model.ErrChangeKey}
	for _, test := range []struct {
		status int
		code   string
		want   *model.Error // nil: none of the sentinels
	}{
		{404, "ErrorItemNotFound", model.ErrNotFound},
		{404, "Request_ResourceNotFound", model.ErrNotFound},
		{404, "", model.ErrNotFound},
		{403, "ErrorAccessDenied", model.ErrAccessDenied},
		{403, "Authorization_RequestDenied", model.ErrAccessDenied},
		{401, "InvalidAuthenticationToken", model.ErrUnauthorized},
		{401, "", model.ErrUnauthorized},
		{409, "ErrorIrresolvableConflict", model.ErrConflict},
		{409, "nameAlreadyExists", nil},
		{410, "resyncRequired", model.ErrSyncGone},
		{412, "ErrorChangeKeyMismatch", model.ErrChangeKey},
		{429, "", model.ErrThrottled},
		{400, "ErrorInvalidRequest", nil},
		{500, "InternalServerError", nil},
	} {
		err := error(&Error{Status: test.status, Code: model.Code(test.code)})
		for _, s := range sentinels {
			if got, want := errors.Is(err, s), s == test.want; got != want {
				t.Errorf("%d %q is %s: got %v, want %v", test.status, test.code, s.Code, got, want)
			}
		}
	}
}

func TestErrorBodies(t *testing.T) {
	for name, test := range map[string]struct {
		status  int
		kind    string
		body    string
		code    model.Code
		message string
		target  string
		id      string
	}{
		"the interface's own": {404, "application/json; charset=utf-8",
			`{"error":{"code":"ErrorItemNotFound","message":"no such message","target":"id","innerError":{"date":"2026-03-02T09:00:00","request-id":"r1","client-request-id":"c1"}}}`,
			model.CodeNotFound, "no such message", "id", "r1"},
		"a proxy's page":     {502, "text/html", `<html>Bad gateway</html>`, model.CodeInternal, "the service gave no reason (Bad Gateway)", "", ""},
		"broken JSON":        {400, "application/json", `{"error":{"code":"X"`, model.CodeBadRequest, "the service gave no reason (Bad Request)", "", ""},
		"JSON of a stranger": {403, "application/problem+json", `{"title":"no"}`, model.CodeAccessDenied, "the service gave no reason (Forbidden)", "", ""},
		"nothing":            {404, "", ``, model.CodeNotFound, "the service gave no reason (Not Found)", "", ""},
		"endless":            {500, "text/plain", strings.Repeat("x", 1<<20), model.CodeInternal, "the service gave no reason (Internal Server Error)", "", ""},
	} {
		s := &service{answer: func(int, exchange) (*http.Response, error) {
			return replyJSON(test.status, test.body, "Content-Type", test.kind), nil
		}}
		c, _ := testClient(t, s, func(cfg *Config) { cfg.Retry.Attempts = -1 })
		_, err := c.Me().Message("A").Get(t.Context())
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v, want an *Error", name, err)
			continue
		}
		if e.Status != test.status || e.Code != test.code || e.Message != test.message || e.Target != test.target || e.RequestID != test.id {
			t.Errorf("%s: got %+v, want %+v", name, *e, test)
		}
		if said := err.Error(); !strings.HasSuffix(said, test.message) || strings.Contains(said, "/me") || !strings.HasPrefix(e.Asked(), "GET /me/messages/A: ") {
			t.Errorf("%s: it says %q, and asked is %q; want the service's words alone, and what was asked", name, said, e.Asked())
		}
		var m *model.Error
		if !errors.As(err, &m) || m.Message != test.message {
			t.Errorf("%s: as a model error: got %v, want the message", name, m)
		}
	}
}

func TestRequestIDOfTheHeaderWins(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(429, `{}`, "request-id", "r2", "client-request-id", "c2", "Retry-After", "0.5"), nil
	}}
	c, _ := testClient(t, s)
	err := c.Me().Message("A").Send(t.Context())
	var e *Error
	if !errors.As(err, &e) || e.RequestID != "r2" || e.ClientRequestID != "c2" || e.RetryAfter != 500*time.Millisecond {
		t.Errorf("got %+v, want the ids and the wait of the headers", e)
	}
}
