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
		d.See("Who answered whom", "  Writer 0  words 0", "    Writer 1  words 1", "●     Writer 3", "    Writer 2")
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
