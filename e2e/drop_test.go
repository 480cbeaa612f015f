package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A service that says yes and does nothing judges the journeys themselves: for
// each operation that changes something, those journeys that use it are run on
// a service that answers it as if it had been done. One of them has to fail.
// DAYBOOK_DROP=all runs this for all of them, DAYBOOK_DROP=send for the
// operations with that word in their names. The journeys are run by this same
// program, told what to do by droppedVar and recordVar.
const (
	droppedVar = "DAYBOOK_DROP_OPERATION"
	recordVar  = "DAYBOOK_DROP_RECORD"
)

func TestAnOperationThatIsNotDoneIsNoticed(t *testing.T) {
	words := os.Getenv("DAYBOOK_DROP")
	if words == "" || os.Getenv(droppedVar) != "" || os.Getenv(recordVar) != "" {
		t.Skip("DAYBOOK_DROP says which operations are dropped: all, or a word in their names")
	}
	record := filepath.Join(t.TempDir(), "used")
	if out, err := rerun(t, "^Test", recordVar+"="+record); err != nil {
		t.Fatalf("the journeys fail as they are: %v\n%s", err, out)
	}
	for operation, users := range usersOf(t, record) {
		if words != "all" && !strings.Contains(operation, words) {
			continue
		}
		t.Run(operation, func(t *testing.T) {
			out, err := rerun(t, "^("+strings.Join(users, "|")+")$", droppedVar+"="+operation)
			if err == nil && !bytes.Contains(out, []byte(notDropped)) {
				t.Errorf("nothing of %v failed", users)
				return
			}
			if bytes.Contains(out, []byte(notDropped)) {
				t.Errorf("it cannot be told whether it is noticed:\n%s", out)
				return
			}
			failed := regexp.MustCompile(`(?m)^--- FAIL: (\S+)`).FindAllStringSubmatch(string(out), -1)
			t.Logf("%d of %d noticed it", len(failed), len(users))
		})
	}
}

// rerun runs journeys of this program with one more variable.
func rerun(t *testing.T, run, variable string) ([]byte, error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run", run, "-test.failfast")
	cmd.Env = append(os.Environ(), variable)
	return cmd.CombinedOutput()
}

// usersOf are the tests by the operation that they used.
func usersOf(t *testing.T, record string) map[string][]string {
	t.Helper()
	f, err := os.Open(record)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	used := map[string]map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		test, operation, _ := strings.Cut(lines.Text(), "\t")
		test, _, _ = strings.Cut(test, "/")
		if ownAlone[test] == attacked { // made-up ids, and nothing is looked at
			continue
		}
		if used[operation] == nil {
			used[operation] = map[string]bool{}
		}
		used[operation][test] = true
	}
	users := map[string][]string{}
	for operation, tests := range used {
		users[operation] = slices.Sorted(maps.Keys(tests))
	}
	return users
}

// dropper stands before the service when a variable asks for it.
func dropper(test string, next http.RoundTripper) http.RoundTripper {
	d := &dropping{next: next, test: test, operation: os.Getenv(droppedVar), record: os.Getenv(recordVar), seen: map[string]bool{}}
	if d.operation == "" && d.record == "" {
		return next
	}
	return d
}

type dropping struct {
	next                    http.RoundTripper
	test, operation, record string

	mu   sync.Mutex
	seen map[string]bool
}

// anID is a segment of an escaped path that names one thing of many, and
// notAnID one that only looks so.
var (
	anID    = regexp.MustCompile(`^(.{30,}|.*[0-9=@'%:.].*)$`)
	notAnID = regexp.MustCompile(`(?i)^(v1\.0|oauth2permissiongrants)$`)
)

// operationOf is a request by its method and the escaped path without ids.
func operationOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for i, s := range segments {
		if anID.MatchString(s) && !notAnID.MatchString(s) {
			segments[i] = "-"
		}
	}
	if segments[0] == "v1.0" || segments[0] == "beta" {
		segments = segments[1:]
	}
	return method + " " + strings.Join(segments, "/")
}

// reads are the operations that are asked by POST and change nothing.
var reads = []string{"getSchedule", "findMeetingTimes", "$batch", "token", "createUploadSession", "getMemberGroups", "getByIds"}

func changes(method, path string) bool {
	path, _, _ = strings.Cut(path, "?")
	return method != http.MethodGet && !slices.Contains(reads, path[strings.LastIndex(path, "/")+1:])
}

// drops reports whether a request is the one that is not done.
func (d *dropping) drops(method, path string) bool {
	if !changes(method, path) {
		return false
	}
	operation := operationOf(method, path)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.record != "" && !d.seen[operation] {
		d.seen[operation] = true
		f, err := os.OpenFile(d.record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			fmt.Fprintf(f, "%s\t%s\n", d.test, operation)
			f.Close()
		}
	}
	return operation == d.operation
}

func (d *dropping) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/$batch") && r.Body != nil {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		again := r.Clone(r.Context())
		raw = d.batch(raw)
		again.Body, again.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
		return d.next.RoundTrip(again)
	}
	if !d.drops(r.Method, r.URL.EscapedPath()) {
		return d.next.RoundTrip(r)
	}
	answer := func(status int, body []byte) *http.Response {
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body)),
			ContentLength: int64(len(body)), Request: r, ProtoMajor: 1, ProtoMinor: 1}
	}
	look := func(method, path string) (*http.Response, error) {
		q := r.Clone(r.Context())
		q.Method, q.Body, q.ContentLength = method, nil, 0
		if path != "" {
			q.URL.RawQuery, q.URL.RawPath = "", path
			q.URL.Path, _ = url.PathUnescape(path)
		}
		q.Header.Del("If-Match")
		return d.next.RoundTrip(q)
	}
	path, of := r.URL.EscapedPath(), ""
	switch {
	case r.Method == http.MethodDelete:
		return answer(http.StatusNoContent, nil), nil
	case r.Method == http.MethodPost && !action(path): // made, and gone again
		made, err := d.next.RoundTrip(r)
		if err != nil || made.StatusCode/100 != 2 {
			return made, err
		}
		body, err := io.ReadAll(made.Body)
		if err = firstOf(err, made.Body.Close()); err != nil {
			return nil, err
		}
		var one struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(body, &one); err != nil || !d.unmake(look, homeOf(path)+"/"+url.PathEscape(one.ID)) {
			fmt.Fprintf(os.Stderr, "%s %s %s: %v\n", notDropped, r.Method, path, err)
		}
		return answer(made.StatusCode, body), nil
	case r.Method == http.MethodPost:
		of = path[:strings.LastIndex(path, "/")]
	}
	seen, err := look(http.MethodGet, of)
	if err != nil || seen.StatusCode/100 == 2 {
		return seen, err
	}
	seen.Body.Close()
	return answer(http.StatusAccepted, nil), nil
}

// notDropped is said of what was made and could not be unmade.
const notDropped = "cannot be dropped:"

// unmake deletes what a service has made, for good: what is in Deleted Items
// then is deleted once more.
func (d *dropping) unmake(ask func(method, path string) (*http.Response, error), path string) bool {
	for range 3 {
		gone, err := ask(http.MethodDelete, path)
		if err != nil {
			return false
		}
		gone.Body.Close()
		if gone.StatusCode == http.StatusNotFound {
			return true
		}
	}
	return false
}

// homeOf is the collection in which something is found that was made by a POST
// to a path.
func homeOf(path string) string {
	above, last := path[:strings.LastIndex(path, "/")], path[strings.LastIndex(path, "/")+1:]
	switch {
	case strings.HasPrefix(last, "create"): // the draft of an answer
		return above[:strings.LastIndex(above, "/")]
	case last == "children":
		return path[:strings.Index(path, "/drive/")] + "/drive/items"
	case strings.HasSuffix(path, "/calendar/events"):
		return strings.TrimSuffix(path, "/calendar/events") + "/events"
	case strings.Contains(path, "/contactFolders/") && last == "childFolders":
		return path[:strings.Index(path, "/contactFolders/")] + "/contactFolders"
	case strings.Contains(path, "/contactFolders/") && last == "contacts":
		return path[:strings.Index(path, "/contactFolders/")] + "/contacts"
	}
	return path
}

// action reports whether a path ends with something to be done, not with the
// collection that something is added to.
func action(path string) bool {
	last := path[strings.LastIndex(path, "/")+1:]
	return slices.Contains([]string{"send", "sendMail", "move", "copy", "reply", "replyAll", "forward",
		"accept", "decline", "tentativelyAccept", "cancel", "dismissReminder", "snoozeReminder"}, last)
}

// batch makes the parts that are dropped into questions.
func (d *dropping) batch(raw []byte) []byte {
	var b struct {
		Requests []map[string]any `json:"requests"`
	}
	if json.Unmarshal(raw, &b) != nil {
		return raw
	}
	for _, part := range b.Requests {
		method, _ := part["method"].(string)
		url, _ := part["url"].(string)
		if !d.drops(method, url) {
			continue
		}
		part["method"] = http.MethodGet
		delete(part, "body")
		path, _, _ := strings.Cut(url, "?")
		if action(path) {
			path = path[:strings.LastIndex(path, "/")]
		}
		part["url"] = path
	}
	out, err := json.Marshal(b)
	if err != nil {
		return raw
	}
	return out
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
