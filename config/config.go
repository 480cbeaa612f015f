// Package config reads the one file that holds a person's settings and
// profiles, says where each value came from, and adds profiles to it.
//
// Invariants: reading changes nothing; a file with any mistake is refused
// whole, and all its mistakes are named at once, each with line and column;
// writing only ever appends, beside and renamed, and refuses a file that it
// could not read. What a theme, a key preset, an action or a time zone is,
// others know: see Known.
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// maxFile is the size beyond which a file is not taken for settings.
const maxFile = 1 << 20

// Known is what the settings refer to. Nil lists and functions accept
// everything.
type Known struct {
	Themes  []string
	Presets []string        // of keys
	Actions func() []string // "inbox.archive"; asked only when the file names keys
	// Together returns what reports whether two actions can be asked for at the
	// same time, so that one key for both is one too few.
	Together func() func(a, b string) bool
	Zone     func(name string) error // an IANA name that cannot be used is an error
	Home     string                  // the folder that "~/" stands for
}

// Settings are the values that the program honours, each with a default that
// a profile and the whole file can replace.
type Settings struct {
	Theme     string // empty: dark or light, as the terminal is
	ASCII     bool
	Pictures  string              // one of Pictures
	KeyPreset string              // empty for the program's own
	Keys      map[string][]string // keys by action, replacing the preset's

	Signature string        // without the "-- " line
	Editor    string        // command; empty for what is installed
	UndoSend  time.Duration // in which a sent letter can be taken back
	After     string        // one of Afters: where the cursor goes
	Lines     string        // one of Lines: how many a message has in the list

	Zone, SecondZone string        // IANA names; empty: the mailbox's, and none
	Hours            Hours         // zero: the mailbox's
	WeekStart        time.Weekday  // of the week view
	Downloads        string        // folder; empty for the desktop's
	Refresh          time.Duration // between two looks for what is new
	MarkRead         time.Duration // after which a message looked at counts as read
}

// Hours are the hours of a working day, since midnight.
type Hours struct{ From, To time.Duration }

// Profile is a mailbox that can be opened: one on this machine, with a data
// folder and a user, or one elsewhere, with an address.
type Profile struct {
	Name string `toml:"-"`
	Line int    `toml:"-"` // of its section in the file

	Data string `toml:"data,omitempty"` // folder; empty for the program's own
	// Store is the URL of a database that the mailbox is in, in place of Data.
	Store string `toml:"store,omitempty"`
	User  string `toml:"user,omitempty"` // address, where there are several

	// Mailbox is the address of whose mail and calendars are opened, where they
	// are not of who signs in.
	Mailbox string `toml:"mailbox,omitempty"`

	BaseURL           string   `toml:"base_url,omitempty"`
	Provider          string   `toml:"provider,omitempty"` // one of Providers
	ClientID          string   `toml:"client_id,omitempty"`
	Tenant            string   `toml:"tenant,omitempty"`
	Cloud             string   `toml:"cloud,omitempty"`     // one of Clouds
	Authority         string   `toml:"authority,omitempty"` // where one signs in, if it is none of these
	Account           string   `toml:"account,omitempty"`   // address that is expected to sign in
	TokenFile         string   `toml:"token_file,omitempty"`
	TokenCommand      []string `toml:"token_command,omitempty"`
	PassphraseCommand []string `toml:"passphrase_command,omitempty"`
}

// Remote reports whether the mailbox is reached over the network.
func (p Profile) Remote() bool { return p.BaseURL != "" || p.Provider != "" }

// Providers are the services that a profile can speak to.
func Providers() []string { return []string{"daybook", "microsoft"} }

// Clouds are the separate services of Microsoft 365.
func Clouds() []string { return []string{"global", "us-gov", "us-gov-dod", "china"} }

// Afters are the places the cursor can go to after an action.
func Afters() []string { return []string{"next", "previous", "stay"} }

// Lines are the numbers of lines that a message can have in the list.
func Lines() []string { return []string{"two", "one"} }

// Pictures are the ways in which photos are drawn.
func Pictures() []string { return []string{"auto", "mosaics", "blocks", "color", "ascii", "mono"} }

// File is what a configuration file says. Make it with Load; the zero value
// is a file that says nothing.
type File struct {
	Path     string
	Exists   bool
	Profiles []Profile // in the file's order

	known  Known
	global scope
	own    map[string]scope // by profile
}

// scope holds the settings of one section, by name.
type scope map[string]value

// ErrNoProfile says that a profile is not in the file.
var ErrNoProfile = errors.New("there is no such profile")

// Path is where the file is looked for: named, else $DAYBOOK_CONFIG, else
// daybook/config.toml in the XDG configuration home.
func Path(named string, getenv func(string) string) (string, error) {
	if named == "" {
		named = getenv("DAYBOOK_CONFIG")
	}
	if named != "" {
		return filepath.Abs(named)
	}
	if xdg := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "daybook", "config.toml"), nil
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".config", "daybook", "config.toml"), nil
	}
	return "", errors.New("find the configuration: HOME is not set, or is no whole path; name a file with --config")
}

// Load reads the file. One that is not there says nothing; one with mistakes
// is an error that is a Problems.
func Load(path string, known Known) (*File, error) {
	f, problems, err := load(path, known)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return f, nil
}

// Inspect reads the file as Load does, and names everything at once: mistakes,
// with keys that no terminal sends, and what is doubtful about the keys that
// can be read. The file is not to be used where there are mistakes.
func Inspect(path string, known Known) (f *File, mistakes, doubtful Problems, err error) {
	f, mistakes, err = load(path, known)
	if err != nil {
		return nil, nil, nil, err
	}
	dead, doubtful := f.Check()
	mistakes = append(mistakes, dead...)
	mistakes.sort()
	return f, mistakes, doubtful, nil
}

func load(path string, known Known) (*File, Problems, error) {
	f := &File{Path: path, known: known, global: scope{}, own: map[string]scope{}}
	data, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the configuration: %w", err)
	}
	f.Exists = true
	return f, f.take(data), nil
}

func read(path string) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s is larger than a megabyte: it is no configuration", path)
	}
	return data, err
}

// Profile returns the profile of that name; ErrNoProfile names those there
// are, and the nearest.
func (f *File) Profile(name string) (Profile, error) {
	for _, p := range f.Profiles {
		if p.Name == name {
			return p, nil
		}
	}
	return Profile{}, fmt.Errorf("profile %q: %w in %s%s", name, ErrNoProfile, f.Path, nearest(name, f.Names()))
}

// Names lists the profiles in the file's order.
func (f *File) Names() []string {
	var names []string
	for _, p := range f.Profiles {
		names = append(names, p.Name)
	}
	return names
}

// Default is the profile that is opened when none is named; empty for the
// mailbox in the data folder.
func (f *File) Default() string { return f.global[defaultProfile].text }

// Has reports whether the profile is in the file.
func (f *File) Has(name string) bool { return slices.Contains(f.Names(), name) }
