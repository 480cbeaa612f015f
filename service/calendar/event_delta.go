package calendar

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// changedEvent is what happened in a window of a calendar to one event: one
// that is there now, the master of a series that is, by id, or one that is
// not, by id. Moved says that the latter is elsewhere, and not gone.
type changedEvent struct {
	Slot   *slot
	Master string
	Gone   string
	Moved  bool
}

// EventRound is a round of a delta query, by change numbers: who asks has the
// window as it was at Since, which is the end of a transaction. At is the last
// change told in the round, which began when Top was the last one of all.
type EventRound struct{ Since, At, Top int64 }

// listedEventChanges is Changes for the single events and series masters of a
// calendar: what happens to an occurrence happens to its master.
func listedEventChanges(tx *store.Tx, mailbox int64, calendar string, since int64, limit int) ([]store.Change, error) {
	list, err := tx.Changes(mailbox, store.ItemEvent, calendar, since, limit)
	for i := range list {
		c := &list[i]
		c.ItemID = strings.TrimPrefix(c.ItemID, store.SeriesPrefix)
		if master, _, of := cutOccurrence(c.ItemID); of {
			c.ItemID, c.Op, c.Known = master, store.Written, false // that it is gone is told by itself
			continue
		}
		if _, err := findEventRow(tx, mailbox, c.ItemID); err == nil {
			c.Op = store.Written // it became a series, or is one no more
			continue
		}
		// As what it was before it became that, too.
		if c.Known, err = tx.KnownAt(mailbox, store.ItemEvent, calendar, c.ItemID, since); err != nil {
			return nil, err
		}
	}
	return list, err
}

// eventChanges lists what changed in a window in a round, and the change to go
// on from. What happened to one occurrence is told of its whole series: all of
// them have a new change key. Removed is what was in the window at Since; of
// what has changed since Top, which the round may have told already, also
// what has come since. At most limit changes of the log are read, more says
// whether some are left. A number from before the log's memory is a
// CodeSyncStateGone.
func eventChanges(tx *store.Tx, w Window, round EventRound, limit int) (out []changedEvent, at int64, more bool, err error) {
	if err := tx.Remembers(w.Mailbox, round.Since); err != nil {
		return nil, 0, false, err
	}
	log, err := tx.Changes(w.Mailbox, store.ItemEvent, w.Calendar, round.At, limit+1)
	if err != nil {
		return nil, 0, false, err
	}
	if more = len(log) > limit; more {
		log = log[:limit]
	}
	at = round.At
	for _, c := range log {
		at = c.Seq
		id := eventOf(c.ItemID)
		last, err := lastChangeOf(tx, &w, id)
		if err == nil && last == c.Seq { // each is told once, when all that happened to it is read
			out, err = changeOf(tx, out, &w, id, round.Since, last > round.Top)
		}
		if err != nil {
			return nil, 0, false, err
		}
	}
	return out, at, more, nil
}

// eventOf is the single event or series master that an item of the log is of.
func eventOf(item string) string {
	if master, ok := strings.CutPrefix(item, store.SeriesPrefix); ok {
		return master
	}
	if master, _, ok := cutOccurrence(item); ok {
		return master
	}
	return item
}

// lastChangeOf is the number of the last change of an event or of anything of
// its series.
func lastChangeOf(tx *store.Tx, w *Window, id string) (seq int64, err error) {
	err = tx.QueryRow(lastChangeQuery, w.Mailbox, store.ItemEvent, w.Calendar, id, store.SeriesPrefix+id, id+".", id+"/").Scan(&seq)
	if err != nil {
		err = fmt.Errorf("read the change log: %w", err)
	}
	return seq, err
}

// Each is asked for by itself: of an OR, SQLite would read the calendar's log.
const lastChangeQuery = `SELECT coalesce(max(seq), 0) FROM (
	SELECT seq FROM changes` + inLog + `item_id IN (?4, ?5) UNION ALL SELECT seq FROM changes` + inLog + `item_id > ?6 AND item_id < ?7) AS found`

const inLog = ` WHERE mailbox_id = ?1 AND kind = ?2 AND container = ?3 AND `

// maxFormer bounds how many former states of one event are looked at when it
// changes again and again while a round is paged.
const maxFormer = 100

// changeOf tells an event or series as it is in the window now, and what of
// it was there at the number since, or with all at any time from then on.
func changeOf(tx *store.Tx, out []changedEvent, w *Window, id string, since int64, all bool) ([]changedEvent, error) {
	rows, err := rowsAt(tx, w.Mailbox, id, latest)
	if err != nil {
		return out, err
	}
	slots, s, err := w.of(rows)
	if err != nil {
		return out, err
	}
	is := idsOf(slots)
	if len(slots) > 0 && s != nil {
		out = append(out, changedEvent{Master: id})
	}
	for i := range slots {
		out = append(out, changedEvent{Slot: &slots[i]})
	}
	was, err := idsAt(tx, w, id, since)
	if err != nil {
		return out, err
	}
	if all {
		numbers, err := store.Cells[int64](tx, formerNumbers, w.Mailbox, id, since, maxFormer)
		if err != nil {
			return out, err
		}
		for _, n := range numbers {
			more, err := idsAt(tx, w, id, n)
			if err != nil {
				return out, err
			}
			maps.Copy(was, more)
		}
	}
	for _, gone := range slices.Sorted(maps.Keys(was)) {
		if is[gone] {
			continue
		}
		moved := slices.ContainsFunc(rows, func(r eventRow) bool { return r.id == gone })
		if _, d, ok := cutOccurrence(gone); ok && s != nil && !slices.Contains(s.edited, d) {
			_, has := s.on(d)
			moved = moved || has
		}
		out = append(out, changedEvent{Gone: gone, Moved: moved})
	}
	return out, nil
}

// idsAt are the ids that an event or series had in a window at a change
// number, that of its master included.
func idsAt(tx *store.Tx, w *Window, id string, n int64) (map[string]bool, error) {
	rows, err := rowsAt(tx, w.Mailbox, id, n)
	if err != nil {
		return nil, err
	}
	slots, _, err := w.of(rows)
	return idsOf(slots), err
}

func idsOf(slots []slot) map[string]bool {
	ids := map[string]bool{}
	for i := range slots {
		ids[slots[i].ID()] = true
	}
	for _, master := range seriesOf(slots) {
		ids[master] = true
	}
	return ids
}

// latest is the change number after all others.
const latest = math.MaxInt64

// rowsAt are the rows that an event or series had at a change number, the
// master's last. Of former ones they have when and how often they took place.
func rowsAt(tx *store.Tx, mailbox int64, id string, n int64) ([]eventRow, error) {
	return eventRows(tx, rowsAtQuery, mailbox, id, n)
}

const at = `schedule_seq <= ?3`

// formerColumns are those of eventTable that are kept of former events.
var formerColumns = eventTable.Only("id", "series_id", "day", "kind", "schedule_seq", "starts", "ends", "until", "first_day", "days", "data")

var rowsAtQuery = `SELECT ` + eventTable.Bare + ` FROM events WHERE mailbox_id = ?1 AND id = ?2 AND ` + at +
	` UNION ALL SELECT ` + eventTable.Bare + ` FROM events WHERE mailbox_id = ?1 AND series_id = ?2 AND ` + at +
	` UNION ALL SELECT ` + formerColumns + ` FROM former_events WHERE mailbox_id = ?1 AND id = ?2 AND gone > ?3 AND ` + at +
	` UNION ALL SELECT ` + formerColumns + ` FROM former_events WHERE mailbox_id = ?1 AND series_id = ?2 AND gone > ?3 AND ` + at +
	` ORDER BY kind, day`

// formerNumbers are the numbers at which what an event was has changed since.
const formerNumbers = `SELECT schedule_seq FROM former_events WHERE mailbox_id = ?1 AND id = ?2 AND gone > ?3 AND schedule_seq > ?3
	UNION SELECT gone FROM former_events WHERE mailbox_id = ?1 AND id = ?2 AND gone > ?3
	UNION SELECT schedule_seq FROM former_events WHERE mailbox_id = ?1 AND series_id = ?2 AND gone > ?3 AND schedule_seq > ?3
	UNION SELECT gone FROM former_events WHERE mailbox_id = ?1 AND series_id = ?2 AND gone > ?3 ORDER BY 1 DESC LIMIT ?4`

// of places the rows of one event or series in the window. The series is nil
// for a single event.
func (w *Window) of(rows []eventRow) (slots []slot, s *series, err error) {
	if w.Zone == nil {
		w.Zone = time.UTC
	}
	var edited []model.Date
	for i := range rows {
		r := &rows[i]
		if r.kind != model.SeriesMaster {
			edited = append(edited, r.day)
			if slot := w.slot(r); w.meets(&slot) {
				slots = append(slots, slot)
			}
			continue
		}
		if s, err = r.compiled(edited); err != nil {
			return nil, nil, err
		}
		slots = w.expand(slots, s)
	}
	slices.SortFunc(slots, func(a, b slot) int { return a.compare(&b) })
	return slots, s, nil
}

// slot is where an event with a row is.
func (w *Window) slot(r *eventRow) slot {
	s := slot{start: r.starts, end: r.ends, row: &slotRow{r.id, r.series, r.showAs}}
	if r.days > 0 {
		w.allDay(&s, r.firstDay, r.days)
	}
	return s
}

// keepFormer keeps when an event took place, before its row is moved or
// deleted. The change that does it is recorded after.
func keepFormer(tx *store.Tx, mailbox int64, r *eventRow) error {
	last, err := tx.LastSeq(mailbox)
	if err != nil {
		return err
	}
	data, err := r.pattern()
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO former_events (mailbox_id, id, series_id, day, kind, schedule_seq, gone, starts, ends, until,
		first_day, days, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		mailbox, r.id, r.series, r.day, r.kind, r.schedule, last+1, r.starts, r.ends, r.until, r.firstDay, r.days, data)
	if err != nil {
		return fmt.Errorf("keep when event %s was: %w", r.id, err)
	}
	return nil
}

// pattern is what the occurrences of a master come from, empty for other events.
func (r *eventRow) pattern() (string, error) {
	if r.kind != model.SeriesMaster {
		return "", nil
	}
	e, err := r.event()
	if err != nil {
		return "", err
	}
	return encodeEvent(model.Event{Start: e.Start, End: e.End, Recurrence: e.Recurrence, RecurrenceRule: e.RecurrenceRule,
		CancelledOccurrences: e.CancelledOccurrences})
}

// samePlace reports whether two rows of an event take place at the same times.
func samePlace(a, b *eventRow) (bool, error) {
	x, err := a.pattern()
	if err != nil {
		return false, err
	}
	y, err := b.pattern()
	return x == y && a.starts == b.starts && a.ends == b.ends && a.until == b.until && a.firstDay == b.firstDay && a.days == b.days, err
}

// knownInWindow reports of what a delta's listing shows whether it was in the
// window at the change number since: of an occurrence, a master or any other
// event.
func knownInWindow(tx *store.Tx, w Window, since int64) func(id string) (bool, error) {
	held := map[string]map[string]bool{} // by event, nil for one that has not changed
	return func(id string) (bool, error) {
		event := eventOf(id)
		ids, ok := held[event]
		if !ok {
			last, err := lastChangeOf(tx, &w, event)
			if err != nil {
				return false, err
			}
			if last > since {
				if ids, err = idsAt(tx, &w, event, since); err != nil {
					return false, err
				}
			}
			held[event] = ids
		}
		return ids == nil || ids[id], nil
	}
}

// seriesOf lists the masters of slots, by id.
func seriesOf(slots []slot) (ids []string) {
	seen := map[string]bool{"": true}
	for i := range slots {
		id := ""
		if s := &slots[i]; s.row != nil {
			id = s.row.master
		} else {
			id = s.series.id
		}
		if !seen[id] {
			seen[id], ids = true, append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// occurrenceAt finds the occurrence that a series would start at an instant;
// found is false when it has none there.
func occurrenceAt(tx *store.Tx, mailbox int64, master string, start time.Time) (id string, found bool, err error) {
	s, err := oneSeries(tx, mailbox, master)
	if err != nil {
		return "", false, fmt.Errorf("find an occurrence: %w", err)
	}
	i, ok := s.at(start)
	return occurrenceID(master, i.Date), ok, nil
}

// onSameDate is the id that an occurrence has in a copy of its series, whose
// master has another id.
func onSameDate(occurrence, master string) (string, bool) {
	_, d, ok := cutOccurrence(occurrence)
	return occurrenceID(master, d), ok
}
