package contacts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

var ctrlS = tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}

// toField goes to a field of the form by its label.
func (b *bench) tabs(n int) {
	for range n {
		b.key(tea.KeyTab)
	}
}

func TestAnAddressIsCompletedAndBringsItsName(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, folderNode("home"))
	b.press("new")
	b.tabs(3)
	b.write("bo")
	b.see(t, "bo@contoso.example", "Bo Berg")
	b.key(tea.KeyEnter) // takes what is offered, and the form stays open
	if !b.dialog.IsOpen() {
		t.Fatal("enter on what is offered closed the form")
	}
	b.write("other@contoso.example")
	b.take(ctrlS)
	at := b.service.at("made1")
	if at < 0 {
		t.Fatalf("no contact was made; notes %q\n%s", b.notes, b.screen())
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
		b := sit(t, 120, 36, dark)
		b.goTo(t, contactNode("dee"))
		b.press("edit")
		b.tabs(11)
		b.write(typed)
		b.key(tea.KeyEnter)
		b.take(ctrlS)
		if got := b.people.cards["dee"].Manager; got != want {
			t.Errorf("typed %q: the manager is %q, want %q", typed, got, want)
		}
	}
}

func TestAnAddressThatIsNoneKeepsTheFormOpen(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("edit")
	b.tabs(3)
	b.write("no address")
	b.take(ctrlS)
	b.see(t, "no address is no address")
	if !b.dialog.IsOpen() || len(b.service.patches) != 0 {
		t.Errorf("open %v, patches %s", b.dialog.IsOpen(), b.service.patches)
	}
}

func TestEscAsksBeforeWhatWasTypedIsThrownAway(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("edit")
	b.write("x")
	b.key(tea.KeyEscape)
	b.see(t, "Leave the form?")
	b.write("y") // no answer
	b.key(tea.KeyEscape)
	if got := b.form.form.Value("given"); !b.dialog.IsOpen() || !strings.HasSuffix(got, "x") {
		t.Fatalf("open %v with %q, want back in the form", b.dialog.IsOpen(), got)
	}
	b.key(tea.KeyEscape)
	b.key(tea.KeyDown)
	b.key(tea.KeyEnter)
	if b.dialog.IsOpen() {
		t.Error("it was thrown away and is open")
	}
}

func TestAContactThatIsRefusedStaysInItsForm(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.press("new")
	b.tabs(4)
	b.write("+44 123 456")
	b.take(ctrlS)
	b.see(t, "a contact needs a name, a company or an address", "+44 123 456")
	if !b.dialog.IsOpen() || !b.formOpen() || b.form.form.Focused() != "name" {
		t.Fatal("the form is closed, or the keys are not where the refusal stands")
	}
	b.write("Zed")
	b.service.fail = errors.New("the mailbox is full")
	b.take(ctrlS)
	b.see(t, "the mailbox is full", "+44 123 456", "Zed")
	b.service.fail = nil
	b.take(ctrlS)
	if b.dialog.IsOpen() || b.formOpen() {
		t.Error("the form is open though it was taken")
	}
	if made := b.service.contacts[len(b.service.contacts)-1]; made.DisplayName != "Zed" || made.MobilePhone != "+44 123 456" {
		t.Errorf("made %+v", made)
	}
}

func TestNoKeyActsOnTheTreeWhileSomethingIsTyped(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	for _, open := range []string{"edit", "filter", "new-folder", "set-photo"} {
		b.press(open)
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
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("select")
	b.press("filter")
	b.write("ola")
	b.key(tea.KeyEnter)
	b.see(t, "1 selected, 1 of them not shown")
	b.press("select")
	b.see(t, "2 selected, 1 of them not shown")
	b.press("compose")
	if to := b.opened[0].Item.(views.ComposeTo).To; len(to) != 2 {
		t.Errorf("write to %q, want both", to)
	}
	b.press("delete")
	if len(b.service.contacts) != 2 || len(b.steps) != 1 || b.steps[0].Label != "Deleted 2 contacts" {
		t.Errorf("%d contacts left, steps %+v; want both deleted, and counted", len(b.service.contacts), b.steps)
	}
}

func TestASelectionStaysInAFoldedFolderAndGoesOneByOne(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	at := b.tree.CursorIndex()
	b.press("select")
	if got := b.tree.CursorIndex(); got != at+1 {
		t.Errorf("the cursor went %d rows on, want 1", got-at)
	}
	b.tree.Collapse(string(folderNode("root")))
	b.see(t, "1 selected, 1 of them not shown")
	b.tree.Expand(string(folderNode("root")))
	b.see(t, "1 selected")
	b.press("back")
	if n := b.tree.MarkCount(); n != 0 {
		t.Errorf("esc left %d selected", n)
	}
}

func TestAllThatTheFilterShowsAreSelected(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.press("filter")
	b.write("oslo")
	b.key(tea.KeyEnter)
	b.press("select-all")
	shown := 0
	for i := range b.tree.Len() {
		if b.people.person(node(b.tree.NodeAt(i))).some() {
			shown++
		}
	}
	if n := b.tree.MarkCount(); n != shown || n == 0 {
		t.Errorf("%d are selected of %d shown", n, shown)
	}
	b.press("back", "back")
	b.goTo(t, contactNode("dee"))
	b.press("select-all")
	if n := len(b.tree.chosen()); n != len(b.people.contacts["root"]) {
		t.Errorf("%d are selected, want the %d of the folder", n, len(b.people.contacts["root"]))
	}
}
