package files

import (
	"testing"
	"time"

	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/viewtest"
)

// bench is the screen with hands on it.
type bench struct {
	*Model
	*viewtest.Driver
	service *fake
}

// sit opens the screen. Pauses are over at once, but for the moment of a
// deletion, which the test ends.
func sit(t testing.TB, width, height int, o theme.Options) *bench {
	t.Helper()
	b := &bench{Driver: viewtest.New(t, viewtest.Options{Theme: o, Now: now, ID: "temp"}), service: newFake()}
	b.Env.Root = &views.Root{Did: b.Log}
	b.Model = New(b.Env, b.service, Options{Downloads: "/home/ann/Downloads", Local: machine{b.service}})
	b.work.Later = b.Later
	b.Rest = func(pause time.Duration) viewtest.Pause {
		if pause == edit.Moment {
			return viewtest.Waits
		}
		return viewtest.Over
	}
	b.Show(b.Model, width, height)
	b.Run(b.Focus())
	return b
}

// goTo reads all folders and puts the cursor on an item.
func (b *bench) goTo(id string) {
	b.T.Helper()
	for _, d := range b.drives.list {
		b.Run(b.tree.walk(d.Group))
		if b.tree.reveal(Ref{Group: d.Group, Item: id}) {
			b.Run(b.tree.Settled())
			return
		}
	}
	b.T.Fatalf("no item %s\n%s", id, b.Screen())
}

// golden compares the frame, which has exactly the screen's size.
func (b *bench) golden(name string) {
	b.T.Helper()
	width, height := b.tree.Size()
	viewtest.CheckFrame(b.T, b.Frame(), width, height)
	b.Golden(name)
}
