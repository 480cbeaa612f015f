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
		d.Press("s")
		d.See("Who sees", "Share it with somebody")
		if size[0] > 40 {
			d.See("Everybody in the organization", "free or busy only", "Cy Chan", "titles and places")
		}
		d.Press("enter")
		d.See("Share \u201cCalendar\u201d", "names or addresses", "titles and places")
		d.Type("bo")
		d.See("Bo Berg", "bo@contoso")
		d.Press("tab", "tab", "right")
		d.See("Bo Berg", "everything")
		d.Press("enter")
		d.wantLog(`share /own with bo@contoso.example as "read"`)
		d.SaysLast("Shared \u201cCalendar\u201d with Bo Berg: everything")
		d.Press("u")
		d.Press("U")
		d.wantLog(`share /own with bo@contoso.example as "read"`, `share /own with bo@contoso.example as ""`, `share /own with bo@contoso.example as "read"`)
	}
}

func TestWhatSomebodySeesIsChangedAndTakenAwayAndComesBack(t *testing.T) {
	d := start(t, sharing(), 120, 34)
	d.Press("s", "down", "down", "enter")
	d.See("Cy Chan sees", "titles and places", "now", "as a delegate, also private", "Share it no longer")
	d.DontSee("nothing")
	d.Type("change")
	d.Press("enter")
	d.SaysLast("Cy Chan sees of \u201cCalendar\u201d: everything, and change it")
	d.Press("s", "down", "down", "enter")
	d.Type("no longer")
	d.Press("enter")
	d.SaysLast("\u201cCalendar\u201d is no longer shared with Cy Chan")
	d.Press("s")
	d.DontSee("Cy Chan")
	d.Press("esc", "u", "u")
	d.wantLog(`share /own with cy@contoso.example as "write"`, `share /own with cy@contoso.example as ""`,
		`share /own with cy@contoso.example as "write"`, `share /own with cy@contoso.example as "limitedRead"`)
	d.Press("s", "down", "enter")
	d.See("Everybody in the organization sees", "nothing")
	d.DontSee("no longer", "delegate")
	d.Type("nothing")
	d.Press("enter")
	if f := d.f; f.shares[0].Role != model.RoleNone {
		t.Errorf("everybody's role is %s", f.shares[0].Role)
	}
}

func TestTheBoxOfASharedCalendarIsOnWhatSomebodySeesNow(t *testing.T) {
	d := start(t, sharing(), 80, 22)
	d.Press("s", "down", "down", "enter")
	if at := dialog.Current(&d.m.dialog); at != model.RoleLimitedRead {
		t.Errorf("the cursor is on %q, want %q\n%s", at, model.RoleLimitedRead, d.Screen())
	}
	d.Press("enter")
	d.wantLog()
}

func TestACalendarThatIsGoneIsNotCalledByItsID(t *testing.T) {
	gone := model.Errorf(model.CodeNotFound, "no calendar has the id %q here", "AAMk7")
	f := sharing()
	f.kept = gone
	d := start(t, f, 120, 34)
	d.Press("s")
	d.SaysLast("Could not read who may see the calendar: it is no longer there")

	f = busyWeek()
	d = start(t, f, 120, 34)
	f.fail = gone
	d.Press("ctrl+r")
	d.SaysLast("Could not read the calendars: one of them is no longer there")
	if said := d.m.Status().Text; strings.Contains(said, "AAMk7") || !strings.Contains(said, "no longer there") {
		t.Errorf("the status line says %q", said)
	}
}

func TestSharingIsOfferedWhereItCanBeDone(t *testing.T) {
	f := sharing()
	f.calendars[0].CanShare = false
	d := start(t, f, 120, 34)
	if d.m.calendars.canShare() {
		t.Error("it is offered where no calendar can be shared")
	}
	d.Press("C")
	d.DontSee("shares")

	f = sharing()
	f.calendars[1].CanShare = true
	d = start(t, f, 120, 34)
	d.Press("s")
	d.See("which one?", "Home")
	d.DontSee("Atlas")
	d.Press("down", "enter")
	d.See("Who sees \u201cHome\u201d")
	d.Press("esc", "C", "alt+s")
	d.See("Who sees \u201cCalendar\u201d") // the one under the cursor
	d.Press("esc", "C", "down", "down")
	if d.m.calendars.canShare() {
		t.Error("it is offered on a group's calendar")
	}
}

func TestWhoSharesACalendarIsMissingQuietly(t *testing.T) {
	f := sharing()
	f.kept = &views.MissingRight{What: "who may see your calendars", Refused: true}
	d := start(t, f, 120, 34)
	d.Press("s")
	d.SaysLast("The organization does not let this account read who may see your calendars.")
	d.DontSee("Who sees")
}

func TestACalendarIsNotSharedWithNobodyOrOneself(t *testing.T) {
	d := start(t, sharing(), 120, 34)
	d.Press("s", "enter", "enter")
	d.See("needs somebody")
	d.Type("ann@contoso.example")
	d.Press("enter")
	d.See("yours already")
	if len(d.f.log) > 0 {
		t.Errorf("the service was told %q", d.f.log)
	}
}

func TestWhoIsNotThereYetIsAddedByTypingTheName(t *testing.T) {
	d := start(t, sharing(), 120, 34)
	d.Press("s")
	d.Type("bo b")
	d.See("Share it with \u201cbo b\u201d")
	d.Press("down", "down", "down", "enter")
	d.See("Share \u201cCalendar\u201d", "bo@contoso.example")
	d.Press("enter", "enter")
	d.wantLog(`share /own with bo@contoso.example as "limitedRead"`)
}

func TestARefusalToShareIsSaidAndTheOthersStand(t *testing.T) {
	f := sharing()
	d := start(t, f, 120, 34)
	d.Press("s", "enter")
	f.refuse = model.Errorf(model.CodeAccessDenied, "sharing is switched off")
	d.Type("bo@contoso.example,")
	d.Press("enter")
	d.SaysLast("sharing is switched off")
	if len(d.Steps) != 0 {
		t.Errorf("the log has %v", d.Steps)
	}
}

func TestAStepOfACalendarThatIsGoneSharesNoOther(t *testing.T) {
	f := sharing()
	f.calendars[1].CanShare = true
	d := start(t, f, 120, 34)
	d.Press("s", "down", "enter", "down", "down", "enter")
	d.Type("no longer")
	d.Press("enter")
	f.calendars = f.calendars[:1]
	d.Press("ctrl+r", "u")
	d.SaysLast("not there any more")
	for _, line := range f.log {
		if strings.Contains(line, "/own") {
			t.Errorf("the service was told %q", f.log)
		}
	}
}
