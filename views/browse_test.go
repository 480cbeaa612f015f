package views_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/viewtest"
	"daybook/widget/text"
)

// Whatever is wrong with the browser, a person reads what to do, and has the
// address; one that is not for browsers goes nowhere.
func TestAnAddressThatNoBrowserShowsIsOnTheClipboard(t *testing.T) {
	const page = "https://shop.example/terms"
	for _, c := range []struct {
		err    error
		said   string
		copied []string
	}{
		{nil, "Opened the terms", nil},
		{errors.New("exec: no such file or directory"), "No browser opens here: the address is on the clipboard, to open elsewhere. " +
			"BROWSER names one that can be started.", []string{page}},
		{fmt.Errorf("desktop: %w", views.ErrAddress), "That is not opened: its address is none of the web or of mail.", nil},
	} {
		desktop := &viewtest.Desktop{NoPage: c.err}
		var said []string
		take := func(msg tea.Msg) {
			if n, ok := msg.(views.Notify); ok {
				said = append(said, n.Text.String())
			}
		}
		msg := views.Browse(desktop, page, text.Literal("Opened the terms"))()
		all, _ := msg.(tea.BatchMsg)
		for _, cmd := range all {
			if cmd != nil {
				take(cmd())
			}
		}
		take(msg)
		if !slices.Equal(said, []string{c.said}) || !slices.Equal(desktop.Copied, c.copied) {
			t.Errorf("%v: it says %q and copied %q", c.err, said, desktop.Copied)
		}
	}
}
