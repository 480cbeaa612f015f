package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/widget/form"
	"daybook/widget/picker"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// The kinds of consent: for one person, or for all.
const (
	forOne = "Principal"
	forAll = "AllPrincipals"
)

// grants is the section of what programs are permitted.
type grants struct {
	base
	you   *you
	list  *part[[]model.PermissionGrant]
	names *part[map[string]string] // of people, by id
	by    Path                     // the way to them
}

func newGrants(h *host, y *you) *grants {
	g := &grants{base: base{host: h}, you: y, by: ByUser}
	g.list = newPart(h, func(ctx context.Context, s Service) ([]model.PermissionGrant, error) { return s.Grants(ctx) }, nil)
	g.names = newPart(h, readNames, nil)
	g.is = facts{id: "grants", name: "Permissions", parts: []reader{g.list}, hints: []string{"edit", "new", "delete", "whose-permissions"}}
	return g
}

func readNames(ctx context.Context, s Service) (map[string]string, error) {
	people, err := s.Names(ctx)
	names := make(map[string]string, len(people))
	for _, u := range people {
		names[u.ID] = u.DisplayName
	}
	return names, err
}

// apply puts one in the place of another, either nil for none.
func (s *grants) apply(was, is *model.PermissionGrant) {
	s.list.value = replaced(s.list.value, was, is, func(g model.PermissionGrant) int { return grantAt(s.list.value, g) })
}

// grantAt is where a grant is in the list: by its id, else, as one that undo
// has made again has another, by whom it is for and what it opens.
func grantAt(list []model.PermissionGrant, g model.PermissionGrant) int {
	if i := slices.IndexFunc(list, func(o model.PermissionGrant) bool { return o.ID == g.ID }); i >= 0 {
		return i
	}
	return slices.IndexFunc(list, func(o model.PermissionGrant) bool {
		return o.ClientID == g.ClientID && o.ResourceID == g.ResourceID && o.PrincipalID == g.PrincipalID && o.ConsentType == g.ConsentType
	})
}

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

// open implements opener: it marks what the program of the cursor is allowed.
func (s *grants) open() tea.Cmd { return s.readFirst(s.pickScopes) }

// edit implements editor: all that the permission of the cursor holds.
func (s *grants) edit() tea.Cmd {
	return s.readFirst(func(g model.PermissionGrant, by Path) tea.Cmd { return s.fill("Permission", &g, by) })
}

// readFirst reads the permission of the cursor by the path in use, so that what
// is changed is what is there.
func (s *grants) readFirst(then func(model.PermissionGrant, Path) tea.Cmd) tea.Cmd {
	g, ok := s.grant()
	if !ok {
		return views.Notice(views.Warning, "Choose a permission first, or n gives one")
	}
	service, by := s.service, s.by
	return views.Call(&s.work, 0, func(ctx context.Context) (model.PermissionGrant, error) { return service.Grant(ctx, by, g.ID) },
		func(g model.PermissionGrant, err error) tea.Cmd {
			switch {
			case err != nil:
				return views.Notice(views.Failure, "The permission could not be read: "+err.Error()+". r shows what is there")
			case s.dialog.IsOpen():
				return nil // something else was opened meanwhile
			}
			return then(g, by)
		})
}

func (s *grants) nextPath(int) tea.Cmd {
	all := paths()
	for i, p := range all {
		if p.by == s.by {
			s.by = all[(i+1)%len(all)].by
			return nil
		}
	}
	return nil
}

// shown are those that the path reaches: the service lists all of them
// in one place, and reaches by a person's path those of the person and those
// for everybody.
func (s *grants) shown() []model.PermissionGrant {
	if s.by == ByDirectory {
		return s.list.value
	}
	var out []model.PermissionGrant
	for _, g := range s.list.value {
		if g.PrincipalID == "" || s.isMe(g.PrincipalID) {
			out = append(out, g)
		}
	}
	return out
}

func (s *grants) isMe(id string) bool {
	return strings.EqualFold(id, s.you.me.value.ID) || strings.EqualFold(id, s.you.me.value.UserPrincipalName)
}

// brief implements section.
func (s *grants) brief() text.Text {
	if n := len(s.shown()); !s.frame.Beside() && n > 0 {
		return text.Clean(views.Count(n, "program may do something for you", "programs may do something for you"))
	}
	return counted(len(s.shown()))
}

// whose says in whose name a grant is.
func (s *grants) whose(g model.PermissionGrant) string {
	switch {
	case g.PrincipalID == "":
		return "Everybody"
	case s.isMe(g.PrincipalID):
		return "You"
	case s.names.value[g.PrincipalID] != "":
		return s.names.value[g.PrincipalID]
	}
	return g.PrincipalID
}

// validity says until when a grant holds.
func (s *grants) validity(g model.PermissionGrant) string {
	switch {
	case g.StartTime != nil && g.StartTime.After(s.now()):
		return "from " + s.day(*g.StartTime)
	case g.ExpiryTime == nil:
		return "for good"
	case !g.ExpiryTime.After(s.now()):
		return "ended " + s.day(*g.ExpiryTime)
	}
	return "until " + s.day(*g.ExpiryTime)
}

// rows implements section.
func (s *grants) rows(width int) []row {
	rows := []row{plain(""), plain(s.pathTabs(width)), s.pathWords(width)}
	list := s.shown()
	if len(list) == 0 {
		return append(rows, s.wordsRow("No program is permitted anything here. n permits one something.", width))
	}
	open := s.unfolded(list)
	for i, g := range list {
		rows = append(rows, s.row(g, i == open, width), plain(""))
	}
	return rows
}

// unfolded is the one whose scopes are explained: that of the cursor.
func (s *grants) unfolded(list []model.PermissionGrant) int {
	p := s.page
	for i, g := range list {
		if g.ID == p.key {
			return i
		}
	}
	return min(p.index, len(list)-1)
}

// pathTabs are the paths with the one in use marked.
func (s *grants) pathTabs(width int) string {
	th := s.env.Theme
	line := " "
	for _, p := range paths() {
		if p.by == s.by {
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

func (s *grants) pathWords(width int) row {
	words := ""
	for _, p := range paths() {
		if p.by == s.by {
			words = p.words
		}
	}
	lines := []string{}
	for _, l := range text.Clean(words).Wrap(max(width-4, 1)) {
		lines = append(lines, "  "+s.env.Theme.Muted.Render(l.String()))
	}
	lines = append(lines, "")
	return row{height: len(lines), draw: func(theme.RowState) []string { return lines }}
}

// row is whose name and which program, then the scopes; under the cursor
// each with what it allows.
func (s *grants) row(g model.PermissionGrant, open bool, width int) row {
	details := []detail{{value: text.Clean(scopesShort(g.Scope)), indent: 4, faint: true}}
	if open {
		details = s.details(g, width)
	}
	return row{key: g.ID, height: 1 + len(details), draw: s.columns(width, func(st *theme.Styles) [][]paint.Column {
		sign := s.env.Theme.Glyphs.Person
		if g.PrincipalID == "" {
			sign = s.env.Theme.Glyphs.Room
		} else if !s.isMe(g.PrincipalID) {
			sign = s.env.Theme.Glyphs.Optional
		}
		valid := paint.Column{Text: text.Clean(s.validity(g)), Style: st.Muted, Gap: 1}
		if g.ExpiryTime != nil && !g.ExpiryTime.After(s.now()) {
			valid.Style = st.Warning
		}
		who := text.Clean(s.whose(g) + ": program " + g.ClientID)
		lines := [][]paint.Column{{{Text: text.Glyph(sign), Style: st.Accent}, {Text: who, Style: st.Strong, Gap: 1, Fill: true}, valid, {Width: 1}}}
		for _, d := range details {
			value := paint.Column{Text: d.value, Style: st.Text, Fill: true}
			if d.faint {
				value.Style = st.Muted
			}
			lines = append(lines, []paint.Column{{Text: d.label, Style: st.Accent, Gap: d.indent}, value})
		}
		return lines
	})}
}

// detail is a line under a permission: a scope, and what it allows.
type detail struct {
	label, value text.Text
	indent       int
	faint        bool
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

// details are the lines of the grant of the cursor.
func (s *grants) details(g model.PermissionGrant, width int) []detail {
	var out []detail
	line := func(label, value text.Text, known bool) {
		out = append(out, detail{label: label, value: value, indent: 2, faint: !known})
	}
	named := min(scopeWidth, max(width/3, 12))
	for _, name := range strings.Fields(g.Scope) {
		known, ok := known(name)
		words := known.words()
		if !ok {
			words = "not known to this program: ask who made it what it allows"
		}
		label := text.Clean(name)
		if label.Width() > named-1 { // on a line of its own
			line(label.Truncate(max(width-6, 1), s.ellipsis()), text.Text{}, true)
			label = text.Text{}
		}
		for _, l := range text.Clean(words).Wrap(max(width-named-6, 8)) {
			line(label.Fit(named, s.ellipsis()), l, ok)
			label = text.Text{}
		}
	}
	if g.Scope == "" {
		line(text.Text{}, text.Literal("allows nothing"), false)
	}
	about := []string{"on " + g.ResourceID}
	if g.StartTime != nil {
		about = append(about, "since "+s.day(*g.StartTime))
	}
	for _, l := range views.Joined(about...).Wrap(max(width-6, 8)) {
		line(text.Text{}, l, false)
	}
	return out
}

// grant is the one of the cursor.
func (s *grants) grant() (model.PermissionGrant, bool) {
	key := s.keyIn(s)
	for _, g := range s.shown() {
		if g.ID == key {
			return g, true
		}
	}
	return model.PermissionGrant{}, false
}

// pickScopes marks what a program is allowed.
func (s *grants) pickScopes(was model.PermissionGrant, by Path) tea.Cmd {
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
	o := picker.Options{Title: text.Clean("What " + programWord(was.ClientID) + " may do"), Placeholder: text.Literal("mail, calendars, files"), Multi: true, Marked: has}
	return s.pick(o, items, func(c picker.Choice) tea.Cmd {
		is := was
		if is.Scope = strings.Join(c.IDs, " "); is.Scope == strings.Join(has, " ") {
			return nil
		}
		if len(c.IDs) == 0 {
			return views.Notice(views.Warning, "A permission for nothing is none: d deletes it")
		}
		return s.do(nil, "Changed what "+programWord(was.ClientID)+" may do", change{GrantWas: &was, GrantIs: &is, By: by})
	})
}

// remove implements remover.
func (s *grants) remove() tea.Cmd {
	was, ok := s.grant()
	if !ok {
		return views.Notice(views.Warning, "Choose a permission first")
	}
	return s.do(nil, "Took back what "+programWord(was.ClientID)+" may do", change{GrantWas: &was, By: s.by})
}

// add implements adder.
func (s *grants) add() tea.Cmd {
	if !s.you.me.read || !s.list.read {
		return views.Notice(views.Warning, "The permissions are not read yet; r reads them")
	}
	return s.fill("New permission", nil, s.by)
}

func (s *grants) written(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.In(s.env.Zone()).Format(views.TimeLayout)
}

// fill asks for all that a grant holds. was is nil for a new one.
func (s *grants) fill(title string, was *model.PermissionGrant, by Path) tea.Cmd {
	th := s.env.Theme
	now := model.PermissionGrant{ConsentType: forOne, PrincipalID: s.you.me.value.ID}
	if was != nil {
		now = *was
	}
	need := func(what, was string) func(string) (text.Text, error) {
		return func(v string) (text.Text, error) {
			if strings.TrimSpace(v) == "" {
				return text.Text{}, errors.New("needs " + what)
			}
			return marks(was, was)(v)
		}
	}
	consents := []form.Option{{ID: forOne, Label: text.Literal("One person")}, {ID: forAll, Label: text.Literal("Everybody")}}
	from, until := s.written(now.StartTime), s.written(now.ExpiryTime)
	d := s.newForm(title, []form.Field{
		{Key: "client", Label: text.Literal("Program"), Control: form.NewText(th, now.ClientID, text.Literal("the program's id")), Check: need("the id of the program", now.ClientID)},
		{Key: "resource", Label: text.Literal("On"), Control: form.NewText(th, now.ResourceID, text.Literal("the id of the service it reaches")), Check: need("the id of the service", now.ResourceID)},
		{Key: "scope", Label: text.Literal("May"), Control: form.NewText(th, now.Scope, text.Literal("Mail.Read Calendars.Read")), Check: checkScopes},
		{Key: "consent", Label: text.Literal("For"), Control: form.NewChoice(th, consents, lowered(consents, now.ConsentType))},
		{Key: "principal", Label: text.Literal("Whom"), Control: form.NewText(th, now.PrincipalID, text.Literal("the id of a person")), Check: s.checkPrincipal},
		{Key: "start", Label: text.Literal("From"), Control: form.NewText(th, from, text.Literal("now")), Check: s.checkDay(now.StartTime)},
		{Key: "expiry", Label: text.Literal("Until"), Control: form.NewText(th, until, text.Literal("in 1 month; nothing for good")), Check: s.checkDay(now.ExpiryTime)},
	})
	fixed := s.options.ScopesAlone && was != nil
	d.arrange = func() { d.form.SetHidden("principal", fixed || d.form.Value("consent") == forAll) }
	for _, key := range []string{"start", "expiry"} {
		d.form.SetHidden(key, s.options.ScopesAlone)
	}
	for _, key := range []string{"client", "resource", "consent"} {
		d.form.SetHidden(key, fixed)
	}
	d.save = func() tea.Cmd {
		is, err := s.grantOf(d.form, now)
		switch {
		case err != nil:
			return views.Notice(views.Failure, "Not kept: "+err.Error())
		case was == nil:
			return s.do(d.box, "Permitted "+programWord(is.ClientID)+" something", change{GrantIs: &is, By: by})
		case grantPatch(*was, is) == model.PermissionGrantPatch{}:
			return nil
		}
		return s.do(d.box, "Changed the permission of "+programWord(is.ClientID), change{GrantWas: was, GrantIs: &is, By: by})
	}
	if fixed {
		d.begin("scope")
	} else {
		d.begin("client")
	}
	return nil
}

// grantOf reads the form over a grant.
func (s *grants) grantOf(f *form.Form, over model.PermissionGrant) (model.PermissionGrant, error) {
	is := over
	is.ClientID, is.ResourceID = strings.TrimSpace(f.Value("client")), strings.TrimSpace(f.Value("resource"))
	is.Scope = strings.Join(strings.Fields(f.Value("scope")), " ")
	if is.ConsentType, is.PrincipalID = f.Value("consent"), ""; is.ConsentType != forAll {
		is.PrincipalID = strings.TrimSpace(f.Value("principal"))
	}
	for _, at := range []struct {
		key string
		to  **time.Time
	}{{"start", &is.StartTime}, {"expiry", &is.ExpiryTime}} {
		words := strings.TrimSpace(f.Value(at.key))
		if words == s.written(*at.to) {
			continue // to the minute it is what it was
		}
		t, err := s.grantDay(words, *at.to)
		if err != nil {
			return is, err
		}
		*at.to = &t
	}
	return is, nil
}

// checkScopes notes which scopes nobody here knows.
func checkScopes(v string) (text.Text, error) {
	var unknown []string
	for _, s := range strings.Fields(v) {
		if _, ok := known(s); !ok {
			unknown = append(unknown, s)
		}
	}
	switch {
	case strings.TrimSpace(v) == "":
		return text.Text{}, errors.New("needs a scope, such as Mail.Read")
	case len(unknown) > 0:
		return text.Clean("not known to this program: " + strings.Join(unknown, ", ")), nil
	}
	var words []string
	for _, s := range strings.Fields(v) {
		is, _ := known(s)
		words = append(words, is.short)
	}
	return text.Clean(strings.Join(words, "; ")), nil
}

func (s *grants) checkPrincipal(v string) (text.Text, error) {
	switch v = strings.TrimSpace(v); {
	case v == "":
		return text.Text{}, errors.New("needs the id of a person, or Everybody above")
	case s.isMe(v):
		return text.Literal("you"), nil
	}
	return text.Clean(s.names.value[v]), nil
}

// grantDay reads when a permission begins or ends. A time alone is on the day
// that it has already.
func (s *grants) grantDay(words string, was *time.Time) (time.Time, error) {
	if was == nil {
		return dateparse.Parse(words, s.now(), dateparse.Ahead, 0)
	}
	return dateparse.ParseOn(words, s.now(), was.In(s.env.Zone()), dateparse.Ahead, 0)
}

// checkDay notes which day the words mean. An end that is there cannot be
// taken away: the interface changes values and empties none.
func (s *grants) checkDay(at *time.Time) func(string) (text.Text, error) {
	was := s.written(at)
	return func(v string) (text.Text, error) {
		v = strings.TrimSpace(v)
		switch {
		case v == was:
			return text.Text{}, nil
		case v == "":
			return text.Text{}, fmt.Errorf("cannot be emptied, only changed; it was %s", was)
		}
		t, err := s.grantDay(v, at)
		if err != nil {
			return text.Text{}, err
		}
		words := s.moment(t)
		if was != "" {
			words += "; was " + was
		}
		return text.Clean(words), nil
	}
}
