package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/identity"
	"daybook/widget/form"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// signatures is the section of who the person writes as: addresses, each with a
// name and a signature. They are kept on this machine.
type signatures struct {
	base
	book *identity.Book
	list *part[[]identity.Identity]
}

func newSignatures(h *host) *signatures {
	s := &signatures{base: base{host: h}, book: h.options.Identities}
	if s.book == nil {
		s.book = identity.New(identity.Identity{Name: h.options.Me.Name, Address: h.options.Me.Address})
	}
	state := h.env.State
	s.list = newPart(h, func(context.Context, Service) ([]identity.Identity, error) { return identity.Read(state) }, func() tea.Cmd {
		if s.list.value != nil {
			s.book.Set(s.list.value)
		}
		return nil
	})
	s.is = facts{id: "signatures", name: "Signatures", parts: []reader{s.list}, hints: []string{"new", "edit", "delete", "copy"},
		about: "Who you write as, with the signature below. New letters are from the first; alt+s in a letter changes it. Kept on this machine."}
	return s
}

// brief implements section.
func (s *signatures) brief() text.Text {
	all := s.book.All()
	if s.frame.Beside() {
		return counted(len(all))
	}
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = one.Address
	}
	return views.Joined(names...)
}

// identityKey is the row of an identity.
func identityKey(i identity.Identity) string { return strings.ToLower(i.Address) + " " + i.Name }

// signatureLines is how many lines of a signature are shown in the list.
const signatureLines = 4

// rows implements section.
func (s *signatures) rows(width int) []row {
	var rows []row
	for n, one := range s.book.All() {
		if n > 0 {
			rows = append(rows, plain(""))
		}
		rows = append(rows, s.row(one, n == 0, width))
	}
	return rows
}

func (s *signatures) row(one identity.Identity, first bool, width int) row {
	body := text.CleanBlock(strings.TrimRight(one.Signature, "\n")).Lines()
	if len(body) > signatureLines {
		body = append(body[:signatureLines-1:signatureLines-1], s.ellipsis())
	}
	if one.Signature == "" {
		body = []text.Text{text.Literal("no signature")}
	}
	return row{key: identityKey(one), height: 1 + len(body), draw: s.columns(width, func(st *theme.Styles) [][]paint.Column {
		who := []paint.Column{{Text: text.Clean(one.Address), Style: st.Text, Gap: 1}}
		if one.Name != "" {
			who = []paint.Column{{Text: text.Clean(one.Name), Style: st.Strong, Gap: 1}, {Text: text.Clean(one.Address), Style: st.Muted, Gap: 2, Least: 8}}
		}
		head := append([]paint.Column{{Text: text.Glyph(s.env.Theme.Glyphs.Person), Style: st.Accent}}, who...)
		if first {
			head = append(head, paint.Column{Text: text.Literal("new letters"), Style: st.Faint, Gap: 2, Least: 3, Order: 1})
		}
		lines := [][]paint.Column{append(head, paint.Column{Fill: true})}
		for _, l := range body {
			lines = append(lines, []paint.Column{{Width: 1}, {Text: l, Style: st.Muted, Gap: 1, Fill: true}})
		}
		return lines
	})}
}

// at is which identity the cursor is on, -1 for none.
func (s *signatures) at() int {
	key := s.keyIn(s)
	return slices.IndexFunc(s.book.All(), func(i identity.Identity) bool { return identityKey(i) == key })
}

// add implements adder.
func (s *signatures) add() tea.Cmd {
	if len(s.book.All()) >= identity.Most {
		return views.Notice(views.Warning, "There are ", identity.Most, " already, which is the most")
	}
	return s.fill(-1)
}

// edit implements editor.
func (s *signatures) edit() tea.Cmd {
	if at := s.at(); at >= 0 {
		return s.fill(at)
	}
	return nil
}

// remove implements remover.
func (s *signatures) remove() tea.Cmd {
	at, all := s.at(), s.book.All()
	if at < 0 {
		return nil
	}
	own := 0
	for _, one := range all {
		if s.book.IsOwn(one.Address) {
			own++
		}
	}
	if s.book.IsOwn(all[at].Address) && own == 1 {
		return views.Notice(views.Warning, "Your own address stays; e changes its name and signature")
	}
	return s.change(nil, slices.Delete(slices.Clone(all), at, at+1), "Removed "+all[at].Address+" from your signatures")
}

// copied implements copier: the address.
func (s *signatures) copied() string {
	if at := s.at(); at >= 0 {
		return s.book.All()[at].Address
	}
	return ""
}

// change has other identities, in a step that undo takes back.
func (s *signatures) change(d *filling, is []identity.Identity, label string) tea.Cmd {
	c := change{IdentitiesWas: slices.Clone(s.book.All()), IdentitiesIs: is}
	if d == nil {
		return s.do(nil, label, c)
	}
	return s.do(d.box, label, c)
}

// fill opens the form on an identity, or on a new one where at is -1.
func (s *signatures) fill(at int) tea.Cmd {
	th, all := s.env.Theme, s.book.All()
	title, was := "New signature", identity.Identity{Address: s.book.Own().Address}
	if at >= 0 {
		title, was = "Signature", all[at]
	}
	signature := form.NewArea(th, text.CleanBlock(was.Signature).String(), areaRows)
	written := signature.Value()
	var d *filling
	result := func() identity.Identity {
		is := identity.Identity{Name: strings.TrimSpace(d.form.Value("name")), Address: strings.TrimSpace(d.form.Value("address")), Signature: was.Signature}
		if v := signature.Value(); v != written {
			is.Signature = strings.TrimRight(v, "\n ")
		}
		return is
	}
	d = s.newForm(title, []form.Field{
		{Key: "name", Label: text.Literal("Name"), Control: form.NewText(th, was.Name, text.Literal("as others see it")), Check: func(v string) (text.Text, error) {
			if len(v) > identity.MostName {
				return text.Text{}, fmt.Errorf("is longer than %d bytes", identity.MostName)
			}
			return text.Text{}, nil
		}},
		{Key: "address", Label: text.Literal("Address"), Control: form.NewText(th, was.Address, text.Literal("ann@example.org")), Check: func(v string) (text.Text, error) {
			if err := identity.Check(identity.Identity{Address: strings.TrimSpace(v)}); err != nil {
				return text.Text{}, err
			}
			if !s.book.IsOwn(strings.TrimSpace(v)) {
				return text.Literal("goes out if your mailbox may send as this address"), nil
			}
			return text.Text{}, nil
		}},
		{Key: "signature", Label: text.Literal("Signature"), Control: signature, Check: func(v string) (text.Text, error) {
			if len(v) > identity.MostSignature {
				return text.Text{}, fmt.Errorf("is longer than %d bytes", identity.MostSignature)
			}
			return text.Text{}, nil
		}},
		{Key: "first", Label: text.Literal("New letters"), Control: form.NewToggle(th, at == 0, text.Literal("are from this one"))},
	})
	d.refuse = func() (string, error) {
		is := result()
		if i := identity.Find(all, is); i >= 0 && i != at {
			return "name", errors.New("this name and address are there already")
		}
		return "", identity.Check(is)
	}
	d.save = func() tea.Cmd {
		is, list, first := result(), slices.Clone(all), d.form.Value("first") == "true"
		if at >= 0 {
			list = slices.Delete(list, at, at+1)
		}
		place := max(at, 0)
		switch {
		case first:
			place = 0
		case at < 0:
			place = len(list)
		case at == 0 && len(list) > 0:
			place = 1
		}
		list = slices.Insert(list, place, is)
		if slices.Equal(list, all) {
			return nil
		}
		s.goTo(identityKey(is))
		return s.change(d, list, "Changed the signature of "+is.Address)
	}
	if d.kept = (&formOf{Section: s.is.id}); at >= 0 {
		d.kept.Signature = &was
	}
	d.begin("name")
	return nil
}

// reopen implements keeper. A signature that is no longer there is a new one.
func (s *signatures) reopen(of formOf) tea.Cmd {
	if of.Signature == nil {
		return s.fill(-1)
	}
	return s.fill(identity.Find(s.book.All(), *of.Signature))
}
