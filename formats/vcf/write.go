package vcf

import (
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-vcard"

	"daybook/model"
)

// Version is a version of the format that can be written.
type Version string

// Version3 is what most programs read; Version4 is the current one.
const (
	Version3 Version = "3.0"
	Version4 Version = "4.0"
)

// Write writes cards, one after the other.
func Write(w io.Writer, version Version, cards ...Card) error {
	if version != Version3 && version != Version4 {
		return fmt.Errorf("write cards: version %q cannot be written, %s and %s can", version, Version3, Version4)
	}
	for i := range cards {
		b := writer{version: version}
		b.card(&cards[i])
		if _, err := io.WriteString(w, b.out.String()); err != nil {
			return fmt.Errorf("write card %d: %w", i+1, err)
		}
	}
	return nil
}

// writer writes one card.
type writer struct {
	version Version
	out     strings.Builder
	heads   []line // how lines of the fields were written
	mobile  bool   // a number is written as the mobile one
}

func (w *writer) card(card *Card) {
	c := &card.Contact
	w.heads, w.mobile = heads(c), c.MobilePhone != ""
	w.line("BEGIN", "VCARD")
	w.line("VERSION", string(w.version))
	w.text("FN", c.DisplayName)
	altName := w.name(c)
	w.text("NICKNAME", c.NickName)
	if c.CompanyName+c.Department != "" {
		w.line("ORG", structured(c.CompanyName, c.Department))
	}
	w.addresses(c.EmailAddresses)
	w.text("TEL", c.MobilePhone, "TYPE", "cell")
	w.texts("TEL", c.BusinessPhones, "TYPE", "work")
	w.texts("TEL", c.HomePhones, "TYPE", "home")
	w.address(c.BusinessAddress, "TYPE", "work")
	w.address(c.HomeAddress, "TYPE", "home")
	w.address(c.OtherAddress)
	if c.Birthday != nil {
		w.line("BDAY", c.Birthday.UTC().Format("2006-01-02"))
	}
	if len(c.Categories) > 0 {
		escaped := make([]string, len(c.Categories))
		for i, name := range c.Categories {
			escaped[i] = escape(name)
		}
		w.line("CATEGORIES", strings.Join(escaped, ","))
	}
	w.texts("IMPP", c.ImAddresses)
	w.texts("RELATED", c.Children, "TYPE", "child", "VALUE", "text")
	for _, name := range []string{"TITLE", "ROLE", "URL", "NOTE", "X-EVOLUTION-FILE-AS", "X-EVOLUTION-MANAGER",
		"X-EVOLUTION-ASSISTANT", "X-EVOLUTION-SPOUSE", "X-EVOLUTION-OFFICE", "X-INITIALS"} {
		w.text(name, *plain(c, name))
	}
	if len(card.Folder) > 0 {
		w.line(folderProperty, structured(slices.Clone(card.Folder)...))
	}
	w.photo(card)
	for _, l := range extraLines(c) {
		day, isDay := yearless(l.field)
		switch {
		case l.name == "BEGIN", l.name == "END", l.name == "VERSION":
		case l.name == "N" && (altName == "" || l.field.Params.Get("ALTID") != altName): // a card has one name
		case l.name == "BDAY" && c.Birthday != nil: // one was given since
		case l.name == "BDAY" && isDay:
			w.birthday(day)
		default:
			w.fold(l.String())
		}
	}
	w.line("END", "VCARD")
}

// name writes N, and returns the ALTID that others that say the same have with
// it (RFC 6350, 5.4), empty when there are none.
func (w *writer) name(c *model.Contact) (altID string) {
	l := line{"N", &vcard.Field{Value: structured(c.Surname, c.GivenName, c.MiddleName, c.Title, c.Generation), Params: vcard.Params{}}}
	if !w.headOf(l) {
		for _, other := range extraLines(c) {
			if id := other.field.Params.Get("ALTID"); other.name == "N" && id != "" {
				l.field.Params["ALTID"] = []string{id}
				break
			}
		}
	}
	w.fold(l.String())
	return l.field.Params.Get("ALTID")
}

// line writes a property whose value is escaped already.
func (w *writer) line(name, value string, params ...string) {
	l := line{name: name, field: &vcard.Field{Value: value, Params: vcard.Params{}}}
	for i := 0; i+1 < len(params); i += 2 {
		l.field.Params.Add(params[i], params[i+1])
	}
	w.headOf(l)
	w.fold(l.String())
}

// text writes a text, or nothing when it is empty.
func (w *writer) text(name, s string, params ...string) {
	if s != "" {
		w.line(name, escape(s), params...)
	}
}

func (w *writer) texts(name string, list []string, params ...string) {
	for _, s := range list {
		w.text(name, s, params...)
	}
}

func (w *writer) address(a *model.PhysicalAddress, params ...string) {
	if a != nil && *a != (model.PhysicalAddress{}) {
		w.line("ADR", structured("", "", a.Street, a.City, a.State, a.PostalCode, a.CountryOrRegion), params...)
	}
}

func structured(parts ...string) string {
	for i := range parts {
		parts[i] = escape(parts[i])
	}
	return strings.Join(parts, ";")
}

func (w *writer) photo(card *Card) {
	if len(card.Photo) == 0 {
		return
	}
	data := base64.StdEncoding.EncodeToString(card.Photo)
	mediaType := imageType(card.Photo, card.PhotoType)
	if w.version == Version4 {
		w.line("PHOTO", "data:"+mediaType+";base64,"+data)
		return
	}
	w.line("PHOTO", data, "ENCODING", "b", "TYPE", strings.ToUpper(strings.TrimPrefix(mediaType, "image/")))
}

// fold writes a line in pieces of at most 75 bytes, cut between characters
// (RFC 6350, section 3.2).
func (w *writer) fold(s string) {
	s = strings.ToValidUTF8(s, "\ufffd")
	room := 75
	for len(s) > room {
		n := room
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		w.out.WriteString(s[:n] + "\r\n ")
		s = s[n:]
		room = 74 // the blank counts
	}
	w.out.WriteString(s + "\r\n")
}
