// Package maildir knows how a Maildir names things: which directories are
// folders, which files are messages, what their names say.
//
// It reads Maildir, Maildir++ (".Folder.Sub" beside cur) and trees of nested
// Maildirs, also incomplete ones: a directory with cur or new is a folder.
// It opens no message.
package maildir

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"daybook/formats/eml"
)

// IsFolder says whether a directory holds a Maildir: cur or new is enough.
func IsFolder(dir string) bool {
	for _, sub := range []string{"cur", "new"} {
		if info, err := os.Stat(filepath.Join(dir, sub)); err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// IsPart says whether a directory name belongs to the Maildir around it: tmp
// holds what is not delivered yet, and is never read.
func IsPart(name string) bool { return name == "cur" || name == "new" || name == "tmp" }

// infoMarks introduce the flags in a file name. File systems without ":" have
// ";" or "!" in its place.
var infoMarks = []string{":2,", ";2,", "!2,"}

// HasInfo says whether a file name carries a Maildir's flags, so that the
// file is a message wherever it lies.
func HasInfo(name string) bool {
	_, ok := info(name)
	return ok
}

func info(name string) (flags string, ok bool) {
	for _, mark := range infoMarks {
		if i := strings.LastIndex(name, mark); i > 0 {
			return name[i+len(mark):], true
		}
	}
	return "", false
}

// Flags reads the flags of a file name. keywords name the letters a to z, as
// Keywords returns them. A message without flags is unread.
func Flags(name string, keywords []string) eml.Flags {
	f := eml.Flags{Known: true}
	letters, _ := info(name)
	for _, c := range letters {
		switch {
		case c == 'S':
			f.Seen = true
		case c == 'R':
			f.Answered = true
		case c == 'P':
			f.Forwarded = true
		case c == 'F':
			f.Flagged = true
		case c == 'D':
			f.Draft = true
		case c == 'T':
			f.Deleted = true
		case 'a' <= c && c <= 'z':
			if i := int(c - 'a'); i < len(keywords) && keywords[i] != "" && !slices.Contains(f.Keywords, keywords[i]) {
				f.Keywords = append(f.Keywords, keywords[i])
			}
		}
	}
	return f
}

// Keywords reads the names that dovecot keeps for the letters a to z, or none.
func Keywords(folder string) []string {
	data, err := os.ReadFile(filepath.Join(folder, "dovecot-keywords"))
	if err != nil {
		return nil
	}
	names := make([]string, 26)
	for line := range strings.Lines(string(data)) {
		number, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.Atoi(number); ok && err == nil && n >= 0 && n < len(names) {
			names[n] = name
		}
	}
	return names
}

// Delivered is when a message was delivered: the seconds its name begins
// with, else the file's time.
func Delivered(name string, modified time.Time) time.Time {
	digits := name[:len(name)-len(strings.TrimLeft(name, "0123456789"))]
	if len(digits) >= 9 && len(digits) <= 10 {
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return time.Unix(n, 0).UTC()
		}
	}
	return modified.UTC()
}

// SubFolder reads the name of a Maildir++ folder: ".Lists.Go" is Lists, Go.
// The names are in IMAP's modified UTF-7 (RFC 3501, section 5.1.3).
func SubFolder(dir string) (path []string, ok bool) {
	if len(dir) < 2 || dir[0] != '.' || dir == ".." {
		return nil, false
	}
	for name := range strings.SplitSeq(dir[1:], ".") {
		if name == "" {
			return nil, false
		}
		path = append(path, decodeName(name))
	}
	if path[0] == "INBOX" && len(path) > 1 {
		path = path[1:]
	}
	return path, true
}

// decodeName reads modified UTF-7; a name that is none stays as it is.
func decodeName(name string) string {
	var out strings.Builder
	for rest := name; ; {
		text, after, found := strings.Cut(rest, "&")
		out.WriteString(text)
		if !found {
			return out.String()
		}
		code, tail, closed := strings.Cut(after, "-")
		if !closed {
			return name
		}
		if code == "" {
			out.WriteByte('&')
		} else {
			data, err := base64.RawStdEncoding.DecodeString(strings.ReplaceAll(code, ",", "/"))
			if err != nil || len(data)%2 != 0 {
				return name
			}
			units := make([]uint16, len(data)/2)
			for i := range units {
				units[i] = uint16(data[2*i])<<8 | uint16(data[2*i+1])
			}
			out.WriteString(string(utf16.Decode(units)))
		}
		rest = tail
	}
}
