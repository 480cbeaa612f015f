package ingest

import (
	"encoding/hex"
	"slices"
	"strings"

	"daybook/formats/eml"
)

// maxReferences is how many Message-IDs link a message to its conversation:
// the first, which all replies share, and the nearest.
const maxReferences = 100

// threads finds what links messages into conversations: the ids they name
// and, for replies that name none, the subject. Neither depends on the order
// in which messages come.
type threads struct {
	roots   map[string]string // subject -> Message-ID of the newest conversation's start
	orphans map[string]bool   // subjects that a reply without ids has waited for
}

func newThreads() *threads { return &threads{map[string]string{}, map[string]bool{}} }

// references are the Message-IDs that a message's conversation is known by.
func (t *threads) references(p *eml.Parsed, f Fingerprint) []string {
	refs := slices.Concat(p.References, p.InReplyTo)
	if n := len(refs); n > maxReferences {
		refs = append(refs[:1:1], refs[n-maxReferences+1:]...)
	}
	if len(refs) > 0 {
		return refs
	}
	subject, isReply := baseSubject(p.Message.Subject)
	if subject == "" {
		return nil
	}
	bySubject := "<" + subject + "@subject>"
	if isReply {
		t.orphans[subject] = true
		if root := t.roots[subject]; root != "" {
			return []string{root, bySubject}
		}
		return []string{bySubject}
	}
	id := p.Message.InternetMessageID
	if id == "" {
		id = "<" + hex.EncodeToString(f[:]) + "@import>"
	}
	t.roots[subject] = id
	if t.orphans[subject] {
		delete(t.orphans, subject) // the next message of that subject starts anew
		return []string{id, bySubject}
	}
	return []string{id}
}

// baseSubject strips the marks of a reply, in the languages mail programs
// write them in, and says whether there were any. Case and blanks go too.
func baseSubject(s string) (base string, isReply bool) {
	s = strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(s), " ")), "：", ":")
	for {
		rest := s
		for _, mark := range []string{"re", "aw", "sv", "antw", "ref", "vs", "odp", "回复", "答复"} {
			if after, ok := strings.CutPrefix(s, mark); ok {
				if i := strings.IndexByte(after, ']'); i > 1 && after[0] == '[' && strings.Trim(after[1:i], "0123456789") == "" {
					after = after[i+1:] // "Re[2]:"
				}
				if after, ok = strings.CutPrefix(after, ":"); ok {
					rest = strings.TrimSpace(after)
					break
				}
			}
		}
		if rest == s {
			return s, isReply
		}
		s, isReply = rest, true
	}
}
