package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"daybook/api"
	"daybook/config"
	"daybook/service"
	"daybook/signin"
	"daybook/ui/statedir"
)

// localProfile is the name of the mailbox in the data folder where a profile
// is wanted, unless the configuration gives that name to another.
const localProfile = "local"

// place says where a mailbox is. The zero profile is the one in the data
// folder.
type place struct {
	data    string // the data folder: log and state also of what is elsewhere
	sample  bool
	user    string
	profile config.Profile
	mailbox string // before the profile's; empty for that

	// The tokens of all profiles, opened once; nil until they are needed.
	sessions *signin.Sessions
	asker    *asker
	// How services elsewhere are reached; nil for the network.
	network http.RoundTripper
	places  *api.Places // shared by all that reach them; nil for each its own
}

// place finds the profile that the flags, the environment or the
// configuration name.
func (c common) place() (place, *config.File, error) {
	data, err := c.folder()
	if err != nil {
		return place{}, nil, err
	}
	file, err := c.settings()
	if err != nil {
		return place{}, nil, err
	}
	p := place{data: data, sample: c.sample, user: c.user, mailbox: c.mailbox, asker: &asker{}}
	if c.mailbox != "" {
		if err := config.CheckMailbox(c.mailbox); err != nil {
			return place{}, nil, fmt.Errorf("--mailbox: %w", err)
		}
	}
	name := cmp.Or(c.profile, os.Getenv("DAYBOOK_PROFILE"))
	if name == "" && c.data == "" && c.user == "" && !c.sample {
		name = file.Default()
	}
	if p, err = p.with(file, name); err != nil {
		return place{}, nil, err
	}
	if p.profile.Remote() && (c.sample || c.user != "") {
		return place{}, nil, fmt.Errorf("profile %s is elsewhere: --sample and --user choose a mailbox of this machine; leave them out, or add --profile %s", name, localProfile)
	}
	p.sessions, err = sessionsOf(p, os.Getenv)
	return p, file, err
}

// with is the place of a profile, empty for the mailbox in the data folder.
func (p place) with(file *config.File, name string) (place, error) {
	p.profile = config.Profile{}
	if name == "" {
		return p, nil
	}
	profile, err := file.Profile(name)
	if err != nil && name == localProfile {
		return p, nil
	}
	p.profile = profile
	p.profile.PassphraseCommand = passphraseFor(file, profile)
	return p, err
}

// name is what the place is called where profiles are listed.
func (p place) name() string { return cmp.Or(p.profile.Name, localProfile) }

// where is the place in a person's words: a folder or an address.
func (p place) where() string {
	if !p.profile.Remote() {
		return p.folder()
	}
	if p.profile.BaseURL == "" {
		return p.profile.Provider
	}
	if u, err := url.Parse(p.profile.BaseURL); err == nil {
		return u.Host + strings.TrimSuffix(u.Path, "/")
	}
	return p.profile.BaseURL
}

// folder is where the houses of a mailbox on this machine stand.
func (p place) folder() string { return cmp.Or(p.profile.Data, p.data) }

// here is an error unless the mailbox is on this machine.
func (p place) here() error {
	if !p.profile.Remote() {
		return nil
	}
	return fmt.Errorf("profile %s is at %s, and this needs a mailbox of this machine: name one with --profile, or --profile %s for the one in the data folder",
		p.profile.Name, p.where(), localProfile)
}

// house is the folder of the mailbox of this machine, which may be damaged.
func (c common) house() (string, error) {
	p, _, err := c.place()
	if err != nil {
		return "", err
	}
	if err := p.here(); err != nil {
		return "", err
	}
	dir, _, err := findHouse(p.folder(), p.sample)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("there is no mailbox in %s: name its data folder with --data", p.folder())
	}
	return dir, nil
}

// open opens the house, for what needs the service itself.
func (p place) open(ctx context.Context, options service.Options) (*house, error) {
	if err := p.here(); err != nil {
		return nil, err
	}
	return openHouse(ctx, p.folder(), p.sample, cmp.Or(p.user, p.profile.User), options)
}

// others is the address of whose mail and calendars are opened where they are
// not of who signs in; empty for one's own.
func (p place) others() string { return cmp.Or(p.mailbox, p.profile.Mailbox) }

// sharedState is the folder, below that of one's own documents, of those of
// other people's mailboxes.
const sharedState = "mailboxes"

// state is the folder of a mailbox's documents: nothing that is written for
// one may ever be taken for another's, nor what is written in somebody else's
// mailbox for one's own. others is whose it is, empty for one's own.
func (p place) state(h *house, others string) string {
	return stateOf(p.ownState(h), others)
}

func stateOf(own, others string) string {
	if others == "" {
		return own
	}
	return filepath.Join(own, sharedState, url.PathEscape(strings.ToLower(others)))
}

// opened are the mailboxes of others that there are documents of.
func (p place) opened() []string {
	list, err := os.ReadDir(filepath.Join(p.documents(), sharedState))
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

func (p place) ownState(h *house) string {
	root := filepath.Join(p.data, stateHouse)
	if p.profile.Name != "" {
		return filepath.Join(root, p.profile.Name)
	}
	own := filepath.Join(root, filepath.Base(h.dir))
	// Daybooks before this one gave the first folder to the first by name:
	// it stays with whom it was last written for.
	if known := lastOwner(own); strings.EqualFold(known, h.owner.Address) || known == "" && h.first {
		return own
	}
	return own + "~" + url.PathEscape(strings.ToLower(h.owner.Address))
}

// lastOwner is the address of whom the documents of a folder are, as far as
// that is known.
func lastOwner(documents string) string {
	if _, err := os.Stat(documents); err != nil {
		return ""
	}
	state, err := statedir.Open(documents)
	if err != nil {
		return ""
	}
	f, err := keptFacts(state)
	if err != nil {
		return ""
	}
	return f.Me.Address
}

// errNoFile says that the file that was named is not there.
var errNoFile = errors.New("it is not there; \"daybook config init\" makes one")

// settings reads the configuration. A file that was named has to be there.
func (c common) settings() (*config.File, error) {
	path, err := config.Path(c.config, os.Getenv)
	if err != nil {
		return nil, err
	}
	file, err := config.Load(path, known(os.Getenv))
	if err == nil && !file.Exists && (c.config != "" || os.Getenv("DAYBOOK_CONFIG") != "") {
		err = fmt.Errorf("read the configuration %s: %w", path, errNoFile)
	}
	var mistakes config.Problems
	if errors.As(err, &mistakes) {
		err = fmt.Errorf("the configuration has mistakes:\n%w", err)
	}
	return file, err
}
