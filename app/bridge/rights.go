package bridge

import (
	"errors"
	"slices"

	"daybook/api"
	"daybook/model"
	"daybook/views"
)

// Rights are what the sign-in to a service gives, where one asks for each right
// by itself. The zero value gives all.
type Rights struct {
	// Lacks tells whether it is known not to give what a tier needs.
	Lacks func(tier string) bool
	// Command asks for a tier.
	Command func(tier string) string
	// Mailbox is whose mail and calendars are open, by address, where they are
	// not the signed-in person's; ByAdministrator, that one may be let in by an
	// administrator too.
	Mailbox         string
	ByAdministrator bool
}

// The tiers that screens ask for, as the sign-in names them.
const (
	groupsTier    = "groups"
	directoryTier = "directory"
	grantsTier    = "grants"
	filesTier     = "files"
	sharedTier    = "shared"
)

// need is an error for a right that is missing, so that the service is not
// asked in vain.
func (r Rights) need(tier, what string) error {
	if r.Lacks == nil || !r.Lacks(tier) {
		return nil
	}
	return &views.MissingRight{Tier: tier, What: what, Command: r.Command(tier)}
}

// basic are the properties of other people that everybody may read
// (https://learn.microsoft.com/en-us/graph/permissions-reference#userreadbasicall).
var basic = []string{"id", "displayName", "givenName", "surname", "mail", "userPrincipalName"}

// readable are those of the properties of other people that the sign-in lets be
// read: a service refuses the whole list for one that it does not.
func (r Rights) readable(properties ...string) api.Option {
	if r.need(directoryTier, "") != nil {
		properties = slices.DeleteFunc(properties, func(p string) bool { return !slices.Contains(basic, p) })
	}
	return api.Select(properties...)
}

// own says in words that the service keeps from somebody what is asked for at
// every sign-in.
func (r Rights) own(err error, what string) error { return r.refused(err, "", what) }

// refused says in words that the service keeps something to itself.
func (r Rights) refused(err error, tier, what string) error {
	if r.Lacks == nil || !errors.Is(err, model.ErrAccessDenied) {
		return err
	}
	return &views.MissingRight{Tier: tier, What: what, Command: r.Command(tier), Refused: true}
}

// reach says in words why somebody else's mail or calendars, as area has it,
// cannot be read, and what to do. One's own are among what is always asked for.
func (r Rights) reach(err error, area string) error {
	if r.Mailbox == "" {
		return r.own(err, area)
	}
	says := ""
	switch denied := errors.Is(err, model.ErrAccessDenied); {
	case errors.Is(err, model.ErrNotFound):
		says = "there is no mailbox " + r.Mailbox + " here, or none that is shown to you: look at the address"
	case denied && r.ByAdministrator:
		says = r.Mailbox + " does not let you read its " + area + ": ask its owner to share it, or an administrator for full access"
	case denied:
		says = r.Mailbox + " does not let you read its " + area + ": ask its owner to share it, in daybook with \"daybook share\""
	}
	if says == "" {
		return err
	}
	return &views.MissingRight{Tier: sharedTier, What: area, Refused: true, Says: says}
}

// needShared is an error where the sign-in does not give what reading somebody
// else's mailbox needs.
func (r Rights) needShared() error {
	if r.Mailbox == "" {
		return nil
	}
	return r.need(sharedTier, "mailboxes of others")
}
