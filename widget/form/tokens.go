package form

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/text"
)

const (
	// separators stand between values that are typed in one go.
	separators = ",;\n"
	// maxSuggestions is the lines of the popup.
	maxSuggestions = 8
	// minTyping is the cells a line has to have left for typing; otherwise the next is begun.
	minTyping = 12
)

// Token is one of several values in a field: a recipient, a category.
type Token struct {
	// Value is what the program gets, Label what is shown, Detail what the popup adds.
	Value         string
	Label, Detail text.Text
	// Suspect marks a token to look at twice.
	Suspect bool
}

// TokensOptions of a field of tokens.
type TokensOptions struct {
	Placeholder text.Text
	// Parse makes a token of what was typed; an error leaves it to be corrected.
	Parse func(typed string) (Token, error)
	// Complete asks for suggestions; they arrive with SetSuggestions, also if there are none. Nil offers none.
	Complete func(query string) tea.Cmd
}

// Path is the token of a file's path; it is called as the file.
func Path(typed string) Token {
	return Token{Value: typed, Label: text.Clean(typed[strings.LastIndexAny(typed, `/\`)+1:])}
}

// Tokens is several values, completed from a popup while typing. Enter and tab take what is chosen there, comma and
// semicolon what was typed, each the other where there is none; so does leaving the field, and saving the form. A space
// is part of a name. Backspace at the beginning takes the last token back.
type Tokens struct {
	options     TokensOptions
	theme       *theme.Theme
	tokens      []Token
	input       *input.Line
	suggestions []Token
	at          int    // the suggestion chosen
	unmatched   string // what was typed and matches nothing
	asked       string // what suggestions were asked for that have not arrived
	waiting     string // what a comma was typed behind meanwhile; it stands in the line with what followed
	err         error
}

// NewTokens is a field with tokens.
func NewTokens(th *theme.Theme, tokens []Token, o TokensOptions) *Tokens {
	return &Tokens{options: o, theme: th, tokens: slices.Clone(tokens), input: input.New(th, o.Placeholder)}
}

// SetTheme changes the looks.
func (t *Tokens) SetTheme(th *theme.Theme) {
	t.theme = th
	t.input.SetTheme(th)
}

// Tokens are the values taken so far.
func (t *Tokens) Tokens() []Token { return t.tokens }

// SetTokens replaces them.
func (t *Tokens) SetTokens(tokens []Token) { t.tokens = slices.Clone(tokens) }

// SetTyped replaces what is typed and has not become a token yet.
func (t *Tokens) SetTyped(s string) { t.input.SetValue(s) }

// Typed is what has not become a token yet.
func (t *Tokens) Typed() string { return strings.TrimSpace(t.input.Value()) }

// Place is where the text cursor is in what is typed: always on line 0.
func (t *Tokens) Place() (line, column int) { return t.input.Place() }

// SetPlace moves it, to the nearest place that there is.
func (t *Tokens) SetPlace(line, column int) { t.input.SetPlace(line, column) }

// Take makes a token of it if it can, of each part where there are commas.
func (t *Tokens) Take() {
	if t.waiting = ""; strings.ContainsAny(t.input.Value(), separators) {
		t.takeAll(t.input.Value())
	} else {
		t.take(t.input.Value())
	}
}

// Wrong says why what is typed is no token.
func (t *Tokens) Wrong() error {
	if t.Typed() == "" {
		return nil
	}
	return t.err
}

// Remark says that what is typed completes to nothing.
func (t *Tokens) Remark() text.Text {
	if t.unmatched == "" || t.unmatched != t.Typed() || !t.input.Focused() {
		return text.Text{}
	}
	return text.Literal("nothing matches")
}

// Value is all values and what is typed, joined by commas.
func (t *Tokens) Value() string {
	var values []string
	for _, one := range t.tokens {
		values = append(values, one.Value)
	}
	if typed := t.Typed(); typed != "" {
		values = append(values, typed)
	}
	return strings.Join(values, ", ")
}

// Focus gives the keys to the field.
func (t *Tokens) Focus() { t.input.Focus() }

// Blur takes them away, and what was typed.
func (t *Tokens) Blur() {
	t.Take()
	t.suggestions = nil
	t.input.Blur()
}

// Wants says that the suggestions of a query are still waited for.
func (t *Tokens) Wants(query string) bool { return query == t.Typed() || query == t.waiting }

// SetSuggestions shows completions for a query, unless something else was typed meanwhile. Where a comma was, it takes the
// first of them, and the command asks for those of what was typed behind it.
func (t *Tokens) SetSuggestions(query string, suggestions []Token) tea.Cmd {
	if query == "" || !t.input.Focused() {
		return nil
	}
	if query == t.asked {
		t.asked = ""
	}
	if query == t.waiting {
		return t.goOn(suggestions)
	}
	if t.Typed() != query {
		return nil
	}
	if t.unmatched = ""; len(suggestions) == 0 {
		t.unmatched = query
	}
	t.suggestions, t.at = suggestions[:min(len(suggestions), maxSuggestions)], 0
	return nil
}

// goOn takes what waited for its suggestions, and goes on with what stands behind it. What none fits stays as it was typed.
func (t *Tokens) goOn(suggestions []Token) tea.Cmd {
	waiting, value := t.waiting, t.input.Value()
	t.waiting = ""
	at := strings.IndexAny(value, separators)
	if at < 0 || strings.TrimSpace(value[:at]) != waiting {
		return nil // it was edited since
	}
	if len(suggestions) == 0 {
		_, t.err = t.options.Parse(waiting)
		return nil
	}
	t.add(suggestions[0])
	t.input.SetValue(strings.TrimLeft(value[at+1:], " "))
	for {
		value := t.input.Value()
		at := strings.IndexAny(value, separators)
		if at < 0 {
			return t.ask(strings.TrimSpace(value))
		}
		part := strings.TrimSpace(value[:at])
		if !t.take(part) {
			t.err, t.waiting = nil, part
			return t.ask(part)
		}
		t.input.SetValue(strings.TrimLeft(value[at+1:], " "))
	}
}

// ask asks for the suggestions of a query.
func (t *Tokens) ask(query string) tea.Cmd {
	if t.suggestions = nil; query == "" || t.options.Complete == nil {
		return nil
	}
	t.asked = query
	return t.options.Complete(query)
}

// Update edits, chooses and takes.
func (t *Tokens) Update(msg tea.Msg) (tea.Cmd, bool) {
	press, isKey := msg.(tea.KeyPressMsg)
	if paste, ok := msg.(tea.PasteMsg); ok && strings.ContainsAny(paste.Content, separators) {
		t.takeAll(t.input.Value() + paste.Content)
		return nil, true
	}
	if isKey {
		if done := t.command(press.String()); done {
			return nil, true
		}
		if !t.input.Handles(press) {
			return nil, false
		}
	}
	before := t.input.Value()
	cmd := t.input.Update(msg)
	typed := t.Typed()
	if t.input.Value() == before {
		return cmd, isKey
	}
	if t.err = nil; t.waiting != "" {
		return cmd, true
	}
	if typed == "" || t.options.Complete == nil {
		t.suggestions = nil
		return cmd, true
	}
	t.asked = typed
	return tea.Batch(cmd, t.options.Complete(typed)), true
}

// command handles the keys that do something else than edit.
func (t *Tokens) command(key string) (done bool) {
	typed := t.Typed()
	open := len(t.suggestions) > 0
	switch {
	case (key == "down" || key == "ctrl+n") && open:
		t.at = (t.at + 1) % len(t.suggestions)
	case (key == "up" || key == "ctrl+p") && open:
		t.at = (t.at + len(t.suggestions) - 1) % len(t.suggestions)
	case key == "esc" && open:
		t.suggestions = nil
	case (key == "enter" || key == "tab") && open:
		t.add(t.suggestions[t.at])
	case (key == "enter" || key == "," || key == ";") && typed != "" && t.waiting == "":
		switch {
		case t.take(typed):
		case open:
			t.add(t.suggestions[t.at])
		case key != "enter" && t.asked == typed:
			t.waiting = typed
			return false
		}
	case (key == "," || key == ";") && t.waiting == "":
	case key == "backspace" && t.input.Value() == "" && len(t.tokens) > 0:
		t.tokens = t.tokens[:len(t.tokens)-1]
	default:
		return false
	}
	return true
}

func (t *Tokens) takeAll(typed string) {
	t.input.SetValue("")
	var left []string
	var wrong error
	for part := range strings.FieldsFuncSeq(typed, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if !t.take(part) {
			left = append(left, strings.TrimSpace(part))
			wrong = cmp.Or(wrong, t.err)
		}
	}
	t.input.SetValue(strings.Join(left, ", "))
	t.err = wrong
}

// take makes a token of what was typed and says whether nothing is left to correct.
func (t *Tokens) take(typed string) bool {
	typed = strings.TrimSpace(typed)
	if typed == "" || t.options.Parse == nil {
		return typed == ""
	}
	token, err := t.options.Parse(typed)
	if t.err = err; err != nil {
		return false
	}
	t.add(token)
	return true
}

// add appends a token, once.
func (t *Tokens) add(token Token) {
	t.input.SetValue("")
	t.suggestions, t.err = nil, nil
	for _, one := range t.tokens {
		if strings.EqualFold(one.Value, token.Value) {
			return
		}
	}
	t.tokens = append(t.tokens, token)
}

// View is the tokens and the line to type into, wrapped.
func (t *Tokens) View(width int) (lines []string, x, y int) {
	var line strings.Builder
	used := 0
	for _, one := range t.tokens {
		label := one.Label
		if label.Empty() {
			label = text.Clean(one.Value)
		}
		label = label.Truncate(width-3, text.Glyph(t.theme.Glyphs.Ellipsis))
		cells := label.Width() + 2
		if used > 0 && used+cells > width {
			lines = append(lines, text.FitStyled(line.String(), width))
			line.Reset()
			used = 0
		}
		style := t.theme.Accent
		if one.Suspect {
			style = t.theme.Warning
		}
		style.Write(&line, "["+label.String()+"]")
		line.WriteString(" ")
		used += cells + 1
	}
	if used > 0 && width-used < minTyping {
		lines = append(lines, text.FitStyled(line.String(), width))
		line.Reset()
		used = 0
	}
	t.input.SetPlaceholder(t.options.Placeholder)
	if len(t.tokens) > 0 {
		t.input.SetPlaceholder(text.Text{})
	}
	typing, at := t.input.View(width - used)
	lines = append(lines, text.FitStyled(line.String()+typing, width))
	if at < 0 {
		return lines, -1, 0
	}
	return lines, used + at, len(lines) - 1
}

// Popup is the suggestions.
func (t *Tokens) Popup(width int) string {
	lines := make([]string, 0, len(t.suggestions))
	for i, one := range t.suggestions {
		s := t.theme.Row(theme.RowState{Cursor: i == t.at, Focused: true})
		bar := " "
		if i == t.at {
			bar = string(t.theme.Glyphs.Bar)
		}
		label := one.Label.Truncate(width*2/3, text.Glyph(t.theme.Glyphs.Ellipsis))
		detail := one.Detail.Truncate(max(width-label.Width()-4, 0), text.Glyph(t.theme.Glyphs.Ellipsis))
		lines = append(lines, s.Bar.Render(bar)+s.Text.Render(label.String()+"  ")+
			s.Muted.Render(detail.String()+text.Blanks(width-3-label.Width()-detail.Width())))
	}
	return strings.Join(lines, "\n")
}
