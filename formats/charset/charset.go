// Package charset turns bytes into UTF-8 text, whatever charset they are said
// to be in and whether or not that is true. It never fails: what cannot be
// decoded is guessed, and what cannot be guessed is U+FFFD. Its texts hold no
// NUL, at which a store or a library may end a text.
package charset

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// Decode decodes b from the charset that label names to UTF-8. Labels
// that say nothing (us-ascii, unknown-8bit, one nobody knows) are guessed.
func Decode(b []byte, label string) string {
	label = strings.ToLower(strings.Trim(label, " \t\"'"))
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "8bit", "default":
		return decodeUTF8(b)
	case "utf-7", "unicode-1-1-utf-7", "x-unicode-1-1-utf-7":
		return decodeUTF7(b)
	case "iso-2022-kr", "csiso2022kr":
		b, label = shiftedKorean(b), "euc-kr"
	}
	enc := lookup(label)
	if enc == nil {
		return decodeUTF8(b)
	}
	out, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		return decodeUTF8(b)
	}
	return withoutNUL(string(out))
}

// lookup finds an encoding by its name. The HTML index goes first since it
// reads labels as mail means them: latin1 as windows-1252, gb2312 as GBK.
func lookup(label string) encoding.Encoding {
	switch label {
	case "gb2312", "gbk", "gb_2312-80", "x-gbk", "cp936", "euc-cn":
		return simplifiedchinese.GB18030
	case "utf-16":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case "hz-gb-2312", "hz":
		return simplifiedchinese.HZGB2312
	case "ks_c_5601-1987", "cp949", "ms949", "uhc":
		return korean.EUCKR
	case "cp850":
		return charmap.CodePage850
	}
	if rest, ok := strings.CutPrefix(label, "cp125"); ok {
		label = "windows-125" + rest
	}
	if enc, err := htmlindex.Get(label); err == nil && enc != encoding.Replacement {
		return enc
	}
	enc, err := ianaindex.MIME.Encoding(label)
	if err != nil {
		return nil
	}
	return enc
}

// decodeUTF8 reads bytes that are UTF-8, or ASCII, or in truth neither:
// where no character beyond ASCII is valid UTF-8 they are taken for
// windows-1252, where some are, the others are damaged (U+FFFD).
func decodeUTF8(b []byte) string {
	if utf8.Valid(b) {
		return withoutNUL(string(b))
	}
	for rest := b; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r != utf8.RuneError && n > 1 {
			return withoutNUL(strings.ToValidUTF8(string(b), "\ufffd"))
		}
		rest = rest[n:]
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return withoutNUL(strings.ToValidUTF8(string(b), "\ufffd"))
	}
	return withoutNUL(string(out))
}

// Guess decodes text that should have been ASCII: UTF-8 if it is valid,
// else the charset of the body, else windows-1252.
func Guess(s, hint string) string {
	if utf8.ValidString(s) {
		return withoutNUL(s)
	}
	return Decode([]byte(s), hint)
}

// withoutNUL replaces NUL.
func withoutNUL(s string) string {
	if strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\x00", "\ufffd")
}

// shiftedKorean turns ISO-2022-KR (RFC 1557) into EUC-KR: characters between
// SO and SI have their high bit set, the announcing escape goes.
func shiftedKorean(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte("\x1b$)C"), nil)
	out := make([]byte, 0, len(b))
	shifted := false
	for _, c := range b {
		switch {
		case c == 0x0e:
			shifted = true
		case c == 0x0f:
			shifted = false
		case shifted && c > ' ':
			out = append(out, c|0x80)
		default:
			if c == '\n' {
				shifted = false
			}
			out = append(out, c)
		}
	}
	return out
}

// decodeUTF7 reads UTF-7 (RFC 2152); what is not well formed stands for
// itself.
func decodeUTF7(b []byte) string {
	var out strings.Builder
	for i := 0; i < len(b); i++ {
		if b[i] != '+' {
			if b[i] < 0x80 {
				out.WriteByte(b[i])
			} else {
				out.WriteRune(utf8.RuneError)
			}
			continue
		}
		end := i + 1
		for end < len(b) && isBase64(b[end]) {
			end++
		}
		if end == i+1 {
			out.WriteByte('+')
			if end < len(b) && b[end] == '-' {
				i = end
			}
			continue
		}
		out.WriteString(utf16Text(b[i+1 : end]))
		i = end - 1
		if end < len(b) && b[end] == '-' {
			i = end
		}
	}
	return withoutNUL(out.String())
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}

// utf16Text decodes base64 of big-endian UTF-16. A cut end is left out.
func utf16Text(b64 []byte) string {
	data := make([]byte, base64.RawStdEncoding.DecodedLen(len(b64)))
	n, _ := base64.RawStdEncoding.Decode(data, b64)
	units := make([]uint16, n/2)
	for i := range units {
		units[i] = uint16(data[2*i])<<8 | uint16(data[2*i+1])
	}
	return string(utf16.Decode(units))
}

// OfHTML is the charset that an HTML document names in its first
// kilobyte, or "".
func OfHTML(b []byte) string {
	head := strings.ToLower(string(b[:min(len(b), 1024)]))
	_, rest, ok := strings.Cut(head, "charset=")
	if !ok || !strings.Contains(head, "<meta") {
		return ""
	}
	rest = strings.TrimLeft(rest, "\"' ")
	end := strings.IndexAny(rest, "\"' ;/>")
	if end < 0 {
		return ""
	}
	return rest[:end]
}

// LineEnd is the byte that ends the lines of a text that begins so: a carriage
// return where there is no line feed, as on the first Macintoshes, else "\n".
func LineEnd(head []byte) byte {
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 {
		return '\r'
	}
	return '\n'
}
