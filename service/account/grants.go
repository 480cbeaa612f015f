package account

import (
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// The kinds of consent that this service knows. The interface does not show
// the allowed values (part 2), so others are kept as they are given.
const (
	consentPrincipal = "Principal"
	consentAll       = "AllPrincipals"
)

func (a *Area) listGrants(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	list, err := Grants(tx)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.grants, list, r.Limits().PageMax)
}

// grantOf finds the grant that the path names: on a user's path, or that of
// the caller's drive, among those which that user or everybody has given.
func grantOf(tx *store.Tx, r *rest.Request) (model.PermissionGrant, error) {
	g, err := findGrant(tx, r.Key("grant"))
	if err != nil || r.Route.Pattern == grantsPath+"/{grant}" {
		return g, err
	}
	of := func(name string) bool { return strings.EqualFold(g.PrincipalID, name) }
	if g.PrincipalID == "" || of(r.Mailbox.ID) || of(r.Mailbox.PrincipalName) {
		return g, nil
	}
	return g, rest.NotFound("permission grant of "+r.Mailbox.PrincipalName, g.ID)
}

// mayChange refuses who is neither the principal of a grant nor an
// administrator. What everybody has given has no principal.
func mayChange(r *rest.Request, g model.PermissionGrant) error {
	who := r.Caller
	if who.Administrator || strings.EqualFold(g.PrincipalID, who.UserID) || strings.EqualFold(g.PrincipalID, who.PrincipalName) {
		return nil
	}
	return model.Errorf(model.CodeAccessDenied, "a permission that is not your own is changed by an administrator of the mailbox store alone")
}

func (a *Area) getGrant(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	g, err := grantOf(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.grants, &g)
}

// readGrant reads a new grant, which the caller may give.
func readGrant(r *rest.Request) (g model.PermissionGrant, err error) {
	body, err := r.Object()
	if err != nil {
		return g, err
	}
	if err := changeGrant(&g, body); err != nil {
		return g, err
	}
	if g.ConsentType == "" {
		g.ConsentType = consentPrincipal
		if g.PrincipalID == "" {
			g.ConsentType = consentAll
		}
	}
	if err := checkGrant(g); err != nil {
		return g, err
	}
	return g, mayChange(r, g)
}

func (a *Area) createGrant(_ *rest.Request, tx *store.Tx, _ int64, given model.PermissionGrant) (rest.Reply, error) {
	g, err := PutGrant(tx, given)
	return rest.Created(g), err
}

// ownGrant finds the grant of the path for a change: one that the caller may
// change, and that is as it was when it was read.
func ownGrant(r *rest.Request, tx *store.Tx) (model.PermissionGrant, error) {
	g, err := grantOf(tx, r)
	if err != nil {
		return g, err
	}
	if err := mayChange(r, g); err != nil {
		return g, err
	}
	return g, r.CheckETag(g.ETag)
}

// updateGrant changes the properties that are given; the others keep their
// values (part 4.1). Whose grant it is is asked before and after, so that none
// is taken from another or put on one. The public interface answers without
// content.
func (a *Area) updateGrant(r *rest.Request, tx *store.Tx, _ int64, body rest.Object) (rest.Reply, error) {
	g, err := ownGrant(r, tx)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := changeGrant(&g, body); err != nil {
		return rest.Reply{}, err
	}
	if err := checkGrant(g); err != nil {
		return rest.Reply{}, err
	}
	if err := mayChange(r, g); err != nil {
		return rest.Reply{}, err
	}
	if g, err = PutGrant(tx, g); r.Version == "v1.0" {
		return rest.NoContent(), err
	}
	return rest.OK(g), err
}

func (a *Area) deleteGrant(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	g, err := ownGrant(r, tx)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), deleteGrant(tx, g.ID)
}

// changeGrant lays the properties of the body over g. null takes a value away.
func changeGrant(g *model.PermissionGrant, body rest.Object) error {
	names := []string{"clientId", "consentType", "expiryTime", "principalId", "resourceId", "scope", "startTime"}
	if err := body.Only(names...); err != nil {
		return err
	}
	texts := map[string]*string{"clientId": &g.ClientID, "consentType": &g.ConsentType,
		"principalId": &g.PrincipalID, "resourceId": &g.ResourceID, "scope": &g.Scope}
	times := map[string]**time.Time{"expiryTime": &g.ExpiryTime, "startTime": &g.StartTime}
	for _, name := range names {
		var text string
		switch {
		case !body.Has(name):
			continue
		case !body.Null(name):
			if err := body.Text(name, &text); err != nil {
				return err
			}
		}
		if at := times[name]; at != nil {
			if err := readTime(name, text, at); err != nil {
				return err
			}
			continue
		}
		*texts[name] = strings.TrimSpace(text)
	}
	g.Scope = scopeList(g.Scope)
	for _, known := range []string{consentPrincipal, consentAll} {
		if strings.EqualFold(g.ConsentType, known) {
			g.ConsentType = known
		}
	}
	return nil
}

func readTime(property, text string, at **time.Time) error {
	*at = nil
	if text == "" {
		return nil
	}
	t, err := model.ParseTime(text, time.UTC)
	if err != nil {
		return rest.BadProperty(property, "%v", err)
	}
	t = t.UTC().Truncate(time.Millisecond) // as it is kept
	*at = &t
	return nil
}

// scopeList writes scopes once each, with one space between.
func scopeList(list string) string {
	var out []string
	for _, s := range strings.Fields(list) {
		if !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, s) }) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

func checkGrant(g model.PermissionGrant) error {
	for _, required := range []struct{ name, value string }{
		{"clientId", g.ClientID}, {"consentType", g.ConsentType}, {"resourceId", g.ResourceID}} {
		if required.value == "" {
			return rest.BadProperty(required.name, "is required")
		}
	}
	switch {
	case g.ConsentType == consentPrincipal && g.PrincipalID == "":
		return rest.BadProperty("principalId", "is required when consentType is Principal")
	case g.ConsentType == consentAll && g.PrincipalID != "":
		return rest.BadProperty("principalId", "must be left out when consentType is AllPrincipals")
	case g.StartTime != nil && g.ExpiryTime != nil && g.ExpiryTime.Before(*g.StartTime):
		return rest.BadProperty("expiryTime", "must not be before startTime")
	}
	return nil
}
