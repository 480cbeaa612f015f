package oauth

import (
	"daybook/service/auth"
	"daybook/service/store"
	"fmt"
	"time"
)

// authCode is an authorization code, bound to what was asked and allowed.
type authCode struct {
	UserID, ClientID, RedirectURI string
	Challenge                     string // S256 (RFC 7636)
	Scopes                        string
	Expires                       time.Time
	Spent                         bool
	SignInID                      string // what redeeming it began; empty when it was spoiled
}

// addAuthCode keeps a code.
func addAuthCode(tx *store.Tx, code string, c authCode) error {
	mb, err := tx.Mailbox(c.UserID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO auth_codes (code_hash, mailbox_id, client_id, redirect_uri, challenge, scopes, expires)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, auth.HashToken(code), mb, c.ClientID, c.RedirectURI, c.Challenge, c.Scopes, c.Expires.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep an authorization code: %w", err)
	}
	return nil
}

// findAuthCode finds a code, also when it was spent or has expired. None is a
// *model.Error of CodeNotFound.
func findAuthCode(tx *store.Tx, code string) (authCode, error) {
	var c authCode
	var expires, spent int64
	err := tx.QueryRow(`SELECT m.id, c.client_id, c.redirect_uri, c.challenge, c.scopes, c.expires, c.spent, c.sign_in_id
		FROM auth_codes c JOIN mailboxes m USING (mailbox_id) WHERE c.code_hash = ?`, auth.HashToken(code)).
		Scan(&c.UserID, &c.ClientID, &c.RedirectURI, &c.Challenge, &c.Scopes, &expires, &spent, &c.SignInID)
	c.Expires, c.Spent = store.FromMillis(expires), spent != 0
	return c, store.Found(err, "authorization code")
}

// spendAuthCode makes a code worthless, and remembers what it began: a second
// use ends that (RFC 6749, section 4.1.2).
func spendAuthCode(tx *store.Tx, code, signIn string) error {
	_, err := tx.Exec(`UPDATE auth_codes SET spent = ?, sign_in_id = ? WHERE code_hash = ?`,
		tx.Now().UnixMilli(), signIn, auth.HashToken(code))
	if err != nil {
		return fmt.Errorf("spend an authorization code: %w", err)
	}
	return nil
}

// The answers that a device waits for.
const (
	devicePending = iota
	DeviceAllowed
	deviceDenied
	deviceSpent
)

// deviceCode is a device that waits for a person's answer (RFC 8628).
type deviceCode struct {
	ClientID, Scopes string
	Expires          time.Time
	Polled           time.Time // zero: not yet
	Interval         time.Duration
	Answer           int
	UserID           string // who answered
}

// addDeviceCode keeps a device with both its codes, the user's in its plain
// form without hyphen.
func addDeviceCode(tx *store.Tx, device, user string, d deviceCode) error {
	_, err := tx.Exec(`INSERT INTO device_codes (device_hash, user_code_hash, client_id, scopes, expires, interval)
		VALUES (?, ?, ?, ?, ?, ?)`, auth.HashToken(device), auth.HashToken(user), d.ClientID, d.Scopes, d.Expires.UnixMilli(), d.Interval.Milliseconds())
	if err != nil {
		return fmt.Errorf("keep a device code: %w", err)
	}
	return nil
}

// findDeviceCode finds a device by its own code. None is a *model.Error of
// CodeNotFound.
func findDeviceCode(tx *store.Tx, device string) (deviceCode, error) {
	return deviceBy(tx, `d.device_hash`, device)
}

// deviceByUserCode finds a device by the code that a person types.
func deviceByUserCode(tx *store.Tx, user string) (deviceCode, error) {
	return deviceBy(tx, `d.user_code_hash`, user)
}

func deviceBy(tx *store.Tx, column, code string) (deviceCode, error) {
	var d deviceCode
	var expires, polled, interval int64
	err := tx.QueryRow(`SELECT d.client_id, d.scopes, d.expires, d.polled, d.interval, d.answer, coalesce(m.id, '')
		FROM device_codes d LEFT JOIN mailboxes m USING (mailbox_id) WHERE `+column+` = ?`, auth.HashToken(code)).
		Scan(&d.ClientID, &d.Scopes, &expires, &polled, &interval, &d.Answer, &d.UserID)
	d.Expires, d.Polled, d.Interval = store.FromMillis(expires), store.FromMillis(polled), time.Duration(interval)*time.Millisecond
	return d, store.Found(err, "device code")
}

// devices counts the devices whose time is not over.
func devices(tx *store.Tx) (n int, err error) {
	err = tx.QueryRow(`SELECT count(*) FROM device_codes WHERE expires >= ?`, tx.Now().UnixMilli()).Scan(&n)
	return n, err
}

// notePoll keeps when a device asked, and how long it must wait from now on.
func notePoll(tx *store.Tx, device string, interval time.Duration) error {
	_, err := tx.Exec(`UPDATE device_codes SET polled = ?, interval = ? WHERE device_hash = ?`,
		tx.Now().UnixMilli(), interval.Milliseconds(), auth.HashToken(device))
	return err
}

// spendDeviceCode makes an allowed device code worthless.
func spendDeviceCode(tx *store.Tx, device string) error {
	_, err := tx.Exec(`UPDATE device_codes SET answer = ? WHERE device_hash = ?`, deviceSpent, auth.HashToken(device))
	return err
}

// AnswerDevice gives a waiting device its answer; false when it no longer
// waits.
func AnswerDevice(tx *store.Tx, userCode, userID string, answer int) (bool, error) {
	mb, err := tx.Mailbox(userID)
	if err != nil {
		return false, err
	}
	n, err := tx.ExecCount(`UPDATE device_codes SET answer = ?, mailbox_id = ? WHERE user_code_hash = ? AND answer = ? AND expires > ?`,
		answer, mb, auth.HashToken(userCode), devicePending, tx.Now().UnixMilli())
	return n == 1, err
}
