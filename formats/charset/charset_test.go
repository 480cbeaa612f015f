package charset

import (
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	tests := []struct{ label, in, want string }{
		{"utf-8", "caf\xc3\xa9", "café"},
		{"UTF8", "caf\xc3\xa9", "café"},
		{"us-ascii", "caf\xe9", "café"},
		{"iso-8859-1", "\x93ok\x94", "“ok”"}, // what calls itself latin1 is windows-1252
		{"iso-8859-15", "\xa4", "€"},
		{"cp1251", "\xcf\xf0\xe8", "При"},
		{"koi8-r", "\xf0\xd2\xc9", "При"},
		{"gb2312", "\xd6\xd0\xa2\xe3", "中€"}, // GB 18030, its superset
		{"big5", "\xa4\xa4", "中"},
		{"shift_jis", "\x93\xfa", "日"},
		{"euc-jp", "\xc6\xfc", "日"},
		{"iso-2022-jp", "\x1b$BF|\x1b(B", "日"},
		{"iso-2022-kr", "\x1b$)C\x0eGQ\x0f", "한"},
		{"ks_c_5601-1987", "\xc7\xd1", "한"},
		{"hz-gb-2312", "~{VP~}", "中"},
		{"utf-16", "\xfe\xff\x00a\x65\xe5", "a日"},
		{"utf-7", "a+ZeU-b+-", "a日b+"},
		{"cp437", "\x81", "ü"},
		{"cp850", "\x9b", "ø"},
		{"macintosh", "\x8e", "é"},
		{"x-nobody-knows", "caf\xc3\xa9", "café"},
		{"utf-8", "mostly \xc3\xa9 but \xe9", "mostly é but \ufffd"},
		{"", "a\x00b", "a\ufffdb"},
	}
	for _, tt := range tests {
		if got := Decode([]byte(tt.in), tt.label); got != tt.want {
			t.Errorf("%s %q: got %q, want %q", tt.label, tt.in, got, tt.want)
		}
	}
}

func TestGuessTakesTheHintOnlyWhenItIsNoUTF8(t *testing.T) {
	for in, want := range map[string]string{"\xc3\xa9": "é", "\xd0": "п", "plain": "plain"} {
		if got := Guess(in, "koi8-r"); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestOfHTML(t *testing.T) {
	for doc, want := range map[string]string{
		`<meta charset=koi8-r>`: "koi8-r",
		`<META http-equiv="Content-Type" content="text/html; charset=Windows-1251">`: "windows-1251",
		`<p>charset=none here</p>`: "",
		``:                         "",
	} {
		if got := OfHTML([]byte(doc)); got != want {
			t.Errorf("%q: got %q, want %q", doc, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, label := range []string{"utf-7", "iso-2022-jp", "iso-2022-kr", "hz-gb-2312", "gb18030", "utf-16", "x"} {
		f.Add(label, []byte("\x1b$B+AGE-~{\xff\x00"))
	}
	f.Fuzz(func(t *testing.T, label string, b []byte) {
		if s := Decode(b, label); !utf8.ValidString(s) {
			t.Errorf("%q %q: got invalid UTF-8 %q", label, b, s)
		}
	})
}
