package model

import (
	"errors"
	"slices"
	"strconv"
	"testing"
)

func TestFits(t *testing.T) {
	parents := map[string]string{"a": "", "b": "a", "c": "b"}
	up := func(id string) string { return parents[id] }
	for _, test := range []struct {
		id, parent string
		want       bool
	}{
		{"x", "", true}, {"x", "c", true}, {"c", "a", true}, {"", "a", false}, {"a", "c", false}, {"a", "a", false}, {"b", "c", false}, {"", "", false},
	} {
		if got := Fits(test.id, test.parent, up); got != test.want {
			t.Errorf("%q below %q: got %v, want %v", test.id, test.parent, got, test.want)
		}
	}
	if Fits("x", "loop", func(string) string { return "loop" }) {
		t.Error("fits below a circle")
	}
	for i := range 2 * TreeDepth {
		id := strconv.Itoa(i)
		parents[id] = strconv.Itoa(i - 1)
	}
	parents["0"] = ""
	if got, want := Fits("x", strconv.Itoa(TreeDepth-2), up), true; got != want {
		t.Error("does not fit on the last level")
	}
	if Fits("x", strconv.Itoa(TreeDepth-1), up) {
		t.Error("fits below the last level")
	}
}

func TestGrowEndsWhateverItIsToldOf(t *testing.T) {
	self := func(s string) string { return s }
	asked := 0
	trees := map[string]func(string) ([]string, error){
		"itself":  func(id string) ([]string, error) { return []string{id}, nil },
		"a ring":  func(id string) ([]string, error) { return []string{map[string]string{"a": "b", "b": "a"}[id]}, nil },
		"nothing": func(string) ([]string, error) { return []string{"", ""}, nil },
		"deep":    func(id string) ([]string, error) { return []string{id + "x"}, nil },
		"wide":    func(id string) ([]string, error) { return []string{id + "x", id + "y"}, nil },
	}
	for name, below := range trees {
		asked = 0
		all, cut, err := Grow([]string{"a"}, self, func(id string) ([]string, error) { asked++; return below(id) })
		if err != nil || !cut || len(all) > TreeNodes || asked > len(all) || all[0] != "a" {
			t.Errorf("%s: got %d nodes after %d questions, cut %v, %v", name, len(all), asked, cut, err)
		}
	}
	all, cut, err := Grow([]string{"a", "b"}, self, func(id string) ([]string, error) {
		return map[string][]string{"a": {"c"}, "c": {"d"}}[id], nil
	})
	if want := []string{"a", "b", "c", "d"}; err != nil || cut || !slices.Equal(all, want) {
		t.Errorf("got %v, cut %v, %v, want %v", all, cut, err, want)
	}
	broken := errors.New("broken")
	if _, _, err := Grow([]string{"a"}, self, func(string) ([]string, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want the error", err)
	}
}
