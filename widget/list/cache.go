package list

import "daybook/theme"

// rowKey is everything a drawn row depends on.
type rowKey struct {
	id      string
	version uint64
	width   int
	state   theme.RowState
}

// cache keeps drawn rows in two generations: when the young one is full it becomes the old one, and what was not
// asked for since is forgotten. The zero value is empty.
type cache struct{ young, old map[rowKey]string }

func (c *cache) get(k rowKey) (string, bool) {
	if drawn, ok := c.young[k]; ok {
		return drawn, true
	}
	drawn, ok := c.old[k]
	if ok {
		c.young[k] = drawn
	}
	return drawn, ok
}

func (c *cache) put(k rowKey, drawn string, limit int) {
	if c.young == nil || len(c.young) >= limit {
		c.old, c.young = c.young, make(map[rowKey]string, limit)
	}
	c.young[k] = drawn
}

func (c *cache) clear() { *c = cache{} }
