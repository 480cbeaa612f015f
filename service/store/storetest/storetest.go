// Package storetest opens stores for the tests of areas.
package storetest

import (
	"testing"

	"daybook/service/store"
)

// Open opens an empty store with the tables of some areas, until the test ends.
func Open(t testing.TB, areas ...store.Area) *store.Store {
	t.Helper()
	s, err := store.Open(t.TempDir(), store.Options{Areas: areas})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// AddUser makes the mailbox of a user, whose name is the principal name.
func AddUser(t testing.TB, s *store.Store, name string) store.Mailbox {
	t.Helper()
	m, err := s.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: name, DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
