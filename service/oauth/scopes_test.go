package oauth

import (
	"strings"
	"testing"
)

func TestEveryScopeIsKnownOnceAndHasWords(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range knownScopes {
		if f := strings.ToLower(k.name); seen[f] || k.area == "" || k.words == "" {
			t.Errorf("%s is known twice or has no words", k.name)
		} else {
			seen[f] = true
		}
		if got := inWords([]string{strings.ToUpper(k.name)}); len(got) != 1 || got[0].Area != k.area || got[0].Words[0] != k.words {
			t.Errorf("%s in words: got %v", k.name, got)
		}
	}
}

func TestScopesAreGrantedAsTheyAreSpelled(t *testing.T) {
	for asked, want := range map[string]string{
		"Mail.Read":                          "Mail.Read",
		"  Mailboxsettings.ReadWrite  ":      "Mailboxsettings.ReadWrite",
		"mail.read Mail.Read offline_access": "mail.read offline_access",
		"Group.Readwrite.All User.ReadWrite": "Group.Readwrite.All User.ReadWrite",
		"":                                   "refused",
		"Mail":                               "refused",
		"Mail.Read Mail.Everything":          "refused",
		"Mail.Read\\":                        "refused",
		"Mail.Read \"x\"":                    "refused",
		strings.Repeat("x", 100):             "refused",
		"https://daybook.example/Mail.Read":  "refused",
		"Mail.Read,Mail.Send":                "refused",
	} {
		got, err := parseScopes(asked)
		if (err != nil) != (want == "refused") || err == nil && strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, %v; want %s", asked, got, err, want)
		}
	}
}

func FuzzParams(f *testing.F) {
	for _, seed := range []string{"a=1&b=2", "a=1&a=2", "a=%zz", "a;b", "=&=", "scope=Mail.Read+Mail.Send", "%00=%ff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		p, twice, err := parseParams(raw)
		if err != nil {
			return
		}
		for name, value := range p {
			if value == "" {
				t.Errorf("%q has no value and was kept", name)
			}
		}
		if scopes, err := parseScopes(p["scope"]); err == nil && !twice {
			for _, s := range scopes {
				if !hasScope(scopeNames(), s) {
					t.Errorf("%q was let through", s)
				}
			}
		}
	})
}

func FuzzRedirect(f *testing.F) {
	for _, seed := range []string{"http://127.0.0.1:1/x", "http://[::1]/", "http://127.0.0.1:80@evil", "http://127.0.0.1\\@evil", "http://127.0.0.1:1/?a#b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		if !mayRedirect(builtIn, uri) {
			return
		}
		rest, ok := strings.CutPrefix(uri, "http://127.0.0.1")
		if !ok {
			rest, ok = strings.CutPrefix(uri, "http://[::1]")
		}
		port, _, _ := strings.Cut(rest, "/")
		if !ok || strings.Trim(port, ":0123456789") != "" || strings.ContainsAny(uri, "\r\n \\#'\";,<>") {
			t.Errorf("%q was let through", uri)
		}
		if err := checkRedirect(uri); err != nil && len(port) < 7 {
			t.Errorf("%q was let through, but could not be registered: %v", uri, err)
		}
	})
}

func TestAClientIsRegisteredOnlyWhenItCanBeTrusted(t *testing.T) {
	for uri, want := range map[string]bool{
		"https://a.example/cb": true, "https://a.example:8443/cb?x=1": true, "http://localhost:1/cb": true, "http://127.0.0.1/cb": true,
		"http://[::1]/cb": true, "com.example.app:/cb": true, "com.example.app://cb": true,
		"http://a.example/cb": false, "https:///cb": false, "https://a.example/cb#x": false, "https://u@a.example/cb": false, "/cb": false,
		"javascript:alert(1)": false, "data:text/html,x": false, "app:/cb": false, "https://a.example/c b": false, "https://a.example;x/cb": false,
		"https://a.example/\n": false, "": false, "ftp://a.example/": false, "https://*.example/": false,
	} {
		if err := checkRedirect(uri); (err == nil) != want {
			t.Errorf("%q: got %v, want accepted: %t", uri, err, want)
		}
	}
}
