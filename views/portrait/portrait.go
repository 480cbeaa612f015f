// Package portrait draws pictures beside what is said of somebody or of a file,
// and over the whole screen.
//
// Invariants: decoding and drawing happen in a command, once for a size, a look
// and an id; until then there is what was drawn of it last, in another size or
// look, and where there is nothing or no photo, there are initials.
package portrait

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// The cells of a photo, as high as wide to the eye: in a narrow pane a smaller
// one, and none where words beside it would have no room.
const (
	wideCols, wideRows   = 24, 12
	smallCols, smallRows = 14, 7
	wideFrom             = 62
	leastBeside          = 16
)

// Size is the cells of a photo in a pane of that width; rows are 0 for none.
func Size(width int) (cols, rows int) {
	switch {
	case width < smallCols+leastBeside:
		return 0, 0
	case width < wideFrom:
		return smallCols, smallRows
	}
	return wideCols, wideRows
}

// Roomy says that there is as much room beside a photo as it ever has.
func Roomy(width int) bool { return width >= wideFrom }

// LargeSize is the cells of a photo on a screen of that size, under which are
// two lines: see Large.
func LargeSize(width, height int) (cols, rows int) { return width, max(height-2, 0) }

// Large is a photo over the whole screen with styled words under it.
func Large(photo []string, words string) []string {
	return append(append([]string(nil), photo...), "", " "+words)
}

// Beside lays lines beside a photo of so many cells, in the middle of its
// height.
func Beside(photo []string, cols, rows int, lines []string) []string {
	top := max(0, (rows-len(lines))/2)
	var out []string
	for i := range max(rows, len(lines)+top) {
		line := "  "
		if cols > 0 {
			drawn := ""
			if i < len(photo) {
				drawn = photo[i]
			}
			line += text.FitStyled(drawn, cols) + "   "
		}
		if i >= top && i-top < len(lines) {
			line += lines[i-top]
		}
		out = append(out, line)
	}
	return out
}

// Gallery is the pictures that a screen has drawn. Make it with New.
type Gallery struct {
	env   *views.Env
	work  *views.Work
	drawn *picture.Cache
	last  map[string]picture.Key // what was drawn last of an id
}

// lastKept bounds the ids of which it is known what was drawn last.
const lastKept = 1024

// New is a gallery of at most so many bytes.
func New(env *views.Env, work *views.Work, bytes int) *Gallery {
	return &Gallery{env: env, work: work, drawn: picture.NewCache(bytes), last: map[string]picture.Key{}}
}

// key names a picture as it is to be drawn now. An id stands for the pixels:
// another version of a photo has another.
func (g *Gallery) key(id string, cols, rows int) picture.Key {
	return picture.Key{ID: id, Cols: cols, Rows: rows, Options: picture.Suited(g.env.Theme)}
}

// Draw draws a picture, unless it was drawn, or has no cells.
// Decode runs in the command; then follows, with its error, nil for nothing.
func (g *Gallery) Draw(id string, cols, rows int, decode func() (picture.Picture, error), then func(error) tea.Cmd) tea.Cmd {
	key := g.key(id, cols, rows)
	if _, drawn := g.drawn.Get(key); drawn || cols < 1 || rows < 1 {
		return nil
	}
	done := views.Done(g.work, func(lines []string, err error) tea.Cmd {
		if err == nil {
			g.drawn.Put(key, lines)
			if len(g.last) >= lastKept {
				clear(g.last)
			}
			g.last[id] = key
		}
		if then == nil {
			return nil
		}
		return then(err)
	})
	return func() tea.Msg {
		is, err := decode()
		if err != nil {
			return done(nil, err)
		}
		return done(picture.Render(is, cols, rows, key.Options), nil)
	}
}

// Lines are a picture's, false while it is not drawn.
func (g *Gallery) Lines(id string, cols, rows int) ([]string, bool) {
	return g.drawn.Get(g.key(id, cols, rows))
}

// Of is the photo of somebody, or their initials in a frame. While it is drawn
// for another size, it is the one there was, in the middle of the cells.
func (g *Gallery) Of(id string, name text.Text, cols, rows int) []string {
	if lines, drawn := g.Lines(id, cols, rows); drawn {
		return lines
	}
	if lines, drawn := g.drawn.Get(g.last[id]); drawn {
		return inMiddle(lines, cols, rows)
	}
	return picture.Initials(name, cols, rows, picture.Framed(g.env.Theme))
}

// inMiddle lays drawn lines in the middle of so many cells.
func inMiddle(lines []string, cols, rows int) []string {
	out := make([]string, max(rows, 0))
	over := (len(lines) - rows) / 2
	for i := range out {
		line := ""
		if at := i + over; at >= 0 && at < len(lines) {
			line = text.Blanks((cols-text.Width(lines[at]))/2) + lines[at]
		}
		out[i] = text.FitStyled(line, cols)
	}
	return out
}

// Decoded is what Draw decodes where that was done already.
func Decoded(is picture.Picture) func() (picture.Picture, error) {
	return func() (picture.Picture, error) { return is, nil }
}
