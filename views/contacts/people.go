package contacts

import (
	"net/mail"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/widget/form"
	"daybook/widget/text"
)

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
func (m *Model) peopleField(f cardField, c *model.Contact) *form.Tokens {
	var tokens []form.Token
	if f.key == emailsKey {
		for _, a := range c.EmailAddresses {
			tokens = append(tokens, f.people(a))
		}
	} else if v := f.get(c); v != "" {
		tokens = append(tokens, f.people(model.EmailAddress{Name: v}))
	}
	parse := func(typed string) (form.Token, error) {
		if f.key != emailsKey {
			return f.people(model.EmailAddress{Name: typed}), nil
		}
		if _, err := addressesIn(typed); err != nil {
			return form.Token{}, err
		}
		a, err := mail.ParseAddress(typed)
		if err != nil {
			return form.Token{}, err
		}
		return f.people(model.EmailAddress{Name: a.Name, Address: a.Address}), nil
	}
	t := form.NewTokens(m.env.Theme, tokens, form.TokensOptions{Placeholder: text.Clean(f.hint), Parse: parse, Complete: m.suggest})
	m.filling.people = append(m.filling.people, offered{t, f.people})
	return t
}

// onPeople offers people in the field that asked for them.
func (m *Model) onPeople(typed string, people []model.EmailAddress) tea.Cmd {
	if !m.formOpen() {
		return nil
	}
	for _, o := range m.filling.people {
		var tokens []form.Token
		for _, a := range people {
			tokens = append(tokens, o.offer(a))
		}
		o.tokens.SetSuggestions(typed, tokens)
	}
	return nil
}
