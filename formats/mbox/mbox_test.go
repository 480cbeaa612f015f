package mbox

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

const (
	line1 = "From ann@example.com Tue Mar  3 10:00:00 2026\n"
	line2 = "From bob@example.com Wed Mar  4 11:00:00 2026\n"
)

// read returns the messages of an mbox and the errors met.
func read(t *testing.T, mbox string, limit int) (msgs []Message, errs []error) {
	t.Helper()
	r, err := NewReader(strings.NewReader(mbox), limit)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range r.Messages() {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		msgs = append(msgs, m)
	}
	return msgs, errs
}

func TestMessagesAreCutAtTheirFromLines(t *testing.T) {
	whole := "one\n\n" + line2 + "A: 1\n\n2\n" // a text that holds a message
	length := fmt.Sprintf("Content-Length: %d\n\n", len(whole))
	tests := []struct {
		name, mbox string
		want       []string
	}{
		{"two", line1 + "A: 1\n\none\n\n" + line2 + "A: 2\n\ntwo\n\n", []string{"A: 1\n\none\n", "A: 2\n\ntwo\n"}},
		{"crlf", strings.ReplaceAll(line1+"A: 1\n\none\n\n"+line2+"A: 2\n\ntwo\n", "\n", "\r\n"), []string{"A: 1\r\n\r\none\r\n", "A: 2\r\n\r\ntwo\r\n"}},
		{"no end", line1 + "A: 1\n\none", []string{"A: 1\n\none"}},
		{"quoted", line1 + "A: 1\n\n>From here\n>>From there\n> From\n\n", []string{"A: 1\n\nFrom here\n>From there\n> From\n"}},
		{"unquoted sentence", line1 + "A: 1\n\nText.\n\nFrom now on: 12:30\nit is so\n", []string{"A: 1\n\nText.\n\nFrom now on: 12:30\nit is so\n"}},
		{"no empty line between", line1 + "A: 1\n\none\n" + line2 + "A: 2\n\ntwo\n", []string{"A: 1\n\none\n", "A: 2\n\ntwo\n"}},
		{"undated", "From -\nA: 1\n\none\n\nFrom x@y\nA: 2\n\ntwo\n", []string{"A: 1\n\none\n", "A: 2\n\ntwo\n"}},
		{"content length", line1 + length + whole + "\n" + line2 + "A: 2\n\ntwo\n", []string{length + whole, "A: 2\n\ntwo\n"}},
		{"wrong content length", line1 + "Content-Length: 999\n\none\n\n" + line2 + "Content-Length: 4\n\n>From two\n\n" + line1 + "A: 3\n\nthree\n",
			[]string{"Content-Length: 999\n\none\n", "Content-Length: 4\n\nFrom two\n", "A: 3\n\nthree\n"}},
		{"bare separators", "From \nSubject: 1\nTo: a\n\none\n\nFrom \nSubject: 2\nTo: b\n\ntwo\n", []string{"Subject: 1\nTo: a\n\none\n", "Subject: 2\nTo: b\n\ntwo\n"}},
		{"a bare separator in a text", "From \nSubject: 1\n\none\n\nFrom \nhere on: more\n\nFrom \nnote: more\n", []string{"Subject: 1\n\none\n\nFrom \nhere on: more\n\nFrom \nnote: more\n"}},
		{"no empty line before Thunderbird's", "From - \nX-Mozilla-Status: 0001\nSubject: 1\n\none\nFrom - \nX-Mozilla-Status: 0001\nSubject: 2\n\ntwo\nFrom - it came.\n",
			[]string{"X-Mozilla-Status: 0001\nSubject: 1\n\none\n", "X-Mozilla-Status: 0001\nSubject: 2\n\ntwo\nFrom - it came.\n"}},
		{"blanks before the colon", line1 + "Subject : 1\n\none\n" + line2 + "Subject : 2\nContent-Length : 4\n\ntwo\n", []string{"Subject : 1\n\none\n", "Subject : 2\nContent-Length : 4\n\ntwo\n"}},
		{"a true length after a wrong one", line1 + "Content-Length: 9999\n\none\n\n" + line2 + length + whole + "\n" + line2 + "A: 3\n\nthree\n",
			[]string{"Content-Length: 9999\n\none\n", length + whole, "A: 3\n\nthree\n"}},
		{"empty file", "", nil},
		{"empty lines first", "\n\n" + line1 + "A: 1\n\none", []string{"A: 1\n\none"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			msgs, errs := read(t, tt.mbox, 1<<20)
			var got []string
			for _, m := range msgs {
				got = append(got, string(m.Raw))
				if !strings.HasPrefix(tt.mbox[m.Offset:], "From ") {
					t.Errorf("offset %d does not point at a From line", m.Offset)
				}
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", tt.want) || errs != nil {
				t.Errorf("got %q, %v\nwant %q", got, errs, tt.want)
			}
		})
	}
}

func TestAByteOrderMarkIsNoPartOfTheFirstLine(t *testing.T) {
	const mark = "\ufeff"
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, mark+line1+"A: 1\n\none\n")
	z.Close()
	for _, file := range []string{mark + line1 + "A: 1\n\none\n", packed.String()} {
		msgs, errs := read(t, file, 1000)
		if len(msgs) != 1 || errs != nil || string(msgs[0].Raw) != "A: 1\n\none\n" || msgs[0].Offset != 3 {
			t.Errorf("got %v, %v; want the one message, at byte 3", msgs, errs)
		}
	}
	if !Begins([]byte(mark+line1)) || !Begins([]byte("From \nSubject: 1\nTo: a\n\n")) || Begins([]byte("From \nhere on\n")) {
		t.Error("the beginning of an mbox is told wrongly")
	}
}

func TestTheEnvelopeIsRead(t *testing.T) {
	msgs, _ := read(t, line1+"A: 1\n\none\n", 1000)
	if want := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC); len(msgs) != 1 || msgs[0].Sender != "ann@example.com" || !msgs[0].Date.Equal(want) {
		t.Errorf("got %+v, want ann@example.com at %v", msgs, want)
	}
}

func TestGzipIsUnpackedAndACutFileKeepsWhatItHas(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, line1+"A: 1\n\none\n\n"+line2+"A: 2\n\n")
	for i := range 5000 {
		fmt.Fprintf(z, "line %d\n", i*7919)
	}
	z.Close()
	msgs, errs := read(t, packed.String(), 1<<20)
	if len(msgs) != 2 || errs != nil {
		t.Fatalf("got %d messages, %v; want 2", len(msgs), errs)
	}
	msgs, errs = read(t, packed.String()[:packed.Len()/2], 1<<20)
	if len(msgs) != 2 || len(errs) != 1 || !strings.HasPrefix(string(msgs[1].Raw), "A: 2\n\nline 0\n") {
		t.Errorf("cut in half: got %d messages, %v; want 2, the second in part, and an error", len(msgs), errs)
	}
}

func TestAMessageBeyondTheLimitIsPassedOver(t *testing.T) {
	big := line1 + "A: 1\n\n" + strings.Repeat("many words\n", 1000) + "\n"
	msgs, errs := read(t, big+line2+"A: 2\n\ntwo\n\n"+big, 1000)
	if len(msgs) != 1 || string(msgs[0].Raw) != "A: 2\n\ntwo\n" {
		t.Errorf("got %d messages, want the small one", len(msgs))
	}
	if len(errs) != 2 || !errors.Is(errs[0], ErrTooLarge) || !strings.Contains(errs[0].Error(), "byte 0") {
		t.Errorf("got %v, want ErrTooLarge twice, the first at byte 0", errs)
	}
	lying := line1 + "Content-Length: 99999\n\none\n\n" + line2 + "A: 2\n\n" + strings.Repeat("two\n", 200) + "\n" + line1 + "A: 3\n\n" + strings.Repeat("three\n", 50)
	if msgs, errs := read(t, lying, 1000); len(msgs) != 3 || errs != nil {
		t.Errorf("a wrong length beyond the limit: got %d messages, %v; want 3", len(msgs), errs)
	}
}

func TestAFileThatIsNoMailboxSaysSo(t *testing.T) {
	if msgs, errs := read(t, "just text\n", 1000); len(msgs) != 0 || len(errs) != 1 || !errors.Is(errs[0], ErrFormat) {
		t.Errorf("got %d messages, %v; want ErrFormat", len(msgs), errs)
	}
}

// quoted is what mboxrd puts a ">" before.
var quoted = regexp.MustCompile(`(?m)^>*From `)

func TestEveryLineOfAMessageIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"", "From ", "From a@b Tue Mar  3 10:00:00 2026", ">From x", ">>From y", "A: b", "text", " From"}))
		var want []string
		var out bytes.Buffer
		for range rapid.IntRange(1, 4).Draw(t, "messages") {
			raw := "Subject: s\n\n" + strings.Join(lines.Draw(t, "lines"), "\n") + "\n"
			want = append(want, raw)
			out.WriteString(line1 + quoted.ReplaceAllString(raw, ">$0") + "\n")
		}
		r, err := NewReader(&out, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(m.Raw))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Fatalf("got %q\nwant %q", got, want)
		}
	})
}

// FuzzReader checks that every byte sequence is read to its end in bounded
// memory, with offsets that rise.
func FuzzReader(f *testing.F) {
	f.Add([]byte(line1 + "A: 1\n\none\n\n" + line2 + "Content-Length: 3\n\ntwo\n"))
	f.Add([]byte(line1 + "Content-Length: 99\n\n>From\n\n" + line2 + "A: b\n\n"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 300
		r, err := NewReader(bytes.NewReader(data), limit)
		if err != nil {
			return
		}
		last := int64(-1)
		for m, err := range r.Messages() {
			if err != nil {
				continue
			}
			if m.Offset <= last || len(m.Raw) > limit {
				t.Fatalf("message of %d bytes at %d after %d", len(m.Raw), m.Offset, last)
			}
			last = m.Offset
		}
	})
}

func BenchmarkReader(b *testing.B) {
	var out bytes.Buffer
	for range 1000 {
		out.WriteString(line1 + "Subject: s\n\n" + strings.Repeat("sixty-four bytes of text on every one of the lines of a message\n", 64) + "\n")
	}
	b.SetBytes(int64(out.Len()))
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(out.Bytes()), 1<<20)
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range r.Messages() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
