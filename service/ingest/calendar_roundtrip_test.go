package ingest_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"daybook/service/ingest"
	"daybook/service/store"
)

// exported is a user's calendar called Plan as a file.
func exported(t *testing.T, s *store.Store, user string) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := ingest.ExportCalendar(t.Context(), s, user, calendarID(t, s, user, "Plan"), &out); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), "\r\n ", "")
}

func TestDatesOfASeriesThatBecomeEventsAreNamed(t *testing.T) {
	s := openStore(t)
	ann := addUser(t, s, "ann")
	dates := file("DTSTART:20261102T100000Z\nDTEND:20261102T103000Z\nRDATE:20261105T100000Z,20261106T100000Z,20261110T100000Z\nSUMMARY:Watch")
	for _, want := range [][]string{{"Watch: 3 further dates of the series come in as single events"}, nil} {
		sum, err := ingest.Calendar(t.Context(), s, ann, "Plan", "UTC", strings.NewReader(dates))
		var got []string
		for _, p := range sum.Problems {
			if !p.LeftOut {
				got = append(got, p.Reason)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
}

func TestTheURLOfAnEventGoesOutAsItCame(t *testing.T) {
	s := openStore(t)
	ann, bo := addUser(t, s, "ann"), addUser(t, s, "bo")
	at := "DTSTART:20261102T100000Z\nDTEND:20261102T103000Z\nSUMMARY:Talk\n"
	want := func(user string, lines ...string) string {
		t.Helper()
		out := exported(t, s, user)
		for _, line := range lines {
			if strings.Count(out, "\r\n"+line+"\r\n") != 1 {
				t.Errorf("want one %s in\n%s", line, out)
			}
		}
		return out
	}
	take := func(user, text string) {
		t.Helper()
		if _, err := ingest.Calendar(t.Context(), s, user, "Plan", "UTC", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	take(ann, file(at+"DESCRIPTION:See you\nURL:https://talk.example/1;a,b"))
	take(bo, want(ann, "DESCRIPTION:See you", "URL:https://talk.example/1;a,b"))
	want(bo, "DESCRIPTION:See you", "URL:https://talk.example/1;a,b")
	take(ann, file(at+"DESCRIPTION:At\\n\\nhttps://talk.example/2\nURL:https://talk.example/2\nSEQUENCE:1"))
	want(ann, `DESCRIPTION:At\n\nhttps://talk.example/2`, "URL:https://talk.example/2")
	take(ann, file(at+"DESCRIPTION:Off\nSEQUENCE:2"))
	if out := want(ann, "DESCRIPTION:Off"); strings.Contains(out, "URL:") {
		t.Errorf("the newer version has no URL: got %s", out)
	}
}

func TestAnEventOfOneselfAloneGetsNoOrganizer(t *testing.T) {
	at := "DTSTART:20261102T100000Z\nDTEND:20261102T103000Z\nSUMMARY:Talk"
	for lines, want := range map[string]string{"": "", "\nATTENDEE:mailto:cy@contoso.example": "mailto:ann@contoso.example",
		"\nORGANIZER:mailto:cy@contoso.example": "mailto:cy@contoso.example"} {
		s := openStore(t)
		ann := addUser(t, s, "ann")
		if _, err := ingest.Calendar(t.Context(), s, ann, "Plan", "UTC", strings.NewReader(file(at+lines))); err != nil {
			t.Fatal(err)
		}
		_, after, found := strings.Cut(exported(t, s, ann), "\r\nORGANIZER")
		organizer, _, _ := strings.Cut(after, "\r\n")
		if found != (want != "") || !strings.HasSuffix(organizer, want) {
			t.Errorf("%q: organizer %q, want %q", lines, organizer, want)
		}
	}
}
