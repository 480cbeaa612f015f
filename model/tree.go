package model

// Bounds of a tree that comes from outside: of folders, of drives, of who
// manages whom. A service may nest without end, or in a circle.
const (
	TreeDepth = 64     // levels below the root
	TreeNodes = 20_000 // in one tree
)

// Fits says whether a node may stand below parent in a tree from outside: it
// has an id, is not above itself, and the tree is not too deep there. The zero
// id is the root's; up tells the parent of a node that is in the tree already.
func Fits[ID comparable](id, parent ID, up func(ID) ID) bool {
	var root ID
	if id == root {
		return false
	}
	at := parent
	for range TreeDepth {
		switch at {
		case root:
			return true
		case id:
			return false
		}
		at = up(at)
	}
	return false
}

// Grow walks a tree from outside, level by level, and returns its nodes, each
// behind its parent and there once. First are the nodes below the root; below
// asks for those of a node. What does not fit, or is there already, is left out, and the walk ends
// at the bounds; cut says that something was left out. An error ends it too.
func Grow[T any, ID comparable](first []T, id func(T) ID, below func(T) ([]T, error)) (all []T, cut bool, err error) {
	var root ID
	parents := map[ID]ID{}
	take := func(list []T, parent ID) {
		for _, n := range list {
			_, known := parents[id(n)]
			if known || len(all) >= TreeNodes || !Fits(id(n), parent, func(i ID) ID { return parents[i] }) {
				cut = true
				continue
			}
			parents[id(n)] = parent
			all = append(all, n)
		}
	}
	take(first, root)
	for at := 0; at < len(all); at++ {
		list, err := below(all[at])
		if err != nil {
			return all, cut, err
		}
		take(list, id(all[at]))
	}
	return all, cut, nil
}
