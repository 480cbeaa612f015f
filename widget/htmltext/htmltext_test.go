package htmltext

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/theme"
	"daybook/widget/text"
)

// check fails when a page breaks an invariant of the package.
func check(t interface{ Fatalf(string, ...any) }, d *Document, width int) *Page {
	page := d.Wrap(width, theme.Unicode())
	if len(page.Lines) > MaxLines {
		t.Fatalf("%d lines, more than %d", len(page.Lines), MaxLines)
	}
	for n, line := range page.Lines {
		s := line.Text.String()
		if got := line.Text.Width(); got > width {
			t.Fatalf("line %d takes %d cells of %d: %q", n, got, width, s)
		}
		for _, r := range s {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Cf, r) {
				t.Fatalf("line %d has %U: %q", n, r, s)
			}
		}
		at := 0
		for _, span := range line.Spans {
			if span.From < at || span.To < span.From || span.To > len(s) || !utf8.ValidString(s[span.From:span.To]) {
				t.Fatalf("line %d %q: span %+v after %d", n, s, span, at)
			}
			if span.Link > len(d.Links) {
				t.Fatalf("line %d: link %d of %d", n, span.Link, len(d.Links))
			}
			at = span.To
		}
	}
	return page
}

func source() *rapid.Generator[string] {
	tags := []string{
		"<p>", "</p>", "<br>", "<hr>", "<b>", "</b>", "<i>", "<a href='https://a.example/x'>", "</a>", "<a href='mailto:x@y.example'>",
		"<ul>", "</ul>", "<ol start=98>", "</ol>", "<li>", "</li>", "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<h2>", "</h2>",
		"<table>", "</table>", "<table border=1>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "</th>", "<td colspan=3>", "<div style='display:none'>", "</div>",
		"<img alt='a picture' src='http://x/y.png'>", "<img>", "<dl><dt>", "<dd>", "</dl>", "<script>", "</script>", "<!--", "-->", "<span hidden>", "</span>",
		"&nbsp;", "&#27;[31m", "&#x202e;", "&amp;", "&zwj;", "word", " ", "\n", "\t", "日本語", "12.50", "contoso.com", "👨\u200d👩", "\u0301", "\xff", "> ", "-- \n",
		"https://x.example/a", "@@ -1,2 +1,2 @@\n", "+x\n", "-x\n", "<", "&", "</",
	}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(tags), rapid.StringN(0, 5, -1)), 0, 60).Draw(t, "pieces"), "")
	})
}

func TestAnySourceMakesSafeLinesOfTheWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := source().Draw(t, "source")
		width := rapid.IntRange(1, 80).Draw(t, "width")
		check(t, HTML(src), width)
		check(t, Plain(src), width)
		b := newBuilder(&links{})
		b.tokens(src)
		b.flush()
		check(t, &Document{blocks: b.blocks, Links: b.links.all}, width)
	})
}

// Bombs stay within the bounds and say that they were cut.
func TestBombsAreBounded(t *testing.T) {
	for name, src := range map[string]string{
		"nested divs":         strings.Repeat("<div>", 100_000) + "deep",
		"nested quotes":       strings.Repeat("<blockquote>", 100_000) + "deep",
		"nested tables":       strings.Repeat("<table><tr><td>", 50_000) + "deep",
		"nested lists":        strings.Repeat("<ul><li>", 100_000) + "deep",
		"unclosed bold":       strings.Repeat("<b>", 100_000) + "deep",
		"one long word":       strings.Repeat("x", MaxInput),
		"many lines":          strings.Repeat("x<br>", 60_000),
		"wide table":          "<table border=1>" + strings.Repeat("<tr>"+strings.Repeat("<td>x", 1000), 50) + "deep",
		"huge colspan":        "<table border=1>" + strings.Repeat("<tr><td colspan=1000000>x<td>y", 1000),
		"many links":          strings.Repeat("<a href=https://x.example/>x</a> ", 50_000),
		"many targets":        manyTargets(20_000),
		"marks":               "x" + strings.Repeat("\u0300", 500_000),
		"attributes":          "<p " + strings.Repeat("a=b ", 200_000) + ">x",
		"entities":            strings.Repeat("&#x202e;", 200_000) + "x",
		"plain marks":         strings.Repeat(">", 300_000),
		"bigger than is read": strings.Repeat("<p>word</p>", MaxInput/4),
	} {
		for _, parse := range []func(string) *Document{HTML, Plain} {
			d := parse(src)
			page := check(t, d, 80)
			if len(d.Links) > MaxLinks {
				t.Errorf("%s: %d links", name, len(d.Links))
			}
			if len(src) > MaxInput && !page.Truncated {
				t.Errorf("%s: was cut, but does not say so", name)
			}
		}
	}
}

func manyTargets(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<a href='https://x.example/%d'>%d</a> ", i, i)
	}
	return b.String()
}

func words(d *Document, width int) string {
	var lines []string
	for _, l := range d.Wrap(width, theme.Unicode()).Lines {
		lines = append(lines, l.Text.String())
	}
	return strings.Join(lines, "\n")
}

func TestDeepNestingFallsBackToTheTokenizer(t *testing.T) {
	got := words(HTML("<p>before <b>bold</b></p>"+strings.Repeat("<div>", 600)+"<p>deep <a href='https://x.example'>link</a></p><script>no</script><blockquote>quoted</blockquote>after"), 40)
	if want := "before bold\n\ndeep link [1]\n\n> quoted\n\nafter"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestHiddenElementsAreNotRead(t *testing.T) {
	for _, hidden := range []string{
		"<div style='display:none'>no</div>", "<span style='DISPLAY : none !important'>no</span>", "<p hidden>no</p>",
		"<div style='max-height:0px;overflow:hidden'>no</div>", "<span style='opacity:0'>no</span>", "<span style='visibility:hidden'>no</span>",
		"<div class='x preheader'>no</div>", "<span style='mso-hide:all'>no</span>", "<title>no</title>", "<style>no</style>",
		"<script>no</script>", "<!-- no -->", "<template>no</template>", "<div style='display:none'><div>no<p>no</p></div></div>",
		"<a href='https://x.example' style='display:none'>no</a>",
	} {
		d := HTML("yes " + hidden + " yes")
		if got := strings.Join(strings.Fields(words(d, 40)), " "); got != "yes yes" || len(d.Links) != 0 {
			t.Errorf("%s: got %q and %d links", hidden, got, len(d.Links))
		}
	}
	for _, shown := range []string{"<div style='font-size:0'><span style='font-size:14px'>yes</span></div>", "<p style='opacity:0.9'>yes</p>", "<p style='height:0'>yes</p>"} {
		if got := words(HTML(shown), 40); got != "yes" {
			t.Errorf("%s: got %q, want yes", shown, got)
		}
	}
}

func TestLinksThatNameAnotherHostAreMarked(t *testing.T) {
	for _, tt := range []struct{ label, target, warning string }{
		{"https://bank.example", "https://evil.example/", "the text says bank.example, the link goes to evil.example"},
		{"bank.com", "https://evil.com/bank.com", "the text says bank.com, the link goes to evil.com"},
		{"WWW.Bank.com/login", "http://1.2.3.4/", "the text says www.bank.com, the link goes to 1.2.3.4"},
		{"bank.com", "https://www.bank.com/a", ""},
		{"https://login.bank.com", "https://bank.com/a", ""},
		{"me.github.io", "https://you.github.io", "the text says me.github.io, the link goes to you.github.io"},
		{"click here", "https://evil.example", ""},
		{"README.md", "https://github.com/x/y/README.md", ""},
		{"plan.xlsx", "https://files.example/plan.xlsx", ""},
		{"me@bank.com", "mailto:me@bank.com", ""},
		{"bank", "https://bank.com@evil.example/", "the address hides its host, evil.example"},
		{"apple", "https://xn--80ak6aa92e.com/", ""}, // shown as the network sees it already
		{"x", "https://аррӏе.com/", "the address imitates other letters"},
	} {
		d := HTML(fmt.Sprintf("<a href='%s'>%s</a>", tt.target, tt.label))
		if len(d.Links) != 1 {
			t.Errorf("%s: %d links", tt.target, len(d.Links))
			continue
		}
		if got := d.Links[0].Warning.String(); got != tt.warning {
			t.Errorf("%s -> %s: warning %q, want %q", tt.label, tt.target, got, tt.warning)
		}
		marked := strings.Contains(dump(d, 40), "suspicious")
		if marked != (tt.warning != "") {
			t.Errorf("%s -> %s: marked %v", tt.label, tt.target, marked)
		}
	}
}

func TestOnlySomeSchemesAreLinks(t *testing.T) {
	for target, want := range map[string]int{
		"https://x.example": 1, "HTTP://x.example/": 1, "mailto:a@b.example": 1, "javascript:alert(1)": 0, "data:text/html,x": 0,
		"file:///etc/passwd": 0, "/relative": 0, "#anchor": 0, "": 0, "https://": 0, " https://x.example ": 1, "https://x.example/\x1b[31m": 0,
	} {
		if got := len(HTML("<a href=\"" + target + "\">x</a>").Links); got != want {
			t.Errorf("%q makes %d links, want %d", target, got, want)
		}
	}
}

func TestSameTargetKeepsItsNumber(t *testing.T) {
	got := words(HTML("<a href='https://x.example'>one</a> <a href='https://y.example'>two</a> <a href='https://x.example'>again</a>"), 60)
	if want := "one [1] two [2] again [1]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPunctuationAroundAddressesIsNotPartOfThem(t *testing.T) {
	for in, want := range map[string]string{
		"See https://x.example/a.":         "https://x.example/a",
		"(https://x.example/a)":            "https://x.example/a",
		"https://x.example/a_(b)":          "https://x.example/a_(b)",
		"<https://x.example/a>":            "https://x.example/a",
		"\"https://x.example/a\", he said": "https://x.example/a",
		"www.x.example!":                   "https://www.x.example",
		"https://x.example/日本":             "https://x.example/日本",
	} {
		d := Plain(in)
		if len(d.Links) != 1 || d.Links[0].URL != want {
			t.Errorf("%q: got %+v, want %s", in, d.Links, want)
		}
	}
}

func TestRemovedDashInAPatchIsNoSignature(t *testing.T) {
	d := Plain("@@ -1,2 +1,1 @@\n-- \n x\n-- \nAnn")
	var got []string
	for _, l := range d.Wrap(40, theme.Unicode()).Lines {
		got = append(got, names(append(l.Spans, Span{})[0].Attr))
	}
	if want := "hunk,removed,,signature,signature"; strings.Join(got, ",") != want {
		t.Errorf("lines are %v, want %s", got, want)
	}
}

func TestImagesShowTheirDescriptionAndPixelsNothing(t *testing.T) {
	d := HTML("<img src='https://x/a.png' alt='Our  team'> <img src='https://x/p.gif' width=1 height=1 alt=spy><img src='cid:1'>")
	if got := words(d, 40); got != "[Our team]" || d.RemoteImages != 2 {
		t.Errorf("got %q and %d remote images, want [Our team] and 2", got, d.RemoteImages)
	}
}

func TestNarrowTablesBecomeRecords(t *testing.T) {
	src := "<table><tr><th>Name<th>Town<th>Age<tr><td>Ann<td>London<td>31<tr><td>Bo<td>Berlin<td>44</table>"
	if got, want := words(HTML(src), 30), "Name  Town    Age\n─────────────────\nAnn   London   31\nBo    Berlin   44"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := words(HTML(src), 12), "Name: Ann\nTown: London\nAge: 31\n\nName: Bo\nTown: Berlin\nAge: 44"; got != want {
		t.Errorf("narrow, got:\n%s\nwant:\n%s", got, want)
	}
}

func TestMatchesAreDrawnOverSpans(t *testing.T) {
	th, err := theme.New(theme.Options{Profile: colorprofile.ASCII})
	if err != nil {
		t.Fatal(err)
	}
	page := HTML("<p>plain <b>bold text</b> plain</p>").Wrap(40, th.Glyphs)
	line := page.Lines[0]
	q := text.NewQuery("n bold t")
	drawn := line.Draw(&th.Styles, q.Find(line.Text), 0)
	want := "plai" + th.MatchCurrent.Render("n ") + th.MatchCurrent.Render("bold t") + th.Strong.Render("ext") + " plain"
	if drawn != want {
		t.Errorf("got  %q\nwant %q", drawn, want)
	}
	if ansi.Strip(drawn) != line.Text.String() {
		t.Errorf("drawing changed the text: %q", ansi.Strip(drawn))
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{"<p>a<b>b</p>", "<table><tr><td>1<td>2<tr><td>3<td>4", "<a href=https://x.example>y", "<pre>\n\tx", "<ul><li><ol><li>x", "&#x9b;\xff<"} {
		f.Add(s, uint8(40))
	}
	f.Fuzz(func(t *testing.T, src string, width uint8) {
		check(t, HTML(src), int(width%100)+1)
	})
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"> > a\n-- \nb", "@@ -1 +1 @@\n-a\n+b", "see https://x.example/(a).", "\t日本\r\n"} {
		f.Add(s, uint8(40))
	}
	f.Fuzz(func(t *testing.T, src string, width uint8) {
		check(t, Plain(src), int(width%100)+1)
	})
}

func newsletter() string {
	var b strings.Builder
	b.WriteString("<html><body><table role=presentation><tr><td>")
	for i := range 120 {
		fmt.Fprintf(&b, "<table role=presentation><tr><td style='padding:8px'><h2>Item %d</h2><p>Some words about it, <b>bold</b> and with <a href='https://news.example/%d'>a link</a>, "+
			"long enough to be wrapped on to two lines or three.</p></td></tr></table>", i, i)
	}
	b.WriteString("</td></tr></table></body></html>")
	return b.String()
}

func BenchmarkHTML(b *testing.B) {
	src := newsletter()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		HTML(src)
	}
}

func BenchmarkWrap(b *testing.B) {
	d := HTML(newsletter())
	for b.Loop() {
		d.Wrap(80, theme.Unicode())
	}
}

func BenchmarkPlain(b *testing.B) {
	src := strings.Repeat("> quoted words of someone, with https://x.example/path in them\nand an answer to it\n\n", 200)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Plain(src).Wrap(80, theme.Unicode())
	}
}

// TestRunningTextHasAMeasure: lines that are too long to read are wrapped
// short; what was set in lines keeps them where there is room.
func TestRunningTextHasAMeasure(t *testing.T) {
	long := strings.Repeat("word ", 24) + "end" // 123 cells
	for name, c := range map[string]struct {
		doc   *Document
		lines int
	}{
		"a paragraph":          {Plain(long), 2},
		"wrapped at 78":        {Plain(strings.Repeat("word ", 15) + "end"), 1},
		"indented":             {Plain("  " + long), 1},
		"columns":              {Plain("a   b " + long), 1},
		"a patch":              {Plain("@@ -1,1 +1,1 @@\n" + "+" + long), 2},
		"a patch's context":    {Plain("@@ -1,2 +1,2 @@\n x\n" + " " + long), 3},
		"a quoted patch":       {Plain("> +" + long), 1},
		"a quoted paragraph":   {Plain("> " + long), 2},
		"an HTML paragraph":    {HTML("<p>" + long + "</p>"), 2},
		"preformatted in HTML": {HTML("<pre>" + long + "</pre>"), 1},
		"after preformatted":   {HTML("<pre>x</pre><p>" + long + "</p>"), 4},
	} {
		if got := len(c.doc.WrapText(140, 72, theme.Unicode()).Lines); got != c.lines {
			t.Errorf("%s: %d lines, want %d", name, got, c.lines)
		}
		for _, l := range c.doc.WrapText(60, 72, theme.Unicode()).Lines {
			if l.Text.Width() > 60 {
				t.Errorf("%s: %q is wider than the room", name, l.Text)
			}
		}
	}
}

// TestWhatGoesOnOfAPatchsLineIsMarked: else it would be read as another line.
func TestWhatGoesOnOfAPatchsLineIsMarked(t *testing.T) {
	d := Plain("Some words that are long enough to be wrapped at this width.\n\n@@ -1,1 +1,1 @@\n-\tlock(the_mutex);\n+\tlock_the_other(mutex, and, more, names);\n")
	var lines []string
	for _, line := range d.Wrap(30, theme.Unicode()).Lines {
		lines = append(lines, line.Text.String())
		if line.Text.Width() > 30 {
			t.Errorf("%q is too wide", line.Text)
		}
	}
	all := strings.Join(lines, "\n")
	if !strings.Contains(all, "\n↪ and, more, names);") || strings.Count(all, "↪") != 1 {
		t.Errorf("wrapped to\n%s", all)
	}
}
