// Package e2e holds journeys of the whole program: a real tea.Program on an
// emulated terminal, over the in-process service on a real database.
//
// Invariants: a journey runs inside testing/synctest, whose Wait says when the
// program is idle, so that no journey sleeps for a result or polls. Time is the
// bubble's, and passes only in Pass.
package e2e

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"daybook/api"
	"daybook/app"
	"daybook/cmd"
	"daybook/config"
	"daybook/e2e/faults"
	"daybook/e2e/strict"
	"daybook/service"
	"daybook/signin"
	"daybook/views"
)

// now is the moment at which every journey begins: a Thursday morning.
var now = time.Date(2026, 10, 22, 9, 50, 0, 0, time.UTC)

// setup is what a journey starts from; the zero value is the sample mailbox
// at 120x36.
type setup struct {
	Width, Height int
	Data          string // data folder; one with the sample if it is not there, a passing one if empty
	First         bool   // the first start of all: the sample is not made yet
	User          string // whose mailbox; the first one's if empty
	Mailbox       string // somebody else's, by address; one's own if empty
	Config        string // a configuration file; none if empty
	Profile       colorprofile.Profile
	Env           []string
	Network       faults.Plan                               // between the program and its service
	Between       func(http.RoundTripper) http.RoundTripper // behind that network; nil for nothing
	Written       io.Writer                                 // gets every byte for the terminal; nil for none
	Trips         bool                                      // it ends by a mistake of its own
	Later         time.Duration                             // how long after now it begins
	Elsewhere     http.RoundTripper                         // reaches services elsewhere; the network if nil
	Sessions      *signin.Sessions                          // tokens for them
	Desktop       views.Desktop                             // the world around the terminal; the real one if nil
	Over          func(tea.Model) tea.Model                 // stands over the root; nil for nothing
}

// driver sits in front of the terminal: it presses keys and reads the screen.
type driver struct {
	t       *testing.T
	term    *vt.SafeEmulator
	program *tea.Program
	mu      sync.Mutex
	keys    chan []byte // to the program that runs now; nil between two
	started time.Time
	done    chan struct{}
	closed  bool
	ended   error // of the program, once done is closed
	network *faults.Network
	public  bool // it speaks to the public interface
}

// output keeps what is written to the terminal. The program may be writing
// while a story looks: not every story waits until it is at rest.
type output struct {
	mu      sync.Mutex
	written []byte
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.written = append(o.written, b...)
	return len(b), nil
}

// Take answers what was written since it was last asked.
func (o *output) Take() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.written
	o.written = nil
	return b
}

// journey runs a story in a bubble of its own.
func journey(t *testing.T, s setup, story func(d *driver)) {
	t.Helper()
	if s.Data == "" {
		s.Data = filepath.Join(t.TempDir(), "data")
	}
	if _, err := os.Stat(s.Data); errors.Is(err, os.ErrNotExist) && !s.First {
		if err := os.CopyFS(s.Data, os.DirFS(sampleFolder(t))); err != nil {
			t.Fatalf("copy the sample: %v", err)
		}
	}
	if strings.HasPrefix(t.Name(), toldAgain+"/") {
		publicly(t, s, strict.Trouble{}, func(d *driver, _ *api.Client) { story(d) })
		return
	}
	synctest.Test(t, func(t *testing.T) {
		d := start(t, s)
		defer d.Quit()
		story(d)
	})
}

// sampleCopy is a data folder of its own with the sample.
func sampleCopy(t *testing.T) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(data, os.DirFS(sampleFolder(t))); err != nil {
		t.Fatalf("copy the sample: %v", err)
	}
	return data
}

// madeSample is a data folder with the sample, made once for all journeys:
// under the race detector it takes longer than most of them.
var madeSample struct {
	once sync.Once
	dir  string
	err  error
}

func sampleFolder(t *testing.T) string {
	t.Helper()
	madeSample.once.Do(func() { madeSample.dir, madeSample.err = makeSample() })
	if madeSample.err != nil {
		t.Fatalf("make the sample: %v", madeSample.err)
	}
	return madeSample.dir
}

func makeSample() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "daybook-e2e-"); err != nil {
		return "", err
	}
	a, err := app.New(context.Background(), app.Options{
		Data: dir, Now: func() time.Time { return now }, Getenv: func(string) string { return "" }})
	if err == nil {
		err = a.Close()
	}
	if err != nil {
		return dir, err
	}
	s, err := service.Open(filepath.Join(dir, "sample"), service.Options{})
	if err != nil {
		return dir, err
	}
	return dir, errors.Join(s.Store().WaitIndexed(context.Background()), s.Close())
}

// asProgram, in the environment, has this binary be the program itself, which
// is then linked once.
const asProgram = "DAYBOOK_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Unsetenv(asProgram)
		os.Exit(cmd.Execute(context.Background()))
	}
	code := m.Run()
	_ = os.RemoveAll(madeSample.dir)
	os.Exit(code)
}

func start(t *testing.T, s setup) *driver {
	t.Helper()
	if s.Width == 0 {
		s.Width, s.Height = 120, 36
	}
	if s.Profile == 0 {
		s.Profile = colorprofile.TrueColor
	}
	d := &driver{t: t, started: time.Now().Add(-s.Later), done: make(chan struct{}), term: vt.NewSafeEmulator(s.Width, s.Height)}
	env := map[string]string{}
	for _, kv := range s.Env {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	options := app.Options{
		Data:    s.Data,
		User:    s.User,
		Mailbox: s.Mailbox,
		Now:     d.Now,
		Random:  func() float64 { return 0.5 },
		Getenv:  func(k string) string { return env[k] },
		Flags:   []config.Given{{Key: "time_zone", Value: "UTC"}},
		Network: s.Elsewhere, Sessions: s.Sessions, Desktop: s.Desktop,
		Wrap: func(service http.RoundTripper) http.RoundTripper {
			if s.Between != nil {
				service = s.Between(service)
			}
			service = dropper(t.Name(), service)
			s.Network.Now = d.Now
			d.network = faults.New(service, s.Network)
			return d.network
		},
	}
	if s.Config != "" {
		file, err := config.Load(s.Config, config.Known{})
		if err != nil {
			t.Fatal(err)
		}
		options.Config, options.Profile = file, file.Default()
	}
	go d.typing()
	go func() {
		defer close(d.done)
		err := app.Run(context.Background(), options, func(a *app.App) error { return d.show(a, s) })
		d.ended = err
		if err != nil && !errors.Is(err, tea.ErrProgramKilled) && !s.Trips {
			t.Errorf("the program ended with %v", err)
		}
	}()
	d.settle()
	return d
}

// typing brings key presses and the terminal's replies to the program that
// runs at the time.
func (d *driver) typing() {
	b := make([]byte, 1024)
	for {
		n, err := d.term.Read(b)
		if err != nil {
			return
		}
		d.mu.Lock()
		select {
		case d.keys <- bytes.Clone(b[:n]):
		default: // nobody reads: the terminal must not wait for a program that is ending
		}
		d.mu.Unlock()
	}
}

// show runs one program of the session on the terminal.
func (d *driver) show(a *app.App, s setup) error {
	var screen io.Writer = lineDriver{d.term}
	if s.Written != nil {
		screen = io.MultiWriter(s.Written, screen)
	}
	in, pipe := io.Pipe()
	defer pipe.Close()
	keys := make(chan []byte, 1024)
	go func() {
		for b := range keys {
			if _, err := pipe.Write(b); err != nil {
				return
			}
		}
	}()
	root := a.Model()
	if s.Over != nil {
		root = s.Over(root)
	}
	program := tea.NewProgram(root,
		tea.WithContext(context.Background()),
		tea.WithInput(in), tea.WithOutput(screen),
		tea.WithWindowSize(s.Width, s.Height),
		tea.WithColorProfile(s.Profile),
		tea.WithEnvironment(append([]string{"TERM=xterm-256color"}, s.Env...)),
		tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			if _, ok := msg.(tea.SuspendMsg); ok { // it would stop the tests
				return nil
			}
			return msg
		}),
		tea.WithoutSignalHandler(), tea.WithFPS(120))
	a.Attach(program)
	d.mu.Lock()
	d.program, d.keys = program, keys
	d.mu.Unlock()
	_, err := program.Run()
	d.mu.Lock()
	d.keys = nil
	d.mu.Unlock()
	close(keys)
	return err
}

// Now is the time on the program's clock.
func (d *driver) Now() time.Time { return now.Add(time.Since(d.started)) }

// settle waits until the program is idle and its last frame is drawn.
func (d *driver) settle() {
	synctest.Wait()
	time.Sleep(20 * time.Millisecond) // one frame, in the bubble's time
	synctest.Wait()
}

// Press types keys by name: "j", "G", "enter", "ctrl+p", "shift+tab".
func (d *driver) Press(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		d.term.SendKey(keyEvent(d.t, k))
		if k == "esc" || strings.HasPrefix(k, "alt+") { // what begins with an escape is known only when nothing follows
			time.Sleep(100 * time.Millisecond)
		}
		d.settle()
	}
}

// Type enters text, one key a rune.
func (d *driver) Type(text string) {
	for _, r := range text {
		d.term.SendKey(uv.KeyPressEvent{Code: r, Text: string(r)})
		synctest.Wait()
	}
	d.settle()
}

// Pass lets time go by.
func (d *driver) Pass(span time.Duration) {
	time.Sleep(span)
	d.settle()
}

// Click presses and releases the left button on a cell.
func (d *driver) Click(x, y int) {
	d.program.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.program.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.settle()
}

// Resize changes the terminal.
func (d *driver) Resize(width, height int) {
	d.term.Resize(width, height)
	d.program.Send(tea.WindowSizeMsg{Width: width, Height: height})
	d.settle()
}

// Screen is what the terminal shows, without colours.
func (d *driver) Screen() string {
	return ansi.Strip(d.term.Render())
}

// See fails unless every text stands on the screen.
func (d *driver) See(texts ...string) {
	d.t.Helper()
	screen := d.Screen()
	for _, want := range texts {
		if !strings.Contains(screen, want) {
			d.t.Errorf("not on the screen: %q\n%s", want, screen)
		}
	}
}

// DontSee fails if any of the texts stands on the screen.
func (d *driver) DontSee(texts ...string) {
	d.t.Helper()
	screen := d.Screen()
	for _, unwanted := range texts {
		if strings.Contains(screen, unwanted) {
			d.t.Errorf("on the screen: %q\n%s", unwanted, screen)
		}
	}
}

// Row is the number of the first line that contains a text, -1 for none.
func (d *driver) Row(text string) int {
	for i, line := range strings.Split(d.Screen(), "\n") {
		if strings.Contains(line, text) {
			return i
		}
	}
	return -1
}

// Kill ends the program as a crash would: it is not asked, and saves nothing.
func (d *driver) Kill() { d.end((*tea.Program).Kill) }

// Quit ends the program and lets go of the data folder.
func (d *driver) Quit() { d.end((*tea.Program).Quit) }

func (d *driver) end(how func(*tea.Program)) {
	if d.closed {
		return
	}
	d.closed = true
	how(d.program)
	<-d.done
	_ = d.term.InputPipe().(io.Closer).Close()
	time.Sleep(48 * time.Hour) // time stands still once a journey returns: let every timer end first
	synctest.Wait()
}

func keyEvent(t *testing.T, name string) uv.KeyPressEvent {
	t.Helper()
	var mod uv.KeyMod
	rest := name
	for {
		if r, ok := strings.CutPrefix(rest, "ctrl+"); ok && r != "" {
			mod, rest = mod|uv.ModCtrl, r
		} else if r, ok := strings.CutPrefix(rest, "shift+"); ok && r != "" {
			mod, rest = mod|uv.ModShift, r
		} else if r, ok := strings.CutPrefix(rest, "alt+"); ok && r != "" {
			mod, rest = mod|uv.ModAlt, r
		} else {
			break
		}
	}
	named := map[string]rune{
		"enter": uv.KeyEnter, "esc": uv.KeyEscape, "tab": uv.KeyTab, "space": uv.KeySpace,
		"up": uv.KeyUp, "down": uv.KeyDown, "left": uv.KeyLeft, "right": uv.KeyRight,
		"backspace": uv.KeyBackspace, "home": uv.KeyHome, "end": uv.KeyEnd,
		"pgup": uv.KeyPgUp, "pgdown": uv.KeyPgDown, "delete": uv.KeyDelete,
	}
	if code, ok := named[rest]; ok {
		return uv.KeyPressEvent{Code: code, Mod: mod}
	}
	runes := []rune(rest)
	if len(runes) != 1 {
		t.Fatalf("no key is called %q", name)
	}
	if mod != 0 {
		return uv.KeyPressEvent{Code: runes[0], Mod: mod}
	}
	return uv.KeyPressEvent{Code: runes[0], Text: rest}
}

// lineDriver does what a terminal's line discipline does to output that is
// not a terminal's: a line feed also returns the carriage.
type lineDriver struct{ w io.Writer }

func (l lineDriver) Write(p []byte) (int, error) {
	if _, err := l.w.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}
