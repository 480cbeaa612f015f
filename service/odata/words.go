package odata

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// words is a condition: these words, one after the other, in one of the
// places. Where they have an FTS5 table its SQL is that table's; else, and in
// memory, words are runs of letters and digits, folded. FTS5's usual tokenizer
// also takes accents off; these do not.
type words struct {
	place  *textPlace
	text   string // as FTS5 is given it, without control characters
	tokens []string
	prefix bool
	texts  *logic // the same, of each text that the place has
}

// newWords returns nil when text has no letter and no digit.
func newWords(place *textPlace, text string, prefix bool) *words {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	w := &words{place: place, text: text, tokens: tokens(text), prefix: prefix}
	if len(w.tokens) == 0 {
		return nil
	}
	w.texts = &logic{}
	for _, t := range place.texts {
		w.texts.terms = append(w.texts.terms, t.with(w))
	}
	return w
}

// tokens cuts a text into its folded words.
func tokens(s string) []string {
	return strings.FieldsFunc(Fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.Co, r)
	})
}

func (w *words) kind() Kind { return Bool }

func (w *words) eval(sc *scope) datum { return w.texts.eval(sc) }

// wordsOf is the condition that words stand in one text.
type wordsOf struct {
	text  *property
	words *words
}

func (w *wordsOf) kind() Kind { return Bool }

func (w *wordsOf) eval(sc *scope) datum {
	d := w.text.eval(sc)
	return boolean(!d.null() && w.words.in(tokens(d.str)))
}

// in reports whether the tokens stand in the text, side by side.
func (w *words) in(text []string) bool {
	last := len(w.tokens) - 1
	for i := 0; i+last < len(text); i++ {
		if !slices.Equal(text[i:i+last], w.tokens[:last]) {
			continue
		}
		if t := text[i+last]; t == w.tokens[last] || w.prefix && strings.HasPrefix(t, w.tokens[last]) {
			return true
		}
	}
	return false
}

// match is the words as an FTS5 expression. Everything from the request is
// inside double quotes, where only the double quote itself means something.
func (w *words) match() string {
	s := ftsQuote(w.text)
	if w.prefix {
		s += " *"
	}
	if len(w.place.columns) == 0 {
		return s
	}
	var columns []string
	for _, c := range w.place.columns {
		columns = append(columns, ftsQuote(c))
	}
	return "{" + strings.Join(columns, " ") + "} : " + s
}

func ftsQuote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// matchOf writes a condition as one FTS5 expression, or "" where it has none:
// it holds a filter, or a NOT that is not beside something to take it from.
func matchOf(n node) string {
	switch n := n.(type) {
	case *words:
		return n.match()
	case *logic:
		if n.all {
			return matchAll(n.terms)
		}
		var parts []string
		for _, t := range n.terms {
			p := matchOf(t)
			if p == "" {
				return ""
			}
			parts = append(parts, p)
		}
		return "(" + strings.Join(parts, " OR ") + ")"
	}
	return ""
}

// matchAll joins terms by AND, and by NOT those that are excluded.
func matchAll(terms []node) string {
	var found, excluded []string
	for _, t := range terms {
		into := &found
		if not, ok := t.(*negation); ok {
			into, t = &excluded, not.x
		}
		p := matchOf(t)
		if p == "" {
			return ""
		}
		*into = append(*into, p)
	}
	if len(found) == 0 {
		return ""
	}
	s := strings.Join(found, " AND ")
	if len(excluded) > 0 {
		return "((" + s + ") NOT (" + strings.Join(excluded, " OR ") + "))"
	}
	return "(" + s + ")"
}

// SQL returns the search for a query over the FTS5 table: the text for its
// MATCH ("" when the table is not needed, or there is none), and the further
// condition.
func (s *Search) SQL() (match string, where Condition) {
	if s == nil {
		return "", Condition{}
	}
	var texts, others []node
	for _, t := range conjuncts(s.root) {
		if s.index.Table != "" && isText(t) {
			texts = append(texts, t)
		} else {
			others = append(others, t)
		}
	}
	if match = matchAll(texts); match == "" {
		others = append(others, texts...)
	}
	if len(others) == 0 {
		return match, Condition{}
	}
	return match, (&Filter{&logic{all: true, terms: others}}).SQL()
}

// Between is the stretch of time that a property must lie in for anything to
// be found, its ends with it; a zero time is no bound. A store that keeps rows
// in such an order need not look beyond.
func (s *Search) Between(path string) (since, until time.Time) {
	for _, t := range conjuncts(s.root) {
		c, isCompare := t.(*compare)
		if !isCompare {
			continue
		}
		p, isProperty := c.l.(*property)
		v, isConstant := c.r.(*constant)
		if !isProperty || !isConstant || p.level > 0 || p.path != strings.ToLower(path) || v.value.kind != DateTime {
			continue
		}
		at := v.value.at
		if (c.op == Ge || c.op == Gt) && at.After(since) {
			since = at
		}
		if (c.op == Le || c.op == Lt) && (until.IsZero() || at.Before(until)) {
			until = at
		}
	}
	return since, until
}

// isText reports whether a condition, or what it excludes, is one FTS5
// expression.
func isText(n node) bool {
	if not, ok := n.(*negation); ok {
		n = not.x
	}
	return matchOf(n) != ""
}

// Match reports whether the search finds an entity, by the Paths of the
// index.
func (s *Search) Match(entity any) bool { return s.root.eval(newScope(entity)).isTrue() }

// find writes words as a condition of its own: where there is no table, or
// where it cannot be joined, inside an OR or a NOT that stands alone.
func (w *sqlText) find(n *words) {
	index := n.place.index
	if index.Table == "" {
		w.logic(n.texts, true)
		return
	}
	w.put("(", index.RowID, " IN (SELECT rowid FROM ", index.Table, " WHERE ", index.Table, " MATCH ")
	w.arg(n.match())
	w.put("))")
}
