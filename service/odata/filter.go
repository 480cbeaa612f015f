package odata

import "slices"

// Filter is a $filter whose names and types were checked. A nil Filter
// selects everything.
type Filter struct{ root node }

// Filter checks e against the schema; a nil e makes a nil Filter.
func (s *Schema) Filter(e Expr) (*Filter, error) {
	return s.filter("$filter", e)
}

func (s *Schema) filter(option string, e Expr) (*Filter, error) {
	if e == nil {
		return nil, nil
	}
	b := &binder{schema: s, option: option}
	n, err := b.condition(e, option)
	if err != nil {
		return nil, err
	}
	return &Filter{n}, nil
}

// Match reports whether the filter selects entity: a T, a *T or a Value.
func (f *Filter) Match(entity any) bool {
	return f == nil || f.root.eval(newScope(entity)).isTrue()
}

// Paths lists the properties the filter reads, in lower case and sorted:
// what an entity must have loaded for Match.
func (f *Filter) Paths() []string {
	if f == nil {
		return nil
	}
	var paths []string
	walk(f.root, func(n node) {
		if p, ok := n.(*property); ok {
			paths = append(paths, p.path)
		}
	})
	slices.Sort(paths)
	return slices.Compact(paths)
}

// conjuncts flattens the and at the top of n.
func conjuncts(n node) []node {
	l, ok := n.(*logic)
	if !ok || !l.all {
		return []node{n}
	}
	var terms []node
	for _, t := range l.terms {
		terms = append(terms, conjuncts(t)...)
	}
	return terms
}
