package extensions

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/viewtest"
	"daybook/widget/text"
)

const release = "com.contoso.release"

func TestShowsExtensionsWithTypedValues(t *testing.T) {
	b := open(t)
	b.See("Custom data · Release plan", "com.contoso.release", "4 properties", "4.0.0", "string", "9", "number", "true", "boolean", "ann, gus, 3", "list of 3")
	if got := b.named[letter]; !slices.Equal(got, []string{release}) {
		t.Errorf("the screen heard of %q, want %q", got, release)
	}
}

func TestActionsBelowRestWhileOpen(t *testing.T) {
	b := sit(t, 100, 30, viewtest.Dark)
	b.Press("j", ",", "j", "esc", "j")
	if got := strings.Join(b.Notices, " "); got != "below below" {
		t.Errorf("the screen took %q, want j before and after", got)
	}
}

func TestNewExtensionGoesOnToPropertyAndValue(t *testing.T) {
	b := open(t)
	b.Press("n")
	b.Type("com.contoso.mood")
	b.Press("enter")
	b.Type("score")
	b.Press("enter")
	b.Type("-2.50")
	b.See("number")
	b.Press("enter")
	b.want("com.contoso.mood", `{"score":-2.50}`)
	if len(b.Steps) != 2 || b.Steps[0].Label != "Added com.contoso.mood" || b.Steps[1].Label != "Added score to com.contoso.mood" {
		t.Errorf("steps are %+v", b.Steps)
	}
	b.Run(b.Revert(b.Steps[1]))
	b.want("com.contoso.mood", `{}`)
	b.Run(b.Revert(b.Steps[0]))
	b.want("com.contoso.mood", "-")
	b.Run(b.Reapply(b.Steps[0]))
	b.Run(b.Reapply(b.Steps[1]))
	b.want("com.contoso.mood", `{"score":-2.50}`)
	b.See("score", "-2.50")
}

func TestNamesAreCheckedWhileTyped(t *testing.T) {
	for _, c := range []struct{ name, says string }{
		{"com.contoso.new", "enter makes it"},
		{"loose name", "Taken as it is"},
		{"COM.contoso.RELEASE", "of this name already"},
		{"Vendor.Graph.OpenTypeExtension.com.contoso.release", "of this name already"},
		{"..", "dots alone"},
		{strings.Repeat("x", 260), "too many"},
	} {
		b := open(t)
		b.Press("n")
		b.Type(c.name)
		b.See(c.says)
	}
	b := open(t)
	b.Press("n", "enter")
	b.See("write a name first")
}

func TestPropertyNamesOfTheInterfaceAreRefused(t *testing.T) {
	for _, c := range []struct{ name, says string }{
		{"@odata.type", "begin with @"}, {"ID", "belongs to the extension"}, {"extensionName", "belongs to the extension"}, {"version", "enter on it changes"},
	} {
		b := open(t)
		b.Press("a")
		b.Type(c.name)
		b.Press("enter")
		b.See(c.says)
		if len(b.service.calls) > 0 {
			t.Errorf("%s: the service was told %q", c.name, b.service.calls)
		}
	}
}

func TestValueKeepsOrChangesItsType(t *testing.T) {
	for _, c := range []struct {
		property, typed string
		tabs            int
		want            string
	}{
		{"greenNights", "12", 0, "12"},
		{"version", "12", 0, `"12"`},
		{"version", "12", 1, "12"},
		{"version", "no", 2, "false"},
		{"version", "x", 4, `["x"]`},
		{"version", "3", 4, `[3]`},
		{"greenNights", "null", 4, `"null"`},
		{"version", `<a> & "b"`, 0, `"<a> & \"b\""`},
	} {
		b := open(t)
		b.to(release, c.property)
		b.Press("enter")
		b.wipe()
		b.Type(c.typed)
		for range c.tabs {
			b.Press("tab")
		}
		b.Press("enter")
		if got := string(b.service.at(letter)[release][c.property]); got != c.want {
			t.Errorf("%s typed %q, %d tabs: got %s, want %s", c.property, c.typed, c.tabs, got, c.want)
		}
	}
}

func TestWhatIsNoValueOfItsTypeIsRefusedInWords(t *testing.T) {
	for _, c := range []struct{ property, typed, says string }{
		{"greenNights", "01", "12, -3.5 or 6e3"}, {"greenNights", "9 nights", "12, -3.5 or 6e3"}, {"greenNights", "", "12, -3.5 or 6e3"}, {"pilot", "perhaps", "true or false"},
	} {
		b := open(t)
		b.to(release, c.property)
		b.Press("enter")
		b.wipe()
		b.Type(c.typed)
		b.Press("enter")
		b.See(c.says)
		if !b.Capturing() || len(b.service.calls) > 0 {
			t.Errorf("%s: the question went, and the service was told %q", c.typed, b.service.calls)
		}
	}
}

func TestSpaceTurnsABoolean(t *testing.T) {
	b := open(t)
	b.to(release, "pilot")
	b.Press("enter", "space", "enter")
	b.want(release, `{"approvers":["ann","gus",3],"greenNights":9,"pilot":false,"version":"4.0.0"}`)
}

func TestListsAreEditedElementByElement(t *testing.T) {
	b := open(t)
	list := func(want string) {
		t.Helper()
		if got := string(b.service.at(letter)[release]["approvers"]); got != want {
			t.Errorf("the list is %s, want %s", got, want)
		}
	}
	b.to(release, "approvers")
	b.Press("enter", "j", "enter") // unfold, the first element
	b.wipe()
	b.Type("bo")
	b.Press("enter")
	list(`["bo","gus",3]`)
	b.Press("a")
	b.Type("true")
	b.Press("enter")
	list(`["bo",true,"gus",3]`)
	b.Press("d")
	list(`["bo","gus",3]`)
	for i := range b.Steps {
		b.Run(b.Revert(b.Steps[len(b.Steps)-1-i]))
	}
	list(`["ann","gus",3]`)
}

func TestNullIsStoredByMakingTheExtensionAnew(t *testing.T) {
	b := open(t)
	b.to(release, "version")
	b.Press("enter", "tab", "tab", "tab", "enter")
	b.want(release, `{"approvers":["ann","gus",3],"greenNights":9,"pilot":true,"version":null}`)
	b.See("null")
	b.Run(b.Revert(b.Steps[0]))
	b.want(release, `{"approvers":["ann","gus",3],"greenNights":9,"pilot":true,"version":"4.0.0"}`)
}

func TestDeletedExtensionComesBackWhole(t *testing.T) {
	b := open(t)
	b.Press("g g")
	before := b.service.has(letter, release)
	b.Press("d")
	b.want(release, "-")
	b.See("No custom data yet")
	b.Run(b.Revert(b.Steps[0]))
	b.want(release, before)
	b.See("4.0.0")
}

func TestUndoWorksWhileAnotherItemIsShown(t *testing.T) {
	b := open(t)
	b.to(release, "version")
	b.Press("d", "esc")
	b.Run(b.Panel.Show(Item{Kind: Contact, ID: "c1"}, text.Literal("Bo")))
	b.Run(b.Revert(b.Steps[0]))
	b.want(release, `{"approvers":["ann","gus",3],"greenNights":9,"pilot":true,"version":"4.0.0"}`)
	b.See("No custom data yet")
}

func TestStepSurvivesARestart(t *testing.T) {
	b := open(t)
	b.to(release, "version")
	b.Press("d")
	again := sit(t, 100, 30, viewtest.Dark)
	again.service.items = b.service.items
	delete(again.service.at(letter)[release], "version")
	if !again.Owns(b.Steps[0]) {
		t.Fatalf("the step is nobody's: %s", b.Steps[0].Payload)
	}
	again.Run(again.Revert(b.Steps[0]))
	again.want(release, `{"approvers":["ann","gus",3],"greenNights":9,"pilot":true,"version":"4.0.0"}`)
	if got := again.named[letter]; !slices.Equal(got, []string{release}) {
		t.Errorf("the screen heard of %q", got)
	}
}

func TestRefusalIsTakenBackInWords(t *testing.T) {
	for _, c := range []struct {
		err  error
		says string
	}{
		{&model.Error{Code: model.CodeConflict}, "there is an extension of this name already"},
		{&model.Error{Code: model.CodeNotFound}, "it is no longer there"},
		{&model.Error{Code: model.CodeTooLarge}, "more than the service takes"},
		{&model.Error{Code: model.CodeInvalidRequest, Message: "property x is bad\x1b[31m"}, "property x is bad␛[31m"},
		{errors.New("no wire"), "no wire"},
	} {
		b := open(t)
		b.service.fail = c.err
		b.to(release, "version")
		b.Hold()
		b.Press("d")
		if strings.Contains(b.Screen(), "4.0.0") {
			t.Errorf("%v: the value stays on the screen until the service has answered", c.err)
		}
		b.Release()
		if got := strings.Join(b.Notices, "|"); !strings.Contains(got, c.says) || !strings.Contains(got, "Taken back") {
			t.Errorf("%v: said %q, want %q", c.err, got, c.says)
		}
		if len(b.Forgot) != 1 {
			t.Errorf("%v: the step stays on the undo log", c.err)
		}
		b.See("4.0.0")
	}
}

func TestKeysAheadOfTheServiceKeepTheirOrder(t *testing.T) {
	b := open(t)
	b.to(release, "version")
	b.Hold()
	b.Press("d", "k", "d", "n")
	b.Type("com.x.y")
	b.Press("enter", "esc")
	b.Release()
	if got := strings.Join(b.service.calls, ", "); got != "update com.contoso.release, update com.contoso.release, create com.x.y" {
		t.Errorf("the service was told %s", got)
	}
	b.want("com.x.y", "{}")
}

func TestADraftIsChangedWithoutTheService(t *testing.T) {
	b := sit(t, 100, 30, viewtest.Dark)
	var got []model.OpenTypeExtension
	given := []model.OpenTypeExtension{extension("com.a.b", values("n", "1"))}
	b.Run(b.Draft(text.Literal("New event"), given, func(all []model.OpenTypeExtension) tea.Cmd { got = all; return nil }))
	b.Press("n")
	b.Type("com.c.d")
	b.Press("enter", "esc", "g g", "j", "d", "u", "U", "u", "j", "a")
	b.Type("x")
	b.Press("enter")
	b.Type("y")
	b.Press("enter", "esc")
	if len(b.service.calls)+len(b.Steps) > 0 {
		t.Errorf("the service was told %q, the log %+v", b.service.calls, b.Steps)
	}
	if j, _ := json.Marshal(got); string(j) != `[{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"com.a.b","n":1},{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"com.c.d","x":"y"}]` {
		t.Errorf("the draft has become %s", j)
	}
}

func TestFilterFindsNamesAndValues(t *testing.T) {
	b := open(t)
	b.Press("/")
	b.Type("gus")
	b.See("approvers")
	if strings.Contains(b.Screen(), "greenNights") {
		t.Errorf("shown besides what was filtered for:\n%s", b.Screen())
	}
	b.Press("enter", "esc")
	b.See("greenNights")
	if !b.Open() {
		t.Error("esc closed the panel with the filter")
	}
}

func TestCopiesAsJSON(t *testing.T) {
	b := open(t)
	b.to(release, "approvers")
	b.Press("y")
	b.Press("g g", "y")
	if want := "[\n  \"ann\",\n  \"gus\",\n  3\n]"; b.Desktop.Copied[0] != want {
		t.Errorf("copied %s, want %s", b.Desktop.Copied[0], want)
	}
	var whole map[string]any
	if err := json.Unmarshal([]byte(b.Desktop.Copied[1]), &whole); err != nil || whole["extensionName"] != release || len(whole) != 5 {
		t.Errorf("copied %s, %v", b.Desktop.Copied[1], err)
	}
}

func TestAServiceThatListsNothingOpensByName(t *testing.T) {
	b := sit(t, 100, 30, viewtest.Dark)
	b.service.fail = &model.Error{Code: model.CodeInvalidRequest}
	b.Press(",")
	b.See("does not list custom data")
	b.service.fail = nil
	b.Press("o")
	b.Type(release)
	b.Press("enter")
	b.See("4.0.0", "approvers")
}

func TestLongTextIsEditedInAnAreaOrTheEditor(t *testing.T) {
	b := open(t)
	b.service.at(letter)[release]["note"] = json.RawMessage(`"one\ntwo"`)
	b.Run(b.load())
	b.to(release, "note")
	b.Press("enter", "enter")
	b.Type("zero")
	b.Press("ctrl+s")
	if got := string(b.service.at(letter)[release]["note"]); got != `"\nzeroone\ntwo"` {
		t.Errorf("the note is %s", got)
	}
	b.Desktop.Editor = func(s string) string { return strings.ToUpper(s) + "\n" }
	b.Press("enter", "ctrl+e", "ctrl+s")
	if got := string(b.service.at(letter)[release]["note"]); got != `"\nZEROONE\nTWO"` {
		t.Errorf("after the editor the note is %s", got)
	}
}

func TestHiddenCharactersStayWhereNothingIsChanged(t *testing.T) {
	b := open(t)
	b.service.at(letter)[release]["note"] = json.RawMessage(`"a\u001b[31m\u202eb"`)
	b.Run(b.load())
	if strings.Contains(b.Frame(), "\x1b[31m\u202e") || strings.Contains(b.Screen(), "\u202e") {
		t.Error("raw text reaches the screen")
	}
	b.to(release, "note")
	b.Press("enter", "enter")
	if len(b.service.calls) > 0 {
		t.Errorf("nothing was changed, but the service was told %q", b.service.calls)
	}
}

func TestThousandPropertiesAndLongValuesStayUsable(t *testing.T) {
	b := sit(t, 100, 30, viewtest.Dark)
	v := Values{}
	for i := range 1000 {
		v[fmt.Sprintf("p%04d", i)] = json.RawMessage(fmt.Sprint(i))
	}
	v["big"], _ = encode(strings.Repeat("lorem ", 2000))
	b.service.items[letter] = map[string]Values{"com.big": v}
	b.Press(",", "j")
	b.See("1001 properties", "string 12.0 kB", "lorem")
	b.Press("G")
	b.See("p0999")
	b.Press("enter")
	b.wipe()
	b.Type("7")
	b.Press("enter")
	if got := string(b.service.at(letter)["com.big"]["p0999"]); got != "7" {
		t.Errorf("the last property is %s, want 7", got)
	}
	b.Press("g g", "j", "enter")
	b.See("ctrl+s")
}
