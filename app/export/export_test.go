package export

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/app/bridge"
	"daybook/formats/ics"
	"daybook/model"
	"daybook/service/servicetest"
	"daybook/views/account"
)

// TestWhatIsExportedIsWhole writes each kind to a file: mail as it came, a
// series with what was changed and cancelled in it, and contacts.
func TestWhatIsExportedIsWhole(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite Calendars.ReadWrite Contacts.ReadWrite")
	client := apitest.Connect(t, api.HandlerTransport(w.Service.Handler()), w.Tokens["ann"], api.Vendor)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(day, hour int) *model.DateTimeTimeZone {
		return &model.DateTimeTimeZone{DateTime: time.Date(2026, 10, day, hour, 0, 0, 0, time.UTC).Format("2006-01-02T15:04:05"), TimeZone: "Europe/London"}
	}
	ctx, me := t.Context(), client.Me()
	_, err := me.CreateMessage(ctx, model.Message{Subject: "Tides", Body: &model.ItemBody{ContentType: "text", Content: "From here on\nit rises"}})
	must(err)
	_, err = me.CreateContact(ctx, model.Contact{DisplayName: "Bo Birch"})
	must(err)
	master, err := me.CreateEvent(ctx, model.Event{Subject: "Stand-up", Start: at(19, 9), End: at(19, 10), Recurrence: &model.PatternedRecurrence{
		Pattern: model.RecurrencePattern{Type: "daily", Interval: 1},
		Range:   model.RecurrenceRange{Type: "numbered", StartDate: "2026-10-19", NumberOfOccurrences: 9, RecurrenceTimeZone: "Europe/London"}}})
	must(err)
	page, err := me.Event(master.ID).Instances(ctx, time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	must(err)
	days := page.Value
	must(me.Event(days[7].ID).Delete(ctx)) // after the clocks went back
	moved := "Stand-up, later"
	_, err = me.Event(days[2].ID).Update(ctx, model.EventPatch{Subject: &moved})
	must(err)

	b, folder := Files{client, time.Now, bridge.LocalFiles{Home: t.TempDir()}}, t.TempDir()
	all, err := b.Exports(ctx)
	must(err)
	export := func(kind, name string) string {
		t.Helper()
		i := slices.IndexFunc(all, func(e account.Export) bool { return e.Kind == kind && (name == "" || e.Name == name) })
		if i < 0 {
			t.Fatalf("no %s among %+v", kind, all)
		}
		path := filepath.Join(folder, kind)
		done, err := b.Export(ctx, all[i], path)
		if err != nil || done.Count != 1 {
			t.Fatalf("%s: %+v, %v; want one", kind, done, err)
		}
		if _, err := b.Export(ctx, all[i], path); err == nil || !strings.Contains(err.Error(), "already") {
			t.Errorf("%s: written over, or %v", kind, err)
		}
		written, err := os.ReadFile(path)
		must(err)
		return string(written)
	}
	if got := export(account.ExportMail, "Drafts"); !strings.HasPrefix(got, "From ") || !strings.Contains(got, "Subject: Tides") || !strings.Contains(got, "\n>From here on\n") {
		t.Errorf("mail:\n%s", got)
	}
	if got := export(account.ExportContacts, ""); !strings.Contains(got, "FN:Bo Birch") {
		t.Errorf("contacts:\n%s", got)
	}
	got := export(account.ExportCalendar, "")
	for _, want := range []string{"SUMMARY:Stand-up\r\n", "SUMMARY:Stand-up\\, later", "EXDATE;TZID=Europe/London:20261026T090000", "COUNT=9"} {
		if !strings.Contains(got, want) {
			t.Errorf("the calendar has no %q:\n%s", want, got)
		}
	}
	if _, err := ics.Read(strings.NewReader(got), ics.Options{}); err != nil {
		t.Error(err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := b.Export(stopped, all[0], filepath.Join(folder, "stopped")); err == nil {
		t.Error("an export that was stopped is done")
	}
	if _, err := os.Stat(filepath.Join(folder, "stopped")); err == nil {
		t.Error("half a file stays")
	}
}
