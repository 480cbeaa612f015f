package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

// checked says what is dead and doubtful about the keys of a file.
func checked(t *testing.T, data string) []string {
	t.Helper()
	k := known
	k.Actions = nil
	k.Together = func() func(a, b string) bool {
		return func(a, b string) bool { return a != b && !strings.Contains(a+b, "fold") }
	}
	f := &File{Path: "/etc/config.toml", known: k, global: scope{}, own: map[string]scope{}}
	if problems := f.take([]byte(data)); problems != nil {
		t.Fatal(problems)
	}
	var got []string
	dead, doubtful := f.Check()
	for _, p := range dead {
		got = append(got, "dead "+strings.TrimPrefix(p.String(), f.Path+":"))
	}
	for _, p := range doubtful {
		got = append(got, strings.TrimPrefix(p.String(), f.Path+":"))
	}
	return got
}

func TestKeysOfNoUseAreNamedWithTheirPlaces(t *testing.T) {
	const but = ", except from terminals with the keyboard protocol of kitty"
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"nothing wrong", "[keys]\n\"inbox.archive\" = [\"e\", \"ctrl+e\", \"g e\", \"shift+tab\", \"alt+shift+e\", \"f5\", \"é\"]", nil},
		{"two actions", "[keys]\n\"inbox.delete\" = \"K\"\n\"inbox.archive\" = [\"e\", \"K\"]", []string{`3:25: inbox.archive: "K" is a key of inbox.delete too, at 2:18: it can do only one of the two`}},
		{"actions that exclude each other", "[keys]\n\"inbox.fold\" = \";\"\n\"inbox.unfold\" = \";\"", nil},
		{"one of them in a profile", "[keys]\n\"inbox.delete\" = \"K\"\n[profiles.a.keys]\n\"inbox.archive\" = \"K\"\n[profiles.b.keys]\n\"inbox.delete\" = \"D\"\n\"inbox.archive\" = \"K\"",
			[]string{`4:19: inbox.archive: "K" is a key of inbox.delete too, at 2:18: it can do only one of the two`}},
		{"twice in a list", "[keys]\n\"inbox.archive\" = [\"e\", \"e\"]", []string{`2:25: inbox.archive: "e" is in the list twice`}},
		{"a control code", "[keys]\n\"inbox.archive\" = [\"g ctrl+i\"]", []string{`2:20: inbox.archive: "ctrl+i" arrives as "tab"` + but}},
		{"in no order", "[keys]\n\"inbox.archive\" = \"shift+ctrl+e\"", []string{`dead 2:19: inbox.archive: "shift+ctrl+e" is never sent: write "ctrl+shift+e"`}},
		{"capitals", "[keys]\n\"inbox.archive\" = [\"ctrl+E\", \"shift+e\", \"shift+1\"]", []string{
			`dead 2:20: inbox.archive: "ctrl+E" is never sent: write "ctrl+e", or "ctrl+shift+e"`,
			`dead 2:30: inbox.archive: "shift+e" is never sent: write "E"`,
			`dead 2:41: inbox.archive: "shift+1" is never sent: write the character that shift makes of it`}},
		{"few terminals", "[keys]\n\"inbox.archive\" = [\"ctrl+shift+e\", \"ctrl+shift+1\", \"ctrl+1\", \"super+e\", \"shift+enter\"]", []string{
			`2:20: inbox.archive: "ctrl+shift+e" arrives as "ctrl+e"` + but,
			`2:36: inbox.archive: "ctrl+shift+1" arrives as what shift makes of the character` + but,
			`2:52: inbox.archive: "ctrl+1" arrives as "1"` + but,
			`2:62: inbox.archive: "super+e" does not arrive` + but,
			`2:73: inbox.archive: "shift+enter" arrives as "enter"` + but}},
		{"what always leaves", "[keys]\n\"inbox.archive\" = \"ctrl+c\"", []string{`dead 2:19: inbox.archive: "ctrl+c" is never sent: it leaves the program, and does nothing else`}},
	} {
		if got := checked(t, c.file); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

// TestArrivalAgreesWithTheDecoder sends what terminals without a protocol send
// through the decoder that the program reads its keys with.
func TestArrivalAgreesWithTheDecoder(t *testing.T) {
	decode := func(s string) string {
		var d uv.EventDecoder
		_, event := d.Decode([]byte(s))
		return event.(uv.KeyPressEvent).String()
	}
	sent := map[string]string{"shift+tab": "\x1b[Z", "ctrl+tab": "\t", "shift+enter": "\r", "ctrl+enter": "\r", "alt+enter": "\x1b\r", "alt+backspace": "\x1b\x7f",
		"ctrl+space": "\x00", "ctrl+2": "\x00", "ctrl+3": "\x1b", "ctrl+4": "\x1c", "ctrl+5": "\x1d", "ctrl+6": "\x1e", "ctrl+7": "\x1f", "ctrl+8": "\x7f",
		"ctrl+9": "9", "ctrl+/": "\x1f", "ctrl+?": "\x7f", "ctrl+alt+i": "\x1b\t", "ctrl+alt+e": "\x1b\x05", "alt+shift+e": "\x1bE", "alt+!": "\x1b!",
		"ctrl+shift+up": "\x1b[1;6A", "shift+space": " ", "ctrl+shift+e": "\x05", "ctrl+shift+i": "\t", "E": "E", "é": "é", "f5": "\x1b[15~"}
	for c := byte('@'); c <= '_'; c++ {
		sent["ctrl+"+strings.ToLower(string(c))] = string([]byte{c & 0x1f})
	}
	delete(sent, "ctrl+c")
	for key, code := range sent {
		want := ""
		if got := decode(code); got != key {
			want = fmt.Sprintf("arrives as %q", got)
		}
		if never, as := arrival(key); never != "" || as != want {
			t.Errorf("%s: got %q %q, want %q", key, never, as, want)
		}
	}
}
