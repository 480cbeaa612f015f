package people

import (
	"encoding/json"
	"fmt"

	"daybook/service/store"
)

// ContactMark is what tells a contact from the others of a mailbox.
type ContactMark struct {
	Name      string
	Addresses []string
	Phones    []string // the mobile first
	// Data is that of the extension asked for, nil when there is none.
	Data map[string]json.RawMessage
}

// ContactMarks lists the marks of all contacts of a mailbox, each with the
// values of one extension, by name.
func ContactMarks(tx *store.Tx, mailbox int64, extension string) ([]ContactMark, error) {
	return store.All(tx, func(row store.Row) (m ContactMark, err error) {
		var card, data []byte
		var c struct {
			DisplayName    string
			MobilePhone    string
			HomePhones     []string
			BusinessPhones []string
			EmailAddresses []struct{ Address string }
		}
		if err := row.Scan(&card, &data); err != nil {
			return m, err
		}
		if err := json.Unmarshal(card, &c); err != nil {
			return m, fmt.Errorf("decode a contact: %w", err)
		}
		if err := json.Unmarshal(data, &m.Data); err != nil {
			return m, fmt.Errorf("decode the extension %s of contact %q: %w", extension, c.DisplayName, err)
		}
		m.Name = c.DisplayName
		for _, a := range c.EmailAddresses {
			m.Addresses = append(m.Addresses, a.Address)
		}
		if c.MobilePhone != "" {
			m.Phones = append(m.Phones, c.MobilePhone)
		}
		m.Phones = append(append(m.Phones, c.BusinessPhones...), c.HomePhones...)
		return m, nil
	}, `SELECT c.card, coalesce(x.data, 'null') FROM contacts c
		LEFT JOIN extensions x ON x.mailbox_id = c.mailbox_id AND x.owner_kind = ? AND x.owner_id = c.id AND x.name_key = ?
		WHERE c.mailbox_id = ?`, store.ItemContact, store.ExtensionKey(extension), mailbox)
}
