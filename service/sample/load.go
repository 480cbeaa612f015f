package sample

import (
	"context"
	"fmt"

	"daybook/service/store"
)

// Load puts a world into a store that has none of its mailboxes, in one
// transaction: a process that is killed meanwhile leaves an empty store, and
// the next start makes the sample again.
func Load(ctx context.Context, s *store.Store, w *World) error {
	return s.Write(ctx, func(tx *store.Tx) error {
		if err := loadMailboxes(tx, w); err != nil {
			return fmt.Errorf("loading the sample's mailboxes: %w", err)
		}
		if err := loadDirectory(tx, w); err != nil {
			return fmt.Errorf("loading the sample's directory: %w", err)
		}
		for i := range w.Mailboxes {
			box := &w.Mailboxes[i]
			for _, part := range []struct {
				what string
				load func() error
			}{
				{"settings", func() error { return loadSettings(tx, box) }},
				{"mail", func() error { return loadMail(tx, box) }},
				{"calendars", func() error { return loadCalendars(tx, box) }},
				{"contacts", func() error { return loadContacts(tx, box) }},
				{"files", func() error { return loadDrive(tx, box.UserID, box.Drive) }},
			} {
				if err := part.load(); err != nil {
					return fmt.Errorf("loading the sample's %s of %s: %w", part.what, w.address(box.UserID), err)
				}
			}
		}
		if err := loadGroups(tx, w.Groups); err != nil {
			return fmt.Errorf("loading the sample's groups: %w", err)
		}
		for _, g := range w.Groups {
			if err := loadDrive(tx, g.ID, g.Drive); err != nil {
				return fmt.Errorf("loading the sample's files of %s: %w", g.DisplayName, err)
			}
			if err := loadGroupCalendar(tx, g); err != nil {
				return fmt.Errorf("loading the sample's calendar of %s: %w", g.DisplayName, err)
			}
		}
		return loadGrants(tx, w.Grants)
	})
}

// address is a user's address, for errors.
func (w *World) address(userID string) string {
	for _, u := range w.Users {
		if u.ID == userID {
			return u.Mail
		}
	}
	return userID
}

// loadMailboxes makes everybody's mailbox, the rooms' and the groups'.
func loadMailboxes(tx *store.Tx, w *World) error {
	for _, u := range w.Users {
		_, err := tx.AddMailbox(store.Mailbox{ID: u.ID, Kind: store.KindUser,
			PrincipalName: u.UserPrincipalName, Address: u.Mail, DisplayName: u.DisplayName})
		if err != nil {
			return err
		}
	}
	for _, g := range w.Groups {
		_, err := tx.AddMailbox(store.Mailbox{ID: g.ID, Kind: store.KindGroup,
			PrincipalName: g.Mail, Address: g.Mail, DisplayName: g.DisplayName})
		if err != nil {
			return err
		}
	}
	return nil
}
