package contacts

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
)

func TestTheCardShowsWhatIsKnownOfSomebody(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.see(t, "Dee Dahl", "Buyer", "dee@fabrikam.example", "Likes trains.", "Review with dee@", "Offer from dee@")
	b.goTo(t, userNode("u2"))
	b.see(t, "Organization", "Managing director", "Ann Avery", "Designer")
}

func TestTheCardAsksForTheRightThatItMisses(t *testing.T) {
	b := sit(t, 120, 36, dark)
	asked := ""
	b.Model.env.AskRight = func(tier string) tea.Cmd { asked = tier; return nil }
	b.Model.actions = b.allActions()
	b.service.missing = &views.MissingRight{Tier: "directory", What: "managers and reports", Command: "daybook login --with directory"}
	b.goTo(t, userNode("u2"))
	if says := strings.Join(strings.Fields(b.screen()), " "); !strings.Contains(says, "Managers and reports were not asked for") || !strings.Contains(says, "So does Y") {
		t.Errorf("what to do is not said:\n%s", b.screen())
	}
	if b.press("rights"); asked != "directory" || len(b.notes) > 0 {
		t.Errorf("Y asked for %q, with the notices %v", asked, b.notes)
	}
}

func TestTheCardShowsWhatItHasNoFieldFor(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.card.further = func(c *model.Contact) [][2]string {
		return [][2]string{{"Fax, work", "+47 4 of " + c.DisplayName}, {"Birthday", "12\x1b[2J March"}}
	}
	b.goTo(t, contactNode("dee"))
	b.see(t, "Also on the card", "Fax, work", "+47 4 of Dee Dahl", "March")
}

func TestTheFilterFindsByNameAndAddressInFoldersNotOpened(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.press("filter")
	b.write("oslo.ex")
	b.see(t, "Ola Nordmann")
	if strings.Contains(b.screen(), "Eli Ek") {
		t.Errorf("the filter lets others through:\n%s", b.screen())
	}
	b.key(tea.KeyEnter)
	if got := b.tree.current().name(); got != "Ola Nordmann" {
		t.Errorf("the cursor is on %q, want the one found", got)
	}
	b.press("back")
	b.see(t, "Dee Dahl", "Ola Nordmann")
}

func TestNobodyIsActedOnWhereTheFilterLeavesNobody(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("filter")
	b.write("zzz")
	b.key(tea.KeyEnter)
	b.press("delete")
	if len(b.service.contacts) != 4 || strings.Contains(b.screen(), "Dee Dahl") {
		t.Errorf("%d contacts are left, want 4\n%s", len(b.service.contacts), b.screen())
	}
}

func TestCreateUndoRedo(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, folderNode("home"))
	b.press("new")
	b.write("Gro")
	b.key(tea.KeyTab)
	b.write("Gran")
	b.take(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl})
	b.see(t, "Gro Gran")
	if len(b.steps) != 1 || b.service.at("made1") < 0 || b.service.contacts[b.service.at("made1")].ParentFolderID != "home" {
		t.Fatalf("steps %d, contacts %+v, notes %v", len(b.steps), b.service.contacts, b.notes)
	}
	b.run(b.Revert(b.steps[0]))
	if b.service.at("made1") >= 0 || strings.Contains(b.screen(), "Gro Gran") {
		t.Errorf("undone, but there:\n%s", b.screen())
	}
	b.run(b.Reapply(b.steps[0]))
	b.see(t, "Gro Gran")
	b.run(b.Revert(b.steps[0])) // the contact has another id than the step knows
	if len(b.service.contacts) != 4 {
		t.Errorf("undone again, %d contacts are there, want 4; notes %v", len(b.service.contacts), b.notes)
	}
}

func TestDeleteOfSeveralBringsThemBackWithTheirPhotos(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.service.photos["dee"] = Photo{Data: []byte("face")}
	b.goTo(t, contactNode("dee"))
	b.press("select")
	b.goTo(t, contactNode("eli"))
	b.press("select", "delete")
	if len(b.service.contacts) != 2 || len(b.steps) != 1 || b.steps[0].Label != "Deleted 2 contacts" {
		t.Fatalf("%d contacts left, steps %+v", len(b.service.contacts), b.steps)
	}
	b.run(b.Revert(b.steps[0]))
	b.see(t, "Dee Dahl", "Eli Ek")
	i := slices.IndexFunc(b.service.contacts, func(c model.Contact) bool { return c.DisplayName == "Dee Dahl" })
	if i < 0 || string(b.service.photos[b.service.contacts[i].ID].Data) != "face" {
		t.Errorf("the photo did not come back: %v", b.service.photos)
	}
}

func TestMoveRenameAndBack(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("move")
	b.write("oslo")
	b.key(tea.KeyEnter)
	if got := b.service.contacts[0].ParentFolderID; got != "oslo" {
		t.Errorf("moved to %q, want oslo", got)
	}
	b.goTo(t, folderNode("oslo"))
	b.press("move")
	b.write("family")
	b.key(tea.KeyEnter)
	b.press("rename")
	b.write(" 2")
	b.key(tea.KeyEnter)
	if f := b.service.folders[2]; f.ParentFolderID != "home" || f.DisplayName != "Oslo 2" {
		t.Errorf("the folder is %+v", f)
	}
	for i := len(b.steps) - 1; i >= 0; i-- {
		b.run(b.Revert(b.steps[i]))
	}
	if f := b.service.folders[2]; f.ParentFolderID != "work" || f.DisplayName != "Oslo" || b.service.contacts[0].ParentFolderID != "root" {
		t.Errorf("undone, but %+v and %+v", f, b.service.contacts[0])
	}
}

func TestANameThatIsRefusedStaysInItsQuestion(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, folderNode("home"))
	b.press("rename")
	b.take(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	b.key(tea.KeyEnter)
	b.see(t, "Rename Family", "type something first")
	b.write("work")
	b.key(tea.KeyEnter)
	b.see(t, "› work", "there is a folder Work in Contacts already")
	b.write("shop")
	b.service.fail = model.ErrAccessDenied
	b.key(tea.KeyEnter)
	b.see(t, "Rename Family", "› workshop", model.ErrAccessDenied.Error())
	b.service.fail = nil
	b.key(tea.KeyEnter)
	if f := b.service.folders[3]; b.dialog.IsOpen() || f.DisplayName != "workshop" {
		t.Errorf("open %v, the folder is %+v", b.dialog.IsOpen(), f)
	}
	b.press("new-folder")
	b.service.fail = model.ErrAccessDenied
	b.write("Deep")
	b.key(tea.KeyEnter)
	b.see(t, "New folder in", "› Deep", model.ErrAccessDenied.Error())
	b.key(tea.KeyEscape)
	b.press("move")
	b.write("zz/zz")
	b.key(tea.KeyEnter)
	b.see(t, "› zz/zz", "nothing here is like that; esc leaves")
}

func TestARefusedChangeIsTakenBackAndSaid(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.service.fail = model.ErrAccessDenied
	b.press("delete")
	b.see(t, "Dee Dahl")
	if len(b.steps) != 0 || len(b.notes) == 0 || !strings.Contains(b.notes[len(b.notes)-1], "Not done") {
		t.Errorf("steps %v, notes %v", b.steps, b.notes)
	}
}

func TestAnEditSendsWhatChangedAlone(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("edit")
	b.write("na")
	b.take(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl})
	if len(b.service.patches) != 1 || len(b.service.patches[0]) != 2 {
		t.Fatalf("patches %s", b.service.patches)
	}
	b.see(t, "Deena Dahl")
	b.run(b.Revert(b.steps[0]))
	b.see(t, "Dee Dahl")
}

func TestAFullFolderIsAskedAbout(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, folderNode("work"))
	b.press("delete")
	if len(b.asked) != 1 || len(b.steps) != 0 || len(b.service.folders) != 4 {
		t.Fatalf("asked %d, steps %d", len(b.asked), len(b.steps))
	}
	b.run(b.asked[0].Yes())
	if strings.Contains(b.screen(), "Work") || len(b.service.folders) != 4 || len(b.steps) != 1 || b.Expired(b.steps[0]) {
		t.Fatalf("before the moment is over: %d folders, steps %+v\n%s", len(b.service.folders), b.steps, b.screen())
	}
	b.run(b.Revert(b.steps[0]))
	b.pass()
	b.see(t, "Work")
	if len(b.service.folders) != 4 {
		t.Error("taken back, but deleted")
	}
	b.run(b.Reapply(b.steps[0]))
	b.pass()
	if strings.Contains(b.screen(), "Work") || len(b.service.folders) != 3 || !b.Expired(b.steps[0]) {
		t.Errorf("after the moment: %d folders, expired %v\n%s", len(b.service.folders), b.Expired(b.steps[0]), b.screen())
	}
}

func TestWriteAndFindATimeWithTheSelected(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("select")
	b.goTo(t, userNode("u2"))
	b.press("select", "compose", "find-time")
	if len(b.opened) != 2 {
		t.Fatalf("opened %+v", b.opened)
	}
	if to := b.opened[0].Item.(views.ComposeTo).To; !slices.Equal(to, []string{`"Dee Dahl" <dee@fabrikam.example>`, `"Bo Berg" <bo@contoso.example>`}) {
		t.Errorf("write to %q", to)
	}
	if with := b.opened[1].Item.(views.FindTime).With; !slices.Equal(with, []string{"dee@fabrikam.example", "bo@contoso.example"}) {
		t.Errorf("find a time with %q", with)
	}
}

func TestShowPersonGoesToTheirRow(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.run(b.Open(views.ShowPerson{Address: "OLA@oslo.example"}))
	if got := b.tree.current().name(); got != "Ola Nordmann" {
		t.Errorf("on %q; notes %v", got, b.notes)
	}
}

func TestShowPersonOnAScreenNotReadYetGoesToTheirRowWhateverComesFirst(t *testing.T) {
	b := sit(t, 120, 36, dark)
	fresh := New(b.env, b.service, Options{})
	fresh.SetSize(120, 36)
	fresh.Focus()
	b.Model = fresh
	b.Model.begun, b.Model.tree.wanted = true, "bo@contoso.example"
	folders, directory, everybody := b.tree.loadFolders(), b.tree.loadDirectory(), b.tree.loadEverybody()
	b.run(everybody)
	b.run(directory)
	b.run(folders)
	if p := b.tree.current(); !p.some() || p.name() != "Bo Berg" {
		t.Errorf("the cursor is on %q, want Bo\n%s", b.tree.here(), b.screen())
	}
}

func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, o := range []theme.Options{dark, {Name: "light", Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {80, 24}, {120, 36}, {200, 60}} {
			b := sit(t, size[0], size[1], o)
			b.goTo(t, contactNode("ren"))
			for _, open := range []string{"", "open", "filter", "new", "move", "new-folder"} {
				if open != "" {
					b.press(open)
				}
				lines := strings.Split(b.View(), "\n")
				if len(lines) != size[1] {
					t.Errorf("%v %q: %d lines", size, open, len(lines))
				}
				for i, l := range lines {
					if w := ansi.StringWidth(l); w != size[0] {
						t.Errorf("%v %q: line %d has %d cells", size, open, i, w)
					}
				}
				b.dialog.Close(b.dialog.Top())
				b.tree.StopFiltering()
			}
			if o.ASCII && strings.ContainsFunc(b.screen(), func(r rune) bool { return r > 126 && r != '任' && r != '小' && r != '明' }) {
				t.Errorf("%v: not ASCII:\n%s", size, b.screen())
			}
		}
	}
}

func TestFrame(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 16}} {
		b := sit(t, size[0], size[1], theme.Options{Profile: colorprofile.ASCII})
		b.goTo(t, userNode("u2"))
		name := fmt.Sprintf("testdata/%dx%d.golden", size[0], size[1])
		got := b.screen()
		if os.Getenv("UPDATE_GOLDENS") != "" {
			if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil || string(want) != got {
			t.Errorf("%s (UPDATE_GOLDENS=1 writes it): %v; got\n%s", name, err, got)
		}
	}
}

func TestNothingReadIsSaid(t *testing.T) {
	b := sit(t, 80, 24, dark)
	clear(b.people.folders)
	b.service.fail = errors.New("no line")
	b.run(b.reload())
	b.see(t, "could not be", "no line", "ctrl+r")
}

func TestThePhotoIsDrawnOnTheCardAndLarge(t *testing.T) {
	b := sit(t, 120, 36, dark)
	var file bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 48, 48))
	for i := range img.Pix {
		img.Pix[i] = byte(i)
	}
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	b.service.photos["dee"] = Photo{Data: file.Bytes(), Info: model.ProfilePhoto{ID: "48X48", Width: 48, Height: 48, MediaContentType: "image/png"}}
	b.goTo(t, contactNode("dee"))
	if strings.Contains(b.screen(), "DD") {
		t.Errorf("initials stand where the photo should:\n%s", b.screen())
	}
	b.press("photo")
	b.see(t, "48 x 48 pixels, image/png")
	b.press("back")
	b.see(t, "Buyer")
	b.service.photos["eli"] = Photo{Data: []byte("no image at all")}
	b.goTo(t, contactNode("eli"))
	b.see(t, "EE", "No photo: the file is not")
}

func TestAReloadReadsTheOpenFoldersAndTheOthersWhenTheyAreOpened(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("ola")) // all are read
	b.goTo(t, folderNode("work"))
	b.press("fold")
	b.service.contacts[2].DisplayName = "Ola Normann"
	b.service.reads = nil
	b.run(b.reload())
	if !slices.Equal(b.service.reads, []string{"root"}) {
		t.Errorf("reload read %q, want the root alone", b.service.reads)
	}
	b.press("unfold")
	b.see(t, "Ola Normann")
	b.service.reads = nil
	b.press("fold", "unfold")
	if len(b.service.reads) > 0 {
		t.Errorf("opened again, %q were read", b.service.reads)
	}
}

func TestAContactFormThatIsNotRightSaysSo(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	for _, field := range []string{"name", emailsKey} {
		b.notes = nil
		b.press("edit")
		b.form.form.Focus(field)
		b.write(map[string]string{"name": strings.Repeat("x", 300), emailsKey: "nobody,"}[field])
		b.take(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl})
		if last := b.notes; !b.dialog.IsOpen() || b.form.form.Focused() != field || len(last) != 1 || !strings.HasPrefix(last[0], "Not saved") {
			t.Errorf("%s: open %v, in %q, said %q", field, b.dialog.IsOpen(), b.form.form.Focused(), last)
		}
	}
}
