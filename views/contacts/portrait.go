package contacts

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/photofile"
	"daybook/widget/dialog"
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
	done := views.Done(&m.work, func(lines []string, _ error) tea.Cmd {
		m.photos.Put(key, lines)
		return nil
	})
	return func() tea.Msg { return done(picture.Render(face, cols, rows, key.Options), nil) }
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
	name := p.name()
	if p.user != nil && p.user.UserType == model.UserResource { // its size, behind a comma, is no first name
		name, _, _ = strings.Cut(name, ",")
	}
	return picture.Initials(text.Clean(name), cols, rows, picture.Framed(m.env.Theme))
}

// absence says in a line why there are initials, nothing when there is just
// no photo.
func (a *about) absence() string {
	switch {
	case a == nil:
	case a.errs[photoPart] != nil:
		if says, missing := views.Missing(views.Env{}, a.errs[photoPart]); missing {
			return says.String()
		}
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

// hasPhoto says that the contact of the cursor has a photo.
func (m *Model) hasPhoto() bool {
	p := m.current()
	a := m.known[p.node]
	return p.contact != nil && a != nil && len(a.photo.Data) > 0
}

// photoless says why the photo of whom the cursor is on cannot be changed.
func (m *Model) photoless() (why string) {
	p := m.current()
	a := m.known[p.node]
	switch {
	case p.user != nil:
		return "The directory is read only; n makes a contact of " + p.name()
	case p.contact == nil:
		return "Choose a contact first"
	case a == nil || !a.read[photoPart]:
		return "The photo there is now is not read yet"
	case a.errs[photoPart] != nil:
		return a.absence()
	}
	return ""
}

// choosePhoto asks for a file.
func (m *Model) choosePhoto(int) tea.Cmd {
	if why := m.photoless(); why != "" {
		return say(why, views.Warning)
	}
	id := m.current().contact.ID
	return m.ask(dialog.Question{Title: text.Literal(photofile.Prompt), Placeholder: text.Literal("~/portrait.jpg"), Complete: m.findPaths,
		Answer: func(path string) (tea.Cmd, error) { return m.readFile(m.took, id, path), dialog.ErrLater }})
}

// onPhotoRead makes a file the photo of a contact, unless the question for it
// was left meanwhile.
func (m *Model) onPhotoRead(asked *filling, contact string, photo Photo, err error) tea.Cmd {
	if !m.dialog.Settle(asked.box, err) {
		return nil
	}
	return m.taking(asked, func() tea.Cmd {
		return m.changePhoto(contactNode(m.edits.Now(contact)), photo, "Set the photo of ", "Set the photo")
	})
}

func (m *Model) removePhoto(int) tea.Cmd {
	if why := m.photoless(); why != "" {
		return say(why, views.Warning)
	}
	return m.changePhoto(m.here(), Photo{}, "Took away the photo of ", "Take it away")
}

// changePhoto sets the photo of a contact. Where the files are too large for
// the undo log it is asked first, and held.
func (m *Model) changePhoto(n node, is Photo, label, verb string) tea.Cmd {
	p, a := m.person(n), m.known[n]
	if p.contact == nil || a == nil || !a.read[photoPart] {
		return say("No photo was set: the contact is not what it was; choose it again", views.Warning)
	}
	was := a.photo
	c := change{ID: p.contact.ID, PhotoWas: &was, PhotoIs: &is, form: m.took}
	if label += p.name(); len(was.Data)+len(is.Data) <= photofile.Undoable {
		return m.edits.Do(label, c)
	}
	return m.edits.Ask(photofile.TooLarge(verb), func() tea.Cmd { return m.edits.Hold(photofile.Held(label), c) })
}

// photoHeld is the photo that a contact is about to have.
func (m *Model) photoHeld(n node) (Photo, bool) {
	for c := range m.edits.Held() {
		if c.ofPhoto() && c.node() == n {
			return *c.PhotoIs, true
		}
	}
	return Photo{}, false
}

// showPhotos has the card of the cursor show the photo that it will have;
// others are read when they are gone to.
func (m *Model) showPhotos(changes []change) tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range changes {
		switch n := c.node(); {
		case !c.ofPhoto():
		case n == m.here() && m.known[n] != nil:
			cmds = append(cmds, m.decode(n, *c.PhotoIs))
		default:
			m.forgetPhoto(n)
		}
	}
	return tea.Batch(cmds...)
}

// forgetPhoto has a photo read again when its card is shown; what is known of
// it stays until then.
func (m *Model) forgetPhoto(n node) {
	if a := m.known[n]; a != nil {
		a.read[photoPart] = false
	}
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
