package store

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/odata"
)

// loadBook fills Ann's address book: contacts spread over folders, 20 to a
// top folder. It returns her id and that of a folder.
func loadBook(t testing.TB, s *Store, folders, contacts int) (user, folder string) {
	t.Helper()
	ann := addUser(t, s, "ann@contoso.example")
	r := rand.New(rand.NewPCG(1, 2))
	err := s.Write(t.Context(), func(tx *Tx) error {
		mb, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		ids, top := []string{ContactRoot}, ""
		for i := range folders {
			parent := top
			if i%20 == 0 {
				parent = ContactRoot
			}
			f, err := tx.AddContactFolder(mb, parent, fmt.Sprintf("Folder %d", i))
			if err != nil {
				return err
			}
			if i%20 == 0 {
				top = f.ID
			}
			ids = append(ids, f.ID)
		}
		for i := range contacts {
			name := fmt.Sprintf("Person %d", r.IntN(contacts*10))
			_, err := tx.AddContact(mb, model.Contact{DisplayName: name, Surname: fmt.Sprintf("Family%d", i%300), CompanyName: fmt.Sprintf("Company %d", i%40),
				EmailAddresses: []model.EmailAddress{{Name: name, Address: fmt.Sprintf("p%d@example.com", i)}, {Address: fmt.Sprintf("home%d@example.com", i)}},
				JobTitle:       "Planner", MobilePhone: "+44 7700 900000", PersonalNotes: words(r, 12), ParentFolderID: ids[i%len(ids)]})
			if err != nil {
				return err
			}
		}
		folder = ids[len(ids)-1]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ann.ID, folder
}

// asked turns raw options into a query with a page of 50.
func asked(t testing.TB, schema *odata.Schema, searcher *odata.Searcher, raw string, fallback ...odata.OrderBy) odata.Query {
	t.Helper()
	o := optionsOf(t, raw)
	q, err := schema.Query(o, searcher, fallback...)
	if err != nil {
		t.Fatal(err)
	}
	q.Limit = 50
	return q
}

// optionsOf parses options as they are written in a test, unescaped.
func optionsOf(t testing.TB, raw string) *odata.Options {
	t.Helper()
	var pairs []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		pairs = append(pairs, name+"="+url.QueryEscape(value))
	}
	if raw == "" {
		pairs = nil
	}
	o, err := odata.Parse(strings.Join(pairs, "&"))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// onMailbox runs fn on the mailbox of a user.
func onMailbox(t testing.TB, s *Store, user string, fn func(tx *Tx, mailbox int64) error) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *Tx) error {
		mb, err := tx.Mailbox(user)
		if err != nil {
			return err
		}
		return fn(tx, mb)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// served holds a plan to an index: no scan of a table, no sort, the index
// named in it.
func served(t testing.TB, what, plan, index string) {
	t.Helper()
	scans := false
	for line := range strings.Lines(plan) {
		scans = scans || strings.Contains(line, "SCAN") && !strings.Contains(line, "VIRTUAL TABLE") && !strings.Contains(line, index)
	}
	if scans || strings.Contains(plan, "TEMP B-TREE FOR ORDER") || !strings.Contains(plan, index) {
		t.Errorf("%s is not served by %s alone:\n%s", what, index, plan)
	}
}

func TestListsOfPeopleAreServedByAnIndex(t *testing.T) {
	s := openTest(t)
	ann, folder := loadBook(t, s, 5, 50)
	byName := odata.By("displayName", false)
	onMailbox(t, s, ann, func(tx *Tx, mb int64) error {
		for raw, c := range map[string]struct{ folder, address, index string }{
			"":                                       {"", "", "contacts_by_name"},
			"$orderby=displayName desc":              {"", "", "contacts_by_name"},
			"$filter=startswith(displayName,'Pers')": {"", "", "contacts_by_name"},
			"$filter=startswith(surname,'Fam')":      {folder, "", "contacts_in_folder"},
			"$orderby=displayName":                   {folder, "", "contacts_in_folder"},
			"$filter=emailAddresses/any(a:a/name ne '')": {folder, "", "contacts_in_folder"},
		} {
			q := asked(t, s.People().Contacts, s.People().ContactSearch, raw, byName)
			for _, after := range [][]any{nil, {"person 5", "x"}} {
				q.After = after
				plan, err := contactListing(mb, c.folder, c.address).plan(tx, q)
				if err != nil {
					return err
				}
				served(t, fmt.Sprintf("contacts %s after %v", raw, after), plan, c.index)
			}
		}
		for manager, index := range map[string]string{"": "profiles_by_name", ann: "profiles_by_manager"} {
			plan, err := userListing(manager).plan(tx, asked(t, s.People().Users, nil, "", byName))
			if err != nil {
				return err
			}
			served(t, "users of "+manager, plan, index)
		}
		return nil
	})
}

// An address and a word lead to few contacts, which are then sorted.
func TestPeopleAreFoundByAnIndex(t *testing.T) {
	s := openTest(t)
	ann, _ := loadBook(t, s, 2, 20)
	onMailbox(t, s, ann, func(tx *Tx, mb int64) error {
		for _, c := range []struct{ raw, address, index string }{
			{"$filter=emailAddresses/any(a:a/address eq 'p3@example.com')", "p3@example.com", "contact_addresses_by_address"},
			{`$search="planner"`, "", "VIRTUAL TABLE INDEX"},
		} {
			q := asked(t, s.People().Contacts, s.People().ContactSearch, c.raw)
			plan, err := contactListing(mb, "", c.address).plan(tx, q)
			if err != nil {
				return err
			}
			if !strings.Contains(plan, c.index) || strings.Contains(plan, "SCAN c") {
				t.Errorf("%s is not served by %s:\n%s", c.raw, c.index, plan)
			}
		}
		return nil
	})
}

// The directory's words and a mailbox's never meet, though they share a table.
func TestSearchStaysInItsMailbox(t *testing.T) {
	s := openTest(t)
	ann, _ := loadBook(t, s, 0, 3)
	bo := addUser(t, s, "person@contoso.example")
	for user, want := range map[string]int{ann: 3, bo.ID: 0} {
		onMailbox(t, s, user, func(tx *Tx, mb int64) error {
			got, _, err := tx.Contacts(mb, "", "", asked(t, s.People().Contacts, s.People().ContactSearch, `$search="person"`))
			if len(got) != want {
				t.Errorf("%d contacts found, want %d", len(got), want)
			}
			return err
		})
	}
	onMailbox(t, s, ann, func(tx *Tx, _ int64) error {
		got, _, err := tx.Users("", asked(t, s.People().Users, s.People().UserSearch, `$search="person"`))
		if len(got) != 1 || got[0].ID != bo.ID {
			t.Errorf("found %v, want the one user", got)
		}
		return err
	})
}

// BenchmarkContacts asks what screens ask of 5,000 contacts in 200 folders.
func BenchmarkContacts(b *testing.B) {
	s := openTest(b)
	ann, folder := loadBook(b, s, 200, 5000)
	people := s.People()
	byName := odata.By("displayName", false)
	for name, c := range map[string]struct{ raw, folder, address string }{
		"all":      {},
		"folder":   {"", folder, ""},
		"address":  {"$filter=emailAddresses/any(a:a/address eq 'p77@example.com')", "", "p77@example.com"},
		"begins":   {"$filter=startswith(displayName,'person 12') or emailAddresses/any(a:startswith(a/address,'p12'))", "", ""},
		"rareWord": {`$search="family77 company"`, "", ""},
		"anyWord":  {`$search="planner"`, "", ""},
	} {
		q := asked(b, people.Contacts, people.ContactSearch, c.raw, byName)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				onMailbox(b, s, ann, func(tx *Tx, mb int64) error {
					got, _, err := tx.Contacts(mb, c.folder, c.address, q)
					if len(got) == 0 {
						b.Error("nothing found")
					}
					return err
				})
			}
		})
	}
	b.Run("create", func(b *testing.B) {
		i := 0
		for b.Loop() {
			i++
			err := s.Write(b.Context(), func(tx *Tx) error {
				mb, err := tx.Mailbox(ann)
				if err != nil {
					return err
				}
				at := time.Now()
				_, err = tx.AddContact(mb, model.Contact{DisplayName: fmt.Sprintf("New %d", i), Birthday: &at,
					EmailAddresses: []model.EmailAddress{{Address: fmt.Sprintf("new%d@example.com", i)}}})
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
