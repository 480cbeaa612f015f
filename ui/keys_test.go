package ui

import (
	"testing"

	"daybook/views"
)

func keyTable() []views.Action {
	return []views.Action{
		{ID: "down", Keys: []string{"j"}, Motion: true},
		{ID: "top", Keys: []string{"g g"}, Motion: true},
		{ID: "inbox", Keys: []string{"alt+1", "g i"}},
		{ID: "files", Keys: []string{"6"}},
		{ID: "delete", Keys: []string{"d"}},
		{ID: "snooze", Keys: []string{"h"}},
		{ID: "snoozeToday", Keys: []string{"h t"}},
		{ID: "off", Keys: []string{"x"}, Enabled: func() bool { return false }},
	}
}

func TestResolverReadsCountsSequencesAndWaits(t *testing.T) {
	for _, c := range []struct {
		name   string
		keys   []string
		expire bool
		want   string
		count  int
	}{
		{"a key", []string{"j"}, false, "down", 0},
		{"a count", []string{"1", "5", "j"}, false, "down", 15},
		{"a count with zero", []string{"1", "0", "j"}, false, "down", 10},
		{"a sequence", []string{"g", "g"}, false, "top", 0},
		{"a counted sequence", []string{"3", "g", "g"}, false, "top", 3},
		{"a screen", []string{"alt+1"}, false, "inbox", 0},
		{"a digit that an action has", []string{"6"}, false, "files", 0},
		{"the same digit within a count", []string{"1", "6", "j"}, false, "down", 16},
		{"a count before what is no motion", []string{"2", "d"}, false, "delete", 0},
		{"a prefix that is itself an action", []string{"h"}, true, "snooze", 0},
		{"its longer form", []string{"h", "t"}, false, "snoozeToday", 0},
		{"a dead end", []string{"g", "z"}, false, "", 0},
		{"a disabled action", []string{"x"}, false, "", 0},
		{"nothing left over from a dead end", []string{"g", "z", "j"}, false, "down", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r resolver
			var got outcome
			for _, k := range c.keys {
				got = r.press(k, keyTable(), true)
			}
			if c.expire {
				if !got.Waiting || !got.Timed {
					t.Fatalf("before the wait is over: got %+v, want a timed wait", got)
				}
				got = r.expire(keyTable())
			}
			id := ""
			if got.Action != nil {
				id = got.Action.ID
			}
			if id != c.want || got.Count != c.count {
				t.Errorf("%v: got %q count %d, want %q count %d", c.keys, id, got.Count, c.want, c.count)
			}
			if r.shown() != "" {
				t.Errorf("left over: %q", r.shown())
			}
		})
	}
}

func TestResolverShowsWhatCanFollow(t *testing.T) {
	var r resolver
	r.press("g", keyTable(), false)
	got := r.continuations(keyTable())
	if len(got) != 2 || got[0].Key != "g" || got[1].Key != "i" {
		t.Errorf("after g: got %+v, want g and i", got)
	}
}

func TestWithoutCountsADigitActsAtOnce(t *testing.T) {
	actions := append(keyTable(), views.Action{ID: "week", Keys: []string{"2"}})
	var r resolver
	if got := r.press("2", actions, false); got.Action == nil || got.Action.ID != "week" || got.Count != 0 {
		t.Errorf("2: got %+v, want the week at once", got)
	}
	if got := r.press("5", actions, false); got.Action != nil || got.Waiting {
		t.Errorf("5, which no action has: got %+v, want nobody's key", got)
	}
	if got := r.press("d", actions, false); got.Action == nil || got.Count != 0 {
		t.Errorf("d after it: got %+v, want it once", got)
	}
}

func TestAKeyMeansAnActionOnlyWhereItSaysSo(t *testing.T) {
	here := false
	actions := []views.Action{
		{ID: "rename", Name: "Rename", Keys: []string{"r", "x y"}, Here: func() bool { return here }},
		{ID: "reply", Name: "Reply", Keys: []string{"r"}, Next: func() string { return "to Bo" }},
		{ID: "later", Name: "Later", Keys: []string{"h t"}, Next: func() string { return "evening 18:00" }},
	}
	for _, want := range []string{"reply", "rename"} {
		var r resolver
		if got := r.press("r", actions, false); got.Action == nil || got.Action.ID != want {
			t.Errorf("r where keys mean it: %v: got %v, want %s", here, got.Action, want)
		}
		if got := r.press("x", actions, false); got.Waiting != here {
			t.Errorf("x where keys mean it: %v: waits %v", here, got.Waiting)
		}
		here = true
	}
	var r resolver
	r.press("h", actions, false)
	if got := r.continuations(actions); len(got) != 1 || got[0].Name != "evening 18:00" {
		t.Errorf("behind h: %v", got)
	}
}
