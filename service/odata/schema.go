package odata

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Field says where a property of a resource lives in SQL, and corrects what
// its Go type cannot say. Properties without a Field are known from the Go
// type, and are in the document of a Stored schema.
//
// SQL texts are the schema author's, trusted, and may be any expression over
// the tables of the query, without placeholders.
type Field struct {
	// Path is the property, segments joined by '/'. Below a collection it is
	// a property of the items: toRecipients/emailAddress/address.
	Path string
	// Kind overrides the kind of the Go type: ID for identifiers, Enum with
	// Values, DateTime over a string. For a property that the Go type does
	// not have, it is required.
	Kind Kind
	// Values are the spellings of an Enum, in the order they sort.
	Values []string
	// Column is the SQL expression of the value: text, a number, 0 or 1, or
	// for instants an integer in Unit since 1970. For a Struct any
	// expression that is NULL when it is absent. Below a collection, $row
	// stands for the alias of the item's row.
	Column string
	// Fold is the SQL expression of Fold(value), for strings. Without it SQLite
	// folds each value that it comes by.
	Fold string
	// JSON is, in place of Column or From, the SQL expression of the JSON that
	// the property is kept as; what is below it is read from there too. It is
	// NULL where there is none, never ”.
	JSON string
	// Unit is the unit of a DateTime or Duration column.
	Unit Unit
	// NotNull says that the column is never NULL, so that an index can serve
	// more. A string that is absent is '' then.
	NotNull bool
	// From makes a collection answerable in SQL: what follows FROM, naming
	// the item's row $row. Two examples:
	// "json_each(m.categories) AS $row", "recipients AS $row". In a
	// collection inside another, $parent is the row of the outer item. A JSON
	// column must not hold the word null: json_each makes an item of it.
	From string
	// Where joins From to the outer row: "$row.message = m.id AND $row.kind = 'to'".
	Where string
	// Get computes the property of an entity in place of reading it. It is
	// given what Match was given, below a collection the item, and returns nil,
	// a bool, an int64, a float64, a string, a time.Time or a time.Duration.
	Get func(entity any) any
	// Expandable says that $expand may name the property. Of is the schema of
	// what it brings then, asked for when a request does: a resource can lead
	// to others of its own kind.
	Expandable bool
	Of         func() *Schema
	// Constant brings a string that the property is compared with into the
	// form of its Column and Get.
	Constant func(string) string
	// Beside says that the property is kept beside the entities: a $filter
	// within $expand cannot ask for it. RefuseBelow, when set, is why what is
	// below it without a Field of its own cannot be used.
	Beside      bool
	RefuseBelow string
	// Refuse, when set, is why the property and what is below it cannot be
	// filtered or ordered by, with what to do instead.
	Refuse string
}

// Unit is how a column counts time.
type Unit int64

// The units, in nanoseconds. The zero Unit is no SQL form.
const (
	Nanoseconds  Unit = 1
	Microseconds Unit = 1e3
	Milliseconds Unit = 1e6
	Seconds      Unit = 1e9
)

// Schema is the properties of one resource: those of a Go type by their JSON
// names, and the Fields laid over them.
type Schema struct {
	name   string
	typ    reflect.Type
	root   *record
	fields map[string]*Field     // by lower-case path
	extra  map[string]*attribute // declared without a Go field, by lower-case path
	key    string
	casts  []string // lower-case names of types
	// stored: the resource is in SQL, what no Field says in document.
	stored   bool
	document string
}

// Cast lets a path begin with one of these types, as
// microsoft.graph.eventMessage/event does: a name that only some of the
// resources have. It returns s.
func (s *Schema) Cast(types ...string) *Schema {
	for _, t := range types {
		s.casts = append(s.casts, strings.ToLower(t))
	}
	return s
}

// Bare is a path without the type that it may begin with.
func (s *Schema) Bare(path string) string {
	first, below, ok := strings.Cut(path, "/")
	if ok && slices.Contains(s.casts, strings.ToLower(first)) {
		return below
	}
	return path
}

// SchemaOf makes the schema of the resource that T holds. Name is for
// messages: "message". Key is the property that tells two entities apart and
// ends every order: "id". A Field that does not fit T is a mistake of the
// program and panics.
func SchemaOf[T any](name, key string, fields ...Field) *Schema {
	typ := reflect.TypeFor[T]()
	s := &Schema{name: name, typ: typ, key: key, fields: map[string]*Field{}, extra: map[string]*attribute{}}
	s.root = records{}.of(typ)
	for _, f := range fields {
		if err := s.declare(f); err != nil {
			panic(fmt.Sprintf("odata: schema %s: %v", name, err))
		}
	}
	if _, err := s.resolve(s.root, "", strings.Split(key, "/")); err != nil {
		panic(fmt.Sprintf("odata: schema %s: key: %v", name, err))
	}
	return s
}

// declare lays one field over the Go type.
func (s *Schema) declare(f Field) error {
	segments := strings.Split(f.Path, "/")
	folded := strings.ToLower(f.Path)
	if s.fields[folded] != nil {
		return fmt.Errorf("%s is declared twice", f.Path)
	}
	steps, err := s.resolve(s.root, "", segments)
	if err != nil {
		if f.Kind == 0 {
			return fmt.Errorf("%s is not in %v and has no Kind", f.Path, s.typ)
		}
		s.extra[folded] = &attribute{name: segments[len(segments)-1], kind: f.Kind, collection: f.From != ""}
	} else if last := steps[len(steps)-1]; f.From != "" && !last.collection {
		return fmt.Errorf("%s has From and is no collection", f.Path)
	}
	if f.Kind == Enum && len(f.Values) == 0 {
		return fmt.Errorf("%s is an Enum without Values", f.Path)
	}
	s.fields[folded] = &f
	return nil
}

// resolve walks segments from a record reached by the path prefix (lower
// case, "" for the entity). Segments go through structures and, at the
// declaration of fields, through collections.
func (s *Schema) resolve(from *record, prefix string, segments []string) ([]*attribute, error) {
	var steps []*attribute
	for i, segment := range segments {
		if i == 0 && prefix == "" && len(segments) > 1 && slices.Contains(s.casts, strings.ToLower(segment)) {
			continue
		}
		prefix = joinPath(prefix, strings.ToLower(segment))
		a := s.extra[prefix]
		if a == nil && from != nil {
			a = from.attribute(segment)
		}
		if a == nil {
			return nil, &unknownProperty{name: strings.Join(segments[:i+1], "/"), depth: i + 1, of: s.name}
		}
		steps = append(steps, a)
		from = a.record
	}
	return steps, nil
}

// unknownProperty is a name that leads nowhere: depth segments of a path.
type unknownProperty struct {
	name, of string
	depth    int
}

func (e *unknownProperty) Error() string {
	return fmt.Sprintf("%s is not a property of %s", quoted(e.name), e.of)
}

func joinPath(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "/" + name
}

// field returns the Field declared for a lower-case path, or an empty one.
func (s *Schema) field(path string) *Field {
	if f := s.fields[path]; f != nil {
		return f
	}
	return &Field{}
}
