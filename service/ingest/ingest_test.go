package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"daybook/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memory is a Store without a disk.
type memory struct {
	entries []Entry
	refuse  func(Entry) error
}

func (s *memory) Fingerprints(context.Context) (map[Fingerprint]int, error) {
	kept := map[Fingerprint]int{}
	for _, e := range s.entries {
		kept[e.Fingerprint]++
	}
	return kept, nil
}

func (s *memory) Folder(_ context.Context, path []string) (string, error) {
	return strings.Join(path, "/"), nil
}

func (s *memory) Insert(ctx context.Context, batch []Entry) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, e := range batch {
		if s.refuse != nil && s.refuse(e) != nil {
			return s.refuse(e)
		}
	}
	s.entries = append(s.entries, batch...)
	return nil
}

// folders counts what is kept, by folder.
func (s *memory) folders() map[string]int {
	n := map[string]int{}
	for _, e := range s.entries {
		n[e.Message.ParentFolderID]++
	}
	return n
}

func plant(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
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

func mail(id int, more string) string {
	return fmt.Sprintf("Message-ID: <%d@example.com>\nFrom: a@example.com\nSubject: message %d\n%s\ntext %d\n", id, id, more, id)
}

func importInto(t *testing.T, s *memory, paths ...string) Summary {
	t.Helper()
	sum, err := (&Importer{Store: s}).Run(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestEveryMessageComesInOnce(t *testing.T) {
	dir := plant(t, t.TempDir(), map[string]string{
		"box/cur/1:2,S": mail(1, ""), "box/cur/2:2,": mail(2, ""), "box/cur/3:2,": mail(1, ""), // their owner has 1 twice
		"copies/1.eml": mail(1, "Status: RO\n"), "copies/9.eml": mail(9, ""), "copies/9 again.eml": mail(9, ""), "copies/readme": "no mail",
	})
	s := &memory{}
	sum := importInto(t, s, dir)
	if got := s.folders(); got["box"] != 3 || got["copies"] != 1 || len(s.entries) != 4 {
		t.Errorf("got %v, want 3 in box and the one new message in copies", got)
	}
	if sum.Imported != 4 || sum.Duplicates != 2 || sum.Again != 2 || len(sum.Failures) != 1 || filepath.Base(sum.Failures[0].Source) != "readme" {
		t.Errorf("got %+v, want 4 imported, 2 duplicates and the readme", sum)
	}
	again := importInto(t, s, dir)
	if again.Imported != 0 || again.Duplicates != 6 || again.Again != 0 || len(s.entries) != 4 {
		t.Errorf("the second time: got %+v, want 6 duplicates", again)
	}
	plant(t, dir, map[string]string{"box/cur/0:2,": mail(5, "")})
	if third := importInto(t, s, dir); third.Imported != 1 {
		t.Errorf("with a new file: got %d imported, want 1", third.Imported)
	}
}

func TestACancelledRunIsContinued(t *testing.T) {
	var box bytes.Buffer
	const n = 1000
	for i := range n {
		fmt.Fprintf(&box, "From ann@example.com Tue Mar  3 10:00:00 2026\n%s\n", mail(i%900, "")) // the last hundred are second copies
	}
	path := filepath.Join(plant(t, t.TempDir(), map[string]string{"a.mbox": box.String()}), "a.mbox")
	s := &memory{}
	ctx, cancel := context.WithCancel(context.Background())
	im := Importer{Store: s, Progress: func(p Progress) {
		if p.Imported >= 400 {
			cancel()
		}
	}}
	sum, err := im.Run(ctx, []string{path})
	if !errors.Is(err, context.Canceled) || sum.Imported != len(s.entries) || sum.Imported < 400 || sum.Imported == n {
		t.Fatalf("got %d imported, %d kept, %v; want a part and context.Canceled", sum.Imported, len(s.entries), err)
	}
	importInto(t, s, path)
	if len(s.entries) != n {
		t.Errorf("got %d messages in the end, want %d", len(s.entries), n)
	}
}

func TestOrderIsKeptAndProgressReachesTheEnd(t *testing.T) {
	files := map[string]string{}
	for i := range 700 {
		files[fmt.Sprintf("box/cur/%04d", i)] = mail(i, "X: "+strings.Repeat("x", i*13%5000)+"\n")
	}
	dir := plant(t, t.TempDir(), files)
	s := &memory{}
	var last Progress
	im := Importer{Store: s, Workers: 4, Progress: func(p Progress) { last = p }}
	if _, err := im.Run(context.Background(), []string{dir}); err != nil {
		t.Fatal(err)
	}
	for i, e := range s.entries {
		if want := fmt.Sprintf("message %d", i); e.Message.Subject != want {
			t.Fatalf("entry %d: got %q, want %q", i, e.Message.Subject, want)
		}
	}
	if last.Bytes != last.TotalBytes || last.Imported != 700 || last.TotalBytes == 0 {
		t.Errorf("last progress: got %+v, want all of it", last)
	}
}

func TestWhatTheStoreRefusesIsNamedAndTheRestComesIn(t *testing.T) {
	dir := plant(t, t.TempDir(), map[string]string{"box/cur/1": mail(1, ""), "box/cur/2": mail(2, ""), "box/cur/3": mail(3, "")})
	refusal := errors.New("too large")
	s := &memory{refuse: func(e Entry) error {
		if e.Message.Subject == "message 2" {
			return refusal
		}
		return nil
	}}
	sum := importInto(t, s, dir)
	if len(s.entries) != 2 || len(sum.Failures) != 1 || !errors.Is(sum.Failures[0].Reason, refusal) || filepath.Base(sum.Failures[0].Source) != "2" {
		t.Errorf("got %d kept, failures %v; want 2 and the second refused", len(s.entries), sum.Failures)
	}
	s.refuse = func(Entry) error { return refusal }
	plant(t, dir, map[string]string{"box/cur/4": mail(4, "")})
	if _, err := (&Importer{Store: s}).Run(context.Background(), []string{dir}); !errors.Is(err, refusal) {
		t.Errorf("a store that takes nothing: got %v, want its error", err)
	}
}

func TestFlagsBecomeState(t *testing.T) {
	dir := plant(t, t.TempDir(), map[string]string{
		"box/cur/1:2,FRS": mail(1, ""), "box/cur/2:2,D": mail(2, ""), "box/new/3": mail(3, "List-Unsubscribe: <x>\n"),
		"box/cur/4:2,T": mail(4, ""), "loose/5.eml": mail(5, ""), "loose/6.eml": mail(6, "Status: O\nX-Keywords: work\n"),
	})
	s := &memory{}
	importInto(t, s, dir)
	byID := map[string]model.Message{}
	for _, e := range s.entries {
		byID[e.Message.Subject[len("message "):]] = e.Message
	}
	if m := byID["1"]; !m.IsRead || m.Flag == nil || m.Flag.FlagStatus != model.Flagged || len(m.SingleValueProperties) != 1 || m.SingleValueProperties[0].Value != "102" {
		t.Errorf("1: got %+v, want read, flagged, answered", m)
	}
	if m := byID["2"]; m.IsRead || !m.IsDraft {
		t.Errorf("2: got read %v draft %v, want an unread draft", m.IsRead, m.IsDraft)
	}
	if m := byID["3"]; m.IsRead || m.InferenceClassification != model.Other {
		t.Errorf("3: got read %v, %s; want unread and other", m.IsRead, m.InferenceClassification)
	}
	if m := byID["4"]; m.ParentFolderID != "Deleted Items" {
		t.Errorf("4: got folder %q, want Deleted Items", m.ParentFolderID)
	}
	if m := byID["5"]; !m.IsRead || m.InferenceClassification != model.Focused {
		t.Errorf("5: got read %v, %s; want read and focused", m.IsRead, m.InferenceClassification)
	}
	if m := byID["6"]; m.IsRead || !slices.Equal(m.Categories, []string{"work"}) {
		t.Errorf("6: got read %v, categories %v; want unread, work", m.IsRead, m.Categories)
	}
}
