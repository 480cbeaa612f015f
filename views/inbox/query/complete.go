package query

import (
	"strings"
)

// Suggestion is a way to go on typing: Text replaces the bytes From..To of
// the search, Label and Help are shown.
type Suggestion struct {
	Text, Label, Help string
	From, To          int
	Whole             bool // Text is all of a search, whatever stands there
}

// Sources are the names that values are completed from. People answers for a
// prefix, best first, with the address as Text.
type Sources struct {
	People     func(prefix string) []Suggestion
	Folders    []string
	Categories []string
}

const maxSuggestions = 8

// Complete suggests how the token at the cursor can go on.
func Complete(text string, cursor int, from Sources) []Suggestion {
	t, ok := At(text, cursor)
	if !ok {
		if cursor > 0 && !isBlank(text[cursor-1]) && text[cursor-1] != '(' {
			return nil
		}
		t = Token{From: cursor, To: cursor}
	}
	var out []Suggestion
	switch t.Operator {
	case "":
		out = operators(t.Value)
	case "from:", "to:":
		if from.People != nil {
			out = from.People(t.Value)
		}
	case "in:":
		out = names(from.Folders, t.Value)
	case "category:":
		out = names(from.Categories, t.Value)
	default:
		for _, op := range Operators() {
			if op.Name == t.Operator {
				out = names(op.Values, t.Value)
			}
		}
	}
	if len(out) > maxSuggestions {
		out = out[:maxSuggestions]
	}
	for i := range out {
		out[i].From, out[i].To = t.From, t.To
		if t.Operator == "" {
			out[i].Text = sign(t) + out[i].Text
		} else {
			out[i].Text = sign(t) + t.Operator + quote(out[i].Text) + " "
		}
	}
	return out
}

// operators suggests operators for the beginning of a word; for no word at
// all, every one.
func operators(prefix string) []Suggestion {
	var out []Suggestion
	for _, op := range Operators() {
		if hasFold(op.Name, prefix) {
			out = append(out, Suggestion{Text: op.Name, Label: op.Name, Help: op.Help})
		}
	}
	return out
}

// names suggests those names that contain what was typed, those that begin
// with it first.
func names(all []string, typed string) []Suggestion {
	var begin, within []Suggestion
	for _, n := range all {
		s := Suggestion{Text: n, Label: n}
		switch {
		case strings.EqualFold(n, typed):
		case hasFold(n, typed):
			begin = append(begin, s)
		case strings.Contains(strings.ToLower(n), strings.ToLower(typed)):
			within = append(within, s)
		}
	}
	return append(begin, within...)
}

func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func sign(t Token) string {
	if t.Negated {
		return "-"
	}
	return ""
}

// quote puts a value with blanks in quotes. The language has no escape, so a
// quote within is left out.
func quote(s string) string {
	s = strings.ReplaceAll(s, `"`, "")
	if strings.ContainsAny(s, " \t()") {
		return `"` + s + `"`
	}
	return s
}
