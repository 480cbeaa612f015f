package inbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/viewtest"
)

func TestReaderShowsTheConversation(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.See("▸ Bo Berg", "▸ Ann Ek", "▸ Cy Chan", "Bo Berg <bo.berg@contoso.example>", "4 in thread",
		"Import  Cy     yes", "wiki [1]", "plan.xlsx 14 kB")
	d.Press("[", "[")
	d.See("Friday works for me. Cy, are the notes ready?", "Ann Ek <ann@contoso.example>")
}

func TestReadingMarksAsReadAfterAWhile(t *testing.T) {
	d := start(t, office(), 120, 34)
	if d.f.get("m04").IsRead {
		t.Fatal("read at once")
	}
	d.Pass(2 * time.Second)
	if !d.f.get("m04").IsRead {
		t.Error("looked at for two seconds, still unread")
	}
	d.Press("j", "j")
	d.Pass(5 * time.Second)
	if d.f.get("m05").IsRead {
		t.Error("passed over, but marked read")
	}
}

func TestReadingMarksNothingWhereNothingCanBeChanged(t *testing.T) {
	d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{MarkRead: -1})
	d.Press("enter")
	d.Pass(time.Hour)
	if d.f.get("m04").IsRead {
		t.Error("marked as read")
	}
}

func TestMarkedUnreadStaysUnreadWhileShown(t *testing.T) {
	d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{After: Stay})
	d.Press("enter")
	if !d.f.get("m04").IsRead {
		t.Fatal("opened, but not read")
	}
	d.Press("N")
	d.Pass(5 * time.Second)
	if d.f.get("m04").IsRead {
		t.Error("marked unread by hand, and read again by itself")
	}
}

func TestFormsOfAMessage(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("H", "H")
	d.See("Message-ID: <m04>", "source")
	d.Press("H")
	d.See("one more pass")
}

func TestLongQuotationsAreFolded(t *testing.T) {
	f := newFake()
	m := message("q", "q", "Bo", "Long", "x", 1)
	m.Body.Content = "Agreed.\n\n" + strings.Repeat("> said before\n", 30) + "\nBo\n"
	f.add(m)
	d := start(t, f, 120, 34)
	d.See("▸ 27 quoted lines", "Agreed.")
	d.Press("Q")
	d.DontSee("quoted lines")
	d.Press("Q", "enter", "enter")
	d.See("▸ 27 quoted lines") // over the whole screen
	d.Press("enter")
	d.DontSee("quoted lines")
}

func TestLinksOpenByNumber(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("L")
	d.Type("tracker")
	d.Press("enter")
	if len(d.Desktop.Opened) != 1 || d.Desktop.Opened[0] != "https://tracker.contoso.example/atlas" {
		t.Errorf("opened %q", d.Desktop.Opened)
	}
}

func TestALinkThatLiesAsksFirst(t *testing.T) {
	f := newFake()
	m := message("l", "l", "Bo", "Link", "x", 1)
	m.Body = &model.ItemBody{ContentType: "html", Content: `<a href="https://evil.example/x">www.bank.example</a>`}
	f.add(m)
	d := start(t, f, 120, 34)
	d.See("▲ Link [1]")
	d.Press("L", "enter")
	if len(d.Desktop.Opened) != 0 || d.Question() == nil {
		t.Fatalf("opened %q without asking", d.Desktop.Opened)
	}
	d.Run(d.Question().Yes())
	if len(d.Desktop.Opened) != 1 {
		t.Error("agreed, but not opened")
	}
}

func TestAttachmentsAreSavedUnderAFreeName(t *testing.T) {
	dir := t.TempDir()
	d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{Downloads: dir})
	for range 2 {
		d.Press("b")
		d.Type("Save plan")
		d.Press("enter")
		d.See("Save plan.xlsx", "enter save")
		d.Press("enter")
	}
	for _, name := range []string{"plan.xlsx", "plan (2).xlsx"} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != "plan" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	d.Press("b", "enter")
	d.See("Save all 2 to the folder")
	d.Press("enter")
	d.SaysLast("Saved 2 files")
}

func TestAnExecutableIsOpenedOnlyWhenAgreed(t *testing.T) {
	dir := t.TempDir()
	f := newFake()
	m := message("x", "x", "Bo", "Tool", "x", 1)
	m.HasAttachments = true
	m.Attachments = []model.Attachment{{Entity: model.Entity{ID: "a"}, Name: "setup.exe", Size: 3}}
	f.files["a"] = []byte("MZ!")
	f.add(m)
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{Downloads: dir})
	d.Press("b", "down", "enter")
	if len(d.Desktop.Opened) != 0 || d.Question() == nil {
		t.Fatalf("opened %q without asking", d.Desktop.Opened)
	}
	d.Run(d.Question().Yes())
	if len(d.Desktop.Opened) != 1 || d.Desktop.Opened[0] != "setup.exe" {
		t.Errorf("opened %q", d.Desktop.Opened)
	}
	if kept, err := os.ReadDir(dir); err != nil || len(kept) > 0 {
		t.Errorf("to open it left %v in the folder of downloads, %v", kept, err)
	}
}

func TestSaveDoesNotFollowLinksOutOfTheFolder(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(filepath.Join(outside, "target"), filepath.Join(dir, "plan.xlsx")); err != nil {
		t.Fatal(err)
	}
	d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{Downloads: dir})
	d.Press("b")
	d.Type("Save plan")
	d.Press("enter", "enter")
	if _, err := os.Stat(filepath.Join(outside, "target")); err == nil {
		t.Error("written through the link")
	}
	if _, err := os.Stat(filepath.Join(dir, "plan (2).xlsx")); err != nil {
		t.Error(err)
	}
}

func TestSearchIsAnsweredWhileTyping(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("j", "/")
	d.Type("status")
	d.DontSee("Atlas: weekly status")
	d.Pass(searchPause)
	d.See("Atlas: weekly status", "1 message")
	d.Press("enter", "esc")
	d.See("Focused 6")
	d.wantSelected("m05")
}

func TestStaleAnswersOfASearchAreDropped(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("offs")
	d.Hold()
	d.Pass(searchPause)
	d.Type("xyz")
	d.Pass(searchPause)
	d.Release()
	d.See("Nothing matches")
}

func TestSearchCompletesPeopleAndOperators(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("fr")
	d.See("from:", "sender")
	d.Press("tab")
	d.Type("be")
	d.See("bea@contoso.example")
	d.Press("tab")
	if got := d.m.search.words(); got != "from:bea@contoso.example" {
		t.Errorf("the line says %q", got)
	}
}

// What means nothing in a search finds nothing, and is said under its line
// with what would be understood: never the whole mailbox.
func TestWhatASearchDoesNotUnderstandFindsNothing(t *testing.T) {
	for words, said := range map[string]string{
		"before:garbage":   "before:", // and examples of days
		"after:2026-13-45": "is no date",
		"is:foo":           "is: takes unread, read, flagged",
		"has:html":         "has: takes attachment",
		"in:nosuch":        "in: takes a folder, such as",
		"from:":            "from: takes a value",
		"colour:red":       "colour: is not known",
		"lunch OR is:foo":  "is: takes unread",
		`""`:               "There is nothing to look for",
	} {
		for _, key := range []string{"/", "\\"} {
			d := start(t, office(), 120, 34)
			d.Press(key)
			d.Type(words)
			d.Pass(searchPause)
			d.Press("enter")
			d.See(said, "Nothing is found until")
			d.DontSee("Offsite")
			if n := d.m.list.rows.Len(); n != 0 || d.m.list.total != 0 {
				t.Errorf("%s %s lists %d rows of %d", key, words, n, d.m.list.total)
			}
			d.Press("esc")
			d.See("Offsite")
		}
	}
}

// The rows of the search before are not all that match the one that stands
// above them.
func TestAllThatMatchWaitsForTheAnswer(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("offsite")
	d.Pass(searchPause)
	d.See("Offsite")
	d.Hold()
	d.Type(" OR lunch")
	d.Press("enter", "*")
	if n := d.m.list.rows.MarkCount(); n > 0 {
		t.Errorf("%d rows of the search before are marked", n)
	}
	d.Release()
	d.Press("*")
	if n := d.m.list.rows.MarkCount(); n < 2 {
		t.Errorf("%d rows are marked, want those of both", n)
	}
}

func TestSearchUnderstandsOrNotAndBrackets(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("(subject:lunch OR subject:offsite) -thursday")
	d.Pass(searchPause)
	d.See("Offsite")
	d.DontSee("Lunch on Thursday?")
	d.Press("esc", "/")
	d.Type("offsite from:")
	d.Pass(searchPause) // what is to follow is waited for
	d.DontSee("takes a value")
}

func TestASearchThatIsLeftGoesBackToTheMessageThatWasRead(t *testing.T) {
	for _, typed := range []string{"", "lunch", "nothing has this"} {
		for _, full := range []bool{false, true} {
			d := start(t, office(), 120, 34)
			d.Press("j", "enter")
			if full {
				d.Press("z")
			}
			read := d.m.list.rows.Selected()
			d.Press("/")
			if d.m.focus != listFocus {
				t.Fatal("what is found is not in sight")
			}
			d.Type(typed)
			d.Pass(searchPause)
			d.Press("esc")
			if now := d.m.list.rows.Selected(); now == nil || now.Key != read.Key || d.m.focus != readerFocus || d.m.full.On != full {
				t.Errorf("%q: %v in pane %v, full %v; want %s in the reader, full %v", typed, now.Key, d.m.focus, d.m.full.On, read.Key, full)
			}
		}
	}
	d := start(t, office(), 120, 34)
	d.Press("enter", "/")
	d.Type("lunch")
	d.Press("enter", "esc")
	if d.m.focus != listFocus {
		t.Error("what was found is left for the reader, not for the list")
	}
}

func TestFilterStaysInTheList(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("\\")
	d.Type("status")
	d.Pass(searchPause)
	d.See("Nothing matches")
	d.Press("esc")
	d.Press("\\")
	d.Type("lunch")
	d.Pass(searchPause)
	d.Press("enter")
	d.See("Lunch on Thursday?")
	d.DontSee("Offsite")
	d.Press("esc")
	d.See("Offsite")
}

func TestSavedSearches(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("is:unread from:cy")
	d.Press("enter", "S")
	d.Type("Of Cy")
	d.Keys("enter")
	d.See("Searches", "Of Cy")
	again := startWith(t, d.f, 120, 34, d.State, Options{})
	again.See("Searches")
	again.Press("shift+tab", "G", "enter")
	again.See("Atlas: weekly status")
	again.Press("shift+tab", "d")
	again.DontSee("Searches")
}

func TestMatchesOfASearchInTheReader(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("migration")
	d.Press("enter", "enter", "n")
	if _, of := d.m.reader.NextMatch(1); of != 2 {
		t.Errorf("%d matches in the reader, want 2\n%s", of, d.Screen())
	}
}

func TestNewMailAppearsWithoutLosingTheSelection(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("j")
	d.f.add(message("new", "new", "Jo Jansen", "Just arrived", "Hello", 0))
	d.Pass(d.m.options.Poll + time.Second)
	d.See("Just arrived")
	d.wantSelected("m05")
}

func TestMouse(t *testing.T) {
	d := start(t, office(), 120, 34)
	l := arrange(120, 34, listFocus)
	click := func(x, y int) {
		d.Run(viewtest.Update(d.m, tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}))
	}
	click(l[listFocus].X+5, 4)
	d.wantSelected("m05")
	click(l[listFocus].X+5, 4)
	if d.m.focus != readerFocus {
		t.Error("a double click does not open")
	}
	click(l[folderFocus].X+5, 4)
	d.See("Minutes of the board")
	click(l[folderFocus].X+5, 1)
	click(l[readerFocus].X+2, 2)
	d.See("Bo Berg <bo.berg@contoso.example>")
	d.Run(viewtest.Update(d.m, tea.MouseWheelMsg{X: l[listFocus].X + 2, Y: 5, Button: tea.MouseWheelDown}))
	link := strings.Split(d.Screen(), "\n")
	for y, line := range link {
		if at := strings.Index(line, "wiki [1]"); at >= 0 {
			click(len([]rune(line[:at])), y)
		}
	}
	if len(d.Desktop.Opened) != 1 {
		t.Errorf("a click on the link opened %q\n%s", d.Desktop.Opened, d.Screen())
	}
}

func TestThreadsAndSingleMessages(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("v")
	d.wantSelected("m04")
	if n := d.m.list.rows.Len(); n != 13 {
		t.Errorf("%d single messages, want 13", n)
	}
	d.Press("e")
	if d.folderOf("m03") != "id-inbox" {
		t.Error("the whole thread was archived")
	}
	again := startWith(t, d.f, 120, 34, d.State, Options{})
	if again.m.list.rows.Threaded() {
		t.Error("threads are back after a restart")
	}
}

func TestLens(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.DontSee("Weekly digest")
	d.Press("F")
	d.See("Weekly digest")
	d.DontSee("Offsite")
	d.Press("F")
	d.See("Weekly digest", "Offsite")
}

func TestSpaceReadsOnToTheNextMessage(t *testing.T) {
	d := start(t, office(), 120, 20)
	d.Press("enter", "space")
	d.See("timeline.png")
	d.wantSelected("m04")
	for range 3 {
		if d.selected() == "m04" {
			d.Press("space")
		}
	}
	d.wantSelected("m05")
	d.Press("K")
	d.wantSelected("m04")
}

func TestAttachmentsAreSavedWhereOneSays(t *testing.T) {
	home := t.TempDir()
	d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{Downloads: filepath.Join(home, "x"), Home: home})
	d.Press("b")
	d.See("enter do it", "esc cancel")
	d.Type("Save plan")
	d.Press("enter")
	d.See("~/x/plan.xlsx")
	d.Press("ctrl+u")
	d.Type("papers")
	d.Press("enter")
	d.See("whole path")
	d.Press("ctrl+u")
	d.Type("~/papers")
	d.Press("enter", "b")
	d.Type("Save plan")
	d.Press("enter")
	d.See("~/papers/plan.xlsx")
	d.Press("ctrl+u")
	d.Type("~/papers/may.xlsx")
	d.Press("enter")
	d.Press("b") // a folder in which nothing could be saved is not offered again
	d.Type("Save plan")
	d.Press("enter", "ctrl+u")
	d.Type("~/papers/may.xlsx/below/")
	d.Press("enter")
	d.said("Could not save")
	d.Press("b")
	d.Type("Save plan")
	d.Press("enter")
	d.See("~/papers/plan.xlsx")
	d.Press("esc")
	for _, name := range []string{"plan.xlsx", "may.xlsx"} {
		if b, err := os.ReadFile(filepath.Join(home, "papers", name)); err != nil || string(b) != "plan" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}

// answered is a thread of a long letter, an answer of our own, and a short
// letter with an attachment; the two letters are unread.
func answered() *fake {
	f := newFake()
	body := ""
	for i := range 60 {
		body += fmt.Sprintf("Line %d of the question.\n", i)
	}
	add := func(id, name, text string, minutes int) model.Message {
		m := message(id, "thread", name, "Re: Crane", text, minutes)
		m.Body.Content = text
		return m
	}
	first := add("first", "Bo Berg", body, 30)
	first.HasAttachments = true
	first.Attachments = []model.Attachment{{Name: "plan.pdf", ContentType: "application/pdf", Size: 10}}
	first.Attachments[0].ID = "plan"
	f.add(first)
	ours := add("ours", "Ann Ek", "Our answer stands here.", 20)
	ours.ParentFolderID, ours.IsRead = "id-sentitems", true
	f.add(ours)
	last := add("last", "Cy Chan", "A short last word.", 10)
	last.HasAttachments = true
	last.Attachments = []model.Attachment{{Name: "photo.png", ContentType: "image/png", Size: 10}}
	last.Attachments[0].ID = "photo"
	f.add(last)
	return f
}

// TestAnswersStandWhereTheyBelongInTime: folded or not.
func TestAnswersStandWhereTheyBelongInTime(t *testing.T) {
	d := start(t, answered(), 120, 100)
	screen := d.Screen()
	question, ours, last := strings.Index(screen, "Line 59"), strings.Index(screen, "Our answer"), strings.LastIndex(screen, "A short last word")
	if question < 0 || ours < question || last < ours {
		t.Errorf("the question ends at %d, our answer is at %d, the last word at %d\n%s", question, ours, last, screen)
	}
	// An answer that was sent from elsewhere comes into the thread too.
	more := message("more", "thread", "Ann Ek", "Re: Crane", "Sent from a telephone.", 5)
	more.ParentFolderID = "id-sentitems"
	d.f.add(more)
	d.Run(d.m.list.loadSent())
	d.Run(d.m.list.selected())
	d.See("Sent from a telephone.")
}

// TestKeysActOnTheMessageThatIsRead: b is about the message on the screen,
// which is marked.
func TestKeysActOnTheMessageThatIsRead(t *testing.T) {
	d := start(t, answered(), 120, 34)
	want := func(id, name string) {
		t.Helper()
		if got := d.m.reader.current().ID; got != id {
			t.Errorf("keys act on %s, want %s", got, id)
		}
		marked := ""
		for _, line := range strings.Split(d.Screen(), "\n") {
			if _, reader, found := strings.Cut(line[len(line)/2:], "│▌"); found && !strings.HasPrefix(reader, "╰") {
				marked += reader
			}
		}
		if !strings.Contains(marked, name) || strings.Count(marked, "@") > 1 {
			t.Errorf("marked is %q, want %s", marked, name)
		}
	}
	want("first", "Bo Berg")
	d.Press("enter")
	d.Press("G")
	d.See("A short last word.")
	want("first", "Line ") // it takes up most of the window, and its head is above it
	d.Press("]", "]")
	want("last", "Cy Chan")
	d.Press("b")
	d.See("Save photo.png")
	d.Press("esc", "g g")
	if got := d.m.reader.current().ID; got != "first" {
		t.Errorf("at the top keys act on %s", got)
	}
	d.Press("b")
	d.See("Save plan.pdf")
	d.Press("esc", "]", "]")
	d.Run(d.m.list.selected()) // the thread is looked at anew
	d.m.reader.forget()
	d.Run(d.m.list.selected())
	want("last", "Cy Chan")
}

// TestKeysOfTheListActOnWhatItShows: where the reader is not shown, a thread is
// its newest message.
func TestKeysOfTheListActOnWhatItShows(t *testing.T) {
	d := start(t, answered(), 60, 24)
	if got := d.m.reader.current().ID; got != "last" {
		t.Errorf("keys act on %s, want the newest", got)
	}
}

func TestWhatIsCutInsideAStyleIsSaid(t *testing.T) {
	f := newFake()
	for id, content := range map[string]string{"style": "<p>Agreed.</p><style>p { color: red; ", "comment": "<p>Agreed.</p><!-- and ", "plain": "Agreed."} {
		kind := "html"
		if id == "plain" {
			kind = "text"
		}
		m := message(id, id, "Bo", "Cut in "+id, "x", 1)
		m.Body = &model.ItemBody{ContentType: kind, Content: content + model.TooLarge}
		f.add(m)
	}
	d := start(t, f, 120, 34)
	for range 3 {
		d.See("Agreed.", "The rest of the message is too large to show.")
		d.DontSee("\u2026 the rest")
		d.Press("j")
	}
}

func TestAMessageWithoutAnIdIsLeftOut(t *testing.T) {
	none, one := message("", "t", "Bo", "Nameless", "x", 1), message("a", "t2", "Cy", "Named", "x", 2)
	zero := time.Time{}
	one.ReceivedDateTime, one.SentDateTime = &zero, one.ReceivedDateTime
	got := entries([]model.Message{none, one, none})
	if len(got) != 1 || got[0].ID != "a" || got[0].Received.IsZero() {
		t.Errorf("got %d entries, want the one with an id, at the time that it was sent", len(got))
	}
}

// TestWhatIsShownWhileASearchIsTypedIsNotRead: nobody has chosen it. From enter
// on it is looked at.
func TestWhatIsShownWhileASearchIsTypedIsNotRead(t *testing.T) {
	d := start(t, flat(30), 120, 34)
	d.Press("j") // read
	d.Press("/")
	d.Type("subject 2")
	d.Pass(time.Minute)
	for _, id := range []string{"m000", "m002", "m012"} {
		if d.f.get(id).IsRead {
			t.Errorf("%s was marked as read while the search was typed", id)
		}
	}
	d.Press("enter")
	d.Pass(time.Second)
	d.Press("j", "j")
	if d.f.get("m002").IsRead {
		t.Error("a message passed quickly was marked as read")
	}
	d.wantSelected("m012")
	d.Pass(2 * time.Second)
	if !d.f.get("m012").IsRead {
		t.Error("a message that was looked at was not marked as read")
	}
}

// TestAnEmptyAnswerSaysWhereElseToLook and / keeps the words of a filter that
// found nothing.
func TestAnEmptyAnswerSaysWhereElseToLook(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("\\")
	d.Type("invoice zz")
	d.Press("enter")
	d.See("Nothing matches in this list.")
	d.Press("/")
	d.Pass(time.Second)
	d.See("invoice zz", "Nothing in any folder matches zz.")
	d.Press("esc", "/")
	d.Type("in:archive zzz")
	d.Press("enter")
	d.See("Nothing matches in \u201cArchive\u201d.")
	for _, said := range []string{"))((", "OR", "from:", "NOT"} {
		d.Press("esc", "/")
		d.Type(said)
		d.Pass(time.Second)
		d.DontSee("Nothing is found until that is put right.")
		d.Press("enter")
		d.See("Nothing is found until that is put right.")
	}
}

// TestAnEmptyInboxSaysWhereTheMailIs: mail that was imported without an inbox.
func TestAnEmptyInboxSaysWhereTheMailIs(t *testing.T) {
	f := flat(3)
	f.addFolder("id-takeout", "Takeout", "")
	for _, m := range f.messages {
		m.ParentFolderID, m.IsRead = "id-takeout", true
	}
	d := start(t, f, 120, 34)
	d.See("Most mail is in \u201cTakeout\u201d,", "3 messages: tab goes to")
}

// series is a thread of so many unread messages, each as high as the window.
func series(n int) *fake {
	f := newFake()
	for i := range n {
		m := message(fmt.Sprintf("m%02d", i), "thread", "Bo Berg", fmt.Sprintf("[PATCH %d/%d] part", i, n), "Part", 60*(n-i))
		m.Body.Content = fmt.Sprintf("Begin %d.\n", i) + strings.Repeat("A line.\n", 40) + fmt.Sprintf("End %d.\n", i)
		f.add(m)
	}
	return f
}

func (d *driver) unread() (n int) {
	for id := range d.f.messages {
		if !d.f.get(id).IsRead {
			n++
		}
	}
	return n
}

// TestReadIsWhatWasShown: resting on a thread reads what the window has of it,
// and no message that is folded, farther down or behind a letter.
func TestReadIsWhatWasShown(t *testing.T) {
	f := series(12)
	d := start(t, f, 120, 34)
	d.See("Begin 0.")
	d.Pass(2 * time.Second)
	if f.get("m00").IsRead == false || d.unread() != 11 {
		t.Fatalf("%d of 12 are unread after the first was shown", d.unread())
	}
	d.Press("enter", "space", "space")
	if d.unread() != 10 {
		t.Errorf("%d are unread after the second was shown", d.unread())
	}
	d.Press("]", "]")
	if !f.get("m03").IsRead || f.get("m11").IsRead || d.unread() != 8 {
		t.Errorf("%d are unread after the third and the fourth", d.unread())
	}
	d.Press("G") // the newest is open, what lies between is folded
	if !f.get("m11").IsRead || d.unread() != 7 {
		t.Errorf("%d are unread at the end", d.unread())
	}
}

func TestNothingIsReadBehindALetter(t *testing.T) {
	f := series(3)
	d := startWriting(t, f)
	d.Press("r")
	if d.Pass(time.Minute); d.unread() != 3 {
		t.Errorf("%d of 3 are unread behind the letter", d.unread())
	}
	d.Press("esc")
	if d.Pass(time.Minute); d.unread() != 2 {
		t.Errorf("%d of 3 are unread once the first was shown", d.unread())
	}
}

// TestWhatIsReadStaysUnderTheEyes: that its messages are read by now, and that
// the folder was read anew, changes nothing of what is shown.
func TestWhatIsReadStaysUnderTheEyes(t *testing.T) {
	d := start(t, series(12), 120, 34)
	d.Pass(2 * time.Second)
	d.Press("enter", "space", "space")
	_, before, _ := strings.Cut(d.Screen(), "newest first")
	d.m.reader.forget()
	d.Run(d.m.list.selected())
	if _, after, _ := strings.Cut(d.Screen(), "newest first"); after != before {
		t.Errorf("the reader shows\n%s\nand showed\n%s", after, before)
	}
}

// TestEachPatchOfASeriesHasItsSubject: open and folded, where it is not that of
// the conversation.
func TestEachPatchOfASeriesHasItsSubject(t *testing.T) {
	start(t, series(12), 120, 500).See("[PATCH 0/12] part", "[PATCH 10/12] part", "[PATCH 11/12] part")
	d := start(t, answered(), 120, 100)
	if n := strings.Count(d.Screen(), "Re: Crane"); n != 2 { // in the list, and above the conversation
		t.Errorf("a subject that all have stands %d times\n%s", n, d.Screen())
	}
}

// TestReadingOnSkipsNoUnreadMessage: what is folded between those that were
// opened is unfolded when reading comes to it.
func TestReadingOnSkipsNoUnreadMessage(t *testing.T) {
	f := series(20)
	d := start(t, f, 120, 34)
	d.Press("enter")
	for range 60 {
		d.Press("space")
	}
	if n := d.unread(); n != 0 {
		t.Errorf("%d of 20 are unread after all was read\n%s", n, d.Screen())
	}
}

// TestWhatWasThrownAwayIsNoPartOfAThread: but where Deleted Items are read.
func TestWhatWasThrownAwayIsNoPartOfAThread(t *testing.T) {
	f := answered()
	gone := message("gone", "thread", "Ann Ek", "Re: Crane", "Thought better of it.", 5)
	gone.ParentFolderID = "id-deleteditems"
	f.add(gone)
	d := start(t, f, 120, 100)
	d.DontSee("Thought better of it.")
	d.Run(d.m.openFolder("id-deleteditems"))
	d.See("Thought better of it.")
}

func TestAPreviewBeginsWithTheWritersOwnWords(t *testing.T) {
	m := message("q", "", "Bo", "Re: Plan", "On Tue, 17 Nov, Cy <cy@x.example> wrote:\r\n> Is it so?\r\n\r\nIt is so.", 1)
	if row, head := entry(&m).Preview.String(), header(&m).Preview.String(); row != "It is so." || head != row {
		t.Errorf("the list says %q, the thread %q", row, head)
	}
}
