package odata

// node is a checked expression: its names are resolved and its constants are
// of the kinds they meet.
type node interface {
	// kind is the kind of its values, 0 for the constant null.
	kind() Kind
	// eval gives its value for the entity in scope.
	eval(sc *scope) datum
}

type (
	// constant is a literal.
	constant struct{ value datum }

	// property reads a property of the entity (level 0) or of the item that
	// the level-th enclosing lambda is at.
	property struct {
		level int
		steps []*attribute
		field *Field
		of    Kind
		path  string // lower case, from the entity
		// emptyNull: the property is absent when it is ''.
		emptyNull bool
	}

	// size is the number of items of a collection.
	size struct{ over *property }

	// call is a function of its arguments. Exact: without case folding.
	call struct {
		fn    *function
		args  []node
		exact bool
	}

	// compare is l op r.
	compare struct {
		op    Op
		l, r  node
		exact bool
	}

	// among is x in (list).
	among struct {
		x     node
		list  []datum
		exact bool
	}

	// logic is its terms joined by and (all) or or.
	logic struct {
		all   bool
		terms []node
	}

	negation struct{ x node }

	// lambda is any or all over a collection; level is that of its items.
	// A nil body asks whether there is an item.
	lambda struct {
		over  *property
		level int
		all   bool
		body  node
	}
)

func (n *constant) kind() Kind { return n.value.kind }
func (n *property) kind() Kind { return n.of }
func (n *size) kind() Kind     { return Int }
func (n *call) kind() Kind     { return n.fn.result }
func (n *compare) kind() Kind  { return Bool }
func (n *among) kind() Kind    { return Bool }
func (n *logic) kind() Kind    { return Bool }
func (n *negation) kind() Kind { return Bool }
func (n *lambda) kind() Kind   { return Bool }

// walk calls visit for n and every node below it.
func walk(n node, visit func(node)) {
	visit(n)
	switch n := n.(type) {
	case *size:
		walk(n.over, visit)
	case *call:
		for _, a := range n.args {
			walk(a, visit)
		}
	case *compare:
		walk(n.l, visit)
		walk(n.r, visit)
	case *among:
		walk(n.x, visit)
	case *logic:
		for _, t := range n.terms {
			walk(t, visit)
		}
	case *negation:
		walk(n.x, visit)
	case *lambda:
		walk(n.over, visit)
		if n.body != nil {
			walk(n.body, visit)
		}
	case *words:
		walk(n.texts, visit)
	case *wordsOf:
		walk(n.text, visit)
	}
}
