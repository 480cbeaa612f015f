package files

import (
	"cmp"
	"slices"
	"strings"

	"daybook/model"
	"daybook/widget/text"
)

// shelf is what is known of the drives. It holds no look and does no I/O.
type shelf struct {
	drives   []Drive
	items    map[Ref]model.DriveItem
	children map[Ref][]string // ids by folder, in order; absent while not read
	refused  map[Ref]error    // folders that could not be read
	quotas   map[string]model.DriveQuota
	texts    map[Ref]text.Text // what a filter looks in
	version  uint64            // counts the changes, for the rows
}

func newShelf() *shelf {
	return &shelf{items: map[Ref]model.DriveItem{}, children: map[Ref][]string{}, refused: map[Ref]error{},
		quotas: map[string]model.DriveQuota{}, texts: map[Ref]text.Text{}}
}

// isRoot says that a reference is that of a drive.
func isRoot(r Ref) bool { return r.Item == "" }

func (s *shelf) setDrives(list []Drive) {
	s.version++
	s.drives = list
}

// driveName is what a drive is called.
func (s *shelf) driveName(group string) string {
	for _, d := range s.drives {
		if d.Group == group {
			return d.Name
		}
	}
	return ""
}

// setChildren takes what is in a folder. What is no longer in it is forgotten
// with all below it. Cut says that something has no place: the folder itself,
// one above it, what has no id, and all that is more than a shelf holds.
func (s *shelf) setChildren(folder Ref, list []model.DriveItem) (cut bool) {
	s.version++
	delete(s.refused, folder)
	here := map[string]bool{}
	ids := make([]string, 0, len(list))
	for _, item := range list {
		item.ParentReference = &model.ItemReference{ID: folder.Item}
		r := Ref{Group: folder.Group, Item: item.ID}
		old, known := s.items[r]
		if here[item.ID] || !known && len(s.items) >= model.TreeNodes || !s.fits(item.ID, folder) {
			cut = true
			continue
		}
		if known && parentOf(old) != folder.Item {
			s.unlink(r)
		}
		s.items[r] = item
		delete(s.texts, r)
		here[item.ID] = true
		ids = append(ids, item.ID)
	}
	for _, id := range s.children[folder] {
		if !here[id] {
			s.forget(Ref{Group: folder.Group, Item: id})
		}
	}
	s.children[folder] = ids
	s.sort(folder)
	return cut
}

// fits says that an item may be in a folder: a service may answer with a loop.
func (s *shelf) fits(id string, folder Ref) bool {
	return model.Fits(id, folder.Item, func(i string) string { return parentOf(s.items[Ref{Group: folder.Group, Item: i}]) })
}

// parentOf is the id of the folder that an item is in, "" in the root. The
// shelf keeps its own there, whatever the service calls the root.
func parentOf(i model.DriveItem) string {
	if i.ParentReference == nil {
		return ""
	}
	return i.ParentReference.ID
}

func (s *shelf) parent(r Ref) Ref { return Ref{Group: r.Group, Item: parentOf(s.items[r])} }

// sort puts folders first, and names in the order in which people count.
func (s *shelf) sort(folder Ref) {
	slices.SortFunc(s.children[folder], func(x, y string) int {
		a, b := s.items[Ref{Group: folder.Group, Item: x}], s.items[Ref{Group: folder.Group, Item: y}]
		if (a.Folder != nil) != (b.Folder != nil) {
			if a.Folder != nil {
				return -1
			}
			return 1
		}
		return cmp.Or(natural(a.Name, b.Name), cmp.Compare(x, y))
	})
}

// natural compares names with their numbers as numbers, in any letter case:
// "part 9" is before "part 10".
func natural(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
			return c
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is how many digits a text begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// put adds an item to a folder, or lays it over the one with its id.
func (s *shelf) put(folder Ref, item model.DriveItem) {
	s.version++
	r := Ref{Group: folder.Group, Item: item.ID}
	if !s.fits(item.ID, folder) {
		return
	}
	if _, had := s.items[r]; had {
		s.unlink(r)
	} else if item.Folder != nil && item.Folder.ChildCount == 0 {
		s.children[r] = []string{}
	}
	item.ParentReference = &model.ItemReference{ID: folder.Item}
	s.items[r] = item
	delete(s.texts, r)
	if ids, read := s.children[folder]; read {
		s.children[folder] = append(ids, item.ID)
		s.sort(folder)
	}
}

// unlink takes an item off the folder it is in.
func (s *shelf) unlink(r Ref) {
	s.version++
	p := s.parent(r)
	s.children[p] = slices.DeleteFunc(s.children[p], func(id string) bool { return id == r.Item })
}

// remove takes an item out with all below it.
func (s *shelf) remove(r Ref) {
	if _, ok := s.items[r]; ok {
		s.unlink(r)
		s.forget(r)
	}
}

func (s *shelf) forget(r Ref) {
	s.version++
	for _, id := range s.children[r] {
		s.forget(Ref{Group: r.Group, Item: id})
	}
	delete(s.items, r)
	delete(s.children, r)
	delete(s.refused, r)
	delete(s.texts, r)
}

// named finds an item of a folder by its name in any letter case; known is
// false while the folder was not read.
func (s *shelf) named(folder Ref, name string) (at Ref, found, known bool) {
	ids, known := s.children[folder]
	for _, id := range ids {
		r := Ref{Group: folder.Group, Item: id}
		if strings.EqualFold(s.items[r].Name, name) {
			return r, true, true
		}
	}
	return Ref{}, false, known
}

// above are the folders over an item, the drive's root first.
func (s *shelf) above(r Ref) []Ref {
	var up []Ref
	for !isRoot(r) && len(up) <= len(s.items) { // a service may answer with a loop
		r = s.parent(r)
		up = append(up, r)
	}
	slices.Reverse(up)
	return up
}

// path is where an item is, in names: "My files / Atlas / Release".
func (s *shelf) path(folder Ref) string {
	names := []string{s.driveName(folder.Group)}
	for _, r := range append(s.above(folder), folder) {
		if !isRoot(r) {
			names = append(names, s.items[r].Name)
		}
	}
	return strings.Join(names, " / ")
}

// under says that an item is the other or below it.
func (s *shelf) under(r, other Ref) bool { return r == other || slices.Contains(s.above(r), other) }

// unread are the folders of a drive that are known of and were not read.
func (s *shelf) unread(group string) []Ref {
	var out []Ref
	var walk func(r Ref)
	walk = func(r Ref) {
		ids, read := s.children[r]
		if !read && s.refused[r] == nil {
			out = append(out, r)
		}
		for _, id := range ids {
			if child := (Ref{Group: group, Item: id}); s.items[child].Folder != nil {
				walk(child)
			}
		}
	}
	walk(Ref{Group: group})
	return out
}

// folders are those known of a drive, its root first, each before what is in
// it.
func (s *shelf) folders(group string) []Ref {
	out := []Ref{{Group: group}}
	for i := 0; i < len(out); i++ {
		for _, id := range s.children[out[i]] {
			if r := (Ref{Group: group, Item: id}); s.items[r].Folder != nil {
				out = append(out, r)
			}
		}
	}
	return out
}
