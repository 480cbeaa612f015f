package contacts

import (
	"context"
	"errors"
	"fmt"
	"os"
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
)

// now is a Monday morning.
var now = time.Date(2026, 11, 16, 7, 5, 0, 0, time.UTC)

// fake is an address book in memory.
type fake struct {
	folders  []model.ContactFolder
	contacts []model.Contact
	users    []model.User
	made     int
	patches  []map[string]any
	photos   map[string]Photo
	fail     error
}

func folder(id, parent, name string) model.ContactFolder {
	return model.ContactFolder{Entity: model.Entity{ID: id}, ParentFolderID: parent, DisplayName: name}
}

func contact(id, folder, name, address string) model.Contact {
	given, surname, _ := strings.Cut(name, " ")
	c := model.Contact{ParentFolderID: folder, DisplayName: name, GivenName: given, Surname: surname}
	c.ID = id
	c.EmailAddresses = []model.EmailAddress{{Name: name, Address: address}}
	return c
}

func user(id, name, title string) model.User {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	return model.User{Entity: model.Entity{ID: id}, DisplayName: name, JobTitle: title, Mail: first + "@contoso.example"}
}

func newFake() *fake {
	f := &fake{photos: map[string]Photo{}}
	f.folders = []model.ContactFolder{folder("root", "", "Contacts"), folder("work", "root", "Work"), folder("oslo", "work", "Oslo"), folder("home", "root", "Family")}
	f.contacts = []model.Contact{
		contact("dee", "root", "Dee Dahl", "dee@fabrikam.example"), contact("eli", "work", "Eli Ek", "eli@fabrikam.example"),
		contact("ola", "oslo", "Ola Nordmann", "ola@oslo.example"), contact("ren", "home", "任 小明", "ren@family.example"),
	}
	f.contacts[0].CompanyName, f.contacts[0].JobTitle, f.contacts[0].MobilePhone = "Fabrikam", "Buyer", "+47 900 00 000"
	f.contacts[0].PersonalNotes = "Prefers mornings.\nLikes trains."
	f.users = []model.User{user("u1", "Ann Avery", "Head of Design"), user("u2", "Bo Berg", "Designer"), user("u3", "Cy Chan", "Managing director"),
		{Entity: model.Entity{ID: "r1"}, DisplayName: "Hood", Mail: "hood@contoso.example", UserType: model.UserResource, OfficeLocation: "8 seats"}}
	return f
}

func (f *fake) Folders(context.Context) ([]model.ContactFolder, error) {
	return slices.Clone(f.folders), f.fail
}

func (f *fake) Contacts(_ context.Context, folder string) ([]model.Contact, error) {
	var out []model.Contact
	for _, c := range f.contacts {
		if folder == "" || c.ParentFolderID == folder {
			out = append(out, c)
		}
	}
	return out, f.fail
}

func (f *fake) Directory(context.Context) ([]model.User, error) { return f.users, f.fail }

func (f *fake) Standing(_ context.Context, user string) (Standing, error) {
	if user == "u2" {
		return Standing{Above: []model.User{f.users[0], f.users[2]}}, nil
	}
	return Standing{Reports: []model.User{f.users[1]}}, nil
}

func (f *fake) Photo(_ context.Context, w Whose) (Photo, error) {
	return f.photos[w.User+w.Contact], nil
}

func (f *fake) Together(_ context.Context, address string, from, _ time.Time, _ int) ([]model.Event, error) {
	start, err := model.NewDateTime(from.Add(26*time.Hour), "UTC")
	return []model.Event{{Subject: "Review with " + address, Start: &start}}, err
}

func (f *fake) Mails(_ context.Context, address string, _ int) ([]model.Message, error) {
	at := now.Add(-3 * time.Hour)
	m := model.Message{Subject: "Offer from " + address}
	m.ReceivedDateTime = &at
	return []model.Message{m}, nil
}

func (f *fake) at(id string) int {
	return slices.IndexFunc(f.contacts, func(c model.Contact) bool { return c.ID == id })
}

func (f *fake) Contact(_ context.Context, id string) (model.Contact, error) {
	if i := f.at(id); i >= 0 {
		return f.contacts[i], f.fail
	}
	return model.Contact{}, model.ErrNotFound
}

func (f *fake) Create(_ context.Context, c model.Contact) (model.Contact, error) {
	if f.fail != nil {
		return c, f.fail
	}
	f.made++
	c.ID = fmt.Sprint("made", f.made)
	f.contacts = append(f.contacts, c)
	return c, nil
}

func (f *fake) SetPhoto(_ context.Context, id string, p Photo) error {
	f.photos[id] = p
	return f.fail
}

func (f *fake) Change(_ context.Context, id string, patch map[string]any) error {
	i := f.at(id)
	if f.fail != nil {
		return f.fail
	}
	if i < 0 {
		return model.ErrNotFound
	}
	f.patches = append(f.patches, patch)
	if to, ok := patch["parentFolderId"]; ok {
		f.contacts[i].ParentFolderID = strings.Trim(fmt.Sprintf("%s", to), `"`)
	}
	if name, ok := patch["displayName"]; ok {
		f.contacts[i].DisplayName = strings.Trim(fmt.Sprintf("%s", name), `"`)
	}
	return nil
}

func (f *fake) Delete(_ context.Context, id string) error {
	if i := f.at(id); i >= 0 && f.fail == nil {
		f.contacts = slices.Delete(f.contacts, i, i+1)
	}
	return f.fail
}

func (f *fake) CreateFolder(_ context.Context, parent, name string) (model.ContactFolder, error) {
	f.made++
	made := folder(fmt.Sprint("folder", f.made), parent, name)
	f.folders = append(f.folders, made)
	return made, f.fail
}

func (f *fake) ChangeFolder(_ context.Context, id string, p model.ContactFolderPatch) error {
	i := slices.IndexFunc(f.folders, func(o model.ContactFolder) bool { return o.ID == id })
	if f.fail != nil {
		return f.fail
	}
	if p.DisplayName != nil {
		f.folders[i].DisplayName = *p.DisplayName
	}
	if p.ParentFolderID != nil {
		f.folders[i].ParentFolderID = *p.ParentFolderID
	}
	return nil
}

func (f *fake) DeleteFolder(_ context.Context, id string) error {
	f.folders = slices.DeleteFunc(f.folders, func(o model.ContactFolder) bool { return o.ID == id })
	return f.fail
}

// bench is the screen with hands on it.
type bench struct {
	*Model
	service *fake
	notes   []string
	steps   []views.Step
	opened  []views.Open
	asked   []views.Confirm
}

var dark = theme.Options{Name: "dark", Profile: colorprofile.TrueColor}

func sit(t testing.TB, width, height int, o theme.Options) *bench {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{service: newFake()}
	ids := 0
	env := views.Env{Now: func() time.Time { return now }, Zone: func() *time.Location { return time.UTC }, Theme: th,
		NewID: func() string { ids++; return fmt.Sprint("temp", ids) }}
	b.Model = New(env, b.service, Options{})
	b.SetSize(width, height)
	b.run(b.Init())
	b.run(b.Focus())
	return b
}

// run drains a command; ticks are taken as past.
func (b *bench) run(cmd tea.Cmd) {
	if cmd != nil {
		b.take(cmd())
	}
}

func (b *bench) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			b.run(c)
		}
	case views.Notify:
		b.notes = append(b.notes, msg.Text.String())
	case views.Did:
		b.steps = append(b.steps, msg.Step)
	case views.Confirm:
		b.asked = append(b.asked, msg)
	case views.Open:
		b.opened = append(b.opened, msg)
	default:
		b.run(b.Update(msg))
	}
}

func (b *bench) press(ids ...string) {
	for _, id := range ids {
		i := slices.IndexFunc(b.Actions(), func(a views.Action) bool { return a.ID == id })
		b.run(b.Actions()[i].Do(0))
	}
}

func (b *bench) write(s string) {
	for _, r := range s {
		b.take(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (b *bench) key(codes ...rune) {
	for _, c := range codes {
		b.take(tea.KeyPressMsg{Code: c})
	}
}

func (b *bench) screen() string { return ansi.Strip(b.View()) }

func (b *bench) see(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(b.screen(), w) {
			t.Errorf("not on the screen: %q\n%s", w, b.screen())
		}
	}
}

func (b *bench) goTo(t *testing.T, n node) {
	t.Helper()
	if !b.reveal(n) {
		b.run(b.loadEverybody())
		if !b.reveal(n) {
			t.Fatalf("no row %q\n%s", n, b.screen())
		}
	}
	b.run(b.loadOpen())
	b.run(b.settled())
}

func TestTheCardShowsWhatIsKnownOfSomebody(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.see(t, "Dee Dahl", "Buyer", "dee@fabrikam.example", "Likes trains.", "Review with dee@", "Offer from dee@")
	b.goTo(t, userNode("u2"))
	b.see(t, "Organization", "Managing director", "Ann Avery", "Designer")
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
	if got := b.current().name(); got != "Ola Nordmann" {
		t.Errorf("the cursor is on %q, want the one found", got)
	}
	b.press("back")
	b.see(t, "Dee Dahl", "Ola Nordmann")
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
	b.run(b.asked[0].Yes)
	if strings.Contains(b.screen(), "Work") || len(b.service.folders) != 3 {
		t.Errorf("agreed, but there:\n%s", b.screen())
	}
}

func TestWriteAndFindATimeWithTheSelected(t *testing.T) {
	b := sit(t, 120, 36, dark)
	b.goTo(t, contactNode("dee"))
	b.press("select")
	b.goTo(t, userNode("u2"))
	b.press("select", "write", "time")
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
	if got := b.current().name(); got != "Ola Nordmann" {
		t.Errorf("on %q; notes %v", got, b.notes)
	}
}

func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, o := range []theme.Options{dark, {Name: "light", Profile: colorprofile.TrueColor}, {Profile: colorprofile.ASCII}, {Name: "dark", ASCII: true}} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 15}, {80, 24}, {120, 36}, {200, 60}} {
			b := sit(t, size[0], size[1], o)
			b.goTo(t, contactNode("ren"))
			for _, open := range []string{"", "open", "filter", "new", "move", "newFolder"} {
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
				b.dialog, b.filtering = nil, false
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
	clear(b.book.folders)
	b.service.fail = errors.New("no line")
	b.run(b.reload())
	b.see(t, "could not be", "no line", "ctrl+r")
}

// large is 5,000 contacts in 200 folders.
func large(t testing.TB) *bench {
	b := sit(t, 160, 50, dark)
	b.service.folders = b.service.folders[:1]
	b.service.contacts = nil
	for i := range 200 {
		b.service.folders = append(b.service.folders, folder(fmt.Sprint("f", i), "root", fmt.Sprintf("Folder %03d", i)))
		for j := range 25 {
			b.service.contacts = append(b.service.contacts, contact(fmt.Sprint("c", i, "-", j), fmt.Sprint("f", i), fmt.Sprintf("Name%d Surname%d", i, j), fmt.Sprintf("n%d.s%d@large.example", i, j)))
		}
	}
	b.run(b.reload())
	b.run(b.loadEverybody())
	for id := range b.book.folders {
		b.tree.Expand(string(folderNode(id)))
	}
	return b
}

func BenchmarkKeyToFrame5000Contacts(b *testing.B) {
	f := large(b)
	for b.Loop() {
		f.tree.Move(1)
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

func BenchmarkFilterToFrame5000Contacts(b *testing.B) {
	f := large(b)
	f.startFiltering(0)
	for i := 0; b.Loop(); i++ {
		f.filter.SetValue([]string{"s", "s2", "s24", "name17"}[i%4])
		f.refilter()
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}
