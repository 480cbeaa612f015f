package bridge

import (
	"context"

	"daybook/signin"
	view "daybook/views/signin"
)

// SignIn is signing in to one profile's service.
type SignIn struct {
	Client *signin.Client
	// Provider finds out where to sign in.
	Provider func(ctx context.Context) (signin.Provider, error)
	// Keep takes what a sign-in gave, and returns whose it is.
	Keep func(ctx context.Context, p signin.Provider, g signin.Grant) (account string, err error)
}

var _ view.Service = (*SignIn)(nil)

// Begin implements the view's Service.
func (s *SignIn) Begin(ctx context.Context, way view.Way) (view.Attempt, error) {
	p, err := s.Provider(ctx)
	if err != nil {
		return view.Attempt{}, err
	}
	begin := s.Client.Browser
	if way == view.Code {
		begin = s.Client.Device
	}
	a, err := begin(ctx, p)
	if err != nil {
		return view.Attempt{}, err
	}
	return view.Attempt{
		Address: a.Address, Code: a.Code, Until: a.Until, Close: a.Close,
		Wait: func(ctx context.Context) (string, error) {
			g, err := a.Wait(ctx)
			if err != nil {
				return "", err
			}
			return s.Keep(ctx, p, g)
		},
	}, nil
}
