package config

import (
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// kind is what a value is written as.
type kind int

const (
	textKind kind = iota
	boolKind
	numberKind
	spanKind // a text with a unit, or a number of seconds: only wanted, never read
	listKind // of texts; a text alone is a list of one
	otherKind
)

// value is a value of the file with its place, which for a list is its key's.
// A list has its items in list and their places in places; of everything else
// text is what stands there, unquoted.
type value struct {
	kind   kind
	text   string
	list   []string
	places []Position
	at     Position
}

// entry is a key with its value; the path includes the section's.
type entry struct {
	path  []string
	at    Position
	value value
}

// outline is a file's keys and sections in order, before anything is known of
// what they mean.
type outline struct {
	entries  []entry
	sections []entry // without values
}

// outlineOf parses the whole of a file. A mistake of the language is returned
// with its place, beside what was read before it.
func outlineOf(data []byte) (outline, *Problem) {
	var o outline
	var p unstable.Parser
	p.Reset(data)
	var section []string
	for p.NextExpression() {
		node := p.Expression()
		path, at := keyOf(&p, node)
		switch node.Kind {
		case unstable.KeyValue:
			o.entries = flatten(&p, o.entries, join(section, path), at, node.Value())
		case unstable.Table:
			section = path
			o.sections = append(o.sections, entry{path: path, at: at})
		default: // an array of tables: no setting is one
			section = path
			o.sections = append(o.sections, entry{path: path, at: at, value: value{kind: otherKind}})
		}
	}
	// The decoder applies the rules that span expressions, and gives a place
	// to what the parser refuses.
	var all map[string]any
	var wrong *toml.DecodeError
	if err := toml.Unmarshal(data, &all); errors.As(err, &wrong) {
		line, column := wrong.Position()
		return o, &Problem{At: Position{max(line, 1), max(column, 1)}, Text: strings.TrimPrefix(wrong.Error(), "toml: ")}
	} else if err != nil {
		return o, &Problem{At: Position{1, 1}, Text: err.Error()}
	}
	return o, nil
}

func join(section, path []string) []string {
	return append(section[:len(section):len(section)], path...)
}

// keyOf is the dotted key of an expression and where it begins.
func keyOf(p *unstable.Parser, node *unstable.Node) (path []string, at Position) {
	parts := node.Key()
	for parts.Next() {
		if path == nil {
			at = placeOf(p, parts.Node())
		}
		path = append(path, string(parts.Node().Data))
	}
	return path, at
}

func placeOf(p *unstable.Parser, node *unstable.Node) Position {
	start := p.Shape(node.Raw).Start
	return Position{start.Line, start.Column}
}

// flatten appends a value; an inline table is the keys within it.
func flatten(p *unstable.Parser, entries []entry, path []string, at Position, node *unstable.Node) []entry {
	if node.Kind != unstable.InlineTable {
		return append(entries, entry{path: path, at: at, value: valueOf(p, node, at)})
	}
	inside := node.Children()
	for inside.Next() {
		child := inside.Node()
		below, place := keyOf(p, child)
		entries = flatten(p, entries, join(path, below), place, child.Value())
	}
	return entries
}

func valueOf(p *unstable.Parser, node *unstable.Node, key Position) value {
	v := value{kind: otherKind, text: string(node.Data), at: placeOf(p, node)}
	switch node.Kind {
	case unstable.String:
		v.kind = textKind
	case unstable.Bool:
		v.kind = boolKind
	case unstable.Integer, unstable.Float:
		v.kind = numberKind
	case unstable.Array:
		v.kind, v.list, v.at = listKind, []string{}, key // the parser gives a list no place
		items := node.Children()
		for items.Next() {
			if items.Node().Kind != unstable.String {
				v.kind = otherKind
			}
			v.list = append(v.list, string(items.Node().Data))
			v.places = append(v.places, placeOf(p, items.Node()))
		}
	}
	return v
}
