package oauth

import (
	"daybook/service/auth"
	"daybook/service/store"
	"fmt"
	"time"
)

// refreshToken is one link of a sign-in's chain of them.
type refreshToken struct {
	SignInID string
	Expires  time.Time
	Replaced time.Time // zero: the live one
	Nonce    []byte    // what its successors were derived with; gone when they were used
}

// addRefreshToken keeps a refresh token of a sign-in.
func addRefreshToken(tx *store.Tx, signIn, token string, expires time.Time) error {
	_, err := tx.Exec(`INSERT INTO refresh_tokens (token_hash, sign_in_id, expires) VALUES (?, ?, ?)`,
		auth.HashToken(token), signIn, expires.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep a refresh token: %w", err)
	}
	return nil
}

// findRefreshToken finds one, also when it was replaced or has expired. None is
// a *model.Error of CodeNotFound.
func findRefreshToken(tx *store.Tx, token string) (refreshToken, error) {
	var r refreshToken
	var expires, replaced int64
	err := tx.QueryRow(`SELECT sign_in_id, expires, replaced, nonce FROM refresh_tokens WHERE token_hash = ?`,
		auth.HashToken(token)).Scan(&r.SignInID, &expires, &replaced, &r.Nonce)
	r.Expires, r.Replaced = store.FromMillis(expires), store.FromMillis(replaced)
	return r, store.Found(err, "refresh token")
}

// replaceRefreshToken marks a token as used, and forgets with what the one
// before it was: with an old token and a copy of the file nobody can follow
// the chain to its live end.
func replaceRefreshToken(tx *store.Tx, r refreshToken, token string, nonce []byte) error {
	_, err := tx.Exec(`UPDATE refresh_tokens SET nonce = NULL WHERE sign_in_id = ? AND nonce IS NOT NULL`, r.SignInID)
	if err == nil {
		_, err = tx.Exec(`UPDATE refresh_tokens SET replaced = ?, nonce = ? WHERE token_hash = ?`,
			tx.Now().UnixMilli(), nonce, auth.HashToken(token))
	}
	if err != nil {
		return fmt.Errorf("replace a refresh token: %w", err)
	}
	return nil
}

// pruneSignIns drops what can no longer matter: what expired before keep, and
// sign-ins that got no token since before idle.
func pruneSignIns(tx *store.Tx, keep, idle time.Time) error {
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
