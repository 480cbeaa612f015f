// Package picker chooses from a list by typing a few letters of what is wanted: command palette, folders, categories.
//
// Invariants: what is typed filters fuzzily and the best match is first, words of a title before all else; with nothing
// typed the items keep their order, and in a list of a few j and k move; tab and space mark, in every list in which
// several can be taken, and with that the filter is done; choosing returns IDs, never positions.
package picker

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/list"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// Item is something to choose.
type Item struct {
	// ID is what choosing returns.
	ID string
	// Title is what is shown and matched; Detail stands at the right: a key, a count, a parent.
	Title, Detail text.Text
	// Sign stands before the title in a look of its own: a category's shape and
	// colour. Empty for none.
	Sign theme.Glyph
	Look func(*theme.Styles) theme.Style
	// Words are matched too, without being shown.
	Words string
}

// Options of a picker.
type Options struct {
	// Title of its frame.
	Title text.Text
	// Placeholder is what the input shows while nothing is typed.
	Placeholder text.Text
	// Enter is what enter does: "choose" when empty.
	Enter string
	// Multi lets several be marked (tab or space) before enter takes them.
	Multi bool
	// Marked are the IDs marked at first.
	Marked []string
	// At is the ID that the cursor is on at first; the first item's when empty.
	At string
	// Free lets enter take what was typed when nothing matches: Choice.Typed.
	Free bool
	// New says what a row under the matches would make of what was typed: "new
	// folder". Where it says nothing, or nothing is typed, there is no such row.
	New func(typed string) text.Text
	// Refuse says why that row cannot be taken now; nil, or an empty text, takes it.
	Refuse func(typed string) text.Text
}

// Choice is how a key or click left the picker.
type Choice struct {
	// Done says that the picker is to be closed: with IDs, a free Query, or neither when it was cancelled.
	Done bool
	// IDs are the chosen items, in the order of the items. With Multi an empty list is a choice too (Cancelled is not set).
	IDs []string
	// Query is what was typed.
	Query string
	// Typed says that what was typed was taken as it is, beside the items marked (Options.Free).
	Typed bool
	// New says that the row of Options.New was chosen, to make what was typed.
	New bool
	// Cancelled says that nothing was chosen.
	Cancelled bool
}

// Picker is the overlay. Make it with New.
type Picker struct {
	options       Options
	theme         *theme.Theme
	items         []Item
	made          text.Text // the row of Options.New, empty for none
	wrong         text.Text // why nothing was taken, until something is typed
	shown         []shown
	input         *input.Line
	list          *list.List
	width, height int
	generation    uint64 // counts the filterings, so that no row drawn for another query is reused
}

// shown is an item that matches, and where.
type shown struct {
	item  int
	found []text.Range
	near  int // see nearness
}

// New is a picker over items, focused and unfiltered.
func New(th *theme.Theme, items []Item, o Options) *Picker {
	p := &Picker{options: o, theme: th, input: input.New(th, o.Placeholder)}
	p.input.Focus()
	p.list = list.New(p.source(), th)
	keys := list.DefaultKeys()
	keys.Counts = false
	keys.Up.SetKeys("up", "ctrl+p", "ctrl+k", "shift+tab")
	keys.Down.SetKeys("down", "ctrl+n", "ctrl+j")
	keys.PageUp.SetKeys("pgup")
	keys.PageDown.SetKeys("pgdown")
	keys.HalfUp.SetKeys("alt+up")
	keys.HalfDown.SetKeys("alt+down")
	keys.Top.SetKeys("ctrl+home")
	keys.Bottom.SetKeys("ctrl+end")
	p.list.SetKeys(keys)
	p.SetItems(items)
	for _, id := range o.Marked {
		p.list.Mark(id, true)
	}
	p.list.Select(o.At)
	return p
}

// SetItems replaces the items, keeping what was typed.
func (p *Picker) SetItems(items []Item) {
	p.items = items
	p.filter()
}

// SetSize gives the whole box its size in cells, frame included.
func (p *Picker) SetSize(width, height int) {
	p.width, p.height = width, height
	p.list.SetSize(max(width-2, 0), max(height-4, 0))
}

// Query is what was typed.
func (p *Picker) Query() string { return p.input.Value() }

// SetQuery types for the reader.
func (p *Picker) SetQuery(q string) {
	p.input.SetValue(q)
	p.filter()
}

// Current is the ID under the cursor, empty when nothing matches.
func (p *Picker) Current() string {
	if len(p.shown) == 0 || p.onNew() {
		return ""
	}
	return p.list.Cursor()
}

// newID is the ID of the row of Options.New; no item has it.
const newID = "\x00new"

func (p *Picker) onNew() bool { return !p.made.Empty() && p.list.Cursor() == newID }

// Update handles keys and pastes.
func (p *Picker) Update(msg tea.Msg) (Choice, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch s := press.String(); {
		case s == "esc" || s == "ctrl+c":
			return Choice{Done: true, Cancelled: true, Query: p.Query()}, nil
		case s == "enter":
			return p.choose(), nil
		case p.options.Multi && (s == "tab" || s == "space" && !p.typesBlank()):
			p.mark()
			return Choice{}, nil
		case s == "tab": // marks nothing here
			return Choice{}, nil
		case (s == "j" || s == "k") && p.short() && p.Query() == "":
			p.list.Move(map[string]int{"j": 1, "k": -1}[s])
			return Choice{}, nil
		case press.Text == "" && p.list.Update(press):
			return Choice{}, nil
		}
	}
	before := p.Query()
	cmd := p.input.Update(msg)
	if p.Query() != before {
		p.filter()
	}
	return Choice{}, cmd
}

// shortest is how many items at most need no filter.
const shortest = 9

// short says that the list is a menu of a few things, none of which has to be found by its letters.
func (p *Picker) short() bool {
	return len(p.items) <= shortest && !p.options.Free && p.options.New == nil
}

// mark marks the item under the cursor, or takes its mark away. What was typed to find it has done its work.
func (p *Picker) mark() {
	at := p.Current()
	if at == "" {
		return
	}
	p.list.ToggleMark()
	if p.Query() != "" {
		p.SetQuery("")
		p.list.Select(at)
	}
}

// typesBlank says that a blank belongs to what is typed: a name that could be made, or that goes on behind a word of it.
// Where names can be made, the item that it marks has a word that begins with what was typed.
func (p *Picker) typesBlank() bool {
	switch {
	case p.Query() == "":
		return false
	case p.onNew() || len(p.shown) == 0: // there is nothing to mark
		return true
	case p.options.New == nil:
		return false
	}
	wanted, at := wordsOf(p.Query()), p.Current()
	if i := slices.IndexFunc(p.items, func(i Item) bool { return i.ID == at }); i >= 0 &&
		!strings.Contains(wordsOf(p.items[i].Title.String()), strings.TrimRight(wanted, " ")) {
		return true
	}
	return !strings.HasSuffix(p.Query(), " ") && slices.ContainsFunc(p.items, func(i Item) bool {
		words := wordsOf(i.Title.String())
		return strings.HasPrefix(words, wanted) && words != wanted
	})
}

// Refuse says why what was chosen was not taken, until something else is typed.
func (p *Picker) Refuse(why text.Text) { p.wrong = why }

// refusal says why the row that makes something new cannot be taken, empty where it can.
func (p *Picker) refusal() text.Text {
	if p.options.Refuse == nil {
		return text.Text{}
	}
	return p.options.Refuse(p.Query())
}

// choose is what enter takes.
func (p *Picker) choose() Choice {
	c := Choice{Done: true, Query: p.Query()}
	if p.onNew() {
		if p.wrong = p.refusal(); !p.wrong.Empty() {
			return Choice{}
		}
	}
	found := "" // by what is typed
	if c.Query != "" {
		found = p.Current()
		c.Typed = p.options.Free && found == "" && !p.onNew()
	}
	switch {
	case p.options.Multi && p.list.MarkCount() > 0 && c.Query != "" && found == "" && !c.Typed && !p.onNew():
		p.Refuse(text.Literal("nothing matches; esc cancels"))
		return Choice{}
	case p.options.Multi && (p.list.MarkCount() > 0 || p.onNew() && len(p.options.Marked) > 0):
		c.New = p.onNew()
		for _, item := range p.items {
			if p.list.IsMarked(item.ID) || item.ID == found {
				c.IDs = append(c.IDs, item.ID)
			}
		}
	case p.onNew():
		c.New = true
	case p.options.Multi && len(p.options.Marked) > 0 && c.Query == "": // all marks were taken away
	case p.Current() != "":
		c.IDs = []string{p.Current()}
	case c.Typed:
	default: // nothing to take: stay open
		p.Refuse(text.Literal("nothing matches; esc cancels"))
		return Choice{}
	}
	return c
}

// Click handles a press at a cell of the box: one on an item chooses it, or marks it with Multi.
func (p *Picker) Click(x, y int) Choice {
	if _, ok := p.list.Click(x-1, y-3); !ok {
		return Choice{}
	}
	if p.options.Multi && !p.onNew() {
		p.mark()
		return Choice{}
	}
	return p.choose()
}

// Scroll is the wheel.
func (p *Picker) Scroll(rows int) { p.list.Scroll(rows) }

// filter finds the items that match what was typed, best first.
func (p *Picker) filter() {
	p.generation++
	p.wrong = text.Text{}
	p.shown = p.shown[:0]
	query := p.Query()
	if query == "" {
		for i := range p.items {
			p.shown = append(p.shown, shown{item: i})
		}
	} else {
		for _, m := range fuzzy.FindFrom(query, haystack(p.items)) {
			item := p.items[m.Index]
			title := item.Title.String()
			p.shown = append(p.shown, shown{item: m.Index, found: ranges(title, m.MatchedIndexes), near: nearness(query, title, item.Words)})
		}
		slices.SortStableFunc(p.shown, func(a, b shown) int { return a.near - b.near })
	}
	p.made = text.Text{}
	if p.options.New != nil && strings.TrimSpace(query) != "" {
		p.made = p.options.New(query)
	}
	marked := p.markedIDs()
	p.list.SetSource(p.source())
	for _, id := range marked {
		p.list.Mark(id, true)
	}
	p.list.Top()
}

func (p *Picker) markedIDs() []string {
	var ids []string
	for _, item := range p.items {
		if p.list.IsMarked(item.ID) {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// haystack is what the items are matched by: title, then the words that are not shown.
type haystack []Item

func (h haystack) Len() int { return len(h) }

func (h haystack) String(i int) string {
	if h[i].Words == "" {
		return h[i].Title.String()
	}
	return h[i].Title.String() + " " + h[i].Words
}

// nearness is 0 for a title that has what was typed as words of its own, 1 for one that has a word which begins so, 2
// where one of the words that are not shown does, and 3 for any other. Between words stands whatever is no letter and no digit: "new york" are two of "America/New_York".
func nearness(query, title, hidden string) int {
	wanted, words := wordsOf(query), wordsOf(title)
	switch {
	case wanted == " ":
		return 3
	case strings.Contains(words, wanted):
		return 0
	case strings.Contains(words, strings.TrimSuffix(wanted, " ")):
		return 1
	case strings.Contains(wordsOf(hidden), strings.TrimSuffix(wanted, " ")):
		return 2
	}
	return 3
}

// wordsOf is the words of a string in small letters, a blank before and behind each.
func wordsOf(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(append(words, ""), " ")
}

// ranges joins matched bytes that stand beside each other to stretches of a title; those behind it are not shown.
func ranges(title string, indexes []int) []text.Range {
	var found []text.Range
	for _, at := range slices.Sorted(slices.Values(indexes)) {
		if at >= len(title) {
			break
		}
		end := at + 1
		for end < len(title) && title[end]&0xc0 == 0x80 {
			end++
		}
		if n := len(found); n > 0 && found[n-1].To == at {
			found[n-1].To = end
			continue
		}
		found = append(found, text.Range{From: at, To: end})
	}
	return found
}

// View draws the box. Cursor says where its cursor is.
func (p *Picker) View() string {
	inner := max(p.width-2, 0)
	prompt := p.theme.Accent.Render(" " + string(p.theme.Glyphs.Prompt) + " ")
	line, _ := p.input.View(max(inner-4, 0))
	rule := p.theme.Border.Render(ruling(p.theme, inner))
	if !p.wrong.Empty() {
		said := text.Concat(text.Glyph(p.theme.Glyphs.Warning), text.Literal(" "), p.wrong)
		rule = " " + p.theme.Error.Render(said.Fit(max(inner-2, 0), text.Glyph(p.theme.Glyphs.Ellipsis)).String()) + " "
	}
	list := p.list.View()
	if said := p.nothing(); !said.Empty() {
		list = p.theme.Muted.Render(text.Concat(text.Literal(" "), said).Fit(inner, text.Glyph(p.theme.Glyphs.Ellipsis)).String())
	}
	body := prompt + line + " \n" + rule + "\n" + list
	return overlay.Frame(p.theme, p.options.Title, body, p.footer(), p.width, p.height)
}

// nothing is what is said where there is no row.
func (p *Picker) nothing() text.Text {
	switch {
	case len(p.shown) > 0 || !p.made.Empty():
		return text.Text{}
	case p.Query() == "":
		return text.Literal("nothing to choose from")
	case p.options.Free:
		return text.Literal("nothing matches; enter takes what is typed")
	}
	return text.Literal("nothing matches")
}

// Cursor is the cell of the text cursor in the box.
func (p *Picker) Cursor() (x, y int) {
	_, at := p.input.View(max(p.width-6, 0))
	return 4 + at, 1
}
