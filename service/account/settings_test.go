package account_test

import (
	"strings"
	"testing"

	"daybook/service/servicetest"
)

func TestSettingsHaveDefaultsAndComeWholeAndInParts(t *testing.T) {
	w := servicetest.New(t, everything)
	for _, user := range []string{"/me", "/users/me", "/users/ann@contoso.example", "/USERS/" + w.IDs["ann"]} {
		base := "/v1.0" + user + "/mailboxSettings"
		w.Ann("GET", base, "").Want(200).Has("timeZone", "UTC", "language/locale", "en-US",
			"automaticRepliesSetting/status", "disabled", "workingHours/startTime", "08:00:00.0000000", "workingHours/timeZone/name", "UTC",
			"dateFormat", "yyyy-MM-dd", "timeFormat", "HH:mm")
		w.Ann("GET", strings.ToUpper(base)+"/AUTOMATICREPLIESSETTING", "").Want(200).Has("status", "disabled", "externalAudience", "all", "internalReplyMessage", "")
		w.Ann("GET", base+"/language", "").Want(200).Has("locale", "en-US", "displayName", "English (United States)")
		w.Ann("GET", base+"/timeZone", "").Want(200).Has("value", "UTC")
		if got := w.Ann("GET", base+"/workingHours", "").Want(200).Len("daysOfWeek"); got != 5 {
			t.Errorf("%s: %d working days, want 5", base, got)
		}
	}
	r := w.Ann("GET", "/v1.0/me/mailboxSettings?$select=timeZone", "").Want(200).Has("timeZone", "UTC", "workingHours", nil)
	if r.Str("@odata.context") == "" {
		t.Error("the settings have no @odata.context")
	}
	w.Ann("GET", "/v1.0/me/mailboxSettings/language?$filter=locale eq 'x'", "").Want(400)
}

func TestAPatchOfSettingsKeepsWhatItDoesNotName(t *testing.T) {
	w := servicetest.New(t, everything)
	patch := func(body string) *servicetest.Reply {
		t.Helper()
		return w.Ann("PATCH", "/v1.0/me/mailboxSettings", body).Want(200)
	}
	patch(`{"TIMEZONE":"europe/vienna","language":{"locale":"de-at","displayName":"Deutsch"}}`).
		Has("timeZone", "Europe/Vienna", "language/locale", "de-AT", "language/displayName", "Deutsch", "workingHours/timeZone/name", "Europe/Vienna")
	patch(`{"timeZone":"gmt standard time","timeFormat":"h:mm tt"}`).Has("timeZone", "GMT Standard Time", "timeFormat", "h:mm tt", "language/locale", "de-AT")
	patch(`{"workingHours":{"daysOfWeek":["Monday","FRIDAY","friday"],"endTime":"15:30"}}`).
		Has("workingHours/daysOfWeek", []string{"monday", "friday"}, "workingHours/startTime", "08:00:00.0000000",
			"workingHours/endTime", "15:30:00.0000000", "workingHours/timeZone/name", "GMT Standard Time")
	patch(`{"timeZone":"Asia/Tokyo"}`).Has("workingHours/timeZone/name", "GMT Standard Time") // they were set
	patch(`{"language":{"locale":"fr-FR"}}`).Has("language/displayName", "fr-FR")
	patch(`{}`).Has("timeZone", "Asia/Tokyo", "dateFormat", "yyyy-MM-dd")
	w.Do("bo", "GET", "/v1.0/me/mailboxSettings", "").Want(200).Has("timeZone", "UTC", "language/locale", "en-US")
}

func TestAScheduleOfRepliesIsReadInTheZoneThatIsAsked(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Ann("PATCH", "/v1.0/me/mailboxSettings", `{"automaticRepliesSetting":{"status":"Scheduled","externalAudience":"CONTACTSONLY",
		"scheduledStartDateTime":{"dateTime":"2026-12-01T09:00:00","timeZone":"Europe/Vienna"},
		"scheduledEndDateTime":{"dateTime":"2026-12-02T09:00:00","timeZone":"W. Europe Standard Time"},
		"internalReplyMessage":"<p>in</p>","externalReplyMessage":"<p>out</p>"}}`).Want(200).
		Has("automaticRepliesSetting/status", "scheduled", "automaticRepliesSetting/externalAudience", "contactsOnly",
			"automaticRepliesSetting/scheduledStartDateTime/dateTime", "2026-12-01T08:00:00.0000000",
			"automaticRepliesSetting/scheduledStartDateTime/timeZone", "UTC")
	r := w.Ann("GET", "/v1.0/me/mailboxSettings/automaticRepliesSetting", "", `Prefer: vendor.timezone="Asia/Tokyo"`).Want(200).
		Has("scheduledEndDateTime/dateTime", "2026-12-02T17:00:00.0000000", "scheduledEndDateTime/timeZone", "Asia/Tokyo", "internalReplyMessage", "<p>in</p>")
	if got := r.Header.Get("Preference-Applied"); got != `vendor.timezone="Asia/Tokyo"` {
		t.Errorf("Preference-Applied is %q", got)
	}
	w.Ann("PATCH", "/v1.0/me/mailboxSettings", `{"automaticRepliesSetting":{"status":"alwaysEnabled"}}`).Want(200).
		Has("automaticRepliesSetting/status", "alwaysEnabled", "automaticRepliesSetting/externalReplyMessage", "<p>out</p>")
}

func TestFormatsOfAllLanguagesAreTaken(t *testing.T) {
	w := servicetest.New(t, everything)
	for _, f := range []string{"d 'de' MMMM 'de' yyyy", "yyyy年M月d日", "dd.MM.yyyy", "ddd, d MMM yyyy", "yyyy. MM. dd."} {
		w.Ann("PATCH", "/v1.0/me/mailboxSettings", `{"dateFormat":"`+f+`"}`).Want(200).Has("dateFormat", f)
	}
	for _, f := range []string{"h:mm tt", "HH.mm", "H'h'mm", "tt h:mm", "h:mm\u202ftt"} {
		w.Ann("PATCH", "/v1.0/me/mailboxSettings", `{"timeFormat":"`+f+`"}`).Want(200).Has("timeFormat", f)
	}
}

// TestRepliesGoOutLikeOtherBodies cleans what acts in the program of who
// reads the settings, which may be somebody else's.
func TestRepliesGoOutLikeOtherBodies(t *testing.T) {
	w := servicetest.New(t, everything)
	const written, safe = `<p>away<script>act()</script></p>`, `<p>away</p>`
	settings := "/v1.0/me/mailboxSettings"
	w.Ann("PATCH", settings, `{"automaticRepliesSetting":{"internalReplyMessage":"`+written+`","externalReplyMessage":"`+written+`"}}`).Want(200).
		Has("automaticRepliesSetting/internalReplyMessage", safe)
	w.Ann("GET", settings, "").Want(200).Has("automaticRepliesSetting/externalReplyMessage", safe)
	w.Ann("GET", settings+"/automaticRepliesSetting", "").Want(200).Has("internalReplyMessage", safe)
	r := w.Ann("GET", settings+"/automaticRepliesSetting", "", "Prefer: outlook.allow-unsafe-html").Want(200).Has("internalReplyMessage", written)
	if got := r.Header.Get("Preference-Applied"); got != "outlook.allow-unsafe-html" {
		t.Errorf("Preference-Applied is %q", got)
	}
}

func TestSettingsThatMakeNoSenseAreRefusedByName(t *testing.T) {
	w := servicetest.New(t, everything)
	for _, c := range []struct{ body, target, says string }{
		{`{"timeZone":"Mars/Olympus"}`, "timeZone", "Mars/Olympus"},
		{`{"timeZone":null}`, "timeZone", "null"},
		{`{"timeZone":7}`, "timeZone", "string"},
		{`{"colour":"red"}`, "colour", "cannot be changed"},
		{`{"automaticRepliesSetting":{"status":"perhaps"}}`, "automaticRepliesSetting/status", "alwaysEnabled"},
		{`{"automaticRepliesSetting":{"externalAudience":"some"}}`, "automaticRepliesSetting/externalAudience", "contactsOnly"},
		{`{"automaticRepliesSetting":{"status":"scheduled"}}`, "automaticRepliesSetting/scheduledStartDateTime", "required"},
		{`{"automaticRepliesSetting":{"scheduledStartDateTime":{"dateTime":"soon","timeZone":"UTC"}}}`, "automaticRepliesSetting/scheduledStartDateTime", "soon"},
		{`{"automaticRepliesSetting":{"scheduledStartDateTime":{"dateTime":"2026-12-01T09:00:00","timeZone":"Nowhere"}}}`, "automaticRepliesSetting/scheduledStartDateTime", "Nowhere"},
		{`{"automaticRepliesSetting":{"status":"scheduled","scheduledStartDateTime":{"dateTime":"2026-12-01T09:00:00","timeZone":"Europe/London"},
			"scheduledEndDateTime":{"dateTime":"2026-12-01T09:30:00","timeZone":"Europe/Vienna"}}}`, "automaticRepliesSetting/scheduledEndDateTime", "after"},
		{`{"language":{"locale":"Klingon!"}}`, "language/locale", "Klingon!"},
		{`{"workingHours":{"daysOfWeek":["someday"]}}`, "workingHours/daysOfWeek", "someday"},
		{`{"workingHours":{"startTime":"25:00"}}`, "workingHours/startTime", "25:00"},
		{`{"workingHours":{"timeZone":{"name":"Atlantis"}}}`, "workingHours/timeZone/name", "Atlantis"},
		{`{"workingHours":{"startTime":"18:00","endTime":"09:00"}}`, "workingHours/endTime", "09:00 is not after startTime, 18:00"},
		{`{"workingHours":{"endTime":"08:00"}}`, "workingHours/endTime", "not after startTime"},
		{`{"dateFormat":""}`, "dateFormat", "pattern"},
		{`{"dateFormat":"zzz"}`, "dateFormat", "yyyy-MM-dd"},
		{`{"dateFormat":"HH:mm"}`, "dateFormat", "pattern"},
		{`{"dateFormat":"d 'de MMMM"}`, "dateFormat", "pattern"},
		{`{"timeFormat":"<b>"}`, "timeFormat", "HH:mm"},
		{`{"timeFormat":"'<b>'H"}`, "timeFormat", "pattern"},
		{`{"timeFormat":"::"}`, "timeFormat", "pattern"},
	} {
		w.Ann("PATCH", "/v1.0/me/mailboxSettings", c.body).Want(400).Says(c.says).Has("error/target", c.target)
	}
	w.Ann("GET", "/v1.0/me/mailboxSettings", "").Want(200).Has("timeZone", "UTC", "automaticRepliesSetting/status", "disabled")
}

func TestSettingsAreTheOwners(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Do("bo", "GET", "/v1.0/users/ann@contoso.example/mailboxSettings", "").Want(403)
	w.Do("bo", "PATCH", "/v1.0/users/ann@contoso.example/mailboxSettings", `{"timeZone":"UTC"}`).Want(403)
	w.Tokens["mail"] = w.Token("ann@contoso.example", "Mail.ReadWrite")
	w.Do("mail", "GET", "/v1.0/me/mailboxSettings/timeZone", "").Want(403).Says("MailboxSettings.ReadWrite")
	w.Tokens["reader"] = w.Token("ann@contoso.example", "MailboxSettings.Read")
	w.Do("reader", "GET", "/v1.0/me/mailboxSettings/timeZone", "").Want(200)
	w.Do("reader", "PATCH", "/v1.0/me/mailboxSettings", `{}`).Want(403)
}

func TestZonesAreListedInBothDialects(t *testing.T) {
	w := servicetest.New(t, everything)
	const path = "/v1.0/me/outlook/supportedTimeZones"
	all, iana := w.Ann("GET", path, "").Want(200), w.Ann("GET", path+"(TimeZoneStandard=microsoft.graph.timeZoneStandard'Iana')", "").Want(200)
	windows := w.Ann("GET", path+"(timezonestandard='windows')", "").Want(200)
	if a, i, v := all.Len("value"), iana.Len("value"), windows.Len("value"); i < 300 || v < 100 || a != i+v {
		t.Errorf("%d zones, %d IANA and %d Windows; want all of both", a, i, v)
	}
	w.Ann("GET", path+"()?$filter=alias eq 'Europe/Vienna'", "").Want(200).Has("value/0/displayName", "(UTC+01:00) W. Europe Standard Time")
	w.Ann("GET", path+"?$filter=alias eq 'Newfoundland Standard Time'", "").Want(200).Has("value/0/displayName", "(UTC-03:30) Newfoundland Standard Time")
	w.Ann("GET", path+"(TimeZoneStandard='Lunar')", "").Want(400).Says("lunar")
	w.Ann("GET", path+"?$top=2", "").Want(200).Has("value/2", nil)
}
