package extensions

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/viewtest"
	"daybook/widget/text"
)

var (
	letter = Item{Kind: Message, ID: "m1"}
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
	*viewtest.Driver
	service *fake
	named   map[Item][]string
}

// screen is what the panel is over. Undo and redo mean what is begun in it.
type screen struct {
	viewtest.Plain
	panel *Panel
}

func (s *screen) StepBack() (tea.Cmd, bool)  { return s.panel.StepBack() }
func (s *screen) StepAgain() (tea.Cmd, bool) { return s.panel.StepAgain() }

func values(pairs ...string) Values {
	v := Values{}
	for i := 0; i < len(pairs); i += 2 {
		v[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return v
}

func sit(t testing.TB, w, h int, o theme.Options) *bench {
	t.Helper()
	b := &bench{Driver: viewtest.New(t, viewtest.Options{Theme: o, Now: time.Unix(0, 0)}), service: &fake{items: map[Item]map[string]Values{}}, named: map[Item][]string{}}
	b.service.at(letter)["com.contoso.release"] = values("version", `"4.0.0"`, "greenNights", "9", "pilot", "true", "approvers", `["ann","gus",3]`)
	s := &screen{}
	b.Panel = New(b.Env, b.service, Options{Screen: views.Inbox, Boxes: &s.Stack, Changed: func(i Item, names []string) { b.named[i] = names }})
	s.panel = b.Panel
	s.Does = b.Around([]views.Action{{ID: "below", Keys: []string{"j"}, Do: func(int) tea.Cmd { b.Notices = append(b.Notices, "below"); return nil }}},
		func() (Item, text.Text, bool) { return letter, text.Literal("Release plan"), true })
	b.Driver.Show(s, w, h)
	return b
}

func open(t testing.TB) *bench {
	b := sit(t, 100, 30, viewtest.Dark)
	b.Press(",")
	return b
}

// wipe empties the line that is typed into.
func (b *bench) wipe() { b.Press("ctrl+u") }

// to puts the cursor on a property.
func (b *bench) to(name, property string) {
	b.T.Helper()
	if !b.tree.Reveal(propertyNode(name, property), extensionNode(name)) {
		b.T.Fatalf("no row %s of %s\n%s", property, name, b.Screen())
	}
}

func (b *bench) want(name, data string) {
	b.T.Helper()
	if got := b.service.has(letter, name); got != data {
		b.T.Errorf("the service has %s = %s, want %s", name, got, data)
	}
}
