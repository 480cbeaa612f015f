package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/model"
)

// killsWanted is how often the child is killed: few by default, as many as
// DAYBOOK_KILLS says for a proof.
func killsWanted() int {
	if n, err := strconv.Atoi(os.Getenv("DAYBOOK_KILLS")); err == nil {
		return n
	}
	return 8
}

// TestMain lets the test binary be the child that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("DAYBOOK_KILL_CHILD"); dir != "" {
		if err := writeUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// writeUntilKilled adds, marks, moves and erases messages, and says on
// standard output what was acknowledged: one line after each commit.
func writeUntilKilled(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	ctx := context.Background()
	users, err := s.Mailboxes(ctx, KindUser)
	if err != nil || len(users) == 0 {
		return fmt.Errorf("no user: %w", err)
	}
	var last string
	for i := 0; ; i++ {
		line := ""
		err := s.Write(ctx, func(tx *Tx) error {
			mb, err := tx.Mailbox(users[0].ID)
			if err != nil {
				return err
			}
			line, last, err = childStep(tx, mb, i, last)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Println(line) // the acknowledgement: after the commit
	}
}

func childStep(tx *Tx, mb int64, i int, last string) (line, id string, err error) {
	switch {
	case i%5 == 3 && last != "":
		archive, err := tx.Folder(mb, model.FolderArchive)
		if err != nil {
			return "", last, err
		}
		_, err = tx.MarkMessage(mb, last, func(m *model.Message) error { m.ParentFolderID, m.IsRead = archive.ID, true; return nil })
		return "moved " + last, last, err
	case i%5 == 4 && last != "":
		return "erased " + last, "", tx.EraseMessage(mb, last)
	}
	inbox, err := tx.Folder(mb, model.FolderInbox)
	if err != nil {
		return "", last, err
	}
	m, err := tx.AddMessage(mb, NewMessage{Message: model.Message{Subject: "kept " + strconv.Itoa(i), ParentFolderID: inbox.ID,
		Body: &model.ItemBody{ContentType: "text", Content: strings.Repeat("text ", 500)}}})
	return "added " + m.ID, m.ID, err
}

// A kill at any moment loses nothing that was acknowledged.
func TestKillingTheWriterLosesNothingAcknowledged(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	user := addUser(t, s, "ann@contoso.example")
	s.Close()
	state := map[string]string{} // id -> added or moved
	for n := range killsWanted() {
		runAndKill(t, dir, state, after(time.Duration(20+(n*37)%120)*time.Millisecond))
		checkKept(t, dir, user.ID, state)
	}
	if len(state) < killsWanted() {
		t.Errorf("only %d messages were acknowledged: the test proves little", len(state))
	}
}

// runAndKill runs the child, kills it, and takes down what it acknowledged.
// It is killed when wait returns, which is called once the first write is
// acknowledged, so that opening does not count.
func runAndKill(t *testing.T, dir string, state map[string]string, wait func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DAYBOOK_KILL_CHILD="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var killed sync.WaitGroup
	for first := true; lines.Scan(); first = false { // a line that was cut off is not acknowledged
		if first {
			killed.Go(func() { wait(); _ = cmd.Process.Kill() })
		}
		verb, id, _ := strings.Cut(lines.Text(), " ")
		if len(id) == 20 {
			state[id] = verb
		}
	}
	killed.Wait()
	_ = cmd.Wait() // it was killed
}

func after(d time.Duration) func() { return func() { time.Sleep(d) } }

func checkKept(t *testing.T, dir, user string, state map[string]string) {
	t.Helper()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	if err := s.WaitIndexed(ctx); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, user)
	err = s.Read(ctx, func(tx *Tx) error {
		var ok string
		if err := tx.QueryRow(`PRAGMA integrity_check`).Scan(&ok); err != nil || ok != "ok" {
			t.Errorf("integrity_check: %s, %v", ok, err)
		}
		mb, err := tx.Mailbox(user)
		if err != nil {
			return err
		}
		archive, err := tx.Folder(mb, model.FolderArchive)
		if err != nil {
			return err
		}
		for id, verb := range state {
			m, err := tx.MessageHead(mb, id)
			switch {
			case verb == "erased" && err == nil:
				t.Errorf("message %s was erased and is back", id)
			case verb != "erased" && err != nil && laterErased(tx, mb, id):
			case verb != "erased" && err != nil:
				t.Errorf("message %s was %s and is lost: %v", id, verb, err)
			case verb == "moved" && (m.ParentFolderID != archive.ID || !m.IsRead):
				t.Errorf("message %s was moved and is in %s", id, m.ParentFolderID)
			}
		}
		var unindexed int
		err = tx.QueryRow(`SELECT count(*) FROM messages WHERE mailbox_id = ? AND indexed <> ord`, mb).Scan(&unindexed)
		if unindexed > 0 {
			t.Errorf("%d messages are not in the text index", unindexed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// laterErased reports a message whose erasure was committed, but killed
// before it could be acknowledged.
func laterErased(tx *Tx, mb int64, id string) bool {
	var op Op
	err := tx.QueryRow(`SELECT max(op) FROM changes WHERE mailbox_id = ? AND item_id = ? AND op = ?`, mb, id, Deleted).Scan(&op)
	return err == nil && op == Deleted
}
