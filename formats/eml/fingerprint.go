package eml

import (
	"bytes"
	"crypto/sha256"
)

// Fingerprint is the same for copies of one message, whatever mailbox they
// were kept in: it covers the Message-ID, author, date, subject and body, not
// the fields that transport and mailboxes add, nor the kind of line end. A
// message without a Message-ID has copies that are the same in every byte, and
// no others: two letters may well have all else in common.
func Fingerprint(raw []byte) [16]byte {
	h, body := splitHeader(raw)
	sum := sha256.New()
	if h.get("Message-ID") == "" {
		sum.Write(raw)
		return [16]byte(sum.Sum(nil))
	}
	for _, name := range []string{"Message-ID", "From", "Date", "Subject"} {
		sum.Write([]byte(h.get(name)))
		sum.Write([]byte{0})
	}
	body = bytes.TrimRight(body, "\r\n")
	if bytes.IndexByte(body, '\r') < 0 {
		sum.Write(body)
	} else {
		for len(body) > 0 {
			line, rest := cutLine(body)
			sum.Write(line)
			if len(rest) > 0 {
				sum.Write([]byte{'\n'})
			}
			body = rest
		}
	}
	return [16]byte(sum.Sum(nil))
}
