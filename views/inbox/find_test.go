package inbox

import (
	"strings"
	"testing"

	"daybook/views/viewtest"
)

func TestWordsAreFoundInTheMessageThatIsRead(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		f := newFake()
		m := message("a", "", "Bo", "Plan", "first", 1)
		m.Body.Content = "first kernel\n" + strings.Repeat("> quoted kernel\n", 12) + strings.Repeat("more\n", 40) + "last Kernel\n"
		m.IsRead = true
		f.add(m)
		f.add(message("b", "", "Cy", "Other", "no such word", 2))
		d := startWith(t, f, size[0], size[1], viewtest.Memory{}, Options{MarkRead: -1})
		d.Press("enter", "/")
		d.See(`all mail; \ finds in the message`)
		d.Press("esc", `\`)
		d.Type("kernel")
		d.See(`\ kernel`, "1 of 14") // those that were folded too
		if d.m.Cursor() == nil || !d.m.Capturing() {
			t.Errorf("%v: the line has not the keys", size)
		}
		d.Press("enter", "N") // not read or unread
		d.See("14 of 14", "last Kernel")
		if !d.f.get("a").IsRead {
			t.Errorf("%v: N marked the message unread", size)
		}
		d.Press("n")
		d.See("1 of 14", "first kernel")
		d.Press("J")
		d.See("not ", "no such word")
		d.Press("n")
		d.said("not in this message")
		d.Press("esc")
		if d.m.reader.Finding() || d.m.focus != readerFocus {
			t.Errorf("%v: esc leaves more than the line", size)
		}
		d.Press("N")
		if d.Press("esc", `\`); d.m.reader.Finding() || !d.m.search.typing {
			t.Errorf("%v: in the list the key does not filter it", size)
		}
	}
}
