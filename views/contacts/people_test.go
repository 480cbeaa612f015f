package contacts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/viewtest"
)

var ctrlS = tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}

// toField goes to a field of the form by its label.
func (b *bench) tabs(n int) {
	for range n {
		b.Keys("tab")
	}
}

func TestAnAddressIsCompletedAndBringsItsName(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, folderNode("home"))
	b.Do("new")
	b.tabs(3)
	b.Type("bo")
	b.See("bo@contoso.example", "Bo Berg")
	b.Keys("enter") // takes what is offered, and the form stays open
	if !b.dialog.IsOpen() {
		t.Fatal("enter on what is offered closed the form")
	}
	b.Type("other@contoso.example")
	b.Take(ctrlS)
	at := b.service.at("made1")
	if at < 0 {
		t.Fatalf("no contact was made; notes %q\n%s", b.Notices, b.Screen())
	}
	c := b.service.contacts[at]
	var got []string
	for _, a := range c.EmailAddresses {
		got = append(got, spelled(a))
	}
	if want := []string{`"Bo Berg" <bo@contoso.example>`, "other@contoso.example"}; !slices.Equal(got, want) || c.DisplayName != "Bo Berg" {
		t.Errorf("got %q of %q, want %q of Bo Berg", got, c.DisplayName, want)
	}
}

func TestAManagerIsCompletedAndAnyNameCanBeTyped(t *testing.T) {
	for typed, want := range map[string]string{"bo": "Bo Berg", "Somebody Else": "Somebody Else"} {
		b := sit(t, 120, 36, viewtest.Dark)
		b.goTo(t, contactNode("dee"))
		b.Do("edit")
		b.tabs(11)
		b.Type(typed)
		b.Keys("enter")
		b.Take(ctrlS)
		if got := b.people.cards["dee"].Manager; got != want {
			t.Errorf("typed %q: the manager is %q, want %q", typed, got, want)
		}
	}
}

func TestAnAddressThatIsNoneKeepsTheFormOpen(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("edit")
	b.tabs(3)
	b.Type("no address")
	b.Take(ctrlS)
	b.See("no address is no address")
	if !b.dialog.IsOpen() || len(b.service.patches) != 0 {
		t.Errorf("open %v, patches %s", b.dialog.IsOpen(), b.service.patches)
	}
}

func TestEscAsksBeforeWhatWasTypedIsThrownAway(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("edit")
	b.Type("x")
	b.Keys("esc")
	b.See("Leave the form?")
	b.Type("y") // no answer
	b.Keys("esc")
	if got := b.form.form.Value("given"); !b.dialog.IsOpen() || !strings.HasSuffix(got, "x") {
		t.Fatalf("open %v with %q, want back in the form", b.dialog.IsOpen(), got)
	}
	b.Keys("esc")
	b.Keys("down")
	b.Keys("enter")
	if b.dialog.IsOpen() {
		t.Error("it was thrown away and is open")
	}
}

func TestAContactThatIsRefusedStaysInItsForm(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("new")
	b.tabs(4)
	b.Type("+44 123 456")
	b.Take(ctrlS)
	b.See("a contact needs a name, a company or an address", "+44 123 456")
	if !b.dialog.IsOpen() || !b.formOpen() || b.form.form.Focused() != "name" {
		t.Fatal("the form is closed, or the keys are not where the refusal stands")
	}
	b.Type("Zed")
	b.service.fail = errors.New("the mailbox is full")
	b.Take(ctrlS)
	b.See("the mailbox is full", "+44 123 456", "Zed")
	b.service.fail = nil
	b.Take(ctrlS)
	if b.dialog.IsOpen() || b.formOpen() {
		t.Error("the form is open though it was taken")
	}
	if made := b.service.contacts[len(b.service.contacts)-1]; made.DisplayName != "Zed" || made.MobilePhone != "+44 123 456" {
		t.Errorf("made %+v", made)
	}
}

func TestNoKeyActsOnTheTreeWhileSomethingIsTyped(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	for _, open := range []string{"edit", "filter", "new-folder", "set-photo"} {
		b.Do(open)
		for _, a := range b.Actions() {
			ctrl := slices.ContainsFunc(a.Keys, func(k string) bool { return strings.HasPrefix(k, "ctrl+") || strings.HasPrefix(k, "alt+") })
			if ctrl && a.Can() && !views.Rests(b.Model, &a) {
				t.Errorf("while %q is open, %q takes %v", open, a.ID, a.Keys)
			}
		}
		b.dialog.Close(b.dialog.Top())
		b.tree.StopFiltering()
	}
}

func TestTheSelectionOutlivesTheFilter(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("select")
	b.Do("filter")
	b.Type("ola")
	b.Keys("enter")
	b.See("1 selected, 1 of them not shown")
	b.Do("select")
	b.See("2 selected, 1 of them not shown")
	b.Do("compose")
	if to := b.Opened[0].Item.(views.ComposeTo).To; len(to) != 2 {
		t.Errorf("write to %q, want both", to)
	}
	b.Do("delete")
	if len(b.service.contacts) != 2 || len(b.Steps) != 1 || b.Steps[0].Label != "Deleted 2 contacts" {
		t.Errorf("%d contacts left, steps %+v; want both deleted, and counted", len(b.service.contacts), b.Steps)
	}
}

func TestASelectionStaysInAFoldedFolderAndGoesOneByOne(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	at := b.tree.CursorIndex()
	b.Do("select")
	if got := b.tree.CursorIndex(); got != at+1 {
		t.Errorf("the cursor went %d rows on, want 1", got-at)
	}
	b.tree.Collapse(string(folderNode("root")))
	b.See("1 selected, 1 of them not shown")
	b.tree.Expand(string(folderNode("root")))
	b.See("1 selected")
	b.Do("back")
	if n := b.tree.MarkCount(); n != 0 {
		t.Errorf("esc left %d selected", n)
	}
}

func TestAllThatTheFilterShowsAreSelected(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("filter")
	b.Type("oslo")
	b.Keys("enter")
	b.Do("select-all")
	shown := 0
	for i := range b.tree.Len() {
		if b.people.person(node(b.tree.NodeAt(i))).some() {
			shown++
		}
	}
	if n := b.tree.MarkCount(); n != shown || n == 0 {
		t.Errorf("%d are selected of %d shown", n, shown)
	}
	b.Do("back", "back")
	b.goTo(t, contactNode("dee"))
	b.Do("select-all")
	if n := len(b.tree.chosen()); n != len(b.people.contacts["root"]) {
		t.Errorf("%d are selected, want the %d of the folder", n, len(b.people.contacts["root"]))
	}
}
