package oauth_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/oauth2"

	"daybook/service"
	"daybook/service/auth"
	"daybook/service/rest"
	"daybook/service/store"
)

const (
	ann      = "ann@contoso.example"
	password = "correct horse battery"
	redirect = "http://127.0.0.1:49152/signed-in"
	scopes   = "Mail.Read offline_access"
)

// world is a served service with two people, of whom ann has a password, and
// a clock that the test moves.
type world struct {
	t      *testing.T
	dir    string
	svc    *service.Service
	server *httptest.Server
	now    atomic.Int64
	client atomic.Value // the address that requests come from, instead of the socket's
}

// from lets what comes next come from an address, "" for this machine's.
func (w *world) from(address string) { w.client.Store(address) }

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir()}
	w.now.Store(time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC).UnixNano())
	svc, err := service.Open(w.dir, service.Options{
		Now:    func() time.Time { return time.Unix(0, w.now.Load()).UTC() },
		Report: func(r rest.Report) { t.Errorf("reported: %s %s: %v\n%s", r.Method, r.Operation, r.Err, r.Stack) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { svc.Close() })
	w.svc = svc
	for _, name := range []string{"bo@contoso.example", ann} {
		m, err := svc.Store().AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: name})
		if err == nil && name == ann {
			err = auth.SetPassword(t.Context(), svc.Store(), m.ID, cheapHash(password))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	site := svc.Site()
	w.server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if at, _ := w.client.Load().(string); at != "" {
			r.RemoteAddr = net.JoinHostPort(at, "1")
		}
		site.ServeHTTP(rw, r)
	}))
	t.Cleanup(w.server.Close)
	return w
}

// cheapHash is as the service keeps a password, at a cost for tests.
func cheapHash(password string) string {
	salt := []byte("a salt for tests")
	b64 := base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=8,t=1,p=1$" + b64(salt) + "$" + b64(argon2.IDKey([]byte(password), salt, 1, 8, 1, 32))
}

func (w *world) advance(d time.Duration) { w.now.Add(int64(d)) }

// config is x/oauth2's client of the built-in program.
func (w *world) config() *oauth2.Config {
	return &oauth2.Config{ClientID: "daybook", RedirectURL: redirect, Scopes: strings.Fields(scopes),
		Endpoint: oauth2.Endpoint{AuthURL: w.server.URL + "/oauth2/authorize", TokenURL: w.server.URL + "/oauth2/token",
			DeviceAuthURL: w.server.URL + "/oauth2/device_authorization"}}
}

// browser keeps cookies, follows no redirect, and fills in forms.
type browser struct {
	w      *world
	client *http.Client
	at     string // the page that is open
	page   string
	status int
	header http.Header
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w: w, client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (b *browser) do(req *http.Request) *browser {
	b.w.t.Helper()
	res, err := b.client.Do(req)
	if err != nil {
		b.w.t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		b.w.t.Fatal(err)
	}
	b.page, b.status, b.header = string(content), res.StatusCode, res.Header
	return b
}

func (b *browser) open(address string) *browser {
	b.w.t.Helper()
	b.at = address
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		b.w.t.Fatal(err)
	}
	return b.do(req)
}

var hidden = regexp.MustCompile(`<input type="hidden" name="([a-z_]+)" value="([^"]*)">`)

// fields are the hidden ones of the open page's form.
func (b *browser) fields() url.Values {
	v := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(b.page, -1) {
		v.Set(m[1], m[2])
	}
	return v
}

// submit sends the open page's form with "name", "value" pairs filled in.
func (b *browser) submit(pairs ...string) *browser {
	b.w.t.Helper()
	v := b.fields()
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return b.post(v)
}

func (b *browser) post(v url.Values) *browser {
	b.w.t.Helper()
	req, err := http.NewRequest(http.MethodPost, b.at, strings.NewReader(v.Encode()))
	if err != nil {
		b.w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", b.w.server.URL)
	return b.do(req)
}

func (b *browser) signIn() *browser {
	b.w.t.Helper()
	return b.submit("address", ann, "password", password)
}

// location is where the browser is sent, with the parameters.
func (b *browser) location() (string, url.Values) {
	b.w.t.Helper()
	if b.status != http.StatusSeeOther {
		b.w.t.Fatalf("got %d %s, want a redirect", b.status, b.page)
	}
	u, err := url.Parse(b.header.Get("Location"))
	if err != nil {
		b.w.t.Fatal(err)
	}
	q := u.Query()
	u.RawQuery = ""
	return u.String(), q
}

// code signs ann in, allows what is asked, and returns the code.
func (w *world) code(conf *oauth2.Config, verifier string) string {
	w.t.Helper()
	b := w.browser().open(conf.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier)))
	_, q := b.signIn().submit("answer", "allow").location()
	if q.Get("code") == "" {
		w.t.Fatalf("got %v, want a code", q)
	}
	return q.Get("code")
}

// token signs ann in by code.
func (w *world) token() *oauth2.Token {
	w.t.Helper()
	conf, verifier := w.config(), oauth2.GenerateVerifier()
	token, err := conf.Exchange(w.t.Context(), w.code(conf, verifier), oauth2.VerifierOption(verifier))
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

// mail asks for ann's folders and returns the status.
func (w *world) mail(access string) int {
	w.t.Helper()
	req, err := http.NewRequest(http.MethodGet, w.server.URL+"/v1.0/me/mailFolders", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+access)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// reply is what an endpoint that answers with JSON said.
type reply struct {
	status int
	header http.Header
	body   struct {
		Error        string `json:"error"`
		Description  string `json:"error_description"`
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		ExpiresIn    int64  `json:"expires_in"`
		Scope        string `json:"scope"`
		DeviceCode   string `json:"device_code"`
		UserCode     string `json:"user_code"`
		URI          string `json:"verification_uri"`
		Complete     string `json:"verification_uri_complete"`
		Interval     int64  `json:"interval"`
	}
}

// post sends "name", "value" pairs to an endpoint.
func (w *world) post(path string, pairs ...string) reply {
	w.t.Helper()
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	req, err := http.NewRequest(http.MethodPost, w.server.URL+path, strings.NewReader(v.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.send(req)
}

func (w *world) send(req *http.Request) reply {
	w.t.Helper()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	r := reply{status: res.StatusCode, header: res.Header}
	if err == nil && len(content) > 0 {
		err = json.Unmarshal(content, &r.body)
	}
	if err != nil {
		w.t.Fatalf("%s %s: %v: %s", req.Method, req.URL.Path, err, content)
	}
	return r
}

// refresh uses a refresh token as the built-in client.
func (w *world) refresh(token string, more ...string) reply {
	w.t.Helper()
	return w.post("/oauth2/token", append([]string{"grant_type", "refresh_token", "client_id", "daybook", "refresh_token", token}, more...)...)
}

// count returns the number of rows in a table.
func (w *world) count(table string) (n int) {
	w.t.Helper()
	err := w.svc.Store().Read(w.t.Context(), func(tx *store.Tx) error { return tx.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n) })
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// id is a user's.
func (w *world) id(name string) string {
	w.t.Helper()
	var m store.Mailbox
	err := w.svc.Store().Read(w.t.Context(), func(tx *store.Tx) (err error) {
		m, err = tx.FindMailbox(name)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return m.ID
}
