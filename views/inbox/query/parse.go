package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth bounds brackets in brackets.
const maxDepth = 12

// Parse reads a search. Brackets that are not closed reach to the end, and
// those that close nothing are passed over.
func Parse(text string, days Days) Query {
	p := parser{tokens: Tokens(text), days: days}
	var q Query
	for len(p.tokens) > 0 {
		part := p.any(Token{}, 0)
		q.and(part)
		if len(p.tokens) > 0 { // a bracket that closes nothing
			p.tokens = p.tokens[1:]
			p.note("A bracket closes nothing: it is passed over.")
		}
	}
	q.Notes = p.notes
	if q.Zero() && strings.TrimSpace(text) != "" {
		q.Problems, q.Unfinished = []string{nothing(text)}, true
	}
	q.Unfinished = q.Unfinished && len(q.Problems) == 1
	return q
}

// nothing says why there is nothing to look for in a search.
func nothing(text string) string {
	for _, t := range Tokens(text) {
		if strings.ContainsFunc(t.Value, func(r rune) bool { return unicode.IsSymbol(r) && r >= utf8.RuneSelf }) {
			return fmt.Sprintf("%s cannot be looked for: only letters and numbers can. Write a word that stands beside it.", t.Value)
		}
	}
	return "There is nothing to look for: write a word, or an operator such as from:ann."
}

// parser goes over the tokens. Inside from:( ) every word is of from:.
type parser struct {
	tokens []Token
	days   Days
	notes  []string
}

// note says once how something was read.
func (p *parser) note(says string) {
	if !slices.Contains(p.notes, says) {
		p.notes = append(p.notes, says)
	}
}

func (p *parser) sees(kind Kind) bool { return len(p.tokens) > 0 && p.tokens[0].Kind == kind }

func (p *parser) takes(kind Kind) bool {
	if !p.sees(kind) {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

// any reads what OR joins, up to the end or a closing bracket. What says
// nothing is left out.
func (p *parser) any(of Token, depth int) Query {
	if depth > maxDepth {
		p.tokens = nil
		return Query{Problems: []string{"The brackets are nested too deeply."}}
	}
	var list []Query
	for joined := false; ; joined = true {
		if q := p.all(of, depth); !q.Zero() {
			list = append(list, q)
		} else if joined || p.sees(Or) {
			p.note("OR stands between two things to look for: one with nothing on a side is left out.")
		}
		if !p.takes(Or) {
			break
		}
	}
	if len(list) == 0 {
		return Query{}
	}
	return either(list)
}

// all reads what AND, or nothing, joins.
func (p *parser) all(of Token, depth int) Query {
	var q Query
	for len(p.tokens) > 0 && !p.sees(Or) && !p.sees(Close) {
		if p.takes(And) {
			continue
		}
		q.and(p.not(of, depth))
	}
	return q
}

func (p *parser) not(of Token, depth int) Query {
	turned := false
	for p.takes(Not) {
		turned = !turned
	}
	if len(p.tokens) == 0 || p.sees(Or) || p.sees(Close) || p.sees(And) {
		return Query{}
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	var q Query
	if t.Kind == Open {
		if t.Operator != "" {
			of = t
		}
		q = p.any(of, depth+1)
		if !p.takes(Close) {
			p.note("A bracket is not closed: it is read to the end.")
		}
		if q.Zero() && t.Operator != "" {
			q = p.value(Token{Operator: t.Operator})
		}
	} else {
		if t.Operator == "" {
			t.Operator = of.Operator
		}
		q = p.value(t)
	}
	if t.Negated && len(q.Texts) == 1 && !q.Texts[0].Exact && isConstant(t.Value) {
		p.note(fmt.Sprintf("-%s leaves out what has %[1]s: in quotes, \"-%[1]s\", it is looked for.", t.Value))
	}
	if turned != t.Negated && !q.Zero() {
		return q.not()
	}
	return q
}

// value reads a word, or an operator with its value.
func (p *parser) value(t Token) Query {
	o := operator(t.Operator)
	switch {
	case o == nil && t.Operator != "":
		return problem("%s is not known. There are %s; in quotes it is looked for as it stands.", t.Operator, operatorNames())
	case o == nil && !sayable(t.Value):
		return Query{}
	case o == nil:
		return Query{Texts: []Text{{Value: t.Value, Exact: t.Quoted}}}
	case strings.TrimSpace(t.Value) == "":
		q := problem("%s", o.wants())
		q.Unfinished = len(p.tokens) == 0
		return q
	case !t.Quoted && slices.Contains([]string{"AND", "OR", "NOT"}, t.Value):
		return problem("%s stands between what is looked for; as a word it goes in quotes: %s\"%s\".", t.Value, t.Operator, t.Value)
	}
	q, wrong := o.read(o, t, p.days)
	if wrong != "" {
		return problem("%s", wrong)
	}
	return q
}

// isConstant reports whether a word is the name of a value in a program, such as
// EINVAL, before which a minus may be meant as it stands.
func isConstant(word string) bool {
	return len(word) > 2 && word == strings.ToUpper(word) && unicode.IsUpper(rune(word[0]))
}

// wants says what belongs behind an operator that has nothing.
func (o *Operator) wants() string {
	if len(o.Values) > 0 {
		return o.takes() + ", right behind the colon."
	}
	return o.Name + " takes a value right behind the colon: " + o.Help + "."
}

func problem(format string, args ...any) Query {
	return Query{Problems: []string{fmt.Sprintf(format, args...)}}
}

// operatorNames are the operators, for words.
func operatorNames() string {
	var all []string
	for _, o := range Operators() {
		all = append(all, o.Name)
	}
	return strings.Join(all, " ")
}
