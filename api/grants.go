package api

import (
	"context"
	"net/http"

	"daybook/model"
)

// GrantRef is a permission grant. The contract has grants under beta, the
// microsoft dialect under v1.0 and by one path alone.
type GrantRef struct{ ref }

// Grant is a grant by its id.
func (c *Client) Grant(id string) GrantRef {
	return GrantRef{ref{c: c}.item(c.cfg.Dialect.grants(), id)}
}

// Grant is a grant of the user.
func (u UserRef) Grant(id string) GrantRef {
	if u.own.c.cfg.Dialect == Microsoft {
		return u.own.c.Grant(id)
	}
	return GrantRef{u.own.item(u.own.c.cfg.Dialect.grants(), id)}
}

// DriveOwnerGrant is a grant of the user who made the root of the drive.
func (c *Client) DriveOwnerGrant(id string) GrantRef {
	if c.cfg.Dialect == Microsoft {
		return c.Grant(id)
	}
	return GrantRef{ref{c: c, path: "/drive/root/createdByUser"}.item(c.cfg.Dialect.grants(), id)}
}

func (d Dialect) grants() string {
	if d == Microsoft {
		return "/oauth2PermissionGrants"
	}
	return "/oAuth2Permissiongrants"
}

// grantRequest is a call on grants, in the version where they are.
func (r ref) grantRequest(method, action string, body any, opts []Option) *Request {
	req := r.request(method, action, body, opts)
	if r.c.cfg.Dialect == Vendor {
		req.version = beta
	}
	return req
}

// Grants lists the grants.
//
// GET beta /oAuth2Permissiongrants · 200 (supplement, grants)
func (c *Client) Grants(ctx context.Context, opts ...Option) (*Page[model.PermissionGrant], error) {
	req := ref{c: c}.grantRequest(http.MethodGet, c.cfg.Dialect.grants(), nil, opts)
	return fetchPage[model.PermissionGrant](ctx, c, req, nil)
}

// CreateGrant makes a grant.
//
// POST beta /oAuth2Permissiongrants · 201 (supplement, grants)
func (c *Client) CreateGrant(ctx context.Context, g model.PermissionGrant, opts ...Option) (out model.PermissionGrant, err error) {
	body, err := writable(g)
	if err != nil {
		return out, err
	}
	err = c.Do(ctx, ref{c: c}.grantRequest(http.MethodPost, c.cfg.Dialect.grants(), body, opts), &out)
	return out, err
}

// Get reads the grant.
//
// GET beta /oAuth2Permissiongrants/{id}, /users/{id}/oAuth2Permissiongrants/{id},
// /drive/root/createdByUser/oAuth2Permissiongrants/{id} · 200 (4.1)
func (g GrantRef) Get(ctx context.Context, opts ...Option) (out model.PermissionGrant, err error) {
	err = g.c.Do(ctx, g.grantRequest(http.MethodGet, "", nil, opts), &out)
	return out, err
}

// Update changes what is set; the rest stays. The microsoft service answers
// without content and is asked for the grant.
//
// PATCH beta, the three paths of Get · 200, microsoft 204 (4.1)
func (g GrantRef) Update(ctx context.Context, patch model.PermissionGrantPatch, opts ...Option) (model.PermissionGrant, error) {
	var out *model.PermissionGrant
	if err := g.c.Do(ctx, g.grantRequest(http.MethodPatch, "", patch, opts), &out); err != nil {
		return model.PermissionGrant{}, err
	}
	if out == nil {
		return g.Get(ctx)
	}
	return *out, nil
}

// Delete takes the grant back.
//
// DELETE beta /oAuth2Permissiongrants/{id} · 204 (supplement, grants)
func (g GrantRef) Delete(ctx context.Context, opts ...Option) error {
	return g.c.Do(ctx, g.grantRequest(http.MethodDelete, "", nil, opts), nil)
}
