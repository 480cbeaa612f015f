package contacts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
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
	reads    []string // folders whose contacts were asked for
	missing  error    // why managers and reports are not read
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
	f.reads = append(f.reads, folder)
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
	if f.missing != nil {
		return Standing{}, f.missing
	}
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

func (f *fake) People(_ context.Context, beginning string) ([]model.EmailAddress, error) {
	var out []model.EmailAddress
	for _, u := range f.users {
		if strings.HasPrefix(strings.ToLower(u.DisplayName), strings.ToLower(beginning)) {
			out = append(out, model.EmailAddress{Name: u.DisplayName, Address: u.Mail})
		}
	}
	return out, f.fail
}

// files are those of the machine.
type files map[string][]byte

func (f files) Read(path string, limit int64) ([]byte, error) {
	data, ok := f[path]
	if !ok || int64(len(data)) > limit {
		return nil, fmt.Errorf("there is no file %s that small", path)
	}
	return data, nil
}

func (f files) Complete(beginning string, _ int) (out []string) {
	for path := range f {
		if strings.HasPrefix(path, beginning) {
			out = append(out, path)
		}
	}
	return out
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
