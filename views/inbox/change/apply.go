package change

import (
	"daybook/model"
	"daybook/views/inbox/rows"
)

// To is the edit that brings a message to a state; false when it is there
// already. Only the fields that differ are touched.
func To(m *rows.Message, want State) (Edit, bool) {
	e := Edit{ID: m.ID}
	differ(&e.Before.Folder, &e.After.Folder, m.Folder, want.Folder)
	differ(&e.Before.Read, &e.After.Read, m.Read, want.Read)
	differ(&e.Before.Flag, &e.After.Flag, orElse(m.Flag, model.NotFlagged), want.Flag)
	differ(&e.Before.Importance, &e.After.Importance, orElse(m.Importance, model.ImportanceNormal), want.Importance)
	differ(&e.Before.Class, &e.After.Class, orElse(m.Class, model.Focused), want.Class)
	differ(&e.Before.Snoozed, &e.After.Snoozed, m.Snoozed, want.Snoozed)
	if want.Pinned != nil {
		before := !*want.Pinned
		e.Before.Pinned, e.After.Pinned = &before, want.Pinned
	}
	if want.Categories != nil {
		have := m.Categories
		if have == nil {
			have = []string{}
		}
		if s := (State{Categories: &have}); !s.Equal(State{Categories: want.Categories}) {
			e.Before.Categories, e.After.Categories = &have, want.Categories
		}
	}
	return e, !e.After.Equal(State{})
}

// Add adds the edit that brings a message to a state; false when it is there
// already. Edits that change messages alike share their states.
func (all *Changes) Add(m *rows.Message, want State) bool {
	e, differs := To(m, want)
	if !differs {
		return false
	}
	if n := len(*all); n > 0 {
		if last := (*all)[n-1]; last.OfMessage() && e.Before.Equal(last.Before) && e.After.Equal(last.After) {
			e.Before, e.After = last.Before, last.After
		}
	}
	*all = append(*all, Change{Edit: e})
	return true
}

func differ[T comparable](before, after **T, have T, want *T) {
	if want != nil && *want != have {
		*before, *after = &have, want
	}
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// Had reports whether a message is as a change brought it, in any of what that
// changes. What is this machine's own is.
func Had(m *rows.Message, after State) bool {
	e, _ := To(m, after)
	return after.Pinned != nil || !e.After.Equal(after)
}

// Apply brings a message to a state.
func Apply(m *rows.Message, s State) {
	set(&m.Folder, s.Folder)
	set(&m.Read, s.Read)
	set(&m.Flag, s.Flag)
	set(&m.Importance, s.Importance)
	set(&m.Class, s.Class)
	set(&m.Snoozed, s.Snoozed)
	set(&m.Categories, s.Categories)
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
