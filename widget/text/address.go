package text

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Warning says what is suspicious about a name or an address. Its String is a short phrase for the reader.
type Warning uint8

// What Address warns about.
const (
	// NameHasAddress: the display name contains another address than the real one.
	NameHasAddress Warning = iota + 1
	// MixedScript: the domain mixes scripts or imitates Latin letters; it is shown as punycode.
	MixedScript
	// HiddenCharacters: characters that draw nothing or steer the terminal were taken out of name or address.
	HiddenCharacters
)

func (w Warning) String() string {
	switch w {
	case NameHasAddress:
		return "the name contains another address"
	case MixedScript:
		return "the domain imitates other letters"
	case HiddenCharacters:
		return "hidden characters were removed"
	}
	return ""
}

// Addressed is how a person is shown: never by the name alone.
type Addressed struct {
	// Name is the display name, empty when there is none or it only repeats the address.
	Name Text
	// Address is the address, its domain in punycode when it could be mistaken.
	Address Text
	// Warnings is what to mark, in the order of the constants.
	Warnings []Warning
}

// Text is "Name <address>", or the address alone.
func (a Addressed) Text() Text {
	if a.Name.Empty() {
		return a.Address
	}
	if a.Address.Empty() {
		return a.Name
	}
	return Concat(a.Name, Literal(" <"), a.Address, Literal(">"))
}

// Short is the name where a column has no room for both; the address when the name cannot be trusted.
func (a Addressed) Short() Text {
	if a.Name.Empty() || len(a.Warnings) > 0 && !a.Address.Empty() {
		return a.Address
	}
	return a.Name
}

// Address prepares a display name and an address, both decoded, for the screen.
func Address(name, addr string) Addressed {
	shown := Addressed{Name: Clean(strings.TrimSpace(name)), Address: Clean(strings.TrimSpace(addr))}
	local, domain, ok := cutLast(shown.Address.s, "@")
	if other := addressIn(shown.Name.s); other != "" && !strings.EqualFold(other, shown.Address.s) {
		shown.Warnings = append(shown.Warnings, NameHasAddress)
	}
	if ok && Imitates(domain) {
		shown.Warnings = append(shown.Warnings, MixedScript)
		shown.Address = Text{s: local + "@" + Punycode(domain)}
	}
	if hasHidden(name) || hasHidden(addr) {
		shown.Warnings = append(shown.Warnings, HiddenCharacters)
	}
	if strings.EqualFold(shown.Name.s, shown.Address.s) {
		shown.Name = Text{}
	}
	return shown
}

// Punycode is a domain in its ASCII form, as the network sees it; unchanged when it has none.
func Punycode(domain string) string {
	ascii, err := idna.Punycode.ToASCII(domain)
	if err != nil {
		return domain
	}
	return ascii
}

// Imitates says that one label of a domain could pass for another: it mixes scripts that no language mixes, or
// consists of letters of another script that look Latin.
func Imitates(domain string) bool {
	if printableASCII(domain) {
		return false
	}
	for label := range strings.SplitSeq(domain, ".") {
		if mixed(label) || lookalike(label) {
			return true
		}
	}
	return false
}

// addressIn finds something that looks like an address in a name.
func addressIn(name string) string {
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`<>()[]"',;:`, r)
	}) {
		// U+FF20 and U+FE6B are drawn like the at sign.
		word = strings.NewReplacer("\uff20", "@", "\ufe6b", "@").Replace(word)
		if at := strings.IndexByte(word, '@'); at > 0 && strings.Contains(word[at:], ".") {
			return word
		}
	}
	return ""
}

func hasHidden(s string) bool {
	for _, r := range s {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || isHidden(r) && !isJoiner(r) {
			return true
		}
	}
	return false
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
