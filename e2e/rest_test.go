package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// screenKeys go to every screen.
var screenKeys = []string{"g i", "g w", "g p", "g u", "g f", "g d", "g a"}

// counter is a network that counts requests and lets some of the answers be
// another's.
type counter struct {
	next   http.RoundTripper
	answer func(r *http.Request, n int) *http.Response // nil, or nothing from it, for the service's own

	mu    sync.Mutex
	n     int
	paths map[string]int
	off   bool
}

func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	c.mu.Lock()
	c.n++
	n, off := c.n, c.off
	c.paths[r.Method+" "+r.URL.Path]++
	c.mu.Unlock()
	if c.answer != nil && !off {
		if res := c.answer(r, n); res != nil {
			if r.Body != nil {
				_ = r.Body.Close()
			}
			return res, nil
		}
	}
	return c.next.RoundTrip(r)
}

// take returns what was asked since the last time.
func (c *counter) take() (int, map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, paths := c.n, c.paths
	c.n, c.paths = 0, map[string]int{}
	return n, paths
}

func (c *counter) heal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = true
}

// TestARestingScreenAsksNextToNothing lets each screen lie still: one request
// in fifteen seconds at most.
func TestARestingScreenAsksNextToNothing(t *testing.T) {
	c := &counter{paths: map[string]int{}}
	journey(t, setup{Between: func(next http.RoundTripper) http.RoundTripper { c.next = next; return c }}, func(d *driver) {
		for _, keys := range screenKeys {
			d.walk(keys)
			d.Pass(20 * time.Second) // what it shows first
			c.take()
			d.Pass(15 * time.Minute)
			if n, paths := c.take(); n > 60 {
				t.Errorf("%s: %d requests in a quarter of an hour at rest, want 60 at most: %v", keys, n, paths)
			}
		}
	})
}

// TestAHostileServiceIsNotAskedWithoutEnd has services that answer so that
// one might ask again and again. After a quarter of an hour the program asks
// ten times a minute at most, on every screen, and one that works by halves, of
// which it reads more, 25 times; when the service is itself again, ctrl+r
// shows what there is. DAYBOOK_HOSTILE has all of them.
func TestAHostileServiceIsNotAskedWithoutEnd(t *testing.T) {
	link := func(r *http.Request, n int) string {
		return fmt.Sprintf(`"@odata.nextLink":"http://%s%s?page=%d"`, r.URL.Host, r.URL.Path, n)
	}
	const known = `{"value":[{"id":"a","displayName":"A","name":"A","folder":{"childCount":1},"childFolderCount":1,"receivedDateTime":"2026-10-22T09:50:00Z"}],`
	for _, test := range []struct {
		name   string
		always bool
		most   int // requests in ten minutes
		answer func(r *http.Request, n int) (int, string)
	}{
		{"an empty page leads on", true, 100, func(r *http.Request, n int) (int, string) { return 200, `{"value":[],` + link(r, n) + `}` }},
		{"without ids", false, 100, func(r *http.Request, n int) (int, string) {
			return 200, `{"value":[{},{"id":""},{"id":7},null],` + link(r, n) + `}`
		}},
		{"to itself", false, 100, func(r *http.Request, _ int) (int, string) { return 200, `{"value":[{"id":"a"}],` + link(r, 1) + `}` }},
		{"to what is known", true, 100, func(r *http.Request, n int) (int, string) { return 200, known + link(r, n) + `}` }},
		{"garbage", false, 100, func(*http.Request, int) (int, string) { return 200, `{"value":[{"id":` }},
		{"of no kind", false, 100, func(*http.Request, int) (int, string) { return 200, `[]` }},
		{"nothing", false, 100, func(*http.Request, int) (int, string) { return 200, `{}` }},
		{"500", false, 100, func(*http.Request, int) (int, string) { return 500, `` }},
		{"503", false, 100, func(*http.Request, int) (int, string) { return 503, `` }},
		{"429", true, 100, func(*http.Request, int) (int, string) { return 429, `` }},
		{"every other", false, 250, func(_ *http.Request, n int) (int, string) { return []int{0, 502}[n%2], `` }},
		{"garbage, else", true, 250, func(_ *http.Request, n int) (int, string) { return []int{0, 200, 200}[n%3], `{{{` }},
	} {
		if !test.always && os.Getenv("DAYBOOK_HOSTILE") == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := &counter{paths: map[string]int{}}
			c.answer = func(r *http.Request, n int) *http.Response {
				if n > 5000 { // it is asked without end: let it come to one, and be counted
					return nil
				}
				if status, body := test.answer(r, n); status != 0 {
					return reply(r, status, []byte(body))
				}
				return nil
			}
			journey(t, setup{Between: func(next http.RoundTripper) http.RoundTripper { c.next = next; return c }}, func(d *driver) {
				for _, keys := range screenKeys {
					d.walk(keys)
					d.Pass(2 * time.Second)
				}
				if n, paths := c.take(); n > 2000 {
					t.Errorf("%d requests to show every screen once, want 2000 at most: %v", n, paths)
				}
				d.Pass(15 * time.Minute)
				for _, keys := range screenKeys {
					d.walk(keys)
					d.Pass(time.Minute)
					c.take()
					d.Pass(10 * time.Minute)
					if n, paths := c.take(); n > test.most {
						t.Errorf("%s: %d requests in ten minutes at rest, want %d at most: %v\n%s", keys, n, test.most, paths, d.Screen())
					}
				}
				c.heal()
				d.walk("g i ctrl+r")
				d.Pass(10 * time.Minute)
				d.walk("g i ctrl+r")
				d.Pass(time.Minute)
				d.See("Inbox", "Sent Items", "Release")
			})
		})
	}
}

// TestOneBadValueCostsNoList breaks a value in every item of every list: the
// others stay on the screen, and that something is missing is said.
func TestOneBadValueCostsNoList(t *testing.T) {
	c := &bender{}
	journey(t, setup{Between: func(next http.RoundTripper) http.RoundTripper { c.next = next; return c }}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.See("Inbox", "Release plan", "left out")
		for _, at := range []struct{ keys, want string }{{"g w", "Thu"}, {"g p", "Directory"}, {"g u", "Borealis"}, {"g d", "My files"}, {"g a", "Ann Avery"}} {
			d.walk(at.keys)
			d.Pass(2 * time.Second)
			d.See(at.want)
			d.DontSee("could not be read", "Could not")
		}
	})
	if c.bent < 30 {
		t.Errorf("%d values were bent: that proves little", c.bent)
	}
}

// bender is a service that writes some of its values wrongly.
type bender struct {
	next http.RoundTripper
	mu   sync.Mutex
	bent int
}

var bends = strings.NewReplacer(
	`"lastModifiedDateTime":"2026`, `"lastModifiedDateTime":"on day 2026`,
	`"createdDateTime":"`, `"createdDateTime":7,"was":"`,
	`"importance":"normal"`, `"importance":"as it were"`,
	`"hasAttachments":false`, `"hasAttachments":null`,
	`"ccRecipients":[]`, `"ccRecipients":"nobody"`,
	`"categories":[]`, `"categories":{"none":[]}`,
	`"childFolderCount":0`, `"childFolderCount":"0"`,
	`"businessPhones":[]`, `"businessPhones":[null,{}]`,
)

func (b *bender) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err != nil || !strings.Contains(res.Header.Get("Content-Type"), "json") {
		return res, err
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	bent := bends.Replace(string(raw))
	b.mu.Lock()
	if bent != string(raw) {
		b.bent++
	}
	b.mu.Unlock()
	return reply(r, res.StatusCode, []byte(bent)), res.Body.Close()
}

// TestWhatIsTooLargeIsSaid has a mailbox whose every list is larger than
// anything can show.
func TestWhatIsTooLargeIsSaid(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := io.WriteString(z, `{"value":[{"id":"a","subject":"`); err != nil {
		t.Fatal(err)
	}
	piece := bytes.Repeat([]byte("x"), 1<<20)
	for range 40 {
		if _, err := z.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	c := &counter{paths: map[string]int{}}
	c.answer = func(r *http.Request, _ int) *http.Response {
		if !strings.HasSuffix(r.URL.Path, "/messages") {
			return nil
		}
		z, err := gzip.NewReader(bytes.NewReader(packed.Bytes()))
		if err != nil {
			return nil
		}
		res := reply(r, 200, nil)
		res.Body, res.ContentLength = io.NopCloser(z), -1
		return res
	}
	journey(t, setup{Between: func(next http.RoundTripper) http.RoundTripper { c.next = next; return c }}, func(d *driver) {
		d.Pass(5 * time.Second)
		d.See("too large")
		c.heal()
		d.Press("ctrl+r")
		d.Pass(5 * time.Second)
		d.See("Release plan")
	})
}
