package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"daybook/model"
	"daybook/service/store"
)

// BuiltIn is the id of daybook itself as a client; it needs no registration.
const BuiltIn = "daybook"

// builtIn listens on the loopback interface, on whichever port and path it
// chooses (RFC 8252, section 7.3).
var builtIn = Client{ID: BuiltIn, Name: "daybook", Redirects: []string{"http://127.0.0.1", "http://[::1]"}}

var clientID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckClient says in words why a client cannot be registered.
func CheckClient(c Client) error {
	switch {
	case strings.EqualFold(c.ID, BuiltIn):
		return fmt.Errorf("the id %q is the program's own", c.ID)
	case !clientID.MatchString(c.ID):
		return fmt.Errorf("the id %q cannot be used: it takes up to 64 letters, digits, dots, hyphens and underscores", c.ID)
	case strings.TrimSpace(c.Name) == "" || utf8.RuneCountInString(c.Name) > 64 || strings.ContainsFunc(c.Name, unprintable):
		return fmt.Errorf("the name %q cannot be shown: it takes 1 to 64 printable characters", c.Name)
	}
	for _, uri := range c.Redirects {
		if err := checkRedirect(uri); err != nil {
			return fmt.Errorf("the redirect URI %q cannot be used: %w", uri, err)
		}
	}
	return nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// host is a name, an IPv4 address or an IPv6 one in brackets, and a port:
// nothing that could end a source in a content security policy.
var hostPattern = regexp.MustCompile(`^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// checkRedirect accepts https, http of this machine, and an app's own scheme
// with a dot in its name (RFC 8252, section 7.1).
func checkRedirect(uri string) error {
	u, err := url.Parse(uri)
	if err != nil || !u.IsAbs() || strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"'<>\;,`, r) }) {
		return errors.New("it is not an absolute URI")
	}
	switch {
	case strings.Contains(uri, "#"):
		return errors.New("it has a fragment")
	case u.User != nil:
		return errors.New("it has a user name")
	case u.Scheme == "https" && hostPattern.MatchString(u.Host):
		return nil
	case u.Scheme == "http" && hostPattern.MatchString(u.Host) && loopback(u.Hostname()):
		return nil
	case u.Scheme != "http" && u.Scheme != "https" && strings.Contains(u.Scheme, "."):
		return nil
	}
	return errors.New("it wants https, http with a loopback address, or a scheme of the app's own such as com.example.app")
}

func loopback(host string) bool { return host == "127.0.0.1" || host == "::1" || host == "localhost" }

// mayRedirect reports whether a URI is one of the client's: the same string;
// or, for an IP literal of loopback, the same but for its port.
func mayRedirect(c Client, uri string) bool {
	for _, registered := range c.Redirects {
		if uri == registered || sameLoopback(registered, uri) {
			return true
		}
	}
	return false
}

var (
	loopbackURI = regexp.MustCompile(`^(http://(?:127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?(/[^?#]*)?(\?[^#]*)?$`)
	safeURI     = regexp.MustCompile(`^[A-Za-z0-9._~:/?\[\]@!$&()*+=%-]*$`)
)

// sameLoopback compares strings, and parses neither: what a browser makes of
// a URI that one parser takes for another is nobody's to guess.
func sameLoopback(registered, uri string) bool {
	r, u := loopbackURI.FindStringSubmatch(registered), loopbackURI.FindStringSubmatch(uri)
	if r == nil || u == nil || !safeURI.MatchString(uri) || r[1] != u[1] {
		return false
	}
	anyPath := r[3] == "" && r[4] == ""
	return anyPath && u[4] == "" || r[3] == u[3] && r[4] == u[4]
}

// findClient returns the client of an id; an unknown one is a refusal.
func (s *Server) findClient(ctx context.Context, id string) (Client, error) {
	if id == BuiltIn {
		return builtIn, nil
	}
	c, err := findClient(ctx, s.conf.Store, id)
	if errors.Is(err, model.ErrNotFound) {
		return c, refuse(invalidClient, "the program that asks, by its client_id, is not known here")
	}
	return c, err
}

// request reads the form of a request to an endpoint that answers with JSON,
// and identifies its client. None has a secret, so one that sends any is not
// who it says.
func (s *Server) request(r *http.Request) (p params, client Client, err error) {
	if p, err = body(r); err != nil {
		return nil, client, err
	}
	switch {
	case r.Header.Get("Authorization") != "":
		e := refuse(invalidClient, "clients have no secret here; send client_id in the body, and no Authorization header")
		e.basic = true
		return nil, client, e
	case p["client_secret"] != "":
		return nil, client, refuse(invalidClient, "clients have no secret here")
	case p["client_id"] == "":
		return nil, client, refuse(invalidRequest, "client_id is missing")
	}
	client, err = s.findClient(r.Context(), p["client_id"])
	return p, client, err
}

// Client is a program that may ask people to sign in.
type Client struct {
	ID, Name  string
	Redirects []string // absolute URIs
}

// PutClient registers a program, or writes the one of that id anew.
func PutClient(ctx context.Context, s *store.Store, c Client) error {
	redirects, err := json.Marshal(c.Redirects)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`INSERT INTO oauth_clients (client_id, name, redirects_json, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirects_json = excluded.redirects_json`,
			c.ID, c.Name, string(redirects), tx.Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("register the client %s: %w", c.ID, err)
		}
		return nil
	})
}

// Clients lists the registered programs by id.
func Clients(ctx context.Context, s *store.Store) ([]Client, error) {
	var out []Client
	err := s.Read(ctx, func(tx *store.Tx) (err error) {
		out, err = store.All(tx, scanClient, `SELECT client_id, name, redirects_json FROM oauth_clients ORDER BY client_id`)
		return err
	})
	return out, err
}

// findClient finds a registered program. None is a *model.Error of
// CodeNotFound.
func findClient(ctx context.Context, s *store.Store, id string) (Client, error) {
	var c Client
	err := s.Read(ctx, func(tx *store.Tx) (err error) {
		c, err = scanClient(tx.QueryRow(`SELECT client_id, name, redirects_json FROM oauth_clients WHERE client_id = ?`, id))
		return store.Found(err, "client")
	})
	return c, err
}

func scanClient(row store.Row) (Client, error) {
	var c Client
	var redirects string
	if err := row.Scan(&c.ID, &c.Name, &redirects); err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(redirects), &c.Redirects)
}

// RemoveClient forgets a program and ends every sign-in that it has. An
// unknown one is a *model.Error of CodeNotFound.
func RemoveClient(ctx context.Context, s *store.Store, id string) error {
	return s.Write(ctx, func(tx *store.Tx) error {
		err := tx.ExecFound(model.Errorf(model.CodeNotFound, "no client is registered as %q", id),
			`DELETE FROM oauth_clients WHERE client_id = ?`, id)
		if err != nil {
			return err
		}
		for _, statement := range []string{
			`UPDATE tokens SET revoked = 1 WHERE sign_in_id IN (SELECT sign_in_id FROM sign_ins WHERE client_id = ?)`,
			`UPDATE sign_ins SET ended = 1 WHERE client_id = ?`,
		} {
			if _, err := tx.Exec(statement, id); err != nil {
				return fmt.Errorf("end the sign-ins of the client %s: %w", id, err)
			}
		}
		return nil
	})
}
