package cmd

import (
	"bufio"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daybook/service"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

// told are readings of all areas, which a store and its copy answer alike.
var told = []string{
	"/me/messages?$top=200&$select=subject,receivedDateTime,isRead,flag,categories,parentFolderId,changeKey,conversationId",
	"/me/messages?$search=\"ferry\"&$top=200&$select=id",
	"/me/mailFolders?$top=100&includeHiddenFolders=true",
	"/me/events?$top=200&$select=subject,start,end,attendees,recurrence,changeKey",
	"/me/contacts?$top=200", "/me/contactFolders", "/me/calendars", "/me/calendarGroups", "/me/outlook/masterCategories",
	"/me/drive/root/children", "/me/mailboxSettings", "/me/photo", "/me/manager", "/me/directReports",
	"/users?$top=200", "/users?$search=\"displayName:ann\"", "/groups", "/me/memberOf/microsoft.graph.group", "/me/inferenceClassification/overrides",
}

// readings are the answers to told of a person.
func readings(t *testing.T, data, user string, flags ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range told {
		out, err := run(t, data, append(append([]string{"api", "GET"}, flags...), path, "--user", user)...)
		if err != nil {
			out, _, _ = strings.Cut(err.Error(), "(") // with the id of the request behind it
		}
		all[path] = out
	}
	return all
}

func sameReadings(t *testing.T, who string, got, want map[string]string) {
	t.Helper()
	for path, w := range want {
		if got[path] != w {
			t.Errorf("%s: %s: the copy answers\n%.600s\nwhere\n%.600s\nis wanted", who, path, got[path], w)
		}
	}
}

// waitIndexed has all mail of a data folder's mailbox in the text index.
func waitIndexed(t *testing.T, dir string) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Areas: service.Areas()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestAWholeTeamMovesAndAnswersAsBefore(t *testing.T) {
	data, to := t.TempDir(), t.TempDir()
	steps(t, data, []step{
		{args: "user list --sample", says: "ann@contoso.example"},
		{args: "move --sample --to " + to + " --prepare", says: "mailboxes are copied and closed there"},
		{args: "user list --data " + to, fails: "there is no mailbox here yet"},
		{args: "move --sample --to " + to + " --mailbox bo@contoso.example --mailbox BO@contoso.example", says: "1 mailbox is there"},
		{args: "user list --data " + to, says: "bo@contoso.example\tBo Berg\t\n"},
		{args: "move --sample --to " + to, says: "bo@contoso.example is there already, and stays as it is there"},
		{args: "move --sample --to " + to, says: "nothing was to be moved"},
		{args: "check --data " + to, says: "is whole"},
		{args: "check --sample", says: "is whole"},
	})
	waitIndexed(t, filepath.Join(data, "sample"))
	waitIndexed(t, filepath.Join(to, "mailbox"))
	for _, who := range []string{"ann@contoso.example", "bo@contoso.example", "eve@contoso.example"} {
		want := readings(t, data, who, "--sample")
		if len(want[told[0]]) < 1000 || len(want[told[1]]) < 100 && who == "ann@contoso.example" || !strings.Contains(want["/groups"], "group-") {
			t.Fatalf("%s: there is little to compare: %q", who, want)
		}
		sameReadings(t, who, readings(t, to, who), want)
	}
	// Nobody is seen before the mailbox is there, nor found by what is half there.
	if out, err := run(t, data, "move", "--sample", "--to", filepath.Join(to, "other"), "--mailbox", "cy@contoso.example"); err != nil || !strings.Contains(out, "messages  ") || !strings.Contains(out, "daybook serve --data ") {
		t.Errorf("got %q, %v; want the tables with their hashes, and how to switch", out, err)
	}
}

// A team moves from files to PostgreSQL, where all answers are the same, and
// back.
func TestATeamMovesToPostgreSQLAndBack(t *testing.T) {
	at := pgtest.Database(t)
	data, back := t.TempDir(), t.TempDir()
	tables := func(says string) (lines []string) {
		for line := range strings.Lines(says) {
			if strings.HasPrefix(line, " ") {
				lines = append(lines, line)
			}
		}
		return lines
	}
	steps(t, data, []step{{args: "user list --sample", says: "ann@contoso.example"}})
	there, err := run(t, data, "move", "--sample", "--to", at)
	if err != nil {
		t.Fatal(err)
	}
	again, err := run(t, data, "move", "--store", at, "--to", back)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := tables(there), tables(again); len(a) < 20 || !slices.Equal(a, b) {
		t.Errorf("there went\n%s\nand back came\n%s", strings.Join(a, ""), strings.Join(b, ""))
	}
	if out, err := run(t, data, "move", "--store", at, "--to", at); err == nil {
		t.Errorf("to where it is: %q", out)
	}
	waitIndexed(t, filepath.Join(data, "sample"))
	waitIndexed(t, at)
	waitIndexed(t, filepath.Join(back, "mailbox"))
	for _, who := range []string{"ann@contoso.example", "eve@contoso.example"} {
		want := readings(t, data, who, "--sample")
		sameReadings(t, who+" on PostgreSQL", readings(t, data, who, "--store", at), want)
		sameReadings(t, who+" back again", readings(t, back, who), want)
	}
	steps(t, back, []step{{args: "check", says: "is whole"}})
}

func TestAMoveThatIsAskedWronglyIsRefusedInWords(t *testing.T) {
	data, to := t.TempDir(), t.TempDir()
	steps(t, data, []step{
		{args: "user add ann@contoso.example"},
		{args: "move", fails: "say where to: --to and a data folder"},
		{args: "move --to mysql://x/y", fails: "it is no URL of a database"},
		{args: "move --to postgres://x:secret@h/y", fails: "there is a password in it"},
		{args: "move --to " + data, fails: "is where the mailboxes are already"},
		{args: "move --to " + to + " --mailbox nobody@contoso.example", fails: "there is no mailbox of nobody@contoso.example here"},
		{args: "move --to " + to + " --user ann@contoso.example", fails: "leave --user out"},
		{args: "move --to " + to, says: "1 mailbox is there"},
	})
}

// A service that people are signed in to is moved under their feet: what was
// done before the switch is there, and nobody signs in anew.
func TestPeopleStaySignedInWhereTheirMailboxesWent(t *testing.T) {
	if testing.Short() {
		t.Skip("starts other processes")
	}
	data, to := t.TempDir(), t.TempDir()
	now(t, data, "", "user", "add", "ann@contoso.example", "--name", "Ann Ash", "--admin")
	now(t, data, annsPassword+"\n", "user", "password", "ann@contoso.example")
	now(t, to, "", "user", "add", "zoe@contoso.example")
	token := strings.TrimSpace(now(t, data, "", "token", "--user", "ann@contoso.example", "--expires", "1h"))
	here, there := served(t, data), served(t, to)
	if status, text := ask(t, "GET", there+"/v1.0/me", token, ""); status != 401 {
		t.Errorf("before: %d %s", status, text)
	}
	draft := func(subject string) {
		t.Helper()
		if status, text := ask(t, "POST", here+"/v1.0/me/messages", token, `{"subject":"`+subject+`"}`); status != 201 {
			t.Fatalf("%d %s", status, text)
		}
	}
	draft("Before")
	if out := now(t, data, "", "move", "--to", to, "--prepare"); !strings.Contains(out, "is copied and closed there") {
		t.Errorf("got %q", out)
	}
	if status, text := ask(t, "GET", there+"/v1.0/me", token, ""); status != 401 {
		t.Errorf("prepared: %d %s", status, text)
	}
	draft("Between")
	now(t, data, "", "move", "--to", to)
	status, text := ask(t, "GET", there+"/v1.0/me/messages?$select=subject", token, "")
	if status != 200 || !strings.Contains(text, "Before") || !strings.Contains(text, "Between") {
		t.Errorf("afterwards: %d %s", status, text)
	}
	if status, text := ask(t, "GET", there+"/v1.0/users?$search=\"displayName:ash\"", token, ""); status != 200 || !strings.Contains(text, "Ann Ash") {
		t.Errorf("in the directory: %d %s", status, text)
	}
	if out := now(t, to, "", "user", "list"); out != "zoe@contoso.example\tzoe\t\nann@contoso.example\tAnn Ash\tadministrator\n" {
		t.Errorf("got %q", out)
	}
}

// The process is killed between mailboxes and within one; what it left is gone
// on with.
func TestAMoveThatIsKilledIsGoneOnWith(t *testing.T) {
	if testing.Short() {
		t.Skip("starts other processes")
	}
	data, to := t.TempDir(), t.TempDir()
	now(t, data, "", "user", "list", "--sample")
	for lines := range 4 {
		cmd := child(t, "move", "--sample", "--data", data, "--to", to)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		said := bufio.NewScanner(out)
		for range lines + 1 {
			said.Scan()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // with the signal
		if out, err := run(t, to, "check"); err != nil {
			t.Fatalf("killed after %d mailboxes: %v, %s", lines+1, err, out)
		}
	}
	if out := now(t, data, "", "move", "--sample", "--to", to); !strings.Contains(out, "ann@contoso.example is there already") || !strings.Contains(out, "mailboxes are there") {
		t.Errorf("got %q", out)
	}
	if a, b := now(t, data, "", "user", "list", "--json", "--sample"), now(t, to, "", "user", "list", "--json"); a != b {
		t.Errorf("the copy has\n%s\nwhere\n%s\nis wanted", b, a)
	}
	if out, err := run(t, to, "check"); err != nil {
		t.Errorf("%v, %s", err, out)
	}
}
