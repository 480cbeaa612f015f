package mailbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/config"
	"daybook/model"
	"daybook/service"
	"daybook/service/store"
	"daybook/signin"
	"daybook/ui/statedir"
)

const bos = "bo@contoso.example"

func TestWhatIsWrittenInSomebodyElsesMailboxStaysApart(t *testing.T) {
	l := Location{Data: t.TempDir(), Profile: config.Profile{Name: "work"}}
	own, team, bo := l.documents(nil, ""), l.documents(nil, "team@contoso.example"), l.documents(nil, "bo@contoso.example")
	if own == team || own == bo || team == bo {
		t.Errorf("states: got %s, %s, %s, want three", own, team, bo)
	}
	if other := l.documents(nil, "Team@Contoso.example"); other != team {
		t.Errorf("in another letter case: got %s, want %s", other, team)
	}
	if out := l.documents(nil, "../../x@contoso.example"); filepath.Dir(out) != filepath.Dir(team) {
		t.Errorf("an address with slashes leads to %s", out)
	}
	for _, dir := range []string{team, bo} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if got := l.OpenedBefore(); !slices.Equal(got, []string{"bo@contoso.example", "team@contoso.example"}) {
		t.Errorf("those opened before: got %v", got)
	}
}

func TestAMailboxElsewhereIsTheOneThatIsNamed(t *testing.T) {
	for _, l := range []Location{
		{Data: t.TempDir(), Mailbox: bos, Profile: config.Profile{Name: "work", BaseURL: "https://mail.example", TokenFile: "t"}},
		{Data: t.TempDir(), Profile: config.Profile{Name: "work", BaseURL: "https://mail.example", TokenFile: "t", Mailbox: bos}},
	} {
		box, err := Open(t.Context(), l, service.Options{}, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		if box.Others != bos || box.Connection.Mailbox != bos {
			t.Errorf("%+v: opens the mailbox %q by a client of %q", l.Profile, box.Others, box.Connection.Mailbox)
		}
	}
}

func TestSigningInAsksForSharedMailboxesWhenOneIsNamed(t *testing.T) {
	for _, c := range []struct {
		mailbox, flag string
		shared        bool
	}{{"", "", false}, {"team@contoso.example", "", true}, {"", "team@contoso.example", true}} {
		for _, provider := range []string{"daybook", "microsoft"} {
			sessions, err := Location{Data: t.TempDir(), Profile: config.Profile{PassphraseCommand: []string{"echo", "some long passphrase"}}}.OpenSessions(os.Getenv)
			if err != nil {
				t.Fatal(err)
			}
			s := &SignIn{Sessions: sessions, Location: Location{Mailbox: c.flag,
				Profile: config.Profile{Name: "work", Provider: provider, ClientID: "app", Mailbox: c.mailbox}}}
			scopes := wantedScopes(nil, ScopesFor(s.wantsOthers(t.Context())))
			if provider == "microsoft" {
				p, err := s.microsoft(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				scopes = p.Scopes
			}
			for _, scope := range strings.Fields(SharedScopes) {
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
	if signin.Lacks(strings.Fields(SharedScopes), signin.SharedTier) || !signin.Lacks(strings.Fields(OwnScopes), signin.SharedTier) {
		t.Error("what is asked for is not what the screens look for")
	}
}

func TestTheFirstStateFolderStaysWithWhomItWasWrittenFor(t *testing.T) {
	data := t.TempDir()
	l := Location{Data: data}
	own := filepath.Join(data, stateFolder, ownFolder)
	me := &Local{Dir: filepath.Join(data, ownFolder), Owner: store.Mailbox{Address: "me@home.example"}, first: true}
	anna := &Local{Dir: me.Dir, Owner: store.Mailbox{Address: "anna@x.example"}}
	if got, other := l.documents(me, ""), l.documents(anna, ""); got != own || other != own+"~anna@x.example" {
		t.Errorf("of a new store: got %s and %s", got, other)
	}
	state, err := statedir.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := SaveInfo(state, Info{Me: model.EmailAddress{Address: "Anna@x.example"}}); err != nil {
		t.Fatal(err)
	}
	if got, other := l.documents(me, ""), l.documents(anna, ""); got != own+"~me@home.example" || other != own {
		t.Errorf("of one that wrote the folder for Anna: got %s and %s", got, other)
	}
}

func TestLettersOfOnePersonAreNeverAnothers(t *testing.T) {
	data := t.TempDir()
	first := Location{Data: data, Sample: true}
	ann, err := first.OpenLocal(t.Context(), service.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer ann.Close()
	users, err := ann.Users(t.Context())
	if err != nil || len(users) < 2 {
		t.Fatalf("got %d users, %v", len(users), err)
	}
	second := *ann
	second.Owner, second.first = users[1], false
	work := Location{Data: data, Profile: config.Profile{Name: "work"}}
	a, b, c := first.documents(ann, ""), first.documents(&second, ""), work.documents(nil, "")
	if a == b || a == c || b == c {
		t.Errorf("states: got %s, %s, %s, want three", a, b, c)
	}
}
