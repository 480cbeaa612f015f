package calendar

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// EventVersion says how new an event of a file is: RFC 5546, 2.1.5 goes by
// SEQUENCE first.
type EventVersion struct {
	Sequence int
	Modified time.Time // zero when the file does not say
}

// Newer reports whether v is a later version than other.
func (v EventVersion) Newer(other EventVersion) bool {
	if v.Sequence != other.Sequence {
		return v.Sequence > other.Sequence
	}
	return v.Modified.Truncate(time.Second).After(other.Modified)
}

func occurrenceMillis(occurrence *time.Time) int64 {
	if occurrence == nil {
		return 0
	}
	return occurrence.UnixMilli()
}

// FindEventVersion is the version that an import has brought of an event, or of
// one occurrence of it; found is false when none did.
func FindEventVersion(tx *store.Tx, mailbox int64, uid string, occurrence *time.Time) (v EventVersion, found bool, err error) {
	var modified int64
	err = tx.QueryRow(`SELECT sequence, modified FROM event_versions WHERE mailbox_id = ? AND uid = ? AND occurrence = ?`,
		mailbox, uid, occurrenceMillis(occurrence)).Scan(&v.Sequence, &modified)
	if errors.Is(err, sql.ErrNoRows) {
		return v, false, nil
	}
	if err != nil {
		return v, false, fmt.Errorf("look for the version of event %s: %w", uid, err)
	}
	if modified != 0 {
		v.Modified = store.FromMillis(modified)
	}
	return v, true, nil
}

// KeepEventVersion notes the version that was imported.
func KeepEventVersion(tx *store.Tx, mailbox int64, uid string, occurrence *time.Time, v EventVersion) error {
	var modified int64
	if !v.Modified.IsZero() {
		modified = v.Modified.UnixMilli()
	}
	_, err := tx.Exec(`INSERT INTO event_versions (mailbox_id, uid, occurrence, sequence, modified) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (mailbox_id, uid, occurrence) DO UPDATE SET sequence = excluded.sequence, modified = excluded.modified`,
		mailbox, uid, occurrenceMillis(occurrence), v.Sequence, modified)
	if err != nil {
		return fmt.Errorf("keep the version of event %s: %w", uid, err)
	}
	return nil
}

// EventsByUID lists what a mailbox has under an iCalUId: a single event or a
// series, or occurrences of a series that it does not have, which say by
// OriginalStart which they are. The series comes first.
func EventsByUID(tx *store.Tx, mailbox int64, uid string) ([]model.Event, error) {
	rows, err := eventRows(tx, `SELECT `+eventTable.Selected+` FROM events e WHERE e.mailbox_id = ? AND e.uid = ? AND e.listed = 1 ORDER BY e.created, e.id`, mailbox, uid)
	if err != nil {
		return nil, err
	}
	out := make([]model.Event, len(rows))
	for i := range rows {
		if out[i], err = rows[i].event(); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out, func(a, b model.Event) int { return lone(&a) - lone(&b) })
	return out, nil
}

func lone(e *model.Event) int {
	if e.OriginalStart != nil {
		return 1
	}
	return 0
}

// ReplaceEvent makes an event, or a series with its exceptions, what a newer
// version of it says. The id, the calendar, when it was made and, unless the
// newer one has some, the attachments stay.
func ReplaceEvent(tx *store.Tx, mailbox int64, id string, n NewEvent) error {
	rows, err := exceptionRows(tx, mailbox, id)
	if err != nil {
		return err
	}
	for i := range rows { // a newer version has its own
		if err := keepFormer(tx, mailbox, &rows[i]); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM events WHERE mailbox_id = ? AND id = ?`, mailbox, rows[i].id); err != nil {
			return fmt.Errorf("replace exception %s: %w", rows[i].id, err)
		}
		if _, err := tx.Record(mailbox, store.ItemEvent, rows[i].calendar, rows[i].id, store.Deleted); err != nil {
			return err
		}
	}
	cancelled, err := n.cancelledOf(id)
	if err != nil {
		return err
	}
	e, err := changeEvent(tx, mailbox, id, func(e *model.Event) error {
		old := *e
		*e = n.Event
		e.Entity, e.ChangeKey, e.CreatedDateTime, e.TransactionID = old.Entity, old.ChangeKey, old.CreatedDateTime, old.TransactionID
		e.HasAttachments = old.HasAttachments || len(n.Attachments) > 0
		e.CancelledOccurrences = cancelled
		return nil
	})
	if err != nil {
		return err
	}
	if len(n.Attachments) > 0 {
		if err := tx.DeleteOwned(EventOwner(mailbox, id)); err != nil {
			return err
		}
		e.Attachments, e.Extensions = n.Attachments, nil
		if err := addEventParts(tx, mailbox, &e); err != nil {
			return err
		}
	}
	for i := range n.Exceptions {
		s, err := oneSeries(tx, mailbox, id)
		if err != nil {
			return err
		}
		if err := addException(tx, mailbox, s, n.Exceptions[i]); err != nil {
			return err
		}
	}
	return nil
}

// ReplaceOccurrence makes one occurrence of a series what a file says of it
// alone. It is false when the series has none that would start then.
func ReplaceOccurrence(tx *store.Tx, mailbox int64, master string, x model.Event) (bool, error) {
	s, err := oneSeries(tx, mailbox, master)
	if err != nil {
		return false, err
	}
	i, ok := s.at(*x.OriginalStart)
	if !ok {
		return false, nil
	}
	if slices.Contains(s.master.CancelledOccurrences, occurrenceID(master, i.Date)) {
		return false, nil // deleted here: that stands
	}
	if x.IsCancelled {
		return true, DeleteEvent(tx, mailbox, occurrenceID(master, i.Date))
	}
	return true, addException(tx, mailbox, s, x)
}
