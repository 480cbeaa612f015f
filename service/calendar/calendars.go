package calendar

import (
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// maxCalendars is the size of a page of calendars when nothing is asked: all
// that anybody has.
const maxCalendars = 1000

// colors are the values of a calendar's color.
var colors = []string{"auto", "lightBlue", "lightGreen", "lightOrange", "lightGray", "lightYellow", "lightTeal", "lightPink", "lightBrown", "lightRed", "maxColor"}

// complete says whose a calendar is and what the caller may do with it.
func (t *target) complete(c *model.Calendar) {
	c.Owner = &model.EmailAddress{Name: t.owner.DisplayName, Address: t.owner.Address}
	c.CanShare, c.CanViewPrivateItems = !t.foreign, !t.foreign
}

func (s site) getCalendar(r *rest.Request) (rest.Reply, error) {
	var c model.Calendar
	err := s.reading(r, func(t *target) error {
		var err error
		c, err = t.tx.Calendar(t.mailbox, store.CalendarKey{ID: t.calendar})
		t.complete(&c)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Calendars(), &c)
}

func (s site) updateCalendar(r *rest.Request) (rest.Reply, error) {
	o, err := r.Object()
	if err != nil {
		return rest.Reply{}, err
	}
	if err := o.Only("name", "color"); err != nil {
		return rest.Reply{}, err
	}
	var patch struct {
		Name  *string `json:"name" max:"255"` // as of model.Calendar
		Color *string `json:"color"`
	}
	if err := o.Into(&patch); err != nil {
		return rest.Reply{}, err
	}
	if patch.Name != nil && strings.TrimSpace(*patch.Name) == "" {
		return rest.Reply{}, rest.BadProperty("name", "cannot be empty")
	}
	if patch.Color != nil {
		if *patch.Color, err = rest.Enum("color", *patch.Color, colors...); err != nil {
			return rest.Reply{}, err
		}
	}
	var c model.Calendar
	err = s.writing(r, func(t *target) error {
		old, err := t.tx.Calendar(t.mailbox, store.CalendarKey{ID: t.calendar})
		if err != nil {
			return err
		}
		if err := r.CheckMatch(old.ChangeKey); err != nil {
			return err
		}
		c, err = t.tx.ChangeCalendar(t.mailbox, old.ID, patch.Name, patch.Color)
		t.complete(&c)
		return err
	})
	return rest.OK(c), err
}

// mailbox is the site of a mailbox's calendars as a whole.
func (a *Area) mailbox() site { return site{Area: a} }

func (a *Area) listCalendars(r *rest.Request) (rest.Reply, error) {
	return a.calendarsOf(r, func(*target) (string, error) { return r.Key("calendarGroup"), nil })
}

func (a *Area) listDefaultGroup(r *rest.Request) (rest.Reply, error) {
	return a.calendarsOf(r, func(t *target) (string, error) {
		g, err := t.group("")
		return g.ID, err
	})
}

func (a *Area) calendarsOf(r *rest.Request, group func(*target) (string, error)) (rest.Reply, error) {
	var list []model.Calendar
	err := a.mailbox().reading(r, func(t *target) error {
		id, err := group(t)
		if err != nil {
			return err
		}
		list, err = t.tx.Calendars(t.mailbox, id)
		for i := range list {
			t.complete(&list[i])
		}
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, store.Calendars(), list, maxCalendars)
}

func (a *Area) createCalendar(r *rest.Request) (rest.Reply, error) {
	var given model.Calendar
	if err := r.Decode(&given); err != nil {
		return rest.Reply{}, err
	}
	if strings.TrimSpace(given.Name) == "" {
		return rest.Reply{}, rest.BadProperty("name", "is required")
	}
	if given.Color != "" {
		var err error
		if given.Color, err = rest.Enum("color", given.Color, colors...); err != nil {
			return rest.Reply{}, err
		}
	}
	var c model.Calendar
	err := a.mailbox().writing(r, func(t *target) error {
		var err error
		c, err = t.tx.AddCalendar(t.mailbox, r.Key("calendarGroup"), model.Calendar{Name: given.Name, Color: given.Color})
		t.complete(&c)
		return err
	})
	return rest.Created(c), err
}

func (a *Area) listGroups(r *rest.Request) (rest.Reply, error) {
	var list []model.CalendarGroup
	err := a.mailbox().reading(r, func(t *target) error {
		var err error
		list, err = t.tx.CalendarGroups(t.mailbox)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.groups, list, maxCalendars)
}

// group finds a group of calendars by id, the default one when it is empty.
func (t *target) group(id string) (model.CalendarGroup, error) {
	list, err := t.tx.CalendarGroups(t.mailbox)
	if err != nil {
		return model.CalendarGroup{}, err
	}
	for _, g := range list {
		if id == "" || g.ID == id { // the default one is the first
			return g, nil
		}
	}
	return model.CalendarGroup{}, rest.NotFound("calendar group", id)
}

func (a *Area) getGroup(r *rest.Request) (rest.Reply, error) {
	var g model.CalendarGroup
	err := a.mailbox().reading(r, func(t *target) error {
		var err error
		g, err = t.group(r.Key("calendarGroup"))
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.groups, &g)
}

func (a *Area) createGroup(r *rest.Request) (rest.Reply, error) {
	var given model.CalendarGroup
	if err := r.Decode(&given); err != nil {
		return rest.Reply{}, err
	}
	if strings.TrimSpace(given.Name) == "" {
		return rest.Reply{}, rest.BadProperty("name", "is required")
	}
	var g model.CalendarGroup
	err := a.mailbox().writing(r, func(t *target) error {
		var err error
		g, err = t.tx.AddCalendarGroup(t.mailbox, model.CalendarGroup{Name: given.Name})
		return err
	})
	return rest.Created(g), err
}
