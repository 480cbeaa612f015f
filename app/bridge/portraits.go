package bridge

import (
	"context"
	"errors"

	"daybook/api"
	"daybook/model"
)

// Portraits finds the photos that belong to addresses.
type Portraits struct{ client *api.Client }

// NewPortraits reads through a client.
func NewPortraits(client *api.Client) *Portraits { return &Portraits{client} }

// Whose is the name behind an address, in the directory or else among the
// contacts, and where their photo is. Whom nobody knows is model.ErrNotFound.
func (b *Portraits) Whose(ctx context.Context, address string) (name string, photo api.PhotoRef, err error) {
	user, err := b.client.User(address).Get(ctx)
	if err == nil {
		return user.DisplayName, b.client.User(user.ID).Photo(), nil
	}
	if !errors.Is(err, model.ErrNotFound) {
		return "", api.PhotoRef{}, err
	}
	return b.contact(ctx, address)
}

func (b *Portraits) contact(ctx context.Context, address string) (name string, photo api.PhotoRef, err error) {
	page, err := b.client.Me().Contacts(ctx, api.Top(1), api.Select("id", "displayName"),
		api.Filter(api.Any("emailAddresses", api.Eq("x/address", address))))
	if err != nil {
		return "", api.PhotoRef{}, err
	}
	if len(page.Value) == 0 {
		return "", api.PhotoRef{}, model.Errorf(model.CodeNotFound, "nobody in the directory or among the contacts is called %s", address)
	}
	return page.Value[0].DisplayName, b.client.Me().Contact(page.Value[0].ID).Photo(), nil
}

// PhotoOf implements faces.Service. The directory is asked for the photo at
// once, as most who write are in it and one request is enough then.
func (b *Portraits) PhotoOf(ctx context.Context, address string) ([]byte, error) {
	data, err := photoOf(ctx, b.client.User(address).Photo())
	if err != nil || data != nil {
		return data, err
	}
	_, photo, err := b.contact(ctx, address)
	if err != nil {
		return nil, unlessGone(err)
	}
	return photoOf(ctx, photo)
}
