package mbox

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
)

// Writer writes mboxrd.
type Writer struct{ w io.Writer }

// NewWriter writes to w, which the caller flushes and closes.
func NewWriter(w io.Writer) *Writer { return &Writer{w} }

// Write appends a message. An empty sender, or one with blanks, is written as
// MAILER-DAEMON, the custom for a message without one. The date is written in
// UTC.
func (w *Writer) Write(sender string, date time.Time, raw []byte) error {
	if sender == "" || strings.ContainsAny(sender, " \t\r\n\x00") {
		sender = "MAILER-DAEMON"
	}
	var b bytes.Buffer
	b.Grow(len(raw) + 100)
	fmt.Fprintf(&b, "From %s %s\n", sender, date.UTC().Format(time.ANSIC))
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, '\n') + 1
		if n == 0 {
			n = len(raw)
		}
		if isQuotedFrom(raw[:n]) {
			b.WriteByte('>')
		}
		b.Write(raw[:n])
		raw = raw[n:]
	}
	if out := b.Bytes(); out[len(out)-1] != '\n' {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	if _, err := w.w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write mbox: %w", err)
	}
	return nil
}
