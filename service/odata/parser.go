package odata

import (
	"strings"
	"unicode/utf8"

	"daybook/model"
)

// The limits of a $filter. They keep a request's cost bounded and its SQL
// under SQLite's own limits (an expression 1,000 deep, 32,766 arguments).
const (
	// MaxFilterBytes is the longest $filter, decoded.
	MaxFilterBytes = 16 << 10
	// maxDepth bounds parentheses, functions and lambdas inside each other.
	maxDepth = 40
	// maxTerms bounds the properties, constants and calls in one $filter.
	maxTerms = 800
)

var comparisons = map[string]Op{"eq": Eq, "ne": Ne, "gt": Gt, "ge": Ge, "lt": Lt, "le": Le}

// unsupported are OData's other operators, named when they are refused.
var unsupported = map[string]bool{"add": true, "sub": true, "mul": true, "div": true, "divby": true, "mod": true, "has": true}

// ParseFilter reads the text of a $filter, decoded. It checks syntax alone;
// Schema.Filter checks names and types. An empty text is refused.
func ParseFilter(text string) (Expr, error) {
	e, err := parseFilter("$filter", text)
	if err != nil {
		return nil, err
	}
	return e, nil
}

func parseFilter(option, text string) (Expr, *model.Error) {
	if len(text) > MaxFilterBytes {
		return nil, refuse(option, 0, "longer than %d bytes", MaxFilterBytes)
	}
	if !utf8.ValidString(text) {
		return nil, refuse(option, 0, "is not valid UTF-8")
	}
	p := &parser{lex: lexer{option: option, src: text}}
	if err := p.step(); err != nil {
		return nil, err
	}
	e, err := p.logic(false)
	if err != nil {
		return nil, err
	}
	if p.now.kind != tokEnd {
		return nil, p.unexpected("and, or, or the end")
	}
	return e, nil
}

// parser is a recursive descent over the tokens, one token ahead.
type parser struct {
	lex   lexer
	now   token
	depth int
	terms int
}

func (p *parser) step() *model.Error {
	t, err := p.lex.next()
	p.now = t
	return err
}

func (p *parser) unexpected(wanted string) *model.Error {
	if p.now.kind == tokName && unsupported[strings.ToLower(p.now.text)] {
		return p.lex.refuse(p.now.pos, "the operator %s is not supported", quoted(p.now.text))
	}
	return p.lex.refuse(p.now.pos, "expected %s, found %s", wanted, p.now.describe())
}

// expect takes a mark or refuses.
func (p *parser) expect(mark string) *model.Error {
	if !p.now.is(mark) {
		return p.unexpected("'" + mark + "'")
	}
	return p.step()
}

// nested runs one level deeper.
func (p *parser) nested(parse func() (Expr, *model.Error)) (Expr, *model.Error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.lex.refuse(p.now.pos, "nested deeper than %d levels", maxDepth)
	}
	defer func() { p.depth-- }()
	return parse()
}

// count adds a term.
func (p *parser) count() *model.Error {
	if p.terms++; p.terms > maxTerms {
		return p.lex.refuse(p.now.pos, "more than %d terms", maxTerms)
	}
	return nil
}

// logic reads terms joined by or, or, when all is set, by and, which binds
// closer.
func (p *parser) logic(all bool) (Expr, *model.Error) {
	word, operand := "or", func() (Expr, *model.Error) { return p.logic(true) }
	if all {
		word, operand = "and", p.comparison
	}
	first, err := operand()
	if err != nil || !p.now.word(word) {
		return first, err
	}
	l := &Logic{Pos: p.now.pos, All: all, Terms: []Expr{first}}
	for p.now.word(word) {
		if err := p.step(); err != nil {
			return nil, err
		}
		e, err := operand()
		if err != nil {
			return nil, err
		}
		l.Terms = append(l.Terms, e)
	}
	return l, nil
}

// comparison reads a term, or terms compared; eq and its kin bind to the
// left, as in contains(a,'x') eq true.
func (p *parser) comparison() (Expr, *model.Error) {
	left, err := p.unary()
	for err == nil && p.now.kind == tokName {
		pos := p.now.pos
		if p.now.word("in") {
			left, err = p.in(left)
			continue
		}
		op, ok := comparisons[strings.ToLower(p.now.text)]
		if !ok {
			break
		}
		if err := p.step(); err != nil {
			return nil, err
		}
		right, err := p.unary()
		if err != nil {
			return nil, err
		}
		left = &Compare{Pos: pos, Op: op, L: left, R: right}
		if err := p.count(); err != nil {
			return nil, err
		}
	}
	return left, err
}

func (p *parser) in(x Expr) (Expr, *model.Error) {
	e := &In{Pos: p.now.pos, X: x}
	if err := p.step(); err != nil {
		return nil, err
	}
	if err := p.expect("("); err != nil {
		return nil, err
	}
	for {
		if p.now.kind != tokLiteral {
			return nil, p.unexpected("a constant of the list")
		}
		if err := p.count(); err != nil {
			return nil, err
		}
		e.List = append(e.List, &Literal{Pos: p.now.pos, Text: p.now.text, value: p.now.value})
		if err := p.step(); err != nil {
			return nil, err
		}
		if !p.now.is(",") {
			break
		}
		if err := p.step(); err != nil {
			return nil, err
		}
	}
	return e, p.expect(")")
}

func (p *parser) unary() (Expr, *model.Error) {
	if !p.now.word("not") {
		return p.primary()
	}
	pos := p.now.pos
	if err := p.step(); err != nil {
		return nil, err
	}
	x, err := p.nested(p.unary)
	if err != nil {
		return nil, err
	}
	return &Not{Pos: pos, X: x}, nil
}

func (p *parser) primary() (Expr, *model.Error) {
	if err := p.count(); err != nil {
		return nil, err
	}
	switch {
	case p.now.is("("):
		if err := p.step(); err != nil {
			return nil, err
		}
		e, err := p.nested(func() (Expr, *model.Error) { return p.logic(false) })
		if err != nil {
			return nil, err
		}
		return e, p.expect(")")
	case p.now.kind == tokLiteral:
		l := &Literal{Pos: p.now.pos, Text: p.now.text, value: p.now.value}
		return l, p.step()
	case p.now.kind == tokName && !unsupported[strings.ToLower(p.now.text)]:
		return p.path()
	}
	return nil, p.unexpected("a property, a constant, a function or '('")
}

// path reads a/b/c, a function's call, or a lambda over a path.
func (p *parser) path() (Expr, *model.Error) {
	e := &Path{Pos: p.now.pos}
	for {
		if p.now.kind != tokName {
			return nil, p.unexpected("a property after '/'")
		}
		name := p.now
		if err := p.step(); err != nil {
			return nil, err
		}
		if p.now.is("(") {
			return p.called(e, name)
		}
		e.Segments = append(e.Segments, name.text)
		if !p.now.is("/") {
			return e, nil
		}
		if err := p.step(); err != nil {
			return nil, err
		}
	}
}

// called reads what stands in the parentheses after name.
func (p *parser) called(path *Path, name token) (Expr, *model.Error) {
	all := name.word("all")
	if len(path.Segments) > 0 && (all || name.word("any")) {
		return p.nested(func() (Expr, *model.Error) { return p.lambda(path, name, all) })
	}
	if len(path.Segments) > 0 {
		return nil, p.lex.refuse(name.pos, "%s cannot follow a path: any and all can", quoted(name.text))
	}
	return p.nested(func() (Expr, *model.Error) { return p.call(name) })
}

func (p *parser) lambda(path *Path, name token, all bool) (Expr, *model.Error) {
	e := &Lambda{Pos: name.pos, Path: path, All: all}
	if err := p.expect("("); err != nil {
		return nil, err
	}
	if p.now.is(")") {
		if all {
			return nil, p.lex.refuse(name.pos, "all() needs a condition")
		}
		return e, p.step()
	}
	if p.now.kind != tokName || strings.ContainsAny(p.now.text, ".@$") {
		return nil, p.unexpected("a variable, as in any(a: a/address eq 'x')")
	}
	e.Var = p.now.text
	if err := p.step(); err != nil {
		return nil, err
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	body, err := p.logic(false)
	if err != nil {
		return nil, err
	}
	e.Body = body
	return e, p.expect(")")
}

func (p *parser) call(name token) (Expr, *model.Error) {
	e := &Call{Pos: name.pos, Name: name.text}
	if err := p.expect("("); err != nil {
		return nil, err
	}
	for !p.now.is(")") {
		if len(e.Args) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		arg, err := p.logic(false)
		if err != nil {
			return nil, err
		}
		e.Args = append(e.Args, arg)
	}
	return e, p.step()
}
