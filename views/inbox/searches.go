package inbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// savedSearch is a search under the folders.
type savedSearch struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// searches are those that are kept: under a name, in the folder pane, and the
// last ones, which the empty line offers.
type searches struct {
	*shared
	pane   *folderPane // shows those with a name
	dialog *dialog.Stack
	recent []string // words that were looked for, the last first
}

// How many searches are kept, and characters of a name.
const (
	mostSearches   = 100
	recentSearches = 20
	mostSearchName = 100
)

// searchChange is the payload of a step: from what was to what is, nil for not
// there.
type searchChange struct {
	Search bool         `json:"search"` // tells it from the other steps of the screen
	Was    *savedSearch `json:"was,omitempty"`
	Is     *savedSearch `json:"is,omitempty"`
	At     int          `json:"at"`
}

// apply shows a change, and reports whether it could be made.
func (s *searches) apply(c searchChange) bool {
	at := len(s.pane.saved)
	if c.Was != nil {
		if at = s.at(c.Was.Name); at < 0 {
			return false
		}
	}
	if c.Is != nil && s.at(c.Is.Name) >= 0 && (c.Was == nil || c.Was.Name != c.Is.Name) {
		return false
	}
	switch {
	case c.Was == nil && c.Is != nil:
		s.pane.saved = slices.Insert(s.pane.saved, min(max(c.At, 0), at), *c.Is)
	case c.Is == nil:
		s.pane.saved = slices.Delete(s.pane.saved, at, at+1)
	default:
		s.pane.saved[at] = *c.Is
	}
	s.pane.layout()
	if c.Is != nil && s.focus == folderFocus {
		s.pane.view.Select(searchItem + c.Is.Name)
	}
	return true
}

// at is where a saved search is, -1 for nowhere.
func (s *searches) at(name string) int {
	return slices.IndexFunc(s.pane.saved, func(one savedSearch) bool { return one.Name == name })
}

// do makes a change that undo takes back.
func (s *searches) do(label string, c searchChange) tea.Cmd {
	c.Search = true
	if c.Was != nil {
		c.At = s.at(c.Was.Name)
	}
	if !s.apply(c) {
		return nil
	}
	payload, err := json.Marshal(c)
	if err != nil {
		panic("inbox: a saved search is plain data: " + err.Error())
	}
	step := views.Step{Owner: views.Inbox, Label: label, Payload: payload}
	return tea.Batch(s.save(), s.env.Did(views.Did{Step: step}))
}

// add saves words under a name that is asked for; with none they are their own.
func (s *searches) add(words string) tea.Cmd {
	switch {
	case slices.ContainsFunc(s.pane.saved, func(one savedSearch) bool { return one.Text == words }):
		return views.Notice(views.Info, "This search is saved already.")
	case len(s.pane.saved) >= mostSearches:
		return views.Notice(views.Warning, "There are ", mostSearches, " saved searches already: remove one first.")
	}
	own := firstCharacters(words, mostSearchName)
	s.dialog.Open(dialog.Ask(s.env.Theme, dialog.Question{Title: text.Literal("Save the search as"), Placeholder: text.Clean(own),
		Answer: func(typed string) (tea.Cmd, error) {
			is := savedSearch{Name: cmp.Or(strings.TrimSpace(typed), own), Text: words}
			if err := s.refuse(is.Name); err != nil {
				return nil, err
			}
			return s.do("Saved the search \u201c"+is.Name+"\u201d", searchChange{Is: &is, At: len(s.pane.saved)}), nil
		}}))
	return nil
}

// refuse says why a search cannot be called so.
func (s *searches) refuse(name string) error {
	switch {
	case len([]rune(name)) > mostSearchName:
		return fmt.Errorf("a name has at most %d characters", mostSearchName)
	case s.at(name) >= 0:
		return errors.New("there is a search of this name already")
	}
	return nil
}

func firstCharacters(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}

// current is the saved search under the cursor of the folder pane.
func (s *searches) current() (savedSearch, bool) {
	if item := s.pane.item(); item != nil && item.search {
		if at := s.at(strings.TrimPrefix(item.id, searchItem)); at >= 0 {
			return s.pane.saved[at], true
		}
	}
	return savedSearch{}, false
}

// forget removes the one under the cursor.
func (s *searches) forget() tea.Cmd {
	was, ok := s.current()
	if !ok {
		return nil
	}
	return s.do("Removed the search \u201c"+was.Name+"\u201d", searchChange{Was: &was})
}

// rename asks for another name for it.
func (s *searches) rename() tea.Cmd {
	was, ok := s.current()
	if !ok {
		return nil
	}
	q := dialog.Question{Title: text.Literal("Rename the search"), Value: was.Name, Placeholder: text.Literal("a name")}
	return s.dialog.AskFor(s.env.Theme, q, func(_ dialog.Box, name string) (tea.Cmd, error) {
		is := savedSearch{Name: name, Text: was.Text}
		if name == was.Name {
			return nil, nil
		}
		if err := s.refuse(name); err != nil {
			return nil, err
		}
		return s.do("Renamed the search \u201c"+was.Name+"\u201d to \u201c"+name+"\u201d", searchChange{Was: &was, Is: &is}), nil
	})
}

// actions are what is done with those of the folder pane. Their keys are those
// of folders and of messages, where the cursor is on neither.
func (s *searches) actions() []views.Action {
	return []views.Action{
		{ID: "forget-search", Name: "Remove the saved search", Keys: []string{"d"}, Do: views.Once(s.forget), Enabled: s.pane.onSaved, Needs: views.Needs("a saved search")},
		{ID: "folder.rename-search", Opens: true, Name: "Rename the saved search", Keys: []string{"r"}, Do: views.Once(s.rename), Enabled: s.pane.onSaved, Needs: views.Needs("a saved search")},
	}
}

// remember notes what was looked for.
func (s *searches) remember(words string) tea.Cmd {
	if words == "" || len(s.recent) > 0 && s.recent[0] == words {
		return nil
	}
	s.recent = slices.DeleteFunc(s.recent, func(o string) bool { return o == words })
	s.recent = slices.Insert(s.recent, 0, words)
	s.recent = s.recent[:min(len(s.recent), recentSearches)]
	return s.save()
}

// offered is how many of the last searches the empty line offers.
const offered = 5

// offer is the last searches, as suggestions for an empty line.
func (s *searches) offer() []query.Suggestion {
	var out []query.Suggestion
	for _, words := range s.recent[:min(len(s.recent), offered)] {
		out = append(out, query.Suggestion{Text: words, Label: words, Help: "recent", Whole: true})
	}
	return out
}

// stepOf reads a step.
func (s *searches) stepOf(step views.Step) (c searchChange, ok bool) {
	err := json.Unmarshal(step.Payload, &c)
	return c, err == nil && c.Search
}

// Owns implements stepOwner.
func (s *searches) Owns(step views.Step) bool {
	_, ok := s.stepOf(step)
	return ok
}

// Expired implements views.Expirer.
func (s *searches) Expired(views.Step) bool { return false }

// Revert implements views.Reverter.
func (s *searches) Revert(step views.Step) tea.Cmd {
	c, _ := s.stepOf(step)
	c.Was, c.Is = c.Is, c.Was
	return s.again(c)
}

// Reapply implements views.Reverter.
func (s *searches) Reapply(step views.Step) tea.Cmd {
	c, _ := s.stepOf(step)
	return s.again(c)
}

func (s *searches) again(c searchChange) tea.Cmd {
	if !s.apply(c) {
		return views.Notice(views.Warning, "The saved search is another by now.")
	}
	return s.save()
}
