// Package bodies brings the bodies of messages, events and posts, and automatic replies, into the form
// in which a request wants them. HTML goes out without what can act in the
// program of who reads it, unless the original is asked for:
// https://learn.microsoft.com/en-us/graph/api/resources/message says so of
// messages (Prefer: outlook.allow-unsafe-html); here it holds for all that
// somebody else can have written. A text stays text unless HTML is asked for.
package bodies

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"daybook/formats/eml"
)

// Form is what is wanted of bodies. The zero value is safe HTML, and text.
type Form struct {
	As       string // "text", "html", or "" for what it was written as
	Original bool   // HTML as it came
}

// Of is a body in the form: its content type, "text" or "html", and content.
func (f Form) Of(contentType, content string) (string, string) {
	switch {
	case contentType != "html" && f.As == "html":
		return "html", fromText(content)
	case contentType != "html":
		return contentType, content
	case f.As == "text":
		return "text", eml.PlainText(content)
	case f.Original:
		return contentType, content
	}
	return contentType, Safe(content)
}

// fromText keeps the lines of a text, and the spaces in them.
func fromText(text string) string {
	text = html.EscapeString(strings.ReplaceAll(text, "\r\n", "\n"))
	return `<html><body><div style="white-space:pre-wrap">` + strings.ReplaceAll(text, "\n", "<br>") + `</div></body></html>`
}

// Safe is HTML without scripts, event handlers, forms, frames, plug-ins,
// style sheets, and addresses that are more than that. What there is to read
// stays, and most of how it looks.
func Safe(content string) string {
	if !strings.Contains(content, "<") {
		return content
	}
	return cleaned.of(content, policy().Sanitize)
}

// The parts of the policy. What is not named here is dropped; the content of
// an element that is, stays.
var (
	elements = strings.Fields(`html head body
		a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn dir div dl dt em
		figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map area mark nav nobr ol p pre q rp rt ruby s samp
		section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`)
	attributes = strings.Fields(`abbr align alt axis bgcolor border cellpadding cellspacing char charoff class clear color cols colspan compact
		coords datetime dir face frame headers height hspace id lang name noshade nowrap open reversed rows rowspan rules scope shape size span
		start summary target title type usemap valign value vlink vspace width`)
	// style takes colours, sizes and names: no address, no function but these.
	style = regexp.MustCompile(`^(?:[\pL\pN\s:;,.#%!'"+*/_-]|(?i:rgba?|hsla?|calc)\([\pN\s.,%+*/-]*\))*$`)
	// picture is one that stands in the document.
	picture = regexp.MustCompile(`^image/(?:gif|jpe?g|png|webp);base64,[A-Za-z0-9+/=\s]*$`)
	// remote is an address of a picture behind something.
	remote = regexp.MustCompile(`^(?i:https?:|cid:)[^\s"'()\\]*$`)
)

var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(elements...)
	p.AllowNoAttrs().OnElements(elements...)
	p.AllowAttrs(attributes...).Globally()
	p.AllowAttrs("style").Matching(style).Globally()
	p.AllowAttrs("background").Matching(remote).Globally()
	p.AllowAttrs("href").OnElements("a", "area")
	p.AllowAttrs("src").OnElements("img")
	p.AllowAttrs("cite").OnElements("blockquote", "q", "ins", "del")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(true)
	p.AllowURLSchemes("http", "https", "mailto", "tel", "sms", "callto", "sip", "ftp", "cid", "mid")
	// The library's own rule for pictures in the document lets SVG in, which can
	// have scripts.
	p.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool { return picture.MatchString(u.Opaque) })
	// What no program runs is there to be read, and is cleaned like the rest.
	// One of these that is never closed must not take the letter with it.
	p.AllowElementsContent("frame", "frameset", "noscript", "nostyle", "object")
	return p
})
