package account

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// The kinds of consent: for one person, or for all.
const (
	forOne = "Principal"
	forAll = "AllPrincipals"
)

// grantStep is what is opened on a grant once it is read anew.
type grantStep int

const (
	pickScopes grantStep = iota
	fillForm
)

// paths are the ways to the grants, in the order of the key.
func paths() []struct {
	by          Path
	name, words string
} {
	return []struct {
		by          Path
		name, words string
	}{
		{ByUser, "Yours", "What programs may do in your name, and in everybody's."},
		{ByDirectory, "Everybody's", "What programs may do in the name of anybody in the organization."},
		{ByDrive, "By your drive", "What programs may do in the name of who made your drive: yours again, reached by another path."},
	}
}

func (m *Model) nextPath(int) tea.Cmd {
	all := paths()
	for i, p := range all {
		if p.by == m.by {
			m.by = all[(i+1)%len(all)].by
			return nil
		}
	}
	return nil
}

// shownGrants are those that the path reaches: the service lists all of them
// in one place, and reaches by a person's path those of the person and those
// for everybody.
func (m *Model) shownGrants() []model.PermissionGrant {
	if m.by == ByDirectory {
		return m.book.grants
	}
	var out []model.PermissionGrant
	for _, g := range m.book.grants {
		if g.PrincipalID == "" || m.isMe(g.PrincipalID) {
			out = append(out, g)
		}
	}
	return out
}

func (m *Model) isMe(id string) bool {
	return strings.EqualFold(id, m.book.me.ID) || strings.EqualFold(id, m.book.me.UserPrincipalName)
}

func (m *Model) grantsBrief() text.Text {
	if n := len(m.shownGrants()); !m.beside() && n > 0 {
		return text.Clean(count(n, "program may do something for you", "programs may do something for you"))
	}
	return counted(len(m.shownGrants()))
}

// whose says in whose name a grant is.
func (m *Model) whose(g model.PermissionGrant) string {
	switch {
	case g.PrincipalID == "":
		return "Everybody"
	case m.isMe(g.PrincipalID):
		return "You"
	case m.book.names[g.PrincipalID] != "":
		return m.book.names[g.PrincipalID]
	}
	return g.PrincipalID
}

// validity says until when a grant holds.
func (m *Model) validity(g model.PermissionGrant) string {
	switch {
	case g.StartTime != nil && g.StartTime.After(m.now()):
		return "from " + m.day(*g.StartTime)
	case g.ExpiryTime == nil:
		return "for good"
	case !g.ExpiryTime.After(m.now()):
		return "ended " + m.day(*g.ExpiryTime)
	}
	return "until " + m.day(*g.ExpiryTime)
}

func (m *Model) day(t time.Time) string { return t.In(m.env.Zone()).Format("2 Jan 2006") }

func (m *Model) grantRows(width int) []row {
	rows := []row{plain(""), plain(m.pathTabs(width)), m.pathWords(width)}
	list := m.shownGrants()
	if len(list) == 0 {
		return append(rows, m.wordsRow("No program is permitted anything here. n permits one something.", width))
	}
	open := m.openGrant(list)
	for i, g := range list {
		rows = append(rows, m.grantRow(g, i == open, width), plain(""))
	}
	return rows
}

// openGrant is the one whose scopes are explained: that of the cursor.
func (m *Model) openGrant(list []model.PermissionGrant) int {
	p := m.pages[m.at]
	for i, g := range list {
		if g.ID == p.key {
			return i
		}
	}
	return min(p.index, len(list)-1)
}

// pathTabs are the paths with the one in use marked.
func (m *Model) pathTabs(width int) string {
	th := m.env.Theme
	line := " "
	for _, p := range paths() {
		if p.by == m.by {
			line += th.TabActive.Render(" " + text.Clean(p.name).String() + " ")
			continue
		}
		line += th.Tab.Render(" " + text.Clean(p.name).String() + " ")
	}
	if hint := th.Key.Render("v") + th.KeyText.Render(" the next"); text.Width(line)+text.Width(hint)+2 <= width {
		line += "  " + hint
	}
	return line
}

func (m *Model) pathWords(width int) row {
	words := ""
	for _, p := range paths() {
		if p.by == m.by {
			words = p.words
		}
	}
	lines := []string{}
	for _, l := range text.Clean(words).Wrap(max(width-4, 1)) {
		lines = append(lines, "  "+m.env.Theme.Muted.Render(l.String()))
	}
	lines = append(lines, "")
	return row{height: len(lines), draw: func(theme.RowState) []string { return lines }}
}

// grantRow is whose name and which program, then the scopes; under the cursor
// each with what it allows.
func (m *Model) grantRow(g model.PermissionGrant, open bool, width int) row {
	details := []func(*theme.Styles) string{}
	if open {
		details = m.grantDetails(g, width)
	} else {
		details = append(details, func(st *theme.Styles) string {
			return st.Muted.Render("    " + text.Clean(scopesShort(g.Scope)).Truncate(max(width-6, 1), m.ellipsis()).String())
		})
	}
	return row{key: g.ID, height: 1 + len(details), draw: func(state theme.RowState) []string {
		th := m.env.Theme
		st := th.Row(state)
		sign := th.Glyphs.Person
		if g.PrincipalID == "" {
			sign = th.Glyphs.Room
		} else if !m.isMe(g.PrincipalID) {
			sign = th.Glyphs.Optional
		}
		valid := text.Clean(m.validity(g))
		look := st.Muted
		if g.ExpiryTime != nil && !g.ExpiryTime.After(m.now()) {
			look = st.Warning
		}
		room := max(width-6-valid.Width(), 1)
		who := text.Clean(m.whose(g)+": program "+g.ClientID).Fit(room, m.ellipsis())
		out := []string{fill(bar(th, st, state)+st.Accent.Render(string(sign)+" ")+st.Strong.Render(who.String())+st.Text.Render(" ")+look.Render(valid.String()), width, st)}
		for _, d := range details {
			out = append(out, fill(bar(th, st, state)+d(st), width, st))
		}
		return out
	}}
}

// programWord names a program by as much of its opaque id as tells it from others.
func programWord(id string) string {
	const enough = 8
	return "program " + id[:min(len(id), enough)]
}

// scopesShort is a list of scopes for one line.
func scopesShort(list string) string {
	if f := strings.Fields(list); len(f) > 0 {
		return strings.Join(f, ", ")
	}
	return "nothing"
}

// scopeWidth is the cells of a scope's name where there is room for words
// beside it.
const scopeWidth = 28

// grantDetails are the lines of the grant of the cursor.
func (m *Model) grantDetails(g model.PermissionGrant, width int) []func(*theme.Styles) string {
	var out []func(*theme.Styles) string
	line := func(label, value text.Text, known bool) {
		out = append(out, func(st *theme.Styles) string {
			look := st.Text
			if !known {
				look = st.Muted
			}
			return st.Text.Render("  ") + st.Accent.Render(label.String()) + look.Render(value.String())
		})
	}
	named := min(scopeWidth, max(width/3, 12))
	for _, s := range strings.Fields(g.Scope) {
		known, ok := known(s)
		words := known.words()
		if !ok {
			words = "not known to this program: ask who made it what it allows"
		}
		label := text.Clean(s)
		if label.Width() > named-1 { // on a line of its own
			line(label.Truncate(max(width-6, 1), m.ellipsis()), text.Text{}, true)
			label = text.Text{}
		}
		for _, l := range text.Clean(words).Wrap(max(width-named-6, 8)) {
			line(label.Fit(named, m.ellipsis()), l, ok)
			label = text.Text{}
		}
	}
	if g.Scope == "" {
		line(text.Text{}, text.Literal("allows nothing"), false)
	}
	about := []string{"on " + g.ResourceID}
	if g.StartTime != nil {
		about = append(about, "since "+m.day(*g.StartTime))
	}
	for _, l := range joined(about...).Wrap(max(width-6, 8)) {
		line(text.Text{}, l, false)
	}
	return out
}

// grant is the one of the cursor.
func (m *Model) grant() (model.PermissionGrant, bool) {
	key := m.cursorKey()
	for _, g := range m.shownGrants() {
		if g.ID == key {
			return g, true
		}
	}
	return model.PermissionGrant{}, false
}

// changeGrant reads the grant of the cursor by the path in use, and then opens
// what changes it.
func (m *Model) changeGrant(then grantStep) tea.Cmd {
	g, ok := m.grant()
	if !ok {
		return say("Choose a permission first, or n gives one", views.Warning)
	}
	return m.readGrant(g.ID, then)
}

func (m *Model) onGrant(g model.PermissionGrant, by Path, then grantStep, err error) tea.Cmd {
	switch {
	case err != nil:
		return say("The permission could not be read: "+err.Error()+". r shows what is there", views.Failure)
	case m.dialog.IsOpen():
		return nil // something else was opened meanwhile
	case then == fillForm:
		return m.grantForm("Permission", &g, by)
	}
	return m.pickScopes(g, by)
}

// pickScopes marks what a program is allowed.
func (m *Model) pickScopes(was model.PermissionGrant, by Path) tea.Cmd {
	has := strings.Fields(was.Scope)
	var items []picker.Item
	add := func(name string, is scope) {
		items = append(items, picker.Item{ID: name, Title: text.Clean(name), Detail: text.Clean(is.short), Words: is.words()})
	}
	for _, name := range has {
		is, _ := known(name)
		add(name, is)
	}
	for _, s := range scopes() {
		if !slices.ContainsFunc(has, func(name string) bool { return strings.EqualFold(name, s.name) }) {
			add(s.name, s)
		}
	}
	o := picker.Options{Title: text.Clean("What " + programWord(was.ClientID) + " may do (tab marks)"), Placeholder: text.Literal("mail, calendars, files"), Multi: true, Marked: has}
	return m.pick(o, items, func(c picker.Choice) tea.Cmd {
		is := was
		if is.Scope = strings.Join(c.IDs, " "); is.Scope == strings.Join(has, " ") {
			return nil
		}
		if len(c.IDs) == 0 {
			return say("A permission for nothing is none: d deletes it", views.Warning)
		}
		return m.do("Changed what "+programWord(was.ClientID)+" may do", change{GrantWas: &was, GrantIs: &is, By: by})
	})
}

func (m *Model) deleteGrant() tea.Cmd {
	was, ok := m.grant()
	if !ok {
		return say("Choose a permission first", views.Warning)
	}
	return m.do("Took back what "+programWord(was.ClientID)+" may do", change{GrantWas: &was, By: m.by})
}
