package week

import (
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"daybook/model"
	"daybook/theme"
	"daybook/views/persist"
	"daybook/views/viewtest"
)

// driver is the screen with hands on it.
type driver struct {
	*viewtest.Driver
	m *Model
	f *fake
}

// look is a theme that frames are drawn in.
type look struct {
	name string
	theme.Options
}

var looks = []look{
	{"dark", theme.Options{Dark: true, Profile: colorprofile.TrueColor}},
	{"light", theme.Options{Profile: colorprofile.TrueColor}},
	{"mono", theme.Options{Dark: true, Profile: colorprofile.ASCII}},
	{"ascii", theme.Options{Dark: true, Profile: colorprofile.ANSI, ASCII: true}},
}

func start(t testing.TB, f *fake, width, height int) *driver {
	t.Helper()
	return startWith(t, f, width, height, viewtest.Memory{})
}

func startWith(t testing.TB, f *fake, width, height int, state viewtest.Memory) *driver {
	t.Helper()
	d := open(t, f, state)
	d.Show(d.m, width, height)
	return d
}

// open is a driver whose screen has not begun.
func open(t testing.TB, f *fake, state viewtest.Memory) *driver {
	t.Helper()
	d := &driver{Driver: viewtest.New(t, viewtest.Options{Theme: looks[0].Options, Now: now, Zone: london, State: state, ID: "new"}), f: f}
	d.m = New(d.Env, f, Options{Me: person("Ann Ek"),
		Rule: func(string, model.DateTimeTimeZone, model.DateTimeTimeZone) (Rule, error) { return only31{}, nil }})
	d.m.work.Later = d.Later
	d.Rest = func(pause time.Duration) viewtest.Pause {
		if pause == persist.DraftPause {
			return viewtest.Waits
		}
		return viewtest.Endless // what comes again and again
	}
	return d
}

func (d *driver) selected() string { return d.m.days.cursor.id }

func (d *driver) wantSelected(id string) {
	d.T.Helper()
	if got := d.selected(); got != id {
		d.T.Errorf("selected %q, want %q\n%s", got, id, d.Screen())
	}
}

func TestEveryPartIsConnected(t *testing.T) {
	viewtest.CheckConnected(t, start(t, busyWeek(), 120, 34).m)
}
