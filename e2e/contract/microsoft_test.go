package contract

import (
	"strings"
	"testing"

	"daybook/api"
	"daybook/api/apitest"
)

// TestEveryRowInTheMicrosoftDialect has the service understand what clients of
// the public convention send: its paths with parentheses behind functions,
// its header names, its zone names. Grants it keeps under beta.
func TestEveryRowInTheMicrosoftDialect(t *testing.T) {
	w := newWorld(t)
	c, err := api.New(api.Config{BaseURL: api.InProcess, Tokens: api.StaticToken(w.token(t, w.owner, everything, 0)),
		Transport: api.HandlerTransport(w.svc.Handler()), Dialect: api.Microsoft, TimeZone: "Europe/Vienna",
		Retry: api.RetryPolicy{Attempts: -1}})
	if err != nil {
		t.Fatal(err)
	}
	calls := apitest.Calls()
	for _, r := range rows() {
		if strings.Contains(r.Path, "oAuth2Permissiongrants") || strings.HasPrefix(r.Path, "/workbook") {
			continue
		}
		t.Run(r.String(), func(t *testing.T) {
			w.prepare(t, r)
			in := apitest.World{Client: c, User: c.Me(), IDs: w.make(t, r.Key), Name: w.name(), From: monday, To: nextMonday}
			if !r.Me() {
				in.User = c.User(w.owner.PrincipalName)
			}
			if _, err := calls[r.Key].Do(t.Context(), in); err != nil {
				t.Error(err)
			}
		})
	}
}
