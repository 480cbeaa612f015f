package eml

import (
	"bytes"
	"strconv"
	"strings"

	"daybook/formats/charset"
	"daybook/model"
)

// content is the readable part of a message: pieces in the order in which
// they are to be read.
type content []piece

// piece is one text; html is set when it came as HTML, enriched when the text
// was not plain.
type piece struct {
	text, html string
	enriched   bool
}

// collector walks the MIME tree and gathers what it finds.
type collector struct {
	hint        string // charset for bytes that name none
	parts       int
	attachments []model.Attachment
	calendar    *Calendar
	fallback    string // shown when nothing else is readable
}

// visit returns the readable content of p and collects its attachments.
func (c *collector) visit(p *part, depth int) content {
	c.parts++
	switch {
	case strings.HasPrefix(p.mediaType, "multipart/"):
		if depth < maxDepth && c.parts < maxParts {
			if content, ok := c.visitMultipart(p, depth); ok {
				return content
			}
		}
		return c.text(p, depth) // no parts to be found: it is all text
	case depth == 0 && isBodyType(p.mediaType) && p.disposition != "attachment":
		return c.text(p, depth)
	case isBodyType(p.mediaType) && p.name == "" && p.disposition != "attachment":
		return c.text(p, depth)
	}
	c.attach(p)
	return nil
}

// visitMultipart visits the children; ok is false when there are none.
func (c *collector) visitMultipart(p *part, depth int) (out content, ok bool) {
	raws, ok := p.children(maxParts - c.parts)
	if !ok && p.encoding != "" { // a transfer encoding is not allowed here, but happens
		p.body, _ = decodeTransfer(p.body, p.encoding)
		raws, ok = p.children(maxParts - c.parts)
	}
	if !ok {
		return nil, false
	}
	kind := strings.TrimPrefix(p.mediaType, "multipart/")
	var contents []content
	for i, raw := range raws {
		child := newPart(raw)
		if kind == "digest" && child.header.get("Content-Type") == "" {
			child.mediaType = "message/rfc822"
		}
		if kind == "alternative" && child.mediaType == "text/calendar" {
			child.disposition = "inline"
		}
		if (kind == "alternative" || kind == "related" && i == 0) && isBodyType(child.mediaType) && child.disposition != "attachment" {
			child.name = "" // some senders name the body too
		}
		if child.params["charset"] != "" && c.hint == "" {
			c.hint = child.params["charset"]
		}
		if got := c.visit(child, depth+1); len(got) > 0 {
			contents = append(contents, got)
		}
	}
	if kind == "alternative" {
		out = mergeAlternatives(contents)
	} else {
		for _, got := range contents {
			out = append(out, got...)
		}
	}
	return out, true
}

// appendText adds what follows the base64 of a part, if anything does.
func appendText(out content, text []byte, hint string) content {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return out
	}
	return append(out, piece{text: lines(charset.Decode(text, hint)) + "\n"})
}

// mergeAlternatives keeps the best HTML and the best plain text of a
// multipart/alternative: the last of each, as the sender ordered them. Text
// that was made of enriched text is taken where there is no other.
func mergeAlternatives(contents []content) content {
	var html, plain content
	for _, got := range contents {
		if got.hasHTML() {
			html = got
		} else if plain == nil || strings.TrimSpace(got.plain()) != "" && !(got[0].enriched && strings.TrimSpace(plain.plain()) != "") {
			plain = got
		}
	}
	switch {
	case html == nil:
		return plain
	case plain == nil:
		return html
	}
	text, _ := plain.readable()
	_, doc := html.readable()
	return content{{text: text, html: doc}}
}

// text reads a part as body text.
func (c *collector) text(p *part, depth int) content {
	data, rest := decodeTransfer(p.body, p.encoding)
	label := p.params["charset"]
	if p.mediaType == "text/html" {
		if label == "" {
			label = charset.OfHTML(data)
		}
		return appendText(content{{html: lines(charset.Decode(data, label))}}, rest, c.hint)
	}
	files, data := cutUU(data)
	for i, f := range files {
		c.attachments = append(c.attachments, model.Attachment{
			Entity: model.Entity{Type: model.FileAttachment},
			Name:   charset.Guess(f.name, c.hint), ContentType: typeByName(f.name), Size: len(f.data), ContentBytes: files[i].data})
	}
	s := lines(charset.Decode(data, label))
	enriched := p.mediaType == "text/enriched" || p.mediaType == "text/richtext"
	if enriched {
		s = unenrich(s, p.mediaType == "text/richtext")
	}
	if strings.EqualFold(p.params["format"], "flowed") {
		s = unflow(s, strings.EqualFold(p.params["delsp"], "yes"))
	}
	if strings.TrimSpace(s) == "" && depth > 0 {
		return appendText(nil, rest, c.hint)
	}
	return appendText(content{{text: s, enriched: enriched}}, rest, c.hint)
}

// attach keeps p as an attachment.
func (c *collector) attach(p *part) {
	data, _ := decodeTransfer(p.body, p.encoding)
	a := model.Attachment{Entity: model.Entity{Type: model.FileAttachment}, Name: p.name, ContentType: p.mediaType,
		ContentID: p.contentID(), Size: len(data), ContentBytes: data}
	if cs := strings.ToLower(p.params["charset"]); isToken(cs) && cs != "utf-8" && cs != "us-ascii" && strings.HasPrefix(p.mediaType, "text/") {
		a.ContentType += "; charset=" + cs
	}
	switch p.mediaType {
	case "message/rfc822", "message/global":
		a.Type = model.ItemAttachment
		if a.Name == "" {
			h, _ := splitHeader(data)
			a.Name = strings.TrimSpace(decodeWords(h.get("Subject"), c.hint))
			if a.Name != "" {
				a.Name += ".eml"
			}
		}
	case "text/calendar":
		if c.calendar == nil {
			c.calendar = &Calendar{Method: strings.ToUpper(p.params["method"]), Data: []byte(charset.Decode(data, p.params["charset"]))}
		}
		a.IsInline = p.disposition == "inline" && p.name == ""
	}
	if a.Name == "" {
		a.Name = "attachment-" + strconv.Itoa(len(c.attachments)+1) + extension(p.mediaType)
	}
	if c.fallback == "" && bytes.HasPrefix(bytes.TrimSpace(data), []byte("-----BEGIN PGP MESSAGE")) {
		c.fallback = lines(charset.Decode(data, ""))
	}
	c.attachments = append(c.attachments, a)
}

// markInline marks the attachments that the HTML shows in its text. The
// others stay listed, whatever their disposition says, so that none is
// hidden.
func markInline(attachments []model.Attachment, html string) {
	if html == "" {
		return
	}
	shown := contentIDs(html)
	for i := range attachments {
		if id := attachments[i].ContentID; id != "" && shown[id] {
			attachments[i].IsInline = true
		}
	}
}

// contentIDs are the ids that an HTML text refers to as "cid:".
func contentIDs(html string) map[string]bool {
	ids := map[string]bool{}
	for {
		_, rest, ok := strings.Cut(html, "cid:")
		if !ok {
			return ids
		}
		end := strings.IndexAny(rest, "\"' )>\t\n")
		if end < 0 {
			end = len(rest)
		}
		ids[unescapeID(rest[:end])] = true
		html = rest[end:]
	}
}

// unescapeID undoes the URL escapes of a cid: reference.
func unescapeID(id string) string {
	if strings.IndexByte(id, '%') < 0 {
		return id
	}
	return string(unpercent(id))
}
