package week

import (
	"strings"
	"testing"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
)

// sharing is a busy week whose calendar shows everybody the times, and Cy the
// titles.
func sharing() *fake {
	f := busyWeek()
	everybody := permission(model.EmailAddress{Name: model.MyOrganization}, model.RoleFreeBusyRead)
	everybody.ID, everybody.IsRemovable, everybody.AllowedRoles = "all", false, model.CalendarRoles(true, true)
	f.shares = []model.CalendarPermission{everybody, permission(person("Cy Chan"), model.RoleLimitedRead)}
	return f
}

func TestACalendarIsSharedByNameAndThatIsTakenBack(t *testing.T) {
	for _, size := range [][2]int{{120, 34}, {80, 22}, {40, 10}} {
		f := sharing()
		d := start(t, f, size[0], size[1])
		d.press("s")
		d.see("Who sees", "Share it with somebody")
		if size[0] > 40 {
			d.see("Everybody in the organization", "free or busy only", "Cy Chan", "titles and places")
		}
		d.press("enter")
		d.see("Share \u201cCalendar\u201d", "names or addresses", "titles and places")
		d.typed("bo")
		d.see("Bo Berg", "bo@contoso")
		d.press("tab", "tab", "right")
		d.see("Bo Berg", "everything")
		d.press("enter")
		d.wantLog(`share /own with bo@contoso.example as "read"`)
		d.wantNotice("Shared \u201cCalendar\u201d with Bo Berg: everything")
		d.press("u")
		d.press("U")
		d.wantLog(`share /own with bo@contoso.example as "read"`, `share /own with bo@contoso.example as ""`, `share /own with bo@contoso.example as "read"`)
	}
}

func TestWhatSomebodySeesIsChangedAndTakenAwayAndComesBack(t *testing.T) {
	d := start(t, sharing(), 120, 34)
	d.press("s", "down", "down", "enter")
	d.see("Cy Chan sees", "titles and places", "now", "as a delegate, also private", "Share it no longer")
	d.dontSee("nothing")
	d.typed("change")
	d.press("enter")
	d.wantNotice("Cy Chan sees of \u201cCalendar\u201d: everything, and change it")
	d.press("s", "down", "down", "enter")
	d.typed("no longer")
	d.press("enter")
	d.wantNotice("\u201cCalendar\u201d is no longer shared with Cy Chan")
	d.press("s")
	d.dontSee("Cy Chan")
	d.press("esc", "u", "u")
	d.wantLog(`share /own with cy@contoso.example as "write"`, `share /own with cy@contoso.example as ""`,
		`share /own with cy@contoso.example as "write"`, `share /own with cy@contoso.example as "limitedRead"`)
	d.press("s", "down", "enter")
	d.see("Everybody in the organization sees", "nothing")
	d.dontSee("no longer", "delegate")
	d.typed("nothing")
	d.press("enter")
	if f := d.f; f.shares[0].Role != model.RoleNone {
		t.Errorf("everybody's role is %s", f.shares[0].Role)
	}
}

func TestTheBoxOfASharedCalendarIsOnWhatSomebodySeesNow(t *testing.T) {
	d := start(t, sharing(), 80, 22)
	d.press("s", "down", "down", "enter")
	if at := dialog.Current(&d.m.dialog); at != model.RoleLimitedRead {
		t.Errorf("the cursor is on %q, want %q\n%s", at, model.RoleLimitedRead, d.screen())
	}
	d.press("enter")
	d.wantLog()
}

func TestSharingIsOfferedWhereItCanBeDone(t *testing.T) {
	f := sharing()
	f.calendars[0].CanShare = false
	d := start(t, f, 120, 34)
	if d.m.calendars.canShare() {
		t.Error("it is offered where no calendar can be shared")
	}
	d.press("C")
	d.dontSee("shares")

	f = sharing()
	f.calendars[1].CanShare = true
	d = start(t, f, 120, 34)
	d.press("s")
	d.see("which one?", "Home")
	d.dontSee("Atlas")
	d.press("down", "enter")
	d.see("Who sees \u201cHome\u201d")
	d.press("esc", "C", "alt+s")
	d.see("Who sees \u201cCalendar\u201d") // the one under the cursor
	d.press("esc", "C", "down", "down")
	if d.m.calendars.canShare() {
		t.Error("it is offered on a group's calendar")
	}
}

func TestWhoSharesACalendarIsMissingQuietly(t *testing.T) {
	f := sharing()
	f.kept = &views.MissingRight{What: "who may see your calendars", Refused: true}
	d := start(t, f, 120, 34)
	d.press("s")
	d.wantNotice("The organization does not let this account read who may see your calendars.")
	d.dontSee("Who sees")
}

func TestACalendarIsNotSharedWithNobodyOrOneself(t *testing.T) {
	d := start(t, sharing(), 120, 34)
	d.press("s", "enter", "enter")
	d.see("needs somebody")
	d.typed("ann@contoso.example")
	d.press("enter")
	d.see("yours already")
	if len(d.f.log) > 0 {
		t.Errorf("the service was told %q", d.f.log)
	}
}

func TestWhoIsNotThereYetIsAddedByTypingTheName(t *testing.T) {
	d := start(t, sharing(), 120, 34)
	d.press("s")
	d.typed("bo b")
	d.see("Share it with \u201cbo b\u201d")
	d.press("down", "down", "down", "enter")
	d.see("Share \u201cCalendar\u201d", "bo@contoso.example")
	d.press("enter", "enter")
	d.wantLog(`share /own with bo@contoso.example as "limitedRead"`)
}

func TestARefusalToShareIsSaidAndTheOthersStand(t *testing.T) {
	f := sharing()
	d := start(t, f, 120, 34)
	d.press("s", "enter")
	f.refuse = model.Errorf(model.CodeAccessDenied, "sharing is switched off")
	d.typed("bo@contoso.example,")
	d.press("enter")
	d.wantNotice("sharing is switched off")
	if len(d.done) != 0 {
		t.Errorf("the log has %v", d.done)
	}
}

func TestAStepOfACalendarThatIsGoneSharesNoOther(t *testing.T) {
	f := sharing()
	f.calendars[1].CanShare = true
	d := start(t, f, 120, 34)
	d.press("s", "down", "enter", "down", "down", "enter")
	d.typed("no longer")
	d.press("enter")
	f.calendars = f.calendars[:1]
	d.press("ctrl+r", "u")
	d.wantNotice("not there any more")
	for _, line := range f.log {
		if strings.Contains(line, "/own") {
			t.Errorf("the service was told %q", f.log)
		}
	}
}
