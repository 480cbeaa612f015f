package account

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/browser"
	"daybook/views/edit"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// host is what the sections have of the screen that they are on.
type host struct {
	env     views.Env
	work    views.Work
	service Service
	options Options
	edits   *edit.Edits[change]
	frame   browser.Frame
	dialog  dialog.Stack
	form    *filling // the last that was opened, nil for none yet
	forms   *persist.Forms[formOf]
	here    func() section // that is shown
}

func (h *host) now() time.Time { return h.env.Now().In(h.env.Zone()) }

// moment is a time in the screen's zone.
func (h *host) moment(t time.Time) string { return views.DateTime(t, h.now()) }

func (h *host) day(t time.Time) string { return views.Day(t.In(h.env.Zone()), h.now()) }

func (h *host) ellipsis() text.Text { return text.Glyph(h.env.Theme.Glyphs.Ellipsis) }

// do makes a change. The box that it was filled in in, nil for none, opens
// again if the service refuses it.
func (h *host) do(box dialog.Box, label string, c change) tea.Cmd {
	c.box = box
	return h.edits.Do(label, c)
}

// pick opens a picker. What was typed is a choice where free.
func (h *host) pick(o picker.Options, items []picker.Item, chosen func(picker.Choice) tea.Cmd) tea.Cmd {
	h.dialog.Open(dialog.PickWide(h.env.Theme, items, o, chosen))
	return nil
}

// counted is a number in few words.
func counted(n int) text.Text {
	if n == 0 {
		return text.Literal("none")
	}
	return text.Clean(fmt.Sprint(n))
}
