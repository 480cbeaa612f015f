package calendar

import (
	"slices"
	"sync"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// Values of the enumerations of events, in the order they sort.
var (
	Sensitivities = []string{"normal", "personal", "private", "confidential"}
	ShowAsValues  = []string{model.ShowFree, model.ShowTentative, model.ShowBusy, model.ShowOOF, model.ShowWorkingElsewhere, model.ShowUnknown}
	Importances   = []string{model.ImportanceLow, model.ImportanceNormal, model.ImportanceHigh}
)

// newEventSchema says how events are filtered and ordered.
func newEventSchema() *odata.Schema {
	var s *odata.Schema
	itself := func() *odata.Schema { return s }
	s = odata.SchemaOf[model.Event]("event", "id", slices.Concat(store.ExtensionFields(store.ItemEvent, "e"), eventTable.Fields(), []odata.Field{
		store.AttachmentField(), store.ChangeKeyField("e"),
		{Path: "instances", Refuse: "ask for /instances or calendarView", Expandable: true, Of: itself},
		{Path: "exceptionOccurrences", Refuse: "ask for /instances, and filter by type", Expandable: true, Of: itself},
		{Path: "calendar", Refuse: "list the events of the calendar", Expandable: true, Of: calendarSchema},
	})...).Stored("e.data")
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
var EventSchema = sync.OnceValue(newEventSchema)

// EventQuery asks for a page of single events and series masters.
type EventQuery struct {
	Mailbox  int64
	Calendar string // id; "" for all calendars
	Filter   *odata.Filter
	Search   *odata.Search
	// Order nil is by start.
	Order *odata.Order
	// After is the Next of the page before; nil begins. Skip drops events at
	// the beginning alone. Limit 0 is no limit.
	After []any
	Skip  int
	Limit int
	// Told keeps a visitor to the events of which they may see all.
	Told bool
}

// EventPage is a page of events. Next is nil on the last one. Order is the one
// they are in.
type EventPage struct {
	Events []model.Event
	Next   []any
	Order  *odata.Order
}

// listing is where the events that are asked for are read from.
func (q *EventQuery) listing(tx *store.Tx) *store.Listing[model.Event] {
	where := &store.Statement{}
	where.Add(`e.mailbox_id = ?`, q.Mailbox)
	if q.Calendar != "" {
		where.Add(` AND e.calendar_id = ?`, q.Calendar)
	} else if shared, all := tx.SharedItems(q.Mailbox); !all {
		where.Add(` AND e.calendar_id IN (NULL`)
		for _, id := range shared {
			where.Add(`, ?`, id)
		}
		where.Add(`)`)
	}
	where.Add(` AND e.listed = 1`)
	if visitor := tx.Visitor(); q.Told && visitor != nil {
		where.And(toldTo(visitor))
	}
	return &store.Listing[model.Event]{What: "events", Columns: eventTable.Selected, From: "events e", Scan: scanEvent,
		Where: odata.Condition{SQL: where.Text.String(), Args: where.Args}}
}

func scanEvent(row store.Row) (model.Event, error) {
	var r eventRow
	if err := row.Scan(r.fields()...); err != nil {
		return model.Event{}, err
	}
	return r.event()
}

// query is what is asked of the listing: in the order that is asked for, or by
// start.
func (q *EventQuery) query() (odata.Query, error) {
	asked := odata.Query{Filter: q.Filter, Search: q.Search, Order: q.Order, After: q.After, Skip: q.Skip, Limit: q.Limit}
	var err error
	if asked.Order == nil {
		asked.Order, err = EventSchema().Order(nil, odata.By("start/dateTime", false))
	}
	return asked, err
}

// Events reads a page.
func Events(tx *store.Tx, q EventQuery) (EventPage, error) {
	asked, err := q.query()
	if err != nil {
		return EventPage{}, err
	}
	found, next, err := q.listing(tx).Page(tx, asked)
	return EventPage{Events: found, Next: next, Order: asked.Order}, err
}

// countEvents counts what the query selects, whatever its page.
func countEvents(tx *store.Tx, q EventQuery) (int, error) {
	asked, err := q.query()
	if err != nil {
		return 0, err
	}
	return q.listing(tx).Count(tx, asked)
}
