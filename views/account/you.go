package account

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/photofile"
	"daybook/views/portrait"
	"daybook/widget/dialog"
	"daybook/widget/picture"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// you is the section of who the person is.
type you struct {
	base
	me       *part[model.User]
	standing *part[Standing]
	photo    *part[Photo]

	drawn   *portrait.Gallery
	version int   // of the photo, so that a new one is drawn
	absent  error // why the photo cannot be drawn
	large   bool  // the photo has the whole screen
}

// photosKept bounds the drawn photos in memory, in bytes.
const photosKept = 1 << 20

func newYou(h *host) *you {
	y := &you{base: base{host: h}, drawn: portrait.New(&h.env, &h.work, photosKept)}
	y.me = newPart(h, func(ctx context.Context, s Service) (model.User, error) { return s.Me(ctx) }, nil)
	y.standing = newPart(h, func(ctx context.Context, s Service) (Standing, error) { return s.Standing(ctx) }, nil)
	y.photo = newPart(h, func(ctx context.Context, s Service) (Photo, error) { return s.Photo(ctx) }, y.onPhoto)
	y.is = facts{id: "you", name: "You", parts: []reader{y.me, y.standing, y.photo}, hints: []string{"copy", "photo", "set-photo"}}
	return y
}

// onPhoto shows the photo that was read, or the one that is to be.
func (y *you) onPhoto() tea.Cmd {
	is := y.photo.value
	for c := range y.edits.Held() {
		if c.PhotoIs != nil {
			is = *c.PhotoIs
		}
	}
	y.setPhoto(is)
	return y.drawPhoto()
}

// brief implements section.
func (y *you) brief() text.Text {
	if y.frame.Beside() {
		return text.Text{}
	}
	return views.Joined(y.me.value.DisplayName, y.me.value.JobTitle)
}

// rows are the photo with the name beside it, then the fields, then the
// people above and below, who can have the cursor.
func (y *you) rows(width int) []row {
	rows := y.head(width)
	u := y.me.value
	put := func(label string, words ...string) {
		if t := views.Joined(words...); !t.Empty() {
			r := y.field("", label, t, width)
			rows = append(rows, r)
		}
	}
	rows = append(rows, plain(""))
	for _, own := range y.own() {
		rows = append(rows, y.field(own.key, own.label, text.Clean(own.value), width))
	}
	if !strings.EqualFold(u.UserPrincipalName, u.Mail) {
		put("Sign-in name", u.UserPrincipalName)
	}
	put("Mobile", u.MobilePhone)
	put("Work phones", u.BusinessPhones...)
	put("Address", u.StreetAddress, strings.TrimSpace(u.PostalCode+" "+u.City), u.State, u.Country)
	put("Speaks", u.PreferredLanguage)
	put("Photo", y.photoWords())
	if up := y.standing.value.Manager; up != nil {
		rows = append(rows, y.heading("Manager", width)...)
		rows = append(rows, y.personRow(*up, width))
	}
	if below := y.standing.value.Reports; len(below) > 0 {
		rows = append(rows, y.heading(views.Count(len(below), "report", "reports"), width)...)
		for _, u := range below {
			rows = append(rows, y.personRow(u, width))
		}
	}
	return rows
}

// ownField is a fact of the person that can be copied.
type ownField struct{ key, label, value string }

// own are the name and the address, as far as they are known.
func (y *you) own() []ownField {
	var out []ownField
	for _, f := range []ownField{{"name", "Name", y.me.value.DisplayName}, {"address", "Mail address", addressOf(y.me.value)}} {
		if f.value != "" {
			out = append(out, f)
		}
	}
	return out
}

// copied implements copier: the name, or somebody's address.
func (y *you) copied() string {
	key := y.keyIn(y)
	for _, f := range y.own() {
		if f.key == key {
			return f.value
		}
	}
	if address, ok := strings.CutPrefix(key, "person "); ok {
		return address
	}
	return addressOf(y.me.value)
}

// head is the photo and what is most wanted beside it.
func (y *you) head(width int) []row {
	cols, rows := portrait.Size(width)
	var photo []string
	if cols > 0 {
		photo = y.portrait(cols, rows)
	}
	lines := append([]string{""}, portrait.Beside(photo, cols, rows, y.besidePhoto(max(width-cols-7, 1)))...)
	return []row{{height: len(lines), draw: func(theme.RowState) []string { return lines }}}
}

func (y *you) besidePhoto(width int) []string {
	th, u := y.env.Theme, y.me.value
	var out []string
	put := func(style theme.Style, words ...string) {
		t := views.Joined(words...)
		if t.Empty() {
			return
		}
		for _, l := range t.Wrap(width) {
			out = append(out, style.Render(l.Truncate(width, y.ellipsis()).String()))
		}
	}
	put(th.Heading, u.DisplayName)
	put(th.Text, u.JobTitle)
	put(th.Muted, u.Department)
	put(th.Muted, u.OfficeLocation)
	out = append(out, "")
	put(th.Accent, u.Mail)
	return out
}

// personKey is the row of a person, by address.
func personKey(u model.User) string { return "person " + addressOf(u) }

func addressOf(u model.User) string {
	if u.Mail != "" {
		return u.Mail
	}
	return u.UserPrincipalName
}

func (y *you) personRow(u model.User, width int) row {
	return row{key: personKey(u), height: 1, draw: y.columns(width, func(st *theme.Styles) [][]paint.Column {
		return [][]paint.Column{{{Text: text.Glyph(y.env.Theme.Glyphs.Person), Style: st.Accent}, {Text: text.Clean(u.DisplayName), Style: st.Text, Gap: 1},
			{Text: text.Clean(u.JobTitle), Style: st.Muted, Gap: 2, Least: 6, Order: 1}, {Fill: true}}}
	})}
}

// open implements opener: it shows the person of the cursor among the people.
func (y *you) open() tea.Cmd {
	address, ok := strings.CutPrefix(y.keyIn(y), "person ")
	if !ok && y.keyIn(y) != "" {
		return views.Notice(views.Info, "y copies it; the name and address themselves are the mailbox's. Signatures has how you write")
	}
	if !ok || address == "" {
		return views.Notice(views.Warning, "There is nobody here to open")
	}
	return views.Send(views.Open{Screen: views.People, Item: views.ShowPerson{Address: address}})
}

// photoSize is the cells of the photo on the screen as it is now.
func (y *you) photoSize() (cols, rows int) {
	if y.large {
		return portrait.LargeSize(y.frame.Size())
	}
	return portrait.Size(y.frame.RightWidth())
}

// photoID says which photo it is.
func (y *you) photoID() string { return fmt.Sprint(y.version) }

// portrait is the photo in so many cells, or initials.
func (y *you) portrait(cols, rows int) []string {
	return y.drawn.Of(y.photoID(), text.Clean(y.me.value.DisplayName), cols, rows)
}

// photoWords is what the service says of the photo.
func (y *you) photoWords() string {
	p := y.photo.value
	switch {
	case y.photo.err != nil:
		if says, missing := views.Missing(y.env, y.photo.err); missing {
			return says.String()
		}
		return "could not be read: " + y.photo.err.Error()
	case len(p.Data) == 0:
		return "none; p chooses one"
	case y.absent != nil:
		return "cannot be drawn: " + y.absent.Error()
	}
	return views.Joined(fmt.Sprintf("%d x %d pixels", p.Info.Width, p.Info.Height), p.Info.MediaContentType, views.Size(len(p.Data))).String()
}

// showPhoto gives the photo the whole screen.
func (y *you) showPhoto(int) tea.Cmd {
	if len(y.photo.value.Data) == 0 || y.absent != nil {
		return views.Notice(views.Warning, "There is no photo to show; p chooses one")
	}
	y.large = !y.large
	return y.drawPhoto()
}

// drawPhoto draws what the screen shows now.
func (y *you) drawPhoto() tea.Cmd {
	data := y.photo.value.Data
	if len(data) == 0 || y.absent != nil {
		return nil
	}
	cols, rows := y.photoSize()
	return y.drawn.Draw(y.photoID(), cols, rows, func() (picture.Picture, error) { return picture.Decode(data, picture.Limits{}) },
		func(err error) tea.Cmd {
			y.absent = err
			return nil
		})
}

// largePhoto is the photo with what the service says of it.
func (y *you) largePhoto() []string {
	th := y.env.Theme
	return portrait.Large(y.portrait(y.photoSize()), th.Strong.Render(text.Clean(y.me.value.DisplayName).String())+"  "+th.Muted.Render(text.Clean(y.photoWords()).String())+
		"  "+th.Key.Render("esc")+th.KeyText.Render(" back"))
}

// choosePhoto asks for a file.
func (y *you) choosePhoto(int) tea.Cmd {
	if !y.photo.read {
		return views.Notice(views.Warning, "The photo there is now is not read yet; r reads it")
	}
	return photofile.Ask(&y.dialog, &y.work, y.env.Theme, y.options.Files, func(box dialog.Box, p Photo) tea.Cmd {
		return y.changePhoto(box, p, "Set your photo", "Set the photo")
	})
}

func (y *you) removePhoto(int) tea.Cmd {
	return y.changePhoto(nil, Photo{}, "Took your photo away", "Take it away")
}

func (y *you) changePhoto(box dialog.Box, is Photo, label, verb string) tea.Cmd {
	was := y.photo.value
	return photofile.Change(y.edits, label, verb, was, is, change{PhotoWas: &was, PhotoIs: &is, box: box})
}

// hasPhoto says that there is a photo.
func (y *you) hasPhoto() bool { return len(y.photo.value.Data) > 0 }

// enlarged says that the photo has the whole screen.
func (y *you) enlarged() bool { return y.large && y.hasPhoto() }

// setPhoto shows another photo.
func (y *you) setPhoto(p Photo) {
	y.photo.value = p
	y.version++
	y.absent = nil
}
