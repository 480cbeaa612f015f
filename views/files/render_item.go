package files

import (
	"fmt"
	"strings"

	"daybook/views"
	"daybook/views/browser"
	"daybook/views/files/sheet"
	"daybook/widget/progress"
	"daybook/widget/text"
)

const (
	labelWidth = 11
	// factLines is about how many lines the facts of a file take.
	factLines = 10
)

// Lines implements browser.Detail.
func (i *item) Lines(width int) []string {
	r, ok := i.tree.here()
	if !ok {
		return nil
	}
	s := page{Page: browser.NewPage(i.env.Theme, width, labelWidth), item: i}
	s.Blank()
	switch {
	case isRoot(r):
		s.drive(r)
	case i.drives.isFolder(r):
		s.folder(r)
	default:
		s.file(r)
	}
	return s.Lines
}

// page is the item being written.
type page struct {
	browser.Page
	item *item
}

func (s *page) tail() text.Text { return text.Glyph(s.Theme.Glyphs.Ellipsis) }

// drive says how full it is and what can be done.
func (s *page) drive(r Ref) {
	s.Words(s.Theme.Heading, text.Clean(s.item.drives.driveName(r.Group)))
	kind := "your own files"
	if r.Group != "" {
		kind = "the files of a group"
	}
	s.Words(s.Theme.Muted, text.Clean(kind))
	s.Blank()
	if q, ok := s.item.drives.quotas[r.Group]; ok && q.Total > 0 {
		s.Add(progress.Bar(s.Theme, min(s.Width, 40), float64(q.Used)/float64(q.Total)))
		s.Words(s.Theme.Muted, text.Clean(fmt.Sprintf("%s of %s used", views.Size(q.Used), views.Size(q.Total))))
		s.Blank()
	}
	s.holds(r, "n makes a folder here, a adds a file from this machine.")
}

func (s *page) folder(r Ref) {
	i := s.item.drives.items[r]
	s.Words(s.Theme.Heading, text.Clean(i.Name))
	s.Words(s.Theme.Muted, text.Clean(kindOf(i)))
	s.Blank()
	s.facts(r)
	s.Blank()
	s.holds(r, "n makes a folder in it, a adds a file, r renames, m moves, d deletes.")
}

// holds says what is in a folder, or why it cannot be read, and what can be
// done.
func (s *page) holds(r Ref, keys string) {
	ids, read := s.item.drives.children[r]
	switch err := s.item.drives.refused[r]; {
	case s.item.tree.doomed(r):
		s.Words(s.Theme.Warning, text.Literal("It is about to be deleted for good, with all that is in it. u keeps it."))
		return
	case err != nil:
		s.Words(s.Theme.Error, text.Clean("It could not be read: "+sheet.Why(err)+". ctrl+r tries again."))
		return
	case s.item.tree.reading[r]:
		s.Words(s.Theme.Muted, text.Concat(text.Literal("Reading"), s.tail()))
	case read && len(ids) == 0:
		s.Words(s.Theme.Muted, text.Literal("There is nothing in it."))
	case read:
		s.Words(s.Theme.Muted, text.Clean(s.item.drives.inWords(r, ids)))
	default:
		s.Words(s.Theme.Muted, text.Literal("enter opens it."))
	}
	s.Blank()
	s.Words(s.Theme.Faint, text.Clean(keys))
}

func (d *drives) inWords(r Ref, ids []string) string {
	folders, files := 0, 0
	for _, id := range ids {
		if d.items[Ref{Group: r.Group, Item: id}].Folder != nil {
			folders++
		} else {
			files++
		}
	}
	switch {
	case folders == 0:
		return views.Count(files, "file", "files")
	case files == 0:
		return views.Count(folders, "folder", "folders")
	}
	return views.Count(folders, "folder", "folders") + ", " + views.Count(files, "file", "files")
}

// facts are when, by whom and where.
func (s *page) facts(r Ref) {
	i, now := s.item.drives.items[r], s.item.env.Now().In(s.item.env.Zone())
	if i.Folder == nil || i.Size > 0 {
		s.Fact("Size", text.Clean(views.Size(i.Size)))
	}
	if t := i.LastModifiedDateTime; t != nil {
		s.Fact("Changed", text.Clean(views.DateTime(*t, now)))
		s.Fact("by", text.Clean(who(i.LastModifiedBy)))
	}
	if t := i.CreatedDateTime; t != nil && (i.LastModifiedDateTime == nil || !t.Equal(*i.LastModifiedDateTime)) {
		s.Fact("Made", text.Clean(views.DateTime(*t, now)))
		s.Fact("by", text.Clean(who(i.CreatedBy)))
	}
	s.Fact("In", text.Clean(s.item.drives.path(s.item.drives.parent(r))))
	s.Fact("Web", text.Clean(i.WebURL))
}

func (s *page) file(r Ref) {
	i := s.item.drives.items[r]
	s.Words(s.Theme.Heading, text.Clean(i.Name))
	s.Words(s.Theme.Muted, text.Clean(kindOf(i)))
	s.Blank()
	s.facts(r)
	s.Blank()
	if s.item.tree.doomed(r) {
		s.Words(s.Theme.Warning, text.Literal("It is about to be deleted for good. u keeps it."))
		return
	}
	s.content(r)
}

// content is what is shown of a file, or in words why nothing is.
func (s *page) content(r Ref) {
	i := s.item.drives.items[r]
	p, known := s.item.previews[s.item.previewKey(r)]
	switch {
	case !known && previewer(i) != nil:
		s.Words(s.Theme.Muted, text.Concat(text.Literal("Reading"), s.tail()))
	case i.Size == 0:
		s.Words(s.Theme.Muted, text.Literal("It is empty."))
	case !known && isPicture(i):
		s.Words(s.Theme.Muted, text.Clean("The picture is too large to be shown here; s saves it."))
	case !known:
		s.Words(s.Theme.Muted, text.Clean("It is not shown here; s saves it."))
	case p.absent != "":
		s.Words(s.Theme.Muted, text.Clean(p.absent))
	case p.isArt:
		s.art(r, p)
	case p.sheets != nil:
		s.sheets(p)
	default:
		s.text(p)
	}
}

func (s *page) art(r Ref, p preview) {
	cols, rows := s.item.pictureSize(p.picture)
	w, h := p.picture.Size()
	lines, done := s.item.pictures.Lines(s.item.pictureID(r), cols, rows)
	if !done {
		s.Words(s.Theme.Muted, text.Concat(text.Literal("Drawing"), s.tail()))
		return
	}
	for _, l := range lines {
		s.Add(l)
	}
	s.Words(s.Theme.Muted, text.Clean(fmt.Sprintf("%d x %d pixels", w, h)))
}

func (s *page) sheets(p preview) {
	s.Words(s.Theme.Text, text.Clean(views.Count(len(p.sheets), "sheet", "sheets")+": "+strings.Join(p.sheets, ", ")))
	s.Blank()
	s.Words(s.Theme.Faint, text.Literal("enter opens it as a grid."))
}

// text is the file's own lines, a rule at their left. What goes on of one is marked, as in mail: it is no line of the file.
func (s *page) text(p preview) {
	edge := s.Theme.Border.Render(string(s.Theme.Glyphs.Border.Vertical)) + " "
	more := s.Theme.Faint.Render(string(s.Theme.Glyphs.Wrapped)) + " "
	room := max(s.Width-2, 1)
	for _, l := range p.text {
		lines := []text.Text{l}
		if l.Width() > room {
			lines = l.Wrap(max(room-2, 1))
		}
		for i, part := range lines {
			mark := edge
			if i > 0 {
				mark += more
			}
			s.Add(mark + s.Theme.Text.Render(part.String()))
		}
	}
	if p.cut {
		s.Words(s.Theme.Muted, text.Clean("The first "+views.Size(textShown)+" are shown; s saves all of it."))
	}
}
