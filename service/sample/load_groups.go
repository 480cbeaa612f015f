package sample

import (
	"fmt"
	"slices"

	"daybook/model"
	"daybook/service/groups"
	"daybook/service/store"
)

// loadGroups puts the groups, their members and their conversations into the
// store. The posts are not sent out as mail: it would be new mail of long ago.
func loadGroups(tx *store.Tx, list []Group) error {
	for _, g := range list {
		number, err := tx.Mailbox(g.ID)
		if err != nil {
			return err
		}
		if err := groups.SetGroup(tx, g.Group); err != nil {
			return err
		}
		for _, id := range g.Members {
			if err := groups.AddMember(tx, number, id, slices.Contains(g.Owners, id)); err != nil {
				return err
			}
		}
		for _, t := range g.Threads {
			if err := loadThread(tx, number, g.Group, t); err != nil {
				return fmt.Errorf("thread %q of %s: %w", t.Topic, g.DisplayName, err)
			}
		}
	}
	return nil
}

func loadThread(tx *store.Tx, group int64, g model.Group, t Thread) error {
	v, err := groups.AddConversation(tx, group, t.Topic)
	if err != nil {
		return err
	}
	thread, err := groups.AddThread(tx, group, v.ID, model.ConversationThread{Topic: t.Topic, IsLocked: t.IsLocked,
		ToRecipients: []model.Recipient{{EmailAddress: model.EmailAddress{Name: g.DisplayName, Address: g.Mail}}}})
	if err != nil {
		return err
	}
	for _, p := range t.Posts {
		p.Attachments, p.Extensions = slices.Clone(p.Attachments), slices.Clone(p.Extensions) // the store writes into them
		author, _, err := tx.MailboxByAddress(p.From.EmailAddress.Address)                    // nobody's here: an outsider
		if err != nil {
			return err
		}
		if _, err := groups.AddPost(tx, group, thread.ID, groups.NewPost{Post: p, AuthorID: author.ID, MessageID: "<" + p.ID + "@" + company + ">"}); err != nil {
			return err
		}
	}
	return nil
}
