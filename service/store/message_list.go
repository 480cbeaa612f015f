package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"daybook/model"
	"daybook/service/bodies"
	"daybook/service/odata"
)

// MessageQuery asks for a page of messages. The zero values of its parts ask
// for everything, newest first.
type MessageQuery struct {
	Mailbox int64
	Folder  string // id; "" for all folders
	Filter  *odata.Filter
	Search  *odata.Search // newest first, whatever Order says
	// Order is nil for the order of arrival: newest first, or oldest first
	// when OldestFirst is set. It costs nothing; another order sorts.
	Order       *odata.Order
	OldestFirst bool
	// Hint narrows the rows by an index before Filter is looked at.
	Hint odata.Condition
	// After is the Next of the page before; nil begins. Skip drops rows at
	// the beginning alone.
	After []any
	Skip  int
	Limit int

	Properties Properties
	Show       Showing

	match  string // of Search, widened
	shared string // ids of the folders that a visitor may read, as JSON; "" for all
	Expand MessageExpand
}

// Showing is how what was kept is printed: its bodies, and in which zone the
// times of its flag and its meeting; "" leaves them as they were written.
type Showing struct {
	Bodies bodies.Form
	Zone   string
}

// MessageExpand says what is printed within a message: items of $expand, nil
// for what is not asked for. The event is that of an event message, as it is
// now.
type MessageExpand struct {
	Attachments, Extensions, Event, SingleValues *odata.Expand

	nest odata.Nest
}

// MessagePage is a page of messages as JSON. Next is nil on the last page.
type MessagePage struct {
	Items []json.RawMessage
	Next  []any
}

// MessageSchema is the schema of messages, for their $filter and $orderby.
func (s *Store) MessageSchema() *odata.Schema { return s.messages }

// MessageSearcher answers $search over messages.
func (s *Store) MessageSearcher() *odata.Searcher { return s.searcher }

// listing is where the messages that are asked for are read from, with their
// bodies if body: see prepare.
func (m *MessageQuery) listing(body bool) *Listing[*messageRow] {
	l := &Listing[*messageRow]{What: "messages", Columns: messageTable.Selected, From: "messages m",
		FTS: "messages_fts", Scope: "mailbox", Word: IndexWord(m.Mailbox), Match: m.match, Place: m.place,
		// The sum keeps a bound of f.rowid, the place of a page, from becoming one
		// of m.ord, which the planner would search by in place of the one row.
		On: odata.Condition{SQL: "m.mailbox_id = ? AND m.ord = f.rowid + 0", Args: []any{m.Mailbox}},
		Scan: func(row Row) (*messageRow, error) {
			r := new(messageRow)
			return r, row.Scan(r.fields(body)...)
		},
	}
	if body {
		l.Columns, l.Join = l.Columns+bodyColumns, joinBody
	}
	where := &Statement{}
	where.Add("TRUE")
	if !m.streams() {
		where.Add(" AND m.mailbox_id = ?", m.Mailbox)
	}
	if m.Folder != "" {
		where.Add(" AND m.folder_id = ?", m.Folder)
	} else if m.shared != "" { // the empty text keeps the order of arrival's index
		where.Add(" AND m.folder_id || '' IN (SELECT value FROM json_each(?))", m.shared)
	}
	where.And(m.Hint)
	m.arrived(where)
	l.Where = odata.Condition{SQL: where.Text.String(), Args: where.Args}
	return l
}

// query is what is asked of the listing.
func (m *MessageQuery) query() odata.Query {
	return odata.Query{Filter: m.Filter, Search: m.Search, Order: m.Order, After: m.After, Skip: m.Skip, Limit: m.Limit}
}

// streams reports a search that the text index answers row by row.
func (m *MessageQuery) streams() bool {
	match, _ := m.Search.SQL()
	return match != ""
}

// arrived narrows a search by the order that its rows are read in. It bounds
// the message and not the row of the text index, which with two bounds of its
// own reads every match before the first is out: seconds for a common word.
func (m *MessageQuery) arrived(q *Statement) {
	if m.Search == nil {
		return
	}
	since, until := m.Search.Between("receivedDateTime")
	if !since.IsZero() {
		q.Add(" AND m.ord >= ?", orderOf(since))
	}
	if !until.IsZero() {
		q.Add(" AND m.ord < ?", orderOf(until)+1<<orderBits)
	}
}

// prepare widens the text of a search, and keeps a visitor to what is shared.
func (m *MessageQuery) prepare(tx *Tx) error {
	if shared, all := tx.SharedItems(m.Mailbox); !all {
		b, err := json.Marshal(shared)
		if err != nil {
			return fmt.Errorf("list messages: %w", err)
		}
		m.shared = string(b)
	}
	if m.Search == nil {
		return nil
	}
	match, _ := m.Search.SQL()
	var err error
	m.match, err = tx.widen(m.Mailbox, match)
	return err
}

// place writes the place of the page and the order: that of arrival, by the
// index's own row number where a search streams, or the one that is asked for.
func (m *MessageQuery) place(q *Statement, asked *odata.Query) error {
	if m.Order == nil || m.Search != nil {
		column, sign, direction := "m.ord", " < ?", " DESC"
		if m.streams() {
			column = "f.rowid"
		}
		if m.OldestFirst && m.Search == nil {
			sign, direction = " > ?", " ASC"
		}
		if len(m.After) > 0 {
			q.Add(" AND "+column+sign, m.After[0])
		}
		q.Add(" ORDER BY " + column + direction)
		return nil
	}
	return byOrder(q, asked)
}

// Messages reads a page.
func (tx *Tx) Messages(m MessageQuery) (MessagePage, error) {
	if err := m.prepare(tx); err != nil {
		return MessagePage{}, err
	}
	found, more, err := m.listing(m.Properties.needsBody()).Read(tx, m.query())
	if err != nil {
		return MessagePage{}, err
	}
	page := MessagePage{Items: make([]json.RawMessage, 0, len(found))}
	size := 0 // with what is expanded
	for i := range found {
		b, err := tx.print(&m, found[i])
		if err != nil {
			return page, err
		}
		if size += len(b); size > PageBytes && i > 0 {
			found, more = found[:i], true
			break
		}
		page.Items = append(page.Items, b)
	}
	if more {
		page.Next, err = m.next(found[len(found)-1])
	}
	return page, err
}

// next is the place of the last row of a page.
func (m *MessageQuery) next(last *messageRow) ([]any, error) {
	if m.Order == nil || m.Search != nil {
		return []any{last.ord}, nil
	}
	msg, err := last.message()
	if err != nil {
		return nil, err
	}
	return m.Order.Tuple(&msg), nil
}

// CountMessages counts what the query selects, whatever its page.
func (tx *Tx) CountMessages(m MessageQuery) (int, error) {
	if m.Filter == nil && m.Search == nil && m.Folder != "" {
		f, err := tx.Folder(m.Mailbox, m.Folder)
		return f.TotalItemCount, err
	}
	if err := m.prepare(tx); err != nil {
		return 0, err
	}
	return m.listing(false).Count(tx, m.query())
}

// MessageJSON prints one message.
func (tx *Tx) MessageJSON(mailbox int64, id string, m MessageQuery) (json.RawMessage, error) {
	r, err := tx.row(mailbox, id, m.Properties.needsBody())
	if err != nil {
		return nil, err
	}
	m.Mailbox = mailbox
	return tx.print(&m, &r)
}

// WithCategory narrows messages to those of a category, by its index.
func (tx *Tx) WithCategory(mailbox int64, name string) odata.Condition {
	return odata.Condition{SQL: `m.ord IN (SELECT ord FROM message_categories WHERE mailbox_id = ? AND name_key = ?)`,
		Args: []any{mailbox, fold(name)}}
}

// WithSingleValue narrows messages to those that have a property, by id.
func (tx *Tx) WithSingleValue(mailbox int64, id string) odata.Condition {
	return odata.Condition{SQL: `m.id IN (SELECT message_id FROM single_values WHERE mailbox_id = ? AND name_key = ?)`,
		Args: []any{mailbox, fold(id)}}
}

// WithExtension narrows messages to those that have an extension, by name or
// id.
func (tx *Tx) WithExtension(mailbox int64, nameOrID string) odata.Condition {
	return odata.Condition{SQL: `m.id IN (SELECT owner_id FROM extensions WHERE mailbox_id = ? AND owner_kind = '` + ItemMessage + `' AND name_key = ?)`,
		Args: []any{mailbox, ExtensionKey(nameOrID)}}
}

// ArrivedUntil narrows messages to those that arrived up to a moment, to the
// millisecond, by the order that lists are read in.
func ArrivedUntil(at time.Time) odata.Condition {
	return odata.Condition{SQL: `m.ord < ?`, Args: []any{orderOf(at) + 1<<orderBits}}
}

// ArrivedSince narrows messages to those that arrived at a moment or later.
func ArrivedSince(at time.Time) odata.Condition {
	return odata.Condition{SQL: `m.ord >= ?`, Args: []any{orderOf(at)}}
}

// MessageFolder returns the id of the folder a message is in.
func (tx *Tx) MessageFolder(mailbox int64, id string) (string, error) {
	var folder string
	err := tx.QueryRow(`SELECT folder_id FROM messages WHERE mailbox_id = ? AND id = ?`, mailbox, id).Scan(&folder)
	if errors.Is(err, sql.ErrNoRows) {
		return "", noMessage(id)
	}
	if err != nil {
		return "", fmt.Errorf("read message %s: %w", id, err)
	}
	return folder, nil
}

func noMessage(id string) error {
	return model.Errorf(model.CodeNotFound, "no message has the id %q", id)
}
