// Package identity is who a person writes as: addresses, each with a name and a
// signature. They are edited in Account and used where letters are written, and
// are kept on this machine, with the mailbox that they belong to.
//
// Invariants: there is always one, and one's own address is always among them;
// the first is that of new letters; none is there twice. An address can have
// several names, with a signature each.
package identity

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"

	"daybook/views"
)

// Identity is one of them. Signature is without the "-- " line. A name that is
// empty is the one that the mailbox has for the address.
type Identity struct {
	Name      string `json:"name,omitempty"`
	Address   string `json:"address"`
	Signature string `json:"signature,omitempty"`
}

// What is kept, at most: identities, and bytes of a name and of a signature.
const (
	Most          = 40
	MostName      = 256
	MostSignature = 8192
)

const document = "identities"

// Book is the identities of a mailbox. It belongs to the goroutine of the
// screens, which share it. Make it with New.
type Book struct {
	own  Identity
	list []Identity
}

// New is a book of one: own is the person's address, with the name that the
// mailbox has for it and the signature of the settings.
func New(own Identity) *Book { return &Book{own: own, list: []Identity{own}} }

// All lists them, that of new letters first. The list is not to be changed.
func (b *Book) All() []Identity { return b.list }

// Own is the person's own address, as it was before anything was changed.
func (b *Book) Own() Identity { return b.own }

// IsOwn reports whether an address is the person's own.
func (b *Book) IsOwn(address string) bool { return strings.EqualFold(address, b.own.Address) }

// Set takes over another list, put in order.
func (b *Book) Set(list []Identity) { b.list = b.ordered(list) }

// ordered is a list as the invariants have it.
func (b *Book) ordered(list []Identity) []Identity {
	var out []Identity
	for _, i := range list {
		if Check(i) == nil && Find(out, i) < 0 && len(out) < Most {
			out = append(out, i)
		}
	}
	if At(out, b.own.Address) < 0 {
		out = slices.Insert(out, 0, b.own)
	}
	return out
}

// Check says what is wrong with an identity.
func Check(i Identity) error {
	a, err := mail.ParseAddress(i.Address)
	switch {
	case i.Address == "":
		return errors.New("needs an address, such as ann@example.org")
	case err != nil || a.Address != i.Address:
		return fmt.Errorf("%q is no address, such as ann@example.org", i.Address)
	case len(i.Name) > MostName || !utf8.ValidString(i.Name):
		return fmt.Errorf("the name is longer than %d bytes", MostName)
	case len(i.Signature) > MostSignature || !utf8.ValidString(i.Signature):
		return fmt.Errorf("the signature is longer than %d bytes", MostSignature)
	}
	return nil
}

// At is where an address is in a list for the first time, -1 for nowhere.
func At(list []Identity, address string) int {
	return slices.IndexFunc(list, func(i Identity) bool { return strings.EqualFold(i.Address, address) })
}

// Find is where a name and address are in a list, -1 for nowhere.
func Find(list []Identity, as Identity) int {
	return slices.IndexFunc(list, func(i Identity) bool { return i.Name == as.Name && strings.EqualFold(i.Address, as.Address) })
}

// Read reads what was saved, nil for nothing. It is for commands.
func Read(s views.State) ([]Identity, error) {
	if s == nil {
		return nil, nil
	}
	b, err := s.Load(document)
	if err != nil || len(b) == 0 {
		return nil, err
	}
	var list []Identity
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("the addresses to write as cannot be read: %w", err)
	}
	return list, nil
}

// Write saves a list. It is for commands.
func Write(s views.State, list []Identity) error {
	if s == nil {
		return nil
	}
	b, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return s.Save(document, b)
}
