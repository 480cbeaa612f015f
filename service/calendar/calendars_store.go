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

// kindCalendar names calendars in the change log.
const kindCalendar = "calendar"

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
		c := model.Calendar{Entity: model.Entity{ID: tx.NewID()}, Name: defaultCalendar, Color: "auto", IsDefaultCalendar: true}
		err = calendarTable.Add(tx, mailbox, &calendarRow{Calendar: c, group: group})
	}
	if err != nil {
		return fmt.Errorf("make the default calendar: %w", err)
	}
	return nil
}

// calendarGroups lists a mailbox's groups of calendars, the default one first.
func calendarGroups(tx *store.Tx, mailbox int64) ([]model.CalendarGroup, error) {
	return store.All(tx, func(row store.Row) (g model.CalendarGroup, err error) {
		var seq int64
		err = row.Scan(&g.ID, &g.Name, &seq)
		g.ChangeKey, g.ETag = store.ChangeKey(seq), store.ETag(seq)
		return g, err
	}, `SELECT id, name, seq FROM calendar_groups WHERE mailbox_id = ? ORDER BY is_default DESC, name_key`, mailbox)
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
	g.ChangeKey, g.ETag = store.ChangeKey(seq), store.ETag(seq)
	return g, tx.ExecFound(model.Errorf(model.CodeNameConflict, "there is a calendar group named %q already", g.Name),
		`INSERT INTO calendar_groups (mailbox_id, id, name, name_key, is_default, seq) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`,
		mailbox, g.ID, g.Name, odata.Fold(g.Name), seq)
}

// CalendarKey says which calendar is meant: by id, or the default one when it
// is empty; with Group, one of that group (an id, DefaultGroup for the
// default one).
type CalendarKey struct{ ID, Group string }

// defaultGroup as a CalendarKey's Group is the default group.
const defaultGroup = "\x00default"

// calendarRow is a row of calendars.
type calendarRow struct {
	model.Calendar
	group string
	seq   int64
}

// calendarTable is where a calendar is kept, but for events_seq, which its
// events write. Its lists are whole, and filtered in memory: its columns are no
// fields of a schema.
var calendarTable = store.TableOf("calendars", "c",
	store.Column[calendarRow]{Name: "id", At: func(r *calendarRow) any { return &r.ID }},
	store.Column[calendarRow]{Name: "group_id", Value: func(r *calendarRow) any { return r.group }},
	store.Column[calendarRow]{Name: "name", Fold: "name_key", At: func(r *calendarRow) any { return &r.Name }, Part: store.PartChanged},
	store.Column[calendarRow]{Name: "color", At: func(r *calendarRow) any { return &r.Color }, Part: store.PartChanged},
	store.Column[calendarRow]{Name: "is_default", At: func(r *calendarRow) any { return &r.IsDefaultCalendar }},
	store.Column[calendarRow]{Name: "seq", At: func(r *calendarRow) any { return &r.seq }, Part: store.PartChanged},
)

var selectCalendar = `SELECT ` + calendarTable.Selected + ` FROM calendars c
	JOIN calendar_groups g ON g.mailbox_id = c.mailbox_id AND g.id = c.group_id WHERE c.mailbox_id = ?`

func scanCalendar(row store.Row) (model.Calendar, error) {
	var r calendarRow
	err := row.Scan(calendarTable.Into(&r)...)
	r.CanEdit, r.CanShare, r.CanViewPrivateItems = true, true, true
	r.ChangeKey, r.ETag = store.ChangeKey(r.seq), store.ETag(r.seq)
	return r.Calendar, err
}

// Calendar reads a calendar; none is a CodeNotFound. The owner, and what the
// caller may do, are the area's to say.
func Calendar(tx *store.Tx, mailbox int64, key CalendarKey) (model.Calendar, error) {
	query, args := selectCalendar+` AND c.is_default = 1`, []any{mailbox}
	if key.ID != "" {
		query, args = selectCalendar+` AND c.id = ?`, append(args, key.ID)
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
	query, args := selectCalendar, []any{mailbox}
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
	list, err := store.All(tx, scanCalendar, query+` ORDER BY c.is_default DESC, c.name_key`, args...)
	if shared, all := tx.SharedItems(mailbox); !all {
		list = slices.DeleteFunc(list, func(c model.Calendar) bool { return !slices.Contains(shared, c.ID) })
	}
	return list, err
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
	c.Color, c.IsDefaultCalendar = cmp.Or(c.Color, "auto"), false
	if err := writeCalendar(tx, mailbox, &calendarRow{Calendar: c, group: groupID}); err != nil {
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
	if err := writeCalendar(tx, mailbox, &calendarRow{Calendar: c}); err != nil {
		return c, err
	}
	return Calendar(tx, mailbox, CalendarKey{ID: id})
}

// writeCalendar adds or changes a calendar, unless its name is that of another.
func writeCalendar(tx *store.Tx, mailbox int64, r *calendarRow) error {
	var taken int
	err := tx.QueryRow(`SELECT count(*) FROM calendars WHERE mailbox_id = ? AND name_key = ? AND id <> ?`, mailbox, odata.Fold(r.Name), r.ID).Scan(&taken)
	if err != nil {
		return fmt.Errorf("write calendar %s: %w", r.ID, err)
	}
	if taken > 0 {
		return model.Errorf(model.CodeNameConflict, "there is a calendar named %q already", r.Name)
	}
	if r.seq, err = tx.Record(mailbox, kindCalendar, "", r.ID, store.Written); err != nil {
		return err
	}
	if err := calendarTable.Put(tx, mailbox, r); err != nil {
		return fmt.Errorf("write calendar %s: %w", r.ID, err)
	}
	return nil
}

// calendarSchema is the schema of calendars.
var calendarSchema = sync.OnceValue(func() *odata.Schema {
	return odata.SchemaOf[model.Calendar]("calendar", "id", odata.Field{Path: "id", Kind: odata.ID})
})
