package ingest

import (
	"context"
	"io"

	"daybook/service/store"
)

// Calendar is importCalendar in a run of its own.
func Calendar(ctx context.Context, s *store.Store, mailbox, fallback, zone string, r io.Reader) (CalendarSummary, error) {
	return importCalendar(ctx, s, mailbox, fallback, zone, r, map[string]bool{})
}
