package contacts

import (
	"fmt"
	"net/mail"
	"strings"
	"time"

	"daybook/model"
	"daybook/widget/text"
)

// cardField is one line of a contact: how it is called, shown, and filled in.
type cardField struct {
	key, label, hint string
	rows             int // more than one line to type into
	people           offer
	get              func(*model.Contact) string
	set              func(*model.Contact, string)
	check            func(string) error
}

func plain(key, label string, at func(*model.Contact) *string) cardField {
	return cardField{key: key, label: label,
		get: func(c *model.Contact) string { return *at(c) },
		set: func(c *model.Contact, v string) { *at(c) = v }}
}

// named is a field for somebody's name.
func named(key, label string, at func(*model.Contact) *string) cardField {
	f := plain(key, label, at)
	f.hint, f.people = "a name", offerNames
	return f
}

func several(key, label, hint string, at func(*model.Contact) *[]string) cardField {
	return cardField{key: key, label: label, hint: hint,
		get: func(c *model.Contact) string { return strings.Join(*at(c), ", ") },
		set: func(c *model.Contact, v string) { *at(c) = split(v) }}
}

func split(v string) []string {
	var out []string
	for one := range strings.SplitSeq(v, ",") {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// address is one part of a postal address; an address with no part is none.
func address(key, label string, of func(*model.Contact) **model.PhysicalAddress, part func(*model.PhysicalAddress) *string) cardField {
	return cardField{key: key, label: label,
		get: func(c *model.Contact) string {
			if *of(c) == nil {
				return ""
			}
			return *part(*of(c))
		},
		set: func(c *model.Contact, v string) {
			at := of(c)
			now := model.PhysicalAddress{}
			if *at != nil {
				now = **at
			}
			*part(&now) = v
			*at = &now
			if now == (model.PhysicalAddress{}) {
				*at = nil
			}
		}}
}

// postal are the fields of one postal address.
func postal(key, label string, of func(*model.Contact) **model.PhysicalAddress) []cardField {
	return []cardField{
		address(key+"Street", label+" street", of, func(a *model.PhysicalAddress) *string { return &a.Street }),
		address(key+"City", label+" city", of, func(a *model.PhysicalAddress) *string { return &a.City }),
		address(key+"Code", label+" postcode", of, func(a *model.PhysicalAddress) *string { return &a.PostalCode }),
		address(key+"State", label+" state", of, func(a *model.PhysicalAddress) *string { return &a.State }),
		address(key+"Country", label+" country", of, func(a *model.PhysicalAddress) *string { return &a.CountryOrRegion }),
	}
}

// cardFields are the fields of a contact in the order of the form.
func cardFields() []cardField {
	fields := []cardField{
		plain("given", "First name", func(c *model.Contact) *string { return &c.GivenName }),
		plain("surname", "Last name", func(c *model.Contact) *string { return &c.Surname }),
		shownAs(),
		emails(),
		plain("mobile", "Mobile", func(c *model.Contact) *string { return &c.MobilePhone }),
		several("business", "Work phones", "several with commas", func(c *model.Contact) *[]string { return &c.BusinessPhones }),
		several("home", "Home phones", "several with commas", func(c *model.Contact) *[]string { return &c.HomePhones }),
		plain("company", "Company", func(c *model.Contact) *string { return &c.CompanyName }),
		plain("job", "Job title", func(c *model.Contact) *string { return &c.JobTitle }),
		plain("department", "Department", func(c *model.Contact) *string { return &c.Department }),
		plain("office", "Office", func(c *model.Contact) *string { return &c.OfficeLocation }),
		named("manager", "Manager", func(c *model.Contact) *string { return &c.Manager }),
		named("assistant", "Assistant", func(c *model.Contact) *string { return &c.AssistantName }),
		birthday(),
		plain("middle", "Middle name", func(c *model.Contact) *string { return &c.MiddleName }),
		plain("title", "Title", func(c *model.Contact) *string { return &c.Title }),
		plain("suffix", "Suffix", func(c *model.Contact) *string { return &c.Generation }),
		plain("profession", "Profession", func(c *model.Contact) *string { return &c.Profession }),
		plain("nick", "Nickname", func(c *model.Contact) *string { return &c.NickName }),
		plain("page", "Web page", func(c *model.Contact) *string { return &c.BusinessHomePage }),
		several("im", "Chat", "several with commas", func(c *model.Contact) *[]string { return &c.ImAddresses }),
		plain("spouse", "Partner", func(c *model.Contact) *string { return &c.SpouseName }),
		several("children", "Children", "several with commas", func(c *model.Contact) *[]string { return &c.Children }),
		several("categories", "Categories", "several with commas", func(c *model.Contact) *[]string { return &c.Categories }),
	}
	fields = append(fields, postal("work", "Work", func(c *model.Contact) **model.PhysicalAddress { return &c.BusinessAddress })...)
	fields = append(fields, postal("homeAddress", "Home", func(c *model.Contact) **model.PhysicalAddress { return &c.HomeAddress })...)
	fields = append(fields, postal("other", "Other", func(c *model.Contact) **model.PhysicalAddress { return &c.OtherAddress })...)
	notes := plain("notes", "Notes", func(c *model.Contact) *string { return &c.PersonalNotes })
	notes.rows = 4
	return append(fields, notes)
}

// shownAs is the display name; left empty it follows the names.
func shownAs() cardField {
	return cardField{key: "name", label: "Shown as", hint: "first and last name",
		get: func(c *model.Contact) string {
			if c.DisplayName == fullName(c) {
				return ""
			}
			return c.DisplayName
		},
		set: func(c *model.Contact, v string) {
			if c.DisplayName = v; v == "" {
				c.DisplayName = fullName(c)
			}
		}}
}

func fullName(c *model.Contact) string {
	return strings.Join(strings.Fields(c.GivenName+" "+c.MiddleName+" "+c.Surname), " ")
}

// emailsKey names the field of addresses.
const emailsKey = "emails"

func emails() cardField {
	return cardField{key: emailsKey, label: "Addresses", hint: "a name, or ann@contoso.example", people: offerAddresses,
		get: func(c *model.Contact) string {
			var out []string
			for _, a := range c.EmailAddresses {
				out = append(out, spelled(a))
			}
			return strings.Join(out, ", ")
		},
		set: func(c *model.Contact, v string) {
			c.EmailAddresses = nil
			list, _ := addressesIn(v) // judged before
			for _, a := range list {
				c.EmailAddresses = append(c.EmailAddresses, model.EmailAddress{Name: a.Name, Address: a.Address})
			}
		},
		check: func(v string) error {
			_, err := addressesIn(v)
			return err
		}}
}

// spelled is an address as it is typed, with its name.
func spelled(a model.EmailAddress) string {
	if a.Name == "" {
		return a.Address
	}
	return (&mail.Address{Name: a.Name, Address: a.Address}).String()
}

// addressesIn reads addresses with commas between; the error names the one
// that is none.
func addressesIn(v string) ([]*mail.Address, error) {
	if strings.TrimSpace(v) == "" {
		return nil, nil
	}
	list, err := mail.ParseAddressList(v)
	if err == nil {
		return list, nil
	}
	for _, one := range split(v) {
		if _, err := mail.ParseAddress(one); err != nil {
			return nil, fmt.Errorf("%s is no address: write it as ann@contoso.example", one)
		}
	}
	return nil, fmt.Errorf("write addresses as ann@contoso.example, with commas between")
}

func birthday() cardField {
	return cardField{key: "birthday", label: "Birthday", hint: "1984-05-21",
		get: func(c *model.Contact) string {
			if c.Birthday == nil {
				return ""
			}
			return c.Birthday.UTC().Format(time.DateOnly)
		},
		set: func(c *model.Contact, v string) {
			c.Birthday = nil
			if day, err := time.Parse(time.DateOnly, v); err == nil {
				c.Birthday = &day
			}
		},
		check: func(v string) error {
			if v == "" {
				return nil
			}
			if _, err := time.Parse(time.DateOnly, v); err != nil {
				return fmt.Errorf("write the day as 1984-05-21")
			}
			return nil
		}}
}

// judge is the check as the form wants it.
func (f cardField) judge(v string) (text.Text, error) {
	if f.check == nil {
		return text.Text{}, nil
	}
	return text.Text{}, f.check(strings.TrimSpace(v))
}
