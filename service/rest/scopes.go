package rest

import (
	"slices"
	"strings"

	"daybook/model"
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

// authorize checks the scopes of a route and, when the path names somebody
// else, the one rule for other people's mailboxes: a scope in its .Shared
// form and the owner's consent. It fills in r.Mailbox.
func (a *API) authorize(r *Request) error {
	route := r.Route
	key, named := r.keys.get(userKey)
	self := key == "" || strings.EqualFold(key, r.Caller.UserID) || strings.EqualFold(key, r.Caller.PrincipalName)
	if !named || self {
		r.Mailbox = User{ID: r.Caller.UserID, PrincipalName: r.Caller.PrincipalName}
		return requireScope(route.Scopes, r.Caller.Scopes.Has)
	}
	switch route.Others {
	case ReachOwner:
		return model.Errorf(model.CodeAccessDenied, "%s answers its owner alone", route.Operation)
	case ReachAll:
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
	if route.Others == ReachAll {
		return nil
	}
	return a.requireShare(r)
}

func (a *API) requireShare(r *Request) error {
	area, write := scopeArea(r.Route.Scopes), !isRead(r.Method)
	ok, err := a.conf.Directory.MayReach(r.Context(), r.Mailbox.ID, r.Caller.UserID, area, write)
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
