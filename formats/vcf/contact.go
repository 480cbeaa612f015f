package vcf

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-vcard"

	"daybook/model"
)

// cardFiller fills a contact from the lines of a card.
type cardFiller struct {
	card  Card
	left  []string // lines that found no field
	heads []string // lines that found one and say more than it
}

// fromLines makes a card of properties. It fails when they name nobody.
func fromLines(lines []line) (Card, error) {
	r := cardFiller{}
	lines = slices.Clone(lines)
	// What a card prefers goes first.
	slices.SortStableFunc(lines, func(a, b line) int { return preference(a.field) - preference(b.field) })
	for _, l := range lines {
		if !r.take(l) {
			r.left = append(r.left, l.String())
		} else {
			r.keepHead(l)
		}
	}
	r.card.Contact.Extensions = extras(r.left, r.keptHeads()...)
	return r.card, r.name()
}

// preference is PREF (4.0: 1 is best) or TYPE=pref, else 101.
func preference(f *vcard.Field) int {
	if p := f.Params.Get("PREF"); p != "" {
		n := 0
		for _, c := range p {
			if c < '0' || c > '9' || n > 100 {
				return 101
			}
			n = n*10 + int(c-'0')
		}
		return n
	}
	if f.Params.HasType("pref") {
		return 1
	}
	return 101
}

// name sees to it that the contact has a display name.
func (r *cardFiller) name() error {
	c := &r.card.Contact
	if c.DisplayName == "" {
		c.DisplayName = strings.Join(strings.Fields(strings.Join([]string{c.Title, c.GivenName, c.MiddleName, c.Surname, c.Generation}, " ")), " ")
	}
	for _, other := range []string{c.NickName, c.CompanyName, firstAddress(c), c.MobilePhone} {
		if c.DisplayName == "" {
			c.DisplayName = other
		}
	}
	for i := range c.EmailAddresses {
		c.EmailAddresses[i].Name = c.DisplayName
	}
	if c.DisplayName == "" {
		return errors.New("the card names nobody: no FN, N, NICKNAME, ORG, EMAIL or TEL")
	}
	return nil
}

func firstAddress(c *model.Contact) string {
	if len(c.EmailAddresses) == 0 {
		return ""
	}
	return c.EmailAddresses[0].Address
}

// set fills a field that is still empty.
func set(into *string, s string) bool {
	s = strings.TrimSpace(s)
	if *into != "" || s == "" {
		return s == "" // nothing is lost with an empty value
	}
	*into = s
	return true
}

// plain are the properties that go into one text field.
func plain(c *model.Contact, name string) *string {
	switch name {
	case "FN":
		return &c.DisplayName
	case "TITLE":
		return &c.JobTitle
	case "ROLE":
		return &c.Profession
	case "NOTE":
		return &c.PersonalNotes
	case "URL":
		return &c.BusinessHomePage
	case "X-EVOLUTION-FILE-AS":
		return &c.FileAs
	case "X-EVOLUTION-MANAGER", "X-MANAGER", "X-MS-MANAGER":
		return &c.Manager
	case "X-EVOLUTION-ASSISTANT", "X-ASSISTANT", "X-MS-ASSISTANT":
		return &c.AssistantName
	case "X-EVOLUTION-SPOUSE", "X-SPOUSE", "X-MS-SPOUSE":
		return &c.SpouseName
	case "X-EVOLUTION-OFFICE", "X-MS-OL-OFFICE":
		return &c.OfficeLocation
	case "X-INITIALS":
		return &c.Initials
	}
	return nil
}

// take puts a property into its field. It returns false when there is none,
// or it is full.
func (r *cardFiller) take(l line) bool {
	c, f := &r.card.Contact, l.field
	if into := plain(c, l.name); into != nil {
		return set(into, text(f.Value))
	}
	switch l.name {
	case "VERSION", "PRODID":
		return true // the writer's own
	case "N":
		return takeName(c, components(f.Value, ';'))
	case "NICKNAME":
		return set(&c.NickName, strings.Join(components(f.Value, ','), ", "))
	case "ORG":
		parts := components(f.Value, ';')
		return set(&c.CompanyName, parts[0]) && set(&c.Department, strings.Join(nonEmpty(parts[1:]), ", "))
	case "CATEGORIES":
		c.Categories = append(c.Categories, nonEmpty(components(f.Value, ','))...)
		return true
	case "BDAY":
		return takeBirthday(c, f)
	case "EMAIL":
		return takeEmail(c, text(f.Value))
	case "TEL":
		return takePhone(c, f, strings.TrimPrefix(text(f.Value), "tel:"))
	case "ADR":
		return takeAddress(c, f, components(f.Value, ';'))
	case "IMPP", "X-JABBER", "X-SKYPE", "X-SKYPE-USERNAME", "X-MSN", "X-ICQ", "X-AIM", "X-YAHOO":
		c.ImAddresses = append(c.ImAddresses, nonEmpty([]string{text(f.Value)})...)
		return true
	case "RELATED":
		return takeRelated(c, f, text(f.Value))
	case "PHOTO":
		return r.takePhoto(f)
	case folderProperty:
		r.card.Folder = nonEmpty(components(f.Value, ';'))
		return true
	}
	return false
}

func nonEmpty(list []string) []string {
	var out []string
	for _, s := range list {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func takeName(c *model.Contact, parts []string) bool {
	if c.Surname+c.GivenName+c.MiddleName+c.Title+c.Generation != "" {
		return false // an alternative representation
	}
	for i, into := range []*string{&c.Surname, &c.GivenName, &c.MiddleName, &c.Title, &c.Generation} {
		if i < len(parts) {
			*into = strings.TrimSpace(parts[i])
		}
	}
	return true
}

// takeBirthday reads a whole date; one without its year, or in words, has no
// field.
func takeBirthday(c *model.Contact, f *vcard.Field) bool {
	if _, ok := yearless(f); ok {
		return false
	}
	value, _, _ := strings.Cut(strings.TrimSpace(f.Value), "T")
	for _, layout := range []string{"20060102", "2006-01-02", "2006/01/02"} {
		if t, err := time.Parse(layout, value); err == nil && c.Birthday == nil {
			c.Birthday = &t
			return true
		}
	}
	return false
}

// maxAddresses is how many addresses a contact gets of a card; the others stay
// lines.
const maxAddresses = 500

func takeEmail(c *model.Contact, address string) bool {
	address = strings.TrimSpace(strings.TrimPrefix(address, "mailto:"))
	if len(c.EmailAddresses) >= maxAddresses {
		return false
	}
	known := slices.ContainsFunc(c.EmailAddresses, func(e model.EmailAddress) bool { return strings.EqualFold(e.Address, address) })
	if address != "" && !known {
		c.EmailAddresses = append(c.EmailAddresses, model.EmailAddress{Address: address})
	}
	return true
}

// takePhone sorts a number by its types. A fax or a pager has no field.
func takePhone(c *model.Contact, f *vcard.Field, number string) bool {
	number = strings.TrimSpace(number)
	has := f.Params.HasType
	switch {
	case number == "":
		return true
	case has("fax") || has("pager") || has("modem") || has("telex"):
		return false
	case has("cell"):
		return set(&c.MobilePhone, number)
	case has("work"):
		c.BusinessPhones = append(c.BusinessPhones, number)
		return true
	case has("home"):
		c.HomePhones = append(c.HomePhones, number)
		return true
	}
	if set(&c.MobilePhone, number) { // of no kind: the number to call
		return true
	}
	c.HomePhones = append(c.HomePhones, number)
	return true
}

// takeAddress reads post office box, extended, street, city, region, code and
// country; the first three are one street for the model.
func takeAddress(c *model.Contact, f *vcard.Field, parts []string) bool {
	parts = append(parts, make([]string, max(0, 7-len(parts)))...)
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	a := model.PhysicalAddress{Street: strings.Join(nonEmpty(parts[:3]), "\n"), City: parts[3], State: parts[4],
		PostalCode: parts[5], CountryOrRegion: parts[6]}
	if a == (model.PhysicalAddress{}) {
		return true
	}
	into := &c.OtherAddress
	switch {
	case f.Params.HasType("work"):
		into = &c.BusinessAddress
	case f.Params.HasType("home"):
		into = &c.HomeAddress
	}
	if *into != nil {
		return false
	}
	*into = &a
	return true
}

func takeRelated(c *model.Contact, f *vcard.Field, value string) bool {
	switch {
	case strings.HasPrefix(value, "urn:") || strings.Contains(value, "://"):
		return false
	case f.Params.HasType("spouse"):
		return set(&c.SpouseName, value)
	case f.Params.HasType("child"):
		c.Children = append(c.Children, nonEmpty([]string{value})...)
		return true
	}
	return false
}
