package odata

// Expr is a node of a parsed $filter, before its names are looked up. Pos is
// the 1-based position, in characters, of the node's operator or first token.
type Expr interface {
	// Position returns Pos.
	Position() int
}

// Op is a comparison operator.
type Op uint8

// The comparison operators.
const (
	Eq Op = iota + 1
	Ne
	Gt
	Ge
	Lt
	Le
)

var opNames = [...]string{Eq: "eq", Ne: "ne", Gt: "gt", Ge: "ge", Lt: "lt", Le: "le"}

func (o Op) String() string { return opNames[o] }

// mirrored returns the operator that says the same with its sides exchanged.
func (o Op) mirrored() Op {
	switch o {
	case Gt:
		return Lt
	case Ge:
		return Le
	case Lt:
		return Gt
	case Le:
		return Ge
	}
	return o
}

// Literal is a constant. Text is its spelling in the request, for messages.
type Literal struct {
	Pos   int
	Text  string
	value datum
}

// Path names a property from the entity or from a lambda's variable:
// from/emailAddress/address. A trailing $count counts a collection.
type Path struct {
	Pos      int
	Segments []string
}

// Compare is L Op R.
type Compare struct {
	Pos  int
	Op   Op
	L, R Expr
}

// In is X in (a, b, c).
type In struct {
	Pos  int
	X    Expr
	List []*Literal
}

// Logic joins two or more terms with and (All) or with or.
type Logic struct {
	Pos   int
	All   bool
	Terms []Expr
}

// Not is not X.
type Not struct {
	Pos int
	X   Expr
}

// Call is a function of its arguments. Name is as written.
type Call struct {
	Pos  int
	Name string
	Args []Expr
}

// Lambda is Path/any(Var: Body) or Path/all(Var: Body). An empty any() has a
// nil Body.
type Lambda struct {
	Pos  int
	Path *Path
	All  bool
	Var  string
	Body Expr
}

// Position implements Expr.
func (e *Literal) Position() int { return e.Pos }

// Position implements Expr.
func (e *Path) Position() int { return e.Pos }

// Position implements Expr.
func (e *Compare) Position() int { return e.Pos }

// Position implements Expr.
func (e *In) Position() int { return e.Pos }

// Position implements Expr.
func (e *Logic) Position() int { return e.Pos }

// Position implements Expr.
func (e *Not) Position() int { return e.Pos }

// Position implements Expr.
func (e *Call) Position() int { return e.Pos }

// Position implements Expr.
func (e *Lambda) Position() int { return e.Pos }
