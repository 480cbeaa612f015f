package sample

import (
	"fmt"

	"daybook/model"
	"daybook/service/store"
)

func loadSettings(tx *store.Tx, box *Mailbox) error {
	number, err := tx.Mailbox(box.UserID)
	if err != nil {
		return err
	}
	return tx.ChangeSettings(number, box.Settings)
}

func loadGrants(tx *store.Tx, grants []model.PermissionGrant) error {
	for _, g := range grants {
		if _, err := tx.PutGrant(g); err != nil {
			return fmt.Errorf("loading the sample's grants: %w", err)
		}
	}
	return nil
}
