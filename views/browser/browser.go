// Package browser is a tree beside what its cursor stands on: contacts and
// their card, the items of drives and what is in them. A screen gives it rows
// (Rows) and a detail (Detail), and has its movements among its own actions.
//
// Invariants: a row is named by its id, never by its place; while a filter
// leaves no row the cursor is on none, as what is not seen must not be acted
// on; the detail is read once the cursor has rested, so that a held key asks
// for nothing; both are drawn in exactly the cells of their pane (Frame).
package browser

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/input"
	"daybook/widget/text"
	"daybook/widget/tree"
)

// RestTime is how long the cursor stays before the detail is read.
const RestTime = 90 * time.Millisecond

// Rows are the rows of the tree, answered from memory.
type Rows interface {
	tree.Source
	// Above are the rows above a row, the root first.
	Above(id string) []string
	// Counts say how much is known, for the title.
	Counts() []string
	// Absent says why there are no rows; false while there are some.
	Absent() (Absence, bool)
	// Looking says that rows are being read which the filter may show.
	Looking() bool
	// Unfolded reads what a row needs that was unfolded; it is "" where that is there.
	Unfolded(id string) tea.Cmd
	// LookThrough reads the rows that a filter is to find and that were not read.
	LookThrough() tea.Cmd
	// Filtered follows a change of what is looked for.
	Filtered()
	// Unselectable says why a row cannot be selected, "" where it can.
	Unselectable(id string) string
}

// Detail is what stands beside the tree.
type Detail interface {
	// Lines draws what the cursor is on, as many as it takes.
	Lines(width int) []string
	// Has says that there is something to go to.
	Has() bool
	// Rested reads what is to be drawn, when the cursor has come to rest.
	Rested() tea.Cmd
}

// Absence is why there are no rows.
type Absence struct {
	Err     error
	Busy    bool               // they are being read
	What    string             // "The drives"
	Reading string             // "Reading the drives"
	None    text.Text          // where there are none
	Why     func(error) string // nil for the error's own words
}

// Options are what one browser has of its own.
type Options struct {
	Work        *views.Work
	Title       text.Text
	Least       int // see Frame
	Split       func(width int) int
	Placeholder text.Text // of the filter
	NoneFound   text.Text // where nothing matches
	// Open does what enter does on the row of the cursor.
	Open func() tea.Cmd
	// The names of the actions, and the keys of the filter.
	OpenName, PaneName, FilterName string
	FilterKeys                     []string
}

// Browser is the tree, its filter and its detail. Make it with New.
type Browser struct {
	*tree.Tree
	Frame
	env    *views.Env
	o      Options
	rows   Rows
	detail Detail

	top       int // the first line shown of the detail
	rest      views.Request
	filter    *input.Line
	filtering bool
	searches  uint64 // what was looked for until now: the rows show what matches
	drawn     look   // what the rows were last drawn in
}

// New makes one. The rows and the detail may need it: they are asked nothing before the first frame.
func New(env *views.Env, rows Rows, detail Detail, o Options) *Browser {
	b := &Browser{env: env, o: o, rows: rows, detail: detail, Frame: Frame{Least: o.Least, Split: o.Split}}
	b.Tree = tree.New(source{rows, b}, env.Theme)
	b.filter = input.New(env.Theme, o.Placeholder)
	return b
}

// source is the rows of a tree as they are drawn for a filter.
type source struct {
	Rows
	b *Browser
}

// Version implements tree.Source.
func (s source) Version(id string) uint64 { return s.Rows.Version(id) + s.b.searches }

// Keeps implements tree.Keeper.
func (s source) Keeps(id string) bool {
	k, ok := s.Rows.(tree.Keeper)
	return ok && k.Keeps(id)
}

// Here is the row that keys act on, "" for none.
func (b *Browser) Here() string {
	if b.Len() == 0 {
		return ""
	}
	return b.Cursor()
}

// Reveal unfolds what is above a row and puts the cursor on it; false when it is not there.
func (b *Browser) Reveal(id string) bool { return b.Tree.Reveal(id, b.rows.Above(id)...) }

// Settled waits for the cursor to rest on a row, whose detail is then shown from its top.
func (b *Browser) Settled() tea.Cmd {
	b.top = 0
	return b.o.Work.Wait(&b.rest, RestTime, b.detail.Rested)
}

// Blur gives up what only the detail would show.
func (b *Browser) Blur() { b.rest.Cancel() }

// Query is what is looked for.
func (b *Browser) Query() text.Query { return text.NewQuery(b.Sought()) }

// Sought is what was typed into the filter.
func (b *Browser) Sought() string { return strings.TrimSpace(b.filter.Value()) }

// Filtering says that the filter has the keys.
func (b *Browser) Filtering() bool { return b.filtering }

// Refilter looks anew, as there are other rows or another filter.
func (b *Browser) Refilter() {
	b.searches++
	b.Tree.Filter(b.Query())
}

// StartFiltering opens the line to type into.
func (b *Browser) StartFiltering(int) tea.Cmd {
	b.filtering, b.OnRight = true, false
	b.filter.Focus()
	b.filter.SelectAll()
	return b.rows.LookThrough()
}

// StopFiltering shows all rows, the cursor where it is, also when nothing matched.
func (b *Browser) StopFiltering() {
	at := b.Cursor()
	b.filtering = false
	b.filter.Blur()
	if b.filter.Value() != "" {
		b.SetFilter("")
		b.Reveal(at)
	}
}

// SetFilter looks for something else.
func (b *Browser) SetFilter(typed string) {
	b.filter.SetValue(typed)
	b.Refilter()
}

// Update takes the mouse, and the keys of the filter.
func (b *Browser) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return b.Mouse(msg, b.wheel, b.click)
	case tea.KeyPressMsg, tea.PasteMsg:
		if b.filtering {
			return b.typed(msg)
		}
	}
	return nil
}

// typed narrows the tree with every key; enter keeps it so, esc shows all rows again.
func (b *Browser) typed(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc", "ctrl+c":
			b.StopFiltering()
			return b.Settled()
		case "enter":
			b.filtering = false
			b.filter.Blur()
			return b.Settled()
		case "down", "ctrl+n":
			b.Move(1)
			return b.Settled()
		case "up", "ctrl+p":
			b.Move(-1)
			return b.Settled()
		}
	}
	before := b.filter.Value()
	cmd := b.filter.Update(msg)
	if b.filter.Value() == before {
		return cmd
	}
	b.Refilter()
	b.rows.Filtered()
	return tea.Batch(cmd, b.Settled())
}

// Actions are the movements, and what leads back: the screen may have more to leave.
func (b *Browser) Actions(back func(int) tea.Cmd) []views.Action {
	return []views.Action{
		views.Steps("down", 1, b.step),
		views.Steps("up", -1, b.step),
		views.Steps("top", -1<<20, b.step),
		views.Steps("bottom", 1<<20, b.step),
		views.Steps("half-page-down", 1, b.half),
		views.Steps("page-down", 2, b.half).On("ctrl+f"),
		views.Steps("half-page-up", -1, b.half),
		views.Steps("page-up", -2, b.half).On("ctrl+b"),
		views.Motion("unfold", b.unfold),
		views.Motion("fold", b.foldUp),
		{ID: "open", Name: b.o.OpenName, Hint: "open", Group: "Move", Keys: []string{"enter"}, Do: views.Once(b.open)},
		views.Motion("next-pane", b.otherPane).Named(b.o.PaneName),
		{ID: "back", Name: "Back", Group: "Move", Keys: []string{"esc"}, Do: back},
		{ID: "filter", Opens: true, Name: b.o.FilterName, Hint: "filter", Group: "Move", Keys: b.o.FilterKeys, Do: b.StartFiltering},
	}
}

func (b *Browser) wheel(right bool, rows int) tea.Cmd {
	if right {
		b.scroll(rows)
		return nil
	}
	b.Scroll(rows)
	return b.Settled()
}

// click chooses; a click on the row of the cursor opens it.
func (b *Browser) click(right bool, x, y int) tea.Cmd {
	if right {
		b.OnRight = b.detail.Has()
		return nil
	}
	b.OnRight = false
	if load, ok := b.ClickFold(x, y); ok {
		return tea.Batch(b.unfolded(load), b.Settled())
	}
	before := b.Here()
	if id, ok := b.Click(x, y); ok && id == before {
		return b.o.Open()
	}
	return b.Settled()
}

// scroll moves the detail; the drawing bounds it below.
func (b *Browser) scroll(by int) { b.top = max(0, b.top+by) }

// step moves the cursor, or scrolls the detail.
func (b *Browser) step(by int) tea.Cmd {
	switch {
	case b.OnRight:
		b.scroll(by)
	case b.Move(by):
		return b.Settled()
	}
	return nil
}

// half moves by half a screen, n times.
func (b *Browser) half(n int) tea.Cmd { return b.step(n * b.height / 2) }

func (b *Browser) unfold(int) tea.Cmd { return tea.Batch(b.unfolded(b.Unfold()), b.Settled()) }

func (b *Browser) foldUp(int) tea.Cmd {
	if b.OnRight {
		b.OnRight = false
		return nil
	}
	b.FoldUp()
	return b.Settled()
}

func (b *Browser) open() tea.Cmd {
	if b.Here() == "" {
		return views.Notice(views.Info, "There is nothing to open.")
	}
	return b.o.Open()
}

// GoRight gives the detail the keys.
func (b *Browser) GoRight() tea.Cmd {
	if b.OnRight {
		return views.Notice(views.Info, "It is open already. esc goes back.")
	}
	b.OnRight = true
	return nil
}

func (b *Browser) otherPane(int) tea.Cmd {
	if !b.OnRight && !b.detail.Has() {
		return views.Notice(views.Info, "Nothing is shown beside this.")
	}
	b.OnRight = !b.OnRight
	return nil
}

// Turn folds or unfolds the row of the cursor.
func (b *Browser) Turn() tea.Cmd {
	id, before := b.Here(), b.Len()
	switch {
	case b.Toggle(id):
		return tea.Batch(b.unfolded(id), b.Settled())
	case b.Len() == before:
		return tea.Batch(b.Settled(), views.Notice(views.Info, "There is nothing in it."))
	}
	return b.Settled()
}

func (b *Browser) unfolded(id string) tea.Cmd { return b.rows.Unfolded(id) }

// Back leaves the detail, then the filter, then the selection.
func (b *Browser) Back(int) tea.Cmd {
	switch {
	case b.OnRight:
		b.OnRight = false
	case !b.Query().Empty():
		b.StopFiltering()
		return b.Settled()
	case !b.ClearMarks():
		return views.NoWayBack()
	}
	return nil
}

// SelectHere marks the row of the cursor, or takes the mark off, and goes on to the next.
func (b *Browser) SelectHere(int) tea.Cmd {
	if why := b.rows.Unselectable(b.Here()); why != "" {
		return views.Notice(views.Warning, why)
	}
	b.ToggleMark()
	return b.Settled()
}

// Selection is the marked rows, those that are hidden behind those that are seen; without any, the row of the cursor.
func (b *Browser) Selection() []string { return append(b.Targets(), b.Hidden()...) }

// Selected says how many are selected, and how many of them are out of sight; "" for none.
func (b *Browser) Selected() string {
	n := b.MarkCount()
	if n == 0 {
		return ""
	}
	words := fmt.Sprintf("%d selected", n)
	if hidden := len(b.Hidden()); hidden > 0 {
		words += fmt.Sprintf(", %d of them not shown", hidden)
	}
	return words
}
