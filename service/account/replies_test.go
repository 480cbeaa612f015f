package account_test

import (
	"testing"
	"time"

	"daybook/service/account"
	"daybook/service/servicetest"
	"daybook/service/store"
)

// away has ann answer by herself.
func away(w *servicetest.World, setting string) {
	w.T.Helper()
	w.Ann("PATCH", "/v1.0/me/mailboxSettings", `{"automaticRepliesSetting":{`+setting+`,"internalReplyMessage":"<p>Back on Monday</p>","externalReplyMessage":"<p>Away</p>"}}`).Want(200)
}

// answers is what bo has got by way of automatic replies.
func answers(w *servicetest.World) *servicetest.Reply {
	return w.Do("bo", "GET", "/v1.0/me/messages?$filter=startswith(subject,'Automatic reply')&$orderby=receivedDateTime desc", "").Want(200)
}

func write(w *servicetest.World) {
	w.T.Helper()
	w.Do("bo", "POST", "/v1.0/me/sendMail", `{"message":{"subject":"Ping","toRecipients":[{"emailAddress":{"address":"ann@contoso.example"}}]}}`).Want(202)
}

func TestEachColleagueIsAnsweredOnceWhileTheSettingStays(t *testing.T) {
	w := servicetest.New(t, everything)
	write(w)
	if got := answers(w).Len("value"); got != 0 {
		t.Fatalf("%d answers while replies are disabled, want none", got)
	}
	away(w, `"status":"alwaysEnabled"`)
	write(w)
	write(w)
	w.Ann("PATCH", "/v1.0/me/mailboxSettings", `{"timeZone":"Europe/Vienna"}`).Want(200) // not this setting
	write(w)
	r := answers(w).Has("value/0/subject", "Automatic reply: Ping", "value/0/body/content", "<p>Back on Monday</p>", "value/0/from/emailAddress/address", "ann@contoso.example")
	if got := r.Len("value"); got != 1 {
		t.Errorf("%d answers to three letters, want 1", got)
	}
	away(w, `"status":"alwaysEnabled","externalAudience":"none"`)
	write(w)
	if got := answers(w).Len("value"); got != 2 {
		t.Errorf("%d answers after the setting changed, want 2", got)
	}
}

func TestRepliesKeepToTheirSchedule(t *testing.T) {
	w := servicetest.New(t, everything)
	away(w, `"status":"scheduled","scheduledStartDateTime":{"dateTime":"2026-11-20T09:00:00","timeZone":"Europe/Vienna"},
		"scheduledEndDateTime":{"dateTime":"2026-11-21T08:00:00","timeZone":"UTC"}`)
	for _, c := range []struct {
		at   string
		want int
	}{{"2026-11-20T07:59:59Z", 0}, {"2026-11-21T08:00:00Z", 0}, {"2026-11-20T08:00:00Z", 1}} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		w.SetNow(at)
		write(w)
		if got := answers(w).Len("value"); got != c.want {
			t.Errorf("at %s: %d answers, want %d", c.at, got, c.want)
		}
	}
}

func TestStrangersAreToldWhatTheAudienceAllows(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"A friend","emailAddresses":[{"address":"Friend@elsewhere.example"}]}`).Want(201)
	for _, c := range []struct{ audience, sender, want string }{
		{"none", "friend@elsewhere.example", ""},
		{"contactsOnly", "friend@elsewhere.example", "<p>Away</p>"},
		{"contactsOnly", "stranger@elsewhere.example", ""},
		{"all", "stranger@elsewhere.example", "<p>Away</p>"},
		{"none", "new@CONTOSO.example", "<p>Back on Monday</p>"},
		{"none", "bo@contoso.example", "<p>Back on Monday</p>"},
	} {
		away(w, `"status":"alwaysEnabled","externalAudience":"`+c.audience+`"`)
		err := w.Service.Store().Read(t.Context(), func(tx *store.Tx) error {
			owner, err := tx.FindMailbox("ann@contoso.example")
			if err != nil {
				return err
			}
			html, _, ok, err := account.AutomaticReply(tx, owner, c.sender, w.Now())
			if ok != (c.want != "") || ok && html != c.want {
				t.Errorf("%s, to %s: told %q (%v), want %q", c.audience, c.sender, html, ok, c.want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
