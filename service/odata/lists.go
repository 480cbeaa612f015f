package odata

import (
	"strings"
	"unicode/utf8"

	"daybook/model"
)

// item is one part of a list, trimmed, with where it starts.
type item struct {
	text string
	pos  int
}

// split cuts s at sep outside parentheses, quoted strings and double quotes,
// and trims the parts. first is the position of s's first character.
func split(option, s string, sep byte, first int) ([]item, *model.Error) {
	var items []item
	depth, start := 0, 0
	quote := byte(0)
	cut := func(end int) {
		part := s[start:end]
		lead := len(part) - len(strings.TrimLeft(part, " \t"))
		items = append(items, item{strings.TrimSpace(part), first + utf8.RuneCountInString(s[:start+lead])})
		start = end + 1
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return nil, refuse(option, first+utf8.RuneCountInString(s[:i]), "this ')' closes nothing")
			}
		case c == sep && depth == 0:
			cut(i)
		}
	}
	if depth > 0 || quote != 0 {
		return nil, refuse(option, first+utf8.RuneCountInString(s), "a parenthesis or a quote is not closed")
	}
	cut(len(s))
	if len(items) > maxListItems {
		return nil, refuse(option, items[maxListItems].pos, "more than %d items", maxListItems)
	}
	return items, nil
}

// propertyPath checks that an item is a/b/c.
func propertyPath(option string, it item) (Name, *model.Error) {
	if it.text == "" {
		return Name{}, refuse(option, it.pos, "a property name is missing")
	}
	for segment := range strings.SplitSeq(it.text, "/") {
		if segment == "" || nameLength(segment) != len(segment) {
			return Name{}, refuse(option, it.pos, "%s is not a property path", quoted(it.text))
		}
	}
	return Name{Path: it.text, Pos: it.pos}, nil
}

func (o *Options) setSelect(name, value string, _ int) *model.Error {
	items, err := split(name, value, ',', 1)
	if err != nil {
		return err
	}
	for _, it := range items {
		n := Name{Path: "*", Pos: it.pos}
		if it.text != "*" {
			if n, err = propertyPath(name, it); err != nil {
				return err
			}
		}
		o.Select = append(o.Select, n)
	}
	return nil
}

func (o *Options) setOrderBy(name, value string, _ int) *model.Error {
	o.orderText = value
	items, err := split(name, value, ',', 1)
	if err != nil {
		return err
	}
	var keys seen
	for _, it := range items {
		words := strings.Fields(it.text)
		key := OrderBy{}
		if len(words) > 1 {
			switch strings.ToLower(words[1]) {
			case "desc":
				key.Desc = true
			case "asc":
			default:
				return refuse(name, it.pos, "a property is followed by asc or desc, not %s", quoted(words[1]))
			}
			if len(words) > 2 {
				return refuse(name, it.pos, "%s has no meaning here", quoted(words[2]))
			}
			it.text = words[0]
		}
		if key.Name, err = propertyPath(name, it); err != nil {
			return err
		}
		if !keys.add(strings.ToLower(key.Path)) {
			return refuse(name, it.pos, "%s is given twice", quoted(key.Path))
		}
		o.OrderBy = append(o.OrderBy, key)
	}
	return nil
}

func (o *Options) setExpand(name, value string, depth int) *model.Error {
	if depth >= maxExpandDepth {
		return refuse(name, 0, "nested deeper than %d levels", maxExpandDepth)
	}
	items, err := split(name, value, ',', 1)
	if err != nil {
		return err
	}
	var names seen
	for _, it := range items {
		inner := ""
		if i := strings.IndexByte(it.text, '('); i >= 0 {
			if !strings.HasSuffix(it.text, ")") {
				return refuse(name, it.pos, "%s does not end with its ')'", quoted(it.text))
			}
			it.text, inner = strings.TrimSpace(it.text[:i]), it.text[i+1:len(it.text)-1]
		}
		e := Expand{}
		if e.Name, err = propertyPath(name, it); err != nil {
			return err
		}
		if !names.add(strings.ToLower(e.Path)) {
			return refuse(name, it.pos, "%s is given twice", quoted(e.Path))
		}
		if err := e.Options.setNested(name, e.Path, inner, depth+1); err != nil {
			return err
		}
		o.Expand = append(o.Expand, e)
	}
	return nil
}

// setNested reads the options in the parentheses of an $expand item,
// separated by ';'. A refusal says which item it is in.
func (o *Options) setNested(option, of, inner string, depth int) *model.Error {
	if strings.TrimSpace(inner) == "" {
		return nil
	}
	parts, err := split(option, inner, ';', 1)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if part.text == "" {
			continue
		}
		name, value, ok := strings.Cut(part.text, "=")
		if !ok {
			return refuse(option, 0, "in %s: %s is not an option with a value", of, quoted(part.text))
		}
		if err := o.set(strings.TrimSpace(name), strings.TrimSpace(value), depth); err != nil {
			err.Message = option + ": in " + of + ": " + err.Message
			err.Target = option
			return err
		}
	}
	return nil
}

// seen is a set of names.
type seen map[string]bool

// add reports whether s is new.
func (n *seen) add(s string) bool {
	if (*n)[s] {
		return false
	}
	if *n == nil {
		*n = seen{}
	}
	(*n)[s] = true
	return true
}
