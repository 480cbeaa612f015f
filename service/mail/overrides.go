package mail

import (
	"database/sql"
	"errors"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// overrideTable is where an override is kept, one for an address.
var overrideTable = store.TableBy("overrides", "o", []string{"mailbox_id", "address_key"},
	store.Column[model.InferenceClassificationOverride]{Name: "id", At: func(r *model.InferenceClassificationOverride) any { return &r.ID }},
	store.Column[model.InferenceClassificationOverride]{Name: "classify_as", At: func(r *model.InferenceClassificationOverride) any { return &r.ClassifyAs }, Part: store.PartChanged},
	store.Column[model.InferenceClassificationOverride]{Name: "name", At: func(r *model.InferenceClassificationOverride) any { return &r.SenderEmailAddress.Name }, Part: store.PartChanged},
	store.Column[model.InferenceClassificationOverride]{Name: "address", Fold: "address_key",
		At: func(r *model.InferenceClassificationOverride) any { return &r.SenderEmailAddress.Address }},
)

func scanOverride(row store.Row) (o model.InferenceClassificationOverride, err error) {
	err = row.Scan(overrideTable.Into(&o)...)
	return o, err
}

// overrides lists the senders that are always focused or always other.
func overrides(tx *store.Tx, mailbox int64) ([]model.InferenceClassificationOverride, error) {
	return store.All(tx, scanOverride, `SELECT `+overrideTable.Bare+` FROM overrides WHERE mailbox_id = ? ORDER BY id`, mailbox)
}

// PutOverride makes an override, or refreshes the name and the class of the
// one that the address has.
func PutOverride(tx *store.Tx, mailbox int64, o model.InferenceClassificationOverride) (model.InferenceClassificationOverride, error) {
	o.ID = tx.NewID()
	if err := overrideTable.Put(tx, mailbox, &o); err != nil {
		return o, err
	}
	return scanOverride(tx.QueryRow(`SELECT `+overrideTable.Bare+` FROM overrides WHERE mailbox_id = ? AND address_key = ?`,
		mailbox, odata.Fold(o.SenderEmailAddress.Address)))
}

// reclassify changes the class of an override.
func reclassify(tx *store.Tx, mailbox int64, id, classifyAs string) (model.InferenceClassificationOverride, error) {
	o, err := scanOverride(tx.QueryRow(`UPDATE overrides SET classify_as = ? WHERE mailbox_id = ? AND id = ?
		RETURNING `+overrideTable.Bare, classifyAs, mailbox, id))
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
