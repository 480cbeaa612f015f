package eml

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"daybook/formats/charset"
)

// parseParams reads a value with parameters, such as Content-Type's: the
// value in lower case, and the parameters by name in lower case, decoded
// (RFC 2231, RFC 2047 and raw bytes alike). Quotes that do not close, missing
// and doubled semicolons are tolerated.
func parseParams(s, hint string) (value string, params map[string]string) {
	value, rest, _ := strings.Cut(s, ";")
	value = strings.ToLower(strings.TrimSpace(value))
	if i := strings.IndexAny(value, " \t("); i >= 0 {
		value = value[:i]
	}
	raw := map[string]string{}
	for rest != "" {
		var name, val string
		name, val, rest = cutParam(rest)
		if name == "" {
			continue
		}
		if _, twice := raw[name]; !twice {
			raw[name] = val
		}
	}
	return value, joinParams(raw, hint)
}

// cutParam reads one "name=value" from s.
func cutParam(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, "; \t")
	i := strings.IndexAny(s, "=;")
	if i < 0 {
		return "", "", ""
	}
	if s[i] == ';' {
		return "", "", s[i+1:]
	}
	name = strings.ToLower(strings.TrimSpace(s[:i]))
	s = strings.TrimLeft(s[i+1:], " \t")
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return name, strings.TrimSpace(value), rest
	}
	value, rest = cutQuoted(s)
	return name, value, rest
}

// cutQuoted reads the quoted string that s starts with. Without a closing
// quote it reaches to the end.
func cutQuoted(s string) (value, rest string) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// joinParams puts RFC 2231 continuations together and decodes every value.
func joinParams(raw map[string]string, hint string) map[string]string {
	out := make(map[string]string, len(raw))
	for name, value := range raw {
		base, _, split := strings.Cut(name, "*")
		if !split {
			if _, better := out[name]; !better {
				out[name] = decodeWords(value, hint)
			}
			continue
		}
		if _, whole := raw[base+"*"]; whole {
			label, text := cutExtended(raw[base+"*"])
			out[base] = charset.Decode(unpercent(text), label)
		} else if _, first := raw[base+"*0"]; first || strings.HasSuffix(name, "*0*") {
			out[base] = joinContinuation(raw, base)
		}
	}
	return out
}

// joinContinuation joins name*0, name*1* and so on.
func joinContinuation(raw map[string]string, base string) string {
	var data []byte
	label := ""
	for i := 0; ; i++ {
		key := base + "*" + strconv.Itoa(i)
		if v, ok := raw[key+"*"]; ok {
			if i == 0 {
				label, v = cutExtended(v)
			}
			data = append(data, unpercent(v)...)
		} else if v, ok := raw[key]; ok {
			data = append(data, v...)
		} else {
			return charset.Decode(data, label)
		}
	}
}

// cutExtended splits "charset'language'text".
func cutExtended(s string) (label, text string) {
	label, rest, ok := strings.Cut(s, "'")
	if !ok {
		return "", s
	}
	if _, text, ok = strings.Cut(rest, "'"); !ok {
		return "", s
	}
	return label, text
}

// withParams writes a value with parameters, in the order of their names, so
// that a field folds between them. What does not fit a line, or is not plain,
// is cut into pieces and encoded (RFC 2231, sections 3 and 4).
func withParams(value string, params map[string]string) string {
	var b strings.Builder
	b.WriteString(value)
	for _, name := range slices.Sorted(maps.Keys(params)) {
		v := params[name]
		quoted := name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
		switch {
		case !isToken(name):
		case isToken(v) && len(name)+len(v) < width-4:
			b.WriteString("; " + name + "=" + v)
		case isPlain(v) && len(quoted) < width-3:
			b.WriteString("; " + quoted)
		default:
			writePieces(&b, name, v)
		}
	}
	return b.String()
}

// writePieces writes a parameter as one or several of at most a line each.
func writePieces(b *strings.Builder, name, v string) {
	var pieces []string
	piece := "utf-8''"
	for _, r := range v {
		c := percent(string(r))
		if len(name)+len("; *100*=;")+len(piece)+len(c) > width {
			pieces, piece = append(pieces, piece), ""
		}
		piece += c
	}
	if len(pieces) == 0 {
		b.WriteString("; " + name + "*=" + piece)
		return
	}
	for i, p := range append(pieces, piece) {
		b.WriteString("; " + name + "*" + strconv.Itoa(i) + "*=" + p)
	}
}

// percent encodes all but the characters that RFC 2231 lets stand.
func percent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c > ' ' && c < 0x7f && strings.IndexByte("*'%()<>@,;:\\\"/[]?=", c) < 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// unpercent decodes %XX; other bytes stand for themselves.
func unpercent(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			out = append(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return out
}

// isToken says whether s is one of RFC 2045's tokens.
func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte(`()<>@,;:\"/[]?=`, s[i]) >= 0 {
			return false
		}
	}
	return s != ""
}
