package e2e

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
	"daybook/service"
	"daybook/service/store"
)

// another is a client of a mailbox of the sample beside the program's own, to
// see what the program has left there; the first one's if address is empty.
// It is let go of at the end of the test, before which no journey goes on.
func another(t *testing.T, data, address string) *api.Client {
	t.Helper()
	s, err := service.Open(filepath.Join(data, "sample"), service.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	users, err := s.Users(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	if address != "" {
		at = slices.IndexFunc(users, func(m store.Mailbox) bool { return m.Address == address })
	}
	token, err := s.MintToken(t.Context(), users[at].ID, publicScopes, 100*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	client := apitest.Connect(t, api.HandlerTransport(s.Handler()), token, api.Vendor)
	return client
}

// truth looks at a mailbox as another client sees it.
func truth(t *testing.T, data, address string, look func(t *testing.T, c *api.Client)) {
	t.Helper()
	t.Run("another client", func(t *testing.T) { look(t, another(t, data, address)) })
}

// inFolder are the messages of a folder by subject, the newest of each.
func inFolder(t *testing.T, c *api.Client, folder string) map[string]model.Message {
	t.Helper()
	out := map[string]model.Message{}
	page, err := c.Me().MailFolder(folder).Messages(t.Context(), api.Top(100))
	for _, m := range valueOf(t, page, err) {
		if was, known := out[m.Subject]; !known || was.ReceivedDateTime.Before(*m.ReceivedDateTime) {
			out[m.Subject] = m
		}
	}
	return out
}

// section opens a section of the account, counted from the top.
func (d *driver) section(n int) {
	d.Press("g", "a")
	d.Pass(time.Second)
	for range n {
		d.Press("j")
	}
	d.Press("l")
}

// wipe empties the line with the cursor.
func (d *driver) wipe() { d.Press("ctrl+u", "ctrl+k") }

// mailboxOf is all that the table of the account looks at.
type mailboxOf struct {
	settings   model.MailboxSettings
	replies    model.AutomaticRepliesSetting
	language   model.LocaleInfo
	zone       string
	overrides  []model.InferenceClassificationOverride
	grants     []model.PermissionGrant
	categories []model.OutlookCategory
	photo      model.ProfilePhoto
}

func look(t *testing.T, data string) mailboxOf {
	t.Helper()
	c, ctx := another(t, data, ""), t.Context()
	var m mailboxOf
	var err error
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	m.settings, err = c.Me().MailboxSettings(ctx)
	must(err)
	m.replies, err = c.Me().AutomaticReplies(ctx)
	must(err)
	m.language, err = c.Me().Language(ctx)
	must(err)
	m.zone, err = c.Me().TimeZone(ctx)
	must(err)
	m.photo, err = c.Me().Photo().Metadata(ctx)
	must(err)
	overrides, err := c.Me().Overrides(ctx, api.Top(100))
	must(err)
	grants, err := c.Grants(ctx, api.Top(100))
	must(err)
	categories, err := c.Me().Categories(ctx, api.Top(100))
	must(err)
	m.overrides, m.grants, m.categories = overrides.Value, grants.Value, categories.Value
	return m
}

func (m mailboxOf) class(address string) string {
	for _, o := range m.overrides {
		if o.SenderEmailAddress.Address == address {
			return o.ClassifyAs
		}
	}
	return ""
}

// withScopes counts the grants that allow exactly these scopes.
func (m mailboxOf) withScopes(scope string) (n int) {
	for _, g := range m.grants {
		if g.Scope == scope {
			n++
		}
	}
	return n
}

func portraitFile(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 96, 64))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "me.png")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTheAccountIsChangedFromTheKeyboardAndAnotherClientSeesIt goes through the
// operations of the interface that belong to the account, each in a run of the
// program of its own, and reads back with another client.
func TestTheAccountIsChangedFromTheKeyboardAndAnotherClientSeesIt(t *testing.T) {
	data, portrait := filepath.Join(t.TempDir(), "data"), portraitFile(t)
	ends := true
	for _, step := range []struct {
		name string
		do   func(*driver)
		seen func(mailboxOf) bool
	}{
		{"4.3 replies at once", func(d *driver) {
			d.section(2)
			d.See("Scheduled from Tue 3 Nov 08:00", "Friday 6 November")
			d.Press("e")
			d.Press("left") // On
			d.Press("tab", "tab")
			d.Type("Gone sailing. ")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("Automatic replies are on", "Gone sailing.", "Changed the automatic replies")
		}, func(m mailboxOf) bool {
			return m.replies.Status == model.RepliesAlwaysEnabled && strings.HasPrefix(m.replies.InternalReplyMessage, "<p>Gone sailing. I am")
		}},
		{"4.3 replies by schedule", func(d *driver) {
			d.section(2)
			d.Press("enter", "right", "tab") // By schedule
			d.wipe()
			d.Type("today 8:00")
			d.Press("tab")
			d.wipe()
			d.Type("fri 18:00")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("Automatic replies are on until Fri 23 Oct 17:00") // six in London
		}, func(m mailboxOf) bool {
			end, err := m.replies.ScheduledEndDateTime.Time()
			return err == nil && m.replies.Status == model.RepliesScheduled && end.Equal(time.Date(2026, 10, 23, 17, 0, 0, 0, time.UTC))
		}},
		{"4.3 replies off, by undo after a restart too", func(d *driver) {
			d.section(0)
			d.Press("a") // nothing is switched from another section
			d.See("Automatic replies are on", "a turns them off")
			d.Press("a")
			d.Pass(time.Second)
			d.DontSee("Automatic replies are on")
			d.Press("u", "U")
			d.Pass(time.Second)
			d.DontSee("Automatic replies are on")
		}, func(m mailboxOf) bool { return m.settings.AutomaticRepliesSetting.Status == model.RepliesDisabled }},
		{"4.3 time zone", func(d *driver) {
			d.section(3)
			d.Press("j", "enter")
			d.Pass(time.Second)
			d.Type("atlantic/azores")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Set the time zone to Atlantic/Azores", "Azores Standard Time")
		}, func(m mailboxOf) bool { // the public interface has the names of Windows
			zone, err := model.IANAName(m.zone)
			return err == nil && zone == "Atlantic/Azores"
		}},
		{"4.3 language", func(d *driver) {
			d.section(3)
			d.Press("enter")
			d.Type("portuguese (por")
			d.Press("enter")
			d.Pass(time.Second)
			d.Press("r") // by its own address
			d.Pass(time.Second)
			d.See("Portuguese (Portugal), pt-PT", "Atlantic/Azores")
		}, func(m mailboxOf) bool { return m.language.Locale == "pt-PT" }},
		{"4.3 dates and times", func(d *driver) {
			d.section(3)
			d.Press("j", "j", "enter")
			d.Type("yyyy-MM-dd")
			d.Press("enter")
			d.Pass(time.Second)
			d.Press("j", "enter")
			d.Type("h:mm tt")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("2026-10-22", "9:5")
		}, func(m mailboxOf) bool {
			return m.settings.DateFormat == "yyyy-MM-dd" && m.settings.TimeFormat == "h:mm tt"
		}},
		{"working hours", func(d *driver) {
			d.section(4)
			d.Press("e")
			d.wipe()
			d.Type("tue to sat")
			d.Press("tab")
			d.wipe()
			d.Type("8:30")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("Tue to Sat", "08:30")
		}, func(m mailboxOf) bool {
			return slices.Equal(m.settings.WorkingHours.DaysOfWeek, []string{"tuesday", "wednesday", "thursday", "friday", "saturday"}) &&
				m.settings.WorkingHours.StartTime == "08:30:00.0000000"
		}},
		{"overrides: POST", func(d *driver) {
			d.section(5)
			d.Press("n")
			d.Type("Harbour <harbour@coast.example>")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("harbour@coast.example", "Mail of Harbour is focused")
		}, func(m mailboxOf) bool { return m.class("harbour@coast.example") == model.Focused }},
		{"4.6 overrides: PATCH", func(d *driver) {
			d.section(5)
			d.Press("o") // Harbour is the first by name
			d.Pass(time.Second)
			d.See("Mail of Harbour is other")
		}, func(m mailboxOf) bool { return m.class("harbour@coast.example") == model.Other }},
		{"overrides: DELETE, undone", func(d *driver) {
			d.section(5)
			d.Press("d")
			d.Pass(time.Second)
			d.DontSee("harbour@coast.example")
			d.Press("u")
			d.Pass(time.Second)
			d.See("harbour@coast.example")
			d.Press("U")
			d.Pass(time.Second)
		}, func(m mailboxOf) bool { return m.class("harbour@coast.example") == "" && len(m.overrides) == 4 }},
		{"4.1 grants by the person's path", scopeAdded("", "contacts.readwrite"), func(m mailboxOf) bool {
			return m.withScopes("User.Read Calendars.ReadWrite Contacts.Read Contacts.ReadWrite") == 1
		}},
		{"4.1 grants by the organization's path", scopeAdded("v", "mail.send"), func(m mailboxOf) bool {
			return m.withScopes("User.Read Calendars.ReadWrite Contacts.Read Contacts.ReadWrite Mail.Send") == 1
		}},
		{"4.1 grants by the drive's path", scopeAdded("vv", "files.readwrite"), func(m mailboxOf) bool {
			return m.withScopes("User.Read Calendars.ReadWrite Contacts.Read Contacts.ReadWrite Mail.Send Files.ReadWrite") == 1
		}},
		{"4.1 grants: another end", func(d *driver) {
			d.section(6)
			d.Press("e")
			d.Pass(time.Second)
			if d.public { // permissions do not end there
				d.See("May")
				d.DontSee("Until", "Whom")
				ends = false
				return
			}
			d.Press("shift+tab")
			d.wipe()
			d.Type("2026-12-24")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("until Thu 24 Dec")
		}, func(m mailboxOf) bool {
			return !ends || slices.ContainsFunc(m.grants, func(g model.PermissionGrant) bool {
				return g.ExpiryTime != nil && g.ExpiryTime.Equal(time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC))
			})
		}},
		{"grants: POST", func(d *driver) {
			d.section(6)
			d.Press("n")
			d.Type("toaster")
			d.Press("tab")
			d.Type("mailboxes")
			d.Press("tab")
			d.Type("Mail.Read")
			d.See("read your mail")
			d.Press("ctrl+s")
			d.Pass(time.Second)
			d.See("You: program toaster")
		}, func(m mailboxOf) bool { return len(m.grants) == 5 && m.withScopes("Mail.Read") == 1 }},
		{"grants: DELETE, undone and done again", func(d *driver) {
			d.section(6)
			d.Press("d")
			d.Pass(time.Second)
			d.Press("u")
			d.Pass(time.Second)
			d.Press("U")
			d.Pass(time.Second)
		}, func(m mailboxOf) bool { return len(m.grants) == 4 }},
		{"categories: POST", func(d *driver) {
			d.section(7)
			d.See("Atlas", "Blue")
			d.Press("n")
			d.Type("Regatta")
			d.Press("enter")
			d.Type("dark green")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Added the category Regatta", "Dark green")
		}, func(m mailboxOf) bool {
			return slices.ContainsFunc(m.categories, func(c model.OutlookCategory) bool {
				return c.DisplayName == "Regatta" && c.Color == "preset19"
			})
		}},
		{"categories: PATCH, and DELETE undone", func(d *driver) {
			d.section(7)
			d.Press("e")
			d.Type("cranberry")
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Changed the colour of Atlas")
			d.Press("d")
			d.Pass(time.Second)
			d.See("Deleted the category Atlas")
			d.Press("u")
			d.Pass(time.Second)
			d.See("Atlas")
		}, func(m mailboxOf) bool {
			return slices.ContainsFunc(m.categories, func(c model.OutlookCategory) bool {
				return c.DisplayName == "Atlas" && c.Color == "preset9"
			})
		}},
		{"the photo set", func(d *driver) {
			d.section(0)
			d.See("256 x 256 pixels", "Lena Lindqvist")
			d.Press("p")
			d.Type(portrait)
			d.Press("enter")
			d.Pass(time.Second)
			d.See("Set your photo", "96 x 64 pixels, image/png")
		}, func(m mailboxOf) bool { return m.photo.Width == 96 && m.photo.Height == 64 }},
		{"the photo taken away, and undone", func(d *driver) {
			d.section(0)
			d.Press("X")
			d.Pass(time.Second)
			d.See("none; p chooses one")
			d.Press("u")
			d.Pass(time.Second)
			d.See("96 x 64 pixels")
		}, func(m mailboxOf) bool { return m.photo.Width == 96 }},
		{"4.11 the manager, opened among the people", func(d *driver) {
			d.section(0)
			d.Press("j", "j", "enter")
			d.Pass(time.Second)
			d.See("VP Engineering", "Organization")
		}, func(mailboxOf) bool { return true }},
	} {
		if !t.Run(step.name, func(t *testing.T) {
			journey(t, setup{Data: data}, step.do)
			if m := look(t, data); !step.seen(m) {
				t.Errorf("another client sees %+v; replies %+v", m, m.replies)
			}
		}) {
			return // what follows builds on it
		}
	}
}

// scopeAdded marks one more scope of the first grant that is listed, by the
// path that so many keys lead to.
func scopeAdded(keys, scope string) func(*driver) {
	return func(d *driver) {
		d.section(6)
		for _, k := range keys {
			d.Press(string(k))
		}
		d.See("read your contacts and their photos")
		d.Press("enter")
		d.Pass(time.Second)
		d.Type(scope)
		d.Press("tab", "enter")
		d.Pass(time.Second)
		d.See("Changed what program")
	}
}
