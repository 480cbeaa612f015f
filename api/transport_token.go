package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"daybook/model"

	"golang.org/x/oauth2"
)

// Token is a bearer token. However it is printed or encoded, it shows as ***;
// string(t) is the token itself.
type Token string

// String returns ***.
func (Token) String() string { return "***" }

// GoString returns ***.
func (Token) GoString() string { return "***" }

// Format prints *** for every verb.
func (Token) Format(f fmt.State, _ rune) { fmt.Fprint(f, "***") }

// MarshalText writes ***.
func (Token) MarshalText() ([]byte, error) { return []byte("***"), nil }

// StaticToken is a source of one token that does not change.
func StaticToken(t Token) oauth2.TokenSource {
	return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: string(t)})
}

// Refresher is a token source that can be told that its token was refused.
// Refresh returns a fresh one, or the current one if stale is no longer it.
type Refresher interface {
	oauth2.TokenSource
	Refresh(ctx context.Context, stale *oauth2.Token) (*oauth2.Token, error)
}

// bearer adds the token. A 401 leads to one refresh and one repetition; the
// service has refused such a request unread, so any method may be repeated.
type bearer struct {
	next   http.RoundTripper
	source oauth2.TokenSource
	mu     sync.Mutex // one refresh at a time
}

func (t *bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	tok, err := t.source.Token()
	if err != nil {
		closeRequest(req)
		return nil, tokenError(err)
	}
	resp, err := t.next.RoundTrip(withToken(req, tok))
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	again, ok := rewind(req)
	refresher, can := t.source.(Refresher)
	if !ok || !can {
		return resp, nil
	}
	fresh, err := t.refresh(req.Context(), refresher, tok)
	if err != nil || fresh.AccessToken == tok.AccessToken {
		closeRequest(again)
		return resp, nil // the service's own words say more than a failed refresh
	}
	drain(resp.Body)
	return t.next.RoundTrip(withToken(again, fresh))
}

// refresh asks once, however many requests were refused with the same token.
func (t *bearer) refresh(ctx context.Context, r Refresher, stale *oauth2.Token) (*oauth2.Token, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now, err := r.Token(); err == nil && now.AccessToken != stale.AccessToken {
		return now, nil
	}
	return r.Refresh(ctx, stale)
}

func withToken(req *http.Request, tok *oauth2.Token) *http.Request {
	req = req.Clone(req.Context())
	tok.SetAuthHeader(req)
	return req
}

// tokenError describes a failed token source. The answer of a token endpoint
// is not repeated: it can hold secrets.
func tokenError(err error) error {
	var r *oauth2.RetrieveError
	if errors.As(err, &r) {
		err = fmt.Errorf("the token was not renewed (%s): sign in again: %w", r.ErrorCode, model.ErrUnauthorized)
		return permanent{err}
	}
	return permanent{fmt.Errorf("getting a token: %w", err)}
}
