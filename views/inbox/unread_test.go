package inbox

import (
	"fmt"
	"strings"
	"testing"

	"daybook/views/viewtest"
)

// some is a mailbox of read messages, but for those of the numbers, the newest 0.
func some(n int, unread ...int) *fake {
	f := newFake()
	for i := range n {
		m := message(fmt.Sprint("m", i), "", "Bo", fmt.Sprint("Subject ", i), "words", i)
		m.IsRead = true
		for _, u := range unread {
			m.IsRead = m.IsRead && u != i
		}
		f.add(m)
	}
	return f
}

func (d *driver) said(want string) {
	d.T.Helper()
	if n := len(d.Notices); n == 0 || !strings.Contains(d.Notices[n-1], want) {
		d.T.Errorf("said %q, want %q", d.Notices, want)
	}
}

func TestTheNextUnreadMessageIsGoneToAndRound(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		d := startWith(t, some(12, 3, 7), size[0], size[1], viewtest.Memory{}, Options{MarkRead: -1})
		for _, want := range []string{"m3", "m7"} {
			d.Press(".")
			d.wantSelected(want)
		}
		if len(d.Notices) > 0 {
			t.Errorf("said %q before the end", d.Notices)
		}
		d.Press(".")
		d.wantSelected("m3")
		d.said("on from the top")
		d.Press("N", ".") // the one that is left
		d.wantSelected("m7")
		d.Press(".")
		d.wantSelected("m7")
		d.said("Nothing else is unread here.")
		d.Press("N", ".")
		d.wantSelected("m8")
		d.said("Nothing is unread here.")
	}
}

// What is unread below what was loaded is come to, without reading on where the
// folder's number says that there is nothing.
func TestTheNextUnreadMessageIsReadFromTheService(t *testing.T) {
	d := startWith(t, some(300, 250), 120, 36, viewtest.Memory{}, Options{MarkRead: -1, PageSize: 40})
	d.Press(".")
	d.wantSelected("m250")
	known := d.m.list.rows.Known()
	if d.Press("N", "."); d.m.list.rows.Known() > known+40 { // near the end of what is loaded the next page comes anyway
		t.Errorf("with nothing unread %d messages were read, %d before", d.m.list.rows.Known(), known)
	}
	d.said("Nothing is unread here.")

	d = startWith(t, some(900, 850), 120, 36, viewtest.Memory{}, Options{MarkRead: -1, PageSize: 40})
	d.Press(".")
	d.wantSelected("m0")
	d.said("/is:unread finds the others")
}

func TestInTheReaderTheThreadComesFirst(t *testing.T) {
	f := some(3, 2)
	for i := range 4 {
		m := message(fmt.Sprint("t", i), "thread", "Cy", "Thread", "words", 10-i)
		m.IsRead = i != 1 && i != 3
		f.add(m)
	}
	d := startWith(t, f, 120, 36, viewtest.Memory{}, Options{MarkRead: -1})
	d.Press("G", "enter") // the thread is older than m2
	d.wantSelected("t3")
	d.Press("[", "[", "[")
	for _, want := range []string{"t1", "t3"} {
		if d.Press("."); d.m.reader.shownID() != want {
			t.Errorf("it shows %q, want %s", d.m.reader.shownID(), want)
		}
	}
	d.Press(".")
	d.wantSelected("m2")
}
