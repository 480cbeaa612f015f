package store

import (
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"daybook/service/odata"
)

// FTS5 answers the beginning of a word by merging the places of all words
// that begin so before it returns the first row: a second and more for a
// common one in 100,000 messages. Words named one by one stream instead. So
// the indexer keeps the words there are, and a search for a beginning asks
// for those that match, while they are few.

// longestBeginning is the longest beginning, in characters, that is a word of
// the index itself, and so streams as words do: as those of so few letters stand
// for thousands of words. It is there once for a text, before its first word.
const longestBeginning = 2

// beginningMark is the first letter of such a word: of private use, so that the
// tokenizer takes it for a letter, and nobody's text has it.
const beginningMark = "\ue000"

// maxWidened is how many words a beginning may stand for; beyond it FTS5's
// own way is taken, which is as fast then: half a second in 100,000 messages.
const maxWidened = 2000

// maxWord is the longest word kept, in bytes. What is longer was written by
// a machine and is typed by nobody.
const maxWord = 40

// wordMemory remembers words that are kept already, so that a common word
// costs a look-up and not a statement. It is emptied when full.
type wordMemory struct {
	mu   sync.Mutex
	seen map[queuedWord]struct{}
}

type queuedWord struct {
	mailbox int64
	word    string
}

// maxRemembered bounds the memory: about 4 MB.
const maxRemembered = 40_000

// isNew notes a word.
func (m *wordMemory) isNew(mailbox int64, word string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := queuedWord{mailbox, word}
	if _, seen := m.seen[key]; seen {
		return false
	}
	if m.seen == nil || len(m.seen) >= maxRemembered {
		m.seen = make(map[queuedWord]struct{}, 1024)
	}
	key.word = strings.Clone(word) // not the whole message it was cut from
	m.seen[key] = struct{}{}
	return true
}

// forget empties the memory: after a transaction that was undone its words
// are not kept.
func (m *wordMemory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = nil
}

// keepWords keeps the words of a text, and returns the text as it is indexed:
// with the beginnings of its words.
func (tx *Tx) keepWords(mailbox int64, text string) (indexed string, err error) {
	if tx.store.server {
		return text, nil
	}
	out := strings.Builder{}
	begun := map[string]struct{}{}
	for word := range strings.FieldsFuncSeq(plainWords(text), notInWord) {
		n := 0
		for at, r := range word {
			if n++; n > longestBeginning || !cutAlike(r) {
				break
			}
			begin := word[:at+utf8.RuneLen(r)]
			if _, there := begun[begin]; !there {
				begun[begin] = struct{}{}
				out.WriteString(beginningMark + begin + " ")
			}
		}
		if len(word) > maxWord || !tx.store.words.isNew(mailbox, word) {
			continue
		}
		if _, err := tx.Exec(`INSERT INTO index_words (mailbox_id, word) VALUES (?, ?) ON CONFLICT DO NOTHING`, mailbox, word); err != nil {
			return "", fmt.Errorf("keep the word %q: %w", word, err)
		}
	}
	out.WriteString(text)
	return out.String(), nil
}

// cutAlike says whether words of such letters are surely cut and folded here as
// the tokenizer does. Those of other scripts have signs that stand alone in one
// of the two; FTS5 itself looks for their beginnings.
func cutAlike(r rune) bool {
	return r < utf8.RuneSelf || unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// notInWord says what the index's tokenizer (unicode61) cuts at.
func notInWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.Co, r)
}

// plainWords folds a text as the tokenizer does: lower case, no accents. A
// capital can be one letter that folds to another and a mark (İ), so that it is
// folded on both sides of taking the marks off.
func plainWords(s string) string {
	s = odata.Fold(s)
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return odata.Fold(strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(s)))
		}
	}
	return s
}

// widen names the words that each beginning in a MATCH text stands for:
// "revi" * becomes ("review" OR "revised"). The text is odata's, in which
// everything from the request stands inside double quotes.
func (tx *Tx) widen(mailbox int64, match string) (string, error) {
	if tx.store.server {
		return match, nil // its index finds beginnings by itself
	}
	var out strings.Builder
	for match != "" {
		open := strings.IndexByte(match, '"')
		if open < 0 {
			break
		}
		out.WriteString(match[:open])
		quoted := quotedPart(match[open:])
		match = match[open+len(quoted):]
		rest, begins := strings.CutPrefix(match, " *")
		if !begins {
			out.WriteString(quoted)
			continue
		}
		words, err := tx.wordsBeginning(mailbox, quoted)
		if err != nil {
			return "", err
		}
		if words == "" {
			out.WriteString(quoted + " *")
		} else {
			out.WriteString(words)
		}
		match = rest
	}
	return out.String() + match, nil
}

// quotedPart is the quoted string that s begins with; two quotes inside it
// are one.
func quotedPart(s string) string {
	for i := 1; i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '"' {
			i++
			continue
		}
		return s[:i+1]
	}
	return s
}

// wordsBeginning is the MATCH text of the words that begin with a quoted one,
// "" when it is to be left to FTS5: several words, none known, or too many.
func (tx *Tx) wordsBeginning(mailbox int64, quoted string) (string, error) {
	begin := plainWords(strings.Trim(quoted, `"`))
	if begin == "" || strings.ContainsFunc(begin, func(r rune) bool { return notInWord(r) || !cutAlike(r) }) {
		return "", nil
	}
	if utf8.RuneCountInString(begin) <= longestBeginning {
		return `"` + beginningMark + begin + `"`, nil
	}
	words, err := tx.Texts(`SELECT word FROM index_words WHERE mailbox_id = ? AND word >= ? AND word < ? LIMIT ?`,
		mailbox, begin, begin+"\U0010ffff", maxWidened+1)
	if err != nil {
		return "", fmt.Errorf("look up the words that begin with %s: %w", quoted, err)
	}
	if len(words) == 0 || len(words) > maxWidened {
		return "", nil
	}
	return `("` + strings.Join(words, `" OR "`) + `")`, nil
}
