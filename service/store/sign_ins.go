package store

import (
	"fmt"
	"time"
)

// SignIn is what a person allowed a program once. Every token that comes of
// it belongs to it, and ends with it.
type SignIn struct {
	ID, UserID, ClientID string
	Scopes               string // with spaces between, as the program spells them
	Ended                bool
}

// AddSignIn begins one; the id is made up.
func (tx *Tx) AddSignIn(in SignIn) (SignIn, error) {
	in.ID = tx.NewID()
	mb, err := tx.Mailbox(in.UserID)
	if err != nil {
		return in, err
	}
	_, err = tx.Exec(`INSERT INTO sign_ins (sign_in_id, mailbox_id, client_id, scopes, created, used) VALUES (?, ?, ?, ?, ?, ?)`,
		in.ID, mb, in.ClientID, in.Scopes, tx.now.UnixMilli(), tx.now.UnixMilli())
	if err != nil {
		return in, fmt.Errorf("begin a sign-in: %w", err)
	}
	return in, nil
}

// SignIn finds one by id. None is a *model.Error of CodeNotFound.
func (tx *Tx) SignIn(id string) (SignIn, error) {
	var in SignIn
	err := tx.QueryRow(`SELECT s.sign_in_id, m.id, s.client_id, s.scopes, s.ended FROM sign_ins s JOIN mailboxes m USING (mailbox_id)
		WHERE s.sign_in_id = ?`, id).Scan(&in.ID, &in.UserID, &in.ClientID, &in.Scopes, &in.Ended)
	return in, Found(err, "sign-in")
}

// EndSignIn makes every token of a sign-in worthless at once.
func (tx *Tx) EndSignIn(id string) error {
	_, err := tx.Exec(`UPDATE sign_ins SET ended = 1 WHERE sign_in_id = ?`, id)
	if err == nil {
		_, err = tx.Exec(`UPDATE tokens SET revoked = 1 WHERE sign_in_id = ? AND sign_in_id <> ''`, id)
	}
	if err != nil {
		return fmt.Errorf("end a sign-in: %w", err)
	}
	return nil
}

// endSignInsOf ends all of a mailbox, and forgets the codes that would begin
// others.
func (tx *Tx) endSignInsOf(mailbox int64) error {
	for _, statement := range []string{
		`UPDATE tokens SET revoked = 1 WHERE sign_in_id IN (SELECT sign_in_id FROM sign_ins WHERE mailbox_id = ?)`,
		`UPDATE sign_ins SET ended = 1 WHERE mailbox_id = ?`,
		`DELETE FROM auth_codes WHERE mailbox_id = ? AND spent = 0`,
		`UPDATE device_codes SET answer = 2 WHERE mailbox_id = ? AND answer = 1`,
	} {
		if _, err := tx.Exec(statement, mailbox); err != nil {
			return fmt.Errorf("end the sign-ins of a mailbox: %w", err)
		}
	}
	return nil
}

// AddAccessToken keeps an access token of a sign-in.
func (tx *Tx) AddAccessToken(in SignIn, token, scopes string, expires time.Time) error {
	mb, err := tx.Mailbox(in.UserID)
	if err != nil {
		return err
	}
	if err := tx.addToken(token, mb, scopes, expires, in.ID); err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE sign_ins SET used = ? WHERE sign_in_id = ?`, tx.now.UnixMilli(), in.ID)
	return err
}

// AccessToken returns what a token allows, as Store.FindToken does.
func (tx *Tx) AccessToken(token string) (TokenGrant, error) {
	var g TokenGrant
	var expires int64
	err := tx.QueryRow(`SELECT m.id, m.principal_name, m.administrator, t.scopes, t.expires, t.revoked, t.sign_in_id
		FROM tokens t JOIN mailboxes m USING (mailbox_id) WHERE t.token_hash = ?`,
		hashToken(token)).Scan(&g.UserID, &g.PrincipalName, &g.Administrator, &g.Scopes, &expires, &g.Revoked, &g.SignInID)
	g.Expires = FromMillis(expires)
	return g, err
}

// RevokeToken is Store.RevokeToken inside a transaction.
func (tx *Tx) RevokeToken(token string) error {
	_, err := tx.Exec(`UPDATE tokens SET revoked = 1 WHERE token_hash = ?`, hashToken(token))
	return err
}

// RefreshToken is one link of a sign-in's chain of them.
type RefreshToken struct {
	SignInID string
	Expires  time.Time
	Replaced time.Time // zero: the live one
	Nonce    []byte    // what its successors were derived with; gone when they were used
}

// AddRefreshToken keeps a refresh token of a sign-in.
func (tx *Tx) AddRefreshToken(signIn, token string, expires time.Time) error {
	_, err := tx.Exec(`INSERT INTO refresh_tokens (token_hash, sign_in_id, expires) VALUES (?, ?, ?)`,
		hashToken(token), signIn, expires.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep a refresh token: %w", err)
	}
	return nil
}

// RefreshToken finds one, also when it was replaced or has expired. None is
// a *model.Error of CodeNotFound.
func (tx *Tx) RefreshToken(token string) (RefreshToken, error) {
	var r RefreshToken
	var expires, replaced int64
	err := tx.QueryRow(`SELECT sign_in_id, expires, replaced, nonce FROM refresh_tokens WHERE token_hash = ?`,
		hashToken(token)).Scan(&r.SignInID, &expires, &replaced, &r.Nonce)
	r.Expires, r.Replaced = FromMillis(expires), FromMillis(replaced)
	return r, Found(err, "refresh token")
}

// ReplaceRefreshToken marks a token as used, and forgets with what the one
// before it was: with an old token and a copy of the file nobody can follow
// the chain to its live end.
func (tx *Tx) ReplaceRefreshToken(r RefreshToken, token string, nonce []byte) error {
	_, err := tx.Exec(`UPDATE refresh_tokens SET nonce = NULL WHERE sign_in_id = ? AND nonce IS NOT NULL`, r.SignInID)
	if err == nil {
		_, err = tx.Exec(`UPDATE refresh_tokens SET replaced = ?, nonce = ? WHERE token_hash = ?`,
			tx.now.UnixMilli(), nonce, hashToken(token))
	}
	if err != nil {
		return fmt.Errorf("replace a refresh token: %w", err)
	}
	return nil
}

// PruneSignIns drops what can no longer matter: what expired before keep, and
// sign-ins that got no token since before idle.
func (tx *Tx) PruneSignIns(keep, idle time.Time) error {
	for _, p := range []struct {
		statement string
		before    time.Time
	}{
		{`DELETE FROM tokens WHERE expires > 0 AND expires < ?`, keep},
		{`DELETE FROM auth_codes WHERE expires < ?`, keep},
		{`DELETE FROM device_codes WHERE expires < ?`, keep},
		{`DELETE FROM refresh_tokens WHERE expires < ?`, keep},
		{`DELETE FROM sign_ins WHERE used < ?`, idle},
	} {
		if _, err := tx.Exec(p.statement, p.before.UnixMilli()); err != nil {
			return fmt.Errorf("drop expired sign-ins: %w", err)
		}
	}
	return nil
}
