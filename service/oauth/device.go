package oauth

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/auth"
	"daybook/service/store"
)

// How devices wait (RFC 8628, section 3.5).
const (
	pollInterval = 5 * time.Second
	pollPenalty  = 5 * time.Second
	pollEarly    = time.Second // the network brings polls closer than they were sent
	maxDevices   = 100_000     // whose time is not over, for the room on the disk alone
)

// userAlphabet has no vowels, so that no code is a word, and nothing that
// looks like something else (RFC 8628, section 6.1). Eight of its letters
// are 34 bits.
const (
	userAlphabet = "BCDFGHJKLMNPQRSTVWXZ"
	userLetters  = 8
)

// deviceReply is RFC 8628, section 3.2.
type deviceReply struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	URI        string `json:"verification_uri"`
	Complete   string `json:"verification_uri_complete"`
	ExpiresIn  int64  `json:"expires_in"` // seconds
	Interval   int64  `json:"interval"`   // seconds
}

func (s *Server) askForDevice(r *http.Request) (any, error) {
	p, client, err := s.request(r)
	if err != nil {
		return nil, err
	}
	scopes, err := parseScopes(p["scope"])
	if err != nil {
		return nil, err
	}
	// Asking needs no token, so it is slowed by the client: see auth.
	_, err = s.conf.Auth.Guess("device", Origin(r.RemoteAddr))
	var wait *auth.TooManyAttempts
	if errors.As(err, &wait) {
		return nil, tooMany(wait)
	}
	device, err := s.conf.Auth.Secret()
	if err != nil {
		return nil, err
	}
	user, err := userCode(s.conf.Rand)
	if err != nil {
		return nil, err
	}
	err = s.conf.Store.Write(r.Context(), func(tx *store.Tx) error {
		if n, err := devices(tx); err != nil || n >= maxDevices {
			return after(err, refuse(unavailable, "too many devices wait for an answer; try again in some minutes"))
		}
		return addDeviceCode(tx, device, user, deviceCode{ClientID: client.ID, Scopes: strings.Join(scopes, " "),
			Expires: tx.Now().Add(deviceLife), Interval: pollInterval})
	})
	if err != nil {
		return nil, err
	}
	shown, at := shownCode(user), issuer(r)+devicePath
	return deviceReply{DeviceCode: device, UserCode: shown, URI: at, Complete: at + "?user_code=" + shown,
		ExpiresIn: int64(deviceLife / time.Second), Interval: int64(pollInterval / time.Second)}, nil
}

// userCode draws letters evenly: bytes beyond a multiple of the alphabet are
// thrown away.
func userCode(random io.Reader) (string, error) {
	const even = 256 - 256%len(userAlphabet)
	code := make([]byte, 0, userLetters)
	var b [1]byte
	for len(code) < userLetters {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("make a user code: %w", err)
		}
		if int(b[0]) < even {
			code = append(code, userAlphabet[int(b[0])%len(userAlphabet)])
		}
	}
	return string(code), nil
}

// shownCode is a user code in two groups.
func shownCode(code string) string { return code[:userLetters/2] + "-" + code[userLetters/2:] }

// plainCode reads a user code as it is typed, in any case and with anything
// between its letters; empty when it cannot be one.
func plainCode(typed string) string {
	var code []byte
	for _, r := range strings.ToUpper(typed) {
		switch {
		case strings.ContainsRune(userAlphabet, r):
			code = append(code, byte(r))
		case r != '-' && r != ' ' && r != '.' && r != '_':
			return ""
		}
	}
	if len(code) != userLetters {
		return ""
	}
	return string(code)
}

// poll is RFC 8628, section 3.4.
func (s *Server) poll(tx *store.Tx, client Client, p params) (tokenReply, error) {
	code := p["device_code"]
	if code == "" {
		return tokenReply{}, refuse(invalidRequest, "device_code is missing")
	}
	d, err := findDeviceCode(tx, code)
	if errors.Is(err, model.ErrNotFound) {
		return tokenReply{}, refuse(invalidGrant, "the device code is not known")
	}
	if err != nil {
		return tokenReply{}, err
	}
	switch {
	case d.ClientID != client.ID:
		return tokenReply{}, refuse(invalidGrant, "the device code was given to another client")
	case d.Answer == deviceSpent:
		return tokenReply{}, refuse(invalidGrant, "the device code was used before")
	case !tx.Now().Before(d.Expires):
		return tokenReply{}, refuse(expiredToken, "nobody answered in time; start again")
	case d.Answer == deviceDenied:
		return tokenReply{}, refuse(accessDenied, "the person said no")
	case !d.Polled.IsZero() && tx.Now().Sub(d.Polled) < d.Interval-pollEarly:
		return tokenReply{}, after(notePoll(tx, code, d.Interval+pollPenalty), refuse(slowDown, "wait 5 s longer between polls"))
	case d.Answer == devicePending:
		return tokenReply{}, after(notePoll(tx, code, d.Interval), refuse(authPending, "nobody has answered yet"))
	}
	_, reply, err := s.begin(tx, auth.SignIn{UserID: d.UserID, ClientID: d.ClientID, Scopes: d.Scopes})
	if err != nil {
		return tokenReply{}, err
	}
	return reply, spendDeviceCode(tx, code)
}
