package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"daybook/model"
)

// many is an object with a property that is an array of size bytes.
func many(property, item string, size int) []byte {
	n := size / (len(item) + 1)
	return []byte(`{"subject":"a","` + property + `":[` + strings.Repeat(item+",", n-1) + item + `]}`)
}

func TestABodyIsRefusedWhereItBecomesTooLarge(t *testing.T) {
	const size = 8 << 20
	deep := []byte(`{"attachments":[{"item":` + strings.Repeat("[", size))
	wide := []byte(`{"attachments":[{"item":{` + strings.Repeat(`"a":1,`, size/6) + `"b":1}}]}`)
	extension := `{"extensions":[{"@odata.type":"#microsoft.graph.openTypeExtension","extensionName":"a","v":[` + strings.Repeat("1,", size/2) + `1]}]}`
	for name, c := range map[string]struct {
		body []byte
		into any
		says string
	}{
		"recipients":  {many("toRecipients", "{}", size), &model.Message{}, "property toRecipients: has more than the 500 items"},
		"attachments": {many("attachments", "{}", size), &model.Message{}, "250 items"},
		"instances":   {many("instances", "{}", size), &model.Event{}, "1000 items"},
		"categories":  {many("categories", `""`, size), &model.Message{}, "100 items"},
		"strings":     {many("isRead", `"true"`, size), &model.Message{}, "array is given where a boolean belongs"},
		"subject":     {[]byte(`{"subject":"` + strings.Repeat("a", size) + `"}`), &model.Message{}, "property subject: has more than the 1000 characters"},
		"escapes":     {[]byte(`{"subject":"` + strings.Repeat(`\u0061`, 2000) + `"}`), &model.Message{}, "1000 characters"},
		"body":        {[]byte(`{"body":{"content":"` + strings.Repeat("a", size) + `"}}`), &model.Message{}, "4194304 bytes"},
		"deep":        {deep, &model.Message{}, "more than 64 arrays and objects"},
		"wide":        {wide, &model.Message{}, "more than the 1000 properties"},
		"extension":   {[]byte(extension), &model.Message{}, "property extensions: has more than the 65536 bytes"},
		"unknown":     {many("nobodyKnows", "{}", size), &model.Message{}, "property nobodyKnows: is not known here"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := DecodeJSON(c.body, c.into)
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > 2*size {
				t.Errorf("%d bytes took %d", len(c.body), got)
			}
			var refused *model.Error
			switch {
			case c.says == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.says != "" && (!errors.As(err, &refused) || !strings.Contains(refused.Message, c.says)):
				t.Errorf("got %v, want a refusal that says %q", err, c.says)
			}
		})
	}
}

// TestNoBodyBecomesMoreThanItsShare nests lists that are each within their
// limits.
func TestNoBodyBecomesMoreThanItsShare(t *testing.T) {
	inner := `{"instances":[` + strings.Repeat("{},", 900) + `{}]}`
	body := []byte(`{"instances":[` + strings.Repeat(inner+",", 900) + inner + `]}`)
	err := DecodeJSON(body, &model.Event{})
	var refused *model.Error
	if !errors.As(err, &refused) || refused.Code != model.CodeTooLarge {
		t.Errorf("a body of %d bytes that would become %d: %v, want 413", len(body), 900*900*int(reflect.TypeFor[model.Event]().Size()), err)
	}
}

// TestDecodingReadsWhatTheStandardLibraryWrites holds the decoder to
// encoding/json, on what that writes and on damaged pieces of it.
func TestDecodingReadsWhatTheStandardLibraryWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for range 300 {
		text := func() string {
			runes := []rune("aé\"\\/\n\t<&\u2028😀 \x01z")
			out := make([]rune, r.IntN(12))
			for i := range out {
				out[i] = runes[r.IntN(len(runes))]
			}
			return string(out)
		}
		line := func() string { return strings.NewReplacer("\n", "", "\x01", "").Replace(text()) }
		m := model.Message{Subject: line(), IsRead: r.IntN(2) == 0, ReceivedDateTime: &at, Body: &model.ItemBody{ContentType: "text", Content: text()},
			Attachments: []model.Attachment{{Name: line(), Size: r.IntN(1 << 30), ContentBytes: []byte(text() + "x")}},
			Extensions:  []model.OpenTypeExtension{{ExtensionName: "n", Data: map[string]json.RawMessage{"v": json.RawMessage(`[1,2.50,"x"]`)}}}}
		for range r.IntN(4) {
			m.ToRecipients = append(m.ToRecipients, model.Recipient{EmailAddress: model.EmailAddress{Name: line(), Address: line()}})
		}
		written, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var want, got model.Message
		if err := errors.Join(json.Unmarshal(written, &want), DecodeJSON(written, &got)); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\ngot  %+v\nwant %+v (%v)", written, got, want, err)
		}
		damaged := append([]byte{}, written...)
		for range 1 + r.IntN(2) {
			damaged[r.IntN(len(damaged))] = `{}[]":,\ 0-e.tx`[r.IntN(15)]
		}
		d := &decoder{body: damaged, left: maxDecoded}
		err = d.skip()
		if err == nil {
			err = d.end()
		}
		if valid := json.Valid(damaged); valid != (err == nil) {
			t.Fatalf("%s\nis valid: %v, but read with %v", damaged, valid, err)
		}
	}
}

// TestOneUserDoesNotTakeTheLargeBodiesOfOthers has one user send ten large
// bodies that are all held; another's comes in at once.
func TestOneUserDoesNotTakeTheLargeBodiesOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		a := &API{conf: Config{Limits: limits}, large: newPlaces(limits.LargeBodies, limits.LargeBodiesEach)}
		request := func(user string) *Request {
			hr, _ := http.NewRequestWithContext(context.Background(), "POST", "/", nil)
			return &Request{Request: hr, api: a, Caller: Principal{UserID: user}}
		}
		began := time.Now()
		take := func(r *Request) error {
			if err := r.joinLine(); err != nil {
				return err
			}
			return r.takePlace()
		}
		results := make(chan error, 20)
		for range 11 {
			go func() { results <- take(request("greedy")) }()
		}
		synctest.Wait()
		var code model.Code
		for range len(results) {
			var refused *model.Error
			if err := <-results; errors.As(err, &refused) {
				code = refused.Code
			}
		}
		if code != model.CodeTooManyRequests {
			t.Errorf("the eleventh of one user is answered with %q, want 429", code)
		}
		for i := range 2 {
			other := request(fmt.Sprint("other", i))
			if err := take(other); err != nil || time.Since(began) != 0 {
				t.Errorf("another user waits %v: %v", time.Since(began), err)
			}
			if i == 0 {
				other.leavePlace()
			}
		}
		time.Sleep(limits.PlaceTime)
		synctest.Wait()
		waiting := 0
		for range len(results) {
			if <-results != nil {
				waiting++
			}
		}
		if waiting != 8 {
			t.Errorf("%d of the 8 that waited are turned away after %v", waiting, limits.PlaceTime)
		}
	})
}

// TestALargeBodyThatDripsHoldsNoPlace has two users send, slowly, as many as
// there are places: another's comes in at once.
func TestALargeBodyThatDripsHoldsNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		a := &API{conf: Config{Limits: limits}, large: newPlaces(limits.LargeBodies, limits.LargeBodiesEach)}
		read := func(user string, from io.Reader) error {
			hr, _ := http.NewRequestWithContext(t.Context(), "POST", "/", nil)
			r := &Request{Request: hr, api: a, Caller: Principal{UserID: user}}
			defer r.leavePlace()
			body, err := r.readAll(from)
			if err == nil && (len(body) != 3*largeBody || bytes.ContainsFunc(body, func(c rune) bool { return c != 'a' })) {
				t.Errorf("%s's body has %d bytes, not %d of a", user, len(body), 3*largeBody)
			}
			return err
		}
		whole := bytes.Repeat([]byte("a"), 3*largeBody)
		results := make(chan error, 4)
		var slow []*io.PipeWriter
		for i := range limits.LargeBodies {
			from, to := io.Pipe()
			slow = append(slow, to)
			go func() { results <- read(fmt.Sprint("slow", i%2), from) }()
			_, _ = to.Write(whole[:2*largeBody])
		}
		synctest.Wait()
		began := time.Now()
		if err := read("quick", bytes.NewReader(whole)); err != nil || time.Since(began) > 0 {
			t.Errorf("another user waits %v: %v", time.Since(began), err)
		}
		for _, to := range slow {
			_, _ = to.Write(whole[2*largeBody:])
			_ = to.Close()
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if len(a.large.of) > 0 || len(a.large.all) > 0 {
			t.Error("places are still taken")
		}
	})
}

// TestAFileGoesOutForAsLongAsItIsTaken lets a download take longer than a
// request may.
func TestAFileGoesOutForAsLongAsItIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		const size = 1 << 20
		routes := []Route{{Method: "GET", Pattern: "file", Operation: "File", Handler: func(r *Request) (Reply, error) {
			return Content("text/plain", "1", time.Time{}, &cancelled{Reader: bytes.NewReader(make([]byte, size)), ctx: r.Context()}), nil
		}}}
		a, err := New(routes, Config{Auth: anybody{}, Limits: limits, Now: time.Now, NewID: func() string { return "id" }})
		if err != nil {
			t.Fatal(err)
		}
		hr := httptest.NewRequest("GET", "/v1.0/file", nil)
		hr.Header.Set("Authorization", "Bearer t")
		w := &slowWriter{ResponseRecorder: httptest.NewRecorder(), pause: limits.RequestTime / 2}
		a.ServeHTTP(w, hr)
		if w.Body.Len() != size {
			t.Errorf("%d of %d bytes went out", w.Body.Len(), size)
		}
	})
}

// cancelled is content that cannot be read once its request has ended.
type cancelled struct {
	*bytes.Reader
	ctx context.Context
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(p)
}

type slowWriter struct {
	*httptest.ResponseRecorder
	pause time.Duration
}

func (w *slowWriter) Write(b []byte) (int, error) {
	time.Sleep(w.pause)
	return w.ResponseRecorder.Write(b)
}

type anybody struct{}

func (anybody) Authenticate(context.Context, string) (Principal, error) {
	return Principal{UserID: "ann"}, nil
}
