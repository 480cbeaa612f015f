// Package tree is a tree of any depth on the windowed list: a frame costs what is visible, flattening what is expanded.
//
// Invariants: a node is an ID, unique in the tree; the cursor stays on its node, or on the nearest expanded
// ancestor when the node is folded away; a node that is its own ancestor is shown once.
package tree

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/list"
	"daybook/widget/text"
)

// maxDepth is how deep the tree is shown.
const maxDepth = 64

// Source is the nodes, answered from memory. The ID "" stands above the roots. When something changed, the owner
// calls Reload.
type Source interface {
	// Children are the children in order; loaded is false while they are not known.
	Children(id string) (children []string, loaded bool)
	// HasChildren says whether the node can be expanded.
	HasChildren(id string) bool
	// Text is what Filter looks in.
	Text(id string) text.Text
	// Version changes whenever Row would for the same width and state.
	Version(id string) uint64
	// Row draws the node in one line of exactly width cells; indent and fold mark are already there.
	Row(id string, width int, state theme.RowState) string
}

// Keeper is what a Source may implement so that the marks of nodes that are folded away or filtered out stay.
type Keeper = list.Keeper

// Tree is what is expanded, and a list of it. Make it with New.
type Tree struct {
	*list.List
	src      Source
	theme    *theme.Theme
	expanded map[string]bool
	filter   text.Query
	nodes    []node
	keys     KeyMap
}

// node is a visible row.
type node struct {
	id     string
	depth  int
	parent int // the row of the parent, -1 for a root
	open   bool
	fold   bool // can be expanded
	hit    bool // matches the filter
}

// New is a tree with its roots folded.
func New(src Source, th *theme.Theme) *Tree {
	t := &Tree{src: src, theme: th, expanded: map[string]bool{}, keys: defaultKeys()}
	t.flatten()
	t.List = list.New(rows{t}, th)
	return t
}

// SetTheme draws in another theme.
func (t *Tree) SetTheme(th *theme.Theme) {
	t.theme = th
	t.List.SetTheme(th)
}

// Reload tells the tree that nodes changed.
func (t *Tree) Reload() {
	cursor := t.Cursor()
	ancestors := t.ancestors(cursor)
	t.flatten()
	t.List.Reload()
	if t.Cursor() == cursor {
		return
	}
	for _, id := range ancestors { // the node was folded away or is gone: the nearest that is left
		if t.Select(id) {
			return
		}
	}
}

// ancestors are the nodes above a visible one, the nearest first.
func (t *Tree) ancestors(id string) []string {
	var above []string
	for i, n := range t.nodes {
		if n.id != id {
			continue
		}
		for i = n.parent; i >= 0; i = t.nodes[i].parent {
			above = append(above, t.nodes[i].id)
		}
		break
	}
	return above
}

// NodeAt is the node of a visible row.
func (t *Tree) NodeAt(i int) string { return t.nodes[i].id }

// IsExpanded says whether a node shows its children.
func (t *Tree) IsExpanded(id string) bool { return t.expanded[id] }

// Expand shows the children of a node. load says that they have to be fetched first; the node shows that meanwhile.
func (t *Tree) Expand(id string) (load bool) {
	if !t.src.HasChildren(id) {
		return false
	}
	t.expanded[id] = true
	t.Reload()
	_, loaded := t.src.Children(id)
	return !loaded
}

// Collapse folds a node.
func (t *Tree) Collapse(id string) {
	delete(t.expanded, id)
	t.Reload()
}

// Toggle expands or folds a node.
func (t *Tree) Toggle(id string) (load bool) {
	if t.expanded[id] {
		t.Collapse(id)
		return false
	}
	return t.Expand(id)
}

// Reveal expands the ancestors given from the root on and puts the cursor on the node; false when it is not there.
func (t *Tree) Reveal(id string, ancestors ...string) bool {
	for _, a := range ancestors {
		t.expanded[a] = true
	}
	t.Reload()
	return t.Select(id)
}

// Parent is the node above a visible one, empty for a root.
func (t *Tree) Parent(id string) string {
	if above := t.ancestors(id); len(above) > 0 {
		return above[0]
	}
	return ""
}

// Filter shows the nodes whose text has the words, with their ancestors, among those that are loaded. An empty query
// shows the tree as it was.
func (t *Tree) Filter(q text.Query) {
	t.filter = q
	t.Reload()
	if !q.Empty() {
		t.selectHit()
	}
}

// selectHit puts the cursor on the first match unless it is on one.
func (t *Tree) selectHit() {
	if i := t.CursorIndex(); i >= 0 && i < len(t.nodes) && t.nodes[i].hit {
		return
	}
	for i, n := range t.nodes {
		if n.hit {
			t.Goto(i)
			return
		}
	}
}

// flatten lists the visible nodes.
func (t *Tree) flatten() {
	t.nodes = t.nodes[:0]
	seen := map[string]bool{}
	if t.filter.Empty() {
		t.add("", -1, 0, seen)
	} else {
		t.addMatching("", -1, 0, seen)
	}
}

func (t *Tree) add(id string, parent, depth int, seen map[string]bool) {
	children, _ := t.src.Children(id)
	for _, child := range children {
		if seen[child] || depth > maxDepth {
			continue
		}
		seen[child] = true
		open := t.expanded[child] && t.src.HasChildren(child)
		t.nodes = append(t.nodes, node{id: child, depth: depth, parent: parent, open: open, fold: t.src.HasChildren(child)})
		if open {
			t.add(child, len(t.nodes)-1, depth+1, seen)
		}
	}
}

// addMatching adds the loaded nodes that match and what stands above them, and says whether there were any.
func (t *Tree) addMatching(id string, parent, depth int, seen map[string]bool) bool {
	children, _ := t.src.Children(id)
	found := false
	for _, child := range children {
		if seen[child] || depth > maxDepth {
			continue
		}
		seen[child] = true
		at := len(t.nodes)
		hit := len(t.filter.Find(t.src.Text(child))) > 0
		t.nodes = append(t.nodes, node{id: child, depth: depth, parent: parent, open: true, fold: t.src.HasChildren(child), hit: hit})
		if below := t.addMatching(child, at, depth+1, seen); !below && !hit {
			t.nodes = t.nodes[:at]
			continue
		}
		found = true
	}
	return found
}

// KeyMap is the keys of folding.
type KeyMap struct{ Expand, Collapse key.Binding }

// defaultKeys is l and h, and the arrows.
func defaultKeys() KeyMap {
	return KeyMap{
		Expand:   key.NewBinding(key.WithKeys("l", "right"), key.WithHelp("l", "expand")),
		Collapse: key.NewBinding(key.WithKeys("h", "left"), key.WithHelp("h", "fold, or to the parent")),
	}
}

// Unfold expands the cursor's node, or goes into it when it is; load is a node whose children have to be fetched.
func (t *Tree) Unfold() (load string) {
	id := t.Cursor()
	if t.expanded[id] {
		t.Move(1)
		return ""
	}
	if t.Expand(id) {
		return id
	}
	return ""
}

// FoldUp folds the cursor's node, or goes to the one above it.
func (t *Tree) FoldUp() {
	id := t.Cursor()
	if t.expanded[id] && t.filter.Empty() {
		t.Collapse(id)
	} else if parent := t.Parent(id); parent != "" {
		t.Select(parent)
	}
}

// Update handles keys of movement and folding and says whether it was one; load is the node whose children have to be fetched.
func (t *Tree) Update(msg tea.KeyPressMsg) (load string, handled bool) {
	switch {
	case key.Matches(msg, t.keys.Expand):
		return t.Unfold(), true
	case key.Matches(msg, t.keys.Collapse):
		t.FoldUp()
		return "", true
	}
	return "", t.List.Update(msg)
}

// ClickFold says whether a cell of the tree is a fold mark, and turns that node over.
func (t *Tree) ClickFold(x, y int) (load string, ok bool) {
	i := t.RowAt(y)
	if i < 0 || !t.nodes[i].fold || x < 1+2*t.nodes[i].depth || x > 2+2*t.nodes[i].depth {
		return "", false
	}
	id := t.nodes[i].id
	if t.Toggle(id) {
		return id, true
	}
	return "", true
}

// rows is the visible nodes as a list's source.
type rows struct{ *Tree }

// Keeps is the source's word on a node that is not visible.
func (r rows) Keeps(id string) bool {
	k, ok := r.src.(Keeper)
	return ok && k.Keeps(id)
}

// Len is the number of visible nodes.
func (r rows) Len() int { return len(r.nodes) }

// ID is a node.
func (r rows) ID(i int) string { return r.nodes[i].id }

// Height is one line.
func (r rows) Height(int) int { return 1 }

// Version adds what the tree itself draws to the node's.
func (r rows) Version(i int) uint64 {
	n := r.nodes[i]
	v := r.src.Version(n.id)<<9 | uint64(n.depth)<<2
	if n.open {
		v |= 1
	}
	if n.fold {
		v |= 2
	}
	return v
}

// Row draws the bar, the indent, the fold mark and the node.
func (r rows) Row(i, width int, state theme.RowState) string {
	n, s, g := r.nodes[i], r.theme.Row(state), r.theme.Glyphs
	bar := " "
	if state.Cursor {
		bar = string(g.Bar)
	}
	fold := g.Leaf
	switch {
	case n.open && n.fold:
		fold = g.Expanded
	case n.fold:
		fold = g.Collapsed
	}
	indent := min(2*n.depth, max(width/2-3, 0))
	var b strings.Builder
	if width < 4 {
		return s.Text.Render(text.Blanks(width))
	}
	s.Bar.Write(&b, bar)
	s.Muted.Write(&b, text.Blanks(indent)+string(fold)+" ")
	b.WriteString(r.src.Row(n.id, width-3-indent, state))
	return b.String()
}
