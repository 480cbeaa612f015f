package views

import (
	"fmt"
	"net/mail"

	"daybook/model"
	"daybook/widget/form"
	"daybook/widget/text"
)

// PersonToken is somebody in a field of people.
func PersonToken(a model.EmailAddress) form.Token {
	shown := text.Address(a.Name, a.Address)
	return form.Token{Value: (&mail.Address{Name: a.Name, Address: a.Address}).String(), Label: shown.Short(), Detail: shown.Address,
		Suspect: len(shown.Warnings) > 0}
}

// ParsePerson makes somebody of an address that was typed, with a name or without.
func ParsePerson(typed string) (form.Token, error) {
	a, err := mail.ParseAddress(typed)
	if err != nil {
		return form.Token{}, fmt.Errorf("%q is no address: write one such as bo@contoso.example", typed)
	}
	return PersonToken(model.EmailAddress{Name: a.Name, Address: a.Address}), nil
}
