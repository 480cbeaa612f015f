package account

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
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
	t       *testing.T
	service *fake
	desk    *desk
	notes   []string
	steps   []views.Step
	opened  []views.Open
	asked   []views.Confirm
	waiting []tea.Msg // for the moment of what is held to be over
}

// pass ends the moments of what is held.
func (b *bench) pass() {
	for _, msg := range b.waiting {
		b.take(msg)
	}
	b.waiting = nil
}

// desk is an editor that writes what it is told to.
type desk struct {
	views.Desktop
	got, write string
}

func (d *desk) Edit(_, text string, done func(string, error) tea.Msg) tea.Cmd {
	d.got = text
	return func() tea.Msg { return done(d.write, nil) }
}

var dark = theme.Options{Name: "dark", Profile: colorprofile.TrueColor}

func face(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 48, 48))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func sit(t *testing.T, width, height int, o theme.Options) *bench {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, service: newFake(), desk: &desk{}}
	env := views.Env{Now: func() time.Time { return now }, Zone: func() *time.Location { return time.UTC }, Theme: th, Desktop: b.desk, NewID: func() string { return "held" }}
	b.Model = New(env, b.service, Options{Me: model.EmailAddress{Name: "Ann Avery", Address: "ann@contoso.example"}, Files: disk{"/home/ann/face.png": face(t), "notes.txt": []byte("no image")}})
	b.work.Later = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg { b.waiting = append(b.waiting, msg); return nil }
	}
	b.SetSize(width, height)
	b.run(b.Init())
	b.run(b.Focus())
	return b
}

// run drains a command.
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

// press asks for actions by id; one that cannot be done now fails the test.
func (b *bench) press(ids ...string) {
	b.t.Helper()
	for _, id := range ids {
		i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == id })
		if i < 0 || !b.Actions()[i].Can() {
			b.t.Fatalf("%q cannot be done here", id)
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

func (b *bench) clear() {
	b.take(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	b.take(tea.KeyPressMsg{Code: 'k', Mod: tea.ModCtrl})
}

func (b *bench) save() { b.take(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}) }

func (b *bench) screen() string { return ansi.Strip(b.View()) }

func (b *bench) see(want ...string) {
	b.t.Helper()
	for _, w := range want {
		if !strings.Contains(b.screen(), w) {
			b.t.Errorf("not on the screen: %q\n%s", w, b.screen())
		}
	}
}

func (b *bench) dontSee(unwanted ...string) {
	b.t.Helper()
	for _, w := range unwanted {
		if strings.Contains(b.screen(), w) {
			b.t.Errorf("on the screen: %q\n%s", w, b.screen())
		}
	}
}

// open goes into a section, to the row with that key if one is given.
func (b *bench) open(id, key string) {
	b.t.Helper()
	b.at = slices.IndexFunc(b.sections, func(s section) bool { return s.facts().id == id })
	b.frame.OnRight = true
	b.View()
	if key != "" {
		b.here().place().key = key
	}
}
