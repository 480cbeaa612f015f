package store

import (
	"fmt"

	"daybook/model"
)

func (tx *Tx) setCategories(mailbox, ord int64, gone, added []string) error {
	for _, c := range gone {
		if _, err := tx.Exec(`DELETE FROM message_categories WHERE mailbox_id = ? AND name_key = ? AND ord = ?`, mailbox, fold(c), ord); err != nil {
			return fmt.Errorf("remove category %q: %w", c, err)
		}
	}
	for _, c := range added {
		_, err := tx.Exec(`INSERT INTO message_categories (mailbox_id, name_key, ord) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, mailbox, fold(c), ord)
		if err != nil {
			return fmt.Errorf("add category %q: %w", c, err)
		}
	}
	return nil
}

// SetSingleValues sets the given single-value properties of a message and
// leaves the others; an empty value removes one.
func (tx *Tx) SetSingleValues(mailbox int64, id string, set []model.SingleValueProperty) error {
	for _, p := range set {
		query, args := `INSERT INTO single_values (mailbox_id, message_id, name_key, name, value) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (mailbox_id, message_id, name_key) DO UPDATE SET value = excluded.value`, []any{mailbox, id, fold(p.ID), p.ID, p.Value}
		if p.Value == "" {
			query, args = `DELETE FROM single_values WHERE mailbox_id = ? AND message_id = ? AND name_key = ?`, []any{mailbox, id, fold(p.ID)}
		}
		if _, err := tx.Exec(query, args...); err != nil {
			return fmt.Errorf("set property %q: %w", p.ID, err)
		}
	}
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM single_values WHERE mailbox_id = ? AND message_id = ?`, mailbox, id).Scan(&n)
	if most := model.MaxOf(model.Message{}, "singleValueExtendedProperties").Items; err == nil && n > most {
		return model.Excess{Property: "singleValueExtendedProperties", Max: most, Unit: "items"}.Refusal()
	}
	if err != nil {
		return fmt.Errorf("count the properties of message %s: %w", id, err)
	}
	return nil
}

// SingleValues lists the single-value properties of a message.
func (tx *Tx) SingleValues(mailbox int64, id string) ([]model.SingleValueProperty, error) {
	return All(tx, func(row Row) (p model.SingleValueProperty, err error) {
		err = row.Scan(&p.ID, &p.Value)
		return p, err
	}, `SELECT name, value FROM single_values WHERE mailbox_id = ? AND message_id = ? ORDER BY name_key`, mailbox, id)
}
