package contacts

import (
	"testing"
	"time"

	"daybook/theme"
	"daybook/views/browser"
	"daybook/views/viewtest"
)

// bench is the screen with hands on it.
type bench struct {
	*Model
	*viewtest.Driver
	service *fake
}

func sit(t testing.TB, width, height int, o theme.Options) *bench {
	t.Helper()
	return sitWith(t, width, height, viewtest.Options{Theme: o, Now: now, ID: "temp"}, newFake())
}

func sitWith(t testing.TB, width, height int, o viewtest.Options, service *fake) *bench {
	t.Helper()
	b := &bench{Driver: viewtest.New(t, o), service: service}
	b.Model = New(b.Env, b.service, Options{Files: files{}})
	b.work.Later = b.Later
	b.Rest = func(pause time.Duration) viewtest.Pause {
		if pause == browser.RestTime {
			return viewtest.Over
		}
		return viewtest.Waits
	}
	b.Show(b.Model, width, height)
	b.Run(b.Focus())
	return b
}

func (b *bench) goTo(t *testing.T, n node) {
	t.Helper()
	if !b.tree.reveal(n) {
		b.Run(b.tree.loadEverybody())
		if !b.tree.reveal(n) {
			t.Fatalf("no row %q\n%s", n, b.Screen())
		}
	}
	b.Run(b.tree.loadOpen())
	b.Run(b.tree.Settled())
}
