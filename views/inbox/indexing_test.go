package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

// A search of mail that is still being indexed says how far that is, and is
// answered again until it has looked into all: the selection stays, and what
// follows comes beside it, a page at a time.
func TestASearchSaysHowMuchOfTheMailIsIndexed(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			f := newFake()
			for i := range 120 {
				f.add(message(fmt.Sprintf("m%03d", i), fmt.Sprintf("t%03d", i), "Bo", fmt.Sprintf("Zebra %d", i), "x", i))
			}
			indexed, until := 41, 0 // nothing is found yet
			f.indexed, f.hidden = &indexed, func(m *model.Message) bool {
				return m.ReceivedDateTime.Before(f.sorted()[until].ReceivedDateTime.Add(time.Second))
			}
			d := start(t, f, size[0], size[1])
			d.Press("/")
			d.Type("zebra")
			d.Pass(searchPause)
			d.Press("enter")
			if s := d.Screen(); !strings.Contains(s, "41 % indexed") || !strings.Contains(s, "Nothing matches so far") {
				t.Errorf("an empty answer does not say that it is one of a part:\n%s", s)
			}
			indexed, until = 42, 3
			d.Pass(growEvery)
			d.Press("j")
			d.wantSelected(f.sorted()[1].ID)
			if s := d.Screen(); !strings.Contains(s, "42 % indexed") || d.m.list.rows.Len() != 3 {
				t.Errorf("%d rows, want 3:\n%s", d.m.list.rows.Len(), s)
			}
			before := d.selected()
			indexed, until = 70, 60 // more than a page
			d.Pass(growEvery)
			d.wantSelected(before)
			f.indexed = nil
			d.Pass(growEvery)
			d.wantSelected(before)
			if s := d.Screen(); strings.Contains(s, "indexed") {
				t.Errorf("it is indexed, and the screen says otherwise:\n%s", s)
			}
			for range 12 {
				d.Press("G")
			}
			if n := len(d.m.list.match); n != 120 {
				t.Errorf("%d messages are listed in the end, want 120:\n%s", n, d.Screen())
			}
			if pending := d.m.list.growing.Busy(); pending {
				t.Error("the search goes on being answered")
			}
		})
	}
}
