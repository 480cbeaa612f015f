package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// Each session of the fuzz is a start of the program and this many steps.
const sessionSteps = 200

// TestNoKeyClickPasteOrSizeTripsTheProgram works the whole program as nobody
// would. DAYBOOK_FUZZ=N is how many steps in all, DAYBOOK_SEED=S where they
// begin: a session that failed is the one of the seed it names.
func TestNoKeyClickPasteOrSizeTripsTheProgram(t *testing.T) {
	steps, seed := 2*sessionSteps, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("DAYBOOK_FUZZ")); err == nil {
		steps = n
	}
	if n, err := strconv.ParseUint(os.Getenv("DAYBOOK_SEED"), 10, 64); err == nil {
		seed = n
	}
	t.Chdir(t.TempDir()) // what is saved under a name that was typed
	frames := 0
	for ; steps > 0; steps, seed = steps-sessionSteps, seed+1 {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { frames += fuzz(t, seed, min(steps, sessionSteps)) })
	}
	t.Logf("%d frames", frames)
	if frames == 0 {
		t.Error("no frame was drawn")
	}
}

// fuzz is one session; every third is on a service whose texts attack.
func fuzz(t *testing.T, seed uint64, steps int) (frames int) {
	var out output
	var watch frameWatch
	rng := rand.New(rand.NewPCG(seed, 0))
	home := t.TempDir()
	s := setup{Data: filepath.Join(home, "data"), Written: &out, Trips: true, Desktop: still{}, Env: []string{"HOME=" + home, "COLORTERM=truecolor"},
		Over: func(root tea.Model) tea.Model { watch.root = root; return &watch }}
	if seed%3 == 0 {
		p := &poison{shift: int(seed), deep: seed%2 == 0, fields: map[string]bool{}}
		s.Between = func(next http.RoundTripper) http.RoundTripper { p.next = next; return p }
	}
	s.Width, s.Height = 120, 36
	journey(t, s, func(d *driver) {
		var did []string
		f := fuzzer{d: d, rng: rng, width: s.Width, height: s.Height}
		d.Pass(time.Second)
		for range steps {
			did = append(did, f.step())
			wrong := watch.wrong()
			if bad := leaked(out.Take()); bad != nil {
				wrong = append(wrong, bad...)
			}
			select {
			case <-d.done:
				if d.ended == nil { // it was asked to
					t.Logf("left after %d steps: %q", len(did), did[max(0, len(did)-3):])
					return
				}
				wrong = append(wrong, d.ended.Error())
				wrong = append(wrong, reports(home)...)
			default:
			}
			if wrong != nil {
				t.Errorf("DAYBOOK_SEED=%d after %d steps:\n%s\nwhat was done:\n%s\nat %dx%d:\n%s", seed, len(did), strings.Join(wrong, "\n"), strings.Join(did, "\n"), f.width, f.height, d.Screen())
				return
			}
		}
	})
	return watch.frames
}

func reports(home string) (out []string) {
	names, _ := filepath.Glob(filepath.Join(home, "data", "crash-*.txt"))
	for _, name := range names {
		b, _ := os.ReadFile(name)
		out = append(out, string(b))
	}
	return out
}

// frameWatch stands over the root and judges every frame.
type frameWatch struct {
	root          tea.Model
	width, height int
	frames        int

	mu    sync.Mutex
	found []string
}

func (w *frameWatch) Init() tea.Cmd { return w.root.Init() }

func (w *frameWatch) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		w.width, w.height = size.Width, size.Height
	}
	_, cmd := w.root.Update(msg)
	return w, cmd
}

func (w *frameWatch) View() tea.View {
	v := w.root.View()
	if v.Content == "" { // before the first size, and at the end
		return v
	}
	w.frames++
	lines := strings.Split(v.Content, "\n")
	if len(lines) != w.height {
		w.say("a frame of %d lines at %dx%d", len(lines), w.width, w.height)
	}
	for i, line := range lines {
		if n := text.Width(line); n != w.width {
			w.say("line %d of a frame has %d cells at %dx%d: %q", i, n, w.width, w.height, line)
		}
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= w.width || c.Y >= w.height) {
		w.say("the cursor is at %d,%d of %dx%d", c.X, c.Y, w.width, w.height)
	}
	return v
}

func (w *frameWatch) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.found) < 3 {
		w.found = append(w.found, fmt.Sprintf(format, args...))
	}
}

func (w *frameWatch) wrong() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := w.found
	w.found = nil
	return found
}

// still is a desktop on which everything goes well and nothing happens.
type still struct{}

func (still) Edit(_, was string, done func(string, error) tea.Msg) tea.Cmd {
	return views.Send(done(was+"\nedited", nil))
}
func (still) OpenURL(_ string, done func(error) tea.Msg) tea.Cmd { return views.Send(done(nil)) }
func (still) OpenFile(_ string, _ []byte, done func(error) tea.Msg) tea.Cmd {
	return views.Send(done(nil))
}
func (still) Copy(string) tea.Cmd { return nil }
func (still) Pipe(_ string, content []byte, done func([]byte, error) tea.Msg) tea.Cmd {
	return views.Send(done(content, nil)) // as cat does
}
func (still) Page(_ string, done func(error) tea.Msg) tea.Cmd  { return views.Send(done(nil)) }
func (still) Print(_ string, done func(error) tea.Msg) tea.Cmd { return views.Send(done(nil)) }

// fuzzer makes up what is done.
type fuzzer struct {
	d             *driver
	rng           *rand.Rand
	width, height int
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// The words, sizes and keys it draws from.
var (
	fuzzWords = []string{"bo", "15:30", "3pm", "45m", "tomorrow", "weekly until 1 mar", "0", "-1", "99999999999999999999", "tokyo", "is:unread", "from:bo OR (", "before:garbage",
		"/", "..", "~", "\"", "a@b.example", "日本語", "👩‍👩‍👧🏽", "e\u0301\u0301\u0301", "\u202eabc", "ﷺ", "=1+", "{\"a\":", "<b>", "%s%d", strings.Repeat("long ", 60)}
	fuzzSizes = [][2]int{{1, 1}, {10, 5}, {19, 4}, {20, 4}, {21, 5}, {24, 80}, {40, 12}, {59, 14}, {60, 15}, {80, 4}, {80, 24}, {120, 36}, {300, 4}, {20, 100}, {300, 100}}
	fuzzNamed = []rune{tea.KeyEnter, tea.KeyEscape, tea.KeyTab, tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyBackspace, tea.KeyHome, tea.KeyEnd, tea.KeyPgUp, tea.KeyPgDown, tea.KeyDelete, tea.KeyF1, tea.KeyInsert}
	fuzzRunes = []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.;:/?!#*+-=<>[]{}()'\"\\|@$%^&_~`éß日🏽")
	// fuzzEdits are the keys that do more in a text than write it.
	fuzzEdits = []tea.Key{{Code: tea.KeyLeft, Mod: tea.ModAlt}, {Code: tea.KeyRight, Mod: tea.ModAlt}, {Code: 'b', Mod: tea.ModAlt}, {Code: 'f', Mod: tea.ModAlt},
		{Code: 'd', Mod: tea.ModAlt}, {Code: tea.KeyBackspace, Mod: tea.ModAlt}, {Code: tea.KeyDelete, Mod: tea.ModAlt}, {Code: 'w', Mod: tea.ModCtrl},
		{Code: 'k', Mod: tea.ModCtrl}, {Code: 'u', Mod: tea.ModCtrl}, {Code: 't', Mod: tea.ModCtrl}, {Code: 'u', Mod: tea.ModAlt}, {Code: 'c', Mod: tea.ModAlt},
		{Code: tea.KeyHome, Mod: tea.ModCtrl}, {Code: tea.KeyEnd, Mod: tea.ModCtrl}, {Code: tea.KeyLeft}, {Code: tea.KeyHome}, {Code: tea.KeyEnd}}
	fuzzScreen = []string{"i", "w", "p", "u", "f", "d", "a"}
)

// step does one thing and says what.
func (f *fuzzer) step() string {
	switch n := f.rng.IntN(100); {
	case n < 30:
		return f.key()
	case n < 50: // to a screen, and into one of its parts or questions
		return f.walk()
	case n < 55:
		return f.command()
	case n < 63:
		word := pick(f.rng, fuzzWords)
		for _, r := range word {
			f.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		return fmt.Sprintf("type %q", word)
	case n < 68:
		var pasted strings.Builder
		for range f.rng.IntN(6) {
			pasted.WriteString(pick(f.rng, append(attacks, fuzzWords...)))
		}
		if f.rng.IntN(8) == 0 {
			pasted.WriteString(strings.Repeat("line of a long paste\n", 500))
		}
		f.send(tea.PasteMsg{Content: pasted.String()})
		return fmt.Sprintf("paste %.300q", pasted.String())
	case n < 82:
		return f.mouse()
	case n < 90:
		wait := time.Duration(f.rng.IntN(2000)) * time.Millisecond
		f.d.Pass(wait)
		return fmt.Sprintf("wait %v", wait)
	}
	size := pick(f.rng, fuzzSizes)
	if f.rng.IntN(3) == 0 {
		size = [2]int{1 + f.rng.IntN(300), 1 + f.rng.IntN(100)}
	}
	f.width, f.height = size[0], size[1]
	f.d.Resize(f.width, f.height)
	return fmt.Sprintf("resize %dx%d", f.width, f.height)
}

func (f *fuzzer) send(msg tea.Msg) {
	f.d.program.Send(msg)
	f.d.settle()
}

func (f *fuzzer) key() string {
	k := tea.Key{Code: pick(f.rng, fuzzRunes)}
	if f.rng.IntN(2) == 0 {
		k.Code = pick(f.rng, fuzzNamed)
	}
	switch f.rng.IntN(8) {
	case 0:
		k.Mod = tea.ModCtrl
	case 1:
		k.Mod = tea.ModAlt
	case 2:
		k.Mod = pick(f.rng, []tea.KeyMod{tea.ModShift, tea.ModCtrl | tea.ModShift, tea.ModCtrl | tea.ModAlt})
	default:
		if k.Code < tea.KeyExtended && k.Code >= ' ' && k.Code != tea.KeyBackspace {
			k.Text = string(k.Code)
		}
	}
	if f.rng.IntN(4) == 0 {
		k = pick(f.rng, fuzzEdits)
	}
	times := 1
	if f.rng.IntN(6) == 0 {
		times += f.rng.IntN(12)
	}
	for range times {
		f.send(tea.KeyPressMsg(k))
	}
	return fmt.Sprintf("key %s x%d", tea.KeyPressMsg(k), times)
}

// walk presses keys that lead somewhere.
func (f *fuzzer) walk() string {
	words := pick(f.rng, hostileWalk)
	if f.rng.IntN(2) == 0 {
		words = "esc esc g " + pick(f.rng, fuzzScreen)
	}
	all := strings.Fields(words)
	all = all[:1+f.rng.IntN(len(all))] // what is open stays open
	for _, w := range all {
		if rest, ok := strings.CutPrefix(w, "'"); ok {
			f.d.Type(strings.TrimSuffix(rest, "'"))
			continue
		}
		k := keyEvent(f.d.t, w)
		f.send(tea.KeyPressMsg{Code: k.Code, Mod: k.Mod, Text: k.Text})
	}
	return "press " + strings.Join(all, " ")
}

// command has the palette carry out whatever it finds.
func (f *fuzzer) command() string {
	f.send(tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl})
	var letters string
	for range 1 + f.rng.IntN(3) {
		letters += string(rune('a' + f.rng.IntN(26)))
	}
	f.d.Type(letters)
	f.send(tea.KeyPressMsg{Code: tea.KeyEnter})
	return "command " + letters
}

func (f *fuzzer) mouse() string {
	m := tea.Mouse{X: f.rng.IntN(f.width + 3), Y: f.rng.IntN(f.height + 3), Button: pick(f.rng, []tea.MouseButton{tea.MouseLeft, tea.MouseLeft, tea.MouseRight, tea.MouseMiddle})}
	switch f.rng.IntN(5) {
	case 0:
		m.Button = pick(f.rng, []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown, tea.MouseWheelLeft})
		for range 1 + f.rng.IntN(20) {
			f.send(tea.MouseWheelMsg(m))
		}
	case 1: // a drag
		f.send(tea.MouseClickMsg(m))
		for range 1 + f.rng.IntN(4) {
			m.X, m.Y = f.rng.IntN(f.width+3)-1, f.rng.IntN(f.height+3)-1
			f.send(tea.MouseMotionMsg(m))
		}
		f.send(tea.MouseReleaseMsg(m))
	case 2: // two clicks
		f.send(tea.MouseClickMsg(m))
		f.send(tea.MouseReleaseMsg(m))
		fallthrough
	default:
		f.send(tea.MouseClickMsg(m))
		f.send(tea.MouseReleaseMsg(m))
	}
	return fmt.Sprintf("mouse %v", m)
}
