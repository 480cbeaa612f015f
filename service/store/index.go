package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"daybook/formats/eml"
	"daybook/model"
)

// indexer fills the text index in the background, from a queue that is
// written with the messages and so survives a kill. A message can be listed
// as soon as it is kept, and searched a moment later.
type indexer struct {
	store  *Store
	report func(error)
	wake   chan struct{}
	quit   context.CancelFunc
	done   sync.WaitGroup
}

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
	for {
		select {
		case <-ctx.Done():
			return
		case <-x.wake:
		}
		if err := x.store.drainIndexQueue(ctx, makeRoom); err != nil && ctx.Err() == nil {
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

// drainIndexQueue indexes until the queue is empty; between is called after
// each batch with the time that it took.
func (s *Store) drainIndexQueue(ctx context.Context, between func(took time.Duration)) error {
	for {
		began := time.Now() // for the pace alone
		n, err := s.indexSome(ctx)
		if err != nil || n == 0 {
			return err
		}
		between(time.Since(began))
	}
}

// makeRoom leaves the store to others for a tenth of the time. Writers of this
// process take turns, but one of another process asks again and again until it
// meets the store free, and would not while one batch follows the other.
func makeRoom(took time.Duration) { time.Sleep(took / 10) }

// WaitIndexed returns when everything kept so far can be searched.
func (s *Store) WaitIndexed(ctx context.Context) error {
	return s.drainIndexQueue(ctx, func(time.Duration) {})
}

func (s *Store) indexSome(ctx context.Context) (n int, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
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
	})
	if err != nil {
		s.words.forget()
	}
	return n, err
}

type queuedMessage struct {
	mailbox int64
	id      string
}

func (tx *Tx) queuedMessages() ([]queuedMessage, error) {
	return All(tx, func(row Row) (q queuedMessage, err error) {
		err = row.Scan(&q.mailbox, &q.id)
		return q, err
	}, `SELECT mailbox_id, id FROM index_queue LIMIT ?`, indexBatch)
}

// enqueueIndex has a message's text indexed (anew) once this is durable.
func (tx *Tx) enqueueIndex(mailbox int64, id string) error {
	if _, err := tx.Exec(`INSERT OR IGNORE INTO index_queue (mailbox_id, id) VALUES (?, ?)`, mailbox, id); err != nil {
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
		_, err = tx.Exec(`DELETE FROM messages_fts WHERE rowid = ?`, indexed)
	}
	if err == nil {
		_, err = tx.Exec(`DELETE FROM index_queue WHERE mailbox_id = ? AND id = ?`, mailbox, id)
	}
	if err != nil {
		return fmt.Errorf("take message %s out of the index: %w", id, err)
	}
	return nil
}

func (tx *Tx) indexMessage(mailbox int64, id string) error {
	r, err := tx.row(mailbox, id, true)
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
	files, err := tx.Texts(`SELECT name FROM attachments WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ?`, mailbox, ItemMessage, id)
	if err != nil {
		return err
	}
	body, err := tx.indexedText(mailbox, id, r)
	if err != nil {
		return err
	}
	texts := []string{r.plain.Subject, r.from.name + " " + r.from.address + " " + r.sender.name, recipientText(r.to), recipientText(r.cc), recipientText(r.bcc), body, strings.Join(files, " ")}
	_, err = tx.Exec(`INSERT INTO messages_fts (rowid, mailbox, subject, sender, to_people, cc_people, bcc_people, body, attachment)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ord, IndexWord(mailbox), texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], texts[6])
	if err != nil {
		return fmt.Errorf("index message %s: %w", id, err)
	}
	for _, text := range texts {
		if err := tx.keepWords(mailbox, text); err != nil {
			return err
		}
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
