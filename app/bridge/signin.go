package bridge

import (
	"context"
	"errors"

	"daybook/mailbox"
	"daybook/signin"
	"daybook/views/account"
	view "daybook/views/signin"
)

// SignIn is signing in to one profile's service as its box needs it.
type SignIn struct{ *mailbox.SignIn }

var _ view.Service = SignIn{}

// Begin implements the view's Service.
func (s SignIn) Begin(ctx context.Context, way view.Way) (view.Attempt, error) {
	p, err := s.Provider(ctx)
	if err != nil {
		return view.Attempt{}, err
	}
	begin := s.Client.Browser
	if way == view.Code {
		begin = s.Client.Device
	}
	consent := consentOf(p)
	a, err := begin(ctx, p)
	if err != nil {
		return view.Attempt{}, approval(err, consent)
	}
	return view.Attempt{
		Address: a.Address, Code: a.Code, Until: a.Until, Close: a.Close, Consent: consent,
		Wait: func(ctx context.Context) (string, error) {
			g, err := a.Wait(ctx)
			if err != nil {
				return "", approval(err, consent)
			}
			return s.Save(ctx, p, g)
		},
	}, nil
}

// consentOf is what an administrator can agree to, each right in words.
func consentOf(p signin.Provider) view.Consent {
	c := p.Consent()
	out := view.Consent{Address: c.Address, Application: c.ClientID}
	for _, scope := range c.Scopes {
		out.Rights = append(out.Rights, view.Right{Name: scope, Words: account.ScopeWords(scope)})
	}
	return out
}

// approval adds to an error what an administrator can do about it. A page that
// says "needs approval" leads nowhere: most people close it, or decline.
func approval(err error, c view.Consent) error {
	if c.Address != "" && (errors.Is(err, signin.ErrAdmin) || errors.Is(err, signin.ErrDenied) || errors.Is(err, signin.ErrExpired)) {
		return &view.NeedsApproval{Err: err, Certain: errors.Is(err, signin.ErrAdmin), Consent: c}
	}
	return err
}
