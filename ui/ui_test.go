package ui

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
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// fakeView records what reaches it.
type fakeView struct {
	tells         tea.Cmd // what taking back tells the service
	screen        views.Screen
	width, height int
	told          tea.WindowSizeMsg // the size that it last could read for
	got           []tea.Msg
	actions       []views.Action
	capturing     bool
	home          int
	opens         bool // undo opens what captures keys
	opening       bool
	boxes         dialog.Stack
	status        views.Status
	cursor        *tea.Cursor
	reverted      []views.Step
	expired       []views.Step
	pending       int
}

func (v *fakeView) Init() tea.Cmd { return nil }
func (v *fakeView) Update(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		v.told = size
		return nil
	}
	v.got = append(v.got, msg)
	return nil
}
func (v *fakeView) Home() tea.Cmd    { v.home++; return nil }
func (v *fakeView) SetSize(w, h int) { v.width, v.height = w, h }
func (v *fakeView) View() string {
	line := text.Clean(string(v.screen)).Pad(v.width).String()
	return strings.TrimSuffix(strings.Repeat(line+"\n", v.height), "\n")
}
func (v *fakeView) Actions() []views.Action { return v.actions }
func (v *fakeView) Boxes() *dialog.Stack    { return &v.boxes }
func (v *fakeView) Capturing() bool         { return v.capturing }
func (v *fakeView) Cursor() *tea.Cursor     { return v.cursor }
func (v *fakeView) Status() views.Status    { return v.status }
func (v *fakeView) Revert(s views.Step) tea.Cmd {
	v.reverted = append(v.reverted, s)
	v.capturing = v.opens
	return v.tells
}
func (v *fakeView) Pending() int               { return v.pending }
func (v *fakeView) Opening() bool              { return v.opening }
func (v *fakeView) GiveUp()                    { v.opening = false }
func (v *fakeView) Reapply(views.Step) tea.Cmd { return nil }
func (v *fakeView) Expired(s views.Step) bool {
	return slices.ContainsFunc(v.expired, func(o views.Step) bool { return o.Label == s.Label })
}

type fakeResult struct{ to views.Screen }

func (r fakeResult) To() views.Screen { return r.to }

type root struct {
	*Model
	inbox, week *fakeView
	did         []string
	counts      []int
	now         time.Time
	pauses      []tea.Msg // what each of the root's pauses brings when it is over
	quiet       tea.Msg   // what comes when no key came for a while after one that opens nothing
}

func newTestRoot(t *testing.T, width, height int) *root {
	t.Helper()
	r := &root{now: time.Date(2026, 10, 22, 9, 50, 0, 0, time.UTC)}
	act := func(id, name string, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Group: "Triage", Keys: keys, Do: func(n int) tea.Cmd {
			r.did, r.counts = append(r.did, id), append(r.counts, n)
			return nil
		}, Motion: id == "down", Typing: id == "send"}
	}
	r.inbox = &fakeView{screen: views.Inbox, status: views.Status{Text: "12 unread", Hints: []string{"archive"}}, actions: []views.Action{
		act("archive", "Archive", "e"), act("top", "To the top", "g g"), act("down", "Down", "j"), act("send", "Send", "ctrl+s"),
	}}
	r.week = &fakeView{screen: views.Week}
	th, err := theme.New(theme.Options{Name: "dark"})
	if err != nil {
		t.Fatal(err)
	}
	r.Model = New(Config{
		Env: &views.Env{Now: func() time.Time { return r.now }, Theme: th, State: memoryState{}},
		Tabs: []Tab{
			{Screen: views.Inbox, Title: "Inbox", Letter: "i", View: r.inbox},
			{Screen: views.Week, Title: "Week", Letter: "w", View: r.week},
		},
		Account: text.Literal("sample mailbox · ann"),
		Theme:   theme.Options{Name: "dark", Profile: colorprofile.TrueColor},
	})
	r.work.Later = func(pause time.Duration, over tea.Msg) tea.Cmd {
		if r.pauses = append(r.pauses, over); pause == expectTime {
			r.quiet = over
		}
		return nil
	}
	r.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return r
}

func (r *root) press(keys ...string) (last tea.Cmd) {
	named := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape},
		"ctrl+p": {Code: 'p', Mod: tea.ModCtrl}, "ctrl+s": {Code: 's', Mod: tea.ModCtrl}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
		"ctrl+o": {Code: 'o', Mod: tea.ModCtrl},
	}
	for _, k := range keys {
		msg, ok := named[k]
		if !ok {
			msg = tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
		}
		_, last = r.Update(msg)
	}
	return last
}

func (r *root) screen() string { return ansi.Strip(r.View().Content) }

func TestAKeyRunsTheViewsAction(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.press("e", "g", "g")
	if strings.Join(r.did, " ") != "archive top" {
		t.Errorf("did %v", r.did)
	}
}

func TestTheAccountIsBriefWhereThereIsNoRoom(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.header.account, r.header.brief = text.Literal("accounts.receivable@contoso.example as ann"), text.Literal("accounts.receivable as ann")
	if line, _, _ := strings.Cut(r.screen(), "\n"); !strings.Contains(line, "receivable@contoso.example as ann") {
		t.Errorf("with room for all of it: %q", line)
	}
	r.Update(tea.WindowSizeMsg{Width: 66, Height: 24})
	if line, _, _ := strings.Cut(r.screen(), "\n"); !strings.Contains(line, " accounts.receivable as ann ") {
		t.Errorf("with less room: %q", line)
	}
}

func TestADigitGoesToItsScreenInItsFrame(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.press("2")
	if r.screens.active != 1 {
		t.Fatalf("active: %d, want the second tab", r.screens.active)
	}
	r.press("1", "e")
	if r.screens.active != 0 || strings.Join(r.did, " ") != "archive" || r.counts[0] != 0 {
		t.Errorf("active %d, did %v %v, want one archive on the first tab", r.screens.active, r.did, r.counts)
	}
}

func TestACountIsShownAndRepeatsMotionsAlone(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.keys.keymap.usePreset("vim")
	r.press("1", "2")
	if r.screens.active != 0 || !strings.Contains(r.screen(), " 12 times the next motion") {
		t.Errorf("on tab %d:\n%s", r.screens.active, r.screen())
	}
	r.press("j", "3", "e")
	if fmt.Sprint(r.did, r.counts) != "[down archive] [12 0]" {
		t.Errorf("did %v with counts %v, want the motion counted alone", r.did, r.counts)
	}
	r.Update(tea.KeyPressMsg{Code: '2', Mod: tea.ModAlt})
	if r.screens.active != 1 {
		t.Errorf("alt+2 went to tab %d", r.screens.active)
	}
}

func TestWhoCapturesKeysHasThemAll(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.capturing = true
	r.press("e", "q", "2", "esc")
	if len(r.did) != 0 || len(r.inbox.got) != 4 {
		t.Errorf("did %v, the view got %d of 4 keys", r.did, len(r.inbox.got))
	}
	r.press("ctrl+s")
	if len(r.did) != 1 {
		t.Error("an action whose key types nothing was not done")
	}
}

func TestResultsReachHiddenViews(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(fakeResult{views.Week})
	if len(r.week.got) != 1 || len(r.inbox.got) != 0 {
		t.Errorf("week got %d, inbox got %d", len(r.week.got), len(r.inbox.got))
	}
}

func TestEveryViewIsToldOfASizeOnceItHasIt(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(tea.WindowSizeMsg{Width: 120, Height: 50})
	for _, v := range []*fakeView{r.inbox, r.week} {
		if v.told.Height != 50 || v.width != 120 || v.height < 40 {
			t.Errorf("%s has %dx%d, and was told of %v", v.screen, v.width, v.height, v.told)
		}
	}
}

func TestAConfirmationIgnoresKeysAlreadyInFlight(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	agreed := false
	r.Update(views.Confirm{Title: text.Literal("Delete for good?"), Verb: "Delete", Yes: func() tea.Cmd { agreed = true; return nil }})
	for range 3 {
		r.now = r.now.Add(300 * time.Millisecond)
		r.press("enter")
	}
	if !r.boxes.IsOpen() {
		t.Fatal("a key pressed before the box could be read has answered it")
	}
	if !strings.Contains(r.screen(), "Delete for good?") {
		t.Errorf("not on the screen:\n%s", r.screen())
	}
	r.now = r.now.Add(time.Second)
	drain(r.press("enter"))
	if !agreed || r.boxes.IsOpen() {
		t.Errorf("agreed %v, still open %v", agreed, r.boxes.IsOpen())
	}
}

func TestThePaletteRunsWhatIsChosen(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.press("ctrl+p", "a", "r", "c", "h")
	if !strings.Contains(r.screen(), "Archive") {
		t.Fatalf("not offered:\n%s", r.screen())
	}
	r.press("enter")
	if strings.Join(r.did, " ") != "archive" || r.boxes.IsOpen() {
		t.Errorf("did %v", r.did)
	}
}

// While one writes, a key stands beside what it does there, and nowhere else.
func TestThePaletteShowsTheKeysThatWorkNow(t *testing.T) {
	shown := func(r *root, what string) string {
		t.Helper()
		r.press(strings.Split(what, "")...)
		_, list, _ := strings.Cut(r.screen(), "What to do")
		r.press("esc")
		return strings.TrimRight(strings.Trim(strings.Split(list, "\n")[3], "│ "), "│ .")
	}
	r := newTestRoot(t, 100, 30)
	r.inbox.actions = append(slices.Clone(r.inbox.actions), views.Action{ID: "receipt", Name: "Receipt wanted", Keys: []string{"ctrl+r"}, Typing: true, Do: func(int) tea.Cmd { return nil }})
	for _, writing := range []bool{false, true} {
		r.inbox.capturing = writing
		for what, key := range map[string]string{"receipt": "ctrl+r", "archive": "e", "command palette": "ctrl+p"} {
			r.press("ctrl+p")
			works := !writing || what != "archive"
			if got := shown(r, what); strings.Contains(strings.ToLower(got), what) == false || strings.Contains(got, " "+key) != works {
				t.Errorf("writing %v: %q; want the key %s: %v", writing, got, key, works)
			}
		}
		if r.press("ctrl+p"); writing && strings.Count(r.screen(), "ctrl+r") != 1 {
			t.Errorf("ctrl+r stands beside several:\n%s", r.screen())
		}
		r.press("esc")
	}
}

func TestHelpListsEveryKeyOfTheScreen(t *testing.T) {
	r := newTestRoot(t, 120, 36)
	r.press("?")
	for _, want := range []string{"Archive", "To the top", "g g", "Command palette", "Go to Week"} {
		if !strings.Contains(r.screen(), want) {
			t.Errorf("missing %q:\n%s", want, r.screen())
		}
	}
}

func TestTheHelpIsPagedAndSaysWhere(t *testing.T) {
	r := newTestRoot(t, 60, 12)
	r.press("?")
	first := r.screen()
	r.see(t, "1-7 of ", "other keys close")
	r.press("G")
	if r.screen() == first {
		t.Errorf("G scrolled nothing\n%s", first)
	}
	r.press("g")
	if r.screen() != first {
		t.Errorf("g did not lead back\n%s", r.screen())
	}
	r.press("x")
	r.dontSee(t, "Keys: ")
	large := newTestRoot(t, 160, 50)
	large.press("?")
	large.see(t, "any key closes")
	large.press("G")
	large.dontSee(t, "Keys: ")
}

func TestAnActionThatLacksItsObjectIsExplained(t *testing.T) {
	r := newTestRoot(t, 120, 36)
	lacks := "an invitation"
	r.inbox.actions = append(r.inbox.actions, views.Action{ID: "accept", Name: "Accept", Keys: []string{"A"},
		Enabled: func() bool { return false }, Needs: func() string { return lacks }})
	r.Update(r.press("A")())
	r.see(t, "Accept needs an invitation")
	r.press("?")
	r.see(t, "Accept, needs an")
	r.press("esc")
	lacks = "" // it has no place now
	r.press("?")
	if strings.Contains(r.screen(), "Accept") {
		t.Errorf("what has no place is listed\n%s", r.screen())
	}
}

func TestAKeyThatDoesNothingSaysWhy(t *testing.T) {
	r := newTestRoot(t, 120, 36)
	r.inbox.actions = append(r.inbox.actions,
		views.Action{ID: "go-folder", Name: "Go to a folder", Keys: []string{"g l"}, Enabled: never, Needs: views.Needs("a folder")},
		views.Action{ID: "snooze", Name: "Snooze", Keys: []string{"h t"}, Enabled: never, Needs: views.Needs("a message")},
		views.Action{ID: "rename", Name: "Rename", Keys: []string{"R"}, Here: never, Needs: views.Needs("the folders")})
	for keys, want := range map[string]string{
		"g l": "Go to a folder needs a folder", "h t": "Snooze needs a message", "R": "Rename needs the folders",
		"E": "E does nothing here: ? lists the keys", "g E": "g E does nothing here", "ctrl+o": "Open another profile needs a second one in the settings",
	} {
		r.Update(r.press(strings.Fields(keys)...)())
		r.see(t, want)
		if r.history.expected.Busy() {
			r.Update(r.quiet)
		}
	}
	if len(r.did) > 0 {
		t.Errorf("they did %v", r.did)
	}
}

func TestHelpExplainsTheMarksOfTheScreen(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.screens.tabs[0].View = explained{r.inbox}
	r.press("?")
	r.see(t, "Marks", "⚑  flagged to follow up")
	r.press("esc")
	r.look.switchGlyphs(0)
	r.press("?")
	r.see(t, "F  flagged to follow up")
	r.press("esc", "2", "?")
	r.dontSee(t, "Marks")
}

// explained is a screen that draws flags.
type explained struct{ *fakeView }

func (explained) Legend() []theme.Mark {
	return []theme.Mark{{Means: "flagged to follow up", Sign: func(g *theme.Glyphs) theme.Glyph { return g.Flag },
		Look: func(s *theme.Styles) theme.Style { return s.Flag }}}
}

func TestAKeyCanBeChangedAndIsTakenFromWhoHadIt(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.editor.open(0)
	r.press("a", "r", "c", "h", "enter")
	r.press("j")
	r.see(t, "Take j from: Down?", "No key is left then for: Down")
	r.press("esc", "j")
	if strings.Join(r.did, " ") != "down" {
		t.Fatalf("it was not agreed to, and j did %v, want down", r.did)
	}
	r.did = nil
	r.giveKey("arch", "j")
	r.see(t, "Key changed: j is Archive, taken from Down · u undo")
	r.press("j", "e")
	if strings.Join(r.did, " ") != "archive archive" {
		t.Errorf("j and e did %v, want archive twice", r.did)
	}
	saved := r.again(t)
	if got, _ := saved.keys.keymap.keys("inbox.archive", nil); len(got) == 0 || got[0] != "j" {
		t.Errorf("saved: got %v for archive, want j first", got)
	}
}

// giveKey has the key editor give a key to the action that is found so, which
// is agreed to; what it saves is saved.
func (r *root) giveKey(find, key string) {
	r.editor.open(0)
	for _, letter := range find {
		r.press(string(letter))
	}
	finish(r, r.press("enter", key))
	if r.boxes.IsOpen() {
		r.now = r.now.Add(time.Second)
		finish(r, r.press("y"))
	}
}

// finish runs a command and gives the root what it brings.
func finish(r *root, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			finish(r, c)
		}
	default:
		_, cmd := r.Update(msg)
		finish(r, cmd)
	}
}

func TestAChangeOfKeysIsUndone(t *testing.T) {
	keysOf := func(r *root, action string) string {
		r.keys.collect()
		return strings.Join(r.keys.called(action).Keys, " ")
	}
	r := newTestRoot(t, 100, 30)
	r.giveKey("arch", "j")
	r.giveKey("arch", "x")
	if got := keysOf(r, "archive"); got != "x j e" {
		t.Fatalf("archive has %q", got)
	}
	press := func(keys ...string) {
		for _, key := range keys {
			finish(r, r.press(key))
		}
	}
	press("2", "u") // from any screen: keys are those of all
	r.see(t, "Taken back: Key changed: x is Archive")
	press("U", "u", "1")
	if got := keysOf(r, "archive"); got != "j e" {
		t.Errorf("after u: archive has %q", got)
	}
	r.editor.open(0)
	r.see(t, "Take the last change back", "All keys as in daybook again")
	press("enter")
	if got := keysOf(r, "archive") + ", " + keysOf(r, "down"); got != "e, j" {
		t.Errorf("after the editor has taken it back: archive and down have %q", got)
	}
	r.giveKey("arch", "x")
	next := r.again(t)
	finish(next, next.press("u"))
	if got := keysOf(next, "archive"); got != "e" {
		t.Errorf("undone after a restart: archive has %q", got)
	}
	r.giveKey("all keys", "enter")
	if got := keysOf(r, "archive"); got != "e" {
		t.Errorf("all as they were: archive has %q", got)
	}
	press("u")
	if got := keysOf(r, "archive"); got != "x e" {
		t.Errorf("and that undone: archive has %q", got)
	}
}

func TestAPresetChangesKeys(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.keys.keymap.usePreset("outlook")
	r.keys.collect()
	if got := r.keys.called("undo").Keys[0]; got != "ctrl+z" {
		t.Errorf("undo: got %q, want ctrl+z", got)
	}
}

func TestEverySizeIsDrawnWithoutWrapping(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {10, 5}, {19, 30}, {20, 5}, {40, 12}, {60, 15}, {80, 3}, {80, 24}, {200, 60}} {
		r := newTestRoot(t, size[0], size[1])
		r.press("?")
		lines := strings.Split(r.View().Content, "\n")
		if len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for i, l := range lines {
			if w := ansi.StringWidth(l); w != size[0] {
				t.Errorf("%v: line %d has %d cells: %q", size, i, w, ansi.Strip(l))
			}
		}
	}
}

func TestTheCursorOfAPaneThatHasNoRoomIsNotShown(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.cursor = tea.NewCursor(70, 20)
	if c := r.View().Cursor; c == nil || c.X != 70 || c.Y != 21 {
		t.Errorf("the cursor is %v, want it below the tabs", c)
	}
	r.Update(tea.WindowSizeMsg{Width: 40, Height: 12})
	if c := r.View().Cursor; c != nil {
		t.Errorf("the cursor is at %v of 40x12", c.Position)
	}
}

// An input method, or a terminal's protocol, can send a key with any text.
func TestTheTextOfAKeyIsCleaned(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.capturing = true
	for _, typed := range []string{"\u200d", "a\u202eb", "é"} {
		r.Update(tea.KeyPressMsg{Code: []rune(typed)[0], Text: typed})
	}
	var got []string
	for _, msg := range r.inbox.got {
		if press, ok := msg.(tea.KeyPressMsg); ok {
			got = append(got, press.Text)
		}
	}
	if strings.Join(got, " ") != "ab é" {
		t.Errorf("the view got %q", got)
	}
}

func TestClickingATabGoesThere(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	x := strings.Index(r.screen(), "2 Week")
	r.Update(tea.MouseClickMsg{X: x, Y: 0, Button: tea.MouseLeft})
	if r.screens.active != 1 {
		t.Errorf("active: %d", r.screens.active)
	}
	r.Update(tea.MouseClickMsg{X: 3, Y: 5, Button: tea.MouseLeft})
	click, ok := r.week.got[len(r.week.got)-1].(tea.MouseClickMsg)
	if !ok || click.Y != 4 {
		t.Errorf("the view got %+v, want a click at its own row 4", r.week.got)
	}
}

func drain(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if batch, ok := cmd().(tea.BatchMsg); ok {
		for _, c := range batch {
			drain(c)
		}
	}
}

// The frame has signs of our own words, as in the account's name; mail's letters stay.
func TestASCIIDrawsNoSignOfOurOwnBeyondIt(t *testing.T) {
	r := newTestRoot(t, 100, 24)
	r.header.account = text.Literal("sample mailbox · ann – “Jörg”…")
	r.see(t, "sample mailbox · ann – “Jörg”…")
	r.look.switchGlyphs(0)
	r.see(t, `sample mailbox - ann - "Jörg"~`)
}

func TestOnlyKeysThatWorkAreHintedUnderABox(t *testing.T) {
	r := newTestRoot(t, 120, 24)
	r.inbox.status.Hints = []string{"archive", "send"}
	r.see(t, "e archive", "ctrl+s send")
	r.inbox.capturing = true // as with a box of the screen's own
	r.dontSee(t, "e archive")
	r.see(t, "ctrl+s send", "ctrl+p commands")
	r.inbox.capturing = false
	r.press("ctrl+p")
	last := func() string { return r.screen()[strings.LastIndex(r.screen(), "\n"):] }
	if strings.Contains(last(), "archive") || strings.Contains(last(), "send") {
		t.Errorf("under the palette: %q", last())
	}
	r.press("esc")
	r.see(t, "e archive")
}

// TestAQuestionComesBeforeTheNextKey asks in the frame of a key: what was typed
// with it meets the box, and the answer acts before what was typed after it.
func TestAQuestionComesBeforeTheNextKey(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	did := ""
	cmd := r.env.Ask(views.Confirm{Title: text.Literal("Delete for good?"), Yes: func() tea.Cmd { did += "yes "; return nil }})
	if cmd != nil || !r.boxes.IsOpen() {
		t.Fatalf("got a command (%v) and box %v, want the box at once", cmd != nil, r.boxes.Top())
	}
	r.now = r.now.Add(time.Second)
	r.Update(tea.KeyPressMsg{Code: 'y', Text: "y"})
	if did != "yes " || r.boxes.IsOpen() {
		t.Errorf("did %q, box %v", did, r.boxes.Top())
	}
}

func TestWhatIsTooSmallIsSaidInOneWay(t *testing.T) {
	for _, size := range [][2]int{{20, 5}, {19, 20}} {
		r := newTestRoot(t, size[0], size[1])
		for _, screen := range []string{"1", "2"} {
			r.press(screen)
			if s := strings.Join(strings.Fields(r.screen()), " "); s != "daybook needs 20x6 cells or more" {
				t.Errorf("in %v it shows %q", size, s)
			}
		}
	}
}

func TestTheHelpCutsNoName(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.actions[0].Name = "Select all that match, also those that are not loaded"
	r.inbox.actions[1].Keys = []string{"ctrl+home", "ctrl+pgup", "g g"}
	r.press("?")
	s := r.screen()
	if strings.Contains(s, "…") {
		t.Errorf("something is cut:\n%s", s)
	}
	for _, word := range []string{"Select", "loaded", "ctrl+home", "ctrl+pgup"} {
		r.see(t, word)
	}
}

func TestAQuestionNamesTheKeysThatAnswerIt(t *testing.T) {
	for _, width := range []int{80, 40} {
		r := newTestRoot(t, width, 16)
		r.Update(views.Confirm{Title: text.Literal("Delete 3 messages?"), Detail: text.Literal("They are gone."), Verb: "Delete for good",
			Yes: func() tea.Cmd { return nil }})
		r.see(t, "enter, y Delete for good")
		r.see(t, "esc, n cancel")
	}
}

func TestTheHelpBreaksNoEntryAcrossColumns(t *testing.T) {
	entries := [][]string{{"A", "a1"}, {"a2", "a2 more"}, {"a3", "a3 more", "a3 yet more"}, {""}, {"B", "b1"}}
	got := inColumns(entries, 2)
	if right := strings.Join(got[1], "|"); right != "a3|a3 more|a3 yet more||B|b1" || len(got[0]) != 6 {
		t.Errorf("got %q", got)
	}
	if got := inColumns(nil, 3); len(got) != 3 || len(got[0]) != 0 {
		t.Errorf("of nothing: %q", got)
	}
}

func TestTabsKeepTheirNamesAsFarAsTheyFit(t *testing.T) {
	for _, c := range []struct {
		width, shown int
		brief        string
		want         string
	}{
		{120, 0, "", " daybook  1 Inbox  2 Week  3 People  4 Groups  5 Find a time  6 Files  7 Account   sample mailbox · ann"},
		{80, 0, "", " daybook  1 Inbox  2 Week  3 People  4 Groups  5 Find a time  6  7  sample mai…"},
		{80, 6, "", " daybook  1 Inbox  2 Week  3 People  4 Groups  5  6  7 Account      sample mailbox…"},
		{80, 0, "receivable as ann", " daybook  1 Inbox  2 Week  3 People  4 Groups  5  6  7  sample mailbox · ann"},
		{60, 1, "receivable as ann", " daybook  1  2 Week  3  4  5  6  7  sample mailbox · ann"},
	} {
		r := &root{Model: sevenScreens(t)}
		for i, name := range []string{"Inbox", "Week", "People", "Groups", "Find a time", "Files", "Account"} {
			r.screens.tabs[i].Title = name
		}
		r.header.brief = text.Clean(c.brief)
		r.screens.active = c.shown
		r.Update(tea.WindowSizeMsg{Width: c.width, Height: 24})
		line, _, _ := strings.Cut(r.screen(), "\n")
		if strings.Join(strings.Fields(line), " ") != strings.Join(strings.Fields(c.want), " ") || text.Width(line) != c.width {
			t.Errorf("%d cells: %q", c.width, line)
		}
		for i := range r.screens.tabs {
			r.Update(tea.MouseClickMsg{X: strings.Index(line, fmt.Sprintf(" %d ", i+1)) + 1, Y: 0, Button: tea.MouseLeft})
			if line, _, _ = strings.Cut(r.screen(), "\n"); r.screens.active != i {
				t.Errorf("%d cells: a click on tab %d goes to %d", c.width, i+1, r.screens.active+1)
			}
		}
	}
}

// presettable is a screen that others name something to.
type presettable struct {
	*fakeView
	anew int
}

func (p *presettable) Anew() tea.Cmd { p.anew++; return nil }

// Who looks aside comes back to what was there; who comes another way does not.
func TestAScreenIsToldWhereOneDoesNotComeBackToIt(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	times := &presettable{fakeView: &fakeView{screen: views.Finder}}
	r.screens.tabs = append(r.screens.tabs, Tab{Screen: views.Finder, Title: "Find a time", View: times})
	inbox, week, finder := 0, 1, 2
	for _, to := range []struct{ screen, anew int }{
		{finder, 0}, {week, 0}, {finder, 0}, // to look at the week
		{inbox, 0}, {finder, 0}, // and at the letter
		{inbox, 0}, {week, 0}, {finder, 1},
		{week, 1}, {inbox, 1}, {finder, 2},
	} {
		r.show(to.screen)
		if times.anew != to.anew {
			t.Errorf("on %s it was told %d times, want %d", r.screens.shown(), times.anew, to.anew)
		}
	}
}

func TestTheKeyOfTheScreenThatIsSeenGoesToItsBeginning(t *testing.T) {
	r := newTestRoot(t, 100, 30)
	for i, key := range []string{"2", "1", "1"} {
		if r.press(key); r.inbox.home != max(i-1, 0) {
			t.Errorf("after %d keys it was asked %d times", i+1, r.inbox.home)
		}
	}
}
