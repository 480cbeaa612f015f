package files

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/viewtest"
	"daybook/widget/text"
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
	t       testing.TB
	service *fake
	notes   []string
	steps   []views.Step
	forgot  []views.Step
	copied  string
	later   []tea.Msg
}

type desk struct {
	views.Desktop
	b *bench
}

func (d desk) Copy(s string) tea.Cmd { d.b.copied = s; return nil }

var dark = theme.Options{Name: "dark", Profile: colorprofile.TrueColor}

func sit(t testing.TB, width, height int, o theme.Options) *bench {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{service: newFake(), t: t}
	ids := 0
	env := views.Env{Now: func() time.Time { return now }, Zone: func() *time.Location { return time.UTC }, Theme: th, Desktop: desk{b: b},
		NewID: func() string { ids++; return fmt.Sprint("temp", ids) },
		Root:  &views.Root{Did: func(d views.Did) tea.Cmd { b.take(d); return nil }}}
	b.Model = New(env, b.service, Options{Downloads: "/home/ann/Downloads", Local: machine{b.service}})
	b.work.Later = func(pause time.Duration, msg tea.Msg) tea.Cmd {
		if pause == edit.Moment {
			b.later = append(b.later, msg)
			return nil
		}
		return views.Send(msg)
	}
	b.SetSize(width, height)
	b.run(b.Init())
	b.run(b.Focus())
	return b
}

// run drains a command. Ticks are taken as past, but for the moment of a
// deletion, which the test ends.
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
		b.forgot = append(b.forgot, msg.Step)
	default:
		b.run(b.Update(msg))
	}
}

// pass ends the moments that wait.
func (b *bench) pass() {
	for _, m := range b.later {
		b.run(b.Update(m))
	}
	b.later = nil
}

func (b *bench) press(ids ...string) {
	b.t.Helper()
	for _, id := range ids {
		i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == id })
		if i < 0 || !b.Actions()[i].Can() {
			b.t.Fatalf("the action %s cannot be done now", id)
		}
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

func (b *bench) see(want ...string) {
	b.t.Helper()
	for _, w := range want {
		if !strings.Contains(b.screen(), w) {
			b.t.Errorf("not on the screen: %q\n%s", w, b.screen())
		}
	}
}

func (b *bench) said(want string) {
	b.t.Helper()
	if !slices.ContainsFunc(b.notes, func(n string) bool { return strings.Contains(n, want) }) {
		b.t.Errorf("said %q, want %q", b.notes, want)
	}
}

// goTo reads all folders and puts the cursor on an item.
func (b *bench) goTo(id string) {
	b.t.Helper()
	for _, d := range b.drives.list {
		b.run(b.tree.walk(d.Group))
		if b.tree.reveal(Ref{Group: d.Group, Item: id}) {
			b.run(b.tree.Settled())
			return
		}
	}
	b.t.Fatalf("no item %s\n%s", id, b.screen())
}

func (b *bench) golden(name string) {
	b.t.Helper()
	path := filepath.Join("testdata", name+".golden")
	got := b.screen() + "\n"
	width, height := b.tree.Size()
	lines := strings.Split(b.View(), "\n")
	if len(lines) != height {
		b.t.Errorf("%s: %d lines, want %d", name, len(lines), height)
	}
	for _, l := range lines {
		if w := text.Width(l); w != width {
			b.t.Errorf("%s: a line of %d cells, want %d: %q", name, w, width, ansi.Strip(l))
		}
	}
	if os.Getenv("UPDATE_GOLDENS") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			b.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			b.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		b.t.Fatal(err)
	}
	if string(want) != got {
		b.t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}
