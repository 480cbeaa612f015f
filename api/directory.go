package api

import (
	"context"

	"daybook/model"
)

// Get reads the user.
//
// GET /me, /users/{id} · 200 · User.Read, User.ReadBasic.All (supplement, directory)
func (u UserRef) Get(ctx context.Context, opts ...Option) (model.User, error) {
	return getAs[model.User](ctx, u.own, "", opts)
}

// Users lists the directory. Search and StartsWith complete names.
//
// GET /users · 200 · User.ReadBasic.All (supplement, directory)
func (c *Client) Users(ctx context.Context, opts ...Option) (*Page[model.User], error) {
	return list[model.User](ctx, ref{c: c}, "/users", opts)
}

// Rooms lists the rooms of the organization, by the microsoft dialect alone:
// the contract's directory tells them by the type of their user.
//
// GET /places/microsoft.graph.room · 200 · Place.Read.All (public interface, place-list)
func (c *Client) Rooms(ctx context.Context, opts ...Option) (*Page[model.Room], error) {
	return list[model.Room](ctx, ref{c: c}, "/places/microsoft.graph.room", opts)
}

// Manager reads the user or contact that is this user's manager.
//
// GET /users/{id}/manager, /me/manager · 200 · User.Read.All, User.ReadWrite.All,
// Directory.Read.All, Directory.ReadWrite.All or Directory.AccessAsUser.All (4.11, supplement)
func (u UserRef) Manager(ctx context.Context, opts ...Option) (model.User, error) {
	return getAs[model.User](ctx, u.own, "/manager", opts)
}

// DirectReports lists those whose manager the user is.
//
// GET {user}/directReports · 200 · User.Read.All (supplement, directory)
func (u UserRef) DirectReports(ctx context.Context, opts ...Option) (*Page[model.User], error) {
	return list[model.User](ctx, u.own, "/directReports", opts)
}
