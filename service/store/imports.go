package store

import "fmt"

// ImportMessage keeps a message that was found in a file, with the
// fingerprint that its copies share.
func (tx *Tx) ImportMessage(mailbox int64, n NewMessage, fingerprint [16]byte) error {
	m, err := tx.AddMessage(mailbox, n)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO imports (mailbox_id, fingerprint, id) VALUES (?, ?, ?)`, mailbox, fingerprint[:], m.ID)
	if err != nil {
		return fmt.Errorf("note the import of message %s: %w", m.ID, err)
	}
	return nil
}

// ImportedFingerprints says how many messages of a mailbox have each
// fingerprint. A message that was deleted for good does not count, so that it
// can be imported again. For those without a Message-ID the fingerprint is
// made anew, by of: earlier programs made another.
func (tx *Tx) ImportedFingerprints(mailbox int64, of func(original []byte) [16]byte) (map[[16]byte]int, error) {
	rows, err := tx.Query(`SELECT i.fingerprint, i.id, m.message_id = '' FROM imports i JOIN messages m ON m.mailbox_id = i.mailbox_id AND m.id = i.id
		WHERE i.mailbox_id = ?`, mailbox)
	if err != nil {
		return nil, fmt.Errorf("read the imports: %w", err)
	}
	defer rows.Close()
	kept := map[[16]byte]int{}
	var b []byte
	var id string
	var again bool
	var anew []string
	for rows.Next() {
		if err := rows.Scan(&b, &id, &again); err != nil {
			return nil, fmt.Errorf("read the imports: %w", err)
		}
		if again {
			anew = append(anew, id)
		} else {
			kept[[16]byte(b)]++
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the imports: %w", err)
	}
	for _, id := range anew {
		raw, err := tx.Original(mailbox, id)
		if err != nil {
			continue // damaged: it cannot be told from others
		}
		kept[of(raw)]++
	}
	return kept, nil
}
