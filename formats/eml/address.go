package eml

import (
	"slices"
	"strings"

	"daybook/formats/charset"
	"daybook/model"
)

// parseAddresses reads an address list as it is found in the wild: groups,
// comments, source routes, semicolons between addresses, names with unquoted
// commas, names and addresses without brackets, "user at host" of list
// archives. An entry without an address keeps its text as its name, so that
// nothing is lost.
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
	// local is an address with a quoted part that stands without brackets:
	// "john doe"@example.com.
	local string
}

// name is the display name: the words before the angle bracket, else the
// comment after a bare address.
func (e *entry) name() string {
	words := strings.TrimSpace(e.words.String())
	if e.angled && words != "" {
		return words
	}
	if !e.angled {
		if before, _ := e.bareAddress(); before != "" {
			return before
		}
	}
	return strings.TrimSpace(e.comment.String())
}

// address is the address, or "" when the entry has none.
func (e *entry) address() string {
	if !e.angled {
		_, addr := e.bareAddress()
		return addr
	}
	addr := strings.TrimSpace(e.angle.String())
	if strings.HasPrefix(addr, "@") { // source route: <@a,@b:user@host>
		if _, after, ok := strings.Cut(addr, ":"); ok {
			addr = after
		}
	}
	addr = strings.TrimPrefix(addr, "mailto:")
	if strings.HasPrefix(addr, `"`) {
		return addr // a blank may be in it
	}
	return strings.Join(strings.Fields(addr), "")
}

// bareAddress reads an address that stands without angle brackets, and what
// stands before it, or all when there is none.
func (e *entry) bareAddress() (before, addr string) {
	words := strings.TrimSpace(e.words.String())
	if e.local != "" {
		return words, e.local
	}
	f := strings.Fields(words)
	if len(f) == 3 && strings.EqualFold(f[1], "at") && strings.Contains(f[2], ".") {
		return "", f[0] + "@" + f[2]
	}
	if strings.Count(words, "@") == 1 {
		f = strings.Fields(strings.Join(strings.FieldsFunc(words, func(r rune) bool { return r == '@' }), " @ "))
		if i := slices.Index(f, "@"); i > 0 && i < len(f)-1 { // "Bob bob@example.com", also with blanks around the "@"
			return strings.Join(slices.Concat(f[:i-1], f[i+2:]), " "), f[i-1] + "@" + f[i+1]
		}
		return words, ""
	}
	if strings.ContainsRune(words, '@') && len(f) == 1 {
		return "", words
	}
	return words, ""
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
		case (c == ' ' || c == '\t') && !e.angled && e.isAddress() && beginsAddress(s[i:]):
			e.end = c // the comma between two was forgotten
			return e, s[i+1:]
		case c == '"':
			quoted, after := cutQuoted(s[i:])
			if strings.HasPrefix(after, "@") && !e.angled {
				n := len(s) - len(after)
				if end := strings.IndexAny(after, " \t,;(<"); end >= 0 {
					after = after[end:]
				} else {
					after = ""
				}
				e.local = s[i:n] + s[n:len(s)-len(after)]
				i = len(s) - len(after)
				continue
			}
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
			i = len(s) - len(e.takeAngle(s[i+1:]))
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

// longestAngle is how far quotes and comments between angle brackets are
// looked into; longer ones are cut at the first ">".
const longestAngle = 1000

// takeAngle reads what is in angle brackets, without its comments, and returns
// what follows them. Quotes and comments that do not close are neither.
func (e *entry) takeAngle(s string) (rest string) {
	e.angled = true
	var b strings.Builder
	for in := s[:min(len(s), longestAngle)]; in != ""; {
		switch c := in[0]; c {
		case '>':
			e.angle.WriteString(b.String())
			return s[len(s[:min(len(s), longestAngle)])-len(in)+1:]
		case '"':
			_, after := cutQuoted(in)
			b.WriteString(in[:len(in)-len(after)])
			in = after
		case '(':
			_, in = cutComment(in)
		default:
			b.WriteByte(c)
			in = in[1:]
		}
	}
	addr, rest, _ := strings.Cut(s, ">")
	e.angle.WriteString(addr)
	return rest
}

// isAddress says that what was read so far is an address and nothing else.
func (e *entry) isAddress() bool {
	if e.words.Len() > longestAngle {
		return false
	}
	words := strings.TrimSpace(e.words.String())
	at := strings.IndexByte(words, '@')
	return at > 0 && at < len(words)-1 && !strings.ContainsAny(words, " \t")
}

// beginsAddress says that s, after blanks, begins with an address.
func beginsAddress(s string) bool {
	s = strings.TrimLeft(s, " \t")
	if end := strings.IndexAny(s, " \t,;(<\""); end >= 0 {
		s = s[:end]
	}
	at := strings.IndexByte(s, '@')
	return at > 0 && at < len(s)-1
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
