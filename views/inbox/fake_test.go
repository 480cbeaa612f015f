package inbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"daybook/model"
	"daybook/views/inbox/change"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// fake is a mailbox in memory that answers as the service does.
type fake struct {
	mu         sync.Mutex
	messages   map[string]*model.Message
	order      []*model.Message // newest first; rebuilt when nil
	folders    []model.MailFolder
	removed    int // folders
	categories []model.OutlookCategory
	rules      map[string]string
	files      map[string][]byte
	people     []model.EmailAddress

	refuse  func(Op) error // nil takes everything
	fail    error          // every read fails with it
	applied int            // operations done

	noFolder error // why none can be made, moved or deleted

	indexed *int                        // percent of the mail that searches look into, nil for all
	hidden  func(m *model.Message) bool // what is not indexed yet
}

func newFake() *fake {
	f := &fake{messages: map[string]*model.Message{}, rules: map[string]string{}, files: map[string][]byte{}}
	for _, name := range model.WellKnownFolders() {
		title := map[string]string{model.FolderInbox: "Inbox", model.FolderDrafts: "Drafts", model.FolderSentItems: "Sent",
			model.FolderArchive: "Archive", model.FolderDeleted: "Deleted", model.FolderJunk: "Junk", model.FolderOutbox: "Outbox"}[name]
		f.folders = append(f.folders, model.MailFolder{Entity: model.Entity{ID: "id-" + name}, DisplayName: title, WellKnownName: name})
	}
	return f
}

func (f *fake) addFolder(id, name, parent string) {
	f.folders = append(f.folders, model.MailFolder{Entity: model.Entity{ID: id}, DisplayName: name, ParentFolderID: parent})
}

func (f *fake) add(m model.Message) {
	f.messages[m.ID] = &m
	f.order = nil
}

func (f *fake) get(id string) model.Message {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m := f.messages[id]; m != nil {
		return *m
	}
	return model.Message{}
}

// in is how many messages a folder holds.
func (f *fake) in(folder string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, m := range f.messages {
		if m.ParentFolderID == folder {
			n++
		}
	}
	return n
}

func (f *fake) sorted() []*model.Message {
	if f.order == nil {
		f.order = slices.SortedFunc(maps.Values(f.messages), func(a, b *model.Message) int {
			return cmp.Or(b.ReceivedDateTime.Compare(*a.ReceivedDateTime), cmp.Compare(b.ID, a.ID))
		})
	}
	return f.order
}

func (f *fake) Folders(context.Context) ([]model.MailFolder, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return nil, f.fail
	}
	out := slices.Clone(f.folders)
	for i := range out {
		out[i].TotalItemCount, out[i].UnreadItemCount = 0, 0
		for _, m := range f.messages {
			if m.ParentFolderID == out[i].ID {
				out[i].TotalItemCount++
				if !m.IsRead {
					out[i].UnreadItemCount++
				}
			}
		}
	}
	return out, nil
}

func (f *fake) resolve(id string) string {
	for _, folder := range f.folders {
		if folder.WellKnownName == id {
			return folder.ID
		}
	}
	return id
}

func (f *fake) Page(ctx context.Context, q Query) (Page, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := cmp.Or(f.fail, ctx.Err()); err != nil {
		return Page{}, err
	}
	all := f.sorted()
	if q.Edge == rows.Lower || q.Edge == rows.Bottom {
		all = slices.Clone(all)
		slices.Reverse(all)
	}
	page, skip := Page{Total: -1}, q.From.Skip
	if q.Search.Texted() {
		page.Indexed = f.indexed
	}
	if q.Count {
		page.Total = 0
	}
	for _, m := range all {
		if q.Folder != "" && m.ParentFolderID != f.resolve(q.Folder) || q.Class != "" && orFocused(m.InferenceClassification) != q.Class || !matches(m, q.Search) {
			continue
		}
		if page.Indexed != nil && f.hidden(m) {
			continue
		}
		if q.Edge == rows.Upper && m.ReceivedDateTime.After(q.From.Time) || q.Edge == rows.Lower && m.ReceivedDateTime.Before(q.From.Time) {
			continue
		}
		if q.Count {
			page.Total++
		}
		switch {
		case skip > 0:
			skip--
		case len(page.Messages) < q.Size:
			page.Messages = append(page.Messages, *m)
		default:
			page.More = true
			if !q.Count {
				return page, nil
			}
		}
	}
	return page, nil
}

func matches(m *model.Message, q query.Query) bool {
	from := m.From.EmailAddress.Name + " " + m.From.EmailAddress.Address
	where := map[string]string{"from": from, "subject": m.Subject, "": from + " " + m.Subject + " " + m.BodyPreview}
	for _, t := range q.Texts {
		if !strings.Contains(strings.ToLower(where[t.Property]), strings.ToLower(t.Value)) {
			return false
		}
	}
	one := func(q query.Query) bool { return matches(m, q) }
	for _, list := range q.Any {
		if !slices.ContainsFunc(list, one) {
			return false
		}
	}
	return !q.Void() && !slices.ContainsFunc(q.Not, one) && (q.Read == nil || *q.Read == m.IsRead) && (q.Attachment == nil || *q.Attachment == m.HasAttachments) &&
		(q.Before.IsZero() || m.ReceivedDateTime.Before(q.Before)) && (q.After.IsZero() || !m.ReceivedDateTime.Before(q.After))
}

func (f *fake) Messages(_ context.Context, ids []string) ([]model.Message, error) {
	var out []model.Message
	for _, id := range ids {
		if m := f.get(id); m.ID != "" {
			out = append(out, m)
		}
	}
	return out, nil
}

func (f *fake) Conversation(_ context.Context, id string) ([]model.Message, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []model.Message
	for _, m := range slices.Backward(f.sorted()) {
		if m.ConversationID == id {
			out = append(out, *m)
		}
	}
	return out, f.fail
}

func (f *fake) Answers(ctx context.Context, id string) ([]model.Message, error) {
	return f.Conversation(ctx, id)
}

func (f *fake) Message(_ context.Context, id string, _ bool) (model.Message, error) {
	if m := f.get(id); m.ID != "" && f.fail == nil {
		return m, nil
	}
	return model.Message{}, cmp.Or(f.fail, error(model.Errorf(model.CodeNotFound, "no message %s", id)))
}

func (f *fake) Source(_ context.Context, id string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("Received: by mail.example\r\nMessage-ID: <" + id + ">\r\n\r\nbody\r\n")), nil
}

func (f *fake) Headers(_ context.Context, id string) ([]model.InternetMessageHeader, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return nil, f.fail
	}
	return f.messages[id].InternetMessageHeaders, nil
}

func (f *fake) Attachment(_ context.Context, _, attachment string) ([]byte, error) {
	if b, ok := f.files[attachment]; ok {
		return b, nil
	}
	return nil, model.Errorf(model.CodeNotFound, "no attachment %s", attachment)
}

func (f *fake) Changes(_ context.Context, folder, since string) (Changes, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := Changes{Since: fmt.Sprint(len(f.messages))}
	if since == "" || since == c.Since {
		return c, f.fail
	}
	for _, m := range f.sorted() {
		if m.ParentFolderID == folder {
			c.Changed = append(c.Changed, *m)
		}
	}
	return c, f.fail
}

func (f *fake) People(_ context.Context, prefix string) ([]model.EmailAddress, error) {
	var out []model.EmailAddress
	for _, p := range f.people {
		if strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(prefix)) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (f *fake) Apply(ctx context.Context, ops []Op) []error {
	f.mu.Lock()
	defer f.mu.Unlock()
	errs := make([]error, len(ops))
	for i, op := range ops {
		m := f.messages[op.ID]
		switch {
		case ctx.Err() != nil:
			errs[i] = ctx.Err()
			continue
		case m == nil:
			errs[i] = model.Errorf(model.CodeNotFound, "no message %s", op.ID)
			continue
		case f.refuse != nil && f.refuse(op) != nil:
			errs[i] = f.refuse(op)
			continue
		}
		f.applied++
		changed := *m
		if op.Folder != "" {
			changed.ParentFolderID = f.resolve(op.Folder)
		}
		if op.Destroy {
			delete(f.messages, op.ID)
			f.order = nil
			continue
		}
		patch(&changed, op.Patch)
		*m = changed
	}
	return errs
}

func patch(m *model.Message, p *model.MessagePatch) {
	if p == nil {
		return
	}
	if p.IsRead != nil {
		m.IsRead = *p.IsRead
	}
	if p.Importance != nil {
		m.Importance = *p.Importance
	}
	if p.Categories != nil {
		m.Categories = *p.Categories
	}
	if p.InferenceClassification != nil {
		m.InferenceClassification = *p.InferenceClassification
	}
	if p.Flag != nil {
		m.Flag = p.Flag
	}
	if p.SingleValueProperties != nil {
		m.SingleValueProperties = p.SingleValueProperties
	}
}

func (f *fake) DeleteAttachment(_ context.Context, message, attachment string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.messages[message]
	m.Attachments = slices.DeleteFunc(m.Attachments, func(a model.Attachment) bool { return a.ID == attachment })
	return nil
}

func (f *fake) CreateFolder(_ context.Context, parent, name string) (model.MailFolder, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.noFolder != nil {
		return model.MailFolder{}, f.noFolder
	}
	folder := model.MailFolder{Entity: model.Entity{ID: "id-" + strings.ToLower(name)}, DisplayName: name, ParentFolderID: parent}
	if f.removed > 0 { // no service gives an id twice
		folder.ID += fmt.Sprint(f.removed)
	}
	f.folders = append(f.folders, folder)
	return folder, nil
}

func (f *fake) RemoveFolder(_ context.Context, id string) error {
	if f.in(id) > 0 {
		return ErrFolderInUse
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders = slices.DeleteFunc(f.folders, func(folder model.MailFolder) bool { return folder.ID == id })
	f.removed++
	return nil
}

func (f *fake) PlaceFolder(_ context.Context, id string, was, is change.Place) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.folders, func(folder model.MailFolder) bool { return folder.ID == id })
	switch {
	case f.noFolder != nil:
		return f.noFolder
	case i < 0:
		return model.Errorf(model.CodeNotFound, "no folder %s", id)
	case f.folders[i].DisplayName != was.Name || f.folders[i].ParentFolderID != was.Parent:
		return fmt.Errorf("the folder is %q in %q, not %+v", f.folders[i].DisplayName, f.folders[i].ParentFolderID, was)
	}
	f.folders[i].DisplayName, f.folders[i].ParentFolderID = is.Name, is.Parent
	return nil
}

func (f *fake) DestroyFolder(_ context.Context, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.noFolder != nil {
		return f.noFolder
	}
	gone := []string{id}
	for i := 0; i < len(gone); i++ {
		for _, folder := range f.folders {
			if folder.ParentFolderID == gone[i] {
				gone = append(gone, folder.ID)
			}
		}
	}
	f.folders = slices.DeleteFunc(f.folders, func(folder model.MailFolder) bool { return slices.Contains(gone, folder.ID) })
	for id, m := range f.messages {
		if slices.Contains(gone, m.ParentFolderID) {
			delete(f.messages, id)
		}
	}
	f.order = nil
	return nil
}

// folder is one by id; without an id where it is not there.
func (f *fake) folder(id string) model.MailFolder {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, folder := range f.folders {
		if folder.ID == id {
			return folder
		}
	}
	return model.MailFolder{}
}

func (f *fake) Categories(context.Context) ([]model.OutlookCategory, error) {
	return f.categories, f.fail
}

func (f *fake) CreateCategory(_ context.Context, c model.OutlookCategory) error {
	f.categories = append(f.categories, c)
	return nil
}

func (f *fake) RemoveCategory(_ context.Context, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.messages {
		if slices.Contains(m.Categories, name) {
			return ErrCategoryInUse
		}
	}
	f.categories = slices.DeleteFunc(f.categories, func(c model.OutlookCategory) bool { return c.DisplayName == name })
	return nil
}

func (f *fake) Rule(_ context.Context, address string) (string, error) { return f.rules[address], nil }

func (f *fake) SetRule(_ context.Context, sender model.EmailAddress, class string) error {
	if sender.Address == "refused@contoso.example" {
		return errors.New("the rule was refused")
	}
	f.rules[sender.Address] = class
	return nil
}

func snoozedUntil(m model.Message) string {
	for _, p := range m.SingleValueProperties {
		if p.ID == change.SnoozeProperty {
			return p.Value
		}
	}
	return ""
}

// now is a Thursday morning.
var now = time.Date(2026, 10, 22, 9, 50, 0, 0, time.UTC)

func person(name, address string) *model.Recipient {
	return &model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: address}}
}

// message n minutes old.
func message(id, conversation, name, subject, preview string, minutes int) model.Message {
	at := now.Add(-time.Duration(minutes) * time.Minute)
	m := model.Message{
		ReceivedDateTime: &at, Subject: subject, BodyPreview: preview, ParentFolderID: "id-inbox", ConversationID: conversation,
		From:         person(name, strings.ToLower(strings.ReplaceAll(name, " ", "."))+"@contoso.example"),
		ToRecipients: []model.Recipient{*person("Ann Ek", "ann@contoso.example")},
		Body:         &model.ItemBody{ContentType: "text", Content: preview + "\n"},
	}
	m.ID = id
	return m
}
