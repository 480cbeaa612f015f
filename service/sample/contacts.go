package sample

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// contacts fills the owner's address book from content/contacts.txt.
func (b *builder) contacts() error {
	table, err := rows("contacts.txt", 8)
	if err != nil {
		return err
	}
	box := b.boxes[ownerKey]
	pictured := map[string]string{"bea@avery.example": "bea", "margaret@avery.example": "mum"}
	for _, key := range []string{"fay", "torstein", "salma", "sol"} {
		pictured[b.who.outside[key].address] = key
	}
	for i, cells := range table {
		for j, c := range cells {
			if c == "-" {
				cells[j] = ""
			}
		}
		c := Contact{Folder: cells[0], Contact: card(cells)}
		c.Contact.ID = stableID("contact", c.Contact.EmailAddresses[0].Address)
		made := b.at(b.today.AddDate(0, 0, -250+i*4), 10, i%60, b.home)
		c.Contact.CreatedDateTime, c.Contact.LastModifiedDateTime = &made, &made
		b.birthday(&c.Contact)
		if key, ok := pictured[c.Contact.EmailAddresses[0].Address]; ok {
			if c.Photo, err = picture(key); err != nil {
				return err
			}
		}
		for path := range parents(c.Folder) {
			if !slices.Contains(box.ContactFolders, ContactFolder{Path: path}) {
				box.ContactFolders = append(box.ContactFolders, ContactFolder{Path: path})
			}
		}
		box.Contacts = append(box.Contacts, c)
	}
	return b.customData(box)
}

// parents yields a path's own parents from the top, and the path.
func parents(path string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for i, r := range path {
			if r == '/' && !yield(path[:i]) {
				return
			}
		}
		if path != "" {
			yield(path)
		}
	}
}

// card makes a contact of a row: folder, name, company, title, address,
// telephone, town and country, remark.
func card(cells []string) model.Contact {
	name := cells[1]
	c := model.Contact{
		DisplayName: name, FileAs: name, CompanyName: cells[2], JobTitle: cells[3],
		EmailAddresses: []model.EmailAddress{{Name: name, Address: cells[4]}}, PersonalNotes: cells[7],
	}
	// Names in two words are given name and surname; the rest stay whole.
	if given, surname, ok := strings.Cut(name, " "); ok && !strings.Contains(surname, " ") && cells[3] != "Accounts" {
		c.GivenName, c.Surname, c.FileAs = given, surname, surname+", "+given
	}
	switch phone := cells[5]; {
	case strings.HasPrefix(phone, "+44 7700"):
		c.MobilePhone = phone
	case phone != "":
		c.BusinessPhones = []string{phone}
	}
	if town, country, _ := strings.Cut(cells[6], ", "); town != "" {
		where := &model.PhysicalAddress{City: town, CountryOrRegion: country}
		if c.CompanyName == "" {
			c.HomeAddress = where
		} else {
			c.BusinessAddress = where
		}
	}
	return c
}

// birthday sets those that the owner knows.
func (b *builder) birthday(c *model.Contact) {
	inDays := map[string]struct{ days, years int }{
		"margaret@avery.example": {17, 68}, "bea@avery.example": {5, 34}, "sol@tuesdaywall.example": {-40, 36}, "fay@fabrikam.example": {90, 51},
	}
	known, ok := inDays[c.EmailAddresses[0].Address]
	if !ok {
		return
	}
	d := b.today.AddDate(0, 0, known.days)
	if c.EmailAddresses[0].Address == "bea@avery.example" {
		d = b.anchors["monday"].AddDate(0, 0, known.days)
	}
	born := time.Date(d.Year()-known.years, d.Month(), d.Day(), 0, 0, 0, 0, time.UTC)
	c.Birthday = &born
}

// customData puts open type extensions on one item of each kind: what another
// program would have noted there.
func (b *builder) customData(box *Mailbox) error {
	for i := range box.Contacts {
		if c := &box.Contacts[i].Contact; c.EmailAddresses[0].Address == "fay@fabrikam.example" {
			c.Extensions = append(c.Extensions, extension("example.contoso.customer", map[string]any{
				"account": "FF-0017", "since": 2019, "lines": []int{2, 4, 7}, "pilot": true}))
		}
	}
	for i := range box.Mail {
		if m := &box.Mail[i].Message; m.Subject == "Release plan" {
			m.Extensions = append(m.Extensions, extension("example.contoso.release", map[string]any{
				"version": "4.0.0", "greenNights": 9, "approvers": []string{"ann", "gus"}}))
		}
	}
	events := box.Calendars[0].Events
	for i := range events {
		if events[i].Subject == "Ship Atlas 4" {
			events[i].Extensions = append(events[i].Extensions, extension("example.contoso.checklist", map[string]any{
				"done": []string{"long run", "migration note"}, "open": []string{"drill", "notes"}, "rollbackMinutes": 12.5}))
		}
	}
	return nil
}

// extension makes custom data of plain values.
func extension(name string, values map[string]any) model.OpenTypeExtension {
	e := model.OpenTypeExtension{Type: model.ExtensionType, ExtensionName: name, Data: map[string]json.RawMessage{}}
	for k, v := range values {
		if raw, err := json.Marshal(v); err == nil { // numbers, strings, booleans and lists of them always do
			e.Data[k] = raw
		}
	}
	return e
}
