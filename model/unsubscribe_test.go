package model

import (
	"strings"
	"testing"
)

func TestWaysOffAList(t *testing.T) {
	const post = "List-Unsubscribe=One-Click"
	for _, c := range []struct {
		name, list, post string
		want             Unsubscribe
	}{
		{"one click", "<mailto:off@list.example?subject=off%20me>, <https://list.example/u?x=1>", post,
			Unsubscribe{OneClick: "https://list.example/u?x=1", Mail: EmailAddress{Address: "off@list.example"}, Subject: "off me"}},
		{"no permission to post", "<https://list.example/u>", "", Unsubscribe{Web: "https://list.example/u"}},
		{"no post in the clear", "<http://list.example/u>", post, Unsubscribe{Web: "http://list.example/u"}},
		{"folded", "(words)\r\n <https://list.example/\r\n u>", "", Unsubscribe{Web: "https://list.example/u"}},
		{"other schemes", "<javascript:alert(1)>, <file:///etc/passwd>, <ftp://list.example/>", post, Unsubscribe{}},
		{"a name before the host", "<https://bank.example@evil.example/>", post, Unsubscribe{}},
		{"a letter to others too", "<mailto:off@list.example?cc=eve@x.example&bcc=e@x.example&attach=/etc/passwd&body=off>", "",
			Unsubscribe{Mail: EmailAddress{Address: "off@list.example"}, Body: "off"}},
		{"several people", "<mailto:a@x.example,b@x.example>", "", Unsubscribe{}},
		{"a subject of lines", "<mailto:a@x.example?subject=a%0D%0ABcc:b@x.example>", "",
			Unsubscribe{Mail: EmailAddress{Address: "a@x.example"}, Subject: "a Bcc:b@x.example"}},
		{"not ended", "<https://list.example/u", post, Unsubscribe{}},
		{"endless", strings.Repeat("<x:y>,", 5000) + "<https://list.example/u>", post, Unsubscribe{}},
		{"nothing", "", post, Unsubscribe{}},
	} {
		got := UnsubscribeOf([]InternetMessageHeader{{Name: "list-unsubscribe", Value: c.list}, {Name: "List-Unsubscribe-Post", Value: c.post}})
		if got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
		if got.None() != (c.want == Unsubscribe{}) {
			t.Errorf("%s: none is %v", c.name, got.None())
		}
	}
}
