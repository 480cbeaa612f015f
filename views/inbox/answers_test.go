package inbox

import (
	"fmt"
	"testing"

	"daybook/model"
	"daybook/views/viewtest"
)

// patches is a thread of a question, two answers and one to the first of them.
func patches() *fake {
	f := newFake()
	for i, of := range []int{-1, 0, 0, 1} {
		m := message(fmt.Sprint("p", i), "patches", fmt.Sprint("Writer ", i), "Patches", fmt.Sprint("words ", i), 10-i)
		m.IsRead = i < 3
		m.InternetMessageID = fmt.Sprintf("<p%d@x.example>", i)
		if of >= 0 {
			m.InternetMessageHeaders = []model.InternetMessageHeader{{Name: "In-Reply-To", Value: fmt.Sprintf("<p%d@x.example>", of)}}
		}
		f.add(m)
	}
	return f
}

func TestTheTreeOfAnswersGoesToAMessage(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		d := startWith(t, patches(), size[0], size[1], viewtest.Memory{}, Options{})
		d.Press("C")
		d.See("Who answered whom", "  Writer 0  words 0", "├ Writer 1  words 1", "● │ ╰ Writer 3", "╰ Writer 2")
		d.Press("up", "enter") // the newest is the third of the tree
		if d.m.dialog.IsOpen() || d.m.focus != readerFocus || d.m.reader.shownID() != "p1" {
			t.Errorf("%v: it shows %q", size, d.m.reader.shownID())
		}
	}
}

func TestAMessageAloneHasNoTree(t *testing.T) {
	d := startWith(t, newsletter("", ""), 80, 24, viewtest.Memory{}, Options{})
	d.Press("C")
	if d.m.dialog.IsOpen() || len(d.Notices) == 0 {
		t.Errorf("a box, or nothing said: %q", d.Notices)
	}
}

// However deep a thread is, its tree leaves room for who wrote what, and says who
// answered whom.
func TestADeepTreeStaysReadable(t *testing.T) {
	f := newFake()
	for i := range 40 {
		m := message(fmt.Sprint("p", i), "patches", fmt.Sprint("Writer ", i), "Patches", "words", 50-i)
		m.InternetMessageID = fmt.Sprintf("<p%d@x.example>", i)
		if i > 0 {
			m.InternetMessageHeaders = []model.InternetMessageHeader{{Name: "In-Reply-To", Value: fmt.Sprintf("<p%d@x.example>", i-1)}}
		}
		f.add(m)
	}
	for _, size := range []struct {
		width, height int
		want          []string
	}{
		{120, 36, []string{"╰Writer 24  words", "                     25╰Writer 25  words", "39╰Writer 39  words"}},
		{80, 24, []string{"                 25╰Writer 25  words", "39╰Writer 39  words"}},
		{40, 12, []string{"       38╰Writer 38  wor", "39╰Writer 39  wor"}},
	} {
		d := startWith(t, f, size.width, size.height, viewtest.Memory{}, Options{})
		d.Press("C")
		d.Keys("ctrl+end")
		d.See(size.want...)
	}
}
