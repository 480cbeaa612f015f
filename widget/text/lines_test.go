package text

import (
	"slices"
	"strings"
	"testing"
)

func TestWrapBreaksWhereReadersExpect(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		width    int
		want     []string
	}{
		{"between words", "one two three", 7, []string{"one two", "three"}},
		{"lines stay", "a\n\nb", 7, []string{"a", "", "b"}},
		{"indent stays", "    indented words here", 14, []string{"    indented", "words here"}},
		{"after a hyphen", "well-known things", 6, []string{"well-", "known", "things"}},
		{"not before an option", "use --all now", 8, []string{"use", "--all", "now"}},
		{"quotes are repeated", "> > one two three", 10, []string{"> > one", "> > two", "> > three"}},
		{"long words", "https://example.com/path", 10, []string{"https://ex", "ample.com/", "path"}},
		{"wide characters", "日本語の文章", 5, []string{"日本", "語の", "文章"}},
		{"no comma at the beginning", "日本語、文章", 6, []string{"日本", "語、文", "章"}},
		{"no bracket at the end", "日本「語」", 6, []string{"日本", "「語」"}},
		{"mixed", "see 日本語 now", 8, []string{"see 日本", "語 now"}},
		{"trailing blanks", "one   \ntwo", 9, []string{"one", "two"}},
		{"wider than the line", "日x", 1, []string{"\ufffd", "x"}},
	} {
		var got []string
		for _, line := range CleanBlock(tt.in).Wrap(tt.width) {
			got = append(got, line.String())
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q at %d\n got %q\nwant %q", tt.name, tt.in, tt.width, got, tt.want)
		}
	}
}

func TestFindFoldsCaseAndDiacritics(t *testing.T) {
	for _, tt := range []struct {
		in    string
		words []string
		want  []string
	}{
		{"Release plan for Relay", []string{"rel"}, []string{"Rel", "Rel"}},
		{"Zürich und zurich", []string{"ZURICH"}, []string{"Zürich", "zurich"}},
		{"cafe\u0301 table", []string{"café"}, []string{"cafe\u0301"}},
		{"abcabc", []string{"abc", "bca"}, []string{"abcabc"}},
		{"한국", []string{"하"}, []string{"한"}},
		{"ﬁle", []string{"f"}, []string{"ﬁ"}},
		{"nothing", []string{"", "x"}, nil},
		{"日本語", []string{"本"}, []string{"本"}},
	} {
		var got []string
		in := Clean(tt.in)
		for _, r := range NewQuery(tt.words...).Find(in) {
			got = append(got, in.Slice(r).String())
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v in %q: got %q, want %q", tt.words, tt.in, got, tt.want)
		}
	}
}

func TestAddressIsAlwaysShownAndWarnedAbout(t *testing.T) {
	for _, tt := range []struct {
		name, addr string
		want       string
		warnings   []Warning
	}{
		{"Bo Berg", "bo@contoso.example", "Bo Berg <bo@contoso.example>", nil},
		{"", "bo@contoso.example", "bo@contoso.example", nil},
		{"BO@contoso.example", "bo@contoso.example", "bo@contoso.example", nil},
		{"ceo@bank.example", "x@evil.example", "ceo@bank.example <x@evil.example>", []Warning{NameHasAddress}},
		{"CEO (ceo\uff20bank.example)", "x@evil.example", "CEO (ceo\uff20bank.example) <x@evil.example>", []Warning{NameHasAddress}},
		{"Apple", "id@аррӏе.com", "Apple <id@xn--80ak6aa92e.com>", []Warning{MixedScript}},
		{"Bank", "id@bаnk.com", "Bank <id@xn--bnk-6cd.com>", []Warning{MixedScript}},
		{"Müller", "m@müller.de", "Müller <m@müller.de>", nil},
		{"Яндекс", "m@почта.рф", "Яндекс <m@почта.рф>", nil},
		{"東京", "m@東京タワー.jp", "東京 <m@東京タワー.jp>", nil},
		{"Bo\u202e\x1b[31m", "b@x.example", "Bo␛[31m <b@x.example>", []Warning{HiddenCharacters}},
	} {
		got := Address(tt.name, tt.addr)
		if got.Text().String() != tt.want || !slices.Equal(got.Warnings, tt.warnings) {
			t.Errorf("%q %q: got %q %v, want %q %v", tt.name, tt.addr, got.Text(), got.Warnings, tt.want, tt.warnings)
		}
	}
}

func TestShortNameGivesWayToTheAddressWhenSuspicious(t *testing.T) {
	if got := Address("Bo", "bo@x.example").Short().String(); got != "Bo" {
		t.Errorf("got %q, want the name", got)
	}
	if got := Address("ceo@bank.example", "x@evil.example").Short().String(); got != "x@evil.example" {
		t.Errorf("got %q, want the address", got)
	}
}

func TestCutStyledKeepsCellsInPlace(t *testing.T) {
	line := "\x1b[1mab日\x1b[m本c"
	for _, tt := range []struct {
		from, to int
		want     string // without styles
	}{
		{0, 7, "ab日本c"}, {0, 3, "ab "}, {3, 7, " 本c"}, {2, 6, "日本"}, {3, 5, "  "}, {5, 12, " c     "}, {1, 1, ""}, {9, 11, "  "},
	} {
		got := CutStyled(line, tt.from, tt.to)
		if plain := stripped(got); plain != tt.want || Width(got) != tt.to-tt.from {
			t.Errorf("cells %d to %d: got %q, want %q", tt.from, tt.to, plain, tt.want)
		}
	}
}

// stripped takes the SGR sequences out.
func stripped(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, "m")
	}
}

func TestClustersKeepEmojiWhole(t *testing.T) {
	c := Cleaner{Clusters: true}
	for in, want := range map[string]string{
		"👨\u200d👩\u200d👧 x": "👨\u200d👩\u200d👧 x",
		"❤\ufe0f":           "❤\ufe0f",
		"👍🏽":                "👍🏽",
		"a\u200db":          "ab",
		"\u200d👩":           "👩",
		"👩\u200d":           "👩",
	} {
		got := c.Clean(in)
		if got.String() != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if got := c.Clean("👨\u200d👩\u200d👧").Width(); got != 2 {
		t.Errorf("a family takes %d cells, want 2", got)
	}
}

var subjects = []string{"Re: Release plan for the fourth quarter", "Größe und Übergröße der Tür", "日本語の件名とても長い件名です", "[PATCH] sched: fix the thing 👍🏽"}

func BenchmarkClean(b *testing.B) {
	for _, s := range subjects {
		b.Run(s[:6], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Clean(s)
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	tail := Literal("…")
	for _, s := range subjects {
		t := Clean(s)
		b.Run(s[:6], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t.Fit(24, tail)
			}
		})
	}
}

func BenchmarkWrapBody(b *testing.B) {
	body := CleanBlock(strings.Repeat(strings.Join(subjects, " ")+"\n\n", 100))
	b.SetBytes(int64(len(body.String())))
	for b.Loop() {
		body.Wrap(72)
	}
}

func BenchmarkFind(b *testing.B) {
	q := NewQuery("quarter", "ubergroße")
	for _, s := range subjects[:2] {
		t := Clean(s)
		b.Run(s[:6], func(b *testing.B) {
			for b.Loop() {
				q.Find(t)
			}
		})
	}
}

// What is typed and means nothing is not the same as nothing typed: a list
// that is narrowed by it is empty, and not whole.
func TestAQueryOfAnAccentAloneFindsNothing(t *testing.T) {
	for _, typed := range []string{"\u0301", "\u200d", "\u0301\u0308"} {
		q := NewQuery(typed)
		if q.Empty() || len(q.Find(Clean("Café a\u0301"))) > 0 {
			t.Errorf("%+q: empty: %t, finds %v", typed, q.Empty(), q.Find(Clean("Café a\u0301")))
		}
	}
}
