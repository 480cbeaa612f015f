package inbox

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/list"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

// folderPane is the tree at the left, with the saved searches under it.
type folderPane struct {
	*folders
	view   *list.List
	drawer folderDrawer
	folded map[string]bool
	saved  []savedSearch
	pinned []string // ids of the favourites, in the order in which they were made
	rect   panes.Rect
}

func newFolderPane(f *folders) *folderPane {
	p := &folderPane{folders: f, folded: map[string]bool{}}
	p.drawer.theme = &f.theme
	p.view = list.New(&p.drawer, &f.theme)
	f.changed, f.reveal, f.renamed = p.layout, p.show, p.rename
	return p
}

// searchItem begins the id of a search in a list of folders.
const searchItem = "search:"

// folderItem is a line of the pane: a folder, a heading, or a saved search.
type folderItem struct {
	id       string // of the folder; for a saved search searchItem and its name, for a favourite "favourite:" and the id
	folder   string // id, empty where it is none
	name     text.Text
	depth    int
	children bool
	folded   bool
	heading  bool
	search   bool
	words    string // of a saved search
	unread   int
	total    int
	known    string // well-known name
}

// SetSize gives the pane its cells.
func (p *folderPane) SetSize(r panes.Rect) {
	p.rect = r
	p.view.SetSize(r.W, r.H)
}

// SetFocused says whether the pane has the keys.
func (p *folderPane) SetFocused(focused bool) { p.view.SetFocused(focused) }

// SetTheme draws in another theme.
func (p *folderPane) SetTheme(th *theme.Theme) { p.view.SetTheme(th) }

// View draws the pane; open is the line that is listed beside it.
func (p *folderPane) View(open string) string {
	if !p.loaded {
		words := text.Literal("Loading folders")
		if p.err != nil {
			words = p.couldNot("the folders", p.err)
			if _, missing := views.Missing(p.env, p.err); missing {
				words = text.Literal("Not permitted") // the list says why
			}
		}
		return panes.Message(&p.theme, p.rect.W, p.rect.H, words)
	}
	if open != p.drawer.open {
		p.drawer.open = open
		p.drawer.epoch++
	}
	return p.view.View()
}

// item is the line under the cursor, nil for none.
func (p *folderPane) item() *folderItem {
	if i := p.view.CursorIndex(); i >= 0 && i < len(p.drawer.items) {
		return &p.drawer.items[i]
	}
	return nil
}

// fold opens or closes the branch under the cursor.
func (p *folderPane) fold() tea.Cmd {
	item := p.item()
	if item == nil || !item.children {
		return views.Notice(views.Info, "There are no folders in it to fold.")
	}
	p.folded[item.id] = !p.folded[item.id]
	p.layout()
	return nil
}

// onSaved reports whether the keys are for a saved search.
func (p *folderPane) onSaved() bool {
	item := p.item()
	return p.focus == folderFocus && item != nil && item.search
}

// Click moves the cursor; on says that there is a line, and sign that it was
// the sign before it, which folds.
func (p *folderPane) Click(x, y int) (on, sign bool) {
	_, on = p.view.Click(x, y)
	item := p.item()
	return on, on && item != nil && item.children && x <= 2+item.depth
}

// layout lays the tree out as lines.
func (p *folderPane) layout() {
	children := map[string][]*model.MailFolder{}
	for _, folder := range p.all {
		parent := folder.ParentFolderID
		if p.all[parent] == nil || !model.Fits(folder.ID, parent, p.above) {
			parent = ""
		}
		if !folder.IsHidden {
			children[parent] = append(children[parent], folder)
		}
	}
	p.drawer.items = p.drawer.items[:0]
	p.favourites()
	p.branch(children, "", 0)
	if len(p.saved) > 0 {
		heading := folderItem{id: "heading:searches", name: text.Literal("Searches"), heading: true}
		p.drawer.items = append(p.drawer.items, heading)
		for _, s := range p.saved {
			item := folderItem{id: searchItem + s.Name, name: text.Clean(s.Name), search: true, words: s.Text}
			p.drawer.items = append(p.drawer.items, item)
		}
	}
	p.drawer.epoch++
	p.view.Reload()
}

// favourites are the uppermost lines, of the folders that are there and not
// deleted.
func (p *folderPane) favourites() {
	heading := folderItem{id: "heading:favourites", name: text.Literal("Favourites"), heading: true}
	for _, id := range p.pinned {
		folder := p.all[id]
		if folder == nil || p.trashed(id) {
			continue
		}
		if len(p.drawer.items) == 0 {
			p.drawer.items = append(p.drawer.items, heading)
		}
		p.drawer.items = append(p.drawer.items, folderItem{id: "favourite:" + id, folder: id, name: text.Clean(folder.DisplayName),
			known: folder.WellKnownName, unread: folder.UnreadItemCount, total: folder.TotalItemCount})
	}
	if len(p.drawer.items) > 0 {
		p.drawer.items = append(p.drawer.items, folderItem{id: "heading:folders", name: text.Literal("Folders"), heading: true})
	}
}

// favourite makes a folder a favourite, or no more; on says which.
func (p *folderPane) favourite(id string) (on bool) {
	if at := slices.Index(p.pinned, id); at >= 0 {
		p.pinned = slices.Delete(p.pinned, at, at+1)
	} else {
		p.pinned, on = append(p.pinned, id), true
	}
	if p.loaded { // what is gone is forgotten
		p.pinned = slices.DeleteFunc(p.pinned, func(id string) bool { return p.all[id] == nil && p.doomed[id] == nil })
	}
	p.layout()
	return on
}

// rename takes over another id of a folder.
func (p *folderPane) rename(was, is string) {
	for i, id := range p.pinned {
		if id == was {
			p.pinned[i] = is
		}
	}
	if p.folded[was] {
		p.folded[is] = true
	}
	if item := p.item(); item != nil && item.id == was {
		p.layout()
		p.view.Select(is)
	}
}

// show has the cursor go to a folder, and unfolds those that it is in.
func (p *folderPane) show(id string) {
	for up := p.above(id); up != "" && p.folded[up]; up = p.above(up) {
		p.folded[up] = false
	}
	p.layout()
	p.view.Select(id)
}

func (p *folderPane) branch(children map[string][]*model.MailFolder, parent string, depth int) {
	folders := children[parent]
	slices.SortFunc(folders, byPlace)
	for _, folder := range folders {
		id := folder.ID
		item := folderItem{
			id: id, folder: id, name: text.Clean(folder.DisplayName), depth: depth, known: folder.WellKnownName,
			children: len(children[id]) > 0, folded: p.folded[id],
			unread: folder.UnreadItemCount, total: folder.TotalItemCount,
		}
		p.drawer.items = append(p.drawer.items, item)
		if item.children && !item.folded && depth < 20 {
			p.branch(children, id, depth+1)
		}
	}
}

// first is the id of the uppermost folder, empty where there is none.
func (p *folderPane) first() string {
	for _, item := range p.drawer.items {
		if item.folder != "" {
			return item.folder
		}
	}
	return ""
}

// folderDrawer draws the lines of the folder pane; it is its list's Source.
type folderDrawer struct {
	items []folderItem
	theme *theme.Theme
	open  string // id of the folder that is listed
	epoch uint64
}

// Len implements list.Source.
func (d *folderDrawer) Len() int { return len(d.items) }

// ID implements list.Source.
func (d *folderDrawer) ID(i int) string { return d.items[i].id }

// Height implements list.Source.
func (d *folderDrawer) Height(int) int { return 1 }

// Version implements list.Source.
func (d *folderDrawer) Version(int) uint64 { return d.epoch }

// Row implements list.Source.
func (d *folderDrawer) Row(i, width int, state theme.RowState) string {
	item := d.items[i]
	p := row.For(d.theme, state)
	p.Bar(state)
	if item.heading {
		p.Fit(item.name, width-1, p.Styles.Heading)
		return p.String()
	}
	indent := min(item.depth, max(width/2-4, 0))
	p.Blank(indent)
	switch {
	case item.search:
		p.Glyph(p.Glyphs.Search, p.Styles.Muted)
	case !item.children:
		p.Blank(1)
	case item.folded:
		p.Glyph(p.Glyphs.Collapsed, p.Styles.Muted)
	default:
		p.Glyph(p.Glyphs.Expanded, p.Styles.Muted)
	}
	p.Blank(1)
	count, style := d.count(item, p.Styles)
	name := p.Styles.Text
	if item.unread > 0 && counts(item) {
		name = p.Styles.Unread
	}
	if item.id == d.open || item.folder != "" && item.folder == d.open {
		name = p.Styles.Title
	}
	p.Columns(width-indent-4, row.Column{Text: item.name, Style: name, Fill: true},
		row.Column{Text: text.Clean(count), Style: style, Gap: 1, Own: true})
	p.Blank(1)
	return p.String()
}

// count is the number behind a folder: what is unread, or for drafts and the
// like what there is.
func (d *folderDrawer) count(item folderItem, s *theme.Styles) (string, theme.Style) {
	n, style := item.unread, s.Accent
	if !counts(item) {
		n, style = item.total, s.Muted
	}
	if n == 0 {
		return "", style
	}
	return strconv.Itoa(n), style
}

// counts reports whether a folder's unread mail calls for attention.
func counts(item folderItem) bool {
	switch item.known {
	case model.FolderDrafts, model.FolderOutbox:
		return false
	}
	return true
}
