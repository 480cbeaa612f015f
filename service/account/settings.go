package account

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// load reads the settings of a mailbox, with their times in the zone that was
// preferred, else in UTC (part 8 of the interface), and their HTML safe.
func load(r *rest.Request, tx *store.Tx, mailbox int64) (model.MailboxSettings, error) {
	s, err := Settings(tx, mailbox)
	if err != nil {
		return s, err
	}
	form := r.Prefer.HTML()
	for _, message := range []*string{&s.AutomaticRepliesSetting.InternalReplyMessage, &s.AutomaticRepliesSetting.ExternalReplyMessage} {
		_, *message = form.Of("html", *message)
	}
	return s, inZone(r, s.AutomaticRepliesSetting)
}

func inZone(r *rest.Request, s *model.AutomaticRepliesSetting) error {
	for _, at := range []**model.DateTimeTimeZone{&s.ScheduledStartDateTime, &s.ScheduledEndDateTime} {
		if *at == nil {
			continue
		}
		_, zone := r.Prefer.Zone()
		moved, err := (*at).In(zone)
		if err != nil {
			return err
		}
		*at = &moved
	}
	return nil
}

// part answers with the settings, or the part of them that of finds.
func part[T any](schema *odata.Schema, of func(*model.MailboxSettings) *T) rest.Handler {
	return rest.Reads(func(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
		s, err := load(r, tx, mailbox)
		if err != nil {
			return rest.Reply{}, err
		}
		reply, err := rest.One(r, schema, of(&s))
		return reply.Complex(), err
	})
}

// getTimeZone answers the one name as a value, the way OData answers a
// property that is no object.
func (a *Area) getTimeZone(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	if err := rest.NoOptions(r); err != nil {
		return rest.Reply{}, err
	}
	s, err := load(r, tx, mailbox)
	return rest.OK(map[string]string{"value": s.TimeZone}).Complex(), err
}

// updateSettings changes what the body names: whole parts, and of the
// automatic replies, the language and the working hours also single
// properties.
func (a *Area) updateSettings(r *rest.Request, tx *store.Tx, mailbox int64, body rest.Object) (rest.Reply, error) {
	now, err := Settings(tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	changed, err := readSettings(body, now)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := ChangeSettings(tx, mailbox, changed); err != nil {
		return rest.Reply{}, err
	}
	s, err := load(r, tx, mailbox)
	return rest.OK(s).Complex(), err
}
