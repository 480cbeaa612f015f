package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// MoveOptions say how a mailbox is moved. The zero value moves it whole.
type MoveOptions struct {
	// Prepare copies all that is there, and leaves the copy closed, so that
	// another Move has only to bring what came since.
	Prepare bool
	// Step is called after each transaction, with the rows that were looked at
	// since the beginning; nil for nothing.
	Step func(table string, rows int)
	// Rows is how many rows are copied in a transaction at most; 0 means 500.
	Rows int
}

// Moved is what Move has done.
type Moved struct {
	// Already says that the mailbox was there, so that nothing was done.
	Already bool
	// Written is how many rows had to be written: few where most was there from a
	// run before.
	Written int
	Tables  []MovedTable
}

// MovedTable is a table of a mailbox that is the same in both stores: how many
// rows it has, and a hash over them that does not depend on their order.
type MovedTable struct {
	Name string
	Rows int
	Hash string // hex
}

// moveBytes is about how much one transaction of Move carries.
const moveBytes = 8 << 20

// Move copies a mailbox into another store, as it is at the moment when this
// begins, and changes nothing in its own. Both may be in use. What is copied is
// closed, as no mailbox leads to it, until all of it was read back and found
// the same; then the mailbox, its entry in the directory, its password and its
// sign-ins are there in one transaction. A Move that was ended at any moment,
// or by a kill, is gone on with by the next. A mailbox whose id or address the
// other store has is left alone there: see Moved.Already.
//
// Rows go from one store to the other through transactions of both alone, in
// the order of their keys, so that the stores may be of different engines: what
// is asked of one is that it has the tables of keptTables with the same columns,
// and compares texts by their bytes.
func Move(ctx context.Context, from, to *Store, m Mailbox, opts MoveOptions) (Moved, error) {
	if opts.Rows == 0 {
		opts.Rows = 500
	}
	mv := &mover{ctx: ctx, to: to, of: m, opts: opts, crosses: from.server != to.server, renumbered: map[int64]int64{}, former: map[int64]int64{}}
	err := to.Write(ctx, mv.reserve)
	if err == nil && !mv.done.Already {
		err = from.Read(ctx, func(tx *Tx) error { mv.from = tx; return mv.run() })
	}
	if err != nil {
		return mv.done, fmt.Errorf("move %s: %w", m.Address, err)
	}
	return mv.done, nil
}

// mover moves one mailbox.
type mover struct {
	ctx        context.Context
	from       *Tx // one moment of the store that it comes from
	to         *Store
	of         Mailbox
	here, gone int64 // its number in the one and in the other
	opts       MoveOptions
	crosses    bool // from one engine to the other
	seen       int
	done       Moved
	// renumbered are the places of messages that another has in the other store,
	// by where they were; former is the way back.
	renumbered, former map[int64]int64
}

// reserve takes the number that the mailbox will have, or finds the one that a
// Move before took.
func (mv *mover) reserve(tx *Tx) error {
	mv.done.Already = false
	for _, key := range []string{mv.of.ID, mv.of.PrincipalName, mv.of.Address} {
		if _, taken, err := tx.TakenBy(key); err != nil || taken {
			mv.done.Already = taken
			return err
		}
	}
	name := movePrefix + mv.of.ID
	err := tx.QueryRow(`SELECT value FROM counters WHERE name = ?`, name).Scan(&mv.gone)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if mv.gone, err = tx.nextMailbox(); err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO counters (name, value) VALUES (?, ?)`, name, mv.gone)
	return err
}

func (mv *mover) run() (err error) {
	if mv.here, err = mv.from.Mailbox(mv.of.ID); err != nil {
		return err
	}
	for _, t := range keptTables {
		if t.way == inSteps || t.way == whole {
			if err := mv.copyInSteps(t); err != nil {
				return fmt.Errorf("copy %s: %w", t.name, err)
			}
		}
	}
	err = mv.to.Read(mv.ctx, func(tx *Tx) error { return mv.compare(tx, inSteps, whole) })
	if err == nil && !mv.opts.Prepare {
		err = mv.to.Write(mv.ctx, mv.open)
	}
	return err
}

// columns are those of a table that are copied, in the order of its schema.
func (tx *Tx) columns(table string) ([]string, error) {
	rows, err := tx.Query(`SELECT * FROM ` + table + ` WHERE 1 = 0`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	return slices.DeleteFunc(names, func(name string) bool { return name == "rowid" }), err
}

// piece is some rows of a table, in the order of its key.
type piece struct {
	table   keptTable
	columns []string
	rows    [][]any
	more    bool // rows follow
}

func (p *piece) at(column string) int { return slices.Index(p.columns, column) }

// key are the values of a row's key.
func (p *piece) key(row []any) []any {
	key := make([]any, len(p.table.key))
	for i, column := range p.table.key {
		key[i] = row[p.at(column)]
	}
	return key
}

// between selects the rows of a mailbox behind one key, and up to another where
// that is not nil.
func (p *piece) between(mailbox int64, after, last []any) (query string, args []any) {
	query, args = `SELECT `+strings.Join(p.columns, ", ")+` FROM `+p.table.name+` WHERE mailbox_id = ?`, []any{mailbox}
	key := strings.Join(p.table.key, ", ")
	marks := "(" + strings.TrimPrefix(strings.Repeat(", ?", len(p.table.key)), ", ") + ")"
	if after != nil {
		query, args = query+` AND (`+key+`) > `+marks, append(args, after...)
	}
	if last != nil {
		query, args = query+` AND (`+key+`) <= `+marks, append(args, last...)
	}
	if key != "" {
		query += ` ORDER BY ` + key
	}
	return query, args
}

// each reads the rows of a query, until fn says that it is enough.
func (p *piece) each(tx *Tx, query string, args []any, fn func(row []any) (enough bool, err error)) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return failed(query, err)
	}
	defer rows.Close()
	for rows.Next() {
		row, into := make([]any, len(p.columns)), make([]any, len(p.columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return failed(query, err)
		}
		if enough, err := fn(row); enough || err != nil {
			return err
		}
	}
	return rows.Err()
}

// read fills the piece with the rows behind a key, nil for the first.
func (p *piece) read(tx *Tx, mailbox int64, after []any, most int) error {
	query, args := p.between(mailbox, after, nil)
	if most < math.MaxInt {
		query, args = query+` LIMIT ?`, append(args, most)
	}
	size := 0
	p.rows, p.more = nil, false
	return p.each(tx, query, args, func(row []any) (bool, error) {
		for _, v := range row {
			switch v := v.(type) {
			case string:
				size += len(v)
			case []byte:
				size += len(v)
			}
		}
		p.rows = append(p.rows, row)
		p.more = len(p.table.key) > 0 && (len(p.rows) == most || size > moveBytes && most < math.MaxInt)
		return p.more, nil
	})
}

// orders says whether the rows of a table have a place in a text index, which is
// one for a whole store: so it may have to be another there.
func orders(table string) bool { return table == "messages" || table == "contacts" }

// forServer writes a row of bodies as a server keeps it: packed, also what is
// short. A body that is damaged keeps the checksum that says so.
func (tx *Tx) forServer(p *piece, row []any) error {
	content, headers, checksum := p.at("content"), p.at("headers_json"), p.at("checksum")
	kind := keptBytes(row[p.at("content_type")])
	fits := bytes.Equal(keptBytes(row[checksum]), Checksum(kind, keptBytes(row[content]), keptBytes(row[headers])))
	for _, i := range []int{content, headers} {
		text, plain := row[i].(string)
		if !plain {
			continue
		}
		packed, err := tx.packText(storable(text))
		if err != nil {
			return err
		}
		if row[i] = packed; i == content {
			row[p.at("size")] = int64(len(text))
		}
	}
	if fits {
		row[checksum] = Checksum(kind, keptBytes(row[content]), keptBytes(row[headers]))
	}
	return nil
}

// there is a row as it is in the other store already.
type there struct {
	digest [sha256.Size]byte
	ord    int64
	key    []any
}

// copyInSteps makes a table in the other store what it is in this one: rows that
// are there and the same stay, so that what a run before has copied is only read.
func (mv *mover) copyInSteps(t keptTable) error {
	columns, err := mv.from.columns(t.name)
	if err != nil {
		return err
	}
	p := &piece{table: t, columns: columns}
	most := mv.opts.Rows
	if t.way == whole {
		most = math.MaxInt
	}
	var after []any
	for {
		if err := p.read(mv.from, mv.here, after, most); err != nil {
			return err
		}
		var last []any
		if p.more {
			last = p.key(p.rows[len(p.rows)-1])
		}
		began, written := time.Now(), 0 // for the pace alone
		err := mv.to.Write(mv.ctx, func(tx *Tx) error {
			written = 0
			return mv.put(tx, p, after, last, &written)
		})
		if err != nil {
			return err
		}
		mv.done.Written += written
		if mv.seen += len(p.rows); mv.opts.Step != nil {
			mv.opts.Step(t.name, mv.seen)
		}
		if !p.more {
			return nil
		}
		if written > 0 {
			pause(mv.ctx, time.Since(began)/10) // which other programs have the writer in
		}
		if err := mv.ctx.Err(); err != nil {
			return err
		}
		after = last
	}
}

// put makes the rows between two keys those of the piece.
func (mv *mover) put(tx *Tx, p *piece, after, last []any, written *int) error {
	ordAt := -1
	if orders(p.table.name) {
		ordAt = p.at("ord")
	}
	before := map[string]there{}
	query, args := p.between(mv.gone, after, last)
	err := p.each(tx, query, args, func(row []any) (bool, error) {
		is := there{digest: mv.digest(p, row), key: p.key(row)}
		if ordAt >= 0 {
			is.ord, _ = row[ordAt].(int64)
		}
		before[keyOf(is.key)] = is
		return false, nil
	})
	if err != nil {
		return err
	}
	taken, err := mv.takenPlaces(tx, p, ordAt)
	if err != nil {
		return err
	}
	var changed [][]any
	for _, source := range p.rows {
		row := slices.Clone(source)
		row[p.at("mailbox_id")] = mv.gone
		if i := p.at("indexed"); i >= 0 {
			row[i] = int64(0)
		}
		if i := p.at("ord"); i >= 0 && ordAt < 0 {
			if ord, ok := row[i].(int64); ok && mv.renumbered[ord] != 0 {
				row[i] = mv.renumbered[ord]
			}
		}
		if mv.crosses && tx.store.server && p.table.name == "bodies" {
			if err := tx.forServer(p, row); err != nil {
				return err
			}
		}
		key := keyOf(p.key(row))
		is, exists := before[key]
		delete(before, key)
		if ordAt >= 0 {
			if err := mv.place(tx, p.table.name, row, ordAt, is, exists, taken); err != nil {
				return err
			}
		}
		if exists && is.digest == mv.digest(p, row) {
			continue
		}
		if exists { // what is to be written anew goes first, as names may have been exchanged
			before[key] = is
		}
		changed = append(changed, row)
	}
	for _, is := range before {
		if err := tx.drop(p.table, mv.gone, is.key); err != nil {
			return err
		}
		*written++
	}
	insert := p.insert()
	for _, row := range changed {
		if _, err := tx.Exec(insert, row...); err != nil {
			return failed(insert, err)
		}
		*written++
	}
	return nil
}

// insert is the statement that writes a row.
func (p *piece) insert() string {
	return `INSERT INTO ` + p.table.name + ` (` + strings.Join(p.columns, ", ") + `) VALUES (?` + strings.Repeat(", ?", len(p.columns)-1) + `)`
}

func (tx *Tx) drop(t keptTable, mailbox int64, key []any) error {
	query := `DELETE FROM ` + t.name + ` WHERE mailbox_id = ?`
	for _, column := range t.key {
		query += ` AND ` + column + ` = ?`
	}
	_, err := tx.Exec(query, append([]any{mailbox}, key...)...)
	return err
}

// place settles the place of a row in the text index: the one that it has there
// already, its own, or one of the same moment where another mailbox has that.
func (mv *mover) place(tx *Tx, table string, row []any, ordAt int, is there, exists bool, taken map[int64]bool) error {
	ord, _ := row[ordAt].(int64)
	to := ord
	switch {
	case exists && is.ord>>orderBits == ord>>orderBits:
		to = is.ord
	case taken[ord]:
		for own := 1; taken[to] || own > 0; { // nor one that another row of this mailbox has
			var err error
			if to, err = tx.NextOrder(time.UnixMilli(ord >> orderBits)); err != nil {
				return err
			}
			if err := mv.from.QueryRow(`SELECT count(*) FROM `+table+` WHERE mailbox_id = ? AND ord = ?`, mv.here, to).Scan(&own); err != nil {
				return err
			}
		}
	}
	if row[ordAt] = to; to != ord && table == "messages" {
		mv.renumbered[ord], mv.former[to] = to, ord
	}
	return nil
}

// takenPlaces are the places of a piece's rows that other mailboxes have in the
// other store.
func (mv *mover) takenPlaces(tx *Tx, p *piece, ordAt int) (map[int64]bool, error) {
	taken := map[int64]bool{}
	if ordAt < 0 || len(p.rows) == 0 {
		return taken, nil
	}
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for _, row := range p.rows {
		ord, _ := row[ordAt].(int64)
		first, last = min(first, ord), max(last, ord)
	}
	others, err := Cells[int64](tx, `SELECT mailbox_id FROM mailboxes UNION SELECT value FROM counters WHERE name LIKE '`+movePrefix+`%'`)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if other == mv.gone {
			continue
		}
		places, err := Cells[int64](tx, `SELECT ord FROM `+p.table.name+` WHERE mailbox_id = ? AND ord BETWEEN ? AND ?`, other, first, last)
		if err != nil {
			return nil, err
		}
		for _, ord := range places {
			taken[ord] = true
		}
	}
	return taken, nil
}

// open makes the mailbox of what was copied, with all that leads to it.
func (mv *mover) open(tx *Tx) error {
	tables := len(mv.done.Tables)
	if err := mv.reserve(tx); err != nil || mv.done.Already {
		if err == nil {
			err = errors.New("somebody has made a mailbox of that address there meanwhile")
		}
		return err
	}
	mv.done.Tables = mv.done.Tables[:tables]
	take := func(table, where string, id any) error {
		_, err := tx.take(mv.from, table, where, []any{id}, mv.gone)
		return err
	}
	err := take("mailboxes", `mailbox_id = ?`, mv.here)
	for _, t := range keptTables {
		if err == nil && t.way == atOnce {
			err = take(t.name, `mailbox_id = ?`, mv.here)
		}
	}
	for _, given := range []struct {
		table, where string
		id           any
	}{
		{"refresh_tokens", `sign_in_id IN (SELECT sign_in_id FROM sign_ins WHERE mailbox_id = ?)`, mv.here},
		{"oauth_clients", `client_id IN (SELECT client_id FROM sign_ins WHERE mailbox_id = ?)`, mv.here},
		{"grants", `principal_id = ?`, mv.of.ID},
	} {
		if err == nil {
			err = take(given.table, given.where, given.id)
		}
	}
	if err == nil {
		err = mv.compare(tx, atOnce)
	}
	if err == nil {
		_, err = tx.Exec(`INSERT INTO index_queue (mailbox_id, id) SELECT mailbox_id, id FROM messages WHERE mailbox_id = ? ON CONFLICT DO NOTHING`, mv.gone)
	}
	if err == nil {
		_, err = tx.Exec(`DELETE FROM counters WHERE name = ?`, movePrefix+mv.of.ID)
	}
	if err == nil {
		err = tx.store.each(func(a Area) error {
			if a.CameIn == nil {
				return nil
			}
			return a.CameIn(tx, mv.gone)
		})
	}
	if err != nil {
		return fmt.Errorf("open what was copied: %w", err)
	}
	tx.AfterCommit(tx.store.indexer.nudge)
	return nil
}

// take brings the rows of a table that a condition selects, those of a mailbox
// as those of another number; what is there stays. It returns how many it wrote.
func (tx *Tx) take(from *Tx, table, where string, args []any, number int64) (taken int, err error) {
	columns, err := from.columns(table)
	if err != nil {
		return 0, err
	}
	p := &piece{table: keptTable{name: table}, columns: columns}
	insert := p.insert() + ` ON CONFLICT DO NOTHING`
	err = p.each(from, `SELECT `+strings.Join(columns, ", ")+` FROM `+table+` WHERE `+where, args, func(row []any) (bool, error) {
		if i := p.at("mailbox_id"); i >= 0 {
			row[i] = number
		}
		n, err := tx.ExecCount(insert, row...)
		taken += int(n)
		return false, err
	})
	return taken, err
}

// moveLock is the number of the lock that a Move to a database holds.
const moveLock = 0x6d6f7665

// LockMove takes the lock of a database for who moves mailboxes into it, until
// unlock or the end of the process; free is false where another has it.
func (s *Store) LockMove(ctx context.Context) (unlock func(), free bool, err error) {
	conn, err := s.writer.Conn(ctx)
	if err == nil {
		err = conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, moveLock).Scan(&free)
	}
	if err != nil || !free {
		if conn != nil {
			err = errors.Join(err, conn.Close())
		}
		return nil, free, err
	}
	return func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, moveLock) // its session ends anyway
		_ = conn.Close()
	}, true, nil
}

// TakeDirectory brings what a store has of no mailbox into another: the programs
// that are known to it, and what they may do for everybody. What is there stays.
func TakeDirectory(ctx context.Context, from, to *Store) (taken int, err error) {
	err = from.Read(ctx, func(src *Tx) error {
		return to.Write(ctx, func(tx *Tx) error {
			clients, err := tx.take(src, "oauth_clients", `1 = 1`, nil, 0)
			if err != nil {
				return err
			}
			grants, err := tx.take(src, "grants", `principal_id = ''`, nil, 0)
			taken = clients + grants
			return err
		})
	})
	if err != nil {
		err = fmt.Errorf("bring the programs that are known: %w", err)
	}
	return taken, err
}
