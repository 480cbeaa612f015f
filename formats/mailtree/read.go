package mailtree

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"daybook/formats/eml"
	"daybook/formats/mbox"
)

// opened is a file being read.
type opened struct {
	file
	limit  int
	before int64 // bytes of the files before this one
	yield  func(Item) bool
}

// item fills in what all items of the file share.
func (o *opened) item() Item {
	group := o.group
	if group == "" {
		group = o.path
	}
	return Item{Source: o.path, Group: group, Folder: o.folder, Flags: o.flags, Received: o.modified, Done: o.before + o.size}
}

func (o *opened) fail(err error) bool {
	it := o.item()
	it.Err = err
	return o.yield(it)
}

// read yields what the file holds. It returns false when the walk has ended.
func (o *opened) read(ctx context.Context) bool {
	if o.err != nil {
		return o.fail(o.err)
	}
	f, err := os.Open(o.path)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return o.fail(err)
	}
	defer f.Close()
	if o.message {
		return o.whole(bufio.NewReader(f))
	}
	br := bufio.NewReaderSize(f, sniffed)
	head := peekUnpacked(br)
	switch {
	case len(bytes.TrimSpace(head)) == 0:
		return o.fail(errors.New("empty file"))
	case mbox.Begins(head) && !isMessageName(o.path):
		return o.mailbox(ctx, br)
	case looksLikeMessage(head) || (o.single && isMessageName(o.path)):
		if o.single {
			o.folder = []string{Inbox}
		}
		return o.whole(br)
	}
	return o.fail(ErrNotMail)
}

// whole yields the file as one message. Servers may keep it packed.
func (o *opened) whole(br *bufio.Reader) bool {
	var r io.Reader = br
	size := o.size
	if magic, _ := br.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(br)
		if err != nil {
			return o.fail(fmt.Errorf("unpack: %w", err))
		}
		r, size = z, 0
	}
	if size > int64(o.limit) {
		return o.fail(fmt.Errorf("%w of %d bytes", mbox.ErrTooLarge, o.limit))
	}
	r = &watched{r: io.LimitReader(r, int64(o.limit)+1)}
	// What is beyond the bounds is so within the first of them, before there is
	// room for the rest.
	buf := bytes.NewBuffer(make([]byte, 0, min(size, eml.MaxLine)+bytes.MinRead))
	_, err := buf.ReadFrom(io.LimitReader(r, eml.MaxLine))
	if err == nil && size > eml.MaxLine {
		buf.Grow(int(size) - buf.Len() + bytes.MinRead)
	}
	if err == nil {
		_, err = buf.ReadFrom(r)
	}
	switch {
	case errors.Is(err, eml.ErrHeaderSize), errors.Is(err, eml.ErrLineSize):
		return o.fail(fmt.Errorf("%w: %w", mbox.ErrTooLarge, err))
	case err != nil && buf.Len() == 0:
		return o.fail(fmt.Errorf("read: %w", err))
	case buf.Len() > o.limit:
		return o.fail(fmt.Errorf("%w of %d bytes", mbox.ErrTooLarge, o.limit))
	case len(bytes.TrimSpace(buf.Bytes())) == 0:
		return o.fail(errors.New("empty file"))
	}
	it := o.item()
	it.Raw = buf.Bytes()
	if !o.yield(it) {
		return false
	}
	if err != nil { // what could be read is kept
		return o.fail(fmt.Errorf("read to the end: %w", err))
	}
	return true
}

// watched ends with an error where a message is beyond the bounds.
type watched struct {
	r      io.Reader
	bounds eml.Bounds
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if over := w.bounds.Take(p[:n]); over != nil {
		return n, over
	}
	return n, err
}

// mailbox yields the messages of an mbox.
func (o *opened) mailbox(ctx context.Context, br *bufio.Reader) bool {
	o.folder = o.base
	if base := filepath.Base(o.path); base != "mbox" || len(o.base) == 0 { // X.mbox/mbox is the folder X
		o.folder = slices.Concat(o.base, []string{folderName(base)})
	}
	o.group, o.flags = o.path, eml.Flags{Known: true}
	r, err := mbox.NewReader(br, o.limit)
	if err != nil {
		return o.fail(err)
	}
	for m, err := range r.Messages() {
		if ctx.Err() != nil {
			return false
		}
		it := o.item()
		it.Raw, it.Offset, it.Err = m.Raw, m.Offset, err
		it.Done = o.before + min(r.Consumed(), o.size)
		if !m.Date.IsZero() {
			it.Received = m.Date
		}
		if !o.yield(it) {
			return false
		}
	}
	return true
}

// sniffed is how much of a file decides what it is.
const sniffed = 8 << 10

// peekUnpacked returns the beginning of what br will give, unpacked.
func peekUnpacked(br *bufio.Reader) []byte {
	head, _ := br.Peek(sniffed)
	if !bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return head
	}
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	out := make([]byte, sniffed)
	n, _ := io.ReadFull(z, out) // the head of a packed file ends inside it
	return out[:n]
}

func isMessageName(path string) bool {
	name := strings.ToLower(strings.TrimSuffix(filepath.Base(path), ".gz"))
	return strings.HasSuffix(name, ".eml")
}

// looksLikeMessage wants a header with a field that mail has, and takes no
// more than one broken line between two.
func looksLikeMessage(head []byte) bool {
	head = bytes.TrimLeft(eml.TrimMark(head), "\r\n")
	if bytes.IndexByte(head, '\n') < 0 { // as eml.Parse reads it
		head = bytes.ReplaceAll(head, []byte("\r"), []byte("\n"))
	}
	known, broken := false, true
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if line[0] == ' ' || line[0] == '\t' || bytes.HasPrefix(line, []byte("From ")) {
			continue
		}
		name, _, ok := eml.Field(line)
		if !ok || strings.ContainsAny(name, "<>{}\"") {
			if broken {
				break
			}
			broken = true
			continue
		}
		broken = false
		switch name = strings.ToLower(name); name {
		case "from", "received", "return-path", "message-id", "delivered-to", "mime-version", "x-original-to", "subject", "to", "date":
			known = true
		default:
			known = known || strings.HasPrefix(name, "content-")
		}
	}
	return known
}
