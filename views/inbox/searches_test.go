package inbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/views/inbox/query"
	"daybook/views/viewtest"
)

// goSaved puts the cursor of the folder pane on a saved search.
func (d *driver) goSaved(name string) {
	d.T.Helper()
	d.m.setFocus(folderFocus)
	if d.m.folders.view.Select("search:" + name); !d.m.folders.onSaved() {
		d.T.Fatalf("no saved search %q:\n%s", name, d.Screen())
	}
}

func (d *driver) savedNames() string {
	var names []string
	for _, s := range d.m.folders.saved {
		names = append(names, s.Name+"="+s.Text)
	}
	return strings.Join(names, " ")
}

func TestSearchesAreSavedRenamedRemovedAndUndone(t *testing.T) {
	state := viewtest.Memory{}
	d := startWith(t, office(), 120, 34, state, Options{})
	d.Press("/")
	d.Type("from:bo")
	d.Press("enter", "S")
	d.See("Save the search as")
	d.Keys("enter") // its words are its name
	d.Press("S")
	d.Says("saved already")
	d.See("Searches", "from:bo")
	d.goSaved("from:bo")
	d.Press("r")
	d.Keys("ctrl+u", "ctrl+k")
	d.Type("Of Bo")
	d.Keys("enter")
	if got := d.savedNames(); got != "Of Bo=from:bo" {
		t.Fatalf("renamed to %q", got)
	}
	d.Press("esc", "esc")
	d.goSaved("Of Bo")
	d.Press("enter")
	if d.m.search.words() != "from:bo" || d.m.openItem() != "search:Of Bo" {
		t.Errorf("opened %q as %q", d.m.search.words(), d.m.openItem())
	}
	d.goSaved("Of Bo")
	d.Press("d")
	if got := d.savedNames(); got != "" {
		t.Errorf("removed, and there is %q", got)
	}
	d.Undo()
	if got := d.savedNames(); got != "Of Bo=from:bo" {
		t.Errorf("after undo there is %q", got)
	}
	d.Undo()
	if got := d.savedNames(); got != "from:bo=from:bo" {
		t.Errorf("after two undos there is %q", got)
	}
	d.Redo()
	again := startWith(t, office(), 120, 34, state, Options{})
	if got := again.savedNames(); got != "Of Bo=from:bo" {
		t.Errorf("the next run has %q", got)
	}
}

func TestTheEmptyLineOffersTheLastSearches(t *testing.T) {
	state := viewtest.Memory{}
	d := startWith(t, office(), 120, 34, state, Options{})
	for _, words := range []string{"plan", "from:bo", "plan", "in:nowhere"} { // what is not understood is not kept
		d.Press("/")
		d.Type(words)
		d.Press("enter", "esc")
	}
	d = startWith(t, office(), 120, 34, state, Options{})
	d.Press("/")
	var offered []string
	for _, s := range d.m.search.suggestions {
		if s.Whole {
			offered = append(offered, s.Label)
		}
	}
	if !slices.Equal(offered, []string{"plan", "from:bo"}) {
		t.Errorf("offers %q", offered)
	}
	d.See("recent")
	d.Keys("down", "down", "enter")
	if d.m.search.typing || d.m.search.words() != "from:bo" || !d.m.search.results {
		t.Errorf("the line has %q, typing %v", d.m.search.words(), d.m.search.typing)
	}
}

func TestASuggestionTakesThePlaceOfWhatStandsAtTheCursor(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("i plan")
	d.Keys("left", "left", "left", "left", "left")
	d.Type("s:un") // is:un| plan
	d.Keys("tab")
	if got := d.m.search.line.Value(); got != "is:unread plan" {
		t.Errorf("got %q", got)
	}
	d.Type("has:a")
	if got := d.m.search.line.Value(); got != "is:unread has:aplan" && got != "is:unread has:a plan" {
		t.Errorf("the cursor is not behind it: %q", got)
	}
}

func TestAnEmptyAnswerSaysWhichPartFindsNothing(t *testing.T) {
	for _, c := range []struct{ words, says string }{
		{"release zebra", "matches zebra."},
		{"zebra gnu", "matches zebra or gnu."},
		{"from:dee release", "Each finds something in any folder, but nothing matches all: from:dee (1), release (4)."}, {"from:zed release", "matches from:zed."},
		{"zebra", "Nothing matches in any folder."}, {"zebra -EINVAL", "What has EINVAL is left out: in quotes, \"-EINVAL\", it is looked for."},
	} {
		d := start(t, office(), 120, 34)
		d.Press("/")
		d.Type(c.words)
		d.Press("enter")
		d.Pass(time.Second)
		if said := d.m.list.nothingFound().String(); !strings.Contains(said, c.says) {
			t.Errorf("%s: %q, want %q", c.words, said, c.says)
		}
	}
}

func TestEnterOnAnEmptyAnswerLooksInAllFolders(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("in:archive release")
	d.Press("enter")
	d.Pass(time.Second)
	d.See("folders there is more, 4 messages: enter")
	d.Press("enter")
	if d.m.list.rows.Len() == 0 || d.m.list.folder != "" || d.m.search.words() != "release" {
		t.Errorf("looked for %q in %q\n%s", d.m.search.words(), d.m.list.folder, d.Screen())
	}
	d.Press("esc", "\\")
	d.Type("zebra")
	d.Press("enter")
	d.Do("search-everywhere")
	d.Pass(time.Second)
	d.See("Nothing matches in any folder.")
}

func TestPartsSayWhatASearchAsksFor(t *testing.T) {
	day := func(string) (from, until time.Time, err error) { return now, now.AddDate(0, 0, 1), nil }
	q := query.Parse(`plan "project x" from:bo is:unread has:attachment category:Red size:>1MB (a OR subject:b) -old after:monday in:Archive`, day)
	var words []string
	for _, p := range q.Parts() {
		words = append(words, p.Words)
	}
	want := `plan|"project x"|from:bo|category:Red|size:>1MB|a OR subject:b|is:unread|has:attachment|mail of those days`
	if got := strings.Join(words, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := query.Everywhere(`plan in:"My mail" -in:x "a b"`); got != `plan "a b"` {
		t.Errorf("everywhere: %q", got)
	}
}

func TestAnEmptiedLineShowsWhatWasListedBefore(t *testing.T) {
	for _, key := range []string{"/", "\\"} {
		d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{})
		before := d.m.list.rows.Len()
		d.Press(key)
		d.Type("qwxz nothing")
		d.Pass(time.Second)
		if d.m.list.rows.Len() != 0 {
			t.Fatalf("%s: something matches", key)
		}
		d.Keys("ctrl+u")
		d.Pass(time.Second)
		if got := d.m.list.rows.Len(); got != before || !d.m.search.typing {
			t.Errorf("%s: emptied, the list has %d messages, before %d; typing %t", key, got, before, d.m.search.typing)
		}
		d.DontSee("qwxz")
		d.Type("qw")
		d.Keys("ctrl+u")
		d.Press("esc")
		if got := d.m.list.rows.Len(); got != before || d.m.search.shown() {
			t.Errorf("%s: left, the list has %d messages, before %d", key, got, before)
		}
	}
}

func TestAFolderThatIsLookedInWaitsForTheFolders(t *testing.T) {
	d := startHeld(t, office())
	d.Hold()
	d.Run(d.m.Init())
	d.Press("/")
	d.Type("in:inbox release")
	d.Press("enter")
	d.See("waits until the folders are loaded")
	d.Release()
	d.DontSee("waits until", "in: takes")
	d.See("Re: Release plan")
}

func TestAnEmptyResultOffersNothingToBeDoneToIt(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("zebra")
	d.Press("enter")
	if hints := d.m.Status().Hints; slices.Contains(hints, "archive") || !slices.Contains(hints, "search") {
		t.Errorf("it offers %q", hints)
	}
}

func TestASearchThatIsNotClosedSaysHowItWasRead(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("from:(bo OR")
	d.Press("enter")
	d.Says("A bracket is not closed: it is read to the end.")
	d.See("Re: Release plan")
}

// TestNothingIsDoneToTheRowsOfAnotherSearch: keys that come before the answer
// would act on what the screen is about to replace.
func TestNothingIsDoneToTheRowsOfAnotherSearch(t *testing.T) {
	d := start(t, office(), 120, 34)
	before := d.f.in("id-inbox")
	d.Press("/")
	d.Type("release")
	d.Press("enter")
	d.Press("/")
	d.Hold()
	d.Type(" friday")
	d.Press("enter", "*", "e", "d")
	if d.f.in("id-inbox") != before {
		t.Error("something was done before the search was answered")
	}
	if !d.Noticed("the search is not answered yet") {
		t.Error("and it is not said why not")
	}
	d.Release()
	d.Press("e")
	if d.f.in("id-inbox") == before {
		t.Errorf("nothing was archived of what was found\n%s", d.Screen())
	}
}

func TestTheTabOfTheInboxGoesHomeWhereItIsSeen(t *testing.T) {
	d := inFolders(t, office(), "id-projects")
	d.Press("enter")
	for range 2 {
		if d.Run(d.m.Home()); d.m.list.folder != d.m.folders.inbox() || d.m.search.shown() || d.m.focus != listFocus {
			t.Fatalf("in %q", d.m.list.folder)
		}
		d.Press("/")
		d.Type("from:bo")
		d.Press("enter")
	}
}
