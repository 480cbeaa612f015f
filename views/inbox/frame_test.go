package inbox

import (
	"os"
	"testing"
)

func TestFrameDump(t *testing.T) {
	if os.Getenv("FRAME") == "" {
		t.Skip()
	}
	d := start(t, office(), 120, 34)
	os.WriteFile(os.Getenv("FRAME"), []byte(d.m.View()), 0o644)
}
