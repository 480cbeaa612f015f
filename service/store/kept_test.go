package store

import (
	"context"
	"slices"
	"testing"

	"daybook/service/store/pgtest"
)

// What is removed and copied with a mailbox is what the schema keeps of it.
func TestEveryTableWithRowsOfMailboxesIsKnown(t *testing.T) {
	pgtest.FilesOnly(t, "sqlite_master")
	s := openTest(t)
	err := s.Read(context.Background(), func(tx *Tx) error {
		names, err := tx.Texts(`SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE '%\_fts%' ESCAPE '\'
			AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'mailbox_id')`)
		if err != nil {
			return err
		}
		seen := 0
		for _, name := range names {
			if name == "mailboxes" {
				continue
			}
			i := slices.IndexFunc(keptTables, func(k keptTable) bool { return k.name == name })
			if i < 0 {
				t.Errorf("%s has rows of mailboxes, and is not among keptTables", name)
				continue
			}
			seen++
			key, err := tx.Texts(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 AND name <> 'mailbox_id' ORDER BY pk`, name)
			if err != nil {
				return err
			}
			if !slices.Equal(key, keptTables[i].key) && len(key)+len(keptTables[i].key) > 0 {
				t.Errorf("%s has the key %v behind mailbox_id, and keptTables say %v", name, key, keptTables[i].key)
			}
		}
		if seen != len(keptTables) {
			t.Errorf("%d of the %d keptTables are in the schema", seen, len(keptTables))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A program that has the store open remembers whose a number is.
func TestTheNumberOfARemovedMailboxIsNotGivenAgain(t *testing.T) {
	s := openTest(t)
	numbers := map[int64]bool{}
	for _, who := range []string{"bo@contoso.example", "cy@contoso.example", "bo@contoso.example"} {
		err := s.Write(context.Background(), func(tx *Tx) error {
			m, err := tx.AddMailbox(Mailbox{Kind: KindUser, PrincipalName: who, DisplayName: who})
			if err != nil {
				return err
			}
			n, err := tx.Mailbox(m.ID)
			if err != nil {
				return err
			}
			if numbers[n] {
				t.Errorf("the number %d was given again", n)
			}
			numbers[n] = true
			return tx.RemoveMailbox(m)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
