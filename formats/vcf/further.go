package vcf

import (
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-vcard"

	"daybook/model"
)

// noYear is the year that stands for none in a birthday: a leap year, of Apple's
// address book and of Exchange.
const noYear = "1604"

// yearless reads a birthday that has a day and no year: --0312, --03-12 (RFC
// 6350, 4.3.1), or a date in 1604, or in the year that X-APPLE-OMIT-YEAR names.
// The result is in 1604.
func yearless(f *vcard.Field) (time.Time, bool) {
	value, _, _ := strings.Cut(strings.TrimSpace(f.Value), "T")
	digits := strings.ReplaceAll(value, "-", "")
	switch omitted := f.Params.Get("X-APPLE-OMIT-YEAR"); {
	case len(digits) == 4 && strings.HasPrefix(value, "--"):
	case len(digits) == 8 && (digits[:4] == noYear || digits[:4] == omitted):
		digits = digits[4:]
	default:
		return time.Time{}, false
	}
	t, err := time.Parse("20060102", noYear+digits)
	return t, err == nil
}

// birthday is a birthday without a year in the way that a version has for it.
func (w *writer) birthday(t time.Time) {
	if w.version == Version4 {
		w.line("BDAY", t.Format("--0102"))
		return
	}
	w.line("BDAY", t.Format("2006-01-02"), "X-APPLE-OMIT-YEAR", noYear)
}

// furtherNames are the properties that Further shows, and what they are called.
var furtherNames = map[string]string{
	"TEL": "Phone", "ADR": "Address", "BDAY": "Birthday", "ANNIVERSARY": "Anniversary", "EMAIL": "Mail", "URL": "Web page", "NOTE": "Note",
	"FN": "Name", "N": "Name", "NICKNAME": "Nickname", "ORG": "Company", "TITLE": "Title", "ROLE": "Role", "IMPP": "Chat", "RELATED": "Related",
	"LANG": "Language", "X-ANNIVERSARY": "Anniversary", "X-EVOLUTION-ANNIVERSARY": "Anniversary", "X-ABDATE": "Date",
	"X-ABRELATEDNAMES": "Related", "X-SOCIALPROFILE": "Profile",
}

// numberKinds are the kinds of a number that has no field.
var numberKinds = []string{"fax", "pager", "modem", "telex"}

// maxFurther bounds what is shown of a card, in properties and in bytes of each.
const (
	maxFurther      = 50
	maxFurtherBytes = 1000
)

// Further is what a contact's card says beside its fields, for a person to read:
// pairs of a label, such as "Fax" or "Address, home", and a value. What means
// something to programs alone is left out.
func Further(c *model.Contact) [][2]string {
	lines := extraLines(c)
	labels := map[string]string{} // Apple's, by group
	for _, l := range lines {
		if l.name == "X-ABLABEL" && l.field.Group != "" {
			labels[l.field.Group] = strings.Trim(text(l.field.Value), "_$!<>")
		}
	}
	var out [][2]string
	for _, l := range lines {
		label, value := furtherNames[l.name], furtherValue(l)
		if label == "" || value == "" || len(out) == maxFurther || l.name == "BDAY" && c.Birthday != nil {
			continue
		}
		for _, kind := range numberKinds {
			if l.name == "TEL" && l.field.Params.HasType(kind) {
				label = strings.ToUpper(kind[:1]) + kind[1:]
			}
		}
		if own := labels[l.field.Group]; own != "" && strings.HasPrefix(l.name, "X-AB") {
			label = own // it says what it is
		} else if own != "" {
			label += ", " + own
		} else if i := slices.IndexFunc([]string{"work", "home"}, l.field.Params.HasType); i >= 0 {
			label += ", " + []string{"work", "home"}[i]
		}
		out = append(out, [2]string{label, value})
	}
	return out
}

func furtherValue(l line) string {
	value := strings.TrimSpace(text(l.field.Value))
	switch l.name {
	case "BDAY":
		if t, ok := yearless(l.field); ok {
			value = t.Format("2 January")
		}
	case "ADR", "N", "ORG", "X-ABADR":
		value = strings.Join(nonEmpty(components(l.field.Value, ';')), ", ")
	case "TEL":
		value = strings.TrimPrefix(value, "tel:")
	}
	if len(value) > maxFurtherBytes {
		value = strings.ToValidUTF8(value[:maxFurtherBytes], "")
	}
	return value
}
