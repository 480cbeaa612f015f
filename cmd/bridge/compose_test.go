package bridge

import (
	"errors"
	"testing"

	"daybook/api"
	"daybook/views/compose"
)

// TestALetterWaitsForAMailboxThatIsAwayAndForNoOther tells what passes by
// itself from what a person has to know of.
func TestALetterWaitsForAMailboxThatIsAwayAndForNoOther(t *testing.T) {
	for status, waits := range map[int]bool{400: false, 403: false, 413: false, 500: false, 502: true, 503: true, 504: true, 507: false} {
		err := reached(&api.Error{Status: status})
		if errors.Is(err, compose.ErrOffline) != waits {
			t.Errorf("%d: %v, want it to wait: %v", status, err, waits)
		}
		if status == 507 && api.Ambiguous(err) {
			t.Error("507 leaves open whether something was changed")
		}
	}
}
