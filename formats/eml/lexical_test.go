package eml

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"daybook/model"
)

func TestParseDate(t *testing.T) {
	const want = "2026-03-03T09:05:07Z"
	for _, s := range []string{
		"Tue, 3 Mar 2026 09:05:07 +0000", "Tue, 03 Mar 2026 10:05:07 +0100 (CET)", "3 Mar 2026 04:05:07 EST",
		"Tue,3 Mar 2026 09:05:07", "Tue Mar  3 09:05:07 2026", "Tue Mar  3 01:05:07 PST 2026", "Tuesday, 03-Mar-26 09:05:07 GMT",
		"2026-03-03T09:05:07Z", "2026-03-03 10:05:07 +01:00", "2026-03-03T10:05:07.123+0100", "Tue, 3 March 2026 9:05:07 UT",
		"Tue (a (nested) comment) 3 Mar 126 09:05:07 +0000", "Mar 3, 2026 09:05:07 -0000", "Tue, 3 Mar 2026 09:05:07 +0000 garbage",
		"03/03/2026 09:05:07", "Tue, 3-Mar-2026 09:05:07 \"GMT\"", "Tue, 3 Mar 2026 9:5:7 Z",
	} {
		got, ok := ParseDate(s)
		if !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%q: got %v %v, want %s", s, got.Format(time.RFC3339), ok, want)
		}
	}
	for s, want := range map[string]string{"5 Nov 1962 10:00:00 +0100": "1962-11-05T09:00:00Z", "Wed, 31 Dec 69 23:59:59 -0000": "1969-12-31T23:59:59Z",
		"1 Jan 49 00:00:00 GMT": "2049-01-01T00:00:00Z"} {
		if got, ok := ParseDate(s); !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%q: got %v %v, want %s", s, got.Format(time.RFC3339), ok, want)
		}
	}
	for _, s := range []string{"", "soon", "Tue, 31 Feb 2026 00:00:00 +0000", "12:30", "0 Mar 2026", "99999999999 1 1", "1 Jan 0001 00:00:00 +0000"} {
		if got, ok := ParseDate(s); ok {
			t.Errorf("%q: got %v, want no date", s, got)
		}
	}
}

func TestParseAddresses(t *testing.T) {
	tests := []struct{ in, want string }{
		{`a@example.com`, `|a@example.com`},
		{`Ann <a@example.com>, "B, C" <b@example.com>`, `Ann|a@example.com B, C|b@example.com`},
		{`Doe, John <j@example.com>`, `Doe, John|j@example.com`},
		{`a@example.com; b@example.com;`, `|a@example.com |b@example.com`},
		{`Team: a@example.com, B <b@example.com>;, c@example.com`, `|a@example.com B|b@example.com |c@example.com`},
		{`undisclosed-recipients:;`, `undisclosed-recipients|`},
		{`user at example.com (Some One)`, `Some One|user@example.com`},
		{`<@relay,@other:a@example.com>`, `|a@example.com`},
		{`Ann <a@example.com`, `Ann|a@example.com`},
		{`"Ann \"A\" B" <a@example.com>`, `Ann "A" B|a@example.com`},
		{`=?utf-8?Q?Doe,_J=C3=B6rg?= <j@example.com>`, `Doe, Jörg|j@example.com`},
		{`a@example.com <a@example.com>`, `|a@example.com`},
		{`just a name`, `just a name|`},
		{`Ann (work (home)) <a@example.com>`, `Ann|a@example.com`},
		{`<mailto:a@example.com>`, `|a@example.com`},
		{`Bob bob@x.example`, `Bob|bob@x.example`},
		{`bob@x.example Bob Quay, c@x.example`, `Bob Quay|bob@x.example |c@x.example`},
		{`bob @ x.example (Bob)`, `Bob|bob@x.example`},
		{`bob@x.example cy@x.example`, `|bob@x.example |cy@x.example`},
		{`"john doe"@x.example, c@x.example`, `|"john doe"@x.example |c@x.example`},
		{`Bob (the boss) <bob (at > work)@x.example>`, `Bob|bob@x.example`},
		{`Bob <@relay.example,@two.example:bob@x.example>`, `Bob|bob@x.example`},
		{`<"a>b" @x.example>`, `|"a>b" @x.example`},
		{`Bob <"bob@x.example>, c@x.example`, `Bob|"bob@x.example |c@x.example`},
		{`, ,;`, ``},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range parseAddresses(tt.in, "") {
			got = append(got, r.EmailAddress.Name+"|"+r.EmailAddress.Address)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, s, tt.want)
		}
	}
}

func TestMessageIDs(t *testing.T) {
	tests := []struct{ in, want string }{
		{"<a@b> <c@d>", "<a@b> <c@d>"},
		{"<a@b><c@d>,<a@b>", "<a@b> <c@d>"},
		{`Your message of "Tue" <a@b>`, "<a@b>"},
		{"a@b c@d", "<a@b> <c@d>"},
		{"<cut@off", "<cut@off>"},
		{"<with a space@b>", "<withaspace@b>"},
		{"nothing here", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(messageIDs(tt.in), " "); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPreviewIsOneLineOf255Characters(t *testing.T) {
	if got := Preview("  a\n\n b\tc  "); got != "a b c" {
		t.Errorf("got %q, want %q", got, "a b c")
	}
	if got := []rune(Preview(strings.Repeat("é", 300))); len(got) != 255 {
		t.Errorf("got %d characters, want 255", len(got))
	}
	for _, text := range []string{strings.Repeat("words and ", 100), strings.Repeat("x", 254) + " y", strings.Repeat("x", 255) + " y"} {
		if got := Preview(text); len(got) > 255 || strings.TrimSpace(got) != got {
			t.Errorf("got %d characters, %q; want at most 255, and no blank at the end", len(got), got)
		}
	}
	if got := Preview("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nreal words"); got != "real words" {
		t.Errorf("got %q, want the words after the armour", got)
	}
	quoting := "On Tue, 17 Nov, Bo <bo@x.example> wrote:\n> " + strings.Repeat("as it was ", 60) + "\n\nIt is.\n"
	if got := Preview(quoting); got != "It is." {
		t.Errorf("got %q, want the writer's own words", got)
	}
	if got := BodyPreview(&model.ItemBody{ContentType: "html", Content: "<p>Bo wrote:</p><blockquote>So?</blockquote><p>It is.</p>"}); got != "It is." {
		t.Errorf("of HTML: %q", got)
	}
	if got := Preview(strings.Repeat("é\n> x\n", previewed)); !utf8.ValidString(got) || len([]rune(got)) != 255 {
		t.Errorf("of a long text: %q", got)
	}
}
