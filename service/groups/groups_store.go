package groups

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/people"
	"daybook/service/store"
)

// addGroup makes what the directory says of a group of which only the mailbox
// is known.
func addGroup(tx *store.Tx, number int64, m store.Mailbox) error {
	if m.Kind != store.KindGroup {
		return nil
	}
	g := model.Group{MailEnabled: true, GroupTypes: []string{"Unified"}, Visibility: VisibilityPublic}
	return writeGroup(tx, number, m, g, groupTable.Add)
}

// groupRow is a row of group_profiles.
type groupRow struct {
	of      *model.Group // when it is written
	profile string
}

// groupTable is where a group is kept: all of it in profile, and in columns
// what it is found by.
var groupTable = store.TableBy("group_profiles", "g", []string{"mailbox_id"},
	store.Column[groupRow]{Name: "id", Value: func(r *groupRow) any { return r.of.ID },
		Fields: []odata.Field{{Path: "id", Kind: odata.ID, Column: "g.id", NotNull: true}}},
	store.Column[groupRow]{Name: "display_key", Value: func(r *groupRow) any { return odata.Fold(r.of.DisplayName) }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "displayName", Column: "g.profile->>'$.displayName'", Fold: "g.display_key", NotNull: true}}},
	store.Column[groupRow]{Name: "mail_key", Value: func(r *groupRow) any { return odata.Fold(r.of.Mail) }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "mail", Column: "g.profile->>'$.mail'", Fold: "g.mail_key"}}},
	store.Column[groupRow]{Name: "profile", At: func(r *groupRow) any { return &r.profile }, Part: store.PartChanged},
)

// Values of a group's visibility.
const (
	VisibilityPublic  = "Public"
	VisibilityPrivate = "Private"
)

// SetGroup sets what the directory says of a group. The id and the address
// are the mailbox's; a display name that is empty is the mailbox's too.
func SetGroup(tx *store.Tx, g model.Group) error {
	m, err := tx.GroupMailbox(g.ID)
	if err != nil {
		return err
	}
	number, err := tx.Rename(&m, g.DisplayName)
	if err != nil {
		return err
	}
	return writeGroup(tx, number, m, g, func(tx *store.Tx, number int64, r *groupRow) error {
		return groupTable.Update(tx, number, "", r, store.PartChanged)
	})
}

// writeGroup writes what the directory says of a group by write, which adds
// the row or changes it.
func writeGroup(tx *store.Tx, number int64, m store.Mailbox, g model.Group, write func(*store.Tx, int64, *groupRow) error) error {
	g.Entity = model.Entity{ID: m.ID}
	g.DisplayName = m.DisplayName
	if !strings.EqualFold(g.Mail, m.Address) {
		g.Mail = m.Address
	}
	text, err := json.Marshal(g)
	if err != nil {
		return fmt.Errorf("encode the group %s: %w", m.PrincipalName, err)
	}
	if err := write(tx, number, &groupRow{of: &g, profile: string(text)}); err != nil {
		return fmt.Errorf("write the group %s: %w", m.PrincipalName, err)
	}
	return nil
}

// Group reads what the directory says of a group, by id or address, and the
// number of its mailbox.
func Group(tx *store.Tx, key string) (model.Group, int64, error) {
	m, err := tx.GroupMailbox(key)
	if err != nil {
		return model.Group{}, 0, err
	}
	number, err := tx.Mailbox(m.ID)
	if err != nil {
		return model.Group{}, 0, err
	}
	g, err := store.ScanDocument[model.Group](tx.QueryRow(`SELECT `+groupTable.Selected+` FROM group_profiles g WHERE g.mailbox_id = ?`, number))
	if err != nil {
		return g, 0, fmt.Errorf("read group %s: %w", key, err)
	}
	return g, number, nil
}

// groups are the groups that a user is in, or all when member is empty.
func groups(member string) *store.Listing[model.Group] {
	l := &store.Listing[model.Group]{What: "groups", Columns: groupTable.Selected, From: "group_profiles g", Scan: store.ScanDocument[model.Group]}
	if member != "" {
		l.Where = odata.Condition{SQL: "EXISTS (SELECT 1 FROM group_members m WHERE m.mailbox_id = g.mailbox_id AND m.user_id = ?)", Args: []any{member}}
	}
	return l
}

// AddMember puts a user into a group, as an owner too when owner.
func AddMember(tx *store.Tx, group int64, user string, owner bool) error {
	if _, err := people.User(tx, user); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO group_members (mailbox_id, user_id, is_owner) VALUES (?, ?, ?)
		ON CONFLICT (mailbox_id, user_id) DO UPDATE SET is_owner = excluded.is_owner`, group, user, owner)
	if err != nil {
		return fmt.Errorf("add %s to a group: %w", user, err)
	}
	return nil
}

// RemoveMember takes a user out of a group; one who is not in it is a
// CodeNotFound.
func RemoveMember(tx *store.Tx, group int64, user string) error {
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "is not in the group"),
		`DELETE FROM group_members WHERE mailbox_id = ? AND user_id = ?`, group, user)
}

// OwnedAlone are the groups of which a user is the only owner, by name.
func OwnedAlone(tx *store.Tx, user string) ([]string, error) {
	return tx.Texts(`SELECT b.display_name FROM group_members m JOIN mailboxes b ON b.mailbox_id = m.mailbox_id
		WHERE m.user_id = ? AND m.is_owner <> 0 AND NOT EXISTS (SELECT 1 FROM group_members o
			WHERE o.mailbox_id = m.mailbox_id AND o.user_id <> m.user_id AND o.is_owner <> 0) ORDER BY b.display_name, b.id`, user)
}

// forgetMember takes a user whose mailbox is removed out of all groups.
func forgetMember(tx *store.Tx, _ int64, m store.Mailbox) error {
	_, err := tx.Exec(`DELETE FROM group_members WHERE user_id = ?`, m.ID)
	if err != nil {
		err = fmt.Errorf("take %s out of the groups: %w", m.PrincipalName, err)
	}
	return err
}

// Membership is what a user is in a group.
type Membership int

// The memberships, each with what the one before may do.
const (
	Outsider Membership = iota
	Member
	Owner
)

// MembershipOf says what a user is in a group.
func MembershipOf(tx *store.Tx, group int64, user string) (Membership, error) {
	var owner bool
	err := tx.QueryRow(`SELECT is_owner FROM group_members WHERE mailbox_id = ? AND user_id = ?`, group, user).Scan(&owner)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Outsider, nil
	case err != nil:
		return Outsider, fmt.Errorf("look for a member: %w", err)
	case owner:
		return Owner, nil
	}
	return Member, nil
}

// Members lists the users in a group by name, its owners alone when owners.
func Members(tx *store.Tx, group int64, owners bool) ([]model.User, error) {
	return store.All(tx, func(row store.Row) (model.User, error) {
		u, err := store.ScanDocument[model.User](row)
		u.Entity.Type = u.DirectoryType()
		return u, err
	}, `SELECT u.profile FROM group_members m
		JOIN mailboxes b ON b.id = m.user_id JOIN profiles u ON u.mailbox_id = b.mailbox_id
		WHERE m.mailbox_id = ? AND m.is_owner >= ? ORDER BY u.display_key, u.id`, group, owners)
}

// expandGroup fills in what $expand asks of a group.
func expandGroup(tx *store.Tx, b *odata.Nest, s *Schemas, expand []odata.Expand, g *model.Group) error {
	for name, into := range map[string]*[]model.User{"members": &g.Members, "owners": &g.Owners} {
		x := s.Groups.Find(expand, name)
		if x == nil {
			continue
		}
		number, err := tx.Mailbox(g.ID)
		if err != nil {
			return err
		}
		list, err := Members(tx, number, name == "owners")
		if err != nil {
			return err
		}
		if *into, err = people.ExpandUsers(tx, b, s.Members, *x, list); err != nil {
			return err
		}
	}
	return nil
}
