package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"daybook/service/auth"
)

// The error codes of RFC 6749, sections 4.1.2.1 and 5.2, and of RFC 8628,
// section 3.5.
const (
	invalidRequest      = "invalid_request"
	invalidClient       = "invalid_client"
	invalidGrant        = "invalid_grant"
	invalidScope        = "invalid_scope"
	unsupportedGrant    = "unsupported_grant_type"
	unsupportedResponse = "unsupported_response_type"
	accessDenied        = "access_denied"
	serverError         = "server_error"
	unavailable         = "temporarily_unavailable"
	authPending         = "authorization_pending"
	slowDown            = "slow_down"
	expiredToken        = "expired_token"
)

// refusal is an error of the protocol. Its description is for the one who
// wrote the client: plain ASCII without quotes or backslashes, and nothing
// that the request held but scopes (RFC 6749, section 5.2).
type refusal struct {
	Code        string `json:"error"`
	Description string `json:"error_description,omitempty"`

	basic bool // answer 401 and name the scheme that was tried
	wait  int  // seconds: answer 429, with Retry-After
}

func (e *refusal) Error() string { return e.Code + ": " + e.Description }

func refuse(code, format string, args ...any) *refusal {
	return &refusal{Code: code, Description: fmt.Sprintf(format, args...)}
}

func (e *refusal) status() int {
	switch {
	case e.basic:
		return http.StatusUnauthorized
	case e.wait > 0:
		return http.StatusTooManyRequests
	case e.Code == serverError:
		return http.StatusInternalServerError
	case e.Code == unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// tooMany is for a client that asks too often.
func tooMany(e *auth.TooManyAttempts) *refusal {
	r := refuse(unavailable, "this client asks too often; wait %d s", seconds(e))
	r.wait = seconds(e)
	return r
}

// seconds is how long to wait, in whole ones.
func seconds(e *auth.TooManyAttempts) int { return int(e.Wait.Seconds() + 0.999) }

// reply makes an endpoint of a function that answers with what becomes JSON,
// nil for nothing.
func (s *Server) reply(serve func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := serve(r)
		var refused *refusal
		switch {
		case err == nil && answer == nil:
			w.WriteHeader(http.StatusOK)
		case err == nil:
			writeJSON(w, http.StatusOK, answer)
		case errors.As(err, &refused):
			if refused.basic {
				w.Header().Set("WWW-Authenticate", `Basic realm="daybook"`)
			}
			if refused.wait > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(refused.wait))
			}
			writeJSON(w, refused.status(), refused)
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			writeJSON(w, http.StatusServiceUnavailable, refuse(unavailable, "the request was given up before it was done"))
		default:
			s.report(r, err, "")
			writeJSON(w, http.StatusInternalServerError, refuse(serverError, "the service failed"))
		}
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, _ := json.Marshal(v) // strings and numbers alone: cannot fail
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
}
