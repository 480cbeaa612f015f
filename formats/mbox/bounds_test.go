package mbox

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"daybook/formats/eml"
)

// endless gives a text again and again, n bytes in all.
type endless struct {
	text string
	n    int64
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), e.n)]
	for i := 0; i < len(p); {
		c := copy(p[i:], e.text[e.at:])
		i, e.at = i+c, (e.at+c)%len(e.text)
	}
	e.n -= int64(len(p))
	return len(p), nil
}

func TestAWrongLengthIsNotWaitedForWithoutEnd(t *testing.T) {
	const most = 128 << 20
	small := line2 + "A: 2\n\n" + strings.Repeat(strings.Repeat("two ", 50)+"\n", 20) + "\n"
	count := 64 << 20 / len(small)
	in := io.MultiReader(strings.NewReader(line1+"Content-Length: 900000000\n\none\n\n"), &endless{text: small, n: int64(count * len(small))})
	var before, since runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := NewReader(in, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 && string(m.Raw) != "Content-Length: 900000000\n\none\n" {
			t.Errorf("the first: got %d bytes, want it alone", len(m.Raw))
		}
	}
	runtime.ReadMemStats(&since)
	if n != count+1 {
		t.Errorf("got %d messages, want %d", n, count+1)
	}
	if held := since.Sys - before.Sys; held > most {
		t.Errorf("it took %d MB", held>>20)
	}
}

func TestWhatIsTooLargeToHoldIsNamedAndPassedOver(t *testing.T) {
	const most, huge = 128 << 20, 64 << 20
	after := "\n\n" + line2 + "A: 2\n\ntwo\n"
	for _, c := range []struct {
		name  string
		begin string
		text  string
		want  error
	}{
		{"a line", line1 + "A: 1\n\n", "no end in sight ", eml.ErrLineSize},
		{"a field of many lines", line1 + "References: <1@x.example>", "\n <tide-tables-and-quays@harbour.example>", eml.ErrHeaderSize},
		{"a field of one line", line1 + "References: ", "<tide-tables-and-quays@harbour.example> ", eml.ErrHeaderSize},
		{"many fields", line1, "X-Quay: 4\n", eml.ErrHeaderSize},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(c.begin), &endless{text: strings.Repeat(c.text, 1000), n: huge}, strings.NewReader(after))
			var before, since runtime.MemStats
			runtime.ReadMemStats(&before)
			r, err := NewReader(in, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			var failed []error
			for m, err := range r.Messages() {
				if err != nil {
					failed = append(failed, err)
				} else {
					got = append(got, string(m.Raw))
				}
			}
			runtime.ReadMemStats(&since)
			if len(failed) != 1 || !errors.Is(failed[0], c.want) || !errors.Is(failed[0], ErrTooLarge) || !strings.Contains(failed[0].Error(), "byte 0") {
				t.Errorf("got %v, want that the message at byte 0 is too large: %v", failed, c.want)
			}
			if len(got) != 1 || got[0] != "A: 2\n\ntwo\n" {
				t.Errorf("got %.80q after it, want the next message", got)
			}
			if used := since.TotalAlloc - before.TotalAlloc; used > most {
				t.Errorf("it allocated %d MB in all for %d MB", used>>20, huge>>20)
			}
		})
	}
}
