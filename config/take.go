package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const (
	profilesKey = "profiles"
	keysKey     = "keys"
	presetKey   = "keys.preset"
)

// nameShape is what a profile can be called: its name is a folder's too.
var nameShape = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// reserved are names that mean something else where a profile is named.
var reserved = []string{"mailbox", "sample"}

// taker fills a File from its outline and gathers what is wrong.
type taker struct {
	f        *File
	actions  []string
	asked    bool            // the actions have been asked for
	unknown  map[string]bool // sections that there are not, complained of once
	problems Problems
}

// take reads the file's bytes into f.
func (f *File) take(data []byte) Problems {
	t := taker{f: f, unknown: map[string]bool{}}
	o, broken := outlineOf(data)
	for _, s := range o.sections {
		t.section(s)
	}
	for _, e := range o.entries {
		t.entry(e)
	}
	for i := range f.Profiles {
		t.whole(&f.Profiles[i])
	}
	if v, ok := f.global[defaultProfile]; ok && !f.Has(v.text) {
		t.wrong(v.at, defaultProfile, fmt.Sprintf("there is no section [profiles.%s]%s", v.text, nearest(v.text, f.Names())))
	}
	again := t.repeated(o)
	if broken != nil && !again[broken.At.Line] {
		t.wrong(broken.At, "", broken.Text)
	}
	t.problems.sort()
	return t.problems
}

func (t *taker) wrong(at Position, key, says string) {
	t.problems = append(t.problems, Problem{Path: t.f.Path, At: at, Key: key, Text: says})
}

// repeated names what stands in the file a second time: the decoder stops at
// the first. It returns their lines.
func (t *taker) repeated(o outline) map[int]bool {
	lines := map[int]bool{}
	for i, list := range [][]entry{o.sections, o.entries} {
		first := map[string]Position{}
		for _, e := range list {
			path := strings.Join(e.path, "\x00")
			at, twice := first[path]
			if !twice {
				first[path] = e.at
				continue
			}
			if i == 0 && e.value.kind == otherKind { // refused for its brackets
				continue
			}
			lines[e.at.Line] = true
			t.wrong(e.at, strings.Join(e.path, "."), fmt.Sprintf("it stands at %d:%d already", at.Line, at.Column))
		}
	}
	return lines
}

// section looks at a header: one that says nothing may still name a profile.
func (t *taker) section(e entry) {
	switch {
	case e.value.kind == otherKind:
		t.wrong(e.at, strings.Join(e.path, "."), "one pair of brackets is enough: no section is repeated")
	case e.path[0] == profilesKey && len(e.path) > 1:
		t.profile(e.path[1], e.at)
	case e.path[0] != profilesKey && e.path[0] != keysKey:
		t.unknown[e.path[0]] = true
		t.wrong(e.at, strings.Join(e.path, "."), "there is no such section; sections are [keys] and [profiles.NAME]")
	}
}

// profile returns the profile, made at its first mention.
func (t *taker) profile(name string, at Position) *Profile {
	i := slices.IndexFunc(t.f.Profiles, func(p Profile) bool { return p.Name == name })
	if i >= 0 {
		return &t.f.Profiles[i]
	}
	if err := CheckName(name); err != nil {
		t.wrong(at, profilesKey+"."+name, err.Error())
	}
	t.f.Profiles = append(t.f.Profiles, Profile{Name: name, Line: at.Line})
	t.f.own[name] = scope{}
	return &t.f.Profiles[len(t.f.Profiles)-1]
}

// CheckName says what is wrong with a profile's name, nil for nothing.
func CheckName(name string) error {
	switch {
	case slices.Contains(reserved, name):
		return fmt.Errorf("a profile cannot be called %q: choose another name", name)
	case !nameShape.MatchString(name):
		return fmt.Errorf("a profile's name is made of letters, digits, dots, dashes and underscores, not %q", name)
	}
	return nil
}

func (t *taker) entry(e entry) {
	switch {
	case len(e.path) > 1 && t.unknown[e.path[0]]:
	case e.path[0] != profilesKey:
		t.setting(t.f.global, e.path, e, "")
	case len(e.path) < 3:
		t.wrong(e.at, strings.Join(e.path, "."), "wants a section: [profiles.NAME], and its keys below")
	default:
		p := t.profile(e.path[1], e.at)
		if !t.whereabout(p, e) {
			t.setting(t.f.own[p.Name], e.path[2:], e, p.Name)
		}
	}
}

// whereabout takes a key that says where a profile's mailbox is.
func (t *taker) whereabout(p *Profile, e entry) bool {
	if len(e.path) != 3 {
		return false
	}
	for _, w := range whereabouts {
		if w.name != e.path[2] {
			continue
		}
		want, err := textKind, error(nil)
		if w.command != nil {
			want = listKind
		}
		says := mismatch(want, e.value)
		switch {
		case says != "":
		case w.command != nil:
			*w.command(p), err = words(e.value), command(e.value)
		default:
			if *w.text(p) = e.value.text; w.check != nil {
				err = w.check(e.value.text)
			}
		}
		if err != nil {
			says = err.Error()
		}
		if says != "" {
			t.wrong(e.value.at, w.name, says)
		}
		return true
	}
	return false
}

// setting takes a key that the whole file or a profile can have.
func (t *taker) setting(in scope, path []string, e entry, profile string) {
	name := strings.Join(path, ".")
	row, known := settingCalled(name)
	switch {
	case path[0] == keysKey && name != presetKey:
		t.ownKey(in, strings.TrimPrefix(name, keysKey+"."), e)
		return
	case name == defaultProfile && profile == "":
		row, known = setting{name: name, take: func(Known, *Settings, value) error { return nil }}, true
	}
	if !known {
		t.wrong(e.at, name, "there is no such key"+nearest(name, t.names(profile)))
		return
	}
	if says := mismatch(row.kind, e.value); says != "" {
		t.wrong(e.value.at, name, says)
		return
	}
	var scratch Settings
	if err := row.take(t.f.known, &scratch, e.value); err != nil {
		t.wrong(e.value.at, name, err.Error())
		return
	}
	in[name] = e.value
}

// ownKey takes the keys that a person gives an action.
func (t *taker) ownKey(in scope, action string, e entry) {
	v := e.value
	if v.kind == textKind {
		v.kind, v.list, v.places = listKind, []string{v.text}, []Position{v.at}
	}
	if v.kind != listKind {
		t.wrong(v.at, action, `wants keys in quotes, such as ["e", "ctrl+e"]`)
		return
	}
	if t.f.known.Actions != nil && !t.asked {
		t.actions, t.asked = t.f.known.Actions(), true
	}
	if t.asked && !slices.Contains(t.actions, action) {
		t.wrong(e.at, action, "there is no such action"+nearest(action, t.actions))
		return
	}
	for i, k := range v.list {
		if !isKey(k) {
			t.wrong(v.places[i], action, fmt.Sprintf("%q is no key; keys look like \"e\", \"ctrl+e\", \"f5\" and \"g e\"", k))
			return
		}
	}
	in[keysKey+"."+action] = v
}

// names are the keys that can stand at the top of the file, or in a profile.
func (t *taker) names(profile string) []string {
	names := []string{defaultProfile}
	if profile != "" {
		names = names[:0]
		for _, w := range whereabouts {
			names = append(names, w.name)
		}
	}
	for _, s := range settings {
		names = append(names, s.name)
	}
	return names
}

// mismatch says how a value should have been written, "" when it is well.
func mismatch(want kind, v value) string {
	const got = ", not "
	is := map[kind]string{textKind: "a text", boolKind: "true or false", numberKind: "a number", listKind: "a list", otherKind: "this"}[v.kind]
	switch {
	case v.kind == want, want == listKind && v.kind == textKind, want == spanKind && (v.kind == textKind || v.kind == numberKind):
		return ""
	case want == textKind:
		return "wants a text in quotes" + got + is
	case want == boolKind:
		return "wants true or false, without quotes" + got + is
	case want == spanKind:
		return `wants a time such as "8s", or seconds` + got + is
	}
	return "wants a list of texts in quotes" + got + is
}

// whole looks at what a profile's keys say together.
func (t *taker) whole(p *Profile) {
	at := Position{p.Line, 1}
	key := profilesKey + "." + p.Name
	switch {
	case p.Remote() && (p.Data != "" || p.User != ""):
		t.wrong(at, key, "is either on this machine (data, user) or elsewhere (base_url, provider): drop one of the two")
	case p.TokenFile != "" && len(p.TokenCommand) > 0:
		t.wrong(at, key, "has a token_file and a token_command: drop one of the two")
	case !p.Remote() && (p.ClientID != "" || p.Tenant != "" || p.TokenFile != "" || len(p.TokenCommand) > 0):
		t.wrong(at, key, "has keys for signing in but no base_url or provider to sign in to")
	case (p.Cloud != "" || p.Authority != "") && p.Provider != "microsoft":
		t.wrong(at, key, "has a cloud or an authority, which provider = \"microsoft\" alone has")
	case p.BaseURL == "" && p.Provider == Providers()[0]:
		t.wrong(at, key, "wants a base_url, such as base_url = \"https://mail.example.com\"")
	}
	p.Data, p.TokenFile = t.f.expand(p.Data), t.f.expand(p.TokenFile)
}
