package eml

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"daybook/model"
)

// PlainText is the readable text of an HTML document, for previews and for
// the search index: no layout, blocks on lines of their own, no scripts,
// styles or comments. It works on tokens, so that nesting costs nothing.
func PlainText(doc string) string { return plainText(doc, false) }

// maxQuotes is how many ">" a line begins with at most.
const maxQuotes = 20

// plainText is PlainText; quoting says that lines in a blockquote begin with
// ">", as in plain letters.
func plainText(doc string, quoting bool) string {
	z := html.NewTokenizer(strings.NewReader(doc))
	var t textWriter
	skip := atom.Atom(0) // the element whose text is not readable
	for {
		kind := z.Next()
		switch kind {
		case html.ErrorToken:
			return t.String()
		case html.TextToken:
			if skip == 0 {
				t.write(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			switch {
			case skip != 0:
				if kind == html.EndTagToken && a == skip {
					skip = 0
				}
			case kind == html.StartTagToken && isUnread(a):
				skip = a
			case a == atom.Td || a == atom.Th:
				t.space()
			case a == atom.Blockquote && quoting:
				t.newline()
				if kind == html.EndTagToken {
					t.quotes = max(t.quotes-1, 0)
				} else {
					t.quotes++
				}
			case isBlock(a):
				t.newline()
			}
		}
	}
}

func isUnread(a atom.Atom) bool {
	return a == atom.Script || a == atom.Style || a == atom.Title || a == atom.Template
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.P, atom.Div, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.Blockquote, atom.Pre, atom.Hr,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Article, atom.Header, atom.Footer,
		atom.Dd, atom.Dt, atom.Dl, atom.Option:
		return true
	}
	return false
}

// textWriter collapses white space as it writes.
type textWriter struct {
	strings.Builder
	gap    byte // white space owed before the next word: 0, ' ' or '\n'
	quotes int  // ">" that the next line begins with
}

func (t *textWriter) space() {
	if t.gap == 0 {
		t.gap = ' '
	}
}

func (t *textWriter) newline() { t.gap = '\n' }

func (t *textWriter) write(s string) {
	for s != "" {
		i := strings.IndexFunc(s, unicode.IsSpace)
		if i == 0 {
			t.space()
			s = strings.TrimLeftFunc(s, unicode.IsSpace)
			continue
		}
		if i < 0 {
			i = len(s)
		}
		begins := t.Len() == 0
		if t.gap != 0 && !begins {
			t.WriteByte(t.gap)
			begins = t.gap == '\n'
		}
		if begins && t.quotes > 0 {
			t.WriteString(strings.Repeat(">", min(t.quotes, maxQuotes)) + " ")
		}
		t.gap = 0
		t.WriteString(s[:i])
		s = s[i:]
	}
}

// previewLength is how many characters bodyPreview has (part 3 of the
// interface).
const previewLength = 255

// BodyPreview is the Preview of a body; "" for none.
func BodyPreview(b *model.ItemBody) string {
	switch {
	case b == nil:
		return ""
	case b.ContentType == "html":
		return Preview(plainText(b.Content, true))
	}
	return Preview(b.Content)
}

// previewed is how many bytes of a text are looked at for its own words.
const previewed = 1 << 16

// Preview is the beginning of a text as one line: white space collapsed, at
// most 255 characters, without the armour of a signed message and, where it has
// words of its own, without what it quotes.
func Preview(text string) string {
	const armour = "-----BEGIN PGP SIGNED MESSAGE-----"
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text[:min(len(text), 2*len(armour))]), armour); ok && rest != "" {
		if _, after, ok := strings.Cut(text, "\n\n"); ok {
			text = after
		}
	}
	if len(text) > previewed {
		text = strings.ToValidUTF8(text[:previewed], "")
	}
	var b strings.Builder
	n, gap := 0, false
	for _, r := range model.OwnWords(text) {
		if unicode.IsSpace(r) {
			gap = n > 0
			continue
		}
		if gap {
			n++
		}
		if n >= previewLength {
			break
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
