package htmltext

import (
	"io"
	"strings"

	"golang.org/x/net/html"
)

// maxOpen is how many open elements the tokenizer's fallback follows; of more, the outer ones are forgotten.
const maxOpen = 256

// HTML reads the body of a mail, decoded to UTF-8.
func HTML(src string) *Document {
	d := &Document{}
	if len(src) > MaxInput {
		src, d.Truncated = src[:MaxInput], true
	}
	l := &links{}
	b := newBuilder(l)
	if root, err := html.Parse(strings.NewReader(src)); err == nil {
		b.walk(root)
	} else { // nested deeper than the parser follows
		l = &links{}
		b = newBuilder(l)
		b.tokens(src)
	}
	b.flush()
	d.blocks, d.Links, d.RemoteImages = b.blocks, l.all, b.images
	return d
}

// walk reads a tree. Its depth is bounded by the parser's own limit.
func (b *builder) walk(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		b.text(n.Data)
		return
	case html.ElementNode:
	default:
		b.children(n)
		return
	}
	before := b.open(n.Data, func(name string) string { return attributeOf(n, name) })
	switch {
	case b.hidden:
	case n.Data == "table" && isData(n):
		b.data(n)
	case n.Data == "tr" && isOneLine(n):
		b.oneLine(n)
	default:
		b.children(n)
	}
	b.close(n.Data, before)
}

func (b *builder) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.walk(c)
	}
}

// oneLine reads a layout table's row whose cells hold a few words each: side by side.
func (b *builder) oneLine(row *html.Node) {
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		b.space = true
		b.children(c)
	}
}

// attributeOf is an attribute's value; for one without a value (hidden) its name.
func attributeOf(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			if a.Val == "" && name == "hidden" {
				return name
			}
			return a.Val
		}
	}
	return ""
}

// tokens reads the source without a tree: structure as far as the tags are in order, tables as lines.
func (b *builder) tokens(src string) {
	type opened struct {
		tag    string
		before state
	}
	var stack []opened
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() == io.EOF {
				b.state = state{}
			}
			return
		case html.TextToken:
			b.text(html.UnescapeString(string(z.Raw())))
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			before := b.open(t.Data, func(name string) string {
				return attributeOf(&html.Node{Attr: t.Attr}, name)
			})
			if void(t.Data) {
				b.close(t.Data, before)
			} else {
				if len(stack) == maxOpen {
					stack = append(stack[:0], stack[maxOpen/2:]...)
				}
				stack = append(stack, opened{t.Data, before})
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			tag := string(name)
			for i := len(stack) - 1; i >= 0; i-- {
				if stack[i].tag == tag {
					b.close(tag, stack[i].before)
					stack = stack[:i]
					break
				}
			}
		}
	}
}

// void says that an element has no content and no end tag.
func void(tag string) bool {
	switch tag {
	case "br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr":
		return true
	}
	return false
}
