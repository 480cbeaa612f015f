package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"daybook/formats/eml"
	"daybook/model"
)

// indexer fills the text index in the background, from a queue that is
// written with the messages and so survives a kill. A message can be listed
// as soon as it is kept, and searched a moment later; of much that has come at
// once the newest is indexed first. It is one goroutine, so it takes one core at
// most, and it rests while requests are answered.
type indexer struct {
	store  *Store
	report func(error)
	wake   chan struct{}
	quit   context.CancelFunc
	done   sync.WaitGroup
}

// attention is who is being answered: how many requests are under way, and when
// one last began or ended, in Unix nanoseconds.
type attention struct{ under, last atomic.Int64 }

// Attend says that a request is being answered until done is called. What works
// in the background rests meanwhile.
func (s *Store) Attend() (done func()) {
	s.attention.step(1)
	return func() { s.attention.step(-1) }
}

func (a *attention) step(n int64) {
	a.under.Add(n)
	a.last.Store(time.Now().UnixNano()) // for the pace alone
}

// quiet reports that nobody has asked for anything for a while.
func (a *attention) quiet() bool {
	return a.under.Load() == 0 && time.Now().UnixNano()-a.last.Load() >= int64(quietAfter)
}

// leftEvery is how often the queue on a server is looked at when nothing comes.
const leftEvery = 30 * time.Second

const (
	// quietAfter is longer than what lies between two keys of a person at work.
	quietAfter = 300 * time.Millisecond
	// Under requests that never cease the indexer rests so long, then works for a
	// stint: a server that is always asked has its mail indexed too.
	longestRest = 2 * time.Second
	stint       = longestRest / 10
)

// indexBatch is how many messages are indexed in one transaction: few, so
// that a person's write never waits long for the writer.
const indexBatch = 24

// maxIndexedText is how many bytes of a body are indexed.
const maxIndexedText = 256 << 10

func startIndexer(s *Store, report func(error)) *indexer {
	ctx, quit := context.WithCancel(context.Background())
	x := &indexer{store: s, report: report, wake: make(chan struct{}, 1), quit: quit}
	x.wake <- struct{}{} // what a killed process has left
	x.done.Go(func() { x.run(ctx) })
	return x
}

func (x *indexer) run(ctx context.Context) {
	var left <-chan time.Time
	for {
		if x.store.server { // a process that ended may have left something
			left = time.After(leftEvery)
		}
		select {
		case <-ctx.Done():
			return
		case <-x.wake:
		case <-left:
		}
		if err := x.store.drainIndexQueue(ctx, x.store.pacer(ctx)); err != nil && ctx.Err() == nil {
			x.report(fmt.Errorf("index the mail: %w", err))
		}
	}
}

func (x *indexer) stop() {
	x.quit()
	x.done.Wait()
}

func (x *indexer) nudge() {
	select {
	case x.wake <- struct{}{}:
	default: // it will look once more anyway
	}
}

// drainIndexQueue clears away the former index, whose pages the new one takes,
// and indexes until the queue is empty; between is called after each batch with
// the time that it took.
func (s *Store) drainIndexQueue(ctx context.Context, between func(took time.Duration)) error {
	for _, step := range []func(context.Context) (int, error){s.clearFormer, s.indexSome} {
		for {
			began := time.Now() // for the pace alone
			n, err := step(ctx)
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
			between(time.Since(began))
		}
	}
	return nil
}

// clearBatch is how many pages of the former index are freed in one transaction.
const clearBatch = 500

// clearFormer frees some of the index that was there before 016_smaller.sql, and
// returns how many of its pages. To drop it whole would hold the store for
// minutes where there are a million messages; nothing reads it any more.
func (s *Store) clearFormer(ctx context.Context) (n int, err error) {
	if s.server {
		return 0, nil
	}
	const is = `SELECT 1 FROM sqlite_master WHERE name = 'messages_fts_former'`
	var there int
	err = s.Read(ctx, func(tx *Tx) error { return tx.QueryRow(is).Scan(&there) })
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err == nil {
		err = s.Write(ctx, func(tx *Tx) error {
			if err := tx.QueryRow(is).Scan(&there); errors.Is(err, sql.ErrNoRows) {
				return nil // another process was first
			}
			freed, err := tx.Exec(`DELETE FROM messages_fts_former_data WHERE id IN
				(SELECT id FROM messages_fts_former_data ORDER BY id DESC LIMIT ?)`, clearBatch)
			if err != nil {
				return err
			}
			rows, err := freed.RowsAffected()
			if n = int(rows); err != nil || n == clearBatch {
				return err
			}
			n = 0
			_, err = tx.Exec(`DROP TABLE messages_fts_former`)
			return err
		})
	}
	if err != nil {
		return 0, fmt.Errorf("clear the former index away: %w", err)
	}
	return n, nil
}

// pacer is what the indexer does between two batches. It leaves the store to
// others for a tenth of the time: writers of this process take turns, but one of
// another process asks again and again until it meets the store free, and would
// not while one batch follows the other. And it rests until nobody is answered.
func (s *Store) pacer(ctx context.Context) func(took time.Duration) {
	var left time.Duration // of a stint
	return func(took time.Duration) {
		pause(ctx, took/10)
		if left -= took; left > 0 {
			return
		}
		const step = 50 * time.Millisecond
		for rested := time.Duration(0); ctx.Err() == nil && !s.attention.quiet(); rested += step {
			if rested >= longestRest {
				left = stint
				return
			}
			pause(ctx, step)
		}
		left = 0
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// WaitIndexed returns when everything kept so far can be searched.
func (s *Store) WaitIndexed(ctx context.Context) error {
	for {
		err := s.drainIndexQueue(ctx, func(time.Duration) {})
		if err != nil || !s.server {
			return err
		}
		// What is left another indexer has claimed.
		if queued, err := s.indexQueued(ctx); err != nil || !queued {
			return err
		}
		pause(ctx, 5*time.Millisecond)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func (s *Store) indexSome(ctx context.Context) (n int, err error) {
	index := func(tx *Tx) error {
		queued, err := tx.queuedMessages()
		if err != nil {
			return err
		}
		n = len(queued)
		for _, q := range queued {
			if err := tx.indexMessage(q.mailbox, q.id); err != nil {
				return err
			}
		}
		return nil
	}
	if s.server { // of one moment: what is changed meanwhile is contended, and not out of the queue
		err = s.writeOnServer(ctx, index, true)
	} else {
		err = s.Write(ctx, index)
	}
	if err != nil {
		s.words.forget()
	}
	return n, err
}

type queuedMessage struct {
	mailbox int64
	id      string
}

// queuedMessages are the newest of a mailbox that are to be indexed, oldest
// first, as the index takes a transaction's rows best. The mailboxes take turns,
// so that nobody's new mail waits for somebody's import.
func (tx *Tx) queuedMessages() ([]queuedMessage, error) {
	next := func(after int64) (mailbox int64, err error) {
		err = tx.QueryRow(`SELECT mailbox_id FROM index_queue WHERE mailbox_id > ? ORDER BY mailbox_id LIMIT 1`, after).Scan(&mailbox)
		return mailbox, err
	}
	mailbox, err := next(tx.store.indexed.Load())
	if errors.Is(err, sql.ErrNoRows) {
		mailbox, err = next(math.MinInt64)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look what is to be indexed: %w", err)
	}
	tx.store.indexed.Store(mailbox)
	query := `SELECT id FROM index_queue WHERE mailbox_id = ? ORDER BY id DESC LIMIT ?`
	if tx.store.server { // another process may be at some of them
		query += ` FOR UPDATE SKIP LOCKED`
	}
	queued, err := All(tx, func(row Row) (queuedMessage, error) {
		q := queuedMessage{mailbox: mailbox}
		return q, row.Scan(&q.id)
	}, query, mailbox, indexBatch)
	slices.Reverse(queued)
	return queued, err
}

// Indexed is how much of a mailbox's mail a search looks into, in percent: 100
// where that is all of it, and only there. Searches follow one another while
// somebody types, so that what took long to count is counted again only once a
// hundred times as long has passed: the percent is a little old then.
func (tx *Tx) Indexed(mailbox int64) (percent int, err error) {
	if whole, err := tx.wholeIndexed(mailbox); whole || err != nil {
		return 100, err
	}
	known := &tx.store.counted
	known.mu.Lock()
	defer known.mu.Unlock()
	began := time.Now() // for the pace alone
	if c := known.by[mailbox]; began.Before(c.until) {
		return c.percent, nil
	}
	// Where the queue is this mailbox's alone SQLite counts its pages and not its
	// rows, in a third of the time.
	var queued, all int
	err = tx.QueryRow(`SELECT CASE WHEN EXISTS (SELECT 1 FROM index_queue WHERE mailbox_id < ?1)
			OR EXISTS (SELECT 1 FROM index_queue WHERE mailbox_id > ?1)
		THEN (SELECT count(*) FROM index_queue WHERE mailbox_id = ?1) ELSE (SELECT count(*) FROM index_queue) END,
		(SELECT coalesce(sum(total), 0) FROM folders WHERE mailbox_id = ?1)`, mailbox).Scan(&queued, &all)
	if err != nil {
		return 0, fmt.Errorf("see how much is indexed: %w", err)
	}
	percent = max((all-queued)*100/max(all, 1), 0)
	if known.by == nil {
		known.by = map[int64]indexedPart{}
	}
	if cost := time.Since(began); cost > briefly {
		known.by[mailbox] = indexedPart{percent, began.Add(100 * cost)}
	}
	return percent, nil
}

// briefly is what a count may take and be made for each search.
const briefly = 5 * time.Millisecond

func (tx *Tx) wholeIndexed(mailbox int64) (bool, error) {
	var some int
	err := tx.QueryRow(`SELECT 1 FROM index_queue WHERE mailbox_id = ? LIMIT 1`, mailbox).Scan(&some)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		err = fmt.Errorf("see whether all is indexed: %w", err)
	}
	return false, err
}

// indexedParts is what was counted last, by mailbox.
type indexedParts struct {
	mu sync.Mutex
	by map[int64]indexedPart
}

type indexedPart struct {
	percent int
	until   time.Time
}

// enqueueIndex has a message's text indexed (anew) once this is durable.
func (tx *Tx) enqueueIndex(mailbox int64, id string) error {
	if _, err := tx.Exec(`INSERT INTO index_queue (mailbox_id, id) VALUES (?, ?) ON CONFLICT DO NOTHING`, mailbox, id); err != nil {
		return fmt.Errorf("queue message %s for the index: %w", id, err)
	}
	if tx.nudges == 0 {
		tx.AfterCommit(tx.store.indexer.nudge)
	}
	tx.nudges++
	return nil
}

// unindex takes a message out of the index and the queue.
func (tx *Tx) unindex(mailbox int64, id string) error {
	var indexed int64
	err := tx.QueryRow(`SELECT indexed FROM messages WHERE mailbox_id = ? AND id = ?`, mailbox, id).Scan(&indexed)
	if err == nil && indexed != 0 {
		err = tx.UnindexText("messages_fts", mailbox, indexed)
	}
	if err == nil {
		_, err = tx.Exec(`DELETE FROM index_queue WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	}
	if err != nil {
		return fmt.Errorf("take message %s out of the index: %w", id, err)
	}
	return nil
}

// unindexAll takes all of a mailbox's messages out of the index.
func (tx *Tx) unindexAll(mailbox int64) error {
	if _, err := tx.Exec(`DELETE FROM messages_fts WHERE rowid IN (SELECT indexed FROM messages WHERE mailbox_id = ? AND indexed <> 0)`, mailbox); err != nil {
		return fmt.Errorf("take a mailbox out of the index: %w", err)
	}
	return nil
}

func (tx *Tx) indexMessage(mailbox int64, id string) error {
	r, err := tx.row(mailbox, id, true)
	if errors.Is(err, errChecksum) { // all but its body can be found, and what comes after it
		r, err = tx.row(mailbox, id, false)
	}
	if errors.Is(err, model.ErrNotFound) {
		_, err = tx.Exec(`DELETE FROM index_queue WHERE mailbox_id = ? AND id = ?`, mailbox, id)
		return err
	}
	if err != nil {
		return err
	}
	if err := tx.unindex(mailbox, id); err != nil {
		return err
	}
	if err := tx.packKept(mailbox, &r); err != nil {
		return err
	}
	files, err := tx.Texts(`SELECT name FROM attachments WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, mailbox, ItemMessage, id)
	if err != nil {
		return err
	}
	body, err := tx.indexedText(mailbox, id, r)
	if err != nil {
		return err
	}
	texts := map[string]string{"subject": r.plain.Subject, "sender": r.from.name + " " + r.from.address + " " + r.sender.name,
		"to_people": recipientText(r.to), "cc_people": recipientText(r.cc), "bcc_people": recipientText(r.bcc),
		"body": body, "attachment": strings.Join(files, " ")}
	for column, text := range texts {
		if texts[column], err = tx.keepWords(mailbox, text); err != nil {
			return err
		}
	}
	err = tx.IndexText("messages_fts", mailbox, r.ord, IndexWord(mailbox), texts)
	if err != nil {
		return fmt.Errorf("index message %s: %w", id, err)
	}
	_, err = tx.Exec(`UPDATE messages SET indexed = ord WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	return err
}

// indexedText is the text of a body. Beside an HTML body its plain alternative
// is indexed too, as senders say things in the one that the other leaves out.
func (tx *Tx) indexedText(mailbox int64, id string, r messageRow) (string, error) {
	body := r.content[:min(len(r.content), maxIndexedText)]
	if r.contentType != "html" {
		return body, nil
	}
	body = eml.PlainText(body)
	raw, err := tx.Original(mailbox, id)
	if errors.Is(err, errChecksum) {
		return body, nil
	}
	if err != nil || raw == nil {
		return body, err
	}
	plain := eml.Parse(raw, eml.Options{}).Text
	return body + "\n" + plain[:min(len(plain), maxIndexedText)], nil
}

// IndexWord is the word of a mailbox in the index.
func IndexWord(mailbox int64) string { return "m" + strconv.FormatInt(mailbox, 10) }

// recipientText is a list of recipients as text.
func recipientText(list string) string {
	var b strings.Builder
	var rs []model.Recipient
	if list == "" || json.Unmarshal([]byte(list), &rs) != nil {
		return "" // written by rowOf: cannot be malformed
	}
	for _, r := range rs {
		b.WriteString(r.EmailAddress.Name + " " + r.EmailAddress.Address + " ")
	}
	return b.String()
}
