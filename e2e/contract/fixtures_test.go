package contract

import (
	"bytes"
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
)

// fixture makes the resources that one row needs, walking its path: each
// identifier is of a fresh resource within the one before.
type fixture struct {
	*world
	t   *testing.T
	key string // method and path, with {} for the identifiers
	ids []string

	// What the path has led to so far.
	mailFolder    *api.MailFolderRef
	contactFolder *api.ContactFolderRef
	calendar      *api.CalendarRef
	calendarGroup string
	message       *api.MessageRef
	event         *api.EventRef
	contact       *api.ContactRef
	group         *api.GroupRef
	thread        *api.ThreadRef
	post          *api.PostRef
	item          *api.ItemRef
}

// members are the collections of which a list row gets a member first.
var members = []string{"messages", "delta", "attachments", "extensions", "contacts", "contactFolders", "childFolders", "mailFolders",
	"overrides", "masterCategories", "oAuth2Permissiongrants", "events", "conversations", "threads", "posts", "children", "calendarView"}

// make returns the identifiers of the row's braces, in their order. A list
// has a member then.
func (w *world) make(t *testing.T, key string) []string {
	t.Helper()
	f := &fixture{world: w, t: t, key: key}
	path := key
	if method, _, _ := strings.Cut(key, " "); method == "GET" && slices.Contains(members, f.action()) {
		path = strings.TrimSuffix(key, "/delta") + "/{}"
	}
	_, path, _ = strings.Cut(strings.Replace(path, "{user}", "", 1), " ")
	path = strings.NewReplacer("({})", "/{}", "(address='{}')", "/{}", ":", "").Replace(path)
	before := ""
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "{}" {
			f.ids = append(f.ids, f.identifier(strings.ToLower(before)))
		}
		if strings.EqualFold(segment, "calendarGroup") || segment == "calendar" {
			f.enter(segment)
		}
		before = segment
	}
	if strings.Contains(key, "/calendarPermissions") {
		t.Cleanup(f.closeCalendar)
	}
	return f.ids[:strings.Count(strings.Replace(key, "{user}", "", 1), "{}")]
}

func (f *fixture) enter(segment string) {
	me := f.mine.Me()
	if segment == "calendar" && f.group == nil {
		c := me.DefaultCalendar()
		f.calendar = &c
	}
}

// action is the last segment of the row's path.
func (f *fixture) action() string { return f.key[strings.LastIndex(f.key, "/")+1:] }

// identifier makes a member of the collection that the path is at.
func (f *fixture) identifier(collection string) string {
	switch collection {
	case "mailfolders", "contactfolders", "childfolders":
		return f.folder(collection)
	case "messages":
		return f.aMessage()
	case "attachments":
		return f.attachment()
	case "extensions":
		return f.extension()
	case "events", "calendarview":
		return f.anEvent()
	case "calendars", "calendargroups":
		return f.aCalendar(collection)
	case "calendarpermissions":
		p := model.CalendarPermission{EmailAddress: &model.EmailAddress{Address: f.ada.Address}, Role: model.RoleFreeBusyRead}
		return must[model.CalendarPermission](f.t, "permission")(f.calendar.CreatePermission(f.t.Context(), p)).ID
	case "contacts":
		return f.aContact()
	case "groups", "conversations", "threads", "posts":
		return f.conversation(collection)
	case "drives", "items", "worksheets", "range", "tables", "columns", "names", "children", "{}":
		return f.file(collection)
	case "mastercategories":
		c := model.OutlookCategory{DisplayName: f.name(), Color: "preset1"}
		return must[model.OutlookCategory](f.t, "category")(f.mine.Me().CreateCategory(f.t.Context(), c)).ID
	case "overrides":
		o := model.InferenceClassificationOverride{ClassifyAs: model.Focused,
			SenderEmailAddress: model.EmailAddress{Address: strings.ReplaceAll(f.name(), " ", "") + "@example.com"}}
		return must[model.InferenceClassificationOverride](f.t, "override")(f.mine.Me().CreateOverride(f.t.Context(), o)).ID
	case "oauth2permissiongrants":
		g := model.PermissionGrant{ClientID: f.name(), ConsentType: "Principal", PrincipalID: f.owner.ID, ResourceID: "daybook", Scope: "Mail.Read"}
		return must[model.PermissionGrant](f.t, "grant")(f.mine.CreateGrant(f.t.Context(), g)).ID
	}
	f.t.Fatalf("%s: no fixture for a member of %s", f.key, collection)
	return ""
}

func (f *fixture) folder(collection string) string {
	ctx, me := f.t.Context(), f.mine.Me()
	switch {
	case collection == "mailfolders":
		id := must[model.MailFolder](f.t, "mail folder")(me.CreateMailFolder(ctx, f.name())).ID
		r := me.MailFolder(id)
		f.mailFolder = &r
		return id
	case collection == "contactfolders":
		id := must[model.ContactFolder](f.t, "contact folder")(me.CreateContactFolder(ctx, f.name())).ID
		r := me.ContactFolder(id)
		f.contactFolder = &r
		return id
	case f.mailFolder != nil:
		id := must[model.MailFolder](f.t, "child folder")(f.mailFolder.CreateChildFolder(ctx, f.name())).ID
		r := f.mailFolder.ChildFolder(id)
		f.mailFolder = &r
		return id
	}
	id := must[model.ContactFolder](f.t, "child folder")(f.contactFolder.CreateChildFolder(ctx, f.name())).ID
	r := f.contactFolder.ChildFolder(id)
	f.contactFolder = &r
	return id
}

// aMessage is a draft, or for what answers a message one from the colleague.
func (f *fixture) aMessage() string {
	ctx, me := f.t.Context(), f.mine.Me()
	var m model.Message
	switch f.action() {
	case "reply", "replyAll", "forward", "createReply", "createReplyAll", "createForward":
		m = f.received()
		if f.mailFolder != nil {
			m = must[model.Message](f.t, "move")(me.Message(m.ID).Move(ctx, f.ids[len(f.ids)-1]))
		}
	default:
		draft := model.Message{Subject: f.name(), Body: &model.ItemBody{ContentType: "text", Content: "Tea?"}, ToRecipients: to(f.ada.Address)}
		if f.mailFolder != nil {
			m = must[model.Message](f.t, "draft")(f.mailFolder.CreateMessage(ctx, draft))
		} else {
			m = must[model.Message](f.t, "draft")(me.CreateMessage(ctx, draft))
		}
	}
	r := me.Message(m.ID)
	f.message = &r
	return m.ID
}

func to(address string) []model.Recipient {
	return []model.Recipient{{EmailAddress: model.EmailAddress{Address: address}}}
}

// received is a message that the colleague has sent to the owner.
func (f *fixture) received() model.Message {
	ctx, subject := f.t.Context(), f.name()
	err := f.adas.Me().SendMail(ctx, model.SendMailRequest{Message: model.Message{Subject: subject,
		Body: &model.ItemBody{ContentType: "text", Content: "Tea?"}, ToRecipients: to(f.owner.Address)}})
	if err != nil {
		f.t.Fatalf("fixture: mail from the colleague: %v", err)
	}
	page := must[*api.Page[model.Message]](f.t, "inbox")(
		f.mine.Me().MailFolder(model.FolderInbox).Messages(ctx, api.Filter(api.Eq("subject", subject))))
	if len(page.Value) != 1 {
		f.t.Fatalf("fixture: %d messages called %q have arrived, want 1", len(page.Value), subject)
	}
	return page.Value[0]
}

func (f *fixture) attachment() string {
	ctx := f.t.Context()
	file := model.Attachment{Name: "plan.txt", ContentType: "text/plain", ContentBytes: []byte("plan")}
	switch {
	case f.message != nil:
		return must[model.Attachment](f.t, "attachment")(f.message.AddAttachment(ctx, file)).ID
	case f.event != nil && f.group == nil:
		return must[model.Attachment](f.t, "attachment")(f.event.AddAttachment(ctx, file)).ID
	case f.event != nil:
		// The interface has no row that adds one to a group's event: it comes with the event.
		e := must[model.Event](f.t, "event")(f.event.Get(ctx, api.Expand("attachments")))
		if len(e.Attachments) == 0 {
			f.t.Fatal("fixture: the group's event has no attachment")
		}
		return e.Attachments[0].ID
	}
	page := must[*api.Page[model.Attachment]](f.t, "attachments of the post")(f.post.Attachments(ctx))
	if len(page.Value) != 1 {
		f.t.Fatalf("fixture: the post has %d attachments, want 1", len(page.Value))
	}
	return page.Value[0].ID
}

const extensionName = "com.example.plan"

func (f *fixture) extension() string {
	ext, ctx := model.OpenTypeExtension{ExtensionName: extensionName}, f.t.Context()
	var err error
	switch {
	case f.message != nil:
		_, err = f.message.CreateExtension(ctx, ext)
	case f.event != nil:
		_, err = f.event.CreateExtension(ctx, ext)
	case f.contact != nil:
		_, err = f.contact.CreateExtension(ctx, ext)
	case f.post != nil:
		_, err = f.post.CreateExtension(ctx, ext)
	}
	if err != nil {
		f.t.Fatalf("fixture: extension: %v", err)
	}
	return extensionName
}

func (f *fixture) aContact() string {
	ctx, me := f.t.Context(), f.mine.Me()
	card := model.Contact{DisplayName: f.name(), EmailAddresses: []model.EmailAddress{{Address: "card@example.com"}}}
	var c model.Contact
	if f.contactFolder != nil {
		c = must[model.Contact](f.t, "contact")(f.contactFolder.CreateContact(ctx, card))
	} else {
		c = must[model.Contact](f.t, "contact")(me.CreateContact(ctx, card))
	}
	r := me.Contact(c.ID)
	f.contact = &r
	if strings.HasSuffix(f.key, "/photo/$value") {
		if err := r.Photo().Put(ctx, api.Image{ContentType: "image/png", Data: photo}); err != nil {
			f.t.Fatalf("fixture: photo: %v", err)
		}
	}
	return c.ID
}

//go:embed testdata/plan.xlsx
var workbook []byte

//go:embed testdata/photo.png
var photo []byte

// file makes a folder or, for a workbook and for contents, a file. The
// workbook has the sheet Sheet1, the table Plan with a column Task, and the
// name total.
func (f *fixture) file(collection string) string {
	ctx, drive := f.t.Context(), f.mine.Me().Drive()
	switch collection {
	case "worksheets":
		return "Sheet1"
	case "range":
		return "A1:B2"
	case "tables":
		return "Plan"
	case "columns":
		return "Task"
	case "names":
		return "total"
	case "{}": // items/{}:/{}: the name of an upload
		return "plan.txt"
	}
	if f.group != nil {
		drive = f.group.Drive()
	}
	if collection == "children" && f.item != nil {
		return must[model.DriveItem](f.t, "folder")(f.item.CreateFolder(ctx, f.name())).ID
	}
	if collection == "drives" {
		id := must[model.Drive](f.t, "drive")(drive.Get(ctx)).ID
		return id
	}
	var item model.DriveItem
	switch {
	case strings.Contains(f.key, "/workbook"):
		item = must[model.DriveItem](f.t, "workbook")(drive.Root().Upload(ctx, f.name()+".xlsx", xlsxType, bytes.NewReader(workbook), int64(len(workbook))))
	case f.action() == "content" && strings.HasPrefix(f.key, "GET"):
		item = must[model.DriveItem](f.t, "file")(drive.Root().Upload(ctx, f.name()+".txt", "text/plain", strings.NewReader("plan"), 4))
	default:
		item = must[model.DriveItem](f.t, "folder")(drive.Root().CreateFolder(ctx, f.name()))
	}
	r := drive.Item(item.ID)
	f.item = &r
	return item.ID
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// The week that views and series fall in.
var (
	monday     = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	nextMonday = monday.AddDate(0, 0, 7)
)

// prepare puts in place what a row expects of the owner beyond the
// identifiers in its path.
func (w *world) prepare(t *testing.T, r apitest.Row) {
	t.Helper()
	switch r.Key {
	case "GET {user}/photo/$value", "GET {user}/photo":
		if err := w.mine.Me().Photo().Put(t.Context(), api.Image{ContentType: "image/png", Data: photo}); err != nil {
			t.Fatalf("fixture: photo: %v", err)
		}
	case "GET /workbook/worksheets({})/range(address='{}')", "GET /workbook/tables({})/columns({})/range":
		w.make(t, "GET {user}/drive/items/{}/workbook/names") // the newest workbook is the open one
	}
}

// closeCalendar takes back who may do what with the calendar, so that the
// colleague is as far from the owner's as before.
func (f *fixture) closeCalendar() {
	ctx := context.Background()
	page := must[*api.Page[model.CalendarPermission]](f.t, "permissions")(f.calendar.Permissions(ctx))
	for _, p := range page.Value {
		if !p.IsRemovable {
			continue
		}
		if err := f.calendar.Permission(p.ID).Delete(ctx); err != nil {
			f.t.Errorf("fixture: permission: %v", err)
		}
	}
}
