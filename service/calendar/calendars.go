package calendar

import (
	"strings"

	"daybook/model"
	"daybook/service/rest"
)

// maxCalendars is the size of a page of calendars when nothing is asked: all
// that anybody has.
const maxCalendars = 1000

// colors are the values of a calendar's color.
var colors = []string{"auto", "lightBlue", "lightGreen", "lightOrange", "lightGray", "lightYellow", "lightTeal", "lightPink", "lightBrown", "lightRed", "maxColor"}

// complete says whose a calendar is and what the caller may do with it.
func (t *target) complete(c *model.Calendar) {
	c.Owner = &model.EmailAddress{Name: t.owner.DisplayName, Address: t.owner.Address}
	access := t.reach.Of(c.ID)
	c.CanShare, c.CanEdit, c.CanViewPrivateItems = t.reach == nil, access.Right >= model.Writes, access.Private
}

func (s site) getCalendar(r *rest.Request, t *target) (rest.Reply, error) {
	c, err := Calendar(t.tx, t.mailbox, CalendarKey{ID: t.calendar})
	if err != nil {
		return rest.Reply{}, err
	}
	t.complete(&c)
	return rest.One(r, calendarSchema(), &c)
}

// calendarPatch is the body of a change of a calendar.
type calendarPatch struct {
	Name  *string `json:"name" max:"255"` // as of model.Calendar
	Color *string `json:"color"`
}

func readCalendarPatch(r *rest.Request) (patch calendarPatch, err error) {
	o, err := r.Object()
	if err != nil {
		return patch, err
	}
	if err := o.Only("name", "color"); err != nil {
		return patch, err
	}
	if err := o.Into(&patch); err != nil {
		return patch, err
	}
	if patch.Name != nil && strings.TrimSpace(*patch.Name) == "" {
		return patch, rest.BadProperty("name", "cannot be empty")
	}
	if patch.Color != nil {
		*patch.Color, err = rest.Enum("color", *patch.Color, colors...)
	}
	return patch, err
}

func (s site) updateCalendar(r *rest.Request, t *target, patch calendarPatch) (rest.Reply, error) {
	old, err := Calendar(t.tx, t.mailbox, CalendarKey{ID: t.calendar})
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckMatch(old.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	c, err := changeCalendar(t.tx, t.mailbox, old.ID, patch.Name, patch.Color)
	t.complete(&c)
	return rest.OK(c), err
}

func (a *Area) listCalendars(r *rest.Request, t *target) (rest.Reply, error) {
	return a.calendarsOf(r, t, r.Key("calendarGroup"))
}

func (a *Area) listDefaultGroup(r *rest.Request, t *target) (rest.Reply, error) {
	g, err := t.group("")
	if err != nil {
		return rest.Reply{}, err
	}
	return a.calendarsOf(r, t, g.ID)
}

func (a *Area) calendarsOf(r *rest.Request, t *target, group string) (rest.Reply, error) {
	list, err := Calendars(t.tx, t.mailbox, group)
	if err != nil {
		return rest.Reply{}, err
	}
	for i := range list {
		t.complete(&list[i])
	}
	return rest.List(r, calendarSchema(), list, maxCalendars)
}

// readCalendar decodes a new calendar: its name and colour.
func readCalendar(r *rest.Request) (model.Calendar, error) {
	given, err := rest.JSON[model.Calendar](r)
	if err != nil {
		return given, err
	}
	if strings.TrimSpace(given.Name) == "" {
		return given, rest.BadProperty("name", "is required")
	}
	if given.Color != "" {
		given.Color, err = rest.Enum("color", given.Color, colors...)
	}
	return model.Calendar{Name: given.Name, Color: given.Color}, err
}

func (a *Area) createCalendar(r *rest.Request, t *target, given model.Calendar) (rest.Reply, error) {
	c, err := AddCalendar(t.tx, t.mailbox, r.Key("calendarGroup"), given)
	t.complete(&c)
	return rest.Created(c), err
}

func (a *Area) listGroups(r *rest.Request, t *target) (rest.Reply, error) {
	list, err := calendarGroups(t.tx, t.mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.groups, list, maxCalendars)
}

// group finds a group of calendars by id, the default one when it is empty.
func (t *target) group(id string) (model.CalendarGroup, error) {
	list, err := calendarGroups(t.tx, t.mailbox)
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

func (a *Area) getGroup(r *rest.Request, t *target) (rest.Reply, error) {
	g, err := t.group(r.Key("calendarGroup"))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.groups, &g)
}

// readGroup decodes a new group of calendars: its name.
func readGroup(r *rest.Request) (model.CalendarGroup, error) {
	given, err := rest.JSON[model.CalendarGroup](r)
	if err == nil && strings.TrimSpace(given.Name) == "" {
		err = rest.BadProperty("name", "is required")
	}
	return model.CalendarGroup{Name: given.Name}, err
}

func (a *Area) createGroup(_ *rest.Request, t *target, given model.CalendarGroup) (rest.Reply, error) {
	g, err := AddCalendarGroup(t.tx, t.mailbox, given)
	return rest.Created(g), err
}
