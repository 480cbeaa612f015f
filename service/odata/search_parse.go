package odata

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"daybook/model"
)

// SearchExpr is a node of a parsed $search.
type SearchExpr interface{ searchExpr() }

// SearchLogic joins two or more terms with AND (All) or with OR.
type SearchLogic struct {
	All   bool
	Terms []SearchExpr
}

// SearchNot excludes what X finds.
type SearchNot struct{ X SearchExpr }

// SearchTerm is a word or a phrase, alone or of a property: plan, plan*,
// "project plan", subject:plan, received>=2026-01-01. Property is "" for
// text anywhere; Op is Eq for ':' and '='.
type SearchTerm struct {
	Pos      int
	Property string
	Op       Op
	Text     string
	Phrase   bool
	Prefix   bool
}

func (*SearchLogic) searchExpr() {}
func (*SearchNot) searchExpr()   {}
func (*SearchTerm) searchExpr()  {}

// The limits of a $search; FTS5's own are 256 levels.
const (
	// MaxSearchBytes is the longest $search, decoded.
	MaxSearchBytes = 2048
	maxSearchTerms = 64
	maxSearchDepth = 20
)

// parseSearch reads the text of a $search, decoded; the package comment has
// its grammar. A text wholly in double quotes, as the interface sends it, is
// read without them, \" being a quote inside.
func parseSearch(option, text string) (SearchExpr, *model.Error) {
	if len(text) > MaxSearchBytes {
		return nil, refuse(option, 0, "longer than %d bytes", MaxSearchBytes)
	}
	if !utf8.ValidString(text) {
		return nil, refuse(option, 0, "is not valid UTF-8")
	}
	inner, wrapped := unwrap(strings.TrimSpace(text))
	if strings.TrimSpace(inner) == "" {
		return nil, refuse(option, 0, "is empty")
	}
	p := &searchParser{option: option, src: []rune(inner), wrapped: wrapped}
	e, err := p.any("")
	if err != nil {
		return nil, err
	}
	if p.at < len(p.src) {
		return nil, p.refuse("this ')' closes nothing")
	}
	return e, nil
}

// unwrap removes the double quotes around the whole of s, if the first one
// closes at the end, and the backslashes inside.
func unwrap(s string) (string, bool) {
	if len(s) < 2 || s[0] != '"' {
		return s, false
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case s[i] == '"':
			if i == len(s)-1 {
				return b.String(), true
			}
			return s, false
		default:
			b.WriteByte(s[i])
		}
	}
	return s, false
}

// searchParser is a recursive descent over characters: in a search, spaces
// and signs have a meaning that depends on what they touch.
type searchParser struct {
	option  string
	src     []rune
	at      int
	depth   int
	terms   int
	wrapped bool
}

func (p *searchParser) refuse(format string, args ...any) *model.Error {
	return refuse(p.option, p.at+1, format, args...)
}

func (p *searchParser) skipSpace() {
	for p.at < len(p.src) && unicode.IsSpace(p.src[p.at]) {
		p.at++
	}
}

func (p *searchParser) sees(r rune) bool { return p.at < len(p.src) && p.src[p.at] == r }

// takes takes an operator: a word in capitals that stands alone.
func (p *searchParser) takes(word string) bool {
	p.skipSpace()
	end := p.at + len(word)
	if end > len(p.src) || string(p.src[p.at:end]) != word {
		return false
	}
	if end < len(p.src) && !unicode.IsSpace(p.src[end]) && p.src[end] != '(' && p.src[end] != '"' {
		return false
	}
	p.at = end
	return true
}

// any reads terms joined by OR. Inside property:( ) every term is of the
// property.
func (p *searchParser) any(property string) (SearchExpr, *model.Error) {
	var terms []SearchExpr
	for {
		e, err := p.all(property)
		if err != nil {
			return nil, err
		}
		terms = append(terms, e)
		if !p.takes("OR") {
			return joined(false, terms), nil
		}
	}
}

// all reads terms joined by AND or by nothing.
func (p *searchParser) all(property string) (SearchExpr, *model.Error) {
	var terms []SearchExpr
	for {
		e, err := p.not(property)
		if err != nil {
			return nil, err
		}
		terms = append(terms, e)
		if p.takes("AND") {
			continue
		}
		p.skipSpace()
		if p.at == len(p.src) || p.sees(')') || p.before("OR") {
			return joined(true, terms), nil
		}
	}
}

// before reports whether the word comes next, and leaves it.
func (p *searchParser) before(word string) bool {
	at := p.at
	found := p.takes(word)
	p.at = at
	return found
}

func joined(all bool, terms []SearchExpr) SearchExpr {
	if len(terms) == 1 {
		return terms[0]
	}
	return &SearchLogic{All: all, Terms: terms}
}

func (p *searchParser) not(property string) (SearchExpr, *model.Error) {
	p.skipSpace()
	minus := p.sees('-') && p.at+1 < len(p.src) && !unicode.IsSpace(p.src[p.at+1])
	if minus {
		p.at++
	} else if !p.takes("NOT") {
		return p.primary(property)
	}
	if p.depth++; p.depth > maxSearchDepth {
		return nil, p.refuse("nested deeper than %d levels", maxSearchDepth)
	}
	defer func() { p.depth-- }()
	x, err := p.not(property)
	if err != nil {
		return nil, err
	}
	return &SearchNot{X: x}, nil
}

func (p *searchParser) primary(property string) (SearchExpr, *model.Error) {
	p.skipSpace()
	switch {
	case p.at == len(p.src):
		return nil, p.refuse("a word is missing at the end")
	case p.before("OR"), p.before("AND"):
		return nil, p.refuse("a word is missing before the operator (write it in quotes to search for it)")
	case p.sees(')'):
		return nil, p.refuse("a word is missing before ')'")
	case p.sees('('):
		return p.group(property)
	}
	if p.terms++; p.terms > maxSearchTerms {
		return nil, p.refuse("more than %d words and phrases", maxSearchTerms)
	}
	term := &SearchTerm{Pos: p.at + 1, Property: property, Op: Eq}
	if p.sees('"') {
		return term, p.phrase(term)
	}
	if name, op, n := p.property(); n > 0 {
		if property != "" {
			return nil, p.refuse("a property inside %s:( )", property)
		}
		p.at += n
		term.Property, term.Op = name, op
		switch {
		case p.sees('(') && op == Eq:
			return p.group(name)
		case p.sees('"'):
			return term, p.phrase(term)
		case p.at == len(p.src) || unicode.IsSpace(p.src[p.at]) || p.sees(')') || p.sees('('):
			return nil, p.refuse("%s needs a value right after its sign", quoted(name))
		}
	}
	p.word(term)
	return term, nil
}

func (p *searchParser) group(property string) (SearchExpr, *model.Error) {
	if p.depth++; p.depth > maxSearchDepth {
		return nil, p.refuse("nested deeper than %d levels", maxSearchDepth)
	}
	defer func() { p.depth-- }()
	p.at++
	e, err := p.any(property)
	if err != nil {
		return nil, err
	}
	if !p.sees(')') {
		return nil, p.refuse("expected ')'")
	}
	p.at++
	return e, nil
}

// phrase reads "words in this order". Where the whole was not in quotes,
// "name:value" is a property and its value, as directory searches write it.
func (p *searchParser) phrase(term *SearchTerm) *model.Error {
	start := p.at + 1
	end := start
	for end < len(p.src) && p.src[end] != '"' {
		end++
	}
	if end == len(p.src) {
		return p.refuse("the phrase has no closing quote")
	}
	if term.Property == "" && !p.wrapped {
		p.at = start
		if name, op, n := p.property(); n > 0 && start+n < end && !unicode.IsSpace(p.src[start+n]) {
			term.Property, term.Op, start = name, op, start+n
		}
	}
	term.Text, term.Phrase = string(p.src[start:end]), true
	p.at = end + 1
	if p.sees('*') {
		term.Prefix = true
		p.at++
	}
	return nil
}

// property recognises name: name= name<> name<= name>= name< name> at the
// cursor, and returns its length in characters, or 0. A colon followed by two
// slashes is an address, not a property.
func (p *searchParser) property() (name string, op Op, n int) {
	i := p.at
	for i < len(p.src) && p.src[i] < utf8.RuneSelf && unicode.IsLetter(p.src[i]) {
		i++
	}
	if i == p.at {
		return "", 0, 0
	}
	name = string(p.src[p.at:i])
	rest := string(p.src[i:min(i+3, len(p.src))]) // as long as the longest sign
	if strings.HasPrefix(rest, "://") {
		return "", 0, 0
	}
	for _, sign := range searchSigns {
		if strings.HasPrefix(rest, sign.text) {
			return name, sign.op, i - p.at + len(sign.text)
		}
	}
	return "", 0, 0
}

// searchSigns are the signs after a property, longer ones first.
var searchSigns = []struct {
	text string
	op   Op
}{{":<>", Ne}, {":<=", Le}, {":>=", Ge}, {":<", Lt}, {":>", Gt}, {":=", Eq}, {"<>", Ne}, {"<=", Le}, {">=", Ge}, {":", Eq}, {"=", Eq}, {"<", Lt}, {">", Gt}}

// word reads up to a space, a parenthesis or a quote.
func (p *searchParser) word(term *SearchTerm) {
	start := p.at
	for p.at < len(p.src) && !unicode.IsSpace(p.src[p.at]) && !strings.ContainsRune(`()"`, p.src[p.at]) {
		p.at++
	}
	term.Text, term.Prefix = strings.CutSuffix(string(p.src[start:p.at]), "*")
}
