package app

import (
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/theme"
	"daybook/views"
)

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
		app, err := New(t.Context(), Options{Data: data, Sample: true, Mailbox: mailbox, Now: time.Now,
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
	client, err := app.box.Client(time.Now, func(next http.RoundTripper) http.RoundTripper { seen.next = next; return seen }, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = client.Me().MailFolder("inbox").Get(t.Context(), api.Select("id"))
	_, _ = client.Me().Contacts(t.Context())
	if want := []string{"/v1.0/users/bo@contoso.example/mailFolders/inbox", "/v1.0/me/contacts"}; !slices.Equal(seen.seen, want) {
		t.Errorf("asked %q, want %q", seen.seen, want)
	}
	state := app.box.Documents()
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	own := open("ANN@contoso.example") // one's own by its address is one's own
	defer own.Close()
	if own.box.Others != "" || own.box.Documents() == state || own.account().String() != "sample mailbox · ann" {
		t.Errorf("one's own mailbox: %q in %s, %q", own.box.Others, own.box.Documents(), own.account())
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
