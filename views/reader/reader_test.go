package reader

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/row"
	"daybook/widget/text"
)

func look(t *testing.T) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// written is an unfolded message of some lines.
func written(id string, lines int, s Shape) *Message {
	words := ""
	for i := range lines {
		words += fmt.Sprintf("%s line %d\n", id, i)
	}
	m := &Message{ID: id, From: text.Address(id, id+"@contoso.example"), Open: true, Loaded: true}
	m.Bodies[AsText] = Parse(&model.ItemBody{ContentType: "text", Content: words}, s)
	return m
}

// conversation lays out messages of so many lines in a pane.
func conversation(t *testing.T, width, height int, lines ...int) (*Pane, *Mail) {
	t.Helper()
	th := look(t)
	p := NewPane(th, Options{Margin: 1})
	p.SetSize(width, height)
	p.Several = len(lines) > 1
	mail := &Mail{Page: NewPage(th, p.TextWidth(width)), Now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	for i, n := range lines {
		mail.Messages = append(mail.Messages, written(fmt.Sprint("m", i), n, mail.Shape))
	}
	mail.Lay()
	p.Show(mail.Page, false)
	return p, mail
}

func TestKeysActOnTheMessageThatFillsTheWindow(t *testing.T) {
	p, _ := conversation(t, 40, 10, 30, 2, 30)
	p.Scroll(30)
	if p.At != 0 {
		t.Errorf("with most lines of the first in the window keys act on %d", p.At)
	}
	p.To(p.Len())
	if p.At != 2 {
		t.Errorf("at the end keys act on %d", p.At)
	}
	p.ToMessage(1)
	if first, _, _ := strings.Cut(ansi.Strip(p.View()), "\n"); p.At != 1 || !strings.HasPrefix(first, string(p.theme.Glyphs.Bar)) || !strings.Contains(first, "m1@") {
		t.Errorf("keys act on %d, and the window begins with %q", p.At, first)
	}
}

// A page laid out anew stays where it was, also with a search in it that has
// matches elsewhere; another begins at its top.
func TestAPageLaidOutAnewStaysAtItsPlace(t *testing.T) {
	p, mail := conversation(t, 40, 10, 30, 30)
	p.Find(text.NewQuery("line 3"))
	p.To(20)
	again := *mail
	again.Page = NewPage(p.theme, mail.Width())
	again.Messages[1].Quotes = true
	again.Lay()
	p.Show(again.Page, true)
	if top := p.pager.Top(); top != 20 {
		t.Errorf("it begins with line %d, want 20", top)
	}
	p.Show(again.Page, false)
	if top := p.pager.Top(); top != 0 {
		t.Errorf("another page begins with line %d", top)
	}
	if _, n := p.NextMatch(1); n == 0 {
		t.Error("the search is forgotten")
	}
}

func TestLongQuotationsFold(t *testing.T) {
	th := look(t)
	quoted := &Message{Open: true, Loaded: true}
	page := NewPage(th, 40)
	quoted.Bodies[AsText] = Parse(&model.ItemBody{Content: "Yes.\n" + strings.Repeat("> why\n", 9) + "So."}, page.Shape)
	count := func(f Folding) (folded string, lines int) {
		page := NewPage(th, 40)
		page.Body(0, quoted, f)
		for _, l := range page.Lines {
			if l.Kind == Quote {
				folded = l.Text.String()
			}
		}
		return folded, len(page.Lines)
	}
	if folded, _ := count(Folding{Long: 9}); folded != "" {
		t.Errorf("nine lines of nine are folded: %q", folded)
	}
	if folded, lines := count(Folding{Long: 4, Tail: 3}); folded != "6 quoted lines" || lines != 6 {
		t.Errorf("got %q and %d lines", folded, lines)
	}
	if folded, lines := count(Folding{Long: 4}); folded != "9 quoted lines" || lines != 3 {
		t.Errorf("got %q and %d lines", folded, lines)
	}
	quoted.Quotes = true
	if folded, lines := count(Folding{Long: 4}); folded != "" || lines != 11 {
		t.Errorf("unfolded by hand there are %q and %d lines", folded, lines)
	}
}

func TestAClickHitsALink(t *testing.T) {
	th := look(t)
	p := NewPane(th, Options{Margin: 2, Whole: true})
	p.SetSize(60, 5)
	page := NewPage(th, p.TextWidth(60))
	m := &Message{Open: true, Loaded: true}
	m.Bodies[AsText] = Parse(&model.ItemBody{ContentType: "html", Content: `<p>See <a href="https://contoso.example/a">the wiki</a> first</p>`}, page.Shape)
	page.Body(0, m, Folding{Long: 4})
	page.Link(1, text.Literal("Monday"), text.Literal("a meeting"), th.Muted, th.Text)
	p.Show(page, false)
	at := strings.Index(ansi.Strip(p.View()), "the wiki")
	for x, want := range map[int]int{at - 1: 0, at: 1, at + 7: 1} {
		if line, link := p.Hit(x, 0); line != 0 || link != want {
			t.Errorf("cell %d: line %d, link %d, want %d", x, line, link, want)
		}
	}
	if line, _ := p.Hit(0, 1); line < 0 || p.Line(line).Link != 1 {
		t.Errorf("the second line is %d", line)
	}
	if line, _ := p.Hit(0, 4); line != -1 {
		t.Errorf("below the last line there is line %d", line)
	}
}

// TestTheHeadKeepsTheName: a long address is cut before the name is, and of it
// what says whose it is stays.
func TestTheHeadKeepsTheName(t *testing.T) {
	th := look(t)
	for _, c := range []struct {
		name, address string
		room          int
		want          string
	}{
		{"Bo Berg", "bo@contoso.example", 40, "Bo Berg <bo@contoso.example>"},
		{"Bartholomew Berg", "bartholomew.berg@contoso.example", 44, "Bartholomew Berg <bartholo…@contoso.example>"},
		{"Bartholomew Berg", "bartholomew.berg@contoso.example", 32, "Bartholomew Berg <…toso.example>"},
		{strings.Repeat("Long ", 20), "bo@contoso.example", 40, "Long Long Long Long Long… <…oso.example>"},
		{"", "bartholomew.berg@contoso.example", 20, "bar…@contoso.example"},
	} {
		d := row.New(th)
		address(d, text.Address(c.name, c.address), c.room)
		got := strings.TrimRight(ansi.Strip(d.String()), " ")
		if got != c.want {
			t.Errorf("%s <%s> in %d: got %q, want %q", c.name, c.address, c.room, got, c.want)
		}
	}
}

// What grows or shrinks above the window does not move what is read in it.
func TestTheLinesThatAreReadStayWhereTheyAre(t *testing.T) {
	p, mail := conversation(t, 40, 10, 30, 30, 30)
	again := func() {
		m := *mail
		m.Page = NewPage(p.theme, mail.Width())
		m.Lay()
		p.Show(m.Page, true)
	}
	p.ToMessage(1)
	p.Scroll(6)
	begins := func(with string) bool { return strings.Contains(strings.Split(ansi.Strip(p.View()), "\n")[0], with) }
	for _, open := range []bool{false, true} {
		mail.Messages[0].Open = open
		if again(); !begins("m1 line 3 ") || p.At != 1 {
			t.Errorf("with the message above open: %t, on %d\n%s", open, p.At, p.View())
		}
	}
	mail.Messages[1].Open = false
	if again(); !begins("m1") {
		t.Errorf("folded itself:\n%s", p.View())
	}
}

// What is looked for in a message is found in its text alone while it is typed,
// from where the window was; one of the places looks otherwise than the others.
func TestWordsAreFoundInWhatIsRead(t *testing.T) {
	for _, o := range []theme.Options{{Dark: true, Profile: colorprofile.TrueColor}, {Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Profile: colorprofile.ANSI, ASCII: true}} {
		th, err := theme.New(o)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := conversation(t, 60, 10, 30, 12)
		p.SetTheme(th)
		p.Scroll(8)
		top := p.pager.Top()
		p.StartFind()
		for _, r := range "LINE 11" {
			p.UpdateFind(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		head := func() string { first, _, _ := strings.Cut(ansi.Strip(p.View()), "\n"); return first }
		if got := p.View(); !strings.HasSuffix(strings.TrimRight(head(), " "), "1 of 2") || strings.Count(got, "\n") != 9 || !strings.Contains(ansi.Strip(got), "m0 line 11") {
			t.Fatalf("typed:\n%s", ansi.Strip(got))
		}
		current, other := th.MatchCurrent.Render("line 11"), th.Match.Render("line 11")
		if current == other || !strings.Contains(p.View(), current) || p.Cursor() == nil {
			t.Errorf("%v: the place is not drawn as the one it is at: %q", o, p.View())
		}
		p.UpdateFind(tea.KeyPressMsg{Code: tea.KeyEnter})
		if p.FindTyping() || p.Cursor() != nil || !p.Finding() {
			t.Error("enter does not leave the line")
		}
		for _, want := range []string{"2 of 2", "1 of 2"} {
			if cmd := p.NextFound(1); cmd != nil || !strings.Contains(head(), want) || fmt.Sprint(p.At+1, " of 2") != want {
				t.Errorf("%q on %d, want %s", head(), p.At, want)
			}
		}
		if line, _ := p.Hit(3, 0); line != -1 {
			t.Error("a click on the line is one on the text")
		}
		p.EndFind()
		if strings.Contains(p.View(), current) || strings.Contains(head(), " of ") {
			t.Errorf("it is marked when nothing is looked for:\n%s", p.View())
		}
		p.To(top)
		p.StartFind()
		p.UpdateFind(tea.PasteMsg{Content: "m0@contoso"}) // stands in the head, where nothing is marked
		if !strings.Contains(head(), "not in this message") || p.NextFound(1) == nil {
			t.Errorf("%q", head())
		}
		p.UpdateFind(tea.KeyPressMsg{Code: tea.KeyEscape})
		if p.Finding() || p.pager.Top() != top {
			t.Errorf("esc leaves the window at %d, it was at %d", p.pager.Top(), top)
		}
	}
}
