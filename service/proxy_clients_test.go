package service

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTheClientBehindTrustedProxies(t *testing.T) {
	trusted, err := ParseProxies([]string{"10.0.0.0/8", "127.0.0.1", "2001:db8:f::/48"})
	if err != nil {
		t.Fatal(err)
	}
	x, f := "X-Forwarded-For", "Forwarded"
	for name, c := range map[string]struct {
		peer   string
		header http.Header
		want   string
	}{
		"no proxy":                      {"192.0.2.1:1", http.Header{x: {"198.51.100.9"}}, "192.0.2.1:1"},
		"nothing said":                  {"10.0.0.1:1", nil, "10.0.0.1:1"},
		"one proxy":                     {"10.0.0.1:1", http.Header{x: {"198.51.100.9"}}, "198.51.100.9:0"},
		"two proxies":                   {"127.0.0.1:1", http.Header{x: {"198.51.100.9, 10.1.2.3"}}, "198.51.100.9:0"},
		"what a client claims":          {"10.0.0.1:1", http.Header{x: {"203.0.113.5, 198.51.100.9"}}, "198.51.100.9:0"},
		"claims on a line of their own": {"10.0.0.1:1", http.Header{x: {"203.0.113.5", "198.51.100.9"}}, "198.51.100.9:0"},
		"claims of being a proxy":       {"10.0.0.1:1", http.Header{x: {"203.0.113.5, 10.9.9.9, 198.51.100.9"}}, "198.51.100.9:0"},
		"proxies alone":                 {"10.0.0.1:1", http.Header{x: {"10.0.0.3, 10.0.0.2"}}, "10.0.0.3:0"},
		"a port":                        {"10.0.0.1:1", http.Header{x: {"198.51.100.9:4711"}}, "198.51.100.9:0"},
		"an IPv6 client":                {"[2001:db8:f::1]:1", http.Header{x: {"2001:db8:1::5"}}, "[2001:db8:1::5]:0"},
		"IPv4 in IPv6":                  {"[::ffff:10.0.0.1]:1", http.Header{x: {"::ffff:198.51.100.9"}}, "198.51.100.9:0"},
		"nonsense":                      {"10.0.0.1:1", http.Header{x: {"198.51.100.9, unknown"}}, "10.0.0.1:0"},
		"nothing between commas":        {"10.0.0.1:1", http.Header{x: {"198.51.100.9,"}}, "10.0.0.1:0"},
		"Forwarded":                     {"10.0.0.1:1", http.Header{f: {`for=203.0.113.5, For="198.51.100.9:80";proto=https;by=10.0.0.1`}}, "198.51.100.9:0"},
		"Forwarded for IPv6":            {"10.0.0.1:1", http.Header{f: {`proto=https; for="[2001:db8:1::5]:4711"`}}, "[2001:db8:1::5]:0"},
		"Forwarded for nobody":          {"10.0.0.1:1", http.Header{f: {`for=198.51.100.9, for=_hidden`}}, "10.0.0.1:0"},
		"both that agree":               {"10.0.0.1:1", http.Header{x: {"198.51.100.9"}, f: {"for=198.51.100.9"}}, "198.51.100.9:0"},
		"one from the client":           {"10.0.0.1:1", http.Header{x: {"198.51.100.9"}, f: {"for=203.0.113.5"}}, "10.0.0.1:1"},
	} {
		var got string
		h := fromClient(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr }), trusted)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		for k, v := range c.header {
			r.Header[k] = v
		}
		if h.ServeHTTP(httptest.NewRecorder(), r); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	for _, bad := range []string{"", "proxy.example", "10.0.0.0/40", "10.0.0.1:80", "*"} {
		if p, err := ParseProxies([]string{bad}); err == nil {
			t.Errorf("%q: got %v, want it refused", bad, p)
		}
	}
}

func FuzzTheClientBehindProxies(f *testing.F) {
	f.Add("198.51.100.9, 10.0.0.1", `for="[::1]:80"`)
	f.Add(",,", "for=;=;")
	trusted, err := ParseProxies([]string{"10.0.0.0/8"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, x, forwarded string) {
		r := &http.Request{RemoteAddr: "10.0.0.1:1", Header: http.Header{"X-Forwarded-For": {x}, "Forwarded": {forwarded}}}
		if at, ok := clientOf(r, trusted); ok && !at.IsValid() {
			t.Errorf("%q, %q: found an address that is none", x, forwarded)
		}
	})
}
