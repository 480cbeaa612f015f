package change

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

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
		step := Change{Edits: []Edit{e}, Rule: maybe(t, "rule", Rule{Address: "a@b.example", After: model.Other})}
		b, err := step.Encode()
		if err != nil {
			t.Fatal(err)
		}
		read, err := Decode(b)
		if err != nil || !reflect.DeepEqual(read.Rule, step.Rule) || len(read.Edits) != 1 ||
			!read.Edits[0].Before.Equal(e.Before) || !read.Edits[0].After.Equal(e.After) {
			t.Fatalf("encoded %+v, decoded %+v, %v", step, read, err)
		}
		Apply(m, read.Edits[0].After)
		done := *m
		Apply(m, read.Inverse().Edits[0].After)
		if !sameMessage(m, &before) {
			t.Fatalf("undo: got %+v, want %+v", m, before)
		}
		Apply(m, read.Inverse().Inverse().Edits[0].After)
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
	var c Change
	folder, archive := "inbox", "archive"
	for i := range 1000 {
		c.Edits = append(c.Edits, Edit{ID: fmt.Sprintf("%08d", i), Before: State{Folder: &folder}, After: State{Folder: &archive}})
	}
	b, err := c.Encode()
	if err != nil || len(b) > 12_000 {
		t.Errorf("1,000 messages take %d bytes (%v), want at most 12,000", len(b), err)
	}
	if back, err := Decode(b); err != nil || len(back.Edits) != 1000 || back.Edits[999].ID != "00000999" {
		t.Errorf("decoded %d edits, %v", len(back.Edits), err)
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
