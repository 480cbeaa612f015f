package people

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode"

	"daybook/model"
	"daybook/service/store"
)

// What whoever sets up a directory may write into it, in characters: as many
// as the properties of a contact hold. An address is as long as RFC 5321 lets
// one be.
const (
	maxEntry   = 255
	maxAddress = 254
)

// AddUser makes a mailbox for a person or a room, and the user in the
// directory: of u what is kept of a profile, the address being u.Mail. The
// manager is SetManager's. What cannot be one is a *model.Error in words.
func AddUser(tx *store.Tx, u model.User) (store.Mailbox, error) {
	var m store.Mailbox
	if err := CheckAddress(tx, u.Mail); err != nil {
		return m, err
	}
	u.MailNickname, _, _ = strings.Cut(u.Mail, "@")
	if u.DisplayName == "" {
		u.DisplayName = u.MailNickname
	}
	if err := checkEntry(&u); err != nil {
		return m, err
	}
	splitName(&u)
	m, err := tx.AddMailbox(store.Mailbox{Kind: store.KindUser, PrincipalName: u.Mail, DisplayName: u.DisplayName})
	if err != nil {
		return m, err
	}
	u.Entity = model.Entity{ID: m.ID}
	u.ObjectType, u.AccountEnabled = "User", true
	if u.UserType == "" {
		u.UserType = "Member"
	}
	return m, SetProfile(tx, u)
}

// ChangeUser changes what the directory says of a user, by id, as change sets
// it. The address stays: letters, meetings and programs name it.
func ChangeUser(tx *store.Tx, id string, change func(*model.User)) error {
	u, err := User(tx, id)
	if err != nil {
		return err
	}
	name := u.DisplayName
	change(&u)
	if u.DisplayName != name {
		splitName(&u)
	}
	if err := checkEntry(&u); err != nil {
		return err
	}
	return SetProfile(tx, u)
}

// splitName takes a person's name of two words apart. Of others nobody can say
// which part is which.
func splitName(u *model.User) {
	u.GivenName, u.Surname = "", ""
	first, last, two := strings.Cut(u.DisplayName, " ")
	if two && !strings.Contains(last, " ") && u.UserType != model.UserResource {
		u.GivenName, u.Surname = first, last
	}
}

// CheckAddress is an error unless a mailbox can get the address.
func CheckAddress(tx *store.Tx, address string) error {
	a, err := mail.ParseAddress(address)
	odd := func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`"/\?#%()<>[]:;,`, r)
	}
	switch {
	case len(address) > maxAddress:
		return model.Errorf(model.CodeInvalidRequest, "an address has at most %d characters, and this one %d", maxAddress, len(address))
	case err != nil || a.Name != "" || a.Address != address || strings.ContainsFunc(address, odd):
		return model.Errorf(model.CodeInvalidRequest, "%q is no address: it looks like bo@contoso.example", address)
	}
	m, taken, err := tx.TakenBy(address)
	switch {
	case err != nil:
		return err
	case taken && m.Kind == store.KindGroup:
		return model.Errorf(model.CodeConflict, "%s is the address of the group %q already", m.Address, m.DisplayName)
	case taken:
		return model.Errorf(model.CodeConflict, "there is a mailbox of %s already", m.Address)
	}
	return nil
}

// CheckName is an error unless a text can stand in the directory as what it is
// called.
func CheckName(what, text string) error {
	switch {
	case len([]rune(text)) > maxEntry:
		return model.Errorf(model.CodeInvalidRequest, "the %s has %d characters, and at most %d are taken", what, len([]rune(text)), maxEntry)
	case !model.IsLine(text) || strings.ContainsRune(text, unicode.ReplacementChar) || strings.TrimSpace(text) != text:
		return model.Errorf(model.CodeInvalidRequest, "the %s %q has a character that cannot stand there, or a blank at its end", what, text)
	}
	return nil
}

func checkEntry(u *model.User) error {
	if u.DisplayName == "" {
		return model.Errorf(model.CodeInvalidRequest, "the name is empty: say what others are shown")
	}
	for _, part := range []struct{ what, text string }{
		{"name", u.DisplayName}, {"title", u.JobTitle}, {"department", u.Department}, {"phone", strings.Join(u.BusinessPhones, " ")},
	} {
		if err := CheckName(part.what, part.text); err != nil {
			return err
		}
	}
	return nil
}

// RemoveUser removes a user with the mailbox, by id. The last administrator
// stays as long as there are others.
func RemoveUser(tx *store.Tx, id string) error {
	m, err := tx.FindMailbox(id)
	if err != nil {
		return err
	}
	var administrators, others int
	err = tx.QueryRow(`SELECT count(CASE WHEN administrator <> 0 THEN 1 END), count(*) FROM mailboxes WHERE kind = ? AND id <> ?`,
		store.KindUser, m.ID).Scan(&administrators, &others)
	if err != nil {
		return fmt.Errorf("count the users: %w", err)
	}
	if m.Administrator && administrators == 0 && others > 0 {
		return model.Errorf(model.CodeConflict,
			"%s is the only administrator: make somebody else one first, with \"daybook user admin ADDRESS\"", m.Address)
	}
	return tx.RemoveMailbox(m)
}
