package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var known = Known{
	Themes:  []string{"dark", "light", "solarized", "mono"},
	Presets: []string{"daybook", "mutt"},
	Actions: func() []string { return []string{"inbox.archive", "inbox.delete", "global.quit"} },
	Zone: func(name string) error {
		if name == "Europe/London" || name == "Asia/Tokyo" {
			return nil
		}
		return errors.New("unknown")
	},
	Home: "/home/ann",
}

// parse reads text as a file that lies at /etc/config.toml.
func parse(t *testing.T, data string) (*File, Problems) {
	t.Helper()
	f := &File{Path: "/etc/config.toml", known: known, global: scope{}, own: map[string]scope{}}
	return f, f.take([]byte(data))
}

func TestEveryMistakeIsNamedWithLineAndColumn(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"unknown key":             {"\nthem = \"dark\"", `2:1: them: there is no such key; did you mean theme?`},
		"far from every key":      {"zzzzzzzz = 1", `1:1: zzzzzzzz: there is no such key`},
		"unknown theme":           {"theme = \"solarised\"", `1:9: theme: there is no theme "solarised"; did you mean solarized? there are auto, dark, light, solarized, mono`},
		"wrong type":              {"theme = 3", `1:9: theme: wants a text in quotes, not a number`},
		"quoted boolean":          {"ascii = \"true\"", `1:9: ascii: wants true or false, without quotes, not a text`},
		"boolean for time":        {"undo_send = true", `1:13: undo_send: wants a time such as "8s", or seconds, not true or false`},
		"time out of range":       {"refresh = \"1s\"", `1:11: refresh: 1s is not between 5s and 24h`},
		"no time":                 {"refresh = \"soon\"", `1:11: refresh: wants a time such as "8s" or "2m", not "soon"`},
		"hours turned round":      {"working_hours = \"17:00-09:00\"", `1:17: working_hours: wants hours such as "09:00-17:30", not "17:00-09:00"`},
		"no day":                  {"week_start = \"mondy\"", `1:14: week_start: there is no day "mondy"; did you mean monday? there are sunday, monday, tuesday, wednesday, thursday, friday, saturday`},
		"no zone":                 {"time_zone = \"Mars/Base\"", `1:13: time_zone: there is no time zone "Mars/Base"; name one such as Europe/London`},
		"unknown section":         {"[work]\ntheme = \"dark\"", `1:2: work: there is no such section; sections are [keys] and [profiles.NAME]`},
		"repeated section":        {"[[profiles]]\n", `1:3: profiles: one pair of brackets is enough: no section is repeated`},
		"profile without section": {"profiles.work = 3", `1:1: profiles.work: wants a section: [profiles.NAME], and its keys below`},
		"unknown key of profile":  {"[profiles.w]\nbase_ulr = \"https://a.example\"", `2:1: base_ulr: there is no such key; did you mean base_url?`},
		"plain http":              {"[profiles.w]\nbase_url = \"http://a.example\"", `2:12: base_url: "http://a.example": only https may carry a token beyond this machine`},
		"password in address":     {"[profiles.w]\nbase_url = \"https://ann:hunter2@a.example\"", `2:12: base_url: "https://ann:xxxxx@a.example" is no address of a service; it looks like https://mail.example.com`},
		"unknown provider":        {"[profiles.w]\nprovider = \"micro\"", `2:12: provider: there is no provider "micro"; there are daybook, microsoft`},
		"mailbox with a name":     {"[profiles.w]\nmailbox = \"Team <team@contoso.example>\"", `2:11: mailbox: "Team <team@contoso.example>" is no address of a mailbox; it looks like team@contoso.example`},
		"mailbox without a place": {"[profiles.w]\nmailbox = \"team\"", `2:11: mailbox: "team" is no address of a mailbox; it looks like team@contoso.example`},
		"mailbox that is a list":  {"[profiles.w]\nmailbox = [\"team@contoso.example\"]", `2:1: mailbox: wants a text in quotes, not a list`},
		"an application's name":   {"[profiles.w]\nprovider = \"microsoft\"\nclient_id = \"My planner\"", `3:13: client_id: "My planner" is no id of an application: it has no blanks, such as 11111111-2222-3333-4444-555555555555`},
		"an address for a tenant": {"[profiles.w]\nprovider = \"microsoft\"\ntenant = \"https://contoso.example\"", `3:10: tenant: "https://contoso.example" is no organization's id or domain; a domain looks like contoso.example`},
		"here and elsewhere":      {"[profiles.w]\nprovider = \"microsoft\"\ndata = \"/x\"", `1:1: profiles.w: is either on this machine (data, user) or elsewhere (base_url, provider): drop one of the two`},
		"two token sources":       {"[profiles.w]\nbase_url = \"https://a.example\"\ntoken_file = \"t\"\ntoken_command = \"pass show\"", `1:1: profiles.w: has a token_file and a token_command: drop one of the two`},
		"reserved name":           {"[profiles.sample]", `1:2: profiles.sample: a profile cannot be called "sample": choose another name`},
		"name with a slash":       {"[profiles.\"../up\"]", `1:2: profiles.../up: a profile's name is made of letters, digits, dots, dashes and underscores, not "../up"`},
		"unknown default":         {"profile = \"wrk\"\n[profiles.work]", `1:11: profile: there is no section [profiles.wrk]; did you mean work?`},
		"unknown action":          {"[keys]\n\"inbox.archve\" = [\"e\"]", `2:1: inbox.archve: there is no such action; did you mean inbox.archive?`},
		"no key":                  {"[keys]\n\"inbox.archive\" = [\"Ctrl-E\"]", `2:20: inbox.archive: "Ctrl-E" is no key; keys look like "e", "ctrl+e", "f5" and "g e"`},
		"unclosed text":           {"ascii = true\ntheme = \"dark", `2:13: `},
		"key twice":               {"theme = \"dark\"\ntheme = \"light\"", `2:1: `},
	} {
		_, problems := parse(t, c.file)
		want := "/etc/config.toml:" + c.want
		if got := problems.Error(); len(problems) != 1 || !strings.HasPrefix(got, want) || (!strings.HasSuffix(want, " ") && got != want) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestAllMistakesAreListedAtOnceInTheFilesOrder(t *testing.T) {
	_, problems := parse(t, "themes = \"dark\"\nascii = 1\n[profiles.w]\nuser = 2\n\n[profiles.w.keys]\n\"inbox.delete\" = 3\n[broken")
	var at []Position
	for _, p := range problems {
		at = append(at, p.At)
	}
	want := []Position{{1, 1}, {2, 9}, {4, 8}, {7, 18}, {8, 7}}
	if !slices.Equal(at, want) {
		t.Errorf("got %v, want %v:\n%v", at, want, problems)
	}
}

const whole = `
profile = "work"
theme = "light"
undo_send = 0
second_time_zone = "Asia/Tokyo"

[keys]
preset = "mutt"
"inbox.archive" = ["e", "ctrl+e"]
global.quit = "Q"

[profiles.work]
base_url = "https://mail.example.com"
token_command = ["pass", "show", "daybook"]
theme = "solarized"
working_hours = "07:30-16:00"
week_start = "sunday"
keys."inbox.archive" = ["A"]

[profiles.home]
data = "~/mail"
user = "ann@contoso.example"
downloads = "in"
`

func TestAProfileComesBeforeTheFileAndAFlagBeforeBoth(t *testing.T) {
	f, problems := parse(t, whole)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	under := []Given{{"editor", "vi", Source{What: "environment", Name: "EDITOR"}}, {"theme", "mono", Source{What: "program"}}}
	over := []Given{{"ascii", "true", Source{What: "flag", Name: "ascii"}}}
	s, all, err := f.Resolve("work", under, over)
	if err != nil {
		t.Fatal(err)
	}
	want := Settings{
		Theme: "solarized", ASCII: true, Pictures: "auto", KeyPreset: "mutt",
		Keys:   map[string][]string{"inbox.archive": {"A"}, "global.quit": {"Q"}},
		Editor: "vi", After: "next", Lines: "two", SecondZone: "Asia/Tokyo", Hours: Hours{7*time.Hour + 30*time.Minute, 16 * time.Hour},
		WeekStart: time.Sunday, Refresh: 20 * time.Second, MarkRead: 1500 * time.Millisecond,
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("settings\n got %+v\nwant %+v", s, want)
	}
	sources := map[string]string{}
	for _, e := range all {
		sources[e.Key] = e.Source.String()
	}
	for key, from := range map[string]string{
		"theme": "/etc/config.toml:15 in [profiles.work]", "ascii": "--ascii", "editor": "$EDITOR", "undo_send": "/etc/config.toml:4",
		"signature": "default", "keys.inbox.archive": "/etc/config.toml:18 in [profiles.work]", "keys.global.quit": "/etc/config.toml:10",
	} {
		if sources[key] != from {
			t.Errorf("source of %s: got %q, want %q", key, sources[key], from)
		}
	}
	if s, _, _ = f.Resolve("home", under, nil); s.Theme != "light" || s.Downloads != "/etc/in" || s.Keys["inbox.archive"][0] != "e" {
		t.Errorf("home: got theme %q, downloads %q, keys %v", s.Theme, s.Downloads, s.Keys)
	}
}

func TestProfilesSayWhereTheirMailboxIs(t *testing.T) {
	f, _ := parse(t, whole)
	if f.Default() != "work" || !slices.Equal(f.Names(), []string{"work", "home"}) {
		t.Errorf("got default %q of %v", f.Default(), f.Names())
	}
	home, err := f.Profile("home")
	want := Profile{Name: "home", Line: 20, Data: "/home/ann/mail", User: "ann@contoso.example"}
	if err != nil || !reflect.DeepEqual(home, want) {
		t.Errorf("got %+v, %v\nwant %+v", home, err, want)
	}
	if work, _ := f.Profile("work"); !work.Remote() || work.TokenCommand[2] != "daybook" {
		t.Errorf("work: got %+v", work)
	}
	if _, err := f.Profile("wrk"); !errors.Is(err, ErrNoProfile) || !strings.Contains(err.Error(), "did you mean work?") {
		t.Errorf("got %v", err)
	}
}

func TestAWrongFlagNamesItsSource(t *testing.T) {
	f, _ := parse(t, "")
	_, _, err := f.Resolve("", nil, []Given{{"theme", "drak", Source{What: "flag", Name: "theme"}}})
	if err == nil || !strings.Contains(err.Error(), `theme from --theme: there is no theme "drak"; did you mean dark?`) {
		t.Errorf("got %v", err)
	}
}

func TestAddingAProfileKeepsWhatIsThere(t *testing.T) {
	old := "# mine\ntheme  =  'dark' # keep\n[profiles.home]\nuser=\"a@b.example\" # no newline"
	path := filepath.Join(t.TempDir(), "deep", "config.toml")
	os.MkdirAll(filepath.Dir(path), 0o755)
	os.WriteFile(path, []byte(old), 0o640)
	p := Profile{Name: "work.eu", BaseURL: "https://mail.example.com", Provider: "daybook", TokenCommand: []string{"pass", `a "b" \c`}}
	if err := AddProfile(path, p); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(path)
	if !strings.HasPrefix(string(got), old+"\n\n[profiles.\"work.eu\"]\n") {
		t.Errorf("got\n%s", got)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("mode: got %v, want 0640", info.Mode().Perm())
	}
	f, err := Load(path, known)
	if err != nil {
		t.Fatal(err)
	}
	back, err := f.Profile("work.eu")
	if p.Line = 6; err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("got %+v, %v\nwant %+v", back, err, p)
	}
	if err := AddProfile(path, p); !errors.Is(err, ErrExists) {
		t.Errorf("a second time: got %v, want ErrExists", err)
	}
}

func TestAddingToNoFileMakesAPrivateOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "daybook", "config.toml")
	if err := AddProfile(path, Profile{Name: "work", Provider: "microsoft"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v; want mode 0600", info, err)
	}
	if f, err := Load(path, known); err != nil || len(f.Profiles) != 1 {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestAFileThatCannotBeReadIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.toml")
	broken := "theme = \"dark\n[half"
	os.WriteFile(path, []byte(broken), 0o600)
	var problems Problems
	if _, err := Load(path, known); !errors.As(err, &problems) {
		t.Errorf("Load: got %v, want Problems", err)
	}
	if err := AddProfile(path, Profile{Name: "work"}); !errors.As(err, &problems) {
		t.Errorf("AddProfile: got %v, want Problems", err)
	}
	if err := Create(path); !errors.Is(err, ErrExists) {
		t.Errorf("Create: got %v, want ErrExists", err)
	}
	got, _ := os.ReadFile(path)
	left, _ := os.ReadDir(dir)
	if string(got) != broken || len(left) != 1 {
		t.Errorf("got %q and %d files, want %q alone", got, len(left), broken)
	}
}

func TestALinkedFileStaysALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "dotfiles.toml"), filepath.Join(dir, "config.toml")
	os.WriteFile(target, []byte("ascii = true\n"), 0o600)
	os.Symlink(target, link)
	if err := AddProfile(link, Profile{Name: "work", Provider: "microsoft"}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(link); err != nil || got != target {
		t.Errorf("link: got %q, %v", got, err)
	}
}

func TestTheTemplateSaysNothingUntilItIsUncommented(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := Create(path); err != nil {
		t.Fatal(err)
	}
	if f, err := Load(path, known); err != nil || len(f.Profiles) > 0 || len(f.global) > 0 {
		t.Errorf("as made: got %+v, %v", f, err)
	}
	var settings []string
	for line := range strings.Lines(Template()) {
		if key, rest, ok := strings.Cut(strings.TrimPrefix(line, "# "), " = "); ok && !strings.Contains(key, " ") {
			settings = append(settings, key+" = "+rest)
		} else if strings.HasPrefix(line, "# [") || strings.HasPrefix(line, "[") {
			settings = append(settings, strings.TrimPrefix(line, "# "))
		}
	}
	if _, problems := parse(t, strings.Join(settings, "")); len(problems) > 0 {
		t.Errorf("uncommented: %v", problems)
	}
}

func TestTheFileIsLookedForWhereThePersonSays(t *testing.T) {
	env := map[string]string{"HOME": "/h"}
	getenv := func(k string) string { return env[k] }
	check := func(named, want string) {
		t.Helper()
		if got, err := Path(named, getenv); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	check("", "/h/.config/daybook/config.toml")
	env["XDG_CONFIG_HOME"] = "/x"
	check("", "/x/daybook/config.toml")
	env["DAYBOOK_CONFIG"] = "/c.toml"
	check("", "/c.toml")
	check("/f.toml", "/f.toml")
}

func FuzzReadingNeverPanics(f *testing.F) {
	f.Add(whole)
	f.Add("[[a]]\n[keys]\n\"x\"={a=[1,[2]]}\nprofiles.x.y.z=1")
	f.Add("[profiles]\nx={keys={a.b='e'}}\n''=1")
	f.Fuzz(func(t *testing.T, s string) {
		f, problems := parse(t, s)
		f.Check()
		for _, p := range problems {
			if p.At.Line < 1 || p.At.Column < 1 || p.Text == "" {
				t.Errorf("a problem without a place: %+v", p)
			}
		}
	})
}

func TestCloudsAreMicrosofts(t *testing.T) {
	load := func(section string) (*File, error) {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte("[profiles.work]\n"+section), 0o600); err != nil {
			t.Fatal(err)
		}
		return Load(path, Known{})
	}
	f, err := load("provider = \"microsoft\"\ncloud = \"us-gov\"\nauthority = \"https://login.contoso.example\"\n")
	if err != nil || f.Profiles[0].Cloud != "us-gov" || f.Profiles[0].Authority != "https://login.contoso.example" {
		t.Errorf("got %+v, %v", f, err)
	}
	for section, says := range map[string]string{
		"provider = \"microsoft\"\ncloud = \"mars\"\n":                             "us-gov",
		"base_url = \"https://mail.example\"\ncloud = \"china\"\n":                 "alone has",
		"provider = \"microsoft\"\nauthority = \"http://login.contoso.example\"\n": "https",
	} {
		if _, err := load(section); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v, want words about %q", section, err, says)
		}
	}
}
