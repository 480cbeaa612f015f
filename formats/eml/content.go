package eml

import (
	"html"
	"path"
	"strings"
)

// isBodyType says whether an unnamed part of this type is read as text.
func isBodyType(mediaType string) bool {
	switch mediaType {
	case "text/plain", "text/html", "text/enriched", "text/richtext", "text/markdown", "text/x-markdown",
		"text/x-patch", "text/x-diff", "text/rfc822-headers", "text/english", "text/ascii", "text/us-ascii", "text/unknown":
		return true
	}
	return false
}

func (c content) hasHTML() bool {
	for _, p := range c {
		if p.html != "" {
			return true
		}
	}
	return false
}

// plain is all that came as plain text.
func (c content) plain() string {
	var b strings.Builder
	for _, p := range c {
		b.WriteString(p.text)
	}
	return b.String()
}

// readable joins the pieces: as plain text, and as HTML if one of them is.
func (c content) readable() (text, doc string) {
	if len(c) == 1 && c[0].html == "" {
		return c[0].text, ""
	}
	asHTML := c.hasHTML()
	var t, h strings.Builder
	for i, p := range c {
		piece := p.text
		if piece == "" && p.html != "" {
			piece = PlainText(p.html)
		}
		if i > 0 && t.Len() > 0 && piece != "" {
			t.WriteByte('\n')
		}
		t.WriteString(piece)
		switch {
		case p.html != "":
			h.WriteString(p.html)
		case asHTML && strings.TrimSpace(p.text) != "":
			h.WriteString("<pre>" + html.EscapeString(p.text) + "</pre>")
		}
	}
	return t.String(), h.String()
}

// lines ends every line in "\n" alone.
func lines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.ReplaceAll(s, "\r", "\n")
}

// fileTypes are the types that a nameless part or an untyped file is likely
// to have. The system's own table is not asked: it differs by machine.
var fileTypes = []struct{ extension, mediaType string }{
	{".txt", "text/plain"}, {".html", "text/html"}, {".csv", "text/csv"}, {".ics", "text/calendar"},
	{".vcf", "text/vcard"}, {".vcf", "text/x-vcard"}, {".vcf", "text/directory"},
	{".png", "image/png"}, {".jpg", "image/jpeg"}, {".jpeg", "image/jpeg"}, {".gif", "image/gif"},
	{".webp", "image/webp"}, {".svg", "image/svg+xml"}, {".bmp", "image/bmp"}, {".tif", "image/tiff"},
	{".pdf", "application/pdf"}, {".zip", "application/zip"}, {".gz", "application/gzip"},
	{".asc", "application/pgp-signature"}, {".asc", "application/pgp-encrypted"}, {".asc", "application/pgp-keys"},
	{".p7s", "application/pkcs7-signature"}, {".p7s", "application/x-pkcs7-signature"},
	{".p7m", "application/pkcs7-mime"}, {".p7m", "application/x-pkcs7-mime"},
	{".dat", "application/ms-tnef"}, {".json", "application/json"}, {".xml", "text/xml"},
	{".eml", "message/rfc822"}, {".txt", "message/delivery-status"}, {".txt", "message/disposition-notification"},
	{".diff", "text/x-diff"}, {".patch", "text/x-patch"}, {".mp3", "audio/mpeg"}, {".wav", "audio/wav"}, {".mp4", "video/mp4"},
	{".doc", "application/msword"}, {".xls", "application/vnd.ms-excel"}, {".ppt", "application/vnd.ms-powerpoint"},
	{".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
	{".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{".pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
}

// extension is the usual file name extension of a type, ".bin" when unknown.
func extension(mediaType string) string {
	for _, t := range fileTypes {
		if t.mediaType == mediaType {
			return t.extension
		}
	}
	return ".bin"
}

// typeByName is the type that a file name's extension suggests.
func typeByName(name string) string {
	ext := strings.ToLower(path.Ext(name))
	for _, t := range fileTypes {
		if t.extension == ext {
			return t.mediaType
		}
	}
	return "application/octet-stream"
}
