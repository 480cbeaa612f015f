package rest

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// node is a place in the path. Literals are folded to lower case. A named
// call such as range(address=...) is the literal "range(address)".
type node struct {
	literals map[string]*node
	param    *node // what {name} leads to
	colon    *node // what {name}: leads to
	behind   bool  // a colon: {name}: is a path from here
	name     string
	methods  map[string]*Route
}

// captures are the keys of a matched path, in its order. A name that was
// bound more than once, in nested childFolders, keeps its last value.
type captures struct {
	list []capture
	room [6]capture // for most paths, so that matching allocates nothing
}

type capture struct{ name, value string }

func (c *captures) add(name, value string) {
	if c.list == nil {
		c.list = c.room[:0]
	}
	c.list = append(c.list, capture{name, value})
}

func (c *captures) get(name string) (value string, found bool) {
	for i := len(c.list) - 1; i >= 0; i-- {
		if c.list[i].name == name {
			return c.list[i].value, true
		}
	}
	return "", false
}

// The names under which whose data it is is captured. Of userKey "" means the
// caller.
const (
	userKey  = "user"
	groupKey = "group"
	driveKey = "drive"
)

// router finds routes by path. It is read-only once built.
type router struct{ root *node }

func newRouter(routes []Route) (*router, error) {
	rt := &router{root: &node{}}
	people := &node{name: userKey}
	for i := range routes {
		r := &routes[i]
		if err := checkWho(r); err != nil {
			return nil, fmt.Errorf("route %s %s: %w", r.Method, r.Pattern, err)
		}
		start, rest := rt.root, r.Pattern
		if after, ok := strings.CutPrefix(rest, "{user}"); ok {
			rt.root.child("me", people)
			users := rt.root.child("users", nil)
			users.child("me", people)
			users.param = people
			start, rest = people, strings.TrimPrefix(after, "/")
		}
		if err := start.insert(rest, r); err != nil {
			return nil, fmt.Errorf("route %s %s: %w", r.Method, r.Pattern, err)
		}
	}
	return rt, nil
}

// checkWho refuses a row that does not say who may use it, and one that says
// what means nothing for what it names.
func checkWho(r *Route) error {
	group := strings.Contains(r.Pattern, "{"+groupKey+"}") || strings.Contains(r.Pattern, "{"+driveKey+"}")
	switch {
	case group && (r.Who == Shared || r.Who == Owner):
		return errors.New("it leads into groups, and does not say who of them may use it")
	case !group && r.Who > Owner:
		return errors.New("it is for people of a group, and names none")
	}
	return nil
}

// child returns the node that a folded literal leads to, making it (or
// linking target) when there is none.
func (n *node) child(literal string, target *node) *node {
	if c := n.literals[literal]; c != nil {
		return c
	}
	if n.literals == nil {
		n.literals = map[string]*node{}
	}
	if target == nil {
		target = &node{}
	}
	n.literals[literal] = target
	return target
}

func (n *node) insert(pattern string, r *Route) error {
	at := n
	for _, seg := range splitSegments(pattern) {
		next, err := at.extend(seg)
		if err != nil {
			return err
		}
		at = next
	}
	if at.methods == nil {
		at.methods = map[string]*Route{}
	}
	if other := at.methods[r.Method]; other != nil {
		return fmt.Errorf("already served by %s (%s)", other.Operation, other.Pattern)
	}
	at.methods[r.Method] = r
	return nil
}

// extend adds one segment of a pattern.
func (n *node) extend(seg string) (*node, error) {
	if strings.HasPrefix(seg, "{") {
		if name, ok := strings.CutSuffix(seg, "}:"); ok {
			c, err := n.bind(&n.colon, name[1:])
			if err == nil {
				c.behind = true
			}
			return c, err
		}
		return n.bind(&n.param, strings.Trim(seg, "{}"))
	}
	if open := strings.IndexByte(seg, '('); open > 0 {
		inner := strings.TrimSuffix(seg[open+1:], ")")
		literal := strings.ToLower(seg[:open])
		if arg, key, named := strings.Cut(inner, "="); named {
			c := n.child(literal+"("+strings.ToLower(arg)+")", nil)
			c.name = strings.Trim(key, "{}'")
			return c, nil
		}
		c := n.child(literal, nil)
		return c.bind(&c.param, strings.Trim(inner, "{}"))
	}
	c := n.child(strings.ToLower(seg), nil)
	c.behind = c.behind || strings.HasSuffix(seg, ":")
	if strings.EqualFold(seg, "childFolders") && c.param == nil && n.name != "" {
		c.param = n // childFolders/{id} is the folder again, one level down
	}
	return c, nil
}

func (n *node) bind(slot **node, name string) (*node, error) {
	if *slot == nil {
		*slot = &node{name: name}
	}
	if (*slot).name != name {
		return nil, fmt.Errorf("the key {%s} is called {%s} in another row", name, (*slot).name)
	}
	return *slot, nil
}

func splitSegments(p string) []string {
	if p == "" {
		return nil
	}
	return strings.Split(p, "/")
}

// miss is a path that leads nowhere; segment is the first unknown one.
type miss struct{ segment string }

func (m *miss) Error() string { return "no such segment: " + m.segment }

// match walks an escaped path without its version segment.
func (rt *router) match(escaped string, keys *captures) (*node, error) {
	at := rt.root
	for escaped != "" {
		var seg string
		seg, escaped, _ = strings.Cut(escaped, "/")
		if seg == "" {
			continue
		}
		if strings.IndexByte(seg, '%') >= 0 {
			plain, err := url.PathUnescape(seg)
			if err != nil {
				return nil, &miss{seg}
			}
			seg = plain
		}
		if at.behind && strings.Contains(seg, "/") {
			return nil, &miss{seg} // no name has a slash, and it does not part two
		}
		next := at.step(seg, keys)
		if next == nil && at.behind && at.colon != nil {
			next, escaped = at.path(seg, escaped, keys)
		}
		if next == nil {
			return nil, &miss{seg}
		}
		at = next
	}
	return at, nil
}

// path follows the segments from seg, which is decoded, up to one that ends in
// a colon or to the end; nil when one of them is no name.
func (n *node) path(seg, escaped string, keys *captures) (*node, string) {
	whole := seg
	for escaped != "" && !strings.HasSuffix(seg, ":") {
		seg, escaped, _ = strings.Cut(escaped, "/")
		var err error
		if seg, err = url.PathUnescape(seg); err != nil || strings.Contains(seg, "/") {
			return nil, escaped
		}
		whole += "/" + seg
	}
	keys.add(n.colon.name, strings.TrimSuffix(whole, ":"))
	return n.colon, escaped
}

// step follows one decoded segment: a literal, a call, a key before a colon,
// a key. The order makes messages/delta a literal and never an id.
func (n *node) step(seg string, keys *captures) *node {
	if c := n.literal(seg); c != nil {
		return c
	}
	if c := n.call(seg, keys); c != nil {
		return c
	}
	if n.colon != nil && len(seg) > 1 && seg[len(seg)-1] == ':' {
		keys.add(n.colon.name, seg[:len(seg)-1])
		return n.colon
	}
	if n.param != nil {
		keys.add(n.param.name, seg)
		return n.param
	}
	return nil
}

// literal looks a segment up in its own case first: most clients write the
// interface's own, and folding allocates.
func (n *node) literal(seg string) *node {
	if n.literals == nil {
		return nil
	}
	var folded [32]byte
	if len(seg) > len(folded) {
		return n.literals[strings.ToLower(seg)]
	}
	for i := 0; i < len(seg); i++ {
		c := seg[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		folded[i] = c
	}
	return n.literals[string(folded[:len(seg)])]
}

// call follows name(), name(key), name('key') and name(arg='key').
func (n *node) call(seg string, keys *captures) *node {
	open := strings.IndexByte(seg, '(')
	if open <= 0 || seg[len(seg)-1] != ')' {
		return nil
	}
	literal, inner := strings.ToLower(seg[:open]), seg[open+1:len(seg)-1]
	if inner == "" {
		return n.literals[literal] // a function without arguments, such as delta()
	}
	if arg, value, named := cutArgument(inner); named {
		c := n.literals[literal+"("+strings.ToLower(arg)+")"]
		if c != nil {
			keys.add(c.name, unquoteKey(value))
		}
		return c
	}
	c := n.literals[literal]
	if c == nil || c.param == nil {
		return nil
	}
	keys.add(c.param.name, unquoteKey(inner))
	return c.param
}

// cutArgument splits arg=value; a quoted key may hold an '=' of its own.
func cutArgument(inner string) (arg, value string, named bool) {
	if strings.HasPrefix(inner, "'") {
		return "", "", false
	}
	arg, value, named = strings.Cut(inner, "=")
	return strings.TrimSpace(arg), strings.TrimSpace(value), named
}

// unquoteKey reads an OData key: in quotes, two quotes stand for one.
func unquoteKey(s string) string {
	if len(s) >= 2 && s[0] == '\'' && s[len(s)-1] == '\'' {
		return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	}
	return s
}

// allow lists the methods a node serves, HEAD and OPTIONS included.
func (n *node) allow() string {
	m := []string{http.MethodOptions}
	for k := range n.methods {
		m = append(m, k)
		if k == http.MethodGet {
			m = append(m, http.MethodHead)
		}
	}
	slices.Sort(m)
	return strings.Join(m, ", ")
}
