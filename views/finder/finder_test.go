package finder

import (
	"cmp"
	"context"
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
	"daybook/views/viewtest"
)

var london = mustZone("Europe/London")

func mustZone(name string) *time.Location {
	loc, err := model.LoadZone(name)
	if err != nil {
		panic(err)
	}
	return loc
}

// now is a Monday morning before anybody works.
var now = time.Date(2026, 11, 16, 7, 5, 0, 0, london)

type fake struct {
	schedules map[string]model.ScheduleInformation
	asked     []model.MeetingTimesRequest
	booked    []model.Event
	cancelled []string
	fail      error
	unknown   error // why nobody is known
	refuse    error // of booking
	attached  []string
	looked    [][]string // for whom calendars were read, and when
	public    bool
	declines  string // the address of a room that does at once
}

func at(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, london) }

func schedule(address, zone string, spans ...model.BusySpan) model.ScheduleInformation {
	s := model.ScheduleInformation{ScheduleID: address, WorkingHours: &model.WorkingHours{
		DaysOfWeek: []string{"monday", "tuesday", "wednesday", "thursday", "friday"},
		StartTime:  "09:00:00.0000000", EndTime: "17:00:00.0000000", TimeZone: model.TimeZoneBase{Name: zone},
	}}
	for _, b := range spans {
		s.ScheduleItems = append(s.ScheduleItems, model.ScheduleItem{Status: b.Status.String(), Start: dateTime(b.Start), End: dateTime(b.End)})
	}
	return s
}

func busy(day, from, to int) model.BusySpan {
	return model.BusySpan{Start: at(day, from, 0), End: at(day, to, 0), Status: model.StatusBusy}
}

func newFake() *fake {
	f := &fake{schedules: map[string]model.ScheduleInformation{}}
	for _, s := range []model.ScheduleInformation{
		schedule("ann@contoso.example", "Europe/London", busy(16, 10, 11), busy(17, 9, 10)),
		schedule("bo@contoso.example", "Europe/Berlin", busy(16, 9, 12), model.BusySpan{Start: at(17, 9, 0), End: at(17, 17, 0), Status: model.StatusTentative}),
		schedule("cy@contoso.example", "Atlantic/Azores", busy(16, 13, 15)),
		schedule("hood@contoso.example", "Europe/London", busy(16, 14, 16)),
		{ScheduleID: "fay@elsewhere.example", Error: &model.FreeBusyError{Message: "not readable", ResponseCode: "ErrorAccessDenied"}},
	} {
		f.schedules[s.ScheduleID] = s
	}
	return f
}

func (f *fake) Schedules(_ context.Context, addresses []string, from, to time.Time) ([]model.ScheduleInformation, error) {
	f.looked = append(f.looked, append(slices.Clone(addresses), from.In(london).Format("2 Jan 15:04"), to.In(london).Format("2 Jan 15:04")))
	var out []model.ScheduleInformation
	for _, a := range addresses {
		out = append(out, f.schedules[a])
	}
	return out, f.fail
}

func (f *fake) Suggest(_ context.Context, r model.MeetingTimesRequest) (model.MeetingTimeSuggestionsResult, error) {
	f.asked = append(f.asked, r)
	return model.MeetingTimeSuggestionsResult{}, errors.New("not asked in this test")
}

func (f *fake) Candidates(context.Context) ([]Candidate, error) {
	if f.unknown != nil {
		return nil, f.unknown
	}
	person := func(name, address string) Candidate {
		return Candidate{Address: model.EmailAddress{Name: name, Address: address}}
	}
	return []Candidate{
		person("Ann Avery", "ann@contoso.example"), person("Bo Berg", "bo@contoso.example"), person("Cy Chan", "cy@contoso.example"),
		{Address: model.EmailAddress{Name: "Hood", Address: "hood@contoso.example"}, Room: true, Detail: "8 seats"},
	}, nil
}

func (f *fake) Book(_ context.Context, e model.Event) (model.Event, error) {
	f.booked = append(f.booked, e)
	e.ID = fmt.Sprint("event", len(f.booked))
	for i := range e.Attendees {
		if e.Attendees[i].EmailAddress.Address == f.declines {
			e.Attendees[i].Status = &model.ResponseStatus{Response: model.ResponseDeclined}
		}
	}
	return e, cmp.Or(f.refuse, f.fail)
}

func (f *fake) People(_ context.Context, beginning string) ([]model.EmailAddress, error) {
	return []model.EmailAddress{{Name: "Cy Chan", Address: "cy@contoso.example"}}, nil
}

func (f *fake) Rooms(context.Context, string) ([]model.EmailAddress, error) {
	return []model.EmailAddress{{Name: "Hood", Address: "hood@contoso.example"}}, nil
}

func (f *fake) Categories(context.Context) ([]string, error) { return []string{"Blue", "Green"}, nil }

func (f *fake) Public() bool { return f.public }

func (f *fake) CheckFile(path string) error {
	if path == "/gone.pdf" {
		return errors.New("/gone.pdf is not there")
	}
	return nil
}

func (f *fake) Attach(_ context.Context, id, path string) error {
	if path == "/large.pdf" {
		return errors.New("large.pdf is too large")
	}
	f.attached = append(f.attached, id+" "+path)
	return nil
}

func (f *fake) Cancel(_ context.Context, id, _ string) error {
	f.cancelled = append(f.cancelled, id)
	return f.fail
}

// bench is the screen with hands on it.
type bench struct {
	*Model
	*viewtest.Driver
	service *fake
}

func sit(t testing.TB, width, height int, o theme.Options) *bench {
	t.Helper()
	b := &bench{Driver: viewtest.New(t, viewtest.Options{Theme: o, Now: now, Zone: london, ID: "new", State: viewtest.Memory{}}), service: newFake()}
	b.Model = New(b.Env, b.service, Options{Me: model.EmailAddress{Name: "Ann Avery", Address: "ann@contoso.example"}, Weeks: 2})
	b.work.Later = b.Later
	b.Show(b.Model, width, height)
	b.Run(b.Focus())
	return b
}

func (b *bench) ask(addresses ...string) {
	b.Run(b.Open(views.FindTime{With: addresses, Subject: "Design review"}))
}

func TestTheFirstSuggestionIsTheBestAndBookable(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example")
	b.Do("best-suggestion")
	// On Monday 16 Bo is busy until 12 and Cy, an hour behind, from 13: the
	// only hour between is the first in which all are free and at work.
	if want := at(16, 12, 0); !b.line.at.Equal(want) {
		t.Errorf("best: got %v, want %v", b.line.at, want)
	}
	b.Do("book")
	b.Type("Plan")
	b.Keys("ctrl+s")
	if len(b.service.booked) != 1 || len(b.Steps) != 1 {
		t.Fatalf("booked %d, steps %d\n%s", len(b.service.booked), len(b.Steps), b.Screen())
	}
	e := b.service.booked[0]
	if e.Subject != "Design reviewPlan" || len(e.Attendees) != 2 || e.Start.DateTime != "2026-11-16T12:00:00.0000000" || e.Start.TimeZone != "Europe/London" {
		t.Errorf("booked %+v", e)
	}
	if !e.ResponseRequested || !e.AllowNewTimeProposals {
		t.Errorf("answers are asked for: %t, other times allowed: %t, want both", e.ResponseRequested, e.AllowNewTimeProposals)
	}
	b.Run(b.Revert(b.Steps[0]))
	if !slices.Equal(b.service.cancelled, []string{"event1"}) {
		t.Errorf("cancelled %v", b.service.cancelled)
	}
}

func TestARefusedBookingIsFilledInOnceMore(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.service.refuse = errors.New("the calendar is full")
	b.Do("best-suggestion", "book")
	b.Keys("ctrl+s")
	if len(b.Steps) != 0 || b.Pending() != 0 || !slices.Contains(b.Notices, "Not booked: the calendar is full") {
		t.Errorf("%d steps, %d pending, notes %q", len(b.Steps), b.Pending(), b.Notices)
	}
	if s := b.Screen(); !strings.Contains(s, "16 Nov 2026 12:00") || !strings.Contains(s, "Design review") {
		t.Errorf("the form is not open again:\n%s", s)
	}
	b.service.refuse = nil
	b.Keys("ctrl+s")
	if len(b.Steps) != 1 {
		t.Errorf("%d steps after it was booked all the same", len(b.Steps))
	}
}

func TestAMeetingThatIsBookedAgainIsCancelledUnderItsNewID(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.Keys("ctrl+s")
	step := b.Steps[0]
	b.Run(b.Revert(step))
	b.Run(b.Reapply(step))
	b.Run(b.Revert(step))
	if want := []string{"event1", "event2"}; !slices.Equal(b.service.cancelled, want) {
		t.Errorf("cancelled %q, want %q", b.service.cancelled, want)
	}
	if e := b.service.booked[1]; e.ID != "" || e.Subject != "Design review" {
		t.Errorf("booked again %+v, want the same meeting without an id", e)
	}
}

func TestAMeetingThatIsGoneIsNotCalledByItsID(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.Press("ctrl+s")
	b.service.fail = model.Errorf(model.CodeNotFound, "no event has the id %q", "event1")
	b.Run(b.Revert(b.Steps[0]))
	if want := "Not cancelled: the meeting is no longer there"; !slices.Contains(b.Notices, want) {
		t.Errorf("notices %q, want %q", b.Notices, want)
	}
}

func TestUndoWaitsForTheBookingsAnswer(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("book")
	b.Type("x")
	check := viewtest.Update(b.Model, viewtest.Key("ctrl+s"))
	booking := viewtest.Update(b.Model, check())
	if b.Pending() != 1 {
		t.Errorf("%d steps wait for the service, want 1", b.Pending())
	}
	b.Run(booking)
	if b.Pending() != 0 || len(b.service.booked) != 1 {
		t.Errorf("%d steps wait, %d meetings booked", b.Pending(), len(b.service.booked))
	}
}

func TestAClickTakesThePersonInThatLineAlsoFurtherDown(t *testing.T) {
	b := sit(t, 120, 18, viewtest.Dark)
	for i := range 30 {
		b.meeting.add(Candidate{Address: model.EmailAddress{Name: fmt.Sprint("Person ", i), Address: fmt.Sprintf("p%d@contoso.example", i)}})
	}
	b.Run(b.search.changed())
	b.row = 20
	for y, line := range strings.Split(b.Screen(), "\n") {
		if strings.Contains(line, "Person 20 ") {
			b.Take(tea.MouseClickMsg{X: 3, Y: y, Button: tea.MouseLeft})
			break
		}
	}
	if got := b.meeting.people[b.row].address.Name; got != "Person 20" {
		t.Errorf("the click took %q, want Person 20", got)
	}
}

func TestASubjectIsTheBookingsAndNotTheSearchs(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.Type(" thrown away")
	b.Keys("esc", "down", "enter")
	b.DontSee("thrown away", "Leave the form?")
	b.Do("book")
	b.DontSee("thrown away")
	b.Type(" booked")
	b.Keys("ctrl+s")
	if e := b.service.booked; len(e) != 1 || e[0].Subject != "Design review booked" {
		t.Fatalf("booked %+v", e)
	}
	b.Undo()
	b.DontSee("review booked")
	b.See("Design review")
}

func TestWhomAnotherScreenNamedAreLetGoUntilTheyAreChanged(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example")
	b.See("Bo Berg", "Cy Chan")
	b.Run(b.Anew())
	b.DontSee("Bo Berg", "Cy Chan")
	b.Do("best-suggestion", "book")
	b.DontSee("Design review")
	b.Keys("esc")
	b.ask("bo@contoso.example", "cy@contoso.example")
	b.Do("down", "remove")
	b.Run(b.Anew())
	b.See("Cy Chan")
	b.DontSee("Bo Berg")
}

func TestASlotThatWasTakenMeanwhileIsAskedAbout(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion")
	b.service.schedules["bo@contoso.example"] = schedule("bo@contoso.example", "Europe/Berlin", busy(16, 9, 17))
	b.Do("book")
	b.Keys("ctrl+s")
	if len(b.service.booked) != 0 || len(b.Asked) != 1 || !strings.Contains(b.Asked[0].Detail.String(), "Bo Berg") {
		t.Fatalf("booked %d, asked %+v", len(b.service.booked), b.Asked)
	}
	b.See("Design review") // the form stays for who does not agree
	b.Run(b.Asked[0].Yes())
	if len(b.service.booked) != 1 || b.dialog.IsOpen() {
		t.Error("agreed, but not booked")
	}
}

// Whoever goes on typing has not asked: of all changes in a row the last alone
// is sent to the service.
func TestTheServiceIsAskedOnceTheHandsRest(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("longer", "longer")
	if len(b.service.asked) > 0 || b.Pauses() < 3 {
		t.Fatalf("asked %d times while the hands move, %d pauses began", len(b.service.asked), b.Pauses())
	}
	b.Moments()
	if len(b.service.asked) != 1 || b.service.asked[0].MeetingDuration != "PT1H30M" {
		t.Errorf("asked %+v, want once, for the length that stands", b.service.asked)
	}
}

func TestWhatCannotBeReadIsUnknownAndNeverFree(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("fay@elsewhere.example")
	if len(b.search.list) != 0 {
		t.Errorf("an unknown calendar was taken for free: %+v", b.search.list[0])
	}
	if s := b.Screen(); !strings.Contains(s, "No time fits") || !strings.Contains(s, "lower to 49%") {
		t.Errorf("no way out is shown:\n%s", s)
	}
	b.Do("minimum")
	if len(b.search.list) == 0 || b.meeting.minimum != 49 {
		t.Errorf("after m: %d suggestions at %g%%", len(b.search.list), b.meeting.minimum)
	}
}

func TestKeysChangeTheMeetingAtOnce(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "hood@contoso.example")
	before := b.search.total
	b.Do("longer", "longer")
	if b.meeting.length != 90*time.Minute || b.search.total >= before {
		t.Errorf("longer: %v, %d of %d suggestions", b.meeting.length, b.search.total, before)
	}
	b.Do("hours")
	if b.search.total <= before {
		t.Errorf("at any hour: %d suggestions, before %d", b.search.total, before)
	}
	b.Do("hours", "down", "optional")
	if b.meeting.people[1].kind != optional {
		t.Errorf("kind: %v", b.meeting.people[1].kind)
	}
	b.Do("remove")
	if len(b.meeting.people) != 2 {
		t.Errorf("people: %d", len(b.meeting.people))
	}
}

func TestTheLeastChanceIsTyped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example")
	for typed, want := range map[string]float64{"70": 70, "70 %": 70, " 74,5%": 74.5, "100%": 100, "0": 0} {
		b.Do("minimum")
		b.Type(typed)
		b.Keys("enter")
		if b.dialog.IsOpen() || b.meeting.minimum != want {
			t.Errorf("%q: %g, want %g", typed, b.meeting.minimum, want)
			b.dialog.Close(b.dialog.Top())
		}
		for _, s := range b.search.list {
			if s.Confidence < want {
				t.Errorf("%q finds a time of %g", typed, s.Confidence)
			}
		}
	}
	for _, typed := range []string{"NaN", "101", "-1", "half", "1e400", "%"} {
		b.Do("minimum")
		b.Type(typed)
		b.Keys("enter")
		if !b.dialog.IsOpen() || b.meeting.minimum < 0 || b.meeting.minimum > 100 {
			t.Errorf("%q was taken: %g", typed, b.meeting.minimum)
		}
		b.dialog.Close(b.dialog.Top())
	}
}

func TestAChanceIsNeverShownAsMoreThanItIs(t *testing.T) {
	for percent, want := range map[float64]string{100: "100%", 74.5: "74.5%", 200. / 3: "66.6%", 49: "49%", 0: "0%", 250. / 3: "83.3%", 24.5: "24.5%"} {
		if got := percentText(percent); got != want {
			t.Errorf("%v is written %q, want %q", percent, got, want)
		}
	}
}

func TestTheTimeThatIsSearchedIsTyped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example")
	set := func(typed string) {
		b.Do("window")
		b.Keys("ctrl+u")
		b.Type(typed)
		b.Keys("enter")
	}
	for typed, want := range map[string][2]time.Time{
		"mon..fri 17:00":      {at(23, 0, 0), at(27, 17, 0)},
		"wed 9:00..thu 12:00": {at(18, 9, 0), at(19, 12, 0)},
		"next week":           {at(23, 0, 0), at(30, 0, 0)},
		"today":               {at(16, 7, 15), at(17, 0, 0)},
		"tomorrow 13:00":      {at(17, 13, 0), at(18, 0, 0)},
		"":                    {at(16, 7, 15), at(30, 0, 0)},
	} {
		set(typed)
		if from, to := b.line.window(); b.dialog.IsOpen() || !from.Equal(want[0]) || !to.Equal(want[1]) {
			t.Errorf("%q searches %v to %v, want %v", typed, from, to, want)
			b.dialog.Close(b.dialog.Top())
		}
		from, to := b.line.window()
		for _, s := range b.search.list {
			if s.Start.Before(from) || s.End.After(to) {
				t.Errorf("%q finds %v, which is outside", typed, s.Start)
			}
		}
		if b.line.at.Before(from) || b.line.at.After(to) {
			t.Errorf("%q leaves the cursor at %v", typed, b.line.at)
		}
	}
	set("wed..thu")
	for _, typed := range []string{"yesterday", "soon", "fri..wed 2020-01-01", "1 jan 2031", "today..1 mar", "..", "thu.."} {
		set(typed)
		if from, _ := b.line.window(); !b.dialog.IsOpen() || !from.Equal(at(18, 0, 0)) {
			t.Errorf("%q was taken: from %v", typed, from)
		}
		b.dialog.Close(b.dialog.Top())
	}
	if !strings.Contains(b.Screen(), "wed..thu, work hours") {
		t.Errorf("it is not said what is searched:\n%s", b.Screen())
	}
}

func TestHoursStandApart(t *testing.T) {
	b := sit(t, 160, 40, viewtest.Dark)
	for range zooms {
		for _, off := range []bool{false, true} {
			b.meeting.off = off
			b.search.compute()
			p := b.painter()
			for _, days := range p.days {
				for _, hour := range strings.Fields(strings.ReplaceAll(ansi.Strip(p.hourNames(days)), "│", " ")) {
					if len(hour) != 2 {
						t.Fatalf("zoom %v: %q", time.Duration(b.line.zoom), ansi.Strip(p.hourNames(days)))
					}
				}
			}
		}
		b.Do("zoom")
	}
}

func TestDaysStandUnderEachOtherWhereThereIsRoom(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	p := b.painter()
	if len(p.days) < 3 {
		t.Fatalf("%d blocks of days in 28 lines:\n%s", len(p.days), b.Screen())
	}
	var all []day
	for _, days := range p.days {
		all = append(all, days...)
	}
	for i, d := range all[1:] {
		if d.date <= all[i].date {
			t.Errorf("%v stands behind %v", d.date, all[i].date)
		}
	}
	// A click in the third block chooses a start of one of its days.
	want := p.days[2][1].columns[4].from
	x := namesWidth + 1 + dayWidth(p.days[2][0]) + 1 + 4
	b.Click(x, p.gridAt.Y+2*(p.block+1)+3)
	if !b.line.at.Equal(want) || b.row != 1 {
		t.Errorf("the click chose %v and row %d, want %v and 1", b.line.at, b.row, want)
	}
	// The cursor is in sight wherever it goes.
	for range 12 {
		b.Do("next-day")
		seen := false
		for _, days := range b.painter().days {
			for _, d := range days {
				seen = seen || d.date == model.DateIn(b.line.at.In(london))
			}
		}
		if !seen {
			t.Errorf("%v is not in sight", b.line.at)
		}
	}
}

func TestFootRowAndListAgreeOnHours(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example")
	b.meeting.minimum = 0
	b.search.compute()
	off := 0
	for _, d := range b.line.days() {
		for _, c := range d.columns {
			i, ok := b.search.grid.Find(c.from)
			if !ok {
				continue
			}
			b.line.at = c.from
			_, _, row := b.search.chance(c)
			percent, terms := b.painter().sum()
			if (row == possible) != b.search.grid.Passes(i) || (percent != "") != (row == possible) {
				t.Errorf("%v: the row says %v, the search %v, the foot %q", c.from, row, b.search.grid.Passes(i), ansi.Strip(percent+terms))
			}
			if row == offHours {
				off++
			}
		}
	}
	if off == 0 || !strings.Contains(ansi.Strip(b.painter().chanceLine(b.painter().days[0])), "░") {
		t.Error("off-hours are not drawn")
	}
}

func TestTheGridAndTheListAgree(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example", "hood@contoso.example")
	for i, s := range b.search.list {
		at, ok := b.search.grid.Find(s.Start)
		if !ok || !b.search.grid.Passes(at) || b.search.grid.Confidence(at) != s.Confidence {
			t.Errorf("suggestion %d at %v: the grid says %v %v", i, s.Start, ok, b.search.grid.Confidence(at))
		}
	}
}

func TestZoomingNeverChangesWhichTimesAreFound(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example")
	starts := func() (all []string) {
		for _, s := range b.search.list {
			all = append(all, s.Start.Format("Mon 15:04"))
		}
		return all
	}
	want, at, total := starts(), b.line.at, b.search.total
	if len(want) == 0 {
		t.Fatal("nothing is found")
	}
	for range zooms {
		b.Do("zoom")
		between := 0 // columns between the starts that are searched
		if got := starts(); !slices.Equal(got, want) || b.search.total != total || !b.line.at.Equal(at) {
			t.Errorf("at %v: found %d, %v, want %d, %v", time.Duration(b.line.zoom), b.search.total, got, total, want)
		}
		for _, d := range b.line.days() {
			for _, c := range d.columns { // a column says what its own start is worth
				i, ok := b.search.grid.Find(c.from)
				percent, _, says := b.search.chance(c)
				shown := says == possible
				if ok && b.line.zoom != wholeDays && shown && percent != b.search.grid.Confidence(i) {
					t.Errorf("at %v: the column of %v shows %v, the search says %v", time.Duration(b.line.zoom), c.from, percent, b.search.grid.Confidence(i))
				}
				if shown && c.from.Minute()%30 != 0 {
					between++
				}
			}
		}
		if (b.line.zoom == quarters) != (between > 0) {
			t.Errorf("at %v: %d columns between the starts that are searched show a chance", time.Duration(b.line.zoom), between)
		}
	}
}

func TestTheCursorMovesOverDaysAndKeepsToTheFuture(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("left", "left", "previous-day")
	if b.line.at.Before(now) {
		t.Errorf("the cursor went into the past: %v", b.line.at)
	}
	b.line.at = at(20, 16, 0) // a Friday
	b.Do("next-day")
	if got := model.DateIn(b.line.at.In(london)); got.Weekday() != time.Monday {
		t.Errorf("the day after a Friday: %v", b.line.at)
	}
}

func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, o := range []theme.Options{viewtest.Dark, {Name: "light", Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {80, 24}, {120, 36}, {200, 60}} {
			b := sit(t, size[0], size[1], o)
			b.ask("bo@contoso.example", "cy@contoso.example", "hood@contoso.example", "fay@elsewhere.example")
			for _, open := range []string{"", "add-people", "book"} {
				if open != "" {
					b.Do(open)
				}
				lines := strings.Split(b.Frame(), "\n")
				if len(lines) != size[1] {
					t.Errorf("%v %q: %d lines", size, open, len(lines))
				}
				for i, l := range lines {
					if w := ansi.StringWidth(l); w != size[0] {
						t.Errorf("%v %q: line %d has %d cells", size, open, i, w)
					}
				}
				b.dialog.Close(b.dialog.Top())
			}
			if plain := b.env.Theme.Glyphs.Typeset(b.Screen()); o.ASCII && strings.IndexFunc(plain, func(r rune) bool { return r > 126 }) >= 0 {
				t.Errorf("%v: not ASCII:\n%s", size, b.Screen())
			}
		}
	}
}

func TestFrame(t *testing.T) {
	for _, size := range [][2]int{{120, 30}, {80, 24}, {50, 16}, {40, 12}} {
		b := sit(t, size[0], size[1], theme.Options{Profile: colorprofile.ASCII})
		b.ask("bo@contoso.example", "cy@contoso.example", "fay@elsewhere.example", "hood@contoso.example")
		b.Do("best-suggestion")
		b.Golden(fmt.Sprintf("%dx%d", size[0], size[1]))
	}
}

func TestADirectoryThatFailedIsReadWhenTheLineIsBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.service.unknown = errors.New("no line")
	b.Run(b.Init())
	b.directory.known, b.service.unknown = nil, nil
	b.Take(views.Refreshed{})
	if len(b.directory.known) == 0 {
		t.Error("nobody is known still")
	}
	b.directory.known = nil
	if b.Run(b.Update(views.Refreshed{})); len(b.directory.known) != 0 {
		t.Error("read anew though it had not failed")
	}
}

func BenchmarkKeyToFrame50People(b *testing.B) {
	f := sit(b, 160, 50, viewtest.Dark)
	var with []string
	for i := range 49 {
		a := fmt.Sprintf("p%d@contoso.example", i)
		var spans []model.BusySpan
		for d := range 10 {
			for h := 9 + i%3; h < 17; h += 3 {
				spans = append(spans, busy(16+d, h, h+1))
			}
		}
		f.service.schedules[a] = schedule(a, "Europe/London", spans...)
		with = append(with, a)
	}
	f.ask(with...)
	for b.Loop() {
		f.lengthen(1)
		f.lengthen(-1)
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

func TestASuggestionSaysItsMonthWhereThereAreSeveral(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	if got := b.painter().suggested(0); strings.Contains(got, "Nov") {
		t.Errorf("all in this month, the first is %q", got)
	}
	last := len(b.search.list) - 1
	b.search.list[0].Start = time.Date(2026, 11, 30, 9, 0, 0, 0, london)
	b.search.list[last].Start = time.Date(2026, 12, 4, 9, 0, 0, 0, london)
	if first, last := b.painter().suggested(0), b.painter().suggested(last); first != "Mon 30 Nov 09:00 " || last != "Fri 04 Dec 09:00 " {
		t.Errorf("across the end of a month they are %q and %q", first, last)
	}
}

func TestABusyHourIsNoBusyDay(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	for b.line.zoom != wholeDays {
		b.Do("zoom")
	}
	p := b.painter()
	line := ansi.Strip(p.personLine(0, p.days[0][:2])) // ann, 9 to 17; busy on Monday 10 to 11, on Tuesday 9 to 10
	days := strings.Split(line, "│")
	for _, d := range days[1:] {
		if !strings.Contains(d, "█") || !strings.Contains(d, "·") {
			t.Errorf("a day with one busy hour is %q", d)
		}
	}
}

func TestWhatIsNoAddressStaysToBeCorrected(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("add-people")
	b.Type("zzz")
	b.Keys("enter")
	if !b.dialog.IsOpen() {
		t.Fatalf("the list is closed; notices %q", b.Notices)
	}
	b.See("zzz", "it is no address")
	b.Type("@contoso.example")
	b.Keys("enter")
	if b.dialog.IsOpen() || b.meeting.index("zzz@contoso.example") < 0 {
		t.Errorf("the address that was corrected is not asked: %+v", b.meeting.addresses())
	}
}

func TestEveryMarkOfTheGridIsExplained(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example", "fay@elsewhere.example", "hood@contoso.example")
	explained := map[string]bool{" ": true, "│": true, "─": true}
	for _, m := range b.Legend() {
		explained[string(m.Sign(&b.Env.Theme.Glyphs))] = true
	}
	p := b.painter()
	for i := range b.meeting.people {
		for _, d := range p.days[0] {
			var line strings.Builder
			for _, c := range d.columns {
				p.cell(&line, &b.meeting.people[i], c, 1)
			}
			for _, cell := range ansi.Strip(line.String()) {
				if !explained[string(cell)] {
					t.Errorf("%q is in no legend", cell)
				}
			}
		}
	}
	b.meeting.length = 30 * time.Minute
	for _, long := range []bool{false, true} { // the span of a meeting is one mark, of one cell or of several
		if long {
			b.meeting.length = 2 * time.Hour
		}
		drawn := strings.ReplaceAll(ansi.Strip(p.spanLine(p.days[0])), "─", "")
		if drawn = strings.Trim(drawn, " │"); drawn == "" || !explained[drawn] {
			t.Errorf("%q is in no legend", drawn)
		}
	}
	// A chance of nothing is drawn, so that a blank is a start that is not searched.
	b.ask("bo@contoso.example")
	p, nothing := b.painter(), 0
	for _, d := range p.days[0] {
		cells := []rune(strings.Trim(ansi.Strip(p.chanceLine([]day{d}))[namesWidth:], "│"))
		for i, c := range d.columns {
			if percent, _, says := b.search.chance(c); says == possible && percent == 0 {
				if nothing++; cells[i] == ' ' {
					t.Errorf("no chance at %s is drawn as nothing: %q", c.from, string(cells))
				}
			}
		}
	}
	if nothing == 0 {
		t.Error("there is a chance at every start")
	}
}

func TestKeysOfTheFinderSayWhatTheyNeed(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.ask("bo@contoso.example")
	for _, a := range b.Actions() {
		if (a.ID == "remove" || a.ID == "optional") && a.Lacks() != "somebody who is asked: you organize it" {
			t.Errorf("on one's own row %s needs %q", a.ID, a.Lacks())
		}
		if a.ID == "zoom" && a.Lacks() != "" {
			t.Errorf("zoom needs %q beside its grid", a.Lacks())
		}
	}
	b.meeting.length = lengthStep
	b.Run(b.lengthen(-1))
	b.SaysLast("A meeting lasts from 15 min to 8 h")
	b.SetSize(40, 12)
	for _, a := range b.Actions() {
		if a.ID == "zoom" && a.Lacks() == "" {
			t.Error("zoom is silent where there is no grid")
		}
	}
}
