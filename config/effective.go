package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Source says where a value came from.
type Source struct {
	// What is "default", "file", "profile", "environment", "flag", or a
	// word of the caller's, such as "mailbox".
	What string
	Name string // of the file, profile's section, variable or flag
	Line int    // in the file
}

func (s Source) String() string {
	switch s.What {
	case "file":
		return fmt.Sprintf("%s:%d", s.Name, s.Line)
	case "profile":
		path, profile, _ := strings.Cut(s.Name, "#")
		return fmt.Sprintf("%s:%d in [profiles.%s]", path, s.Line, profile)
	case "environment":
		return "$" + s.Name
	case "flag":
		return "--" + s.Name
	}
	return s.What
}

// Given is a value from elsewhere than the file.
type Given struct {
	Key, Value string
	Source     Source
}

// Effective is a setting as it holds.
type Effective struct {
	Key    string
	Value  string // as the file would have it, without quotes; keys with blanks between
	Source Source
}

// Resolve settles every setting for a profile, empty for none. Under are
// values that the file's come before, such as what the desktop says; over are
// those that come before the file's, such as flags. A value that cannot be
// taken is an error that names its source.
func (f *File) Resolve(profile string, under, over []Given) (Settings, []Effective, error) {
	held := map[string]Effective{}
	values := map[string]value{}
	put := func(key string, v value, s Source) {
		values[key] = v
		held[key] = Effective{key, v.shown(), s}
	}
	for _, s := range settings {
		put(s.name, value{kind: s.kind, text: s.byDefault}, Source{What: "default"})
	}
	give := func(given []Given) {
		for _, g := range given {
			put(g.Key, value{text: g.Value}, g.Source)
		}
	}
	give(under)
	for key, v := range f.global {
		if key != defaultProfile {
			put(key, v, Source{What: "file", Name: f.Path, Line: v.at.Line})
		}
	}
	for key, v := range f.own[profile] {
		put(key, v, Source{What: "profile", Name: f.Path + "#" + profile, Line: v.at.Line})
	}
	give(over)
	return f.settle(values, held)
}

// settle makes settings of values, in the table's order, own keys behind.
func (f *File) settle(values map[string]value, held map[string]Effective) (Settings, []Effective, error) {
	var s Settings
	var all []Effective
	for _, row := range settings {
		e := held[row.name]
		if err := row.take(f.known, &s, values[row.name]); err != nil {
			return Settings{}, nil, fmt.Errorf("%s from %s: %w", row.name, e.Source, err)
		}
		all = append(all, e)
		delete(held, row.name)
	}
	s.Downloads = f.expand(s.Downloads)
	for _, key := range slices.Sorted(maps.Keys(held)) {
		if s.Keys == nil {
			s.Keys = map[string][]string{}
		}
		s.Keys[strings.TrimPrefix(key, keysKey+".")] = values[key].list
		all = append(all, held[key])
	}
	return s, all, nil
}

// shown is the value for a person's eye.
func (v value) shown() string {
	if v.kind == listKind {
		return strings.Join(v.list, "  ")
	}
	return v.text
}
