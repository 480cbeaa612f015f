package calendar

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// kindCalendar and ItemEvent name calendars and events in the change log;
// ItemEvent also their extensions and attachments.
const (
	kindCalendar = "calendar"
)

// Names of what every mailbox has.
const (
	defaultCalendarGroup = "My Calendars"
	defaultCalendar      = "Calendar"
)

// addCalendars makes the calendar and the group that every mailbox has.
func addCalendars(tx *store.Tx, mailbox int64, _ store.Mailbox) error {
	group := tx.NewID()
	_, err := tx.Exec(`INSERT INTO calendar_groups (mailbox_id, id, name, name_key, is_default, seq) VALUES (?, ?, ?, ?, 1, 0)`,
		mailbox, group, defaultCalendarGroup, odata.Fold(defaultCalendarGroup))
	if err == nil {
		_, err = tx.Exec(`INSERT INTO calendars (mailbox_id, id, group_id, name, name_key, color, is_default, seq) VALUES (?, ?, ?, ?, ?, 'auto', 1, 0)`,
			mailbox, tx.NewID(), group, defaultCalendar, odata.Fold(defaultCalendar))
	}
	if err != nil {
		return fmt.Errorf("make the default calendar: %w", err)
	}
	return nil
}

// calendarGroups lists a mailbox's groups of calendars, the default one first.
func calendarGroups(tx *store.Tx, mailbox int64) ([]model.CalendarGroup, error) {
	rows, err := tx.Query(`SELECT id, name, seq FROM calendar_groups WHERE mailbox_id = ? ORDER BY is_default DESC, name_key`, mailbox)
	if err != nil {
		return nil, fmt.Errorf("list calendar groups: %w", err)
	}
	defer rows.Close()
	out := []model.CalendarGroup{}
	for rows.Next() {
		var g model.CalendarGroup
		var seq int64
		if err := rows.Scan(&g.ID, &g.Name, &seq); err != nil {
			return nil, fmt.Errorf("list calendar groups: %w", err)
		}
		g.ChangeKey = store.ChangeKey(seq)
		g.ETag = store.ETag(seq)
		out = append(out, g)
	}
	return out, rows.Err()
}

// AddCalendarGroup makes a group of calendars. An empty id is made up; a name
// that is taken is a CodeNameConflict.
func AddCalendarGroup(tx *store.Tx, mailbox int64, g model.CalendarGroup) (model.CalendarGroup, error) {
	if g.ID == "" {
		g.ID = tx.NewID()
	}
	seq, err := tx.Record(mailbox, "calendarGroup", "", g.ID, store.Written)
	if err != nil {
		return g, err
	}
	res, err := tx.Exec(`INSERT OR IGNORE INTO calendar_groups (mailbox_id, id, name, name_key, is_default, seq) VALUES (?, ?, ?, ?, 0, ?)`,
		mailbox, g.ID, g.Name, odata.Fold(g.Name), seq)
	if err != nil {
		return g, fmt.Errorf("add calendar group %q: %w", g.Name, err)
	}
	g.ChangeKey, g.ETag = store.ChangeKey(seq), store.ETag(seq)
	return g, tookPlace(res, "calendar group", g.Name)
}

// tookPlace turns an insertion that a unique name has kept out into a 409.
func tookPlace(res sql.Result, kind, name string) error {
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return model.Errorf(model.CodeNameConflict, "there is a %s named %q already", kind, name)
	}
	return err
}

// CalendarKey says which calendar is meant: by id, or the default one when it
// is empty; with Group, one of that group (an id, DefaultGroup for the
// default one).
type CalendarKey struct{ ID, Group string }

// defaultGroup as a CalendarKey's Group is the default group.
const defaultGroup = "\x00default"

const calendarColumns = `SELECT c.id, c.name, c.color, c.is_default, c.seq FROM calendars c
	JOIN calendar_groups g ON g.mailbox_id = c.mailbox_id AND g.id = c.group_id WHERE c.mailbox_id = ?`

func scanCalendar(row interface{ Scan(...any) error }) (model.Calendar, error) {
	c := model.Calendar{CanEdit: true, CanShare: true, CanViewPrivateItems: true}
	var seq int64
	err := row.Scan(&c.ID, &c.Name, &c.Color, &c.IsDefaultCalendar, &seq)
	c.ChangeKey, c.ETag = store.ChangeKey(seq), store.ETag(seq)
	return c, err
}

// Calendar reads a calendar; none is a CodeNotFound. The owner, and what the
// caller may do, are the area's to say.
func Calendar(tx *store.Tx, mailbox int64, key CalendarKey) (model.Calendar, error) {
	query, args := calendarColumns+` AND c.is_default = 1`, []any{mailbox}
	if key.ID != "" {
		query, args = calendarColumns+` AND c.id = ?`, append(args, key.ID)
	}
	switch key.Group {
	case "":
	case defaultGroup:
		query += ` AND g.is_default = 1`
	default:
		query, args = query+` AND g.id = ?`, append(args, key.Group)
	}
	c, err := scanCalendar(tx.QueryRow(query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return c, noCalendar(key.ID)
	}
	if err != nil {
		return c, fmt.Errorf("read calendar %s: %w", key.ID, err)
	}
	return c, nil
}

func noCalendar(id string) error {
	return model.Errorf(model.CodeNotFound, "no calendar has the id %q here", id)
}

// Calendars lists the calendars of a mailbox, or of one of its groups, the
// default one first; a visitor those that are shared. A group that is not there is a CodeNotFound.
func Calendars(tx *store.Tx, mailbox int64, group string) ([]model.Calendar, error) {
	query, args := calendarColumns, []any{mailbox}
	if group != "" {
		var n int
		if err := tx.QueryRow(`SELECT count(*) FROM calendar_groups WHERE mailbox_id = ? AND id = ?`, mailbox, group).Scan(&n); err != nil {
			return nil, fmt.Errorf("read calendar group %s: %w", group, err)
		}
		if n == 0 {
			return nil, model.Errorf(model.CodeNotFound, "no calendar group has the id %q", group)
		}
		query, args = query+` AND g.id = ?`, append(args, group)
	}
	rows, err := tx.Query(query+` ORDER BY c.is_default DESC, c.name_key`, args...)
	if err != nil {
		return nil, fmt.Errorf("list calendars: %w", err)
	}
	defer rows.Close()
	out := []model.Calendar{}
	shared, all := tx.SharedItems(mailbox)
	for rows.Next() {
		c, err := scanCalendar(rows)
		if err != nil {
			return nil, fmt.Errorf("list calendars: %w", err)
		}
		if all || slices.Contains(shared, c.ID) {
			out = append(out, c)
		}
	}
	return out, rows.Err()
}

// AddCalendar makes a calendar in a group, by id, the default one when it is
// empty. An empty id of the calendar is made up; a name that is taken is a
// CodeNameConflict.
func AddCalendar(tx *store.Tx, mailbox int64, group string, c model.Calendar) (model.Calendar, error) {
	query, args := `SELECT id FROM calendar_groups WHERE mailbox_id = ? AND is_default = 1`, []any{mailbox}
	if group != "" {
		query, args = `SELECT id FROM calendar_groups WHERE mailbox_id = ? AND id = ?`, append(args, group)
	}
	var groupID string
	if err := tx.QueryRow(query, args...).Scan(&groupID); errors.Is(err, sql.ErrNoRows) {
		return c, model.Errorf(model.CodeNotFound, "no calendar group has the id %q", group)
	} else if err != nil {
		return c, fmt.Errorf("add calendar %q: %w", c.Name, err)
	}
	if c.ID == "" {
		c.ID = tx.NewID()
	}
	seq, err := tx.Record(mailbox, kindCalendar, "", c.ID, store.Written)
	if err != nil {
		return c, err
	}
	res, err := tx.Exec(`INSERT OR IGNORE INTO calendars (mailbox_id, id, group_id, name, name_key, color, is_default, seq) VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
		mailbox, c.ID, groupID, c.Name, odata.Fold(c.Name), cmp.Or(c.Color, "auto"), seq)
	if err != nil {
		return c, fmt.Errorf("add calendar %q: %w", c.Name, err)
	}
	if err := tookPlace(res, kindCalendar, c.Name); err != nil {
		return c, err
	}
	return Calendar(tx, mailbox, CalendarKey{ID: c.ID})
}

// changeCalendar renames or recolours a calendar; what is nil stays.
func changeCalendar(tx *store.Tx, mailbox int64, id string, name, color *string) (model.Calendar, error) {
	c, err := Calendar(tx, mailbox, CalendarKey{ID: id})
	if err != nil {
		return c, err
	}
	if name != nil {
		c.Name = *name
	}
	if color != nil {
		c.Color = *color
	}
	var taken int
	err = tx.QueryRow(`SELECT count(*) FROM calendars WHERE mailbox_id = ? AND name_key = ? AND id <> ?`, mailbox, odata.Fold(c.Name), id).Scan(&taken)
	if err != nil {
		return c, fmt.Errorf("change calendar %s: %w", id, err)
	}
	if taken > 0 {
		return c, model.Errorf(model.CodeNameConflict, "there is a calendar named %q already", c.Name)
	}
	seq, err := tx.Record(mailbox, kindCalendar, "", id, store.Written)
	if err != nil {
		return c, err
	}
	if _, err := tx.Exec(`UPDATE calendars SET name = ?, name_key = ?, color = ?, seq = ? WHERE mailbox_id = ? AND id = ?`,
		c.Name, odata.Fold(c.Name), c.Color, seq, mailbox, id); err != nil {
		return c, fmt.Errorf("change calendar %s: %w", id, err)
	}
	return Calendar(tx, mailbox, CalendarKey{ID: id})
}

// calendarSchema is the schema of calendars.
var calendarSchema = sync.OnceValue(func() *odata.Schema {
	return odata.SchemaOf[model.Calendar]("calendar", "id", odata.Field{Path: "id", Kind: odata.ID})
})
