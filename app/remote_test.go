package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"daybook/config"
	"daybook/mailbox"
	"daybook/service"
	"daybook/theme"
)

// served is a sample that another process could reach: at a port of this
// machine, with a token for its first person.
func served(t *testing.T) (address, token string) {
	t.Helper()
	h, err := mailbox.Location{Data: t.TempDir(), Sample: true}.OpenLocal(t.Context(), service.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if token, err = h.MintToken(t.Context(), h.Owner.ID, mailbox.OwnScopes, time.Hour); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- service.Serve(ctx, h.Handler(), service.ServeOptions{Listen: "127.0.0.1:0", Ready: func(url string) { ready <- url }})
	}()
	t.Cleanup(func() {
		stop()
		<-done
		h.Close()
	})
	select {
	case address = <-ready:
	case err := <-done:
		t.Fatal(err)
	}
	return address, token
}

func elsewhereConfig(t *testing.T, address, token string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("profile = \"work\"\n[profiles.work]\nbase_url = %q\ntoken_file = %q\n", address, file)
}

// remoteApp opens a profile elsewhere as the program does.
func remoteApp(t *testing.T, data, address, token string) *App {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(elsewhereConfig(t, address, token)), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := config.Load(path, config.Known{})
	if err != nil {
		t.Fatal(err)
	}
	app, err := New(t.Context(), Options{
		Data: data, Profile: "work", Config: file, Now: time.Now, Getenv: func(string) string { return "" }, Theme: theme.Options{Dark: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

func TestAMailboxElsewhereOpensWithoutTheNetworkAndRemembersWhoseItIs(t *testing.T) {
	data := t.TempDir()
	first := remoteApp(t, data, "http://127.0.0.1:1", "none")
	if got := first.account().String(); got != "work" {
		t.Errorf("before anybody answered: got %q, want work", got)
	}
	address, token := served(t)
	second := remoteApp(t, data, address, token)
	client, err := second.box.Client(time.Now, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if msg := second.refreshInfo(client)(); msg == nil {
		t.Error("the mailbox was not opened anew with what became known")
	}
	third := remoteApp(t, data, "http://127.0.0.1:1", "none")
	if got := third.account().String(); got != "work · ann@contoso.example" {
		t.Errorf("offline: got %q", got)
	}
	if got := third.zone().String(); got != "Europe/London" {
		t.Errorf("offline: got zone %q, want the mailbox's", got)
	}
	if o := third.screenOptions(); o.hours.From == 0 {
		t.Errorf("offline: got hours %v, want the mailbox's", o.hours)
	}
}

func TestUnreadMailOfAMailboxElsewhereOrWhyItIsNotKnown(t *testing.T) {
	address, token := served(t)
	if got := remoteApp(t, t.TempDir(), address, token).unread(t.Context(), "work"); got.Count == 0 || !got.Trouble.Empty() {
		t.Errorf("got %+v", got)
	}
	if got := remoteApp(t, t.TempDir(), address, "wrong").unread(t.Context(), "work"); got.Trouble.String() != "sign in" {
		t.Errorf("a wrong token: got %+v", got)
	}
}

func TestTheEnvironmentsTokenReachesNoOtherProfile(t *testing.T) {
	var sent atomic.Pointer[string]
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		sent.Store(&header)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(other.Close)
	const secret = "token-of-work"
	path := filepath.Join(t.TempDir(), "config.toml")
	content := fmt.Sprintf("[profiles.work]\nbase_url = \"http://127.0.0.1:1\"\n[profiles.other]\nbase_url = %q\n", other.URL)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := config.Load(path, config.Known{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Data: t.TempDir(), Profile: "work", Config: file, Now: time.Now, Theme: theme.Options{Dark: true},
		Getenv: func(name string) string { return map[string]string{"DAYBOOK_TOKEN": secret}[name] }}
	app, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	if got := app.unread(t.Context(), "other"); got.Trouble.String() != "sign in" || sent.Load() != nil {
		t.Errorf("unread mail of the other: got %+v, sent %v; want nothing sent", got, sent.Load())
	}
	for profile, want := range map[string]string{"work": secret, "other": "", mailbox.LocalProfile: ""} {
		if got := o.switched(profile).Getenv("DAYBOOK_TOKEN"); got != want {
			t.Errorf("switched to %s: the token is %q, want %q", profile, got, want)
		}
	}
}
