package inbox

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/pager"
	"daybook/widget/text"
)

// searchPause is how long typing rests before the search is answered.
const searchPause = 30 * time.Millisecond

// search is the line above the list while something is looked for, and what
// to go back to.
type search struct {
	line    *input.Line
	typing  bool          // the line has the keys
	results bool          // the list is an answer
	filter  bool          // within the folder and lens shown
	typed   views.Request // the pause after which what was typed is answered
	cursor  int           // cell of the text cursor in the line

	suggestions []query.Suggestion
	suggestion  int // the marked one, -1 for none
	people      map[string][]query.Suggestion
	asked       string

	folder, class, selected string // what was listed before
}

func (s *search) shown() bool { return s.typing || s.results }

func (s *search) words() string {
	if s.line == nil {
		return ""
	}
	return strings.TrimSpace(s.line.Value())
}

// startSearch opens the line. A filter stays within what is listed.
func (m *Model) startSearch(filter bool) tea.Cmd {
	s := &m.search
	if !s.results || s.filter != filter {
		if !s.results {
			s.folder, s.class, s.selected = m.list.folder, m.list.class, ""
			if r := m.list.rows.Selected(); r != nil {
				s.selected = r.Newest().ID
			}
		}
		words := text.Literal("words, from:, is:unread, has:attachment, before:")
		if filter {
			words = text.Literal("filter this list")
		}
		typed := ""
		if s.results && m.list.rows.Loaded() && m.list.rows.Len() == 0 { // the same words, elsewhere
			typed = s.words()
		}
		s.line = input.New(&m.theme, words)
		s.line.SetValue(typed)
	}
	s.filter, s.typing = filter, true
	s.line.Focus()
	m.setFocus(listFocus)
	return m.searchLater()
}

// searchFor answers a search that was not typed: a saved one.
func (m *Model) searchFor(words string) tea.Cmd {
	m.startSearch(false)
	m.search.line.SetValue(words)
	return tea.Batch(m.endTyping(), m.runSearch())
}

// endTyping leaves the line; what is shown is looked at from now on.
func (m *Model) endTyping() tea.Cmd {
	m.search.typing = false
	m.search.line.Blur()
	m.search.suggestions = nil
	return m.look(false)
}

// typeSearch is a key or a paste while the line has the keys.
func (m *Model) typeSearch(msg tea.Msg) tea.Cmd {
	s := &m.search
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc", "ctrl+c":
			return m.leaveSearch()
		case "enter":
			if s.suggestion >= 0 && len(s.suggestions) > 0 {
				return m.takeSuggestion()
			}
			if s.words() == "" {
				return m.leaveSearch()
			}
			return tea.Batch(m.endTyping(), m.runSearch())
		case "tab":
			if len(s.suggestions) > 0 {
				s.suggestion = max(s.suggestion, 0)
				return m.takeSuggestion()
			}
			return nil
		case "down", "ctrl+n":
			s.suggestion = min(s.suggestion+1, len(s.suggestions)-1)
			return nil
		case "up", "ctrl+p":
			s.suggestion = max(s.suggestion-1, -1)
			return nil
		case "ctrl+s":
			return m.saveSearch()
		}
	}
	before := s.line.Value()
	cmd := s.line.Update(msg)
	if s.line.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, m.searchLater())
}

// searchLater answers what was typed when typing rests.
func (m *Model) searchLater() tea.Cmd {
	return tea.Batch(m.suggest(), m.work.Wait(&m.search.typed, searchPause, func() tea.Cmd {
		if !m.search.typing {
			return nil
		}
		return m.runSearch()
	}))
}

// parse reads what was typed. A folder that is not there is a problem of it.
func (m *Model) parse(words string) query.Query {
	q := query.Parse(words, func(day string) (from, until time.Time, err error) {
		return dateparse.Span(day, m.today(), dateparse.Back)
	})
	if q.In != "" && m.folders.named(q.In) == "" {
		q.Problems = append(q.Problems, m.noFolder(q.In))
	}
	return q
}

// noFolder says which folders there are, those that are used most.
func (m *Model) noFolder(name string) string {
	const most = 5
	var paths []string
	for _, id := range m.folders.byUse() {
		if paths = append(paths, m.folders.path(id)); len(paths) == most {
			break
		}
	}
	return fmt.Sprintf("in: takes a folder, such as %s, not %q.", strings.Join(paths, ", "), name)
}

// runSearch asks the service. The list keeps showing what it has until the
// answer is here. What is not understood finds nothing, and nobody is asked.
func (m *Model) runSearch() tea.Cmd {
	s := &m.search
	q := m.parse(s.words())
	if q.Zero() || q.Unfinished && s.typing {
		return nil
	}
	s.results = true
	folder, class := "", ""
	if s.filter {
		folder, class = s.folder, s.class
	}
	if q.In != "" && !q.Void() {
		folder, class = m.folders.named(q.In), ""
	}
	m.reader.terms = text.NewQuery(q.Terms(true)...)
	m.list.drawer.setTerms(text.NewQuery(q.Terms(false)...))
	if q.Void() {
		return m.showNothing(folder, class, q)
	}
	return m.replaceList(folder, class, q)
}

// leaveSearch goes back to what was listed before.
func (m *Model) leaveSearch() tea.Cmd {
	s := &m.search
	if !s.shown() {
		return nil
	}
	folder, class, selected, results := s.folder, s.class, s.selected, s.results
	m.closeSearch()
	if !results {
		return nil
	}
	m.list.reselect = selected
	cmd := m.openList(folder, class, query.Query{}, false)
	m.pinWoken()
	return cmd
}

// closeSearch forgets the search, without changing the list.
func (m *Model) closeSearch() {
	m.search.typed.Cancel()
	m.search = search{people: m.search.people, suggestion: -1}
	m.reader.terms = text.Query{}
	m.list.drawer.setTerms(text.Query{})
	m.reader.pager.Search(text.Query{})
}

// nextMatch goes to the next (or an earlier) place that the search found: in
// the reader from match to match, in the list from message to message.
func (m *Model) nextMatch(steps int) tea.Cmd {
	if m.focus != readerFocus {
		m.list.rows.Move(steps)
		m.list.sync()
		return tea.Batch(m.loadMore(), m.selected())
	}
	m.reader.scroll(func(p *pager.Pager) { p.NextMatch(steps) })
	return nil
}

// suggest completes what is being typed.
func (m *Model) suggest() tea.Cmd {
	s := &m.search
	s.suggestion = -1
	s.suggestions = nil
	if s.filter && s.words() == "" {
		return nil
	}
	value := s.line.Value()
	folders := make([]string, 0, len(m.folders.all))
	for _, id := range m.folders.byUse() {
		folders = append(folders, m.folders.path(id))
	}
	var names []string
	for _, c := range m.categories.all {
		names = append(names, c.DisplayName)
	}
	wanted := ""
	sources := query.Sources{Folders: folders, Categories: names, People: func(prefix string) []query.Suggestion {
		wanted = prefix
		return s.people[prefix]
	}}
	s.suggestions = query.Complete(value, len(value), sources)
	if wanted == "" || s.people[wanted] != nil || s.asked == wanted {
		return nil
	}
	s.asked = wanted
	service := m.service
	return views.Call(&m.work, 0, func(ctx context.Context) ([]model.EmailAddress, error) { return service.People(ctx, wanted) },
		func(found []model.EmailAddress, err error) tea.Cmd {
			if err != nil {
				return nil // completion is a courtesy: without it the search still works
			}
			people := make([]query.Suggestion, 0, len(found))
			for _, a := range found {
				people = append(people, query.Suggestion{Text: a.Address, Label: a.Name, Help: a.Address})
			}
			return m.onPeople(wanted, people)
		})
}

func (m *Model) onPeople(prefix string, people []query.Suggestion) tea.Cmd {
	s := &m.search
	if s.people == nil || len(s.people) > 200 {
		s.people = map[string][]query.Suggestion{}
	}
	s.people[prefix] = people
	if !s.typing {
		return nil
	}
	return m.suggest()
}

// takeSuggestion puts the marked suggestion into the line.
func (m *Model) takeSuggestion() tea.Cmd {
	s := &m.search
	chosen := s.suggestions[min(s.suggestion, len(s.suggestions)-1)]
	value := s.line.Value()
	s.line.SetValue(value[:chosen.From] + chosen.Text + value[chosen.To:])
	return m.searchLater()
}

// searchHead draws the line of the search in the list's head.
func (m *Model) searchHead(p *painter, room int) {
	sign := p.glyphs.Search
	if m.search.filter {
		sign = "\\"
	}
	right := ""
	switch {
	case m.list.first.Busy():
		right = "searching"
	case m.search.results && m.list.total >= 0:
		right = plural(m.list.total, "message")
	}
	if text.Width(right) > room/2 {
		right = ""
	}
	p.glyph(sign, p.styles.Accent)
	p.blank(1)
	line, at := m.search.line.View(max(room-2-len(right)-1, 1))
	m.search.cursor = max(at, 0)
	p.b.WriteString(line)
	p.right(right, len(right)+1, p.styles.Muted)
}

// suggested draws the suggestions under the line.
func (m *Model) suggested(background string) string {
	s := &m.search
	if !s.typing || len(s.suggestions) == 0 {
		return background
	}
	r := arrange(m.width, m.height, m.focus).list
	w, h := min(44, r.w-2), min(len(s.suggestions)+2, r.h-2)
	if w < 12 || h < 3 {
		return background
	}
	var lines []string
	for i, suggestion := range s.suggestions[:h-2] {
		state := m.theme.Row(rowState(i == s.suggestion))
		p := painter{styles: state, glyphs: &m.theme.Glyphs}
		p.blank(1)
		label := text.Clean(suggestion.Label)
		p.fit(label, max((w-4)/2, label.Width()), p.styles.Text)
		p.blank(1)
		p.fit(text.Clean(suggestion.Help), w-4-max((w-4)/2, label.Width()), p.styles.Muted)
		p.blank(1)
		lines = append(lines, p.b.String())
	}
	box := overlay.Frame(&m.theme, text.Text{}, strings.Join(lines, "\n"), "", w, h)
	return overlay.Place(background, box, r.x+1, r.y+1, m.width)
}

// fromSender matches the mail of a sender.
func fromSender(address string) func(*rows.Message) bool {
	return func(e *rows.Message) bool { return strings.EqualFold(e.From.Address, address) }
}
