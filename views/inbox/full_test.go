package inbox

import (
	"fmt"
	"strings"
	"testing"

	"daybook/views/viewtest"
)

// besides reports whether the list or the folders are on the screen beside the reader.
func besides(d *driver) bool {
	l := d.m.layout()
	return l[listFocus].W > 0 || l[folderFocus].W > 0
}

func TestTheReaderFillsTheScreenAtAnySize(t *testing.T) {
	for _, size := range []struct{ width, height int }{{160, 50}, {120, 36}, {80, 24}, {40, 12}} {
		d := start(t, office(), size.width, size.height-2)
		d.Press("z")
		if besides(d) || d.m.reader.Cells() != size.width {
			t.Errorf("%v: z leaves the reader %d cells", size, d.m.reader.Cells())
		}
		d.See("Bo Berg")
		d.Press("z")
		if d.m.focus != listFocus || d.m.full.On {
			t.Errorf("%v: z again leaves the keys with %v", size, d.m.focus)
		}
		d.Press("enter", "enter")
		if besides(d) || d.m.reader.Cells() != size.width {
			t.Errorf("%v: a second enter leaves the reader %d cells", size, d.m.reader.Cells())
		}
		d.Press("esc", "esc")
		if d.m.focus != listFocus {
			t.Errorf("%v: esc leaves the keys with %v", size, d.m.focus)
		}
	}
}

func TestAnotherPaneTakesItsPlaceBack(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("z", "J") // reading goes on
	if besides(d) {
		t.Error("the next message is not read over the whole screen")
	}
	d.Press("shift+tab")
	if !besides(d) || d.m.focus != listFocus {
		t.Errorf("the list has no place again, the keys are with %v", d.m.focus)
	}
}

// TestTextOf72ColumnsHasRoom: mail and patches that were wrapped by their
// writer keep their lines where the screen has room for them.
func TestTextOf72ColumnsHasRoom(t *testing.T) {
	seventyTwo := strings.Repeat("123456789 ", 7) + "ab"
	patch := "+" + strings.Repeat("123456789 ", 11) + "end"
	f := newFake()
	m := message("p", "p", "Bo", "Patch", "x", 1)
	m.Body.Content = seventyTwo + "\n\n@@ -1,0 +1,1 @@\n" + patch + "\n"
	f.add(m)
	start(t, f, 160, 48).See(seventyTwo)
	d := start(t, f, 120, 34)
	d.Press("z")
	d.See(seventyTwo, patch)
}

func TestALongSubjectFoldsToTwoLines(t *testing.T) {
	f := newFake()
	f.add(message("s", "s", "Bo", strings.Repeat("about the plan ", 20)+"and the end of it", "x", 1))
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{})
	d.Press("enter")
	d.DontSee("end of it")
	if n := strings.Count(d.Screen(), "about the plan about"); n > 3 { // one is the list's
		t.Errorf("the subject takes %d lines\n%s", n, d.Screen())
	}
	d.Press("Z")
	d.See("the end of it")
}

// A letter takes the place of list and reader, also where the reader had the
// whole screen.
func TestALetterIsWrittenFromTheFullScreen(t *testing.T) {
	for _, size := range [][2]int{{160, 48}, {120, 34}, {100, 28}, {80, 22}, {40, 10}} {
		for _, key := range []string{"r", "R", "f", "c"} {
			d := startWriting(t, office())
			d.Resize(size[0], size[1])
			d.Press("z", key)
			viewtest.CheckFrame(t, d.Frame(), size[0], size[1])
			d.See("Subject")
			d.Press("ctrl+x")
			viewtest.CheckFrame(t, d.Frame(), size[0], size[1])
		}
	}
}

// Z begins with the message that was read, also when those above it have come.
func TestUnfoldingTheThreadStaysWithTheMessage(t *testing.T) {
	f := newFake()
	for i := range 6 {
		m := message(fmt.Sprint("t", i), "thread", fmt.Sprint("Writer ", i), "Thread", "words", 20-i)
		m.IsRead, m.Body.Content = i != 3, strings.Repeat(fmt.Sprint("of ", i, "\n"), 30)
		f.add(m)
	}
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		d := startWith(t, f, size[0], size[1], viewtest.Memory{}, Options{MarkRead: -1})
		d.Press("enter", "[", "[", "]", "Z") // two are open: of them the first
		at := d.m.reader.At
		first := func() string { return strings.Split(d.Screen(), "\n")[1] }
		if who := fmt.Sprint("Writer ", at); at == 0 || at == 5 || !strings.Contains(first(), who) {
			t.Errorf("%v: of message %d it begins with %q", size, at, first())
		}
		d.Press("Z")
		if !strings.Contains(first(), "Thread") || d.m.reader.At != 5 {
			t.Errorf("%v: folded it begins with %q, on %d", size, first(), d.m.reader.At)
		}
	}
}
