package bridge

import (
	"errors"

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
}

// The tiers that screens ask for, as the sign-in names them.
const (
	groupsTier    = "groups"
	directoryTier = "directory"
	grantsTier    = "grants"
	filesTier     = "files"
)

// need is an error for a right that is missing, so that the service is not
// asked in vain.
func (r Rights) need(tier, what string) error {
	if r.Lacks == nil || !r.Lacks(tier) {
		return nil
	}
	return &views.MissingRight{Tier: tier, What: what, Command: r.Command(tier)}
}

// refused says in words that the service keeps something to itself.
func (r Rights) refused(err error, tier, what string) error {
	if r.Lacks == nil || !errors.Is(err, model.ErrAccessDenied) {
		return err
	}
	return &views.MissingRight{Tier: tier, What: what, Command: r.Command(tier), Refused: true}
}
