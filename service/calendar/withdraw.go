package calendar

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"daybook/model"
	"daybook/service/mail"
	"daybook/service/store"
)

// aftermath is what deleting an event has done in other mailboxes: the note
// that is kept with it, so that restoring it can set that right again.
type aftermath struct {
	Told []told `json:"told,omitempty"`
	// Answered is the organizer's side of an attendee's event, which was
	// declined by deleting it.
	Answered *answered `json:"answered,omitempty"`
}

// told is an attendee's copy of a meeting that was called off.
type told struct {
	User string `json:"user"`
	Copy string `json:"copy"` // its id
	// Of is the event that it is a copy of: the one called off, or an
	// exception of it to which alone this attendee was asked.
	Of       string `json:"of"`
	ShowAs   string `json:"showAs"`
	Reminder bool   `json:"reminder"`
	// Message is the Message-ID of what told them, "" when nothing did.
	Message string `json:"message,omitempty"`
}

// answered is an attendee's answer in the organizer's event, before it was
// replaced, and the Message-ID of what told of the new one.
type answered struct {
	Was     *model.ResponseStatus `json:"was,omitempty"`
	Message string                `json:"message,omitempty"`
}

// note keeps an aftermath with the event that was deleted.
func (t *target) note(id string, a aftermath) error {
	b, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("note the deletion of event %s: %w", id, err)
	}
	return noteRemoval(t.tx, t.mailbox, id, string(b))
}

// callOff withdraws a meeting from all of its attendees, of a series also from
// those who were asked to some of its exceptions alone.
func (o organizer) callOff(e model.Event, comment string) (aftermath, error) {
	var out aftermath
	for _, a := range e.Attendees {
		who, err := o.withdraw(a.EmailAddress.Address, e, comment)
		if err != nil {
			return out, err
		}
		out.Told = append(out.Told, who...)
	}
	if e.Type != model.SeriesMaster {
		return out, nil
	}
	exceptions, err := Exceptions(o.tx, o.mailbox, e.ID)
	if err != nil {
		return out, err
	}
	who, err := o.withdrawGuests(&e, exceptions, comment)
	out.Told = append(out.Told, who...)
	return out, err
}

// withdrawGuests withdraws exceptions of a series from those who are not
// asked to the series.
func (o organizer) withdrawGuests(series *model.Event, exceptions []model.Event, comment string) ([]told, error) {
	var out []told
	for _, x := range exceptions {
		for _, a := range x.Attendees {
			if attendee(series, a.EmailAddress.Address) != nil {
				continue
			}
			who, err := o.withdraw(a.EmailAddress.Address, x, comment)
			if err != nil {
				return out, err
			}
			out = append(out, who...)
		}
	}
	return out, nil
}

// copyOf finds a mailbox's copy of an event of the organizer's: none for one
// who organizes it, or who has removed it. Who was asked to single occurrences
// of a series has each as an event of its own.
func (o organizer) copyOf(mailbox int64, e *model.Event) (id string, found bool, err error) {
	list, err := EventsByUID(o.tx, mailbox, e.ICalUID)
	if err != nil {
		return "", false, err
	}
	for _, mine := range list {
		switch {
		case mine.IsOrganizer:
			return "", false, nil
		case e.SeriesMasterID != "" && mine.Type == model.SeriesMaster:
			id, ok := onSameDate(e.ID, mine.ID)
			return id, ok, nil
		case mine.OriginalStart == nil, e.OriginalStart != nil && mine.OriginalStart.Equal(*e.OriginalStart):
			return mine.ID, true, nil
		}
	}
	return "", false, nil
}

// withdraw marks an attendee's copy as cancelled and says so; a room's and a
// group's copy goes. Who has removed the copy is not bothered. It returns what
// was done, nothing for who has no copy.
func (o organizer) withdraw(address string, e model.Event, comment string) ([]told, error) {
	to, found, err := o.tx.MailboxByAddress(address)
	if err != nil || !found || sameAddress(address, o.box.Address) {
		return nil, err
	}
	mailbox, err := o.tx.Mailbox(to.ID)
	if err != nil {
		return nil, err
	}
	id, found, err := o.copyOf(mailbox, &e)
	if err != nil || !found {
		return nil, err
	}
	room, err := o.tx.IsResource(mailbox)
	if err != nil {
		return nil, err
	}
	done := told{User: to.ID, Copy: id, Of: e.ID}
	if room || to.Kind != store.KindUser {
		err = DeleteEvent(o.tx, mailbox, id)
	} else {
		_, err = changeEvent(o.tx, mailbox, id, func(c *model.Event) error {
			done.ShowAs, done.Reminder = c.ShowAs, c.IsReminderOn
			c.IsCancelled, c.ShowAs, c.IsReminderOn, c.Subject = true, model.ShowFree, false, cancelled().prefix+e.Subject
			return nil
		})
	}
	if errors.Is(err, model.ErrNotFound) {
		return nil, nil
	}
	if err != nil || room || to.Kind != store.KindUser {
		return []told{done}, err
	}
	e.ID = id
	m := eventMessage(o.tx, cancelled(), o.box, recipients(&e), e, comment)
	done.Message = m.InternetMessageID
	return []told{done}, mail.Deposit(o.tx, to, m)
}

// recall takes a message back that its receiver has not read yet; false when
// they have, or when it is not in the inbox any more.
func recall(tx *store.Tx, to store.Mailbox, messageID string) (bool, error) {
	if messageID == "" {
		return false, nil
	}
	mailbox, err := tx.Mailbox(to.ID)
	if err != nil {
		return false, err
	}
	inbox, err := tx.Folder(mailbox, model.FolderInbox)
	if err != nil {
		return false, err
	}
	ids, err := tx.MessagesByMessageID(mailbox, messageID)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		m, err := tx.MessageHead(mailbox, id)
		if err != nil {
			return false, err
		}
		if m.IsRead || m.ParentFolderID != inbox.ID {
			return false, nil
		}
		if err := tx.EraseMessage(mailbox, id); err != nil {
			return false, err
		}
	}
	return len(ids) > 0, nil
}

// dropped are the exceptions that a series had and has no more.
func dropped(before, after []model.Event) []model.Event {
	return slices.DeleteFunc(before, func(x model.Event) bool {
		return slices.ContainsFunc(after, func(y model.Event) bool { return x.ID == y.ID })
	})
}
