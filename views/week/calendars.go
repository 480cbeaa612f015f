package week

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// calendarBoxes are the boxes of the calendars: which are shown, and who may do
// what with them.
type calendarBoxes struct {
	*shared
	reading *reading
	changed func() tea.Cmd                              // other calendars are shown
	save    func() tea.Cmd                              // what is to survive a restart
	do      func(label string, writes ...write) tea.Cmd // as one step

	sharing, completing views.Request
	guests              *form.Tokens // of the box that shares a calendar, the last that was open
}

// choose shows and hides calendars.
func (b *calendarBoxes) choose() tea.Cmd {
	var items []picker.Item
	var marked []string
	for _, c := range b.events.calendars {
		detail := text.Text{}
		switch {
		case c.Person != "":
			detail = text.Literal("a colleague")
		case c.Group != "":
			detail = text.Literal("group")
		case !c.CanEdit:
			detail = text.Literal("read only")
		}
		shape := text.Glyph(c.sign(b.env.Theme) + " ")
		items = append(items, picker.Item{ID: c.Key(), Title: text.Concat(shape, c.name), Detail: detail})
		if !c.hidden {
			marked = append(marked, c.Key())
		}
	}
	how := text.Literal("type to find one")
	if len(b.shareable()) > 0 {
		how = text.Literal("type to find one, alt+s shares one")
	}
	o := picker.Options{Title: text.Literal("Calendars shown"), Enter: "show", Placeholder: how, Multi: true, Marked: marked}
	return b.dialog.Pick(b.env.Theme, items, o, func(chosen picker.Choice) tea.Cmd {
		shown := map[string]bool{}
		for _, id := range chosen.IDs {
			shown[id] = true
		}
		for _, c := range b.events.calendars {
			c.hidden = !shown[c.Key()]
		}
		b.events.version++
		return b.changed()
	})
}

// roleWords are what each role lets somebody see of a calendar, and do to it.
var roleWords = map[string]string{
	model.RoleNone:          "nothing",
	model.RoleFreeBusyRead:  "free or busy only",
	model.RoleLimitedRead:   "titles and places",
	model.RoleRead:          "everything",
	model.RoleWrite:         "everything, and change it",
	model.RoleDelegate:      "all of it, as a delegate",
	model.RoleDelegateOfAll: "as a delegate, also private",
}

// wordsOf are a role in words; one that nobody here knows by its name.
func wordsOf(role string) string { return cmp.Or(roleWords[role], role) }

// shareable are the calendars that the person may share.
func (b *calendarBoxes) shareable() []*calendar {
	var out []*calendar
	for _, c := range b.events.calendars {
		if c.CanShare {
			out = append(out, c)
		}
	}
	return out
}

// pointed is the calendar under the cursor of the list of calendars, if that is
// open and the calendar may be shared.
func (b *calendarBoxes) pointed() *calendar {
	at := dialog.Current(&b.dialog)
	for _, c := range b.shareable() {
		if at != "" && c.Key() == at {
			return c
		}
	}
	return nil
}

// canShare says that there is a calendar to share: of the list, or where no box
// is open.
func (b *calendarBoxes) canShare() bool {
	return b.pointed() != nil || !b.dialog.IsOpen() && len(b.shareable()) > 0
}

// share opens the box of who may do what with a calendar: the one that
// the list is on, or the only one; else it asks which.
func (b *calendarBoxes) share() tea.Cmd {
	if c := b.pointed(); c != nil {
		b.dialog.Close(b.dialog.Top())
		return b.load(c)
	}
	all := b.shareable()
	if len(all) == 1 {
		return b.load(all[0])
	}
	var items []picker.Item
	for _, c := range all {
		shape := text.Glyph(c.sign(b.env.Theme) + " ")
		items = append(items, picker.Item{ID: c.Key(), Title: text.Concat(shape, c.name)})
	}
	o := picker.Options{Title: text.Literal("Share a calendar"), Placeholder: text.Literal("which one?")}
	return b.dialog.Pick(b.env.Theme, items, o,
		func(chosen picker.Choice) tea.Cmd { return b.load(b.events.calendar(chosen.IDs[0])) })
}

func (b *calendarBoxes) load(c *calendar) tea.Cmd {
	service, of := b.service, c.Calendar
	return views.Load(&b.work, &b.sharing, func(ctx context.Context) ([]model.CalendarPermission, error) {
		return service.Shares(ctx, of)
	}, func(all []model.CalendarPermission, err error) tea.Cmd { return b.onShares(c, all, err) })
}

// onShares shows who may do what, unless something else was opened meanwhile.
func (b *calendarBoxes) onShares(c *calendar, all []model.CalendarPermission, err error) tea.Cmd {
	if err != nil {
		if says, missing := views.Missing(b.env, err); missing {
			return views.Notice(views.Info, says)
		}
		return views.Notice(views.Failure, "Could not read who may see the calendar: ", views.Reason(err, noLongerThere))
	}
	if b.dialog.IsOpen() {
		return nil
	}
	items := []picker.Item{{ID: another, Title: text.Literal("Share it with somebody")}}
	for _, p := range all {
		detail := text.Clean(wordsOf(p.Role))
		items = append(items, picker.Item{ID: p.ID, Title: nameOf(p), Detail: detail, Words: who(p).Address})
	}
	o := picker.Options{Title: text.Of("Who sees \u201c", c.name, "\u201d"), Placeholder: text.Literal("enter changes what they see"),
		New: func(typed string) text.Text { return text.Of("Share it with \u201c", typed, "\u201d") }}
	return b.dialog.Pick(b.env.Theme, items, o, func(chosen picker.Choice) tea.Cmd {
		if chosen.New {
			return b.askGuests(c, all, chosen.Query)
		}
		for _, p := range all {
			if p.ID == chosen.IDs[0] {
				return b.chooseRole(c, p)
			}
		}
		return b.askGuests(c, all, "")
	})
}

// who a permission is of; without an address everybody of a name.
func who(p model.CalendarPermission) model.EmailAddress {
	if p.EmailAddress == nil {
		return model.EmailAddress{}
	}
	return *p.EmailAddress
}

func nameOf(p model.CalendarPermission) text.Text {
	a := who(p)
	if a.Address == "" && (a.Name == model.MyOrganization || a.Name == "") {
		return text.Literal("Everybody in the organization")
	}
	if shown := text.Address(a.Name, a.Address); !shown.Name.Empty() {
		return shown.Name
	}
	return text.Clean(cmp.Or(a.Address, a.Name))
}

// another is the item that shares a calendar with one more, noLonger the one
// that shares it with somebody no longer.
const another, noLonger = "+", "-"

// chooseRole changes what somebody may do.
func (b *calendarBoxes) chooseRole(c *calendar, p model.CalendarPermission) tea.Cmd {
	roles := p.AllowedRoles
	if len(roles) == 0 {
		roles = model.CalendarRoles(!p.IsRemovable, false)
	}
	var items []picker.Item
	for _, role := range roles {
		if p.IsRemovable && role == model.RoleNone {
			continue // that is to share it with them no longer
		}
		it := picker.Item{ID: role, Title: text.Clean(wordsOf(role))}
		if role == p.Role {
			it.Detail = text.Literal("now")
		}
		items = append(items, it)
	}
	if p.IsRemovable {
		items = append(items, picker.Item{ID: noLonger, Title: text.Literal("Share it no longer")})
	}
	o := picker.Options{Title: text.Of(nameOf(p), " sees"), Placeholder: text.Literal("how much of the calendar?"), At: p.Role}
	return b.dialog.Pick(b.env.Theme, items, o, func(chosen picker.Choice) tea.Cmd {
		s := change.Share{Who: who(p), Was: p.Role, Is: chosen.IDs[0]}
		switch s.Is {
		case s.Was:
			return nil
		case noLonger:
			s.Is = ""
			return b.give(text.Of("\u201c", c.name, "\u201d is no longer shared with ", nameOf(p)), c, s)
		}
		return b.give(text.Of(nameOf(p), " sees of \u201c", c.name, "\u201d: ", wordsOf(s.Is)), c, s)
	})
}

// give does what was chosen, as one step.
func (b *calendarBoxes) give(label text.Text, c *calendar, shares ...change.Share) tea.Cmd {
	writes := make([]write, len(shares))
	for i, s := range shares {
		writes[i] = writeOf(change.Edit{Calendar: c.Key(), Share: &s})
	}
	return b.do(label.String(), writes...)
}

// The fields of the form that shares a calendar.
const (
	guestsField = "guests"
	roleField   = "role"
)

// askGuests asks whom a calendar is to be shared with, and how far; typed is
// what was typed of the name already.
func (b *calendarBoxes) askGuests(c *calendar, all []model.CalendarPermission, typed string) tea.Cmd {
	var roles []form.Option
	for _, role := range model.CalendarRoles(false, false) {
		if role != model.RoleNone {
			roles = append(roles, form.Option{ID: role, Label: text.Clean(wordsOf(role))})
		}
	}
	th := b.env.Theme
	b.guests = form.NewTokens(th, nil, form.TokensOptions{Placeholder: text.Literal("names or addresses"),
		Parse: views.ParsePerson, Complete: b.suggestGuests})
	f := form.New(th,
		form.Field{Key: guestsField, Label: text.Literal("With"), Control: b.guests, Check: b.checkGuests},
		form.Field{Key: roleField, Label: text.Literal("Sees"), Control: form.NewChoice(th, roles, model.RoleLimitedRead)})
	b.dialog.Open(dialog.Fill(th, dialog.Filling{Title: text.Of("Share \u201c", c.name, "\u201d"), Form: f, Wrong: views.NotSaved,
		Verb: "share", Width: 60, Height: 12,
		Take: func() tea.Cmd { return b.shareWith(c, all, f) }}))
	if typed = strings.TrimSpace(typed); typed == "" {
		return nil
	}
	b.guests.SetTyped(typed)
	return b.suggestGuests(typed)
}

func (b *calendarBoxes) suggestGuests(prefix string) tea.Cmd {
	people := b.service.People
	return views.Load(&b.work, &b.completing, func(ctx context.Context) ([]model.EmailAddress, error) { return people(ctx, prefix) },
		func(found []model.EmailAddress, err error) tea.Cmd {
			if err != nil {
				return nil // completion helps; without it the address is typed
			}
			var tokens []form.Token
			for _, p := range found {
				tokens = append(tokens, views.PersonToken(p))
			}
			return b.guests.SetSuggestions(prefix, tokens)
		})
}

// guestsMost bounds with how many a calendar is shared in one step: each is a
// request or two.
const guestsMost = 50

// Why a calendar is not shared with what was typed.
var (
	errNobody    = errors.New("needs somebody to share it with")
	errNoAddress = errors.New("wants an address such as bo@contoso.example, or a name that is known")
	errTooMany   = fmt.Errorf("at most %d at once", guestsMost)
	errOneself   = errors.New("your own calendar is yours already")
)

func (b *calendarBoxes) checkGuests(typed string) (text.Text, error) {
	isMe := func(a model.EmailAddress) bool { return strings.EqualFold(a.Address, b.options.Me.Address) }
	switch list, err := addresses(typed); {
	case strings.TrimSpace(typed) == "":
		return text.Text{}, errNobody
	case err != nil:
		return text.Text{}, errNoAddress
	case len(list) > guestsMost:
		return text.Text{}, errTooMany
	case slices.ContainsFunc(list, isMe):
		return text.Text{}, errOneself
	}
	return text.Text{}, nil
}

func addresses(typed string) (out []model.EmailAddress, err error) {
	list, err := mail.ParseAddressList(typed)
	for _, a := range list {
		known := func(b model.EmailAddress) bool { return strings.EqualFold(a.Address, b.Address) }
		if !slices.ContainsFunc(out, known) {
			out = append(out, model.EmailAddress{Name: a.Name, Address: a.Address})
		}
	}
	return out, err
}

// shareWith takes the form: whoever sees something already sees that instead.
func (b *calendarBoxes) shareWith(c *calendar, all []model.CalendarPermission, f *form.Form) tea.Cmd {
	list, err := addresses(f.Value(guestsField))
	if err != nil {
		return views.Notice(views.Warning, "Not shared: ", err)
	}
	role := f.Value(roleField)
	var shares []change.Share
	var names []string
	for _, a := range list {
		s := change.Share{Who: a, Is: role}
		for _, p := range all {
			if strings.EqualFold(who(p).Address, a.Address) {
				s.Was = p.Role
			}
		}
		if s.Was == s.Is {
			continue
		}
		shares = append(shares, s)
		names = append(names, nameOf(model.CalendarPermission{EmailAddress: &a}).String())
	}
	if len(shares) == 0 {
		return views.Notice(views.Info, "They see that already")
	}
	return b.give(text.Of("Shared \u201c", c.name, "\u201d with ", listed(names), ": ", wordsOf(role)), c, shares...)
}

// listed names some, and counts the others.
func listed(names []string) text.Text {
	if len(names) > 3 {
		return text.Of(strings.Join(names[:2], ", "), " and ", len(names)-2, " more")
	}
	return text.Of(strings.Join(names, ", "))
}
