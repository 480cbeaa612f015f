package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Query is a set of words to find, in any case and with or without diacritics. The zero value finds nothing.
type Query struct{ words []string }

// NewQuery prepares words. Empty ones are left out. One of which folding leaves nothing, an accent alone, is kept and found nowhere: the
// query must not be taken for one that asks for nothing.
func NewQuery(words ...string) Query {
	var q Query
	for _, w := range words {
		f, _ := fold(w)
		if f == "" {
			f = w
		}
		if f != "" && !slices.Contains(q.words, f) {
			q.words = append(q.words, f)
		}
	}
	return q
}

// Empty says that there is nothing to find.
func (q Query) Empty() bool { return len(q.words) == 0 }

// Find is where the words occur in the text, in order, overlapping places merged, whole characters with their marks.
func (q Query) Find(t Text) []Range {
	if q.Empty() || t.s == "" {
		return nil
	}
	folded, origin := fold(t.s)
	var found []Range
	for _, word := range q.words {
		for at := 0; ; {
			i := strings.Index(folded[at:], word)
			if i < 0 {
				break
			}
			at += i
			found = append(found, originOf(origin, at, at+len(word)))
			at += len(word)
		}
	}
	return merge(found)
}

func merge(found []Range) []Range {
	slices.SortFunc(found, func(a, b Range) int { return a.From - b.From })
	out := found[:0]
	for _, r := range found {
		if n := len(out); n > 0 && r.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}

// fold lowers the case and takes the marks off. origin holds for every byte of the result the offset of the
// character it came from, and at the end the length of s; it is nil when the offsets are the same.
func fold(s string) (folded string, origin []int) {
	if printableASCII(s) {
		return strings.ToLower(s), nil
	}
	var b strings.Builder
	var it norm.Iter
	it.InitString(norm.NFKD, s)
	for !it.Done() {
		from := it.Pos()
		segment := it.Next()
		for len(segment) > 0 {
			r, size := utf8.DecodeRune(segment)
			segment = segment[size:]
			if unicode.Is(unicode.Mn, r) {
				continue
			}
			n := b.Len()
			b.WriteRune(unicode.ToLower(r))
			for range b.Len() - n {
				origin = append(origin, from)
			}
		}
	}
	return b.String(), append(origin, len(s))
}

// originOf is the whole characters that the folded bytes from..to come from.
func originOf(origin []int, from, to int) Range {
	if origin == nil {
		return Range{from, to}
	}
	last := origin[to-1]
	for origin[to] == last && to < len(origin)-1 { // part of a ligature or a Hangul syllable: all of it
		to++
	}
	return Range{origin[from], origin[to]}
}
