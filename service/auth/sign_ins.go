package auth

import (
	"daybook/service/store"
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
func AddSignIn(tx *store.Tx, in SignIn) (SignIn, error) {
	in.ID = tx.NewID()
	mb, err := tx.Mailbox(in.UserID)
	if err != nil {
		return in, err
	}
	_, err = tx.Exec(`INSERT INTO sign_ins (sign_in_id, mailbox_id, client_id, scopes, created, used) VALUES (?, ?, ?, ?, ?, ?)`,
		in.ID, mb, in.ClientID, in.Scopes, tx.Now().UnixMilli(), tx.Now().UnixMilli())
	if err != nil {
		return in, fmt.Errorf("begin a sign-in: %w", err)
	}
	return in, nil
}

// FindSignIn finds one by id. None is a *model.Error of CodeNotFound.
func FindSignIn(tx *store.Tx, id string) (SignIn, error) {
	var in SignIn
	err := tx.QueryRow(`SELECT s.sign_in_id, m.id, s.client_id, s.scopes, s.ended FROM sign_ins s JOIN mailboxes m USING (mailbox_id)
		WHERE s.sign_in_id = ?`, id).Scan(&in.ID, &in.UserID, &in.ClientID, &in.Scopes, &in.Ended)
	return in, store.Found(err, "sign-in")
}

// EndSignIn makes every token of a sign-in worthless at once.
func EndSignIn(tx *store.Tx, id string) error {
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
func endSignInsOf(tx *store.Tx, mailbox int64) error {
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
func AddAccessToken(tx *store.Tx, in SignIn, token, scopes string, expires time.Time) error {
	mb, err := tx.Mailbox(in.UserID)
	if err != nil {
		return err
	}
	if err := addToken(tx, token, mb, scopes, expires, in.ID); err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE sign_ins SET used = ? WHERE sign_in_id = ?`, tx.Now().UnixMilli(), in.ID)
	return err
}

// AccessToken returns what a token allows, also when it has expired or was
// revoked. None is sql.ErrNoRows.
func AccessToken(tx *store.Tx, token string) (TokenGrant, error) {
	var g TokenGrant
	var expires int64
	err := tx.QueryRow(`SELECT m.id, m.principal_name, m.administrator, t.scopes, t.expires, t.revoked, t.sign_in_id
		FROM tokens t JOIN mailboxes m USING (mailbox_id) WHERE t.token_hash = ?`,
		HashToken(token)).Scan(&g.UserID, &g.PrincipalName, &g.Administrator, &g.Scopes, &expires, &g.Revoked, &g.SignInID)
	g.Expires = store.FromMillis(expires)
	return g, err
}

// RevokeToken makes a token worthless at once. An unknown one is no error.
func RevokeToken(tx *store.Tx, token string) error {
	_, err := tx.Exec(`UPDATE tokens SET revoked = 1 WHERE token_hash = ?`, HashToken(token))
	return err
}
