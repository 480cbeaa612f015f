package sample

import (
	"fmt"

	"daybook/model"
	"daybook/service/account"
	"daybook/service/store"
)

func loadSettings(tx *store.Tx, box *Mailbox) error {
	number, err := tx.Mailbox(box.UserID)
	if err != nil {
		return err
	}
	return account.ChangeSettings(tx, number, box.Settings)
}

func loadGrants(tx *store.Tx, grants []model.PermissionGrant) error {
	for _, g := range grants {
		if _, err := account.PutGrant(tx, g); err != nil {
			return fmt.Errorf("loading the sample's grants: %w", err)
		}
	}
	return nil
}
