package edit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// renamedMost is how many changed ids are kept for the steps of the undo log; the oldest go first.
const renamedMost = 4000

// renamed is a thing that has another id than it had.
type renamed struct {
	Was string `json:"was"`
	Is  string `json:"is"`
}

// names are the changed ids, the oldest first. The zero value is ready.
type names struct {
	list []renamed
	is   map[string]string
}

func (n *names) add(was, is string) {
	if was == is {
		return
	}
	if n.now(is) == was { // it has its old one back
		delete(n.is, is)
	}
	if n.is == nil {
		n.is = map[string]string{}
	}
	n.is[was] = is
	n.list = append(n.list, renamed{was, is})
	for ; len(n.list) > renamedMost; n.list = n.list[1:] {
		if oldest := n.list[0]; n.is[oldest.Was] == oldest.Is {
			delete(n.is, oldest.Was)
		}
	}
}

// under lays what a former run knew under what is known.
func (n *names) under(older []renamed) {
	list := n.list
	n.list, n.is = nil, nil
	for _, r := range slices.Concat(older, list) {
		n.add(r.Was, r.Is)
	}
}

// now is the id that a thing has now. That of a part, such as an occurrence, begins with that of the whole and a dot.
func (n *names) now(id string) string {
	for range len(n.is) + 1 {
		next, ok := n.next(id)
		if !ok {
			return id
		}
		id = next
	}
	return id
}

func (n *names) next(id string) (string, bool) {
	if is, ok := n.is[id]; ok || len(n.is) == 0 {
		return is, ok
	}
	for at := strings.LastIndexByte(id, '.'); at > 0; at = strings.LastIndexByte(id[:at], '.') {
		if is, ok := n.is[id[:at]]; ok {
			return is + id[at:], true
		}
	}
	return "", false
}

// Now is the id that a thing has now: the service may have given it another.
func (e *Edits[C]) Now(id string) string {
	if id = e.names.now(id); e.o.Now != nil {
		id = e.o.Now(id)
	}
	return id
}

// Rename takes over an id that was given in another way.
func (e *Edits[C]) Rename(was, is string) tea.Cmd {
	e.names.add(was, is)
	return e.saveNames()
}

// Init reads the ids that have changed in former runs. Without them a step about one is refused, and says so.
func (e *Edits[C]) Init() tea.Cmd {
	if e.o.IDs == "" {
		return nil
	}
	return e.saved.Load(e.env.State, nil, views.Done(e.o.Work, func(list []renamed, _ error) tea.Cmd {
		e.names.under(list)
		return nil
	}))
}

func (e *Edits[C]) saveNames() tea.Cmd {
	if e.o.IDs == "" {
		return nil
	}
	return e.saved.Save(e.env.State, func() []renamed { return slices.Clone(e.names.list) }, e.o.Work.Told(e.onSaved))
}

func (e *Edits[C]) onSaved(err error) tea.Cmd {
	again, err := e.saved.Saved(err, e.saveNames)
	if err != nil {
		return tea.Batch(again, views.Notice(views.Warning, "Undo may not find all that it has made again after a restart: "+err.Error()))
	}
	return again
}
