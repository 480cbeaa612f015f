package people

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// directoryWord is the word of users in the text index.
const directoryWord = "directory"

// addProfile makes what the directory says of a user of whom only the
// mailbox is known.
func addProfile(tx *store.Tx, number int64, m store.Mailbox) error {
	if m.Kind != store.KindUser {
		return nil
	}
	return writeProfile(tx, number, m, model.User{ObjectType: "User", AccountEnabled: true}, profileTable.Add)
}

// profileRow is a row of profiles.
type profileRow struct {
	of               *model.User // when it is written
	manager, profile string
}

// partManager is the part of a profile that SetManager writes.
const partManager = store.PartChanged + 1

// profileTable is where a user is kept: all of it in profile, and in columns
// what it is found by.
var profileTable = store.TableBy("profiles", "u", []string{"mailbox_id"},
	store.Column[profileRow]{Name: "id", Value: func(r *profileRow) any { return r.of.ID },
		Fields: []odata.Field{{Path: "id", Kind: odata.ID, Column: "u.id", NotNull: true}}},
	store.Column[profileRow]{Name: "manager_id", Value: func(r *profileRow) any { return r.manager }, Part: partManager},
	profileKey("displayName", "display_key", true, func(u *model.User) string { return u.DisplayName }),
	profileKey("givenName", "given_key", false, func(u *model.User) string { return u.GivenName }),
	profileKey("surname", "surname_key", false, func(u *model.User) string { return u.Surname }),
	profileKey("mail", "mail_key", false, func(u *model.User) string { return u.Mail }),
	profileKey("userPrincipalName", "upn_key", false, func(u *model.User) string { return u.UserPrincipalName }),
	store.Column[profileRow]{Name: "profile", At: func(r *profileRow) any { return &r.profile }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "accountEnabled", Column: "CAST(u.profile->>'$.accountEnabled' AS BIGINT)", NotNull: true}}},
)

// profileKey is a text of the profile that is found by its key in a column.
func profileKey(path, name string, always bool, of func(*model.User) string) store.Column[profileRow] {
	return store.Column[profileRow]{Name: name, Value: func(r *profileRow) any { return odata.Fold(of(r.of)) }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: path, Column: "u.profile->>'$." + path + "'", Fold: "u." + name, NotNull: always}}}
}

// SetProfile sets what the directory says of a user. The id, the principal
// name and the address are the mailbox's; a display name that is empty is the
// mailbox's too.
func SetProfile(tx *store.Tx, u model.User) error {
	m, err := tx.FindMailbox(u.ID)
	if err != nil {
		return err
	}
	number, err := tx.Rename(&m, u.DisplayName)
	if err != nil {
		return err
	}
	if err := tx.SetResource(number, strings.EqualFold(u.UserType, model.UserResource)); err != nil {
		return err
	}
	return writeProfile(tx, number, m, u, func(tx *store.Tx, number int64, r *profileRow) error {
		return profileTable.Update(tx, number, "", r, store.PartChanged)
	})
}

// writeProfile writes what the directory says of a user by write, which adds
// the row or changes it.
func writeProfile(tx *store.Tx, number int64, m store.Mailbox, u model.User, write func(*store.Tx, int64, *profileRow) error) error {
	u.ID, u.DisplayName, u.Context, u.ETag = m.ID, m.DisplayName, "", ""
	if !strings.EqualFold(u.Mail, m.Address) {
		u.Mail = m.Address
	}
	if !strings.EqualFold(u.UserPrincipalName, m.PrincipalName) {
		u.UserPrincipalName = m.PrincipalName
	}
	text, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("encode the profile of %s: %w", m.PrincipalName, err)
	}
	if err := write(tx, number, &profileRow{of: &u, profile: string(text)}); err != nil {
		return fmt.Errorf("write the profile of %s: %w", m.PrincipalName, err)
	}
	return indexPerson(tx, number, number, directoryWord, userWords(&u))
}

func userWords(u *model.User) personWords {
	return personWords{
		name:    []string{u.DisplayName, u.GivenName, u.Surname},
		address: []string{u.Mail, u.UserPrincipalName, u.MailNickname},
		work:    []string{u.Department, u.JobTitle, u.OfficeLocation},
		other:   append([]string{u.City, u.State, u.Country, u.MobilePhone}, u.BusinessPhones...),
	}
}

// SetManager makes one user another's manager, both by id; an empty manager
// removes it. Who is the user, or reports to the user over others, cannot be
// the manager.
func SetManager(tx *store.Tx, user, manager string) error {
	u, err := User(tx, user)
	if err != nil {
		return err
	}
	over := manager
	for steps := 0; over != ""; steps++ {
		above, err := User(tx, over)
		if errors.Is(err, model.ErrNotFound) && steps > 0 {
			break // who is over them is not here
		}
		if err != nil {
			return err
		}
		if over == u.ID || steps > deepestDirectory {
			if steps == 0 {
				return model.Errorf(model.CodeInvalidRequest, "nobody is their own manager, and so %s is not", u.Mail)
			}
			return model.Errorf(model.CodeInvalidRequest, "%s would report to themselves in the end: somebody has to be at the top", u.Mail)
		}
		if steps == 0 && above.UserType == model.UserResource {
			return model.Errorf(model.CodeInvalidRequest, "%s is a room, and nobody's manager", above.Mail)
		}
		if err := tx.QueryRow(`SELECT u.manager_id`+ofUser, over).Scan(&over); err != nil {
			return fmt.Errorf("read the manager of %s: %w", above.Mail, err)
		}
	}
	number, err := tx.Mailbox(user)
	if err != nil {
		return err
	}
	return profileTable.Update(tx, number, "", &profileRow{manager: manager}, partManager)
}

// deepestDirectory is how many managers anybody has over them at most.
const deepestDirectory = 1000

// ofUser finds the row of a user by public id.
const ofUser = ` FROM profiles u WHERE u.mailbox_id = (SELECT mailbox_id FROM mailboxes WHERE id = ?)`

// User reads what the directory says of a user, by id.
func User(tx *store.Tx, id string) (model.User, error) {
	u, err := store.ScanDocument[model.User](tx.QueryRow(`SELECT `+profileTable.Selected+ofUser, id))
	if errors.Is(err, sql.ErrNoRows) {
		return u, model.Errorf(model.CodeNotFound, "no user has the id %q", id)
	}
	return u, err
}

// Manager reads a user's manager; none is a *model.Error of CodeNotFound.
func Manager(tx *store.Tx, user string) (model.User, error) {
	var manager string
	err := tx.QueryRow(`SELECT u.manager_id`+ofUser, user).Scan(&manager)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return model.User{}, fmt.Errorf("read the manager of %s: %w", user, err)
	}
	if manager == "" {
		return model.User{}, model.Errorf(model.CodeNotFound, "the directory names no manager of this user")
	}
	u, err := User(tx, manager)
	u.Entity.Type = u.DirectoryType()
	return u, err
}

// users are all users; with a manager, those who report to them.
func users(manager string) *store.Listing[model.User] {
	l := &store.Listing[model.User]{What: "users", Columns: profileTable.Selected, From: "profiles u", Scan: store.ScanDocument[model.User],
		FTS: "people_fts", Scope: "scope", Word: directoryWord, On: odata.Condition{SQL: "u.mailbox_id = f.rowid"}}
	if manager != "" {
		l.Where = odata.Condition{SQL: "u.manager_id = ?", Args: []any{manager}}
		l.Scan = func(row store.Row) (model.User, error) {
			u, err := store.ScanDocument[model.User](row)
			u.Entity.Type = u.DirectoryType()
			return u, err
		}
	}
	return l
}

// maxDirectory is how many users a relation of the directory brings inside
// $expand: as many as the public interface brings, without a link to more.
const maxDirectory = 20

// ExpandUser fills in what $expand asks of a user, and of those it leads to. A
// user without a manager has none.
func ExpandUser(tx *store.Tx, b *odata.Nest, s *odata.Schema, expand []odata.Expand, u *model.User) error {
	if x := s.Find(expand, "manager"); x != nil {
		m, err := Manager(tx, u.ID)
		if err == nil {
			err = errors.Join(b.Take(*x, 1), ExpandUser(tx, b, s, x.Options.Expand, &m))
			u.Manager = &m
		}
		if err != nil && !errors.Is(err, model.ErrNotFound) {
			return err
		}
	}
	x := s.Find(expand, "directReports")
	if x == nil {
		return nil
	}
	order, err := s.Order(nil, odata.By("displayName", false))
	if err != nil {
		return err
	}
	list, _, err := users(u.ID).Page(tx, odata.Query{Order: order, Limit: maxExpandedUsers})
	if err != nil {
		return err
	}
	u.DirectReports, err = ExpandUsers(tx, b, s, *x, list)
	return err
}

// maxExpandedUsers is how many users are looked at for those that the options
// of an item of $expand select.
const maxExpandedUsers = 1000

func ExpandUsers(tx *store.Tx, b *odata.Nest, s *odata.Schema, x odata.Expand, list []model.User) ([]model.User, error) {
	list, err := odata.Nested(b, s, x, list)
	if err != nil {
		return nil, err
	}
	list = list[:min(len(list), maxDirectory)]
	for i := range list {
		if err := ExpandUser(tx, b, s, x.Options.Expand, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}
