package signin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
	"daybook/views/viewtest"
	"daybook/widget/dialog"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// desk records what the box asks of the desktop.
type desk struct {
	views.Desktop
	opened, copied []string
	err            error
	done           func(error) tea.Msg // of the last address that was opened
}

func (d *desk) OpenURL(address string, done func(error) tea.Msg) tea.Cmd {
	d.opened, d.done = append(d.opened, address), done
	return views.Send(done(d.err))
}

func (d *desk) Copy(s string) tea.Cmd {
	d.copied = append(d.copied, s)
	return nil
}

// fake is a service whose person agrees when the test says so.
type fake struct {
	begun  []Way
	mu     sync.Mutex // attempts are closed beside the test
	closed []string
	err    error
	agree  chan error
	admin  Consent
}

func (f *fake) Begin(_ context.Context, way Way) (Attempt, error) {
	if f.err != nil {
		return Attempt{}, f.err
	}
	f.begun = append(f.begun, way)
	name := fmt.Sprint(len(f.begun))
	a := Attempt{Address: "https://mail.example/oauth2/authorize?state=" + strings.Repeat("x", 120), Until: start.Add(10 * time.Minute), Consent: f.admin}
	if way == Code {
		a.Address, a.Code, a.Until = "https://mail.example/oauth2/device", "BDFH-JLNP", start.Add(10*time.Minute)
	}
	a.Close = func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.closed = append(f.closed, name)
	}
	a.Wait = func(ctx context.Context) (string, error) {
		select {
		case err := <-f.agree:
			return "ann@contoso.example", err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return a, nil
}

// ended names the attempts that were closed, in order, by now.
func (f *fake) ended() []string {
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.closed)
}

var start = time.Date(2026, 10, 22, 9, 50, 0, 0, time.UTC)

type bench struct {
	*Model
	t       *testing.T
	desk    *desk
	service *fake
	now     time.Time
	waiting []tea.Cmd // those that did not answer at once
	tick    tea.Msg   // of the countdown, the last
}

func open(t *testing.T, o Options, look theme.Options) *bench {
	t.Helper()
	look.Profile = colorprofile.NoTTY
	b := &bench{t: t, desk: &desk{}, service: &fake{agree: make(chan error, 1)}, now: start}
	ids := 0
	env := views.Env{Now: func() time.Time { return b.now }, Theme: viewtest.Theme(t, look), Desktop: b.desk, NewID: func() string { ids++; return fmt.Sprint(ids) }}
	o.Where = text.Literal("mail.example")
	b.Model = New(env, b.service, o)
	b.work.Later = func(_ time.Duration, msg tea.Msg) tea.Cmd { b.tick = msg; return nil }
	t.Cleanup(func() {
		b.stop()
		for _, w := range b.waiting {
			w()
		}
	})
	return b
}

// run runs commands, and what comes of them, except those that wait.
func (b *bench) run(cmd tea.Cmd) (finished bool) {
	b.t.Helper()
	if cmd == nil {
		return false
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				finished = b.run(c) || finished
			}
			return finished
		}
		return b.send(msg)
	case <-time.After(50 * time.Millisecond):
		b.waiting = append(b.waiting, func() tea.Msg { return <-done })
		return false
	}
}

func (b *bench) send(msg tea.Msg) (finished bool) {
	b.t.Helper()
	out := b.Update(msg)
	return b.run(out.Cmd) || out.Done
}

func (b *bench) press(key string) (finished bool) {
	b.t.Helper()
	return b.send(viewtest.Key(key))
}

// finish lets the person agree, or not.
func (b *bench) finish(err error) (finished bool) {
	b.t.Helper()
	b.service.agree <- err
	waiting := b.waiting
	b.waiting = nil
	for _, w := range waiting {
		if msg := w(); msg != nil {
			finished = b.send(msg) || finished
		}
	}
	return finished
}

func (b *bench) says(words ...string) {
	b.t.Helper()
	shown := ansi.Strip(b.View(120, 36))
	for _, w := range words {
		if !strings.Contains(shown, w) {
			b.t.Errorf("%q is not shown:\n%s", w, shown)
		}
	}
}

func TestEnterSignsInWithTheBrowser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Why: text.Literal("the sign-in is no longer good"), Profile: text.Literal("work")}, theme.Options{})
		b.says("Sign in to mail.example", "The sign-in is no longer good", "Profile work", "enter sign in with the browser")
		b.press("enter")
		if len(b.desk.opened) != 1 || b.service.begun[0] != Browser {
			t.Fatalf("opened %v, begun %v", b.desk.opened, b.service.begun)
		}
		b.says("Finish signing in in your browser", "10:00 left")
		b.now = start.Add(30 * time.Second)
		b.send(b.tick)
		b.says("9:30 left")
		if !b.finish(nil) || b.Account() != text.Clean("ann@contoso.example") {
			t.Errorf("account = %v, the box stays open", b.Account())
		}
	})
}

func TestDShowsTheCodeLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{}, theme.Options{})
		b.press("d")
		b.says("https://mail.example/oauth2/device", "10:00 left", "████████    ██      ██  ████████    ██████████  ██████████")
		b.press("c")
		if len(b.desk.copied) != 1 || b.desk.copied[0] != "BDFH-JLNP" {
			t.Errorf("copied %v", b.desk.copied)
		}
		b.press("b")
		if got := b.service.begun; len(got) != 2 || got[1] != Browser {
			t.Errorf("begun %v, want the code and then the browser", got)
		}
		b.finish(nil)
		if len(b.service.ended()) == 0 || b.service.ended()[0] != "1" {
			t.Errorf("closed %v: the code that was left is still good", b.service.ended())
		}
	})
}

func TestLeavingEndsWhatIsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, key := range []string{"esc", "q"} {
			b := open(t, Options{Begin: Code}, theme.Options{})
			b.run(b.Init())
			if !b.press(key) {
				t.Fatalf("%s does not close the box", key)
			}
			for _, w := range b.waiting {
				if msg, ok := w().(views.Result); ok && !errors.Is(msg.Err(), context.Canceled) {
					t.Errorf("the attempt goes on: %v", msg.Err())
				}
			}
			b.waiting = nil
			if len(b.service.ended()) != 1 {
				t.Errorf("closed %v", b.service.ended())
			}
		}
	})
}

func TestFailureIsShownAndCanBeTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Begin: Browser}, theme.Options{})
		b.run(b.Init())
		if b.finish(errors.New("your administrator has to approve daybook\x1b[2J")) {
			t.Fatal("the box closed")
		}
		b.says("✗ Your administrator has to approve daybook␛[2J", "enter")
		b.press("enter")
		b.says("Finish signing in")
		if b.finish(nil); b.Err() != nil {
			t.Errorf("err = %v after it went well", b.Err())
		}
		b = open(t, Options{Begin: Browser}, theme.Options{})
		b.service.err = errors.New("nothing answers at mail.example")
		b.run(b.Init())
		b.says("Nothing answers at mail.example")
	})
}

func TestKeysOfTheScreenBelowStartNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Unasked: true}, theme.Options{})
		boxes := dialog.Stack{Now: func() time.Time { return b.now }}
		boxes.Open(b.Model)
		for _, key := range []string{"d", "enter", "b", "esc", "q"} {
			b.now = b.now.Add(100 * time.Millisecond)
			if b.run(boxes.Update(viewtest.Key(key))); !boxes.IsOpen() {
				t.Errorf("%s closed the box", key)
			}
		}
		if len(b.service.begun) != 0 {
			t.Errorf("begun %v", b.service.begun)
		}
		b.now = b.now.Add(time.Second)
		b.run(boxes.Update(viewtest.Key("d")))
		if len(b.service.begun) != 1 {
			t.Errorf("begun %v, want one", b.service.begun)
		}
		boxes.Update(tea.MouseClickMsg{Button: tea.MouseLeft})
		if !boxes.IsOpen() || b.Model.run == nil {
			t.Error("a click beside the box has ended the sign-in")
		}
	})
}

func TestOverSSHEnterShowsACode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Remote: true}, theme.Options{})
		b.says("enter show a code", "b a browser on this machine")
		b.press("enter")
		if b.service.begun[0] != Code {
			t.Errorf("begun %v", b.service.begun)
		}
	})
}

func TestNoBrowserIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Begin: Browser}, theme.Options{})
		b.desk.err = errors.New("no xdg-open")
		b.run(b.Init())
		b.says("No browser could be opened here")
	})
}

func TestStaleAnswersAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Begin: Code}, theme.Options{})
		b.run(b.Init())
		old, tick, cause := b.Model.run, b.tick, errors.New("old")
		b.press("b")
		opened := b.desk.done
		b.press("d")
		begun := views.Done(&b.work, func(a Attempt, err error) tea.Cmd { return b.onBegun(old, a, err) })
		ended := views.Done(&b.work, func(account string, err error) tea.Cmd { return b.onEnded(old, account, err) })
		b.now = start.Add(time.Minute)
		for i, msg := range []tea.Msg{begun(Attempt{}, cause), ended("", cause), ended("eve", nil), tick, opened(cause)} {
			if b.send(msg) {
				t.Errorf("the stale answer %d closed the box", i)
			}
		}
		b.says("type the code", "10:00 left")
	})
}

func TestBoxFitsEveryScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := text.Clean(strings.Repeat("the sign-in at mail.example is no longer good, ", 4))
		for _, look := range []theme.Options{{}, {ASCII: true}} {
			for name, prepare := range map[string]func(b *bench){
				"asking": func(*bench) {}, "browser": func(b *bench) { b.press("b") }, "code": func(b *bench) { b.press("d") },
				"approval": func(b *bench) { b.service.admin = admin; b.press("d"); b.press("a") },
				"refused": func(b *bench) {
					b.press("d")
					b.finish(&NeedsApproval{Err: errors.New(why.String()), Certain: true, Consent: admin})
				},
				"failed": func(b *bench) { b.press("d"); b.finish(errors.New(why.String())) },
			} {
				b := open(t, Options{Why: why, Profile: text.Literal("work")}, look)
				prepare(b)
				for _, size := range [][2]int{{112, 34}, {72, 22}, {32, 10}, {12, 3}, {1, 1}, {200, 60}} {
					drawn := b.View(size[0], size[1])
					w, h := overlay.Size(drawn)
					if size[0] >= 12 && (w > size[0] || h > size[1]) {
						t.Errorf("%s in %v takes %dx%d:\n%s", name, size, w, h, ansi.Strip(drawn))
					}
					if (name == "code" || name == "browser" || name == "approval" || name == "refused") && size[0] >= 32 && !strings.Contains(ansi.Strip(drawn), "esc") {
						t.Errorf("%s in %v has no way out:\n%s", name, size, ansi.Strip(drawn))
					}
				}
			}
		}
	})
}

var admin = Consent{
	Address:     "https://login.example/contoso.example/v2.0/adminconsent?client_id=app&scope=" + strings.Repeat("Mail.ReadWrite+", 12) + "end",
	Application: "app",
	Rights:      []Right{{"Mail.ReadWrite", "read, write, change and delete your mail"}, {"Odd.Thing", ""}},
}

func TestAdministratorsApprovalIsShownToSend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := open(t, Options{Begin: Browser}, theme.Options{})
		b.service.admin = admin
		b.run(b.Init())
		b.says("a it asks for an administrator")
		b.press("a")
		b.says("send yours this address", "read, write, change and delete your mail (Mail.ReadWrite)", "10:00 left", "c copy what to send")
		b.press("c")
		if len(b.desk.copied) != 1 || !strings.Contains(b.desk.copied[0], admin.Address) || !strings.Contains(b.desk.copied[0], "- Odd.Thing\n") ||
			!strings.Contains(b.desk.copied[0], "read, write, change and delete your mail") {
			t.Errorf("copied %q, want the address and the rights in words", b.desk.copied)
		}
		b.press("a")
		b.says("Finish signing in")

		b.finish(&NeedsApproval{Err: errors.New("nobody agreed"), Consent: admin})
		b.says("✗ Nobody agreed", "a it asks for an administrator")
		b.press("enter")
		b.finish(&NeedsApproval{Err: errors.New("an administrator has to"), Certain: true, Consent: admin})
		b.says("✗ An administrator has to", "send yours this address", "enter try again")
		whole := strings.ReplaceAll(strings.ReplaceAll(ansi.Strip(b.View(80, 24)), "│", ""), " ", "")
		if !strings.Contains(strings.ReplaceAll(whole, "\n", ""), admin.Address) {
			t.Errorf("the address is not whole:\n%s", ansi.Strip(b.View(80, 24)))
		}
		if b.press("enter"); b.Err() != nil || b.showing {
			t.Error("a new try still shows how the last one ended")
		}
	})
}
