package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
)

// digest is over all of a row that is the same in both stores.
func (mv *mover) digest(p *piece, row []any) [sha256.Size]byte {
	h := sha256.New()
	for i, v := range row {
		if mv.crosses {
			var differs bool
			if v, differs = acrossEngines(p.table.name, p.columns[i], v); differs {
				continue
			}
		}
		switch p.columns[i] {
		case "mailbox_id", "indexed":
			continue
		case "ord":
			if orders(p.table.name) {
				continue
			}
			if ord, ok := v.(int64); ok && mv.former[ord] != 0 {
				v = mv.former[ord]
			}
		}
		h.Write(encoded(v))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// acrossEngines is a value as it is in both engines: a text as PostgreSQL can
// keep it, and of a body its texts, which may be packed in the one and are
// always in the other; differs says that a column has what goes with the form.
func acrossEngines(table, column string, v any) (same any, differs bool) {
	if table == "bodies" {
		switch column {
		case "checksum", "size":
			return nil, true
		case "content", "headers_json":
			var text string
			_ = (&packedText{into: &text}).Scan(v) // which fails for nothing
			v = text
		}
	}
	if text, ok := v.(string); ok {
		v = storable(text)
	}
	return v, false
}

// encoded is a value such that no two are the same bytes, whichever engine it
// is from. A text and its bytes are one.
func encoded(v any) []byte {
	var text []byte
	kind := byte('s')
	switch v := v.(type) {
	case nil:
		kind = 'n'
	case string:
		text = []byte(v)
	case []byte:
		text = v
	case bool:
		kind, text = 'i', []byte("0")
		if v {
			text = []byte("1")
		}
	default:
		kind, text = 'i', fmt.Append(nil, v)
	}
	return append(binary.AppendUvarint([]byte{kind}, uint64(len(text))), text...)
}

func keyOf(key []any) string {
	var b []byte
	for _, v := range key {
		b = append(b, encoded(v)...)
	}
	return string(b)
}

// sum is how many rows a table has, and the sum of their digests.
type sum struct {
	rows  int
	parts [4]uint64
}

func (s *sum) add(d [sha256.Size]byte) {
	s.rows++
	for i := range s.parts {
		s.parts[i] += binary.BigEndian.Uint64(d[8*i:])
	}
}

func (s *sum) hash() string {
	var b []byte
	for _, part := range s.parts {
		b = binary.BigEndian.AppendUint64(b, part)
	}
	return hex.EncodeToString(b)
}

// compare reads the tables of some ways in both stores and is an error unless
// they are the same.
func (mv *mover) compare(tx *Tx, ways ...way) error {
	for _, t := range keptTables {
		if !slices.Contains(ways, t.way) {
			continue
		}
		columns, err := mv.from.columns(t.name)
		if err != nil {
			return err
		}
		p := &piece{table: t, columns: columns}
		var sums [2]sum
		for i, side := range []struct {
			tx     *Tx
			number int64
		}{{mv.from, mv.here}, {tx, mv.gone}} {
			query, args := p.between(side.number, nil, nil)
			err := p.each(side.tx, query, args, func(row []any) (bool, error) {
				sums[i].add(mv.digest(p, row))
				return false, mv.ctx.Err()
			})
			if err != nil {
				return fmt.Errorf("read %s back: %w", t.name, err)
			}
		}
		if sums[0] != sums[1] {
			return fmt.Errorf("the copy of %s is not what was read: %d rows with the hash %s, where %d with %s are wanted; start again, and if it stays so run \"daybook check\" on both",
				t.name, sums[1].rows, sums[1].hash(), sums[0].rows, sums[0].hash())
		}
		if sums[0].rows > 0 {
			mv.done.Tables = append(mv.done.Tables, MovedTable{t.name, sums[0].rows, sums[0].hash()})
		}
	}
	return nil
}
