package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"daybook/api"
	"daybook/e2e/strict"
	"daybook/service"
	"daybook/service/oauth"
	"daybook/signin"
)

// publicSignIn is Microsoft 365 as a registered program meets it: the public
// interface, and a sign-in service at its addresses, which is the embedded one.
// It notes what the interface is asked with.
type publicSignIn struct {
	*elsewhere
	public *strict.Interface
	tokens []string // of requests to the interface, each once, oldest first
	asked  []string // paths of the interface, since it was last looked
}

const (
	publicAuthority   = "http://127.0.0.1:7777"
	publicApplication = "8d3f6c2a-1b7e-4c55-9a40-2f6f0a9e7b11"
)

func newPublicSignIn(t *testing.T) *publicSignIn {
	p := &publicSignIn{elsewhere: newElsewhere(t)}
	p.address = publicAuthority
	p.config = filepath.Join(t.TempDir(), "config.toml")
	content := "profile = \"work\"\n[profiles.work]\nprovider = \"microsoft\"\nclient_id = \"" + publicApplication +
		"\"\ntenant = \"contoso.example\"\nauthority = \"" + publicAuthority + "\"\nbase_url = \"https://public.example\"\naccount = \"ann@contoso.example\"\n"
	if err := os.WriteFile(p.config, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// open opens the service with Ann's password, and the program registered.
func (p *publicSignIn) open(t *testing.T) *service.Service {
	t.Helper()
	s := p.elsewhere.open(t)
	if err := s.SetPassword(t.Context(), "ann@contoso.example", annsPassword); err != nil {
		t.Fatal(err)
	}
	if err := s.RegisterClient(t.Context(), oauth.Client{ID: publicApplication, Name: "daybook of Contoso"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// network reaches both: the addresses of
// https://learn.microsoft.com/entra/identity-platform/v2-oauth2-device-code
// stand before those of the embedded service.
func (p *publicSignIn) network(s *service.Service) http.RoundTripper {
	site := p.within(s)
	p.public = strict.New(api.HandlerTransport(s.Handler()), strict.Trouble{})
	own := map[string]string{
		"/contoso.example/oauth2/v2.0/devicecode": "/oauth2/device_authorization",
		"/contoso.example/oauth2/v2.0/token":      "/oauth2/token",
	}
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		if req.URL.Host == "public.example" {
			p.mu.Lock()
			if token := req.Header.Get("Authorization"); len(p.tokens) == 0 || p.tokens[len(p.tokens)-1] != token {
				p.tokens = append(p.tokens, token)
			}
			p.asked = append(p.asked, req.URL.Path)
			p.mu.Unlock()
			return p.public.RoundTrip(req)
		}
		if path, ok := own[req.URL.Path]; ok {
			req = req.Clone(req.Context())
			req.URL.Path = path
		}
		return site.RoundTrip(req)
	})
}

// paths are what the interface was asked for since the last time.
func (p *publicSignIn) paths() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := strings.Join(p.asked, "\n")
	p.asked = nil
	return list
}

// bearers are the tokens that the interface was asked with.
func (p *publicSignIn) bearers() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.tokens)
}

// approve types the code that the program shows, and answers as the person.
func (p *publicSignIn) approve(network http.RoundTripper, answer string) {
	p.mu.Lock()
	code := p.code
	p.mu.Unlock()
	p.person(network, p.address+"/oauth2/device", code, answer)
}

func TestTheRightThatAScreenMissesIsAskedForOnIt(t *testing.T) {
	p := newPublicSignIn(t)
	data := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := p.open(t)
		defer s.Close()
		network := p.network(s)
		d := start(t, setup{Data: data, Config: p.config, Elsewhere: network, Sessions: p.sessions})
		defer d.Quit()
		d.Pass(5 * time.Second)
		d.See("Nobody is signed in.")
		d.Press("d")
		d.Pass(time.Second)
		d.See("go to this address", p.address+"/oauth2/device", "left")
		p.approve(network, "allow")
		d.Pass(12 * time.Second)
		d.See("Welcome: this is a sample mailbox")

		d.Press("4")
		d.Pass(2 * time.Second)
		quiet := []string{"Groups and their conversations", "--with groups", "So does Y.", "Y ask for it"}
		d.See(quiet...)
		d.DontSee("Could not", "could not", "signed out")
		if asked := p.paths(); strings.Contains(asked, "memberOf") {
			t.Errorf("asked for groups without the right to them:\n%s", asked)
		}
		first := p.bearers()

		ask := func() {
			d.Press("Y")
			d.Pass(time.Second)
			d.See("ask for groups, their conversations", "only an administrator")
			d.Press("d")
			d.Pass(time.Second)
			d.See("go to this address")
		}
		unchanged := func() {
			t.Helper()
			d.Press("ctrl+r")
			d.Pass(2 * time.Second)
			d.See(quiet...)
			d.DontSee("go to this address", "Could not", "could not", "signed out")
			if got := p.bearers(); !slices.Equal(got, first) {
				t.Errorf("asked with %d tokens, want that of the first sign-in alone", len(got))
			}
		}
		ask()
		d.Press("esc")
		unchanged()
		ask()
		p.approve(network, "deny")
		d.Pass(12 * time.Second)
		d.See("declined")
		d.Press("esc")
		unchanged()

		ask()
		p.approve(network, "allow")
		d.Pass(12 * time.Second)
		d.See("Atlas", "Borealis", "String lines: what to show first")
		d.DontSee("Not permitted", "Y ask for it", "go to this address")
		second := p.bearers()
		if len(second) != len(first)+1 {
			t.Errorf("asked with %d tokens, want the first and the one that replaced it", len(second))
		}
		kept, err := p.sessions.Load(t.Context(), "work")
		if err != nil || !signin.Granted(kept.Grant.Scopes, "Group.ReadWrite.All") || !signin.Granted(kept.Grant.Scopes, "Mail.ReadWrite") {
			t.Errorf("the session has the rights %v (%v), want those of before and the groups", kept.Grant.Scopes, err)
		}
		if !slices.Equal(kept.Provider.With(), []string{"groups"}) {
			t.Errorf("will be asked for again: %v, want the groups", kept.Provider.With())
		}

		before := p.grants("refresh_token")
		d.Pass(3 * time.Hour) // the sign-in is renewed, with all of its rights
		d.Press("ctrl+r")
		d.Pass(2 * time.Second)
		d.See("Atlas")
		d.DontSee("Not permitted", "signed out")
		if p.grants("refresh_token") == before {
			t.Error("nothing was renewed in three hours")
		}
		for _, r := range p.public.Refusals() {
			t.Errorf("refused: %s", r)
		}
	})
}
