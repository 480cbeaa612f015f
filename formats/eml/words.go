package eml

import (
	"encoding/base64"
	"strings"

	"daybook/formats/charset"
)

// word is one RFC 2047 encoded word taken apart.
type word struct {
	charset  string
	encoding byte // 'b' or 'q'
	text     string
}

// decodeWords decodes a raw header value to UTF-8. Encoded words are found
// wherever they stand, also inside quotes and without blanks around them.
// Neighbouring words of one charset are decoded together, because some
// senders cut them inside a character. Bytes beyond ASCII outside encoded
// words are guessed, hint being the charset of the body.
func decodeWords(s, hint string) string {
	if !strings.Contains(s, "=?") {
		return charset.Guess(s, hint)
	}
	var b strings.Builder
	var run []word
	flush := func() {
		for len(run) > 0 {
			n := 1
			for n < len(run) && strings.EqualFold(run[n].charset, run[0].charset) {
				n++
			}
			b.WriteString(charset.Decode(wordBytes(run[:n]), run[0].charset))
			run = run[n:]
		}
	}
	for s != "" {
		i := strings.Index(s, "=?")
		if i < 0 {
			break
		}
		w, n, ok := cutWord(s[i:])
		if !ok {
			flush()
			b.WriteString(charset.Guess(s[:i+2], hint))
			s = s[i+2:]
			continue
		}
		if len(run) == 0 || strings.TrimLeft(s[:i], " \t") != "" {
			flush()
			b.WriteString(charset.Guess(s[:i], hint))
		}
		run = append(run, w)
		s = s[i+n:]
	}
	flush()
	b.WriteString(charset.Guess(s, hint))
	return b.String()
}

// cutWord reads the encoded word that s starts with and its length.
func cutWord(s string) (w word, n int, ok bool) {
	q1 := strings.IndexByte(s[2:], '?')
	if q1 <= 0 || q1 > 60 {
		return w, 0, false
	}
	q1 += 2
	if len(s) < q1+3 || s[q1+2] != '?' {
		return w, 0, false
	}
	text := s[q1+3:]
	end := strings.Index(text, "?=")
	if end < 0 {
		return w, 0, false
	}
	// "?=" can also be the end of a text "...?" cut short and "=XX" of Q.
	if len(text) > end+3 && isHex(text[end+2]) && isHex(text[end+3]) && s[q1+1]|0x20 == 'q' {
		if again := strings.Index(text[end+2:], "?="); again >= 0 && !strings.ContainsAny(text[end+2:end+2+again], " ?") {
			end += 2 + again
		}
	}
	w = word{charset: s[2:q1], encoding: s[q1+1] | 0x20, text: text[:end]}
	w.charset, _, _ = strings.Cut(w.charset, "*") // RFC 2231 language
	if strings.ContainsAny(w.charset, " \t\"<>()") || (w.encoding != 'b' && w.encoding != 'q') {
		return w, 0, false
	}
	return w, q1 + 3 + end + 2, true
}

// wordBytes undoes the transfer encoding of words of one charset. A base64
// text that ends inside a group of four goes on in the next word.
func wordBytes(words []word) []byte {
	var out []byte
	for i := 0; i < len(words); i++ {
		w := words[i]
		if w.encoding == 'q' {
			out = appendQ(out, w.text)
			continue
		}
		var text strings.Builder
		text.WriteString(w.text)
		for text.Len()%4 != 0 && !strings.HasSuffix(words[i].text, "=") &&
			i+1 < len(words) && words[i+1].encoding == 'b' {
			i++
			text.WriteString(words[i].text)
		}
		data, _ := decodeBase64([]byte(text.String()))
		out = append(out, data...)
	}
	return out
}

// appendQ decodes the Q encoding; what is not an escape stands for itself.
func appendQ(out []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '_':
			out = append(out, ' ')
		case s[i] == '=' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			out = append(out, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
		default:
			out = append(out, s[i])
		}
	}
	return out
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}

// encodeWord writes s as encoded words of at most 75 characters each, cut
// between characters (RFC 2047, section 2), or as it is when a header line
// carries it unchanged. Of its first line so many characters are used.
func encodeWord(s string, used int) string {
	if isPlain(s) {
		return s
	}
	const (
		around = len("=?utf-8?b??=")
		most   = 45 // bytes whose base64 fits one word
		least  = 12 // of less there would be too many words
	)
	var b strings.Builder
	room := (width - around - used) / 4 * 3
	if room < least {
		room = most // the first is on a line of its own
	}
	for room = min(room, most); s != ""; room = most {
		n := min(len(s), room)
		for n < len(s) && s[n]&0xc0 == 0x80 {
			n--
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(s[:n])) + "?=")
		s = s[n:]
	}
	return b.String()
}

// isPlain says whether s survives in a folded header line: printable ASCII,
// single blanks between words, no word too long for a line.
func isPlain(s string) bool {
	const longest = 900 // a line may have 998 characters
	run := 0
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
		if run++; s[i] == ' ' {
			run = 0
		}
		if run > longest {
			return false
		}
	}
	return !strings.Contains(s, "=?") && !strings.Contains(s, "  ") && strings.TrimSpace(s) == s
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
