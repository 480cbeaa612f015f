package signin

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"time"

	"daybook/signin/vault"
)

// Folder is where sessions are kept within the data folder.
func Folder(data string) string { return filepath.Join(data, "signin") }

// Account is whose mailbox was signed in to.
type Account struct {
	Name    string `json:"name"`
	Address string `json:"address"`
}

// Session is what is kept for a profile.
type Session struct {
	Provider Provider
	Account  Account
	Grant    Grant
	// Refused says why the provider refused to renew it for good; empty while
	// it is good.
	Refused string
}

// record is a session as the vault has it: the one place where secrets are
// written as they are, for sealing.
type record struct {
	Provider Provider  `json:"provider"`
	Account  Account   `json:"account"`
	Access   string    `json:"access"`
	Refresh  string    `json:"refresh"`
	Expiry   time.Time `json:"expiry"`
	Scopes   []string  `json:"scopes"`
	Refused  string    `json:"refused"`
}

// Sessions keeps a session for each profile in a vault.
type Sessions struct{ vault *vault.Vault }

// NewSessions returns the sessions in a vault.
func NewSessions(v *vault.Vault) *Sessions { return &Sessions{vault: v} }

// Load returns the profile's session, or ErrNoSession.
func (s *Sessions) Load(ctx context.Context, profile string) (Session, error) {
	data, err := s.vault.Get(ctx, profile)
	if err != nil {
		return Session{}, absent(err, profile)
	}
	return decode(data, profile)
}

// Save keeps the profile's session, whatever was there.
func (s *Sessions) Save(ctx context.Context, profile string, session Session) error {
	data, err := encode(session)
	if err != nil {
		return err
	}
	return s.vault.Put(ctx, profile, data)
}

// Delete forgets the profile's session. It needs no key.
func (s *Sessions) Delete(ctx context.Context, profile string) error {
	return s.vault.Delete(ctx, profile)
}

// Profiles lists those that have a session. It needs no key.
func (s *Sessions) Profiles() ([]string, error) { return s.vault.Names() }

// DeleteAll forgets every session, and the key that opens them.
func (s *Sessions) DeleteAll(ctx context.Context) error { return s.vault.Destroy(ctx) }

// Vault is what the sessions are kept in.
func (s *Sessions) Vault() *vault.Vault { return s.vault }

// update changes a session while no other process can. What change leaves in
// the session is kept when changed is true, also beside an error.
func (s *Sessions) update(ctx context.Context, profile string, change func(*Session) (changed bool, err error)) error {
	err := s.vault.Update(ctx, profile, func(old []byte) ([]byte, error) {
		session, err := decode(old, profile)
		if err != nil {
			return nil, err
		}
		changed, changeErr := change(&session)
		if !changed {
			return nil, changeErr
		}
		data, err := encode(session)
		return data, errors.Join(changeErr, err)
	})
	return absent(err, profile)
}

func absent(err error, profile string) error {
	if errors.Is(err, vault.ErrNotFound) {
		return failure(ErrNoSession, "nobody has signed in to profile %s yet: sign in with \"daybook login --profile %s\"", profile, profile)
	}
	return err
}

func encode(s Session) ([]byte, error) {
	return json.Marshal(record{
		Provider: s.Provider, Account: s.Account, Access: string(s.Grant.Access), Refresh: string(s.Grant.Refresh),
		Expiry: s.Grant.Expiry, Scopes: s.Grant.Scopes, Refused: s.Refused,
	})
}

func decode(data []byte, profile string) (Session, error) {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return Session{}, failure(ErrNoSession, "what is kept for %s was written by another version of daybook: sign in again", profile)
	}
	return Session{
		Provider: r.Provider, Account: r.Account, Refused: r.Refused,
		Grant: Grant{Access: Secret(r.Access), Refresh: Secret(r.Refresh), Expiry: r.Expiry, Scopes: r.Scopes},
	}, nil
}
