package contacts

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/portrait"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// card is what stands beside the tree: whom the cursor is on, with what was
// read of them, or what a folder holds.
type card struct {
	env     *views.Env
	work    *views.Work
	service Service
	edits   *edit.Edits[change]
	people  *people
	tree    *listing
	further func(*model.Contact) [][2]string // nil for nothing

	known  map[node]*about // what was read, by row
	asking [parts]views.Request
	photos *portrait.Gallery
	large  bool // the photo has the whole screen
}

// photosKept bounds the drawn photos in memory, in bytes.
const photosKept = 4 << 20

// about is what was read of whom the cursor is on, nil for nothing yet.
func (c *card) about() *about { return c.known[c.tree.here()] }

func (c *card) now() time.Time { return c.env.Now().In(c.env.Zone()) }

// forget has all that was read be read anew.
func (c *card) forget() { c.known = map[node]*about{} }

// Has implements browser.Detail.
func (c *card) Has() bool { return c.tree.current().some() }

// Rested implements browser.Detail: it reads what is not known of whom the
// cursor has rested on.
func (c *card) Rested() tea.Cmd {
	p := c.tree.current()
	switch {
	case c.complete(p):
		return c.drawPhoto()
	case p.some():
		return c.readParts(p)
	}
	return nil
}

// part is what a card reads by itself.
type part int

const (
	photoPart part = iota
	standingPart
	togetherPart
	mailsPart
	customPart
	parts
)

// about is what was read for a card.
type about struct {
	photo    Photo
	face     picture.Picture // decoded; absent says why there is none
	absent   error
	standing Standing
	together []model.Event
	mails    []model.Message
	custom   []string // the names of a contact's extensions
	whole    model.Contact
	further  [][2]string // what the card says beside the contact's fields
	read     [parts]bool
	errs     [parts]error
}

// How much of what is shared with a person a card shows, and how far ahead
// it looks.
const (
	eventsShown = 4
	mailsShown  = 5
	lookAhead   = 60 * 24 * time.Hour
)

// readings is how each part of a card is read, and of whom.
var readings = []struct {
	part  part
	needs func(person) bool
	read  func(context.Context, Service, person, time.Time, *about) error
}{
	{photoPart, person.some, func(ctx context.Context, s Service, p person, _ time.Time, a *about) error {
		whose := Whose{}
		if p.contact != nil {
			whose.Contact = p.contact.ID
		} else {
			whose.User = p.user.ID
		}
		photo, err := s.Photo(ctx, whose)
		a.setPhoto(photo)
		return err
	}},
	{standingPart, func(p person) bool { return p.listed != nil }, func(ctx context.Context, s Service, p person, _ time.Time, a *about) (err error) {
		a.standing, err = s.Standing(ctx, p.listed.ID)
		return err
	}},
	{togetherPart, hasAddress, func(ctx context.Context, s Service, p person, now time.Time, a *about) (err error) {
		a.together, err = s.Together(ctx, p.address(), now, now.Add(lookAhead), eventsShown)
		return err
	}},
	{mailsPart, hasAddress, func(ctx context.Context, s Service, p person, _ time.Time, a *about) (err error) {
		a.mails, err = s.Mails(ctx, p.address(), mailsShown)
		return err
	}},
	{customPart, func(p person) bool { return p.contact != nil }, func(ctx context.Context, s Service, p person, _ time.Time, a *about) error {
		whole, err := s.Contact(ctx, p.contact.ID)
		a.custom, a.whole = extensions.Names(whole.Extensions), whole
		return err
	}},
}

// setPhoto decodes a photo.
func (a *about) setPhoto(photo Photo) {
	if a.photo = photo; len(photo.Data) > 0 {
		a.face, a.absent = picture.Decode(photo.Data, picture.Limits{})
	}
}

func hasAddress(p person) bool { return p.address() != "" }

// complete says that nothing is left to be read for a card.
func (c *card) complete(p person) bool {
	a := c.known[p.node]
	for _, r := range readings {
		if r.needs(p) && (a == nil || !a.read[r.part]) {
			return false
		}
	}
	return true
}

// readParts asks for each part of a card by itself, so that none waits for
// another.
func (c *card) readParts(p person) tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range readings {
		if !r.needs(p) {
			continue
		}
		if photo, held := c.photoHeld(p.node); held && r.part == photoPart {
			cmds = append(cmds, c.decode(p.node, photo))
			continue
		}
		service, now := c.service, c.now()
		cmds = append(cmds, views.Load(c.work, &c.asking[r.part], func(ctx context.Context) (found about, err error) {
			err = r.read(ctx, service, p, now, &found)
			return found, err
		}, func(found about, err error) tea.Cmd { return c.onPart(r.part, p.node, &found, err) }))
	}
	return tea.Batch(cmds...)
}

// decode has a card show a photo that is known already.
func (c *card) decode(n node, photo Photo) tea.Cmd {
	return views.Load(c.work, &c.asking[photoPart], func(context.Context) (found about, _ error) {
		found.setPhoto(photo)
		return found, nil
	}, func(found about, err error) tea.Cmd { return c.onPart(photoPart, n, &found, err) })
}

// cardsKept bounds the cards in memory; photos are the most of them.
const cardsKept = 100

// onPart takes one part of the card of a node; of found only that is set.
func (c *card) onPart(p part, n node, found *about, err error) tea.Cmd {
	a := c.known[n]
	if a == nil {
		if len(c.known) >= cardsKept {
			clear(c.known)
		}
		a = &about{}
		c.known[n] = a
	}
	a.read[p], a.errs[p] = true, err
	if err != nil {
		return nil
	}
	switch p {
	case photoPart:
		a.photo, a.face, a.absent = found.photo, found.face, found.absent
		return c.drawPhoto()
	case standingPart:
		a.standing = found.standing
	case togetherPart:
		a.together = found.together
	case mailsPart:
		a.mails = found.mails
	case customPart:
		a.custom = found.custom
		if c.further != nil {
			a.further = c.further(&found.whole)
		}
	}
	return nil
}

// photoID names the photo of a row, and which it is.
func (c *card) photoID(n node) string {
	etag := ""
	if a := c.known[n]; a != nil {
		etag = a.photo.Info.MediaETag
	}
	return string(n) + " " + etag
}

// drawPhoto draws what the screen shows now.
func (c *card) drawPhoto() tea.Cmd {
	n, a := c.tree.here(), c.about()
	if a == nil || len(a.photo.Data) == 0 || a.absent != nil {
		return nil
	}
	cols, rows := c.photoSize()
	return c.photos.Draw(c.photoID(n), cols, rows, portrait.Decoded(a.face), nil)
}

// photoSize is the cells of the photo on the screen as it is now.
func (c *card) photoSize() (cols, rows int) {
	if c.large {
		return portrait.LargeSize(c.tree.Size())
	}
	return portrait.Size(c.tree.RightWidth())
}

// portrait is a person's photo in so many cells, or initials.
func (c *card) portrait(p person, cols, rows int) []string {
	name := p.name()
	if p.user != nil && p.user.UserType == model.UserResource { // its size, behind a comma, is no first name
		name, _, _ = strings.Cut(name, ",")
	}
	return c.photos.Of(c.photoID(p.node), text.Clean(name), cols, rows)
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

// showPhoto gives the photo the whole screen.
func (c *card) showPhoto(int) tea.Cmd {
	p := c.tree.current()
	a := c.known[p.node]
	if !p.some() || a == nil || len(a.photo.Data) == 0 {
		return views.Notice(views.Warning, "There is no photo here")
	}
	if why := a.absence(); why != "" {
		return views.Notice(views.Warning, why)
	}
	c.large = !c.large
	return c.drawPhoto()
}

// hasPhoto says that the contact of the cursor has a photo.
func (c *card) hasPhoto() bool {
	p := c.tree.current()
	a := c.known[p.node]
	return p.contact != nil && a != nil && len(a.photo.Data) > 0
}

// photoless says why the photo of whom the cursor is on cannot be changed.
func (c *card) photoless() (why string) {
	p := c.tree.current()
	a := c.known[p.node]
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

// photoHeld is the photo that a contact is about to have.
func (c *card) photoHeld(n node) (Photo, bool) {
	for held := range c.edits.Held() {
		if held.ofPhoto() && held.node() == n {
			return *held.PhotoIs, true
		}
	}
	return Photo{}, false
}

// showPhotos has the card of the cursor show the photo that it will have;
// others are read when they are gone to.
func (c *card) showPhotos(changes []change) tea.Cmd {
	var cmds []tea.Cmd
	for _, done := range changes {
		switch n := done.node(); {
		case !done.ofPhoto():
		case n == c.tree.here() && c.known[n] != nil:
			cmds = append(cmds, c.decode(n, *done.PhotoIs))
		default:
			c.forgetPhoto(n)
		}
	}
	return tea.Batch(cmds...)
}

// forgetPhoto has a photo read again when its card is shown; what is known of
// it stays until then.
func (c *card) forgetPhoto(n node) {
	if a := c.known[n]; a != nil {
		a.read[photoPart] = false
	}
}

// largePhoto is the photo with what the service says of it.
func (c *card) largePhoto() []string {
	th, p := c.env.Theme, c.tree.current()
	cols, rows := c.photoSize()
	info := c.about().photo.Info
	about := fmt.Sprintf("%d x %d pixels, %s, %d bytes", info.Width, info.Height, info.MediaContentType, len(c.about().photo.Data))
	return portrait.Large(c.portrait(p, cols, rows), th.Strong.Render(text.Clean(p.name()).String())+"  "+th.Muted.Render(text.Clean(about).String())+"  "+th.Key.Render("esc")+th.KeyText.Render(" back"))
}
