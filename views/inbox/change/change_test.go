package change

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/views/inbox/rows"
)

func drawMessage(t *rapid.T) *rows.Message {
	return &rows.Message{
		ID:         fmt.Sprint("m", rapid.IntRange(0, 1000000).Draw(t, "id")),
		Folder:     rapid.SampledFrom([]string{"inbox", "archive", "projects"}).Draw(t, "folder"),
		Read:       rapid.Bool().Draw(t, "read"),
		Flag:       rapid.SampledFrom([]string{model.NotFlagged, model.Flagged, model.FlagComplete}).Draw(t, "flag"),
		Importance: rapid.SampledFrom([]string{model.ImportanceLow, model.ImportanceNormal, model.ImportanceHigh}).Draw(t, "importance"),
		Class:      rapid.SampledFrom([]string{model.Focused, model.Other}).Draw(t, "class"),
		Snoozed:    rapid.SampledFrom([]string{"", "2026-10-23T08:00:00Z"}).Draw(t, "snoozed"),
		Categories: rapid.SliceOfN(rapid.SampledFrom([]string{"red", "blue"}), 0, 2).Draw(t, "categories"),
	}
}

func maybe[T any](t *rapid.T, name string, value T) *T {
	if rapid.Bool().Draw(t, "change "+name) {
		return &value
	}
	return nil
}

func drawState(t *rapid.T) State {
	m := drawMessage(t)
	return State{Folder: maybe(t, "folder", m.Folder), Read: maybe(t, "read", m.Read), Flag: maybe(t, "flag", m.Flag),
		Importance: maybe(t, "importance", m.Importance), Class: maybe(t, "class", m.Class),
		Snoozed: maybe(t, "snoozed", m.Snoozed), Categories: maybe(t, "categories", m.Categories)}
}

// TestUndoOfDoIsTheIdentity, also through the log on disk.
func TestUndoOfDoIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMessage(t)
		before := *m
		e, changes := To(m, drawState(t))
		if !changes {
			return
		}
		step := Of(e)
		if rule := maybe(t, "rule", Rule{Address: "a@b.example", After: model.Other}); rule != nil {
			step = append(Changes{{Rule: rule}}, step...)
		}
		b, err := Encode(step)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Decode(b)
		read := Changes(list)
		if err != nil || len(read) != len(step) || !reflect.DeepEqual(read[0].Rule, step[0].Rule) || read.Messages() != 1 ||
			!read[len(read)-1].Before.Equal(e.Before) || !read[len(read)-1].After.Equal(e.After) {
			t.Fatalf("encoded %+v, decoded %+v, %v", step, read, err)
		}
		Apply(m, read[len(read)-1].After)
		done := *m
		Apply(m, read.Inverse()[0].After)
		if !sameMessage(m, &before) {
			t.Fatalf("undo: got %+v, want %+v", m, before)
		}
		Apply(m, read.Inverse().Inverse()[len(read)-1].After)
		if !sameMessage(m, &done) {
			t.Fatalf("redo: got %+v, want %+v", m, done)
		}
	})
}

func sameMessage(a, b *rows.Message) bool {
	x, y := *a, *b
	equal := len(x.Categories) == len(y.Categories) && (len(x.Categories) == 0 || reflect.DeepEqual(x.Categories, y.Categories))
	x.Categories, y.Categories = nil, nil
	return equal && reflect.DeepEqual(x, y)
}

func TestMessagesThatChangeAlikeShareAnEntry(t *testing.T) {
	var c Changes
	folder, archive := "inbox", "archive"
	for i := range 1000 {
		c = append(c, Of(Edit{ID: fmt.Sprintf("%08d", i), Before: State{Folder: &folder}, After: State{Folder: &archive}})...)
	}
	b, err := Encode(c)
	if err != nil || len(b) > 12_000 {
		t.Errorf("1,000 messages take %d bytes (%v), want at most 12,000", len(b), err)
	}
	if back, err := Decode(b); err != nil || len(back) != 1000 || back[999].ID != "00000999" {
		t.Errorf("decoded %d edits, %v", len(back), err)
	}
}

func TestPatchLeavesOutWhatStays(t *testing.T) {
	folder, read, snoozed := "archive", true, ""
	if p := (State{Folder: &folder}).Patch(); p != nil {
		t.Errorf("a move alone: got patch %+v, want none", p)
	}
	p := State{Folder: &folder, Read: &read, Snoozed: &snoozed}.Patch()
	if p == nil || !*p.IsRead || p.Flag != nil || len(p.SingleValueProperties) != 1 || p.SingleValueProperties[0].Value != "" {
		t.Errorf("got %+v", p)
	}
}
