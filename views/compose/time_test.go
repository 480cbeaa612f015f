package compose

import (
	"testing"
	"time"

	"daybook/views"
)

func TestALetterHasTheTimeThatItsFilesTake(t *testing.T) {
	if got := views.TimeFor(carried(Draft{})); got != views.TimeFor(0) {
		t.Errorf("without files: got %v, want %v", got, views.TimeFor(0))
	}
	files := []File{{Size: 10 << 20}, {Size: 25 << 20, ServerID: "there"}}
	if got, want := views.TimeFor(carried(Draft{Files: files})), views.TimeFor(0)+640*time.Second; got != want {
		t.Errorf("with ten megabytes to go: got %v, want %v", got, want)
	}
}
