package bridge

import (
	"context"
	"net/http"
	"testing"

	"daybook/api"
	"daybook/model"
	"daybook/service/servicetest"
	"daybook/views/inbox/change"
)

// A folder goes to Deleted Items and comes back under its own name, also where
// that is taken there, and where answers are lost.
func TestAFolderIsRenamedAndMovedAtOnce(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		w := servicetest.New(t, allScopes)
		c, line := shaky(t, w, dialect)
		box := New(c, Options{}).Inbox
		trash, err := c.Me().MailFolder(model.FolderDeleted).Get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Me().MailFolder(trash.ID).CreateChildFolder(t.Context(), "Plan"); err != nil {
			t.Fatal(err)
		}
		plan, err := c.Me().CreateMailFolder(t.Context(), "Plan")
		if err != nil {
			t.Fatal(err)
		}
		here, there := change.Place{Name: "Plan"}, change.Place{Name: "Plan (2)", Parent: trash.ID}
		at := func(want change.Place) {
			t.Helper()
			f, err := c.Me().MailFolder(plan.ID).Get(t.Context())
			if err != nil || f.DisplayName != want.Name || (f.ParentFolderID == trash.ID) != (want.Parent == trash.ID) {
				t.Fatalf("%v: it is %q in %q, %v, want %+v", dialect, f.DisplayName, f.ParentFolderID, err, want)
			}
		}
		for _, lost := range []string{"", http.MethodPost} {
			place := func(was, is change.Place) {
				t.Helper()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				line.lose, line.before, line.lost = lost, false, cancel // so that it is not asked again
				if err := box.PlaceFolder(ctx, plan.ID, was, is); err != nil {
					t.Fatal(err)
				}
				line.lose = ""
				at(is)
			}
			place(here, there)
			moved := change.Place{Name: there.Name}
			if lost == "" { // Plan is taken there: it is moved before it is renamed
				place(there, here)
				place(here, there)
			}
			place(there, moved)
			place(moved, here)
		}
		taken := change.Place{Name: "Plan", Parent: trash.ID}
		if err := box.PlaceFolder(t.Context(), plan.ID, here, taken); err == nil {
			t.Errorf("%v: there are two of one name", dialect)
		}
		at(here)
		if err := box.PlaceFolder(t.Context(), plan.ID, here, there); err != nil {
			t.Fatal(err)
		}
		for range 2 { // what is gone is deleted
			if err := box.DestroyFolder(t.Context(), plan.ID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Me().MailFolder(plan.ID).Get(t.Context()); err == nil {
			t.Errorf("%v: it is still there", dialect)
		}
	}
}
