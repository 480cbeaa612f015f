package inbox

import (
	"daybook/widget/dialog"

	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/views/edit"
	"daybook/views/viewtest"
)

// flat is a list of n single messages, "m000" the newest, none with answers.
func flat(n int) *fake {
	f := newFake()
	for i := range n {
		m := message(fmt.Sprintf("m%03d", i), fmt.Sprintf("c%03d", i), fmt.Sprintf("Sender %d", i%7), fmt.Sprintf("Subject %d", i), "Preview", i)
		m.IsRead = i%2 == 1
		f.add(m)
	}
	return f
}

func TestArchiveSelectsTheNextMessage(t *testing.T) {
	d := start(t, flat(5), 120, 34)
	d.Press("j", "e")
	d.wantSelected("m002")
	d.DontSee("Subject 1 ")
	d.SaysLast("Archived")
	if got := d.folderOf("m001"); got != "id-archive" {
		t.Errorf("the message is in %s, want id-archive", got)
	}
}

// TestOfAThreadItIsSaidHowMuchWasDone, also with the keys in the reader, which
// shows one of its messages.
func TestOfAThreadItIsSaidHowMuchWasDone(t *testing.T) {
	d := start(t, office(), 120, 34)
	subject := d.m.list.rows.Selected().Newest().Subject.String()
	n := len(d.m.list.rows.Selected().Messages)
	inbox := d.f.in("id-inbox")
	d.Press("enter", "d")
	d.SaysLast(fmt.Sprintf("Deleted: %s, %d messages of the thread", subject, n))
	if got := d.f.in("id-inbox"); n < 2 || got != inbox-n {
		t.Errorf("%d messages are in the inbox, want %d less than %d", got, n, inbox)
	}
	d.Press("u")
	if got := d.f.in("id-inbox"); got != inbox {
		t.Errorf("taken back, %d messages are in the inbox, want %d", got, inbox)
	}
	d.Press("v", "s")
	d.SaysLast("Flagged: " + subject)
}

func TestAnActionGoesWhereTheSettingSays(t *testing.T) {
	for after, want := range map[After][2]string{Next: {"m003", "m003"}, Previous: {"m001", "m001"}, Stay: {"m003", "m002"}} {
		for i, key := range []string{"e", "s"} {
			d := startWith(t, flat(5), 120, 34, viewtest.Memory{}, Options{After: after})
			d.Press("j", "j", key)
			if got := d.selected(); got != want[i] {
				t.Errorf("setting %d, key %s: selected %s, want %s", after, key, got, want[i])
			}
		}
	}
}

func TestTheScreenChangesBeforeTheServiceAnswers(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.Hold()
	d.Press("e", "e")
	d.DontSee("Subject 0", "Subject 1")
	d.See("Archive        1")
	d.Release()
	if d.folderOf("m000") != "id-archive" || d.folderOf("m001") != "id-archive" {
		t.Errorf("in %s and %s, want both archived", d.folderOf("m000"), d.folderOf("m001"))
	}
}

func TestWhatTheServiceRefusesComesBack(t *testing.T) {
	f := flat(4)
	f.refuse = func(op Op) error {
		if op.ID == "m001" {
			return model.Errorf(model.CodeAccessDenied, "the folder is read-only")
		}
		return nil
	}
	d := start(t, f, 120, 34)
	d.Press("j", "e")
	d.SaysLast("the folder is read-only")
	d.See("Subject 1 ")
	if len(d.Steps) != 0 {
		t.Errorf("the undo log holds %d steps, want none", len(d.Steps))
	}
	d.Press("g g", "*", "e")
	d.See("Subject 1 ")
	d.DontSee("Subject 0 ", "Subject 2 ")
	if len(d.Steps) != 1 {
		t.Fatalf("the undo log holds %d steps, want the part that was done", len(d.Steps))
	}
	d.Press("u")
	d.See("Subject 0 ", "Subject 1 ", "Subject 2 ", "Subject 3 ")
}

func TestUndoAndRedoOfEveryAction(t *testing.T) {
	for key, changed := range map[string]func(model.Message) bool{
		"e":   func(m model.Message) bool { return m.ParentFolderID == "id-archive" },
		"a":   func(m model.Message) bool { return m.ParentFolderID == "id-archive" },
		"d":   func(m model.Message) bool { return m.ParentFolderID == "id-deleteditems" },
		"s":   func(m model.Message) bool { return m.Flag != nil && m.Flag.FlagStatus == model.Flagged },
		"i":   func(m model.Message) bool { return m.Importance == model.ImportanceHigh },
		"N":   func(m model.Message) bool { return m.IsRead },
		"h t": func(m model.Message) bool { return snoozedUntil(m) == "2026-10-22T18:00:00Z" },
		"h m": func(m model.Message) bool { return snoozedUntil(m) == "2026-10-23T08:00:00Z" },
		"h w": func(m model.Message) bool { return snoozedUntil(m) == "2026-10-26T08:00:00Z" },
		"o":   func(m model.Message) bool { return m.InferenceClassification == model.Other },
	} {
		d := start(t, flat(3), 120, 34)
		before := d.f.get("m000")
		d.Press(key)
		if !changed(d.f.get("m000")) {
			t.Errorf("%s: the service has %+v", key, d.f.get("m000"))
		}
		d.Press("u")
		if changed(d.f.get("m000")) || d.folderOf("m000") != before.ParentFolderID || d.f.get("m000").IsRead != before.IsRead {
			t.Errorf("%s, undone: the service has %+v", key, d.f.get("m000"))
		}
		d.wantSelected("m000")
		d.Press("U")
		if !changed(d.f.get("m000")) {
			t.Errorf("%s, redone: the service has %+v", key, d.f.get("m000"))
		}
	}
}

func TestUndoAfterARestart(t *testing.T) {
	f, state := flat(4), viewtest.Memory{}
	d := startWith(t, f, 120, 34, state, Options{})
	d.Press("j", "e")
	again := startWith(t, f, 120, 34, state, Options{})
	again.Steps = d.Steps
	again.DontSee("Subject 1 ")
	again.Press("u")
	again.See("Subject 1 ")
	if got := again.folderOf("m001"); got != "id-inbox" {
		t.Errorf("the message is in %s, want id-inbox", got)
	}
}

func TestThreadsAreTriagedAsAWhole(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("e")
	for _, id := range []string{"m01", "m03", "m04"} {
		if got := d.folderOf(id); got != "id-archive" {
			t.Errorf("%s is in %s, want id-archive", id, got)
		}
	}
	if got := d.folderOf("m02"); got != "id-sentitems" {
		t.Errorf("our own answer moved to %s", got)
	}
	d.Press("u")
	d.wantSelected("m04")
	if got := d.folderOf("m01"); got != "id-inbox" {
		t.Errorf("after undo m01 is in %s", got)
	}
}

func TestMoveByTypingTheFolder(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("m")
	d.Type("atl")
	d.Press("enter")
	d.SaysLast("Moved to Atlas")
	if got := d.folderOf("m04"); got != "id-atlas" {
		t.Errorf("moved to %s, want id-atlas", got)
	}
	d.Press("m")
	if got := dialog.Current(&d.m.dialog); got != "id-atlas" {
		t.Errorf("the picker begins with %s, want the folder used last", got)
	}
	d.Press("esc")
	d.wantSelected("m05")
}

func TestMoveMakesTheFolderThatWasTyped(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("m")
	d.Type("Quarterly")
	d.f.noFolder = model.ErrAccessDenied
	d.Press("enter")
	d.See("› Quarterly", model.ErrAccessDenied.Error()) // it comes back with the reason
	d.f.noFolder = nil
	d.Press("enter")
	if got := d.folderOf("m04"); got != "id-quarterly" {
		t.Errorf("moved to %s, want the new folder", got)
	}
	d.See("Quarterly")
}

func TestCategories(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("j", "t", "tab", "enter")
	if got := d.f.get("m05").Categories; !slices.Equal(got, []string{"Travel", "Waiting", "Release"}) {
		t.Errorf("categories are %v, want Release added", got)
	}
	d.Press("u")
	if got := d.f.get("m05").Categories; !slices.Equal(got, []string{"Travel", "Waiting"}) {
		t.Errorf("after undo the categories are %v", got)
	}
	d.Press("t")
	d.Type("Budget")
	d.Press("enter")
	if got := d.f.get("m05").Categories; !slices.Contains(got, "Budget") {
		t.Errorf("categories are %v, want Budget made and set", got)
	}
}

func TestSnoozedMailComesBackOnTop(t *testing.T) {
	d := start(t, flat(4), 120, 34)
	d.Press("j", "j", "j", "h m")
	d.DontSee("Subject 3 ")
	d.See("Snoozed")
	d.Pass(23 * time.Hour)
	d.See("Subject 3 ")
	if r := d.m.list.rows.At(0); r.Newest().ID != "m003" || !r.Pinned {
		t.Errorf("first is %s, want the woken m003\n%s", r.Newest().ID, d.Screen())
	}
	if got := d.f.get("m003"); got.IsRead || snoozedUntil(got) != "" {
		t.Errorf("woken: read %v, snoozed until %q", got.IsRead, snoozedUntil(got))
	}
	again := startWith(t, d.f, 120, 34, d.State, Options{})
	if r := again.m.list.rows.At(0); r == nil || r.Newest().ID != "m003" {
		t.Errorf("after a restart it is not on top\n%s", again.Screen())
	}
	again.Press("g g", "e")
	if len(again.m.list.pins) != 0 {
		t.Errorf("handled, but still pinned: %v", again.m.list.pins)
	}
	again.Press("u")
	if r := again.m.list.rows.At(0); r.Newest().ID != "m003" {
		t.Errorf("undo does not put it back on top\n%s", again.Screen())
	}
}

func TestSnoozeUntilADateInWords(t *testing.T) {
	d := start(t, flat(2), 120, 34)
	d.Press("h d")
	d.Type("14 march 9:30")
	d.See("Sun 14 Mar 2027 09:30")
	d.Press("enter")
	if got := snoozedUntil(d.f.get("m000")); got != "2027-03-14T09:30:00Z" {
		t.Errorf("snoozed until %q", got)
	}
	d.Press("h d")
	d.Type("soon")
	d.Press("enter")
	if !d.m.dialog.IsOpen() {
		t.Error("a date that cannot be read closed the question")
	}
}

func TestDeletionForGoodAsksFirst(t *testing.T) {
	f := flat(3)
	gone := message("gone", "gone", "Sender", "Already deleted", "x", 1)
	gone.ParentFolderID = "id-deleteditems"
	f.add(gone)
	d := start(t, f, 120, 34)
	d.Run(d.m.openFolder("id-deleteditems"))
	d.Press("d")
	if d.Question() == nil {
		t.Fatal("nothing was asked")
	}
	d.See("Already deleted")
	d.Run(d.Question().Yes())
	d.DontSee("Already deleted")
	d.Pass(edit.Moment)
	if d.f.get("gone").ID != "" {
		t.Error("the message is still there")
	}
	if len(d.Steps) != 1 || !d.m.Expired(d.Steps[0]) {
		t.Error("the undo log offers to take back what nothing takes back")
	}
}

// mixed is a mailbox whose search finds two messages of Deleted Items among
// five.
func mixed(t *testing.T) *driver {
	f := flat(3)
	for i, id := range []string{"gone1", "gone2"} {
		m := message(id, id, "Sender", "Subject thrown away "+id, "x", i)
		m.ParentFolderID = "id-deleteditems"
		f.add(m)
	}
	d := start(t, f, 120, 34)
	d.Run(d.m.searchFor("subject"))
	return d
}

// TestDeletingSplitsByWhereMessagesAre: what is elsewhere is moved and can be
// brought back; what lies in Deleted Items is asked about, with its number.
func TestDeletingSplitsByWhereMessagesAre(t *testing.T) {
	d := mixed(t)
	d.Press("*", "d")
	if got := d.folderOf("m000"); got != "id-inbox" || len(d.Steps) != 0 || d.m.Status().Selected != "5 messages selected" {
		t.Fatalf("before it is agreed to, m000 is in %s, the undo log holds %v, %q", got, d.Steps, d.m.Status().Selected)
	}
	if d.Question() == nil || d.Question().Title.String() != "2 are in Deleted Items already: delete for good?" ||
		!strings.Contains(d.Question().Detail.String(), "3 go to Deleted Items (u brings back). For good: "+
			"\u201cSubject thrown away gone1\u201d, \u201cSubject thrown away gone2\u201d.") {
		t.Fatalf("asked was %v", d.Question())
	}
	d.Run(d.Question().Yes())
	for _, id := range []string{"m000", "m001", "m002"} {
		if got := d.folderOf(id); got != "id-deleteditems" {
			t.Errorf("%s is in %s", id, got)
		}
	}
	if len(d.Steps) != 2 || d.Steps[0].Label != "Deleted: Subject 0, and 2 more" {
		t.Fatalf("the undo log holds %v", d.Steps)
	}
	d.DontSee("thrown away")
	d.Pass(edit.Moment - time.Second)
	if d.f.get("gone1").ID == "" {
		t.Fatal("deleted within the moment")
	}
	d.Press("u")
	d.See("thrown away gone1", "thrown away gone2")
	d.Pass(time.Minute)
	if d.f.get("gone1").ID == "" || d.f.get("gone2").ID == "" {
		t.Error("deleted after it was taken back")
	}
	d.Press("u")
	if got := d.folderOf("m001"); got != "id-inbox" {
		t.Errorf("the other messages came back to %s", got)
	}
}

// TestDeletionForGoodEndsWithTheProgram: a program that ends within the moment
// has deleted nothing, and undo takes back the step before it.
func TestDeletionForGoodEndsWithTheProgram(t *testing.T) {
	d := mixed(t)
	d.Press("*", "d")
	d.Run(d.Question().Yes())
	again := startWith(t, d.f, 120, 34, d.State, Options{})
	again.Steps = d.Steps
	again.Pass(time.Minute)
	again.Press("u")
	if again.f.get("gone1").ID == "" {
		t.Error("it is deleted")
	}
	if got := again.folderOf("m001"); got != "id-inbox" {
		t.Errorf("undo left the message that was moved in %s", got)
	}
}

// TestAllInDeletedItems: of a folder that is not loaded whole, the question has
// the whole number, and the deletion is of all of it.
func TestAllInDeletedItems(t *testing.T) {
	f := flat(700)
	for _, m := range f.messages {
		m.ParentFolderID = "id-deleteditems"
	}
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Run(d.m.openFolder("id-deleteditems"))
	d.Press("*", "d")
	if d.Question() == nil || d.Question().Title.String() != "Delete 700 messages for good?" || len(d.Steps) != 0 {
		t.Fatalf("asked was %v", d.Question())
	}
	d.Run(d.Question().Yes())
	d.DontSee("Subject 0 ")
	d.Press("ctrl+r")
	d.DontSee("Subject 0 ", "Subject 49")
	d.Pass(edit.Moment)
	if n := len(d.f.messages); n != 0 {
		t.Errorf("%d messages are left", n)
	}
	d.SaysLast("Deleted 700 messages for good.")
}

func TestDeletionForGoodIsRefused(t *testing.T) {
	d := mixed(t)
	d.f.refuse = func(op Op) error {
		if op.Destroy && op.ID == "gone2" {
			return errors.New("locked")
		}
		return nil
	}
	d.Press("*", "d")
	d.Run(d.Question().Yes())
	d.Pass(edit.Moment)
	d.SaysLast("Could not delete 1 message: locked")
	d.See("thrown away gone2")
	d.DontSee("thrown away gone1")
}

func TestSenderRuleIsRefused(t *testing.T) {
	f := flat(1)
	m := message("r", "r", "Refused", "Never other", "x", 0)
	f.add(m)
	d := start(t, f, 120, 34)
	d.m.list.rows.Select("r")
	d.Press("o")
	d.SaysLast("the rule was refused")
	if d.f.get("r").InferenceClassification == model.Other {
		t.Error("the message was changed although its rule was refused")
	}
	d.See("Never other")

	f = newFake()
	for i := range 2 * chunk { // told in parts
		f.add(message(fmt.Sprintf("r%03d", i), "", "Refused", "Never other", "x", i))
	}
	d = startWith(t, f, 120, 34, viewtest.Memory{}, Options{PageSize: 2 * chunk, MarkRead: -1})
	d.Press("o")
	d.SaysLast("the rule was refused")
	if f.applied != 0 || len(d.Steps) != 0 {
		t.Errorf("%d messages were changed although the rule was refused, the log has %v", f.applied, d.Steps)
	}
}

func TestReadErrorsSayWhatToDo(t *testing.T) {
	f := flat(3)
	f.fail = errors.New("the server cannot be reached")
	d := start(t, f, 120, 34)
	d.See("Could not load", "ctrl+r")
	f.fail = nil
	d.Press("ctrl+r")
	d.See("Subject 0 ", "Inbox")
}

func TestWhatNobodySeesIsNotRead(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.m.Blur()
	d.Pass(5 * time.Second)
	if d.f.get("m000").IsRead {
		t.Error("read while another screen was shown")
	}
	d.Run(d.m.Focus())
	d.Pass(5 * time.Second)
	if !d.f.get("m000").IsRead {
		t.Error("shown again, and not read")
	}
}

func TestDatesMoveOnWithTheDay(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.See("09:42")
	d.Clock = d.Clock.Add(24 * time.Hour)
	if line := strings.Split(d.Screen(), "\n")[2]; !strings.Contains(line, "Thu") {
		t.Errorf("a day later the row says %q, want Thu", line)
	}
}

func TestWhereActionsGoIsKept(t *testing.T) {
	f, state := flat(5), viewtest.Memory{}
	d := startWith(t, f, 120, 34, state, Options{})
	for _, a := range d.m.Actions() {
		if a.ID == "after-action" {
			d.Run(a.Do(0))
		}
	}
	d.SaysLast("the message before")
	again := startWith(t, f, 120, 34, state, Options{})
	again.Press("j", "j", "e")
	again.wantSelected("m001")
}

func TestWhatMayOnlyBeReadIsNotMarkedAndOffersNoTriage(t *testing.T) {
	f := flat(5)
	f.refuse = func(Op) error { return model.Errorf(model.CodeAccessDenied, "not yours to change") }
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{Others: true})
	d.Press("j", "j")
	d.Pass(5 * time.Second)
	d.SaysLast("You may read Inbox and change nothing in it.")
	said := len(d.Said)
	d.Press("j", "j")
	d.Pass(5 * time.Second)
	if len(d.Said) != said || d.m.triage.possible() {
		t.Errorf("it says %q and offers triage: %v", d.Said[said:], d.m.triage.possible())
	}
	for _, m := range f.order {
		if m.ID == "m002" && m.IsRead {
			t.Error("it is read")
		}
	}
}

func TestAFolderThatTakesNoMailClosesNoOther(t *testing.T) {
	f := flat(5)
	f.refuse = func(op Op) error { return model.Errorf(model.CodeAccessDenied, "Archive is not shared") }
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{Others: true, MarkRead: -1})
	d.Press("e")
	d.SaysLast("Archive is not shared")
	if !d.m.triage.possible() {
		t.Error("the folder it was to leave is closed")
	}
}
