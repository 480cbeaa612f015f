package mail

import (
	"database/sql"
	"errors"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

const overrideColumns = `SELECT id, classify_as, name, address FROM overrides `

func scanOverride(row store.Row) (model.InferenceClassificationOverride, error) {
	var o model.InferenceClassificationOverride
	err := row.Scan(&o.ID, &o.ClassifyAs, &o.SenderEmailAddress.Name, &o.SenderEmailAddress.Address)
	return o, err
}

// overrides lists the senders that are always focused or always other.
func overrides(tx *store.Tx, mailbox int64) ([]model.InferenceClassificationOverride, error) {
	return store.All(tx, scanOverride, overrideColumns+`WHERE mailbox_id = ? ORDER BY id`, mailbox)
}

// PutOverride makes an override, or refreshes the name and the class of the
// one that the address has.
func PutOverride(tx *store.Tx, mailbox int64, o model.InferenceClassificationOverride) (model.InferenceClassificationOverride, error) {
	return scanOverride(tx.QueryRow(`INSERT INTO overrides (mailbox_id, id, address_key, name, address, classify_as) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (mailbox_id, address_key) DO UPDATE SET name = excluded.name, classify_as = excluded.classify_as
		RETURNING id, classify_as, name, address`,
		mailbox, tx.NewID(), odata.Fold(o.SenderEmailAddress.Address), o.SenderEmailAddress.Name, o.SenderEmailAddress.Address, o.ClassifyAs))
}

// reclassify changes the class of an override.
func reclassify(tx *store.Tx, mailbox int64, id, classifyAs string) (model.InferenceClassificationOverride, error) {
	o, err := scanOverride(tx.QueryRow(`UPDATE overrides SET classify_as = ? WHERE mailbox_id = ? AND id = ?
		RETURNING id, classify_as, name, address`, classifyAs, mailbox, id))
	if errors.Is(err, sql.ErrNoRows) {
		return o, model.Errorf(model.CodeNotFound, "no override has the id %q", id)
	}
	return o, err
}

// deleteOverride removes one; an unknown id is a CodeNotFound.
func deleteOverride(tx *store.Tx, mailbox int64, id string) error {
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "no override has the id %q", id),
		`DELETE FROM overrides WHERE mailbox_id = ? AND id = ?`, mailbox, id)
}

// overrideFor returns the class that an override gives a sender, "" for none.
func overrideFor(tx *store.Tx, mailbox int64, address string) (string, error) {
	var class string
	err := tx.QueryRow(`SELECT classify_as FROM overrides WHERE mailbox_id = ? AND address_key = ?`, mailbox, odata.Fold(address)).Scan(&class)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return class, err
}
