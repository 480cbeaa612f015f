package mbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
)

// Write writes one message to an mbox, as the mboxrd variant has it: a From
// line, the message with ">" before each line of the form ">...>From ", and an
// empty line. Sender is its envelope's address, "MAILER-DAEMON" where there is
// none; date is when it arrived, written in UTC. The message is streamed.
func Write(w io.Writer, sender string, date time.Time, message io.Reader) error {
	if sender = strings.Join(strings.Fields(sender), ""); sender == "" {
		sender = "MAILER-DAEMON"
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "From %s %s\n", sender, date.UTC().Format(time.ANSIC)) // Flush has the error
	in, begins, ends := bufio.NewReader(message), true, byte('\n')
	for {
		part, err := in.ReadSlice('\n')
		if begins && isQuotedFrom(part) {
			_ = out.WriteByte('>')
		}
		if len(part) > 0 {
			begins, ends = part[len(part)-1] == '\n', part[len(part)-1]
		}
		_, _ = out.Write(bytes.ReplaceAll(part, []byte("\r\n"), []byte("\n")))
		switch {
		case err == io.EOF:
			if ends != '\n' {
				_ = out.WriteByte('\n')
			}
			_ = out.WriteByte('\n')
			return out.Flush()
		case err != nil && err != bufio.ErrBufferFull:
			return err
		}
	}
}
