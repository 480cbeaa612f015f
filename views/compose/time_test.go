package compose

import (
	"testing"
	"time"
)

func TestALetterHasTheTimeThatItsFilesTake(t *testing.T) {
	if got := timeFor(Draft{}); got != requestTime {
		t.Errorf("without files: got %v, want %v", got, requestTime)
	}
	files := []File{{Size: 10 << 20}, {Size: 25 << 20, ServerID: "there"}}
	if got, want := timeFor(Draft{Files: files}), requestTime+640*time.Second; got != want {
		t.Errorf("with ten megabytes to go: got %v, want %v", got, want)
	}
}
