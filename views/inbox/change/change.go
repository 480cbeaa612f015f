// Package change is what triage does to messages, as data: what each message
// was before and is after, so that it can be done, taken back, done again,
// and kept on disk between.
//
// Invariants: the inverse of the inverse is the change; a change taken back
// after it was done leaves every message as it was; encoding loses nothing.
package change

import (
	"encoding/json"
	"fmt"
	"slices"

	"daybook/model"
)

// SnoozeProperty is the name under which a message carries the time it comes
// back: an RFC 3339 instant, or empty.
const SnoozeProperty = "String {7f0c2a52-6e9d-4f3b-9a61-2f6d0b8e4c11} Name SnoozedUntil"

// State is a part of a message's state: nil leaves a field as it is.
type State struct {
	Folder     *string   `json:"folder,omitempty"` // folder id
	Read       *bool     `json:"read,omitempty"`
	Flag       *string   `json:"flag,omitempty"`
	Importance *string   `json:"importance,omitempty"`
	Categories *[]string `json:"categories,omitempty"`
	Class      *string   `json:"class,omitempty"`
	Snoozed    *string   `json:"snoozed,omitempty"`
	Pinned     *bool     `json:"pinned,omitempty"` // on top of the inbox; not the service's
}

// Edit is what happens to one message. Before and After have the same fields.
type Edit struct {
	ID            string
	Before, After State
}

// Rule is a change of where a sender's mail is sorted: "" for no rule.
type Rule struct {
	Address string `json:"address"`
	Name    string `json:"name,omitempty"`
	Before  string `json:"before"`
	After   string `json:"after"`
}

// Folder is a folder that a change makes; Gone, one that it removes again, if
// nothing is in it.
type Folder struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"` // id of the folder it is in, empty at the top
	Gone   bool   `json:"gone,omitempty"`
}

// Category is a category that a change makes; Gone, one that it removes again,
// if nothing else has it.
type Category struct {
	Name  string `json:"name"`
	Color string `json:"color"`
	Gone  bool   `json:"gone,omitempty"`
}

// Change is one step of triage.
type Change struct {
	Edits    []Edit
	Rule     *Rule
	Folder   *Folder
	Category *Category
	// Sweep names an action on all that match while it is being found what
	// that is: then the edits are of what was known.
	Sweep string
}

// Inverse is the change that takes c back.
func (c Change) Inverse() Change {
	back := Change{Edits: make([]Edit, len(c.Edits))}
	for i, e := range c.Edits {
		back.Edits[i] = Edit{ID: e.ID, Before: e.After, After: e.Before}
	}
	if c.Rule != nil {
		r := *c.Rule
		r.Before, r.After = r.After, r.Before
		back.Rule = &r
	}
	if c.Folder != nil {
		f := *c.Folder
		f.Gone = !f.Gone
		back.Folder = &f
	}
	if c.Category != nil {
		k := *c.Category
		k.Gone = !k.Gone
		back.Category = &k
	}
	return back
}

// Only is the part of c that concerns the given messages.
func (c Change) Only(keep func(id string) bool) Change {
	part := Change{Rule: c.Rule, Folder: c.Folder, Category: c.Category}
	for _, e := range c.Edits {
		if keep(e.ID) {
			part.Edits = append(part.Edits, e)
		}
	}
	return part
}

// Empty reports whether nothing changes.
func (c Change) Empty() bool { return len(c.Edits) == 0 && c.Rule == nil }

// Equal reports whether two states touch the same fields with the same values.
func (s State) Equal(o State) bool {
	return same(s.Folder, o.Folder) && same(s.Read, o.Read) && same(s.Flag, o.Flag) &&
		same(s.Importance, o.Importance) && same(s.Class, o.Class) && same(s.Snoozed, o.Snoozed) &&
		same(s.Pinned, o.Pinned) && (s.Categories == nil) == (o.Categories == nil) &&
		(s.Categories == nil || slices.Equal(*s.Categories, *o.Categories))
}

func same[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// Patch is the part of s that the service keeps on the message itself; nil
// when there is none.
func (s State) Patch() *model.MessagePatch {
	p := model.MessagePatch{IsRead: s.Read, Importance: s.Importance, Categories: s.Categories,
		InferenceClassification: s.Class}
	if s.Flag != nil {
		p.Flag = &model.FollowupFlag{FlagStatus: *s.Flag}
	}
	if s.Snoozed != nil {
		p.SingleValueProperties = []model.SingleValueProperty{{ID: SnoozeProperty, Value: *s.Snoozed}}
	}
	if s.Read == nil && s.Importance == nil && s.Categories == nil && s.Class == nil && s.Flag == nil && s.Snoozed == nil {
		return nil
	}
	return &p
}

// stored is a change on disk: messages that change alike share an entry, so
// that a step over 100,000 messages is little more than their ids.
type stored struct {
	Groups   []group   `json:"groups,omitempty"`
	Rule     *Rule     `json:"rule,omitempty"`
	Folder   *Folder   `json:"folder,omitempty"`
	Category *Category `json:"category,omitempty"`
	Sweep    string    `json:"sweep,omitempty"`
}

type group struct {
	Before State    `json:"before"`
	After  State    `json:"after"`
	IDs    []string `json:"ids"`
}

// Encode writes the change as JSON.
func (c Change) Encode() (json.RawMessage, error) {
	s := stored{Rule: c.Rule, Folder: c.Folder, Category: c.Category, Sweep: c.Sweep}
	at := map[string]int{}
	for _, e := range c.Edits {
		key, err := json.Marshal([]State{e.Before, e.After})
		if err != nil {
			return nil, fmt.Errorf("keep a step for undo: %w", err)
		}
		i, ok := at[string(key)]
		if !ok {
			i = len(s.Groups)
			at[string(key)] = i
			s.Groups = append(s.Groups, group{Before: e.Before, After: e.After})
		}
		s.Groups[i].IDs = append(s.Groups[i].IDs, e.ID)
	}
	return json.Marshal(s)
}

// Decode reads what Encode wrote.
func Decode(b json.RawMessage) (Change, error) {
	var s stored
	if err := json.Unmarshal(b, &s); err != nil {
		return Change{}, fmt.Errorf("read a step of the undo log: %w", err)
	}
	c := Change{Rule: s.Rule, Folder: s.Folder, Category: s.Category, Sweep: s.Sweep}
	for _, g := range s.Groups {
		for _, id := range g.IDs {
			c.Edits = append(c.Edits, Edit{ID: id, Before: g.Before, After: g.After})
		}
	}
	return c, nil
}
