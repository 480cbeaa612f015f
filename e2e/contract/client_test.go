package contract

import (
	"errors"
	"testing"

	"daybook/api"
	"daybook/api/apitest"
)

// rows are all rows of the interface.
func rows() []apitest.Row { return append(apitest.Contract(), apitest.Supplement()...) }

// TestEveryRowThroughTheClient makes each row's call on fresh resources.
func TestEveryRowThroughTheClient(t *testing.T) {
	w := newWorld(t)
	calls := apitest.Calls()
	for _, r := range rows() {
		t.Run(r.String(), func(t *testing.T) {
			w.prepare(t, r)
			in := apitest.World{Client: w.mine, User: w.mine.Me(), IDs: w.make(t, r.Key), Name: w.name(), From: monday, To: nextMonday}
			if !r.Me() {
				in.User = w.mine.User(w.owner.PrincipalName)
			}
			call := calls[r.Key]
			got, err := call.Do(t.Context(), in)
			var refusal *api.Error
			if errors.As(err, &refusal) {
				t.Fatalf("got %d %s: %s, want %d", refusal.Status, refusal.Code, refusal.Message, r.Status)
			}
			if err != nil {
				t.Fatal(err)
			}
			if call.Kind == apitest.Bytes && len(got.([]byte)) == 0 {
				t.Error("got no bytes")
			}
			if call.Kind == apitest.Entity && got == nil {
				t.Error("got no entity")
			}
		})
	}
}
