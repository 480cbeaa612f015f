package mbox

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	when := time.Date(2026, 11, 2, 9, 5, 0, 0, time.UTC)
	letters := []string{
		"From: a@x.example\nSubject: One\n\nHello\nFrom here on\n>From there\n>>From far\n from home\n",
		"Subject: No line at the end\n\nend",
		"Subject: A long line\n\n" + strings.Repeat("x", 100_000) + "\n",
	}
	var box bytes.Buffer
	for i, l := range letters {
		sender := []string{"a@x.example", "", "b c@x.example"}[i]
		if err := Write(&box, sender, when, strings.NewReader(strings.ReplaceAll(l, "\n", "\r\n"))); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.HasPrefix(box.String(), "From a@x.example Mon Nov  2 09:05:00 2026\n") || !strings.Contains(box.String(), "\n>From here on\n>>From there\n") {
		t.Errorf("written as %q", box.String()[:120])
	}
	r, err := NewReader(&box, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.TrimRight(string(m.Raw), "\n"), strings.TrimRight(letters[n], "\n"); got != want {
			t.Errorf("message %d is %.200q, want %.200q", n, got, want)
		}
		if !m.Date.Equal(when) {
			t.Errorf("message %d came at %v", n, m.Date)
		}
		n++
	}
	if n != len(letters) {
		t.Errorf("%d messages, want %d", n, len(letters))
	}
	broken := errors.New("the line broke")
	if err := Write(&box, "", when, iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want that the message cannot be read", err)
	}
}
