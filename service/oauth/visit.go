package oauth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strconv"

	"daybook/service/auth"
)

// visit is a browser's request for a page.
type visit struct {
	*http.Request
	browser string // the value of its cookie, which is new when it had none
	marks   string // of those who have signed in with it: see auth.Authority.Known
	form    params // what it posted, nil for a GET
}

// answer is a page, or where the browser is sent.
type answer struct {
	status     int
	page       page
	redirect   string
	retryAfter int    // seconds; 0: not said
	marks      string // what the browser keeps from now on; empty leaves it
}

// cookieName holds a random value that ties forms to the browser they were
// shown in. It says nothing of who signs in.
const cookieName = "daybook_browser"

// knownName is the cookie with the browser's marks.
const knownName = "daybook_known"

// show makes an endpoint of a function that answers with a page.
func (s *Server) show(serve func(*visit) (answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, err := s.visited(w, r, serve)
		var refused *refusal
		switch {
		case err == nil:
		case errors.As(err, &refused):
			a = problem(refused.Description)
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			a = problem("the service did not get to it in time; try again")
			a.status = http.StatusServiceUnavailable
		default:
			s.report(r, err, "")
			a = problem("the service failed; it has been noted in its log")
			a.status = http.StatusInternalServerError
		}
		s.write(w, r, a)
	}
}

func (s *Server) visited(w http.ResponseWriter, r *http.Request, serve func(*visit) (answer, error)) (answer, error) {
	v := &visit{Request: r}
	if c, err := r.Cookie(cookieName); err == nil && len(c.Value) == 43 {
		v.browser = c.Value
	} else if v.browser, err = s.conf.Auth.Secret(); err != nil {
		return answer{}, err
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: v.browser, Path: "/oauth2", MaxAge: int(formLife.Seconds()),
		HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode})
	if c, err := r.Cookie(knownName); err == nil {
		v.marks = c.Value
	}
	if r.Method != http.MethodPost {
		return serve(v)
	}
	if err := s.csrf.Check(r); err != nil {
		return answer{}, refuse(invalidRequest, "this form was sent by a page that is not of this service")
	}
	form, err := body(r)
	if err != nil {
		return answer{}, err
	}
	v.form = form
	return serve(v)
}

// problem is a page that says why nothing can be done.
func problem(words string) answer {
	return answer{status: http.StatusBadRequest, page: page{name: "problem", Notice: words}}
}

// newForm remembers a form about something, for this browser and, once there
// is one, the user; it returns the form's token.
func (s *Server) newForm(v *visit, about string, user auth.Login) (string, error) {
	secret, err := s.conf.Auth.Secret()
	if err != nil {
		return "", err
	}
	token := s.forms.add(secret, form{browser: sha256.Sum256([]byte(v.browser)), about: sha256.Sum256([]byte(about)),
		user: user, expires: s.conf.Now().Add(formLife)})
	return token, nil
}

// sent takes the form that was posted, if it is about this.
func (s *Server) sent(v *visit, about string) (form, bool) {
	f, ok := s.forms.take(v.form["form_token"], v.browser, s.conf.Now())
	return f, ok && f.isAbout(about)
}

// write sends an answer with the headers that every page has.
func (s *Server) write(w http.ResponseWriter, r *http.Request, a answer) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src '"+s.style+"'; form-action 'self'"+a.page.leadsTo+
		"; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin") // with less, a form's Origin is not sent either
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if a.marks != "" {
		http.SetCookie(w, &http.Cookie{Name: knownName, Value: a.marks, Path: "/oauth2", MaxAge: int(auth.KnownFor.Seconds()),
			HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode})
	}
	if a.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(a.retryAfter))
	}
	if a.redirect != "" {
		h.Set("Location", a.redirect)
		w.WriteHeader(http.StatusSeeOther) // never 307: it would send the password on
		return
	}
	a.page.Host = r.Host
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, a.page.name, a.page); err != nil {
		s.report(r, err, "")
		http.Error(w, "the service failed", http.StatusInternalServerError)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(a.status)
	_, _ = w.Write(b.Bytes()) // the browser may be gone
}

// Origin is where a request or connection comes from, given its address and
// port, for counting: an IPv4 address, or the network of an IPv6 one, of which
// anybody has many. Behind a trusted proxy service.Serve has put the client in
// place of the proxy.
func Origin(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	at, err := netip.ParseAddr(host)
	if err != nil || at.Unmap().Is4() {
		return host
	}
	network, _ := at.WithZone("").Prefix(64) // 64 is within 128: cannot fail
	return network.String()
}

// waitFor is the page for one who has to wait.
func waitFor(p page, e *auth.TooManyAttempts) answer {
	p.Notice = "Too many attempts. Wait " + strconv.Itoa(seconds(e)) + " s, then try again."
	return answer{status: http.StatusTooManyRequests, page: p, retryAfter: seconds(e)}
}
