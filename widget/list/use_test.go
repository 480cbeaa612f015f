package list

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/widget/text"
)

// even is a source of rows of one line.
type even struct{ rows }

func (e *even) Height(int) int { return 1 }

func hundred(t testing.TB) (*List, *even) {
	src := &even{*numbered(100)}
	l := New(src, plain(t))
	l.SetSize(20, 11)
	return l, src
}

func keys(l *List, typed ...string) {
	special := map[string]tea.KeyPressMsg{
		"ctrl+d": {Code: 'd', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "down": {Code: tea.KeyDown},
		"end": {Code: tea.KeyEnd}, "home": {Code: tea.KeyHome}, "pgdown": {Code: tea.KeyPgDown},
	}
	for _, k := range typed {
		msg, ok := special[k]
		if !ok {
			msg = tea.KeyPressMsg{Code: rune(k[0]), Text: k}
		}
		l.Update(msg)
	}
}

func TestKeysMoveAndCountsMultiply(t *testing.T) {
	for typed, want := range map[string]int{
		"j": 1, "j j k": 1, "1 2 j": 12, "G": 99, "G g g": 0, "4 0 G": 39, "4 0 g g": 39, "ctrl+d": 5, "2 ctrl+d": 10,
		"G ctrl+u": 94, "pgdown": 10, "end home": 0, "0 j": 1, "k": 0, "1 0 0 0 j": 99, "5 x j": 1,
	} {
		l, _ := hundred(t)
		keys(l, strings.Fields(typed)...)
		if got := l.CursorIndex(); got != want {
			t.Errorf("%q went to row %d, want %d", typed, got, want)
		}
	}
}

func TestScrollOffKeepsRowsInSightAroundTheCursor(t *testing.T) {
	l, _ := hundred(t)
	l.Goto(50)
	for range 20 {
		l.Move(1)
		if from, to := l.Visible(); l.CursorIndex()-from < 2 || to-1-l.CursorIndex() < 2 {
			t.Fatalf("cursor %d in window %d to %d has less than 2 rows around it", l.CursorIndex(), from, to)
		}
	}
}

func TestWheelTakesTheCursorAlongOnlyWhenItWouldLeave(t *testing.T) {
	l, _ := hundred(t)
	l.Goto(6)
	l.Scroll(3)
	if got := l.CursorIndex(); got != 6 {
		t.Errorf("cursor went to %d, want to stay on 6", got)
	}
	l.Scroll(20)
	if from, _ := l.Visible(); from != 23 || l.CursorIndex() != 25 {
		t.Errorf("window from %d, cursor %d; want 23 and 25", from, l.CursorIndex())
	}
}

func TestClickSelectsTheRowUnderTheMouse(t *testing.T) {
	l, _ := hundred(t)
	l.Goto(50)
	from, _ := l.Visible()
	if id, ok := l.Click(3, 4); !ok || id != fmt.Sprintf("row%d", from+4) {
		t.Errorf("click on line 4 of a window from %d: %q %v", from, id, ok)
	}
	if _, ok := l.Click(19, 10); ok || l.CursorIndex() != 99 {
		t.Errorf("click on the end of the scrollbar: cursor %d, want the last row and no row chosen", l.CursorIndex())
	}
	if _, ok := l.Click(3, 40); ok {
		t.Error("a click below the list chose a row")
	}
}

func TestMarksSurviveSortingAndLeaveWithTheirRows(t *testing.T) {
	l, src := hundred(t)
	l.Goto(10)
	l.ToggleMark()
	l.Goto(13)
	l.MarkToCursor()
	if got, want := l.Marked(), []string{"row10", "row11", "row12", "row13"}; !slices.Equal(got, want) {
		t.Fatalf("marked %v, want %v", got, want)
	}
	slices.Reverse(src.ids)
	l.Reload()
	if got, want := l.Marked(), []string{"row13", "row12", "row11", "row10"}; !slices.Equal(got, want) {
		t.Errorf("after sorting %v, want %v", got, want)
	}
	src.ids = slices.DeleteFunc(src.ids, func(id string) bool { return id == "row12" })
	l.Reload()
	if got := l.MarkCount(); got != 3 || l.IsMarked("row12") {
		t.Errorf("%d marks after a marked row left, want 3", got)
	}
	if !l.ClearMarks() || l.ClearMarks() {
		t.Error("ClearMarks does not say whether there were any")
	}
}

func TestTargetsAreTheMarksOrTheCursor(t *testing.T) {
	l, _ := hundred(t)
	if got := l.Targets(); !slices.Equal(got, []string{"row0"}) {
		t.Errorf("without marks: %v", got)
	}
	n := l.MarkWhere(func(i int) bool { return i%50 == 7 })
	if got := l.Targets(); n != 2 || !slices.Equal(got, []string{"row7", "row57"}) {
		t.Errorf("%d marked: %v", n, got)
	}
	empty := New(numbered(0), plain(t))
	if got := empty.Targets(); got != nil || empty.CursorIndex() != -1 {
		t.Errorf("an empty list has targets %v, cursor %d", got, empty.CursorIndex())
	}
}

func TestCursorWaitsForItsRowWhileTheListIsEmpty(t *testing.T) {
	l, src := hundred(t)
	l.Select("row40")
	all := src.ids
	src.ids = nil
	l.Reload()
	src.ids = all
	l.Reload()
	if got := l.Cursor(); got != "row40" {
		t.Errorf("cursor is on %q, want row40", got)
	}
}

func TestNewRowsAreSeenWhenTheListStandsAtItsTop(t *testing.T) {
	l, src := hundred(t)
	l.View()
	src.ids = slices.Insert(src.ids, 0, "fresh")
	l.Reload()
	if got := l.View(); !strings.Contains(strings.Split(got, "\n")[0], "fresh") {
		t.Errorf("the first line is %q, want the new row", strings.Split(got, "\n")[0])
	}
	if got := l.Cursor(); got != "row0" {
		t.Errorf("cursor is on %q, want row0", got)
	}
}

func TestRowsThatAreNotLoadedCanBePassed(t *testing.T) {
	l, src := hundred(t)
	for i := 10; i < 90; i++ {
		src.ids[i] = ""
	}
	l.Reload()
	l.Goto(50)
	if l.Cursor() != "" || l.CursorIndex() != 50 || l.Targets() != nil {
		t.Errorf("on a row that is not loaded: cursor %q, index %d, targets %v", l.Cursor(), l.CursorIndex(), l.Targets())
	}
	if from, to := l.Visible(); from > 50 || to <= 50 {
		t.Errorf("visible rows %d to %d do not have the cursor", from, to)
	}
}

// mail is a source that draws like a mailbox does: several styles, wide characters, ranges cut.
type mail struct {
	th   *theme.Theme
	from []text.Text
	ids  []string
}

func (m *mail) Len() int           { return len(m.ids) }
func (m *mail) ID(i int) string    { return m.ids[i] }
func (m *mail) Version(int) uint64 { return 1 }
func (m *mail) Height(int) int     { return 1 }
func (m *mail) Row(i, w int, state theme.RowState) string {
	s, ellipsis := m.th.Row(state), text.Glyph(m.th.Glyphs.Ellipsis)
	var b strings.Builder
	s.Bar.Write(&b, " ")
	s.Unread.Write(&b, m.from[i%len(m.from)].Fit(24, ellipsis).String())
	s.Text.Write(&b, m.from[(i+1)%len(m.from)].Fit(w-24-1-8, ellipsis).String())
	s.Muted.Write(&b, text.Literal("09:42").PadLeft(8).String())
	return b.String()
}

// The frame of a mailbox of 100,000 messages in a window of 160x50: from the cache, after a step, and drawn anew.
func BenchmarkMailbox(b *testing.B) {
	th, err := theme.New(theme.Options{Name: "dark", Profile: colorprofile.TrueColor})
	if err != nil {
		b.Fatal(err)
	}
	src := &mail{th: th, ids: numbered(100_000).ids, from: []text.Text{
		text.Clean("Bo Berg, me"), text.Clean("Release plan for the fourth quarter, with a few notes that are too long for the line they stand on"),
		text.Clean("東京オフィス"), text.Clean("Größe und Übergröße der Türen im zweiten Stock"),
	}}
	l := New(src, th)
	l.SetSize(160, 50)
	l.Goto(50_000)
	b.Run("cached", func(b *testing.B) {
		for b.Loop() {
			l.View()
		}
	})
	b.Run("step", func(b *testing.B) {
		for b.Loop() {
			if !l.Move(1) {
				l.Top()
			}
			l.View()
		}
	})
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			if !l.Page(1) {
				l.Top()
			}
			l.View()
		}
	})
	b.Run("reload", func(b *testing.B) {
		for b.Loop() {
			l.Reload()
			l.View()
		}
	})
}
