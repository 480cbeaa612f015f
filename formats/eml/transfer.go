package eml

import (
	"bytes"
	"strings"
)

// decodeTransfer undoes a Content-Transfer-Encoding. An unknown one is taken
// for none. Plain text that follows base64, as list footers do, comes back
// as rest.
func decodeTransfer(body []byte, encoding string) (data, rest []byte) {
	encoding, _, _ = strings.Cut(encoding, ";")
	encoding, _, _ = strings.Cut(encoding, " ")
	switch strings.ToLower(strings.Trim(encoding, "\"'")) {
	case "base64":
		return decodeBase64(body)
	case "quoted-printable":
		return decodeQuotedPrintable(body), nil
	case "x-uuencode", "uuencode", "x-uue", "uue":
		if files, text := cutUU(body); len(files) > 0 {
			return files[0].data, text
		}
	}
	return body, nil
}

func base64Value(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// decodeBase64 decodes what is base64 in body. Padding may be missing or
// stand in the middle, and stray bytes are skipped. After padding, the first
// line that cannot be base64 starts rest. A body that is mostly something
// else was mislabelled and is returned as it is.
func decodeBase64(body []byte) (data, rest []byte) {
	data = make([]byte, 0, len(body)*3/4+3)
	var acc uint32
	var n, stray, good int
	padded := false
	flush := func() {
		switch n {
		case 2:
			data = append(data, byte(acc>>4))
		case 3:
			data = append(data, byte(acc>>10), byte(acc>>2))
		}
		acc, n = 0, 0
	}
	for b := body; len(b) > 0; {
		line, next := cutLine(b)
		if padded && !isBase64Line(line) {
			rest = b
			break
		}
		for _, c := range bytes.TrimSpace(line) {
			v := base64Value(c)
			switch {
			case v >= 0:
				acc, n, good = acc<<6|uint32(v), n+1, good+1
				if n == 4 {
					data = append(data, byte(acc>>16), byte(acc>>8), byte(acc))
					acc, n = 0, 0
				}
			case c == '=':
				flush()
				padded = true
			default: // a blank between words is no base64 either
				stray++
			}
		}
		b = next
	}
	flush()
	if stray*4 > good {
		return body, nil
	}
	return data, rest
}

func isBase64Line(line []byte) bool {
	for _, c := range bytes.TrimRight(line, " \t\r") {
		if base64Value(c) < 0 && c != '=' {
			return false
		}
	}
	return true
}

// decodeQuotedPrintable decodes RFC 2045, section 6.7. An "=" that starts no
// escape stands for itself; blanks before a line end are padding and go.
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest := cutLine(body)
		ended := len(rest) > 0 || body[len(body)-1] == '\n'
		crlf := ended && len(body) > len(line)+1 && body[len(line)] == '\r'
		line = bytes.TrimRight(line, " \t")
		soft := bytes.HasSuffix(line, []byte("="))
		if soft {
			line = line[:len(line)-1]
		}
		for i := 0; i < len(line); i++ {
			if line[i] == '=' && i+2 < len(line) && isHex(line[i+1]) && isHex(line[i+2]) {
				out = append(out, unhex(line[i+1])<<4|unhex(line[i+2]))
				i += 2
				continue
			}
			out = append(out, line[i])
		}
		if !soft && ended {
			if crlf {
				out = append(out, '\r')
			}
			out = append(out, '\n')
		}
		body = rest
	}
	return out
}
