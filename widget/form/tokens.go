package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/text"
)

const (
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
	// Complete asks for suggestions; they arrive with SetSuggestions. Nil offers none.
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

// Take makes a token of it if it can.
func (t *Tokens) Take() { t.take(t.input.Value()) }

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

// SetSuggestions shows completions for a query, unless something else was typed meanwhile.
func (t *Tokens) SetSuggestions(query string, suggestions []Token) {
	if query == "" || t.Typed() != query || !t.input.Focused() {
		return
	}
	if t.unmatched = ""; len(suggestions) == 0 {
		t.unmatched = query
	}
	t.suggestions, t.at = suggestions[:min(len(suggestions), maxSuggestions)], 0
}

// Update edits, chooses and takes.
func (t *Tokens) Update(msg tea.Msg) (tea.Cmd, bool) {
	press, isKey := msg.(tea.KeyPressMsg)
	if paste, ok := msg.(tea.PasteMsg); ok && strings.ContainsAny(paste.Content, ",;\n") {
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
	t.err = nil
	if typed == "" {
		t.suggestions = nil
	} else if t.options.Complete != nil {
		return tea.Batch(cmd, t.options.Complete(typed)), true
	}
	return cmd, true
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
	case (key == "enter" || key == "," || key == ";") && typed != "":
		if !t.take(typed) && open {
			t.add(t.suggestions[t.at])
		}
	case key == "," || key == ";":
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
	for part := range strings.FieldsFuncSeq(typed, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		if !t.take(part) {
			left = append(left, strings.TrimSpace(part))
		}
	}
	t.input.SetValue(strings.Join(left, " "))
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
