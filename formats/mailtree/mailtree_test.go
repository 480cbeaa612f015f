package mailtree

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/formats/mbox"
)

const (
	mail   = "From: a@example.com\nSubject: s\n\ntext\n"
	twoOne = "From a@example.com Tue Mar  3 10:00:00 2026\nSubject: 1\n\none\n\nFrom a@example.com Tue Mar  3 10:00:00 2026\nSubject: 2\n\ntwo\n"
)

// plant writes files under a new directory and returns it.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// walk lists what is found as "folder/path: first header" or the error.
func walk(t *testing.T, limit int, paths ...string) []string {
	t.Helper()
	var got []string
	for it := range Walk(context.Background(), paths, limit) {
		line := filepath.Base(it.Source) + ": "
		if it.Err != nil {
			line += it.Err.Error()
		} else {
			first, _, _ := bytes.Cut(it.Raw, []byte("\n"))
			line = strings.Join(it.Folder, "/") + ": " + string(first)
			if it.Flags.Seen {
				line += " seen"
			}
		}
		got = append(got, line)
	}
	slices.Sort(got)
	return got
}

func check(t *testing.T, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func packed(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

func TestNestedAndPartialMaildirs(t *testing.T) {
	dir := plant(t, map[string]string{
		"list/cur/1:2,S": "A: 1\n", "list/new/2": "A: 2\n", "list/tmp/3": "A: 3\n", "list/new/.keep": "",
		"list/4:2,":        "A: 4\n", // beside cur
		"list/foo/cur/5":   "A: 5\n", // cur alone
		"list/foo/bar/6":   mail,     // no Maildir at all, but mail
		"list/.Sent/cur/7": "A: 7\n", // Maildir++ inside a named folder
		"list/.git/config": "x", "list/dovecot.index": "x",
	})
	check(t, walk(t, 1000, dir), "list: A: 1 seen", "list: A: 2", "list: A: 4", "list/foo: A: 5",
		"list/foo/bar: From: a@example.com", "list/Sent: A: 7")
}

func TestFolderPaths(t *testing.T) {
	files := map[string]string{
		"cur/1": "A: 1\n", ".Sent/cur/2": "A: 2\n", ".Lists.Go/cur/3": "A: 3\n", "Old/cur/4": "A: 4\n",
	}
	dir := plant(t, files)
	check(t, walk(t, 1000, dir), "Inbox: A: 1", "Sent: A: 2", "Lists/Go: A: 3", "Old: A: 4")

	tree := plant(t, map[string]string{
		"lists/cur/1": "A: 1\n", "lists/go/new/2": "A: 2\n", "lists/notes.eml": mail,
		"Local/Inbox": twoOne, "Local/Inbox.msf": "// index", "Local/Inbox.sbd/Work": twoOne, "Apple.mbox/mbox": twoOne,
		"old.mbox.gz": packed(twoOne),
	})
	check(t, walk(t, 1000, tree),
		"lists: A: 1", "lists/go: A: 2", "lists: From: a@example.com",
		"Local/Inbox: Subject: 1", "Local/Inbox: Subject: 2", "Local/Inbox/Work: Subject: 1", "Local/Inbox/Work: Subject: 2",
		"Apple: Subject: 1", "Apple: Subject: 2", "old: Subject: 1", "old: Subject: 2")
	check(t, walk(t, 1000, filepath.Join(tree, "lists")), "lists: A: 1", "lists/go: A: 2", "lists: From: a@example.com")
	check(t, walk(t, 1000, filepath.Join(tree, "lists/notes.eml"), filepath.Join(tree, "old.mbox.gz")),
		"Inbox: From: a@example.com", "old: Subject: 1", "old: Subject: 2")
}

func TestWhatCannotBeReadSaysWhyAndTheWalkGoesOn(t *testing.T) {
	dir := plant(t, map[string]string{
		"a.eml": mail, "big.eml": mail + strings.Repeat("x\n", 600), "empty.eml": "", "notes.txt": "just notes\n",
		"cut.mbox.gz": packed(strings.Repeat(twoOne, 50))[:60], "z.eml": mail,
	})
	if err := os.Symlink("a.eml", filepath.Join(dir, "link.eml")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(dir)
	got := walk(t, 1000, dir, filepath.Join(dir, "nowhere"))
	want := []string{
		name + ": From: a@example.com", name + ": From: a@example.com",
		"big.eml: message is larger than the limit of 1000 bytes",
		"empty.eml: empty file",
		"notes.txt: not a mail message or mailbox",
		"link.eml: symbolic link, not followed; name its target to import it",
		"nowhere: no such file or directory",
	}
	cut := slices.IndexFunc(got, func(s string) bool { return strings.HasPrefix(s, "cut.mbox.gz: ") })
	if cut < 0 {
		t.Fatalf("got %q, want a reason for the cut file", got)
	}
	got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "cut") })
	check(t, got, want...)
}

func TestDamagedFilesAreKnownAsMail(t *testing.T) {
	dir := plant(t, map[string]string{
		"blank":   "Subject : 1\n\none\n",
		"mark":    "\ufeffSubject: 2\n\ntwo\n",
		"content": "Content-Type: text/plain\n\nthree\n",
		"broken":  "X-Relay: here\nit said this\nSubject: 4\n\nfour\n",
		"returns": "X-Relay: here\rSubject: 5\r\rfive\r",
		"box":     "\ufeffFrom \nSubject: 6\nTo: a\n\nsix\n\nFrom \nSubject: 7\nTo: b\n\nseven\n",
		"notes":   "From \nhere on: not mail\n",
		"prose":   "Some words.\nSubject: not mail\nmore words\n",
	})
	check(t, walk(t, 1000, filepath.Join(dir, "blank"), filepath.Join(dir, "mark"), filepath.Join(dir, "content"), filepath.Join(dir, "broken"),
		filepath.Join(dir, "returns"), filepath.Join(dir, "box"), filepath.Join(dir, "notes"), filepath.Join(dir, "prose")),
		"Inbox: Subject : 1", "Inbox: \ufeffSubject: 2", "Inbox: Content-Type: text/plain", "Inbox: X-Relay: here",
		"Inbox: X-Relay: here\rSubject: 5\r\rfive\r", "box: Subject: 6", "box: Subject: 7",
		"notes: not a mail message or mailbox", "prose: not a mail message or mailbox")
}

func TestPackedMessagesAndEnvelopes(t *testing.T) {
	dir := plant(t, map[string]string{"box/cur/1354585346.1:2,S": packed(mail), "box/new/x": mail})
	for it := range Walk(context.Background(), []string{dir}, 1000) {
		if string(it.Raw) != mail {
			t.Errorf("%s: got %q, want the message unpacked", it.Source, it.Raw)
		}
		if it.Group != filepath.Join(dir, "box") {
			t.Errorf("group: got %q, want the Maildir", it.Group)
		}
		if want := time.Unix(1354585346, 0); it.Flags.Seen && !it.Received.Equal(want) {
			t.Errorf("received: got %v, want %v", it.Received, want)
		}
	}
}

func TestSurveyCountsWhatWalkGoesThrough(t *testing.T) {
	dir := plant(t, map[string]string{"a/cur/1": mail, "b.mbox": twoOne, "c.txt": "no mail"})
	total, err := Survey(context.Background(), []string{dir})
	if err != nil || total.Files != 3 {
		t.Fatalf("got %+v, %v; want 3 files", total, err)
	}
	var last int64
	for it := range Walk(context.Background(), []string{dir}, 1000) {
		if it.Done < last {
			t.Errorf("%s: done went back from %d to %d", it.Source, last, it.Done)
		}
		last = it.Done
	}
	if last != total.Bytes {
		t.Errorf("got %d bytes gone through, want %d", last, total.Bytes)
	}
}

func TestTheWalkStopsWhenAsked(t *testing.T) {
	dir := plant(t, map[string]string{"a.eml": mail, "b.eml": mail, "c.mbox": twoOne})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	for range Walk(ctx, []string{dir}, 1000) {
		n++
		cancel()
	}
	if n != 1 {
		t.Errorf("got %d items after cancelling at the first, want 1", n)
	}
	for range Walk(context.Background(), []string{dir}, 1000) {
		break // must not panic
	}
}

func TestTooLargeIsAKnownError(t *testing.T) {
	dir := plant(t, map[string]string{"a.mbox": twoOne})
	for it := range Walk(context.Background(), []string{dir}, 10) {
		if !errors.Is(it.Err, mbox.ErrTooLarge) {
			t.Errorf("got %v, want ErrTooLarge", it.Err)
		}
	}
}
