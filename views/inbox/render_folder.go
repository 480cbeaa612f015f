package inbox

import (
	"strconv"

	"daybook/model"
	"daybook/theme"
)

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
	p := painter{styles: d.theme.Row(state), glyphs: &d.theme.Glyphs}
	p.bar(state)
	if item.heading {
		p.fit(item.name, width-1, p.styles.Heading)
		return p.b.String()
	}
	indent := min(item.depth, max(width/2-4, 0))
	p.blank(indent)
	switch {
	case item.search:
		p.glyph(p.glyphs.Search, p.styles.Muted)
	case !item.children:
		p.blank(1)
	case item.folded:
		p.glyph(p.glyphs.Collapsed, p.styles.Muted)
	default:
		p.glyph(p.glyphs.Expanded, p.styles.Muted)
	}
	p.blank(1)
	count, style := d.count(item, p.styles)
	name := p.styles.Text
	if item.unread > 0 && counts(item) {
		name = p.styles.Unread
	}
	if item.id == d.open {
		name = p.styles.Title
	}
	p.fit(item.name, width-indent-4-len(count)-1, name)
	p.blank(1)
	style.Write(&p.b, count)
	p.blank(1)
	return p.b.String()
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
