package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"daybook/api/apitest"
)

var update = flag.Bool("update", false, "write testdata/replies.txt anew, to be read")

const repliesFile = "testdata/replies.txt"

// replies has, for each row that the contract leaves open, the whole reply to
// the letter: its status, its media type and its JSON, in paragraphs that
// begin with "### " and the row. A line of an address is the public
// documentation that decides; it stays when the file is written anew.
//
//go:embed testdata/replies.txt
var replies string

// reply is a paragraph of the table.
type reply struct{ sources, text string }

func readReplies() map[string]reply {
	out := map[string]reply{}
	for paragraph := range strings.SplitSeq("\n"+replies, "\n### ") {
		row, rest, _ := strings.Cut(paragraph, "\n")
		var r reply
		for strings.HasPrefix(rest, "https://") {
			source, below, _ := strings.Cut(rest, "\n")
			r.sources, rest = r.sources+source+"\n", below
		}
		r.text = strings.TrimSpace(rest)
		out[row] = r
	}
	return out
}

// TestEveryReplyToTheLetter asks for each row of the supplement in a world of
// its own and compares all of the reply, so that a member that comes, goes or
// changes its form is seen.
func TestEveryReplyToTheLetter(t *testing.T) {
	known, out := readReplies(), &strings.Builder{}
	bodies := readLiterals(t)
	for _, r := range apitest.Supplement() {
		if !r.Me() && !strings.HasPrefix(r.Key, strings.Split(r.String(), " ")[0]+" /") {
			continue // the same row by the name of the user
		}
		t.Run(r.String(), func(t *testing.T) {
			got := theReply(t, r, bodies[r.Key])
			want := known[r.Key]
			fmt.Fprintf(out, "### %s\n%s%s\n\n", r.Key, want.sources, got)
			if got != want.text && !*update {
				t.Errorf("got\n%s\nwant\n%s\n(-update writes %s anew: read what has changed)", got, want.text, repliesFile)
			}
		})
	}
	if *update {
		if err := os.WriteFile(repliesFile, []byte(strings.TrimSpace(out.String())+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func theReply(t *testing.T, r apitest.Row, l literal) string {
	t.Helper()
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	w.prepare(t, r)
	body, contentType := l.content("A name")
	path := "/" + r.Version + r.Fill(w.owner.PrincipalName, escaped(w.make(t, r.Key))...) + required(r)
	resp, got := s.send(t, r.Method, path, body, contentType)
	if resp.StatusCode != r.Status {
		t.Fatalf("got %d %s, want %d", resp.StatusCode, got, r.Status)
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s\n%s", resp.StatusCode, resp.Header.Get("Content-Type"), plain(t, resp, got, s.URL)))
}

// plain is a reply with placeholders for what differs from one run to the
// next: hosts, ids, the moments and keys of changes, numbers of names. Of a
// list the first three items stand for all.
func plain(t *testing.T, resp *http.Response, got []byte, host string) string {
	t.Helper()
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		return ""
	}
	got = bytes.ReplaceAll(got, []byte(host), []byte("https://<host>"))
	for escaped, char := range map[string]string{`\u003c`: "<", `\u003e`: ">", `\u0026`: "&"} {
		got = bytes.ReplaceAll(got, []byte(escaped), []byte(char))
	}
	for _, p := range placeholders {
		got = p.pattern.ReplaceAll(got, []byte(p.with))
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, firstThree(t, got), "", "  "); err != nil {
		t.Fatalf("got %s: %v", got, err)
	}
	return indented.String()
}

// placeholders are applied in their order.
var placeholders = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`"changeKey":"[^"]*"`), `"changeKey":"<key>"`},
	{regexp.MustCompile(`W/\\"[^"\\]+`), `W/\"<key>`},
	{regexp.MustCompile(`("cTag":"\\")[^"\\]+`), `$1<key>`},
	{regexp.MustCompile(`\b0[0-9a-hjkmnp-tv-z]{19}\b`), "<id>"},
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "<id>"},
	{regexp.MustCompile(`("(?:created|lastModified|received|sent|lastDelivered)DateTime":)"2[^"]*"`), `$1"<time>"`},
	{regexp.MustCompile(`Plan( |%20|)\d+`), "Plan$1<n>"},
	{regexp.MustCompile(`((?:skip|delta)token=)[^"&]+`), "$1<token>"},
}

// firstThree cuts the value of a collection, with a note of how many were
// left out.
func firstThree(t *testing.T, got []byte) []byte {
	t.Helper()
	var page struct{ Value []json.RawMessage }
	if json.Unmarshal(got, &page) != nil || len(page.Value) <= 3 {
		return got
	}
	at := bytes.Index(got, page.Value[3])
	end := bytes.LastIndex(got, page.Value[len(page.Value)-1]) + len(page.Value[len(page.Value)-1])
	return slices.Concat(got[:at], []byte(fmt.Sprintf("%q", "<more>")), got[end:])
}
