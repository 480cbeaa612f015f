package extensions

import (
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/text"
)

// Kind is what an item is.
type Kind = model.ItemKind

// The kinds of items that have custom data.
const (
	Message = model.ItemMessage
	Event   = model.ItemEvent
	Contact = model.ItemContact
	Post    = model.ItemPost
)

// Item is what custom data belongs to.
type Item = model.ExtendedItem

// Values are properties by name, each as JSON.
type Values map[string]json.RawMessage

// Change is one thing done to one extension. Before or After is nil where the
// extension is not there, and then the other is all of it; else they hold the
// properties that differ, those that are not there left out.
type Change struct {
	Item   Item   `json:"item"`
	Name   string `json:"name"`
	Before Values `json:"before"`
	After  Values `json:"after"`
}

// Inverse takes the change back.
func (c Change) Inverse() Change {
	c.Before, c.After = c.After, c.Before
	return c
}

// Renamed implements edit.Change.
func (c Change) Renamed(now func(string) string) Change {
	c.Item.ID = now(c.Item.ID)
	return c
}

// IDs implements edit.Change: an extension is told by its item and name.
func (c Change) IDs() []string { return nil }

// act does a change. On a draft nobody is told.
func (p *Panel) act(label text.Text, c Change) tea.Cmd {
	if !p.drafting {
		return p.edits.Do(label.String(), c)
	}
	p.history, p.undone = append(p.history, c), nil
	p.data.apply(c)
	p.shown()
	return nil
}

// StepBack takes the last change of a draft back, as views.Unfinished has it;
// open is false when no draft is open.
func (p *Panel) StepBack() (cmd tea.Cmd, open bool) {
	return p.stepDraft(&p.history, &p.undone, Change.Inverse)
}

// StepAgain does the change again that StepBack took back last.
func (p *Panel) StepAgain() (cmd tea.Cmd, open bool) {
	return p.stepDraft(&p.undone, &p.history, func(c Change) Change { return c })
}

func (p *Panel) stepDraft(these, those *[]Change, as func(Change) Change) (cmd tea.Cmd, open bool) {
	if !p.Open() || !p.drafting {
		return nil, false
	}
	last := len(*these) - 1
	if last < 0 {
		return views.Notice(views.Info, "Nothing more of this draft: leave it first to take back what was done before"), true
	}
	c := (*these)[last]
	*these, *those = (*these)[:last], append(*those, c)
	p.data.apply(as(c))
	p.shown()
	return nil, true
}

// show makes changes in the panel, if their item is shown.
func (p *Panel) show(way edit.Way, changes []Change) tea.Cmd {
	for _, c := range changes {
		if !p.shows(c.Item) {
			continue
		}
		if p.loading.Busy() && way != edit.Refused { // what is being read may be older
			p.stale[c.Item] = true
		}
		if !p.data.loaded {
			continue
		}
		p.data.apply(c)
		if c.Before == nil {
			p.tree.Expand(extensionNode(c.Name))
		}
		p.shown()
		p.reveal(c)
	}
	return nil
}

func (p *Panel) shows(i Item) bool { return p.Open() && !p.drafting && p.item == i }

// onSettled asks the service, when all is told, what is true where a refusal
// leaves that open, and for what undo changed out of sight.
func (p *Panel) onSettled(o edit.Outcome[Change]) tea.Cmd {
	for _, c := range o.Asked {
		if len(o.Failed) > 0 || !p.shows(c.Item) {
			p.stale[c.Item] = true
		}
	}
	if p.edits.Busy() {
		return nil
	}
	var cmds []tea.Cmd
	for item := range p.stale {
		if p.shows(item) {
			cmds = append(cmds, p.load())
		} else {
			cmds = append(cmds, p.recall(item))
		}
	}
	clear(p.stale)
	return tea.Batch(cmds...)
}

// Owns says that a step of the screen's undo log is the panel's.
func (p *Panel) Owns(s views.Step) bool { return p.edits.Owns(s) }

// Revert takes a step of the panel back.
func (p *Panel) Revert(s views.Step) tea.Cmd { return p.edits.Revert(s) }

// Reapply does a step of the panel again.
func (p *Panel) Reapply(s views.Step) tea.Cmd { return p.edits.Reapply(s) }

// Expired says that a step of the panel can no longer be read.
func (p *Panel) Expired(s views.Step) bool { return p.edits.Expired(s) }

// patch is what the service is told to make Before of After: null for what
// goes. ok is false when a property becomes null, which a patch cannot say:
// there null takes a property away.
func (c Change) patch() (patch Values, ok bool) {
	patch = Values{}
	for name := range c.Before {
		patch[name] = json.RawMessage("null")
	}
	for name, v := range c.After {
		if kindOf(v) == Null {
			return nil, false
		}
		patch[name] = v
	}
	return patch, true
}

// extension makes the interface's of a name and values.
func extension(name string, v Values) model.OpenTypeExtension {
	return model.OpenTypeExtension{Type: model.ExtensionType, ExtensionName: name, Data: v}
}

// Names are those of extensions, of which an answer may hold the id alone.
func Names(all []model.OpenTypeExtension) []string {
	var out []string
	for _, x := range all {
		name := x.ExtensionName
		if name == "" {
			name = nameIn(x.ID)
		}
		out = append(out, name)
	}
	return out
}

// nameIn is the name in the id of an extension, "" when there is none. The
// dialects differ in the letter case of what stands before it.
func nameIn(id string) string {
	const mark = ".OpenTypeExtension."
	for i := 0; i+len(mark) <= len(id); i++ {
		if strings.EqualFold(id[i:i+len(mark)], mark) {
			return id[i+len(mark):]
		}
	}
	return ""
}
