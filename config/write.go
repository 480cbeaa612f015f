package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// ErrExists says that what was to be added is there already.
var ErrExists = errors.New("it is there already")

// AddProfile appends a section to the file and leaves every byte that is
// there as it is; where there is no file it makes one that only its owner can
// read. A file that cannot be read, or that has the profile already
// (ErrExists), is left alone.
func AddProfile(path string, p Profile) error {
	if err := CheckName(p.Name); err != nil {
		return fmt.Errorf("add a profile: %w", err)
	}
	old, err := read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("add profile %s: %w", p.Name, err)
	}
	o, broken := outlineOf(old)
	if broken != nil {
		broken.Path = path
		return fmt.Errorf("add profile %s: mend the file first: %w", p.Name, Problems{*broken})
	}
	if o.hasProfile(p.Name) {
		return fmt.Errorf("add profile %s to %s: %w", p.Name, path, ErrExists)
	}
	section, err := sectionOf(p)
	if err != nil {
		return fmt.Errorf("add profile %s: %w", p.Name, err)
	}
	if err := replace(path, appended(old, section)); err != nil {
		return fmt.Errorf("add profile %s to %s: %w", p.Name, path, err)
	}
	return nil
}

func (o outline) hasProfile(name string) bool {
	is := func(e entry) bool { return len(e.path) > 1 && e.path[0] == profilesKey && e.path[1] == name }
	return slices.ContainsFunc(o.sections, is) || slices.ContainsFunc(o.entries, is)
}

func sectionOf(p Profile) ([]byte, error) {
	body, err := toml.Marshal(p)
	if err != nil {
		return nil, err
	}
	header := p.Name
	if strings.Contains(header, ".") {
		header = `"` + header + `"` // a dot would nest it
	}
	return append([]byte("[profiles."+header+"]\n"), body...), nil
}

// appended puts a section behind what is there, with an empty line between.
func appended(old, section []byte) []byte {
	out := bytes.Clone(old)
	if len(out) > 0 {
		if out[len(out)-1] != '\n' {
			out = append(out, '\n')
		}
		out = append(out, '\n')
	}
	return append(out, section...)
}

// Create writes the file of Template where none is; ErrExists when one is.
func Create(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, ErrExists)
	}
	return replace(path, []byte(Template()))
}

// replace writes a file beside, syncs and renames it. A link is followed, so
// that a file kept elsewhere stays there; its permissions stay as they are.
func replace(path string, data []byte) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".config-*") // 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Template is a file that says nothing yet: every key with what it does and
// its default, behind a comment sign.
func Template() string {
	var b strings.Builder
	b.WriteString("# Settings of daybook. Take a # away to set a key; \"daybook config\" shows what holds.\n\n")
	b.WriteString("# The profile that opens when none is named.\n# profile = \"work\"\n")
	for _, s := range settings {
		if s.name == presetKey {
			continue
		}
		fmt.Fprintf(&b, "\n# %s\n# %s = %s\n", s.about, s.name, s.example())
	}
	b.WriteString("\n[keys]\n# keys as in: daybook, mutt, vim, gmail, outlook\n# preset = \"mutt\"\n# and those of your own, by action\n# \"inbox.archive\" = [\"e\"]\n")
	b.WriteString(`
# A mailbox on this machine. Every key from above can stand in a profile too.
# [profiles.home]
# data = "~/mail/daybook"
# user = "ann@contoso.example"

# A mailbox elsewhere; sign in with "daybook login --profile work".
# [profiles.work]
# base_url = "https://mail.example.com"
# provider = "daybook"
# signature = "Ann Avery, Contoso"

# A mailbox that is shared with you, there or here.
# [profiles.team]
# base_url = "https://mail.example.com"
# mailbox = "team@contoso.example"
`)
	return b.String()
}

// example is the default as the file has it.
func (s setting) example() string {
	if s.kind == boolKind {
		return s.byDefault
	}
	return `"` + s.byDefault + `"`
}
