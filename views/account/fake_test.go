package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// now is a Monday morning.
var now = time.Date(2026, 11, 16, 7, 5, 0, 0, time.UTC)

// fake is an account in memory.
type fake struct {
	me         model.User
	standing   Standing
	photo      Photo
	settings   model.MailboxSettings
	overrides  []model.InferenceClassificationOverride
	grants     []model.PermissionGrant
	categories []model.OutlookCategory
	calls      []string // what was asked or told, by operation
	made       int
	fail       error
}

func user(id, name, title string) model.User {
	return model.User{Entity: model.Entity{ID: id}, DisplayName: name, JobTitle: title, Mail: id + "@contoso.example", UserPrincipalName: id + "@contoso.example"}
}

func at(days, hour int) *model.DateTimeTimeZone {
	d, err := model.NewDateTime(time.Date(2026, 11, 16+days, hour, 0, 0, 0, time.UTC), "UTC")
	if err != nil {
		panic(err)
	}
	return &d
}

func override(id, class, name, address string) model.InferenceClassificationOverride {
	return model.InferenceClassificationOverride{Entity: model.Entity{ID: id}, ClassifyAs: class, SenderEmailAddress: model.EmailAddress{Name: name, Address: address}}
}

func newFake() *fake {
	manager, until, past := user("lena", "Lena Lindqvist", "VP Engineering"), now.AddDate(0, 1, 0), now.AddDate(0, 0, -3)
	f := &fake{me: user("ann", "Ann Avery", "Engineering Manager"), standing: Standing{Manager: &manager, Reports: []model.User{user("bo", "Bo Berg", "Principal Engineer")}}}
	f.me.MobilePhone = "+44 7700 900101"
	f.settings = model.MailboxSettings{
		TimeZone: "Europe/London", Language: &model.LocaleInfo{Locale: "en-GB", DisplayName: "English (United Kingdom)"},
		DateFormat: "dd/MM/yyyy", TimeFormat: "HH:mm",
		WorkingHours: &model.WorkingHours{DaysOfWeek: []string{"monday", "tuesday", "wednesday", "thursday", "friday"},
			StartTime: "09:00:00.0000000", EndTime: "17:30:00.0000000", TimeZone: model.TimeZoneBase{Name: "Europe/London"}},
		AutomaticRepliesSetting: &model.AutomaticRepliesSetting{Status: model.RepliesDisabled, ExternalAudience: model.AudienceAll,
			ScheduledStartDateTime: at(-10, 8), ScheduledEndDateTime: at(-3, 8),
			InternalReplyMessage: "<p>I am away.</p>", ExternalReplyMessage: "<p>I am away &amp; offline.</p><p>Ann</p>"},
	}
	f.overrides = []model.InferenceClassificationOverride{
		override("o1", "other", "Trey Accounts", "accounts@trey.example"), override("o2", "focused", "The Ferry Review", "editors@ferry.example")}
	f.grants = []model.PermissionGrant{
		{Entity: model.Entity{ID: "g1"}, ClientID: "kettle", ConsentType: forOne, PrincipalID: "ann", ResourceID: "mailboxes", Scope: "User.Read Calendars.ReadWrite", ExpiryTime: &until},
		{Entity: model.Entity{ID: "g2"}, ClientID: "buildbot", ConsentType: forAll, ResourceID: "mailboxes", Scope: "Mail.Send Odd.Scope"},
		{Entity: model.Entity{ID: "g3"}, ClientID: "kiosk", ConsentType: forOne, PrincipalID: "bo", ResourceID: "mailboxes", Scope: "Calendars.Read", ExpiryTime: &past},
	}
	f.categories = []model.OutlookCategory{{Entity: model.Entity{ID: "c1"}, DisplayName: "Atlas", Color: "preset7"}, {Entity: model.Entity{ID: "c2"}, DisplayName: "Money", Color: "none"}}
	return f
}

func (f *fake) call(words ...any) error {
	f.calls = append(f.calls, fmt.Sprint(words...))
	return f.fail
}

func (f *fake) Me(context.Context) (model.User, error)      { return f.me, f.fail }
func (f *fake) Standing(context.Context) (Standing, error)  { return f.standing, f.fail }
func (f *fake) Photo(context.Context) (Photo, error)        { return f.photo, f.fail }
func (f *fake) Names(context.Context) ([]model.User, error) { return f.standing.Reports, f.fail }
func (f *fake) Language(context.Context) (model.LocaleInfo, error) {
	return *f.settings.Language, f.call("language")
}
func (f *fake) TimeZone(context.Context) (string, error) { return f.settings.TimeZone, f.call("zone") }

func (f *fake) Settings(context.Context) (model.MailboxSettings, error) { return f.settings, f.fail }

func (f *fake) Replies(context.Context) (model.AutomaticRepliesSetting, error) {
	return *f.settings.AutomaticRepliesSetting, f.call("replies")
}

func (f *fake) Zones(context.Context) ([]model.TimeZoneInformation, error) {
	return []model.TimeZoneInformation{{Alias: "Europe/Berlin", DisplayName: "(UTC+01:00) W. Europe Standard Time"},
		{Alias: "Europe/London", DisplayName: "(UTC+00:00) GMT Standard Time"}, {Alias: "GMT Standard Time", DisplayName: "(UTC+00:00) GMT Standard Time"}}, f.call("zones")
}

func (f *fake) ChangeSettings(_ context.Context, s model.MailboxSettings) (model.MailboxSettings, error) {
	if err := f.call("settings"); err != nil {
		return s, err
	}
	lay(&f.settings, s)
	return s, nil
}

func (f *fake) SetPhoto(_ context.Context, p Photo) error {
	if err := f.call("photo"); err != nil {
		return err
	}
	f.photo = p
	return nil
}

func (f *fake) Overrides(context.Context) ([]model.InferenceClassificationOverride, error) {
	return slices.Clone(f.overrides), f.fail
}

func (f *fake) CreateOverride(_ context.Context, o model.InferenceClassificationOverride) (model.InferenceClassificationOverride, error) {
	if err := f.call("create ", o.SenderEmailAddress.Address); err != nil {
		return o, err
	}
	if i := overrideAt(f.overrides, o.SenderEmailAddress.Address); i >= 0 { // refreshes the name alone
		f.overrides[i].SenderEmailAddress = o.SenderEmailAddress
		return f.overrides[i], nil
	}
	f.made++
	o.ID = fmt.Sprint("made", f.made)
	f.overrides = append(f.overrides, o)
	return o, nil
}

func (f *fake) ChangeOverride(_ context.Context, id, class string) error {
	i := slices.IndexFunc(f.overrides, func(o model.InferenceClassificationOverride) bool { return o.ID == id })
	if err := f.call("change ", id, " ", class); err != nil || i < 0 {
		return errors.Join(err, model.ErrNotFound)
	}
	f.overrides[i].ClassifyAs = class
	return nil
}

func (f *fake) DeleteOverride(_ context.Context, id string) error {
	if err := f.call("delete ", id); err != nil {
		return err
	}
	f.overrides = slices.DeleteFunc(f.overrides, func(o model.InferenceClassificationOverride) bool { return o.ID == id })
	return nil
}

func (f *fake) Categories(context.Context) ([]model.OutlookCategory, error) {
	return slices.Clone(f.categories), f.fail
}

func (f *fake) CreateCategory(_ context.Context, c model.OutlookCategory) (model.OutlookCategory, error) {
	f.made++
	c.ID = fmt.Sprint("made", f.made)
	f.categories = append(f.categories, c)
	return c, f.fail
}

func (f *fake) category(id string) int {
	return slices.IndexFunc(f.categories, func(c model.OutlookCategory) bool { return c.ID == id })
}

func (f *fake) ColorCategory(_ context.Context, id, color string) error {
	if i := f.category(id); i >= 0 {
		f.categories[i].Color = color
		return f.fail
	}
	return model.ErrNotFound
}

func (f *fake) RenameCategory(_ context.Context, id, was string, is model.OutlookCategory) error {
	if err := f.call("rename ", was, " to ", is.DisplayName); err != nil {
		return err
	}
	f.made++
	f.categories[f.category(id)] = model.OutlookCategory{Entity: model.Entity{ID: fmt.Sprint("made", f.made)}, DisplayName: is.DisplayName, Color: is.Color}
	return nil
}

func (f *fake) DeleteCategory(_ context.Context, id string) error {
	if i := f.category(id); i >= 0 {
		f.categories = slices.Delete(f.categories, i, i+1)
		return f.fail
	}
	return model.ErrNotFound
}

func (f *fake) Grants(context.Context) ([]model.PermissionGrant, error) {
	return slices.Clone(f.grants), f.fail
}

func (f *fake) find(id string) int {
	return slices.IndexFunc(f.grants, func(g model.PermissionGrant) bool { return g.ID == id })
}

func (f *fake) Grant(_ context.Context, by Path, id string) (model.PermissionGrant, error) {
	if err := f.call("grant by ", by); err != nil || f.find(id) < 0 {
		return model.PermissionGrant{}, errors.Join(err, model.ErrNotFound)
	}
	return f.grants[f.find(id)], nil
}

func (f *fake) ChangeGrant(_ context.Context, by Path, id string, p model.PermissionGrantPatch) (model.PermissionGrant, error) {
	if err := f.call("patch by ", by); err != nil || f.find(id) < 0 {
		return model.PermissionGrant{}, errors.Join(err, model.ErrNotFound)
	}
	g := &f.grants[f.find(id)]
	if p.Scope != nil {
		g.Scope = *p.Scope
	}
	if p.ExpiryTime != nil {
		g.ExpiryTime = p.ExpiryTime
	}
	return *g, nil
}

func (f *fake) CreateGrant(_ context.Context, g model.PermissionGrant) (model.PermissionGrant, error) {
	f.made++
	g.ID = fmt.Sprint("made", f.made)
	f.grants = append(f.grants, g)
	return g, f.fail
}

func (f *fake) DeleteGrant(_ context.Context, id string) error {
	f.grants = slices.DeleteFunc(f.grants, func(g model.PermissionGrant) bool { return g.ID == id })
	return f.fail
}

// disk is files in memory.
type disk map[string][]byte

func (d disk) Read(path string, _ int64) ([]byte, error) {
	if data, ok := d[path]; ok {
		return data, nil
	}
	return nil, errors.New("there is no file " + path)
}

func (d disk) Complete(beginning string, _ int) (fits []string) {
	for path := range d {
		if strings.HasPrefix(path, beginning) {
			fits = append(fits, path)
		}
	}
	return fits
}

func (f *fake) Exports(context.Context) ([]Export, error) {
	return []Export{{Kind: ExportContacts, Name: "All contacts"}, {Kind: ExportCalendar, ID: "k1", Name: "Calendar"},
		{Kind: ExportMail, ID: "f1", Name: "Projects/Atlas", Count: 34}}, nil
}

func (f *fake) Export(_ context.Context, e Export, path string) (Exported, error) {
	return Exported{Path: path, Count: 34, Skipped: 1}, f.call("export ", e.Kind, " ", e.ID, " to ", path)
}
