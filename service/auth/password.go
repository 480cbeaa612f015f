package auth

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"daybook/service/odata"
	"daybook/service/store"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// The lengths of a password: characters at least, bytes at most.
const (
	PasswordMin = 8
	PasswordMax = 1024
)

// ErrBadPassword means that a password cannot be set; its text says why.
var ErrBadPassword = errors.New("the password cannot be used")

// cost is what a hash takes to compute: the second recommended choice of
// RFC 9106, section 4, for where memory is dear.
type cost struct {
	time, memory uint32 // memory in KiB
	threads      uint8
}

var passwordCost = cost{time: 3, memory: 64 << 10, threads: 4}

const (
	saltBytes   = 16
	digestBytes = 32
)

// passwordText is the form in which a password is hashed: however a keyboard
// composes its accents, it is the same password (as RFC 8265, section 4).
func passwordText(password string) []byte { return norm.NFC.AppendString(nil, password) }

// checkPassword says why a password cannot be set.
func checkPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < PasswordMin:
		return fmt.Errorf("%w: it has less than %d characters", ErrBadPassword, PasswordMin)
	case len(password) > PasswordMax:
		return fmt.Errorf("%w: it has more than %d bytes", ErrBadPassword, PasswordMax)
	case !utf8.ValidString(password):
		return fmt.Errorf("%w: it is not UTF-8 text", ErrBadPassword)
	}
	for _, r := range password {
		if unicode.IsControl(r) {
			return fmt.Errorf("%w: it has a control character", ErrBadPassword)
		}
	}
	return nil
}

// hashPassword returns the text form of an argon2id hash with a new salt.
func hashPassword(password string, c cost, random io.Reader) (string, error) {
	var salt [saltBytes]byte
	if _, err := io.ReadFull(random, salt[:]); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	digest := argon2.IDKey(passwordText(password), salt[:], c.time, c.memory, c.threads, digestBytes)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, c.threads,
		b64.EncodeToString(salt[:]), b64.EncodeToString(digest)), nil
}

// verifyPassword takes as long for a wrong password as for the right one.
func verifyPassword(password, hash string) (bool, error) {
	c, salt, digest, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	got := argon2.IDKey(passwordText(password), salt, c.time, c.memory, c.threads, uint32(len(digest)))
	return subtle.ConstantTimeCompare(got, digest) == 1, nil
}

var errHash = errors.New("a password's hash cannot be read; set the password again with \"daybook user password\"")

func parseHash(hash string) (c cost, salt, digest []byte, err error) {
	var version int
	var salt64, digest64 string
	// Sscanf reads a %s up to a space, so the last two parts come as one.
	n, err := fmt.Sscanf(hash, "$argon2id$v=%d$m=%d,t=%d,p=%d$%s", &version, &c.memory, &c.time, &c.threads, &salt64)
	if err != nil || n != 5 || version != argon2.Version {
		return c, nil, nil, errHash
	}
	for i := range salt64 {
		if salt64[i] == '$' {
			salt64, digest64 = salt64[:i], salt64[i+1:]
			break
		}
	}
	salt, err = base64.RawStdEncoding.DecodeString(salt64)
	if err == nil {
		digest, err = base64.RawStdEncoding.DecodeString(digest64)
	}
	if err != nil || len(salt) == 0 || len(digest) < 16 || c.time == 0 || c.threads == 0 || c.memory > 1<<20 {
		return c, nil, nil, errHash
	}
	return c, salt, digest, nil
}

// SetPassword sets the password of a user, named by id or principal name, and
// ends the user's sign-ins. One that is too short, too long or not text is
// ErrBadPassword.
func (a *Authority) SetPassword(ctx context.Context, user, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	who, err := a.ResolveUser(ctx, user)
	if err != nil {
		return err
	}
	hash, err := hashPassword(password, passwordCost, a.rand)
	if err != nil {
		return err
	}
	return SetPassword(ctx, a.store, who.ID, hash)
}

// SetPassword keeps the hash of a user's password, and ends every sign-in of
// that user: whoever changes a password may do so because another knows it.
func SetPassword(ctx context.Context, s *store.Store, userID, hash string) error {
	return s.Write(ctx, func(tx *store.Tx) error {
		mb, err := tx.Mailbox(userID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO passwords (mailbox_id, hash, changed) VALUES (?, ?, ?)
			ON CONFLICT (mailbox_id) DO UPDATE SET hash = excluded.hash, changed = excluded.changed`, mb, hash, tx.Now().UnixMilli())
		if err != nil {
			return fmt.Errorf("keep a password: %w", err)
		}
		return endSignInsOf(tx, mb)
	})
}

// login finds the user that a name to sign in with is of, a principal name or
// an address, and the hash of the password. Both are empty where there is no
// such user, the hash also where none is set: that is not an error, so that
// the caller treats all of them alike.
func login(ctx context.Context, s *store.Store, name string) (user store.Mailbox, hash string, err error) {
	err = s.Read(ctx, func(tx *store.Tx) error {
		row := tx.QueryRow(`SELECT m.id, m.kind, m.principal_name, m.address, m.display_name, coalesce(p.hash, '')
			FROM mailboxes m LEFT JOIN passwords p USING (mailbox_id)
			WHERE m.kind = ? AND ? IN (m.principal_name, m.address)
			ORDER BY m.principal_name <> ? LIMIT 1`, store.KindUser, odata.Fold(name), odata.Fold(name))
		err := row.Scan(&user.ID, &user.Kind, &user.PrincipalName, &user.Address, &user.DisplayName, &hash)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return store.Mailbox{}, "", fmt.Errorf("look up who signs in: %w", err)
	}
	return user, hash, nil
}

// passwordHash is the hash of a user's password; empty where none is set.
func passwordHash(tx *store.Tx, userID string) (string, error) {
	var hash string
	err := tx.QueryRow(`SELECT p.hash FROM mailboxes m JOIN passwords p USING (mailbox_id) WHERE m.id = ?`, userID).Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look up a password: %w", err)
	}
	return hash, nil
}

// HasPasswords reports whether anybody can sign in.
func HasPasswords(ctx context.Context, s *store.Store) (bool, error) {
	var n int
	err := s.Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT count(*) FROM (SELECT 1 FROM passwords LIMIT 1) AS one`).Scan(&n)
	})
	if err != nil {
		return false, fmt.Errorf("look for passwords: %w", err)
	}
	return n > 0, nil
}

// CanSignIn reports whether the owner of a mailbox has a password.
func CanSignIn(tx *store.Tx, mailbox int64) (bool, error) {
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM passwords WHERE mailbox_id = ?`, mailbox).Scan(&n); err != nil {
		return false, fmt.Errorf("look for a password: %w", err)
	}
	return n > 0, nil
}
