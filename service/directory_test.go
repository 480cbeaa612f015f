package service

import (
	"errors"
	"testing"

	"daybook/model"
	"daybook/service/store"
)

func TestTheDirectoryTellsPeopleFromGroupsAndDrives(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	ids := map[string]string{}
	for _, name := range []string{"ann", "bo"} {
		m, err := s.store.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: name + "@contoso.example"})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = m.ID
	}
	d := directory{s.auth, s.store}
	if _, err := d.ResolveGroup(t.Context(), ids["ann"], ids["ann"]); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a person as a group: %v", err)
	}
	if _, _, err := d.DriveOwner(t.Context(), "no such drive"); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("no drive: %v", err)
	}
	for _, right := range []model.Right{model.SeesTimes, model.Reads, model.Writes} {
		if ok, err := d.MayReach(t.Context(), ids["ann"], ids["bo"], "Calendars", right); ok || err != nil {
			t.Errorf("what is not shared is reached: %t, %v", ok, err)
		}
	}
}
