package files

import (
	"fmt"
	"testing"
)

func TestTheCacheReadsAContentOnceAndForgetsTheOldest(t *testing.T) {
	c, reads := newBookCache(), 0
	open := func(content string, weight int) {
		t.Helper()
		b, err := c.get(content, func() (*book, error) { reads++; return &book{weight: weight}, nil })
		if err != nil || b == nil {
			t.Fatalf("%s: got %v, %v", content, b, err)
		}
	}
	for range 3 {
		for i := range cachedBooks {
			open(fmt.Sprint(i), 1)
		}
	}
	if reads != cachedBooks {
		t.Errorf("%d reads of %d workbooks, want one each", reads, cachedBooks)
	}
	open("0", 1) // now the newest
	open("one more", 1)
	open("0", 1)
	if reads != cachedBooks+1 {
		t.Errorf("the workbook that was just used was forgotten")
	}
	open("1", 1)
	if reads != cachedBooks+2 {
		t.Errorf("the workbook that was not used for longest was kept")
	}
	open("large", cachedBytes)
	if len(c.books) != 1 || len(c.order) != 1 {
		t.Errorf("%d workbooks beside one that fills the cache, want none", len(c.books)-1)
	}
}

func TestAWorkbookThatCannotBeReadIsNotKept(t *testing.T) {
	c := newBookCache()
	for range 2 {
		if _, err := c.get("x", func() (*book, error) { return openBook(nil) }); err == nil {
			t.Fatal("nothing was read as a workbook")
		}
	}
	if len(c.books) != 0 {
		t.Errorf("%d workbooks are kept, want none", len(c.books))
	}
}
