package service

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// get asks a handler for a path.
func get(h http.Handler, path string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "http://daybook.test"+path, nil))
	return rec
}

func TestTheSiteAloneHasTheAuthorizationServer(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for path, want := range map[string]int{
		"/.well-known/oauth-authorization-server": http.StatusOK, "/oauth2/authorize": http.StatusBadRequest,
		"/oauth2/device": http.StatusOK, "/oauth2/token": http.StatusMethodNotAllowed, "/oauth2": http.StatusUnauthorized,
		"/oauth2/token/": http.StatusUnauthorized, "/v1.0/me/messages": http.StatusUnauthorized, "//oauth2/device": http.StatusUnauthorized,
	} {
		if got := get(s.Site(), path).Code; got != want {
			t.Errorf("the site at %s: got %d, want %d", path, got, want)
		}
		if got := get(s.Handler(), path).Code; got != http.StatusUnauthorized {
			t.Errorf("in process at %s: got %d, want 401", path, got)
		}
	}
}

// TestEveryScopeOfTheRoutingTableCanBeGranted holds the table of the routes
// against what the authorization server offers.
func TestEveryScopeOfTheRoutingTableCanBeGranted(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var offered struct {
		Scopes []string `json:"scopes_supported"`
	}
	if err := json.Unmarshal(get(s.Site(), "/.well-known/oauth-authorization-server").Body.Bytes(), &offered); err != nil {
		t.Fatal(err)
	}
	for _, r := range routes(s.store) {
		if len(r.Scopes) == 0 && !r.Keyed && !strings.HasSuffix(r.Pattern, "$batch") {
			t.Errorf("%s %s needs no scope", r.Method, r.Pattern)
		}
		for _, scope := range slices.Concat(r.Scopes, r.OthersScopes) {
			if !slices.ContainsFunc(offered.Scopes, func(o string) bool { return strings.EqualFold(o, scope) }) {
				t.Errorf("%s %s needs %s, which cannot be granted", r.Method, r.Pattern, scope)
			}
		}
	}
}
