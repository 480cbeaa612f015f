package sample

import (
	"fmt"

	"daybook/model"
)

// accountStore is the part of the store that settings and grants are kept in.
type accountStore interface {
	Mailbox(id string) (int64, error)
	ChangeSettings(mailbox int64, s model.MailboxSettings) error
	PutGrant(g model.PermissionGrant) (model.PermissionGrant, error)
}

func loadSettings(tx accountStore, box *Mailbox) error {
	number, err := tx.Mailbox(box.UserID)
	if err != nil {
		return err
	}
	return tx.ChangeSettings(number, box.Settings)
}

func loadGrants(tx accountStore, grants []model.PermissionGrant) error {
	for _, g := range grants {
		if _, err := tx.PutGrant(g); err != nil {
			return fmt.Errorf("loading the sample's grants: %w", err)
		}
	}
	return nil
}
