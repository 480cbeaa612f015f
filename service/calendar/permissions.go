package calendar

import (
	"errors"
	"slices"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// A calendar's owner, and nobody else, reads and changes who may do what with
// it:
// https://learn.microsoft.com/en-us/graph/api/calendar-list-calendarpermissions
// https://learn.microsoft.com/en-us/graph/api/calendar-post-calendarpermissions
// https://learn.microsoft.com/en-us/graph/api/calendarpermission-get
// https://learn.microsoft.com/en-us/graph/api/calendarpermission-update
// https://learn.microsoft.com/en-us/graph/api/calendarpermission-delete
//
// There is always one of everybody in the organization, which cannot be
// removed: of the primary calendar they see the times unless it is changed, of
// another nothing. The id of one is that of the person.

// everybody is the id of the permission of all in the organization.
const everybody = "RGVmYXVsdA=="

func permissionSchema() *odata.Schema {
	return odata.SchemaOf[model.CalendarPermission]("calendarPermission", "id", odata.Field{Path: "id", Kind: odata.ID})
}

// permissionRoutes are the rows of a calendar of a user.
func (s site) permissionRoutes() []rest.Route {
	all, one := s.base+"/calendarPermissions", s.base+"/calendarPermissions/{permission}"
	read, write := s.read(), s.owners()
	read.Who = rest.Owner
	return []rest.Route{
		read.At("GET", all, "ListCalendarPermissions", s.reads(s.listPermissions)).Counted("CountCalendarPermissions"),
		write.At("POST", all, "CreateCalendarPermission", writesWith(s, rest.JSON[model.CalendarPermission], s.createPermission)),
		read.At("GET", one, "GetCalendarPermission", s.reads(s.getPermission)),
		write.At("PATCH", one, "UpdateCalendarPermission", writesWith(s, readRole, s.updatePermission)),
		write.At("DELETE", one, "DeleteCalendarPermission", s.writes(s.deletePermission)),
	}
}

// permissions lists those of the path's calendar, everybody's first.
func (t *target) permissions() ([]model.CalendarPermission, error) {
	c, err := Calendar(t.tx, t.mailbox, CalendarKey{ID: t.calendar})
	if err != nil {
		return nil, err
	}
	shares, err := t.tx.Shares(t.mailbox, store.AreaCalendars)
	if err != nil {
		return nil, err
	}
	first := model.CalendarPermission{EmailAddress: &model.EmailAddress{Name: model.MyOrganization}, IsInsideOrganization: true,
		Role: model.RoleNone, AllowedRoles: model.CalendarRoles(true, c.IsDefaultCalendar)}
	if first.ID = everybody; c.IsDefaultCalendar {
		first.Role = model.RoleFreeBusyRead
	}
	list := []model.CalendarPermission{first}
	for _, given := range shares {
		switch {
		case given.Item != c.ID:
		case given.Grantee == "":
			list[0].Role = given.Role
		default:
			who, err := t.tx.FindMailbox(given.Grantee)
			if errors.Is(err, model.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			p := model.CalendarPermission{EmailAddress: &model.EmailAddress{Name: who.DisplayName, Address: who.Address},
				IsInsideOrganization: true, IsRemovable: true, Role: given.Role, AllowedRoles: model.CalendarRoles(false, c.IsDefaultCalendar)}
			p.ID = who.ID
			list = append(list, p)
		}
	}
	return list, nil
}

func (t *target) permission(id string) (model.CalendarPermission, error) {
	list, err := t.permissions()
	if err != nil {
		return model.CalendarPermission{}, err
	}
	i := slices.IndexFunc(list, func(p model.CalendarPermission) bool { return p.ID == id })
	if i < 0 {
		return model.CalendarPermission{}, rest.NotFound("permission of this calendar", id)
	}
	return list[i], nil
}

func (s site) listPermissions(r *rest.Request, t *target) (rest.Reply, error) {
	list, err := t.permissions()
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, permissionSchema(), list, maxCalendars)
}

func (s site) getPermission(r *rest.Request, t *target) (rest.Reply, error) {
	p, err := t.permission(r.Key("permission"))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, permissionSchema(), &p)
}

// give keeps a role of somebody in the path's calendar.
func (t *target) give(id, role string) (model.CalendarPermission, error) {
	calendar, err := t.defaultCalendar()
	if err != nil {
		return model.CalendarPermission{}, err
	}
	given := store.Share{Area: store.AreaCalendars, Item: calendar, Grantee: id, Role: role}
	if id == everybody {
		given.Grantee = ""
	}
	if err := t.tx.PutShare(t.mailbox, given); err != nil {
		return model.CalendarPermission{}, err
	}
	return t.permission(id)
}

func (s site) createPermission(r *rest.Request, t *target, given model.CalendarPermission) (rest.Reply, error) {
	if given.EmailAddress == nil || given.EmailAddress.Address == "" {
		return rest.Reply{}, rest.BadProperty("emailAddress/address", "is required: whom the calendar is shared with")
	}
	address := given.EmailAddress.Address
	who, found, err := t.tx.MailboxByAddress(address)
	switch {
	case err != nil:
		return rest.Reply{}, err
	case !found || who.Kind != store.KindUser:
		return rest.Reply{}, rest.BadProperty("emailAddress/address", "%q is nobody's here: a calendar is shared with people of this service", address)
	case who.ID == t.owner.ID:
		return rest.Reply{}, rest.BadProperty("emailAddress/address", "%q is whose calendar it is", address)
	}
	all, err := t.permissions()
	if err != nil {
		return rest.Reply{}, err
	}
	if slices.ContainsFunc(all, func(p model.CalendarPermission) bool { return p.ID == who.ID }) {
		return rest.Reply{}, model.Errorf(model.CodeConflict, "the calendar is shared with %s already: change the permission", address)
	}
	primary, err := t.primary()
	if err != nil {
		return rest.Reply{}, err
	}
	role, err := rest.Enum("role", given.Role, model.CalendarRoles(false, primary)...)
	if err != nil {
		return rest.Reply{}, err
	}
	made, err := t.give(who.ID, role)
	return rest.Created(made), err
}

// primary reports whether the path's calendar is the mailbox's own one.
func (t *target) primary() (bool, error) {
	c, err := Calendar(t.tx, t.mailbox, CalendarKey{ID: t.calendar})
	return c.IsDefaultCalendar, err
}

// readRole decodes a change of a permission, which is of its role alone; nil
// where it changes nothing.
func readRole(r *rest.Request) (*string, error) {
	o, err := r.Object()
	if err != nil {
		return nil, err
	}
	if err := o.Only("role"); err != nil {
		return nil, err
	}
	var body struct {
		Role *string `json:"role"`
	}
	err = o.Into(&body)
	return body.Role, err
}

func (s site) updatePermission(r *rest.Request, t *target, role *string) (rest.Reply, error) {
	p, err := t.permission(r.Key("permission"))
	if err != nil || role == nil {
		return rest.OK(p), err
	}
	given, err := rest.Enum("role", *role, p.AllowedRoles...)
	if err != nil {
		return rest.Reply{}, err
	}
	p, err = t.give(p.ID, given)
	return rest.OK(p), err
}

func (s site) deletePermission(r *rest.Request, t *target) (rest.Reply, error) {
	p, err := t.permission(r.Key("permission"))
	if err != nil {
		return rest.Reply{}, err
	}
	if !p.IsRemovable {
		return rest.Reply{}, model.Errorf(model.CodeInvalidRequest, "the permission of everybody cannot be removed: give it the role none")
	}
	calendar, err := t.defaultCalendar()
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), t.tx.DropShare(t.mailbox, store.Share{Area: store.AreaCalendars, Item: calendar, Grantee: p.ID})
}
