// Package mbox reads mailboxes kept in one file.
//
// The reader streams: it holds one message at a time, each with its place in
// the file. It reads mboxrd and mboxo, with LF or CRLF, plain or gzip, with or
// without a byte order mark, and mboxcl2, whose Content-Length it believes only
// where a message really ends there. A message that is too large is reported
// and passed over; what a cut file still has is returned before the error.
package mbox

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"daybook/formats/eml"
)

// ErrFormat means that a file does not begin as an mbox does.
var ErrFormat = errors.New("does not begin with a From line")

// ErrTooLarge means that a message is larger than the reader's limit.
var ErrTooLarge = errors.New("message is larger than the limit")

// Message is one message of the file.
type Message struct {
	// Offset is where its From line begins, in bytes of the unpacked file.
	Offset int64
	// Raw is the message, unquoted, without the From line. It is the
	// receiver's to keep.
	Raw []byte
	// Sender and Date are the envelope's. Date is zero when unreadable.
	Sender string
	Date   time.Time
}

// Reader reads one mbox.
type Reader struct {
	packed counter
	src    lineSource
	limit  int
	// lies counts the lengths that were wrong: after maxLies of them the file's
	// others are not believed either.
	lies int
}

const (
	maxLies = 8
	// maxHeld is how many bytes are held beyond what may be the next message's
	// From line until the length proves true.
	maxHeld = 8 << 20
)

// NewReader reads from r, unpacking gzip. A message of more than limit bytes
// is an ErrTooLarge.
func NewReader(r io.Reader, limit int) (*Reader, error) {
	m := &Reader{limit: limit, packed: counter{r: r}}
	br := bufio.NewReaderSize(&m.packed, 64<<10)
	if magic, _ := br.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, fmt.Errorf("unpack: %w", err)
		}
		br = bufio.NewReaderSize(z, 64<<10)
	}
	if mark, _ := br.Peek(3); len(eml.TrimMark(mark)) == 0 && len(mark) > 0 {
		_, _ = br.Discard(len(mark)) // read already
		m.src.offset = int64(len(mark))
	}
	m.src.r = br
	return m, nil
}

// Consumed is how many bytes of the packed file were read so far.
func (m *Reader) Consumed() int64 { return m.packed.n }

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// Messages yields the messages in their order. An error concerns the message
// at its Offset when it is ErrTooLarge, and ends the file otherwise.
func (m *Reader) Messages() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		from, start, err := m.firstLine()
		for err == nil {
			var raw []byte
			var next []byte
			msg := Message{Offset: start}
			msg.Sender, msg.Date = envelope(from)
			raw, next, start, err = m.body()
			tooLarge := errors.Is(err, ErrTooLarge)
			if tooLarge {
				if !yield(msg, fmt.Errorf("message at byte %d: %w", msg.Offset, err)) {
					return
				}
				err = nil
			} else {
				msg.Raw = raw
				if !yield(msg, nil) {
					return
				}
			}
			if next == nil && err == nil {
				return
			}
			from = next
		}
		if err != io.EOF {
			yield(Message{Offset: m.src.offset}, err)
		}
	}
}

// firstLine finds the first From line, after empty lines at most.
func (m *Reader) firstLine() (line []byte, start int64, err error) {
	for {
		start = m.src.offset
		line, err = m.src.next()
		text := bytes.TrimRight(line, "\r\n")
		switch {
		case bytes.HasPrefix(text, []byte("From ")):
			return text, start, nil
		case err != nil && len(text) == 0:
			return nil, start, err
		case len(bytes.TrimSpace(text)) > 0:
			return nil, start, ErrFormat
		}
	}
}

// envelope reads "From sender date".
func envelope(line []byte) (sender string, date time.Time) {
	rest := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("From ")))
	who, when, _ := bytes.Cut(rest, []byte(" "))
	date, _ = eml.ParseDate(string(when))
	return string(who), date
}
