package contacts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/viewtest"
)

// front is the screen as the root shows it: its boxes have the input first, and
// are drawn over it.
type front struct{ *Model }

func (f front) Update(msg tea.Msg) tea.Cmd { return viewtest.Update(f.Model, msg) }
func (f front) View() string               { return viewtest.View(f.Model) }
func (f front) Capturing() bool            { return viewtest.Capturing(f.Model) }
func (f front) Cursor() *tea.Cursor        { return viewtest.Cursor(f.Model) }

// bench is the screen with hands on it.
type bench struct {
	front
	service *fake
	notes   []string
	steps   []views.Step
	opened  []views.Open
	asked   []views.Confirm
	waiting []tea.Msg // for the moment of a deletion to be over
}

// pass ends the moments of deletions.
func (b *bench) pass() {
	for _, msg := range b.waiting {
		b.take(msg)
	}
	b.waiting = nil
}

var dark = theme.Options{Name: "dark", Profile: colorprofile.TrueColor}

func sit(t testing.TB, width, height int, o theme.Options) *bench {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{service: newFake()}
	ids := 0
	env := views.Env{Now: func() time.Time { return now }, Zone: func() *time.Location { return time.UTC }, Theme: th,
		NewID: func() string { ids++; return fmt.Sprint("temp", ids) }}
	b.Model = New(env, b.service, Options{Files: files{}})
	b.work.Later = func(pause time.Duration, msg tea.Msg) tea.Cmd {
		if pause == browser.RestTime {
			return views.Send(msg)
		}
		return func() tea.Msg { b.waiting = append(b.waiting, msg); return nil }
	}
	b.SetSize(width, height)
	b.run(b.Init())
	b.run(b.Focus())
	return b
}

// run drains a command; ticks are taken as past.
func (b *bench) run(cmd tea.Cmd) {
	if cmd != nil {
		b.take(cmd())
	}
}

func (b *bench) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			b.run(c)
		}
	case views.Notify:
		b.notes = append(b.notes, msg.Text.String())
	case views.Did:
		if msg.Instead == nil {
			b.steps = append(b.steps, msg.Step)
			return
		}
		for i, s := range b.steps {
			if string(s.Payload) == string(msg.Instead.Payload) {
				b.steps[i] = msg.Step
			}
		}
	case views.Forget:
		b.steps = slices.DeleteFunc(b.steps, func(s views.Step) bool { return string(s.Payload) == string(msg.Step.Payload) })
	case views.Confirm:
		b.asked = append(b.asked, msg)
	case views.Open:
		b.opened = append(b.opened, msg)
	default:
		b.run(b.Update(msg))
	}
}

func (b *bench) press(ids ...string) {
	for _, id := range ids {
		i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == id })
		b.run(b.Actions()[i].Do(0))
	}
}

func (b *bench) write(s string) {
	for _, r := range s {
		b.take(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (b *bench) key(codes ...rune) {
	for _, c := range codes {
		b.take(tea.KeyPressMsg{Code: c})
	}
}

func (b *bench) screen() string { return ansi.Strip(b.View()) }

func (b *bench) see(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(b.screen(), w) {
			t.Errorf("not on the screen: %q\n%s", w, b.screen())
		}
	}
}

func (b *bench) goTo(t *testing.T, n node) {
	t.Helper()
	if !b.tree.reveal(n) {
		b.run(b.tree.loadEverybody())
		if !b.tree.reveal(n) {
			t.Fatalf("no row %q\n%s", n, b.screen())
		}
	}
	b.run(b.tree.loadOpen())
	b.run(b.tree.Settled())
}
