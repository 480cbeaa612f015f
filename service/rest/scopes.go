package rest

import (
	"path"
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/odata"
)

// Scopes is the set of delegated permissions of a token, folded to lower
// case, so that both dialects' spellings are one.
type Scopes map[string]bool

// ParseScopes reads a list with spaces (or commas) between.
func ParseScopes(list string) Scopes {
	s := Scopes{}
	for _, f := range strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' }) {
		s[strings.ToLower(f)] = true
	}
	return s
}

// String writes the scopes sorted, with spaces between.
func (s Scopes) String() string {
	list := make([]string, 0, len(s))
	for k := range s {
		list = append(list, k)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Has reports whether the set grants scope: itself, its ReadWrite when it is
// a Read, or its .Shared form, which reaches one's own mailbox too.
func (s Scopes) Has(scope string) bool {
	f := strings.ToLower(scope)
	if s[f] || s.hasWider(f) {
		return true
	}
	if strings.HasSuffix(f, ".shared") || strings.HasSuffix(f, ".all") {
		return false
	}
	return s.HasShared(f)
}

// HasShared reports whether the set grants the .Shared form of scope.
func (s Scopes) HasShared(scope string) bool {
	f := strings.ToLower(scope)
	if !strings.HasSuffix(f, ".shared") {
		f += ".shared"
	}
	return s[f] || s.hasWider(f)
}

// hasWider looks for area.readwrite[.x] where area.read[.x] is asked.
func (s Scopes) hasWider(folded string) bool {
	area, rest, ok := strings.Cut(folded, ".")
	if !ok || (rest != "read" && !strings.HasPrefix(rest, "read.")) {
		return false
	}
	return s[area+".readwrite"+rest[len("read"):]]
}

// authorize checks the scopes of a route and who may use it, and fills in
// r.Mailbox. It is the one place where it is decided whose data is reached.
func (a *API) authorize(r *Request) error {
	if key, named := r.keys.get(groupKey); named {
		return a.authorizeGroup(r, key)
	}
	if key, named := r.keys.get(driveKey); named {
		return a.authorizeDrive(r, key)
	}
	key, _ := r.keys.get(userKey)
	return a.authorizeUser(r, key)
}

// ManagerScopes are those of which one reads who leads whom (part 5 of the
// interface).
var ManagerScopes = []string{"User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All", "Directory.AccessAsUser.All"}

// authorizeExpand holds what $expand brings, at any depth, to the scopes of
// reading it by itself, where those are others than the row's.
func authorizeExpand(r *Request, expand []odata.Expand) error {
	for _, x := range expand {
		switch strings.ToLower(path.Base(x.Path)) {
		case "manager", "directreports":
			if err := requireScope(ManagerScopes, r.Caller.Scopes.Has); err != nil {
				return err
			}
		case "event": // of a message: what the calendar of the mailbox says of it
			if err := requireScope(sharedForms([]string{"Calendars.Read"}), r.Caller.Scopes.HasShared); r.visiting && err != nil {
				return err
			}
		}
		if err := authorizeExpand(r, x.Options.Expand); err != nil {
			return err
		}
	}
	return nil
}

// authorizeGroup holds the caller to the row's Who in a group. A private group
// is refused, not denied: the directory shows everybody that there is one.
func (a *API) authorizeGroup(r *Request, key string) error {
	if err := requireScope(r.Route.Scopes, r.Caller.Scopes.Has); err != nil {
		return err
	}
	g, err := a.conf.Directory.ResolveGroup(r.Context(), key, r.Caller.UserID)
	if err != nil {
		return err
	}
	r.Mailbox = g.User
	switch who := r.Route.Who; {
	case who == Anybody, who == Reader && (g.Public || g.Member), who == Member && g.Member, who == GroupOwner && g.Owner:
		return nil
	case who == Reader:
		return model.Errorf(model.CodeAccessDenied, "the group %s is private: what is in it is its members' alone", g.DisplayName)
	case who == Member:
		return model.Errorf(model.CodeAccessDenied, "you are not a member of %s: only its members do this", g.DisplayName)
	}
	return model.Errorf(model.CodeAccessDenied, "you are not an owner of %s: only its owners do this", g.DisplayName)
}

// authorizeDrive holds the caller to the rule of the drive's owner.
func (a *API) authorizeDrive(r *Request, drive string) error {
	if err := requireScope(r.Route.Scopes, r.Caller.Scopes.Has); err != nil {
		return err
	}
	owner, group, err := a.conf.Directory.DriveOwner(r.Context(), drive)
	switch {
	case err != nil:
		return err
	case group:
		return a.authorizeGroup(r, owner)
	}
	return a.authorizeUser(r, owner)
}

// authorizeUser knows one rule for other people's mailboxes: a scope in its
// .Shared form and the owner's share. key is empty for the caller.
func (a *API) authorizeUser(r *Request, key string) error {
	route := r.Route
	if key == "" || strings.EqualFold(key, r.Caller.UserID) || strings.EqualFold(key, r.Caller.PrincipalName) {
		r.Mailbox = User{ID: r.Caller.UserID, PrincipalName: r.Caller.PrincipalName}
		return requireScope(route.Scopes, r.Caller.Scopes.Has)
	}
	switch route.Who {
	case Owner:
		return model.Errorf(model.CodeAccessDenied, "%s answers its owner alone", route.Operation)
	case Anybody:
		if err := requireScope(route.OthersScopes, r.Caller.Scopes.Has); err != nil {
			return err
		}
	default:
		if err := requireScope(sharedForms(route.Scopes), r.Caller.Scopes.HasShared); err != nil {
			return err
		}
	}
	owner, err := a.conf.Directory.ResolveUser(r.Context(), key)
	if err != nil {
		return err
	}
	r.Mailbox = owner
	if route.Who == Anybody {
		return nil
	}
	return a.requireShare(r)
}

// requireShare turns away, before anything is read, those with whom nothing is
// shared that would do. What of it the path leads to is [Request.In]'s to ask.
func (a *API) requireShare(r *Request) error {
	area := scopeArea(r.Route.Scopes)
	r.visiting = true
	ok, err := a.conf.Directory.MayReach(r.Context(), r.Mailbox.ID, r.Caller.UserID, area, r.Route.right())
	if err != nil {
		return err
	}
	if !ok {
		return model.Errorf(model.CodeAccessDenied, "%s has not shared %s with you for this", r.Mailbox.PrincipalName, area)
	}
	return nil
}

func requireScope(any []string, has func(string) bool) error {
	if len(any) == 0 || slices.ContainsFunc(any, has) {
		return nil
	}
	return model.Errorf(model.CodeAccessDenied, "the token needs one of these scopes: %s", strings.Join(any, ", "))
}

func sharedForms(scopes []string) []string {
	out := make([]string, len(scopes))
	for i, s := range scopes {
		out[i] = s
		if !strings.HasSuffix(strings.ToLower(s), ".shared") {
			out[i] += ".Shared"
		}
	}
	return out
}

// scopeArea is the part before the first dot: what an owner shares.
func scopeArea(scopes []string) string {
	if len(scopes) == 0 {
		return ""
	}
	area, _, _ := strings.Cut(scopes[0], ".")
	return area
}
