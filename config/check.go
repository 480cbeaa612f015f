package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Check looks at keys that the file may have and that are of no use. Dead are
// those that no terminal sends; doubtful are those that few do, and those that
// two actions have which can be asked for at the same time. Both are in the
// file's order; neither keeps the file from being used.
func (f *File) Check() (dead, doubtful Problems) {
	c := checker{f: f, seen: map[[2]Position]bool{}}
	c.scope(f.global)
	for _, name := range f.Names() {
		c.scope(f.own[name])
	}
	c.shared(f.global, nil)
	for _, name := range f.Names() {
		c.shared(f.global, f.own[name])
	}
	c.dead.sort()
	c.doubtful.sort()
	return c.dead, c.doubtful
}

type checker struct {
	f              *File
	together       func(a, b string) bool
	seen           map[[2]Position]bool // pairs that were named
	dead, doubtful Problems
}

// ownKeys are the actions that a scope gives keys to, in order of their names.
func ownKeys(s scope) []string {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if name, ok := strings.CutPrefix(key, keysKey+"."); ok && key != presetKey {
			names = append(names, name)
		}
	}
	return names
}

// scope looks at each key by itself.
func (c *checker) scope(s scope) {
	for _, action := range ownKeys(s) {
		v := s[keysKey+"."+action]
		for i, key := range v.list {
			at := Problem{Path: c.f.Path, At: v.places[i], Key: action}
			if slices.Contains(v.list[:i], key) {
				at.Text = fmt.Sprintf("%q is in the list twice", key)
				c.doubtful = append(c.doubtful, at)
				continue
			}
			for press := range strings.SplitSeq(key, " ") {
				never, as := arrival(press)
				switch {
				case never != "":
					at.Text = fmt.Sprintf("%q is never sent: %s", press, never)
					c.dead = append(c.dead, at)
				case as != "":
					at.Text = fmt.Sprintf("%q %s, except from terminals with the keyboard protocol of kitty", press, as)
					c.doubtful = append(c.doubtful, at)
				}
			}
		}
	}
}

// shared looks for keys of two actions, as a profile has them.
func (c *checker) shared(global, own scope) {
	if c.f.known.Together == nil {
		return
	}
	all := maps.Clone(global)
	maps.Copy(all, own)
	type owner struct {
		action string
		at     Position
	}
	owners := map[string][]owner{}
	for _, action := range ownKeys(all) {
		v := all[keysKey+"."+action]
		for i, key := range v.list {
			owners[key] = append(owners[key], owner{action, v.places[i]})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(owners)) {
		list := owners[key]
		slices.SortFunc(list, func(a, b owner) int {
			return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
		})
		for i, b := range list {
			for _, a := range list[:i] {
				if places := [2]Position{a.at, b.at}; !c.seen[places] && c.canMeet(a.action, b.action) {
					c.seen[places] = true
					c.doubtful = append(c.doubtful, Problem{Path: c.f.Path, At: b.at, Key: b.action,
						Text: fmt.Sprintf("%q is a key of %s too, at %d:%d: it can do only one of the two", key, a.action, a.at.Line, a.at.Column)})
				}
			}
		}
	}
}

func (c *checker) canMeet(a, b string) bool {
	if c.together == nil {
		c.together = c.f.known.Together()
	}
	return c.together(a, b)
}
