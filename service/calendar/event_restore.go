package calendar

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// keptRemovals is how long a deleted event can be restored: as long as undo
// is likely to be asked for, and no longer than a month of a person's words.
const keptRemovals = 30 * 24 * time.Hour

// removedKind is the kind of owner of what belongs to a deleted event.
const removedKind = "removedEvent"

// droppedNote is the note of an exception that was not deleted, but whose date
// its series has lost.
const droppedNote = "dropped"

// retire keeps what is about to be deleted: of a single event or a series all
// its rows and what belongs to it, of an occurrence the row of its exception.
func retire(tx *store.Tx, mailbox int64, id, calendar string, occurrence bool) error {
	if err := forgetRemovals(tx, mailbox, id); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO event_removals (mailbox_id, id, calendar_id, removed) VALUES (?, ?, ?, ?)`, mailbox, id, calendar, tx.Now().UnixMilli())
	if err == nil {
		_, err = tx.Exec(`INSERT INTO removed_events (mailbox_id, removal_id, `+eventTable.Bare+`)
			SELECT mailbox_id, ?, `+eventTable.Bare+` FROM events WHERE mailbox_id = ? AND (id = ? OR series_id = ?)`, id, mailbox, id, id)
	}
	if err == nil && !occurrence {
		err = reown(tx, EventOwner(mailbox, id), store.Owner{Mailbox: mailbox, Kind: removedKind, ID: id})
	}
	if err != nil {
		return fmt.Errorf("keep the deleted event %s: %w", id, err)
	}
	return nil
}

// reown gives the extensions and attachments of one owner to another.
func reown(tx *store.Tx, from, to store.Owner) error {
	for _, table := range []string{"extensions", "attachments"} {
		_, err := tx.Exec(`UPDATE `+table+` SET owner_kind = ?, owner_id = ? WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`,
			to.Kind, to.ID, from.Mailbox, from.Kind, from.ID)
		if err != nil {
			return fmt.Errorf("move the %s of %s %s: %w", table, from.Kind, from.ID, err)
		}
	}
	return nil
}

// forgetRemovals forgets an earlier deletion of the same id, and those that
// are too old to be restored.
func forgetRemovals(tx *store.Tx, mailbox int64, id string) error {
	ids, err := tx.Texts(`SELECT id FROM event_removals WHERE mailbox_id = ? AND removed < ? UNION SELECT id FROM event_removals WHERE mailbox_id = ? AND id = ?`,
		mailbox, tx.Now().Add(-keptRemovals).UnixMilli(), mailbox, id)
	if err != nil {
		return fmt.Errorf("look for old deletions: %w", err)
	}
	for _, old := range ids {
		if err := tx.DeleteOwned(store.Owner{Mailbox: mailbox, Kind: removedKind, ID: old}); err != nil {
			return err
		}
		if err := dropRemoval(tx, mailbox, old); err != nil {
			return err
		}
	}
	return nil
}

func dropRemoval(tx *store.Tx, mailbox int64, id string) error {
	_, err := tx.Exec(`DELETE FROM removed_events WHERE mailbox_id = ? AND removal_id = ?`, mailbox, id)
	if err == nil {
		_, err = tx.Exec(`DELETE FROM event_removals WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	}
	if err != nil {
		return fmt.Errorf("forget the deleted event %s: %w", id, err)
	}
	return nil
}

// noteRemoval keeps, with an event that was deleted, what that did elsewhere.
// RestoreEvent gives it back.
func noteRemoval(tx *store.Tx, mailbox int64, id, note string) error {
	if _, err := tx.Exec(`UPDATE event_removals SET note = ? WHERE mailbox_id = ? AND id = ?`, note, mailbox, id); err != nil {
		return fmt.Errorf("note the deletion of event %s: %w", id, err)
	}
	return nil
}

// removedRows are the rows of an event that was deleted, the master's first,
// as they are kept to be restored.
func removedRows(tx *store.Tx, mailbox int64, id string) ([]eventRow, error) {
	return eventRows(tx, `SELECT `+eventTable.Bare+` FROM removed_events WHERE mailbox_id = ? AND removal_id = ? ORDER BY kind DESC, day`, mailbox, id)
}

// restoreEvent brings back what DeleteEvent has removed, under its id and with
// all that belonged to it, and returns the note of the deletion. What was never
// there, was deleted too long ago, or has no place any more (the series of an
// occurrence, or its date there, is gone) is a CodeNotFound; an event whose
// iCalUId another one has by now is a CodeConflict.
func restoreEvent(tx *store.Tx, mailbox int64, id string) (note string, err error) {
	var calendar string
	err = tx.QueryRow(`SELECT calendar_id, note FROM event_removals WHERE mailbox_id = ? AND id = ? AND removed >= ?`,
		mailbox, id, tx.Now().Add(-keptRemovals).UnixMilli()).Scan(&calendar, &note)
	if errors.Is(err, sql.ErrNoRows) {
		return "", noEvent(id)
	}
	if err != nil {
		return "", fmt.Errorf("look for the deleted event %s: %w", id, err)
	}
	rows, err := removedRows(tx, mailbox, id)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 || rows[0].kind == model.Exception {
		err = restoreOccurrence(tx, mailbox, id, calendar, rows)
	} else {
		err = mayRestore(tx, mailbox, rows[0].uid)
	}
	if err != nil {
		return "", err
	}
	for i := range rows {
		r := &rows[i]
		if r.seq, err = tx.Record(mailbox, store.ItemEvent, r.calendar, r.logged(), store.Written); err != nil {
			return "", err
		}
		r.schedule, r.modified = r.seq, tx.Now().UnixMilli()
		if err := putEvent(tx, mailbox, r); err != nil {
			return "", err
		}
	}
	if err := reown(tx, store.Owner{Mailbox: mailbox, Kind: removedKind, ID: id}, EventOwner(mailbox, id)); err != nil {
		return "", err
	}
	return note, dropRemoval(tx, mailbox, id)
}

func mayRestore(tx *store.Tx, mailbox int64, uid string) error {
	other, found, err := EventByUID(tx, mailbox, uid)
	if err == nil && found && other.OriginalStart == nil {
		err = model.Errorf(model.CodeConflict, "the event is there again, as %s", other.ID)
	}
	return err
}

// restoreOccurrence takes an occurrence off the cancelled ones of its series,
// and puts the row of its exception, if it has one, where the series now is.
func restoreOccurrence(tx *store.Tx, mailbox int64, id, calendar string, rows []eventRow) error {
	master, day, ok := cutOccurrence(id)
	if !ok {
		return noEvent(id)
	}
	s, err := oneSeries(tx, mailbox, master)
	if err != nil {
		return err
	}
	i, ok := s.on(day)
	if !ok {
		return noEvent(id)
	}
	base, err := s.occurrence(i)
	if err != nil {
		return err
	}
	for i := range rows {
		e, err := exception(base, &rows[i])
		if err != nil {
			return err
		}
		if err := rows[i].place(&e); err != nil {
			return err
		}
	}
	m := s.master
	m.CancelledOccurrences = slices.DeleteFunc(slices.Clone(m.CancelledOccurrences), func(c string) bool { return c == id })
	data, err := encodeEvent(m)
	if err != nil {
		return err
	}
	was, err := findEventRow(tx, mailbox, master)
	if err == nil {
		err = keepFormer(tx, mailbox, &was)
	}
	if err != nil {
		return err
	}
	seq, err := tx.Record(mailbox, store.ItemEvent, calendar, id, store.Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE events SET data = ?, seq = ?, schedule_seq = ?, modified = ? WHERE mailbox_id = ? AND id = ?`, data, seq, seq, tx.Now().UnixMilli(), mailbox, master)
	if err != nil {
		return fmt.Errorf("restore occurrence %s: %w", id, err)
	}
	return touchCalendar(tx, mailbox, calendar, seq)
}

// returnEdits puts back what a series had at dates that it did not have for a
// while: exceptions, and that occurrences were deleted. It returns those that
// are cancelled then.
func returnEdits(tx *store.Tx, mailbox int64, master *eventRow, s *series) ([]string, error) {
	cancelled := slices.Clone(s.master.CancelledOccurrences)
	ids, err := tx.Texts(`SELECT id FROM event_removals WHERE mailbox_id = ? AND id > ? AND id < ?`, mailbox, master.id+".", master.id+"/")
	if err != nil {
		return cancelled, fmt.Errorf("look for what series %s had: %w", master.id, err)
	}
	for _, id := range ids {
		_, day, ok := cutOccurrence(id)
		if ok {
			_, ok = s.on(day)
		}
		if !ok || slices.Contains(cancelled, id) {
			continue
		}
		var note string
		if err := tx.QueryRow(`SELECT note FROM event_removals WHERE mailbox_id = ? AND id = ?`, mailbox, id).Scan(&note); err != nil {
			return cancelled, fmt.Errorf("look for what series %s had: %w", master.id, err)
		}
		if note != droppedNote {
			cancelled = append(cancelled, id)
			continue
		}
		if _, err := findEventRow(tx, mailbox, id); err == nil {
			continue // changed anew since
		}
		if _, err := restoreEvent(tx, mailbox, id); err != nil && !errors.Is(err, model.ErrNotFound) {
			return cancelled, err
		}
	}
	slices.Sort(cancelled)
	return cancelled, setCancelled(tx, mailbox, master.id, cancelled)
}

// setCancelled keeps which occurrences of a series are cancelled, and leaves
// its change key as it is.
func setCancelled(tx *store.Tx, mailbox int64, master string, cancelled []string) error {
	r, err := findEventRow(tx, mailbox, master)
	if err != nil {
		return err
	}
	m, err := r.event()
	if err != nil || slices.Equal(m.CancelledOccurrences, cancelled) {
		return err
	}
	m.CancelledOccurrences = cancelled
	data, err := encodeEvent(m)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE events SET data = ? WHERE mailbox_id = ? AND id = ?`, data, mailbox, master); err != nil {
		return fmt.Errorf("keep the cancelled occurrences of series %s: %w", master, err)
	}
	return nil
}

// unreadAnswers lists, by id, the messages of a mailbox by which an attendee
// has answered a meeting and which were not read yet.
func unreadAnswers(tx *store.Tx, mailbox int64, uid, from string) ([]string, error) {
	conversation, err := tx.ConversationOf(mailbox, "<"+uid+">")
	if err != nil || conversation == "" {
		return nil, err
	}
	return tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? AND conversation_id = ? AND from_key = ? AND is_read = 0 AND meeting_type IN (?, ?, ?)`,
		mailbox, conversation, odata.Fold(from), model.MeetingAccepted, model.MeetingTentative, model.MeetingDeclined)
}
