package oauth

import (
	"errors"
	"net/http"
	"strings"

	"daybook/model"
	"daybook/service/auth"
	"daybook/service/store"
)

// aboutTyping is what the form is about in which a user code is typed.
const aboutTyping = "device"

// device shows the form for the code, then those of the consent.
func (s *Server) device(v *visit) (answer, error) {
	if v.form == nil {
		p, _, err := query(v.Request)
		if err != nil {
			return answer{}, err
		}
		typed := p["user_code"]
		if plainCode(typed) != "" {
			typed = shownCode(plainCode(typed))
		}
		return s.askForCode(v, typed, http.StatusOK, "")
	}
	typed := v.form["user_code"]
	f, ok := s.forms.take(v.form["form_token"], v.browser, s.conf.Now())
	if !ok {
		return s.askForCode(v, typed, http.StatusBadRequest, "That page was too old, or was sent before. Send the code once more. (This needs cookies.)")
	}
	if f.isAbout(aboutTyping) {
		return s.typedCode(v, typed)
	}
	code := plainCode(typed)
	if code == "" || !f.isAbout(aboutDevice(code)) {
		return s.askForCode(v, typed, http.StatusBadRequest, "That page was for another code. Send the code once more.")
	}
	a, err := s.findDevice(v, code)
	if err != nil {
		return s.noSuchCode(v, typed, err)
	}
	return s.converse(v, a, f, func(user auth.Login, allow bool) (answer, error) { return s.answerDevice(v, a, user, allow) })
}

func aboutDevice(code string) string { return "device " + code }

// typedCode goes on to the sign-in when a device waits under that code. Wrong
// codes are slowed, so that nobody finds one by trying (RFC 8628, section 5.1).
func (s *Server) typedCode(v *visit, typed string) (answer, error) {
	right, err := s.conf.Auth.Guess("user code", Origin(v.RemoteAddr))
	var wait *auth.TooManyAttempts
	if errors.As(err, &wait) {
		p, err := s.codePage(v, typed)
		return waitFor(p, wait), err
	}
	a, err := s.findDevice(v, plainCode(typed))
	if err != nil {
		return s.noSuchCode(v, typed, err)
	}
	right()
	return s.askToSignIn(v, a, "", http.StatusOK, "")
}

// findDevice finds what a waiting device asks; a CodeNotFound when none waits.
func (s *Server) findDevice(v *visit, code string) (ask, error) {
	var d deviceCode
	err := s.conf.Store.Read(v.Context(), func(tx *store.Tx) (err error) {
		d, err = deviceByUserCode(tx, code)
		if err == nil && (d.Answer != devicePending || !tx.Now().Before(d.Expires)) {
			err = model.Errorf(model.CodeNotFound, "the device no longer waits")
		}
		return err
	})
	if err != nil {
		return ask{}, err
	}
	client, err := s.findClient(v.Context(), d.ClientID)
	return ask{client: client, scopes: strings.Fields(d.Scopes), about: aboutDevice(code), userCode: shownCode(code)}, err
}

func (s *Server) noSuchCode(v *visit, typed string, err error) (answer, error) {
	if !errors.Is(err, model.ErrNotFound) {
		return answer{}, err
	}
	return s.askForCode(v, typed, http.StatusNotFound, "No device waits under that code. Codes are good for ten minutes, and once.")
}

func (s *Server) askForCode(v *visit, typed string, status int, notice string) (answer, error) {
	p, err := s.codePage(v, typed)
	p.Notice = notice
	return answer{status: status, page: p}, err
}

func (s *Server) codePage(v *visit, typed string) (page, error) {
	token, err := s.newForm(v, aboutTyping, auth.Login{})
	return page{name: "code", FormToken: token, UserCode: typed}, err
}

// answerDevice gives the device its answer, which it fetches by polling.
func (s *Server) answerDevice(v *visit, a ask, user auth.Login, allow bool) (answer, error) {
	given := deviceDenied
	if allow {
		given = DeviceAllowed
	}
	var waited bool
	err := s.conf.Store.Write(v.Context(), func(tx *store.Tx) error {
		err := stillHolds(tx, user)
		if err != nil {
			return err
		}
		waited, err = AnswerDevice(tx, plainCode(a.userCode), user.ID, given)
		return err
	})
	if err == nil && !waited {
		err = model.Errorf(model.CodeNotFound, "the device no longer waits")
	}
	if err != nil {
		return s.noSuchCode(v, a.userCode, err)
	}
	return answer{status: http.StatusOK, page: page{name: "done", Client: a.client.Name, Allowed: allow, Address: user.PrincipalName}}, nil
}
