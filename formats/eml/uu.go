package eml

import (
	"bytes"
	"strings"
)

// uuFile is a file found in uuencoded form inside a text.
type uuFile struct {
	name string
	data []byte
}

// cutUU takes the complete uuencoded files out of a text and returns what is
// left of it. A block that does not decode, or has no end, stays text.
func cutUU(body []byte) (files []uuFile, text []byte) {
	if !bytes.Contains(body, []byte("begin ")) {
		return nil, body
	}
	text = make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest := cutLine(body)
		if name, ok := uuBegin(line); ok {
			if data, after, ok := uuDecode(rest); ok {
				files = append(files, uuFile{name, data})
				body = after
				continue
			}
			// Only one unterminated block is searched to the end, so that many
			// "begin" lines cannot make this quadratic.
			return files, append(text, body...)
		}
		text = append(text, body[:len(body)-len(rest)]...)
		body = rest
	}
	return files, text
}

// uuBegin reads "begin 644 name".
func uuBegin(line []byte) (name string, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte("begin "))
	if !ok {
		return "", false
	}
	mode, file, ok := strings.Cut(string(rest), " ")
	if !ok || len(mode) < 3 || len(mode) > 4 || strings.Trim(mode, "01234567") != "" {
		return "", false
	}
	file = strings.TrimSpace(file)
	return file, file != ""
}

// uuDecode reads lines up to "end".
func uuDecode(body []byte) (data, rest []byte, ok bool) {
	for len(body) > 0 {
		line, next := cutLine(body)
		line = bytes.TrimRight(line, "\r")
		body = next
		if string(bytes.TrimSpace(line)) == "end" {
			return data, body, true
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n := int(line[0]-' ') & 0x3f
		if line[0] < ' ' || line[0] > '`' || len(line)-1 > 4*((n+2)/3)+2 {
			return nil, nil, false
		}
		for i := 1; n > 0; i += 4 {
			var acc uint32
			for j := i; j < i+4; j++ {
				acc <<= 6
				if j < len(line) { // trailing blanks may have been cut
					acc |= uint32(line[j]-' ') & 0x3f
				}
			}
			group := []byte{byte(acc >> 16), byte(acc >> 8), byte(acc)}
			data = append(data, group[:min(n, 3)]...)
			n -= 3
		}
	}
	return nil, nil, false
}
