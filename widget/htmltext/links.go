package htmltext

import (
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"daybook/widget/text"
)

// links numbers the targets of a document.
type links struct {
	all    []Link
	number map[string]int
}

// add is the number of a target, 0 when it is not one that may be opened. A target that occurs again keeps its number.
func (l *links) add(target string) int {
	target = strings.TrimSpace(target)
	u, err := url.Parse(target)
	if err != nil || !opens(u) {
		return 0
	}
	if n := l.number[target]; n > 0 {
		return n
	}
	if len(l.all) >= MaxLinks {
		return 0
	}
	if l.number == nil {
		l.number = map[string]int{}
	}
	link := Link{Number: len(l.all) + 1, URL: target, Target: text.Clean(target)}
	if host := u.Hostname(); text.Imitates(host) {
		link.Target = text.Clean(strings.Replace(target, host, text.Punycode(host), 1))
		link.Warning = text.Literal("the address imitates other letters")
	}
	if u.User != nil {
		link.Warning = text.Concat(text.Literal("the address hides its host, "), text.Clean(text.Punycode(u.Hostname())))
	}
	l.all = append(l.all, link)
	l.number[target] = link.Number
	return link.Number
}

func opens(u *url.URL) bool {
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// label takes note of the words a link is shown with and says whether they are to be distrusted.
func (l *links) label(number int, words text.Text) (suspicious bool) {
	link := &l.all[number-1]
	if link.Label.Empty() {
		link.Label = words
	}
	if named, real := namedHost(words.String()), hostOf(link.URL); named != "" && real != "" && !sameSite(named, real) && link.Warning.Empty() {
		link.Warning = text.Concat(text.Literal("the text says "), text.Clean(named), text.Literal(", the link goes to "), text.Clean(text.Punycode(real)))
	}
	return !link.Warning.Empty()
}

func hostOf(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// files are endings of file names that are also top-level domains.
var files = map[string]bool{"md": true, "py": true, "sh": true, "rs": true, "pl": true, "cc": true, "so": true, "zip": true, "mov": true, "ps": true}

// namedHost is the host that a link's text names, empty when it names none: one word that is an address or looks
// like a domain that exists.
func namedHost(label string) string {
	word := strings.ToLower(strings.Trim(strings.TrimSpace(label), "<>()[]\"'.,"))
	if word == "" || strings.ContainsAny(word, " \n@") {
		return ""
	}
	explicit := strings.Contains(word, "://") || strings.HasPrefix(word, "www.")
	if i := strings.Index(word, "://"); i >= 0 {
		word = word[i+3:]
	}
	if i := strings.IndexAny(word, "/?#:"); i >= 0 {
		word, explicit = word[:i], true
	}
	last := word[strings.LastIndexByte(word, '.')+1:]
	suffix, official := publicsuffix.PublicSuffix(word)
	exists := official || strings.Contains(suffix, ".") // else the list's rule for what it does not know
	if !strings.Contains(word, ".") || !explicit && (files[last] || !exists) {
		return ""
	}
	return word
}

// sameSite says that two hosts belong to the same registrable domain.
func sameSite(a, b string) bool {
	if a == b {
		return true
	}
	a, b = text.Punycode(a), text.Punycode(b)
	siteA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	siteB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	if errA != nil || errB != nil {
		return a == b
	}
	return siteA == siteB
}
