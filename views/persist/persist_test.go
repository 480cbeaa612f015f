package persist

import (
	"errors"
	"maps"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// disk is a state that can refuse.
type disk struct {
	views.State
	held    map[string][]byte
	refuses error
	saves   int
}

func (d *disk) Load(name string) ([]byte, error) { return d.held[name], d.refuses }

func (d *disk) Save(name string, data []byte) error {
	d.saves++
	if d.refuses == nil {
		d.held[name] = data
	}
	return d.refuses
}

// screen counts, and keeps its count.
type screen struct {
	kept  Document[map[string]int]
	disk  *disk
	count int
	said  []string
}

type saved struct{ err error }

func newScreen() *screen {
	return &screen{kept: Document[map[string]int]{Name: "count"}, disk: &disk{held: map[string][]byte{}}}
}

func (s *screen) keep() tea.Cmd {
	return s.kept.Save(s.disk, func() map[string]int { return map[string]int{"count": s.count} }, func(err error) tea.Msg { return saved{err} })
}

// run runs a command and what follows from it.
func (s *screen) run(cmd tea.Cmd) {
	for cmd != nil {
		next, err := s.kept.Saved(cmd().(saved).err, s.keep)
		if err != nil {
			s.said = append(s.said, err.Error())
		}
		cmd = next
	}
}

// loaded is what a new run of the program reads.
func (s *screen) loaded(t *testing.T) (got map[string]int, err error) {
	t.Helper()
	fresh := Document[map[string]int]{Name: "count"}
	fresh.Load(s.disk, map[string]int{"count": -1}, func(v map[string]int, e error) tea.Msg { got, err = v, e; return nil })()
	return got, err
}

func (s *screen) wants(t *testing.T, count int) {
	t.Helper()
	if got, err := s.loaded(t); err != nil || !maps.Equal(got, map[string]int{"count": count}) {
		t.Errorf("after a restart: got %v, %v, want a count of %d", got, err, count)
	}
}

func TestWhatIsSavedIsThereAfterARestart(t *testing.T) {
	s := newScreen()
	s.wants(t, -1)
	s.count = 3
	s.run(s.keep())
	s.wants(t, 3)
}

func TestChangesDuringASaveAreSavedOnceWhenItEnds(t *testing.T) {
	s := newScreen()
	s.count = 1
	first := s.keep()
	for s.count = 2; s.count < 5; s.count++ {
		if s.keep() != nil {
			t.Fatal("a second save began while the first was under way")
		}
	}
	s.run(first)
	s.wants(t, 5)
	if s.disk.saves != 2 {
		t.Errorf("got %d saves, want 2", s.disk.saves)
	}
}

func TestAFailureIsToldOnceAndTheNextSaveIsTried(t *testing.T) {
	s := newScreen()
	s.disk.refuses = errors.New("disk full")
	s.count = 1
	first := s.keep()
	s.count = 2
	s.keep()
	s.run(first)
	s.run(s.keep())
	if len(s.said) != 1 || s.disk.saves != 3 {
		t.Errorf("said %q in %d saves, want the failure once in 3", s.said, s.disk.saves)
	}
	s.disk.refuses = nil
	s.run(s.keep())
	s.wants(t, 2)
	s.disk.refuses = errors.New("disk gone")
	s.run(s.keep())
	if len(s.said) != 2 || s.said[1] != "disk gone" {
		t.Errorf("said %q, want the second failure too", s.said)
	}
}

func TestOfADocumentThatCannotBeReadThereIsNothing(t *testing.T) {
	s := newScreen()
	s.disk.held["count"] = []byte(`{"count": 7, "more": "x"}`)
	if got, err := s.loaded(t); err == nil || got != nil {
		t.Errorf("got %v, %v, want nothing and an error", got, err)
	}
	s.disk.refuses = errors.New("no access")
	if got, err := s.loaded(t); !errors.Is(err, s.disk.refuses) || got != nil {
		t.Errorf("got %v, %v, want nothing and the error", got, err)
	}
}

func TestWithoutAStateNothingIsDone(t *testing.T) {
	var d Document[int]
	if d.Load(nil, 0, nil) != nil || d.Save(nil, nil, nil) != nil {
		t.Error("want no command where there is no state")
	}
}
