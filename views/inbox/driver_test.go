package inbox

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/model"
	"daybook/theme"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/viewtest"
)

// driver is the screen with hands on it.
type driver struct {
	*viewtest.Driver
	m *Model
	f *fake
}

// looks are the themes that frames are drawn in.
var looks = []struct {
	name string
	theme.Options
}{
	{"dark", theme.Options{Dark: true, Profile: colorprofile.TrueColor}},
	{"light", theme.Options{Profile: colorprofile.TrueColor}},
	{"mono", theme.Options{Dark: true, Profile: colorprofile.ASCII}},
	{"ascii", theme.Options{Dark: true, Profile: colorprofile.ANSI, ASCII: true}},
}

func start(t testing.TB, f *fake, width, height int) *driver {
	t.Helper()
	return startWith(t, f, width, height, viewtest.Memory{}, Options{})
}

func startWith(t testing.TB, f *fake, width, height int, state viewtest.Memory, o Options) *driver {
	t.Helper()
	d := open(t, f, state, o)
	d.Show(d.m, width, height)
	return d
}

// startHeld opens the screen before anything has answered.
func startHeld(t testing.TB, f *fake) *driver {
	t.Helper()
	d := open(t, f, viewtest.Memory{}, Options{})
	d.Drive(d.m)
	d.Resize(120, 34)
	return d
}

func open(t testing.TB, f *fake, state viewtest.Memory, o Options) *driver {
	t.Helper()
	if o.Me.Address == "" {
		o.Me = model.EmailAddress{Name: "Ann Ek", Address: "ann@contoso.example"}
	}
	if o.Downloads == "" {
		o.Downloads = "downloads"
	}
	d := &driver{Driver: viewtest.New(t, viewtest.Options{Theme: looks[0].Options, Now: now, State: state, ID: "id"}), f: f}
	d.m = New(d.Env, f, o)
	d.m.work.Later = d.Later
	return d
}

// answer lets so many answers to writes in, or to the search for what they are
// about, and goes on holding the others back.
func (d *driver) answer(writes int) {
	d.T.Helper()
	for range writes {
		d.Answer(func(value any) bool {
			switch value.(type) {
			case []edit.Result[change.Change], swept:
				return true
			}
			return false
		})
	}
}

func (d *driver) selected() string {
	if r := d.m.list.rows.Selected(); r != nil {
		return r.Newest().ID
	}
	return ""
}

func (d *driver) wantSelected(id string) {
	d.T.Helper()
	if got := d.selected(); got != id {
		d.T.Errorf("selected %q, want %q\n%s", got, id, d.Screen())
	}
}

func (d *driver) folderOf(id string) string { return d.f.get(id).ParentFolderID }

func TestEveryPartIsConnected(t *testing.T) {
	viewtest.CheckConnected(t, start(t, office(), 120, 34).m, "model.list.all.match") // no lens holds back nothing
}
