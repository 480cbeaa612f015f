package account

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/photofile"
	"daybook/widget/dialog"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// The cells of the photo, as high as wide to the eye; where there is less room
// it is smaller, or none.
const (
	photoWidth, photoHeight = 24, 12
	smallWidth, smallHeight = 14, 7
	widePhoto               = 62
	largeFoot               = 2 // lines under the large photo
)

// portraitSize is the cells of the photo in a section of that width.
func portraitSize(width int) (cols, rows int) {
	switch {
	case width < smallWidth+20:
		return 0, 0
	case width < widePhoto:
		return smallWidth, smallHeight
	}
	return photoWidth, photoHeight
}

// photoSize is the cells of the photo on the screen as it is now.
func (m *Model) photoSize() (cols, rows int) {
	if m.large {
		return m.width, max(m.height-largeFoot, 0)
	}
	return portraitSize(m.bodyWidth())
}

func (m *Model) photoKey(cols, rows int) picture.Key {
	return picture.Key{ID: fmt.Sprint(m.version), Cols: cols, Rows: rows, Options: picture.Suited(m.env.Theme)}
}

// portrait is the photo in so many cells, initials in a frame where there is
// none, or none yet.
func (m *Model) portrait(cols, rows int) []string {
	if lines, drawn := m.photos.Get(m.photoKey(cols, rows)); drawn && len(lines) > 0 {
		return lines
	}
	return picture.Initials(text.Clean(m.book.me.DisplayName), cols, rows, picture.Framed(m.env.Theme))
}

// photoWords is what the service says of the photo.
func (m *Model) photoWords() string {
	p := m.book.photo
	switch {
	case m.errs[photoPart] != nil:
		if says, missing := views.Missing(m.env, m.errs[photoPart]); missing {
			return says.String()
		}
		return "could not be read: " + m.errs[photoPart].Error()
	case len(p.Data) == 0:
		return "none; p chooses one"
	case m.absent != nil:
		return "cannot be drawn: " + m.absent.Error()
	}
	return joined(fmt.Sprintf("%d x %d pixels", p.Info.Width, p.Info.Height), p.Info.MediaContentType, size(len(p.Data))).String()
}

func size(bytes int) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 1000*1000:
		return fmt.Sprintf("%d kB", bytes/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// showPhoto gives the photo the whole screen.
func (m *Model) showPhoto(int) tea.Cmd {
	if len(m.book.photo.Data) == 0 || m.absent != nil {
		return say("There is no photo to show; p chooses one", views.Warning)
	}
	m.large = !m.large
	return m.drawPhoto()
}

// largePhoto is the photo with what the service says of it.
func (m *Model) largePhoto() []string {
	th := m.env.Theme
	cols, rows := m.photoSize()
	lines := append([]string(nil), m.portrait(cols, rows)...)
	return append(lines, "", " "+th.Strong.Render(text.Clean(m.book.me.DisplayName).String())+"  "+th.Muted.Render(text.Clean(m.photoWords()).String())+
		"  "+th.Key.Render("esc")+th.KeyText.Render(" back"))
}

// choosePhoto asks for a file.
func (m *Model) choosePhoto(int) tea.Cmd {
	if !m.read[photoPart] {
		return say("The photo there is now is not read yet; r reads it", views.Warning)
	}
	return m.ask(dialog.Question{Title: text.Literal(photofile.Prompt), Placeholder: text.Literal("~/portrait.jpg"), Complete: m.complete},
		func(asked *filling, path string) (tea.Cmd, error) { return m.readFile(asked, path), dialog.ErrLater })
}

// onPhotoRead makes a file the photo, unless the question for it was left
// meanwhile.
func (m *Model) onPhotoRead(asked *filling, photo Photo, err error) tea.Cmd {
	if !m.dialog.Settle(asked.box, err) {
		return nil
	}
	return m.taking(asked, func() tea.Cmd { return m.changePhoto(photo, "Set your photo", "Set the photo") })
}

func (m *Model) removePhoto(int) tea.Cmd {
	return m.changePhoto(Photo{Info: model.ProfilePhoto{}}, "Took your photo away", "Take it away")
}

// changePhoto sets the photo. Where the files are too large for the undo log
// it is asked first, and held.
func (m *Model) changePhoto(is Photo, label, verb string) tea.Cmd {
	was := m.book.photo
	c := change{PhotoWas: &was, PhotoIs: &is}
	if len(was.Data)+len(is.Data) <= photofile.Undoable {
		return m.do(label, c)
	}
	return m.edits.Ask(photofile.TooLarge(verb), func() tea.Cmd { return m.edits.Hold(photofile.Held(label), c) })
}
