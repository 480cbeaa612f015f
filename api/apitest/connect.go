package apitest

import (
	"net/http"
	"testing"

	"daybook/api"
)

// Connect is a client with a token, over a line to a service in this process.
func Connect(t testing.TB, line http.RoundTripper, token string, dialect api.Dialect) *api.Client {
	t.Helper()
	c, err := api.New(api.Config{BaseURL: api.InProcess, Dialect: dialect, Tokens: api.StaticToken(api.Token(token)), Transport: line})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
