package ui

import (
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/views"
	"daybook/views/inbox"
	"daybook/views/viewtest"
)

// TestGoldensOfTheLegend draws what the help says about the marks of mail, which
// has the most of them.
func TestGoldensOfTheLegend(t *testing.T) {
	for name, o := range map[string]theme.Options{
		"120x36-dark": {Dark: true, Profile: colorprofile.TrueColor}, "80x24-dark": {Dark: true, Profile: colorprofile.TrueColor},
		"40x12-dark": {Dark: true, Profile: colorprofile.TrueColor}, "80x24-light": {Profile: colorprofile.TrueColor},
		"80x24-mono": {Dark: true, Profile: colorprofile.ASCII}, "80x24-ascii": {Dark: true, Profile: colorprofile.ANSI, ASCII: true},
	} {
		width, height := map[byte]int{'1': 120, '8': 80, '4': 40}[name[0]], map[byte]int{'1': 36, '8': 24, '4': 12}[name[0]]
		r := newTestRoot(t, width, height)
		*r.env.Theme = *viewtest.Theme(t, o)
		env := views.Env{Now: time.Now, Zone: func() *time.Location { return time.UTC }, Theme: r.env.Theme}
		box := &helpBox{root: r.Model, marks: inbox.New(env, nil, inbox.Options{}).Legend()}
		viewtest.Golden(t, "legend-"+name, box.View(width, height-2), r.env.Theme)
	}
}
