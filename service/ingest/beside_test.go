package ingest

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/odata"
	"daybook/service/people"
	"daybook/service/store"
)

func calendarFile(name string, events ...string) string {
	head := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
	if name != "" {
		head += "X-WR-CALNAME:" + name + "\r\n"
	}
	for _, e := range events {
		head += "BEGIN:VEVENT\r\n" + strings.ReplaceAll(e, "\n", "\r\n") + "\r\nEND:VEVENT\r\n"
	}
	return head + "END:VCALENDAR\r\n"
}

func card(lines ...string) string {
	return "BEGIN:VCARD\r\nVERSION:4.0\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCARD\r\n"
}

func besideOf(t *testing.T, box *Mailbox, path string) BesideSummary {
	t.Helper()
	sum, err := box.Beside(context.Background(), []string{path}, "UTC")
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// week lists what a calendar shows in the first week of March 2026.
func week(t *testing.T, box *Mailbox, name string) (shown []string) {
	t.Helper()
	err := box.store.Read(context.Background(), func(tx *store.Tx) error {
		all, err := calendar.Calendars(tx, box.mailbox, "")
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(c model.Calendar) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("there is no calendar %q", name)
		}
		from := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
		slots, err := calendar.Slots(tx, calendar.Window{Mailbox: box.mailbox, Calendar: all[i].ID, From: from, To: from.AddDate(0, 0, 7)})
		for _, s := range slots {
			e, err := calendar.SlotEvent(tx, box.mailbox, &s)
			if err != nil {
				return err
			}
			shown = append(shown, s.Start().Format("Mon 15:04 ")+e.Subject)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

func TestEventsComeInOnceWithTheirSeries(t *testing.T) {
	dir := plant(t, t.TempDir(), map[string]string{
		"mine.ics": calendarFile("",
			"UID:1\nSUMMARY:single\nDTSTART:20260302T090000Z\nDTEND:20260302T100000Z\nORGANIZER:mailto:bo@contoso.example\nATTENDEE:mailto:cy@contoso.example",
			"UID:2\nSUMMARY:daily\nDTSTART:20260302T120000Z\nDTEND:20260302T130000Z\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE:20260303T120000Z",
			"UID:2\nRECURRENCE-ID:20260304T120000Z\nSUMMARY:moved\nDTSTART:20260304T150000Z\nDTEND:20260304T160000Z",
			"UID:3\nSUMMARY:thirds\nDTSTART:20260301T080000Z\nDTEND:20260301T083000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,3,6",
			"UID:4\nSUMMARY:orphan\nRECURRENCE-ID:20260305T120000Z\nDTSTART:20260305T170000Z\nDTEND:20260305T180000Z",
			"UID:4\nSUMMARY:orphan too\nRECURRENCE-ID:20260306T120000Z\nDTSTART:20260306T170000Z\nDTEND:20260306T180000Z",
			"SUMMARY:nameless\nDTSTART:20260307T090000Z\nDTEND:20260307T100000Z",
			"UID:5\nSUMMARY:broken\nDTSTART:soon"),
		"again.ics":  calendarFile("", "UID:1\nSUMMARY:single\nDTSTART:20260302T090000Z\nDTEND:20260302T100000Z"),
		"travel.ics": calendarFile("Travel", "UID:6\nSUMMARY:train\nDTSTART:20260303T060000Z\nDTEND:20260303T080000Z"),
		"notes.ics":  "nothing of the kind",
	})
	_, box := openMailbox(t, t.TempDir())
	sum := besideOf(t, box, dir)
	want := []string{"Mon 09:00 single", "Mon 12:00 daily", "Tue 08:00 thirds", "Wed 15:00 moved", "Thu 12:00 daily",
		"Thu 17:00 orphan", "Fri 08:00 thirds", "Fri 17:00 orphan too", "Sat 09:00 nameless"}
	if got := week(t, box, "Calendar"); !slices.Equal(got, want) {
		t.Errorf("the week shows\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	if got := week(t, box, "Travel"); !slices.Equal(got, []string{"Tue 06:00 train"}) {
		t.Errorf("Travel shows %v, want the train", got)
	}
	if sum.Events != (Tally{Imported: 7, Duplicates: 1, Again: 1}) || len(sum.Failures) != 2 {
		t.Errorf("got %+v, want 7 events, 1 duplicate, and two reasons: no date, no calendar", sum)
	}
	if again := besideOf(t, box, dir); again.Events != (Tally{Duplicates: 8}) {
		t.Errorf("the second time: got %+v, want 8 duplicates", again.Events)
	}
	var sent int
	err := box.store.Read(context.Background(), func(tx *store.Tx) error {
		n, err := tx.CountMessages(store.MessageQuery{Mailbox: box.mailbox})
		sent = n
		return err
	})
	if err != nil || sent != 0 {
		t.Errorf("got %d messages, %v; want nobody invited", sent, err)
	}
}

func TestContactsComeInOnceWithPhotosAndGroups(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	photo := "PHOTO:data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())
	dir := plant(t, t.TempDir(), map[string]string{
		"a.vcf": card("FN:Bo Birch", "UID:urn:uuid:b", "EMAIL:bo@contoso.example", photo) + card("FN:Cy Cole", "TEL:+1 2") +
			card("KIND:group", "FN:Climbers", "MEMBER:urn:uuid:b", "MEMBER:urn:uuid:gone") + "BEGIN:VCARD\r\nVERSION:4.0\r\nNOTE:nobody\r\nEND:VCARD\r\n",
		"b.vcf": card("FN:Bo B.", "UID:b") + card("FN:bo  birch", "EMAIL:Bo@contoso.example") + card("FN:Cy Cole", "TEL:+1 2") +
			card("FN:Cy Cole", "TEL:+1 3", "PHOTO:data:image/png;base64,"+base64.StdEncoding.EncodeToString([]byte("no picture"))),
	})
	_, box := openMailbox(t, t.TempDir())
	sum := besideOf(t, box, dir)
	if sum.Contacts != (Tally{Imported: 3, Duplicates: 3, Again: 3}) {
		t.Errorf("got %+v, want 3 contacts and 3 duplicates", sum.Contacts)
	}
	if len(sum.Failures) != 2 || len(sum.Changes) != 2 {
		t.Errorf("failures %v, changes %v; want the card of nobody, the member who is gone; the group, the photo that is none", sum.Failures, sum.Changes)
	}
	if again := besideOf(t, box, dir); again.Contacts != (Tally{Duplicates: 6}) {
		t.Errorf("the second time: got %+v, want 6 duplicates", again.Contacts)
	}
	err := box.store.Read(context.Background(), func(tx *store.Tx) error {
		q, err := people.NewSchemas().Contacts.Query(&odata.Options{}, nil, odata.By("displayName", false))
		if err != nil {
			return err
		}
		q.Limit = 10
		found, _, err := people.Contacts(box.mailbox, "", "bo@contoso.example").Page(tx, q)
		if err != nil || len(found) != 1 {
			t.Fatalf("got %d contacts of Bo's address, %v; want one", len(found), err)
		}
		if !slices.Equal(found[0].Categories, []string{"Climbers"}) {
			t.Errorf("Bo's categories: got %v, want Climbers", found[0].Categories)
		}
		kept, err := people.FindPhoto(tx, people.ContactOwner(box.mailbox, found[0].ID))
		if err != nil || kept.Width != 3 || kept.Height != 2 {
			t.Errorf("Bo's photo: got %d x %d, %v; want 3 x 2", kept.Width, kept.Height, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// contactPlaces are the contacts by name, each with the path of its folder.
func contactPlaces(t *testing.T, box *Mailbox) map[string]string {
	t.Helper()
	places := map[string]string{}
	err := box.store.Read(context.Background(), func(tx *store.Tx) error {
		q, err := people.NewSchemas().Contacts.Query(&odata.Options{}, nil, odata.By("displayName", false))
		if err != nil {
			return err
		}
		q.Limit = 100
		found, _, err := people.Contacts(box.mailbox, "", "").Page(tx, q)
		for _, c := range found {
			path := ""
			for id := c.ParentFolderID; id != people.ContactRoot; {
				f, err := people.ContactFolder(tx, box.mailbox, id)
				if err != nil {
					return err
				}
				path, id = "/"+f.DisplayName+path, f.ParentFolderID
			}
			places[c.DisplayName] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return places
}

func TestContactsComeIntoTheirFolders(t *testing.T) {
	dir := plant(t, t.TempDir(), map[string]string{
		"all.vcf": card("FN:Ann") + card("FN:Bo", "X-DAYBOOK-FOLDER:Work;A/B\\; Ltd") + card("FN:Cy", "X-DAYBOOK-FOLDER:work") +
			card("FN:Dee", "X-DAYBOOK-FOLDER:"+strings.Repeat("x;", 100)+"y"),
		"Friends/Rowing/eve.vcf": card("FN:Eve"),
		"Friends/fay.vcf":        card("FN:Fay") + card("FN:Gus", "X-DAYBOOK-FOLDER:Work"),
	})
	_, box := openMailbox(t, t.TempDir())
	sum := besideOf(t, box, dir)
	want := map[string]string{"Ann": "", "Bo": "/Work/A/B; Ltd", "Cy": "/Work", "Dee": strings.Repeat("/x", deepestFolder),
		"Eve": "/Friends/Rowing", "Fay": "/Friends", "Gus": "/Work"}
	if got := contactPlaces(t, box); !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v\nfailures %v", got, want, sum.Failures)
	}
	var counts []string
	for _, f := range sum.Folders {
		counts = append(counts, fmt.Sprint(f.Imported, " ", strings.Join(f.Path[:min(2, len(f.Path))], "/")))
	}
	slices.Sort(counts)
	if want := []string{"1 Friends", "1 Friends/Rowing", "1 Work/A/B; Ltd", "1 x/x", "2 Work"}; !slices.Equal(counts, want) {
		t.Errorf("the summary counts %q, want %q", counts, want)
	}
}

func TestMailBesideCalendarsAndContactsIsNotDisturbed(t *testing.T) {
	dir := plant(t, t.TempDir(), map[string]string{"box/cur/1:2,S": mail(1, ""), "box/plan.ics": calendarFile(""), "people.VCF": card("FN:Bo")})
	sum := importInto(t, &memory{}, dir)
	if sum.Imported != 1 || len(sum.Failures) != 0 {
		t.Errorf("got %+v, want the message and no complaint of the others", sum)
	}
}
