package files

import (
	"cmp"
	"slices"
	"strings"

	"daybook/model"
	"daybook/widget/text"
)

// drives is what is known of the drives. It holds no look and does no I/O.
type drives struct {
	list     []Drive
	items    map[Ref]model.DriveItem
	children map[Ref][]string // ids by folder, in order; absent while not read
	refused  map[Ref]error    // folders that could not be read
	quotas   map[string]model.DriveQuota
	texts    map[Ref]text.Text // what a filter looks in
	version  uint64            // counts the changes, for the rows
}

func newDrives() *drives {
	return &drives{items: map[Ref]model.DriveItem{}, children: map[Ref][]string{}, refused: map[Ref]error{},
		quotas: map[string]model.DriveQuota{}, texts: map[Ref]text.Text{}}
}

// isRoot says that a reference is that of a drive.
func isRoot(r Ref) bool { return r.Item == "" }

// isFolder says that something can be in an item.
func (d *drives) isFolder(r Ref) bool { return isRoot(r) || d.items[r].Folder != nil }

func (d *drives) setDrives(list []Drive) {
	d.version++
	d.list = list
}

// driveName is what a drive is called.
func (d *drives) driveName(group string) string {
	for _, one := range d.list {
		if one.Group == group {
			return one.Name
		}
	}
	return ""
}

// setChildren takes what is in a folder. What is no longer in it is forgotten
// with all below it. Cut says that something has no place: the folder itself,
// one above it, what has no id, and all that is more than is held.
func (d *drives) setChildren(folder Ref, list []model.DriveItem) (cut bool) {
	d.version++
	delete(d.refused, folder)
	here := map[string]bool{}
	ids := make([]string, 0, len(list))
	for _, item := range list {
		item.ParentReference = &model.ItemReference{ID: folder.Item}
		r := Ref{Group: folder.Group, Item: item.ID}
		old, known := d.items[r]
		if here[item.ID] || !known && len(d.items) >= model.TreeNodes || !d.fits(item.ID, folder) {
			cut = true
			continue
		}
		if known && parentOf(old) != folder.Item { // what the service counts is as it is by now
			d.leave(r)
		}
		d.items[r] = item
		delete(d.texts, r)
		here[item.ID] = true
		ids = append(ids, item.ID)
	}
	for _, id := range d.children[folder] {
		if !here[id] {
			d.forget(Ref{Group: folder.Group, Item: id})
		}
	}
	d.children[folder] = ids
	if at, ok := d.items[folder]; ok && at.Folder != nil && !cut {
		at.Folder = &model.FolderFacet{ChildCount: len(ids)}
		d.items[folder] = at
	}
	d.sort(folder)
	return cut
}

// fits says that an item may be in a folder: a service may answer with a loop.
func (d *drives) fits(id string, folder Ref) bool {
	return model.Fits(id, folder.Item, func(i string) string { return parentOf(d.items[Ref{Group: folder.Group, Item: i}]) })
}

// parentOf is the id of the folder that an item is in, "" in the root. The
// drives keep their own there, whatever the service calls the root.
func parentOf(i model.DriveItem) string {
	if i.ParentReference == nil {
		return ""
	}
	return i.ParentReference.ID
}

func (d *drives) placeOf(r Ref) place {
	i := d.items[r]
	return place{Name: i.Name, Parent: parentOf(i)}
}

func (d *drives) parent(r Ref) Ref { return Ref{Group: r.Group, Item: parentOf(d.items[r])} }

// sort puts folders first, and names in the order in which people count.
func (d *drives) sort(folder Ref) {
	slices.SortFunc(d.children[folder], func(x, y string) int {
		a, b := d.items[Ref{Group: folder.Group, Item: x}], d.items[Ref{Group: folder.Group, Item: y}]
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
func (d *drives) put(folder Ref, item model.DriveItem) {
	d.version++
	r := Ref{Group: folder.Group, Item: item.ID}
	if !d.fits(item.ID, folder) {
		return
	}
	if _, had := d.items[r]; had {
		d.unlink(r)
	} else if item.Folder != nil && item.Folder.ChildCount == 0 {
		d.children[r] = []string{}
	}
	item.ParentReference = &model.ItemReference{ID: folder.Item}
	d.items[r] = item
	delete(d.texts, r)
	d.count(folder, 1, item.Size)
	if ids, read := d.children[folder]; read {
		d.children[folder] = append(ids, item.ID)
		d.sort(folder)
	}
}

// unlink takes an item off the folder it is in, which is smaller then.
func (d *drives) unlink(r Ref) {
	d.leave(r)
	d.count(d.parent(r), -1, -d.items[r].Size)
}

// count has a folder know of items more in it, and all above it of the bytes.
func (d *drives) count(folder Ref, items int, bytes int64) {
	for range model.TreeNodes { // a service may have answered with a loop
		at, ok := d.items[folder]
		if !ok {
			return
		}
		if at.Folder != nil {
			at.Folder = &model.FolderFacet{ChildCount: max(0, at.Folder.ChildCount+items)}
		}
		at.Size = max(0, at.Size+bytes)
		d.items[folder] = at
		delete(d.texts, folder)
		folder, items = d.parent(folder), 0
	}
}

func (d *drives) leave(r Ref) {
	d.version++
	p := d.parent(r)
	d.children[p] = slices.DeleteFunc(d.children[p], func(id string) bool { return id == r.Item })
}

// remove takes an item out with all below it.
func (d *drives) remove(r Ref) {
	if _, ok := d.items[r]; ok {
		d.unlink(r)
		d.forget(r)
	}
}

func (d *drives) forget(r Ref) {
	d.version++
	for _, id := range d.children[r] {
		d.forget(Ref{Group: r.Group, Item: id})
	}
	delete(d.items, r)
	delete(d.children, r)
	delete(d.refused, r)
	delete(d.texts, r)
}

// named finds an item of a folder by its name in any letter case; known is
// false while the folder was not read.
func (d *drives) named(folder Ref, name string) (at Ref, found, known bool) {
	ids, known := d.children[folder]
	for _, id := range ids {
		r := Ref{Group: folder.Group, Item: id}
		if strings.EqualFold(d.items[r].Name, name) {
			return r, true, true
		}
	}
	return Ref{}, false, known
}

// above are the folders over an item, the drive's root first.
func (d *drives) above(r Ref) []Ref {
	var up []Ref
	for !isRoot(r) && len(up) <= len(d.items) { // a service may answer with a loop
		r = d.parent(r)
		up = append(up, r)
	}
	slices.Reverse(up)
	return up
}

// path is where an item is, in names: "My files / Atlas / Release".
func (d *drives) path(folder Ref) string {
	names := []string{d.driveName(folder.Group)}
	for _, r := range append(d.above(folder), folder) {
		if !isRoot(r) {
			names = append(names, d.items[r].Name)
		}
	}
	return strings.Join(names, " / ")
}

// under says that an item is the other or below it.
func (d *drives) under(r, other Ref) bool { return r == other || slices.Contains(d.above(r), other) }

// unread are the folders of a drive that are known of and were not read.
func (d *drives) unread(group string) []Ref {
	var out []Ref
	var walk func(r Ref)
	walk = func(r Ref) {
		ids, read := d.children[r]
		if !read && d.refused[r] == nil {
			out = append(out, r)
		}
		for _, id := range ids {
			if child := (Ref{Group: group, Item: id}); d.items[child].Folder != nil {
				walk(child)
			}
		}
	}
	walk(Ref{Group: group})
	return out
}

// folders are those known of a drive, its root first, each before what is in
// it.
func (d *drives) folders(group string) []Ref {
	out := []Ref{{Group: group}}
	for i := 0; i < len(out); i++ {
		for _, id := range d.children[out[i]] {
			if r := (Ref{Group: group, Item: id}); d.items[r].Folder != nil {
				out = append(out, r)
			}
		}
	}
	return out
}
