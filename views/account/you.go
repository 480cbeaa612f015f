package account

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

func (m *Model) youBrief() text.Text {
	if m.beside() {
		return text.Text{}
	}
	return joined(m.book.me.DisplayName, m.book.me.JobTitle)
}

// youRows are the photo with the name beside it, then the fields, then the
// people above and below, who can have the cursor.
func (m *Model) youRows(width int) []row {
	rows := m.head(width)
	u := m.book.me
	put := func(label string, words ...string) {
		if t := joined(words...); !t.Empty() {
			r := m.field("", label, t, width)
			rows = append(rows, r)
		}
	}
	rows = append(rows, plain(""))
	if !strings.EqualFold(u.UserPrincipalName, u.Mail) {
		put("Sign-in name", u.UserPrincipalName)
	}
	put("Mobile", u.MobilePhone)
	put("Work phones", u.BusinessPhones...)
	put("Address", u.StreetAddress, strings.TrimSpace(u.PostalCode+" "+u.City), u.State, u.Country)
	put("Speaks", u.PreferredLanguage)
	put("Photo", m.photoWords())
	if up := m.book.standing.Manager; up != nil {
		rows = append(rows, m.heading("Manager", width)...)
		rows = append(rows, m.personRow(*up, width))
	}
	if below := m.book.standing.Reports; len(below) > 0 {
		rows = append(rows, m.heading(count(len(below), "report", "reports"), width)...)
		for _, u := range below {
			rows = append(rows, m.personRow(u, width))
		}
	}
	return rows
}

// head is the photo and what is most wanted beside it.
func (m *Model) head(width int) []row {
	cols, rows := portraitSize(width)
	beside := m.besidePhoto(max(width-cols-7, 1))
	var photo []string
	if cols > 0 {
		photo = m.portrait(cols, rows)
	}
	top := max(0, (rows-len(beside))/2)
	lines := []string{""}
	for i := range max(rows, len(beside)+top) {
		line := "  "
		if cols > 0 {
			drawn := ""
			if i < len(photo) {
				drawn = photo[i]
			}
			line += text.FitStyled(drawn, cols) + "   "
		}
		if i >= top && i-top < len(beside) {
			line += beside[i-top]
		}
		lines = append(lines, line)
	}
	return []row{{height: len(lines), draw: func(theme.RowState) []string { return lines }}}
}

func (m *Model) besidePhoto(width int) []string {
	th, u := m.env.Theme, m.book.me
	var out []string
	put := func(style theme.Style, words ...string) {
		t := joined(words...)
		if t.Empty() {
			return
		}
		for _, l := range t.Wrap(width) {
			out = append(out, style.Render(l.Truncate(width, m.ellipsis()).String()))
		}
	}
	put(th.Heading, u.DisplayName)
	put(th.Text, u.JobTitle)
	put(th.Muted, u.Department)
	put(th.Muted, u.OfficeLocation)
	out = append(out, "")
	put(th.Accent, u.Mail)
	return out
}

// personKey is the row of a person, by address.
func personKey(u model.User) string { return "person " + addressOf(u) }

func addressOf(u model.User) string {
	if u.Mail != "" {
		return u.Mail
	}
	return u.UserPrincipalName
}

func (m *Model) personRow(u model.User, width int) row {
	return row{key: personKey(u), height: 1, draw: func(state theme.RowState) []string {
		th := m.env.Theme
		st := th.Row(state)
		room := max(width-7, 1)
		name := text.Clean(u.DisplayName).Truncate(room, m.ellipsis())
		line := bar(th, st, state) + st.Accent.Render(string(th.Glyphs.Person)+" ") + st.Text.Render(name.String())
		if left := room - name.Width() - 2; left > 5 {
			line += st.Text.Render("  ") + st.Muted.Render(text.Clean(u.JobTitle).Truncate(left, m.ellipsis()).String())
		}
		return []string{fill(line, width, st)}
	}}
}

// openPerson shows the person of the cursor among the people.
func (m *Model) openPerson() tea.Cmd {
	address, ok := strings.CutPrefix(m.cursorKey(), "person ")
	if !ok || address == "" {
		return say("There is nobody here to open", views.Warning)
	}
	return views.Send(views.Open{Screen: views.People, Item: views.ShowPerson{Address: address}})
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
