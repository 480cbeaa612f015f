package rest

import (
	"context"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

// transactionAPI has a row of each kind over a store with a mailbox and the
// folder "mine" in it. seen is what before and the handlers did, in order.
func transactionAPI(t *testing.T, seen *[]string) (*API, *store.Store) {
	t.Helper()
	st, err := store.Open(pgtest.Place(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	if _, err := st.AddMailbox(t.Context(), store.Mailbox{ID: "u1", Kind: store.KindUser, PrincipalName: "ann@contoso.example",
		Address: "ann@contoso.example", DisplayName: "Ann"}); err != nil {
		t.Fatal(err)
	}
	note := func(what string) { *seen = append(*seen, what) }
	before := func(r *Request) (thing, error) {
		note("before")
		in, err := JSON[thing](r)
		if err == nil && in.Name == "" {
			err = BadProperty("name", "is required")
		}
		return in, err
	}
	add := func(r *Request, tx *store.Tx, mailbox int64, in thing) (Reply, error) {
		note("inside")
		f, err := tx.AddFolder(mailbox, "", in.Name, false)
		if err == nil && in.On {
			err = model.Errorf(model.CodeInvalidRequest, "changed its mind")
		}
		return Created(f), err
	}
	list := func(r *Request, tx *store.Tx, mailbox int64) (Reply, error) {
		note("inside")
		_, err := tx.AddFolder(mailbox, "", "by reading", false)
		return NoContent(), err
	}
	api, err := New([]Route{
		{Method: "POST", Pattern: "{user}/mailFolders", Operation: "Add", Handler: WritesWith(before, add)},
		{Method: "POST", Pattern: "{user}/mailFolders/{folder}/childFolders", Operation: "AddBelow", Handler: WritesWith(before, add)},
		{Method: "GET", Pattern: "{user}/mailFolders", Operation: "List", Handler: Reads(list)},
	}, Config{Store: st, Auth: fakeAuth{}, Directory: fakeAuth{}, Now: time.Now, NewID: func() string { return "id" }})
	if err != nil {
		t.Fatal(err)
	}
	return api, st
}

// named reports whether the mailbox has a folder of a name.
func named(t *testing.T, st *store.Store, name string) (found bool) {
	t.Helper()
	err := st.Read(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox("u1")
		if err != nil {
			return err
		}
		list, err := tx.Folders(mailbox, "")
		for _, f := range list {
			found = found || f.DisplayName == name
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// What a request brings is read before the transaction: one that is refused
// begins none, and so waits for no other; one that is carried out is there, and
// one whose handler fails is not.
func TestTransactionOfARow(t *testing.T) {
	var seen []string
	api, st := transactionAPI(t, &seen)
	for _, c := range []struct {
		path, body string
		status     int
		seen       string
		folder     string
		made       bool
	}{
		{"/v1.0/me/mailFolders", `{"name":"Kept"}`, 201, "before inside", "Kept", true},
		{"/v1.0/me/mailFolders", `{"name":"Undone","on":true}`, 400, "before inside", "Undone", false},
		{"/v1.0/me/mailFolders", `{}`, 400, "before", "", false},
		{"/v1.0/me/mailFolders", `{`, 400, "before", "", false},
		// A path that leads nowhere is refused before the handler.
		{"/v1.0/me/mailFolders/nowhere/childFolders/elsewhere/childFolders", `{"name":"Astray"}`, 404, "before", "Astray", false},
	} {
		seen = nil
		rec := call(api, "POST", c.path, "ann", c.body)
		if rec.Code != c.status || strings.Join(seen, " ") != c.seen {
			t.Errorf("POST %s %s: %d after %v, want %d after %s", c.path, c.body, rec.Code, seen, c.status, c.seen)
		}
		if c.folder != "" && named(t, st, c.folder) != c.made {
			t.Errorf("POST %s %s: a folder %q is there: %v", c.path, c.body, c.folder, !c.made)
		}
	}
}

// before runs while another writes, and the writer while before waits for a
// slow body.
func TestNobodyWaitsForABody(t *testing.T) {
	var seen []string
	api, st := transactionAPI(t, &seen)
	body := &slowBody{begun: make(chan struct{}), rest: make(chan string)}
	done := make(chan int)
	go func() {
		req := httptest.NewRequest("POST", "http://daybook.test/v1.0/me/mailFolders", body)
		req.Header.Set("Authorization", "Bearer ann")
		rec := httptest.NewRecorder()
		api.ServeHTTP(rec, req)
		done <- rec.Code
	}()
	<-body.begun
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	err := st.Write(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox("u1")
		if err == nil {
			_, err = tx.AddFolder(mailbox, "", "meanwhile", false)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	body.rest <- `{"name":"slow"}`
	if code := <-done; code != 201 || !named(t, st, "slow") || !named(t, st, "meanwhile") {
		t.Errorf("the slow request: %d", code)
	}
}

// slowBody brings what it is given, once it is.
type slowBody struct {
	begun chan struct{}
	rest  chan string
	over  bool
}

func (b *slowBody) Read(p []byte) (int, error) {
	if b.over {
		return 0, io.EOF
	}
	close(b.begun)
	b.over = true
	return copy(p, <-b.rest), nil
}

// A row that reads cannot change anything, whatever its handler tries.
func TestAReadingRowChangesNothing(t *testing.T) {
	var seen []string
	api, st := transactionAPI(t, &seen)
	if rec := call(api, "GET", "/v1.0/me/mailFolders", "ann", ""); rec.Code < 500 || named(t, st, "by reading") {
		t.Errorf("a handler of a reading row could write: %d", rec.Code)
	}
}
