package rest

import (
	"net/http/httptest"
	"testing"
)

func TestATentativeAnswerIsSpelledAsTheRequestSpeaks(t *testing.T) {
	body := `{"meetingMessageType":"meetingTentativelyAccepted","subject":"\"meetingMessageType\":\"meetingTentativelyAccepted\""}`
	public := `{"meetingMessageType":"meetingTenativelyAccepted","subject":"\"meetingMessageType\":\"meetingTentativelyAccepted\""}`
	for says, want := range map[spelling]string{unsaid: body, vendor: body, microsoft: public} {
		r := &Request{Request: httptest.NewRequest("GET", "/v1.0/me/messages", nil)}
		r.dialect.prefer = says
		if got := string(r.respell([]byte(body))); got != want {
			t.Errorf("%d: got %s, want %s", says, got, want)
		}
	}
}
