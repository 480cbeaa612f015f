package e2e

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/e2e/strict"
	"daybook/model"
	"daybook/service"
	"daybook/service/store"
)

const bos = "bo@contoso.example"

// sharedWithAnn is a data folder with the sample, in which Bo lets Ann read and
// change his mail and calendars, and Eve has invited him.
func sharedWithAnn(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(data, os.DirFS(sampleFolder(t))); err != nil {
		t.Fatal(err)
	}
	shareWithAnn(t, filepath.Join(data, "sample"))
	return data
}

func shareWithAnn(t *testing.T, house string) {
	t.Helper()
	ctx := context.Background()
	s, err := service.Open(house, service.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	users, err := s.Users(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id := func(address string) string {
		return users[slices.IndexFunc(users, func(m store.Mailbox) bool { return m.Address == address })].ID
	}
	err = s.Store().Write(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(id(bos))
		if err != nil {
			return err
		}
		share := store.Share{Area: store.AreaMail, Grantee: id("ann@contoso.example"), Role: model.RoleWrite, Send: true}
		if err := tx.PutShare(mailbox, share); err != nil {
			return err
		}
		share.Area, share.Send = store.AreaCalendars, false
		return tx.PutShare(mailbox, share)
	})
	if err != nil {
		t.Fatal(err)
	}
	as := func(address string) api.UserRef {
		token, err := s.MintForRun(ctx, id(address), publicScopes)
		if err != nil {
			t.Fatal(err)
		}
		c := apitest.Connect(t, api.HandlerTransport(s.Handler()), token, api.Vendor)
		return c.Me()
	}
	at := func(hour string) *model.DateTimeTimeZone {
		return &model.DateTimeTimeZone{DateTime: "2026-10-23T" + hour + ":00:00", TimeZone: "UTC"}
	}
	_, err = as("eve@contoso.example").CreateEvent(ctx, model.Event{Subject: "Quay inspection", Start: at("15"), End: at("16"),
		Attendees: []model.Attendee{{Type: model.AttendeeRequired, EmailAddress: model.EmailAddress{Address: bos}}}})
	if err != nil {
		t.Fatal(err)
	}
	secret := model.Event{Subject: "Tooth out", Start: at("17"), End: at("18"), Sensitivity: "private"}
	if _, err := as(bos).CreateEvent(ctx, secret); err != nil {
		t.Fatal(err)
	}
}

// roads notes where requests for mail and calendars go that are not in Bo's
// mailbox.
type roads struct {
	next  http.RoundTripper
	mu    sync.Mutex
	stray []string
	in    int
}

func (r *roads) RoundTrip(req *http.Request) (*http.Response, error) {
	_, path, _ := strings.Cut(req.URL.Path, "/v1.0")
	r.mu.Lock()
	for _, area := range []string{"/mailFolders", "/messages", "/sendMail", "/events", "/calendar"} {
		if strings.HasPrefix(path, "/me"+area) {
			r.stray = append(r.stray, req.Method+" "+path)
		}
	}
	if strings.HasPrefix(path, "/users/"+bos+"/") {
		r.in++
	}
	r.mu.Unlock()
	return r.next.RoundTrip(req)
}

// workInBosMailbox is what Ann does in it, in either dialect.
func workInBosMailbox(t *testing.T, d *driver) {
	t.Helper()
	d.See(bos+" as ann", "Quay inspection")
	d.See("Mail and calendars are " + bos + "'s; all else is yours")
	d.Pass(10 * time.Second) // the notice goes
	d.archiveDeleteAndUndoBoth()
	d.Press("/")
	d.Type("subject:quay subject:inspection")
	d.Press("enter")
	d.Pass(time.Second)
	d.See("Quay inspection", "not answered yet")
	d.Press("+")
	d.Pass(time.Second)
	d.See("Accepted")
	d.DontSee("not answered yet")
	d.Press("esc", "esc", "c")
	d.See("From Bo Berg <" + bos + ">")
	d.Type("eve@contoso.example")
	d.Press("tab", "tab")
	d.Type("Rope for the quay")
	d.Press("tab")
	d.Type("We need more of it.")
	d.Press("ctrl+s")
	d.See("Sending to")
	d.Pass(time.Minute)
	d.DontSee("Could not")
	d.Press("g", "w")
	d.Pass(time.Second)
	d.See("▌Quay", "▌Private")
	d.DontSee("Tooth", "tooth")
	d.Press("g", "t")
	d.Type("sat 14:00")
	d.Press("enter", "n")
	d.Type("Paint the fence")
	d.Press("ctrl+s")
	d.See("Created")
	d.Pass(time.Second)
	d.at("Paint", "14:00")
	d.Press("3")
	d.Pass(time.Second)
	d.Press("7")
	d.Pass(time.Second)
	d.See("Ann Avery") // people and account are one's own
	d.DontSee("could not", "Could not")
}

// answerAnn answers a letter of Ann's from Bo's mailbox, where Ann is anybody
// and Bo is who answers.
func answerAnn(d *driver) {
	d.t.Helper()
	d.Press("1")
	d.Pass(time.Second)
	d.Press("/")
	d.Type("from:ann subject:\"release plan\"")
	d.Press("enter")
	d.Pass(time.Second)
	for _, key := range []string{"r", "R"} {
		d.Press(key)
		d.Pass(time.Second)
		head := d.Screen()[:strings.Index(d.Screen(), "Subject")]
		if _, to, _ := strings.Cut(head, "To "); !strings.Contains(to, "ann@contoso.example") || strings.Contains(to, bos) {
			d.t.Errorf("%s from Bo's mailbox to a letter of Ann's goes to\n%s", key, head)
		}
		d.Press("esc")
		d.Pass(time.Second)
	}
}

func TestSomebodyElsesMailboxIsReadAndWorkedIn(t *testing.T) {
	data, way := sharedWithAnn(t), &roads{}
	between := func(next http.RoundTripper) http.RoundTripper { way.next = next; return way }
	journey(t, setup{Data: data, Mailbox: bos, Between: between}, func(d *driver) {
		workInBosMailbox(t, d)
		answerAnn(d)
		way.mu.Lock()
		defer way.mu.Unlock()
		if len(way.stray) > 0 || way.in == 0 {
			t.Errorf("%d requests were in the mailbox, and these in one's own: %q", way.in, way.stray)
		}
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.See("sample mailbox")
		d.Press("u")
		d.See("Nothing to undo") // what was done there is not taken back here
		d.Press("g", "w")
		d.Pass(time.Second)
		d.DontSee("▌Paint")
	})
	journey(t, setup{Data: data, User: "eve@contoso.example"}, func(d *driver) {
		d.Press("/")
		d.Type("subject:rope subject:quay from:bo")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Rope for the quay", "Bo Berg")
	})
	journey(t, setup{Data: data, User: bos}, func(d *driver) {
		d.Press("g", "w")
		d.Pass(time.Second)
		d.See("▌Tooth")
		d.Press("g", "t")
		d.Type("sat 14:00")
		d.Press("enter")
		d.at("Paint", "14:00")
	})
}

func TestAMailboxThatDoesNotOpenSaysWhyAndWhatToDo(t *testing.T) {
	for _, c := range []struct{ mailbox, words string }{
		{bos, "does not let you read its mail: ask its owner to share it"},
		{"nobody@contoso.example", "there is no mailbox nobody@contoso.example here"},
	} {
		for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
			journey(t, setup{Mailbox: c.mailbox, Width: size[0], Height: size[1]}, func(d *driver) {
				d.Pass(time.Minute)
				columns := map[int]string{}
				for line := range strings.Lines(d.Screen()) {
					for i, part := range strings.Split(line, "│") {
						columns[i] = strings.Join(strings.Fields(columns[i]+" "+part), " ")
					}
				}
				if !strings.Contains(columns[0]+"\n"+columns[1], c.words) {
					t.Errorf("%v: want %q on\n%s", size, c.words, d.Screen())
				}
				d.Press("2")
				d.Pass(time.Second)
				d.See("No calendars to show")
			})
		}
	}
}

// The same in the microsoft dialect, before the public interface.
func TestSomebodyElsesMailboxInThePublicInterface(t *testing.T) {
	publicJourneyIn(t, strict.Trouble{}, bos, func(d *driver, _ *api.Client) {
		workInBosMailbox(t, d)
	})
}

func TestAMailboxThatDoesNotOpenInThePublicInterface(t *testing.T) {
	publicJourneyIn(t, strict.Trouble{Denied: []string{"/users/" + bos}}, bos, func(d *driver, _ *api.Client) {
		d.Pass(time.Minute)
		d.See("does not let you read", "administrator")
		d.Press("2")
		d.Pass(time.Second)
		d.See("No calendars to show", "administrator")
	})
}
