package app

import (
	"testing"
	"time"

	"daybook/api"
	"daybook/app/bridge"
	"daybook/theme"
	"daybook/views"
)

// TestASignMeansOneThingOnItsScreen goes through the legends of all screens,
// in both sets of signs.
func TestASignMeansOneThingOnItsScreen(t *testing.T) {
	env := &views.Env{Now: func() time.Time { return time.Time{} }, Zone: func() *time.Location { return time.UTC }, Theme: &theme.Theme{}}
	for _, tab := range screens(env, new(api.Client), bridge.LocalFiles{}, screenOptions{}) {
		e, ok := tab.View.(views.Explainer)
		if !ok {
			if tab.Screen != views.Account { // it says all in words
				t.Errorf("%s explains no marks", tab.Screen)
			}
			continue
		}
		for name, glyphs := range map[string]theme.Glyphs{"Unicode": theme.Unicode(), "ASCII": theme.ASCII()} {
			means := map[theme.Glyph]string{}
			for _, m := range e.Legend() {
				sign := m.Sign(&glyphs)
				if other, had := means[sign]; had {
					t.Errorf("%s, %s: %q means %q and %q", tab.Screen, name, sign, other, m.Means)
				}
				if means[sign] = m.Means; sign == "" || m.Means == "" {
					t.Errorf("%s, %s: %q means %q", tab.Screen, name, sign, m.Means)
				}
			}
		}
	}
}
