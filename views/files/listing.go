package files

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/edit"
	"daybook/views/files/sheet"
	"daybook/widget/row"
	"daybook/widget/text"
)

// node names a row of the tree.
func node(r Ref) string { return r.Group + "\x00" + r.Item }

func refOf(node string) (r Ref, ok bool) {
	r.Group, r.Item, ok = strings.Cut(node, "\x00")
	return r, ok
}

// listing is the tree of the drives: its rows, and what reads them.
type listing struct {
	*browser.Browser
	env     *views.Env
	work    *views.Work
	service Service
	edits   *edit.Edits[change]
	drives  *drives
	// arrived hears that more of a drive is known, or that no more of it is.
	arrived func(group string)

	begun   bool
	wanted  string // the group whose drive is gone to when the drives are read
	asking  views.Request
	reading map[Ref]bool    // folders that are awaited
	stale   map[Ref]bool    // folders to be read anew once they are on the screen
	walking map[string]bool // drives of which every folder is being read
	walked  int             // folders read so
	saidCut bool            // that not all that the service names is shown
	err     error           // why the drives could not be read
}

// mostWalked bounds the folders read for a filter or for the choice of a
// folder.
const mostWalked = 2000

// here is what the cursor is on; false while there is nothing.
func (l *listing) here() (Ref, bool) { return refOf(l.Here()) }

// name is an item's, cleaned.
func (l *listing) name(r Ref) text.Text { return l.Text(node(r)) }

func (l *listing) now() time.Time { return l.env.Now().In(l.env.Zone()) }

// reveal unfolds what is above an item and puts the cursor on it.
func (l *listing) reveal(r Ref) bool { return l.Reveal(node(r)) }

// targets are the marked items, else the one of the cursor; what lies in
// another of them is left out, as it goes where that goes.
func (l *listing) targets() []Ref {
	var out []Ref
	for _, id := range l.Targets() {
		if r, ok := refOf(id); ok && !isRoot(r) && !l.doomed(r) {
			out = append(out, r)
		}
	}
	return slices.DeleteFunc(slices.Clone(out), func(r Ref) bool {
		return slices.ContainsFunc(out, func(o Ref) bool { return o != r && l.drives.under(r, o) })
	})
}

// whom names a few items.
func (l *listing) whom(list []Ref) string {
	if len(list) == 1 {
		return l.drives.items[list[0]].Name
	}
	return views.Count(len(list), "item", "items")
}

// folderHere is the folder that the cursor is on or in.
func (l *listing) folderHere() (Ref, bool) {
	r, ok := l.here()
	if ok && !l.drives.isFolder(r) {
		r = l.drives.parent(r)
	}
	return r, ok && !l.doomed(r)
}

// doomed says that an item, or a folder above it, is about to be deleted.
func (l *listing) doomed(r Ref) bool {
	for c := range l.edits.Held() {
		if l.drives.under(r, c.Ref) {
			return true
		}
	}
	return false
}

// Above implements browser.Rows.
func (l *listing) Above(id string) []string {
	r, ok := refOf(id)
	if !ok {
		return nil
	}
	var above []string
	for _, up := range l.drives.above(r) {
		above = append(above, node(up))
	}
	return above
}

// Unselectable implements browser.Rows.
func (l *listing) Unselectable(id string) string {
	if r, ok := refOf(id); !ok || isRoot(r) {
		return "Only files and folders can be selected"
	}
	return ""
}

// Counts implements browser.Rows.
func (l *listing) Counts() []string {
	files, folders := 0, 0
	for _, i := range l.drives.items {
		if i.Folder != nil {
			folders++
		} else {
			files++
		}
	}
	var parts []string
	if n := len(l.drives.list); n > 0 {
		parts = append(parts, views.Count(n, "drive", "drives"))
	}
	if files+folders > 0 {
		parts = append(parts, fmt.Sprintf("%s, %s seen", views.Count(files, "file", "files"), views.Count(folders, "folder", "folders")))
	}
	return parts
}

// Absent implements browser.Rows.
func (l *listing) Absent() (browser.Absence, bool) {
	return browser.Absence{Err: l.err, Busy: l.asking.Busy() || !l.begun, What: "The drives", Reading: "Reading the drives", Why: sheet.Why,
		None: text.Literal("There is no drive here.")}, len(l.drives.list) == 0
}

// Looking implements browser.Rows.
func (l *listing) Looking() bool { return len(l.reading) > 0 }

// Filtered implements browser.Rows.
func (l *listing) Filtered() {}

// LookThrough implements browser.Rows: all folders of the drives that could be
// read are gone through, so that what was never opened is found too.
func (l *listing) LookThrough() tea.Cmd {
	l.walked = 0
	var cmds []tea.Cmd
	for _, d := range l.drives.list {
		cmds = append(cmds, l.walk(d.Group))
	}
	return tea.Batch(cmds...)
}

// Unfolded implements browser.Rows.
func (l *listing) Unfolded(id string) tea.Cmd {
	r, ok := refOf(id)
	if !ok || l.drives.refused[r] != nil && l.reading[r] {
		return nil
	}
	return l.loadChildren(r)
}

// refresh reads anew what is on the screen, and the rest when it comes there;
// what was read stays until then.
func (l *listing) refresh() tea.Cmd {
	for folder := range l.drives.children {
		l.stale[folder] = true
	}
	clear(l.drives.refused)
	return tea.Batch(l.loadDrives(), l.loadStale(), l.loadOpen())
}

func (l *listing) loadDrives() tea.Cmd {
	return views.Load(l.work, &l.asking, l.service.Drives, l.onDrives)
}

func (l *listing) onDrives(drives []Drive, err error) tea.Cmd {
	if l.err = err; len(drives) == 0 {
		return nil
	}
	first := len(l.drives.list) == 0
	l.drives.setDrives(drives)
	l.Reload()
	var cmds []tea.Cmd
	if err != nil {
		cmds = append(cmds, views.Notice(views.Warning, "The groups could not be read, so their files are not here: "+sheet.Why(err)))
	}
	if first {
		l.Expand(node(Ref{Group: drives[0].Group}))
		l.Top()
	}
	return tea.Batch(append(cmds, l.toWanted(), l.loadOpen(), l.Settled())...)
}

// toWanted goes to the drive that another screen names, when the drives are read.
func (l *listing) toWanted() tea.Cmd {
	if l.wanted == "" || len(l.drives.list) == 0 {
		return nil
	}
	root := Ref{Group: l.wanted}
	l.wanted = ""
	if !slices.ContainsFunc(l.drives.list, func(d Drive) bool { return d.Group == root.Group }) {
		return views.Notice(views.Warning, "The files of this group are not there to be read")
	}
	l.OnRight = false
	l.Expand(node(root))
	l.reveal(root)
	return tea.Batch(l.loadOpen(), l.Settled())
}

// loadChildren reads a folder, once at a time.
func (l *listing) loadChildren(folder Ref) tea.Cmd {
	if l.reading[folder] {
		return nil
	}
	l.reading[folder] = true
	l.drives.version++
	service, writes := l.service, l.edits.Writes()
	return views.Call(l.work, 0, func(ctx context.Context) ([]model.DriveItem, error) { return service.Children(ctx, folder) },
		func(items []model.DriveItem, err error) tea.Cmd { return l.onChildren(folder, writes, items, err) })
}

// loadOpen reads the folders that are open and were not read.
func (l *listing) loadOpen() tea.Cmd {
	var cmds []tea.Cmd
	for _, d := range l.drives.list {
		for _, folder := range l.drives.folders(d.Group) {
			if _, read := l.drives.children[folder]; !read && l.drives.refused[folder] == nil && l.IsExpanded(node(folder)) {
				cmds = append(cmds, l.loadChildren(folder))
			}
		}
	}
	return tea.Batch(cmds...)
}

// loadStale reads the folders anew of which something is on the screen.
func (l *listing) loadStale() tea.Cmd {
	if len(l.stale) == 0 {
		return nil
	}
	var cmds []tea.Cmd
	for i, to := l.Visible(); i < to; i++ {
		r, _ := refOf(l.NodeAt(i))
		of := []Ref{r}
		if !isRoot(r) {
			of = []Ref{l.drives.parent(r), r}
		}
		for _, folder := range of {
			if l.stale[folder] && (folder != r || l.IsExpanded(node(r))) {
				delete(l.stale, folder)
				cmds = append(cmds, l.loadChildren(folder))
			}
		}
	}
	return tea.Batch(cmds...)
}

// onChildren takes what is in a folder. Writes are those of the edits when it was
// asked for.
func (l *listing) onChildren(folder Ref, writes uint64, items []model.DriveItem, err error) tea.Cmd {
	delete(l.reading, folder)
	l.drives.version++
	if _, there := l.drives.items[folder]; !there && !isRoot(folder) {
		return nil
	}
	if err != nil {
		l.drives.refused[folder] = err
		l.Reload()
		return l.walkOn(folder.Group)
	}
	if writes != l.edits.Writes() { // something was written meanwhile: the list may not have it
		return l.loadChildren(folder)
	}
	var cut tea.Cmd
	if l.drives.setChildren(folder, items) && !l.saidCut {
		l.saidCut = true
		cut = views.Notice(views.Warning, "Some items are not shown: the service names folders within themselves, without a name, or too many of them")
	}
	l.Reload()
	if !l.Query().Empty() {
		l.Refilter()
	}
	return tea.Batch(cut, l.loadOpen(), l.walkOn(folder.Group), l.Settled())
}

// walk reads all folders of a drive, level by level: for a filter, or for the
// choice of a folder.
func (l *listing) walk(group string) tea.Cmd {
	l.walking[group] = true
	var cmds []tea.Cmd
	for folder := range l.stale {
		if folder.Group == group && l.walked < mostWalked {
			l.walked++
			delete(l.stale, folder)
			cmds = append(cmds, l.loadChildren(folder))
		}
	}
	return tea.Batch(append(cmds, l.walkOn(group))...)
}

func (l *listing) walkOn(group string) tea.Cmd {
	if !l.walking[group] {
		return nil
	}
	l.arrived(group)
	var cmds []tea.Cmd
	for _, folder := range l.drives.unread(group) {
		if l.walked >= mostWalked {
			delete(l.walking, group)
			return tea.Batch(append(cmds, views.Notice(views.Warning, "There are more folders than are looked through; open what is missing"))...)
		}
		if !l.reading[folder] {
			l.walked++
			cmds = append(cmds, l.loadChildren(folder))
		}
	}
	if len(cmds) == 0 && len(l.drives.unread(group)) == 0 && !l.readingIn(group) {
		delete(l.walking, group)
	}
	return tea.Batch(cmds...)
}

// readingIn says that folders of a drive are being read, which may bring more.
func (l *listing) readingIn(group string) bool {
	for folder := range l.reading {
		if folder.Group == group {
			return true
		}
	}
	return false
}

// Children implements tree.Source.
func (l *listing) Children(id string) ([]string, bool) {
	if id == "" {
		out := make([]string, 0, len(l.drives.list))
		for _, d := range l.drives.list {
			out = append(out, node(Ref{Group: d.Group}))
		}
		return out, len(out) > 0
	}
	r, _ := refOf(id)
	ids, read := l.drives.children[r]
	out := make([]string, 0, len(ids))
	for _, child := range ids {
		out = append(out, node(Ref{Group: r.Group, Item: child}))
	}
	return out, read
}

// HasChildren implements tree.Source: a folder that was not read may have
// some.
func (l *listing) HasChildren(id string) bool {
	r, _ := refOf(id)
	if !l.drives.isFolder(r) {
		return false
	}
	ids, read := l.drives.children[r]
	if !read && !isRoot(r) {
		return l.drives.items[r].Folder.ChildCount > 0
	}
	return !read || len(ids) > 0
}

// Text implements tree.Source: the names of files and folders, not of drives.
func (l *listing) Text(id string) text.Text {
	r, _ := refOf(id)
	if isRoot(r) {
		return text.Text{}
	}
	t, ok := l.drives.texts[r]
	if !ok {
		t = text.Clean(l.drives.items[r].Name)
		l.drives.texts[r] = t
	}
	return t
}

// Version implements tree.Source.
func (l *listing) Version(string) uint64 { return l.drives.version }

// The columns behind a name, in cells, and the width of the tree from which on
// they are there: rows of every depth have the same.
const (
	sizeWidth, sizeFrom = 8, 32
	timeWidth, timeFrom = 11, 42
	whoWidth, whoFrom   = 15, 80
)

// Row implements tree.Source: the name, and at the right the columns that there
// is room for, or a note.
func (l *listing) Row(id string, width int, state theme.RowState) string {
	r, _ := refOf(id)
	p, item := row.For(l.env.Theme, state), l.drives.items[r]
	st, g := p.Styles, p.Glyphs
	sign := row.Column{Text: text.Glyph(l.sign(item)), Style: st.Muted, Own: true}
	name := row.Column{Text: l.name(r), Style: st.Text, Fill: true}
	var right []row.Column
	switch {
	case isRoot(r):
		sign.Text = text.Text{}
		name.Text, name.Style = text.Clean(l.drives.driveName(r.Group)), st.Strong
		right = note(&name, l.rootNote(r), st.Muted)
	case l.doomed(r):
		sign.Text, sign.Style = text.Glyph(marks.doomed.Sign(g)), marks.doomed.Look(st)
		name.Style = st.Struck
		right = note(&name, text.Literal("u keeps it"), st.Muted)
	default:
		right = l.columns(r, item, st.Muted)
		if item.Folder != nil {
			name.Style = st.Strong
		}
		if state.Marked {
			sign.Text, sign.Style = text.Glyph(marks.selected.Sign(g)), marks.selected.Look(st)
		}
	}
	if !isRoot(r) {
		p.Terms = l.Query()
	}
	var line []row.Column
	if !sign.Text.Empty() {
		name.Gap = 1
		line = append(line, sign)
	}
	p.Columns(width, append(append(line, name), append(right, row.Column{Width: 1})...)...)
	return p.String()
}

// leastName is the cells that a note leaves to the name.
const leastName = 8

// note is words behind a name, where there is room for both.
func note(name *row.Column, words text.Text, style theme.Style) []row.Column {
	if words.Empty() {
		return nil
	}
	name.Least = leastName
	return []row.Column{{Text: words, Style: style, Gap: 1, Order: 1, Own: true}}
}

// sign tells kinds of files apart.
func (l *listing) sign(i model.DriveItem) theme.Glyph {
	g := &l.env.Theme.Glyphs
	switch {
	case i.Folder != nil:
		return ""
	case isWorkbook(i):
		return marks.workbook.Sign(g)
	case isPicture(i):
		return marks.picture.Sign(g)
	}
	return marks.other.Sign(g)
}

// rootNote says what is going on with a drive.
func (l *listing) rootNote(r Ref) text.Text {
	switch {
	case l.reading[r]:
		return text.Glyph(l.env.Theme.Glyphs.Ellipsis)
	case l.drives.refused[r] != nil:
		return text.Literal("not readable")
	case r.Group != "":
		return text.Literal("group")
	}
	return text.Text{}
}

// columns are how much there is of an item, when it was changed, and by whom.
func (l *listing) columns(r Ref, i model.DriveItem, style theme.Style) []row.Column {
	amount := views.Size(i.Size)
	switch {
	case l.reading[r]:
		amount = string(l.env.Theme.Glyphs.Ellipsis)
	case l.drives.refused[r] != nil:
		amount = "no access"
	case i.Folder != nil:
		amount = l.inside(r, i)
	}
	when := ""
	if i.LastModifiedDateTime != nil {
		when = views.Date(*i.LastModifiedDateTime, l.now())
	}
	var out []row.Column
	for _, c := range []struct {
		from int
		row.Column
	}{
		{sizeFrom, row.Column{Text: text.Clean(amount), Width: sizeWidth, Gap: 1, Right: true}},
		{timeFrom, row.Column{Text: text.Clean(when), Width: timeWidth, Gap: 1, Right: true}},
		{whoFrom, row.Column{Text: text.Clean(who(i.LastModifiedBy)), Width: whoWidth, Gap: 2}},
	} {
		if c.Style, c.Own = style, true; l.LeftWidth() >= c.from {
			out = append(out, c.Column)
		}
	}
	return out
}

// inside says how much is in a folder.
func (l *listing) inside(r Ref, i model.DriveItem) string {
	n := i.Folder.ChildCount
	if ids, read := l.drives.children[r]; read {
		n = len(ids)
	}
	return views.Count(n, "item", "items")
}
