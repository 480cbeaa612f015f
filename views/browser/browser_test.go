package browser

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// shop is rows and detail of a small tree: "a" and "b" with three each, named by their ids.
type shop struct {
	*Browser
	opened  []string
	read    []string
	looked  int
	absence Absence
	absent  bool
	looking bool
	lines   int
	later   []tea.Msg
}

func (s *shop) Children(id string) ([]string, bool) {
	switch len(id) {
	case 0:
		return []string{"a", "b"}, true
	case 1:
		return []string{id + "1", id + "2", id + "3"}, true
	}
	return nil, true
}
func (s *shop) HasChildren(id string) bool { return len(id) == 1 }
func (s *shop) Text(id string) text.Text   { return text.Clean("row " + id) }
func (s *shop) Version(string) uint64      { return 1 }
func (s *shop) Keeps(string) bool          { return true }
func (s *shop) Counts() []string           { return []string{"8 rows", "two above them"} }
func (s *shop) Absent() (Absence, bool)    { return s.absence, s.absent }
func (s *shop) Looking() bool              { return s.looking }
func (s *shop) Unfolded(string) tea.Cmd    { return nil }
func (s *shop) LookThrough() tea.Cmd       { s.looked++; return nil }
func (s *shop) Filtered()                  {}
func (s *shop) Has() bool                  { return len(s.Here()) == 2 }
func (s *shop) Rested() tea.Cmd            { s.read = append(s.read, s.Here()); return nil }
func (s *shop) Row(id string, width int, _ theme.RowState) string {
	t := s.Text(id).Truncate(width, text.Text{})
	return t.Highlight(s.Query().Find(t), s.env.Theme.Text, s.env.Theme.Match) + text.Blanks(max(width-t.Width(), 0))
}

func (s *shop) Above(id string) []string {
	if len(id) == 2 {
		return []string{id[:1]}
	}
	return nil
}

func (s *shop) Unselectable(id string) string {
	if len(id) == 1 {
		return "not this one"
	}
	return ""
}

func (s *shop) Lines(int) []string {
	out := []string{"about " + s.Here()}
	for i := range s.lines {
		out = append(out, fmt.Sprint("line ", i))
	}
	return out
}

func open(t *testing.T, width, height int) *shop {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{}
	work := &views.Work{Screen: views.Files, Later: func(_ time.Duration, m tea.Msg) tea.Cmd { s.later = append(s.later, m); return nil }}
	s.Browser = New(&views.Env{Theme: th}, s, s, Options{Work: work, Title: text.Literal("Shop"), Least: 40, Split: func(w int) int { return w / 2 },
		NoneFound: text.Literal("Nothing is called so."), Open: func() tea.Cmd { s.opened = append(s.opened, s.Here()); return nil }})
	s.SetSize(width, height)
	return s
}

// rest ends the pauses that were begun.
func (s *shop) rest() {
	for _, m := range s.later {
		m.(views.Result).Apply()
	}
	s.later = nil
}

func (s *shop) do(t *testing.T, ids ...string) {
	t.Helper()
	for _, id := range ids {
		i := slices.IndexFunc(s.Actions(s.Back), func(a views.Action) bool { return a.ID == id })
		s.Actions(s.Back)[i].Do(0)
	}
}

func (s *shop) write(typed string) {
	for _, r := range typed {
		s.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (s *shop) screen() string { return ansi.Strip(s.View()) }

func TestTheDetailIsReadWhereTheCursorRestsAlone(t *testing.T) {
	s := open(t, 80, 10)
	s.do(t, "unfold", "down", "down", "down")
	s.rest()
	if !slices.Equal(s.read, []string{"a3"}) {
		t.Errorf("read %q, want that of the row where the cursor rests", s.read)
	}
	s.do(t, "up")
	s.Blur()
	s.rest()
	if len(s.read) != 1 {
		t.Errorf("read %q, also when the screen was left", s.read)
	}
}

func TestTheDetailScrollsAndBeginsAnewWithTheNextRow(t *testing.T) {
	s := open(t, 80, 6)
	s.lines = 20
	s.do(t, "unfold", "down", "next-pane", "down", "down")
	if got := s.screen(); strings.Contains(got, "about a1") || !strings.Contains(got, "line 1") {
		t.Errorf("scrolled by two lines:\n%s", got)
	}
	s.do(t, "bottom")
	if got := s.screen(); !strings.Contains(got, "line 19") || !strings.Contains(got, "line 16") {
		t.Errorf("the last lines do not fill the pane:\n%s", got)
	}
	s.do(t, "back", "down")
	if got := s.screen(); !strings.Contains(got, "about a2") {
		t.Errorf("the next row's does not begin at its top:\n%s", got)
	}
}

func TestNoPaneIsGoneToWhereThereIsNothing(t *testing.T) {
	s := open(t, 80, 10)
	s.do(t, "next-pane")
	if s.OnRight {
		t.Error("the keys went to an empty detail")
	}
}

func TestTheFilterIsKeptByEnterAndGoneWithEsc(t *testing.T) {
	s := open(t, 80, 12)
	s.do(t, "filter")
	if s.looked != 1 || s.TextCursor() == nil {
		t.Fatalf("looked through %d times, cursor %v", s.looked, s.TextCursor())
	}
	s.write("b2")
	s.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if s.Here() != "b2" || s.Filtering() || strings.Contains(s.screen(), "a1") {
		t.Errorf("on %q:\n%s", s.Here(), s.screen())
	}
	s.do(t, "filter")
	s.write("x")
	if s.Here() != "" || !strings.Contains(s.screen(), "Nothing is called so.") {
		t.Errorf("on %q though nothing matches:\n%s", s.Here(), s.screen())
	}
	if s.looking = true; !strings.Contains(s.screen(), "Looking through") {
		t.Errorf("it is not said that there may be more:\n%s", s.screen())
	}
	s.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	if got := s.screen(); s.Here() != "b2" || !strings.Contains(got, "b1") {
		t.Errorf("esc left the cursor on %q:\n%s", s.Here(), got)
	}
}

func TestWhatMatchesIsDrawnAnewWithEachKey(t *testing.T) {
	s := open(t, 80, 12)
	s.do(t, "unfold", "filter")
	row := func() string { return strings.Split(s.View(), "\n")[HeadHeight+1] }
	s.write("r")
	before := row()
	if s.write("o"); row() == before || !strings.Contains(ansi.Strip(row()), "row a1") {
		t.Errorf("the row of a1 is drawn as it was before the second letter: %q", row())
	}
}

func TestSelectionGoesOneByOneAndCountsWhatIsHidden(t *testing.T) {
	s := open(t, 80, 12)
	if cmd := s.SelectHere(0); cmd == nil || s.MarkCount() != 0 {
		t.Error("a row that cannot be selected was")
	}
	s.do(t, "unfold", "down")
	s.SelectHere(0)
	if s.Here() != "a2" || s.Selected() != "1 selected" {
		t.Errorf("on %q with %q", s.Here(), s.Selected())
	}
	s.do(t, "up", "fold", "fold")
	if got := s.Selected(); got != "1 selected, 1 of them not shown" || !slices.Equal(s.Selection(), []string{"a1"}) {
		t.Errorf("folded away: %q, %q", got, s.Selection())
	}
	s.do(t, "back")
	if s.Selected() != "" {
		t.Error("back left the selection")
	}
}

func TestTheMouseChoosesOpensFoldsAndScrolls(t *testing.T) {
	s := open(t, 80, 12)
	s.screen()
	left := func(x, y int) { s.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}); s.screen() }
	left(1, HeadHeight) // the fold mark of a
	if !s.IsExpanded("a") {
		t.Fatalf("a click on the mark did not unfold:\n%s", s.screen())
	}
	left(8, HeadHeight+2)
	if s.Here() != "a2" || len(s.opened) != 0 {
		t.Fatalf("on %q, opened %q", s.Here(), s.opened)
	}
	left(8, HeadHeight+2)
	if !slices.Equal(s.opened, []string{"a2"}) {
		t.Errorf("opened %q", s.opened)
	}
	s.Update(tea.MouseClickMsg{X: 8, Y: HeadHeight, Button: tea.MouseRight})
	s.Update(tea.MouseWheelMsg{X: 60, Y: 5, Button: tea.MouseWheelRight})
	if s.Here() != "a2" || s.top != 0 {
		t.Errorf("another button went to %q, line %d", s.Here(), s.top)
	}
	left(60, 4)
	if !s.OnRight {
		t.Error("a click on the detail did not go there")
	}
	s.lines = 30
	s.Update(tea.MouseWheelMsg{X: 60, Y: 5, Button: tea.MouseWheelDown})
	if got := s.screen(); strings.Contains(got, "about") {
		t.Errorf("the wheel did not scroll the detail:\n%s", got)
	}
}

func TestWhyThereAreNoRowsIsSaid(t *testing.T) {
	s := open(t, 100, 12)
	s.absent = true
	for want, a := range map[string]Absence{
		"The drives could not be read: no line. ctrl+r tries again.": {Err: errors.New("no line"), What: "The drives"},
		"The drives could not be read: later. ctrl+r tries":          {Err: errors.New("no line"), What: "The drives", Why: func(error) string { return "later" }},
		"Files were not asked for":                                   {Err: &views.MissingRight{Tier: "files", What: "files"}},
		"Reading the drives":                                         {Busy: true, Reading: "Reading the drives", None: text.Literal("none")},
		"There is no drive here.":                                    {None: text.Literal("There is no drive here.")},
	} {
		s.absence = a
		if got := strings.Join(strings.Fields(strings.ReplaceAll(s.screen(), "│", " ")), " "); !strings.Contains(got, want) {
			t.Errorf("want %q, got\n%s", want, s.screen())
		}
	}
}

func TestACountIsSaidWholeOrNot(t *testing.T) {
	for width, want := range map[int]string{60: "8 rows   two above them", 20: "8 rows"} {
		line, _, _ := strings.Cut(ansi.Strip(open(t, width, 7).View()), "\n")
		if got := strings.TrimSpace(line); got != "Shop  "+want {
			t.Errorf("%d cells: %q, want %q", width, got, want)
		}
	}
}

func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {8, 3}, {39, 7}, {40, 7}, {120, 30}} {
		for _, ids := range [][]string{nil, {"unfold", "down", "next-pane"}, {"filter"}} {
			s := open(t, size[0], size[1])
			s.lines = 9
			s.do(t, ids...)
			lines := strings.Split(s.View(), "\n")
			for i, l := range lines {
				if len(lines) != size[1] || ansi.StringWidth(l) != size[0] {
					t.Errorf("%v %v: line %d of %d has %d cells", size, ids, i, len(lines), ansi.StringWidth(l))
				}
			}
		}
	}
}
