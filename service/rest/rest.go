// Package rest is the kit that every area of the service is written on: the
// routing table and its trie, authorization, request decoding, preferences,
// replies, pages and errors.
//
// An area is a value with a Routes method:
//
//	func (a *Area) Routes() []rest.Route {
//		return []rest.Route{
//			{Method: "GET", Pattern: "{user}/widgets/{widget}", Operation: "GetWidget",
//				Scopes: []string{"Widgets.Read"}, Handler: rest.Reads(a.get)},
//			{Method: "POST", Pattern: "{user}/widgets", Operation: "CreateWidget",
//				Scopes: []string{"Widgets.Write"}, Handler: rest.WritesWith(rest.JSON[model.Widget], a.create)},
//		}
//	}
//
//	func (a *Area) get(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
//		w, err := tx.Widget(mailbox, r.Key("widget"))
//		return rest.OK(w), err // a *model.Error keeps its code and status
//	}
//
// A row says whether its handler reads or writes, and what it takes: [Reads],
// [Writes], [ReadsWith] and [WritesWith] read the body, open the transaction,
// hold the path to the truth in it, and end it with the handler. A handler
// validates, calls the store, and answers with a resource or an error. One that
// streams or waits is a [Handler] as it is, outside of any transaction, and
// opens what it needs by [Request.Read] and [Request.Change].
//
// When a handler runs, the bearer token is known to be valid (but for Keyed
// routes), one of the route's scopes is held, the user, group or drive of the
// path is resolved to r.Mailbox, and the caller may do there what the row's Who says.
// The body is read by [JSON] (lenient about letter case, strings for booleans
// and numbers) or, for a PATCH that must tell absent from null, by
// [Request.Object]; the query options with [Request.OData]. Replies are OK,
// Created, Accepted, NoContent, Bytes, One, List and [Page.Reply];
// @odata.context, request-id and the error shape are added here.
//
// Invariants: no handler runs before its row of the table has been checked;
// no token, header or body text appears in an error or a report; every limit
// stands in [Limits]; the package holds no global state.
package rest

import (
	"context"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// Version says under which version segments a route answers.
type Version uint8

// The versions. The zero value of a Route means both, since every v1.0
// operation works under beta too.
const (
	Both     Version = iota
	BetaOnly         // most paths of the permission grants, part 9 of the interface
)

// Who says who may use a route, beside the scopes.
type Who uint8

const (
	// Shared: of {user}, the owner, and who holds a route scope in its .Shared
	// form and with whom the owner shares what the path leads to: Route.Right and
	// Route.Extent say more. Where the pattern names nobody, the caller. The
	// default; no row of a group has it.
	Shared Who = iota
	// Anybody who is signed in: what an organisation shows of its people and
	// groups. Of another {user}, with a scope of Route.OthersScopes.
	Anybody
	// Owner: nobody but the owner of the mailbox, whatever the scopes.
	Owner
	// Reader: everybody of a public group, of another the members.
	Reader
	// Member: the members of the group, whatever its visibility.
	Member
	// GroupOwner: the owners of the group.
	GroupOwner
)

// Handler serves one operation: outside of any transaction, unless it is made
// by Reads, Writes, ReadsWith or WritesWith.
type Handler func(*Request) (Reply, error)

// Route is a row of the routing table.
//
// Pattern has no version and no leading slash. Literals match in any letter
// case. {name} captures a segment; {user} as the first segment stands for
// /me, /users/me and /users/{id|userPrincipalName}. name({key}) captures a
// parenthesised key, quoted or bare, and also matches the slash form
// name/{key}; name(arg={key}) captures a named argument. {name}: captures a
// segment that ends in a colon; directly behind another colon it captures a
// path, of as many segments as there are up to a colon or the end. A folder's
// childFolders/{folder} repeats to any depth without further rows: it leads
// back to the folder itself. A name is a kind of item: a transaction begins
// with a look whether each lies in the one before it.
//
// {group} after "groups" is a group by id or address. Each of its rows must
// say Who: [New] refuses one that does not, so that none is open by oversight.
// {drive} after "drives" is the drive of a group, held to Who, or of a user,
// held to what holds for {user}.
type Route struct {
	Method    string
	Pattern   string
	Operation string
	Versions  Version
	// Scopes lists the delegated scopes of which one suffices; empty means
	// that any valid token does. A Read scope is implied by its ReadWrite.
	Scopes []string
	// Who may use it, and with which scopes when Anybody and {user} is somebody
	// else.
	Who          Who
	OthersScopes []string
	// Right is what a share must give, when it is not reading for a GET and
	// writing for all else; Extent of how much it must be, where the pattern
	// names no folder, message, calendar or event: of all unless it is said.
	Right  model.Right
	Extent model.Extent
	// Keyed says that the path itself is the secret: no token is read, and the
	// handler finds whose data it is. It calls Request.Spend once it has.
	Keyed bool
	// Accepts lists the media types of the body; empty means JSON alone.
	// "*/*" accepts anything.
	Accepts []string
	// MaxBody overrides Limits.Body: bytes, or UploadSize.
	MaxBody int64
	Handler Handler
	// Counts is the operation of Pattern/$count: a further row, like this one,
	// of the same handler, which answers it through List or Count. "" for none.
	Counts string
}

// Counting reports that a request is for the number of what its row lists.
func (r *Request) Counting() bool {
	return r.Route != nil && strings.HasSuffix(r.Route.Pattern, countSuffix)
}

const countSuffix = "/$count"

// WithCounts are the rows, and those that count what they list.
func WithCounts(table []Route) []Route {
	for _, r := range table {
		if r.Counts != "" {
			r.Pattern, r.Operation, r.Counts = r.Pattern+countSuffix, r.Counts, ""
			table = append(table, r)
		}
	}
	return table
}

// At is a row that is like r in its scopes, who may use it and its body.
func (r Route) At(method, pattern, operation string, h Handler) Route {
	r.Method, r.Pattern, r.Operation, r.Handler = method, pattern, operation, h
	return r
}

// Counted adds the row that counts what this one lists.
func (r Route) Counted(operation string) Route {
	r.Counts = operation
	return r
}

// right is what a share must give for the row.
func (r *Route) right() model.Right {
	switch {
	case r.Right != model.NoRight:
		return r.Right
	case isRead(r.Method):
		return model.Reads
	}
	return model.Writes
}

// UploadSize as a Route's MaxBody stands for Limits.Upload.
const UploadSize = -1

// Principal is who a bearer token speaks for. Times are instants.
type Principal struct {
	UserID        string
	PrincipalName string
	Administrator bool // of the mailbox store
	Scopes        Scopes
	Expires       time.Time
}

// User is the owner of a mailbox: a user, or the group that a path names.
type User struct {
	ID            string
	PrincipalName string
}

// Group is a group as a caller finds it.
type Group struct {
	User
	DisplayName string
	Public      bool
	// Member and Owner say what the caller is in it; an owner is a member.
	Member, Owner bool
}

// Authenticator turns a bearer token into its principal. An unknown, expired
// or revoked token is a *model.Error of CodeUnauthenticated.
type Authenticator interface {
	Authenticate(ctx context.Context, token string) (Principal, error)
}

// Directory resolves the users and groups, and the sharing between them.
type Directory interface {
	// ResolveUser finds a user by id or userPrincipalName, in any letter
	// case; an unknown one is a *model.Error of CodeNotFound.
	ResolveUser(ctx context.Context, key string) (User, error)
	// ResolveGroup finds a group by id or address, and what caller, a user's
	// id, is in it; an unknown one is a *model.Error of CodeNotFound.
	ResolveGroup(ctx context.Context, key, caller string) (Group, error)
	// DriveOwner is the id of whose drive it is: a user's, or a group's when
	// group. An unknown one is a *model.Error of CodeNotFound.
	DriveOwner(ctx context.Context, drive string) (owner string, group bool, err error)
	// MayReach reports whether owner shares anything of area ("Mail",
	// "Calendars", "Contacts", as in the scope) with caller, as far as right.
	MayReach(ctx context.Context, owner, caller, area string, right model.Right) (bool, error)
}

// Limits are the limits of the service, all in one place.
type Limits struct {
	Body        int64         // bytes of a request body, after decompression
	Upload      int64         // bytes of a file or MIME body
	PageDefault int           // items on a page when nothing is asked
	PageMax     int           // largest $top and odata.maxpagesize
	BatchMax    int           // requests in one $batch
	Segments    int           // path segments
	RequestTime time.Duration // time a request may take once its body is there
	// LargeBodies is how many bodies of more than 1 MB are held at once, and
	// LargeBodiesEach how many of them are one user's; PlaceTime how long
	// another waits for its turn.
	LargeBodies, LargeBodiesEach int
	PlaceTime                    time.Duration
}

// DefaultLimits are what the service states in its README.
func DefaultLimits() Limits {
	return Limits{
		Body:        32 << 20,
		Upload:      150 << 20,
		PageDefault: 10,
		PageMax:     1000,
		BatchMax:    20,
		Segments:    64,
		RequestTime: 60 * time.Second,
		LargeBodies: 4, LargeBodiesEach: 2,
		PlaceTime: 30 * time.Second,
	}
}

// Config is what an API needs beside its routes. Auth, Directory, Now and
// NewID are required.
type Config struct {
	Store     *store.Store // of the transactions that rows ask for
	Auth      Authenticator
	Directory Directory
	Limits    Limits
	// Now is the clock, NewID makes request ids.
	Now   func() time.Time
	NewID func() string
	// Zone resolves a time zone's name, IANA or Windows. Nil means IANA only.
	Zone func(name string) (*time.Location, error)
	// RequestsPerSecond throttles each principal when positive.
	RequestsPerSecond float64
	// Report receives what a person must repair: panics and internal errors.
	Report func(Report)
}

// Report describes a failure of the service. It never holds a header, a
// query string or a body, so that it can be logged and mailed.
type Report struct {
	RequestID string
	Method    string
	Operation string
	Err       error
	Stack     string
}
