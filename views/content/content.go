// Package content is what can be shown of a file's bytes: text in clean lines,
// or a picture. What a file is, its name says, or its type.
//
// Invariants: no I/O; what is read is bounded, and what was cut says so; its
// functions decode, and so belong into a command.
package content

import (
	"bytes"
	"path"
	"strings"

	"daybook/widget/picture"
	"daybook/widget/text"
)

// MaxPicture is the largest picture that is decoded, in bytes.
const MaxPicture = 12 << 20

// Ending is that of a file's name, in small letters: ".png".
func Ending(name string) string { return strings.ToLower(path.Ext(name)) }

// IsPicture reports whether a name says that a picture can be drawn.
func IsPicture(name string) bool {
	switch Ending(name) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return true
	}
	return false
}

// IsText reports whether a name or a type (MIME) says text.
func IsText(name, kind string) bool {
	switch Ending(name) {
	case ".txt", ".md", ".csv", ".tsv", ".json", ".xml", ".ics", ".vcf", ".eml", ".log", ".go", ".py", ".js", ".sh", ".yaml", ".yml",
		".toml", ".ini", ".patch", ".diff", ".sql", ".html", ".htm", ".svg", ".asc", ".c", ".h", ".rs":
		return true
	}
	return strings.HasPrefix(kind, "text/") || kind == "message/rfc822"
}

// Text is the beginning of a file that is text, at most so many bytes, without
// half a character or half a line. It is no text where it has NUL bytes.
func Text(data []byte, most int) (words string, cut, ok bool) {
	if bytes.IndexByte(data, 0) >= 0 {
		return "", false, false
	}
	if cut = len(data) > most; cut {
		data = data[:most]
		if end := bytes.LastIndexByte(data, '\n'); end > 0 {
			data = data[:end]
		}
	}
	return string(bytes.TrimRight(data, "\r\n")), cut, true
}

// Lines are those of a text, clean.
func Lines(words string) []text.Text { return text.CleanBlock(words).Lines() }

// Picture decodes a picture. Its errors are words for a person.
func Picture(data []byte) (picture.Picture, error) {
	return picture.Decode(data, picture.Limits{Bytes: MaxPicture})
}
