package mailbox

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"daybook/api"
	"daybook/config"
	"daybook/service"
	"daybook/service/store"
	"daybook/signin"
	"daybook/ui/statedir"
)

// LocalProfile is the name of the mailbox in the data folder where a profile
// is wanted, unless the configuration gives that name to another.
const LocalProfile = "local"

// Location says which mailbox is meant and how it is reached. With the zero
// profile it is the one in the data folder.
type Location struct {
	Data    string // the data folder: log and state also of what is elsewhere
	Sample  bool   // the sample also when there is a mailbox of one's own
	Store   string // URL of the database that the mailbox is in, where no profile is named
	User    string // whose mailbox, where there are several
	Profile config.Profile
	Mailbox string // somebody else's, by address; before the profile's, empty for that

	// Sessions are the tokens of all profiles, where they are opened already.
	Sessions *signin.Sessions
	// Ask asks a person for the passphrase of the tokens; fresh is true when
	// one is being chosen. Nil where nobody can be asked.
	Ask func(ctx context.Context, fresh bool) (signin.Secret, error)
	// Network is how services elsewhere are reached; nil for the network.
	Network http.RoundTripper
	Limit   *api.Limit // shared by all that reach them; nil for each its own
}

// At is the location of a profile, an empty name for the mailbox in the data
// folder.
func (l Location) At(file *config.File, name string) (Location, error) {
	l.Profile = config.Profile{}
	if name == "" {
		return l, nil
	}
	profile, err := file.Profile(name)
	if err != nil && name == LocalProfile {
		return l, nil
	}
	l.Profile = profile
	l.Profile.PassphraseCommand = PassphraseCommand(file, profile)
	return l, err
}

// PassphraseCommand is the command that opens the vault, which all profiles
// share: the profile's own, else the first that another profile has.
func PassphraseCommand(file *config.File, p config.Profile) []string {
	if len(p.PassphraseCommand) > 0 || file == nil {
		return p.PassphraseCommand
	}
	for _, other := range file.Profiles {
		if len(other.PassphraseCommand) > 0 {
			return other.PassphraseCommand
		}
	}
	return nil
}

// All are the mailboxes that can be opened: the configuration's, and before
// them the data folder's own unless a profile has taken its name.
func (l Location) All(file *config.File) []Location {
	var list []Location
	if !slices.Contains(file.Names(), LocalProfile) {
		own := l
		own.Profile = config.Profile{}
		list = append(list, own)
	}
	for _, profile := range file.Profiles {
		list = append(list, Location{Data: l.Data, Profile: profile, Network: l.Network, Mailbox: l.Mailbox})
	}
	for i := range list {
		if list[i].Name() != l.Name() {
			list[i].Mailbox = "" // it was named for the one that opens
		}
	}
	return list
}

// Name is what the mailbox is called where profiles are listed.
func (l Location) Name() string { return cmp.Or(l.Profile.Name, LocalProfile) }

// Where says in a person's words where it is: a folder or an address.
func (l Location) Where() string {
	if at := l.Server(); at != "" {
		return store.Plainly(at)
	}
	if !l.Profile.Remote() {
		return l.Folder()
	}
	if l.Profile.BaseURL == "" {
		return l.Profile.Provider
	}
	if u, err := url.Parse(l.Profile.BaseURL); err == nil {
		return u.Host + strings.TrimSuffix(u.Path, "/")
	}
	return l.Profile.BaseURL
}

// Others is the address of whose mail and calendars are opened where they are
// not of who signs in; empty for one's own.
func (l Location) Others() string { return cmp.Or(l.Mailbox, l.Profile.Mailbox) }

// Account is whose mailbox it is, as far as that is known without opening it.
func (l Location) Account() string {
	known := cmp.Or(l.Profile.Account, l.Profile.User, l.User)
	if known != "" {
		return known
	}
	return lastOwner(l.Documents())
}

// Whose says in a person's words whose mailbox opens, and by whom; empty where
// it is not known.
func (l Location) Whose() string { return WhoseBy(l.Others(), l.Account()) }

// WhoseBy is the mailbox of others, empty for one's own, and the account that
// opens it, in words.
func WhoseBy(others, account string) string {
	switch {
	case others == "" || strings.EqualFold(others, account):
		return account
	case account == "":
		return others
	}
	return others + " as " + account
}

// Folder is the data folder of a mailbox on this machine.
func (l Location) Folder() string { return cmp.Or(l.Profile.Data, l.Data) }

// Server is the URL of the database that the mailbox is in, empty for one in a
// folder or elsewhere.
func (l Location) Server() string {
	if l.Profile.Name == "" {
		return l.Store
	}
	if l.Profile.Remote() {
		return ""
	}
	return l.Profile.Store
}

// OwnPlace is where the store of one's own mailbox is: a folder, or a database.
func (l Location) OwnPlace() string { return cmp.Or(l.Server(), l.OwnFolder()) }

// OwnFolder is where the mailbox of one's own is on this machine.
func (l Location) OwnFolder() string { return filepath.Join(l.Folder(), ownFolder) }

// SampleFolder is where the sample is.
func (l Location) SampleFolder() string { return filepath.Join(l.Folder(), sampleFolder) }

// HasOwn reports whether there is a mailbox of one's own on this machine.
func (l Location) HasOwn() bool { return l.Server() != "" || exists(l.OwnFolder()) }

// Exists reports whether opening it would find a mailbox and not make one.
func (l Location) Exists() bool { return l.Profile.Remote() || l.HasOwn() || exists(l.SampleFolder()) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// RequireLocal is an error unless the mailbox is on this machine.
func (l Location) RequireLocal() error {
	if !l.Profile.Remote() {
		return nil
	}
	return fmt.Errorf("profile %s is at %s, and this needs a mailbox of this machine: name one with --profile, or --profile %s for the one in the data folder",
		l.Profile.Name, l.Where(), LocalProfile)
}

// LocalFolder is the folder of the mailbox of this machine, which is there and
// may be damaged.
func (l Location) LocalFolder() (string, error) {
	if err := l.RequireLocal(); err != nil {
		return "", err
	}
	if l.Server() != "" {
		return "", fmt.Errorf("the mailbox is in the database %s, and this is for one in a folder: PostgreSQL's own pg_dump and pg_restore keep and put back a database", l.Where())
	}
	dir, _, err := l.findLocal()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("there is no mailbox in %s: name its data folder with --data", l.Folder())
	}
	return dir, nil
}

// findLocal says which mailbox of the data folder is meant, and whether it is
// the sample.
func (l Location) findLocal() (dir string, isSample bool, err error) {
	if at := l.Server(); at != "" {
		if l.Sample {
			return "", false, errors.New("the sample is in a folder: leave out --sample, or --store")
		}
		return at, false, nil
	}
	_, err = os.Stat(l.OwnFolder())
	switch {
	case err == nil && !l.Sample:
		return l.OwnFolder(), false, nil
	case err == nil || errors.Is(err, os.ErrNotExist):
		return l.SampleFolder(), true, nil
	}
	return "", false, fmt.Errorf("look for the mailbox: %w", err)
}

// OpenLocal opens the mailbox on this machine, for what needs the service
// itself: the person's own when there is one, else the sample, which is made
// when it is not there yet.
func (l Location) OpenLocal(ctx context.Context, options service.Options) (*Local, error) {
	if err := l.RequireLocal(); err != nil {
		return nil, err
	}
	dir, sample, err := l.findLocal()
	if err != nil {
		return nil, err
	}
	return openLocal(ctx, dir, sample, cmp.Or(l.User, l.Profile.User), options)
}

// The folders of the data folder beside the mailboxes: the documents of each
// mailbox, and below one's own those of other people's.
const (
	stateFolder  = "state"
	othersFolder = "mailboxes"
)

// Documents is the folder of the documents of one's own mailbox, as it would be
// opened first.
func (l Location) Documents() string {
	root := filepath.Join(l.Data, stateFolder)
	switch {
	case l.Profile.Name != "":
		return filepath.Join(root, l.Profile.Name)
	case l.Server() != "":
		return filepath.Join(root, serverFolder(l.Server()))
	case l.HasOwn() && !l.Sample:
		return filepath.Join(root, ownFolder)
	}
	return filepath.Join(root, sampleFolder)
}

// serverFolder is the name of the folder of the documents of a database.
func serverFolder(at string) string {
	sum := sha256.Sum256([]byte(store.Plainly(at)))
	return "store-" + hex.EncodeToString(sum[:8])
}

// DocumentsOf is the folder below one's own documents of those of somebody
// else's mailbox: nothing that is written for one may ever be taken for
// another's. Others is whose it is, empty for one's own.
func DocumentsOf(own, others string) string {
	if others == "" {
		return own
	}
	return filepath.Join(own, othersFolder, url.PathEscape(strings.ToLower(others)))
}

// OpenedBefore are the addresses of others whose mailboxes there are documents
// of.
func (l Location) OpenedBefore() []string {
	list, err := os.ReadDir(filepath.Join(l.Documents(), othersFolder))
	if err != nil {
		return nil // none was opened
	}
	var names []string
	for _, e := range list {
		if name, err := url.PathUnescape(e.Name()); err == nil && config.CheckMailbox(name) == nil {
			names = append(names, name)
		}
	}
	return names
}

// documents is the folder of an open mailbox's documents; local is nil for one
// elsewhere.
func (l Location) documents(local *Local, others string) string {
	root := filepath.Join(l.Data, stateFolder)
	if l.Profile.Name != "" {
		return DocumentsOf(filepath.Join(root, l.Profile.Name), others)
	}
	own := filepath.Join(root, filepath.Base(local.Dir))
	if at := l.Server(); at != "" {
		own = filepath.Join(root, serverFolder(at))
	}
	// Daybooks before this one gave the first folder to the first by name:
	// it stays with whom it was last written for.
	if known := lastOwner(own); !strings.EqualFold(known, local.Owner.Address) && (known != "" || !local.first) {
		own += "~" + url.PathEscape(strings.ToLower(local.Owner.Address))
	}
	return DocumentsOf(own, others)
}

// lastOwner is the address of whom the documents of a folder are, as far as
// that is known.
func lastOwner(documents string) string {
	if !exists(documents) {
		return ""
	}
	state, err := statedir.Open(documents)
	if err != nil {
		return ""
	}
	info, err := LoadInfo(state)
	if err != nil {
		return ""
	}
	return info.Me.Address
}
