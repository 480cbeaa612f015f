package calendar

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// EventOwner is the owner of an event's extensions and attachments. An
// occurrence shares those of its series: give the master's id.
func EventOwner(mailbox int64, id string) store.Owner {
	return store.Owner{Mailbox: mailbox, Kind: store.ItemEvent, ID: id}
}

// eventRow is a row of events. Times are Unix milliseconds, days those of
// model.Date.
type eventRow struct {
	id, calendar, series          string
	day                           model.Date
	kind, uid, transaction        string
	seq, schedule, created        int64
	modified, starts, ends, until int64
	firstDay                      model.Date
	days                          int
	showAs, subject, data         string
}

// eventTable is where an event is kept: all of it in data, and in columns what
// it is found by. A new property is a field of model.Event; one that is found
// by a column of its own a line here, and a migration.
var eventTable = store.TableOf("events", "e",
	store.Column[eventRow]{Name: "id", At: func(r *eventRow) any { return &r.id },
		Fields: []odata.Field{{Path: "id", Kind: odata.ID, Column: "e.id", NotNull: true}}},
	store.Column[eventRow]{Name: "calendar_id", At: func(r *eventRow) any { return &r.calendar }},
	store.Column[eventRow]{Name: "series_id", At: func(r *eventRow) any { return &r.series },
		Fields: []odata.Field{{Path: "seriesMasterId", Kind: odata.ID}}},
	store.Column[eventRow]{Name: "day", At: func(r *eventRow) any { return &r.day }},
	store.Column[eventRow]{Name: "kind", At: func(r *eventRow) any { return &r.kind }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "type", Kind: odata.Enum,
			Values: []string{model.SingleInstance, model.Occurrence, model.Exception, model.SeriesMaster}, Column: "e.kind", NotNull: true}}},
	store.Column[eventRow]{Name: "listed", Value: func(r *eventRow) any { return r.kind != model.Exception }},
	store.Column[eventRow]{Name: "uid", At: func(r *eventRow) any { return &r.uid },
		Fields: []odata.Field{{Path: "iCalUId", Kind: odata.ID, Column: "e.uid", NotNull: true}}},
	store.Column[eventRow]{Name: "transaction_id", At: func(r *eventRow) any { return &r.transaction }},
	store.Column[eventRow]{Name: "seq", At: func(r *eventRow) any { return &r.seq }, Part: store.PartChanged},
	store.Column[eventRow]{Name: "schedule_seq", At: func(r *eventRow) any { return &r.schedule }, Part: store.PartChanged},
	store.Column[eventRow]{Name: "created", At: func(r *eventRow) any { return &r.created },
		Fields: []odata.Field{{Path: "createdDateTime", Column: "e.created", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[eventRow]{Name: "modified", At: func(r *eventRow) any { return &r.modified }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "lastModifiedDateTime", Column: "e.modified", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[eventRow]{Name: "starts", At: func(r *eventRow) any { return &r.starts }, Part: store.PartChanged,
		Fields: timesAt("start", "e.starts", func(e *model.Event) *model.DateTimeTimeZone { return e.Start })},
	store.Column[eventRow]{Name: "ends", At: func(r *eventRow) any { return &r.ends }, Part: store.PartChanged,
		Fields: timesAt("end", "e.ends", func(e *model.Event) *model.DateTimeTimeZone { return e.End })},
	store.Column[eventRow]{Name: "until", At: func(r *eventRow) any { return &r.until }, Part: store.PartChanged},
	store.Column[eventRow]{Name: "span", Value: func(r *eventRow) any { return r.span() }, Part: store.PartChanged},
	store.Column[eventRow]{Name: "first_day", At: func(r *eventRow) any { return &r.firstDay }, Part: store.PartChanged},
	store.Column[eventRow]{Name: "days", At: func(r *eventRow) any { return &r.days }, Part: store.PartChanged},
	store.Column[eventRow]{Name: "show_as", At: func(r *eventRow) any { return &r.showAs }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "showAs", Kind: odata.Enum,
			Values: ShowAsValues}}}, // what is cancelled is kept as free
	store.Column[eventRow]{Name: "subject", Fold: "subject_key", At: func(r *eventRow) any { return &r.subject }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "subject", Column: "e.subject", Fold: "e.subject_key", NotNull: true}}},
	store.Column[eventRow]{Name: "data", At: func(r *eventRow) any { return &r.data }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "importance", Kind: odata.Enum, Values: Importances}, {Path: "sensitivity", Kind: odata.Enum,
			Values: Sensitivities}}},
)

// timesAt are the fields of a time with a zone, compared as an instant.
func timesAt(path, column string, of func(*model.Event) *model.DateTimeTimeZone) []odata.Field {
	word := strings.ToUpper(path[:1]) + path[1:]
	return []odata.Field{
		{Path: path + "/dateTime", Kind: odata.DateTime, Column: column, Unit: odata.Milliseconds, NotNull: true, Get: instantOf(of)},
		{Path: path + "/timeZone", Refuse: "compare original" + word + "TimeZone"}}
}

func (r *eventRow) fields() []any { return eventTable.Into(r) }

// The classes of spans. What may meet a window is looked for class by class:
// no event of a class begins earlier before the window than its reach.
const (
	spanDay    = 0 // up to a day, with room for what a zone shifts
	spanMonth  = 1
	spanLong   = 2
	spanSeries = 9
)

// reach is how long the events of a class can last, in milliseconds; the
// long ones have no bound.
func reach(span int) int64 {
	switch span {
	case spanDay:
		return (26 * time.Hour).Milliseconds()
	case spanMonth:
		return (32 * 24 * time.Hour).Milliseconds()
	}
	return 1 << 60
}

func (r *eventRow) span() int {
	switch length := r.ends - r.starts; {
	case r.kind == model.SeriesMaster:
		return spanSeries
	case length <= reach(spanDay):
		return spanDay
	case length <= reach(spanMonth):
		return spanMonth
	}
	return spanLong
}

// endless is the until of a series without end.
const endless = 1 << 60

// place sets the columns that say when an event takes place. Its Start and
// End are set.
func (r *eventRow) place(e *model.Event) error {
	start, end, err := model.Span(*e.Start, *e.End)
	if err != nil {
		return err
	}
	r.starts, r.ends = start.UnixMilli(), end.UnixMilli()
	r.until, r.firstDay, r.days = r.ends, 0, 0
	if e.IsAllDay {
		r.firstDay = model.DateIn(start)
		r.days = max(1, int(model.DateIn(end)-r.firstDay))
	}
	return nil
}

// onClock writes the times of an event that is written to start in a gap as
// the clock shows them then. A series stays as it is written: it is elsewhere on
// that one day alone.
func onClock(e *model.Event) error {
	if e.IsAllDay || e.Type == model.SeriesMaster {
		return nil
	}
	from, to, err := model.Span(*e.Start, *e.End)
	if err != nil {
		return err
	}
	written, err := e.Start.AsWritten()
	if err != nil {
		return err
	}
	start, err := model.NewDateTime(from, written.TimeZone)
	if err != nil || start == written || start.TimeZone != written.TimeZone {
		return err
	}
	end, err := model.NewDateTime(to, e.End.TimeZone)
	e.Start, e.End = &start, &end
	return err
}

// describe sets the columns that repeat what the event says.
func (r *eventRow) describe(e *model.Event) {
	r.kind, r.uid, r.transaction, r.subject = e.Type, e.ICalUID, e.TransactionID, e.Subject
	r.showAs = cmp.Or(e.ShowAs, model.ShowBusy)
	if e.IsCancelled {
		r.showAs = model.ShowFree
	}
	r.created, r.modified = store.MillisOf(e.CreatedDateTime), store.MillisOf(e.LastModifiedDateTime)
}

// kept is the event as its data holds it: without what columns and other
// tables know.
func kept(e model.Event) model.Event {
	e.ID, e.ETag, e.Context, e.ChangeKey, e.Entity.Type = "", "", "", "", ""
	e.CreatedDateTime, e.LastModifiedDateTime = nil, nil
	e.Attachments, e.Extensions, e.Instances, e.ExceptionOccurrences, e.Calendar = nil, nil, nil, nil, nil
	return e
}

func encodeEvent(e model.Event) (string, error) {
	b, err := json.Marshal(kept(e))
	if err != nil {
		return "", fmt.Errorf("encode event %s: %w", e.ID, err)
	}
	return string(b), nil
}

// event turns the row of a single event or a series master into the event.
func (r *eventRow) event() (model.Event, error) {
	var e model.Event
	if err := json.Unmarshal([]byte(r.data), &e); err != nil {
		return e, fmt.Errorf("decode event %s: %w", r.id, err)
	}
	r.stamp(&e)
	return e, nil
}

// stamp sets what the columns know.
func (r *eventRow) stamp(e *model.Event) {
	e.ID, e.ChangeKey, e.ETag = r.id, store.ChangeKey(r.seq), store.ETag(r.seq)
	e.CreatedDateTime, e.LastModifiedDateTime = store.TimeOf(r.created), store.TimeOf(r.modified)
}

// An exception is kept as what differs from the occurrence that its series
// would have there: what was not changed follows the series.

// overlay is base with what an exception's data says.
func overlay(base model.Event, data []byte) (model.Event, error) {
	var e model.Event
	whole, err := properties(base)
	if err != nil {
		return e, err
	}
	var changed map[string]json.RawMessage
	if len(data) > 0 {
		if err := json.Unmarshal(data, &changed); err != nil {
			return e, fmt.Errorf("decode exception %s: %w", base.ID, err)
		}
	}
	for name, value := range changed {
		whole[name] = value
	}
	b, err := json.Marshal(whole)
	if err == nil {
		err = json.Unmarshal(b, &e)
	}
	if err != nil {
		return e, fmt.Errorf("decode exception %s: %w", base.ID, err)
	}
	e.Entity, e.ChangeKey = base.Entity, base.ChangeKey
	e.CreatedDateTime, e.LastModifiedDateTime = base.CreatedDateTime, base.LastModifiedDateTime
	return e, nil
}

func properties(e model.Event) (map[string]json.RawMessage, error) {
	text, err := encodeEvent(e)
	if err != nil {
		return nil, err
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return nil, fmt.Errorf("decode event %s: %w", e.ID, err)
	}
	return m, nil
}

// ofSeries are the properties that an exception never has of its own.
var ofSeries = []string{"type", "seriesMasterId", "recurrence", "recurrenceRule", "cancelledOccurrences", "iCalUId", "originalStart", "transactionId"}

// difference is what changed has and base has not, as an exception's data.
func difference(base, changed model.Event) ([]byte, error) {
	before, err := properties(base)
	if err != nil {
		return nil, err
	}
	after, err := properties(changed)
	if err != nil {
		return nil, err
	}
	for name, value := range before {
		if _, ok := after[name]; !ok {
			after[name] = emptyLike(value)
		}
	}
	for name, value := range after {
		if string(value) == string(before[name]) {
			delete(after, name)
		}
	}
	for _, name := range ofSeries {
		delete(after, name)
	}
	return json.Marshal(after)
}

// emptyLike is the value of a property that is left out when empty.
func emptyLike(value json.RawMessage) json.RawMessage {
	if len(value) > 0 && value[0] == '"' {
		return json.RawMessage(`""`)
	}
	return json.RawMessage("null")
}
