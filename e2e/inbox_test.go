package e2e

import (
	"testing"
)

func TestFirstStartShowsTheSampleInbox(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.See("sample mailbox", "Inbox", "Welcome: this is a sample mailbox", "Focused")
	})
}
