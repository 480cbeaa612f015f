package eml

import (
	"bytes"
	"errors"
)

// What mail really has stays far below these. Beyond them a message is not
// held in memory to be parsed: a header alone would take many times its size.
const (
	MaxHeader = 4 << 20  // bytes of all header fields
	MaxLine   = 16 << 20 // bytes of one line
)

// Why a message is not taken in.
var (
	ErrHeaderSize = errors.New("its header has more than 4 MB")
	ErrLineSize   = errors.New("it has a line of more than 16 MB")
)

// Bounds watches a message go by, in pieces of any size. The zero value is
// before its first byte.
type Bounds struct {
	header, line int
	inBody       bool
	last         byte // before the line's end, to tell an empty line
}

// Take looks at the next piece; the error is ErrHeaderSize or ErrLineSize.
func (b *Bounds) Take(p []byte) error {
	for len(p) > 0 {
		n := bytes.IndexByte(p, '\n')
		ends := n >= 0
		if !ends {
			n = len(p)
		}
		if n > 0 {
			b.last = p[n-1]
		}
		b.line += n
		if b.line > MaxLine {
			return ErrLineSize
		}
		if !b.inBody {
			if b.header += n; b.header > MaxHeader {
				return ErrHeaderSize
			}
		}
		if ends {
			if b.line == 0 || b.line == 1 && b.last == '\r' {
				b.inBody = b.inBody || b.header > 1
			}
			b.line = 0
			n++
		}
		p = p[n:]
	}
	return nil
}
