package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var march = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func day(words string) (time.Time, error) {
	if words == "1 march" || words == "yesterday" {
		return march, nil
	}
	return time.Time{}, errors.New("needs a date")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, ``},
		{`plan  notes`, `words[plan notes]`},
		{`"release plan" x`, `words[release plan|x]`},
		{`"not closed yet`, `words[not closed yet]`},
		{`FROM:ann to:bo subject:"release plan"`, `from[ann] to[bo] subject[release plan]`},
		{`from: word`, `words[word]`},
		{`is:unread has:attachment`, `read=false attachment=true`},
		{`-is:unread -has:attachment`, `read=true attachment=false`},
		{`is:flagged is:important in:Projects category:red`, `category[red] in=Projects flagged=true important`},
		{`before:"1 march" after:yesterday`, `after=2026-03-01 before=2026-03-01`},
		{`before:soon is:odd x`, `words[x] problems=2`},
		{`a:b c-d -e`, `words[a:b c-d -e]`},
	} {
		if got := describe(Parse(c.text, day)); got != c.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func describe(q Query) string {
	var parts []string
	list := func(name string, values []string) {
		if len(values) == 0 {
			return
		}
		sep := " "
		if strings.Contains(strings.Join(values, ""), " ") {
			sep = "|"
		}
		parts = append(parts, fmt.Sprintf("%s[%s]", name, strings.Join(values, sep)))
	}
	flag := func(name string, b *bool) {
		if b != nil {
			parts = append(parts, fmt.Sprintf("%s=%v", name, *b))
		}
	}
	list("words", q.Words)
	list("from", q.From)
	list("to", q.To)
	list("subject", q.Subject)
	list("category", q.Categories)
	if q.In != "" {
		parts = append(parts, "in="+q.In)
	}
	flag("read", q.Read)
	flag("flagged", q.Flagged)
	if q.Important {
		parts = append(parts, "important")
	}
	flag("attachment", q.Attachment)
	if !q.After.IsZero() {
		parts = append(parts, "after="+q.After.Format(time.DateOnly))
	}
	if !q.Before.IsZero() {
		parts = append(parts, "before="+q.Before.Format(time.DateOnly))
	}
	if len(q.Problems) > 0 {
		parts = append(parts, fmt.Sprintf("problems=%d", len(q.Problems)))
	}
	return strings.Join(parts, " ")
}

func TestComplete(t *testing.T) {
	sources := Sources{
		People: func(prefix string) []Suggestion {
			return []Suggestion{{Text: "ann@contoso.example", Label: "Ann " + prefix}}
		},
		Folders: []string{"Inbox", "Project Atlas", "Archive"},
	}
	for _, c := range []struct {
		text   string
		cursor int
		want   string
	}{
		{"fr", 2, "from:"},
		{"plan i", 6, "plan in:|plan is:"},
		{"from:an", 7, "from:ann@contoso.example "},
		{"in:at", 5, `in:"Project Atlas" `},
		{"x in:arch y", 9, `x in:Archive  y`},
		{"-is:un", 6, "-is:unread "},
		{"has:attachment", 14, ""},
		{"zebra", 5, ""},
	} {
		var got []string
		for _, s := range Complete(c.text, c.cursor, sources) {
			got = append(got, c.text[:s.From]+s.Text+c.text[s.To:])
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("Complete(%q, %d)\n got %q\nwant %q", c.text, c.cursor, strings.Join(got, "|"), c.want)
		}
	}
}

func TestTokensCoverTheTextInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(`ab "-:is from:é `))).Draw(t, "text")
		last := 0
		for _, token := range Tokens(text) {
			if token.From < last || token.To <= token.From || token.To > len(text) {
				t.Fatalf("token %+v after byte %d of %q", token, last, text)
			}
			if gap := strings.TrimSpace(text[last:token.From]); gap != "" {
				t.Fatalf("%q lost from %q", gap, text)
			}
			last = token.To
		}
		Parse(text, day)
		Complete(text, len(text), Sources{})
	})
}
