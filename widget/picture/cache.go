package picture

import "container/list"

// Key names a rendering: whose picture, which of it, how large and how drawn.
type Key struct {
	// ID is what the pixels depend on: an owner's id and its photo's version.
	ID         string
	Cols, Rows int
	Options    Options
}

// Cache keeps renderings, and forgets those that were not used for longest when
// they grow beyond its size. It belongs to one goroutine, as a view does: what
// a command has rendered is put in when its message arrives.
type Cache struct {
	limit, size int
	used        *list.List // of entry, the last used first
	at          map[Key]*list.Element
}

type entry struct {
	key   Key
	lines []string
	size  int
}

// NewCache makes a cache of at most limit bytes of text.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, used: list.New(), at: map[Key]*list.Element{}}
}

// Get returns a rendering; its lines are not to be changed.
func (c *Cache) Get(k Key) (lines []string, ok bool) {
	e, ok := c.at[k]
	if !ok {
		return nil, false
	}
	c.used.MoveToFront(e)
	return e.Value.(entry).lines, true
}

// Put keeps a rendering. One that is larger than the cache is not kept.
func (c *Cache) Put(k Key, lines []string) {
	if old, ok := c.at[k]; ok {
		c.drop(old)
	}
	size := len(k.ID)
	for _, l := range lines {
		size += len(l)
	}
	if size > c.limit {
		return
	}
	c.at[k] = c.used.PushFront(entry{k, lines, size})
	c.size += size
	for c.size > c.limit {
		c.drop(c.used.Back())
	}
}

func (c *Cache) drop(e *list.Element) {
	gone := c.used.Remove(e).(entry)
	delete(c.at, gone.key)
	c.size -= gone.size
}
