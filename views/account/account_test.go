package account

import (
	"errors"
	"fmt"
	"os"
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
	"daybook/views/photofile"
)

func TestWhoYouAreAndWhoIsAround(t *testing.T) {
	b := sit(t, 120, 40, dark)
	b.see("Ann Avery", "Engineering Manager", "+44 7700 900101", "Lena Lindqvist", "1 report", "Bo Berg", "none; p chooses one")
	b.press("right", "down", "open")
	if len(b.opened) != 1 || b.opened[0].Screen != views.People || b.opened[0].Item != (views.ShowPerson{Address: "bo@contoso.example"}) {
		t.Errorf("opened %+v, want Bo among the people", b.opened)
	}
}

func TestRepliesAreTurnedOnAndOffWithABannerAndUndone(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.dontSee("Automatic replies are on")
	b.press("replies")
	b.see("Automatic replies are on", "turns them off")
	if got := b.service.settings.AutomaticRepliesSetting.Status; got != model.RepliesAlwaysEnabled {
		t.Errorf("the status is %q", got)
	}
	b.run(b.Revert(b.steps[0]))
	b.dontSee("Automatic replies are on")
	b.run(b.Reapply(b.steps[0]))
	b.press("replies")
	if got := b.service.settings.AutomaticRepliesSetting.Status; got != model.RepliesDisabled || b.steps[1].Label != "Turned automatic replies off" {
		t.Errorf("the status is %q after %+v", got, b.steps)
	}
}

func TestTheScheduleIsWrittenInWordsAndSaysUntilWhen(t *testing.T) {
	b := sit(t, 120, 40, dark)
	b.open("replies", "status")
	b.press("edit")
	b.write("b") // By schedule
	b.see("changed; was Off")
	b.key(tea.KeyTab)
	b.clear()
	b.write("today 7:00")
	b.key(tea.KeyTab)
	b.clear()
	b.write("last friday")
	b.key(tea.KeyTab)
	b.see("the end must be after the start")
	b.take(tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift})
	b.clear()
	b.write("27 nov 18:00")
	b.save()
	b.see("Automatic replies are on until Fri 27 Nov 18:00", "On, by schedule")
	got := b.service.settings.AutomaticRepliesSetting
	if end, ok := instantOf(got.ScheduledEndDateTime); !ok || !end.Equal(time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC)) || got.ScheduledEndDateTime.TimeZone != "Europe/London" {
		t.Errorf("the end is %+v", got.ScheduledEndDateTime)
	}
	if got.InternalReplyMessage != "<p>I am away.</p>" {
		t.Errorf("a reply that was not touched became %q", got.InternalReplyMessage)
	}
}

func TestATimeAloneStaysOnTheDayOfTheSchedule(t *testing.T) {
	b := sit(t, 120, 40, dark)
	for _, c := range []struct{ start, end, says string }{
		{"24 dec 9:00", "18:00", "2026-12-24T18:00"}, // on the day of the start
		{"24 dec 9:00", "2 jan 2027 17:00", "2027-01-02T17:00"},
		{"10:00", "18:00", "2027-01-02T18:00"}, // each on its own day
	} {
		b.open("replies", "status")
		b.press("edit")
		b.write("b") // By schedule
		for _, words := range []string{c.start, c.end} {
			b.key(tea.KeyTab)
			b.clear()
			b.write(words)
		}
		b.save()
		got := b.service.settings.AutomaticRepliesSetting
		if !strings.HasPrefix(got.ScheduledStartDateTime.DateTime, "2026-12-24") || !strings.HasPrefix(got.ScheduledEndDateTime.DateTime, c.says) {
			t.Errorf("%q to %q is %v to %v, want until %s", c.start, c.end, got.ScheduledStartDateTime, got.ScheduledEndDateTime, c.says)
		}
	}
}

func TestARepliesTextIsWrittenInTheEditorAndKeptAsHTML(t *testing.T) {
	b := sit(t, 120, 40, dark)
	b.open("replies", "external")
	b.press("open")
	b.desk.write = "Back on <Monday>.\nReally.\n\nAnn\n"
	b.press("editor")
	if b.desk.got != "I am away & offline.\n\nAnn" {
		t.Errorf("the editor was given %q", b.desk.got)
	}
	b.see("changed")
	b.save()
	if got, want := b.service.settings.AutomaticRepliesSetting.ExternalReplyMessage, "<p>Back on &lt;Monday&gt;.<br>Really.</p><p>Ann</p>"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	b.see("Back on <Monday>.", "Really.")
}

func TestEscAsksBeforeItThrowsAwayWhatWasTyped(t *testing.T) {
	b := sit(t, 120, 40, dark)
	b.open("replies", "internal")
	b.press("edit")
	b.write("Hm. ")
	b.key(tea.KeyEscape)
	b.see("Leave the form?")
	b.key(tea.KeyEscape)
	b.see("Hm. ")
	b.key(tea.KeyEscape)
	b.key(tea.KeyDown)
	b.key(tea.KeyEnter)
	if b.dialog.IsOpen() || len(b.service.calls) != 0 {
		t.Errorf("the form is open: %v; told the service %v", b.dialog.IsOpen(), b.service.calls)
	}
	b.press("edit")
	b.key(tea.KeyEscape)
	if b.dialog.IsOpen() {
		t.Error("a form in which nothing changed asked before it closed")
	}
}

func TestLanguageZoneAndFormatsArePickedOrTyped(t *testing.T) {
	b := sit(t, 120, 36, dark)
	for _, c := range []struct{ row, typed, want string }{
		{"zone", "berlin", "Europe/Berlin"}, {"language", "german (ger", "German (Germany), de-DE"}, {"language", "rm-CH", "rm-CH"},
		{"date", "16 nove", "d MMMM yyyy, 16 November 2026"}, {"date", "yyyy-MM-dd", "2026-11-16"}, {"time", "h:mm tt", "7:05 AM"},
	} {
		b.open("region", c.row)
		b.press("open")
		b.write(c.typed)
		b.key(tea.KeyEnter)
		b.see(c.want)
	}
	if s := b.service.settings; s.TimeZone != "Europe/Berlin" || s.Language.Locale != "rm-CH" || s.DateFormat != "yyyy-MM-dd" || s.TimeFormat != "h:mm tt" {
		t.Errorf("the service has %+v, %+v", s, s.Language)
	}
	for i := len(b.steps) - 1; i >= 0; i-- {
		b.run(b.Revert(b.steps[i]))
	}
	if s := b.service.settings; s.TimeZone != "Europe/London" || s.Language.Locale != "en-GB" || s.DateFormat != "dd/MM/yyyy" || s.TimeFormat != "HH:mm" {
		t.Errorf("undone, the service has %+v, %+v", s, s.Language)
	}
}

func TestASettingIsReadAgainByItsOwnAddress(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.service.settings.TimeZone = "Asia/Tokyo"
	b.open("region", "zone")
	b.press("refresh")
	b.see("Asia/Tokyo")
	b.open("replies", "")
	b.press("refresh")
	if want := []string{"language", "zone", "replies"}; !slices.Equal(b.service.calls, want) {
		t.Errorf("asked %v, want %v", b.service.calls, want)
	}
}

func TestWorkingHoursAreWords(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.open("hours", "days")
	b.see("Mon to Fri", "09:00", "17:30")
	b.press("open")
	b.clear()
	b.write("mon-thu, sat")
	b.key(tea.KeyTab)
	b.see("Mon to Thu, Sat; was Mon to Fri")
	b.clear()
	b.write("8 am")
	b.key(tea.KeyTab)
	b.clear()
	b.write("7:00")
	b.save()
	b.see("the end must be after the start")
	b.clear()
	b.write("16:00")
	b.key(tea.KeyTab)
	b.clear()
	b.write("atlantis")
	b.save()
	b.see("is no zone")
	b.clear()
	b.write("new york")
	b.see("America/New_York, now")
	b.save()
	h := b.service.settings.WorkingHours
	if want := []string{"monday", "tuesday", "wednesday", "thursday", "saturday"}; !slices.Equal(h.DaysOfWeek, want) || h.StartTime != "08:00:00.0000000" || h.EndTime != "16:00:00.0000000" ||
		h.TimeZone.Name != "America/New_York" {
		t.Errorf("the service has %+v", h)
	}
}

func TestSendersAreAddedSwitchedRenamedForgottenAndBack(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.open("senders", "")
	b.press("new")
	b.write("Mo Mensah <mo@contoso.example>")
	b.save()
	b.see("Mo Mensah", "mo@contoso.example")
	b.press("focused-or-other")
	if o := b.service.overrides[2]; o.ClassifyAs != model.Other {
		t.Errorf("switched, but %+v", o)
	}
	b.press("edit")
	b.clear()
	b.write("Mo M <mo@contoso.example>")
	b.save()
	if o := b.service.overrides[2]; o.SenderEmailAddress.Name != "Mo M" || o.ClassifyAs != model.Other {
		t.Errorf("renamed, but %+v", o)
	}
	b.press("edit")
	b.clear()
	b.write("mo@trey.example")
	b.save()
	if n := len(b.service.overrides); n != 3 || overrideAt(b.service.overrides, "mo@trey.example") < 0 {
		t.Errorf("moved to another address, but %+v", b.service.overrides)
	}
	b.press("delete")
	b.dontSee("mo@trey.example")
	for i := len(b.steps) - 1; i >= 0; i-- {
		b.run(b.Revert(b.steps[i]))
	}
	if got := b.service.overrides; len(got) != 2 || got[0].ID != "o1" {
		t.Errorf("all undone, but %+v", got)
	}
	b.press("new")
	b.write("accounts@trey.example")
	b.save()
	b.see("this sender is there already: other")
}

func TestWhatWasPressedLastIsWrittenLast(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.open("senders", "accounts@trey.example")
	first := b.senders.switchClass(0)
	second := b.senders.switchClass(0)
	b.run(second) // whatever comes back first
	b.run(first)
	if want := []string{"change o1 focused", "change o1 other"}; !slices.Equal(b.service.calls, want) {
		t.Errorf("told the service %v, want %v", b.service.calls, want)
	}
}

func TestGrantsByEachPathInWords(t *testing.T) {
	b := sit(t, 120, 40, dark)
	b.open("grants", "g1")
	b.see("You: program kettle", "read, add, change and delete your events", "Everybody: program buildbot")
	b.dontSee("kiosk")
	for _, by := range []Path{ByUser, ByDirectory, ByDrive} {
		b.service.calls = nil
		b.open("grants", "g2")
		b.see("not known to this program")
		b.press("open")
		b.see("Odd.Scope")
		b.write("files.readwrite.all")
		b.key(tea.KeyTab, tea.KeyEnter)
		if want := []string{"grant by " + string(by), "patch by " + string(by)}; !slices.Equal(b.service.calls, want) {
			t.Errorf("told the service %v, want %v", b.service.calls, want)
		}
		if got := b.service.grants[1].Scope; got != "Mail.Send Odd.Scope Files.ReadWrite.All" {
			t.Errorf("by %s the scopes are %q", by, got)
		}
		b.run(b.Revert(b.steps[len(b.steps)-1]))
		if got := b.service.grants[1].Scope; got != "Mail.Send Odd.Scope" {
			t.Errorf("undone by %s the scopes are %q", by, got)
		}
		b.press("whose-permissions")
	}
	b.press("whose-permissions")
	b.open("grants", "g3")
	b.see("Bo Berg: program kiosk", "ended 13 Nov 2026")
}

func TestAGrantIsGivenChangedTakenBackAndGivenAgain(t *testing.T) {
	b := sit(t, 120, 40, dark)
	b.open("grants", "")
	b.press("new")
	b.write("toaster")
	b.save()
	b.see("needs the id of the service")
	b.write("mailboxes")
	b.key(tea.KeyTab)
	b.write("Mail.Read")
	b.see("read your mail")
	b.save()
	if g := b.service.grants[len(b.service.grants)-1]; g.ClientID != "toaster" || g.PrincipalID != "ann" || g.ConsentType != forOne {
		t.Fatalf("made %+v; notes %v", g, b.notes)
	}
	b.open("grants", "g1")
	b.press("edit")
	b.take(tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift})
	b.clear()
	b.write("in 2 months")
	b.save()
	if got := b.service.grants[0].ExpiryTime; got == nil || got.Month() != time.January {
		t.Errorf("it ends %v", got)
	}
	day := *b.service.grants[0].ExpiryTime
	b.press("edit")
	b.take(tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift})
	b.clear()
	b.write("18:15") // on its own day
	b.save()
	if got, want := *b.service.grants[0].ExpiryTime, day; got.YearDay() != want.YearDay() || got.Hour() != 18 || got.Minute() != 15 {
		t.Errorf("it ends %v, want 18:15 on the day of %v", got, want)
	}
	b.press("delete")
	b.dontSee("kettle")
	deleted := b.steps[len(b.steps)-1]
	b.run(b.Revert(deleted))
	b.see("kettle")
	b.run(b.Reapply(deleted)) // the grant has another id than the step knows
	if i := grantAt(b.service.grants, model.PermissionGrant{ClientID: "kettle", ConsentType: forOne, PrincipalID: "ann", ResourceID: "mailboxes"}); i >= 0 {
		t.Errorf("taken back again, but %+v is there", b.service.grants[i])
	}
}

func TestCategoriesAreAddedRecolouredDeletedAndAllOfItTakenBack(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.open("categories", "")
	b.see("Atlas", "Blue", "No colour", "it cannot change")
	b.press("new")
	b.write("Regatta")
	b.key(tea.KeyEnter)
	b.write("dark green")
	b.key(tea.KeyEnter)
	b.see("Regatta", "Dark green")
	before := len(b.service.categories)
	if c := b.service.categories[before-1]; before != 3 || c.Color != "preset19" {
		t.Fatalf("made %+v", b.service.categories)
	}
	b.open("categories", "regatta")
	b.press("edit")
	b.write("dark blue")
	b.key(tea.KeyEnter)
	b.see("Regatta", "Dark blue")
	b.press("delete")
	b.dontSee("Regatta")
	if len(b.service.categories) != 2 || len(b.steps) != 3 || !strings.Contains(b.steps[2].Label, "stays on what has it") {
		t.Fatalf("left %+v, steps %v", b.service.categories, b.steps)
	}
	b.run(b.Revert(b.steps[2])) // it is made again, with another id
	b.see("Regatta", "Dark blue")
	b.run(b.Revert(b.steps[1]))
	b.see("Regatta", "Dark green")
	b.run(b.Revert(b.steps[0]))
	b.dontSee("Regatta")
	if len(b.service.categories) != 2 {
		t.Errorf("all undone, and there are %+v", b.service.categories)
	}
	b.run(b.Reapply(b.steps[0]))
	b.see("Regatta", "Dark green")
}

func TestThePhotoIsSetTakenAwayAndBack(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.press("set-photo")
	b.write("/home")
	b.key(tea.KeyTab, tea.KeyEnter)
	b.see("48 x 48 pixels")
	b.press("photo")
	b.see("48 x 48 pixels", "esc back")
	b.press("left", "remove-photo")
	b.see("none; p chooses one")
	b.run(b.Revert(b.steps[1]))
	b.see("48 x 48 pixels")
	b.run(b.Revert(b.steps[0]))
	if len(b.service.photo.Data) != 0 {
		t.Errorf("all undone, but there is a photo of %d bytes", len(b.service.photo.Data))
	}
	b.press("set-photo")
	b.write("notes.txt")
	b.key(tea.KeyEnter)
	b.see("› notes.txt", "notes.txt is no photo") // the question stays with the reason
	b.key(tea.KeyEscape)
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
		{"senders", "accounts@trey.example", func(b *bench) { b.press("delete") }, "Trey Accounts"},
		{"senders", "accounts@trey.example", func(b *bench) { b.press("new"); b.write("x@y.example"); b.save() }, "Trey Accounts"},
		{"grants", "g1", func(b *bench) { b.press("delete") }, "kettle"},
		{"replies", "", func(b *bench) { b.press("replies") }, "Off"},
		{"you", "", func(b *bench) {
			b.run(b.you.changePhoto(nil, Photo{Data: face(b.t)}, "Set your photo", ""))
		}, "none; p chooses one"},
	} {
		b := sit(t, 120, 36, dark)
		b.open(c.section, c.key)
		b.service.fail = model.ErrAccessDenied
		c.do(b)
		b.service.fail = nil
		if b.dialog.IsOpen() { // what was filled in is there again
			b.see("x@y.example", model.ErrAccessDenied.Error())
			b.key(tea.KeyEscape)
			b.key(tea.KeyDown)
			b.key(tea.KeyEnter)
		}
		b.press("refresh")
		b.see(c.want)
		if len(b.steps) != 0 || !slices.ContainsFunc(b.notes, func(n string) bool { return strings.HasPrefix(n, "Not done: ") }) {
			t.Errorf("%s: steps %v, notes %q", c.section, b.steps, b.notes)
		}
	}
}

func TestWhatCannotBeReadSaysWhatToDoAndKeepsTheRest(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.service.fail = errors.New("no line")
	b.open("senders", "")
	b.press("refresh")
	b.see("This could not be read: no line. r tries again.", "Trey Accounts")
	b.service.fail = nil
	b.press("refresh")
	b.dontSee("no line")
}

func TestEmptyListsSayHowTheyAreFilled(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.service.overrides, b.service.grants, b.service.categories = nil, nil, nil
	b.run(b.reload())
	for section, want := range map[string]string{"senders": "No sender is decided on yet. n adds one", "grants": "No program is permitted anything here", "categories": "There are no categories yet"} {
		b.open(section, "")
		b.see(want)
		b.press("open", "down", "up", "bottom", "top")
	}
}

func TestTheMouseChoosesAndOpens(t *testing.T) {
	b := sit(t, 120, 36, dark)
	row := func(words string) int {
		for i, l := range strings.Split(b.screen(), "\n") {
			if strings.Contains(l, words) {
				return i
			}
		}
		t.Fatalf("no %q\n%s", words, b.screen())
		return 0
	}
	click := func(x, y int) { b.take(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	click(5, row("Senders"))
	b.see("Trey Accounts")
	click(60, row("Trey Accounts"))
	click(60, row("Trey Accounts"))
	b.see("Trey Accounts <accounts@trey.example>", "Their mail is")
	click(50, row("Their mail is"))
	b.save()
	if got := b.service.overrides[0].ClassifyAs; got != model.Focused {
		t.Errorf("clicked and kept, it is %q", got)
	}
	b.take(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelDown})
	b.see("Yours")
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
	for _, o := range []theme.Options{dark, {Name: "light", Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {80, 24}, {81, 24}, {120, 36}, {200, 60}} {
			b := sit(t, size[0], size[1], o)
			b.service.settings.AutomaticRepliesSetting.Status = model.RepliesAlwaysEnabled
			for i, s := range b.sections {
				b.at, b.frame.OnRight = i, true
				for _, id := range []string{"", "left", "right", "down", "bottom", "open", "edit", "new", "set-photo"} {
					b.dialog.Close(b.dialog.Top())
					if a := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == id }); a >= 0 && b.Actions()[a].Can() {
						b.run(b.Actions()[a].Do(0))
					}
					exact(t, b, fmt.Sprint(size, s.facts().id, id))
				}
			}
			if o.ASCII && strings.ContainsFunc(b.screen(), func(r rune) bool { return r > 126 }) {
				t.Errorf("%v: not ASCII:\n%s", size, b.screen())
			}
		}
	}
}

func exact(t *testing.T, b *bench, where string) {
	t.Helper()
	lines := strings.Split(b.View(), "\n")
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
	}{{"you-120x36", "you", 120, 36, true}, {"grants-120x36", "grants", 120, 36, true}, {"sections-80x24", "you", 80, 24, false}, {"replies-80x24", "replies", 80, 24, true}, {"senders-40x12", "senders", 40, 12, true}} {
		b := sit(t, c.width, c.height, theme.Options{Profile: colorprofile.ASCII})
		b.open(c.section, "")
		b.frame.OnRight = c.inside
		b.press("replies")
		name, got := "testdata/"+c.name+".golden", b.screen()
		if os.Getenv("UPDATE_GOLDENS") != "" {
			if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil || string(want) != got {
			t.Errorf("%s (UPDATE_GOLDENS=1 writes it): %v; got\n%s", name, err, got)
		}
	}
}

func TestAPhotoTooLargeForUndoIsAskedAboutAndHeld(t *testing.T) {
	b := sit(t, 120, 36, dark)
	was := b.service.photo
	b.run(b.you.changePhoto(nil, Photo{Data: append(face(t), make([]byte, photofile.Undoable)...)}, "Set your photo", "Set the photo"))
	if len(b.asked) != 1 || len(b.you.photo.value.Data) > photofile.Undoable {
		t.Fatalf("asked %d times", len(b.asked))
	}
	b.run(b.asked[0].Yes())
	b.press("refresh")
	if len(b.you.photo.value.Data) < photofile.Undoable || len(b.service.photo.Data) != len(was.Data) || len(b.steps) != 1 {
		t.Fatalf("held: %d bytes are shown, %d set, steps %d", len(b.you.photo.value.Data), len(b.service.photo.Data), len(b.steps))
	}
	b.run(b.Revert(b.steps[0]))
	b.pass()
	if len(b.you.photo.value.Data) != len(was.Data) || len(b.service.photo.Data) != len(was.Data) {
		t.Errorf("taken back: %d bytes are shown, %d set", len(b.you.photo.value.Data), len(b.service.photo.Data))
	}
	b.run(b.Reapply(b.steps[0]))
	b.pass()
	if len(b.service.photo.Data) < photofile.Undoable || !b.Expired(b.steps[0]) {
		t.Errorf("after the moment: %d bytes are set", len(b.service.photo.Data))
	}
}
