package store

import (
	"database/sql"
	"errors"
	"fmt"
)

// keptTable is a table with rows of mailboxes.
type keptTable struct {
	name string
	key  []string // behind mailbox_id; of a row that leads to its mailbox, all of the key
	way  way
}

// way is how Move takes a table.
type way int

const (
	inSteps way = iota // before the mailbox is there, a few rows at a time
	// whole: before it is there, in one transaction. A second key lets no two rows
	// have the same, for instance a name, which those of a run before may have; or
	// its key is another in the other store. Nothing large is in its rows.
	whole
	atOnce   // with the mailbox: what leads to it, or is listed over all
	notAtAll // made anew there, or over before it could be used
)

// keptTables are all of them, but for mailboxes itself. A test holds the list
// to the schema.
var keptTables = []keptTable{
	{"folders", []string{"id"}, whole},
	{"messages", []string{"id"}, inSteps},
	{"bodies", []string{"id"}, inSteps},
	{"originals", []string{"id"}, inSteps},
	{"attachments", []string{"owner_kind", "owner_id", "id"}, inSteps},
	{"extensions", []string{"owner_kind", "owner_id", "name_key"}, inSteps},
	{"message_categories", []string{"name_key", "ord"}, whole},
	{"single_values", []string{"message_id", "name_key"}, inSteps},
	{"thread_references", []string{"message_id"}, inSteps},
	{"overrides", []string{"id"}, whole},
	{"categories", []string{"id"}, whole},
	{"automatic_replies", []string{"address_key", "since"}, inSteps},
	{"imports", []string{"fingerprint", "id"}, inSteps},
	{"idempotency", []string{"key"}, inSteps},
	{"calendar_groups", []string{"id"}, whole},
	{"calendars", []string{"id"}, whole},
	{"resources", nil, atOnce},
	{"events", []string{"id"}, inSteps},
	{"event_removals", []string{"id"}, inSteps},
	{"removed_events", []string{"removal_id", "id"}, inSteps},
	{"event_versions", []string{"uid", "occurrence"}, inSteps},
	{"former_events", []string{"id", "gone"}, inSteps},
	{"contact_folders", []string{"id"}, whole},
	{"contacts", []string{"id"}, inSteps},
	{"contact_addresses", []string{"contact_id", "place"}, inSteps},
	{"photos", []string{"owner_kind", "owner_id"}, inSteps},
	{"conversations", []string{"id"}, inSteps},
	{"threads", []string{"id"}, inSteps},
	{"posts", []string{"id"}, inSteps},
	{"group_members", []string{"user_id"}, inSteps},
	{"drive_items", []string{"id"}, whole},
	{"file_pieces", []string{"content_id", "n"}, inSteps},
	{"uploads", []string{"content_id"}, inSteps},
	{"settings", nil, inSteps},
	{"shared_items", []string{"area", "item_id", "grantee_id"}, atOnce},
	{"changes", []string{"kind", "container", "item_id"}, inSteps},
	{"earlier_stays", []string{"kind", "container", "item_id", "gone"}, inSteps},
	{"profiles", nil, atOnce},
	{"group_profiles", nil, atOnce},
	{"passwords", nil, atOnce},
	{"sign_ins", []string{"sign_in_id"}, atOnce},
	{"tokens", []string{"token_hash"}, atOnce},
	{"auth_codes", []string{"code_hash"}, notAtAll},
	{"device_codes", []string{"device_hash"}, notAtAll},
	{"upload_sessions", []string{"key_hash"}, notAtAll},
	{"index_queue", []string{"id"}, notAtAll},
	{"index_words", []string{"word"}, notAtAll},
}

// RemoveMailbox removes a mailbox for good: all that is in it, who may sign in
// to it, and what was given to its owner elsewhere. What others have of it by
// name stays: letters, meetings, posts, who made a file. Its number is not given
// again.
func (tx *Tx) RemoveMailbox(m Mailbox) error {
	number, err := tx.Mailbox(m.ID)
	if err != nil {
		return err
	}
	err = tx.unindexAll(number)
	if err == nil {
		err = tx.store.each(func(a Area) error {
			if a.RemovedMailbox == nil {
				return nil
			}
			return a.RemovedMailbox(tx, number, m)
		})
	}
	for _, given := range []struct {
		query string
		arg   any
	}{
		{`DELETE FROM refresh_tokens WHERE sign_in_id IN (SELECT sign_in_id FROM sign_ins WHERE mailbox_id = ?)`, number},
		{`DELETE FROM grants WHERE principal_id = ?`, m.ID},
		{`DELETE FROM shared_items WHERE grantee_id = ?`, m.ID},
	} {
		if err == nil {
			_, err = tx.Exec(given.query, given.arg)
		}
	}
	for _, t := range keptTables {
		if err == nil {
			_, err = tx.Exec(`DELETE FROM `+t.name+` WHERE mailbox_id = ?`, number)
		}
	}
	if err == nil {
		_, err = tx.Exec(`DELETE FROM mailboxes WHERE mailbox_id = ?`, number)
	}
	if err != nil {
		return fmt.Errorf("remove the mailbox of %s: %w", m.PrincipalName, err)
	}
	delete(tx.seqs, number)
	return nil
}

// nextMailbox is the number of the next mailbox. None is given twice: programs
// that have the store open remember which is whose.
func (tx *Tx) nextMailbox() (int64, error) {
	var last int64
	if tx.store.server {
		if err := tx.QueryRow(`SELECT nextval('mailbox_numbers')`).Scan(&last); err != nil {
			return 0, fmt.Errorf("take the number of a mailbox: %w", err)
		}
		return last, nil
	}
	err := tx.QueryRow(`SELECT coalesce((SELECT value FROM counters WHERE name = 'mailboxes'), 0)`).Scan(&last)
	var highest int64
	if err == nil {
		err = tx.QueryRow(`SELECT coalesce(max(mailbox_id), 0) FROM mailboxes`).Scan(&highest)
	}
	last = max(last, highest) + 1
	if err == nil {
		_, err = tx.Exec(`INSERT INTO counters (name, value) VALUES ('mailboxes', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, last)
	}
	if err != nil {
		return 0, fmt.Errorf("take the number of a mailbox: %w", err)
	}
	return last, nil
}

// Holding is how much is in a mailbox, and who else has to do with it.
type Holding struct {
	Messages, Events, Contacts, Files, Conversations int
	SharedWith                                       int // users that its owner lets in
	SharedBy                                         int // mailboxes that let its owner in
	Reports                                          int // users whose manager its owner is
}

// Holding counts what is in a mailbox.
func (tx *Tx) Holding(mailbox int64) (h Holding, err error) {
	for _, count := range []struct {
		into  *int
		query string
	}{
		{&h.Messages, `SELECT count(*) FROM messages WHERE mailbox_id = ?`},
		{&h.Events, `SELECT count(*) FROM events WHERE mailbox_id = ? AND listed = 1`},
		{&h.Contacts, `SELECT count(*) FROM contacts WHERE mailbox_id = ?`},
		{&h.Files, `SELECT count(*) FROM drive_items WHERE mailbox_id = ? AND is_folder = 0`},
		{&h.Conversations, `SELECT count(*) FROM conversations WHERE mailbox_id = ?`},
		{&h.SharedWith, `SELECT count(DISTINCT grantee_id) FROM shared_items WHERE mailbox_id = ?`},
		{&h.SharedBy, `SELECT count(DISTINCT mailbox_id) FROM shared_items WHERE grantee_id = (SELECT id FROM mailboxes WHERE mailbox_id = ?)`},
		{&h.Reports, `SELECT count(*) FROM profiles WHERE manager_id = (SELECT id FROM mailboxes WHERE mailbox_id = ?)`},
	} {
		err = errors.Join(err, tx.QueryRow(count.query, mailbox).Scan(count.into))
	}
	if err != nil {
		err = fmt.Errorf("count what is in a mailbox: %w", err)
	}
	return h, err
}

// TakenBy finds whose an address is already: a user's or a group's.
func (tx *Tx) TakenBy(address string) (m Mailbox, taken bool, err error) {
	m, err = scanMailbox(tx.QueryRow(mailboxColumns+`WHERE address = ? OR principal_name = ? OR id = ?`, fold(address), fold(address), address))
	if errors.Is(err, sql.ErrNoRows) {
		return m, false, nil
	}
	return m, err == nil, err
}

// movePrefix begins the name of the counter that has the number of a mailbox
// on its way here: see Move.
const movePrefix = "move "
