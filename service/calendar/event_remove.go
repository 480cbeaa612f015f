package calendar

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"daybook/model"
	"daybook/service/store"
)

// DeleteEvent removes an event with all that belongs to it: a single one, a
// whole series, or, by its own id, one occurrence, which counts as cancelled
// from then on. RestoreEvent brings it back.
func DeleteEvent(tx *store.Tx, mailbox int64, id string) error {
	r, err := findEventRow(tx, mailbox, id)
	if errors.Is(err, model.ErrNotFound) || err == nil && r.kind == model.Exception {
		return cancelOccurrence(tx, mailbox, id)
	}
	if err != nil {
		return err
	}
	if err := retire(tx, mailbox, id, r.calendar, false); err != nil {
		return err
	}
	exceptions, err := exceptionRows(tx, mailbox, id)
	if err != nil {
		return err
	}
	for _, gone := range append(exceptions, r) {
		if err := keepFormer(tx, mailbox, &gone); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(`DELETE FROM events WHERE mailbox_id = ? AND series_id = ?`, mailbox, id); err != nil {
		return fmt.Errorf("delete the exceptions of event %s: %w", id, err)
	}
	if _, err := tx.Exec(`DELETE FROM events WHERE mailbox_id = ? AND id = ?`, mailbox, id); err != nil {
		return fmt.Errorf("delete event %s: %w", id, err)
	}
	seq, err := tx.Record(mailbox, store.ItemEvent, r.calendar, r.logged(), store.Deleted)
	if err != nil {
		return err
	}
	return touchCalendar(tx, mailbox, r.calendar, seq)
}

func cancelOccurrence(tx *store.Tx, mailbox int64, id string) error {
	o, err := occurrenceOf(tx, mailbox, id)
	if err != nil {
		return err
	}
	if err := retire(tx, mailbox, id, o.calendar, true); err != nil {
		return err
	}
	m, err := findEventRow(tx, mailbox, o.series.id)
	if err == nil {
		err = keepFormer(tx, mailbox, &m)
	}
	if err != nil {
		return err
	}
	if o.row != nil {
		if err := keepFormer(tx, mailbox, o.row); err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM events WHERE mailbox_id = ? AND id = ?`, mailbox, id); err != nil {
			return fmt.Errorf("delete exception %s: %w", id, err)
		}
	}
	seq, err := tx.Record(mailbox, store.ItemEvent, o.calendar, id, store.Deleted)
	if err != nil {
		return err
	}
	master := o.series.master
	master.CancelledOccurrences = append(slices.Clone(master.CancelledOccurrences), id)
	slices.Sort(master.CancelledOccurrences)
	data, err := encodeEvent(master)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE events SET data = ?, seq = ?, schedule_seq = ?, modified = ? WHERE mailbox_id = ? AND id = ?`, data, seq, seq, tx.Now().UnixMilli(), mailbox, master.ID)
	if err != nil {
		return fmt.Errorf("cancel occurrence %s: %w", id, err)
	}
	return touchCalendar(tx, mailbox, o.calendar, seq)
}

// TouchEvent records a change of what stands beside an event: it gets a new
// change key, and tells whether it has attachments.
func TouchEvent(tx *store.Tx, mailbox int64, id string) error {
	r, err := findEventRow(tx, mailbox, id)
	if err != nil {
		return err
	}
	e, err := r.event()
	if err != nil {
		return err
	}
	var files int
	err = tx.QueryRow(`SELECT count(*) FROM attachments WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND is_inline = 0`,
		mailbox, store.ItemEvent, id).Scan(&files)
	if err != nil {
		return fmt.Errorf("count the attachments of event %s: %w", id, err)
	}
	e.HasAttachments = files > 0
	_, err = replaceEvent(tx, mailbox, &r, e, true)
	return err
}

// eventPlace says where an event is kept: in which calendar, and which row
// it comes from, which is the master's for an occurrence or exception.
type eventPlace struct{ Calendar, Row string }

// findEventPlace finds an event, also an occurrence that has no row; none is a
// CodeNotFound.
func findEventPlace(tx *store.Tx, mailbox int64, id string) (eventPlace, error) {
	r, err := findEventRow(tx, mailbox, id)
	switch {
	case err == nil && r.series != "":
		return eventPlace{r.calendar, r.series}, nil
	case err == nil:
		return eventPlace{r.calendar, id}, nil
	case !errors.Is(err, model.ErrNotFound):
		return eventPlace{}, err
	}
	o, err := occurrenceOf(tx, mailbox, id)
	if err != nil {
		return eventPlace{}, err
	}
	return eventPlace{o.calendar, o.series.id}, nil
}

// EventByUID finds a mailbox's event or series by its iCalUId; found is false
// when there is none. Where there are occurrences alone it is one of them.
func EventByUID(tx *store.Tx, mailbox int64, uid string) (e model.Event, found bool, err error) {
	list, err := EventsByUID(tx, mailbox, uid)
	if err != nil || len(list) == 0 {
		return e, false, err
	}
	return list[0], true, nil
}

// eventByTransaction finds the event that was made by a request with a
// transactionId; found is false when there is none.
func eventByTransaction(tx *store.Tx, mailbox int64, transaction string) (e model.Event, found bool, err error) {
	return oneEvent(tx, `e.transaction_id = ? AND e.transaction_id <> ''`, mailbox, transaction)
}

func oneEvent(tx *store.Tx, where string, mailbox int64, value string) (model.Event, bool, error) {
	var r eventRow
	err := tx.QueryRow(`SELECT `+eventTable.Selected+` FROM events e WHERE e.mailbox_id = ? AND `+where+` ORDER BY e.created LIMIT 1`, mailbox, value).
		Scan(r.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return model.Event{}, false, nil
	}
	if err != nil {
		return model.Event{}, false, fmt.Errorf("look for event %s: %w", value, err)
	}
	e, err := r.event()
	return e, true, err
}

// Exceptions lists the occurrences of a series that differ, by date.
func Exceptions(tx *store.Tx, mailbox int64, master string) ([]model.Event, error) {
	s, err := oneSeries(tx, mailbox, master)
	if err != nil {
		return nil, err
	}
	rows, err := exceptionRows(tx, mailbox, master)
	if err != nil {
		return nil, err
	}
	out := make([]model.Event, 0, len(rows))
	for i := range rows {
		inst, ok := s.on(rows[i].day)
		if !ok {
			continue
		}
		base, err := s.occurrence(inst)
		if err != nil {
			return nil, err
		}
		e, err := exception(base, &rows[i])
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}
