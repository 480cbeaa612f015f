package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"daybook/model"
)

func TestAnAttachmentIsReadUpToABound(t *testing.T) {
	if b, err := readUpTo(strings.NewReader("12345"), 5); err != nil || string(b) != "12345" {
		t.Errorf("got %q, %v", b, err)
	}
	if b, err := readUpTo(strings.NewReader("123456"), 5); !errors.Is(err, errAttached) || b != nil {
		t.Errorf("one that is larger: got %q, %v, want a refusal in words", b, err)
	}
}

func TestACollectedListNamesEachThingOnce(t *testing.T) {
	c, _ := testClient(t, &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(200, `{"value":[{"id":"a"},{"id":"b"},{"id":"a"},{},{}]}`), nil
	}})
	groups, err := Collect(t.Context(), c.Me().Groups)
	ids := ""
	for _, g := range groups {
		ids += g.ID + "."
	}
	if err != nil || ids != "a.b..." {
		t.Errorf("got %q, %v, want a and b once, and both that have no id", ids, err)
	}
}

// A folder that is in another is listed behind it, and the names that every
// mailbox has are found in the microsoft dialect, each until it is known.
func TestAWalkOfFoldersTellsWhereEachIs(t *testing.T) {
	s := &service{answer: func(_ int, e exchange) (*http.Response, error) {
		switch {
		case strings.HasSuffix(e.URL, "/$batch"):
			var batch struct {
				Requests []struct{ ID, URL string } `json:"requests"`
			}
			if err := json.Unmarshal([]byte(e.Body), &batch); err != nil {
				return nil, err
			}
			var replies []string
			for _, r := range batch.Requests {
				status, body := 404, `{"error":{"code":"itemNotFound"}}`
				if strings.Contains(r.URL, "/inbox?") {
					status, body = 200, `{"id":"b"}`
				}
				replies = append(replies, fmt.Sprintf(`{"id":%q,"status":%d,"body":%s}`, r.ID, status, body))
			}
			return replyJSON(200, `{"responses":[`+strings.Join(replies, ",")+`]}`), nil
		case strings.Contains(e.URL, "/a/childFolders"):
			return replyJSON(200, `{"value":[{"id":"c","parentFolderId":"elsewhere"},{"id":"a"}]}`), nil
		}
		return replyJSON(200, `{"value":[{"id":"a","childFolderCount":1},{"id":"b"}]}`), nil
	}}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.Dialect = Microsoft })
	for walk := range 2 {
		all, err := c.Me().MailFolderTree(t.Context())
		got := ""
		for _, f := range all {
			got += f.ID + " in " + f.ParentFolderID + " " + f.WellKnownName + ","
		}
		if want := "a in  ,b in  inbox,c in a ,"; got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
		if last := s.seen[len(s.seen)-1]; strings.Contains(last.Body, "/inbox?") != (walk == 0) || !strings.Contains(last.Body, "/archive?") {
			t.Errorf("walk %d asks for the names %s", walk+1, last.Body)
		}
	}
}

// One that was there before is not the one that was to be made.
func TestWhatIsMadeAmongTheLikeIsTheNewOne(t *testing.T) {
	lost := &ConnError{Err: io.ErrUnexpectedEOF}
	folder := func(id string) model.MailFolder {
		f := model.MailFolder{DisplayName: "Plan"}
		f.ID = id
		return f
	}
	for _, c := range []struct {
		made   bool
		err    error
		wantID string
		fails  bool
	}{{true, nil, "answer", false}, {true, lost, "new", false}, {false, lost, "", true}, {true, model.Errorf(model.CodeConflict, "no"), "", true}} {
		there := []model.MailFolder{folder("old")}
		got, err := CreateAmong(t.Context(), func(context.Context) ([]model.MailFolder, error) { return there, nil },
			func(context.Context) (f model.MailFolder, err error) {
				if c.made {
					there = append(there, folder("new"))
				}
				if c.err == nil {
					f = folder("answer")
				}
				return f, c.err
			}, func(f model.MailFolder) bool { return f.DisplayName == "Plan" })
		if got.ID != c.wantID || (err != nil) != c.fails {
			t.Errorf("made: %v, %v: got %q, %v", c.made, c.err, got.ID, err)
		}
	}
}
