package vcf

import (
	"strings"

	"daybook/model"
)

// UID is the card's own identifier, "" when it has none.
func UID(c *model.Contact) string {
	for _, l := range extraLines(c) {
		if l.name == "UID" {
			return strings.TrimSpace(text(l.field.Value))
		}
	}
	return ""
}

// Group reports whether a card stands for a group of others (RFC 6350, 6.1.4,
// or its forerunner in 3.0), and the UIDs of its members.
func Group(c *model.Contact) (members []string, is bool) {
	for _, l := range extraLines(c) {
		switch l.name {
		case "KIND", "X-ADDRESSBOOKSERVER-KIND":
			is = is || strings.EqualFold(strings.TrimSpace(l.field.Value), "group")
		case "MEMBER", "X-ADDRESSBOOKSERVER-MEMBER":
			members = append(members, strings.TrimSpace(text(l.field.Value)))
		}
	}
	return members, is
}

// PlainUID is a UID in the form in which it is compared: cards write it with
// and without urn:uuid:.
func PlainUID(s string) string {
	return strings.TrimPrefix(strings.ToLower(s), "urn:uuid:")
}
