package vcf

import (
	"bytes"
	"io"
	"mime/quotedprintable"
	"slices"
	"strings"

	"github.com/emersion/go-vcard"

	"daybook/formats/charset"
)

// parseLine reads "group.NAME;PARAM=value:value". The value stays escaped,
// but quoted-printable and charsets are undone.
func parseLine(s string) (line, bool) {
	head, value, ok := cutValue(s)
	if !ok {
		return line{}, false
	}
	parts := splitOutside(head, ';')
	name := strings.TrimSpace(parts[0])
	l := line{field: &vcard.Field{Value: value, Params: vcard.Params{}}}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		l.field.Group, name = name[:i], name[i+1:]
	}
	l.name = strings.ToUpper(name)
	if !isName(l.name) || (l.field.Group != "" && !isName(l.field.Group)) {
		return line{}, false
	}
	for _, p := range parts[1:] {
		addParam(l.field.Params, strings.TrimSpace(p))
	}
	decodeValue(l.field)
	return l, true
}

// isName says whether s can be the name of a property, parameter or group.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return s != ""
}

// cutValue splits at the first colon outside quotes.
func cutValue(s string) (head, value string, ok bool) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			quoted = !quoted
		case ':':
			if !quoted {
				return s[:i], s[i+1:], true
			}
		}
	}
	return "", "", false
}

// splitOutside splits at sep outside quotes.
func splitOutside(s string, sep byte) []string {
	var out []string
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			quoted = !quoted
		} else if s[i] == sep && !quoted {
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// addParam adds "NAME=a,b". A bare word is 2.1's way to name a type or an
// encoding.
func addParam(params vcard.Params, p string) {
	if p == "" {
		return
	}
	name, value, ok := strings.Cut(p, "=")
	name = strings.ToUpper(strings.TrimSpace(name))
	if !ok {
		name, value = "TYPE", p
		switch strings.ToUpper(p) {
		case "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT":
			name = "ENCODING"
		}
	}
	if !isName(name) {
		return
	}
	unescape := strings.NewReplacer("^n", "\n", "^'", `"`, "^^", "^") // RFC 6868
	for _, v := range splitOutside(value, ',') {
		v = strings.TrimSpace(v)
		if n := len(v); n > 1 && v[0] == '"' && v[n-1] == '"' {
			v = v[1 : n-1]
			if name == "TYPE" { // TYPE="home,work"
				for w := range strings.SplitSeq(v, ",") {
					params.Add(name, w)
				}
				continue
			}
		}
		params.Add(name, unescape.Replace(v))
	}
}

// decodeValue undoes quoted-printable and charsets, and takes the parameters
// that announced them away.
func decodeValue(f *vcard.Field) {
	label := f.Params.Get("CHARSET")
	delete(f.Params, "CHARSET")
	if !strings.EqualFold(f.Params.Get("ENCODING"), "QUOTED-PRINTABLE") {
		f.Value = charset.Decode([]byte(f.Value), label)
		return
	}
	delete(f.Params, "ENCODING")
	data, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(f.Value)))
	if err != nil { // a stray "=": what follows it is as it stands
		data = append(data, f.Value[min(len(data), len(f.Value)):]...)
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	f.Value = strings.ReplaceAll(charset.Decode(data, label), "\n", `\n`)
}

// text undoes the escapes of a value.
func text(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'N':
			b.WriteByte('\n')
		case '\\', ',', ';', ':':
			b.WriteByte(s[i])
		default: // no escape: 2.1 writes Windows paths as they are
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// components splits a structured value at its unescaped separators and
// undoes the escapes.
func components(s string, sep byte) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == sep {
			out = append(out, text(s[start:i]))
			start = i + 1
		}
	}
	return append(out, text(s[start:]))
}

// escape writes a text as a value or a component of one.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, ",", `\,`, ";", `\;`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`, "\x00", "").Replace(s)
}

// String writes the line without folding. The value is escaped already.
func (l line) String() string {
	var b strings.Builder
	if l.field.Group != "" {
		b.WriteString(l.field.Group + ".")
	}
	b.WriteString(l.name)
	names := make([]string, 0, len(l.field.Params))
	for name := range l.field.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, v := range l.field.Params[name] {
			b.WriteString(";" + name + "=" + quoteParam(v))
		}
	}
	b.WriteString(":" + strings.NewReplacer("\r", "", "\n", `\n`, "\x00", "").Replace(l.field.Value))
	return b.String()
}

// quoteParam writes a parameter's value with RFC 6868's escapes.
func quoteParam(v string) string {
	v = strings.NewReplacer("^", "^^", "\r\n", "^n", "\n", "^n", "\r", "^n", `"`, "^'", "\x00", "").Replace(v)
	if strings.ContainsAny(v, ",;: ") {
		return `"` + v + `"`
	}
	return v
}
