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
)

func TestReaderShowsTheConversation(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.see("▸ Bo Berg", "▸ Ann Ek", "▸ Cy Chan", "Bo Berg <bo.berg@contoso.example>", "4 in thread",
		"Import  Cy     yes", "wiki [1]", "plan.xlsx 14 kB")
	d.press("[", "[")
	d.see("Friday works for me. Cy, are the notes ready?", "Ann Ek <ann@contoso.example>")
}

func TestReadingMarksAsReadAfterAWhile(t *testing.T) {
	d := start(t, office(), 120, 34)
	if d.f.get("m04").IsRead {
		t.Fatal("read at once")
	}
	d.pass(2 * time.Second)
	if !d.f.get("m04").IsRead {
		t.Error("looked at for two seconds, still unread")
	}
	d.press("j", "j")
	d.pass(5 * time.Second)
	if d.f.get("m05").IsRead {
		t.Error("passed over, but marked read")
	}
}

func TestReadingMarksNothingWhereNothingCanBeChanged(t *testing.T) {
	d := startWith(t, office(), 120, 34, memory{}, Options{MarkRead: -1})
	d.press("enter")
	d.pass(time.Hour)
	if d.f.get("m04").IsRead {
		t.Error("marked as read")
	}
}

func TestMarkedUnreadStaysUnreadWhileShown(t *testing.T) {
	d := startWith(t, office(), 120, 34, memory{}, Options{After: Stay})
	d.press("enter")
	if !d.f.get("m04").IsRead {
		t.Fatal("opened, but not read")
	}
	d.press("N")
	d.pass(5 * time.Second)
	if d.f.get("m04").IsRead {
		t.Error("marked unread by hand, and read again by itself")
	}
}

func TestFormsOfAMessage(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("H", "H")
	d.see("Message-ID: <m04>", "source")
	d.press("H")
	d.see("one more pass")
}

func TestLongQuotationsAreFolded(t *testing.T) {
	f := newFake()
	m := message("q", "q", "Bo", "Long", "x", 1)
	m.Body.Content = "Agreed.\n\n" + strings.Repeat("> said before\n", 30) + "\nBo\n"
	f.add(m)
	d := start(t, f, 120, 34)
	d.see("▸ 27 quoted lines", "Agreed.")
	d.press("Q")
	d.dontSee("quoted lines")
	d.press("Q", "enter", "enter")
	d.dontSee("quoted lines")
}

func TestLinksOpenByNumber(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("L")
	d.typed("tracker")
	d.press("enter")
	if len(d.opened) != 1 || d.opened[0] != "https://tracker.contoso.example/atlas" {
		t.Errorf("opened %q", d.opened)
	}
}

func TestALinkThatLiesAsksFirst(t *testing.T) {
	f := newFake()
	m := message("l", "l", "Bo", "Link", "x", 1)
	m.Body = &model.ItemBody{ContentType: "html", Content: `<a href="https://evil.example/x">www.bank.example</a>`}
	f.add(m)
	d := start(t, f, 120, 34)
	d.see("▲ Link [1]")
	d.press("L", "enter")
	if len(d.opened) != 0 || d.confirm == nil {
		t.Fatalf("opened %q without asking", d.opened)
	}
	d.run(d.confirm.Yes())
	if len(d.opened) != 1 {
		t.Error("agreed, but not opened")
	}
}

func TestAttachmentsAreSavedUnderAFreeName(t *testing.T) {
	dir := t.TempDir()
	d := startWith(t, office(), 120, 34, memory{}, Options{Downloads: dir})
	for range 2 {
		d.press("b")
		d.typed("Save plan")
		d.press("enter")
	}
	for _, name := range []string{"plan.xlsx", "plan (2).xlsx"} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != "plan" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	d.press("b", "enter")
	d.wantNotice("Saved 2 files")
}

func TestAnExecutableIsOpenedOnlyWhenAgreed(t *testing.T) {
	dir := t.TempDir()
	f := newFake()
	m := message("x", "x", "Bo", "Tool", "x", 1)
	m.HasAttachments = true
	m.Attachments = []model.Attachment{{Entity: model.Entity{ID: "a"}, Name: "setup.exe", Size: 3}}
	f.files["a"] = []byte("MZ!")
	f.add(m)
	d := startWith(t, f, 120, 34, memory{}, Options{Downloads: dir})
	d.press("b", "down", "enter")
	if len(d.opened) != 0 || d.confirm == nil {
		t.Fatalf("opened %q without asking", d.opened)
	}
	d.run(d.confirm.Yes())
	if len(d.opened) != 1 || d.opened[0] != "setup.exe" {
		t.Errorf("opened %q", d.opened)
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
	d := startWith(t, office(), 120, 34, memory{}, Options{Downloads: dir})
	d.press("b")
	d.typed("Save plan")
	d.press("enter")
	if _, err := os.Stat(filepath.Join(outside, "target")); err == nil {
		t.Error("written through the link")
	}
	if _, err := os.Stat(filepath.Join(dir, "plan (2).xlsx")); err != nil {
		t.Error(err)
	}
}

func TestSearchIsAnsweredWhileTyping(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("j", "/")
	d.typed("status")
	d.dontSee("Atlas: weekly status")
	d.pass(searchPause)
	d.see("Atlas: weekly status", "1 message")
	d.press("enter", "esc")
	d.see("Focused 6")
	d.wantSelected("m05")
}

func TestStaleAnswersOfASearchAreDropped(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("/")
	d.typed("offs")
	d.hold()
	d.pass(searchPause)
	d.typed("xyz")
	d.pass(searchPause)
	d.release()
	d.see("Nothing matches")
}

func TestSearchCompletesPeopleAndOperators(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("/")
	d.typed("fr")
	d.see("from:", "sender")
	d.press("tab")
	d.typed("be")
	d.see("bea@contoso.example")
	d.press("tab")
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
			d.press(key)
			d.typed(words)
			d.pass(searchPause)
			d.press("enter")
			d.see(said, "Nothing is found until")
			d.dontSee("Offsite")
			if n := d.m.list.rows.Len(); n != 0 || d.m.list.total != 0 {
				t.Errorf("%s %s lists %d rows of %d", key, words, n, d.m.list.total)
			}
			d.press("esc")
			d.see("Offsite")
		}
	}
}

// The rows of the search before are not all that match the one that stands
// above them.
func TestAllThatMatchWaitsForTheAnswer(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("/")
	d.typed("offsite")
	d.pass(searchPause)
	d.see("Offsite")
	d.hold()
	d.typed(" OR lunch")
	d.press("enter", "*")
	if n := d.m.list.rows.MarkCount(); n > 0 {
		t.Errorf("%d rows of the search before are marked", n)
	}
	d.release()
	d.press("*")
	if n := d.m.list.rows.MarkCount(); n < 2 {
		t.Errorf("%d rows are marked, want those of both", n)
	}
}

func TestSearchUnderstandsOrNotAndBrackets(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("/")
	d.typed("(subject:lunch OR subject:offsite) -thursday")
	d.pass(searchPause)
	d.see("Offsite")
	d.dontSee("Lunch on Thursday?")
	d.press("esc", "/")
	d.typed("offsite from:")
	d.pass(searchPause) // what is to follow is waited for
	d.dontSee("takes a value")
}

func TestFilterStaysInTheList(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("\\")
	d.typed("status")
	d.pass(searchPause)
	d.see("Nothing matches")
	d.press("esc")
	d.press("\\")
	d.typed("lunch")
	d.pass(searchPause)
	d.press("enter")
	d.see("Lunch on Thursday?")
	d.dontSee("Offsite")
	d.press("esc")
	d.see("Offsite")
}

func TestSavedSearches(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("/")
	d.typed("is:unread from:cy")
	d.press("enter", "S")
	d.see("Searches", "is:unread from:cy")
	again := startWith(t, d.f, 120, 34, d.state, Options{})
	again.see("Searches")
	again.press("shift+tab", "G", "enter")
	again.see("Atlas: weekly status")
	again.press("shift+tab", "d")
	again.dontSee("Searches")
}

func TestMatchesOfASearchInTheReader(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("/")
	d.typed("migration")
	d.press("enter", "enter", "n")
	if _, of := d.m.reader.NextMatch(1); of != 2 {
		t.Errorf("%d matches in the reader, want 2\n%s", of, d.screen())
	}
}

func TestNewMailAppearsWithoutLosingTheSelection(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("j")
	d.f.add(message("new", "new", "Jo Jansen", "Just arrived", "Hello", 0))
	d.pass(d.m.options.Poll + time.Second)
	d.see("Just arrived")
	d.wantSelected("m05")
}

func TestMouse(t *testing.T) {
	d := start(t, office(), 120, 34)
	l := arrange(120, 34, listFocus)
	click := func(x, y int) {
		d.run(d.m.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}))
	}
	click(l[listFocus].X+5, 4)
	d.wantSelected("m05")
	click(l[listFocus].X+5, 4)
	if d.m.focus != readerFocus {
		t.Error("a double click does not open")
	}
	click(l[folderFocus].X+5, 4)
	d.see("Minutes of the board")
	click(l[folderFocus].X+5, 1)
	click(l[readerFocus].X+2, 2)
	d.see("Bo Berg <bo.berg@contoso.example>")
	d.run(d.m.Update(tea.MouseWheelMsg{X: l[listFocus].X + 2, Y: 5, Button: tea.MouseWheelDown}))
	link := strings.Split(d.screen(), "\n")
	for y, line := range link {
		if at := strings.Index(line, "wiki [1]"); at >= 0 {
			click(len([]rune(line[:at])), y)
		}
	}
	if len(d.opened) != 1 {
		t.Errorf("a click on the link opened %q\n%s", d.opened, d.screen())
	}
}

func TestThreadsAndSingleMessages(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("v")
	d.wantSelected("m04")
	if n := d.m.list.rows.Len(); n != 13 {
		t.Errorf("%d single messages, want 13", n)
	}
	d.press("e")
	if d.folderOf("m03") != "id-inbox" {
		t.Error("the whole thread was archived")
	}
	again := startWith(t, d.f, 120, 34, d.state, Options{})
	if again.m.list.rows.Threaded() {
		t.Error("threads are back after a restart")
	}
}

func TestLens(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.dontSee("Weekly digest")
	d.press("F")
	d.see("Weekly digest")
	d.dontSee("Offsite")
	d.press("F")
	d.see("Weekly digest", "Offsite")
}

func TestSpaceReadsOnToTheNextMessage(t *testing.T) {
	d := start(t, office(), 120, 20)
	d.press("enter", "space")
	d.see("timeline.png")
	d.wantSelected("m04")
	for range 3 {
		if d.selected() == "m04" {
			d.press("space")
		}
	}
	d.wantSelected("m05")
	d.press("K")
	d.wantSelected("m04")
}

func TestAttachmentsAreSavedWhereOneSays(t *testing.T) {
	home := t.TempDir()
	d := startWith(t, office(), 120, 34, memory{}, Options{Downloads: filepath.Join(home, "x"), Home: home})
	d.press("b")
	d.typed("another")
	d.press("enter")
	d.typed("papers")
	d.press("enter")
	d.see("whole path")
	for range "papers" {
		d.press("backspace")
	}
	d.typed("~/papers")
	d.press("enter")
	if b, err := os.ReadFile(filepath.Join(home, "papers", "plan.xlsx")); err != nil || string(b) != "plan" {
		t.Errorf("%q, %v", b, err)
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
	screen := d.screen()
	question, ours, last := strings.Index(screen, "Line 59"), strings.Index(screen, "Our answer"), strings.LastIndex(screen, "A short last word")
	if question < 0 || ours < question || last < ours {
		t.Errorf("the question ends at %d, our answer is at %d, the last word at %d\n%s", question, ours, last, screen)
	}
	// An answer that was sent from elsewhere comes into the thread too.
	more := message("more", "thread", "Ann Ek", "Re: Crane", "Sent from a telephone.", 5)
	more.ParentFolderID = "id-sentitems"
	d.f.add(more)
	d.run(d.m.list.loadSent())
	d.run(d.m.list.selected())
	d.see("Sent from a telephone.")
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
		for _, line := range strings.Split(d.screen(), "\n") {
			if _, reader, found := strings.Cut(line[len(line)/2:], "│▌"); found && !strings.HasPrefix(reader, "╰") {
				marked += reader
			}
		}
		if !strings.Contains(marked, name) || strings.Count(marked, "@") > 1 {
			t.Errorf("marked is %q, want %s", marked, name)
		}
	}
	want("first", "Bo Berg")
	d.press("enter")
	d.press("G")
	d.see("A short last word.")
	want("first", "Line ") // it takes up most of the window, and its head is above it
	d.press("]", "]")
	want("last", "Cy Chan")
	d.press("b")
	d.see("Save photo.png")
	d.press("esc", "g g")
	if got := d.m.reader.current().ID; got != "first" {
		t.Errorf("at the top keys act on %s", got)
	}
	d.press("b")
	d.see("Save plan.pdf")
	d.press("esc", "]", "]")
	d.run(d.m.list.selected()) // the thread is looked at anew
	d.m.reader.forget()
	d.run(d.m.list.selected())
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
		d.see("Agreed.", "The rest of the message is too large to show.")
		d.dontSee("\u2026 the rest")
		d.press("j")
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
	d.press("j") // read
	d.press("/")
	d.typed("subject 2")
	d.pass(time.Minute)
	for _, id := range []string{"m000", "m002", "m012"} {
		if d.f.get(id).IsRead {
			t.Errorf("%s was marked as read while the search was typed", id)
		}
	}
	d.press("enter")
	d.pass(time.Second)
	d.press("j", "j")
	if d.f.get("m002").IsRead {
		t.Error("a message passed quickly was marked as read")
	}
	d.wantSelected("m012")
	d.pass(2 * time.Second)
	if !d.f.get("m012").IsRead {
		t.Error("a message that was looked at was not marked as read")
	}
}

// TestAnEmptyAnswerSaysWhereElseToLook and / keeps the words of a filter that
// found nothing.
func TestAnEmptyAnswerSaysWhereElseToLook(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("\\")
	d.typed("invoice zz")
	d.press("enter")
	d.see("Nothing matches in this list.")
	d.press("/")
	d.pass(time.Second)
	d.see("invoice zz", "Nothing matches in any folder.")
	d.press("esc", "/")
	d.typed("in:archive zzz")
	d.press("enter")
	d.see("Nothing matches in \u201cArchive\u201d.")
	for _, said := range []string{"))((", "OR", "from:", "NOT"} {
		d.press("esc", "/")
		d.typed(said)
		d.pass(time.Second)
		d.dontSee("Nothing is found until that is put right.")
		d.press("enter")
		d.see("Nothing is found until that is put right.")
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
	d.see("Most mail is in \u201cTakeout\u201d,", "3 messages: tab goes to")
}
