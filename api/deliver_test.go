package api

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"daybook/model"
)

// postOffice is a mail store whose answers can be lost: after the words
// "create" or "send" in lose, the work is done and no answer comes; with
// "lost " before them, it is not even done.
type postOffice struct {
	lose   map[string]bool
	drafts map[string]string // id -> Message-ID
	sent   map[string]string
	sends  int
}

func (p *postOffice) answer(_ int, e exchange) (*http.Response, error) {
	switch {
	case e.Method == "POST" && strings.HasSuffix(e.URL, "/messages"):
		if p.lose["lost create"] {
			return nil, io.ErrUnexpectedEOF
		}
		p.drafts["D"] = "<m@x.example>"
		if p.lose["create"] {
			return nil, io.ErrUnexpectedEOF
		}
		return replyJSON(201, `{"id":"D","isDraft":true}`), nil
	case strings.HasSuffix(e.URL, "/send"):
		p.sends++
		switch {
		case p.lose["refused"]:
			return replyJSON(403, ""), nil
		case p.lose["lost send"]:
			return nil, io.ErrUnexpectedEOF
		case p.lose["vanish"]:
			delete(p.drafts, "D")
			return nil, io.ErrUnexpectedEOF
		}
		p.sent["D"] = p.drafts["D"]
		delete(p.drafts, "D")
		if p.lose["send"] {
			return replyJSON(504, ""), nil
		}
		return replyJSON(202, ""), nil
	}
	box := p.drafts
	if strings.Contains(e.URL, "sentitems") {
		box = p.sent
	}
	for id := range box {
		return replyJSON(200, `{"value":[{"id":"`+id+`"}]}`), nil
	}
	return replyJSON(200, `{"value":[]}`), nil
}

func TestDeliverNeverSendsTwiceAndNeverGuesses(t *testing.T) {
	for name, test := range map[string]struct {
		lose    string
		outcome Outcome
		sends   int
		failed  bool
	}{
		"all well":                     {"", Sent, 1, false},
		"the answer to the send lost":  {"send", Sent, 1, false},
		"the send itself lost":         {"lost send", NotSent, 3, true},
		"refused":                      {"refused", NotSent, 1, true},
		"found nowhere":                {"vanish", Unresolved, 1, true},
		"the answer to the draft lost": {"create", Sent, 1, false},
		"the draft itself lost":        {"lost create", NotSent, 0, true},
	} {
		p := &postOffice{lose: map[string]bool{test.lose: true}, drafts: map[string]string{}, sent: map[string]string{}}
		s := &service{answer: p.answer}
		c, _ := testClient(t, s)
		d, err := c.Me().Deliver(t.Context(), model.Message{Subject: "s", InternetMessageID: "<m@x.example>"})
		if d.Outcome != test.outcome || (err != nil) != test.failed || p.sends != test.sends {
			t.Errorf("%s: got outcome %v, error %v, %d sends, want %v, failed %v, %d", name, d.Outcome, err, p.sends, test.outcome, test.failed, test.sends)
		}
		if d.MessageID != "<m@x.example>" {
			t.Errorf("%s: got Message-ID %s, want ours", name, d.MessageID)
		}
	}
}

func TestDeliverMakesAMessageIDAtTheSendersDomain(t *testing.T) {
	p := &postOffice{lose: map[string]bool{}, drafts: map[string]string{}, sent: map[string]string{}}
	s := &service{answer: p.answer}
	c, _ := testClient(t, s)
	from := &model.Recipient{EmailAddress: model.EmailAddress{Address: "me@x.example"}}
	d, err := c.Me().Deliver(t.Context(), model.Message{From: from})
	if err != nil {
		t.Fatal(err)
	}
	if want := "<id-1@x.example>"; d.MessageID != want || !strings.Contains(s.seen[0].Body, `"internetMessageId":"\u003cid-1@x.example\u003e"`) {
		t.Errorf("got Message-ID %s and body %s, want %s in both", d.MessageID, s.seen[0].Body, want)
	}
}

func TestMessageIDsCannotBreakTheirHeader(t *testing.T) {
	c, _ := testClient(t, &service{})
	for _, address := range []string{"", "me", "me@", "me@x\r\nBcc: y@z", "me@x>y", "me@x y"} {
		id := c.NewMessageID(&model.Recipient{EmailAddress: model.EmailAddress{Address: address}})
		if !strings.HasSuffix(id, "@daybook.invalid>") {
			t.Errorf("%q: got %q, want a stand-in domain", address, id)
		}
	}
}

func TestResolveTellsWhatItCannotRead(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(403, ""), nil }}
	c, _ := testClient(t, s)
	d, err := c.Me().Resolve(t.Context(), "<m@x>")
	if d.Outcome != Unresolved || !errors.Is(err, model.ErrAccessDenied) {
		t.Errorf("got %v, %v, want unresolved and the refusal", d.Outcome, err)
	}
}
