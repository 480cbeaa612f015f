package account

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/identity"
	"daybook/views/photofile"
	"daybook/views/viewtest"
)

func TestWhoYouAreAndWhoIsAround(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.See("Ann Avery", "Engineering Manager", "+44 7700 900101", "Lena Lindqvist", "1 report", "Bo Berg", "none; p chooses one")
	b.Do("right", "down", "down", "down", "open")
	if len(b.Opened) != 1 || b.Opened[0].Screen != views.People || b.Opened[0].Item != (views.ShowPerson{Address: "bo@contoso.example"}) {
		t.Errorf("opened %+v, want Bo among the people", b.Opened)
	}
}

func TestRepliesAreTurnedOnAndOffWithABannerAndUndone(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.DontSee("Automatic replies are on")
	b.Do("replies") // from another section: nothing is switched
	if len(b.service.calls) > 0 || len(b.Steps) > 0 || b.here() != section(b.replies) {
		t.Fatalf("told %q from another section, shown %s", b.service.calls, b.here().facts().id)
	}
	b.Says("a once more")
	b.Do("replies")
	b.See("Automatic replies are on", "a turns them off")
	b.open("you", "")
	b.See("Automatic replies are on", "a goes to them")
	b.open("replies", "")
	if got := b.service.settings.AutomaticRepliesSetting.Status; got != model.RepliesAlwaysEnabled {
		t.Errorf("the status is %q", got)
	}
	b.Run(b.Revert(b.Steps[0]))
	b.DontSee("Automatic replies are on")
	b.Run(b.Reapply(b.Steps[0]))
	b.Do("replies")
	if got := b.service.settings.AutomaticRepliesSetting.Status; got != model.RepliesDisabled || b.Steps[1].Label != "Turned automatic replies off" {
		t.Errorf("the status is %q after %+v", got, b.Steps)
	}
}

func TestTheScheduleIsWrittenInWordsAndSaysUntilWhen(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("replies", "status")
	b.Do("edit")
	b.Type("b") // By schedule
	b.See("changed; was Off")
	b.Keys("tab")
	b.clear()
	b.Type("today 7:00")
	b.Keys("tab")
	b.clear()
	b.Type("last friday")
	b.Keys("tab")
	b.See("the end must be after the start")
	b.Keys("shift+tab")
	b.clear()
	b.Type("27 nov 18:00")
	b.save()
	b.See("Automatic replies are on until Fri 27 Nov 18:00", "On, by schedule")
	got := b.service.settings.AutomaticRepliesSetting
	if end, ok := instantOf(got.ScheduledEndDateTime); !ok || !end.Equal(time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)) || got.ScheduledEndDateTime.TimeZone != "Europe/London" {
		t.Errorf("the end is %+v", got.ScheduledEndDateTime)
	}
	if got.InternalReplyMessage != "<p>I am away.</p>" {
		t.Errorf("a reply that was not touched became %q", got.InternalReplyMessage)
	}
}

func TestATimeAloneStaysOnTheDayOfTheSchedule(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	for _, c := range []struct{ start, end, says string }{
		{"24 dec 9:00", "18:00", "2026-12-24T18:00"}, // on the day of the start
		{"24 dec 9:00", "2 jan 2027 17:00", "2027-01-02T17:00"},
		{"10:00", "18:00", "2027-01-02T18:00"}, // each on its own day
	} {
		b.open("replies", "status")
		b.Do("edit")
		b.Type("b") // By schedule
		for _, words := range []string{c.start, c.end} {
			b.Keys("tab")
			b.clear()
			b.Type(words)
		}
		b.save()
		got := b.service.settings.AutomaticRepliesSetting
		if !strings.HasPrefix(got.ScheduledStartDateTime.DateTime, "2026-12-24") || !strings.HasPrefix(got.ScheduledEndDateTime.DateTime, c.says) {
			t.Errorf("%q to %q is %v to %v, want until %s", c.start, c.end, got.ScheduledStartDateTime, got.ScheduledEndDateTime, c.says)
		}
	}
}

func TestARepliesTextIsWrittenInTheEditorAndKeptAsHTML(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("replies", "external")
	b.Do("open")
	b.Desktop.Editor = func(string) string { return "Back on <Monday>.\nReally.\n\nAnn\n" }
	b.Do("editor")
	if !slices.Equal(b.Desktop.Edited, []string{"I am away & offline.\n\nAnn"}) {
		t.Errorf("the editor was given %q", b.Desktop.Edited)
	}
	b.See("changed")
	b.save()
	if got, want := b.service.settings.AutomaticRepliesSetting.ExternalReplyMessage, "<p>Back on &lt;Monday&gt;.<br>Really.</p><p>Ann</p>"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	b.See("Back on <Monday>.", "Really.")
}

func TestEscAsksBeforeItThrowsAwayWhatWasTyped(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("replies", "internal")
	b.Do("edit")
	b.Type("Hm. ")
	b.Keys("esc")
	b.See("Leave the form?")
	b.Keys("esc")
	b.See("Hm. ")
	b.Keys("esc")
	b.Keys("down")
	b.Keys("enter")
	if b.dialog.IsOpen() || len(b.service.calls) != 0 {
		t.Errorf("the form is open: %v; told the service %v", b.dialog.IsOpen(), b.service.calls)
	}
	b.Do("edit")
	b.Keys("esc")
	if b.dialog.IsOpen() {
		t.Error("a form in which nothing changed asked before it closed")
	}
}

func TestLanguageZoneAndFormatsArePickedOrTyped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	for _, c := range []struct{ row, typed, want string }{
		{"zone", "berlin", "Europe/Berlin"}, {"language", "german (ger", "German (Germany), de-DE"}, {"language", "rm-CH", "rm-CH"},
		{"date", "16 nove", "d MMMM yyyy, 16 November 2026"}, {"date", "yyyy-MM-dd", "2026-11-16"}, {"time", "h:mm tt", "7:05 AM"},
	} {
		b.open("region", c.row)
		b.Do("open")
		b.Type(c.typed)
		b.Keys("enter")
		b.See(c.want)
	}
	if s := b.service.settings; s.TimeZone != "Europe/Berlin" || s.Language.Locale != "rm-CH" || s.DateFormat != "yyyy-MM-dd" || s.TimeFormat != "h:mm tt" {
		t.Errorf("the service has %+v, %+v", s, s.Language)
	}
	for i := len(b.Steps) - 1; i >= 0; i-- {
		b.Run(b.Revert(b.Steps[i]))
	}
	if s := b.service.settings; s.TimeZone != "Europe/London" || s.Language.Locale != "en-GB" || s.DateFormat != "dd/MM/yyyy" || s.TimeFormat != "HH:mm" {
		t.Errorf("undone, the service has %+v, %+v", s, s.Language)
	}
}

func TestASettingIsReadAgainByItsOwnAddress(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.service.settings.TimeZone = "Asia/Tokyo"
	b.open("region", "zone")
	b.Do("refresh")
	b.See("Asia/Tokyo")
	b.open("replies", "")
	b.Do("refresh")
	if want := []string{"language", "zone", "replies"}; !slices.Equal(b.service.calls, want) {
		t.Errorf("asked %v, want %v", b.service.calls, want)
	}
}

func TestWorkingHoursAreWords(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("hours", "days")
	b.See("Mon to Fri", "09:00", "17:30")
	b.Do("open")
	b.clear()
	b.Type("mon-thu, sat")
	b.Keys("tab")
	b.See("Mon to Thu, Sat; was Mon to Fri")
	b.clear()
	b.Type("8 am")
	b.Keys("tab")
	b.clear()
	b.Type("7:00")
	b.save()
	b.See("the end must be after the start")
	b.clear()
	b.Type("16:00")
	b.Keys("tab")
	b.clear()
	b.Type("atlantis")
	b.save()
	b.See("is no zone")
	b.clear()
	b.Type("new york")
	b.See("America/New_York, now")
	b.save()
	h := b.service.settings.WorkingHours
	if want := []string{"monday", "tuesday", "wednesday", "thursday", "saturday"}; !slices.Equal(h.DaysOfWeek, want) || h.StartTime != "08:00:00.0000000" || h.EndTime != "16:00:00.0000000" ||
		h.TimeZone.Name != "America/New_York" {
		t.Errorf("the service has %+v", h)
	}
}

func TestSendersAreAddedSwitchedRenamedForgottenAndBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("senders", "")
	b.Do("new")
	b.Type("Mo Mensah <mo@contoso.example>")
	b.save()
	b.See("Mo Mensah", "mo@contoso.example")
	b.Do("focused-or-other")
	if o := b.service.overrides[2]; o.ClassifyAs != model.Other {
		t.Errorf("switched, but %+v", o)
	}
	b.Do("edit")
	b.clear()
	b.Type("Mo M <mo@contoso.example>")
	b.save()
	if o := b.service.overrides[2]; o.SenderEmailAddress.Name != "Mo M" || o.ClassifyAs != model.Other {
		t.Errorf("renamed, but %+v", o)
	}
	b.Do("edit")
	b.clear()
	b.Type("mo@trey.example")
	b.save()
	if n := len(b.service.overrides); n != 3 || overrideAt(b.service.overrides, "mo@trey.example") < 0 {
		t.Errorf("moved to another address, but %+v", b.service.overrides)
	}
	b.Do("delete")
	b.DontSee("mo@trey.example")
	for i := len(b.Steps) - 1; i >= 0; i-- {
		b.Run(b.Revert(b.Steps[i]))
	}
	if got := b.service.overrides; len(got) != 2 || got[0].ID != "o1" {
		t.Errorf("all undone, but %+v", got)
	}
	b.Do("new")
	b.Type("accounts@trey.example")
	b.save()
	b.See("this sender is there already: other")
}

func TestWhatWasPressedLastIsWrittenLast(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("senders", "accounts@trey.example")
	first := b.senders.switchClass(0)
	second := b.senders.switchClass(0)
	b.Run(second) // whatever comes back first
	b.Run(first)
	if want := []string{"change o1 focused", "change o1 other"}; !slices.Equal(b.service.calls, want) {
		t.Errorf("told the service %v, want %v", b.service.calls, want)
	}
}

func TestGrantsByEachPathInWords(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("grants", "g1")
	b.See("You: program kettle", "read, add, change and delete your events", "Everybody: program buildbot")
	b.DontSee("kiosk")
	for _, by := range []Path{ByUser, ByDirectory, ByDrive} {
		b.service.calls = nil
		b.open("grants", "g2")
		b.See("not known to this program")
		b.Do("open")
		b.See("Odd.Scope")
		b.Type("files.readwrite.all")
		b.Keys("tab", "enter")
		if want := []string{"grant by " + string(by), "patch by " + string(by)}; !slices.Equal(b.service.calls, want) {
			t.Errorf("told the service %v, want %v", b.service.calls, want)
		}
		if got := b.service.grants[1].Scope; got != "Mail.Send Odd.Scope Files.ReadWrite.All" {
			t.Errorf("by %s the scopes are %q", by, got)
		}
		b.Run(b.Revert(b.Steps[len(b.Steps)-1]))
		if got := b.service.grants[1].Scope; got != "Mail.Send Odd.Scope" {
			t.Errorf("undone by %s the scopes are %q", by, got)
		}
		b.Do("whose-permissions")
	}
	b.Do("whose-permissions")
	b.open("grants", "g3")
	b.See("Bo Berg: program kiosk", "ended Fri 13 Nov")
}

func TestAGrantIsGivenChangedTakenBackAndGivenAgain(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("grants", "")
	b.Do("new")
	b.Type("toaster")
	b.save()
	b.See("needs the id of the service")
	b.Type("mailboxes")
	b.Keys("tab")
	b.Type("Mail.Read")
	b.See("read your mail")
	b.save()
	if g := b.service.grants[len(b.service.grants)-1]; g.ClientID != "toaster" || g.PrincipalID != "ann" || g.ConsentType != forOne {
		t.Fatalf("made %+v; notes %v", g, b.Notices)
	}
	b.open("grants", "g1")
	b.Do("edit")
	b.Keys("shift+tab")
	b.clear()
	b.Type("in 2 months")
	b.save()
	if got := b.service.grants[0].ExpiryTime; got == nil || got.Month() != time.January {
		t.Errorf("it ends %v", got)
	}
	day := *b.service.grants[0].ExpiryTime
	b.Do("edit")
	b.Keys("shift+tab")
	b.clear()
	b.Type("18:15") // on its own day
	b.save()
	if got, want := *b.service.grants[0].ExpiryTime, day; got.YearDay() != want.YearDay() || got.Hour() != 18 || got.Minute() != 15 {
		t.Errorf("it ends %v, want 18:15 on the day of %v", got, want)
	}
	b.Do("delete")
	b.DontSee("kettle")
	deleted := b.Steps[len(b.Steps)-1]
	b.Run(b.Revert(deleted))
	b.See("kettle")
	b.Run(b.Reapply(deleted)) // the grant has another id than the step knows
	if i := grantAt(b.service.grants, model.PermissionGrant{ClientID: "kettle", ConsentType: forOne, PrincipalID: "ann", ResourceID: "mailboxes"}); i >= 0 {
		t.Errorf("taken back again, but %+v is there", b.service.grants[i])
	}
}

func TestCategoriesAreAddedRecolouredDeletedAndAllOfItTakenBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("categories", "")
	b.See("Atlas", "Blue", "No colour", "A new name is put on all")
	b.Do("new")
	b.Type("Regatta")
	b.Keys("enter")
	b.Type("dark green")
	b.Keys("enter")
	b.See("Regatta", "Dark green")
	before := len(b.service.categories)
	if c := b.service.categories[before-1]; before != 3 || c.Color != "preset19" {
		t.Fatalf("made %+v", b.service.categories)
	}
	b.open("categories", "regatta")
	b.Do("edit")
	b.Type("dark blue")
	b.Keys("enter")
	b.See("Regatta", "Dark blue")
	b.Do("delete")
	b.DontSee("Regatta")
	if len(b.service.categories) != 2 || len(b.Steps) != 3 || !strings.Contains(b.Steps[2].Label, "stays on what has it") {
		t.Fatalf("left %+v, steps %v", b.service.categories, b.Steps)
	}
	b.Run(b.Revert(b.Steps[2])) // it is made again, with another id
	b.See("Regatta", "Dark blue")
	b.Run(b.Revert(b.Steps[1]))
	b.See("Regatta", "Dark green")
	b.Run(b.Revert(b.Steps[0]))
	b.DontSee("Regatta")
	if len(b.service.categories) != 2 {
		t.Errorf("all undone, and there are %+v", b.service.categories)
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.See("Regatta", "Dark green")
}

func TestThePhotoIsSetTakenAwayAndBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("set-photo")
	b.Type("/home")
	b.Keys("tab", "enter")
	b.See("48 x 48 pixels")
	b.Do("photo")
	b.See("48 x 48 pixels", "esc back")
	b.Do("left", "remove-photo")
	b.See("none; p chooses one")
	b.Run(b.Revert(b.Steps[1]))
	b.See("48 x 48 pixels")
	b.Run(b.Revert(b.Steps[0]))
	if len(b.service.photo.Data) != 0 {
		t.Errorf("all undone, but there is a photo of %d bytes", len(b.service.photo.Data))
	}
	b.Do("set-photo")
	b.Type("notes.txt")
	b.Keys("enter")
	b.See("› notes.txt", "notes.txt is no photo") // the question stays with the reason
	b.Keys("esc")
	if b.dialog.IsOpen() {
		t.Error("esc does not leave it")
	}
}

func TestARefusedChangeIsTakenBackInWords(t *testing.T) {
	for _, c := range []struct {
		section, key string
		do           func(*bench)
		want         string
	}{
		{"senders", "accounts@trey.example", func(b *bench) { b.Do("delete") }, "Trey Accounts"},
		{"senders", "accounts@trey.example", func(b *bench) { b.Do("new"); b.Type("x@y.example"); b.save() }, "Trey Accounts"},
		{"grants", "g1", func(b *bench) { b.Do("delete") }, "kettle"},
		{"replies", "", func(b *bench) { b.Do("replies") }, "Off"},
		{"you", "", func(b *bench) {
			b.Run(b.you.changePhoto(nil, Photo{Data: face(b.T)}, "Set your photo", ""))
		}, "none; p chooses one"},
	} {
		b := sit(t, 120, 36, viewtest.Dark)
		b.open(c.section, c.key)
		b.service.fail = model.ErrAccessDenied
		c.do(b)
		b.service.fail = nil
		said := slices.ContainsFunc(b.Notices, func(n string) bool { return strings.HasPrefix(n, "Not done: the service does not allow it.") })
		if said == b.dialog.IsOpen() {
			t.Errorf("%s: notes %q, want the reason once", c.section, b.Notices)
		}
		if b.dialog.IsOpen() { // what was filled in is there again
			b.See("x@y.example", "the service does not allow it")
			b.Keys("esc")
			b.Keys("down")
			b.Keys("enter")
		}
		b.Do("refresh")
		b.See(c.want)
		if len(b.Steps) != 0 {
			t.Errorf("%s: steps %v", c.section, b.Steps)
		}
	}
}

func TestWhatCannotBeReadSaysWhatToDoAndKeepsTheRest(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.service.fail = errors.New("no line")
	b.open("senders", "")
	b.Do("refresh")
	b.See("This could not be read: no line. r tries again.", "Trey Accounts")
	b.service.fail = nil
	b.Do("refresh")
	b.DontSee("no line")
}

func TestEmptyListsSayHowTheyAreFilled(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.service.overrides, b.service.grants, b.service.categories = nil, nil, nil
	b.Run(b.reload())
	for section, want := range map[string]string{"senders": "No sender is decided on yet. n adds one", "grants": "No program is permitted anything here", "categories": "There are no categories yet"} {
		b.open(section, "")
		b.See(want)
		b.Do("open", "down", "up", "bottom", "top")
	}
}

func TestTheMouseChoosesAndOpens(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	row := func(words string) int {
		for i, l := range strings.Split(b.Screen(), "\n") {
			if strings.Contains(l, words) {
				return i
			}
		}
		t.Fatalf("no %q\n%s", words, b.Screen())
		return 0
	}
	click := func(x, y int) { b.Take(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	click(5, row("Senders"))
	b.See("Trey Accounts")
	click(60, row("Trey Accounts"))
	click(60, row("Trey Accounts"))
	b.See("Trey Accounts <accounts@trey.example>", "Their mail is")
	click(50, row("Their mail is"))
	b.save()
	if got := b.service.overrides[0].ClassifyAs; got != model.Focused {
		t.Errorf("clicked and kept, it is %q", got)
	}
	b.Take(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelDown})
	b.See("Yours")
}

func TestEveryScopeOfTheInterfaceIsExplained(t *testing.T) {
	for _, name := range []string{"Mailboxsettings.ReadWrite", "MailboxSettings.ReadWrite", "Files.ReadWrite", "Calendars.ReadWrite", "Calendars.Read", "Calendars.Read.Shared", "Calendars.ReadWrite.Shared",
		"Mail.ReadWrite", "Mail.Send", "Contacts.Read", "Contacts.ReadWrite", "Group.ReadWrite.All", "Group.Readwrite.All", "Group.ReadWrite", "Group.Read.All",
		"User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "User.Read", "User.ReadWrite", "Directory.Read.All", "Directory.ReadWrite.All", "Directory.AccessAsUser.All"} {
		if is, ok := known(name); !ok || is.short == "" {
			t.Errorf("%s is not explained", name)
		}
	}
}

func TestExamplesOfFormats(t *testing.T) {
	at := time.Date(2026, 3, 4, 9, 5, 6, 0, time.UTC)
	for pattern, want := range map[string]string{"dd/MM/yyyy": "04/03/2026", "d MMMM yyyy": "4 March 2026", "H:mm": "9:05", "hh:mm tt": "09:05 AM", "ddd d MMM yy": "Wed 4 Mar 26", "": "", "???": "???"} {
		if got := exampleAt(pattern, at); got != want {
			t.Errorf("%q: got %q, want %q", pattern, got, want)
		}
	}
}

func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, o := range []theme.Options{viewtest.Dark, {Name: "light", Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {80, 24}, {81, 24}, {120, 36}, {200, 60}} {
			b := sit(t, size[0], size[1], o)
			b.service.settings.AutomaticRepliesSetting.Status = model.RepliesAlwaysEnabled
			for i, s := range b.sections {
				b.at, b.frame.OnRight = i, true
				for _, id := range []string{"", "left", "right", "down", "bottom", "open", "edit", "new", "set-photo"} {
					b.dialog.Close(b.dialog.Top())
					if a := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == id }); a >= 0 && b.Actions()[a].Can() {
						b.Run(b.Actions()[a].Do(0))
					}
					exact(t, b, fmt.Sprint(size, s.facts().id, id))
				}
			}
			if o.ASCII && strings.ContainsFunc(b.Screen(), func(r rune) bool { return r > 126 }) {
				t.Errorf("%v: not ASCII:\n%s", size, b.Screen())
			}
		}
	}
}

func exact(t *testing.T, b *bench, where string) {
	t.Helper()
	lines := strings.Split(b.Frame(), "\n")
	width, height := b.frame.Size()
	if len(lines) != height {
		t.Errorf("%s: %d lines", where, len(lines))
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w != width {
			t.Errorf("%s: line %d has %d cells: %q", where, i, w, ansi.Strip(l))
		}
	}
}

func TestFrame(t *testing.T) {
	for _, c := range []struct {
		name, section string
		width, height int
		inside        bool
	}{{"you-120x36", "you", 120, 36, true}, {"grants-120x36", "grants", 120, 36, true}, {"sections-80x24", "you", 80, 24, false}, {"replies-80x24", "replies", 80, 24, true}, {"signatures-80x24", "signatures", 80, 24, true}, {"signatures-40x12", "signatures", 40, 12, true}, {"senders-40x12", "senders", 40, 12, true}} {
		b := sit(t, c.width, c.height, theme.Options{Profile: colorprofile.ASCII})
		b.open(c.section, "")
		b.frame.OnRight = c.inside
		b.Run(b.replies.turn(0))
		b.Golden(c.name)
	}
}

func TestAPhotoTooLargeForUndoIsAskedAboutAndHeld(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	was := b.service.photo
	b.Run(b.you.changePhoto(nil, Photo{Data: append(face(t), make([]byte, photofile.Undoable)...)}, "Set your photo", "Set the photo"))
	if len(b.Asked) != 1 || len(b.you.photo.value.Data) > photofile.Undoable {
		t.Fatalf("asked %d times", len(b.Asked))
	}
	b.Run(b.Asked[0].Yes())
	b.Do("refresh")
	if len(b.you.photo.value.Data) < photofile.Undoable || len(b.service.photo.Data) != len(was.Data) || len(b.Steps) != 1 {
		t.Fatalf("held: %d bytes are shown, %d set, steps %d", len(b.you.photo.value.Data), len(b.service.photo.Data), len(b.Steps))
	}
	b.Run(b.Revert(b.Steps[0]))
	b.Moments()
	if len(b.you.photo.value.Data) != len(was.Data) || len(b.service.photo.Data) != len(was.Data) {
		t.Errorf("taken back: %d bytes are shown, %d set", len(b.you.photo.value.Data), len(b.service.photo.Data))
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if len(b.service.photo.Data) < photofile.Undoable || !b.Expired(b.Steps[0]) {
		t.Errorf("after the moment: %d bytes are set", len(b.service.photo.Data))
	}
}

func TestAWrongZoneIsSaidOnce(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("replies", "status")
	b.Do("edit")
	b.Type("b") // By schedule
	b.Keys("tab")
	b.clear()
	b.Type("27 nov 9:00")
	b.Keys("tab")
	b.clear()
	b.Type("28 nov 9:00")
	b.Keys("tab")
	b.clear()
	b.Type("atlantis")
	b.save()
	if n := strings.Count(b.Screen(), "atlantis\" is"); n > 1 || strings.Count(b.Screen(), "is no zone") != 1 {
		t.Errorf("the zone is complained of more than once:\n%s", b.Screen())
	}
	if len(b.service.calls) > 0 {
		t.Errorf("kept nevertheless: %q", b.service.calls)
	}
}

func TestANewSenderIsNotComplainedOfBeforeAnythingIsTyped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("senders", "")
	b.Do("new")
	b.DontSee("needs an address")
	b.Keys("enter")
	b.See("needs an address")
}

func TestSignaturesAreMadeChangedAndUndone(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	saved := func() string {
		list, err := identity.Read(b.Env.State)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, i := range list {
			out = append(out, i.Name+"|"+i.Address+"|"+i.Signature)
		}
		return strings.Join(out, " ")
	}
	b.open("signatures", "")
	b.See("Ann Avery", "no signature", "new letters")
	b.Do("edit")
	b.Keys("tab", "tab")
	b.Type("Ann")
	b.Keys("enter")
	b.Type("Contoso")
	b.save()
	b.See("Contoso")
	b.Do("new")
	b.clear()
	b.Type("Ann at home")
	b.Keys("tab")
	b.clear()
	b.Type("home")
	b.save()
	b.See("is no address")
	b.Type("@ann.example")
	b.See("if your mailbox may send as this address")
	b.Keys("tab", "tab")
	b.Keys("space")
	b.save()
	want := "Ann at home|home@ann.example| Ann Avery|ann@contoso.example|Ann\nContoso"
	if got := saved(); got != want {
		t.Errorf("saved %q, want %q", got, want)
	}
	b.Do("copy")
	if strings.Join(b.Desktop.Copied, " ") != "home@ann.example" {
		t.Errorf("copied %q", b.Desktop.Copied)
	}
	b.Do("delete")
	b.DontSee("home@ann.example")
	b.Do("delete")
	b.Says("Your own address stays")
	b.Undo()
	if got := saved(); got != want {
		t.Errorf("after undo saved %q, want %q", got, want)
	}
}

func TestOnesOwnNameAndAddressAreCopied(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("you", "name")
	b.Do("copy")
	b.open("you", "address")
	b.Do("copy")
	if got := strings.Join(b.Desktop.Copied, " "); got != "Ann Avery ann@contoso.example" {
		t.Errorf("copied %q", got)
	}
}

func TestSomethingIsExported(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("export", "mail f1")
	b.See("All contacts", "Calendars", "Projects/Atlas", "34 messages")
	b.Do("open")
	b.See("Write Projects/Atlas to", "~/Projects-Atlas.mbox")
	b.Keys("enter")
	b.Says("Wrote 34 messages (1 were gone by then) to ~/Projects-Atlas.mbox")
	b.open("export", "contacts ")
	b.Do("open")
	b.See("~/contacts.vcf")
	b.clear()
	b.Type("~/people/")
	b.Keys("enter")
	b.See("add a file's name")
	b.Keys("esc")
	b.service.fail = errors.New("there is a file already")
	b.open("export", "calendar k1")
	b.Do("open")
	b.Keys("enter")
	b.Says("Not exported: there is a file already")
}

func TestAnExportIsStopped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("export", "mail f1")
	b.Hold()
	b.Do("open")
	b.Keys("enter")
	b.See("enter stops")
	if s := b.Status(); !s.Busy || s.Text != "Writing Projects/Atlas" {
		t.Errorf("the status is %+v", s)
	}
	b.open("export", "calendar k1")
	b.Do("open")
	b.Says("is being written")
	b.open("export", "mail f1")
	b.Do("open")
	b.Release()
	b.DontSee("enter stops")
}

func TestACategoryIsRenamedAndUndone(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.open("categories", "atlas")
	b.Do("rename")
	b.clear()
	b.Type("Money")
	b.Keys("enter")
	b.See("there is a category Money already")
	b.clear()
	b.Type("Atlas, old")
	b.Keys("enter")
	b.See("a comma stands between categories")
	b.clear()
	b.Type("Borealis")
	b.Keys("enter")
	b.See("Borealis")
	if i := categoryAt(b.service.categories, "Borealis"); i < 0 || b.service.categories[i].Color != "preset7" {
		t.Fatalf("there are %+v", b.service.categories)
	}
	once := func(when string) {
		t.Helper()
		if len(b.categories.list.value) != len(b.service.categories) {
			t.Errorf("%s %+v are shown of %+v", when, b.categories.list.value, b.service.categories)
		}
	}
	once("renamed")
	b.Undo()
	once("undone")
	if categoryAt(b.service.categories, "Atlas") < 0 || categoryAt(b.service.categories, "Borealis") >= 0 {
		t.Errorf("after undo there are %+v", b.service.categories)
	}
	b.See("Atlas")
}
