package odata

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// Fingerprint stands for a query: what it is asked of, filtered, ordered and
// searched by.
type Fingerprint [8]byte

// Fingerprint binds a token to its query. Resource is the path and whatever
// else the pages share and $top, $select and $count do not change.
func (o *Options) Fingerprint(resource string) Fingerprint {
	h := sha256.New()
	for _, part := range []string{resource, o.filterText, o.orderText, o.searchText} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return Fingerprint(h.Sum(nil)[:8])
}

// Token is what $skiptoken carries: the last row's place in the order
// (Order.Tuple), or how many rows to skip where memory does the ordering.
type Token struct {
	// Keys are nil, int64, float64 or string.
	Keys []any
	Skip int
}

const (
	tokenVersion = 1
	sumBytes     = 8
	maxKeys      = maxListItems + 1
)

// The kinds of a key in a token.
const (
	keyNull byte = iota
	keyInt
	keyFloat
	keyString
)

// Encode makes the opaque text of a token: base64url of a version, the keys,
// the skip and a checksum that also covers f. The checksum finds damage and
// mistaken use; it is no secret, for a token grants nothing.
func (t Token) Encode(f Fingerprint) string {
	b := []byte{tokenVersion}
	b = binary.AppendUvarint(b, uint64(max(t.Skip, 0)))
	b = binary.AppendUvarint(b, uint64(len(t.Keys)))
	for _, k := range t.Keys {
		switch k := k.(type) {
		case int64:
			b = binary.AppendVarint(append(b, keyInt), k)
		case float64:
			b = binary.BigEndian.AppendUint64(append(b, keyFloat), math.Float64bits(k))
		case string:
			b = binary.AppendUvarint(append(b, keyString), uint64(len(k)))
			b = append(b, k...)
		default:
			b = append(b, keyNull)
		}
	}
	return sealToken(b, f)
}

func sealToken(b []byte, f Fingerprint) string {
	return base64.RawURLEncoding.EncodeToString(append(b, checksum(b, f)...))
}

func checksum(b []byte, f Fingerprint) []byte {
	sum := sha256.Sum256(append(f[:], b...))
	return sum[:sumBytes]
}

// DecodeToken reads the text of a token. One that was changed, or made for
// another query, is a 400 that names option.
func DecodeToken(option, text string, f Fingerprint) (Token, error) {
	refused := refuse(option, 0, "is not a token of this query: take it whole from @odata.nextLink, and start again without it when the query changed")
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	// The decoder passes over line breaks.
	if err != nil || strings.ContainsAny(text, "\r\n") || len(b) < sumBytes+1 || b[0] != tokenVersion {
		return Token{}, refused
	}
	b, sum := b[:len(b)-sumBytes], b[len(b)-sumBytes:]
	if string(sum) != string(checksum(b, f)) {
		return Token{}, refused
	}
	r := &tokenReader{rest: b[1:]}
	t := Token{Skip: int(min(r.uvarint(), math.MaxInt32))}
	n := r.uvarint()
	for i := uint64(0); i < n && i <= maxKeys && !r.failed; i++ {
		t.Keys = append(t.Keys, r.key())
	}
	if r.failed || n > maxKeys || len(r.rest) > 0 {
		return Token{}, refused
	}
	return t, nil
}

// tokenReader reads the fields of a token; after a failure it gives zeros.
type tokenReader struct {
	rest   []byte
	failed bool
}

func (r *tokenReader) take(n int) []byte {
	if n <= 0 || n > len(r.rest) {
		r.failed = r.failed || n != 0
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *tokenReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.failed = true
		return 0
	}
	r.take(n)
	return v
}

func (r *tokenReader) key() any {
	kind := r.take(1)
	if r.failed {
		return nil
	}
	switch kind[0] {
	case keyNull:
		return nil
	case keyInt:
		v, n := binary.Varint(r.rest)
		r.failed = n <= 0
		r.take(max(n, 0))
		return v
	case keyFloat:
		if b := r.take(8); b != nil {
			return math.Float64frombits(binary.BigEndian.Uint64(b))
		}
	case keyString:
		b := r.take(int(min(r.uvarint(), math.MaxInt32)))
		r.failed = r.failed || !utf8.Valid(b)
		return string(b)
	}
	r.failed = true
	return nil
}
