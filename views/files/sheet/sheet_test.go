package sheet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// workbook is a service with one workbook: each cell says where it is, but for
// those that are set.
type workbook struct {
	sheets  []model.WorkbookWorksheet
	used    map[string]model.Cells
	cells   map[string]string // by address, as "Plan!B2"
	columns map[string]string // by table and column, as "Steps.Days"
	broken  map[string]error  // by what is asked: "sheets", "used", "names", or an address
	asked   []string          // the cells
}

func newWorkbook() *workbook {
	return &workbook{
		sheets: []model.WorkbookWorksheet{{Name: "Plan", Visibility: "Visible"}, {Name: "My risks"}, {Name: "Old", Visibility: "Hidden"}},
		used:   map[string]model.Cells{"Plan": {Top: 1, Left: 1, Bottom: 1000, Right: 60}, "My risks": {Top: 1, Left: 1, Bottom: 3, Right: 2}},
		cells:  map[string]string{}, broken: map[string]error{},
		columns: map[string]string{"Steps.Step": "Plan!B2:B9", "Steps.Days": "Plan!D2:D9", "Far.A": "'My risks'!A500:A501"},
	}
}

func (w *workbook) Sheets(context.Context, File) ([]model.WorkbookWorksheet, error) {
	return w.sheets, w.broken["sheets"]
}

func (w *workbook) Tables(context.Context, File) ([]Table, error) {
	return []Table{{Name: "Steps", Columns: []string{"Step", "Days"}}, {Name: "Far", Columns: []string{"A"}}, {Name: "Bare"}}, w.broken["tables"]
}

func (w *workbook) Names(context.Context, File) ([]model.WorkbookNamedItem, error) {
	return []model.WorkbookNamedItem{{Name: "Total", Value: "='My risks'!$B$3", Visible: true}, {Name: "Secret"}}, w.broken["names"]
}

func (w *workbook) Used(_ context.Context, _ File, sheet string) (model.Cells, error) {
	return w.used[sheet], w.broken["used"]
}

func (w *workbook) Cells(ctx context.Context, _ File, sheet string, at model.Cells) (model.WorkbookRange, error) {
	address := at.Address(sheet)
	w.asked = append(w.asked, address)
	if err := ctx.Err(); err != nil {
		return model.WorkbookRange{}, err
	}
	var r model.WorkbookRange
	for row := at.Top; row <= at.Bottom; row++ {
		var values []json.RawMessage
		var shown, kinds []string
		for column := at.Left; column <= at.Right; column++ {
			name := model.CellName(column, row)
			words, set := w.cells[sheet+"!"+name]
			kind, value := "Double", words
			if !set {
				kind, words = "String", name
				quoted, _ := json.Marshal(words)
				value = string(quoted)
			}
			values, shown, kinds = append(values, json.RawMessage(value)), append(shown, words), append(kinds, kind)
		}
		r.Values, r.Text, r.ValueTypes = append(r.Values, values), append(r.Text, shown), append(r.ValueTypes, kinds)
	}
	return r, w.broken[address]
}

func (w *workbook) ColumnAddress(_ context.Context, _ File, table, column string) (string, error) {
	return w.columns[table+"."+column], w.broken["column"]
}

func (w *workbook) NameAddress(context.Context, File, string) (string, error) {
	return "'My risks'!B3", w.broken["name"]
}

// bench is a workbook with hands on it. While it is slow, what is asked for is
// on its way until the test has it arrive.
type bench struct {
	*Book
	boxes  dialog.Stack
	t      *testing.T
	of     *workbook
	slow   bool
	onWay  []tea.Cmd
	notes  []string
	copied []string
	left   bool
}

type clipboard struct {
	views.Desktop
	b *bench
}

func (c clipboard) Copy(s string) tea.Cmd { c.b.copied = append(c.b.copied, s); return nil }

func open(t *testing.T, w *workbook, width, height int) *bench {
	t.Helper()
	th, err := theme.New(theme.Options{Name: "dark", Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, of: w}
	b.Book = New(views.Env{Theme: th, Desktop: clipboard{b: b}}, w, &b.boxes)
	b.SetSize(width, height)
	b.run(b.Open(File{Item: "f"}, text.Literal("plan.xlsx"), text.Literal("My files")))
	return b
}

// Update gives the input to the boxes first, as the root does.
func (b *bench) Update(msg tea.Msg) tea.Cmd {
	if _, resized := msg.(tea.WindowSizeMsg); b.boxes.IsOpen() && !resized {
		return b.boxes.Update(msg)
	}
	return b.Book.Update(msg)
}

func (b *bench) View() string { return b.boxes.Over(b.Book.View(), b.width, b.height) }

func (b *bench) Capturing() bool { return b.boxes.Capturing() || b.Book.Capturing() }

func (b *bench) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if b.slow {
		b.onWay = append(b.onWay, cmd)
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			b.run(c)
		}
	case views.Notify:
		b.notes = append(b.notes, msg.Text.String())
	case views.Result:
		b.run(msg.Apply())
	default:
		b.run(b.Update(msg))
	}
}

// arrive has everything arrive that is on its way.
func (b *bench) arrive() {
	b.slow = false
	list := b.onWay
	b.onWay = nil
	for _, cmd := range list {
		b.run(cmd)
	}
}

func (b *bench) do(id string, count int) {
	b.t.Helper()
	list := b.Actions(func() bool { return true }, func() tea.Cmd { b.left = true; return nil })
	i := slices.IndexFunc(list, func(a views.Action) bool { return a.ID == id })
	if i < 0 {
		b.t.Fatalf("there is no action %s", id)
	}
	b.run(list[i].Do(count))
}

func (b *bench) write(words string, codes ...rune) {
	for _, r := range words {
		b.run(b.Update(tea.KeyPressMsg{Code: r, Text: string(r)}))
	}
	for _, c := range codes {
		b.run(b.Update(tea.KeyPressMsg{Code: c}))
	}
}

// at is the sheet and the cell of the cursor, and the selection if there is one.
func (b *bench) at() string {
	p := b.page()
	row, column := p.grid.Cursor()
	out := p.name + "!" + model.CellName(column+1, row+1)
	if p.grid.Selecting() {
		s := p.grid.Selection()
		out += " of " + model.Cells{Top: s.Top + 1, Left: s.Left + 1, Bottom: s.Bottom + 1, Right: s.Right + 1}.Address("")
	}
	return out
}

func (b *bench) screen() string { return ansi.Strip(b.View()) }

func (b *bench) see(words ...string) {
	b.t.Helper()
	for _, w := range words {
		if !strings.Contains(b.screen(), w) {
			b.t.Errorf("%q is not on the screen:\n%s", w, b.screen())
		}
	}
}

func (b *bench) want(at string) {
	b.t.Helper()
	if got := b.at(); got != at {
		b.t.Errorf("the cursor is at %s, want %s", got, at)
	}
}

func TestKeysMoveTheCursorWithinTheSheet(t *testing.T) {
	for keys, want := range map[string]string{
		"cell-down": "A2", "5 cell-down": "A6", "cell-right": "B1", "3 cell-right": "D1", "cell-up": "A1", "cell-left": "A1",
		"cell-down cell-down cell-up": "A2", "cell-bottom": "A1000", "12 cell-bottom": "A12", "5000 cell-bottom": "A1000",
		"cell-last": "BH1", "cell-last cell-right": "BH1", "cell-last cell-first": "A1", "cell-bottom cell-down": "A1000", "cell-bottom cell-top": "A1",
		"cell-right cell-bottom": "B1000", "7 cell-top": "A7", "cell-half-page-down cell-half-page-up": "A1", "100 cell-half-page-down 100 cell-half-page-down": "A1000",
		"next-sheet": "My risks!A1", "next-sheet next-sheet": "Plan!A1", "previous-sheet": "My risks!A1", "3 next-sheet": "My risks!A1",
		"9 cell-down next-sheet previous-sheet": "Plan!A10", "9 cell-down next-sheet 9 cell-down": "My risks!A3",
	} {
		b := open(t, newWorkbook(), 90, 20)
		count := 0
		for word := range strings.FieldsSeq(keys) {
			if n, _ := fmt.Sscan(word, &count); n == 0 {
				b.do(word, count)
				count = 0
			}
		}
		if !strings.Contains(want, "!") {
			want = "Plan!" + want
		}
		if got := b.at(); got != want {
			t.Errorf("%s: at %s, want %s", keys, got, want)
		}
		if len(b.page().reading) > 0 || b.Status().Busy {
			t.Errorf("%s: still reading", keys)
		}
	}
}

func TestASelectionGrowsIsSummedAndEndsBeforeTheWorkbookIsLeft(t *testing.T) {
	w := newWorkbook()
	w.cells = map[string]string{"Plan!B2": "2.5", "Plan!B3": "4"}
	b := open(t, w, 90, 20)
	b.do("cell-right", 0)
	b.do("cell-down", 0)
	b.do("select-down", 0)
	b.do("select-right", 0)
	b.want("Plan!C3 of B2:C3")
	b.see("B2:C3  4 cells   sum 6.5   average 3.25")
	b.do("cell-up", 0) // plain motions go on with it
	b.want("Plan!C2 of B2:C2")
	b.do("leave-workbook", 0)
	b.want("Plan!C2")
	if b.left {
		t.Fatal("the workbook was left with the selection")
	}
	b.do("select-cells", 0)
	b.do("cell-left", 0)
	b.want("Plan!B2 of B2:C2")
	b.do("select-cells", 0)
	b.want("Plan!B2")
	b.do("select-all-cells", 0)
	b.want("Plan!A1 of A1:BH1000")
	b.see("60,000 cells")
	b.do("leave-workbook", 0)
	if b.do("leave-workbook", 0); !b.left {
		t.Error("the workbook was not left")
	}
}

// A sum of what was read so far would be a wrong number.
func TestNothingIsSummedThatWasNotRead(t *testing.T) {
	w := newWorkbook()
	w.cells = map[string]string{"Plan!A1": "1", "Plan!A64": "2", "Plan!A65": "3"}
	w.broken["Plan!A65:Z128"] = errors.New("the line is cut")
	b := open(t, w, 90, 20)
	b.do("select-down", 64)
	b.see("could not be read: the line is cut")
	if p := b.page(); strings.Contains(b.total(p), "sum") {
		t.Errorf("half of the cells were summed: %s", ansi.Strip(b.total(p)))
	}
	delete(w.broken, "Plan!A65:Z128")
	b.run(b.Refresh())
	b.see("A1:A65  65 cells   sum 6   average 2")
}

func TestCopiesAreWhatSpreadsheetsTake(t *testing.T) {
	w := newWorkbook()
	w.cells = map[string]string{"Plan!A1": "two\nlines", "Plan!B1": `"so"`, "Plan!A2": "\x1b[31mred\ttab", "Plan!B2": "mid\"dle"}
	b := open(t, w, 90, 20)
	b.do("copy", 0)
	b.do("select-down", 0)
	b.do("select-right", 0)
	b.do("copy", 0)
	if len(b.copied) != 2 || b.copied[0] != "\"two\nlines\"\n" {
		t.Fatalf("copied %q", b.copied)
	}
	lines := strings.Split(b.copied[1], "\n")
	if strings.ContainsRune(b.copied[1], 0x1b) || len(lines) != 4 || strings.Join(lines[:2], "\n") != "\"two\nlines\"\t\"\"\"so\"\"\"" ||
		strings.Count(lines[2], "\t") != 1 || !strings.HasSuffix(lines[2], "\tmid\"dle") {
		t.Errorf("copied %q, want two rows of two cells, in quotes where they need them, and nothing that a terminal obeys", b.copied[1])
	}
	if got := strings.Join(b.notes, "; "); got != "Copied Plan!A1; Copied Plan!A1:B2, 4 cells" {
		t.Errorf("said %q", got)
	}
}

func TestALargeCopyIsReadInPartsAndATooLargeOneNotAtAll(t *testing.T) {
	w := newWorkbook()
	b := open(t, w, 90, 20)
	b.do("select-all-cells", 0)
	w.asked = nil
	b.do("copy", 0)
	if got := strings.Join(w.asked, " "); got != "Plan!A1:BH333 Plan!A334:BH666 Plan!A667:BH999 Plan!A1000:BH1000" {
		t.Errorf("read %s", got)
	}
	lines := strings.Split(b.copied[0], "\n")
	if len(lines) != 1001 || !strings.HasPrefix(lines[999], "A1000\tB1000\t") || !strings.HasSuffix(lines[333], "\tBH334") {
		t.Errorf("%d lines, the last %.40q", len(lines), lines[len(lines)-2])
	}
	w.broken["Plan!A334:BH666"] = errors.New("the line is cut")
	b.do("copy", 0)
	if len(b.copied) != 1 || !strings.Contains(b.notes[1], "Not copied: the line is cut") {
		t.Errorf("%d copies, said %q, want no half of one", len(b.copied), b.notes)
	}

	w = newWorkbook()
	w.used["Plan"] = model.Cells{Top: 1, Left: 1, Bottom: 1_000_000, Right: 2}
	b = open(t, w, 90, 20)
	b.do("select-all-cells", 0)
	w.asked = nil
	b.do("copy", 0)
	if len(b.copied) > 0 || len(w.asked) > 0 || !strings.Contains(b.notes[0], "500,000 can be copied at once") {
		t.Errorf("copied %d, asked %v, said %q", len(b.copied), w.asked, b.notes)
	}
}

func TestACopyOfAWorkbookThatWasLeftIsDropped(t *testing.T) {
	b := open(t, newWorkbook(), 90, 20)
	b.slow = true
	b.do("copy", 0)
	if s := b.Status(); !s.Busy || s.Text != "Copying" {
		t.Errorf("status %+v", s)
	}
	b.Close()
	b.arrive()
	if len(b.copied) > 0 {
		t.Errorf("%q came onto the clipboard afterwards", b.copied)
	}
}

func TestGoingToWhatIsTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"C3": "Plan!C3", "c3:d4": "Plan!C3 of C3:D4", "$C$3": "Plan!C3", "My risks": "My risks!A1", "my risks!": "My risks!A1", "'My risks'!B2": "My risks!B2",
		"total": "My risks!B3", "Steps": "Plan!B2 of B2:D9", "steps[days]": "Plan!D2 of D2:D9", "": "Plan!A1", "  C3 ": "Plan!C3",
	} {
		b := open(t, newWorkbook(), 90, 20)
		b.do("go-to", 0)
		b.write(typed, tea.KeyEnter)
		if b.at() != want || b.Capturing() {
			t.Errorf("%q: at %s, still typing: %t; want %s", typed, b.at(), b.Capturing(), want)
		}
	}
	for typed, why := range map[string]string{
		"nowhere": "is not an address", "Gone!A1": "there is no sheet Gone here: Plan, My risks", "Old!A1": "there is no sheet Old here", "A1001": "nothing is there: Plan is used to BH1000",
	} {
		b := open(t, newWorkbook(), 120, 20)
		b.do("go-to", 0)
		b.write(typed, tea.KeyEnter)
		if !strings.Contains(b.address.wrong, why) || !b.Capturing() {
			t.Errorf("%q: said %q, still typing: %t; want %q", typed, b.address.wrong, b.Capturing(), why)
		}
		b.see(why[:16])
		if b.write("1"); b.address.wrong != "" {
			t.Errorf("%q: %q stays while more is typed", typed, b.address.wrong)
		}
		b.write("", tea.KeyEscape)
		if b.want("Plan!A1"); b.Capturing() {
			t.Error("esc does not end it")
		}
	}
}

// An address that is refused leaves the reader where they were, on any sheet.
func TestARefusedAddressOfAnotherSheetTurnsToNone(t *testing.T) {
	b := open(t, newWorkbook(), 90, 20)
	b.do("next-sheet", 0)
	b.do("previous-sheet", 0)
	for _, p := range b.pages {
		clear(p.blocks) // as if they had been forgotten
	}
	b.do("go-to", 0)
	b.write("'My risks'!A50", tea.KeyEnter)
	b.want("Plan!A1")
	if !strings.Contains(b.address.wrong, "My risks is used to B3") || b.Status().Busy {
		t.Errorf("said %q, busy: %t", b.address.wrong, b.Status().Busy)
	}
	b.write("", tea.KeyEscape)
	b.do("next-sheet", 0)
	b.see("B3")
}

func TestNamesAndTablesThatLeadNowhereSaySo(t *testing.T) {
	w := newWorkbook()
	b := open(t, w, 120, 20)
	go1 := func(typed string) string {
		b.notes = nil
		b.do("go-to", 0)
		b.write(typed, tea.KeyEnter)
		return strings.Join(b.notes, "; ")
	}
	b.do("next-sheet", 0)
	b.do("previous-sheet", 0)
	if said := go1("Far"); !strings.Contains(said, "Could not go to Far: nothing is there") {
		t.Errorf("said %q", said)
	}
	b.want("Plan!A1")
	if said := go1("Bare"); !strings.Contains(said, "it is not known where it is") {
		t.Errorf("said %q", said)
	}
	w.broken["name"] = errors.New("the line is cut")
	if said := go1("Total"); said != "Could not go to Total: the line is cut" {
		t.Errorf("said %q", said)
	}
	b.slow = true
	w.broken = map[string]error{}
	go1("Total")
	b.run(b.Open(File{Item: "other"}, text.Literal("other.xlsx"), text.Text{}))
	b.arrive()
	b.want("Plan!A1") // the place is one of the workbook before
}

func TestTabCompletesAndTheListOffersAllButWhatIsHidden(t *testing.T) {
	b := open(t, newWorkbook(), 120, 20)
	b.see("Tables", "Steps", "Days", "Names", "Total")
	if s := b.screen(); strings.Contains(s, "Secret") || strings.Contains(s, "Old") {
		t.Errorf("what is hidden is shown:\n%s", s)
	}
	for typed, want := range map[string]string{"to": "Total", "STEPS[": "Steps[Step]", "my": "My risks", "'my": "'My risks'!", "zz": "zz", "": ""} {
		b.do("go-to", 0)
		b.write(typed, tea.KeyTab)
		if got := b.address.line.Value(); got != want && !(typed == "my" && got == "my") {
			t.Errorf("%q became %q, want %q", typed, got, want)
		}
		b.write("", tea.KeyEscape)
	}
	b.do("other-side", 0)
	b.do("cell-down", 0)
	b.do("cell-down", 0)
	b.do("open-cell", 0)
	b.want("Plan!D2 of D2:D9")
}

func TestABlockThatLeftTheScreenIsGivenUpAndAskedForAgain(t *testing.T) {
	w := newWorkbook()
	b := open(t, w, 90, 20)
	b.slow = true
	b.do("cell-bottom", 0)
	w.asked = nil
	b.do("cell-top", 0)
	b.arrive() // the request for the end is cancelled by now
	if p := b.page(); p.err != nil || len(p.refused) > 0 || p.blocks[spot{999 / blockRows, 0}] != nil {
		t.Errorf("what was given up came as %v, refused %v", p.err, p.refused)
	}
	b.do("cell-bottom", 0)
	b.see("A1000")
	b.want("Plan!A1000")
}

func TestABlockThatComesLateIsShownOnItsOwnSheetAlone(t *testing.T) {
	w := newWorkbook()
	w.cells["Plan!A900"] = "90210"
	b := open(t, w, 90, 20)
	b.do("next-sheet", 0)
	b.do("previous-sheet", 0)
	b.slow = true
	b.do("cell-bottom", 900)
	b.see("…")
	if s := b.Status(); s.Text != "Reading cells" {
		t.Errorf("status %+v", s)
	}
	b.do("next-sheet", 0)
	b.arrive()
	if b.want("My risks!A1"); strings.Contains(b.screen(), "90210") {
		t.Errorf("a cell of another sheet is shown:\n%s", b.screen())
	}
	b.do("previous-sheet", 0)
	b.see("A900  number  90210")
}

// A block that fails is asked for again when the reader says so, and not at
// every key.
func TestABlockThatFailsIsSaidAndNotAskedForAtEveryKey(t *testing.T) {
	w := newWorkbook()
	w.broken["Plan!A1:Z64"] = errors.New("the line is cut")
	b := open(t, w, 90, 20)
	b.see("These cells could not be read: the line is cut. ctrl+r tries again.")
	w.asked = nil
	for range 5 {
		b.do("cell-down", 0)
	}
	if len(w.asked) > 0 {
		t.Errorf("asked again: %v", w.asked)
	}
	clear(w.broken)
	b.run(b.Refresh())
	b.see("A6  text  A6")
}

func TestAWorkbookThatCannotBeOpenedSaysWhyAndOpensLater(t *testing.T) {
	for _, part := range []string{"sheets", "used"} {
		w := newWorkbook()
		w.broken[part] = errors.New("the line is cut")
		b := open(t, w, 90, 20)
		b.see("The workbook could not be read: the line is cut. ctrl+r tries again")
		b.do("copy", 0)
		for _, a := range b.Actions(func() bool { return true }, func() tea.Cmd { return nil }) {
			b.run(a.Do(0)) // nothing panics
			b.View()
			b.write("", tea.KeyEscape)
		}
		if len(b.copied) > 0 {
			t.Error("copied what was not read")
		}
		clear(w.broken)
		b.run(b.Refresh())
		b.see("A1")
		w.broken["sheets"] = errors.New("the line is cut")
		b.notes = nil
		b.run(b.Refresh())
		if b.see("A1"); !strings.Contains(strings.Join(b.notes, ""), "could not be read anew: the line is cut") {
			t.Errorf("said %q", b.notes)
		}
	}
	w := newWorkbook()
	w.broken["tables"] = errors.New("no tables today")
	open(t, w, 120, 20).see("no tables today", "Total", "A1")
}

func TestARefreshKeepsThePlaceAndShowsWhatIsNew(t *testing.T) {
	w := newWorkbook()
	b := open(t, w, 90, 20)
	b.do("next-sheet", 0)
	b.do("cell-down", 2)
	w.sheets = append([]model.WorkbookWorksheet{{Name: "New"}}, w.sheets...)
	w.used["My risks"] = model.Cells{Top: 1, Left: 1, Bottom: 2, Right: 2}
	w.cells["My risks!A2"] = "42"
	b.run(b.Refresh())
	b.want("My risks!A2") // the third row is gone
	b.see("A2  number  42", "New", "2 rows")
}

func TestFewBlocksAreKept(t *testing.T) {
	w := newWorkbook()
	w.used["Plan"] = model.Cells{Top: 1, Left: 1, Bottom: 100 * blockRows, Right: 5}
	b := open(t, w, 90, 20)
	for i := range 100 {
		b.do("cell-bottom", i*blockRows+1)
	}
	p := b.page()
	if len(p.blocks) != blocksKept || len(p.recent) != blocksKept {
		t.Errorf("%d blocks are kept, %d counted, want %d", len(p.blocks), len(p.recent), blocksKept)
	}
	b.see("A6337")
	b.do("cell-top", 0)
	b.see("A1  text  A1")
}

func TestAResizeReadsWhatComesIntoViewAndLeavesNothingUnseen(t *testing.T) {
	b := open(t, newWorkbook(), 120, 10)
	b.do("cell-bottom", 60)
	b.do("other-side", 0)
	if !b.places.focused {
		t.Fatal("the list does not have the keys")
	}
	b.SetSize(90, 40) // no room for the list
	b.run(b.Update(tea.WindowSizeMsg{Width: 90, Height: 40}))
	b.see("A88")
	b.do("cell-down", 0)
	b.want("Plan!A61")
	for _, size := range [][2]int{{90, 40}, {120, 36}, {40, 12}, {10, 5}, {1, 1}, {0, 0}, {300, 100}} {
		b.SetSize(size[0], size[1])
		if size[0] == 0 {
			continue
		}
		lines := strings.Split(b.View(), "\n")
		for i, l := range lines {
			if len(lines) != min(size[1], len(lines)) || ansi.StringWidth(l) != size[0] {
				t.Errorf("%v: %d lines, line %d has %d cells", size, len(lines), i, ansi.StringWidth(l))
				break
			}
		}
	}
	b.want("Plan!A61")
}

func TestTheMouseGoesWhereItPoints(t *testing.T) {
	b := open(t, newWorkbook(), 120, 20)
	click := func(x, y int) { b.run(b.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})) }
	b.View()
	second := b.tabs()[1]
	click(second.from, 1)
	b.want("My risks!A1")
	click(b.tabs()[0].from, 1)
	b.want("Plan!A1")
	for y, line := range strings.Split(b.screen(), "\n") {
		if x := strings.Index(line, "B7"); x >= 0 {
			click(ansi.StringWidth(line[:x]), y)
			break
		}
	}
	b.want("Plan!B7")
	b.run(b.Update(tea.MouseWheelMsg{X: 5, Y: 8, Button: tea.MouseWheelDown, Mod: tea.ModShift}))
	b.want("Plan!C7")
	for y, line := range strings.Split(b.screen(), "\n") {
		if strings.Contains(line, "Total") {
			click(100, y)
			break
		}
	}
	b.want("My risks!B3")
}

func TestWhatACellHolds(t *testing.T) {
	for format, want := range map[string]bool{
		"General": false, "0.00": false, "yyyy-mm-dd": true, "[h]:mm": true, "[Red]0.00": false, `"days" 0`: false, `0 "d"`: false, `0\d`: false,
		"0_d": false, "h:mm AM/PM": true, `"unclosed`: false, "[unclosed": false, "0;dd": false, "": false, `\`: false,
	} {
		if got := isDate(format); got != want {
			t.Errorf("%q shows a moment: %t, want %t", format, got, want)
		}
	}
	short := model.WorkbookRange{Values: [][]json.RawMessage{{json.RawMessage(`"a"`)}}}
	all := cellsOf(short, 2, 3)
	if len(all) != 2 || len(all[1]) != 3 || all[0][0].shown.Text.String() != "a" || !all[1][2].shown.Text.Empty() {
		t.Errorf("a range that is cut short: %+v", all)
	}
}
