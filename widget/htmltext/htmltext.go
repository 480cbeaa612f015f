// Package htmltext makes readable text of a mail's body, HTML or plain. It parses once (HTML, Plain) and wraps for a
// width (Document.Wrap), both without any I/O: nothing remote is ever fetched, there is no client in reach.
//
// Invariants:
//   - every line is clean text (package text) and at most as wide as asked for;
//   - links are numbered from 1 in the order they appear; only http, https and mailto are links;
//   - input, nesting, columns and lines are bounded (MaxInput and the constants beside it), and a document that was
//     cut says so;
//   - the result names no colour: spans say what a stretch is, Draw asks a theme how that looks.
package htmltext

import (
	"daybook/theme"
	"daybook/widget/text"
)

// The bounds. A mail that exceeds them is shown as far as they go.
const (
	// MaxInput is how many bytes of a body are read.
	MaxInput = 2 << 20
	// MaxLines is how many lines Wrap makes.
	MaxLines = 20_000
	// MaxLinks is how many links are numbered; later ones are text.
	MaxLinks = 999

	maxQuote   = 12 // levels of quotation shown as such
	maxIndent  = 24 // cells a nested list is indented
	maxColumns = 40 // columns of a table
)

// Attr is what a stretch of text is.
type Attr uint16

// The attributes; a stretch can have several.
const (
	Bold Attr = 1 << iota
	Italic
	Struck
	Code
	Heading
	// InLink is a link's label and its number; Span.Link says which.
	InLink
	// Suspicious is the label of a link with a warning.
	Suspicious
	// Image is the description that stands for an image.
	Image
	// QuoteMark is the marks a quoted line begins with, Rule a ruling, Bulleted the mark of a list's item.
	QuoteMark
	Rule
	Bulleted
	// Signature is what follows "-- ".
	Signature
	// Added, Removed and Hunk are lines of a patch.
	Added
	Removed
	Hunk
)

// Span is a stretch of a line.
type Span struct {
	text.Range
	Attr Attr
	// Link is the number of the link, 0 outside of links.
	Link int
}

// Line is one line, wrapped.
type Line struct {
	Text text.Text
	// Spans are in order and do not overlap; what is between them is plain.
	Spans []Span
	// Quote is the depth of quotation, 0 for the writer's own words.
	Quote int

	goesOn bool // it is not the first of a line as it was written
}

// Link is a numbered target.
type Link struct {
	Number int
	// Label is the text of its first occurrence.
	Label text.Text
	// Target is the address to show, its host in punycode when it could be mistaken.
	Target text.Text
	// URL is the address to open.
	URL string
	// Warning is why not to trust it, empty when nothing is wrong.
	Warning text.Text
}

// Document is a parsed body, ready to be wrapped to any width.
type Document struct {
	// Links are the targets in the order of their numbers.
	Links []Link
	// RemoteImages is the number of images that were not fetched.
	RemoteImages int
	// Truncated says that the body was longer than what was read.
	Truncated bool

	blocks []block
}

// block is a paragraph, a preformatted text, a ruling or a table.
type block struct {
	text  text.Text // of lines
	spans []Span
	quote int
	// indent is the cells before every line; mark (a bullet, a number) stands at their end on the first.
	indent int
	mark   string
	// gap asks for an empty line before.
	gap, rule bool
	// wide says that its lines stand as they were set: a patch, columns, preformatted text.
	wide  bool
	table *table
}

// Page is a document wrapped for a width. It is a pager's source once it has styles (Page.With).
type Page struct {
	Lines []Line
	// Truncated says that there would be more.
	Truncated bool
	styles    *theme.Styles
}

// With is the page drawn in a theme.
func (p *Page) With(styles *theme.Styles) *Page {
	styled := *p
	styled.styles = styles
	return &styled
}

// Len is the number of lines.
func (p *Page) Len() int { return len(p.Lines) }

// Text is line i.
func (p *Page) Text(i int) text.Text { return p.Lines[i].Text }

// Draw is line i with the matches in it; current is the one the search is at, or -1.
func (p *Page) Draw(i int, found []text.Range, current int) string {
	if p.styles == nil {
		return p.Lines[i].Text.String()
	}
	return p.Lines[i].Draw(p.styles, found, current)
}
