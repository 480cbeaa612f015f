package account

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"daybook/model"
	"daybook/service/store"
)

const grantColumns = `SELECT id, version, client_id, consent_type, principal_id, resource_id, scope, starts, expires FROM grants `

func scanGrant(row store.Row) (model.PermissionGrant, error) {
	var g model.PermissionGrant
	var version int64
	var starts, expires sql.NullInt64
	err := row.Scan(&g.ID, &version, &g.ClientID, &g.ConsentType, &g.PrincipalID, &g.ResourceID, &g.Scope, &starts, &expires)
	g.ETag = store.ETag(version)
	g.StartTime, g.ExpiryTime = instantOrNil(starts), instantOrNil(expires)
	return g, err
}

func instantOrNil(ms sql.NullInt64) *time.Time {
	if !ms.Valid {
		return nil
	}
	t := time.UnixMilli(ms.Int64).UTC()
	return &t
}

func milliOrNull(t *time.Time) sql.NullInt64 {
	if t == nil {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: true}
}

// Grants lists what applications may do, by id: oldest first.
func Grants(tx *store.Tx) ([]model.PermissionGrant, error) {
	return store.All(tx, scanGrant, grantColumns+`ORDER BY id`)
}

// findGrant returns one; an unknown id is a CodeNotFound.
func findGrant(tx *store.Tx, id string) (model.PermissionGrant, error) {
	g, err := scanGrant(tx.QueryRow(grantColumns+`WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return g, model.Errorf(model.CodeNotFound, "no permission grant has the id %q", id)
	}
	return g, err
}

// PutGrant makes a grant, or writes the one of that id anew. An empty id is
// made up.
func PutGrant(tx *store.Tx, g model.PermissionGrant) (model.PermissionGrant, error) {
	if g.ID == "" {
		g.ID = tx.NewID()
	}
	_, err := tx.Exec(`INSERT INTO grants (id, version, client_id, consent_type, principal_id, resource_id, scope, starts, expires)
		VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET version = version + 1, client_id = excluded.client_id,
		consent_type = excluded.consent_type, principal_id = excluded.principal_id, resource_id = excluded.resource_id,
		scope = excluded.scope, starts = excluded.starts, expires = excluded.expires`,
		g.ID, g.ClientID, g.ConsentType, g.PrincipalID, g.ResourceID, g.Scope, milliOrNull(g.StartTime), milliOrNull(g.ExpiryTime))
	if err != nil {
		return g, fmt.Errorf("keep grant %s: %w", g.ID, err)
	}
	return findGrant(tx, g.ID)
}

// deleteGrant takes one back; an unknown id is a CodeNotFound.
func deleteGrant(tx *store.Tx, id string) error {
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "no permission grant has the id %q", id),
		`DELETE FROM grants WHERE id = ?`, id)
}
