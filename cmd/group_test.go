package cmd

import (
	"strings"
	"testing"

	"daybook/service/store/pgtest"
)

func TestGroupsAreSetUpWithoutTheSample(t *testing.T) {
	data := t.TempDir()
	long := strings.Repeat("n", 300)
	steps(t, data, []step{
		{args: "user add ann@contoso.example"}, {args: "user add bo@contoso.example"}, {args: "user add cy@contoso.example"},
		{args: "user add hood@contoso.example --room"},
		{args: "group list", says: ""},
		{args: "group add Crew --address crew@contoso.example --owner ann@contoso.example --member BO@contoso.example --private", says: "The group Crew is there, at crew@contoso.example"},
		{args: "group add Sea_Club --address club@contoso.example", says: "Sea Club"},
		{args: "group list", says: "crew@contoso.example\tCrew\tprivate\t2\nclub@contoso.example\tSea Club\t\t0\n"},
		{args: "group members crew", says: "ann@contoso.example\towner\nbo@contoso.example\t\n"},
		{args: "group members crew --add ann@contoso.example --add cy@contoso.example", says: "ann@contoso.example\towner\nbo@contoso.example\t\ncy@contoso.example\t\n"},
		{args: "group members crew --owner bo@contoso.example --remove cy@contoso.example", says: "ann@contoso.example\towner\nbo@contoso.example\towner\n"},
		{args: "group list --json", says: `"members": []`},
		{args: "api GET /groups?$filter=mail_eq_'crew@contoso.example'", says: `"visibility":"Private"`},
		{args: "api GET /me/memberOf/microsoft.graph.group --user bo@contoso.example", says: `"displayName":"Crew"`},

		{args: "group add Crew", fails: "say under which address"},
		{args: "group add Crew --address crew@contoso.example", fails: `is the address of the group "Crew" already`},
		{args: "group add Crew --address ann@contoso.example", fails: "there is a mailbox of ann@contoso.example already"},
		{args: "group add Crew --address nonsense", fails: "is no address"},
		{args: "group add " + long + " --address x@contoso.example", fails: "at most 255"},
		{args: "group add X --address x@contoso.example --member nobody@contoso.example", fails: "there is no mailbox of nobody@contoso.example"},
		{args: "group add X --address x@contoso.example --member club@contoso.example", fails: "the address of a group, and people alone are members"},
		{args: "group add X --address x@contoso.example --owner hood@contoso.example", fails: "is a room, and people alone are members"},
		{args: "group members x@contoso.example", fails: "there is no group x@contoso.example"},
		{args: "group members crew --remove cy@contoso.example", fails: "cy@contoso.example is not in the group"},
		{args: "group members crew --add cy@contoso.example --remove nobody@contoso.example", fails: "no mailbox of nobody"},
		{args: "group members crew", says: "ann@contoso.example\towner\nbo@contoso.example\towner\n"},
		{args: "group members crew --remove ann@contoso.example --remove bo@contoso.example --add cy@contoso.example", says: "Crew has no owner"},

		{args: "group add Crew --address second@contoso.example", says: "Crew"},
		{args: "group members Crew", fails: "2 groups are called Crew: name one by its address, of crew@contoso.example, second@contoso.example"},
		{args: "group remove crew@contoso.example", in: "\n", says: "1 member. All of it is lost", fails: "nothing was changed"},
		{args: "group remove crew@contoso.example", in: "YES\n", says: "The group Crew is removed"},
		{args: "group remove ann@contoso.example --yes", fails: "there is no group ann@contoso.example"},
		{args: "group remove club@contoso.example --yes", says: "Sea Club is removed"},
		{args: "group list", says: "second@contoso.example\tCrew\t\t0\n"},
		{args: "check", says: "is whole"},
	})
}

// The same commands set a team up in a database.
func TestATeamIsSetUpOnPostgreSQL(t *testing.T) {
	steps(t, t.TempDir(), []step{
		{args: "user add ann@contoso.example --name Ann_Ash --admin", says: "Ann Ash has a mailbox"},
		{args: "user add bo@contoso.example --name Bo_Bell --manager ann@contoso.example", says: "Bo Bell"},
		{args: "user add hood@contoso.example --room --name Hood --capacity 8", says: "can be booked"},
		{args: "user change ann@contoso.example --manager bo@contoso.example", fails: "would report to themselves in the end"},
		{args: "user password bo@contoso.example", in: "a good password\n", says: "signs in with this password"},
		{args: "group add Crew --address crew@contoso.example --owner ann@contoso.example --member bo@contoso.example --private", says: "Crew"},
		{args: "group members crew@contoso.example", says: "ann@contoso.example\towner\nbo@contoso.example\t\n"},
		{args: "user list --json", says: `"canSignIn": true`},
		{args: "reindex", says: "is made anew: 0 messages"},
		{args: "user remove ann@contoso.example --yes", fails: "is the only administrator"},
		{args: "user admin bo@contoso.example", says: "is an administrator"},
		{args: "user remove ann@contoso.example", in: "yes\n", says: "They are the only owner of Crew"},
		{args: "user add ann@contoso.example", says: "ann has a mailbox"},
		{args: "group remove Crew --yes", says: "is removed"},
		{args: "user list", says: "bo@contoso.example\tBo Bell\tadministrator\nhood@contoso.example\tHood, 8 seats\troom\nann@contoso.example\tann\t\n"},
	}, "--store", pgtest.Database(t))
}
