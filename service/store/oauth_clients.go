package store

import (
	"context"
	"encoding/json"
	"fmt"

	"daybook/model"
)

// OAuthClient is a program that may ask people to sign in.
type OAuthClient struct {
	ID, Name  string
	Redirects []string // absolute URIs
}

// PutOAuthClient registers a program, or writes the one of that id anew.
func (s *Store) PutOAuthClient(ctx context.Context, c OAuthClient) error {
	redirects, err := json.Marshal(c.Redirects)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO oauth_clients (client_id, name, redirects_json, created) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET name = excluded.name, redirects_json = excluded.redirects_json`,
			c.ID, c.Name, string(redirects), tx.now.UnixMilli())
		if err != nil {
			return fmt.Errorf("register the client %s: %w", c.ID, err)
		}
		return nil
	})
}

// OAuthClients lists the registered programs by id.
func (s *Store) OAuthClients(ctx context.Context) ([]OAuthClient, error) {
	var out []OAuthClient
	err := s.Read(ctx, func(tx *Tx) error {
		rows, err := tx.Query(`SELECT client_id, name, redirects_json FROM oauth_clients ORDER BY client_id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			c, err := scanClient(rows)
			if err != nil {
				return err
			}
			out = append(out, c)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list the clients: %w", err)
	}
	return out, nil
}

// OAuthClient finds a registered program. None is a *model.Error of
// CodeNotFound.
func (s *Store) OAuthClient(ctx context.Context, id string) (OAuthClient, error) {
	var c OAuthClient
	err := s.Read(ctx, func(tx *Tx) (err error) {
		c, err = scanClient(tx.QueryRow(`SELECT client_id, name, redirects_json FROM oauth_clients WHERE client_id = ?`, id))
		return Found(err, "client")
	})
	return c, err
}

func scanClient(row interface{ Scan(...any) error }) (OAuthClient, error) {
	var c OAuthClient
	var redirects string
	if err := row.Scan(&c.ID, &c.Name, &redirects); err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(redirects), &c.Redirects)
}

// RemoveOAuthClient forgets a program and ends every sign-in that it has. An
// unknown one is a *model.Error of CodeNotFound.
func (s *Store) RemoveOAuthClient(ctx context.Context, id string) error {
	return s.Write(ctx, func(tx *Tx) error {
		res, err := tx.Exec(`DELETE FROM oauth_clients WHERE client_id = ?`, id)
		if err != nil {
			return fmt.Errorf("forget the client %s: %w", id, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return model.Errorf(model.CodeNotFound, "no client is registered as %q", id)
		}
		for _, statement := range []string{
			`UPDATE tokens SET revoked = 1 WHERE sign_in_id IN (SELECT sign_in_id FROM sign_ins WHERE client_id = ?)`,
			`UPDATE sign_ins SET ended = 1 WHERE client_id = ?`,
		} {
			if _, err := tx.Exec(statement, id); err != nil {
				return fmt.Errorf("end the sign-ins of the client %s: %w", id, err)
			}
		}
		return nil
	})
}
