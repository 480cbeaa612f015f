package odata

import (
	"errors"
	"strings"

	"daybook/model"
)

// binder checks an expression against a schema.
type binder struct {
	schema *Schema
	option string
	vars   []variable // of the lambdas around, outermost first
}

// variable is the item a lambda is at.
type variable struct {
	name string
	over *property // its collection
}

func (b *binder) refuse(e Expr, format string, args ...any) *model.Error {
	return refuse(b.option, e.Position(), format, args...)
}

// condition binds e and demands a boolean.
func (b *binder) condition(e Expr, of string) (node, *model.Error) {
	n, err := b.bind(e)
	if err != nil {
		return nil, err
	}
	if k := n.kind(); k != Bool && k != Open {
		return nil, b.refuse(e, "%s needs a condition that is true or false, and this is %s", of, k)
	}
	return n, nil
}

func (b *binder) bind(e Expr) (node, *model.Error) {
	switch e := e.(type) {
	case *Literal:
		return &constant{e.value}, nil
	case *Path:
		return b.path(e)
	case *Compare:
		return b.compare(e)
	case *In:
		return b.in(e)
	case *Logic:
		word := "or"
		if e.All {
			word = "and"
		}
		l := &logic{all: e.All}
		for _, t := range e.Terms {
			n, err := b.condition(t, word)
			if err != nil {
				return nil, err
			}
			l.terms = append(l.terms, n)
		}
		return l, nil
	case *Not:
		x, err := b.condition(e.X, "not")
		return &negation{x}, err
	case *Call:
		return b.call(e)
	case *Lambda:
		return b.lambda(e)
	}
	return nil, refuse(b.option, 0, "cannot be read")
}

// path binds a property that has one value, or the $count of a collection.
func (b *binder) path(e *Path) (node, *model.Error) {
	segments := e.Segments
	counts := len(segments) > 1 && strings.EqualFold(segments[len(segments)-1], "$count")
	if counts {
		segments = segments[:len(segments)-1]
	}
	p, many, err := b.property(e, segments)
	switch {
	case err != nil:
		return nil, err
	case counts && !many:
		return nil, b.refuse(e, "%s is no collection to count", quoted(strings.Join(segments, "/")))
	case counts && p.unkept() != nil:
		return &constant{integer(0)}, nil
	case counts:
		return &size{p}, nil
	case many:
		return nil, b.refuse(e, "%s is a collection: ask for its items with any or all", quoted(strings.Join(segments, "/")))
	case p.unkept() != nil:
		return &constant{p.unkept().value}, nil
	case p.of == Opaque:
		return nil, b.refuse(e, "%s cannot be compared", quoted(strings.Join(segments, "/")))
	}
	return p, nil
}

// property resolves segments, and reports whether they end at a collection.
func (b *binder) property(e Expr, segments []string) (*property, bool, *model.Error) {
	p := &property{}
	from, below := b.origin(p, segments)
	if p.path == "" && len(below) > 1 && b.schema.Bare(below[0]+"/") == "" {
		below = below[1:]
	}
	written := func(n int) string { return quoted(strings.Join(segments[:len(segments)-len(below)+n], "/")) }
	steps, err := b.schema.resolve(from, p.path, below)
	if err != nil {
		var unknown *unknownProperty
		errors.As(err, &unknown)
		return nil, false, b.refuse(e, "%s is not a property of %s", written(unknown.depth), unknown.of)
	}
	p.steps = steps
	for i, a := range steps {
		p.path = joinPath(p.path, strings.ToLower(a.name))
		if why := b.schema.field(p.path).Refuse; why != "" {
			return nil, false, b.refuse(e, "%s cannot be used here: %s", written(i+1), why)
		}
		if at := strings.LastIndexByte(p.path, '/'); at > 0 && b.schema.fields[p.path] == nil {
			if why := b.schema.field(p.path[:at]).RefuseBelow; why != "" {
				return nil, false, b.refuse(e, "%s cannot be used here: %s", written(i+1), why)
			}
		}
		if a.collection && i < len(steps)-1 {
			return nil, false, b.refuse(e, "%s is a collection: ask for its items with any or all", written(i+1))
		}
		p.of = a.kind
	}
	p.field = b.schema.field(p.path)
	if p.field.Kind != 0 {
		p.of = p.field.Kind
	}
	collection := false
	if len(steps) > 0 { // not an item itself
		last := steps[len(steps)-1]
		p.emptyNull = last.absent.omit && p.of.textual() && p.field.Get == nil
		collection = last.collection
	}
	if b.schema.stored && !b.locate(p, collection) {
		return nil, false, b.refuse(e, "%s cannot be used here: no list is read by it", written(len(below)))
	}
	return p, collection, nil
}

// origin sets where p starts: at the entity, or at the item of the lambda
// whose variable the first segment is. It returns the record there and the
// segments below it.
func (b *binder) origin(p *property, segments []string) (*record, []string) {
	if len(segments) > 1 && segments[0] == "$it" {
		return b.schema.root, segments[1:]
	}
	for i := len(b.vars) - 1; i >= 0; i-- {
		if v := b.vars[i]; strings.EqualFold(v.name, segments[0]) {
			p.level, p.path, p.of = i+1, v.over.path, v.over.of
			return v.over.itemRecord(), segments[1:]
		}
	}
	return b.schema.root, segments
}

// itemRecord is the record of a collection's items, nil for plain values.
func (n *property) itemRecord() *record {
	if len(n.steps) == 0 {
		return nil
	}
	return n.steps[len(n.steps)-1].record
}

// unkept is what stands in the place of a property that is not kept, nil for
// another.
func (n *property) unkept() *unkept {
	if len(n.steps) == 0 {
		return nil
	}
	return n.steps[len(n.steps)-1].unkept
}

func (b *binder) compare(e *Compare) (node, *model.Error) {
	le, ld := e.L.(*Literal)
	re, rd := e.R.(*Literal)
	op := e.Op
	if ld && !rd { // the constant to the right
		return b.compareTo(e, op.mirrored(), e.R, le)
	}
	if rd && !ld {
		return b.compareTo(e, op, e.L, re)
	}
	l, err := b.bind(e.L)
	if err != nil {
		return nil, err
	}
	r, err := b.bind(e.R)
	if err != nil {
		return nil, err
	}
	if err := b.comparable(e, op, l.kind(), r.kind()); err != nil {
		return nil, err
	}
	c := &compare{op: op, l: l, r: r, exact: exactly(l) || exactly(r)}
	if ld && rd {
		return &constant{c.eval(nil)}, nil
	}
	return c, nil
}

// compareTo binds x op literal.
func (b *binder) compareTo(e Expr, op Op, x Expr, lit *Literal) (node, *model.Error) {
	l, err := b.bind(x)
	if err != nil {
		return nil, err
	}
	v, err := b.coerce(lit, l)
	if err != nil {
		return nil, err
	}
	if err := b.comparable(e, op, l.kind(), v.kind); err != nil {
		return nil, err
	}
	if p, ok := l.(*property); ok && p.emptyNull && v.kind.textual() && v.str == "" && (op == Eq || op == Ne) {
		v = datum{} // to ask for '' is to ask for what is absent
	}
	c := &compare{op: op, l: l, r: &constant{v}, exact: exactly(l)}
	if _, known := l.(*constant); known {
		return &constant{c.eval(nil)}, nil
	}
	return c, nil
}

// comparable checks two kinds; constants have been brought to the other's.
func (b *binder) comparable(e Expr, op Op, l, r Kind) *model.Error {
	same := l == r || l == 0 || r == 0 || l == Open || r == Open ||
		l.numeric() && r.numeric() || l.stringLike() && r.stringLike()
	if !same {
		return b.refuse(e, "%s cannot be compared with %s", l, r)
	}
	if l == 0 {
		l = r
	}
	ordered := l != Bool && l != Enum && l != Struct
	if !ordered && op != Eq && op != Ne {
		return b.refuse(e, "%s can be compared with eq and ne alone, not %s", l, op)
	}
	return nil
}

// exactly reports whether n compares byte by byte.
func exactly(n node) bool {
	if c, ok := n.(*call); ok && c.exact {
		return true
	}
	switch n.kind() {
	case ID, Enum, GUID, Date:
		return true
	}
	return false
}

func (b *binder) in(e *In) (node, *model.Error) {
	x, err := b.bind(e.X)
	if err != nil {
		return nil, err
	}
	n := &among{x: x, exact: exactly(x)}
	for _, lit := range e.List {
		v, err := b.coerce(lit, x)
		if err != nil {
			return nil, err
		}
		if err := b.comparable(lit, Eq, x.kind(), v.kind); err != nil {
			return nil, err
		}
		if p, ok := x.(*property); ok && p.emptyNull && v.kind.textual() && v.str == "" {
			v = datum{}
		}
		n.list = append(n.list, v)
	}
	return n, nil
}

func (b *binder) call(e *Call) (node, *model.Error) {
	fn := functions[strings.ToLower(e.Name)]
	if fn == nil {
		return nil, b.refuse(e, "the function %s is not supported: %s are", quoted(e.Name), functionNames)
	}
	if len(e.Args) < fn.least || len(e.Args) > len(fn.params) {
		return nil, b.refuse(e, "%s takes %s, not %d", fn.name, arity(fn), len(e.Args))
	}
	n := &call{fn: fn}
	known := true
	for i, arg := range e.Args {
		x, err := b.argument(arg, fn, i)
		if err != nil {
			return nil, err
		}
		if c, ok := x.(*call); ok && c.exact || x.kind() == ID {
			n.exact = true
		}
		_, isConstant := x.(*constant)
		known = known && isConstant
		n.args = append(n.args, x)
	}
	if known {
		return &constant{n.eval(nil)}, nil
	}
	return n, nil
}

func arity(fn *function) string {
	counts := [...]string{"no arguments", "one argument", "two arguments", "three arguments"}
	if fn.least == len(fn.params) {
		return counts[fn.least]
	}
	return counts[fn.least] + " or " + counts[len(fn.params)]
}

// argument binds the i-th argument of fn.
func (b *binder) argument(e Expr, fn *function, i int) (node, *model.Error) {
	want := fn.params[i]
	x, err := b.bind(e)
	if err != nil {
		return nil, err
	}
	if lit, ok := e.(*Literal); ok {
		v, err := b.coerceTo(lit, want, nil, fn.name)
		return &constant{v}, err
	}
	k := x.kind()
	if k != want && k != 0 && k != Open && !(want == String && k.stringLike()) {
		return nil, b.refuse(e, "%s takes %s here, and this is %s", fn.name, want, k)
	}
	return x, nil
}

func (b *binder) lambda(e *Lambda) (node, *model.Error) {
	over, many, err := b.property(e.Path, e.Path.Segments)
	if err != nil {
		return nil, err
	}
	if !many && over.of != Open {
		return nil, b.refuse(e, "%s is no collection", quoted(strings.Join(e.Path.Segments, "/")))
	}
	if over.unkept() != nil {
		return &constant{boolean(e.All)}, nil
	}
	n := &lambda{over: over, level: len(b.vars) + 1, all: e.All}
	if e.Body == nil {
		return n, nil
	}
	b.vars = append(b.vars, variable{e.Var, over})
	n.body, err = b.condition(e.Body, "a lambda")
	b.vars = b.vars[:len(b.vars)-1]
	return n, err
}
