package store

import (
	"database/sql"
	"errors"
	"fmt"

	"daybook/model"
)

const overrideColumns = `SELECT id, classify_as, name, address FROM overrides `

func scanOverride(row interface{ Scan(...any) error }) (model.InferenceClassificationOverride, error) {
	var o model.InferenceClassificationOverride
	err := row.Scan(&o.ID, &o.ClassifyAs, &o.SenderEmailAddress.Name, &o.SenderEmailAddress.Address)
	return o, err
}

// Overrides lists the senders that are always focused or always other.
func (tx *Tx) Overrides(mailbox int64) ([]model.InferenceClassificationOverride, error) {
	rows, err := tx.Query(overrideColumns+`WHERE mailbox_id = ? ORDER BY id`, mailbox)
	if err != nil {
		return nil, fmt.Errorf("list overrides: %w", err)
	}
	defer rows.Close()
	out := []model.InferenceClassificationOverride{}
	for rows.Next() {
		o, err := scanOverride(rows)
		if err != nil {
			return nil, fmt.Errorf("list overrides: %w", err)
		}
		out = append(out, o)
	}
	return out, rows.Err()
}

// PutOverride makes an override, or refreshes the name and the class of the
// one that the address has.
func (tx *Tx) PutOverride(mailbox int64, o model.InferenceClassificationOverride) (model.InferenceClassificationOverride, error) {
	return scanOverride(tx.QueryRow(`INSERT INTO overrides (mailbox_id, id, address_key, name, address, classify_as) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (mailbox_id, address_key) DO UPDATE SET name = excluded.name, classify_as = excluded.classify_as
		RETURNING id, classify_as, name, address`,
		mailbox, tx.NewID(), fold(o.SenderEmailAddress.Address), o.SenderEmailAddress.Name, o.SenderEmailAddress.Address, o.ClassifyAs))
}

// Reclassify changes the class of an override.
func (tx *Tx) Reclassify(mailbox int64, id, classifyAs string) (model.InferenceClassificationOverride, error) {
	o, err := scanOverride(tx.QueryRow(`UPDATE overrides SET classify_as = ? WHERE mailbox_id = ? AND id = ?
		RETURNING id, classify_as, name, address`, classifyAs, mailbox, id))
	if errors.Is(err, sql.ErrNoRows) {
		return o, model.Errorf(model.CodeNotFound, "no override has the id %q", id)
	}
	return o, err
}

// DeleteOverride removes one; an unknown id is a CodeNotFound.
func (tx *Tx) DeleteOverride(mailbox int64, id string) error {
	res, err := tx.Exec(`DELETE FROM overrides WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	if err != nil {
		return fmt.Errorf("delete override %s: %w", id, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return model.Errorf(model.CodeNotFound, "no override has the id %q", id)
	}
	return nil
}

// OverrideFor returns the class that an override gives a sender, "" for none.
func (tx *Tx) OverrideFor(mailbox int64, address string) (string, error) {
	var class string
	err := tx.QueryRow(`SELECT classify_as FROM overrides WHERE mailbox_id = ? AND address_key = ?`, mailbox, fold(address)).Scan(&class)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return class, err
}

// Categories lists the master categories by name.
func (tx *Tx) Categories(mailbox int64) ([]model.OutlookCategory, error) {
	rows, err := tx.Query(`SELECT id, name, color FROM categories WHERE mailbox_id = ? ORDER BY name_key`, mailbox)
	if err != nil {
		return nil, fmt.Errorf("list categories: %w", err)
	}
	defer rows.Close()
	out := []model.OutlookCategory{}
	for rows.Next() {
		var c model.OutlookCategory
		if err := rows.Scan(&c.ID, &c.DisplayName, &c.Color); err != nil {
			return nil, fmt.Errorf("list categories: %w", err)
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// AddCategory makes a master category; a name that is taken is a conflict.
func (tx *Tx) AddCategory(mailbox int64, c model.OutlookCategory) (model.OutlookCategory, error) {
	if c.ID == "" {
		c.ID = tx.NewID()
	}
	res, err := tx.Exec(`INSERT OR IGNORE INTO categories (mailbox_id, id, name_key, name, color) VALUES (?, ?, ?, ?, ?)`,
		mailbox, c.ID, fold(c.DisplayName), c.DisplayName, c.Color)
	if err != nil {
		return c, fmt.Errorf("add category %q: %w", c.DisplayName, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return c, model.Errorf(model.CodeConflict, "there is a category named %q already", c.DisplayName)
	}
	return c, nil
}

// ColorCategory changes the colour of one; an unknown id is a CodeNotFound.
func (tx *Tx) ColorCategory(mailbox int64, id, color string) (model.OutlookCategory, error) {
	var c model.OutlookCategory
	err := tx.QueryRow(`UPDATE categories SET color = ? WHERE mailbox_id = ? AND id = ? RETURNING id, name, color`,
		color, mailbox, id).Scan(&c.ID, &c.DisplayName, &c.Color)
	if errors.Is(err, sql.ErrNoRows) {
		return c, model.Errorf(model.CodeNotFound, "no category has the id %q", id)
	}
	if err != nil {
		return c, fmt.Errorf("colour category %s: %w", id, err)
	}
	return c, nil
}

// DeleteCategory removes one; an unknown id is a CodeNotFound.
func (tx *Tx) DeleteCategory(mailbox int64, id string) error {
	res, err := tx.Exec(`DELETE FROM categories WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	if err != nil {
		return fmt.Errorf("delete category %s: %w", id, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return model.Errorf(model.CodeNotFound, "no category has the id %q", id)
	}
	return nil
}
