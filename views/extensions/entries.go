package extensions

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"daybook/model"
)

// entry is one extension as it is shown.
type entry struct {
	name  string
	data  Values
	names []string // of the properties, in order

	column int // the cells of the widest name; 0 until it is measured
}

func newEntry(name string, v Values) *entry {
	e := &entry{name: name, data: Values{}}
	maps.Copy(e.data, v)
	e.sort()
	return e
}

func (e *entry) sort() {
	e.column = 0
	e.names = slices.SortedFunc(maps.Keys(e.data), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	})
	e.names = e.names[:min(len(e.names), mostNames)]
}

// mostNames bounds the properties that are listed of one extension.
const mostNames = 2000

// entries are the extensions of the item that is shown, by name.
type entries struct {
	loaded bool
	list   []*entry
}

// fill takes what was read.
func (b *entries) fill(all []model.OpenTypeExtension) {
	b.loaded, b.list = true, nil
	for _, x := range all {
		b.list = append(b.list, newEntry(x.ExtensionName, x.Data))
	}
	b.sort()
}

func (b *entries) sort() {
	slices.SortFunc(b.list, func(a, b *entry) int { return cmp.Compare(foldName(a.name), foldName(b.name)) })
}

// find is the extension of a name in any letter case, nil for none.
func (b *entries) find(name string) *entry {
	for _, e := range b.list {
		if foldName(e.name) == foldName(name) {
			return e
		}
	}
	return nil
}

// extensions are all of it, for an item to be made with.
func (b *entries) extensions() []model.OpenTypeExtension {
	var out []model.OpenTypeExtension
	for _, e := range b.list {
		out = append(out, extension(e.name, maps.Clone(e.data)))
	}
	return out
}

// apply makes a change.
func (b *entries) apply(c Change) {
	e := b.find(c.Name)
	switch {
	case c.After == nil:
		b.list = slices.DeleteFunc(b.list, func(o *entry) bool { return o == e })
	case c.Before == nil:
		if e == nil {
			b.list = append(b.list, newEntry(c.Name, c.After))
			b.sort()
		}
	case e != nil:
		for name := range c.Before {
			delete(e.data, name)
		}
		maps.Copy(e.data, c.After)
		e.sort()
	}
}

// set is the change that gives a property a value, or takes it away with nil.
func (e *entry) set(item Item, property string, v json.RawMessage) Change {
	c := Change{Item: item, Name: e.name, Before: Values{}, After: Values{}}
	if was, ok := e.data[property]; ok {
		c.Before[property] = was
	}
	if v != nil {
		c.After[property] = v
	}
	return c
}
