package cmd

import (
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
)

// output is what every command prints to. On a terminal, what is no text
// becomes an escape as JSON writes it (\u009b), so that what others wrote can
// neither move the cursor nor change the order of what is read, and JSON stays
// the same JSON. Into a pipe or a file the bytes go as they are.
//
// A write that failed is kept, for the many that print and do not look.
type output struct {
	to      io.Writer
	screen  bool
	pending []byte // the beginning of a rune, or a CR, that the next write decides
	err     error
}

// onTerminal reports whether a writer is a terminal.
func onTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(f.Fd())
}

// raw is what an output prints to: for what writes sequences of its own, and
// cleans what it has from others.
func raw(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return o.to
	}
	return w
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	if !o.screen {
		n, err := o.to.Write(p)
		o.err = err
		return n, err
	}
	o.escape(append(o.pending, p...), false)
	if o.err != nil {
		return 0, o.err
	}
	return len(p), nil
}

// end writes what was held back, and says what went wrong.
func (o *output) end() error {
	if len(o.pending) > 0 && o.err == nil {
		o.escape(o.pending, true)
	}
	if o.err != nil {
		return fmt.Errorf("print: %w", o.err)
	}
	return nil
}

// escape writes b to the terminal. Last says that nothing follows.
func (o *output) escape(b []byte, last bool) {
	out := make([]byte, 0, len(b)+16)
	for len(b) > 0 {
		if !last && (!utf8.FullRune(b) || len(b) == 1 && b[0] == '\r') {
			break
		}
		r, size := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && size == 1:
			out = utf8.AppendRune(out, utf8.RuneError)
		case r == '\r' && len(b) > 1 && b[1] == '\n', isText(r):
			out = append(out, b[:size]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		b = b[size:]
	}
	o.pending = append([]byte(nil), b...)
	n, err := o.to.Write(out)
	if err == nil && n < len(out) {
		err = io.ErrShortWrite
	}
	o.err = errors.Join(o.err, err)
}

// isText reports whether a terminal may have a rune: no control but the line
// end and the tab, nothing that turns the direction of what stands around it,
// no tag, and nothing that cannot be seen; the joiners are letters' and
// emoji's own.
func isText(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d':
		return true
	case r < 0x20 || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r >= 0xe0000 && r <= 0xe0fff:
		return false
	}
	return !unicode.Is(unicode.Cf, r)
}
