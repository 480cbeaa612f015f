package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// sqlQuery is a query being put together, its arguments in order.
type sqlQuery struct {
	text strings.Builder
	args []any
}

func (q *sqlQuery) add(text string, args ...any) {
	q.text.WriteString(text)
	q.args = append(q.args, args...)
}

func (q *sqlQuery) and(c odata.Condition) {
	if c.SQL != "" {
		q.add(" AND "+c.SQL, c.Args...)
	}
}

// from writes FROM and WHERE, without the place of the page, and returns
// what is left of the filters for memory.
func (m *MessageQuery) from(q *sqlQuery, join string) []*odata.Filter {
	var rest []*odata.Filter
	keep := func(f *odata.Filter) {
		if f != nil {
			rest = append(rest, f)
		}
	}
	match, found := "", odata.Condition{}
	if m.Search != nil {
		var left *odata.Filter
		match, found, left = m.Search.SQL()
		keep(left)
		if m.match != "" {
			match = m.match
		}
	}
	if match != "" {
		// The plus keeps a bound of f.rowid, the place of a page, from becoming one
		// of m.ord, which the planner would search by in place of the one row.
		q.add(` FROM messages_fts f CROSS JOIN messages m ON m.mailbox_id = ? AND m.ord = +f.rowid`+join+` WHERE f.messages_fts MATCH ?`,
			m.Mailbox, `mailbox : "`+indexWord(m.Mailbox)+`" AND (`+match+`)`)
	} else {
		q.add(` FROM messages m`+join+` WHERE m.mailbox_id = ?`, m.Mailbox)
	}
	if m.Folder != "" {
		q.add(` AND m.folder_id = ?`, m.Folder)
	} else if m.shared != "" { // the plus keeps the order of arrival's index
		q.add(` AND +m.folder_id IN (SELECT value FROM json_each(?))`, m.shared)
	}
	q.and(m.Hint)
	m.arrived(q)
	q.and(found)
	where, left := m.Filter.SQL()
	q.and(where)
	keep(left)
	return rest
}

// arrived narrows a search by the order that its rows are read in. It bounds
// the message and not the row of the text index, which with two bounds of its
// own reads every match before the first is out: seconds for a common word.
func (m *MessageQuery) arrived(q *sqlQuery) {
	if m.Search == nil {
		return
	}
	since, until := m.Search.Between("receivedDateTime")
	if !since.IsZero() {
		q.add(" AND m.ord >= ?", orderOf(since))
	}
	if !until.IsZero() {
		q.add(" AND m.ord < ?", orderOf(until)+1<<orderBits)
	}
}

// prepare widens the text of a search, and keeps a visitor to what is shared.
func (m *MessageQuery) prepare(tx *Tx) error {
	if shared, all := tx.within(m.Mailbox); !all {
		b, err := json.Marshal(shared)
		if err != nil {
			return fmt.Errorf("list messages: %w", err)
		}
		m.shared = string(b)
	}
	if m.Search == nil {
		return nil
	}
	match, _, _ := m.Search.SQL()
	var err error
	m.match, err = tx.widen(m.Mailbox, match)
	return err
}

// orderColumn is the expression that lists are ordered by: the index's own
// row number where a search streams.
func (m *MessageQuery) orderColumn() string {
	if m.Search != nil {
		if match, _, _ := m.Search.SQL(); match != "" {
			return "f.rowid"
		}
	}
	return "m.ord"
}

// page writes the place of the page and the order.
func (m *MessageQuery) page(q *sqlQuery) error {
	if m.Order == nil || m.Search != nil {
		column, sign, direction := m.orderColumn(), " < ?", " DESC"
		if m.OldestFirst && m.Search == nil {
			sign, direction = " > ?", " ASC"
		}
		if len(m.After) > 0 {
			q.add(" AND "+column+sign, m.After[0])
		}
		q.add(" ORDER BY " + column + direction)
		return nil
	}
	order, ok := m.Order.SQL()
	if !ok {
		return model.Errorf(model.CodeBadRequest, "$orderby: messages cannot be ordered by this property; use receivedDateTime, subject or from")
	}
	if m.After != nil {
		after, err := m.Order.After(m.After)
		if err != nil {
			return err
		}
		q.and(after)
	}
	q.add(" ORDER BY " + order)
	return nil
}

// Messages reads a page.
func (tx *Tx) Messages(m MessageQuery) (MessagePage, error) {
	if err := m.prepare(tx); err != nil {
		return MessagePage{}, err
	}
	body := m.Properties.needsBody()
	q := &sqlQuery{}
	columns, join := messageColumns, ""
	if body {
		columns, join = columns+bodyColumns, joinBody
	}
	q.add(`SELECT ` + columns)
	rest := m.from(q, join)
	if err := m.page(q); err != nil {
		return MessagePage{}, err
	}
	if len(rest) == 0 {
		q.add(` LIMIT ? OFFSET ?`, m.Limit+1, m.Skip)
	}
	found, more, err := tx.collect(&m, q, rest, body)
	if err != nil {
		return MessagePage{}, err
	}
	page := MessagePage{Items: make([]json.RawMessage, 0, len(found))}
	size := 0 // with what is expanded
	for i := range found {
		b, err := tx.print(&m, &found[i])
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
		page.Next, err = m.next(&found[len(found)-1])
	}
	return page, err
}

// collect reads the rows of a page and whether there are more. What is left
// for memory is decided row by row, in the order of the query, so that only
// the rows before the page's end are looked at.
func (tx *Tx) collect(m *MessageQuery, q *sqlQuery, rest []*odata.Filter, body bool) (found []messageRow, more bool, err error) {
	listed, err := tx.Query(q.text.String(), q.args...)
	if err != nil {
		return nil, false, fmt.Errorf("list messages: %w", err)
	}
	defer listed.Close()
	rows := &weighed{Rows: listed}
	skip := 0
	if len(rest) > 0 {
		skip = m.Skip
	}
	for rows.Next() {
		var r messageRow
		before := rows.bytes
		if err := rows.Scan(r.fields(body)...); err != nil {
			return nil, false, fmt.Errorf("list messages: %w", err)
		}
		ok, err := matches(&r, rest)
		if err != nil {
			return nil, false, err
		}
		switch {
		case !ok:
			rows.bytes = before
		case skip > 0:
			skip, rows.bytes = skip-1, before
		case len(found) == m.Limit, rows.full(len(found)):
			return found, true, nil
		default:
			found = append(found, r)
		}
	}
	return found, false, rows.Err()
}

func matches(r *messageRow, rest []*odata.Filter) (bool, error) {
	if len(rest) == 0 {
		return true, nil
	}
	m, err := r.message()
	if err != nil {
		return false, err
	}
	for _, f := range rest {
		if !f.Match(&m) {
			return false, nil
		}
	}
	return true, nil
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
	q := &sqlQuery{}
	probe := &sqlQuery{}
	rest := m.from(probe, "")
	if len(rest) == 0 {
		q.add(`SELECT count(*)`)
		m.from(q, "")
		var n int
		if err := tx.QueryRow(q.text.String(), q.args...).Scan(&n); err != nil {
			return 0, fmt.Errorf("count messages: %w", err)
		}
		return n, nil
	}
	q.add(`SELECT ` + messageColumns)
	m.from(q, "")
	return tx.countMatches(q, rest)
}

// countMatches counts rows that memory decides about, one at a time.
func (tx *Tx) countMatches(q *sqlQuery, rest []*odata.Filter) (int, error) {
	rows, err := tx.Query(q.text.String(), q.args...)
	if err != nil {
		return 0, fmt.Errorf("count messages: %w", err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var r messageRow
		if err := rows.Scan(r.fields(false)...); err != nil {
			return 0, fmt.Errorf("count messages: %w", err)
		}
		ok, err := matches(&r, rest)
		if err != nil {
			return 0, err
		}
		if ok {
			n++
		}
	}
	return n, rows.Err()
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
	return odata.Condition{SQL: `m.id IN (SELECT owner_id FROM extensions WHERE mailbox_id = ? AND owner_kind = '` + kindMessage + `' AND name_key = ?)`,
		Args: []any{mailbox, extensionKey(nameOrID)}}
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
