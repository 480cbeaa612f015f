package store

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
	"time"
)

// idSource makes ids: 48 bits of milliseconds and 48 random ones, written in
// an alphabet whose text order is the order of the bits.
type idSource struct {
	mu   sync.Mutex
	rand io.Reader
}

var idText = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

func (s *idSource) next(at time.Time) string {
	var b [12]byte
	binary.BigEndian.PutUint64(b[:8], uint64(max(0, at.UnixMilli()))<<16)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := io.ReadFull(s.rand, b[6:]); err != nil {
		panic(fmt.Sprintf("store: no randomness: %v", err)) // ids that repeat would overwrite mail
	}
	return idText.EncodeToString(b[:])
}

// orderBits is how many low bits of an order number tell apart what happened
// in the same millisecond.
const orderBits = 20

// NextOrder makes a number that is unique in the store and rises with at:
// the place of a message in its folder and in the text index, newest last.
func (tx *Tx) NextOrder(at time.Time) (int64, error) {
	var n int64
	query := `INSERT INTO counters (name, value) VALUES ('order', 1)
		ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value`
	if tx.store.server {
		query = `SELECT nextval('order_numbers')`
	}
	err := tx.QueryRow(query).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("take an order number: %w", err)
	}
	return orderOf(at) | n&(1<<orderBits-1), nil
}

// orderOf is the lowest order number of what happened at a moment, to the
// millisecond.
func orderOf(at time.Time) int64 {
	return min(max(0, at.UnixMilli()), 1<<42) << orderBits
}

// key makes what nobody can guess.
func (s *idSource) key() (string, error) {
	var b [32]byte
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := io.ReadFull(s.rand, b[:]); err != nil {
		return "", fmt.Errorf("no randomness: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(b[:]), nil
}
