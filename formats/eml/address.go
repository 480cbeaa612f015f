package eml

import (
	"strings"

	"daybook/formats/charset"
	"daybook/model"
)

// parseAddresses reads an address list as it is found in the wild: groups,
// comments, source routes, semicolons between addresses, names with unquoted
// commas, "user at host" of list archives. An entry without an address keeps
// its text as its name, so that nothing is lost.
func parseAddresses(s, hint string) []model.Recipient {
	var out []model.Recipient
	pending := "" // "Doe" of an unquoted "Doe, John <j@example.com>"
	group := ""   // the name of a group whose members have not come yet
	for s != "" {
		var e entry
		e, s = cutEntry(s)
		name := strings.TrimSpace(decodeWords(e.name(), hint))
		addr := strings.TrimSpace(charset.Guess(e.address(), hint))
		if e.end == ':' {
			group = name
			continue
		}
		if name == "" && addr == "" {
			name = group // an empty group is all there is: "undisclosed recipients:;"
		}
		group = ""
		switch {
		case addr == "" && name == "":
			continue
		case addr == "" && e.end == ',' && !e.quoted && pending == "":
			pending = name
			continue
		case pending != "" && addr != "" && name != "" && e.angled:
			name, pending = pending+", "+name, ""
		case pending != "":
			out = append(out, recipient(pending, ""))
			pending = ""
		}
		if name == addr {
			name = ""
		}
		out = append(out, recipient(name, addr))
	}
	if pending != "" {
		out = append(out, recipient(pending, ""))
	}
	return out
}

func recipient(name, address string) model.Recipient {
	return model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: address}}
}

// entry is one element of an address list, cut into its lexical parts.
type entry struct {
	words, angle, comment strings.Builder
	angled, quoted        bool
	end                   byte // the separator that closed it, 0 at the end
}

// name is the display name: the words before the angle bracket, else the
// comment after a bare address.
func (e *entry) name() string {
	words := strings.TrimSpace(e.words.String())
	if e.angled && words != "" {
		return words
	}
	if !e.angled && e.bareAddress() == "" && words != "" {
		return words
	}
	return strings.TrimSpace(e.comment.String())
}

// address is the address, or "" when the entry has none.
func (e *entry) address() string {
	if !e.angled {
		return e.bareAddress()
	}
	addr := strings.TrimSpace(e.angle.String())
	if strings.HasPrefix(addr, "@") { // source route: <@a,@b:user@host>
		if _, after, ok := strings.Cut(addr, ":"); ok {
			addr = after
		}
	}
	addr = strings.TrimPrefix(addr, "mailto:")
	return strings.Join(strings.Fields(addr), "")
}

// bareAddress reads an address that stands without angle brackets.
func (e *entry) bareAddress() string {
	words := strings.TrimSpace(e.words.String())
	if strings.ContainsRune(words, '@') && !strings.ContainsAny(words, " \t") {
		return words
	}
	if f := strings.Fields(words); len(f) == 3 && strings.EqualFold(f[1], "at") && strings.Contains(f[2], ".") {
		return f[0] + "@" + f[2]
	}
	return ""
}

// cutEntry reads one element of the list and returns what follows its
// separator.
func cutEntry(s string) (e entry, rest string) {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ',' || c == ';':
			e.end = c
			return e, s[i+1:]
		case c == '"':
			quoted, after := cutQuoted(s[i:])
			e.words.WriteString(quoted)
			e.quoted = true
			i = len(s) - len(after)
		case c == '(':
			text, after := cutComment(s[i:])
			if e.comment.Len() > 0 {
				e.comment.WriteByte(' ')
			}
			e.comment.WriteString(text)
			i = len(s) - len(after)
		case c == '<':
			end := strings.IndexByte(s[i:], '>')
			if end < 0 {
				end = len(s) - i
			}
			e.angle.WriteString(s[i+1 : i+end])
			e.angled = true
			i = min(i+end+1, len(s))
		case c == '=' && strings.HasPrefix(s[i:], "=?"):
			n := 2
			if _, length, ok := cutWord(s[i:]); ok {
				n = length // a comma inside an encoded word separates nothing
			}
			e.words.WriteString(s[i : i+n])
			i += n
		case c == ':' && !e.angled && !strings.ContainsRune(e.words.String(), '@') && e.words.String() != "mailto":
			e.end = c // the name of a group: its members follow
			return e, s[i+1:]
		default:
			e.words.WriteByte(c)
			i++
		}
	}
	return e, ""
}

// cutComment reads the comment, with those nested in it, that s starts with.
func cutComment(s string) (text, rest string) {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
			continue
		case c == '(':
			depth++
			if depth == 1 {
				continue
			}
		case c == ')':
			depth--
			if depth == 0 {
				return b.String(), s[i+1:]
			}
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// messageIDs reads the message ids of References or In-Reply-To, with their
// angle brackets. Text around them, as old programs write, is skipped.
func messageIDs(s string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(id string) {
		id = "<" + strings.Join(strings.Fields(id), "") + ">"
		if len(id) > 2 && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	for rest := s; ; {
		start := strings.IndexByte(rest, '<')
		if start < 0 {
			break
		}
		rest = rest[start+1:]
		end := strings.IndexAny(rest, "<>")
		if end < 0 {
			add(rest)
			break
		}
		add(rest[:end])
		rest = rest[end:]
		if rest[0] == '>' {
			rest = rest[1:]
		}
	}
	if out == nil && !strings.ContainsAny(s, "<>") {
		for _, f := range strings.Fields(s) {
			if i := strings.IndexByte(f, '@'); i > 0 && i < len(f)-1 {
				add(strings.Trim(f, ",;\"'"))
			}
		}
	}
	return out
}
