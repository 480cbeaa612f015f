package odata

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"daybook/model"
)

// Shape writes entities as JSON with the properties that were selected. id
// and every annotation (@odata.*, @removed) are always written. Its plan is
// made once a request; nothing is marshalled to be parsed again.
type Shape struct {
	record *record
	fields []shapeField
	// selected holds lower-case names; nil selects all.
	selected seen
}

// shapeField is a property to write, by its own shape when it was expanded
// with a $select.
type shapeField struct {
	attr   *attribute
	encode encoder
	named  bool // by $select or $expand
}

// Shape checks $select and $expand against the schema: both can be nil. A
// path below a property selects the property. Of the options in an $expand
// item it takes $select and $expand; the others, which it checks, are for
// whoever loads it: see Nested.
func (s *Schema) Shape(sel []Name, expand []Expand) (*Shape, error) {
	sh, err := s.shape(s.root, "", sel, expand)
	if err != nil {
		return nil, err
	}
	return sh, nil
}

func (s *Schema) shape(r *record, prefix string, sel []Name, expand []Expand) (*Shape, *model.Error) {
	sh := &Shape{record: r}
	named, all := seen{}, len(sel) == 0
	for _, n := range sel {
		if n.Path == "*" { // all, and what else is named
			all = true
			continue
		}
		if _, err := s.resolve(r, prefix, strings.Split(n.Path, "/")); err != nil {
			return nil, refuse("$select", n.Pos, "%v", err)
		}
		first, _, _ := strings.Cut(strings.ToLower(s.Bare(n.Path)), "/")
		named.add(first)
	}
	nested := map[string]*Shape{}
	for _, e := range expand {
		name, inner, err := s.expanded(r, prefix, e)
		if err != nil {
			return nil, err
		}
		nested[name] = inner
		named.add(name)
	}
	if !all {
		sh.selected = named
	}
	for _, a := range r.attrs {
		name := strings.ToLower(a.name)
		if !sh.selected.admits(name) || a.encode == nil {
			continue
		}
		f := shapeField{attr: a, encode: a.encode, named: named[name]}
		if inner := nested[name]; inner != nil {
			f.encode = inner.encoderOf(a.typ)
		}
		sh.fields = append(sh.fields, f)
	}
	return sh, nil
}

// expanded checks one $expand item; its shape is nil when it asks for all.
func (s *Schema) expanded(r *record, prefix string, e Expand) (string, *Shape, *model.Error) {
	steps, err := s.resolve(r, prefix, strings.Split(e.Path, "/"))
	if err != nil {
		return "", nil, refuse("$expand", e.Pos, "%v", err)
	}
	a := steps[0]
	path := joinPath(prefix, strings.ToLower(a.name))
	if len(steps) > 1 || !s.field(path).Expandable {
		return "", nil, refuse("$expand", e.Pos, "%s of %s cannot be expanded", quoted(e.Path), s.name)
	}
	within, of := s, a.record
	if other := s.field(path).Of; other != nil {
		within, of, path = other(), other().root, ""
		if err := within.checkNested(e, a.collection); err != nil {
			return "", nil, err
		}
	}
	if asks := e.Options.Asks(); of == nil && len(asks) > 0 {
		return "", nil, refuse("$expand", e.Pos, "in %s: %s is not served inside $expand here", e.Path, asks[0])
	}
	if of == nil || len(e.Options.Select) == 0 && len(e.Options.Expand) == 0 {
		return strings.ToLower(a.name), nil, nil
	}
	inner, refusal := within.shape(of, path, e.Options.Select, e.Options.Expand)
	if refusal != nil {
		return "", nil, refuse("$expand", e.Pos, "in %s: %s", e.Path, refusal.Message)
	}
	return strings.ToLower(a.name), inner, nil
}

// admits reports whether a property is written. A nil set admits all.
func (n seen) admits(name string) bool {
	return n == nil || strings.EqualFold(name, "id") || strings.HasPrefix(name, "@") || n[strings.ToLower(name)]
}

// encoderOf is the shape as the encoder of its struct, of pointers to it and
// of slices of it.
func (sh *Shape) encoderOf(t reflect.Type) encoder {
	switch t.Kind() {
	case reflect.Pointer:
		return optional(sh.encoderOf(t.Elem()))
	case reflect.Slice:
		return list(sh.encoderOf(t.Elem()))
	}
	return sh.append
}

func (sh *Shape) append(dst []byte, v reflect.Value) ([]byte, error) {
	if sh.record.typ == extensionType {
		return appendExtension(dst, v, sh.selected)
	}
	w := sh.record.writer(dst, v)
	for i := range sh.fields {
		f := &sh.fields[i]
		w.write(f.attr, f.encode, f.named)
	}
	return w.end()
}

// Append appends the JSON of an entity, a T or (faster) a *T.
func (sh *Shape) Append(dst []byte, entity any) ([]byte, error) {
	v := indirect(reflect.ValueOf(entity))
	if !v.IsValid() || v.Type() != sh.record.typ {
		return dst, fmt.Errorf("odata: a %T is no %v to write", entity, sh.record.typ)
	}
	dst, err := sh.append(dst, v)
	if err != nil {
		return dst, fmt.Errorf("writing a %v: %w", sh.record.typ, err)
	}
	return dst, nil
}

// Page is what stands around the items of a collection. Empty links and a
// nil Count are left out.
type Page struct {
	Context, NextLink, DeltaLink string
	Count                        *int
}

// AppendPage appends the JSON of a collection: items is a []T or a []*T.
func (sh *Shape) AppendPage(dst []byte, page Page, items any) ([]byte, error) {
	v := reflect.ValueOf(items)
	if v.Kind() != reflect.Slice {
		return dst, fmt.Errorf("odata: a %T is no slice to write", items)
	}
	dst = append(dst, '{')
	annotate := func(name, value string) {
		if value != "" {
			dst = append(appendString(append(append(dst, name...), ':'), value), ',')
		}
	}
	annotate(`"@odata.context"`, page.Context)
	if page.Count != nil {
		dst = append(strconv.AppendInt(append(dst, `"@odata.count":`...), int64(*page.Count), 10), ',')
	}
	annotate(`"@odata.nextLink"`, page.NextLink)
	annotate(`"@odata.deltaLink"`, page.DeltaLink)
	dst = append(dst, `"value":[`...)
	var err error
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		item := v.Index(i)
		if item.Kind() != reflect.Pointer {
			item = item.Addr()
		}
		if dst, err = sh.Append(dst, item.Interface()); err != nil {
			return dst, err
		}
	}
	return append(dst, ']', '}'), nil
}
