package eml

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// FuzzParse checks what holds of every input: no panic, UTF-8 without NUL,
// bounded output, and the same answer twice.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		p := Parse(raw, Options{})
		texts := []string{p.Text, p.HTML, p.Message.Subject, p.Message.BodyPreview}
		for _, h := range p.Message.InternetMessageHeaders {
			texts = append(texts, h.Name, h.Value)
		}
		for _, a := range p.Message.Attachments {
			texts = append(texts, a.Name, a.ContentType, a.ContentID)
			if a.Size != len(a.ContentBytes) {
				t.Errorf("attachment %q: size %d of %d bytes", a.Name, a.Size, len(a.ContentBytes))
			}
		}
		for _, r := range p.Message.ToRecipients {
			texts = append(texts, r.EmailAddress.Name, r.EmailAddress.Address)
		}
		for _, s := range texts {
			if !utf8.ValidString(s) || bytes.IndexByte([]byte(s), 0) >= 0 {
				t.Errorf("text is not clean UTF-8: %q", s)
			}
		}
		if again := Parse(raw, Options{}); again.Text != p.Text || len(again.Message.Attachments) != len(p.Message.Attachments) {
			t.Error("the same bytes were read in two ways")
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, name := range []string{"plain", "nested", "html-only"} {
		raw, err := os.ReadFile(filepath.Join("testdata", name+".eml"))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				Parse(raw, Options{})
			}
		})
	}
}
