package extensions

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/panes"
	"daybook/widget/text"
)

func (p *Panel) fold(key string) {
	_, _ = p.tree.Update(tea.KeyPressMsg{Code: rune(key[0]), Text: key})
}

// leave takes the filter off, and then closes the panel.
func (p *Panel) leave(int) tea.Cmd {
	if p.filter.Value() != "" {
		p.setFilter("")
		return nil
	}
	return p.Close()
}

// edit asks for another value; what holds others is unfolded or folded.
func (p *Panel) edit(int) tea.Cmd {
	l, _ := p.here()
	e := p.data.find(l.extension)
	raw := p.valueAt(e, l)
	switch t := kindOf(raw); {
	case tooLarge(raw):
		return largeNotice()
	case !l.inside && len(e.names) == 0, l.inside && t == List && len(elements(raw)) == 0:
		return p.add(0)
	case !l.inside, t == List:
		p.tree.Toggle(p.tree.Cursor())
		return nil
	case t == Object:
		return views.Notice(views.Info, "A nested object can be copied and deleted, not changed here")
	}
	return p.askValue(e, l, false)
}

func largeNotice() tea.Cmd {
	return views.Notice(views.Info, "A value that is too large to show can be copied and deleted, not changed here")
}

// add asks for an element where the cursor is in a list, else for a property.
func (p *Panel) add(int) tea.Cmd {
	l, _ := p.here()
	e := p.data.find(l.extension)
	if !l.inside || kindOf(e.data[l.property]) != List {
		return p.askProperty(e)
	}
	if tooLarge(e.data[l.property]) {
		return largeNotice()
	}
	if l.at < 0 {
		l.at = len(elements(e.data[l.property])) - 1
	}
	l.at++
	return p.askValue(e, l, true)
}

func (p *Panel) addProperty(int) tea.Cmd {
	l, _ := p.here()
	return p.askProperty(p.data.find(l.extension))
}

// remove deletes what the cursor is on.
func (p *Panel) remove(int) tea.Cmd {
	l, _ := p.here()
	e := p.data.find(l.extension)
	defer p.stayBeside(l, p.tree.CursorIndex())
	switch {
	case !l.inside:
		return p.act(sentence("Deleted ", e.name), Change{Item: p.item, Name: e.name, Before: e.data})
	case l.at < 0:
		return p.act(sentence("Deleted ", l.property, " of ", e.name), e.set(p.item, l.property, nil))
	}
	raw, err := encode(slices.Delete(elements(e.data[l.property]), l.at, l.at+1))
	if err != nil {
		return views.Notice(views.Failure, err)
	}
	return p.act(sentence("Deleted an element of ", l.property), e.set(p.item, l.property, raw))
}

// stayBeside puts the cursor on the next row of the same kind after one was
// deleted, else on the one before: never on what holds them while there are
// others, so that another d takes no more than this one did.
func (p *Panel) stayBeside(l rowKey, row int) {
	p.tree.Goto(row)
	next, ok := p.here()
	if l.inside && ok && (foldName(next.extension) != foldName(l.extension) || next.inside != l.inside || (l.at >= 0) != (next.at >= 0) || l.at >= 0 && next.property != l.property) {
		p.tree.Goto(row - 1)
	}
}

// copy puts what the cursor is on onto the clipboard.
func (p *Panel) copy(int) tea.Cmd {
	l, _ := p.here()
	e := p.data.find(l.extension)
	raw, what := p.valueAt(e, l), l.property
	if !l.inside {
		what = e.name
		whole := Values{"extensionName": nil}
		for name, v := range e.data {
			whole[name] = v
		}
		var err error
		if whole["extensionName"], err = encode(e.name); err == nil {
			raw, err = encode(whole)
		}
		if err != nil {
			return views.Notice(views.Failure, err)
		}
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return views.Notice(views.Failure, "Not copied: ", err)
	}
	return tea.Batch(p.env.Desktop.Copy(b.String()), views.Notice(views.Success, sentence("Copied ", what, " as JSON")))
}

func (p *Panel) startFilter(int) tea.Cmd {
	p.filtering = true
	p.filter.Focus()
	p.filter.SelectAll()
	return nil
}

func (p *Panel) typeFilter(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc", "ctrl+c":
			p.setFilter("")
			return nil
		case "enter":
			p.filtering = false
			p.filter.Blur()
			return nil
		case "up":
			p.tree.Move(-1)
			return nil
		case "down":
			p.tree.Move(1)
			return nil
		}
	}
	cmd := p.filter.Update(msg)
	p.tree.Filter(text.NewQuery(strings.Fields(p.filter.Value())...))
	return cmd
}

// setFilter filters for words, or for none and leaves the line.
func (p *Panel) setFilter(words string) {
	p.filtering = false
	p.filter.Blur()
	p.filter.SetValue(words)
	p.tree.Filter(text.NewQuery(strings.Fields(words)...))
}

// sentence is a label of cleaned words, long names shortened.
func sentence(parts ...string) text.Text {
	out := make([]text.Text, len(parts))
	for i, s := range parts {
		out[i] = text.Clean(s)
		if i%2 == 1 {
			out[i] = out[i].Truncate(40, text.Literal("…"))
		}
	}
	return text.Concat(out...)
}

// mouse chooses what is clicked, and scrolls.
func (p *Panel) mouse(msg tea.MouseMsg) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		p.tree.Scroll(panes.Wheel(msg))
	case tea.MouseClickMsg:
		if p.prompt != nil {
			return
		}
		if _, folded := p.tree.ClickFold(msg.X-1, msg.Y-1); !folded {
			p.tree.Click(msg.X-1, msg.Y-1)
		}
	}
}
