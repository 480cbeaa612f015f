package contract

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
	"daybook/service/auth"
	"daybook/service/store"
)

// refused is a bearer that must not open a row, with the refusal it gets.
type refused struct {
	name   string
	token  api.Token // sent as it is; empty sends no header
	status int
	code   model.Code
}

// TestEveryRowRefusesWrongTokens sends each row, otherwise complete and
// correct, with tokens that do not suffice, and finds nothing changed.
func TestEveryRowRefusesWrongTokens(t *testing.T) {
	w := newWorld(t)
	server := w.serve(t)
	all := readLiterals(t)
	expired := w.token(t, w.owner, everything, time.Minute)
	w.clock.advance(time.Hour)
	revoked := w.token(t, w.owner, everything, 0)
	revoke := func(tx *store.Tx) error { return auth.RevokeToken(tx, string(revoked)) }
	if err := w.svc.Store().Write(t.Context(), revoke); err != nil {
		t.Fatal(err)
	}
	ended := w.endedSignIn(t)
	for _, r := range rows() {
		t.Run(r.String(), func(t *testing.T) {
			w.prepare(t, r)
			path := "/" + r.Version + r.Fill(w.owner.PrincipalName, escaped(w.make(t, r.Key))...) + required(r)
			body, contentType := all[r.Key].content(w.name())
			cases := w.refusals(t, r, expired, revoked, ended)
			before := w.fingerprint(t)
			for _, c := range cases {
				resp, reply := socket{server, c.token}.send(t, r.Method, path, body, contentType)
				if resp.StatusCode != c.status {
					t.Errorf("%s token: got %d %s, want %d", c.name, resp.StatusCode, reply, c.status)
					continue
				}
				checkRefusal(t, c, resp, reply)
			}
			if w.fingerprint(t) != before {
				t.Error("the store has changed")
			}
		})
	}
}

// endedSignIn is the access token of a sign-in that is over.
func (w *world) endedSignIn(t *testing.T) api.Token {
	t.Helper()
	const token = "an-access-token-of-a-sign-in-that-has-ended"
	err := w.svc.Store().Write(t.Context(), func(tx *store.Tx) error {
		in, err := auth.AddSignIn(tx, auth.SignIn{UserID: w.owner.ID, ClientID: "daybook", Scopes: everything})
		if err != nil {
			return err
		}
		return errors.Join(auth.AddAccessToken(tx, in, token, strings.ToLower(everything), tx.Now().Add(time.Hour)), auth.EndSignIn(tx, in.ID))
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (w *world) refusals(t *testing.T, r apitest.Row, expired, revoked, ended api.Token) []refused {
	t.Helper()
	const unauthorized, forbidden = http.StatusUnauthorized, http.StatusForbidden
	cases := []refused{
		{"no", "", unauthorized, model.CodeUnauthenticated},
		{"malformed", "not a token", unauthorized, model.CodeUnauthenticated},
		{"unknown", api.Token(strings.Repeat("A", 43)), unauthorized, model.CodeUnauthenticated},
		{"expired", expired, unauthorized, model.CodeUnauthenticated},
		{"revoked", revoked, unauthorized, model.CodeUnauthenticated},
		{"ended sign-in's", ended, unauthorized, model.CodeUnauthenticated},
	}
	if r.Key == "POST /$batch" {
		return cases // any valid token may batch: each request in it is judged by itself
	}
	cases = append(cases, refused{"too narrow a", w.token(t, w.owner, narrow(r), 0), forbidden, model.CodeAccessDenied})
	if strings.HasPrefix(r.Path, "/users/{user-id}/") && !organisation(r) {
		cases = append(cases, refused{"the colleague's", w.token(t, w.ada, everything, 0), forbidden, model.CodeAccessDenied})
	}
	return cases
}

// narrow is a token's scopes that are not the row's.
func narrow(r apitest.Row) string {
	for _, word := range []string{"message", "mail", "inference", "mastercategories"} {
		if strings.Contains(strings.ToLower(r.Path), word) && !strings.Contains(r.Path, "mailboxSettings") {
			return "Calendars.ReadWrite Contacts.ReadWrite Files.ReadWrite"
		}
	}
	return "Mail.ReadWrite Mail.Send"
}

// organisation reports whether a row shows what a colleague with wide scopes
// may see of anybody: people and their photos.
func organisation(r apitest.Row) bool {
	for _, end := range []string{"{user}/photo", "{user}/photo/$value", "{user}/manager", "{user}/directReports"} {
		if strings.HasSuffix(r.Key, end) {
			return true
		}
	}
	return false
}

// checkRefusal asserts the shape of an error and that it says nothing of the
// token.
func checkRefusal(t *testing.T, c refused, resp *http.Response, reply []byte) {
	t.Helper()
	var body struct {
		Error struct {
			Code, Message string
			InnerError    struct {
				Date      string
				RequestID string `json:"request-id"`
				ClientID  string `json:"client-request-id"`
			}
		}
	}
	if err := json.Unmarshal(reply, &body); err != nil {
		t.Errorf("%s token: got %s: %v", c.name, reply, err)
		return
	}
	e := body.Error
	if e.Code != string(c.code) || e.Message == "" || e.InnerError.Date == "" || e.InnerError.ClientID != "my-own-id" ||
		e.InnerError.RequestID == "" || e.InnerError.RequestID != resp.Header.Get("request-id") {
		t.Errorf("%s token: got %s, want code %s, a message, the date and both ids", c.name, reply, c.code)
	}
	if len(c.token) > 20 && strings.Contains(string(reply), string(c.token)) {
		t.Errorf("%s token: the refusal shows it", c.name)
	}
	if c.status == http.StatusUnauthorized && !strings.HasPrefix(resp.Header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("%s token: got WWW-Authenticate %q, want Bearer", c.name, resp.Header.Get("WWW-Authenticate"))
	}
}
