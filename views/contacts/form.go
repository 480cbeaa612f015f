package contacts

import (
	"context"
	"errors"
	"net/mail"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// formOf is what a form is of: the contact as it was when it was opened, without an id one that is not made yet. It is
// kept with what is written.
type formOf struct {
	Title   string        `json:"title"`
	Contact model.Contact `json:"contact"`
}

// formPrefix is how the documents of forms that are kept are called.
const formPrefix = "contact-form:"

// contactForm is a contact being filled in.
type contactForm struct {
	env     *views.Env
	work    *views.Work
	service Reader
	custom  *extensions.Panel // nil where there is no custom data

	of         formOf // what of the contact is not in the form stays as it is
	form       *form.Form
	people     []offered // the fields that complete people
	completing views.Request
	box        dialog.Box
	save       func() tea.Cmd // keeps it, where no key has changed it
}

// open shows the form in a box, and has it kept; save takes what was filled in.
func (f *contactForm) open(forms *persist.Forms[formOf], height int, save func(model.Contact) tea.Cmd) {
	table := cardFields()
	fields := make([]form.Field, 0, len(table))
	for _, one := range table {
		fields = append(fields, form.Field{Key: one.key, Label: text.Clean(one.label), Control: f.control(one), Check: one.judge})
	}
	f.form = form.New(f.env.Theme, fields...)
	box := dialog.Filling{Title: text.Clean(f.of.Title), Form: f.form, Wrong: views.NotSaved, Lines: []string{"notes"},
		Width: 72, Height: max(min(height-2, 30), 8), Refuse: f.refuse, Take: func() tea.Cmd { return save(f.filled()) }}
	if f.custom != nil {
		box.Above = f.customWords
		box.Changed = func() bool { return f.of.Contact.ID == "" && len(f.of.Contact.Extensions) > 0 }
	}
	f.save = forms.Save
	f.box = forms.Open(func() formOf { return f.of }, box)
}

// filled is the contact as the form has it.
func (f *contactForm) filled() model.Contact {
	is := f.of.Contact
	for _, one := range cardFields() {
		one.set(&is, strings.TrimSpace(f.form.Value(one.key)))
	}
	if is.DisplayName == "" && len(is.EmailAddresses) > 0 { // whoever was chosen is called so
		is.DisplayName = is.EmailAddresses[0].Name
	}
	return is
}

// refuse says why the contact cannot be taken, and beside which field.
func (f *contactForm) refuse() (string, error) {
	if nameOf(f.filled()) == "" {
		return "name", errors.New("a contact needs a name, a company or an address")
	}
	for _, one := range cardFields() {
		alone := model.Contact{}
		one.set(&alone, strings.TrimSpace(f.form.Value(one.key)))
		if over := model.Beyond(&alone); len(over) > 0 {
			return one.key, errors.New(over[0].Words())
		}
	}
	return "", nil
}

// control is what a field is filled in with.
func (f *contactForm) control(one cardField) form.Control {
	switch {
	case one.rows > 1:
		return form.NewArea(f.env.Theme, one.get(&f.of.Contact), one.rows)
	case one.people != nil:
		return f.peopleField(one)
	}
	return form.NewText(f.env.Theme, one.get(&f.of.Contact), text.Clean(one.hint))
}

// openCustom opens the custom data of the contact in the form: at once for one
// that is there, else for when it is made.
func (f *contactForm) openCustom() tea.Cmd {
	title, contact := text.Clean(f.of.Title), &f.of.Contact
	if contact.ID != "" {
		return f.custom.Show(extensions.Item{Kind: extensions.Contact, ID: contact.ID}, title)
	}
	return f.custom.Draft(title, contact.Extensions, func(all []model.OpenTypeExtension) tea.Cmd {
		contact.Extensions = all
		return f.save()
	})
}

// customWords says at the form how much custom data the contact will have.
func (f *contactForm) customWords(int) string {
	words := "custom data"
	if n := len(f.of.Contact.Extensions); n > 0 {
		words = views.Count(n, "extension", "extensions")
	}
	return f.env.Theme.Key.Render(" alt+,") + f.env.Theme.KeyText.Render(" "+words)
}

// offer makes what a field takes of somebody, and of what was typed.
type offer func(model.EmailAddress) form.Token

// offered is a field that completes people.
type offered struct {
	tokens *form.Tokens
	offer  offer
}

// offerAddresses is for addresses, each with the name that belongs to it.
func offerAddresses(a model.EmailAddress) form.Token {
	t := form.Token{Value: spelled(a), Label: text.Clean(a.Address)}
	if !strings.EqualFold(a.Name, a.Address) {
		t.Detail = text.Clean(a.Name)
	}
	return t
}

// offerNames is for somebody by name alone.
func offerNames(a model.EmailAddress) form.Token {
	if a.Name == "" {
		return form.Token{Value: a.Address}
	}
	return form.Token{Value: a.Name, Label: text.Clean(a.Name), Detail: text.Clean(a.Address)}
}

// peopleField is a field that completes people while one types.
func (f *contactForm) peopleField(one cardField) *form.Tokens {
	var tokens []form.Token
	if one.key == emailsKey {
		for _, a := range f.of.Contact.EmailAddresses {
			tokens = append(tokens, one.people(a))
		}
	} else if v := one.get(&f.of.Contact); v != "" {
		tokens = append(tokens, one.people(model.EmailAddress{Name: v}))
	}
	parse := func(typed string) (form.Token, error) {
		if one.key != emailsKey {
			return one.people(model.EmailAddress{Name: typed}), nil
		}
		if _, err := addressesIn(typed); err != nil {
			return form.Token{}, err
		}
		a, err := mail.ParseAddress(typed)
		if err != nil {
			return form.Token{}, err
		}
		return one.people(model.EmailAddress{Name: a.Name, Address: a.Address}), nil
	}
	t := form.NewTokens(f.env.Theme, tokens, form.TokensOptions{Placeholder: text.Clean(one.hint), Parse: parse, Complete: f.suggest})
	f.people = append(f.people, offered{t, one.people})
	return t
}

// suggest offers people whose name or address begins so, in the field that
// asked for them.
func (f *contactForm) suggest(typed string) tea.Cmd {
	service := f.service
	return views.Load(f.work, &f.completing, func(ctx context.Context) ([]model.EmailAddress, error) { return service.People(ctx, typed) },
		func(people []model.EmailAddress, err error) tea.Cmd {
			if err != nil {
				return nil // completion helps; without it the name is typed
			}
			var cmds []tea.Cmd
			for _, field := range f.people {
				var tokens []form.Token
				for _, a := range people {
					tokens = append(tokens, field.offer(a))
				}
				cmds = append(cmds, field.tokens.SetSuggestions(typed, tokens))
			}
			return tea.Batch(cmds...)
		})
}
