package extensions

import (
	"context"
	"encoding/json"
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
	"daybook/widget/dialog"
	"daybook/widget/text"
)

var (
	letter = Item{Kind: Message, ID: "m1"}
	dark   = theme.Options{Name: "dark", Profile: colorprofile.TrueColor}
)

// fake is the custom data of some items in memory, under the rules of the
// interface: unique names in any letter case, and null takes a property away
// in a patch.
type fake struct {
	items map[Item]map[string]Values
	fail  error
	calls []string
}

func (f *fake) at(i Item) map[string]Values {
	if f.items[i] == nil {
		f.items[i] = map[string]Values{}
	}
	return f.items[i]
}

func (f *fake) Extensions(_ context.Context, i Item) ([]model.OpenTypeExtension, error) {
	var out []model.OpenTypeExtension
	for name, v := range f.at(i) {
		out = append(out, extension(name, v))
	}
	return out, f.fail
}

func (f *fake) Extension(_ context.Context, i Item, name string) (model.OpenTypeExtension, error) {
	v, ok := f.at(i)[name]
	if !ok {
		return model.OpenTypeExtension{}, model.ErrNotFound
	}
	return extension(name, v), f.fail
}

func (f *fake) CreateExtension(_ context.Context, i Item, e model.OpenTypeExtension) error {
	f.calls = append(f.calls, "create "+e.ExtensionName)
	if f.fail != nil {
		return f.fail
	}
	if _, ok := f.at(i)[e.ExtensionName]; ok {
		return model.ErrConflict
	}
	f.at(i)[e.ExtensionName] = newEntry(e.ExtensionName, e.Data).data
	return nil
}

func (f *fake) UpdateExtension(_ context.Context, i Item, e model.OpenTypeExtension) error {
	f.calls = append(f.calls, "update "+e.ExtensionName)
	v, ok := f.at(i)[e.ExtensionName]
	if f.fail != nil || !ok {
		return errorOr(f.fail, model.ErrNotFound)
	}
	for name, raw := range e.Data {
		if v[name] = raw; string(raw) == "null" {
			delete(v, name)
		}
	}
	return nil
}

func (f *fake) DeleteExtension(_ context.Context, i Item, name string) error {
	f.calls = append(f.calls, "delete "+name)
	if _, ok := f.at(i)[name]; f.fail != nil || !ok {
		return errorOr(f.fail, model.ErrNotFound)
	}
	delete(f.at(i), name)
	return nil
}

func errorOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// has is an item's extension as JSON, its properties in order; "-" for none.
func (f *fake) has(i Item, name string) string {
	v, ok := f.at(i)[name]
	if !ok {
		return "-"
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// bench is a panel with hands on it.
type bench struct {
	*Panel
	boxes   dialog.Stack
	t       testing.TB
	service *fake
	actions []views.Action
	notes   []string
	steps   []views.Step
	forgot  []views.Step
	copied  []string
	named   map[Item][]string
	edit    func(string) string // the editor
	w, h    int
	hold    bool // keep commands back, as if the service were slow
	held    []tea.Cmd
}

func values(pairs ...string) Values {
	v := Values{}
	for i := 0; i < len(pairs); i += 2 {
		v[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return v
}

func sit(t testing.TB, w, h int, o theme.Options) *bench {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, w: w, h: h, service: &fake{items: map[Item]map[string]Values{}}, named: map[Item][]string{}}
	b.service.at(letter)["com.contoso.release"] = values("version", `"4.0.0"`, "greenNights", "9", "pilot", "true", "approvers", `["ann","gus",3]`)
	env := views.Env{Now: func() time.Time { return time.Unix(0, 0) }, Theme: th, Desktop: desktop{b}}
	b.Panel = New(env, b.service, Options{Screen: views.Inbox, Boxes: &b.boxes, Changed: func(i Item, names []string) { b.named[i] = names }})
	b.actions = b.Around([]views.Action{{ID: "below", Keys: []string{"j"}, Do: func(int) tea.Cmd { b.notes = append(b.notes, "below"); return nil }}},
		func() (Item, text.Text, bool) { return letter, text.Literal("Release plan"), true })
	return b
}

func open(t testing.TB) *bench {
	b := sit(t, 100, 30, dark)
	b.press(",")
	return b
}

type desktop struct{ b *bench }

func (d desktop) Edit(_, s string, done func(string, error) tea.Msg) tea.Cmd {
	return views.Send(done(d.b.edit(s), nil))
}
func (d desktop) OpenURL(string, func(error) tea.Msg) tea.Cmd          { return nil }
func (d desktop) OpenFile(string, []byte, func(error) tea.Msg) tea.Cmd { return nil }
func (d desktop) Copy(s string) tea.Cmd                                { d.b.copied = append(d.b.copied, s); return nil }

func (b *bench) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if b.hold {
		b.held = append(b.held, cmd)
		return
	}
	b.take(cmd())
}

// release lets the service answer.
func (b *bench) release() {
	b.hold = false
	held := b.held
	b.held = nil
	for _, cmd := range held {
		b.run(cmd)
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
	case views.Result:
		b.run(msg.Apply())
	default:
		b.run(b.boxes.Update(msg))
	}
}

// press gives keys as the root would: to an action, or to the panel while keys
// are text.
func (b *bench) press(keys ...string) {
	for _, k := range keys {
		msg := key(k)
		if step, ok := map[string]func() (tea.Cmd, bool){"u": b.StepBack, "U": b.StepAgain}[k]; ok && !b.Capturing() {
			if cmd, open := step(); open {
				b.run(cmd)
				continue
			}
		}
		if !b.Capturing() {
			if i := slices.IndexFunc(b.actions, func(a views.Action) bool { return slices.Contains(a.Keys, k) && a.Can() }); i >= 0 {
				b.run(b.actions[i].Do(0))
				continue
			}
		}
		b.run(b.boxes.Update(msg))
	}
}

func key(name string) tea.KeyPressMsg {
	named := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
		"up": tea.KeyUp, "down": tea.KeyDown, "backspace": tea.KeyBackspace}
	if c, ok := named[name]; ok {
		return tea.KeyPressMsg{Code: c}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

func (b *bench) write(s string) {
	for _, r := range s {
		b.press(string(r))
	}
}

// wipe empties the line that is typed into.
func (b *bench) wipe() { b.press("ctrl+u") }

// to puts the cursor on a property.
func (b *bench) to(name, property string) {
	b.t.Helper()
	if !b.tree.Reveal(propertyNode(name, property), extensionNode(name)) {
		b.t.Fatalf("no row %s of %s\n%s", property, name, b.screen())
	}
}

func (b *bench) raw() string {
	background := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", b.w)+"\n", b.h), "\n")
	return b.boxes.Over(background, b.w, b.h)
}

func (b *bench) screen() string { return ansi.Strip(b.raw()) }

func (b *bench) see(want ...string) {
	b.t.Helper()
	for _, w := range want {
		if !strings.Contains(b.screen(), w) {
			b.t.Errorf("not on the screen: %q\n%s", w, b.screen())
		}
	}
}

func (b *bench) want(name, data string) {
	b.t.Helper()
	if got := b.service.has(letter, name); got != data {
		b.t.Errorf("the service has %s = %s, want %s", name, got, data)
	}
}
