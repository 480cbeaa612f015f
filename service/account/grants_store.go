package account

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// grantRow is a row of grants.
type grantRow struct {
	model.PermissionGrant
	version         int64
	starts, expires sql.NullInt64 // Unix milliseconds
}

// grantTable is where a grant is kept: of the directory, in no mailbox.
var grantTable = store.TableBy("grants", "g", []string{"id"},
	store.Column[grantRow]{Name: "id", At: func(r *grantRow) any { return &r.ID }},
	store.Column[grantRow]{Name: "version", At: func(r *grantRow) any { return &r.version }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "client_id", At: func(r *grantRow) any { return &r.ClientID }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "consent_type", At: func(r *grantRow) any { return &r.ConsentType }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "principal_id", At: func(r *grantRow) any { return &r.PrincipalID }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "resource_id", At: func(r *grantRow) any { return &r.ResourceID }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "scope", At: func(r *grantRow) any { return &r.Scope }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "starts", At: func(r *grantRow) any { return &r.starts }, Part: store.PartChanged},
	store.Column[grantRow]{Name: "expires", At: func(r *grantRow) any { return &r.expires }, Part: store.PartChanged},
)

func scanGrant(row store.Row) (model.PermissionGrant, error) {
	var r grantRow
	err := row.Scan(grantTable.Into(&r)...)
	r.ETag = store.ETag(r.version)
	r.StartTime, r.ExpiryTime = instantOrNil(r.starts), instantOrNil(r.expires)
	return r.PermissionGrant, err
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
	return store.All(tx, scanGrant, `SELECT `+grantTable.Bare+` FROM grants ORDER BY id`)
}

// findGrant returns one; an unknown id is a CodeNotFound.
func findGrant(tx *store.Tx, id string) (model.PermissionGrant, error) {
	g, err := scanGrant(tx.QueryRow(`SELECT `+grantTable.Bare+` FROM grants WHERE id = ?`, id))
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
	r := grantRow{PermissionGrant: g, starts: milliOrNull(g.StartTime), expires: milliOrNull(g.ExpiryTime)}
	err := tx.QueryRow(`SELECT coalesce(max(version), 0) + 1 FROM grants WHERE id = ?`, g.ID).Scan(&r.version)
	if err == nil {
		err = grantTable.Put(tx, 0, &r)
	}
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
