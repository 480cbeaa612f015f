package people

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
	"daybook/service/store/pgtest"
	"daybook/service/store/sqltest"
	"daybook/service/store/storetest"
)

// loadBook fills Ann's address book: contacts spread over folders, 20 to a
// top folder. It returns her id and that of a folder.
func loadBook(t testing.TB, s *store.Store, folders, contacts int) (user, folder string) {
	t.Helper()
	ann := storetest.AddUser(t, s, "ann@contoso.example")
	r := rand.New(rand.NewPCG(1, 2))
	err := s.Write(t.Context(), func(tx *store.Tx) error {
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
			f, err := AddContactFolder(tx, mb, parent, fmt.Sprintf("Folder %d", i))
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
			_, err := AddContact(tx, mb, model.Contact{DisplayName: name, Surname: fmt.Sprintf("Family%d", i%300), CompanyName: fmt.Sprintf("Company %d", i%40),
				EmailAddresses: []model.EmailAddress{{Name: name, Address: fmt.Sprintf("p%d@example.com", i)}, {Address: fmt.Sprintf("home%d@example.com", i)}},
				JobTitle:       "Planner", MobilePhone: "+44 7700 900000", PersonalNotes: "Likes the mountains, and plans by the week with coloured pens. " + strconv.Itoa(r.IntN(300)), ParentFolderID: ids[i%len(ids)]})
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

func TestListsOfPeopleAreServedByAnIndex(t *testing.T) {
	s := storetest.Open(t, Tables)
	ann, folder := loadBook(t, s, 5, 50)
	byName := odata.By("displayName", false)
	storetest.OnMailbox(t, s, ann, func(tx *store.Tx, mb int64) error {
		for raw, c := range map[string]struct{ folder, address, index string }{
			"":                                       {"", "", "contacts_by_name"},
			"$orderby=displayName desc":              {"", "", "contacts_by_name"},
			"$filter=startswith(displayName,'Pers')": {"", "", "contacts_by_name"},
			"$filter=startswith(surname,'Fam')":      {folder, "", "contacts_in_folder"},
			"$orderby=displayName":                   {folder, "", "contacts_in_folder"},
			"$filter=emailAddresses/any(a:a/name ne '')": {folder, "", "contacts_in_folder"},
		} {
			q := storetest.Asked(t, NewSchemas().Contacts, NewSchemas().ContactSearch, raw, byName)
			for _, after := range [][]any{nil, {"person 5", "x"}} {
				q.After = after
				plan := storetest.Plan(t, tx, Contacts(mb, c.folder, c.address), q)
				storetest.Served(t, fmt.Sprintf("contacts %s after %v", raw, after), plan, c.index)
			}
		}
		for manager, index := range map[string]string{"": "profiles_by_name", ann: "profiles_by_manager"} {
			plan := storetest.Plan(t, tx, users(manager), storetest.Asked(t, NewSchemas().Users, nil, "", byName))
			storetest.Served(t, "users of "+manager, plan, index)
		}
		return nil
	})
}

// An address and a word lead to few contacts, which are then sorted.
func TestPeopleAreFoundByAnIndex(t *testing.T) {
	pgtest.FilesOnly(t, "plan that says EXPLAIN QUERY PLAN")
	s := storetest.Open(t, Tables)
	ann, _ := loadBook(t, s, 2, 20)
	storetest.OnMailbox(t, s, ann, func(tx *store.Tx, mb int64) error {
		for _, c := range []struct{ raw, address, index string }{
			{"$filter=emailAddresses/any(a:a/address eq 'p3@example.com')", "p3@example.com", "contact_addresses_by_address"},
			{`$search="planner"`, "", "VIRTUAL TABLE INDEX"},
		} {
			q := storetest.Asked(t, NewSchemas().Contacts, NewSchemas().ContactSearch, c.raw)
			plan := storetest.Plan(t, tx, Contacts(mb, "", c.address), q)
			if !strings.Contains(plan, c.index) || strings.Contains(plan, "SCAN c") {
				t.Errorf("%s is not served by %s:\n%s", c.raw, c.index, plan)
			}
		}
		return nil
	})
}

// The directory's words and a mailbox's never meet, though they share a table.
func TestSearchStaysInItsMailbox(t *testing.T) {
	s := storetest.Open(t, Tables)
	ann, _ := loadBook(t, s, 0, 3)
	bo := storetest.AddUser(t, s, "person@contoso.example")
	for user, want := range map[string]int{ann: 3, bo.ID: 0} {
		storetest.OnMailbox(t, s, user, func(tx *store.Tx, mb int64) error {
			got, _, err := Contacts(mb, "", "").Page(tx, storetest.Asked(t, NewSchemas().Contacts, NewSchemas().ContactSearch, `$search="person"`))
			if len(got) != want {
				t.Errorf("%d contacts found, want %d", len(got), want)
			}
			return err
		})
	}
	storetest.OnMailbox(t, s, ann, func(tx *store.Tx, _ int64) error {
		got, _, err := users("").Page(tx, storetest.Asked(t, NewSchemas().Users, NewSchemas().UserSearch, `$search="person"`))
		if len(got) != 1 || got[0].ID != bo.ID {
			t.Errorf("found %v, want the one user", got)
		}
		return err
	})
}

// BenchmarkContacts asks what screens ask of 5,000 contacts in 200 folders.
func BenchmarkContacts(b *testing.B) {
	s := storetest.Open(b, Tables)
	ann, folder := loadBook(b, s, 200, 5000)
	people := NewSchemas()
	byName := odata.By("displayName", false)
	for name, c := range map[string]struct{ raw, folder, address string }{
		"all":      {},
		"folder":   {"", folder, ""},
		"address":  {"$filter=emailAddresses/any(a:a/address eq 'p77@example.com')", "", "p77@example.com"},
		"begins":   {"$filter=startswith(displayName,'person 12') or emailAddresses/any(a:startswith(a/address,'p12'))", "", ""},
		"rareWord": {`$search="family77 company"`, "", ""},
		"anyWord":  {`$search="planner"`, "", ""},
	} {
		q := storetest.Asked(b, people.Contacts, people.ContactSearch, c.raw, byName)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				storetest.OnMailbox(b, s, ann, func(tx *store.Tx, mb int64) error {
					got, _, err := Contacts(mb, c.folder, c.address).Page(tx, q)
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
			err := s.Write(b.Context(), func(tx *store.Tx) error {
				mb, err := tx.Mailbox(ann)
				if err != nil {
					return err
				}
				at := time.Now()
				_, err = AddContact(tx, mb, model.Contact{DisplayName: fmt.Sprintf("New %d", i), Birthday: &at,
					EmailAddresses: []model.EmailAddress{{Address: fmt.Sprintf("new%d@example.com", i)}}})
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestContactsAreAsTheirColumnsSay(t *testing.T) {
	s := storetest.Open(t)
	storetest.Listed(t, s, contactTable, "mailbox_id")
	storetest.Listed(t, s, contactFolderTable, "mailbox_id")
	storetest.Listed(t, s, profileTable, "mailbox_id")
}

// The text index is not copied by a recovery, but made anew.
func TestPeopleAreFoundInWhatWasRecovered(t *testing.T) {
	dir, areas := t.TempDir(), []store.Area{Tables}
	s, err := store.Open(dir, store.Options{Areas: areas})
	if err != nil {
		t.Fatal(err)
	}
	ann, _ := loadBook(t, s, 0, 3)
	to := filepath.Join(t.TempDir(), "saved")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Recover(t.Context(), dir, to, areas); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(to, store.Options{Areas: areas}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.OnMailbox(t, s, ann, func(tx *store.Tx, mb int64) error {
		got, _, err := Contacts(mb, "", "").Page(tx, storetest.Asked(t, NewSchemas().Contacts, NewSchemas().ContactSearch, `$search="person"`))
		if len(got) != 3 {
			t.Errorf("%d contacts found, want 3", len(got))
		}
		return err
	})
}

// TestEveryPropertyOfPeopleIsReadBySQL holds the schemas to what memory makes
// of the entities, property by property.
func TestEveryPropertyOfPeopleIsReadBySQL(t *testing.T) {
	s := storetest.Open(t, Tables)
	ann := storetest.AddUser(t, s, "ann@contoso.example")
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		for _, text := range []string{fullContact, `{"displayName":"bare"}`} {
			var c model.Contact
			sqltest.Decode(t, text, &c)
			if _, err := AddContact(tx, mailbox, c); err != nil {
				return err
			}
		}
		full := model.User{}
		sqltest.Decode(t, fullUser, &full)
		full.ID = ann.ID
		if err := SetProfile(tx, full); err != nil {
			return err
		}
		schemas := NewSchemas()
		if refused := sqltest.Agree(t, schemas.Contacts, storetest.Reading(tx, Contacts(mailbox, "", "")), sqltest.Itself); refused != "" {
			t.Errorf("contacts: no filter may name %s", refused)
		}
		refused := sqltest.Agree(t, schemas.Users, storetest.Reading(tx, users("")), sqltest.Itself)
		if want := "manager directReports*"; refused != want {
			t.Errorf("users: no filter may name %s, want %s", refused, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

const (
	fullContact = `{"displayName":"Émile","givenName":"Émile","surname":"Å","nickName":"É","title":"Dr","generation":"II","initials":"É. Å.","middleName":"M",
		"emailAddresses":[{"name":"É","address":"E@x.example"},{"name":"","address":"f@x.example"}],"businessPhones":["1","2"],"homePhones":["Red"],
		"imAddresses":["a"],"mobilePhone":"+1","companyName":"Ålen","jobTitle":"Chef","department":"Été","businessHomePage":"https://b.example",
		"homeAddress":` + sqltest.Street + `,"businessAddress":` + sqltest.Street + `,"birthday":"1980-11-20T11:59:00Z","personalNotes":"é","spouseName":"É","manager":"A",
		"assistantName":"É","children":["É"],"categories":["Red"],"profession":"É","officeLocation":"É","fileAs":"Å, Émile"}`
	fullUser = `{"displayName":"Émile","givenName":"Émile","surname":"Å","mail":"ann@contoso.example","userPrincipalName":"ann@contoso.example",
		"jobTitle":"Été","department":"É","officeLocation":"É","city":"Åby","businessPhones":["Red","2"],"mobilePhone":"+1","preferredLanguage":"fr","accountEnabled":true}`
)
