package calendar

import (
	"daybook/model"
	"daybook/service/attachments"
	"daybook/service/extensions"
	"daybook/service/rest"
	"daybook/service/store"
)

// partRoutes are the rows of what belongs to an event.
func (s site) partRoutes() []rest.Route {
	one, read, write, drop := s.base+"/events/{event}", s.read(), s.write(), s.write()
	if s.group { // to delete an attachment the group's scope alone serves (part 5)
		drop.Scopes = []string{"Group.ReadWrite.All"}
	}
	return append(
		attachments.Items{Noun: "Event", Find: s.eventOwner, Changed: touchOwner, New: readFile,
			Read: read, Write: write, Delete: drop}.Routes(one),
		extensions.Items{Noun: "Event", Find: s.eventOwner, Changed: touchOwner, Read: read, Write: write}.Routes(one)...)
}

// eventOwner finds what the parts of the path's event belong to. An occurrence
// shares its series'.
func (s site) eventOwner(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error) {
	t, err := s.find(r, tx, mailbox)
	if err != nil {
		return store.Owner{}, err
	}
	place, err := t.place(r)
	return EventOwner(t.mailbox, place.Row), err
}

func touchOwner(tx *store.Tx, o store.Owner) error { return TouchEvent(tx, o.Mailbox, o.ID) }

// readFile reads a new attachment: events carry files alone.
func readFile(r *rest.Request) (model.Attachment, error) {
	o, err := r.Object()
	if err != nil {
		return model.Attachment{}, err
	}
	return attachments.Read(o, nil)
}
