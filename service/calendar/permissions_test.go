package calendar_test

import "testing"

const permissions = "/v1.0/me/calendar/calendarPermissions"

func give(role string) string {
	return `{"emailAddress":{"name":"Bo","address":"bo@contoso.example"},"isInsideOrganization":true,"isRemovable":true,"role":"` + role + `"}`
}

func TestTheOwnerOfACalendarSaysWhoMayDoWhatWithIt(t *testing.T) {
	w := newWorld(t)
	w.Ann("GET", permissions, "").Want(200).Has("value/0/emailAddress/name", "My Organization", "value/0/role", "freeBusyRead",
		"value/0/isRemovable", false, "value/0/isInsideOrganization", true, "value/0/allowedRoles/0", "none", "value/1", nil)
	made := w.Ann("POST", permissions, give("READ")).Want(201).Has("role", "read", "isRemovable", true, "isInsideOrganization", true,
		"emailAddress/address", "bo@contoso.example", "emailAddress/name", "Bo", "allowedRoles/6", "delegateWithPrivateEventAccess")
	one := permissions + "/" + made.Str("id")
	w.Ann("GET", one, "").Want(200).Has("role", "read")
	w.Ann("PATCH", one, `{"role":"write"}`).Want(200).Has("role", "write", "id", made.Str("id"))
	w.Ann("POST", permissions, give("read")).Want(409)
	w.Ann("PATCH", one, `{"role":"custom"}`).Want(400).Has("error/target", "role")
	w.Ann("PATCH", one, `{"allowedRoles":["read"]}`).Want(400)
	w.Ann("POST", permissions, `{"role":"read","emailAddress":{"address":"nobody@contoso.example"}}`).Want(400).Has("error/target", "emailAddress/address")
	w.Ann("POST", permissions, `{"role":"read","emailAddress":{"address":"ann@contoso.example"}}`).Want(400)
	w.Ann("DELETE", permissions+"/RGVmYXVsdA==", "").Want(400)
	w.Do("bo", "GET", "/v1.0/users/ann@contoso.example/calendar/calendarPermissions", "").Want(403)
	w.Do("bo", "GET", "/v1.0/users/ann@contoso.example/calendar", "").Want(200).
		Has("canEdit", true, "canShare", false, "canViewPrivateItems", false, "owner/address", "ann@contoso.example")
	w.Ann("GET", "/v1.0/me/calendar", "").Want(200).Has("canEdit", true, "canShare", true, "canViewPrivateItems", true)
	w.Ann("DELETE", one, "").Want(204)
	w.Ann("DELETE", one, "").Want(404)
	w.Do("bo", "GET", "/v1.0/users/ann@contoso.example/calendar", "").Want(403)

	other := "/v1.0/me/calendars/" + w.Ann("POST", "/v1.0/me/calendars", `{"name":"Work"}`).Want(201).Str("id")
	w.Ann("GET", other+"/calendarPermissions", "").Want(200).Has("value/0/role", "none")
	w.Ann("POST", other+"/calendarPermissions", give("delegateWithPrivateEventAccess")).Want(400) // of the primary one alone
	w.Ann("POST", other+"/calendarPermissions", give("freeBusyRead")).Want(201)
	w.Do("bo", "GET", "/v1.0/users/ann@contoso.example/calendars", "").Want(200).Has("value/0/name", "Work", "value/0/canEdit", false, "value/1", nil)
}

// TestARoleShowsOfEventsWhatItSays looks at an open and a private event with
// each role, in the list, in the view and in getSchedule.
func TestARoleShowsOfEventsWhatItSays(t *testing.T) {
	w := newWorld(t)
	more := `"location":{"displayName":"Hood"},"body":{"contentType":"text","content":"notes"}`
	w.Ann("POST", "/v1.0/me/events", entry("Budget", "20", "10:00", "11:00", more)).Want(201)
	w.Ann("POST", "/v1.0/me/events", entry("Doctor", "20", "12:00", "13:00", more+`,"sensitivity":"private","showAs":"oof"`)).Want(201)
	ann := "/v1.0/users/ann@contoso.example/calendar"
	id := w.Ann("POST", permissions, give("none")).Want(201).Str("id")
	ask := `{"schedules":["ann@contoso.example"],"startTime":{"dateTime":"2026-11-20T09:00:00","timeZone":"UTC"},
		"endTime":{"dateTime":"2026-11-20T14:00:00","timeZone":"UTC"},"availabilityViewInterval":60}`
	for _, c := range []struct {
		role                     string
		first, place, text, next any
		told                     any // by getSchedule
	}{
		{"none", nil, nil, nil, nil, nil},
		{"freeBusyRead", "Busy", nil, "", "Away", nil},
		{"limitedRead", "Budget", "Hood", "", "Private appointment", "Budget"},
		{"read", "Budget", "Hood", "notes", "Private appointment", "Budget"},
		{"write", "Budget", "Hood", "notes", "Private appointment", "Budget"},
		{"delegateWithoutPrivateEventAccess", "Budget", "Hood", "notes", "Private appointment", "Budget"},
		{"delegateWithPrivateEventAccess", "Budget", "Hood", "notes", "Doctor", "Budget"},
	} {
		w.Ann("PATCH", permissions+"/"+id, `{"role":"`+c.role+`"}`).Want(200)
		free := w.Do("bo", "POST", "/v1.0/me/calendar/getSchedule", ask).Want(200)
		if c.role == "none" {
			free.Has("value/0/error/responseCode", "ErrorNoFreeBusyAccess", "value/0/availabilityView", nil)
			w.Do("bo", "GET", ann+"/events", "").Want(403)
			continue
		}
		free.Has("value/0/availabilityView", "02030", "value/0/scheduleItems/0/subject", c.told)
		for _, path := range []string{"/events", "/calendarView?startDateTime=2026-11-20T00:00:00Z&endDateTime=2026-11-21T00:00:00Z"} {
			r := w.Do("bo", "GET", ann+path, "", `Prefer: outlook.body-content-type="text"`).Want(200).Has(
				"value/0/subject", c.first, "value/0/start/dateTime", "2026-11-20T10:00:00.0000000", "value/1/subject", c.next)
			if c.place != nil {
				r.Has("value/0/location/displayName", c.place)
			}
			if text, _ := r.Get("value/0/body/content").(string); text != c.text {
				t.Errorf("%s %s: the body is %q, want %q", c.role, path, text, c.text)
			}
		}
		// An order and a filter by what is not shown would tell it.
		private := w.Do("bo", "GET", ann+"/events?$orderby=subject&$top=1&$count=true", "").Want(200)
		if n := private.Len("value"); c.role == "freeBusyRead" && n != 0 {
			t.Errorf("%s: %d events were put in the order of what is hidden", c.role, n)
		}
		count := w.Do("bo", "GET", ann+"/events/$count?$filter=contains(subject,'o')", "").Want(200)
		if want := map[string]string{"freeBusyRead": "0", "delegateWithPrivateEventAccess": "1"}[c.role]; want != "" && string(count.Body) != want {
			t.Errorf("%s: a filter by the subject counts %s, want %s", c.role, count.Body, want)
		}
	}
}
