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
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

// searchPause is how long typing rests before the search is answered.
const searchPause = 30 * time.Millisecond

// searchLine is the line above the list while something is looked for, and what
// to go back to.
type searchLine struct {
	*shared
	folders    *folders
	categories *categories

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

	before listed // what was listed before
	from   pane   // what had the keys before, and whether that filled the screen
	full   bool

	kept *searches

	// What the screen does: answer what was typed, leave the search, look at
	// what is listed now.
	answer, leave, look func() tea.Cmd
}

func (s *searchLine) shown() bool { return s.typing || s.results }

func (s *searchLine) words() string {
	if s.line == nil {
		return ""
	}
	return strings.TrimSpace(s.line.Value())
}

// open gives the line the keys. A filter stays within what is listed. Again
// says that the same words are looked for elsewhere. Words that stand there are
// selected: what is typed takes their place.
func (s *searchLine) open(filter, again bool) tea.Cmd {
	if !s.results || s.filter != filter {
		words := text.Literal("words, from:, is:unread, has:attachment, before:")
		switch {
		case filter:
			words = text.Literal("filter this list")
		case s.focus == readerFocus:
			words = text.Literal("all mail; \\ finds in the message")
		}
		typed := ""
		if s.results && again {
			typed = s.words()
		}
		s.line = input.New(&s.theme, words)
		s.line.SetValue(typed)
	}
	s.filter, s.typing = filter, true
	s.line.Focus()
	s.line.SelectAll()
	return s.answerLater()
}

// close forgets the search.
func (s *searchLine) close() {
	s.typed.Cancel()
	s.line, s.typing, s.results, s.filter, s.before, s.full = nil, false, false, false, listed{}, false
	s.suggestions, s.suggestion, s.asked = nil, -1, ""
}

// saveSearch saves what is looked for.
func (s *searchLine) saveSearch() tea.Cmd {
	words := s.words()
	if words == "" || !s.shown() {
		return nil
	}
	return s.kept.add(words)
}

// enter answers what stands in the line, and leaves it.
func (s *searchLine) enter() tea.Cmd {
	q, remember, read := s.parse(s.words()), tea.Cmd(nil), tea.Cmd(nil)
	if !s.filter && !q.Void() {
		remember = s.kept.remember(s.words())
	}
	if len(q.Notes) > 0 && !q.Void() {
		read = views.Notice(views.Warning, strings.Join(q.Notes, " "))
	}
	return tea.Batch(remember, read, s.end(), s.answer())
}

// end leaves the line; what is shown is looked at from now on.
func (s *searchLine) end() tea.Cmd {
	s.typing = false
	s.line.Blur()
	s.suggestions = nil
	return s.look()
}

// Update takes a key or a paste while the line has the keys.
func (s *searchLine) Update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc", "ctrl+c":
			return s.leave()
		case "enter":
			if s.suggestion >= 0 && len(s.suggestions) > 0 {
				return s.takeSuggestion(true)
			}
			if s.words() == "" {
				return s.leave()
			}
			return s.enter()
		case "tab":
			if len(s.suggestions) > 0 {
				s.suggestion = max(s.suggestion, 0)
				return s.takeSuggestion(false)
			}
			return nil
		case "down", "ctrl+n":
			s.suggestion = min(s.suggestion+1, len(s.suggestions)-1)
			return nil
		case "up", "ctrl+p":
			s.suggestion = max(s.suggestion-1, -1)
			return nil
		case "ctrl+s":
			return s.saveSearch()
		}
	}
	before := s.line.Value()
	cmd := s.line.Update(msg)
	if s.line.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, s.answerLater())
}

// answerLater answers what was typed when typing rests.
func (s *searchLine) answerLater() tea.Cmd {
	return tea.Batch(s.suggest(), s.work.Wait(&s.typed, searchPause, func() tea.Cmd {
		if !s.typing {
			return nil
		}
		return s.answer()
	}))
}

// parse reads what was typed. A folder that is not there is a problem of it.
func (s *searchLine) parse(words string) query.Query {
	q := query.Parse(words, func(day string) (from, until time.Time, err error) {
		return dateparse.Span(day, s.today(), dateparse.Back)
	})
	if q.In != "" && s.folders.named(q.In) == "" {
		q.Problems = append(q.Problems, s.noFolder(q.In))
	}
	return q
}

// noFolder says which folders there are, those that are used most.
func (s *searchLine) noFolder(name string) string {
	if !s.folders.loaded {
		return "in: waits until the folders are loaded."
	}
	const most = 5
	var paths []string
	for _, id := range s.folders.byUse() {
		if paths = append(paths, s.folders.path(id)); len(paths) == most {
			break
		}
	}
	return fmt.Sprintf("in: takes a folder, such as %s, not %q.", strings.Join(paths, ", "), name)
}

// ask is what is looked for, and the folder and class it is looked for in; ok
// is false while there is nothing to ask.
func (s *searchLine) ask() (q query.Query, folder, class string, ok bool) {
	q = s.parse(s.words())
	if q.Zero() || q.Unfinished && s.typing {
		return q, "", "", false
	}
	s.results = true
	if s.filter {
		folder, class = s.before.folder, s.before.class
	}
	if q.In != "" && !q.Void() {
		folder, class = s.folders.named(q.In), ""
	}
	return q, folder, class, true
}

// suggest completes what is being typed.
func (s *searchLine) suggest() tea.Cmd {
	s.suggestion = -1
	s.suggestions = nil
	if s.filter && s.words() == "" {
		return nil
	}
	value := s.line.Value()
	folders := make([]string, 0, len(s.folders.all))
	for _, id := range s.folders.byUse() {
		folders = append(folders, s.folders.path(id))
	}
	var names []string
	for _, c := range s.categories.all {
		names = append(names, c.DisplayName)
	}
	wanted := ""
	sources := query.Sources{Folders: folders, Categories: names, People: func(prefix string) []query.Suggestion {
		wanted = prefix
		return s.people[prefix]
	}}
	s.suggestions = query.Complete(value, s.at(), sources)
	if strings.TrimSpace(value) == "" {
		s.suggestions = append(s.kept.offer(), s.suggestions...)
	}
	if wanted == "" || s.people[wanted] != nil || s.asked == wanted {
		return nil
	}
	s.asked = wanted
	service := s.service
	return views.Call(&s.work, 0, func(ctx context.Context) ([]model.EmailAddress, error) { return service.People(ctx, wanted) },
		func(found []model.EmailAddress, err error) tea.Cmd {
			if err != nil {
				return nil // completion is a courtesy: without it the search still works
			}
			people := make([]query.Suggestion, 0, len(found))
			for _, a := range found {
				people = append(people, query.Suggestion{Text: a.Address, Label: a.Name, Help: a.Address})
			}
			return s.onPeople(wanted, people)
		})
}

func (s *searchLine) onPeople(prefix string, people []query.Suggestion) tea.Cmd {
	if s.people == nil || len(s.people) > 200 {
		s.people = map[string][]query.Suggestion{}
	}
	s.people[prefix] = people
	if !s.typing {
		return nil
	}
	return s.suggest()
}

// at is the byte of the line that the text cursor is at.
func (s *searchLine) at() int {
	runes := []rune(s.line.Value())
	_, column := s.line.Place()
	return len(string(runes[:min(max(column, 0), len(runes))]))
}

// takeSuggestion puts the marked suggestion into the line, in the place of what
// stands at the cursor. One that is a whole search is answered by enter.
func (s *searchLine) takeSuggestion(enter bool) tea.Cmd {
	chosen := s.suggestions[min(s.suggestion, len(s.suggestions)-1)]
	value := s.line.Value()
	if chosen.Whole {
		if s.line.SetValue(chosen.Text); enter {
			return s.enter()
		}
		return s.answerLater()
	}
	before, after := value[:chosen.From]+chosen.Text, value[chosen.To:]
	if strings.HasSuffix(before, " ") {
		after = strings.TrimLeft(after, " ")
	}
	s.line.SetValue(before + after)
	s.line.SetPlace(0, len([]rune(before)))
	return s.answerLater()
}

// draw draws the line in the list's head; of what it found there are total, -1
// while that is not known, in so many percent of the mail, nil for all of it.
func (s *searchLine) draw(p *row.Painter, room int, busy bool, total int, indexed *int) {
	sign := p.Glyphs.Search
	if s.filter {
		sign = "\\"
	}
	right := ""
	switch {
	case s.results && indexed != nil: // it is answered again and again
		part := fmt.Sprintf("%d %% indexed", *indexed)
		if right = part; total >= 0 {
			right = views.Count(total, "message", "messages") + ", " + part
		}
		if text.Width(right) > room/2 {
			right = part
		}
	case busy:
		right = "searching"
	case s.results && total >= 0:
		right = views.Count(total, "message", "messages")
	}
	if text.Width(right) > room/2 {
		right = ""
	}
	p.Glyph(sign, p.Styles.Accent)
	p.Blank(1)
	line, at := s.line.View(max(room-2-len(right)-1, 1))
	s.cursor = max(at, 0)
	p.Drawn(line)
	p.Columns(len(right)+1, row.Column{Text: text.Clean(right), Style: p.Styles.Muted, Gap: 1})
}

// Over draws the suggestions under the line, which is at the top of r.
func (s *searchLine) Over(background string, r panes.Rect, width int) string {
	if !s.typing || len(s.suggestions) == 0 {
		return background
	}
	w, h := min(44, r.W-2), min(len(s.suggestions)+2, r.H-2)
	if w < 12 || h < 3 {
		return background
	}
	var lines []string
	for i, suggestion := range s.suggestions[:h-2] {
		p := row.For(&s.theme, rowState(i == s.suggestion))
		label := text.Clean(suggestion.Label)
		p.Columns(w-3, row.Column{Text: label, Style: p.Styles.Text, Gap: 1, Width: max((w-4)/2, label.Width())},
			row.Column{Text: text.Clean(suggestion.Help), Style: p.Styles.Muted, Gap: 1, Fill: true})
		p.Blank(1)
		lines = append(lines, p.String())
	}
	box := overlay.Frame(&s.theme, text.Text{}, strings.Join(lines, "\n"), "", w, h)
	return overlay.Place(background, box, r.X+1, r.Y+1, width)
}

// Cursor is the text cursor in the line, nil for none.
func (s *searchLine) Cursor() *tea.Cursor {
	if !s.typing {
		return nil
	}
	return tea.NewCursor(3+s.cursor, 0)
}
