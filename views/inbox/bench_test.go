package inbox

import (
	"fmt"
	"testing"

	"daybook/views/inbox/rows"
)

// mailbox is a screen of 160x50 on 100,000 messages, all of them loaded, or
// as they are at the start.
func mailbox(b *testing.B, all bool) *driver {
	f := newFake()
	for i := range 100_000 {
		f.add(message(fmt.Sprintf("m%06d", i), fmt.Sprintf("c%06d", i), fmt.Sprintf("Sender %d", i%700), fmt.Sprintf("Subject %d", i),
			"A preview as long as such previews are, so that the row has something to cut off", i))
	}
	d := start(b, f, 160, 48)
	if all {
		page, _ := f.Page(b.Context(), Query{Folder: "inbox", Edge: rows.Top, Size: 100_000})
		d.m.list.rows.Add(entries(page.Messages), rows.Top, false)
		d.m.list.sync()
	}
	return d
}

// BenchmarkNextMessage is j to the frame, the message and its neighbours
// prepared by commands in between.
func BenchmarkNextMessage(b *testing.B) {
	d := mailbox(b, true)
	for b.Loop() {
		d.Press("j")
		d.Quiet()
		d.Frame()
	}
}

// BenchmarkHeldKey is j to the frame while no command comes to its end.
func BenchmarkHeldKey(b *testing.B) {
	d := mailbox(b, true)
	d.Hold()
	for b.Loop() {
		d.Press("j")
		d.Quiet()
		d.Frame()
	}
}

// BenchmarkJumpToTheEnd is G to the frame with the last page, and back.
func BenchmarkJumpToTheEnd(b *testing.B) {
	d := mailbox(b, false)
	for b.Loop() {
		d.Press("G")
		d.Frame()
		d.Press("g g")
		d.Frame()
		d.Quiet()
	}
}

// BenchmarkArchiveToTheFrame is e to the frame in which the message is gone,
// and u to the one in which it is back.
func BenchmarkArchiveToTheFrame(b *testing.B) {
	d := mailbox(b, true)
	d.Hold()
	for b.Loop() {
		d.Press("e")
		d.Frame()
		d.Press("u")
		d.Frame()
		d.m.triage.edits = d.m.triage.newEdits()
		d.Quiet()
	}
}

// BenchmarkBulkUndo is u after a thousand were archived, to the frame.
func BenchmarkBulkUndo(b *testing.B) {
	f := flat(1000)
	d := start(b, f, 160, 48)
	for b.Loop() {
		d.Press("*", "e")
		d.Press("u")
		d.Frame()
		d.Quiet()
	}
}
