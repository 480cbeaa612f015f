package cmd

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"daybook/service"
	"daybook/service/store"
)

func TestPeopleAreAddedAndMadeAdministrators(t *testing.T) {
	data := t.TempDir()
	for _, c := range []struct {
		args string
		list string // afterwards
		fail string
	}{
		{"user add cy@contoso.example --name Cy_Cole", "cy@contoso.example\tCy Cole\t\n", ""},
		{"user add Bo@contoso.example", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", ""},
		{"user add bo@contoso.example", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", "already"},
		{"user add nonsense", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", "no address"},
		{"user admin CY@contoso.example", "cy@contoso.example\tCy Cole\tadministrator\nbo@contoso.example\tBo\t\n", ""},
		{"user admin nobody@contoso.example", "cy@contoso.example\tCy Cole\tadministrator\nbo@contoso.example\tBo\t\n", "no mailbox of nobody"},
		{"user admin cy@contoso.example --off", "cy@contoso.example\tCy Cole\t\nbo@contoso.example\tBo\t\n", ""},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		out, err := run(t, data, args...)
		if first := strings.HasPrefix(c.args, "user add cy@"); strings.Contains(out, "when nobody is named") != first {
			t.Errorf("%s: said %q, where the mailbox is the one that opens: %v", c.args, out, first)
		}
		if (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("%s: got %v, want an error with %q", c.args, err, c.fail)
		}
		if got, err := run(t, data, "user", "list"); got != c.list || err != nil {
			t.Errorf("%s: got the list %q, %v; want %q", c.args, got, err, c.list)
		}
	}
}

// steps runs commands one after the other; each says something, or fails with
// words. All have the flags behind them.
func steps(t *testing.T, data string, list []step, flags ...string) {
	t.Helper()
	for _, s := range list {
		args := strings.Fields(s.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		out, err := runWith(t, data, s.in, append(args, flags...)...)
		if (err != nil) != (s.fails != "") || err != nil && !strings.Contains(sentence(err), s.fails) || !strings.Contains(out, s.says) {
			t.Errorf("daybook %s: %v, wrote %q; want %q, and an error with %q", s.args, err, out[:min(len(out), 2000)], s.says, s.fails)
		}
	}
}

// step is a command with what it says, or what it fails with. A _ of a word is
// a blank.
type step struct{ args, in, says, fails string }

func TestADirectoryIsSetUpWithoutTheSample(t *testing.T) {
	data := t.TempDir()
	long := strings.Repeat("n", 300)
	steps(t, data, []step{
		{args: "user add ann@contoso.example --name Ann_Ash --title Head --department Leadership --phone +44_20_7946_0000 --admin", says: "Ann Ash has a mailbox"},
		{args: "user add bo@contoso.example --name Bo_Bell --manager ANN@contoso.example", says: "daybook user password bo@contoso.example"},
		{args: "user add hood@contoso.example --room --name Hood --capacity 8", says: "Hood, 8 seats can be booked"},
		{args: "user list --json", says: `"manager": "ann@contoso.example"`},
		{args: "user list", says: "hood@contoso.example\tHood, 8 seats\troom\n"},
		{args: "group add Crew --address crew@contoso.example --owner ann@contoso.example", says: "Crew"},

		{args: "user add crew@contoso.example", fails: "crew@contoso.example is the address of the group \"Crew\" already"},
		{args: "user add ANN@contoso.example", fails: "there is a mailbox of ann@contoso.example already"},
		{args: "user add a/b@contoso.example", fails: "it looks like bo@contoso.example"},
		{args: "user add a_b@contoso.example", fails: "is no address"},
		{args: "user add " + long + "@contoso.example", fails: "an address has at most 254 characters, and this one 316"},
		{args: "user add x@contoso.example --name " + long, fails: "the name has 300 characters, and at most 255 are taken"},
		{args: "user add x@contoso.example --title Head\a", fails: "has a character that cannot stand there"},
		{args: "user add x@contoso.example --manager nobody@contoso.example", fails: "there is no mailbox of nobody@contoso.example, who is to be the manager"},
		{args: "user add x@contoso.example --manager crew@contoso.example", fails: "the address of a group, which is nobody's manager"},
		{args: "user add x@contoso.example --manager hood@contoso.example", fails: "is a room, and nobody's manager"},
		{args: "user add x@contoso.example --manager x@contoso.example", fails: "nobody is their own manager"},
		{args: "user add x@contoso.example --capacity 3", fails: "give --room too"},
		{args: "user add x@contoso.example --room --admin", fails: "room"},
		{args: "user list", says: "bo@contoso.example\tBo Bell\t\n"},

		{args: "user change bo@contoso.example --title Pilot --phone 1,2", says: "bo@contoso.example is changed"},
		{args: "user list --json", says: `"title": "Pilot"`},
		{args: "user list --json", says: `"phone": "1, 2"`},
		{args: "user change ann@contoso.example --manager bo@contoso.example", fails: "ann@contoso.example would report to themselves in the end"},
		{args: "user change bo@contoso.example --manager bo@contoso.example", fails: "nobody is their own manager"},
		{args: "user change bo@contoso.example", fails: "say what is to change"},
		{args: "user change bo@contoso.example --name " + long, fails: "at most 255"},
		{args: "user change nobody@contoso.example --name x", fails: "no mailbox of nobody@contoso.example"},

		{args: "user remove ann@contoso.example --yes", fails: "is the only administrator: make somebody else one first"},
		{args: "user admin bo@contoso.example", says: "is an administrator"},
		{args: "user remove ann@contoso.example", in: "no\n", says: "1 other will report to nobody", fails: "nothing was changed"},
		{args: "user remove ann@contoso.example", in: "yes\n", says: "They are the only owner of Crew"},
		{args: "user list --json", says: `"manager": ""`},
		{args: "group members crew@contoso.example", says: ""},
		{args: "user remove nobody@contoso.example --yes", fails: "no mailbox of nobody@contoso.example"},
		{args: "user remove crew@contoso.example --yes", fails: "no mailbox of crew@contoso.example"},
		{args: "user add ann@contoso.example --name Ann_Again", says: "Ann Again has a mailbox"},
		{args: "api GET /me --user ann@contoso.example", says: `"surname":"Again"`},
		{args: "api GET /me/mailFolders/inbox --user ann@contoso.example", says: `"totalItemCount":0`},
		{args: "api GET /me/calendar --user ann@contoso.example", says: `"name":"Calendar"`},
		{args: "api GET /me/contactFolders/contacts --user ann@contoso.example", says: `"displayName":"Contacts"`},
		{args: "api GET /me/drive/root --user ann@contoso.example", says: `"name":"root"`},
	})
}

func TestATeamComesFromAFileWholeOrNotAtAll(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "team.csv")
	put(t, file, "\ufeffAddress,name,title,department,manager,phone\nbo@contoso.example,Bo Bell,Pilot,Sea,ann@contoso.example,1\n"+
		"ann@contoso.example,\"Ash, Ann\",Head,,,\n\ncy@contoso.example,,,,bo@contoso.example,\n")
	bad := filepath.Join(t.TempDir(), "bad.csv")
	put(t, bad, "name,address,manager\nDi,di@contoso.example,\nEd,ed,\nBo,bo@contoso.example,\nDi,DI@contoso.example,\nFy,fy@contoso.example,nobody@x.example\nGo,go@contoso.example\n"+
		"Hy,hy@contoso.example,iv@contoso.example\nIv,iv@contoso.example,hy@contoso.example\n")
	odd := filepath.Join(t.TempDir(), "odd.csv")
	put(t, odd, "address;name\nbo@contoso.example;Bo\n")
	bare := filepath.Join(t.TempDir(), "bare.csv")
	put(t, bare, "name\nBo\n")
	steps(t, data, []step{
		{args: "user add --from " + file, says: "3 people have a mailbox"},
		{args: "user list", says: "bo@contoso.example\tBo Bell\t\nann@contoso.example\tAsh, Ann\t\ncy@contoso.example\tcy\t\n"},
		{args: "user add --from " + file, fails: "3 lines of " + file + " cannot be taken, and so nobody was added"},
		{args: "user add --from " + bad, says: "  line 3: \"ed\" is no address: it looks like bo@contoso.example\n" +
			"  line 4: there is a mailbox of bo@contoso.example already\n" +
			"  line 5: DI@contoso.example stands in line 2 already\n" +
			"  line 6: there is no mailbox of nobody@x.example, who is to be the manager\n" +
			"  line 7: it has 2 fields, and the first line 3 columns\n" +
			"  line 9: iv@contoso.example would report to themselves in the end: somebody has to be at the top\n", fails: "6 lines"},
		{args: "user list", says: "cy@contoso.example\tcy\t\n"},
		{args: "user add --from " + odd, fails: "it names the columns, each once, of address,name,title,department,manager,phone"},
		{args: "user add --from " + bare, fails: "names no column address"},
		{args: "user add --from " + file + " --admin", fails: "from"},
		{args: "user add --from " + file + "x", fails: "see whether the name is right"},
		{args: "user add --from -", in: "address\ndi@contoso.example\n", says: "di has a mailbox"},
	})
	if out, err := run(t, data, "user", "list"); err != nil || strings.Count(out, "\n") != 4 {
		t.Errorf("got %q, %v; want four, and none of those that came with a bad line", out, err)
	}
}

// What is left of somebody who is removed is what others have.
func TestNothingIsLeftOfAMailboxThatIsRemoved(t *testing.T) {
	data := t.TempDir()
	var users []struct{ Address string }
	out, err := run(t, data, "user", "list", "--json", "--sample")
	if err == nil {
		err = json.Unmarshal([]byte(out), &users)
	}
	if err != nil || len(users) < 3 {
		t.Fatalf("got %q, %v", out, err)
	}
	s, err := store.Open(filepath.Join(data, "sample"), store.Options{Areas: service.Areas()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	count := func(query string, args ...any) (n int) {
		t.Helper()
		err := s.Read(t.Context(), func(tx *store.Tx) error { return tx.QueryRow(query, args...).Scan(&n) })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const indexed = `SELECT count(*) FROM messages_fts_docsize`
	if n := count(`SELECT count(*) FROM messages`); n < 100 || count(indexed) != n {
		t.Fatalf("%d messages, %d are indexed", n, count(indexed))
	}
	for _, u := range users[:2] {
		if out, err := run(t, data, "user", "remove", u.Address, "--yes", "--sample"); err != nil {
			t.Fatalf("got %q, %v", out, err)
		}
	}
	if n := count(`SELECT count(*) FROM messages`); count(indexed) != n {
		t.Errorf("%d messages, %d are indexed", n, count(indexed))
	}
	var tables []string
	err = s.Read(t.Context(), func(tx *store.Tx) (err error) {
		tables, err = tx.Texts(`SELECT m.name FROM sqlite_master m WHERE m.type = 'table'
			AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'mailbox_id')`)
		return err
	})
	if err != nil || len(tables) < 30 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	for _, table := range tables {
		if n := count(`SELECT count(*) FROM ` + table + ` WHERE mailbox_id NOT IN (SELECT mailbox_id FROM mailboxes)`); n > 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
	for what, query := range map[string]string{
		"managers":         `SELECT count(*) FROM profiles WHERE manager_id <> '' AND manager_id NOT IN (SELECT id FROM mailboxes)`,
		"members":          `SELECT count(*) FROM group_members WHERE user_id NOT IN (SELECT id FROM mailboxes)`,
		"shares":           `SELECT count(*) FROM shared_items WHERE grantee_id <> '' AND grantee_id NOT IN (SELECT id FROM mailboxes)`,
		"grants":           `SELECT count(*) FROM grants WHERE principal_id <> '' AND principal_id NOT IN (SELECT id FROM mailboxes)`,
		"people in search": `SELECT count(*) FROM people_fts_docsize WHERE id NOT IN (SELECT ord FROM contacts UNION SELECT mailbox_id FROM profiles)`,
	} {
		if n := count(query); n > 0 {
			t.Errorf("%d %s are left", n, what)
		}
	}
	if out, err := run(t, data, "check", "--sample"); err != nil {
		t.Errorf("got %q, %v; want it whole", out, err)
	}
}

func TestOnesOwnMailboxStaysTheOneThatOpens(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.eml")
	put(t, file, "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	for _, args := range [][]string{
		{"import", "--as", "Me <me@home.example>", file},
		{"user", "add", "anna@x.example"},
		{"import", file},
		{"api", "GET", "/me?$select=mail"},
	} {
		if out, err := run(t, data, args...); err != nil || args[0] != "user" && !strings.Contains(out, "me@home.example") {
			t.Errorf("%q: got %q, %v; want my mailbox", args, out, err)
		}
	}
}
