package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Position is a place in the file: line and column, from 1.
type Position struct{ Line, Column int }

// Problem is one mistake in the file.
type Problem struct {
	Path string
	At   Position
	Key  string // the setting it is about, empty for none
	Text string // what is wrong and what to write instead
}

func (p Problem) String() string {
	where := fmt.Sprintf("%s:%d:%d: ", p.Path, p.At.Line, p.At.Column)
	if p.Key == "" {
		return where + p.Text
	}
	return where + p.Key + ": " + p.Text
}

// Problems are all mistakes of a file, in its order.
type Problems []Problem

// Error lists them, a line each.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].String()
	}
	return strings.Join(lines, "\n")
}

// sort puts them into the order of the file.
func (p Problems) sort() {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
}

// nearest is "; did you mean X?" for the name that a wrong one was probably
// meant to be, and empty where none is near.
func nearest(wrong string, names []string) string {
	best, least := "", max(2, len(wrong)/3)+1
	for _, n := range names {
		if d := distance(strings.ToLower(wrong), strings.ToLower(n)); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance counts the letters to insert, drop, replace or swap with their
// neighbour that make b of a (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
