package model

import (
	"iter"
	"slices"
)

// CalendarPermission is what a calendar's owner lets somebody do with it:
// https://learn.microsoft.com/en-us/graph/api/resources/calendarpermission
// Without an address it is of everybody in the organization.
type CalendarPermission struct {
	Entity
	EmailAddress         *EmailAddress `json:"emailAddress,omitempty"`
	IsInsideOrganization bool          `json:"isInsideOrganization"`
	IsRemovable          bool          `json:"isRemovable"`
	Role                 string        `json:"role"`
	AllowedRoles         []string      `json:"allowedRoles"`
}

// Values of CalendarPermission.Role. Of a mail folder there are RoleRead and
// RoleWrite alone.
const (
	RoleNone          = "none"
	RoleFreeBusyRead  = "freeBusyRead"
	RoleLimitedRead   = "limitedRead"
	RoleRead          = "read"
	RoleWrite         = "write"
	RoleDelegate      = "delegateWithoutPrivateEventAccess"
	RoleDelegateOfAll = "delegateWithPrivateEventAccess"
	RoleCustom        = "custom"
)

// MyOrganization is the name under which everybody in it has a permission.
const MyOrganization = "My Organization"

// CalendarRoles are the roles that can be given, the least first. Those of
// delegates are of the primary calendar alone.
func CalendarRoles(everybody, primary bool) []string {
	roles := []string{RoleNone, RoleFreeBusyRead, RoleLimitedRead, RoleRead, RoleWrite}
	if !everybody && primary {
		roles = append(roles, RoleDelegate, RoleDelegateOfAll)
	}
	return roles
}

// Right is how far somebody who is not the owner may go with a calendar or a
// folder; each includes those before it.
type Right int

// The rights. SeesTimes and SeesTitles are of calendars alone: when somebody
// is busy, and also with what and where.
const (
	NoRight Right = iota
	SeesTimes
	SeesTitles
	Reads
	Writes
)

// Access is a right, and whether it is of private events too.
type Access struct {
	Right   Right
	Private bool
}

// AccessOf is what a role gives; an unknown one gives nothing.
func AccessOf(role string) Access {
	switch role {
	case RoleFreeBusyRead:
		return Access{Right: SeesTimes}
	case RoleLimitedRead:
		return Access{Right: SeesTitles}
	case RoleRead:
		return Access{Right: Reads}
	case RoleWrite, RoleDelegate:
		return Access{Right: Writes}
	case RoleDelegateOfAll:
		return Access{Right: Writes, Private: true}
	}
	return Access{}
}

// IsPrivate reports whether an event is its owner's alone: others see when it
// is, and no more.
func (e *Event) IsPrivate() bool {
	return slices.Contains([]string{"private", "confidential"}, e.Sensitivity)
}

// Extent says of how much a request is whose path names no folder, message,
// calendar or event.
type Extent uint8

// WholeArea: of all mail or all calendars. OfDefault: of the default calendar.
// WhatIsShared: of what the caller may reach, to which the store keeps it.
const (
	WholeArea Extent = iota
	OfDefault
	WhatIsShared
)

// Visit is a request for what is somebody else's.
type Visit struct {
	Caller string // id of the user who asks
	Area   string // "Mail", "Calendars", ... as in a scope
	Right  Right  // Reads or more
	Send   bool   // it sends in the owner's name
	Extent Extent
	// Keys are the kinds and ids of the path, in its order.
	Keys iter.Seq2[string, string]
	// Itself says that the last folder of the path is changed, and not what is
	// in it; Parts that it is about what belongs to the path's event.
	Itself, Parts bool
}
