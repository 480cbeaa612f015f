package custom

import (
	"encoding/json"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/views"
)

// Kind is what an item is.
type Kind string

// The kinds of items that have custom data. An event with a Group is the
// group's.
const (
	Message Kind = "message"
	Event   Kind = "event"
	Contact Kind = "contact"
	Post    Kind = "post"
)

// Item is what custom data belongs to. Group is the id of a group's event or
// post, Thread that of a post's thread.
type Item struct {
	Kind   Kind   `json:"kind"`
	Group  string `json:"group,omitempty"`
	Thread string `json:"thread,omitempty"`
	ID     string `json:"id"`
}

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

// payload is a change in the undo log of a screen that has steps of its own.
type payload struct {
	Custom *Change `json:"customData"`
}

func stepOf(screen views.Screen, label string, c Change) (views.Step, error) {
	b, err := json.Marshal(payload{&c})
	if err != nil {
		return views.Step{}, fmt.Errorf("write the change to the undo log: %w", err)
	}
	return views.Step{Owner: screen, Label: label, Payload: b}, nil
}

func changeOf(s views.Step) (Change, bool) {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil || p.Custom == nil {
		return Change{}, false
	}
	return *p.Custom, true
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
