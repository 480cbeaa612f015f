package signin

import (
	"context"
	"time"
)

// Service signs in to the profile's service.
type Service interface {
	// Begin begins a sign-in in one of the two ways.
	Begin(ctx context.Context, way Way) (Attempt, error)
}

// Attempt is a sign-in that waits for the person.
type Attempt struct {
	Address string // where the person goes
	Code    string // to be typed there; empty in the browser's way
	Until   time.Time
	Consent Consent // what an administrator can agree to, should it need one
	// Wait returns whose account it is when the tokens are kept. It takes as long
	// as the person does, until Until.
	Wait func(ctx context.Context) (account string, err error)
	// Close ends it; nobody can finish it afterwards. It may be called twice.
	Close func()
}
