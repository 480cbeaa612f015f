package oauth

import (
	"errors"
	"net/http"

	"daybook/service/auth"
	"daybook/service/store"
)

// ask is what a person is asked: may this client have these scopes?
type ask struct {
	client Client
	scopes []string
	// about is what the forms are bound to.
	about string
	// userCode is the device's, empty for a redirect.
	userCode string
	// back is where an answer leads: the redirect URI, empty for a device.
	back string
}

// converse leads through the two forms: who are you, and do you allow it.
// decide is called once, with the answer.
func (s *Server) converse(v *visit, a ask, f form, decide func(user auth.Login, allow bool) (answer, error)) (answer, error) {
	if !f.signedIn() {
		return s.signIn(v, a)
	}
	said := v.form["answer"]
	if said != "allow" && said != "deny" {
		return s.askConsent(v, a, f.user)
	}
	done, err := decide(f.user, said == "allow")
	if errors.Is(err, errNewPassword) {
		return s.askToSignIn(v, a, f.user.PrincipalName, http.StatusForbidden, "The password was changed meanwhile. Sign in with the new one.")
	}
	return done, err
}

// errNewPassword means that the password which led to a consent page is not
// the person's any more: whoever changed it may have done so because another
// knows it.
var errNewPassword = errors.New("the password was changed since it was given")

func stillHolds(tx *store.Tx, user auth.Login) error {
	holds, err := user.Holds(tx)
	if err == nil && !holds {
		err = errNewPassword
	}
	return err
}

// signIn checks the name and password that were sent.
func (s *Server) signIn(v *visit, a ask) (answer, error) {
	address := v.form["address"]
	user, err := s.conf.Auth.SignIn(v.Context(), address, v.form["password"], auth.Client{Address: Origin(v.RemoteAddr), Marks: v.marks})
	var wait *auth.TooManyAttempts
	switch {
	case errors.As(err, &wait):
		p, err := s.signInPage(v, a, address)
		return waitFor(p, wait), err
	case errors.Is(err, auth.ErrWrongPassword):
		return s.askToSignIn(v, a, address, http.StatusForbidden, "The address or the password is not right.")
	case err != nil:
		return answer{}, err
	}
	marks, err := s.conf.Auth.Known(v.Context(), user, v.marks)
	if err != nil {
		return answer{}, err
	}
	shown, err := s.askConsent(v, a, user)
	shown.marks = marks
	return shown, err
}

// askAgain is for a form that cannot be taken any more.
func (s *Server) askAgain(v *visit, a ask) (answer, error) {
	return s.askToSignIn(v, a, v.form["address"], http.StatusBadRequest,
		"That page was too old, or was sent before. Sign in once more. (This needs cookies.)")
}

func (s *Server) askToSignIn(v *visit, a ask, address string, status int, notice string) (answer, error) {
	p, err := s.signInPage(v, a, address)
	p.Notice = notice
	return answer{status: status, page: p}, err
}

func (s *Server) signInPage(v *visit, a ask, address string) (page, error) {
	token, err := s.newForm(v, a.about, auth.Login{})
	if err != nil {
		return page{}, err
	}
	anybody, err := auth.HasPasswords(v.Context(), s.conf.Store)
	return page{name: "sign-in", Client: a.client.Name, FormToken: token, UserCode: a.userCode, Address: address,
		Nobody: !anybody, leadsTo: leadsTo(a.back)}, err
}

func (s *Server) askConsent(v *visit, a ask, user auth.Login) (answer, error) {
	token, err := s.newForm(v, a.about, user)
	if err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusOK, page: page{name: "consent", Client: a.client.Name, FormToken: token, UserCode: a.userCode,
		Address: user.PrincipalName, Wishes: inWords(a.scopes), Back: backInWords(a.back), leadsTo: leadsTo(a.back),
		BuiltIn: a.client.ID == BuiltIn}}, nil
}
