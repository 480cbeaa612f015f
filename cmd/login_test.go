package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/config"
	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/signin"
	"daybook/signin/vault"
	"daybook/ui/statedir"
)

const annsPassword = "correct horse battery"

// serving is a service on the sample, on which Ann has a password.
func serving(t *testing.T) (*httptest.Server, *mailbox.Local) {
	t.Helper()
	h, err := mailbox.Location{Data: t.TempDir(), Sample: true}.OpenLocal(t.Context(), service.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	if err := h.SetPassword(t.Context(), h.Owner.ID, annsPassword); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h.Site())
	t.Cleanup(server.Close)
	return server, h
}

func TestCommandsReachAMailboxElsewhere(t *testing.T) {
	server, h := serving(t)
	token, err := h.MintToken(t.Context(), h.Owner.ID, mailbox.OwnScopes, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "token")
	put(t, file, token)
	content := fmt.Sprintf("profile = \"work\"\n[profiles.work]\nbase_url = %q\ntoken_file = %q\n", server.URL, file)
	out, err := configured(t, content, "api", "GET", "/me?$select=mail")
	if err != nil || !strings.Contains(out, "ann@contoso.example") {
		t.Errorf("api: got %q, %v", out, err)
	}
	out, err = configured(t, content, "find", "--with", "bo@contoso.example", "--any-hour")
	if err != nil || !strings.Contains(out, "%") {
		t.Errorf("find: got %q, %v", out, err)
	}
}

var (
	form   = regexp.MustCompile(`(?s)<form[^>]*?(?:action="([^"]*)")?[^>]*>(.*?)</form>`)
	input  = regexp.MustCompile(`<input[^>]*>`)
	name   = regexp.MustCompile(` name="([^"]*)"`)
	value  = regexp.MustCompile(` value="([^"]*)"`)
	inPage = regexp.MustCompile(`https?://[^\s]+`)
)

// person fills in every form from an address on, and agrees to all.
func person(t *testing.T, address, code string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Error(err)
		return
	}
	browser := &http.Client{Jar: jar}
	resp, err := browser.Get(address)
	for range 5 {
		if err != nil {
			t.Errorf("the browser: %v", err)
			return
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		at := resp.Request.URL
		found := form.FindStringSubmatch(string(body))
		if found == nil {
			return
		}
		fields := url.Values{"answer": {"allow"}}
		for _, tag := range input.FindAllString(found[2], -1) {
			n, v := name.FindStringSubmatch(tag), value.FindStringSubmatch(tag)
			if n == nil {
				continue
			}
			fill := map[string]string{"address": "ann@contoso.example", "password": annsPassword, "user_code": code}[n[1]]
			if fill == "" && v != nil {
				fill = html.UnescapeString(v[1])
			}
			fields.Set(n[1], fill)
		}
		to, perr := at.Parse(html.UnescapeString(found[1]))
		if perr != nil {
			t.Error(perr)
			return
		}
		req, rerr := http.NewRequest(http.MethodPost, to.String(), strings.NewReader(fields.Encode()))
		if rerr != nil {
			t.Error(rerr)
			return
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", at.Scheme+"://"+at.Host)
		resp, err = browser.Do(req)
	}
}

// command runs a command line of daybook; act sees each line it prints.
func command(t *testing.T, act func(line string), args ...string) (string, error) {
	t.Helper()
	r, w := io.Pipe()
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(w)
	root.SetErr(io.Discard)
	root.SilenceUsage, root.SilenceErrors = true, true
	done := make(chan error, 1)
	go func() {
		err := root.ExecuteContext(t.Context())
		w.Close()
		done <- err
	}()
	var all strings.Builder
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		all.WriteString(lines.Text() + "\n")
		if act != nil {
			act(lines.Text())
		}
	}
	return all.String(), <-done
}

func TestLogin(t *testing.T) {
	server, _ := serving(t)
	t.Run("and logout", func(t *testing.T) { loginAndLogout(t, server) })
	t.Run("as another, and under another name", func(t *testing.T) { loginAgain(t, server) })
	t.Run("by a code", func(t *testing.T) { loginByCode(t, server) })
}

func loginAndLogout(t *testing.T, server *httptest.Server) {
	home := t.TempDir()
	data, conf := filepath.Join(home, "data"), filepath.Join(home, "config.toml")
	common := []string{"--data", data, "--config", conf, "--profile", "work"}
	browser := func(line string) {
		if inPage.FindString(line) == line {
			go person(t, line, "")
		}
	}
	says, err := command(t, browser, append(common, "login", "--base-url", server.URL, "--passphrase-command", "echo some long passphrase")...)
	if err != nil || !strings.Contains(says, "as ann@contoso.example") || !strings.Contains(says, "daybook --profile work") {
		t.Fatalf("login: %v\n%s", err, says)
	}
	if says, err := command(t, nil, append(common, "api", "GET", "/me?$select=mail")...); err != nil || !strings.Contains(says, "ann@contoso.example") {
		t.Errorf("api with the profile: %v\n%s", err, says)
	}
	kept := session(t, data)
	for _, token := range []signin.Secret{kept.Grant.Access, kept.Grant.Refresh} {
		if len(token) < 20 {
			t.Fatalf("a token of %d characters", len(token))
		}
		nowhere(t, home, string(token))
	}
	nowhere(t, home, "some long passphrase", conf)

	if _, err := command(t, nil, append(common, "login", "--base-url", "https://mail.example")...); err == nil || !strings.Contains(err.Error(), "another base_url") {
		t.Errorf("another address for the same profile: err = %v", err)
	}
	says, err = command(t, nil, append(common, "logout")...)
	if err != nil || !strings.Contains(says, "the service has ended the sign-in") {
		t.Errorf("logout: %v\n%s", err, says)
	}
	if status := get(t, server.URL+"/v1.0/me", string(kept.Grant.Access)); status != http.StatusUnauthorized {
		t.Errorf("the token after the logout: status %d, want 401", status)
	}
	if _, err := command(t, nil, append(common, "api", "GET", "/me")...); err == nil || !strings.Contains(err.Error(), "daybook login --profile work") {
		t.Errorf("api after the logout: err = %v, want what to do", err)
	}
	if _, err := command(t, nil, "logout", "--data", data, "--config", conf, "--profile", "wrk"); err == nil || !strings.Contains(err.Error(), "did you mean work?") {
		t.Errorf("logout of no profile: err = %v", err)
	}
	if says, err := command(t, nil, append(common, "logout", "--all")...); err != nil || !strings.Contains(says, "Nothing is kept here") {
		t.Errorf("logout --all: %v\n%s", err, says)
	}
}

func loginByCode(t *testing.T, server *httptest.Server) {
	if testing.Short() {
		t.Skip("a service lets itself be asked every five seconds")
	}
	home := t.TempDir()
	code := regexp.MustCompile(`^Go to (\S+) and type the code (\S+)$`)
	says, err := command(t, func(line string) {
		if m := code.FindStringSubmatch(line); m != nil {
			go person(t, m[1], m[2])
		}
	}, "login", "--device", "--data", filepath.Join(home, "data"), "--config", filepath.Join(home, "config.toml"),
		"--base-url", server.URL, "--passphrase-command", "echo some long passphrase")
	if err != nil || !strings.Contains(says, "as ann@contoso.example") || !strings.Contains(says, "Profile 127.0.0.1 is in") {
		t.Errorf("login --device: %v\n%s", err, says)
	}
}

func loginAgain(t *testing.T, server *httptest.Server) {
	home := t.TempDir()
	data, conf := filepath.Join(home, "data"), filepath.Join(home, "config.toml")
	section := "[profiles.%s]\nbase_url = \"" + server.URL + "\"\npassphrase_command = [\"echo\", \"some long passphrase\"]\n"
	write := func(name string) {
		t.Helper()
		if err := os.WriteFile(conf, []byte(strings.ReplaceAll(section, "%s", name)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	browser := func(line string) {
		if inPage.FindString(line) == line {
			go person(t, line, "")
		}
	}
	write("work")
	common := []string{"--data", data, "--config", conf, "--profile", "work"}
	state, err := statedir.Open(filepath.Join(data, "state", "work"))
	if err == nil {
		err = mailbox.SaveInfo(state, mailbox.Info{Me: model.EmailAddress{Address: "bo@contoso.example"}})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := command(t, browser, append(common, "login")...); err == nil || !strings.Contains(err.Error(), "is for bo@contoso.example") {
		t.Errorf("ann signs in where bo wrote: err = %v", err)
	}
	if err := os.RemoveAll(filepath.Join(data, "state")); err != nil {
		t.Fatal(err)
	}
	if _, err := command(t, browser, append(common, "login")...); err != nil {
		t.Fatal(err)
	}
	kept := session(t, data)
	write("office")
	if says, err := command(t, nil, append(common, "logout")...); err != nil || !strings.Contains(says, "the service has ended the sign-in") {
		t.Errorf("logout under the name it was signed in by: %v\n%s", err, says)
	}
	if status := get(t, server.URL+"/v1.0/me", string(kept.Grant.Access)); status != http.StatusUnauthorized {
		t.Errorf("the token after the logout: status %d, want 401", status)
	}
}

func TestLoginSaysWhatIsMissing(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", "")
	const guid = "11111111-2222-3333-4444-555555555555"
	home := t.TempDir()
	conf := filepath.Join(home, "config.toml")
	if err := os.WriteFile(conf, []byte("[profiles.here]\ndata = \""+home+"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"login"}, "--base-url"},
		{[]string{"login", "--profile", "nowhere"}, "--base-url"},
		{[]string{"login", "--profile", "here"}, "needs no signing in"},
		{[]string{"login", "--base-url", "http://mail.example", "--passphrase-command", "echo some long passphrase"}, "https"},
		{[]string{"login", "--base-url", "https://mail.example"}, "passphrase_command"},
		{[]string{"login", "--base-url", "http://mail.example"}, "--base-url: \"http://mail.example\": only https"},
		{[]string{"login", "--provider", "mircosoft", "--client-id", "app"}, "--provider: there is no provider \"mircosoft\"; did you mean microsoft?"},
		{[]string{"login", "--provider", "microsoft"}, "--client-id"},
		{[]string{"login", "--provider", "microsoft", "--client-id", "My Planner"}, "--client-id: \"My Planner\" is no id"},
		{[]string{"login", "--provider", "microsoft", "--client-id", "planner"}, "the application (client) id"},
		{[]string{"login", "--provider", "microsoft", "--client-id", guid, "--tenant", "https://contoso.example"}, "--tenant: \"https://contoso.example\" is no"},
		{[]string{"login", "--provider", "microsoft", "--client-id", guid, "--base-url", "https://mail.example"}, "leave base_url out"},
		{[]string{"login", "--provider", "microsoft", "--client-id", guid, "--tenant", "contoso.example"}, "passphrase_command"},
		{[]string{"login", "--profile", "local", "--provider", "microsoft", "--client-id", guid}, "--profile local is the mailbox in the data folder"},
		{[]string{"login", "--provider", "microsoft", "--passphrase-command", "echo some long passphrase"}, "--client-id"},
		{[]string{"login", "--provider", "microsoft", "--client-id", "app", "--with", "everything"}, "groups"},
		{[]string{"login", "--provider", "microsoft", "--client-id", "app", "--cloud", "mars"}, "us-gov"},
		{[]string{"login", "--base-url", "https://mail.example", "--with", "groups"}, "everything at once"},
		{[]string{"login", "--profile", "a/b", "--base-url", "https://mail.example"}, "letters"},
		{[]string{"logout", "--profile", "here"}, "nobody signs in to"},
	} {
		_, err := command(t, nil, append(c.args, "--data", filepath.Join(home, "data"), "--config", conf)...)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: err = %v, want words about %q", c.args, err, c.says)
		}
	}
}

func session(t *testing.T, data string) signin.Session {
	t.Helper()
	v, err := vault.Open(vault.Options{Dir: signin.Folder(data), Command: func(context.Context) (vault.Secret, error) { return "some long passphrase", nil }})
	if err != nil {
		t.Fatal(err)
	}
	s, err := signin.NewSessions(v).Load(t.Context(), "work")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// nowhere looks for a secret in every file below a folder but those named.
func nowhere(t *testing.T, folder, secret string, but ...string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || len(but) > 0 && path == but[0] {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), secret) {
			err = errors.Join(err, errors.New(path+" holds a secret"))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, address, token string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// entra is a sign-in service and a mailbox in Microsoft's manner. Refuse is
// the error that the browser brings back, empty for a code.
type entra struct {
	*httptest.Server
	refuse string
	asked  []url.Values // what the sign-ins asked for
}

func newEntra(t *testing.T) *entra {
	e := &entra{}
	e.Server = httptest.NewServer(e)
	t.Cleanup(e.Close)
	return e
}

func (e *entra) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/contoso.example/oauth2/v2.0/authorize":
		q := r.URL.Query()
		e.asked = append(e.asked, q)
		answer := url.Values{"state": {q.Get("state")}}
		if answer.Set("code", "code"); e.refuse != "" {
			answer = url.Values{"state": {q.Get("state")}, "error": {"access_denied"}, "error_description": {e.refuse}}
		}
		http.Redirect(w, r, q.Get("redirect_uri")+"/?"+answer.Encode(), http.StatusFound)
	case "/contoso.example/oauth2/v2.0/token":
		scope := e.asked[len(e.asked)-1].Get("scope")
		_, _ = io.WriteString(w, `{"token_type":"Bearer","expires_in":3600,"access_token":"access","refresh_token":"refresh","scope":"`+scope+`"}`)
	case "/v1.0/me":
		_, _ = io.WriteString(w, `{"id":"1","displayName":"Ann","mail":"ann@contoso.example"}`)
	default:
		http.NotFound(w, r)
	}
}

func TestLoginToMicrosoft(t *testing.T) {
	e := newEntra(t)
	home := t.TempDir()
	common := []string{"login", "--data", filepath.Join(home, "data"), "--config", filepath.Join(home, "config.toml"), "--profile", "work"}
	sign := func(more ...string) (string, error) {
		return command(t, func(line string) {
			if inPage.FindString(line) == line {
				go func() {
					if resp, err := http.Get(line); err == nil {
						resp.Body.Close()
					}
				}()
			}
		}, append(common, more...)...)
	}
	profile := []string{"--provider", "microsoft", "--client-id", "app", "--tenant", "contoso.example", "--authority", e.URL, "--base-url", e.URL,
		"--passphrase-command", "echo some long passphrase"}

	e.refuse = "AADSTS90094: x"
	says, err := sign(profile...)
	if !errors.Is(err, signin.ErrAdmin) || !strings.Contains(says, e.URL+"/contoso.example/v2.0/adminconsent?client_id=app") ||
		!strings.Contains(says, "read, write, change and delete your mail") || !strings.Contains(says, "10 minutes") {
		t.Errorf("an administrator has to agree: %v\n%s", err, says)
	}
	e.refuse = ""
	for _, c := range []struct {
		args      []string
		has, has2 bool // groups, directory
		selecting string
	}{
		{args: profile},
		{args: []string{"--with", "groups", "--select-account"}, has: true, selecting: "select_account"},
		{has: true},
		{args: []string{"--with", "directory"}, has: true, has2: true},
		{args: []string{"--with", ""}},
	} {
		if says, err := sign(c.args...); err != nil {
			t.Fatalf("%v: %v\n%s", c.args, err, says)
		}
		asked := e.asked[len(e.asked)-1]
		if has := strings.Contains(asked.Get("scope"), "Group.ReadWrite.All"); has != c.has {
			t.Errorf("%v: groups are asked for: %v, want %v", c.args, has, c.has)
		}
		if has := strings.Contains(asked.Get("scope"), "User.Read.All"); has != c.has2 {
			t.Errorf("%v: the directory is asked for: %v, want %v", c.args, has, c.has2)
		}
		if got := asked.Get("prompt"); got != c.selecting {
			t.Errorf("%v: prompt %q, want %q", c.args, got, c.selecting)
		}
	}
}

func TestConfigurationKnowsTheClouds(t *testing.T) {
	if !slices.Equal(config.Clouds(), signin.Clouds()) {
		t.Errorf("the configuration knows %v, signing in %v", config.Clouds(), signin.Clouds())
	}
}
