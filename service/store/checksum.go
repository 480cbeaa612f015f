package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Checksum is kept beside what is too large for anybody to notice that a bit
// of it is wrong: bodies, originals, attachments and the pieces of files. It
// is over the bytes as they stand in the row, each part behind its length.
func Checksum(parts ...[]byte) []byte {
	h := sha256.New()
	var size [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write(p)
	}
	return h.Sum(nil)[:16]
}

// Intact is where a checksum is scanned to, in a column behind those that it is
// over: they have been filled when its turn comes. of makes the sum of what was
// read, and what is called what in the error.
func Intact(what string, of func() []byte) sql.Scanner { return intact{what, of} }

type intact struct {
	what string
	of   func() []byte
}

// Scan is sql.Scanner's. What was kept before there were checksums has none.
func (c intact) Scan(kept any) error {
	sum, ok := kept.([]byte)
	if !ok || bytes.Equal(sum, c.of()) {
		return nil
	}
	return fmt.Errorf("%s: %w", c.what, errChecksum)
}

// PhotoTag is a photo's ETag: the beginning of the SHA-256 of its bytes.
func PhotoTag(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}
