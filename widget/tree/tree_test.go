package tree

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/widget/text"
)

// folders is a source whose children are the IDs with the longer path.
type folders struct {
	children map[string][]string
	lazy     map[string]bool
}

func (f folders) Children(id string) ([]string, bool) { return f.children[id], !f.lazy[id] }
func (f folders) HasChildren(id string) bool          { return len(f.children[id]) > 0 || f.lazy[id] }
func (f folders) Text(id string) text.Text            { return text.Clean(id) }
func (f folders) Version(string) uint64               { return 0 }
func (f folders) Row(id string, width int, _ theme.RowState) string {
	return text.Clean(id).Fit(width, text.Text{}).String()
}

func sample(t *testing.T) (*Tree, folders) {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	src := folders{
		children: map[string][]string{
			"": {"inbox", "projects", "archive"}, "projects": {"atlas", "borealis"}, "atlas": {"maps"}, "loop": {"projects"},
		},
		lazy: map[string]bool{"archive": true},
	}
	tr := New(src, th)
	tr.SetSize(20, 8)
	return tr, src
}

func shape(tr *Tree) string {
	var b strings.Builder
	for _, n := range tr.nodes {
		b.WriteString(strings.Repeat(".", n.depth) + n.id + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestExpandingShowsChildrenToAnyDepth(t *testing.T) {
	tr, _ := sample(t)
	if got, want := shape(tr), "inbox projects archive"; got != want {
		t.Errorf("folded: %q, want %q", got, want)
	}
	tr.Expand("projects")
	tr.Expand("atlas")
	if got, want := shape(tr), "inbox projects .atlas ..maps .borealis archive"; got != want {
		t.Errorf("expanded: %q, want %q", got, want)
	}
}

func TestExpandingAnUnknownNodeAsksToLoadIt(t *testing.T) {
	tr, src := sample(t)
	if !tr.Expand("archive") {
		t.Error("the children of archive are not known, but nothing is to be loaded")
	}
	delete(src.lazy, "archive")
	src.children["archive"] = []string{"2025"}
	tr.Reload()
	if got, want := shape(tr), "inbox projects archive .2025"; got != want {
		t.Errorf("after loading: %q, want %q", got, want)
	}
	if tr.Expand("inbox") {
		t.Error("inbox has no children, but they are to be loaded")
	}
}

func TestFoldingMovesTheCursorToTheAncestor(t *testing.T) {
	tr, _ := sample(t)
	tr.Reveal("maps", "projects", "atlas")
	if got := tr.Cursor(); got != "maps" {
		t.Fatalf("revealed maps, cursor is on %q", got)
	}
	tr.Collapse("projects")
	if got := tr.Cursor(); got != "projects" {
		t.Errorf("cursor is on %q, want projects", got)
	}
}

func TestCursorStaysWhenAFolderArrives(t *testing.T) {
	tr, src := sample(t)
	tr.Select("archive")
	src.children[""] = []string{"aaa", "inbox", "projects", "archive"}
	tr.Reload()
	if got := tr.Cursor(); got != "archive" {
		t.Errorf("cursor is on %q, want archive", got)
	}
}

func TestFilterShowsMatchesWithTheirAncestors(t *testing.T) {
	tr, _ := sample(t)
	tr.Filter(text.NewQuery("map"))
	if got, want := shape(tr), "projects .atlas ..maps"; got != want {
		t.Errorf("filtered: %q, want %q", got, want)
	}
	if got := tr.Cursor(); got != "maps" {
		t.Errorf("cursor is on %q, want the match", got)
	}
	tr.Filter(text.Query{})
	if got, want := shape(tr), "inbox projects archive"; got != want {
		t.Errorf("without filter: %q, want %q", got, want)
	}
}

// kept is a source that keeps what a filter hides.
type kept struct{ folders }

func (k kept) Keeps(id string) bool { return id != "gone" }

func TestMarksOfWhatIsHiddenStayWhereTheSourceKeepsThem(t *testing.T) {
	tr, src := sample(t)
	tr.List.Mark("inbox", true)
	tr.Filter(text.NewQuery("map"))
	if got := tr.MarkCount(); got != 0 {
		t.Errorf("a source that keeps nothing has %d marks left, want none", got)
	}
	tr = New(kept{src}, tr.theme)
	tr.SetSize(20, 8)
	for _, id := range []string{"inbox", "archive", "gone"} {
		tr.Mark(id, true)
	}
	tr.Filter(text.NewQuery("arch"))
	if shown, hidden := strings.Join(tr.Marked(), " "), strings.Join(tr.Hidden(), " "); shown != "archive" || hidden != "inbox" {
		t.Errorf("marked are %q and hidden %q, want archive and inbox", shown, hidden)
	}
}

func TestACycleIsShownOnce(t *testing.T) {
	tr, src := sample(t)
	src.children["maps"] = []string{"projects"}
	tr.Reveal("maps", "projects", "atlas", "maps")
	if got := strings.Count(shape(tr), "projects"); got != 1 {
		t.Errorf("projects is shown %d times: %s", got, shape(tr))
	}
}

func TestArrowsFoldAndUnfold(t *testing.T) {
	tr, _ := sample(t)
	tr.Select("projects")
	for _, step := range []struct {
		key  rune
		want string
	}{{tea.KeyRight, "projects"}, {tea.KeyRight, "atlas"}, {tea.KeyLeft, "projects"}, {tea.KeyLeft, "projects"}} {
		tr.Update(tea.KeyPressMsg{Code: step.key})
		if got := tr.Cursor(); got != step.want {
			t.Errorf("after %q the cursor is on %q, want %q", tea.KeyPressMsg{Code: step.key}, got, step.want)
		}
	}
	if tr.IsExpanded("projects") {
		t.Error("left on the expanded node did not fold it")
	}
}

func TestClickOnTheFoldMarkFolds(t *testing.T) {
	tr, _ := sample(t)
	if _, ok := tr.ClickFold(1, 1); !ok || !tr.IsExpanded("projects") {
		t.Errorf("a click on the mark of projects did not expand it:\n%s", tr.View())
	}
	if _, ok := tr.ClickFold(8, 1); ok {
		t.Error("a click on the name counted as one on the mark")
	}
}

func TestRowsHaveTheWidth(t *testing.T) {
	tr, _ := sample(t)
	tr.Reveal("maps", "projects", "atlas")
	for _, w := range []int{1, 3, 5, 12, 40} {
		tr.SetSize(w, 6)
		for _, line := range strings.Split(tr.View(), "\n") {
			if got := text.Width(line); got != w {
				t.Errorf("line %q takes %d cells, want %d", line, got, w)
			}
		}
	}
}
