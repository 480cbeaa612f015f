package store

import (
	"fmt"
	"time"
)

// AuthCode is an authorization code, bound to what was asked and allowed.
type AuthCode struct {
	UserID, ClientID, RedirectURI string
	Challenge                     string // S256 (RFC 7636)
	Scopes                        string
	Expires                       time.Time
	Spent                         bool
	SignInID                      string // what redeeming it began; empty when it was spoiled
}

// AddAuthCode keeps a code.
func (tx *Tx) AddAuthCode(code string, c AuthCode) error {
	mb, err := tx.Mailbox(c.UserID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO auth_codes (code_hash, mailbox_id, client_id, redirect_uri, challenge, scopes, expires)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, hashToken(code), mb, c.ClientID, c.RedirectURI, c.Challenge, c.Scopes, c.Expires.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep an authorization code: %w", err)
	}
	return nil
}

// AuthCode finds a code, also when it was spent or has expired. None is a
// *model.Error of CodeNotFound.
func (tx *Tx) AuthCode(code string) (AuthCode, error) {
	var c AuthCode
	var expires, spent int64
	err := tx.QueryRow(`SELECT m.id, c.client_id, c.redirect_uri, c.challenge, c.scopes, c.expires, c.spent, c.sign_in_id
		FROM auth_codes c JOIN mailboxes m USING (mailbox_id) WHERE c.code_hash = ?`, hashToken(code)).
		Scan(&c.UserID, &c.ClientID, &c.RedirectURI, &c.Challenge, &c.Scopes, &expires, &spent, &c.SignInID)
	c.Expires, c.Spent = FromMillis(expires), spent != 0
	return c, Found(err, "authorization code")
}

// SpendAuthCode makes a code worthless, and remembers what it began: a second
// use ends that (RFC 6749, section 4.1.2).
func (tx *Tx) SpendAuthCode(code, signIn string) error {
	_, err := tx.Exec(`UPDATE auth_codes SET spent = ?, sign_in_id = ? WHERE code_hash = ?`,
		tx.now.UnixMilli(), signIn, hashToken(code))
	if err != nil {
		return fmt.Errorf("spend an authorization code: %w", err)
	}
	return nil
}

// The answers that a device waits for.
const (
	DevicePending = iota
	DeviceAllowed
	DeviceDenied
	DeviceSpent
)

// DeviceCode is a device that waits for a person's answer (RFC 8628).
type DeviceCode struct {
	ClientID, Scopes string
	Expires          time.Time
	Polled           time.Time // zero: not yet
	Interval         time.Duration
	Answer           int
	UserID           string // who answered
}

// AddDeviceCode keeps a device with both its codes, the user's in its plain
// form without hyphen.
func (tx *Tx) AddDeviceCode(device, user string, d DeviceCode) error {
	_, err := tx.Exec(`INSERT INTO device_codes (device_hash, user_code_hash, client_id, scopes, expires, interval)
		VALUES (?, ?, ?, ?, ?, ?)`, hashToken(device), hashToken(user), d.ClientID, d.Scopes, d.Expires.UnixMilli(), d.Interval.Milliseconds())
	if err != nil {
		return fmt.Errorf("keep a device code: %w", err)
	}
	return nil
}

// DeviceCode finds a device by its own code. None is a *model.Error of
// CodeNotFound.
func (tx *Tx) DeviceCode(device string) (DeviceCode, error) {
	return tx.deviceBy(`d.device_hash`, device)
}

// DeviceByUserCode finds a device by the code that a person types.
func (tx *Tx) DeviceByUserCode(user string) (DeviceCode, error) {
	return tx.deviceBy(`d.user_code_hash`, user)
}

func (tx *Tx) deviceBy(column, code string) (DeviceCode, error) {
	var d DeviceCode
	var expires, polled, interval int64
	err := tx.QueryRow(`SELECT d.client_id, d.scopes, d.expires, d.polled, d.interval, d.answer, coalesce(m.id, '')
		FROM device_codes d LEFT JOIN mailboxes m USING (mailbox_id) WHERE `+column+` = ?`, hashToken(code)).
		Scan(&d.ClientID, &d.Scopes, &expires, &polled, &interval, &d.Answer, &d.UserID)
	d.Expires, d.Polled, d.Interval = FromMillis(expires), FromMillis(polled), time.Duration(interval)*time.Millisecond
	return d, Found(err, "device code")
}

// Devices counts the devices whose time is not over.
func (tx *Tx) Devices() (n int, err error) {
	err = tx.QueryRow(`SELECT count(*) FROM device_codes WHERE expires >= ?`, tx.now.UnixMilli()).Scan(&n)
	return n, err
}

// NotePoll keeps when a device asked, and how long it must wait from now on.
func (tx *Tx) NotePoll(device string, interval time.Duration) error {
	_, err := tx.Exec(`UPDATE device_codes SET polled = ?, interval = ? WHERE device_hash = ?`,
		tx.now.UnixMilli(), interval.Milliseconds(), hashToken(device))
	return err
}

// SpendDeviceCode makes an allowed device code worthless.
func (tx *Tx) SpendDeviceCode(device string) error {
	_, err := tx.Exec(`UPDATE device_codes SET answer = ? WHERE device_hash = ?`, DeviceSpent, hashToken(device))
	return err
}

// AnswerDevice gives a waiting device its answer; false when it no longer
// waits.
func (tx *Tx) AnswerDevice(userCode, userID string, answer int) (bool, error) {
	mb, err := tx.Mailbox(userID)
	if err != nil {
		return false, err
	}
	res, err := tx.Exec(`UPDATE device_codes SET answer = ?, mailbox_id = ? WHERE user_code_hash = ? AND answer = ? AND expires > ?`,
		answer, mb, hashToken(userCode), DevicePending, tx.now.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("answer a device: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
