package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// defaultProfile is the key that names the profile to open.
const defaultProfile = "profile"

// setting is one key of the file: its name, how it is written, what it does
// (for the file made by Template), its default as it would be written, and
// how its value is taken.
type setting struct {
	name      string
	kind      kind
	about     string
	byDefault string
	take      func(k Known, s *Settings, v value) error
}

// settings are all keys beside those of a profile's whereabouts and the own
// keys, in the order in which they are shown.
var settings = []setting{
	{"theme", textKind, "colours: auto, or a theme's name", "auto", takeTheme},
	{"ascii", boolKind, "draw with ASCII characters alone", "false", func(_ Known, s *Settings, v value) error {
		s.ASCII = v.text == "true"
		return nil
	}},
	{"pictures", textKind, "photos: " + strings.Join(Pictures(), ", "), "auto", oneOf("way of drawing", Pictures(), func(s *Settings) *string { return &s.Pictures })},
	{"keys.preset", textKind, "keys as in: daybook, mutt, vim, gmail, outlook", "daybook", takePreset},
	{"signature", textKind, "below every letter, without the line of dashes", "", text(func(s *Settings) *string { return &s.Signature })},
	{"editor", textKind, "command for writing letters", "", text(func(s *Settings) *string { return &s.Editor })},
	{"undo_send", spanKind, "how long a letter or a post that was sent can be taken back", "8s", span(0, 10*time.Minute, func(s *Settings) *time.Duration { return &s.UndoSend })},
	{"after_action", textKind, "where the cursor goes: " + strings.Join(Afters(), ", "), "next", oneOf("place", Afters(), func(s *Settings) *string { return &s.After })},
	{"list_lines", textKind, "lines that a message has in the list: " + strings.Join(Lines(), ", "), "two", oneOf("number of lines", Lines(), func(s *Settings) *string { return &s.Lines })},
	{"time_zone", textKind, "zone that times are shown in; the mailbox's when empty", "", zone(func(s *Settings) *string { return &s.Zone })},
	{"second_time_zone", textKind, "zone of the second clock beside the week", "", zone(func(s *Settings) *string { return &s.SecondZone })},
	{"working_hours", textKind, "such as 09:00-17:30; the mailbox's when empty", "", takeHours},
	{"week_start", textKind, "the day that weeks begin with", "monday", takeWeekStart},
	{"downloads", textKind, "folder that attachments are saved to", "", text(func(s *Settings) *string { return &s.Downloads })},
	{"refresh", spanKind, "between two looks for new mail", "20s", span(5*time.Second, 24*time.Hour, func(s *Settings) *time.Duration { return &s.Refresh })},
	{"mark_read", spanKind, "after which a message looked at counts as read", "1.5s", span(0, time.Hour, func(s *Settings) *time.Duration { return &s.MarkRead })},
}

// whereabouts are the keys of a profile that say where its mailbox is: a text,
// which is looked at if there is a check, or the words of a command.
var whereabouts = []struct {
	name    string
	text    func(p *Profile) *string
	check   func(string) error
	command func(p *Profile) *[]string
}{
	{name: "data", text: func(p *Profile) *string { return &p.Data }},
	{name: "store", text: func(p *Profile) *string { return &p.Store }, check: CheckStore},
	{name: "user", text: func(p *Profile) *string { return &p.User }},
	{name: "mailbox", text: func(p *Profile) *string { return &p.Mailbox }, check: CheckMailbox},
	{name: "base_url", text: func(p *Profile) *string { return &p.BaseURL }, check: checkAddress},
	{name: "provider", text: func(p *Profile) *string { return &p.Provider }, check: memberOf("provider", Providers())},
	{name: "client_id", text: func(p *Profile) *string { return &p.ClientID }, check: checkClientID},
	{name: "tenant", text: func(p *Profile) *string { return &p.Tenant }, check: checkTenant},
	{name: "cloud", text: func(p *Profile) *string { return &p.Cloud }, check: memberOf("cloud", Clouds())},
	{name: "authority", text: func(p *Profile) *string { return &p.Authority }, check: checkAddress},
	{name: "account", text: func(p *Profile) *string { return &p.Account }},
	{name: "token_file", text: func(p *Profile) *string { return &p.TokenFile }},
	{name: "token_command", command: func(p *Profile) *[]string { return &p.TokenCommand }},
	{name: "passphrase_command", command: func(p *Profile) *[]string { return &p.PassphraseCommand }},
}

// CheckTexts looks at each text of a profile that was not read from a file: the
// first key whose text is wrong, and what is wrong with it.
func (p Profile) CheckTexts() (key string, err error) {
	for _, w := range whereabouts {
		if w.check == nil || *w.text(&p) == "" {
			continue
		}
		if err := w.check(*w.text(&p)); err != nil {
			return w.name, err
		}
	}
	return "", nil
}

// clientID is what RFC 6749 (A.1) has for one, without the blank; tenantName an
// id, a domain, or a word such as "organizations".
var (
	clientID   = regexp.MustCompile(`^[!-~]{1,256}$`)
	tenantName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$`)
)

func checkClientID(id string) error {
	if id != "" && !clientID.MatchString(id) {
		return fmt.Errorf("%q is no id of an application: it has no blanks, such as 11111111-2222-3333-4444-555555555555", id)
	}
	return nil
}

func checkTenant(name string) error {
	if name != "" && !tenantName.MatchString(name) {
		return fmt.Errorf("%q is no organization's id or domain; a domain looks like contoso.example", name)
	}
	return nil
}

// mostAddress is how long an address of mail can be (RFC 5321, 4.5.3.1.3).
const mostAddress = 254

// CheckMailbox says what is wrong with the address of somebody's mailbox, nil
// for nothing.
func CheckMailbox(address string) error {
	a, err := mail.ParseAddress(address)
	if err != nil || a.Address != address || len(address) > mostAddress {
		return fmt.Errorf("%q is no address of a mailbox; it looks like team@contoso.example", address)
	}
	return nil
}

// CheckStore says what is wrong with the URL of a database that is written where
// others can read it: in a file, or on a command line. Nil is nothing.
func CheckStore(store string) error {
	u, err := url.Parse(store)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return errors.New("it is no URL of a database; it looks like postgres://daybook@db.example/daybook") // it may hold a password
	}
	_, secret := u.User.Password()
	if secret || u.Query().Has("password") || u.Query().Has("sslpassword") {
		return errors.New("there is a password in it, which others can read there: put it into ~/.pgpass, as HOST:PORT:DATABASE:USER:PASSWORD, and leave it out")
	}
	return nil
}

// words are the parts of a command: a list as it stands, a text cut at its
// blanks. No shell reads either.
func words(v value) []string {
	if v.kind == listKind {
		return v.list
	}
	return strings.Fields(v.text)
}

func command(v value) error {
	if len(words(v)) == 0 {
		return errors.New(`wants a command, such as ["pass", "show", "daybook"]`)
	}
	return nil
}

// checkAddress accepts https, and http on this machine.
func checkAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		if u != nil && u.User != nil { // a password is not repeated
			address = u.Redacted()
		}
		return fmt.Errorf("%q is no address of a service; it looks like https://mail.example.com", address)
	}
	ip := net.ParseIP(u.Hostname())
	local := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme == "https" || u.Scheme == "http" && local {
		return nil
	}
	return fmt.Errorf("%q: only https may carry a token beyond this machine", address)
}

func text(field func(*Settings) *string) func(Known, *Settings, value) error {
	return func(_ Known, s *Settings, v value) error {
		*field(s) = v.text
		return nil
	}
}

func oneOf(what string, names []string, field func(*Settings) *string) func(Known, *Settings, value) error {
	return func(_ Known, s *Settings, v value) error {
		*field(s) = v.text
		return member(what, v.text, names)
	}
}

func memberOf(what string, names []string) func(string) error {
	return func(name string) error { return member(what, name, names) }
}

// member is an error that lists the names when name is none of them.
func member(what, name string, names []string) error {
	if names == nil || slices.Contains(names, name) {
		return nil
	}
	hint := nearest(name, names)
	if hint != "" {
		hint = hint[len("; "):] + " "
	}
	return fmt.Errorf("there is no %s %q; %sthere are %s", what, name, hint, strings.Join(names, ", "))
}

func takeTheme(k Known, s *Settings, v value) error {
	if s.Theme = v.text; v.text == "auto" || v.text == "" {
		s.Theme = ""
		return nil
	}
	if k.Themes == nil {
		return nil
	}
	return member("theme", v.text, append([]string{"auto"}, k.Themes...))
}

func takePreset(k Known, s *Settings, v value) error {
	s.KeyPreset = v.text
	return member("key preset", v.text, k.Presets)
}

func zone(field func(*Settings) *string) func(Known, *Settings, value) error {
	return func(k Known, s *Settings, v value) error {
		*field(s) = v.text
		if v.text == "" || k.Zone == nil || k.Zone(v.text) == nil {
			return nil
		}
		return fmt.Errorf("there is no time zone %q; name one such as Europe/London", v.text)
	}
}

// span reads a duration such as "8s", or a number of seconds.
func span(least, most time.Duration, field func(*Settings) *time.Duration) func(Known, *Settings, value) error {
	return func(_ Known, s *Settings, v value) error {
		d, err := time.ParseDuration(v.text)
		if seconds, wrong := strconv.ParseFloat(v.text, 64); wrong == nil {
			d, err = time.Duration(seconds*float64(time.Second)), nil
		}
		switch {
		case err != nil:
			return fmt.Errorf("wants a time such as \"8s\" or \"2m\", not %q", v.text)
		case d < least || d > most:
			return fmt.Errorf("%s is not between %s and %s", v.text, short(least), short(most))
		}
		*field(s) = d
		return nil
	}
}

// short writes a duration without the zeros behind.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// takeHours reads "09:00-17:30".
func takeHours(_ Known, s *Settings, v value) error {
	if v.text == "" {
		s.Hours = Hours{}
		return nil
	}
	from, to, _ := strings.Cut(strings.ReplaceAll(v.text, " ", ""), "-")
	a, errA := clock(from)
	b, errB := clock(to)
	if errA != nil || errB != nil || a >= b {
		return fmt.Errorf("wants hours such as \"09:00-17:30\", not %q", v.text)
	}
	s.Hours = Hours{a, b}
	return nil
}

func clock(s string) (time.Duration, error) {
	if s == "24:00" {
		return 24 * time.Hour, nil
	}
	t, err := time.Parse("15:04", s)
	if err != nil {
		return 0, err
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, nil
}

func takeWeekStart(_ Known, s *Settings, v value) error {
	var names []string
	for d := time.Sunday; d <= time.Saturday; d++ {
		names = append(names, strings.ToLower(d.String()))
	}
	i := slices.Index(names, strings.ToLower(v.text))
	if i < 0 {
		return member("day", v.text, names)
	}
	s.WeekStart = time.Weekday(i)
	return nil
}

// settingCalled finds a row of the table.
func settingCalled(name string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// expand makes a path of the file absolute: "~/" is the home folder, and what
// is relative lies beside the file.
func (f *File) expand(path string) string {
	switch rest, isHome := strings.CutPrefix(path, "~/"); {
	case path == "":
		return ""
	case isHome:
		return filepath.Join(f.known.Home, rest)
	case filepath.IsAbs(path):
		return path
	}
	return filepath.Join(filepath.Dir(f.Path), path)
}
