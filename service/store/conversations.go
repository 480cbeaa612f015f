package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// joinConversation finds the conversation that a message belongs to: the one
// given, else the one that any of its references or its own Message-ID is
// known to be in, else a new one. Conversations that the message shows to be
// one are joined.
func (tx *Tx) joinConversation(mailbox int64, given, messageID string, references []string) (string, error) {
	ids := make([]string, 0, len(references)+1)
	for _, id := range append(references, messageID) {
		// Without an at sign it names no message: <yes>, the answer to a question of
		// git send-email, would make strangers one conversation.
		if strings.Contains(id, "@") || id == messageID && id != "" {
			ids = append(ids, id)
		}
	}
	found := given
	for _, id := range ids {
		known, err := tx.ConversationOf(mailbox, id)
		switch {
		case err != nil:
			return "", err
		case known == "" || known == found:
		case found == "":
			found = known
		default:
			if err := tx.mergeConversations(mailbox, known, found); err != nil {
				return "", err
			}
		}
	}
	if found == "" {
		found = tx.NewID()
	}
	for _, id := range ids {
		_, err := tx.Exec(`INSERT INTO thread_references (mailbox_id, message_id, conversation_id) VALUES (?, ?, ?)
			ON CONFLICT (mailbox_id, message_id) DO NOTHING`, mailbox, id, found)
		if err != nil {
			return "", fmt.Errorf("thread message %s: %w", id, err)
		}
	}
	return found, nil
}

// ConversationOf finds the conversation that a Message-ID is known to, "" for
// none.
func (tx *Tx) ConversationOf(mailbox int64, messageID string) (string, error) {
	var c string
	err := tx.QueryRow(`SELECT conversation_id FROM thread_references WHERE mailbox_id = ? AND message_id = ?`, mailbox, messageID).Scan(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find the conversation of %s: %w", messageID, err)
	}
	return c, nil
}

// mergeConversations makes from a part of into: a message that came late has
// shown that they are one.
func (tx *Tx) mergeConversations(mailbox int64, from, into string) error {
	moved, err := tx.messageFolders(mailbox, from)
	if err != nil {
		return err
	}
	for _, m := range moved {
		seq, err := tx.Record(mailbox, ItemMessage, m.folder, m.id, Written)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE messages SET conversation_id = ?, seq = ? WHERE mailbox_id = ? AND id = ?`, into, seq, mailbox, m.id)
		if err != nil {
			return fmt.Errorf("join conversations: %w", err)
		}
	}
	_, err = tx.Exec(`UPDATE thread_references SET conversation_id = ? WHERE mailbox_id = ? AND conversation_id = ?`, into, mailbox, from)
	if err != nil {
		return fmt.Errorf("join conversations: %w", err)
	}
	return nil
}

// placed is an item and what it is in.
type placed struct{ id, folder string }

func scanPlaced(row Row) (p placed, err error) {
	err = row.Scan(&p.id, &p.folder)
	return p, err
}

func (tx *Tx) messageFolders(mailbox int64, conversation string) ([]placed, error) {
	return All(tx, scanPlaced, `SELECT id, folder_id FROM messages WHERE mailbox_id = ? AND conversation_id = ?`, mailbox, conversation)
}

// MessagesByMessageID finds the messages of a mailbox with a Message-ID: more
// than one when somebody wrote to themselves.
func (tx *Tx) MessagesByMessageID(mailbox int64, messageID string) ([]string, error) {
	return tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? AND message_id = ? ORDER BY ord`, mailbox, messageID)
}
