package htmltext

import (
	"strconv"
	"strings"

	"daybook/widget/text"
)

// kind is what an element does to the flow.
type kind uint8

const (
	_ kind = iota // inline: what is not in the table
	// hiddenKind: nothing in it is for reading.
	hiddenKind
	// blockKind begins on a line of its own, gapKind with an empty line around.
	blockKind
	gapKind
)

// elements are those that are more than inline text.
var elements = map[string]struct {
	kind kind
	attr Attr
}{
	"head": {kind: hiddenKind}, "title": {kind: hiddenKind}, "style": {kind: hiddenKind}, "script": {kind: hiddenKind},
	"template": {kind: hiddenKind}, "svg": {kind: hiddenKind}, "math": {kind: hiddenKind}, "object": {kind: hiddenKind},
	"iframe": {kind: hiddenKind}, "noframes": {kind: hiddenKind}, "audio": {kind: hiddenKind}, "video": {kind: hiddenKind},
	"canvas": {kind: hiddenKind}, "select": {kind: hiddenKind}, "datalist": {kind: hiddenKind}, "textarea": {kind: hiddenKind},

	"div": {kind: blockKind}, "section": {kind: blockKind}, "article": {kind: blockKind}, "header": {kind: blockKind},
	"footer": {kind: blockKind}, "main": {kind: blockKind}, "nav": {kind: blockKind}, "aside": {kind: blockKind},
	"address": {kind: blockKind}, "figure": {kind: blockKind}, "figcaption": {kind: blockKind, attr: Italic},
	"form": {kind: blockKind}, "fieldset": {kind: blockKind}, "legend": {kind: blockKind}, "details": {kind: blockKind},
	"summary": {kind: blockKind, attr: Bold}, "center": {kind: blockKind}, "body": {kind: blockKind}, "html": {kind: blockKind},
	"table": {kind: blockKind}, "caption": {kind: blockKind, attr: Bold}, "thead": {kind: blockKind}, "tbody": {kind: blockKind},
	"tfoot": {kind: blockKind}, "tr": {kind: blockKind}, "td": {kind: blockKind}, "th": {kind: blockKind, attr: Bold},
	"li": {kind: blockKind}, "dt": {kind: blockKind, attr: Bold}, "dd": {kind: blockKind},

	"p": {kind: gapKind}, "blockquote": {kind: gapKind}, "pre": {kind: gapKind}, "hr": {kind: gapKind},
	"ul": {kind: gapKind}, "ol": {kind: gapKind}, "menu": {kind: gapKind}, "dl": {kind: gapKind},
	"h1": {kind: gapKind, attr: Heading}, "h2": {kind: gapKind, attr: Heading}, "h3": {kind: gapKind, attr: Heading},
	"h4": {kind: gapKind, attr: Heading}, "h5": {kind: gapKind, attr: Heading}, "h6": {kind: gapKind, attr: Heading},

	"b": {attr: Bold}, "strong": {attr: Bold}, "i": {attr: Italic}, "em": {attr: Italic}, "cite": {attr: Italic}, "var": {attr: Italic},
	"s": {attr: Struck}, "strike": {attr: Struck}, "del": {attr: Struck},
	"code": {attr: Code}, "kbd": {attr: Code}, "samp": {attr: Code}, "tt": {attr: Code},
}

// attributes looks an attribute of an element up, empty when it has none.
type attributes func(name string) string

// open is the beginning of an element. The state before has to be given back to close.
func (b *builder) open(tag string, attribute attributes) (before state) {
	before = b.state
	e := elements[tag]
	if e.kind == hiddenKind || invisible(attribute) {
		b.hidden = true
	}
	if b.hidden {
		return before
	}
	if e.kind >= blockKind {
		b.flush()
		b.gap = b.gap || e.kind == gapKind && (b.list == nil || tag == "p" && b.mark == "")
	}
	b.attr |= e.attr
	switch tag {
	case "br":
		b.lineBreak()
	case "hr":
		b.add(block{rule: true})
		b.gap = true
	case "img":
		b.image(attribute("alt"), attribute("src"), isPixel(attribute))
	case "a":
		b.openLink(attribute("href"))
	case "blockquote":
		b.quote = min(b.quote+1, maxQuote)
	case "pre":
		b.pre = true
	case "dd":
		b.indent += 4
	case "ul", "menu":
		b.list = &listing{}
		b.margin, b.indent = b.indent, b.indent+2
	case "ol":
		start, err := strconv.Atoi(attribute("start"))
		if err != nil {
			start = 1
		}
		b.list = &listing{ordered: true, next: start}
		b.margin, b.indent = b.indent, b.indent+4
	case "li":
		b.item()
	}
	return before
}

// item begins an item of a list with its bullet or number.
func (b *builder) item() {
	b.mark, b.markGap = bullet, b.gap
	if b.list != nil && b.list.ordered {
		b.mark = strconv.Itoa(b.list.next) + ". "
		b.list.next++
	}
	b.indent = max(b.indent, b.margin+len(b.mark))
}

// bullet stands for the theme's bullet until the text is laid out.
const bullet = "* "

// close is the end of an element.
func (b *builder) close(tag string, before state) {
	e := elements[tag]
	if !b.hidden {
		if tag == "a" && before.link == 0 {
			b.closeLink()
		}
		if e.kind >= blockKind {
			b.flush()
		}
		if e.kind == gapKind {
			b.gap = b.gap || before.list == nil
		}
		if tag == "li" {
			b.mark = ""
		}
	}
	b.state = before
}

// invisible says that an element is not meant to be seen: preview texts, traps, texts for screens of another kind.
func invisible(attribute attributes) bool {
	style := strings.ToLower(attribute("style"))
	if style == "" {
		return hasWord(attribute("class"), "preheader") || attribute("hidden") != ""
	}
	declared := map[string]string{}
	for d := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(d, ":")
		value, _, _ = strings.Cut(value, "!")
		declared[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return declared["display"] == "none" || declared["visibility"] == "hidden" || declared["mso-hide"] == "all" ||
		zero(declared["opacity"]) || zero(declared["max-height"]) || zero(declared["height"]) && declared["overflow"] == "hidden" ||
		hasWord(attribute("class"), "preheader") || attribute("hidden") != ""
}

func zero(length string) bool {
	digits := strings.TrimRight(length, "abcdefghijklmnopqrstuvwxyz%")
	n, err := strconv.ParseFloat(digits, 64)
	return err == nil && n == 0
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// isPixel says that an image is of a size nobody sees: it counts readers.
func isPixel(attribute attributes) bool {
	tiny := func(size string) bool { return size == "0" || size == "1" || size == "0px" || size == "1px" }
	return tiny(attribute("width")) || tiny(attribute("height"))
}

// numeral is the number of a link as it stands in the text.
func numeral(n int) text.Text { return text.Clean(" [" + strconv.Itoa(n) + "]") }
