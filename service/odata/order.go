package odata

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"daybook/model"
)

// Order is a checked $orderby, ended by the schema's key: a total order, the
// same in SQL (of a Stored schema) and in memory. Null comes before everything, descending after
// it; strings order as Fold does, an absent one as ”.
type Order struct{ keys []orderKey }

// orderKey is one key. column is of a Stored schema.
type orderKey struct {
	by       *property
	desc     bool
	column   string
	nullable bool
}

// By makes a key for the fallback of Schema.Order.
func By(path string, desc bool) OrderBy { return OrderBy{Name: Name{Path: path}, Desc: desc} }

// Order checks the keys of a $orderby; without any, fallback is taken. The
// schema's key is added in the direction of the last one, so that an index
// read backwards still serves.
func (s *Schema) Order(keys []OrderBy, fallback ...OrderBy) (*Order, error) {
	if len(keys) == 0 {
		keys = fallback
	}
	b := &binder{schema: s, option: "$orderby"}
	o := &Order{}
	unique := false
	for _, key := range keys {
		k, err := b.orderKey(key)
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, k)
		unique = unique || strings.EqualFold(k.by.path, s.key)
	}
	if !unique {
		k, err := b.orderKey(By(s.key, len(keys) > 0 && keys[len(keys)-1].Desc))
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, k)
	}
	return o, nil
}

func (b *binder) orderKey(key OrderBy) (orderKey, *model.Error) {
	n, err := b.path(&Path{Pos: key.Pos, Segments: strings.Split(key.Path, "/")})
	if err != nil {
		return orderKey{}, err
	}
	p, isProperty := n.(*property)
	if !isProperty || p.of == Struct {
		return orderKey{}, refuse(b.option, key.Pos, "%s cannot be ordered by: name a property of it", quoted(key.Path))
	}
	k := orderKey{by: p, desc: key.Desc, column: p.field.Column, nullable: !p.field.NotNull}
	switch {
	case !b.schema.stored:
		return k, nil
	case p.of == String && p.field.Fold != "":
		k.column = p.field.Fold
	case p.of == String:
		k.column = "fold(" + k.column + ")"
	}
	switch {
	case p.of == Enum:
		k.column, k.nullable = ranks(k.column, p.field.Values), false
	case p.of.textual() && k.nullable:
		k.column, k.nullable = "coalesce("+k.column+",'')", false
	}
	return k, nil
}

// ranks is the place of an Enum's value among those declared, -1 for another.
func ranks(column string, values []string) string {
	var b strings.Builder
	b.WriteString("CASE " + column)
	for i, v := range values {
		fmt.Fprintf(&b, " WHEN '%s' THEN %d", strings.ReplaceAll(v, "'", "''"), i)
	}
	return b.String() + " ELSE -1 END"
}

// SQL returns what follows ORDER BY.
func (o *Order) SQL() string {
	var terms []string
	for _, k := range o.keys {
		term := k.column
		if k.desc {
			term += " DESC"
		}
		if k.nullable { // where SQLite has them by itself
			term += map[bool]string{false: " NULLS FIRST", true: " NULLS LAST"}[k.desc]
		}
		terms = append(terms, term)
	}
	return strings.Join(terms, ", ")
}

// Columns returns the expressions whose values are a row's tuple.
func (o *Order) Columns() []string {
	var columns []string
	for _, k := range o.keys {
		columns = append(columns, k.column)
	}
	return columns
}

// Tuple returns an entity's place in the order: for each key nil, an int64, a
// float64 or a string, the same that Columns select for its row.
func (o *Order) Tuple(entity any) []any {
	sc := newScope(entity)
	tuple := make([]any, 0, len(o.keys))
	for _, k := range o.keys {
		tuple = append(tuple, k.place(k.by.eval(sc)))
	}
	return tuple
}

func (k orderKey) place(d datum) any {
	switch {
	case k.by.of == String:
		return Fold(d.str)
	case k.by.of == Enum:
		return k.rank(d)
	case k.by.of.textual():
		return d.str
	case d.null():
		return nil
	case d.kind == Number:
		return d.real
	case d.kind == DateTime || d.kind == Duration:
		n, _ := max(k.by.field.Unit, Nanoseconds).count(d)
		return n
	}
	return d.num
}

// rank is what ranks selects for an Enum.
func (k orderKey) rank(d datum) int64 { return int64(slices.Index(k.by.field.Values, d.str)) }

// After is the condition for the rows that come after the tuple, which is as
// Tuple or Columns gave it; a token may have carried it. A tuple that does not
// fit the order is a 400.
func (o *Order) After(tuple []any) (Condition, error) {
	if len(tuple) != len(o.keys) {
		return Condition{}, refuse("$skiptoken", 0, "was made for another order: start again without it")
	}
	for i, v := range tuple {
		if !o.keys[i].fits(v) {
			return Condition{}, refuse("$skiptoken", 0, "was made for another order: start again without it")
		}
	}
	if c, ok := o.rowValue(tuple); ok {
		return c, nil
	}
	w := &sqlText{}
	o.after(w, tuple, 0)
	return Condition{SQL: string(w.text), Args: w.args}, nil
}

func (k orderKey) fits(v any) bool {
	switch v.(type) {
	case nil:
		return k.nullable
	case string:
		return k.by.of.textual() && k.by.of != Enum
	case int64:
		return !k.by.of.textual() || k.by.of == Enum
	case float64:
		return k.by.of.numeric()
	}
	return false
}

// rowValue writes (a, b) > (?, ?): what an index serves best, where every key
// goes the same way and is never NULL.
func (o *Order) rowValue(tuple []any) (Condition, bool) {
	if slices.ContainsFunc(o.keys, func(k orderKey) bool { return k.nullable || k.desc != o.keys[0].desc }) {
		return Condition{}, false
	}
	sign := ">"
	if o.keys[0].desc {
		sign = "<"
	}
	marks := strings.Repeat(",?", len(o.keys))[1:]
	sql := fmt.Sprintf("(%s) %s (%s)", strings.Join(o.Columns(), ","), sign, marks)
	return Condition{SQL: sql, Args: tuple}, true
}

// after writes, from the i-th key on: beyond the value, or at it and after by
// the keys that follow.
func (o *Order) after(w *sqlText, tuple []any, i int) {
	k, v := o.keys[i], tuple[i]
	if i == len(o.keys)-1 {
		k.beyond(w, v)
		return
	}
	w.put("(")
	if v != nil && (!k.desc || !k.nullable) { // lets an index start at v
		sign := " >= "
		if k.desc {
			sign = " <= "
		}
		w.put(k.column, sign)
		w.arg(v)
		w.put(" AND ")
	}
	w.put("(")
	k.beyond(w, v)
	w.put(" OR (", k.column, sameAs)
	w.arg(v)
	w.put(" AND ")
	o.after(w, tuple, i+1)
	w.put(")))")
}

// beyond writes that the key is strictly after v, NULL being the least.
func (k orderKey) beyond(w *sqlText, v any) {
	switch {
	case v == nil && k.desc:
		w.put("FALSE")
	case v == nil:
		w.put("(", k.column, " IS NOT NULL)")
	case k.desc && k.nullable:
		w.put("(", k.column, " < ")
		w.arg(v)
		w.put(" OR ", k.column, " IS NULL)")
	case k.desc:
		w.put("(", k.column, " < ")
		w.arg(v)
		w.put(")")
	default:
		w.put("(", k.column, " > ")
		w.arg(v)
		w.put(")")
	}
}

// Compare orders two entities, T, *T or Value, as SQL orders their rows.
func (o *Order) Compare(a, b any) int {
	as, bs := newScope(a), newScope(b)
	for _, k := range o.keys {
		c := k.compare(k.by.eval(as), k.by.eval(bs))
		if k.desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func (k orderKey) compare(a, b datum) int {
	switch {
	case k.by.of == String:
		return compareFold(a.str, b.str)
	case k.by.of == Enum:
		return cmp.Compare(k.rank(a), k.rank(b))
	case k.by.of.textual():
		return cmp.Compare(a.str, b.str)
	case a.null() || b.null():
		return cmp.Compare(btoi(!a.null()), btoi(!b.null()))
	}
	c, _ := compareData(a, b, true)
	return c
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
