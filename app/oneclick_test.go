package app

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// list is a mailing list that answers with a status, and what it was asked.
func list(t *testing.T, status int) (server *httptest.Server, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*asked = append(*asked, r.Method+" "+r.URL.RequestURI()+" "+string(body))
		if r.Header.Get("Cookie")+r.Header.Get("Authorization")+r.Header.Get("Referer") != "" {
			t.Errorf("it was told %v", r.Header)
		}
		w.Header().Set("Location", "http://127.0.0.1/on")
		w.Header().Set("Set-Cookie", "who=ann")
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server, asked
}

// asking is a oneClick that may ask the hosts of a test.
func asking(server *httptest.Server, public func(netip.Addr) bool) *oneClick {
	return &oneClick{public: public, tls: server.Client().Transport.(*http.Transport).TLSClientConfig.Clone(),
		proxy: func(*http.Request) (*url.URL, error) { return nil, nil }}
}

func anywhere(netip.Addr) bool { return true }

func TestOneClickIsOnePost(t *testing.T) {
	for status, want := range map[int]string{200: "", 202: "", 302: "not followed", 404: "404", 500: "500"} {
		server, asked := list(t, status)
		err := asking(server, anywhere).Unsubscribe(context.Background(), server.URL+"/u?who=canary")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d: got %v, want %q", status, err, want)
		}
		if got := *asked; len(got) != 1 || got[0] != "POST /u?who=canary List-Unsubscribe=One-Click" {
			t.Errorf("%d: it was asked %q", status, got)
		}
	}
}

func TestOneClickAsksNoHostOfOurOwn(t *testing.T) {
	server, asked := list(t, 200)
	err := asking(server, public).Unsubscribe(context.Background(), server.URL+"/?who=canary")
	if err == nil || !strings.Contains(err.Error(), "not a public one") || strings.Contains(err.Error(), "canary") || len(*asked) > 0 {
		t.Errorf("got %v, it was asked %q", err, *asked)
	}
	for _, address := range []string{"http://list.example/", "https://ann:secret@list.example/", "file:///etc/passwd", "::"} {
		if err := asking(server, anywhere).Unsubscribe(context.Background(), address); err == nil {
			t.Errorf("%s was asked", address)
		}
	}
	behind := asking(server, public)
	behind.proxy = func(*http.Request) (*url.URL, error) { return url.Parse("http://127.0.0.1:1") }
	for _, address := range []string{"https://10.0.0.1/", "https://localhost/", "https://[::1]/"} {
		if err := behind.Unsubscribe(context.Background(), address); err != errOwnNetwork {
			t.Errorf("%s behind a proxy: got %v", address, err)
		}
	}
}

func TestPublicAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true, "127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false, "224.0.0.1": false, "255.255.255.255": false, "::1": false,
		"fe80::1": false, "fc00::1": false, "::ffff:127.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: got %v", address, got)
		}
	}
}
