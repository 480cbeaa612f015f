package cmd

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/api"
	"daybook/config"
	"daybook/model"
	"daybook/service"
	"daybook/signin"
	"daybook/theme"
	"daybook/views"
)

const bos = "bo@contoso.example"

func TestWhatIsWrittenInSomebodyElsesMailboxStaysApart(t *testing.T) {
	p := place{data: t.TempDir(), profile: config.Profile{Name: "work"}}
	own, team, bo := p.state(nil, ""), p.state(nil, "team@contoso.example"), p.state(nil, "bo@contoso.example")
	if own == team || own == bo || team == bo {
		t.Errorf("states: got %s, %s, %s, want three", own, team, bo)
	}
	if other := p.state(nil, "Team@Contoso.example"); other != team {
		t.Errorf("in another letter case: got %s, want %s", other, team)
	}
	if out := p.state(nil, "../../x@contoso.example"); filepath.Dir(out) != filepath.Dir(team) {
		t.Errorf("an address with slashes leads to %s", out)
	}
	for _, dir := range []string{team, bo} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.opened(); !slices.Equal(got, []string{"bo@contoso.example", "team@contoso.example"}) {
		t.Errorf("those opened before: got %v", got)
	}
}

const teamProfile = `profile = "work"
[profiles.work]
base_url = "https://mail.example.com"
account = "ann@contoso.example"
token_command = ["pass", "daybook"]
[profiles.team]
base_url = "https://mail.example.com"
account = "ann@contoso.example"
mailbox = "team@contoso.example"
token_command = ["pass", "daybook"]
`

func TestProfilesSayWhoseMailboxTheyOpen(t *testing.T) {
	got, err := configured(t, teamProfile, "profiles")
	if err != nil || !strings.Contains(got, "team@contoso.example as ann@contoso.example") || strings.Count(got, " as ") != 1 {
		t.Errorf("got %v\n%s", err, got)
	}
	if got, err := configured(t, teamProfile, "profiles", "--json"); err != nil || strings.Count(got, `"mailbox": "team@contoso.example"`) != 1 {
		t.Errorf("got %v\n%s", err, got)
	}
}

func TestAMailboxIsNamedByItsAddress(t *testing.T) {
	for _, args := range [][]string{{"find", "--mailbox", "team"}, {"login", "--profile", "work", "--mailbox", "Team <team@contoso.example>"}} {
		_, err := configured(t, teamProfile, args...)
		if err == nil || !strings.Contains(err.Error(), "--mailbox: ") || !strings.Contains(err.Error(), "it looks like team@contoso.example") {
			t.Errorf("%v: got %v", args, err)
		}
	}
	if _, err := configured(t, teamProfile, "backup", "--mailbox", "team@contoso.example", "x"); err == nil || !strings.Contains(err.Error(), "--mailbox") {
		t.Errorf("a command without mail and calendars takes one: %v", err)
	}
	got, err := configured(t, teamProfile, "__complete", "find", "--mailbox", "")
	if err != nil || !strings.Contains(got, "team@contoso.example\n") {
		t.Errorf("the shell is told %q, %v", got, err)
	}
}

// route notes where the program's requests go.
type route struct {
	next http.RoundTripper
	mu   sync.Mutex
	seen []string
}

func (r *route) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.seen = append(r.seen, req.URL.Path)
	r.mu.Unlock()
	return r.next.RoundTrip(req)
}

func TestTheProgramOnSomebodyElsesMailbox(t *testing.T) {
	data := t.TempDir()
	open := func(mailbox string) *App {
		t.Helper()
		app, err := NewApp(t.Context(), Options{Data: data, Sample: true, Mailbox: mailbox, Now: time.Now,
			Getenv: func(string) string { return "" }, Theme: theme.Options{Dark: true}})
		if err != nil {
			t.Fatal(err)
		}
		return app
	}
	app := open("bo@contoso.example")
	if got, want := app.brief().String(), "bo as ann"; got != want {
		t.Errorf("where there is no room it says %q, want %q", got, want)
	}
	if got, want := app.account().String(), "bo@contoso.example as ann"; got != want {
		t.Errorf("the title says %q, want %q", got, want)
	}
	o := app.screenOptions()
	if o.me.Address != "ann@contoso.example" || o.others.Address != "bo@contoso.example" || o.others.Name != "Bo Berg" {
		t.Errorf("the screens are told %+v of %+v", o.others, o.me)
	}
	if got := app.sayWhose()().(views.Notify); !strings.Contains(got.Text.String(), "bo@contoso.example's") || got.Level != views.Info {
		t.Errorf("at the start: %+v", got)
	}
	seen := &route{}
	client, err := app.box.client(time.Now, func(next http.RoundTripper) http.RoundTripper { seen.next = next; return seen }, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = client.Me().MailFolder("inbox").Get(t.Context(), api.Select("id"))
	_, _ = client.Me().Contacts(t.Context())
	if want := []string{"/v1.0/users/bo@contoso.example/mailFolders/inbox", "/v1.0/me/contacts"}; !slices.Equal(seen.seen, want) {
		t.Errorf("asked %q, want %q", seen.seen, want)
	}
	state := app.box.state()
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	own := open("ANN@contoso.example") // one's own by its address is one's own
	defer own.Close()
	if own.box.others != "" || own.box.state() == state || own.account().String() != "sample mailbox · ann" {
		t.Errorf("one's own mailbox: %q in %s, %q", own.box.others, own.box.state(), own.account())
	}
}

func TestAMailboxElsewhereIsTheOneThatIsNamed(t *testing.T) {
	for _, p := range []place{
		{data: t.TempDir(), mailbox: bos, profile: config.Profile{Name: "work", BaseURL: "https://mail.example", TokenFile: "t"}},
		{data: t.TempDir(), profile: config.Profile{Name: "work", BaseURL: "https://mail.example", TokenFile: "t", Mailbox: bos}},
	} {
		box, err := openMailbox(t.Context(), p, service.Options{}, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		if box.others != bos || box.link.Mailbox != bos {
			t.Errorf("%+v: opens the mailbox %q by a client of %q", p.profile, box.others, box.link.Mailbox)
		}
	}
}

func TestAnotherProfileIsNotOpenedOnTheMailboxOfTheFlag(t *testing.T) {
	o := Options{Profile: "work", Mailbox: "bo@contoso.example", Getenv: os.Getenv}
	if got := o.switched("team").Mailbox; got != "" {
		t.Errorf("switching takes %q along", got)
	}
	if got := o.switched("work").Mailbox; got != "bo@contoso.example" {
		t.Errorf("coming back: got %q", got)
	}
}

func TestSigningInAsksForSharedMailboxesWhenOneIsNamed(t *testing.T) {
	for _, c := range []struct {
		mailbox, flag string
		shared        bool
	}{{"", "", false}, {"team@contoso.example", "", true}, {"", "team@contoso.example", true}} {
		for _, provider := range []string{"daybook", "microsoft"} {
			sessions, err := sessionsOf(place{data: t.TempDir(), profile: config.Profile{PassphraseCommand: []string{"echo", "some long passphrase"}}}, os.Getenv)
			if err != nil {
				t.Fatal(err)
			}
			s := &signingIn{sessions: sessions, place: place{mailbox: c.flag,
				profile: config.Profile{Name: "work", Provider: provider, ClientID: "app", Mailbox: c.mailbox}}}
			scopes := wantedScopes(nil, scopesFor(s.wantsOthers(t.Context())))
			if provider == "microsoft" {
				p, err := s.microsoft(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				scopes = p.Scopes
			}
			for _, scope := range strings.Fields(sharedScopes) {
				if shared := slices.Contains(scopes, scope); shared != c.shared {
					t.Errorf("%s, %+v: %s is asked for: %v", provider, c, scope, shared)
				}
			}
			sorted := slices.Sorted(slices.Values(scopes))
			if twice := len(sorted) - len(slices.Compact(slices.Clone(sorted))); twice > 0 {
				t.Errorf("%s, %+v: %d scopes are asked for twice: %v", provider, c, twice, sorted)
			}
		}
	}
	if signin.Lacks(strings.Fields(sharedScopes), signin.SharedTier) || !signin.Lacks(strings.Fields(ownScopes), signin.SharedTier) {
		t.Error("what is asked for is not what the screens look for")
	}
}

func TestADeniedMailboxIsNotCalledOffline(t *testing.T) {
	for err, want := range map[error]string{
		model.Errorf(model.CodeAccessDenied, "no"):    "no access",
		model.Errorf(model.CodeNotFound, "no"):        "no access",
		model.Errorf(model.CodeUnauthenticated, "no"): "sign in",
		io.ErrUnexpectedEOF:                           "offline",
	} {
		if got := trouble(err).Trouble.String(); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
}
