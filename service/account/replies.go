package account

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/service/people"
	"daybook/service/store"
)

// AutomaticReply returns the HTML that a mailbox answers to a sender by itself
// at a time, and a number that stays as long as the setting does; ok is false
// when it answers nothing. Who has a mailbox here, or an address of the
// owner's domain, is told what colleagues are told; who else is told anything
// is up to externalAudience (part 2 of the interface).
func AutomaticReply(tx *store.Tx, owner store.Mailbox, sender string, at time.Time) (html string, since int64, ok bool, err error) {
	mailbox, err := tx.Mailbox(owner.ID)
	if err != nil {
		return "", 0, false, err
	}
	s, since, err := automaticReplies(tx, mailbox)
	if err != nil || !active(s, at) {
		return "", 0, false, err
	}
	inside, err := isColleague(tx, owner, sender)
	if err != nil {
		return "", 0, false, err
	}
	html = s.InternalReplyMessage
	if !inside {
		html = s.ExternalReplyMessage
		told := s.ExternalAudience == model.AudienceAll
		if s.ExternalAudience == model.AudienceContactsOnly {
			if told, err = people.HasContact(tx, mailbox, sender); err != nil {
				return "", 0, false, err
			}
		}
		if !told {
			return "", 0, false, nil
		}
	}
	return html, since, strings.TrimSpace(html) != "", nil
}

// active reports whether replies are given at a time. The end is not part of
// the schedule.
func active(s model.AutomaticRepliesSetting, at time.Time) bool {
	switch s.Status {
	case model.RepliesAlwaysEnabled:
		return true
	case model.RepliesScheduled:
		if s.ScheduledStartDateTime == nil || s.ScheduledEndDateTime == nil {
			return false
		}
		start, errStart := s.ScheduledStartDateTime.Time()
		end, errEnd := s.ScheduledEndDateTime.Time()
		return errStart == nil && errEnd == nil && !at.Before(start) && at.Before(end)
	}
	return false
}

func isColleague(tx *store.Tx, owner store.Mailbox, address string) (bool, error) {
	_, theirs, _ := strings.Cut(address, "@")
	_, ours, _ := strings.Cut(owner.Address, "@")
	if ours != "" && strings.EqualFold(theirs, ours) {
		return true, nil
	}
	_, found, err := tx.MailboxByAddress(address)
	return found, err
}
