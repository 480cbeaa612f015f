package contacts

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
	"daybook/views"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// The cells of a photo, as high as wide to the eye; a narrow card has a
// smaller one.
const (
	photoWidth, photoHeight = 24, 12
	smallWidth, smallHeight = 14, 7
	widePhoto               = 62
)

// portraitSize is the cells of the photo on a card of that width; without
// room for one it is none.
func portraitSize(width int) (cols, rows int) {
	switch {
	case width < smallWidth+16:
		return 0, -1
	case width < widePhoto:
		return smallWidth, smallHeight
	}
	return photoWidth, photoHeight
}

// photoKey names the photo of whom the cursor is on as it is to be drawn now.
func (m *Model) photoKey(n node, cols, rows int) picture.Key {
	etag := ""
	if a := m.known[n]; a != nil {
		etag = a.photo.Info.MediaETag
	}
	return picture.Key{ID: string(n) + " " + etag, Cols: cols, Rows: rows, Options: picture.Suited(m.env.Theme)}
}

// drawPhoto draws what the screen shows now, away from the loop, unless it
// was drawn before.
func (m *Model) drawPhoto() tea.Cmd {
	n := m.here()
	a := m.known[n]
	if a == nil || len(a.photo.Data) == 0 || a.absent != nil {
		return nil
	}
	cols, rows := m.photoSize()
	key := m.photoKey(n, cols, rows)
	if _, drawn := m.photos.Get(key); drawn || cols < 1 || rows < 1 {
		return nil
	}
	face := a.face
	return func() tea.Msg { return photoDrawn{key: key, lines: picture.Render(face, cols, rows, key.Options)} }
}

// photoSize is the cells of the photo on the screen as it is now.
func (m *Model) photoSize() (cols, rows int) {
	switch {
	case m.large:
		return m.width, max(m.height-largeFoot, 0)
	case m.beside():
		return portraitSize(m.width - m.treeWidth() - 1)
	}
	return portraitSize(m.width)
}

// portrait is a person's picture in so many cells, initials in a frame where
// there is none, or none yet.
func (m *Model) portrait(p person, cols, rows int) []string {
	if lines, drawn := m.photos.Get(m.photoKey(p.node, cols, rows)); drawn {
		return lines
	}
	th := m.env.Theme
	b := th.Glyphs.Border
	return picture.Initials(text.Clean(p.name()), cols, rows, picture.Frame{
		Corners:    [4]string{string(b.TopLeft), string(b.TopRight), string(b.BottomRight), string(b.BottomLeft)},
		Horizontal: string(b.Horizontal), Vertical: string(b.Vertical),
		Border: th.Border.Render, Letters: th.Heading.Render,
	})
}

// absence says in a line why there are initials, nothing when there is just
// no photo.
func (a *about) absence() string {
	switch {
	case a == nil:
	case a.errs[photoPart] != nil:
		return "The photo could not be read: " + a.errs[photoPart].Error()
	case a.absent != nil:
		return "No photo: " + a.absent.Error()
	}
	return ""
}

// largeFoot is the lines under the large photo.
const largeFoot = 2

// showPhoto gives the photo the whole screen.
func (m *Model) showPhoto(int) tea.Cmd {
	p := m.current()
	a := m.known[p.node]
	if !p.some() || a == nil || len(a.photo.Data) == 0 {
		return say("There is no photo here", views.Warning)
	}
	if why := a.absence(); why != "" {
		return say(why, views.Warning)
	}
	m.large = !m.large
	return m.drawPhoto()
}

// largePhoto is the photo with what the service says of it.
func (m *Model) largePhoto() []string {
	th, p := m.env.Theme, m.current()
	cols, rows := m.photoSize()
	lines := append([]string(nil), m.portrait(p, cols, rows)...)
	info := m.known[p.node].photo.Info
	about := fmt.Sprintf("%d x %d pixels, %s, %d bytes", info.Width, info.Height, info.MediaContentType, len(m.known[p.node].photo.Data))
	return append(lines, "", " "+th.Strong.Render(text.Clean(p.name()).String())+"  "+th.Muted.Render(text.Clean(about).String())+"  "+th.Key.Render("esc")+th.KeyText.Render(" back"))
}
