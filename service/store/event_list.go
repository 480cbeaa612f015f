package store

import (
	"fmt"
	"time"

	"daybook/model"
	"daybook/service/odata"
)

// Values of the enumerations of events, in the order they sort.
var (
	Sensitivities = []string{"normal", "personal", "private", "confidential"}
	ShowAsValues  = []string{model.ShowFree, model.ShowTentative, model.ShowBusy, model.ShowOOF, model.ShowWorkingElsewhere, model.ShowUnknown}
	Importances   = []string{model.ImportanceLow, model.ImportanceNormal, model.ImportanceHigh}
)

// eventSchema says how events are filtered and ordered: by columns where
// there are some, else in memory.
func eventSchema() *odata.Schema {
	var s *odata.Schema
	itself := func() *odata.Schema { return s }
	at := func(path, column string, time func(*model.Event) *model.DateTimeTimeZone) odata.Field {
		return odata.Field{Path: path, Kind: odata.DateTime, Column: column, Unit: odata.Milliseconds, NotNull: true, Get: instantOf(time)}
	}
	s = odata.SchemaOf[model.Event]("event", "id", append(extensionFields(kindEvent, "e"),
		odata.Field{Path: "id", Kind: odata.ID, Column: "e.id", NotNull: true},
		odata.Field{Path: "iCalUId", Kind: odata.ID, Column: "e.uid", NotNull: true},
		odata.Field{Path: "seriesMasterId", Kind: odata.ID},
		odata.Field{Path: "subject", Column: "e.subject", Fold: "e.subject_key", NotNull: true},
		at("start/dateTime", "e.starts", func(e *model.Event) *model.DateTimeTimeZone { return e.Start }),
		at("end/dateTime", "e.ends", func(e *model.Event) *model.DateTimeTimeZone { return e.End }),
		odata.Field{Path: "start/timeZone", Refuse: "compare originalStartTimeZone"},
		odata.Field{Path: "end/timeZone", Refuse: "compare originalEndTimeZone"},
		odata.Field{Path: "createdDateTime", Column: "e.created", Unit: odata.Milliseconds, NotNull: true},
		odata.Field{Path: "lastModifiedDateTime", Column: "e.modified", Unit: odata.Milliseconds, NotNull: true},
		odata.Field{Path: "type", Kind: odata.Enum, Values: []string{model.SingleInstance, model.Occurrence, model.Exception, model.SeriesMaster}, Column: "e.kind", NotNull: true},
		odata.Field{Path: "showAs", Kind: odata.Enum, Values: ShowAsValues},
		odata.Field{Path: "importance", Kind: odata.Enum, Values: Importances},
		odata.Field{Path: "sensitivity", Kind: odata.Enum, Values: Sensitivities},
		attachmentField(),
		odata.Field{Path: "instances", Refuse: "ask for /instances or calendarView", Expandable: true, Of: itself},
		odata.Field{Path: "calendar", Refuse: "list the events of the calendar", Expandable: true, Of: Calendars},
	)...)
	return s
}

func instantOf(of func(*model.Event) *model.DateTimeTimeZone) func(any) any {
	return func(entity any) any {
		e, ok := entity.(*model.Event)
		if v, byValue := entity.(model.Event); byValue {
			e, ok = &v, true
		}
		if !ok || of(e) == nil {
			return nil
		}
		t, err := of(e).Time()
		if err != nil {
			return nil
		}
		return t.Truncate(time.Millisecond)
	}
}

// EventSchema is the schema of events, for their $filter and $orderby.
func (s *Store) EventSchema() *odata.Schema { return s.events }

// EventQuery asks for a page of single events and series masters.
type EventQuery struct {
	Mailbox  int64
	Calendar string // id; "" for all calendars
	Filter   *odata.Filter
	// Order has an SQL form; nil is by start.
	Order *odata.Order
	// After is the Next of the page before; nil begins. Skip drops events at
	// the beginning alone. Limit 0 is no limit.
	After []any
	Skip  int
	Limit int
	// Keep, when not nil, is one more condition.
	Keep func(*model.Event) bool
}

// EventPage is a page of events. Next is nil on the last one. Order is the one
// they are in.
type EventPage struct {
	Events []model.Event
	Next   []any
	Order  *odata.Order
}

// from writes FROM and WHERE, and returns what is left for memory.
func (q *EventQuery) from(tx *Tx, sql *sqlQuery) *odata.Filter {
	sql.add(` FROM events e WHERE e.mailbox_id = ?`, q.Mailbox)
	if q.Calendar != "" {
		sql.add(` AND e.calendar_id = ?`, q.Calendar)
	} else if shared, all := tx.within(q.Mailbox); !all {
		sql.add(` AND e.calendar_id IN (NULL`)
		for _, id := range shared {
			sql.add(`, ?`, id)
		}
		sql.add(`)`)
	}
	sql.add(` AND e.listed = 1`)
	where, rest := q.Filter.SQL()
	sql.and(where)
	return rest
}

func (q *EventQuery) statement(tx *Tx, columns string) (*sqlQuery, *odata.Filter, error) {
	if q.Order == nil {
		order, err := tx.store.events.Order(nil, odata.By("start/dateTime", false))
		if err != nil {
			return nil, nil, err
		}
		q.Order = order
	}
	sql := &sqlQuery{}
	sql.add(`SELECT ` + columns)
	rest := q.from(tx, sql)
	order, ok := q.Order.SQL()
	if !ok {
		return nil, nil, model.Errorf(model.CodeInternal, "store: an order of events without SQL")
	}
	if q.After != nil {
		after, err := q.Order.After(q.After)
		if err != nil {
			return nil, nil, err
		}
		sql.and(after)
	}
	sql.add(" ORDER BY " + order)
	return sql, rest, nil
}

// Events reads a page. What has no column is decided event by event, in the
// order of the query, up to the end of the page.
func (tx *Tx) Events(q EventQuery) (EventPage, error) {
	sql, rest, err := q.statement(tx, eventColumns)
	if err != nil {
		return EventPage{}, err
	}
	listed, err := tx.Query(sql.text.String(), sql.args...)
	if err != nil {
		return EventPage{}, fmt.Errorf("list events: %w", err)
	}
	defer listed.Close()
	rows := &weighed{Rows: listed}
	page := EventPage{Events: []model.Event{}, Order: q.Order}
	for rows.Next() {
		var r eventRow
		before := rows.bytes
		if err := rows.Scan(r.fields()...); err != nil {
			return page, fmt.Errorf("list events: %w", err)
		}
		e, err := r.event()
		if err != nil {
			return page, err
		}
		switch {
		case !rest.Match(&e) || q.Keep != nil && !q.Keep(&e):
			rows.bytes = before
		case q.Skip > 0:
			q.Skip, rows.bytes = q.Skip-1, before
		case q.Limit > 0 && (len(page.Events) == q.Limit || rows.full(len(page.Events))):
			page.Next = q.Order.Tuple(&page.Events[len(page.Events)-1])
			return page, nil
		default:
			page.Events = append(page.Events, e)
		}
	}
	return page, rows.Err()
}

// CountEvents counts what the query selects, whatever its page.
func (tx *Tx) CountEvents(q EventQuery) (int, error) {
	q.Order, q.After, q.Skip, q.Limit = nil, nil, 0, 0
	sql := &sqlQuery{}
	sql.add(`SELECT count(*)`)
	if rest := q.from(tx, sql); rest == nil && q.Keep == nil {
		var n int
		if err := tx.QueryRow(sql.text.String(), sql.args...).Scan(&n); err != nil {
			return 0, fmt.Errorf("count events: %w", err)
		}
		return n, nil
	}
	page, err := tx.Events(q)
	return len(page.Events), err
}
