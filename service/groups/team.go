package groups

import (
	"strings"

	"daybook/model"
	"daybook/service/people"
	"daybook/service/store"
)

// AddGroup makes a group, with its conversations, calendar and drive. What
// cannot be one is a *model.Error in words.
func AddGroup(tx *store.Tx, name, address string, private bool) (store.Mailbox, error) {
	if name == "" {
		return store.Mailbox{}, model.Errorf(model.CodeInvalidRequest, "the name of the group is empty")
	}
	if err := people.CheckName("name", name); err != nil {
		return store.Mailbox{}, err
	}
	if err := people.CheckAddress(tx, address); err != nil {
		return store.Mailbox{}, err
	}
	m, err := tx.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: address, DisplayName: name})
	if err != nil {
		return m, err
	}
	g, _, err := Group(tx, m.ID)
	if err != nil {
		return m, err
	}
	made := tx.Now().UTC()
	g.CreatedDateTime = &made
	g.MailNickname, _, _ = strings.Cut(m.Address, "@")
	if private {
		g.Visibility = VisibilityPrivate
	}
	return m, SetGroup(tx, g)
}
