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
	"time"

	"daybook/model"
	"daybook/widget/dialog"
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
// nothing is in it; with Was, one that it renames or moves.
type Folder struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"` // id of the folder it is in, empty at the top
	Gone   bool   `json:"gone,omitempty"`
	Was    *Place `json:"was,omitempty"`    // what it was called, and what it was in
	Own    bool   `json:"own,omitempty"`    // it is what was asked for, and goes along with no messages
	Doomed bool   `json:"doomed,omitempty"` // it is deleted for good, with all that is in it
}

// Place is a folder's name and the id of the folder it is in, empty at the top.
type Place struct {
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"`
}

// Place is what the folder is called, and what it is in.
func (f *Folder) Place() Place { return Place{f.Name, f.Parent} }

// Category is a category that a change makes; Gone, one that it removes again,
// if nothing else has it.
type Category struct {
	Name  string `json:"name"`
	Color string `json:"color"`
	Gone  bool   `json:"gone,omitempty"`
}

// Mute is a thread, by its conversation, whose mail is archived as it comes; Off,
// one whose mail no longer is. Heard is the newest message's time that is known.
// It is not the service's.
type Mute struct {
	Thread string    `json:"thread"`
	Heard  time.Time `json:"heard"`
	Off    bool      `json:"off,omitempty"`
}

// Doomed says that a message is deleted for good, or an attachment of it.
type Doomed struct {
	File string `json:"file,omitempty"` // id of the attachment
	Name string `json:"name,omitempty"` // of the attachment
}

// Change is what triage does to one thing: a message by its Edit, or what goes
// along with messages.
type Change struct {
	Edit     `json:"-"`
	Rule     *Rule     `json:"rule,omitempty"`
	Folder   *Folder   `json:"folder,omitempty"`
	Category *Category `json:"category,omitempty"`
	Mute     *Mute     `json:"mute,omitempty"`
	Doomed   *Doomed   `json:"-"` // the message of Edit is

	Make bool  `json:"-"` // the folder is not there, and is to be made
	Note error `json:"-"` // why what only goes along was not done

	Box dialog.Box `json:"-"` // in which it was asked for, nil for none
}

// Changes are one step of triage, what goes along with messages first.
type Changes []Change

// Of are the changes of edits.
func Of(edits ...Edit) Changes {
	all := make(Changes, len(edits))
	for i, e := range edits {
		all[i].Edit = e
	}
	return all
}

// OfMessage reports whether it is about a message.
func (c Change) OfMessage() bool { return c.ID != "" }

// OwnFolder reports whether it is about a folder by itself.
func (c Change) OwnFolder() bool { return c.Folder != nil && c.Folder.Own }

// Inverse is the change that takes c back.
func (c Change) Inverse() Change {
	back := Change{Edit: Edit{ID: c.ID, Before: c.After, After: c.Before}, Doomed: c.Doomed}
	if c.Rule != nil {
		r := *c.Rule
		r.Before, r.After = r.After, r.Before
		back.Rule = &r
	}
	if c.Folder != nil {
		f := *c.Folder
		if was := f.Was; was != nil {
			is := f.Place()
			f.Name, f.Parent, f.Was = was.Name, was.Parent, &is
		} else {
			f.Gone = !f.Gone
		}
		back.Folder = &f
	}
	if c.Category != nil {
		k := *c.Category
		k.Gone = !k.Gone
		back.Category = &k
	}
	if c.Mute != nil {
		k := *c.Mute
		k.Off = !k.Off
		back.Mute = &k
	}
	return back
}

// Renamed is the change with the ids that folders have now.
func (c Change) Renamed(now func(id string) string) Change {
	in := func(s *State) {
		if s.Folder == nil {
			return
		}
		if id := now(*s.Folder); id != *s.Folder {
			s.Folder = &id
		}
	}
	in(&c.Before)
	in(&c.After)
	if c.Folder != nil {
		f := *c.Folder
		f.ID, f.Parent = now(f.ID), now(f.Parent)
		if f.Was != nil {
			f.Was = &Place{f.Was.Name, now(f.Was.Parent)}
		}
		c.Folder = &f
	}
	return c
}

// IDs are those that another can take the place of: of a folder.
func (c Change) IDs() []string {
	if c.Folder == nil {
		return nil
	}
	return []string{c.Folder.ID}
}

// Messages counts those that are changed.
func (all Changes) Messages() int {
	n := 0
	for _, c := range all {
		if c.OfMessage() {
			n++
		}
	}
	return n
}

// Empty reports whether nothing changes but what goes along.
func (all Changes) Empty() bool {
	return !slices.ContainsFunc(all, func(c Change) bool { return c.OfMessage() || c.Rule != nil || c.Mute != nil || c.OwnFolder() })
}

// Inverse takes the changes back, the last one first.
func (all Changes) Inverse() Changes {
	back := make(Changes, 0, len(all))
	for _, c := range slices.Backward(all) {
		back = append(back, c.Inverse())
	}
	return back
}

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

// stored is a step on disk: messages that change alike share an entry, so that
// a step over 100,000 messages is little more than their ids.
type stored struct {
	Along  []Change `json:"along,omitempty"`
	Groups []group  `json:"groups,omitempty"`
}

type group struct {
	Before State    `json:"before"`
	After  State    `json:"after"`
	Doomed *Doomed  `json:"doomed,omitempty"`
	IDs    []string `json:"ids"`
}

// Encode writes changes as JSON.
func Encode(all []Change) (json.RawMessage, error) {
	var s stored
	at, last := map[string]int{}, -1
	for _, c := range all {
		if !c.OfMessage() {
			s.Along = append(s.Along, c)
			continue
		}
		g := group{Before: c.Before, After: c.After, Doomed: c.Doomed}
		if last < 0 || s.Groups[last].Before != g.Before || s.Groups[last].After != g.After || s.Groups[last].Doomed != g.Doomed {
			key, err := json.Marshal(g)
			if err != nil {
				return nil, fmt.Errorf("keep a step for undo: %w", err)
			}
			i, ok := at[string(key)]
			if !ok {
				i = len(s.Groups)
				at[string(key)] = i
				s.Groups = append(s.Groups, g)
			}
			last = i
		}
		s.Groups[last].IDs = append(s.Groups[last].IDs, c.ID)
	}
	return json.Marshal(s)
}

// Decode reads what Encode wrote.
func Decode(b json.RawMessage) ([]Change, error) {
	var s stored
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, fmt.Errorf("read a step of the undo log: %w", err)
	}
	all := s.Along
	for _, g := range s.Groups {
		for _, id := range g.IDs {
			all = append(all, Change{Edit: Edit{ID: id, Before: g.Before, After: g.After}, Doomed: g.Doomed})
		}
	}
	return all, nil
}
