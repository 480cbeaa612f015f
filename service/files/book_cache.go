package files

import (
	"slices"
	"sync"
)

// What the cache holds at most.
const (
	cachedBooks = 8
	cachedBytes = 128 << 20
	cellWeight  = 24 // bytes of a cell beside its text
	textWeight  = 16 // and of a text beside its bytes
)

// bookCache keeps the workbooks that were read last, by content: a content
// never changes, so nothing in here grows old. One workbook is read at a time,
// which bounds what reading them takes.
type bookCache struct {
	mu      sync.Mutex
	reading sync.Mutex
	order   []string // the one used last is at the end
	books   map[string]*book
}

func newBookCache() *bookCache { return &bookCache{books: map[string]*book{}} }

// get returns the workbook of a content, reading it when it is not there.
func (c *bookCache) get(content string, read func() (*book, error)) (*book, error) {
	if b := c.find(content); b != nil {
		return b, nil
	}
	c.reading.Lock()
	defer c.reading.Unlock()
	if b := c.find(content); b != nil { // read while this waited
		return b, nil
	}
	b, err := read()
	if err == nil {
		c.keep(content, b)
	}
	return b, err
}

func (c *bookCache) find(content string) *book {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.books[content]
	if b != nil {
		c.touch(content)
	}
	return b
}

func (c *bookCache) touch(content string) {
	c.order = append(slices.DeleteFunc(c.order, func(o string) bool { return o == content }), content)
}

func (c *bookCache) keep(content string, b *book) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.books[content] = b
	c.touch(content)
	weight := 0
	for _, kept := range c.books {
		weight += kept.weight
	}
	for len(c.order) > 1 && (len(c.order) > cachedBooks || weight > cachedBytes) {
		weight -= c.books[c.order[0]].weight
		delete(c.books, c.order[0])
		c.order = c.order[1:]
	}
}
