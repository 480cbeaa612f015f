package extensions

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// asking is what the line at the foot of the panel asks for.
type asking int

const (
	forName asking = iota
	forProperty
	forValue
	forLookup
)

// prompt is the line at the foot of the panel, or an area for a long text.
type prompt struct {
	panel *Panel
	asks  asking
	place rowKey
	fresh bool // the value is not there yet
	line  *form.Text
	area  *form.Area

	typ     Type
	chosen  bool            // by the person; else a new value is what it looks like
	was     json.RawMessage // the value before
	started string          // what the line began with
	hidden  bool            // the value has characters that cannot be shown
	refused error           // why enter did not take it
}

// longText is how many characters of a string are edited in an area, and
// areaRows the lines of that.
const longText, areaRows = 200, 6

func (p *Panel) ask(q *prompt, placeholder text.Text) tea.Cmd {
	q.panel = p
	if q.area == nil {
		q.openLine(q.started, placeholder)
	}
	p.prompt = q
	return nil
}

func (p *Panel) askName(int) tea.Cmd {
	return p.ask(&prompt{asks: forName}, text.Literal("com.example.project"))
}

func (p *Panel) askLookup(int) tea.Cmd {
	return p.ask(&prompt{asks: forLookup}, text.Literal("com.example.project"))
}

func (p *Panel) askProperty(e *entry) tea.Cmd {
	return p.ask(&prompt{asks: forProperty, place: rowKey{extension: e.name, at: -1}}, text.Literal("colour"))
}

// askValue asks for the value of a place, a new one where fresh.
func (p *Panel) askValue(e *entry, l rowKey, fresh bool) tea.Cmd {
	q := &prompt{asks: forValue, place: l, fresh: fresh}
	if !fresh {
		q.was = p.valueAt(e, l)
		q.typ, q.chosen = kindOf(q.was), true
		raw := typedAs(q.was)
		q.started = text.CleanBlock(raw).String()
		q.hidden = q.started != raw
		if q.typ == String && (strings.Contains(q.started, "\n") || utf8.RuneCountInString(q.started) > longText) {
			q.panel = p
			q.openArea(q.started)
		}
	}
	return p.ask(q, text.Literal("a value"))
}

func (q *prompt) openLine(value string, placeholder text.Text) {
	q.area, q.line = nil, form.NewText(q.panel.env.Theme, value, placeholder)
	q.line.Focus()
}

func (q *prompt) openArea(value string) {
	q.area = form.NewArea(q.panel.env.Theme, value, areaRows)
	q.area.Focus()
	q.started = q.area.Value()
}

// control is what is typed into.
func (q *prompt) control() form.Control {
	if q.area != nil {
		return q.area
	}
	return q.line
}

func (q *prompt) typed() string { return q.control().Value() }

// update types into the line; enter takes it, which in an area begins a line
// instead.
func (q *prompt) update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch key := press.String(); {
		case key == "esc", key == "ctrl+c":
			q.panel.prompt = nil
			return nil
		case key == "ctrl+s", key == "enter" && q.area == nil:
			return q.answer()
		case q.asks == forValue && (key == "tab" || key == "shift+tab"):
			q.turnType(key == "tab")
			return nil
		case q.asks == forValue && key == "ctrl+e":
			return q.editOutside()
		case q.typ == Boolean && q.asks == forValue && key == "space":
			q.line.SetValue(map[bool]string{true: "false", false: "true"}[q.typed() == "true"])
			return nil
		}
	}
	q.refused = nil
	cmd, _ := q.control().Update(msg)
	if q.asks == forValue && !q.chosen {
		q.typ = guess(q.typed())
	}
	return cmd
}

// turnType goes to the next type that the value can have: no lists in lists.
func (q *prompt) turnType(forward bool) {
	types := []Type{String, Number, Boolean, Null, List}
	if q.place.at >= 0 {
		types = types[:4]
	}
	step := 1
	if !forward {
		step = len(types) - 1
	}
	q.typ = types[(slices.Index(types, q.typ)+step)%len(types)]
	q.chosen, q.refused = true, nil
}

// editOutside opens the value as text in the person's editor.
func (q *prompt) editOutside() tea.Cmd {
	value := q.typed()
	if value == q.started && q.typ == String && len(q.was) > 0 {
		value = typedAs(q.was)
	}
	return q.panel.env.Desktop.Edit("value.txt", value, views.Done(&q.panel.work, q.onEdited))
}

// onEdited takes a long text that comes back from the person's editor.
func (q *prompt) onEdited(s string, err error) tea.Cmd {
	if q != q.panel.prompt {
		return nil
	}
	if err != nil {
		return views.Notice(views.Failure, "The editor: ", err)
	}
	s = strings.TrimSuffix(s, "\n")
	if strings.Contains(s, "\n") || utf8.RuneCountInString(s) > longText {
		q.openArea(s)
	} else {
		q.openLine(s, text.Text{})
	}
	q.started = "" // it has been changed, as far as is known
	return nil
}

// judge says what the answer would come to: a note, or what is wrong with it.
func (q *prompt) judge() (text.Text, error) {
	switch q.asks {
	case forName:
		return checkName(&q.panel.data, q.typed())
	case forLookup:
		if strings.TrimSpace(q.typed()) == "" {
			return text.Literal("The whole name of the extension"), errors.New("write a name first")
		}
		return text.Literal("enter reads it"), nil
	case forProperty:
		if e := q.panel.data.find(q.place.extension); e != nil {
			return checkProperty(e, q.typed())
		}
		return text.Text{}, errors.New("the extension is no longer there")
	}
	_, err := parse(q.typed(), q.typ)
	note := text.Literal("tab makes it another type")
	switch {
	case q.typ == Null:
		note = text.Literal("Nothing, whatever is written; tab makes it another type")
	case q.typ == List:
		note = text.Literal("A list that begins with this; a adds to it")
	case q.hidden && q.typed() != q.started:
		note = text.Literal("Characters that cannot be shown will be replaced")
	}
	return note, err
}

// answer takes what was typed, and goes on to what has to be asked next.
func (q *prompt) answer() tea.Cmd {
	p := q.panel
	if _, err := q.judge(); err != nil {
		q.refused = err
		return nil
	}
	name := strings.TrimSpace(q.typed())
	switch q.asks {
	case forLookup:
		p.prompt = nil
		return p.fetch(name)
	case forName:
		p.prompt = nil
		cmd := p.act(sentence("Added ", name), Change{Item: p.item, Name: name, After: Values{}})
		if e := p.data.find(name); e != nil {
			p.tree.Select(extensionNode(name))
			return tea.Batch(cmd, p.askProperty(e))
		}
		return cmd
	case forProperty:
		l := rowKey{extension: q.place.extension, property: name, inside: true, at: -1}
		return p.askValue(p.data.find(l.extension), l, true)
	}
	return q.takeValue()
}

// takeValue gives the place the value that was typed.
func (q *prompt) takeValue() tea.Cmd {
	p, l := q.panel, q.place
	e := p.data.find(l.extension)
	p.prompt = nil
	if e == nil {
		return views.Notice(views.Warning, "The extension is no longer there")
	}
	if !q.fresh && q.typed() == q.started && q.typ == kindOf(q.was) {
		return nil
	}
	v, err := parse(q.typed(), q.typ)
	if err == nil && l.at >= 0 {
		v, err = placed(e.data[l.property], l.at, v, q.fresh)
	}
	if err != nil {
		return views.Notice(views.Failure, err)
	}
	label := sentence("Changed ", l.property, " of ", e.name)
	if q.fresh && l.at < 0 {
		label = sentence("Added ", l.property, " to ", e.name)
	} else if q.fresh {
		label = sentence("Added to ", l.property, " of ", e.name)
	}
	cmd := p.act(label, e.set(p.item, l.property, v))
	if l.at >= 0 {
		p.tree.Reveal(l.id(), extensionNode(e.name), propertyNode(e.name, l.property))
	} else {
		p.tree.Reveal(l.id(), extensionNode(e.name))
	}
	return cmd
}

// placed is a list with a value at a place, before what stands there when it
// is fresh.
func placed(list json.RawMessage, at int, v json.RawMessage, fresh bool) (json.RawMessage, error) {
	all := elements(list)
	at = min(at, len(all))
	if fresh || at == len(all) {
		return encode(slices.Insert(all, at, v))
	}
	all[at] = v
	return encode(all)
}

// label says what is asked for; for a value, its type.
func (q *prompt) label() text.Text {
	switch q.asks {
	case forName, forLookup:
		return text.Literal("extension")
	case forProperty:
		return text.Literal("property")
	}
	return text.Clean(q.typ.String()).Fit(len("boolean"), text.Text{})
}

// rows is how many lines of the panel it takes, with the rule above.
func (q *prompt) rows() int {
	if q.area != nil {
		return areaRows + 2
	}
	return 3
}

// view is what is asked and typed, and below it what that would come to.
func (q *prompt) view(width int) []string {
	th, label := q.panel.env.Theme, q.label()
	lead := " " + th.Muted.Render(label.String()) + " " + th.Accent.Render(string(th.Glyphs.Prompt)) + " "
	var lines []string
	drawn, _, _ := q.control().View(q.room(width))
	for _, line := range drawn {
		lines = append(lines, lead+line)
		lead = text.Blanks(label.Width() + 4)
	}
	note, err := q.judge()
	words, style := note, th.Muted
	if err != nil && (q.refused != nil || q.typed() != "" && q.typed() != q.started) {
		words, style = text.Clean(err.Error()), th.Warning
	}
	return append(lines, lead+style.Render(words.Truncate(q.room(width), text.Glyph(th.Glyphs.Ellipsis)).String()))
}

// room is the cells of what is typed into.
func (q *prompt) room(width int) int { return max(width-q.label().Width()-5, 1) }

// cursor is the text cursor in the cells of the view.
func (q *prompt) cursor(width int) (x, y int) {
	_, x, y = q.control().View(q.room(width))
	return q.label().Width() + 4 + x, y
}

// hints are the keys of the prompt.
func (q *prompt) hints() []dialog.Key {
	switch {
	case q.asks != forValue:
		return dialog.Keys("enter", "go on", "esc", dialog.Cancel)
	case q.area != nil:
		return dialog.Keys("ctrl+s", dialog.Save, "tab", "type", "ctrl+e", "editor", "esc", dialog.Cancel)
	}
	return dialog.Keys("enter", dialog.Save, "tab", "type", "ctrl+e", "editor", "esc", dialog.Cancel)
}
