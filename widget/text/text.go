// Package text is the one gate between the outside world and a terminal cell.
//
// A Text can be made from foreign bytes only by the cleaner (Clean, CleanBlock, Cleaner), or from a constant
// of our own source (Literal). Whatever draws takes Text, so a string that was never cleaned does not compile.
//
// Invariants of every Text:
//   - valid UTF-8 without C0, DEL, C1, bidi, zero-width, tag or other format characters;
//   - no line break, except in a block (CleanBlock), which has only "\n"; never a tab;
//   - no text begins with a combining mark, and no base carries more than MaxMarks of them;
//   - Width(t) is what Bubble Tea's renderer will count for it.
//
// On widths: the renderer sums the code points of a cluster until the terminal confirms mode 2027, and takes the
// cluster as a unit afterwards. The two disagree on joined emoji, so the cleaner drops the joiners. What is left
// is clusters of Indic scripts and of old Hangul; a program that saw the confirmation uses Cleaner{Clusters: true}
// to follow the renderer there too.
package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
)

// Text is cleaned text, safe to write to the screen. The zero value is empty. Texts compare with ==.
type Text struct {
	s string
	// clusters says that this text was cleaned for a terminal in mode 2027, so widths go by cluster.
	clusters bool
}

// constant is the type of Literal's argument. Being unexported, only an untyped constant converts to it.
type constant string

// Literal is a constant of our own source as Text. A variable does not compile: clean it.
func Literal(s constant) Text { return Text{s: string(s)} }

// String is the cleaned text, safe to write to a terminal.
func (t Text) String() string { return t.s }

// Empty says that there is nothing to show.
func (t Text) Empty() bool { return t.s == "" }

// Width is the number of cells that the text takes; for a block, those of its widest line.
func (t Text) Width() int {
	if !strings.Contains(t.s, "\n") {
		return width(t.s, t.method())
	}
	widest := 0
	for line := range strings.SplitSeq(t.s, "\n") {
		widest = max(widest, width(line, t.method()))
	}
	return widest
}

// Lines splits a block at its line breaks. An empty text is one empty line.
func (t Text) Lines() []Text {
	parts := strings.Split(t.s, "\n")
	lines := make([]Text, len(parts))
	for i, p := range parts {
		lines[i] = t.with(p)
	}
	return lines
}

// Slice is the text between two byte offsets that came from this package (Range, WrapRanges): it does not look
// whether they fall between clusters.
func (t Text) Slice(r Range) Text { return t.with(t.s[r.From:r.To]) }

// Range is a stretch of a Text in bytes, To excluded.
type Range struct{ From, To int }

// Concat joins texts. Clean parts stay clean when joined.
func Concat(parts ...Text) Text { return Join(Text{}, parts...) }

// Join joins texts with a separator between them.
func Join(sep Text, parts ...Text) Text {
	if len(parts) == 0 {
		return Text{}
	}
	var b strings.Builder
	clusters := sep.clusters
	for i, p := range parts {
		if i > 0 {
			b.WriteString(sep.s)
		}
		b.WriteString(p.s)
		clusters = clusters || p.clusters
	}
	return Text{s: b.String(), clusters: clusters}
}

func (t Text) with(s string) Text { return Text{s: s, clusters: t.clusters} }

func (t Text) method() ansi.Method {
	if t.clusters {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}

// Glyph is a glyph of the theme as Text: ellipsis, marks.
func Glyph(g theme.Glyph) Text { return Text{s: string(g)} }

// Highlight draws a line with the stretches that Find returned in another style than the rest: a row's subject.
func (t Text) Highlight(found []Range, base, hit theme.Style) string {
	if len(found) == 0 {
		return base.Render(t.s)
	}
	var b strings.Builder
	at := 0
	for _, r := range found {
		base.Write(&b, t.s[at:r.From])
		hit.Write(&b, t.s[r.From:r.To])
		at = r.To
	}
	base.Write(&b, t.s[at:])
	return b.String()
}
