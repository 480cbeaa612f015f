package mail_test

import (
	"encoding/json"
	"strings"
	"testing"

	"daybook/service/servicetest"
)

const everything = "Mail.ReadWrite Mail.Send Mail.ReadWrite.Shared Mail.Send.Shared MailboxSettings.ReadWrite"

// world is a service whose users may do all that mail allows.
type world struct{ *servicetest.World }

func newWorld(t testing.TB) *world { return &world{servicetest.New(t, everything)} }

// draft makes a draft of Ann's and returns its id.
func (w *world) draft(body string) string {
	w.T.Helper()
	return w.Ann("POST", "/v1.0/me/messages", body).Want(201).Str("id")
}

// mailToAnn has somebody write to Ann and returns the id it has in her inbox.
func (w *world) mailToAnn(from, subject string) string {
	w.T.Helper()
	w.Do(from, "POST", "/v1.0/me/sendMail", `{"message":{"subject":"`+subject+`","body":{"contentType":"Text","content":"Hello Ann,\nhow are you?"},
		"toRecipients":[{"emailAddress":{"name":"Ann","address":"ann@contoso.example"}}],"ccRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}}`).Want(202)
	return w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages?$top=1", "").Want(200).Str("value/0/id")
}

// subjects lists value/*/subject.
func subjects(r *servicetest.Reply) string {
	var page struct {
		Value []struct{ Subject string }
	}
	if err := json.Unmarshal(r.Body, &page); err != nil {
		return "no page: " + err.Error()
	}
	out := make([]string, len(page.Value))
	for i, m := range page.Value {
		out[i] = m.Subject
	}
	return strings.Join(out, ", ")
}
