package mail

import (
	"database/sql"
	"errors"
	"fmt"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// firstAutomaticReply claims the automatic answer to a sender; false when the
// sender had it while the setting was the same (since).
func firstAutomaticReply(tx *store.Tx, mailbox int64, sender string, since int64) (bool, error) {
	n, err := tx.ExecCount(`INSERT INTO automatic_replies (mailbox_id, address_key, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		mailbox, odata.Fold(sender), since)
	return n == 1, err
}

// categoryTable is where a master category is kept.
var categoryTable = store.TableOf("categories", "c",
	store.Column[model.OutlookCategory]{Name: "id", At: func(r *model.OutlookCategory) any { return &r.ID }},
	store.Column[model.OutlookCategory]{Name: "name", At: func(r *model.OutlookCategory) any { return &r.DisplayName }, Fold: "name_key"},
	store.Column[model.OutlookCategory]{Name: "color", At: func(r *model.OutlookCategory) any { return &r.Color }},
)

func scanCategory(row store.Row) (c model.OutlookCategory, err error) {
	err = row.Scan(categoryTable.Into(&c)...)
	return c, err
}

// categories lists the master categories by name.
func categories(tx *store.Tx, mailbox int64) ([]model.OutlookCategory, error) {
	return store.All(tx, scanCategory, `SELECT `+categoryTable.Bare+` FROM categories WHERE mailbox_id = ? ORDER BY name_key`, mailbox)
}

// AddCategory makes a master category; a name that is taken is a conflict.
func AddCategory(tx *store.Tx, mailbox int64, c model.OutlookCategory) (model.OutlookCategory, error) {
	if c.ID == "" {
		c.ID = tx.NewID()
	}
	return c, categoryTable.AddFree(tx, mailbox, &c,
		model.Errorf(model.CodeConflict, "there is a category named %q already", c.DisplayName))
}

// colorCategory changes the colour of one; an unknown id is a CodeNotFound.
func colorCategory(tx *store.Tx, mailbox int64, id, color string) (model.OutlookCategory, error) {
	c, err := scanCategory(tx.QueryRow(`UPDATE categories SET color = ? WHERE mailbox_id = ? AND id = ? RETURNING `+categoryTable.Bare,
		color, mailbox, id))
	if errors.Is(err, sql.ErrNoRows) {
		return c, model.Errorf(model.CodeNotFound, "no category has the id %q", id)
	}
	if err != nil {
		return c, fmt.Errorf("colour category %s: %w", id, err)
	}
	return c, nil
}

// deleteCategory removes one; an unknown id is a CodeNotFound.
func deleteCategory(tx *store.Tx, mailbox int64, id string) error {
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "no category has the id %q", id),
		`DELETE FROM categories WHERE mailbox_id = ? AND id = ?`, mailbox, id)
}
