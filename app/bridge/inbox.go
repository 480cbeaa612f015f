package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/inbox"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// Inbox is the mailbox as the inbox needs it.
type Inbox struct {
	*shared
	mu    sync.Mutex
	found map[string]found // how far searches have been followed, by what they ask for
}

var _ inbox.Service = (*Inbox)(nil)

// rowFields are what a list shows of a message.
var rowFields = []string{
	"conversationId", "parentFolderId", "receivedDateTime", "sentDateTime", "from", "toRecipients", "subject", "bodyPreview",
	"categories", "importance", "flag", "inferenceClassification", "isRead", "isDraft", "hasAttachments",
}

// bareFields are what a change of a message, and undo, have to know of it, and
// the subject for the question before a deletion.
var bareFields = []string{
	"conversationId", "parentFolderId", "receivedDateTime", "from", "subject", "categories", "importance", "flag",
	"inferenceClassification", "isRead",
}

// rowOptions ask for the fields of a list, and for the time a message is
// snoozed until.
func (b *Inbox) rowOptions(more ...api.Option) []api.Option {
	fields := rowFields
	if b.client.Dialect() == api.Vendor {
		fields = append(slices.Clip(fields), "meetingMessageType")
	}
	return append([]api.Option{
		api.Select(fields...),
		api.Expand("singleValueExtendedProperties($filter=id eq " + api.Quote(change.SnoozeProperty) + ")"),
	}, more...)
}

// Folders walks the whole tree, a level at a time.
func (b *Inbox) Folders(ctx context.Context) ([]model.MailFolder, error) {
	if err := b.Rights.needShared(); err != nil {
		return nil, err
	}
	all, err := b.client.Me().MailFolderTree(ctx)
	if all == nil {
		err = b.Rights.reach(err, "mail")
	}
	return all, err
}

// Page asks for a page at an edge of the list: by time from where the edge
// is, so that the service never counts its way there. What cannot be
// understood is not asked: a part of it left out would find too much.
func (b *Inbox) Page(ctx context.Context, q inbox.Query) (inbox.Page, error) {
	if q.Search.Void() {
		return inbox.Page{}, nil
	}
	if err := cmp.Or(b.sayable(q.Search), b.Rights.needShared()); err != nil {
		return inbox.Page{}, err
	}
	if b.client.Dialect() == api.Microsoft && q.Search.Texted() {
		return b.searched(ctx, q)
	}
	options := b.pageOptions(q)
	if q.Count {
		options = append(options, api.Count())
	}
	if q.From.Skip > 0 {
		options = append(options, api.Skip(q.From.Skip))
	}
	order := "receivedDateTime desc"
	var bounds []api.Expr
	switch q.Edge {
	case rows.Upper:
		bounds = append(bounds, api.Le("receivedDateTime", q.From.Time))
	case rows.Lower, rows.Bottom:
		order = "receivedDateTime asc"
		if q.Edge == rows.Lower {
			bounds = append(bounds, api.Ge("receivedDateTime", q.From.Time))
		}
	}
	options = append(options, b.search(q, bounds, order)...)
	list := b.client.Me().Messages
	if q.Folder != "" {
		list = b.client.Me().MailFolder(q.Folder).Messages
	}
	page, err := list(ctx, options...)
	for err == nil && len(page.Value) == 0 && page.More() { // a service may lead on from an empty page, but not for ever
		next, nextErr := page.Next(ctx)
		if errors.Is(nextErr, api.ErrEndless) {
			page.NextLink = ""
			break
		}
		page, err = next, nextErr
	}
	if err != nil {
		return inbox.Page{}, b.listed(q, err)
	}
	out := inbox.Page{Messages: page.Value, More: page.More(), Total: -1, Indexed: page.Indexed}
	if page.Count != nil {
		out.Total = *page.Count
	}
	return out, nil
}

// listed says why a list could not be read. Of folders beside the inbox a 404
// is the folder's.
func (b *Inbox) listed(q inbox.Query, err error) error {
	if errors.Is(err, model.ErrNotFound) && q.Folder != "" && q.Folder != model.FolderInbox {
		return err
	}
	return b.Rights.reach(err, "mail")
}

func (b *Inbox) pageOptions(q inbox.Query) []api.Option {
	if q.Bare {
		return []api.Option{api.Select(bareFields...), api.Top(q.Size)}
	}
	return b.rowOptions(api.Top(q.Size))
}

// Messages gets messages by id, those that are gone left out.
func (b *Inbox) Messages(ctx context.Context, ids []string) ([]model.Message, error) {
	return b.client.Me().MessagesByID(ctx, ids, b.rowOptions()...)
}

// Conversation lists a thread, oldest first.
func (b *Inbox) Conversation(ctx context.Context, id string) ([]model.Message, error) {
	return b.conversation(ctx, id, b.rowOptions(api.Top(conversationPage))...)
}

// Answers lists a thread, oldest first, with what each message answers. What
// was sent from here has no header fields on some services.
func (b *Inbox) Answers(ctx context.Context, id string) ([]model.Message, error) {
	return b.conversation(ctx, id, api.Top(conversationPage), api.Select("subject", "internetMessageId", "internetMessageHeaders",
		"from", "receivedDateTime", "sentDateTime", "bodyPreview", "isRead"))
}

func (b *Inbox) conversation(ctx context.Context, id string, options ...api.Option) ([]model.Message, error) {
	all, err := api.Collect(ctx, b.client.Me().Messages, append(options, api.Filter(api.Eq("conversationId", id)))...)
	slices.SortStableFunc(all, func(a, c model.Message) int { return timeOf(a).Compare(timeOf(c)) })
	return all, err
}

const conversationPage = 200

// timeOf is a message's place in its thread: mail of one's own may have been
// sent alone.
func timeOf(m model.Message) time.Time {
	for _, t := range []*time.Time{m.ReceivedDateTime, m.SentDateTime} {
		if t != nil {
			return *t
		}
	}
	return time.Time{}
}

// Message gets a message whole, its attachments without their bytes.
func (b *Inbox) Message(ctx context.Context, id string, plain bool) (model.Message, error) {
	var options []api.Option
	if plain {
		options = append(options, api.TextBody())
	}
	ref := b.client.Me().Message(id)
	m, err := ref.Get(ctx, withExtensions(b.client, extensionIDs, options...)...)
	if err != nil {
		return m, err
	}
	if m.HasAttachments || m.Body != nil && strings.Contains(m.Body.Content, "cid:") {
		m.Attachments, err = api.Collect(ctx, ref.Attachments,
			api.Select("name", "contentType", "size", "isInline", "contentId"))
		return m, err
	}
	return m, nil
}

// Source reads the message as it was received.
func (b *Inbox) Source(ctx context.Context, id string) (io.ReadCloser, error) {
	return b.client.Me().Message(id).MIME(ctx)
}

// Headers gets the header fields of a message as it was received.
func (b *Inbox) Headers(ctx context.Context, id string) ([]model.InternetMessageHeader, error) {
	m, err := b.client.Me().Message(id).Get(ctx, api.Select("internetMessageHeaders"))
	return m.InternetMessageHeaders, err
}

// Attachment gets the bytes of an attachment.
func (b *Inbox) Attachment(ctx context.Context, message, attachment string) ([]byte, error) {
	return b.client.Me().Message(message).Attachment(attachment).Bytes(ctx)
}

// Changes follows the folder's delta. What it tells is ids; the rows are
// asked for in the form that lists have.
func (b *Inbox) Changes(ctx context.Context, folder, since string) (inbox.Changes, error) {
	if b.client.Dialect() == api.Microsoft {
		return b.walk(ctx, folder, since)
	}
	ref := b.client.Me().MailFolder(folder)
	options := []api.Option{api.Select("id")}
	if since == "" {
		options = append(options, api.FromNow())
	}
	delta, err := ref.Sync(ctx, since, options...)
	if err != nil {
		return inbox.Changes{}, err
	}
	out := inbox.Changes{Since: delta.Link, Reset: delta.Reset}
	if since == "" || delta.Reset {
		return out, nil
	}
	for _, gone := range delta.Removed {
		out.Gone = append(out.Gone, gone.ID)
	}
	var ids []string
	for _, m := range delta.Changed {
		ids = append(ids, m.ID)
	}
	if len(ids) > 0 {
		out.Changed, err = b.Messages(ctx, ids)
	}
	return out, err
}

// What one call walks of a folder that the microsoft dialect's service wants
// to list from end to end before it tells of changes, and how many of the
// newest messages are looked at meanwhile.
const (
	walkPage   = 500
	walkPages  = 4
	walkNewest = 20
	walkMark   = "walking "
)

// walk is Changes where there is no beginning at the present: the folder is
// listed a few pages a call, and the newest mail is read beside, so that it
// shows while that goes on. A state that the service has forgotten begins
// anew.
func (b *Inbox) walk(ctx context.Context, folder, since string) (inbox.Changes, error) {
	link, listing := strings.CutPrefix(since, walkMark)
	listing = listing || since == ""
	page, err := b.client.Me().MailFolder(folder).Delta(ctx, link, api.Select("id"), api.PageSize(walkPage))
	var out inbox.Changes
	var ids []string
	begun := link != ""
	for n := 1; err == nil; n++ {
		begun = true
		for _, m := range page.Value {
			if m.Removed != nil {
				out.Gone = append(out.Gone, m.ID)
			} else {
				ids = append(ids, m.ID)
			}
		}
		if !page.More() || n == walkPages {
			break
		}
		page, err = page.Next(ctx)
	}
	switch {
	case begun && errors.Is(err, model.ErrSyncGone): // on any page of the round
		return inbox.Changes{Reset: true}, nil
	case err != nil:
		return inbox.Changes{}, err
	case !page.More():
		out.Since = page.DeltaLink
	case listing:
		out.Since = walkMark + page.NextLink
	default:
		out.Since = page.NextLink
	}
	switch {
	case since == "":
	case listing:
		var newest *api.Page[model.Message]
		if newest, err = b.client.Me().MailFolder(folder).Messages(ctx,
			b.rowOptions(api.Top(walkNewest), api.OrderBy("receivedDateTime desc"))...); err == nil {
			out.Changed = newest.Value
		}
	case len(ids) > 0:
		out.Changed, err = b.Messages(ctx, ids)
	}
	return out, err
}

// People suggests correspondents.
func (b *Inbox) People(ctx context.Context, prefix string) ([]model.EmailAddress, error) {
	return b.people.Complete(ctx, prefix, suggestions)
}

const suggestions = 8

// Apply does operations in up to three rounds, as what a message becomes has
// to be written before it moves away.
func (b *Inbox) Apply(ctx context.Context, ops []inbox.Op) []error {
	errs := make([]error, len(ops))
	for _, round := range []func(api.MessageRef, inbox.Op) *api.Request{patchOf, moveOf, destructionOf} {
		var requests []*api.Request
		var at []int
		for i, op := range ops {
			if errs[i] != nil {
				continue
			}
			if r := round(b.client.Me().Message(op.ID), op); r != nil {
				requests, at = append(requests, r), append(at, i)
			}
		}
		if len(requests) == 0 {
			continue
		}
		replies, err := b.client.DoAll(ctx, requests...)
		for i, r := range replies {
			errs[at[i]] = cmp.Or(r.Err, errs[at[i]])
		}
		if err != nil && len(replies) == 0 {
			for _, i := range at {
				errs[i] = err
			}
		}
	}
	for i, op := range ops {
		if op.Destroy {
			errs[i] = api.ReconcileDelete(ctx, errs[i], func(ctx context.Context) error {
				_, err := b.client.Me().Message(op.ID).Get(ctx, api.Select("id"))
				return err
			})
		}
	}
	return errs
}

func patchOf(m api.MessageRef, op inbox.Op) *api.Request {
	if op.Patch == nil {
		return nil
	}
	return m.UpdateRequest(*op.Patch)
}

func moveOf(m api.MessageRef, op inbox.Op) *api.Request {
	if op.Folder == "" {
		return nil
	}
	return m.MoveRequest(op.Folder)
}

func destructionOf(m api.MessageRef, op inbox.Op) *api.Request {
	if !op.Destroy {
		return nil
	}
	return m.DeleteRequest()
}

// DeleteAttachment takes an attachment off a message.
func (b *Inbox) DeleteAttachment(ctx context.Context, message, attachment string) error {
	return b.client.Me().Message(message).Attachment(attachment).Delete(ctx)
}

const folderPage = 200

// CreateFolder makes a folder in another, or at the top of the tree.
func (b *Inbox) CreateFolder(ctx context.Context, parent, name string) (f model.MailFolder, err error) {
	in, siblings := b.client.Me().MailFolder(parent), b.client.Me().MailFolders
	if parent == "" {
		f, err = b.client.Me().CreateMailFolder(ctx, name)
	} else {
		f, err = in.CreateChildFolder(ctx, name)
		siblings = in.ChildFolders
	}
	there := func(ctx context.Context) ([]model.MailFolder, error) {
		return api.Collect(ctx, siblings, api.Top(folderPage))
	}
	f, err = api.ReconcileCreate(ctx, f, err, there,
		func(f model.MailFolder) bool { return strings.EqualFold(f.DisplayName, name) })
	if parent == "" {
		f.ParentFolderID = "" // the root, which is no folder of the tree
	} else {
		f.ParentFolderID = parent
	}
	return f, err
}

// RemoveFolder removes a folder that holds nothing. The first deletion moves it
// to Deleted Items, where a second one is for good.
func (b *Inbox) RemoveFolder(ctx context.Context, id string) error {
	folder := b.client.Me().MailFolder(id)
	for range 2 {
		is, err := folder.Get(ctx)
		switch {
		case errors.Is(err, model.ErrNotFound):
			return nil
		case err != nil:
			return err
		case is.TotalItemCount > 0 || is.ChildFolderCount > 0:
			return inbox.ErrFolderInUse
		}
		if err := folder.Delete(ctx); err != nil && !errors.Is(err, model.ErrNotFound) {
			return err
		}
	}
	return nil
}

// PlaceFolder renames a folder, moves it, or both. Where its new name is taken
// in the folder that it is in, it is moved first.
func (b *Inbox) PlaceFolder(ctx context.Context, id string, was, is change.Place) error {
	folder := b.client.Me().MailFolder(id)
	rename := func() error {
		if was.Name == is.Name {
			return nil
		}
		_, err := folder.Rename(ctx, is.Name)
		return err
	}
	move := func() error {
		if was.Parent == is.Parent {
			return nil
		}
		_, err := folder.Move(ctx, cmp.Or(is.Parent, api.RootFolder))
		return api.Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
			at, err := folder.Get(ctx)
			return at.ParentFolderID == is.Parent || is.Parent == "" && at.ParentFolderID != was.Parent, err
		})
	}
	err := rename()
	switch {
	case errors.Is(err, &model.Error{Code: model.CodeNameConflict}) && was.Parent != is.Parent:
		if err = move(); err != nil {
			return err
		}
		if err = rename(); err != nil {
			is, was = was, is
			return errors.Join(err, move())
		}
		return nil
	case err != nil:
		return err
	}
	if err = move(); err != nil && was.Name != is.Name {
		is, was = was, is
		return errors.Join(err, rename())
	}
	return err
}

// DestroyFolder deletes a folder for good. What is not in Deleted Items is left
// alone: there the first deletion only moves it.
func (b *Inbox) DestroyFolder(ctx context.Context, id string) error {
	return unlessGone(b.client.Me().MailFolder(id).Delete(ctx))
}

// Categories lists the mailbox's categories.
func (b *Inbox) Categories(ctx context.Context) ([]model.OutlookCategory, error) {
	return api.Collect(ctx, b.client.Me().Categories)
}

// CreateCategory adds a category; one that is there already is no error.
func (b *Inbox) CreateCategory(ctx context.Context, c model.OutlookCategory) error {
	there, err := b.client.Me().CreateCategory(ctx, c)
	if errors.Is(err, model.ErrConflict) {
		return nil
	}
	_, err = api.ReconcileCreate(ctx, there, err, b.Categories,
		func(is model.OutlookCategory) bool { return strings.EqualFold(is.DisplayName, c.DisplayName) })
	return err
}

// RemoveCategory takes a category off the list that no message and no event
// has.
func (b *Inbox) RemoveCategory(ctx context.Context, name string) error {
	all, err := b.Categories(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(c model.OutlookCategory) bool { return strings.EqualFold(c.DisplayName, name) })
	if at < 0 {
		return nil
	}
	has := []api.Option{api.Top(1), api.Select("id"), api.Filter(api.RawFilter("categories/any(c: c eq " + api.Quote(name) + ")"))}
	mail, err := b.client.Me().Messages(ctx, has...)
	if err != nil {
		return err
	}
	events, err := b.client.Me().Events(ctx, has...)
	switch {
	case err != nil:
		return err
	case len(mail.Value)+len(events.Value) > 0:
		return inbox.ErrCategoryInUse
	}
	return unlessGone(b.client.Me().Category(all[at].ID).Delete(ctx))
}

// Rule is where a sender's mail is always sorted.
func (b *Inbox) Rule(ctx context.Context, address string) (string, error) {
	o, err := b.override(ctx, address)
	if o == nil {
		return "", err
	}
	return o.ClassifyAs, nil
}

// SetRule changes the sender's override; empty takes it away.
func (b *Inbox) SetRule(ctx context.Context, sender model.EmailAddress, class string) error {
	o, err := b.override(ctx, sender.Address)
	switch {
	case err != nil:
		return err
	case class == "" && o == nil:
		return nil
	case class == "":
		return b.client.Me().Override(o.ID).Delete(ctx)
	case o != nil:
		_, err = b.client.Me().Override(o.ID).Update(ctx, class)
		return err
	}
	_, err = b.client.Me().CreateOverride(ctx,
		model.InferenceClassificationOverride{ClassifyAs: class, SenderEmailAddress: sender})
	err = api.Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
		now, err := b.Rule(ctx, sender.Address)
		return now == class, err
	})
	if err != nil {
		return fmt.Errorf("sort the mail of %s: %w", sender.Address, err)
	}
	return nil
}

func (b *Inbox) override(ctx context.Context, address string) (*model.InferenceClassificationOverride, error) {
	all, err := api.Collect(ctx, b.client.Me().Overrides)
	for i := range all {
		if strings.EqualFold(all[i].SenderEmailAddress.Address, address) {
			return &all[i], err
		}
	}
	return nil, err
}
