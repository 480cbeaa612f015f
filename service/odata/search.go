package odata

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// SearchIndex says how the entities of a schema are searched: by an FTS5
// table, or in the properties themselves.
type SearchIndex struct {
	// Table is the FTS5 table, "" for none. RowID is the expression of the
	// table's rowid in a query that does not name the table: "m.rowid".
	Table, RowID string
	// Columns of Table are where words without a property are looked for;
	// none stands for all.
	Columns []string
	// Paths are the properties where they are looked for without a Table, and in
	// memory. They may lead through a collection: toRecipients/emailAddress/name.
	Paths []string
	// Properties are the names that may stand before a colon.
	Properties []SearchProperty
}

// SearchProperty is what a name before a colon means: words of some columns
// (Columns, Paths), a comparison (Compare, Column), a $filter for each of a few words
// (Words), or a $filter with the value in it (Filter).
type SearchProperty struct {
	Name    string
	Columns []string // of the table
	Paths   []string // without a table, and in memory
	// Compare is a property compared with the value: received>=2026-01-01,
	// or with a range of values, received:2026-01-01..2026-01-31. A day or a
	// week compared with an instant is the whole of it.
	Compare string
	// Column is, in place of Compare, the SQL expression of a whole number
	// that is no property of the schema. It has no form in memory.
	Column string
	// Bytes: numbers may have a unit, B, KB, MB or GB, of 1024 each.
	Bytes bool
	// Op is what ':' means for Compare, Eq when 0: Lt for "before".
	Op Op
	// Words are filters by word: "unread": "isRead eq false".
	Words map[string]string
	// Filter has the constant '?' where the value belongs:
	// "categories/any(c:c eq '?')".
	Filter string
}

// Searcher answers $search over a schema.
type Searcher struct {
	schema     *Schema
	index      SearchIndex
	properties map[string]*searchProperty
	anywhere   *textPlace
	names      []string
}

// searchProperty is a SearchProperty whose texts were read.
type searchProperty struct {
	SearchProperty
	place  *textPlace // of Columns and Paths
	words  map[string]Expr
	filter Expr
}

// textPlace is where words are looked for.
type textPlace struct {
	index   *SearchIndex
	columns []string
	texts   []placedText
}

// Searcher makes the searcher of an index. An index that does not fit the
// schema is a mistake of the program and panics.
func (s *Schema) Searcher(index SearchIndex) *Searcher {
	x := &Searcher{schema: s, index: index, properties: map[string]*searchProperty{}}
	err := x.declare()
	if err != nil {
		panic(fmt.Sprintf("odata: search of %s: %v", s.name, err))
	}
	return x
}

func (x *Searcher) declare() (err error) {
	if x.anywhere, err = x.place(x.index.Columns, x.index.Paths); err != nil {
		return err
	}
	for _, p := range x.index.Properties {
		sp := &searchProperty{SearchProperty: p, words: map[string]Expr{}}
		if len(p.Columns)+len(p.Paths) > 0 {
			if sp.place, err = x.place(p.Columns, p.Paths); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
		}
		for word, filter := range p.Words {
			e, err := ParseFilter(filter)
			if err == nil {
				_, err = x.schema.Filter(e)
			}
			if err != nil {
				return fmt.Errorf("%s:%s: %w", p.Name, word, err)
			}
			sp.words[strings.ToLower(word)] = e
		}
		if p.Compare != "" {
			if _, err := x.schema.resolve(x.schema.root, "", strings.Split(p.Compare, "/")); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
		}
		if p.Column != "" && x.index.Table == "" {
			return fmt.Errorf("%s: a column is nothing to a search in memory", p.Name)
		}
		if p.Filter != "" {
			if sp.filter, err = ParseFilter(p.Filter); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
		}
		x.properties[strings.ToLower(p.Name)] = sp
		x.names = append(x.names, p.Name)
	}
	slices.Sort(x.names)
	return nil
}

func (x *Searcher) place(columns, paths []string) (*textPlace, error) {
	p := &textPlace{index: &x.index, columns: columns}
	for _, path := range paths {
		t, err := x.text(strings.Split(path, "/"))
		if err != nil {
			return nil, err
		}
		p.texts = append(p.texts, t)
	}
	return p, nil
}

// text finds the text that segments lead to, through one collection at most.
func (x *Searcher) text(segments []string) (t placedText, err error) {
	steps, err := x.schema.resolve(x.schema.root, "", segments)
	if err != nil {
		return t, err
	}
	b := &binder{schema: x.schema, option: "$search"}
	if i := slices.IndexFunc(steps, func(a *attribute) bool { return a.collection }); i >= 0 {
		over, _, refused := b.property(&Path{}, segments[:i+1])
		if refused != nil {
			return t, refused
		}
		t.over, segments = over, append([]string{"item"}, segments[i+1:]...)
		b.vars = []variable{{"item", over}}
	}
	text, _, refused := b.property(&Path{}, segments)
	if refused != nil {
		return t, refused
	}
	t.text = text
	return t, nil
}

// placedText is a text of an entity, or, with over, of the items of a
// collection.
type placedText struct{ over, text *property }

// with is the condition that the text has the words.
func (t placedText) with(w *words) node {
	n := &wordsOf{t.text, w}
	if t.over == nil {
		return n
	}
	return &lambda{over: t.over, level: 1, body: n}
}

// Search is a checked $search.
type Search struct {
	root  node
	index *SearchIndex
}

// Search checks e. With prefixLast the last word also finds the words that
// begin with it, for searching while typing. Words without a letter or a
// digit say nothing and are passed over, unless an operator asks for them.
// Days begin in the zone of now, which also says when today is; the zero time
// is for a schema that compares no days.
func (x *Searcher) Search(e SearchExpr, prefixLast bool, now time.Time) (*Search, error) {
	b := &searchBinder{x: x, now: now}
	if prefixLast {
		b.prefix = lastWord(e)
	}
	n, err := b.bind(e)
	if err != nil {
		return nil, err
	}
	if n == nil {
		return nil, refuse("$search", 0, "has no letter and no digit to look for")
	}
	return &Search{root: n, index: &x.index}, nil
}

// lastWord is the word a person is typing: the last term, unless it is a
// phrase, excluded, or the value of an operator: what an operator asks for is
// meant as it stands, wherever it stands.
func lastWord(e SearchExpr) *SearchTerm {
	switch e := e.(type) {
	case *SearchLogic:
		return lastWord(e.Terms[len(e.Terms)-1])
	case *SearchTerm:
		if !e.Phrase && e.Property == "" {
			return e
		}
	}
	return nil
}

// searchBinder turns a search into a condition: of words and of filters.
type searchBinder struct {
	x      *Searcher
	prefix *SearchTerm
	now    time.Time
}

// bind returns nil for what says nothing.
func (b *searchBinder) bind(e SearchExpr) (node, *model.Error) {
	switch e := e.(type) {
	case *SearchLogic:
		l := &logic{all: e.All}
		for _, t := range e.Terms {
			n, err := b.bind(t)
			if err != nil {
				return nil, err
			}
			if n != nil {
				l.terms = append(l.terms, n)
			}
		}
		switch len(l.terms) {
		case 0:
			return nil, nil
		case 1:
			return l.terms[0], nil
		}
		return l, nil
	case *SearchNot:
		n, err := b.bind(e.X)
		if n == nil || err != nil {
			return nil, err
		}
		return &negation{n}, nil
	case *SearchTerm:
		return b.term(e)
	}
	return nil, refuse("$search", 0, "cannot be read")
}

func (b *searchBinder) term(t *SearchTerm) (node, *model.Error) {
	place := b.x.anywhere
	if t.Property != "" {
		p := b.x.properties[strings.ToLower(t.Property)]
		if p == nil {
			return nil, refuse("$search", t.Pos, "%s is not a property to search by: %s are; in double quotes it is looked for as it stands",
				quoted(t.Property), strings.Join(b.x.names, ", "))
		}
		if p.place == nil {
			return b.condition(t, p)
		}
		place = p.place
	}
	if t.Op != Eq && t.Op != Ne {
		return nil, refuse("$search", t.Pos, "%s holds text: search it with ':' and not by %s", quoted(t.Property), t.Op)
	}
	w := newWords(place, t.Text, t.Prefix || t == b.prefix)
	switch {
	case w == nil && t.Property != "":
		return nil, refuse("$search", t.Pos, "%s needs a value with a letter or a digit, not %s", quoted(t.Property), quoted(t.Text))
	case w == nil:
		return nil, nil
	case t.Op == Ne:
		return &negation{w}, nil
	}
	return w, nil
}

// condition binds a property that is not text as a $filter.
func (b *searchBinder) condition(t *SearchTerm, p *searchProperty) (node, *model.Error) {
	switch {
	case t.Prefix:
		return nil, refuse("$search", t.Pos, "%s has no beginnings to search by: leave the '*' out", p.Name)
	case strings.TrimSpace(t.Text) == "":
		return nil, refuse("$search", t.Pos, "%s needs a value right after its sign", quoted(p.Name))
	case p.Compare != "" || p.Column != "":
		return b.compare(t, p)
	}
	e, err := b.filter(t, p)
	if err != nil {
		return nil, err
	}
	n, err := b.binder().condition(e, p.Name)
	if err != nil {
		return nil, searchError(t, err)
	}
	return n, nil
}

func (b *searchBinder) binder() *binder { return &binder{schema: b.x.schema, option: "$search"} }

// searchError says a refusal of the filter at the place of the term.
func searchError(t *SearchTerm, err *model.Error) *model.Error {
	return refuse("$search", t.Pos, "%s", strings.TrimPrefix(err.Message, fmt.Sprintf("$search: at position %d: ", t.Pos)))
}

func (b *searchBinder) filter(t *SearchTerm, p *searchProperty) (Expr, *model.Error) {
	var e Expr
	if len(p.words) > 0 {
		if e = p.words[strings.ToLower(t.Text)]; e == nil {
			return nil, refuse("$search", t.Pos, "%s is followed by %s, not %s", p.Name, strings.Join(wordNames(p), ", "), quoted(t.Text))
		}
	} else {
		e = substitute(p.filter, &Literal{Pos: t.Pos, Text: t.Text, value: text(t.Text)})
	}
	switch t.Op {
	case Eq:
		return e, nil
	case Ne:
		return &Not{Pos: t.Pos, X: e}, nil
	}
	return nil, refuse("$search", t.Pos, "%s is followed by ':', not by %s", p.Name, t.Op)
}

func wordNames(p *searchProperty) []string {
	var names []string
	for w := range p.Words {
		names = append(names, w)
	}
	slices.Sort(names)
	return names
}

// substitute copies a template with value in place of the constant '?'.
func substitute(e Expr, value *Literal) Expr {
	switch e := e.(type) {
	case *Literal:
		if e.value.kind == String && e.value.str == "?" {
			return value
		}
	case *Compare:
		return &Compare{Pos: value.Pos, Op: e.Op, L: substitute(e.L, value), R: substitute(e.R, value)}
	case *Not:
		return &Not{Pos: value.Pos, X: substitute(e.X, value)}
	case *Logic:
		return &Logic{Pos: value.Pos, All: e.All, Terms: substituteAll(e.Terms, value)}
	case *Call:
		return &Call{Pos: value.Pos, Name: e.Name, Args: substituteAll(e.Args, value)}
	case *Lambda:
		if e.Body != nil {
			return &Lambda{Pos: value.Pos, Path: e.Path, All: e.All, Var: e.Var, Body: substitute(e.Body, value)}
		}
	}
	return e
}

func substituteAll(list []Expr, value *Literal) []Expr {
	var out []Expr
	for _, e := range list {
		out = append(out, substitute(e, value))
	}
	return out
}
