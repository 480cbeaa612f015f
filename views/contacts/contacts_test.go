package contacts

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/viewtest"
)

func TestTheCardShowsWhatIsKnownOfSomebody(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.See("Dee Dahl", "Buyer", "dee@fabrikam.example", "Likes trains.", "Review with dee@", "Offer from dee@")
	b.goTo(t, userNode("u2"))
	b.See("Organization", "Managing director", "Ann Avery", "Designer")
}

func TestTheCardAsksForTheRightThatItMisses(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	asked := ""
	b.Model.env.AskRight = func(tier string) tea.Cmd { asked = tier; return nil }
	b.Model.actions = b.allActions()
	b.service.missing = &views.MissingRight{Tier: "directory", What: "managers and reports", Command: "daybook login --with directory"}
	b.goTo(t, userNode("u2"))
	if says := strings.Join(strings.Fields(b.Screen()), " "); !strings.Contains(says, "Managers and reports were not asked for") || !strings.Contains(says, "So does Y") {
		t.Errorf("what to do is not said:\n%s", b.Screen())
	}
	if b.Do("rights"); asked != "directory" || len(b.Notices) > 0 {
		t.Errorf("Y asked for %q, with the notices %v", asked, b.Notices)
	}
}

func TestTheCardShowsWhatItHasNoFieldFor(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.card.further = func(c *model.Contact) [][2]string {
		return [][2]string{{"Fax, work", "+47 4 of " + c.DisplayName}, {"Birthday", "12\x1b[2J March"}}
	}
	b.goTo(t, contactNode("dee"))
	b.See("Also on the card", "Fax, work", "+47 4 of Dee Dahl", "March")
}

func TestTheFilterFindsByNameAndAddressInFoldersNotOpened(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Do("filter")
	b.Type("oslo.ex")
	b.See("Ola Nordmann")
	if strings.Contains(b.Screen(), "Eli Ek") {
		t.Errorf("the filter lets others through:\n%s", b.Screen())
	}
	b.Keys("enter")
	if got := b.tree.current().name(); got != "Ola Nordmann" {
		t.Errorf("the cursor is on %q, want the one found", got)
	}
	b.Do("back")
	b.See("Dee Dahl", "Ola Nordmann")
}

func TestNobodyIsActedOnWhereTheFilterLeavesNobody(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("filter")
	b.Type("zzz")
	b.Keys("enter")
	b.Do("delete")
	if len(b.service.contacts) != 4 || strings.Contains(b.Screen(), "Dee Dahl") {
		t.Errorf("%d contacts are left, want 4\n%s", len(b.service.contacts), b.Screen())
	}
}

func TestCreateUndoRedo(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, folderNode("home"))
	b.Do("new")
	b.Type("Gro")
	b.Keys("tab")
	b.Type("Gran")
	b.Keys("ctrl+s")
	b.See("Gro Gran")
	if len(b.Steps) != 1 || b.service.at("made1") < 0 || b.service.contacts[b.service.at("made1")].ParentFolderID != "home" {
		t.Fatalf("steps %d, contacts %+v, notes %v", len(b.Steps), b.service.contacts, b.Notices)
	}
	b.Run(b.Revert(b.Steps[0]))
	if b.service.at("made1") >= 0 || strings.Contains(b.Screen(), "Gro Gran") {
		t.Errorf("undone, but there:\n%s", b.Screen())
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.See("Gro Gran")
	b.Run(b.Revert(b.Steps[0])) // the contact has another id than the step knows
	if len(b.service.contacts) != 4 {
		t.Errorf("undone again, %d contacts are there, want 4; notes %v", len(b.service.contacts), b.Notices)
	}
}

func TestDeleteOfSeveralBringsThemBackWithTheirPhotos(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.service.photos["dee"] = Photo{Data: []byte("face")}
	b.goTo(t, contactNode("dee"))
	b.Do("select")
	b.goTo(t, contactNode("eli"))
	b.Do("select", "delete")
	if len(b.service.contacts) != 2 || len(b.Steps) != 1 || b.Steps[0].Label != "Deleted 2 contacts" {
		t.Fatalf("%d contacts left, steps %+v", len(b.service.contacts), b.Steps)
	}
	b.Run(b.Revert(b.Steps[0]))
	b.See("Dee Dahl", "Eli Ek")
	i := slices.IndexFunc(b.service.contacts, func(c model.Contact) bool { return c.DisplayName == "Dee Dahl" })
	if i < 0 || string(b.service.photos[b.service.contacts[i].ID].Data) != "face" {
		t.Errorf("the photo did not come back: %v", b.service.photos)
	}
}

func TestMoveRenameAndBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("move")
	b.Type("oslo")
	b.Keys("enter")
	if got := b.service.contacts[0].ParentFolderID; got != "oslo" {
		t.Errorf("moved to %q, want oslo", got)
	}
	b.goTo(t, folderNode("oslo"))
	b.Do("move")
	b.Type("family")
	b.Keys("enter")
	b.Do("rename")
	b.Type(" 2")
	b.Keys("enter")
	if f := b.service.folders[2]; f.ParentFolderID != "home" || f.DisplayName != "Oslo 2" {
		t.Errorf("the folder is %+v", f)
	}
	for i := len(b.Steps) - 1; i >= 0; i-- {
		b.Run(b.Revert(b.Steps[i]))
	}
	if f := b.service.folders[2]; f.ParentFolderID != "work" || f.DisplayName != "Oslo" || b.service.contacts[0].ParentFolderID != "root" {
		t.Errorf("undone, but %+v and %+v", f, b.service.contacts[0])
	}
}

func TestANameThatIsRefusedStaysInItsQuestion(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, folderNode("home"))
	b.Do("rename")
	b.Keys("ctrl+u")
	b.Keys("enter")
	b.See("Rename Family", "type something first")
	b.Type("work")
	b.Keys("enter")
	b.See("› work", "there is a folder Work in Contacts already")
	b.Type("shop")
	b.service.fail = model.ErrAccessDenied
	b.Keys("enter")
	b.See("Rename Family", "› workshop", model.ErrAccessDenied.Error())
	b.service.fail = nil
	b.Keys("enter")
	if f := b.service.folders[3]; b.dialog.IsOpen() || f.DisplayName != "workshop" {
		t.Errorf("open %v, the folder is %+v", b.dialog.IsOpen(), f)
	}
	b.Do("new-folder")
	b.service.fail = model.ErrAccessDenied
	b.Type("Deep")
	b.Keys("enter")
	b.See("New folder in", "› Deep", model.ErrAccessDenied.Error())
	b.Keys("esc")
	b.Do("move")
	b.Type("zz/zz")
	b.Keys("enter")
	b.See("› zz/zz", "nothing matches; esc cancels")
}

func TestARefusedChangeIsTakenBackAndSaid(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.service.fail = model.ErrAccessDenied
	b.Do("delete")
	b.See("Dee Dahl")
	if len(b.Steps) != 0 || len(b.Notices) == 0 || !strings.Contains(b.Notices[len(b.Notices)-1], "Not done") {
		t.Errorf("steps %v, notes %v", b.Steps, b.Notices)
	}
}

func TestAnEditSendsWhatChangedAlone(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("edit")
	b.Type("na")
	b.Keys("ctrl+s")
	if len(b.service.patches) != 1 || len(b.service.patches[0]) != 2 {
		t.Fatalf("patches %s", b.service.patches)
	}
	b.See("Deena Dahl")
	b.Run(b.Revert(b.Steps[0]))
	b.See("Dee Dahl")
}

func TestAFullFolderIsAskedAbout(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, folderNode("work"))
	b.Do("delete")
	if len(b.Asked) != 1 || len(b.Steps) != 0 || len(b.service.folders) != 4 {
		t.Fatalf("asked %d, steps %d", len(b.Asked), len(b.Steps))
	}
	b.Run(b.Asked[0].Yes())
	if strings.Contains(b.Screen(), "Work") || len(b.service.folders) != 4 || len(b.Steps) != 1 || b.Expired(b.Steps[0]) {
		t.Fatalf("before the moment is over: %d folders, steps %+v\n%s", len(b.service.folders), b.Steps, b.Screen())
	}
	b.Run(b.Revert(b.Steps[0]))
	b.Moments()
	b.See("Work")
	if len(b.service.folders) != 4 {
		t.Error("taken back, but deleted")
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if strings.Contains(b.Screen(), "Work") || len(b.service.folders) != 3 || !b.Expired(b.Steps[0]) {
		t.Errorf("after the moment: %d folders, expired %v\n%s", len(b.service.folders), b.Expired(b.Steps[0]), b.Screen())
	}
}

func TestWriteAndFindATimeWithTheSelected(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("select")
	b.goTo(t, userNode("u2"))
	b.Do("select", "compose", "find-time")
	if len(b.Opened) != 2 {
		t.Fatalf("opened %+v", b.Opened)
	}
	if to := b.Opened[0].Item.(views.ComposeTo).To; !slices.Equal(to, []string{`"Dee Dahl" <dee@fabrikam.example>`, `"Bo Berg" <bo@contoso.example>`}) {
		t.Errorf("write to %q", to)
	}
	if with := b.Opened[1].Item.(views.FindTime).With; !slices.Equal(with, []string{"dee@fabrikam.example", "bo@contoso.example"}) {
		t.Errorf("find a time with %q", with)
	}
}

func TestShowPersonGoesToTheirRow(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.Run(b.Open(views.ShowPerson{Address: "OLA@oslo.example"}))
	if got := b.tree.current().name(); got != "Ola Nordmann" {
		t.Errorf("on %q; notes %v", got, b.Notices)
	}
}

func TestShowPersonOnAScreenNotReadYetGoesToTheirRowWhateverComesFirst(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	fresh := New(b.env, b.service, Options{})
	fresh.SetSize(120, 36)
	fresh.Focus()
	b.Model = fresh
	b.Drive(fresh)
	b.Model.begun, b.Model.tree.wanted = true, "bo@contoso.example"
	folders, directory, everybody := b.tree.loadFolders(), b.tree.loadDirectory(), b.tree.loadEverybody()
	b.Run(everybody)
	b.Run(directory)
	b.Run(folders)
	if p := b.tree.current(); !p.some() || p.name() != "Bo Berg" {
		t.Errorf("the cursor is on %q, want Bo\n%s", b.tree.here(), b.Screen())
	}
}

func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, o := range []theme.Options{viewtest.Dark, {Name: "light", Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {80, 24}, {120, 36}, {200, 60}} {
			b := sit(t, size[0], size[1], o)
			b.goTo(t, contactNode("ren"))
			for _, open := range []string{"", "open", "filter", "new", "move", "new-folder"} {
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
				b.tree.StopFiltering()
			}
			if o.ASCII && strings.ContainsFunc(b.Screen(), func(r rune) bool { return r > 126 && r != '任' && r != '小' && r != '明' }) {
				t.Errorf("%v: not ASCII:\n%s", size, b.Screen())
			}
		}
	}
}

func TestFrame(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 16}} {
		b := sit(t, size[0], size[1], theme.Options{Profile: colorprofile.ASCII})
		b.goTo(t, userNode("u2"))
		b.Golden(fmt.Sprintf("%dx%d", size[0], size[1]))
	}
}

func TestNothingReadIsSaid(t *testing.T) {
	b := sit(t, 80, 24, viewtest.Dark)
	clear(b.people.folders)
	b.service.fail = errors.New("no line")
	b.Run(b.reload())
	b.See("could not be", "no line", "ctrl+r")
}

func TestThePhotoIsDrawnOnTheCardAndLarge(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
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
	if strings.Contains(b.Screen(), "DD") {
		t.Errorf("initials stand where the photo should:\n%s", b.Screen())
	}
	b.Resize(80, 24) // the photo is smaller there
	b.Take(tea.WindowSizeMsg{Width: 80, Height: 24})
	if strings.Contains(b.Screen(), "DD") {
		t.Errorf("initials stand where the photo should after a resize:\n%s", b.Screen())
	}
	b.Resize(120, 36)
	b.Do("photo")
	b.See("48 x 48 pixels, image/png")
	b.Do("back")
	b.See("Buyer")
	b.service.photos["eli"] = Photo{Data: []byte("no image at all")}
	b.goTo(t, contactNode("eli"))
	b.See("EE", "No photo: the file is not")
}

func TestAReloadReadsTheOpenFoldersAndTheOthersWhenTheyAreOpened(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("ola")) // all are read
	b.goTo(t, folderNode("work"))
	b.Do("fold")
	b.service.contacts[2].DisplayName = "Ola Normann"
	b.service.reads = nil
	b.Run(b.reload())
	if !slices.Equal(b.service.reads, []string{"root"}) {
		t.Errorf("reload read %q, want the root alone", b.service.reads)
	}
	b.Do("unfold")
	b.See("Ola Normann")
	b.service.reads = nil
	b.Do("fold", "unfold")
	if len(b.service.reads) > 0 {
		t.Errorf("opened again, %q were read", b.service.reads)
	}
}

func TestAContactFormThatIsNotRightSaysSo(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	for _, field := range []string{"name", emailsKey} {
		b.Notices = nil
		b.Do("edit")
		b.form.form.Focus(field)
		b.Type(map[string]string{"name": strings.Repeat("x", 300), emailsKey: "nobody,"}[field])
		b.Keys("ctrl+s")
		if last := b.Notices; !b.dialog.IsOpen() || b.form.form.Focused() != field || len(last) != 1 || !strings.HasPrefix(last[0], "Not saved") {
			t.Errorf("%s: open %v, in %q, said %q", field, b.dialog.IsOpen(), b.form.form.Focused(), last)
		}
	}
}

// TestADeletionThatWasCutOffIsTakenBackWhereItWasDone: the program is killed
// before it has the answer, and nobody is there twice.
func TestADeletionThatWasCutOffIsTakenBackWhereItWasDone(t *testing.T) {
	for _, fail := range []error{nil, model.ErrAccessDenied} {
		b := sit(t, 120, 36, viewtest.Dark)
		b.goTo(t, contactNode("dee"))
		b.service.fail = fail
		b.Hold()
		b.Do("delete")
		b.service.fail = nil
		again := sit(t, 120, 36, viewtest.Dark)
		again.Model = New(again.Env, b.service, Options{Files: files{}})
		again.work.Later = again.Later
		again.Show(again.Model, 120, 36)
		again.Run(again.Focus())
		again.Steps = b.Steps
		if len(b.Steps) != 1 || again.Expired(b.Steps[0]) {
			t.Fatalf("failing %v: nothing takes %v back", fail, b.Steps)
		}
		again.Undo()
		dees := 0
		for _, c := range b.service.contacts {
			if c.DisplayName == "Dee Dahl" {
				dees++
			}
		}
		if dees != 1 {
			t.Errorf("failing %v: taken back, Dee is there %d times", fail, dees)
		}
	}
}
