package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
)

// attacks are strings that steer a terminal which gets them as they are. The
// numbers 31337 and 7331 tell their sequences from the program's own.
var attacks = []string{
	"\x1b]0;owned\x07", "\x1b]8;;http://owned.example\x1b\\link\x1b]8;;\x1b\\", "\x1b]52;c;b3duZWQ=\x07", "\x1b[31337m\x1b[8m", "\x1b[7331;7331H\x1b[2J", "\x1bP$q owned\x1b\\", "\x1b_Ga=owned\x1b\\",
	"\u009b31337m", "\u009d8;;owned\u009c", "\u0090owned\u009c", "\u202egnp.exe\u202c", "\u2066\u2069\u200b\u200d\u2060\ufeff\u061c\u200e",
	"a" + strings.Repeat("\u0301", 2000), "two\r\nlines\rand\ta tab", "\x00\x07\x08\x0b\x0c\x0e\x0f\x7f\x05", notUTF8, "\U000e0041\U000e0042\U000e007f", "\u2028\u2029\u0085",
	"\u00ad\u034f\u115f\u3164\ufff9\ufffb", "👩\u200d👩\u200d👧\ufe0f🏽",
}

// notUTF8 is written into a reply's bytes as what no JSON writer writes.
const notUTF8 = "notutf8here"

// poison is a service that means harm: it puts an attack into every text of
// every reply, into the names of properties of what is open, and into its
// refusals of whatever changes anything.
type poison struct {
	next   http.RoundTripper
	shift  int  // which attack a text gets
	deep   bool // enumerations too
	refuse bool // every change

	mu     sync.Mutex
	fields map[string]bool // that got one
}

// keptKeys are what a client looks for or gives back; what changes there is
// another item, not another text.
var keptKeys = regexp.MustCompile(`(?i)^@|id$|ids$|^value$|tag$|changekey|contentbytes|datetime|zone|^(isoutofoffice|contentLocation|contentType|addressLocal|mailnickname|userPrincipalName|groupTypes|availabilityview)$`)

// enums are the fields whose values the interface lists, and addresses: much
// depends on them.
var enums = regexp.MustCompile(`(?i)^(address|type|status|response|importance|sensitivity|showas|color|hexcolor|classifyas|inferenceclassification|flagstatus|freebusystatus|pattern|daysofweek|firstdayofweek|index|visibility|consenttype|externalaudience|wellknownname|meetingmessagetype|locationtype|valuetypes|activitydomain|drivetype|usertype|state)$`)

func (p *poison) RoundTrip(r *http.Request) (*http.Response, error) {
	if p.refuse && r.Method != http.MethodGet && !strings.Contains(r.URL.Path, "findMeetingTimes") && !strings.Contains(r.URL.Path, "getSchedule") {
		a := p.attack("error", r.URL.Path)
		body, err := json.Marshal(map[string]any{"error": map[string]any{"code": "E" + a, "message": "No" + a, "innerError": map[string]string{"code": a}}})
		return reply(r, http.StatusBadRequest, body), err
	}
	clean := r.Clone(r.Context()) // names that the client learned from the replies lead to what they stand for
	clean.URL.Path, clean.URL.RawPath = harmless(r.URL.Path), ""
	if q := r.URL.Query(); len(q) > 0 {
		for _, values := range q {
			for i := range values {
				values[i] = harmless(values[i])
			}
		}
		clean.URL.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20")
	}
	res, err := p.next.RoundTrip(clean)
	if err != nil {
		return nil, err
	}
	kind := res.Header.Get("Content-Type")
	if !strings.Contains(kind, "json") && !strings.HasPrefix(kind, "text/") {
		return res, err
	}
	raw, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, err
	}
	body := p.file(raw)
	if strings.Contains(kind, "json") {
		if body, err = p.poisoned(raw, strings.HasSuffix(strings.ToLower(r.URL.Path), "/extensions")); err != nil {
			return nil, err
		}
	}
	out := reply(r, res.StatusCode, body)
	for k, v := range res.Header {
		if k != "Content-Length" {
			out.Header[k] = v
		}
	}
	return out, nil
}

// file is a file's text with all attacks above it, every other time without
// those by which it would not be taken for text.
func (p *poison) file(raw []byte) []byte {
	all := strings.Join(attacks, "\n") + "\n" + string(raw)
	if p.shift%2 == 0 {
		all = strings.NewReplacer(notUTF8, "", "\x00", "", "\x08", "", "\x0e", "").Replace(all)
	}
	return []byte(strings.ReplaceAll(all, notUTF8, "\xff\xfe"))
}

func reply(r *http.Request, status int, body []byte) *http.Response {
	return &http.Response{StatusCode: status, Status: strconv.Itoa(status) + " " + http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: r}
}

// harmless takes the attacks out again, as they look after decoding.
func harmless(s string) string {
	for _, a := range attacks {
		s = strings.ReplaceAll(s, a, "")
	}
	return strings.ReplaceAll(s, "\ufffd\ufffd", "")
}

// anExtension is put on every item that is asked for its own.
const anExtension = `{"@odata.type":"#microsoft.graph.openTypeExtension","id":"x.example","extensionName":"x.example","words":"some words","list":["one","two"],"inner":{"deep":"deeper"}}`

func (p *poison) poisoned(raw []byte, extensions bool) ([]byte, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return raw, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if reply, ok := v.(map[string]any); ok && extensions {
		var one any
		if err := json.Unmarshal([]byte(anExtension), &one); err != nil {
			return nil, err
		}
		list, _ := reply["value"].([]any)
		reply["value"] = append([]any{one}, list...)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(p.walk("", v))
	return bytes.ReplaceAll(out.Bytes(), []byte(notUTF8), []byte("\xff\xfe")), err
}

func (p *poison) walk(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		_, open := v["extensionName"]
		for k, inner := range v {
			v[k] = p.walk(k, inner)
			if open && k != "extensionName" && !keptKeys.MatchString(k) {
				delete(v, k)
				v[k+p.attack(k, "name")] = p.walk(k, inner)
			}
		}
	case []any:
		for i := range v {
			v[i] = p.walk(strings.TrimSuffix(key, "/")+"/", v[i])
		}
	case string:
		return p.text(strings.TrimSuffix(key, "/"), strings.HasSuffix(key, "/"), v)
	}
	return v
}

// text puts an attack into a string behind its first letter, so that it is
// within what a narrow column shows.
func (p *poison) text(key string, listed bool, s string) string {
	if keptKeys.MatchString(key) && (key != "value" || !listed) && key != "values" || enums.MatchString(key) && !p.deep {
		return s
	}
	if _, err := time.Parse(time.RFC3339, s); err == nil {
		return s
	}
	p.mu.Lock()
	p.fields[key] = true
	p.mu.Unlock()
	_, first := utf8.DecodeRuneInString(s)
	if strings.HasPrefix(s, "<") || strings.HasPrefix(s, "http") {
		return s + p.attack(key, s)
	}
	return s[:first] + p.attack(key, s) + s[first:]
}

func (p *poison) attack(key, s string) string {
	h := fnv.New32a()
	_, _ = io.WriteString(h, key+"\x00"+s)
	return attacks[(int(h.Sum32()%uint32(len(attacks)))+p.shift)%len(attacks)]
}

// own are the sequences that the program writes by itself.
var own = regexp.MustCompile(`^\x1b(\[[?>=<]?[0-9;:]*[ $]?[A-Za-z@` + "`" + `~]|[78=>M]|\][0-9]+(;[\x20-\x7e]*)?(\x07|\x1b\\)|\(B)`)

// theirs are what the attacks' sequences hold.
var theirs = regexp.MustCompile(`31337|7331|owned|b3duZWQ`)

// leaked returns what in the bytes for a terminal is neither cleaned text nor
// a sequence of the program's own.
func leaked(out []byte) (found []string) {
	marks := 0
	for at := 0; at < len(out) && len(found) < 5; {
		rest := out[at:]
		if rest[0] == 0x1b {
			sequence := own.Find(rest)
			if sequence == nil || theirs.Match(sequence) {
				found = append(found, fmt.Sprintf("a sequence: %q", rest[:min(40, len(rest))]))
			}
			at += max(1, len(sequence))
			continue
		}
		r, size := utf8.DecodeRune(rest)
		at += size
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if r == utf8.RuneError && size == 1 || marks > 8 || steers(r) {
			found = append(found, fmt.Sprintf("%U after %d marks in %q", r, marks, out[max(0, at-30):min(len(out), at+20)]))
		}
	}
	return found
}

// steers says that a rune is more than a picture in its cells. The renderer
// moves with line ends, tabs and backspaces; none of them is a text's.
func steers(r rune) bool {
	switch {
	case r == '\r', r == '\n', r == '\t', r == '\b':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029', r == '\u034f', r == '\u115f', r == '\u3164':
		return true
	}
	return unicode.Is(unicode.Cf, r) || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0000 && r <= 0xe0fff
}

// hostileRounds is how often the walk is made, each time with other attacks
// in each field: few by default, as many as DAYBOOK_HOSTILE says for a proof.
func hostileRounds() int {
	if n, err := strconv.Atoi(os.Getenv("DAYBOOK_HOSTILE")); err == nil {
		return n
	}
	return 3
}

// TestNothingOfAHostileServiceSteersTheTerminal walks all screens of a
// mailbox where every text attacks.
func TestNothingOfAHostileServiceSteersTheTerminal(t *testing.T) {
	fields, written := map[string]bool{}, 0
	for round := range hostileRounds() {
		var out output
		p := &poison{shift: round * 7, deep: round%3 == 1, refuse: round%3 == 2, fields: map[string]bool{}}
		sizes := [][2]int{{120, 36}, {80, 24}, {200, 50}}
		journey(t, setup{Width: sizes[round%3][0], Height: sizes[round%3][1], Written: &out, Profile: colorprofile.TrueColor, Env: []string{"COLORTERM=truecolor"},
			Between: func(next http.RoundTripper) http.RoundTripper { p.next = next; return p }}, func(d *driver) {
			d.Pass(3 * time.Second)
			for _, walk := range hostileWalk {
				d.walk(walk)
				drawn := out.Take()
				if bad := leaked(drawn); bad != nil {
					t.Errorf("round %d, %s: on the way to the terminal:\n%s\n%s", round, walk, strings.Join(bad, "\n"), d.Screen())
					return
				}
				if os.Getenv("DAYBOOK_SHOW") != "" {
					t.Logf("%s\n%s", walk, d.Screen())
				}
				written += len(drawn)
			}
		})
		for f := range p.fields {
			fields[f] = true
		}
	}
	names := make([]string, 0, len(fields))
	for f := range fields {
		names = append(names, f)
	}
	t.Logf("%d bytes written, %d fields attacked: %v", written, len(fields), names)
	if len(fields) < 75 || written < 200_000 {
		t.Errorf("%d fields attacked, %d bytes written: the walk proves little", len(fields), written)
	}
}

// hostileWalk goes through every screen, its parts and its questions: words
// of keys, text to type in quotes.
var hostileWalk = []string{
	"g i", "enter", "j enter", "j j j enter b", "esc L", "esc m", "esc t", "esc H", "H", ",", "j j enter", "esc esc esc", "r", "esc esc", "f", "esc esc", "s", "e", "u",
	"/ 'from:b'", "esc esc", "/ 'category:'", "esc esc", "/ 'in:'", "esc esc", "v", "F", "A", "esc esc", "tab", "shift+tab j j j", "ctrl+p", "esc", "?", "esc", "T", "esc",
	"g i c 'b'", "tab tab 'x' esc", "esc",
	"g w", "tab", "n", "esc esc", "tab enter", "e", "esc esc", "tab enter ,", "j j", "esc esc esc", "C", "j esc", "Z", "esc", "v", "v", "v", "v", "/ 'a'", "esc esc", "D", "esc", "a", "u",
	"g p", "j j l", "j j", "enter", "tab j j", ",", "j j", "esc esc", "e", "esc esc", "m", "esc", "/ 'a'", "j enter", "esc esc", "P", "esc", "x j x", "f", "g p d", "esc",
	"g u", "j", "j l", "enter", "i", "j j enter", "esc esc", "b", "esc", "f", "esc esc", "r 'x'", "esc esc", "/ 'a'", "esc esc", "K", "g u n", "esc esc", ",", "esc",
	"g f", "+ 'b'", "enter", "+ 'a'", "enter", "n", "j", "enter", "esc esc", "w", "esc",
	"g d", "/ '.xlsx'", "enter", "enter", "l l j j", "J", "K", "esc", "esc", "/ '.txt'", "enter", "tab j j", "tab esc", "g g j l j", "j j", "enter", "tab j", "l l j", "enter", "esc esc", "/ 'a'", "j", "enter", "esc esc", "m", "esc", "r", "esc", "d", "esc", "G", "enter", "k enter", "esc",
	"g a", "j l", "j j enter", "esc esc", "h j l", "j enter", "esc esc", "h j l", "j enter", "esc esc", "h j l", "j j enter", "esc esc", "v", "v", "h j l", "j enter", "esc esc", "d", "esc", "r", "h j l j",
}

func (d *driver) walk(words string) {
	for _, w := range strings.Fields(words) {
		if strings.HasPrefix(w, "'") {
			d.Type(strings.Trim(w, "'"))
		} else {
			d.Press(w)
		}
		d.Pass(400 * time.Millisecond)
	}
	d.Pass(time.Second)
}
