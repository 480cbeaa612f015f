package contacts

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/portrait"
	"daybook/widget/text"
)

// Lines implements browser.Detail.
func (c *card) Lines(width int) []string {
	p, a := c.tree.current(), c.about()
	if !p.some() {
		return c.folder(width)
	}
	s := sheet{Page: browser.NewPage(c.env.Theme, width, labelWidth), card: c, now: c.now()}
	s.head(p, a)
	s.notes(p)
	s.further(a)
	s.custom(a)
	if a != nil {
		s.standing(p, a)
		s.together(a)
		s.mails(a)
	}
	return s.Lines
}

// folder says what the folder of the cursor holds.
func (c *card) folder(width int) []string {
	th, p, n := c.env.Theme, c.people, c.tree.here()
	if n == directoryNode {
		return browser.Words(text.Literal("Everybody of the organization, its rooms among them. enter folds and unfolds; n makes a contact of somebody."), th.Muted, width)
	}
	id, ok := n.folder()
	if _, known := p.folders[id]; !ok || !known {
		return nil
	}
	page := browser.NewPage(th, width, 0)
	page.Blank()
	page.Line(th.Heading, text.Clean(p.pathName(id)))
	var holds []string
	contacts, read := p.contacts[id]
	if read {
		holds = append(holds, views.Count(len(contacts), "contact", "contacts"))
	}
	if n := len(p.below[id]); n > 0 {
		holds = append(holds, views.Count(n, "folder", "folders"))
	}
	if len(holds) == 0 {
		holds = append(holds, "enter reads its contacts")
	}
	page.Line(th.Muted, text.Clean(strings.Join(holds, ", ")))
	return append(page.Lines, browser.Words(text.Literal("n new contact here, N new folder, r rename, m move, d delete"), th.Faint, width)...)
}

// labelWidth is the cells of a field's name.
const labelWidth = 14

// sheet is a card being written.
type sheet struct {
	browser.Page
	card *card
	now  time.Time
}

// head is the photo with the name and what is most wanted beside it.
func (s *sheet) head(p person, a *about) {
	pane := s.Width + 2*browser.PageMargin
	w, h := portrait.Size(pane)
	right := sheet{Page: browser.Page{Theme: s.Theme, Width: max(s.Width-w-3, 1), Label: labelWidth}, card: s.card, now: s.now}
	right.beside(p)
	roomy := portrait.Roomy(pane)
	if roomy { // there is room beside the photo for all of it
		right.Blank()
		right.fields(p)
	}
	var photo []string
	if w > 0 {
		photo = s.card.portrait(p, w, h)
	}
	s.Blank()
	s.Lines = append(s.Lines, portrait.Beside(photo, w, h, right.Lines)...)
	if why := a.absence(); why != "" {
		s.Line(s.Theme.Muted, text.Clean(why))
	}
	if !roomy {
		s.Blank()
		s.fields(p)
	}
}

// beside is the name, the work, and the first of each way to reach somebody.
func (s *sheet) beside(p person) {
	th := s.Theme
	put := func(style theme.Style, words ...string) {
		if t := views.Joined(words...); !t.Empty() {
			s.Words(style, t)
		}
	}
	put(th.Heading, p.name())
	if c := p.contact; c != nil {
		put(th.Text, c.JobTitle)
		put(th.Muted, c.CompanyName, c.Department)
		put(th.Accent, p.address())
		put(th.Text, first(c.MobilePhone, first(c.BusinessPhones...), first(c.HomePhones...)))
		return
	}
	u := p.user
	put(th.Text, u.JobTitle)
	put(th.Muted, u.Department, u.OfficeLocation)
	put(th.Accent, u.Mail)
	put(th.Text, first(u.MobilePhone, first(u.BusinessPhones...)))
}

func first(list ...string) string {
	for _, v := range list {
		if v != "" {
			return v
		}
	}
	return ""
}

// fields are what the head does not say.
func (s *sheet) fields(p person) {
	put := func(label string, words ...string) { s.Fact(label, views.Joined(words...)) }
	if u := p.user; u != nil {
		if u.MobilePhone != "" { // else the first is beside the name
			put("Work phones", u.BusinessPhones...)
		}
		put("Address", u.StreetAddress, strings.TrimSpace(u.PostalCode+" "+u.City), u.State, u.Country)
		put("Speaks", u.PreferredLanguage)
		return
	}
	c := p.contact
	if len(c.EmailAddresses) > 1 {
		var also []string
		for _, a := range c.EmailAddresses[1:] {
			also = append(also, a.Address)
		}
		put("Also", also...)
	}
	shown := map[string]bool{"given": true, "surname": true, "name": true, "emails": true, "company": true, "job": true, "department": true, "notes": true, "mobile": true}
	if c.MobilePhone == "" { // else the first of these is beside the name
		shown["business"] = len(c.BusinessPhones) == 1
		shown["home"] = len(c.BusinessPhones) == 0 && len(c.HomePhones) == 1
	}
	for _, f := range cardFields() {
		if shown[f.key] || strings.HasPrefix(f.key, "work") || strings.HasPrefix(f.key, "homeAddress") || strings.HasPrefix(f.key, "other") {
			continue
		}
		put(f.label, f.get(c))
	}
	put("Work", postalWords(c.BusinessAddress)...)
	put("Home", postalWords(c.HomeAddress)...)
	put("Other", postalWords(c.OtherAddress)...)
	put("Folder", s.card.people.pathName(c.ParentFolderID))
}

// notes are a contact's, as they were written.
func (s *sheet) notes(p person) {
	if p.contact == nil {
		return
	}
	if notes := strings.TrimSpace(p.contact.PersonalNotes); notes != "" {
		s.Section("Notes")
		for _, l := range text.CleanBlock(notes).Lines() {
			s.Words(s.Theme.Text, l)
		}
	}
}

// further is what the card that a contact came with says beside its fields.
func (s *sheet) further(a *about) {
	if a == nil || len(a.further) == 0 {
		return
	}
	s.Section("Also on the card")
	for _, pair := range a.further {
		s.Fact(pair[0], text.Clean(pair[1]))
	}
}

func postalWords(a *model.PhysicalAddress) []string {
	if a == nil {
		return nil
	}
	return []string{a.Street, strings.TrimSpace(a.PostalCode + " " + a.City), a.State, a.CountryOrRegion}
}

// trouble says why a part could not be read.
func (s *sheet) trouble(a *about, p part) bool {
	if a.errs[p] == nil {
		return false
	}
	if says, missing := views.Missing(*s.card.env, a.errs[p]); missing {
		s.Words(s.Theme.Muted, says)
	} else {
		s.Line(s.Theme.Error, text.Clean("could not be read: "+a.errs[p].Error()))
	}
	return true
}

// standing is the chain of managers from the head down, and the reports.
func (s *sheet) standing(p person, a *about) {
	if p.listed == nil || !a.read[standingPart] {
		return
	}
	th := s.Theme
	if a.errs[standingPart] != nil {
		s.Section("Organization")
		s.trouble(a, standingPart)
		return
	}
	if len(a.standing.Above) == 0 && len(a.standing.Reports) == 0 {
		return
	}
	s.Section("Organization")
	depth := 0
	for i := len(a.standing.Above) - 1; i >= 0; i-- {
		s.rung(depth, a.standing.Above[i], th.Text)
		depth++
	}
	s.rung(depth, *p.listed, th.Strong)
	for _, u := range a.standing.Reports {
		s.rung(depth+1, u, th.Text)
	}
}

// rung is one person of the organization.
func (s *sheet) rung(depth int, u model.User, style theme.Style) {
	th, hook := s.Theme, ""
	if depth > 0 {
		hook = string(th.Glyphs.Thread) + " "
	}
	indent := 2 * min(depth, 8)
	room := max(s.Width-indent-text.Width(hook), 1)
	name := s.Cut(text.Clean(u.DisplayName), room)
	line := text.Blanks(indent) + th.Faint.Render(hook) + style.Render(name)
	if left := room - text.Width(name) - 2; left > 5 {
		line += "  " + th.Muted.Render(s.Cut(text.Clean(u.JobTitle), left))
	}
	s.Add(line)
}

// together are the next events that both take part in.
func (s *sheet) together(a *about) {
	if !a.read[togetherPart] {
		return
	}
	s.Section("Next together")
	if s.trouble(a, togetherPart) {
		return
	}
	th := s.Theme
	if len(a.together) == 0 {
		s.Line(th.Muted, text.Literal("nothing in the next two months"))
	}
	for _, e := range a.together {
		s.dated(views.EventTime(e.Start, nil, e.IsAllDay, s.now), text.Clean(e.Subject), th.Text)
	}
}

// mails are the newest from the person.
func (s *sheet) mails(a *about) {
	if !a.read[mailsPart] {
		return
	}
	s.Section("Last mails")
	if s.trouble(a, mailsPart) {
		return
	}
	th := s.Theme
	if len(a.mails) == 0 {
		s.Line(th.Muted, text.Literal("none"))
	}
	for _, mail := range a.mails {
		when, style := "", th.Text
		if mail.ReceivedDateTime != nil {
			when = views.NearDateTime(*mail.ReceivedDateTime, s.now)
		}
		if !mail.IsRead {
			style = th.Unread
		}
		s.dated(when, text.Clean(mail.Subject), style)
	}
}

// whenWidth is the cells of a date.
const whenWidth = 18

func (s *sheet) dated(when string, what text.Text, style theme.Style) {
	s.Add(s.Theme.Muted.Render(text.Clean(when).Fit(whenWidth, text.Text{}).String()) + style.Render(s.Cut(what, s.Width-whenWidth)))
}

// custom names what other programs have put on a contact.
func (s *sheet) custom(a *about) {
	if a == nil || len(a.custom) == 0 {
		return
	}
	th := s.Theme
	s.Section("Custom data")
	for _, name := range a.custom {
		s.Add(th.Muted.Render("{} ") + th.Text.Render(s.Cut(text.Clean(name), s.Width-3)))
	}
}
