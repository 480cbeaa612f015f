package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	_ "daybook/internal/seed"

	"pgregory.net/rapid"
)

var march = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func day(words string) (from, until time.Time, err error) {
	switch words {
	case "1 march", "yesterday":
		return march, march.AddDate(0, 0, 1), nil
	case "today":
		return march.AddDate(0, 0, 1), march.AddDate(0, 0, 2), nil
	}
	return from, until, errors.New("needs a date")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, ``},
		{`plan  notes`, `plan notes`},
		{`"release plan" x`, `"release plan" x`},
		{`"not closed yet`, `"not closed yet"`},
		{`FROM:ann to:bo subject:"release plan"`, `from:ann to:bo subject:"release plan"`},
		{`cc:a bcc:b recipients:c participants:d body:e attachment:f`, `cc:a bcc:b recipients:c participants:d body:e attachment:f`},
		{`is:unread has:attachment`, `read=false attachment=true`},
		{`-is:unread -has:attachment NOT is:starred -is:important`, `read=true flagged=false important=false attachment=false`},
		{`NOT -is:read`, `read=true`},
		{`is:flagged is:important in:Projects category:red`, `category:red in:Projects flagged=true important=true`},
		{`is:read is:unread`, `read=true not(read=true)`},
		{`before:"1 march" after:yesterday`, `after=2026-03-01 before=2026-03-01`},
		{`after:yesterday after:today before:yesterday before:today`, `after=2026-03-02 before=2026-03-01`},
		{`received:yesterday`, `after=2026-03-01 before=2026-03-02`},
		{`received:yesterday..today`, `after=2026-03-01 before=2026-03-03`},
		{`received>yesterday`, `after=2026-03-02`},
		{`received:<=yesterday`, `before=2026-03-02`},
		{`size>1MB size:20kb`, `size:>1MB size:20kb`},
		{`a:b c-d -e`, `a:b c-d not(e)`},
		{`re: 12:30 https://x.example mailto:ann@x`, `re: 12:30 https://x.example mailto:ann@x`},
		{`from:bo OR from:cy`, `any(from:bo | from:cy)`},
		{`from:(bo OR "cy x") plan`, `plan any(from:bo | from:"cy x")`},
		{`from:(bo cy)`, `from:bo from:cy`},
		{`a b OR c AND d`, `any(a b | c d)`},
		{`(a OR is:read) -(b c)`, `any(a | read=true) not(b c)`},
		{`a OR (b OR c)`, `any(a | any(b | c))`},
		{`(a`, `a`},
		{`a) b`, `a b`},
		{`f(x) :)`, `f(x`},
		{`a OR`, `a`},
		{`OR a or b`, `a or b`},
		{`plan & -`, `plan`},
		{`-from:bo`, `not(from:bo)`},
		{`"is:foo"`, `"is:foo"`},
		{`message-id:<a-1@x.example> plan`, `plan id:<a-1@x.example>`},
		{`-Message-ID:a@x.example`, `not(id:<a@x.example>)`},
		{`message-id:"<a@x.example>"`, `id:<a@x.example>`},
		{`from-ann:x to-day:y message-x:1`, `from-ann:x to-day:y message-x:1`},
		{`-EINVAL "-EINVAL"`, `"-EINVAL" not(EINVAL)`},
	} {
		if got := describe(Parse(c.text, day)); got != c.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// What means nothing makes the whole search void, and is said with what
// would be understood.
func TestWhatMeansNothingFindsNothing(t *testing.T) {
	for text, want := range map[string]string{
		`plan before:soon`:              `before: needs a date.`,
		`after:2026-13-45`:              `after: needs a date.`,
		`received:yesterday..x`:         `received: needs a date.`,
		`received:today..yesterday`:     `received: "today..yesterday" ends before it begins.`,
		`before:>yesterday`:             `before: takes a day, not ">yesterday".`,
		`is:foo x`:                      `is: takes unread, read, flagged or important, not "foo".`,
		`-is:foo`:                       `is: takes unread, read, flagged or important, not "foo".`,
		`x OR is:`:                      `is: takes unread, read, flagged or important, right behind the colon.`,
		`has:html`:                      `has: takes attachment, not "html".`,
		`from: word`:                    `from: takes a value right behind the colon: sender.`,
		`from:()`:                       `from: takes a value right behind the colon: sender.`,
		`from:***`:                      `from: takes words, a name or an address, not "***".`,
		`subject:"" x`:                  `subject: takes a value right behind the colon: words of the subject.`,
		`size:big`:                      `size: takes a size such as >1MB, <20KB or 300, not "big".`,
		`colour:red plan`:               `colour: is not known. There are ` + operatorNames() + `; in quotes it is looked for as it stands.`,
		`in:a in:b`:                     `in: takes one folder.`,
		`in:a OR plan`:                  `in: stands by itself, without OR and NOT.`,
		`-in:a`:                         `in: stands by itself, without OR and NOT.`,
		`((((((((((((((a))))))))))))))`: `The brackets are nested too deeply.`,
		`& - ""`:                        `There is nothing to look for: write a word, or an operator such as from:ann.`,
		`🧗`:                             `🧗 cannot be looked for: only letters and numbers can. Write a word that stands beside it.`,
		`from:OR`:                       `OR stands between what is looked for; as a word it goes in quotes: from:"OR".`,
		`message-id:<> x`:               `message-id: takes what stands in the Message-ID of a message, such as <a1b2@example.org>, not "<>".`,
		`OR`:                            `There is nothing to look for: write a word, or an operator such as from:ann.`,
	} {
		q := Parse(text, day)
		if got := strings.Join(q.Problems, " "); got != want || !q.Void() || q.Zero() {
			t.Errorf("Parse(%q) says\n %q, want\n %q (void: %t, zero: %t)", text, got, want, q.Void(), q.Zero())
		}
	}
}

// While a search is typed, what is to follow is waited for.
func TestWhatCouldBeMeantOtherwiseIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"from:(bo OR cy)": "", "plan": "", "(a) OR b": "", "\"(plan\"": "",
		"from:(bo OR": "OR stands, A bracket is not closed", "(plan": "A bracket is not closed", "bo OR": "OR stands", "plan )": "A bracket closes nothing",
		"-EINVAL": "-EINVAL leaves out what has EINVAL", "-budget": "", "\"-EINVAL\"": "", "-(EIO)": "", "-from:BO": "",
	} {
		q := Parse(text, day)
		var got []string
		for _, note := range q.Notes {
			for _, begins := range []string{"OR stands", "A bracket is not closed", "A bracket closes nothing", "-EINVAL leaves out what has EINVAL"} {
				if strings.HasPrefix(note, begins) {
					got = append(got, begins)
				}
			}
		}
		if said := strings.Join(got, ", "); said != want || q.Void() {
			t.Errorf("Parse(%q): %q, want %q; %q", text, q.Notes, want, q.Problems)
		}
	}
}

func TestUnfinished(t *testing.T) {
	for text, want := range map[string]bool{`from:`: true, `plan -is:`: true, `a OR to:`: true, `-`: true, `"`: true, `(`: true, `from: x`: false,
		`is:fo`: false, `plan`: false, ``: false, `is:foo from:`: false} {
		if got := Parse(text, day).Unfinished; got != want {
			t.Errorf("Parse(%q).Unfinished is %t", text, got)
		}
	}
}

func describe(q Query) string {
	var parts []string
	quote := func(s string, quoted bool) string {
		if quoted {
			return `"` + s + `"`
		}
		return s
	}
	for _, t := range q.Texts {
		property := ""
		if t.Property != "" {
			property = t.Property + ":"
		}
		parts = append(parts, property+quote(t.Value, t.Exact))
	}
	for _, c := range q.Categories {
		parts = append(parts, "category:"+c)
	}
	for _, id := range q.MessageIDs {
		parts = append(parts, "id:"+id)
	}
	for _, s := range q.Sizes {
		parts = append(parts, "size:"+s)
	}
	if q.In != "" {
		parts = append(parts, "in:"+q.In)
	}
	flag := func(name string, b *bool) {
		if b != nil {
			parts = append(parts, fmt.Sprintf("%s=%v", name, *b))
		}
	}
	flag("read", q.Read)
	flag("flagged", q.Flagged)
	flag("important", q.Important)
	flag("attachment", q.Attachment)
	if !q.After.IsZero() {
		parts = append(parts, "after="+q.After.Format(time.DateOnly))
	}
	if !q.Before.IsZero() {
		parts = append(parts, "before="+q.Before.Format(time.DateOnly))
	}
	for _, list := range q.Any {
		var either []string
		for _, one := range list {
			either = append(either, describe(one))
		}
		parts = append(parts, "any("+strings.Join(either, " | ")+")")
	}
	for _, n := range q.Not {
		parts = append(parts, "not("+describe(n)+")")
	}
	return strings.Join(append(parts, q.Problems...), " ")
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
		{"plan -i", 7, "plan -in:|plan -is:"},
		{"(fr", 3, "(from:"},
		{"from:bo OR su", 13, "from:bo OR subject:"},
		{"received:this", 13, `received:"this week" `},
		{"(plan)", 6, ""},
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
		text := rapid.StringOf(rapid.SampledFrom([]rune(`ab "-:is from:é (()ORNOT`))).Draw(t, "text")
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
