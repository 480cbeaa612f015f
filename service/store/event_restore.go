package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
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
func (tx *Tx) retire(mailbox int64, id, calendar string, occurrence bool) error {
	if err := tx.forgetRemovals(mailbox, id); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO event_removals (mailbox_id, id, calendar_id, removed) VALUES (?, ?, ?, ?)`, mailbox, id, calendar, tx.now.UnixMilli())
	if err == nil {
		_, err = tx.Exec(`INSERT INTO removed_events (mailbox_id, removal_id, `+eventTable.Bare+`)
			SELECT mailbox_id, ?, `+eventTable.Bare+` FROM events WHERE mailbox_id = ? AND (id = ? OR series_id = ?)`, id, mailbox, id, id)
	}
	if err == nil && !occurrence {
		err = tx.reown(EventOwner(mailbox, id), Owner{mailbox, removedKind, id})
	}
	if err != nil {
		return fmt.Errorf("keep the deleted event %s: %w", id, err)
	}
	return nil
}

// reown gives the extensions and attachments of one owner to another.
func (tx *Tx) reown(from, to Owner) error {
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
func (tx *Tx) forgetRemovals(mailbox int64, id string) error {
	ids, err := tx.Texts(`SELECT id FROM event_removals WHERE mailbox_id = ? AND removed < ? UNION SELECT id FROM event_removals WHERE mailbox_id = ? AND id = ?`,
		mailbox, tx.now.Add(-keptRemovals).UnixMilli(), mailbox, id)
	if err != nil {
		return fmt.Errorf("look for old deletions: %w", err)
	}
	for _, old := range ids {
		if err := tx.DeleteOwned(Owner{mailbox, removedKind, old}); err != nil {
			return err
		}
		if err := tx.dropRemoval(mailbox, old); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) dropRemoval(mailbox int64, id string) error {
	_, err := tx.Exec(`DELETE FROM removed_events WHERE mailbox_id = ? AND removal_id = ?`, mailbox, id)
	if err == nil {
		_, err = tx.Exec(`DELETE FROM event_removals WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	}
	if err != nil {
		return fmt.Errorf("forget the deleted event %s: %w", id, err)
	}
	return nil
}

// NoteRemoval keeps, with an event that was deleted, what that did elsewhere.
// RestoreEvent gives it back.
func (tx *Tx) NoteRemoval(mailbox int64, id, note string) error {
	if _, err := tx.Exec(`UPDATE event_removals SET note = ? WHERE mailbox_id = ? AND id = ?`, note, mailbox, id); err != nil {
		return fmt.Errorf("note the deletion of event %s: %w", id, err)
	}
	return nil
}

// removedRows are the rows of an event that was deleted, the master's first,
// as they are kept to be restored.
func (tx *Tx) removedRows(mailbox int64, id string) ([]eventRow, error) {
	return tx.eventRows(`SELECT `+eventTable.Bare+` FROM removed_events WHERE mailbox_id = ? AND removal_id = ? ORDER BY kind DESC, day`, mailbox, id)
}

// RestoreEvent brings back what DeleteEvent has removed, under its id and with
// all that belonged to it, and returns the note of the deletion. What was never
// there, was deleted too long ago, or has no place any more (the series of an
// occurrence, or its date there, is gone) is a CodeNotFound; an event whose
// iCalUId another one has by now is a CodeConflict.
func (tx *Tx) RestoreEvent(mailbox int64, id string) (note string, err error) {
	var calendar string
	err = tx.QueryRow(`SELECT calendar_id, note FROM event_removals WHERE mailbox_id = ? AND id = ? AND removed >= ?`,
		mailbox, id, tx.now.Add(-keptRemovals).UnixMilli()).Scan(&calendar, &note)
	if errors.Is(err, sql.ErrNoRows) {
		return "", noEvent(id)
	}
	if err != nil {
		return "", fmt.Errorf("look for the deleted event %s: %w", id, err)
	}
	rows, err := tx.removedRows(mailbox, id)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 || rows[0].kind == model.Exception {
		err = tx.restoreOccurrence(mailbox, id, calendar, rows)
	} else {
		err = tx.mayRestore(mailbox, rows[0].uid)
	}
	if err != nil {
		return "", err
	}
	for i := range rows {
		r := &rows[i]
		if r.seq, err = tx.Record(mailbox, ItemEvent, r.calendar, r.logged(), Written); err != nil {
			return "", err
		}
		r.schedule, r.modified = r.seq, tx.now.UnixMilli()
		if err := tx.putEvent(mailbox, r); err != nil {
			return "", err
		}
	}
	if err := tx.reown(Owner{mailbox, removedKind, id}, EventOwner(mailbox, id)); err != nil {
		return "", err
	}
	return note, tx.dropRemoval(mailbox, id)
}

func (tx *Tx) mayRestore(mailbox int64, uid string) error {
	other, found, err := tx.EventByUID(mailbox, uid)
	if err == nil && found && other.OriginalStart == nil {
		err = model.Errorf(model.CodeConflict, "the event is there again, as %s", other.ID)
	}
	return err
}

// restoreOccurrence takes an occurrence off the cancelled ones of its series,
// and puts the row of its exception, if it has one, where the series now is.
func (tx *Tx) restoreOccurrence(mailbox int64, id, calendar string, rows []eventRow) error {
	master, day, ok := cutOccurrence(id)
	if !ok {
		return noEvent(id)
	}
	s, err := tx.oneSeries(mailbox, master)
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
	was, err := tx.eventRow(mailbox, master)
	if err == nil {
		err = tx.keepFormer(mailbox, &was)
	}
	if err != nil {
		return err
	}
	seq, err := tx.Record(mailbox, ItemEvent, calendar, id, Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE events SET data = ?, seq = ?, schedule_seq = ?, modified = ? WHERE mailbox_id = ? AND id = ?`, data, seq, seq, tx.now.UnixMilli(), mailbox, master)
	if err != nil {
		return fmt.Errorf("restore occurrence %s: %w", id, err)
	}
	return tx.touchCalendar(mailbox, calendar, seq)
}

// returnEdits puts back what a series had at dates that it did not have for a
// while: exceptions, and that occurrences were deleted. It returns those that
// are cancelled then.
func (tx *Tx) returnEdits(mailbox int64, master *eventRow, s *series) ([]string, error) {
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
		if _, err := tx.eventRow(mailbox, id); err == nil {
			continue // changed anew since
		}
		if _, err := tx.RestoreEvent(mailbox, id); err != nil && !errors.Is(err, model.ErrNotFound) {
			return cancelled, err
		}
	}
	slices.Sort(cancelled)
	return cancelled, tx.setCancelled(mailbox, master.id, cancelled)
}

// setCancelled keeps which occurrences of a series are cancelled, and leaves
// its change key as it is.
func (tx *Tx) setCancelled(mailbox int64, master string, cancelled []string) error {
	r, err := tx.eventRow(mailbox, master)
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

// UnreadAnswers lists, by id, the messages of a mailbox by which an attendee
// has answered a meeting and which were not read yet.
func (tx *Tx) UnreadAnswers(mailbox int64, uid, from string) ([]string, error) {
	conversation, err := tx.conversationOf(mailbox, "<"+uid+">")
	if err != nil || conversation == "" {
		return nil, err
	}
	return tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? AND conversation_id = ? AND from_key = ? AND NOT is_read AND meeting_type IN (?, ?, ?)`,
		mailbox, conversation, fold(from), model.MeetingAccepted, model.MeetingTentative, model.MeetingDeclined)
}
