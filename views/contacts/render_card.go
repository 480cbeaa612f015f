package contacts

import (
	"fmt"
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
	s := sheet{card: c, width: width, now: c.now()}
	s.head(p, a)
	s.notes(p)
	s.further(a)
	s.custom(a)
	if a != nil {
		s.standing(p, a)
		s.together(a)
		s.mails(a)
	}
	return s.lines
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
	out := []string{"", "  " + th.Heading.Render(text.Clean(p.pathName(id)).Truncate(max(width-4, 1), text.Glyph(th.Glyphs.Ellipsis)).String())}
	holds := views.Count(len(p.below[id]), "folder", "folders")
	if contacts, read := p.contacts[id]; read {
		holds = views.Count(len(contacts), "contact", "contacts") + ", " + holds
	}
	out = append(out, "  "+th.Muted.Render(holds))
	return append(out, browser.Words(text.Literal("n new contact here, N new folder, r rename, m move, d delete"), th.Faint, width)...)
}

// sheet is a card being written.
type sheet struct {
	card  *card
	width int
	now   time.Time
	lines []string
}

func (s *sheet) theme() *theme.Theme { return s.card.env.Theme }

func (s *sheet) add(line string) { s.lines = append(s.lines, line) }

// head is the photo with the name and what is most wanted beside it.
func (s *sheet) head(p person, a *about) {
	w, h := portrait.Size(s.width)
	right := sheet{card: s.card, width: s.width - w - 5, now: s.now}
	right.lines = s.beside(p, max(right.width-2, 1))
	roomy := portrait.Roomy(s.width)
	if roomy { // there is room beside the photo for all of it
		right.add("")
		right.fields(p)
	}
	var photo []string
	if w > 0 {
		photo = s.card.portrait(p, w, h)
	}
	s.add("")
	s.lines = append(s.lines, portrait.Beside(photo, w, h, right.lines)...)
	if why := a.absence(); why != "" {
		s.add("  " + s.theme().Muted.Render(text.Clean(why).Truncate(max(s.width-4, 1), text.Glyph(s.theme().Glyphs.Ellipsis)).String()))
	}
	if !roomy {
		s.add("")
		s.indented(p)
	}
}

// beside is the name, the work, and the first of each way to reach somebody.
func (s *sheet) beside(p person, width int) []string {
	th := s.theme()
	tail := text.Glyph(th.Glyphs.Ellipsis)
	var out []string
	put := func(style theme.Style, words ...string) {
		t := joined(words...)
		if t.Empty() {
			return
		}
		for _, l := range t.Wrap(width) {
			out = append(out, style.Render(l.Truncate(width, tail).String()))
		}
	}
	put(th.Heading, p.name())
	if c := p.contact; c != nil {
		put(th.Text, c.JobTitle)
		put(th.Muted, c.CompanyName, c.Department)
		put(th.Accent, p.address())
		put(th.Text, first(c.MobilePhone, first(c.BusinessPhones...), first(c.HomePhones...)))
		return out
	}
	u := p.user
	put(th.Text, u.JobTitle)
	put(th.Muted, u.Department, u.OfficeLocation)
	put(th.Accent, u.Mail)
	put(th.Text, first(u.MobilePhone, first(u.BusinessPhones...)))
	return out
}

func first(list ...string) string {
	for _, v := range list {
		if v != "" {
			return v
		}
	}
	return ""
}

// indented are the fields under the photo.
func (s *sheet) indented(p person) {
	below := sheet{card: s.card, width: s.width - 2, now: s.now}
	below.fields(p)
	for _, l := range below.lines {
		s.add("  " + l)
	}
}

// joined puts what there is one behind the other.
func joined(words ...string) text.Text {
	var parts []text.Text
	for _, w := range words {
		if t := text.Clean(w); !t.Empty() {
			parts = append(parts, t)
		}
	}
	return text.Join(text.Literal(", "), parts...)
}

// labelWidth is the cells of a field's name.
const labelWidth = 14

func (s *sheet) field(label string, value text.Text, style theme.Style) {
	if value.Empty() {
		return
	}
	th := s.theme()
	for i, l := range value.Wrap(max(s.width-labelWidth-2, 8)) {
		if i > 0 {
			label = ""
		}
		s.add(th.Muted.Render(text.Clean(label).Fit(labelWidth, text.Text{}).String()) + style.Render(l.String()))
	}
}

// fields are what the head does not say.
func (s *sheet) fields(p person) {
	th := s.theme()
	put := func(label string, words ...string) { s.field(label, joined(words...), th.Text) }
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
	th := s.theme()
	if notes := strings.TrimSpace(p.contact.PersonalNotes); notes != "" {
		s.section("Notes")
		for _, l := range text.CleanBlock(notes).Lines() {
			for _, part := range l.Wrap(max(s.width-4, 8)) {
				s.add("  " + th.Text.Render(part.String()))
			}
		}
	}
}

// further is what the card that a contact came with says beside its fields.
func (s *sheet) further(a *about) {
	if a == nil || len(a.further) == 0 {
		return
	}
	s.section("Also on the card")
	below := sheet{card: s.card, width: s.width - 2, now: s.now}
	for _, pair := range a.further {
		below.field(pair[0], text.Clean(pair[1]), s.theme().Text)
	}
	for _, l := range below.lines {
		s.add("  " + l)
	}
}

func postalWords(a *model.PhysicalAddress) []string {
	if a == nil {
		return nil
	}
	return []string{a.Street, strings.TrimSpace(a.PostalCode + " " + a.City), a.State, a.CountryOrRegion}
}

// section begins a part of the card.
func (s *sheet) section(name string) {
	th := s.theme()
	rule := strings.Repeat(string(th.Glyphs.Border.Horizontal), max(0, s.width-len(name)-5))
	s.add("")
	s.add("  " + th.Strong.Render(text.Clean(name).String()) + " " + th.Border.Render(rule))
}

// trouble says why a part could not be read.
func (s *sheet) trouble(a *about, p part) bool {
	if a.errs[p] == nil {
		return false
	}
	th := s.theme()
	if says, missing := views.Missing(*s.card.env, a.errs[p]); missing {
		for _, l := range says.Wrap(max(s.width-4, 8)) {
			s.add("  " + th.Muted.Render(l.String()))
		}
		return true
	}
	t := text.Clean("could not be read: " + a.errs[p].Error())
	s.add("  " + th.Error.Render(t.Truncate(max(s.width-4, 1), text.Glyph(th.Glyphs.Ellipsis)).String()))
	return true
}

// standing is the chain of managers from the head down, and the reports.
func (s *sheet) standing(p person, a *about) {
	if p.listed == nil || !a.read[standingPart] {
		return
	}
	th := s.theme()
	if a.errs[standingPart] != nil {
		s.section("Organization")
		s.trouble(a, standingPart)
		return
	}
	if len(a.standing.Above) == 0 && len(a.standing.Reports) == 0 {
		return
	}
	s.section("Organization")
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
	th := s.theme()
	tail := text.Glyph(th.Glyphs.Ellipsis)
	indent := 2 + 2*min(depth, 8)
	hook := ""
	if depth > 0 {
		hook = string(th.Glyphs.Thread) + " "
	}
	room := max(s.width-indent-2-text.Width(hook), 1)
	name := text.Clean(u.DisplayName).Truncate(room, tail)
	line := text.Blanks(indent) + th.Faint.Render(hook) + style.Render(name.String())
	if left := room - name.Width() - 2; left > 5 {
		line += "  " + th.Muted.Render(text.Clean(u.JobTitle).Truncate(left, tail).String())
	}
	s.add(line)
}

// together are the next events that both take part in.
func (s *sheet) together(a *about) {
	if !a.read[togetherPart] {
		return
	}
	s.section("Next together")
	if s.trouble(a, togetherPart) {
		return
	}
	th := s.theme()
	if len(a.together) == 0 {
		s.add("  " + th.Muted.Render("nothing in the next two months"))
	}
	for _, e := range a.together {
		when := ""
		if start, err := e.Start.Time(); err == nil {
			if when = start.In(s.card.env.Zone()).Format("Mon 2 Jan 15:04"); e.IsAllDay {
				when = start.Format("Mon 2 Jan") // a date of no zone
			}
		}
		s.dated(when, text.Clean(e.Subject), th.Text)
	}
}

// mails are the newest from the person.
func (s *sheet) mails(a *about) {
	if !a.read[mailsPart] {
		return
	}
	s.section("Last mails")
	if s.trouble(a, mailsPart) {
		return
	}
	th := s.theme()
	if len(a.mails) == 0 {
		s.add("  " + th.Muted.Render("none"))
	}
	for _, mail := range a.mails {
		when, style := "", th.Text
		if mail.ReceivedDateTime != nil {
			when = s.day(mail.ReceivedDateTime.In(s.card.env.Zone()))
		}
		if !mail.IsRead {
			style = th.Unread
		}
		s.dated(when, text.Clean(mail.Subject), style)
	}
}

// day is a moment as short as it can be told.
func (s *sheet) day(t time.Time) string {
	if t.Year() == s.now.Year() {
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}

// whenWidth is the cells of a date.
const whenWidth = 18

func (s *sheet) dated(when string, what text.Text, style theme.Style) {
	th := s.theme()
	line := fmt.Sprintf("  %s", th.Muted.Render(text.Clean(when).Fit(whenWidth, text.Text{}).String()))
	s.add(line + style.Render(what.Truncate(max(s.width-whenWidth-4, 1), text.Glyph(th.Glyphs.Ellipsis)).String()))
}

// custom names what other programs have put on a contact.
func (s *sheet) custom(a *about) {
	if a == nil || len(a.custom) == 0 {
		return
	}
	th := s.theme()
	s.section("Custom data")
	for _, name := range a.custom {
		s.add("  " + th.Muted.Render("{} ") + th.Text.Render(text.Clean(name).Truncate(max(s.width-7, 1), text.Glyph(th.Glyphs.Ellipsis)).String()))
	}
}
